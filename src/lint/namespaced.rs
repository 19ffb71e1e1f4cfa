//! Judging a NamespacedCloudProfile in the stages of the server: by itself, then against its
//! parent.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::provider;
use crate::capability::{Vocabulary, worker};
use crate::config::{Operation, Settings};
use crate::finding::{self, Finding, Origin, Severity};
use crate::landscape::Item;
use crate::matching::Matcher;
use crate::merge::{Before, Dropped};
use crate::model::cloudprofile::CloudProfile;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::resolution::parents::{Found, Parents, namespaced};
use crate::resolution::provided::Provided;
use crate::resolution::usable::first_unread;
use crate::rules::namespaced::overrides;
use crate::rules::namespaced::view::{Family, StoredNamespaced};
use crate::rules::{self, AdmissionView, Among, Check, NamespacedView, Part, ProfileView, Rule};
use crate::source::{FileId, Place, Span};

/// The step of admission at which the server refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The parent is not found.
    Parent,
    /// The server refuses a Kubernetes version.
    Kubernetes,
    /// The server refuses a change of the parent's images, or an addition to them.
    Overrides,
    /// The server refuses the merged result.
    Merged,
}

/// The findings, by stage.
#[derive(Debug, Default)]
pub struct Judged {
    /// About the object by itself, the stored one included.
    pub own: Vec<Finding>,
    /// About the object and its parent.
    pub admission: Vec<Finding>,
    /// The findings of later stages, once admission no longer refuses.
    pub afterwards: Vec<Finding>,
    /// Admission refuses; the server only reaches it when the object by itself is valid.
    pub stage: Option<Stage>,
}

