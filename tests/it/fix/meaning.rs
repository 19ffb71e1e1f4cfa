//! The comparison of two texts without the product's knowledge of the change: every value that no
//! fixed finding names is at its path, in its order; every comment is there; and so are the line
//! ends.

use std::collections::{BTreeMap, BTreeSet};

use cpcap::finding::{Finding, Origin};
use cpcap::yaml::{self, Document, Kind, NodeId, Tree};

/// The difference between two texts that the fixed findings do not explain.
pub fn differences(old: &str, new: &str, fixed: &[Finding]) -> Vec<String> {
    let mut all = Vec::new();
    let line_ends = |text: &str| {
        (
            text.contains("\r\n"),
            text.replace("\r\n", "").contains('\n'),
            text.ends_with('\n'),
            text.starts_with('\u{feff}'),
        )
    };
    if line_ends(old) != line_ends(new) {
        all.push(format!(
            "line ends: {:?} → {:?}",
            line_ends(old),
            line_ends(new)
        ));
    }
    let (before, after) = (yaml::read(old), yaml::read(new));
    // The meaning of an unreadable text is unknown.
    if before
        .iter()
        .any(|document| document.incomplete || !document.readable())
    {
        return all;
    }
    if after
        .iter()
        .any(|document| document.incomplete || !document.readable())
    {
        all.push("not readable any more".to_owned());
    }
    let (was, is) = (comments(old, &before), comments(new, &after));
    let lost = not_in(&was, &is);
    // Who takes lines takes the comments after what stands on them.
    let alone = lost.iter().any(|comment| !comment.starts_with(BEHIND))
        && fixed
            .iter()
            .all(|finding| finding.rule != "suppression/unused");
    if (!lost.is_empty() && !fixed.iter().any(takes_lines))
        || alone
        || !not_in(&is, &was).is_empty()
    {
        all.push(format!(
            "comments: {lost:?} are gone, {:?} are new",
            not_in(&is, &was)
        ));
    }
    let everywhere = fixed
        .iter()
        .any(|finding| finding.rule == "capability/reserved-name");
    let [before, after] = [&before, &after].map(|documents| flat(documents, everywhere));
    let renamed = |path: String| {
        if everywhere {
            path.replace("gardener-", "")
        } else {
            path
        }
    };
    let reach: BTreeSet<String> = fixed.iter().flat_map(reach).map(renamed).collect();
    for path in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        let changed = before.get(path) != after.get(path);
        let named = |reach: &String| {
            reach.is_empty()
                || path == reach
                || path
                    .strip_prefix(reach.as_str())
                    .is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        if changed && !reach.iter().any(named) {
            let rules: BTreeSet<_> = fixed.iter().map(|finding| finding.rule).collect();
            all.push(format!(
                "changed: {path} by {rules:?} in {reach:?}: {:?} → {:?}",
                before.get(path),
                after.get(path)
            ));
        }
    }
    all
}

/// Indices move when an entry goes.
pub fn without_indices(text: &str) -> String {
    text.split('[')
        .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()))
        .collect::<Vec<_>>()
        .join("[")
}

/// Whether a fix takes whole lines, and the comments on them.
fn takes_lines(finding: &Finding) -> bool {
    let title = finding.fix.as_ref().map_or("", |fix| fix.title.as_str());
    title.to_ascii_lowercase().starts_with("remove") || title.starts_with("leave ")
}

