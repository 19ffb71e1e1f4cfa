//! Findings on a page: what `cpcap lint` says, with excerpts, and links to the pages of rules.

use maud::{Markup, html};

use crate::finding::{Finding, Severity};
use crate::lint::Hidden;
use crate::output::Look;
use crate::output::clean::prose;
use crate::output::excerpt::Artist;
use crate::output::html::prose as text;
use crate::report::{alike, near};
use crate::source::Sources;
use crate::words::count;

/// Maximum number of findings of a page.
const MOST: usize = 500;
/// The width of an excerpt, in columns.
const WIDTH: usize = 100;

/// A list of findings, the worst first; a sentence where there are none. `hidden`: what is not
/// among them.
pub(super) fn list(findings: &[&Finding], hidden: Hidden, sources: &Sources) -> Markup {
    if findings.is_empty() {
        return match &kept_back(hidden)[..] {
            [] => html! { p { "No findings." } },
            some => html! { p { "No findings here: " (some.join(", ")) "." } },
        };
    }
    let mut shown: Vec<&Finding> = findings.to_vec();
    shown.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    shown.truncate(MOST);
    let left_out = findings.len() - shown.len();
    // The server reports some errors twice on update; once is enough for a person.
    shown.dedup();
    let look = Look {
        width: WIDTH,
        color: false,
    };
    let mut artist = Artist::new(sources, look);
    let groups = alike(&shown, |_| false);
    html! {
        ul.findings {
            @for group in &groups {
                li {
                    (entry(group.first, sources, &mut artist))
                    @if !group.others.is_empty() {
                        details {
                            summary { (group.others.len()) " more like this" }
                            ul.findings {
                                @for other in &group.others {
                                    li { (entry(other, sources, &mut artist)) }
                                }
                            }
                        }
                    }
                }
            }
        }
        @if left_out > 0 {
            p { (left_out) " more not shown; " code { "cpcap lint" } " shows all" }
        }
    }
}

fn entry(finding: &Finding, sources: &Sources, artist: &mut Artist<'_>) -> Markup {
    let (labels, far) = near(finding, sources);
    let field = finding.field.to_string();
    html! {
        p {
            strong class=(color(finding.severity)) { (finding.severity.as_str()) }
            " "
            @if !field.is_empty() { code { (prose(&field)) } ": " }
            (text(&prose(&finding.says())))
        }
        @if let Some(lines) = artist.lines(finding.place, &labels) {
            pre.scroll tabindex="0" { (lines) }
        }
        @for label in far {
            details.in1 {
                summary { (text(&prose(&label.text))) }
                @if let Some(lines) = artist.lines(label.place, &[]) {
                    pre.scroll tabindex="0" { (lines) }
                }
            }
        }
        @if let Some(help) = &finding.help { p.in1 { "help: " (text(&prose(help))) } }
        p.in1.dim { (rule(finding.rule)) }
    }
}

/// The page of a rule, or how to read it.
fn rule(name: &str) -> Markup {
    match crate::docs_url(name) {
        Some(url) => html! { a href=(url) { (name) } },
        None => html! { code { "cpcap explain " (name) } },
    }
}

fn color(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "bold red",
        Severity::Warning => "bold yellow",
        Severity::Note => "bold cyan",
    }
}

/// `3 silenced`, `2 not shown`: what is not among the findings.
pub(super) fn kept_back(hidden: Hidden) -> Vec<String> {
    [
        (hidden.silenced, "silenced"),
        (hidden.not_shown, "not shown"),
    ]
    .into_iter()
    .filter(|(some, _)| *some > 0)
    .map(|(some, what)| format!("{some} {what}"))
    .collect()
}

/// `2 errors, 1 warning, 3 silenced`, or that there are no findings.
pub(super) fn counted(findings: &[&Finding], hidden: Hidden) -> String {
    let counts = Severity::ALL.map(|severity| {
        let of = findings.iter().filter(|of| of.severity == severity);
        (of.count(), severity.as_str())
    });
    let mut named: Vec<String> = counts
        .iter()
        .filter(|(some, _)| *some > 0)
        .map(|(some, what)| count(*some, what))
        .collect();
    named.extend(kept_back(hidden));
    if named.is_empty() {
        "no findings".to_owned()
    } else {
        named.join(", ")
    }
}