impl Judged {
    /// All findings. A finding about the object by itself is not repeated for the same bytes after
    /// merging; and where the server refuses the object by itself, it reports the rest only
    /// afterwards. `texts`: those of the object and its parent.
    #[must_use]
    pub fn said_once(self, texts: [Option<&Item<'_>>; 2]) -> Vec<Finding> {
        let said: BTreeSet<_> = self.own.iter().map(about).collect();
        let new = self
            .admission
            .into_iter()
            .filter(|finding| !said.contains(&about(finding)));
        let is_refused = self
            .own
            .iter()
            .any(|finding| finding.error_type.is_some() && finding.severity == Severity::Error);
        let is_late = |finding: &Finding| {
            is_refused
                && finding.severity == Severity::Error
                && finding.stage == Some(finding::Stage::Admission)
        };
        let (late, new): (Vec<Finding>, Vec<Finding>) = new.partition(is_late);
        let mut all = self.own;
        all.extend(new);
        let refused = RefusedValues::new(&all, texts);
        let mut later = BTreeSet::new();
        for finding in late
            .into_iter()
            .chain(self.afterwards)
            .filter(|finding| !refused.covers(finding))
        {
            if later.insert((finding.rule, finding.place, finding.field.clone())) {
                all.push(finding.put_off());
            }
        }
        all
    }

    /// Leaves out the errors that a create does not have.
    fn keep_certain(&mut self, created: Self) {
        let refusal = |finding: &Finding| {
            finding.severity == Severity::Error
                && matches!(finding.origin, Origin::Static | Origin::Admission)
        };
        let keep = |found: &mut Vec<Finding>, certain: &[Finding]| {
            let certain: BTreeSet<_> = certain.iter().map(about).collect();
            found.retain(|finding| !refusal(finding) || certain.contains(&about(finding)));
        };
        keep(&mut self.own, &created.own);
        keep(&mut self.afterwards, &created.afterwards);
        if self.stage == created.stage {
            keep(&mut self.admission, &created.admission);
        } else {
            // The end of admission is uncertain, and the findings after it are certain.
            self.stage = created.stage;
            self.admission = created.admission;
            self.afterwards = created.afterwards;
        }
    }
}

/// What a finding is about: paths count anew in each stage, and something missing is told at a key
/// beside it.
fn about(finding: &Finding) -> (&'static str, Place, String) {
    let name = finding.field.last_name().to_owned();
    (finding.rule, finding.place, name)
}

/// The values that the server refuses. A fault inside one of them may only follow from that.
struct RefusedValues {
    values: BTreeSet<(Place, String)>,
    inside: Vec<Bytes>,
}

impl RefusedValues {
    fn new(found: &[Finding], texts: [Option<&Item<'_>>; 2]) -> Self {
        let refused = || found.iter().filter(|finding| finding.error_type.is_some());
        // Something missing is told at the first key of its entry, and says nothing of that one.
        let is_entry = |place: Place| {
            let text = texts.into_iter().flatten().find(|item| {
                let document = item.document.span;
                item.file == place.file
                    && document.start <= place.span.start
                    && place.span.end <= document.end
            });
            text.is_some_and(|item| item.document.tree.is_entry(place.span))
        };
        let places = refused().map(|finding| finding.place);
        let places: Vec<Place> = places.filter(|place| !is_entry(*place)).collect();
        let files: BTreeSet<FileId> = places.iter().map(|place| place.file).collect();
        let inside = files.into_iter().map(|file| {
            let own = places.iter().filter(|place| place.file == file);
            Bytes::new(file, own.map(|place| place.span))
        });
        Self {
            values: refused()
                .map(|finding| (finding.place, finding.field.last_name().to_owned()))
                .collect(),
            inside: inside.collect(),
        }
    }

    fn covers(&self, finding: &Finding) -> bool {
        let value = (finding.place, finding.field.last_name().to_owned());
        self.values.contains(&value)
            || self
                .inside
                .iter()
                .any(|bytes| bytes.hold_inside(finding.place))
    }
}

/// Judges an object. `provided`: its `providerConfig`, where cpcap knows the parent's provider; `old`:
/// the stored object that it replaces.
///
/// The server drops versions that are not active, but on an update not those that the stored object
/// has. Where nothing is known of a stored object, only what is refused with and without them is an
/// error.
#[must_use]
pub fn judge<'a>(
    item: &'a Item<'a>,
    child: &'a NamespacedCloudProfile<'a>,
    provided: Option<&'a Provided<'a>>,
    old: Option<&'a Item<'a>>,
    parents: (Option<Found<'a, 'a>>, &'a Parents<'a>),
    settings: &'a Settings,
) -> Judged {
    let mut judged = judge_by(item, child, provided, old, parents, settings);
    let unknown = settings.operation == Operation::Update && old.is_none();
    if unknown && Dropped::of_namespaced(&child.spec, Before::Nothing, settings.now).has_versions()
    {
        let create = Settings {
            operation: Operation::Create,
            ..settings.clone()
        };
        judged.keep_certain(judge_by(item, child, provided, None, parents, &create));
    }
    judged
}

fn judge_by<'a>(
    item: &'a Item<'a>,
    child: &'a NamespacedCloudProfile<'a>,
    provided: Option<&'a Provided<'a>>,
    old: Option<&'a Item<'a>>,
    (parent, parents): (Option<Found<'a, 'a>>, &'a Parents<'a>),
    settings: &'a Settings,
) -> Judged {
    let stored = old.and_then(|item| {
        Some(StoredNamespaced {
            item,
            child: namespaced(item)?,
        })
    });
    let spec = parent.map_or_else(
        || child.spec.clone(),
        |found| Provided::spec_of_child(provided, child, &found.parent.vocabulary),
    );
    let rewriting = provided.map(|provided| provider::rewriting(provided, item, None));
    let own = NamespacedView {
        rewriting,
        ..NamespacedView::new(item, child, spec.clone(), stored, settings)
    };
    let mut judged = Judged {
        own: by_itself(&own),
        ..Judged::default()
    };
    let broken = broken(item);
    judged.own.retain(|finding| !broken.hold(finding.place));
    // An unfinished object may add anything, and so may a parent or a stored one where cpcap could
    // not read what decides.
    let known = parent.is_none_or(|found| first_unread(found.parent.item).is_none())
        && old.is_none_or(|old| old.unread.is_settled() && item.unread.is_settled());
    if known && !item.document.incomplete {
        // The webhook checks again what the parent's extension has accepted, but not in deletion.
        let provided = provided.filter(|provided| !provided.in_deletion);
        if own.is_unchanged() {
            judged.admission = unchanged(&own, &spec, provided, parent);
        } else {
            with_parent(&own, &spec, provided, (parent, parents), &mut judged);
        }
    }
    judged
}

