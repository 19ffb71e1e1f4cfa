//! The pages of a report: one for each profile, and an index that says how each stands.

use std::collections::BTreeMap;

use maud::{Markup, html};
use sha2::{Digest, Sha256};

use crate::finding::{Finding, Severity};
use crate::landscape::Item;
use crate::lint::Outcome;
use crate::maintain::Calendar;
use crate::output::clean::line;
use crate::page::profile::{Options, ProfilePage, Start};
use crate::page::{Section, calendar, findings, framed, profiles};
use crate::report::summary;
use crate::source::{FileId, Sources};
use crate::uses::Uses;

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
}

/// How a profile stands, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Refused,
    Risky,
    Clean,
}

impl State {
    fn of(findings: &[&Finding]) -> Self {
        let is_refusal =
            |finding: &&Finding| finding.stage.is_some() && finding.severity == Severity::Error;
        if findings.iter().any(is_refusal) {
            Self::Refused
        } else if findings.iter().any(|of| of.severity > Severity::Note) {
            Self::Risky
        } else {
            Self::Clean
        }
    }

    fn draw(self) -> Markup {
        let (class, text) = match self {
            Self::Refused => ("bold red", "✗ refused"),
            Self::Risky => ("bold yellow", "! risky"),
            Self::Clean => ("bold green", "✓ clean"),
        };
        html! { span class=(class) { (text) } }
    }
}

/// The files of a report with their texts: a page for each profile, and the index.
pub(crate) fn report(
    entries: Vec<Entry<'_, '_>>,
    outcome: &Outcome,
    uses: &Uses<'_>,
    sources: &Sources,
    options: Options<'_>,
) -> BTreeMap<String, String> {
    let mut of_entry: Vec<Vec<&Finding>> = vec![Vec::new(); entries.len()];
    let mut others = Vec::new();
    let known: BTreeMap<Key<'_>, usize> = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| (key_of(entry.item), at))
        .collect();
    for finding in &outcome.findings {
        match keys(finding).iter().find_map(|key| known.get(key)) {
            Some(at) => of_entry[*at].push(finding),
            None => others.push(finding),
        }
    }
    let names = file_names(&entries, sources);
    let mut rows: Vec<(State, Markup)> = Vec::new();
    let mut files = BTreeMap::new();
    for ((entry, found), file) in entries.into_iter().zip(of_entry).zip(names) {
        let state = State::of(&found);
        rows.push((state, row(state, &entry.page, &found, &file)));
        let section = Section::new("findings", "Findings", findings::list(&found, sources));
        let of_profile = uses
            .profiles
            .iter()
            .find(|uses| std::ptr::eq(uses.item, entry.item));
        let calendar = entry.calendar.map(|of| {
            let body = calendar::draw(&of, of_profile, 0, false);
            Section::new("calendar", "Calendar", body)
        });
        let start = Start {
            up: Some((INDEX, "All profiles")),
            lead: findings::counted(&found),
            sections: vec![section],
            last: calendar.into_iter().collect(),
        };
        files.insert(file, profiles(vec![entry.page], start, options));
    }
    // The worst first; within a state, in the order of the files.
    rows.sort_by_key(|(state, _)| *state);
    files.insert(INDEX.to_owned(), index(&rows, &others, outcome, sources));
    files
}

/// The place of an object: its file, its document, its kind, namespace and name.
type Key<'a> = (FileId, usize, &'a str, &'a str, &'a str);

fn key_of<'a>(item: &'a Item<'_>) -> Key<'a> {
    let object = &item.object;
    let (kind, namespace) = (object.kind.as_str(), object.namespace());
    let document = item.document.index;
    (item.file, document, kind, namespace, *object.meta.name)
}

/// Where the object of a finding may stand: a finding about a merged result may point at the parent
/// first.
fn keys(finding: &Finding) -> Vec<Key<'_>> {
    let subject = &finding.subject;
    fn text(of: Option<&String>) -> &str {
        of.map_or("", String::as_str)
    }
    let places = finding.related.iter().map(|label| label.place);
    std::iter::once(finding.place)
        .chain(places)
        .map(|place| {
            let (kind, namespace) = (
                text(subject.kind.as_ref()),
                text(subject.namespace.as_ref()),
            );
            (
                place.file,
                subject.document,
                kind,
                namespace,
                text(subject.name.as_ref()),
            )
        })
        .collect()
}

fn row(state: State, page: &ProfilePage<'_>, found: &[&Finding], file: &str) -> Markup {
    let of = |severity: Severity| found.iter().filter(|of| of.severity == severity).count();
    let sizes = page.sizes();
    html! {
        tr {
            th scope="row" { a href=(file) { (line(page.name())) } }
            td.state { (state.draw()) }
            @for severity in Severity::ALL { td.number { (of(severity)) } }
            @match sizes {
                Some(sizes) => { @for size in sizes { td.number { (size) } } },
                None => { td.number { "–" } td.number { "–" } td.number { "–" } },
            }
            td { (line(page.place())) }
        }
    }
}

fn index(
    rows: &[(State, Markup)],
    others: &[&Finding],
    outcome: &Outcome,
    sources: &Sources,
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
            table.plain {
                thead {
                    tr {
                        th scope="col" { "Profile" }
                        th scope="col" { "State" }
                        @for heading in headings { th.number scope="col" { (heading) } }
                        th.number scope="col" { "Ambiguous pairs" }
                        th scope="col" { "File" }
                    }
                }
                tbody { @for (_, row) in rows { (row) } }
            }
        }
        dl.list {
            dt { (State::Refused.draw()) }
            dd { "The server would refuse the profile." }
            dt { (State::Risky.draw()) }
            dd { "The server would accept it, and cpcap has errors or warnings." }
            dt { (State::Clean.draw()) }
            dd { "No errors and no warnings." }
        }
    };
    let mut sections = vec![Section::new("profiles", "Profiles", body)];
    if !others.is_empty() {
        let body = findings::list(others, sources);
        sections.push(Section::new("others", "Other findings", body));
    }
    let lead = summary(&outcome.summary);
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
