//! The pages of a report: one for each profile, and an index that says how each stands.

use std::collections::BTreeMap;

use maud::{Markup, html};
use sha2::{Digest, Sha256};

use crate::finding::{Finding, Severity};
use crate::landscape::Item;
use crate::lint::{Answer, Hidden, Outcome};
use crate::maintain::Calendar;
use crate::model::natural::natural;
use crate::model::time::Time;
use crate::output::clean::{line, prose};
use crate::output::html::prose as text;
use crate::page::profile::{Options, ProfilePage, Start};
use crate::page::{Section, calendar, findings, framed, profiles};
use crate::source::Sources;
use crate::uses::Uses;
use crate::words::count;

/// The name of the index.
pub(crate) const INDEX: &str = "index.html";
/// The most characters of a profile's name in the name of its file.
const LONGEST: usize = 60;
/// Hexadecimal digits that tell files apart.
const DIGITS: usize = 8;
/// Names that some file systems give to devices.
const DEVICES: &[&str] = &["aux", "con", "nul", "prn"];
/// The same with a digit behind them.
const NUMBERED_DEVICES: &[&str] = &["com", "lpt"];

/// A profile of a report.
pub(crate) struct Entry<'r, 't> {
    pub item: &'r Item<'t>,
    /// What its page shows.
    pub page: ProfilePage<'t>,
    /// Its versions through time; none where it could not be read.
    pub calendar: Option<Calendar<'r>>,
    /// Why cpcap could not judge all of it; nothing where it could.
    pub unknown: Vec<String>,
}

/// What a report is about.
pub(crate) struct Told<'r, 't> {
    pub entries: Vec<Entry<'r, 't>>,
    /// The findings, and how each profile stands.
    pub outcome: &'r Outcome,
    pub uses: &'r Uses<'r>,
    /// What else could not be read, and why.
    pub unread: &'r [String],
}

/// How a profile stands, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Refused,
    NotKnown,
    Risky,
    Clean,
}

impl State {
    const ALL: [Self; 4] = [Self::Refused, Self::NotKnown, Self::Risky, Self::Clean];

    /// `found`: what is shown, which other severities may have made worse.
    fn of(entry: &Entry<'_, '_>, answer: &Answer, found: &[&Finding]) -> Self {
        // The server never sees what kubectl cannot read.
        if !entry.item.document.readable() {
            Self::NotKnown
        } else if answer.refused {
            Self::Refused
        } else if !entry.unknown.is_empty() {
            Self::NotKnown
        } else if answer.doubtful || found.iter().any(|of| of.severity > Severity::Note) {
            Self::Risky
        } else {
            Self::Clean
        }
    }

    fn draw(self) -> Markup {
        let (class, text) = match self {
            Self::Refused => ("bold red", "✗ refused"),
            Self::NotKnown => ("bold", "? not known"),
            Self::Risky => ("bold yellow", "! risky"),
            Self::Clean => ("bold green", "✓ clean"),
        };
        html! { span class=(class) { (text) } }
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Refused => "The server would refuse the profile.",
            Self::NotKnown => {
                "cpcap could not judge all of it, so the server may refuse the profile."
            }
            Self::Risky => "The server would accept it, and cpcap has errors or warnings.",
            Self::Clean => "The server would accept it, and cpcap has no errors and no warnings.",
        }
    }
}

/// The files of a report with their texts: a page for each profile, and the index.
pub(crate) fn report(
    told: Told<'_, '_>,
    sources: &Sources,
    options: Options<'_>,
) -> BTreeMap<String, String> {
    let Told {
        entries,
        outcome,
        uses,
        unread,
    } = told;
    let all = &outcome.findings;
    let mut others: Vec<Option<&Finding>> = all.iter().map(Some).collect();
    let names = file_names(&entries, sources);
    let mut rows: Vec<(State, String, Markup)> = Vec::new();
    let mut files = BTreeMap::new();
    for (entry, file) in entries.into_iter().zip(names) {
        let Some(answer) = outcome.answers.of(entry.item) else {
            continue;
        };
        let found: Vec<&Finding> = answer.findings.iter().map(|at| &all[*at]).collect();
        for at in &answer.findings {
            others[*at] = None;
        }
        let state = State::of(&entry, answer, &found);
        let counted = findings::counted(&found, answer.hidden);
        let shown = row(state, &entry, &found, answer.hidden, &file);
        rows.push((state, entry.page.name().to_owned(), shown));
        let body = html! {
            p { (state.draw()) " " (state.meaning()) }
            @if !entry.unknown.is_empty() {
                ul { @for why in &entry.unknown { li { (text(&prose(why))) } } }
            }
            (findings::list(&found, answer.hidden, sources))
        };
        let section = Section::new("findings", "Findings", body);
        let of_profile = uses.of(entry.item);
        let calendar = entry.calendar.map(|of| {
            let body = calendar::draw(&of, of_profile, 0, false);
            Section::new("calendar", "Calendar", body)
        });
        let start = Start {
            up: Some((INDEX, "All profiles")),
            lead: counted,
            sections: vec![section],
            last: calendar.into_iter().collect(),
        };
        files.insert(file, profiles(vec![entry.page], start, options));
    }
    // The worst first; within a state, as people look for names.
    rows.sort_by(|(a, name, _), (b, other, _)| a.cmp(b).then_with(|| natural(name, other)));
    let others: Vec<&Finding> = others.into_iter().flatten().collect();
    let index = index(&rows, &others, outcome, unread, (sources, options.now));
    files.insert(INDEX.to_owned(), index);
    files
}

