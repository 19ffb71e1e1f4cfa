//! Merged NamespacedCloudProfiles as YAML and JSON.

use std::io;

use crate::landscape::Item;
use crate::merge::{Entry, Source};
use crate::model::cloudprofile::ExpirableVersion;
use crate::output::{self, clean};
use crate::resolution::rendered::{ProviderPart, Rendered, Shape};
use crate::source::Sources;
use crate::yaml::{self, Step};

/// An object and how to print it.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'r, 'p, 'a> {
    pub rendered: &'r Rendered<'p, 'a>,
    /// The texts of the run.
    pub sources: &'r Sources,
    pub shape: Shape,
    /// Whether to say whose each entry is; only YAML can.
    pub provenance: bool,
}

/// `NamespacedCloudProfile namespace/name (file)`
#[must_use]
pub fn name(item: &Item<'_>, sources: &Sources) -> String {
    let text = format!(
        "{} {} ({})",
        item.object.kind.as_str(),
        item.object.qualified(),
        sources.get(item.file).name()
    );
    clean::prose(&text).into_owned()
}

/// The object as a JSON document.
///
/// # Errors
/// Never in practice.
pub fn json(printed: &Printed<'_, '_, '_>) -> io::Result<String> {
    output::json::text(&printed.rendered.value(printed.shape))
}

/// The object as a YAML document, under a comment that says what it is made of.
///
/// # Errors
/// Never in practice.
pub fn yaml(printed: &Printed<'_, '_, '_>) -> io::Result<String> {
    let rendered = printed.rendered;
    let mut text = format!("# {}\n", name(rendered.item, printed.sources));
    text.push_str(&format!(
        "# merged by cpcap into {}\n",
        name(rendered.parent.item, printed.sources)
    ));
    if rendered.provider_part == ProviderPart::Unknown {
        text.push_str("# without providerConfig, which the provider extension merges\n");
    }
    let document = yaml::write(&rendered.value(printed.shape))?;
    if !printed.provenance {
        return Ok(text + &document);
    }
    text.push_str("# in the merged spec, what has no comment is the parent's\n");
    Ok(text + &yaml::annotate(document, &comments(rendered, printed.shape)))
}

/// The comments and their places: one for each entry of the merged lists, and for single fields
/// that are not the parent's alone.
fn comments(rendered: &Rendered<'_, '_>, shape: Shape) -> Vec<(Vec<Step>, String)> {
    let key = |name: &&str| Step::Key((*name).to_owned());
    let root: Vec<Step> = shape.path().iter().map(key).collect();
    let mut out = Vec::new();
    let below = |path: &[Step], names: &[&str]| {
        path.iter()
            .cloned()
            .chain(names.iter().map(key))
            .collect::<Vec<_>>()
    };
    let merged = &rendered.together.merged;
    let sources = &merged.sources;
    let date = |version: &ExpirableVersion<'_>| version.expiration_date.is_set();
    let dates: Vec<bool> = merged
        .profile
        .kubernetes_versions
        .iter()
        .map(date)
        .collect();
    list(
        &below(&root, &["kubernetes", "versions"]),
        &sources.kubernetes,
        &dates,
        "",
        &mut out,
    );
    list(
        &below(&root, &["machineTypes"]),
        &sources.machine_types,
        &[],
        "architecture",
        &mut out,
    );
    list(
        &below(&root, &["volumeTypes"]),
        &sources.volume_types,
        &[],
        "",
        &mut out,
    );
    let images = below(&root, &["machineImages"]);
    for (index, (image, entry)) in merged
        .profile
        .machine_images
        .iter()
        .zip(&sources.machine_images)
        .enumerate()
    {
        let at: Vec<Step> = images.iter().cloned().chain([Step::Item(index)]).collect();
        let dates: Vec<bool> = image
            .versions
            .iter()
            .map(|version| date(&version.expirable))
            .collect();
        list(
            &below(&at, &["versions"]),
            &entry.versions,
            &dates,
            "architectures",
            &mut out,
        );
        out.push((at, word(entry.source, None)));
    }
    let child = rendered.item.raw();
    if child.field("caBundle").is_some() {
        let both = rendered.parent.item.raw().field("caBundle").is_some();
        out.push((
            below(&root, &["caBundle"]),
            if both {
                "both: the child's behind the parent's"
            } else {
                "child"
            }
            .to_owned(),
        ));
    }
    if rendered
        .together
        .uniform
        .max_nodes_total
        .is_some_and(|limit| limit > 0)
    {
        out.push((
            below(&root, &["limits", "maxNodesTotal"]),
            "child".to_owned(),
        ));
    }
    if let ProviderPart::Merged { .. } = rendered.provider_part {
        out.push((
            below(&root, &["providerConfig"]),
            "both: merged as the provider extension does".to_owned(),
        ));
    }
    out
}

/// `dates`: of versions, whether they have an expiration date after merging.
fn list(
    path: &[Step],
    entries: &[Entry],
    dates: &[bool],
    filled: &str,
    out: &mut Vec<(Vec<Step>, String)>,
) {
    for (index, entry) in entries.iter().enumerate() {
        let at = path.iter().cloned().chain([Step::Item(index)]).collect();
        let computed = if entry.filled {
            format!("; {filled} computed")
        } else {
            String::new()
        };
        out.push((
            at,
            word(entry.source, dates.get(index).copied()) + &computed,
        ));
    }
}

/// Whose an entry is. `date`: of a version, whether it has an expiration date after merging.
fn word(source: Source, date: Option<bool>) -> String {
    let word = match (source, date) {
        (Source::Parent, _) => "parent",
        (Source::Child, _) => "child",
        (Source::Replaced, _) => "child, instead of the parent's",
        (Source::Adjusted, None) => "both",
        (Source::Adjusted, Some(true)) => "both: the parent's with the child's expirationDate",
        (Source::Adjusted, Some(false)) => {
            "both: the parent's without an expirationDate, as the child has none"
        }
    };
    word.to_owned()
}
