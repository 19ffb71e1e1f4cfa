//! The migration of all profiles of a run, each with its proof: first CloudProfiles, then the
//! NamespacedCloudProfiles that use their vocabularies.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::{Plan, Planned, Refusal, Request};
use super::chosen::{Chosen, Key, choose, name_users};
use super::family::{Family, Needs, Under};
use super::pools::pools;
use super::proof::{Difference, Question, Text, prove};
use super::stages::stages;
use super::suggest::United;
use super::unite::unite;
use super::units::{Texts, Units};
use super::{Refused, Step, Steps, migrate};
use crate::config::Settings;
use crate::finding::Finding;
use crate::landscape::{Body, Input, Item, Landscape, read};
use crate::lint::lint_among;
use crate::resolution::parents::{Parent, Parents, namespaced};
use crate::source::{FileId, Source, Sources};
use crate::words;

/// Maximum number of errors named of a profile that is refused already.
const NAMED_ERRORS: usize = 3;

/// Migrates all CloudProfiles of the inputs, and then all NamespacedCloudProfiles.
///
/// ```
/// use cpcap::config::Settings;
/// use cpcap::landscape::Input;
/// use cpcap::migrate::{Request, Texts, plan};
/// use cpcap::model::time::Time;
/// use cpcap::source::{Source, Sources};
///
/// let text = "apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: local}
/// spec:
///   type: local
///   regions: [{name: local}]
///   kubernetes: {versions: [{version: 1.33.2}]}
///   machineTypes: [{name: m, cpu: '2', gpu: '0', memory: 8Gi}]
///   machineImages: [{name: linux, versions: [{version: 1.0.0}]}]
///   providerConfig:
///     apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
///     kind: CloudProfileConfig
///     machineImages: [{name: linux, versions: [{version: 1.0.0, image: a}]}]
/// ";
/// let mut sources = Sources::default();
/// let inputs = [Input { file: sources.add(Source::new("profile.yaml", text)), fault: None }];
/// let texts = Texts { sources: &sources, inputs: &inputs, context: &[] };
/// let settings = Settings::at(Time::parse("2027-01-31T00:00:00Z").unwrap());
/// let plan = plan(texts, Request::default(), &settings).unwrap();
/// assert!(plan.texts[0].contains("machineCapabilities:"));
/// assert!(plan.profiles[0].proof.is_some() && plan.profiles[0].holds());
/// ```
///
/// # Errors
/// When the request does not fit the profiles: why, and what to do about it.
pub fn plan(texts: Texts<'_>, request: Request<'_>, settings: &Settings) -> Result<Plan, Refused> {
    let units = Units::new(texts.sources, texts.inputs);
    let mut run = Run {
        texts: Texts {
            sources: &units.sources,
            inputs: &units.inputs,
            context: texts.context,
        },
        units: &units,
        request,
        settings,
        needs: BTreeMap::new(),
        chosen: BTreeMap::new(),
        of_user: Chosen::of_user(request),
        context: Vec::new(),
        plan: Plan {
            texts: units
                .inputs
                .iter()
                .map(|input| units.sources.get(input.file).text().to_owned())
                .collect(),
            profiles: Vec::new(),
            pools: None,
            refused: Vec::new(),
        },
    };
    let known = run.parents_of_children(texts)?;
    for input in 0..units.inputs.len() {
        run.of_text(input, None);
    }
    run.take_back();
    let with_children: BTreeSet<usize> = known.keys().map(|(input, _)| *input).collect();
    for input in with_children {
        run.of_text(input, Some(&known));
    }
    run.look_beside();
    run.take_back();
    let mut plan = run.plan;
    plan.texts = units.joined(&plan.texts, texts.inputs.len());
    for of in &mut plan.profiles {
        of.document += units.document(of.input);
        of.input = units.input(of.input);
        of.parent_input = of.parent_input.map(|unit| units.input(unit));
    }
    for (input, _) in &mut plan.refused {
        *input = units.input(*input);
    }
    plan.pools = pools(texts, &plan.texts, settings);
    Ok(plan)
}

impl Texts<'_> {
    fn source(&self, input: usize) -> &Source {
        self.sources.get(self.inputs[input].file)
    }
}

