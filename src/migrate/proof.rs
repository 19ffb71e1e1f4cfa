//! The proof that a migrated profile gives workers what the old one gave them, and that the server
//! takes it.

use std::collections::{BTreeMap, BTreeSet};

use super::suggest::United;
use crate::config::{Operation, Settings};
use crate::finding::{Finding, Origin};
use crate::landscape::{Input, Landscape, read};
use crate::lint::{Outcome, lint_among};
use crate::matching::{Machine, Matcher};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::provider::lookup::Catalog;
use crate::resolution::parents::Parents;
use crate::resolution::usable::Usable;
use crate::source::{Source, Sources};

/// The evidence for and against a migration.
#[derive(Debug)]
pub struct Proof {
    /// How many machine types, image versions and regions were compared with each other.
    pub compared: usize,
    /// How many of these combinations get an artifact.
    pub with_artifact: usize,
    /// The machine types that get something else.
    pub differences: Vec<Difference>,
    /// The refusals of the server for the update of the old profile, and the errors of `lint`.
    pub update: Vec<String>,
    /// The errors of the result where it is created.
    pub create: Vec<String>,
    /// What cpcap has to say about the vocabulary, beside errors.
    pub advice: Vec<String>,
    /// The bytes of the stored object, before and after.
    pub size: (u64, u64),
}

impl Proof {
    /// Whether workers get what they got, and the server takes the result where it updates what is
    /// stored.
    #[must_use]
    pub fn holds_as_update(&self) -> bool {
        self.update.is_empty() && self.differences.iter().all(|of| of.cause.is_wanted())
    }
}

/// A combination that gets something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub machine_type: String,
    pub image: String,
    pub version: String,
    /// The region; empty where artifacts are the same everywhere.
    pub region: String,
    /// The artifact before; none: nothing, or the image does not fit.
    pub before: Option<String>,
    pub after: Option<String>,
    pub cause: Cause,
}

/// Why a combination gets something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The image version fits another set of machine types.
    Fit,
    /// `providerConfig` offers something else.
    Offer,
    /// The legacy lists of a NamespacedCloudProfile and its parent have one entry a version: the
    /// extension loses the others when it merges them. Flavors stay.
    LostInMerge,
    /// The version becomes one with others, and selection takes another flavor of it.
    United,
}

impl Cause {
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Fit => "the image version no longer fits as it did",
            Self::Offer => "`providerConfig` offers something else",
            Self::LostInMerge => {
                "the extension loses the legacy entry when it merges the NamespacedCloudProfile \
                 into its parent, and keeps the flavor"
            }
            Self::United => {
                "the version becomes one with others, and the machine type gets another flavor of it"
            }
        }
    }

    /// Whether the difference is an improvement, or the user asked for it, so that it is not against
    /// a migration.
    #[must_use]
    pub fn is_wanted(self) -> bool {
        matches!(self, Self::LostInMerge | Self::United)
    }
}

/// A text that replaces another one.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The one that it stands for, of which it has the name and the place.
    pub like: &'a Source,
    pub text: &'a str,
}

/// What a proof is about.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The text of the profile before the migration.
    pub before: Text<'a>,
    /// The text that the result updates.
    pub stored: Text<'a>,
    pub after: Text<'a>,
    /// The text of a parent, before and afterwards, where it stands in another one.
    pub around: Option<[Text<'a>; 2]>,
    /// The position of the profile among the objects of its text.
    pub position: usize,
    /// The versions that become one.
    pub united: &'a [United],
    /// Texts with objects that may use what the profile loses.
    pub users: &'a [Text<'a>],
}

impl<'a> Question<'a> {
    /// The same of another result, and of another text that it updates.
    pub(super) fn of<'b>(self, stored: &'b str, after: &'b str) -> Question<'b>
    where
        'a: 'b,
    {
        let like = self.before.like;
        let text = |text| Text { like, text };
        Question {
            stored: text(stored),
            after: text(after),
            ..self
        }
    }
}

/// The texts of a question, ready to be read.
struct Ready {
    sources: Sources,
    before: Input,
    stored: Input,
    after: Input,
    around: [Vec<Input>; 2],
    users: Vec<Input>,
}

