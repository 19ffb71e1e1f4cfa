//! The page of `cpcap diff`: what is refused first, then what changes for whom.

use maud::{Markup, html};
use serde::Serialize;

use crate::impact::Kind;
use crate::maintain::Calendar;
use crate::model::time::Time;
use crate::output::clean::{line, named, prose};
use crate::output::html::prose as text;
use crate::page::{Section, calendar, page};
use crate::table::diff::{Difference, Pairs, Told, ToldFinding, ToldImpact, ToldObject};
use crate::table::maintain::changes;
use crate::words::{all, count, quoted};

/// Maximum number of versions in the drawings of a page: more would make it slow to open.
const MOST_DRAWN: usize = 400;

/// The two sides of a change.
pub(crate) enum Sides {
    /// Revisions of git, as the user names them, and the part of the repository that is compared;
    /// empty: all of it.
    Git(String, Vec<String>),
    Paths(Vec<String>),
}

/// What is compared, and when.
pub(crate) struct Compared {
    pub sides: Sides,
    pub now: Time,
    /// Whether the user names that time.
    pub is_named: bool,
}

impl Compared {
    /// `Compares `old.yaml` with `new.yaml`. The change is applied at ….`
    fn sentence(&self) -> String {
        let list = |of: &[String]| all(of.iter().map(String::as_str));
        let text = match &self.sides {
            Sides::Git(range, parts) if parts.is_empty() => {
                format!("Compares git {}", quoted(range))
            }
            Sides::Git(range, parts) => {
                format!("Compares {} of git {}", list(parts), quoted(range))
            }
            Sides::Paths(paths) => {
                let paths: Vec<String> = paths.iter().map(|path| quoted(path)).collect();
                format!("Compares {}", paths.join(" with "))
            }
        };
        let how = if self.is_named {
            "--against-now"
        } else {
            "now"
        };
        text + &format!(". The change is applied at {} ({how}).", self.now)
    }
}

