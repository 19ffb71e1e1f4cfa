//! The words of all forms.

use crate::model::lifecycle::{Classification, Current};
use crate::output::clean::named as clean;
use crate::resolve::{Admitted, PoolView, Refusal, ShootView, Unknown, Value};
use crate::shoot::{FillRule, FilledValue, Unjudged};
use crate::words::{self, artifacts};

/// A rule, as a clause.
pub(crate) fn clause(rule: FillRule) -> &'static str {
    match rule {
        FillRule::Fixed => "the default",
        FillRule::HighestSupported => "the highest supported version that begins so",
        FillRule::OfMachineType => "that of the machine type",
        FillRule::DefaultArchitecture => "the default, because the machine type names none",
        FillRule::FirstImage => "the first of the profile with a version that fits",
        FillRule::HighestVersion {
            only_deprecated: false,
        } => "the highest that fits, is not in preview and not deprecated",
        FillRule::HighestVersion {
            only_deprecated: true,
        } => "the highest that fits and is not in preview; all of these are deprecated",
    }
}

/// A value that was filled in, with the rule, as a sentence.
pub(crate) fn filled(of: Value<'_>) -> Option<String> {
    let clause = clause(of.rule?);
    Some(format!("The server fills in {}: {clause}", of.value))
}

/// A value that was filled in.
pub(super) fn value(value: FilledValue<'_>) -> String {
    match value {
        FilledValue::Text(text) => text.to_owned(),
        FilledValue::Bool(value) => value.to_string(),
        FilledValue::Int(value) => value.to_string(),
    }
}

/// How the values of a pool that the table shows were filled in; none where nothing was.
pub(super) fn rules(pool: &PoolView<'_>) -> Option<String> {
    let own = pool.kubernetes.rule.filter(|_| pool.own_kubernetes);
    let rules = [
        (own, "Kubernetes"),
        (pool.architecture.rule, "architecture"),
        (pool.image.rule, "image"),
        (pool.version.rule, "version"),
    ];
    let clauses = rules
        .into_iter()
        .filter_map(|(rule, name)| Some(format!("{name}: {}", clause(rule?))));
    let clauses: Vec<String> = clauses.collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

/// A value with a mark where it was filled in.
fn marked(of: Value<'_>) -> String {
    if of.value.is_empty() {
        return String::new();
    }
    let mark = of.rule.map_or("", |_| "*");
    format!("{}{mark}", clean(of.value))
}

/// The meaning of the mark; nothing where no shown value has it.
pub(super) fn legend(views: &[ShootView<'_>]) -> Option<&'static str> {
    let is_marked = |view: &ShootView<'_>| {
        view.kubernetes.rule.is_some() || view.pools.iter().any(|pool| rules(pool).is_some())
    };
    views
        .iter()
        .any(is_marked)
        .then_some("* filled in by the server")
}

/// The cells of a pool: name, Kubernetes, machine type, architecture, image, version, flavor,
/// artifact, admitted.
pub(super) fn cells(view: &ShootView<'_>, at: usize, pool: &PoolView<'_>) -> [String; 9] {
    let mut version = marked(pool.version);
    match pool.classification {
        None | Some(Current::Known(Classification::Supported)) => {}
        Some(state) => version.push_str(&format!(" ({})", clean(state.as_str()))),
    }
    let before = view.pools.iter().take(at);
    let nth = 1 + before.filter(|other| other.name == pool.name).count();
    [
        words::nth(&clean(pool.name), nth).into_owned(),
        marked(pool.kubernetes),
        clean(pool.machine_type).into_owned(),
        marked(pool.architecture),
        marked(pool.image),
        version,
        artifacts::flavor_cell(pool.flavor),
        artifact(pool),
        match pool.admitted {
            Admitted::Yes => "yes",
            Admitted::No => "no",
            Admitted::Unknown(_) => "not known",
        }
        .to_owned(),
    ]
}

/// The heading of the cells.
pub(super) const HEADING: [&str; 9] = [
    "Pool",
    "Kubernetes",
    "Machine type",
    "Architecture",
    "Image",
    "Version",
    "Flavor",
    "Artifact",
    "Admitted",
];

/// The provider's artifact, or why there is none.
pub(super) fn artifact(pool: &PoolView<'_>) -> String {
    artifacts::cell(pool.artifact.as_ref())
}

/// `Shoot garden-x/a (shoot.yaml)`
pub(super) fn title(view: &ShootView<'_>) -> String {
    words::shoot(
        view.namespace,
        view.name,
        view.place.file,
        view.place.document,
    )
}

/// The profile, the time, and the control plane.
pub(super) fn subtitle(view: &ShootView<'_>) -> String {
    let profile = format!(
        "{} ({}) at {}",
        view.profile,
        words::place(view.profile_place.file, view.profile_place.document),
        view.now
    );
    let rule = view.kubernetes.rule;
    let (mark, by) = rule.map_or(("", String::new()), |rule| {
        ("*", format!(" ({})", clause(rule)))
    });
    format!(
        "{}; Kubernetes {}{mark}{by}",
        clean(&profile),
        clean(view.kubernetes.value)
    )
}

/// Whether the server admits the Shoot, as far as that was judged.
pub(super) fn verdict(view: &ShootView<'_>) -> &'static str {
    match view.admitted {
        Admitted::Yes => {
            "The server admits the Shoot, as far as its profile and worker pools decide."
        }
        Admitted::No => "The server refuses the Shoot.",
        Admitted::Unknown(_) => "cpcap does not know whether the server admits the Shoot.",
    }
}

/// Why it is not known whether the server admits something.
pub(super) fn unknown(admitted: Admitted) -> Option<&'static str> {
    let Admitted::Unknown(why) = admitted else {
        return None;
    };
    Some(match why {
        Unknown::Unjudged(Unjudged::Profile) => "not checked: its profile is unknown",
        Unknown::Unjudged(Unjudged::Mutator) => {
            "not checked: the server refuses the Shoot while it fills in defaults"
        }
        Unknown::Unjudged(Unjudged::Move) => "not checked: the Shoot may not move to this profile",
        Unknown::Unjudged(Unjudged::ProviderType) => {
            "not checked: the profile has another provider type"
        }
        Unknown::Unjudged(Unjudged::KubernetesVersion) => {
            "not checked: the Kubernetes version of the Shoot is undetermined"
        }
        Unknown::Unsaid => {
            "not known: something may be wrong that `cpcap lint` cannot show, because it depends \
             on unreadable values"
        }
        Unknown::Unread => "not checked in full: cpcap could not read everything of the profile",
        Unknown::Copies => {
            "not known: the Shoot or its profile stands in its file several times, and it is not \
             known which one stays"
        }
        Unknown::Pools => "cpcap does not know whether the server admits all worker pools",
    })
}

/// The meaning of flavors that selection cannot choose between, for a pool.
pub(super) fn tie(pool: &PoolView<'_>) -> Option<String> {
    let (_, tied) = pool.flavor?.parts();
    (!tied.is_empty()).then(|| artifacts::tie(tied))
}

/// A refusal: the field and the message.
pub(super) fn refusal(of: &Refusal) -> String {
    format!("{}: {}", of.field, of.message)
}

/// Remarks on a pool that are not refusals.
pub(super) fn beside(pool: &PoolView<'_>) -> Vec<String> {
    unknown(pool.admitted)
        .map(str::to_owned)
        .into_iter()
        .chain(tie(pool))
        .collect()
}