fn by_itself(view: &NamespacedView<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let item = view.item;
    let part = Part::Namespaced {
        update: view.old.is_some(),
    };
    spec(
        view,
        &view.prepared.profile,
        &Vocabulary::default(),
        part,
        None,
        &mut found,
    );
    for rule in rules::all().filter(|rule| rule.applies(item.document.incomplete)) {
        if let Check::Namespaced(check) = rule.check {
            let reporter = rule.reporter_of(item, &mut found);
            check(view, &mut reporter.rewritten(view.rewriting.as_ref()));
        }
    }
    found
}

fn with_parent<'a>(
    own: &'a NamespacedView<'a>,
    mutated: &'a CloudProfile<'a>,
    provided: Option<&'a Provided<'a>>,
    (parent, parents): (Option<Found<'a, 'a>>, &'a Parents<'a>),
    judged: &mut Judged,
) {
    let item = own.item;
    let view = AdmissionView {
        known: Some(parents.profiles()),
        ..AdmissionView::new(own, parent)
    };
    let mut found = admission(&view);
    let Some(family) = &view.family else {
        (judged.admission, judged.stage) = (found, Some(Stage::Parent));
        return;
    };
    let among = Among::new(family.parent.item, own.child.parent.name.span);
    if let Some(provided) = provided {
        found.append(&mut provider::child(
            own,
            mutated,
            &family.new.uniform,
            family,
            provided,
            among,
        ));
    }
    let additions = overrides::additions(family);
    let [mut added, mut merged] = [Vec::new(), Vec::new()];
    spec(
        own,
        &family.new.uniform,
        &family.parent.vocabulary,
        Part::Additions(&additions),
        Some(among.how("added to")),
        &mut added,
    );
    spec(
        own,
        &family.new.merged.profile,
        &family.parent.vocabulary,
        Part::Merged,
        Some(among.how("merged into")),
        &mut merged,
    );
    let broken = [item, family.parent.item].map(broken);
    let mut stage = None;
    let mut later = Vec::new();
    if view.kubernetes.is_some() {
        stage = Some(Stage::Kubernetes);
    } else if !view.overrides.is_empty() || !added.is_empty() {
        stage = Some(Stage::Overrides);
    } else if !merged.is_empty() {
        stage = Some(Stage::Merged);
    }
    match stage {
        Some(Stage::Kubernetes) => {
            AdmissionView::new(own, parent).go_on(|view| later.append(&mut admission(view)));
            later.retain(|finding| finding.error_type.is_some() && !found.contains(finding));
            later.append(&mut added);
            later.append(&mut merged);
        }
        Some(Stage::Overrides) => later.append(&mut merged),
        None => found.append(&mut proofs(own, family, among)),
        Some(Stage::Parent | Stage::Merged) => {}
    }
    added.append(&mut merged);
    for refused in [&mut added, &mut later] {
        refused.retain(|finding| !broken.iter().any(|broken| broken.hold(finding.place)));
    }
    found.append(&mut added);
    (judged.admission, judged.afterwards, judged.stage) = (found, later, stage);
}

/// The findings of rules about objects and their parents.
fn admission(view: &AdmissionView<'_>) -> Vec<Finding> {
    let (own, item) = (view.own, view.own.item);
    let among = view
        .family
        .as_ref()
        .map(|family| Among::new(family.parent.item, own.child.parent.name.span));
    let mut found = Vec::new();
    // Measuring takes longest, and its findings silence no other rule, so it runs only where its
    // rules count.
    let wanted = |rule: &&Rule| {
        let settings = own.settings;
        rule.origin != Origin::Size
            || settings.answers
            || settings.choice.shows(rule.name, item.file)
    };
    for rule in rules::all().filter(wanted) {
        if let Check::Admission(check) = rule.check {
            let reporter = rule.reporter_of(item, &mut found).among(among);
            check(view, &mut reporter.rewritten(own.rewriting.as_ref()));
        }
    }
    found
}