fn row(
    state: State,
    entry: &Entry<'_, '_>,
    found: &[&Finding],
    hidden: Hidden,
    file: &str,
) -> Markup {
    let of = |severity: Severity| found.iter().filter(|of| of.severity == severity).count();
    let page = &entry.page;
    let sizes = page.sizes();
    let kept_back = findings::kept_back(hidden);
    html! {
        tr {
            th scope="row" { a href=(file) { (line(page.name())) } }
            td.state {
                (state.draw())
                @if state == State::NotKnown {
                    @for why in &entry.unknown { " " small { (text(&prose(why))) } }
                }
                @if !kept_back.is_empty() { " " small { (kept_back.join(", ")) } }
            }
            @for severity in Severity::ALL { td.number { (of(severity)) } }
            @match sizes {
                Some(sizes) => { @for size in sizes { td.number { (size) } } },
                None => { td.number { "–" } td.number { "–" } td.number { "–" } },
            }
            td.file { (line(page.place())) }
        }
    }
}

fn index(
    rows: &[(State, String, Markup)],
    others: &[&Finding],
    outcome: &Outcome,
    unread: &[String],
    (sources, now): (&Sources, Time),
) -> String {
    let headings = [
        "Errors",
        "Warnings",
        "Notes",
        "Machine types",
        "Image versions",
    ];
    let body = html! {
        div.scroll tabindex="0" {
            table.plain.index {
                thead {
                    tr {
                        th scope="col" { "Profile" }
                        th scope="col" { "State" }
                        @for heading in headings { th.number scope="col" { (heading) } }
                        th.number scope="col" { "Ambiguous pairs" }
                        th scope="col" { "File" }
                    }
                }
                tbody { @for (_, _, row) in rows { (row) } }
            }
        }
        dl.list {
            @for state in State::ALL {
                dt { (state.draw()) }
                dd { (state.meaning()) }
            }
        }
    };
    let mut sections = Vec::new();
    if !unread.is_empty() {
        let body = html! { ul { @for why in unread { li { (text(&prose(why))) } } } };
        sections.push(Section::new("unread", "Not read", body));
    }
    sections.push(Section::new("profiles", "Profiles", body));
    if !others.is_empty() {
        let body = findings::list(others, Hidden::default(), sources);
        sections.push(Section::new("others", "Other findings", body));
    }
    let all: Vec<&Finding> = outcome.findings.iter().collect();
    let lead = format!(
        "{} in {}; life cycles at {now}",
        findings::counted(&all, outcome.answers.hidden),
        count(outcome.summary.files, "file")
    );
    framed(
        "Profiles",
        &lead,
        None,
        &sections,
        &BTreeMap::<&str, ()>::new(),
    )
}

/// The names of the files: those of the profiles, as far as they are plain, and with digits where
/// that does not tell them apart.
fn file_names(entries: &[Entry<'_, '_>], sources: &Sources) -> Vec<String> {
    let plain: Vec<(String, bool)> = entries
        .iter()
        .map(|entry| plain(entry.item.object.namespace(), *entry.item.object.meta.name))
        .collect();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in &plain {
        *numbers.entry(name).or_default() += 1;
    }
    let name = |(entry, (name, whole)): (&Entry<'_, '_>, &(String, bool))| {
        if *whole && numbers.get(name.as_str()) == Some(&1) {
            return format!("{name}.html");
        }
        let (item, file) = (entry.item, sources.get(entry.item.file).name());
        let what = format!(
            "{file}\0{}\0{}\0{}\0{}",
            item.document.index,
            item.object.prefix,
            item.object.kind.as_str(),
            item.object.qualified()
        );
        let digest = Sha256::digest(what);
        let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{name}-{}.html", &digits[..DIGITS])
    };
    entries.iter().zip(&plain).map(name).collect()
}

/// A name of small letters, digits, hyphens and dots, and whether it can stand for the profile's
/// name alone.
fn plain(namespace: &str, name: &str) -> (String, bool) {
    let whole = if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}--{name}")
    };
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    let plain: String = whole
        .chars()
        .take(LONGEST)
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    let plain = plain.trim_matches(['-', '.']);
    let stem = plain.split('.').next().unwrap_or_default();
    let numbered = |device: &&str| stem.strip_prefix(*device).is_some_and(|of| of.len() == 1);
    if plain.is_empty() || DEVICES.contains(&stem) || NUMBERED_DEVICES.iter().any(numbered) {
        return (
            format!("profile-{plain}").trim_end_matches('-').to_owned(),
            false,
        );
    }
    // A name that ends like one with digits could be mistaken for it.
    let (_, end) = plain.rsplit_once('-').unwrap_or_default();
    let has_digits = end.len() == DIGITS && end.chars().all(|c| c.is_ascii_hexdigit());
    let is_alone = plain == whole && plain != "index" && !has_digits;
    (plain.to_owned(), is_alone)
}