/// Where the parent of a NamespacedCloudProfile stands.
#[derive(Clone, Copy)]
enum Place {
    /// In a unit of the inputs, by its position.
    Input(usize),
    /// In a text of the context.
    Context(FileId),
}

/// The parent of a NamespacedCloudProfile before anything is migrated.
#[derive(Clone, Copy)]
struct Whose {
    place: Place,
    is_legacy: bool,
}

/// The parents of the NamespacedCloudProfiles, by unit and position of the child among
/// the objects of its text.
type Known = BTreeMap<(usize, usize), Option<Whose>>;

/// A NamespacedCloudProfile of the context, which stays as it is.
struct Beside {
    file: FileId,
    /// Its position among the objects of its text.
    position: usize,
    title: String,
    whose: Whose,
}

/// A run over the units of the inputs: where it says input, it means a unit.
struct Run<'s> {
    texts: Texts<'s>,
    units: &'s Units,
    request: Request<'s>,
    settings: &'s Settings,
    /// What children need, by the unit and name of their parent.
    needs: BTreeMap<Key, Needs>,
    /// What CloudProfiles get beside what they need.
    chosen: BTreeMap<Key, Chosen>,
    /// The same of other profiles.
    of_user: Chosen,
    /// The NamespacedCloudProfiles of the context.
    context: Vec<Beside>,
    plan: Plan,
}