/// The server lets pass what an update leaves as it was, and then does not convert the spec to the
/// format of the parent either (`docs/gardener/providers/README.md#namespacedcloudprofiles`); the
/// webhooks know nothing of that.
fn unchanged<'a>(
    own: &'a NamespacedView<'a>,
    mutated: &'a CloudProfile<'a>,
    provided: Option<&'a Provided<'a>>,
    parent: Option<Found<'a, 'a>>,
) -> Vec<Finding> {
    let view = AdmissionView::new(own, parent);
    let (Some(family), Some(provided)) = (&view.family, provided) else {
        return Vec::new();
    };
    let among = Among::new(family.parent.item, own.child.parent.name.span);
    provider::child(own, mutated, &own.prepared.profile, family, provided, among)
}

/// Findings about the merged profile that stand in the child: the parent has the others. A child
/// without entries of these lists has none, and need not be compared: see [`Check::Effective`].
fn proofs(own: &NamespacedView<'_>, family: &Family<'_>, among: Among<'_>) -> Vec<Finding> {
    let uniform = &family.new.uniform;
    if uniform.machine_types.is_empty()
        && uniform.volume_types.is_empty()
        && uniform.machine_images.is_empty()
    {
        return Vec::new();
    }
    let item = own.item;
    let profile = &family.new.merged.profile;
    let mut with_workers = Cow::Borrowed(profile);
    if own.settings.preview.worker_capabilities {
        worker::add_to(with_workers.to_mut());
    }
    let matcher = Matcher::new(&with_workers);
    let view = ProfileView {
        item,
        profile,
        written: profile,
        lacking_flavors: 0,
        refused: &item.refused,
        vocabulary: &family.parent.vocabulary,
        matcher: Some(&matcher),
        old: None,
        part: Part::Merged,
        settings: own.settings,
    };
    let mut found = Vec::new();
    for rule in rules::all() {
        if let Check::Effective(check) = rule.check {
            let reporter = rule.reporter_of(item, &mut found);
            let reporter = reporter.among(Some(among.merged()));
            check(&view, &mut reporter.rewritten(own.rewriting.as_ref()));
        }
    }
    found.retain(|finding| finding.place.file == item.file);
    found
}

/// Runs the rules for specs on a part.
fn spec<'a>(
    own: &'a NamespacedView<'a>,
    profile: &'a CloudProfile<'a>,
    vocabulary: &'a Vocabulary<'a>,
    part: Part<'a>,
    among: Option<Among<'a>>,
    found: &mut Vec<Finding>,
) {
    let item = own.item;
    let view = ProfileView {
        item,
        profile,
        written: profile,
        lacking_flavors: 0,
        refused: &item.refused,
        vocabulary,
        matcher: None,
        old: None,
        part,
        settings: own.settings,
    };
    for rule in rules::all().filter(|rule| rule.applies(item.document.incomplete)) {
        if let Check::Spec(check) = rule.check {
            let reporter = rule.reporter_of(item, found).among(among);
            check(&view, &mut reporter.rewritten(own.rewriting.as_ref()));
        }
    }
}

/// The bytes of an object that could not be decoded. Decoding reports them; consequences after
/// merging are not reported.
fn broken(item: &Item<'_>) -> Bytes {
    Bytes::new(item.file, item.shape.iter().map(|problem| problem.span))
}

/// Spans of a text, to ask whether one of them holds others.
struct Bytes {
    file: FileId,
    /// By start: where the spans that have begun there, or before, end at the latest.
    ends: BTreeMap<u32, u32>,
}

impl Bytes {
    fn new(file: FileId, spans: impl Iterator<Item = Span>) -> Self {
        let mut spans: Vec<_> = spans.collect();
        spans.sort_unstable();
        let mut end = 0;
        let ends = spans.iter().map(|span| {
            end = span.end.max(end);
            (span.start, end)
        });
        Self {
            file,
            ends: ends.collect(),
        }
    }

    fn hold(&self, Place { file, span }: Place) -> bool {
        let before = self.ends.range(..=span.start).next_back();
        file == self.file && before.is_some_and(|(_, end)| span.end <= *end)
    }

    /// The same by a span with more bytes.
    fn hold_inside(&self, Place { file, span }: Place) -> bool {
        let before = self.ends.range(..span.start).next_back();
        let here = self.ends.get(&span.start);
        file == self.file
            && (before.is_some_and(|(_, end)| span.end <= *end)
                || here.is_some_and(|end| span.end < *end))
    }
}
