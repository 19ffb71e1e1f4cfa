use crate::maintenance::{Maintenance, Only, Withdrawn};
use crate::matching::Matcher;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::path::Path;
use crate::rules::walk::Owner;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "lifecycle/deprecated-above-supported",
    Time,
    Warning,
    CloudProfile(check),
    "A deprecated version to which maintenance moves pools or clusters from a supported one."
);

/// How many versions, or machine types, the message names.
const NAMED: usize = 3;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(matcher) = view.matcher else { return };
    let withdrawn = Maintenance::new(matcher).withdrawn(view.settings.now);
    let mut list_index = None;
    walk::version_lists(view.profile, |list, owner, versions| {
        // The list of Kubernetes versions comes first, then that of each image.
        for withdrawn in withdrawn
            .iter()
            .filter(|withdrawn| withdrawn.image == list_index)
        {
            let Some(to) = versions.get(withdrawn.to) else {
                continue;
            };
            let from: Vec<&ExpirableVersion<'_>> = withdrawn
                .from
                .iter()
                .filter_map(|from| versions.get(*from).copied())
                .collect();
            reporter.report(report(
                matcher,
                withdrawn,
                owner,
                (to, &from),
                &list.index(withdrawn.to),
            ));
        }
        list_index = Some(list_index.map_or(0, |index| index + 1));
    });
}

fn report(
    matcher: &Matcher<'_, '_>,
    withdrawn: &Withdrawn<'_>,
    owner: Owner<'_>,
    (to, from): (&ExpirableVersion<'_>, &[&ExpirableVersion<'_>]),
    path: &Path<'_>,
) -> Report {
    let who = if withdrawn.image.is_some() {
        "worker pools"
    } else {
        "clusters"
    };
    let names = words::some(from.iter().map(|version| *version.version), NAMED);
    let why = if withdrawn.only == Only::default() {
        "because there is no better version above it".to_owned()
    } else {
        format!(
            "because no better version above it fits those {}",
            which(matcher, &withdrawn.only)
        )
    };
    let message = format!(
        "{} is deprecated, yet maintenance moves {who} from the supported {names} up to it, {why}",
        owner.version(*to.version)
    );
    let mut report = Report::new(to.version.span, path, message)
        .value(*to.version)
        .help(
            "add a supported version above it, or let it expire instead: maintenance does not \
             move to an expired version",
        );
    for version in from.iter().take(NAMED) {
        report = report.also(version.version.span, format!("{who} move up from here"));
    }
    report
}

/// The worker pools: the rest of a sentence that begins with them.
fn which(matcher: &Matcher<'_, '_>, only: &Only<'_>) -> String {
    let mut all = Vec::new();
    if !only.machines.is_empty() {
        let names = only
            .machines
            .iter()
            .map(|at| *matcher.machines()[*at].machine_type.name);
        all.push(format!("with machine type {}", words::some(names, NAMED)));
    }
    if !only.kubernetes.is_empty() {
        all.push(format!(
            "with Kubernetes {}",
            words::some(only.kubernetes.iter().copied(), NAMED)
        ));
    }
    if only.in_place {
        all.push("that are updated in place".to_owned());
    }
    all.join(" and ")
}