/// The page of a change. `calendars`: both revisions of the profiles whose versions or dates change;
/// `data`: what JSON says; `quiet`: without the verdict and remarks.
pub(crate) fn diff(
    told: &Told,
    compared: &Compared,
    calendars: Vec<[Calendar<'_>; 2]>,
    data: &impl Serialize,
    quiet: bool,
) -> String {
    let mut sections = Vec::new();
    if !quiet {
        sections.push(Section::new("verdict", "Verdict", verdict(told)));
    }
    for (number, (heading, findings)) in told.findings.iter().enumerate() {
        let id = format!("findings-{}", number + 1);
        sections.push(Section::new(id, heading, self::findings(findings)));
    }
    let (heading, open) = &told.open;
    if !open.is_empty() {
        let body = html! { ul { @for of in open { li { (text(&prose(of))) } } } };
        sections.push(Section::new("open", heading, body));
    }
    if !told.objects.is_empty() {
        let body = html! { @for object in &told.objects { (self::object(object)) } };
        sections.push(Section::new("objects", "Effects", body));
    }
    sections.extend(self::calendars(calendars, quiet));
    if !told.notes.is_empty() {
        sections.push(Section::new("notes", "Notes", findings(&told.notes)));
    }
    let title = match &told.objects[..] {
        [one] => one.title.clone(),
        several => format!("Change of {}", count(several.len(), "object")),
    };
    page(&title, &compared.sentence(), &sections, data)
}

/// The calendars before and after. Where there are too many versions to draw, only those that differ
/// are drawn, and then only as many as there is room for.
fn calendars(mut all: Vec<[Calendar<'_>; 2]>, quiet: bool) -> Vec<Section> {
    let versions = |[old, new]: &[Calendar<'_>; 2]| old.lives.len() + new.lives.len();
    let whole = all.iter().map(versions).sum::<usize>() <= MOST_DRAWN;
    for of in all.iter_mut().flatten().filter(|_| !whole) {
        of.keep(|life| life.fate.is_some());
    }
    let (mut left, mut drawn) = (MOST_DRAWN, 0);
    let several = all.len() > 1;
    let mut sections = Vec::new();
    for (number, of) in all.iter().enumerate() {
        let fits = versions(of) <= left;
        let body = html! {
            @if fits {
                @if !whole {
                    p.remark { "Only the versions that differ: there are too many to draw all." }
                } @else if !quiet {
                    p.remark { "Lists in which a version or a date differs." }
                }
                (calendar::before_and_after(of, drawn))
            } @else {
                p.remark { "There are too many versions that differ to draw them." }
            }
            h3 { "Versions that differ" }
            (changes(of).html())
        };
        if fits {
            left -= versions(of);
            drawn += 1;
        }
        let (id, heading) = match several {
            false => (
                "calendar".to_owned(),
                "Calendar before and after".to_owned(),
            ),
            true => (
                format!("calendar-{}", number + 1),
                format!(
                    "Calendar of {} before and after",
                    named(&of[1].profile.name.to_string())
                ),
            ),
        };
        sections.push(Section::new(id, heading, body));
    }
    sections
}

fn verdict(told: &Told) -> Markup {
    let (class, sign) = match told.good {
        Some(true) => ("yes", "✓"),
        Some(false) => ("wrong", "✗"),
        None => ("mixed", "?"),
    };
    html! { p.verdict.(class) { b { (sign) } " " (text(&prose(&told.summary))) } }
}

fn findings(of: &[ToldFinding]) -> Markup {
    html! { @for finding in of { (self::finding(finding)) } }
}

fn finding(of: &ToldFinding) -> Markup {
    html! {
        div.card {
            p { b { (of.rule) } " " (place(&of.place)) }
            p { (text(&prose(&of.text))) }
            @if !of.related.is_empty() {
                ul {
                    @for (at, what) in &of.related { li { (place(at)) " " (text(&prose(what))) } }
                }
            }
            @if let Some(help) = &of.help { p { b { "help" } " " (text(&prose(help))) } }
            @if !of.others.is_empty() {
                details {
                    summary { (of.others.len()) " more like this" }
                    (findings(&of.others))
                }
            }
        }
    }
}

fn place(at: &str) -> Markup {
    html! { span.place { (line(at)) } }
}

fn object(of: &ToldObject) -> Markup {
    html! {
        h3 { (line(&of.title)) }
        @if let Some(fields) = &of.not_judged { p.remark { "Not looked at: " (text(&prose(fields))) } }
        @for (heading, impacts) in &of.causes {
            h4 { (text(heading)) }
            ul.impacts {
                @for of in impacts {
                    @let (label, sentence) = labelled(of);
                    li.(class(of.kind)) {
                        b.kind { (line(label)) } " " (text(&prose(sentence)))
                        @if !of.places.is_empty() { " " (place(&of.places)) }
                    }
                }
            }
        }
        @if !of.pairs.rows.is_empty() { (pairs(&of.pairs)) }
    }
}

/// The label of an impact and its sentence, which does not repeat the label: `removed` before
/// `removed: image version linux 1.0.0`.
fn labelled(of: &ToldImpact) -> (&str, &str) {
    let code = of.kind.code();
    let says_kind = |head: &str| head.replace(' ', "").eq_ignore_ascii_case(code);
    match of.text.split_once(": ") {
        Some((head, rest)) if says_kind(head) || head.split(' ').any(says_kind) => (head, rest),
        _ => (code, &of.text),
    }
}

/// What differs, machine types by image versions.
fn pairs(of: &Pairs) -> Markup {
    html! {
        h4 { "Machine types by image version, where they differ" }
        div.scroll.sheet-box tabindex="0" role="group" aria-label="Machine types by image version" {
            table.sheet.changes {
                thead {
                    tr {
                        th.corner scope="col" { "Machine type" }
                        @for column in &of.columns { th scope="col" { (named(column)) } }
                    }
                }
                tbody {
                    @for (machines, cells) in &of.rows {
                        tr {
                            th scope="row" {
                                @for (at, machine) in machines.iter().enumerate() {
                                    @if at > 0 { ", " }
                                    (named(machine))
                                }
                            }
                            @for cell in cells { (self::cell(cell)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(of: &[Difference]) -> Markup {
    let worst = of.iter().map(|one| one.kind).min();
    html! {
        td class=(worst.map_or("no", class)) {
            @for one in of {
                div { (one.what) @for value in &one.values { br; small { (line(value)) } } }
            }
        }
    }
}

/// How bad a kind of impact is.
fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Impossible | Kind::NoArtifact | Kind::Incompatible | Kind::Removed | Kind::Stuck => {
            "wrong"
        }
        Kind::Flavor | Kind::Artifact | Kind::Default | Kind::Changed | Kind::Maintenance => {
            "mixed"
        }
        Kind::Classification | Kind::Format | Kind::Vocabulary => "plain",
        Kind::Compatible | Kind::Added => "yes",
    }
}
