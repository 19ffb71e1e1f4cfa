//! The change in parts, for a page that arranges them: refusals, objects with their impacts, and the
//! pairs of machine types and image versions that differ.

use std::collections::BTreeMap;

use crate::diff::Verdict;
use crate::finding::Finding;
use crate::impact::{Impact, Kind, What};
use crate::report::{Alike, alike};
use crate::table::diff::words::{self, Pen};
use crate::table::diff::{End, View, by_cause};

/// Everything that a page says.
pub(crate) struct Told {
    /// Whether all is well, if that is known.
    pub good: Option<bool>,
    /// The verdict and the counts, as one line.
    pub summary: String,
    /// The findings by their headings, those that matter most first.
    pub findings: Vec<(&'static str, Vec<ToldFinding>)>,
    /// What is not known, by its heading.
    pub open: (&'static str, Vec<String>),
    pub objects: Vec<ToldObject>,
    /// Further findings about the change.
    pub notes: Vec<ToldFinding>,
}

/// A finding and its places.
pub(crate) struct ToldFinding {
    /// The severity and the rule: `error[change/removed-in-use]`.
    pub rule: String,
    pub place: String,
    pub text: String,
    /// Other places, and what is there.
    pub related: Vec<(String, String)>,
    pub help: Option<String>,
    /// Those that the same rule says in the same words of other entries.
    pub others: Vec<ToldFinding>,
}

/// An object and what becomes of it.
pub(crate) struct ToldObject {
    pub title: String,
    pub not_judged: Option<String>,
    /// The impacts by the heading of their cause.
    pub causes: Vec<(&'static str, Vec<ToldImpact>)>,
    pub pairs: Pairs,
}

/// An impact as a sentence.
pub(crate) struct ToldImpact {
    pub kind: Kind,
    pub text: String,
    /// The old place and the new one; empty where there is none.
    pub places: String,
}

/// Machine types by image versions, as far as a change makes a difference.
#[derive(Default)]
pub(crate) struct Pairs {
    pub columns: Vec<String>,
    /// Machine types with the same differences, and these.
    pub rows: Vec<(Vec<String>, Vec<Vec<Difference>>)>,
}

/// What becomes different for a machine type and an image version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Difference {
    pub kind: Kind,
    pub what: &'static str,
    /// The old and the new values, with regions.
    pub values: Vec<String>,
}

impl Told {
    /// `expand`: everything that is concerned is named.
    pub fn new(view: View<'_>, expand: bool) -> Self {
        let all = view.findings;
        let told = |findings: &[&Finding]| -> Vec<ToldFinding> {
            let told = |finding: &&Finding| told(finding, view);
            let group = |of: Alike<'_>| ToldFinding {
                others: of.others.iter().map(told).collect(),
                ..told(&of.first)
            };
            alike(findings, |_| false).into_iter().map(group).collect()
        };
        let findings = [
            (words::UNREADABLE, all.unreadable),
            ("Refused by the server", all.refused),
            (words::UNCHECKED, all.unchecked),
        ];
        let refused = view.refused_places();
        let objects = view.objects.iter().map(|object| {
            let pen = Pen::new(object, &refused, view.sources, expand);
            let line = |impact: &&Impact<'_>| ToldImpact {
                kind: impact.kind(),
                text: pen.line(impact),
                places: words::places(impact, view.sources),
            };
            let impacts: Vec<&Impact<'_>> = object.impacts.iter().collect();
            ToldObject {
                title: words::title(object, view),
                not_judged: words::not_judged(object, expand),
                causes: by_cause(&impacts)
                    .into_iter()
                    .map(|(cause, impacts)| {
                        let lines = impacts.iter().map(line).collect();
                        (words::cause(cause, object), lines)
                    })
                    .collect(),
                pairs: Pairs::new(&impacts),
            }
        });
        Self {
            good: match (view.verdict, view.end) {
                (Verdict::NotKnown, _) | (Verdict::Accepted, End::Unpaired | End::Failed) => None,
                (Verdict::Refused, _) | (Verdict::Accepted, End::Denied) => Some(false),
                (Verdict::Accepted, End::Fine) => Some(true),
            },
            summary: words::summary(&view),
            findings: findings
                .into_iter()
                .filter(|(_, findings)| !findings.is_empty())
                .map(|(heading, findings)| (heading, told(findings)))
                .collect(),
            open: (
                words::OPEN,
                all.open
                    .iter()
                    .map(|open| words::open(open, view.sources))
                    .collect(),
            ),
            objects: objects.collect(),
            notes: told(all.notes),
        }
    }
}

fn told(finding: &Finding, view: View<'_>) -> ToldFinding {
    let place = |at| view.sources.place_of(at);
    ToldFinding {
        rule: format!("{}[{}]", finding.severity, finding.rule),
        place: place(finding.place),
        text: words::finding(finding),
        related: finding
            .related
            .iter()
            .map(|label| (place(label.place), label.text.clone()))
            .collect(),
        help: finding.help.clone(),
        others: Vec::new(),
    }
}

impl Pairs {
    fn new(impacts: &[&Impact<'_>]) -> Self {
        let mut columns: Vec<(&str, &str)> = Vec::new();
        let mut by_machine: BTreeMap<&str, BTreeMap<usize, Vec<Difference>>> = BTreeMap::new();
        let mut machines: Vec<&str> = Vec::new();
        for impact in impacts {
            let Some(what) = words::of_pair(&impact.what) else {
                continue;
            };
            for (at, image) in impact.images.iter().enumerate() {
                if image.1.is_empty() || impact.machine_types.is_empty() {
                    continue;
                }
                let column = columns.iter().position(|known| known == image);
                let column = column.unwrap_or_else(|| {
                    columns.push(*image);
                    columns.len() - 1
                });
                let difference = Difference {
                    kind: impact.kind(),
                    what,
                    values: values(impact, at),
                };
                for machine in &impact.machine_types {
                    let known = by_machine.entry(machine).or_insert_with(|| {
                        machines.push(machine);
                        BTreeMap::new()
                    });
                    known.entry(column).or_default().push(difference.clone());
                }
            }
        }
        let mut rows: Vec<(Vec<String>, Vec<Vec<Difference>>)> = Vec::new();
        let mut known: BTreeMap<Vec<Vec<Difference>>, usize> = BTreeMap::new();
        for machine in machines {
            let of = by_machine.remove(machine).unwrap_or_default();
            let cells: Vec<Vec<Difference>> = (0..columns.len())
                .map(|column| of.get(&column).cloned().unwrap_or_default())
                .collect();
            let at = *known.entry(cells).or_insert_with_key(|cells| {
                rows.push((Vec::new(), cells.clone()));
                rows.len() - 1
            });
            rows[at].0.push(machine.to_owned());
        }
        Self {
            columns: columns
                .into_iter()
                .map(|(image, version)| crate::words::image_version(image, version))
                .collect(),
            rows,
        }
    }
}

/// The old and the new value of an image version, by its position.
fn values(impact: &Impact<'_>, image: usize) -> Vec<String> {
    match &impact.what {
        What::Artifact(moves) | What::NoArtifact(_, moves) => moves
            .iter()
            .filter(|of| of.image == image)
            .map(|of| {
                let values = words::from_to(of.before.as_deref(), of.after.as_deref());
                match of.region {
                    "" => values,
                    region => format!("{region}: {values}"),
                }
            })
            .collect(),
        What::Flavor => vec![words::from_to(
            impact.before.as_deref(),
            impact.after.as_deref(),
        )],
        _ => Vec::new(),
    }
}