impl Ready {
    fn new(question: &Question<'_>) -> Self {
        let mut sources = Sources::default();
        let mut add = |of: Text<'_>| Input {
            file: sources.add(of.like.with_text(of.text)),
            fault: None,
        };
        let [before, stored, after] =
            [question.before, question.stored, question.after].map(&mut add);
        let around = question
            .around
            .map_or_else(Default::default, |texts| texts.map(|text| vec![add(text)]));
        let users = question.users.iter().map(|text| add(*text)).collect();
        Self {
            sources,
            before,
            stored,
            after,
            around,
            users,
        }
    }

    /// The judgement of the result, as an update of what is stored or as a new object.
    fn judged(&self, operation: Operation, settings: &Settings) -> Outcome {
        let settings = Settings {
            operation,
            silences: false,
            ..settings.clone()
        };
        let slice = std::slice::from_ref;
        let old = if operation == Operation::Update {
            slice(&self.stored)
        } else {
            &[]
        };
        let [_, around] = &self.around;
        let context = [&around[..], &self.users].concat();
        lint_among(&self.sources, slice(&self.after), &context, old, &settings)
    }
}

/// What is said about the vocabulary of a profile and is no error: by nobody but cpcap.
fn advice(of: &Outcome, document: usize) -> Vec<String> {
    let own = of.findings.iter().filter(|finding| {
        finding.subject.document == document
            && matches!(finding.origin, Origin::Design | Origin::Selection)
            && finding
                .field
                .below(&"spec.machineCapabilities".into())
                .is_some()
    });
    own.map(|finding| match &finding.help {
        Some(help) => format!("{}; {help}", finding.message),
        None => finding.message.clone(),
    })
    .collect()
}

/// Compares a profile before and after; none where one of the two cannot be read, so that nothing
/// is proved.
#[must_use]
pub fn prove(question: &Question<'_>, settings: &Settings) -> Option<Proof> {
    let ready = Ready::new(question);
    let sources = &ready.sources;
    let files = [&ready.before, &ready.after].map(|of| read(sources, std::slice::from_ref(of)));
    let around = ready.around.each_ref().map(|inputs| read(sources, inputs));
    let landscapes = files.each_ref().map(|files| Landscape::new(files));
    let contexts = around.each_ref().map(|files| Landscape::new(files));
    let parents = [0, 1]
        .map(|side| Parents::new(&landscapes[side], &contexts[side], &settings.provider_rules));
    let [old_side, new_side] = [0, 1].map(|side| {
        let item = landscapes[side].all().get(question.position).copied()?;
        Some((item, Usable::new(item, &parents[side], sources)?.ok()?))
    });
    let ((a, was), (b, is)) = (old_side?, new_side?);
    let document = b.document.index;
    let [update, create] =
        [Operation::Update, Operation::Create].map(|of| ready.judged(of, settings));
    let told = |of: &Outcome| {
        let errors = of.errors_of(ready.after.file, document);
        errors.iter().map(Finding::told).collect()
    };
    let mut proof = Proof {
        compared: 0,
        with_artifact: 0,
        differences: Vec::new(),
        update: told(&update),
        create: told(&create),
        advice: advice(&update, document),
        size: (a.size(), b.size()),
    };
    compare((&was, &is), question.united, &mut proof)?;
    Some(proof)
}

/// The artifacts of a machine type, by region.
type Got = BTreeMap<String, String>;

fn got<'t>(
    usable: &Usable<'t>,
    catalog: &Catalog<'_, 't>,
    machine: &Machine<'_, 't>,
    (image, version): (&str, &str),
    regions: &[&str],
) -> Got {
    let mut found = Got::new();
    for region in regions {
        let Ok(artifact) = catalog.of_machine_type(
            image,
            version,
            region,
            machine.machine_type,
            architecture(machine),
        ) else {
            continue;
        };
        let mut text = artifact
            .names()
            .map(|(field, value)| format!("{field} {value}"))
            .collect::<Vec<_>>()
            .join(", ");
        if let Some(skip) = artifact.skip_marketplace_agreement {
            text.push_str(&format!(", skipMarketplaceAgreement {skip}"));
        }
        if usable.artifacts.as_ref().is_some_and(|artifacts| {
            artifacts.accelerates(&usable.profile, machine.machine_type, &artifact)
        }) {
            text.push_str(", accelerated networking");
        }
        found.insert((*region).to_owned(), text);
    }
    found
}

/// The architecture of a machine type, after defaulting.
fn architecture<'t>(machine: &Machine<'_, 't>) -> &'t str {
    machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE)
}