impl Run<'_> {
    /// Refuses to migrate a CloudProfile if that changes what the workers of a NamespacedCloudProfile
    /// get that stays as it is.
    fn look_beside(&mut self) {
        let mut refused = Vec::new();
        for child in self.context.iter().filter(|_| !self.request.force) {
            let Place::Input(parent) = child.whose.place else {
                continue;
            };
            let (like, new) = (self.texts.source(parent), self.plan.texts[parent].as_str());
            if like.text() == new {
                continue;
            }
            let united = self.united(parent);
            let like_child = self.texts.sources.get(child.file);
            let own = Text {
                like: like_child,
                text: like_child.text(),
            };
            let question = Question {
                before: own,
                stored: own,
                after: own,
                around: Some([like.text(), new].map(|text| Text { like, text })),
                position: child.position,
                united: &united,
                users: &[],
            };
            // That a version goes which the child adjusts, the server refuses.
            let goes = |of: &Difference| united.iter().any(|one| one.has(&of.image, &of.version));
            let changes = prove(&question, self.settings).is_some_and(|proof| {
                let mut all = proof.differences.iter();
                all.any(|of| !of.cause.is_wanted() && !goes(of))
            });
            if changes {
                let why = format!(
                    "workers of {} ({}) would get something else, because it stays in the legacy \
                     format; migrate it in the same run",
                    child.title,
                    like_child.name()
                );
                refused.push((parent, why.into()));
            }
        }
        self.plan.refused.append(&mut refused);
    }

    /// Takes back what was done in texts with a profile that cannot be migrated, and in texts whose
    /// profiles have a parent there.
    fn take_back(&mut self) {
        let mut known = BTreeSet::new();
        loop {
            let refused = self.plan.refused.iter();
            let refused: BTreeSet<usize> =
                refused.map(|(unit, _)| self.units.input(*unit)).collect();
            if refused == known {
                return;
            }
            for (unit, text) in self.plan.texts.iter_mut().enumerate() {
                if refused.contains(&self.units.input(unit)) {
                    self.texts.source(unit).text().clone_into(text);
                }
            }
            let stays = |unit: usize| refused.contains(&self.units.input(unit));
            self.plan.profiles.retain(|of| !stays(of.input));
            let orphans = self.plan.profiles.iter().filter_map(|of| {
                let parent = self
                    .texts
                    .source(of.parent_input.filter(|unit| stays(*unit))?);
                let parent = parent.name();
                let why = format!("{} stays, because its parent in {parent} stays", of.title);
                Some((of.input, why.into()))
            });
            let mut orphans: Vec<(usize, Refusal)> = orphans.collect();
            // One reason for each text is enough.
            orphans.dedup_by_key(|(unit, _)| self.units.input(*unit));
            self.plan.refused.append(&mut orphans);
            known = refused;
        }
    }

    /// Which text holds the parent of each NamespacedCloudProfile, by the rule of all commands, and
    /// what it needs of that.
    fn parents_of_children(&mut self, whole: Texts<'_>) -> Result<Known, Refused> {
        let Texts {
            sources,
            inputs,
            context,
        } = whole;
        let (judged, around) = (read(sources, inputs), read(sources, context));
        let (judged, around) = (Landscape::new(&judged), Landscape::new(&around));
        let parents = Parents::new(&judged, &around, &self.settings.provider_rules);
        let mut positions: BTreeMap<(FileId, Option<usize>), usize> = BTreeMap::new();
        let mut known = Known::new();
        for item in judged.all().into_iter().chain(&around.items) {
            let own = self.units.find(item.file, item.document.index);
            let position = positions.entry((item.file, own)).or_default();
            let at = *position;
            *position += 1;
            let Some(child) = namespaced(item) else {
                continue;
            };
            let whose = parents.find(item, child, sources).map(|found| {
                let parent = found.parent.item;
                let provided = parents.provided(item, sources);
                let unit = self.units.find(parent.file, parent.document.index);
                if let Some(unit) = unit {
                    self.needs
                        .entry((unit, (*parent.object.meta.name).to_owned()))
                        .or_default()
                        .add(&child.spec, provided.as_ref());
                }
                Whose {
                    place: unit.map_or(Place::Context(parent.file), Place::Input),
                    is_legacy: found.parent.vocabulary.is_empty(),
                }
            });
            match (own, whose) {
                (Some(unit), whose) => {
                    known.insert((unit, at), whose);
                }
                (None, Some(whose)) => self.context.push(Beside {
                    file: item.file,
                    position: at,
                    title: words::object(item),
                    whose,
                }),
                (None, None) => {}
            }
        }
        let landscapes = [&judged, &around];
        let (request, settings) = (self.request, self.settings);
        self.chosen = choose(request, landscapes, self.units, &mut self.needs, settings)?;
        name_users(&mut self.chosen, landscapes, self.units, sources, settings);
        Ok(known)
    }

    /// What the profile of a unit gets beside what it needs: a NamespacedCloudProfile what its
    /// parent gets.
    fn chosen(&self, unit: usize, name: &str, under: Option<(&Parent<'_>, Whose)>) -> &Chosen {
        let key = match under {
            None => Some((unit, name.to_owned())),
            Some((parent, whose)) => match whose.place {
                Place::Input(unit) => Some((unit, (*parent.item.object.meta.name).to_owned())),
                Place::Context(_) => None,
            },
        };
        let chosen = key.and_then(|key| self.chosen.get(&key));
        chosen.unwrap_or(&self.of_user)
    }

    /// The versions of the profiles of a unit that become one.
    fn united(&self, unit: usize) -> Vec<United> {
        let of_unit = self.chosen.range((unit, String::new())..);
        of_unit
            .take_while(|((of, _), _)| *of == unit)
            .flat_map(|(_, chosen)| chosen.united())
            .collect()
    }

    /// All texts but one, as they were: they may use what the profile in it loses.
    fn beside(&self, own: usize) -> Vec<Text<'_>> {
        let others = (0..self.texts.inputs.len()).filter(|unit| *unit != own);
        let others = others.map(|unit| self.texts.source(unit));
        let context = self.texts.context.iter();
        let context = context.map(|input| self.texts.sources.get(input.file));
        let text = |like| Text {
            like,
            text: Source::text(like),
        };
        others.chain(context).map(text).collect()
    }

    /// Migrates the CloudProfiles of a text, or the NamespacedCloudProfiles whose parents are
    /// known, one after the other.
    fn of_text(&mut self, input: usize, known: Option<&Known>) {
        let mut position = 0;
        loop {
            let mut sources = Sources::default();
            let own = [Input {
                file: sources.add(self.texts.source(input).with_text(&*self.plan.texts[input])),
                fault: None,
            }];
            let around: Vec<Input> = known
                .into_iter()
                .flat_map(|known| known.range((input, 0)..(input + 1, 0)))
                .filter_map(|(_, whose)| self.around(input, (*whose)?))
                .map(|[_, after]| Input {
                    file: sources.add(after.like.with_text(after.text)),
                    fault: None,
                })
                .collect();
            let files = [&own[..], &around].map(|inputs| read(&sources, inputs));
            let [judged, context] = files.each_ref().map(|files| Landscape::new(files));
            let parents = Parents::new(&judged, &context, &self.settings.provider_rules);
            let mut is_new = false;
            let all = judged.all();
            while let Some(item) = all.get(position).copied().filter(|_| !is_new) {
                let done = match (&item.body, known) {
                    (Body::CloudProfile(_), None) => self.one((input, position), item, None),
                    (Body::NamespacedCloudProfile(child), Some(known)) => {
                        let found = parents.find(item, child, &sources);
                        let whose = known.get(&(input, position)).copied().flatten();
                        self.child((input, position), item, found.map(|of| of.parent), whose)
                    }
                    _ => {
                        position += 1;
                        continue;
                    }
                };
                position += 1;
                match done {
                    Err(reason) => self.plan.refused.push((input, reason)),
                    Ok(planned) => {
                        if let Some(text) = &planned.migrated.text {
                            self.plan.texts[input].clone_from(text);
                            is_new = true;
                        }
                        self.plan.profiles.push(planned);
                    }
                }
            }
            if !is_new {
                return;
            }
        }
    }

    /// Migrates a NamespacedCloudProfile under its parent.
    fn child(
        &self,
        at: (usize, usize),
        item: &Item<'_>,
        parent: Option<&Parent<'_>>,
        whose: Option<Whose>,
    ) -> Result<Planned, Refusal> {
        let (Some(parent), Some(whose)) = (parent, whose) else {
            return Err(format!(
                "the parent of {} is not among the files; give its file with --with",
                words::object(item)
            )
            .into());
        };
        if parent.vocabulary.is_empty() && matches!(whose.place, Place::Input(_)) {
            return Err(format!(
                "{} keeps the legacy format, because {} does",
                words::object(item),
                words::object(parent.item)
            )
            .into());
        }
        if parent.vocabulary.is_empty() {
            return Err(format!(
                "{} keeps the legacy format, because {} has no vocabulary; migrate the parent \
                 first, or in the same run",
                words::object(item),
                words::object(parent.item)
            )
            .into());
        }
        self.one(at, item, Some((parent, whose)))
    }

    /// The text of a parent, before and afterwards; none where that is the child's own.
    fn around<'r>(&'r self, own: usize, whose: Whose) -> Option<[Text<'r>; 2]> {
        match whose.place {
            Place::Input(input) if input == own => None,
            Place::Input(input) => {
                let like = self.texts.source(input);
                let after = self.plan.texts[input].as_str();
                Some([like.text(), after].map(|text| Text { like, text }))
            }
            Place::Context(file) => {
                let like = self.texts.sources.get(file);
                let text = like.text();
                Some([Text { like, text }; 2])
            }
        }
    }

    /// Migrates an object with proof.
    fn one(
        &self,
        (input, position): (usize, usize),
        item: &Item<'_>,
        under: Option<(&Parent<'_>, Whose)>,
    ) -> Result<Planned, Refusal> {
        let whose = under.map(|(_, whose)| whose);
        let around = whose.and_then(|whose| self.around(input, whose));
        let like = self.texts.source(input);
        let (before, current) = (like.text(), self.plan.texts[input].as_str());
        let own = Text { like, text: before };
        let chosen = self.chosen(input, *item.object.meta.name, under);
        let hurdles = chosen.taken().flat_map(|of| &of.hurdles);
        let hurdles: Vec<String> = hurdles.cloned().collect();
        if under.is_none() && !hurdles.is_empty() {
            return Err(Refusal {
                why: format!(
                    "{} keeps its format, because a suggestion that you take is not clear:",
                    words::object(item)
                ),
                details: hurdles,
            });
        }
        let united = chosen.united();
        let users = match under {
            None if !united.is_empty() => self.beside(input),
            _ => Vec::new(),
        };
        let question = Question {
            before: own,
            stored: own,
            after: own,
            around,
            position,
            united: &united,
            users: &users,
        };
        let nothing = Needs::default();
        let family = match under {
            Some((parent, whose)) => Family::Child(Under {
                parent,
                was_legacy: whose.is_legacy,
            }),
            None => {
                let key = (input, (*item.object.meta.name).to_owned());
                Family::Parent(self.needs.get(&key).unwrap_or(&nothing))
            }
        };
        let with = |steps: &Steps| {
            let rules = &self.settings.provider_rules;
            let done = migrate(item, family, rules, (steps, chosen.axes()))?;
            let unites = [Step::Images, Step::Provider]
                .iter()
                .all(|step| steps.contains(step));
            if unites && under.is_none() {
                unite(done, chosen, own, (position, current))
            } else {
                Ok(done)
            }
        };
        let mut steps = Steps::from(Step::ALL);
        if !self.request.drop_legacy {
            steps.remove(&Step::Finish);
        }
        let mut migrated = with(&steps)?;
        self.wrong_already(input, item, whose)?;
        let (mut stage, mut stored) = (None, before.to_owned());
        if let Some(last) = self.request.stage {
            let takes = |stored: &str, after: &str| {
                prove(&question.of(stored, after), self.settings)
                    .is_some_and(|proof| proof.holds_as_update())
            };
            let (what, of) = stages(last, current, with, takes)?;
            (migrated, stage, stored) = (of.migrated, Some(what), of.stored);
        }
        let (_, namespace, name) = item.key();
        let mut planned = Planned {
            input,
            parent_input: whose.and_then(|whose| match whose.place {
                Place::Input(input) => Some(input),
                Place::Context(_) => None,
            }),
            document: item.document.index,
            title: words::object(item),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            migrated,
            suggestions: match under {
                None => chosen.suggestions.clone(),
                Some(_) => Vec::new(),
            },
            proof: None,
            stage,
        };
        // A child that stays is proved under its changed parent.
        let stays = around.is_some_and(|[before, after]| before.text != after.text)
            || whose.is_some_and(|whose| whose.is_legacy);
        let after = planned.migrated.text.as_deref();
        if let Some(after) = after.or(stays.then_some(current)) {
            let proof = prove(&question.of(&stored, after), self.settings).ok_or_else(|| {
                format!(
                    "cpcap cannot prove that workers get the same from the migrated {}, because \
                     it cannot compare it with the old one",
                    planned.title
                )
            })?;
            planned.proof = Some(proof);
        }
        Ok(planned)
    }

    /// What is wrong with a legacy profile before anything is done to it; one that is migrated in
    /// part may have errors that go with the rest.
    fn wrong_already(
        &self,
        input: usize,
        item: &Item<'_>,
        parent: Option<Whose>,
    ) -> Result<(), Refusal> {
        let is_legacy = match (&item.body, parent) {
            (Body::CloudProfile(of), _) => of.machine_capabilities.is_empty(),
            (_, parent) => parent.is_some_and(|parent| parent.is_legacy),
        };
        if self.request.force || !is_legacy {
            return Ok(());
        }
        let own = std::slice::from_ref(&self.texts.inputs[input]);
        let around = match parent.map(|parent| parent.place) {
            Some(Place::Input(of)) if of != input => vec![self.texts.inputs[of]],
            Some(Place::Context(file)) => vec![Input { file, fault: None }],
            _ => Vec::new(),
        };
        let outcome = lint_among(self.texts.sources, own, &around, &[], self.settings);
        let errors = outcome.errors_of(self.texts.inputs[input].file, item.document.index);
        let mut errors: Vec<String> = errors.iter().map(Finding::told).collect();
        if errors.is_empty() {
            return Ok(());
        }
        let more = errors.len().saturating_sub(NAMED_ERRORS);
        errors.truncate(NAMED_ERRORS);
        if more > 0 {
            errors.push(format!("and {more} more"));
        }
        Err(Refusal {
            why: format!(
                "{} has errors already; fix them first (`cpcap lint` shows more)",
                words::object(item)
            ),
            details: errors,
        })
    }
}