/// The paths below which a fix may change something: the field of its finding, and what its title
/// names beside it.
fn reach(finding: &Finding) -> Vec<String> {
    // The merged result has paths in the status; only the NamespacedCloudProfile's own part may
    // change.
    let field =
        without_indices(&finding.field.to_string()).replace("status.cloudProfileSpec.", "spec.");
    let parent = field
        .rsplit_once('.')
        .map_or("", |(parent, _)| parent)
        .to_owned();
    let title = finding.fix.as_ref().map_or("", |fix| fix.title.as_str());
    let list = field
        .rfind("[]")
        .map_or(field.clone(), |at| field[..at].to_owned());
    let in_provider_part = |path: &str| {
        format!(
            "{}spec.providerConfig{path}",
            field.split_once("spec.").map_or("", |(before, _)| before)
        )
    };
    // Definitions are named in paths.
    if let Some((before, _)) = field.split_once("spec.machineCapabilities.") {
        return vec![format!("{before}spec.machineCapabilities")];
    }
    match finding.rule {
        // Both parts list the same flavors.
        "design/redundant-all-values" => vec![
            list,
            in_provider_part(".machineImages[].versions[].capabilityFlavors"),
        ],
        "provider/unmapped-image" => vec![in_provider_part(".machineImages[].name")],
        "provider/unmapped-version" => {
            vec![in_provider_part(".machineImages[].versions[].version")]
        }
        "schema/wrapped-flavor" | "provider/unwrapped-flavor" => vec![parent],
        rule if rule.starts_with("yaml/") && field.is_empty() => vec![String::new()],
        // The server names what is wrong with a flavor of `providerConfig` by that of the core
        // part.
        rule if field.contains("spec.machineImages[]")
            && (rule.starts_with("capability/")
                || finding.origin == Origin::Provider && !rule.starts_with("schema/")) =>
        {
            vec![
                field.clone(),
                list,
                in_provider_part(".machineImages[].versions[].capabilityFlavors"),
            ]
        }
        _ if takes_lines(finding) => vec![list],
        _ => {
            let beside = |name: &str| {
                if parent.is_empty() {
                    name.to_owned()
                } else {
                    format!("{parent}.{name}")
                }
            };
            title
                .split('`')
                .skip(1)
                .step_by(2)
                .map(beside)
                .chain([field.clone()])
                .collect()
        }
    }
}

/// The lines of `a` that are not in `b`, in order.
fn not_in(a: &[String], b: &[String]) -> Vec<String> {
    let mut rest = b.iter().peekable();
    let mut missing = Vec::new();
    for one in a {
        let mut ahead = rest.clone();
        if ahead.any(|other| other == one) {
            rest = ahead;
        } else {
            missing.push(one.clone());
        }
    }
    missing
}

/// Before a comment that stands after something.
const BEHIND: &str = "…";

/// The comments of a text, in order.
fn comments(text: &str, documents: &[Document<'_>]) -> Vec<String> {
    let mut scalars: Vec<_> = documents
        .iter()
        .flat_map(|document| document.tree.ids().map(|id| document.tree.node(id)))
        .filter(|node| matches!(node.kind, Kind::Scalar { .. }))
        .map(|node| (node.span.start as usize, node.span.end as usize))
        .collect();
    scalars.sort_unstable();
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('#').map(|at| from + at) {
        from = at + 1;
        let behind = scalars.partition_point(|(start, _)| *start <= at);
        let inside = behind
            .checked_sub(1)
            .is_some_and(|index| scalars[index].1 > at);
        if !inside
            && text[..at]
                .chars()
                .next_back()
                .is_none_or(|c| c.is_whitespace() || c == '\u{feff}')
        {
            let line = text[at..].lines().next().unwrap_or_default();
            from = at + line.len();
            let alone = text[..at]
                .rsplit('\n')
                .next()
                .is_some_and(|before| before.trim_matches(['\u{feff}', ' ', '\t']).is_empty());
            all.push(format!(
                "{}{}",
                if alone { "" } else { BEHIND },
                line.trim_end()
            ));
        }
    }
    all
}

/// All values in the order of the text, by their paths without indices. `renamed`: without the
/// prefix that one fix takes from names.
fn flat(documents: &[Document<'_>], renamed: bool) -> BTreeMap<String, Vec<String>> {
    let mut out = BTreeMap::new();
    for document in documents {
        if let Some(root) = document.tree.root() {
            values(&document.tree, root, String::new(), renamed, &mut out);
        }
    }
    out
}

fn values(
    tree: &Tree<'_>,
    node: NodeId,
    path: String,
    renamed: bool,
    out: &mut BTreeMap<String, Vec<String>>,
) {
    for item in tree.items(node) {
        values(tree, *item, format!("{path}[]"), renamed, out);
    }
    for entry in tree.entries(node) {
        let key = tree.key(entry.key);
        let key = if renamed {
            key.trim_start_matches("gardener-")
        } else {
            key
        };
        values(
            tree,
            entry.value,
            if path.is_empty() {
                key.to_owned()
            } else {
                format!("{path}.{key}")
            },
            renamed,
            out,
        );
    }
    let value = format!("{:?}", tree.value(node));
    out.entry(path).or_default().push(if renamed {
        value.replace("gardener-", "")
    } else {
        value
    });
}