/// The place of a version afterwards, and whether it is made of several. One version after the other
/// may be taken in.
fn becomes<'u>(
    (image, version): (&'u str, &'u str),
    united: &'u [United],
    places: &BTreeMap<(&str, &str), usize>,
) -> Option<(usize, bool)> {
    let mut name = version;
    let mut is_united = false;
    for _ in 0..=united.len() {
        let mut takers = united.iter().filter(|of| of.has(image, name));
        is_united |= takers.clone().next().is_some();
        if let Some(at) = places.get(&(image, name)) {
            return Some((*at, is_united));
        }
        name = &takers.find(|of| of.version != name)?.version;
    }
    None
}

/// None where a side has no artifacts to compare, or lacks a version or a machine type.
fn compare(
    (before, after): (&Usable<'_>, &Usable<'_>),
    united: &[United],
    proof: &mut Proof,
) -> Option<()> {
    let [old, new] = [before, after].map(|usable| Matcher::new(&usable.profile));
    let catalogs = [before, after].map(|usable| {
        usable
            .artifacts
            .as_ref()
            .map(|artifacts| artifacts.catalog(&usable.profile))
    });
    let [Some(was), Some(is)] = &catalogs else {
        return None;
    };
    let known: Vec<&str> = before
        .profile
        .regions
        .iter()
        .map(|region| *region.name)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let regions = if was.is_regional() { known } else { vec![""] };
    if old.machines().len() != new.machines().len() {
        return None;
    }
    let places: BTreeMap<(&str, &str), usize> = new
        .versions()
        .iter()
        .enumerate()
        .map(|(at, of)| ((*of.image.name, *of.version.version()), at))
        .collect();
    // The versions afterwards, each with those before that become it.
    let mut members: BTreeMap<usize, Vec<(&str, &str)>> = BTreeMap::new();
    let mut becoming = Vec::new();
    for version in old.versions() {
        let name = (*version.image.name, *version.version.version());
        let (at, is_united) = becomes(name, united, &places)?;
        members.entry(at).or_default().push(name);
        becoming.push((version, name, at, is_united));
    }
    let accelerated: BTreeSet<&str> = before
        .artifacts
        .iter()
        .flat_map(|artifacts| artifacts.config.machine_types.iter())
        .filter(|of| of.accelerated_networking.value == Some(true))
        .map(|of| *of.name)
        .collect();
    for (version, name, at, is_united) in becoming {
        let version_after = &new.versions()[at];
        let name_after = (name.0, *version_after.version.version());
        // Equal machine types have the same answer.
        let mut answers: BTreeMap<_, ([Got; 2], bool)> = BTreeMap::new();
        for (a, b) in old.machines().iter().zip(new.machines()) {
            let architectures = [a, b].map(architecture);
            let rows = (
                was.machine_row(a.machine_type, architectures[0]),
                is.machine_row(b.machine_type, architectures[1]),
            );
            let accelerated = accelerated.contains(*a.machine_type.name);
            let key = (a.class, b.class, architectures, rows, accelerated);
            let ([x, y], fits_alike) = answers.entry(key).or_insert_with(|| {
                let fits = (
                    old.answer(a, version).compatible,
                    new.answer(b, version_after).compatible,
                );
                let x = if fits.0 {
                    got(before, was, a, name, &regions)
                } else {
                    Got::new()
                };
                let y = if fits.1 {
                    got(after, is, b, name_after, &regions)
                } else {
                    Got::new()
                };
                ([x, y], fits.0 == fits.1)
            });
            proof.compared += regions.len();
            proof.with_artifact += x.len();
            for region in regions
                .iter()
                .filter(|region| x.get(**region) != y.get(**region))
            {
                // Another flavor of the version is the artifact of another one before.
                let is_of_member = || {
                    members[&at].iter().any(|member| {
                        got(before, was, a, *member, &[region]).get(*region) == y.get(*region)
                    })
                };
                proof.differences.push(Difference {
                    machine_type: (*a.machine_type.name).to_owned(),
                    image: name.0.to_owned(),
                    version: name.1.to_owned(),
                    region: (*region).to_owned(),
                    before: x.get(*region).cloned(),
                    after: y.get(*region).cloned(),
                    cause: match (*fits_alike, x.get(*region)) {
                        _ if is_united && y.contains_key(*region) && is_of_member() => {
                            Cause::United
                        }
                        (false, _) => Cause::Fit,
                        (true, None) if before.parent.is_some() => Cause::LostInMerge,
                        (true, _) => Cause::Offer,
                    },
                });
            }
        }
    }
    // A version that nothing becomes is new, and nothing is known of it.
    (members.len() == new.versions().len()).then_some(())
}
