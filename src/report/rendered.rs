//! Merged NamespacedCloudProfiles as YAML and JSON.

use std::io;

use crate::landscape::Item;
use crate::landscape::rendered::{Rendered, Shape};
use crate::merge::{Entry, Source};
use crate::source::Sources;
use crate::yaml::{self, Step};

/// An object and how to print it.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'r, 'p, 'a> {
    /// The object.
    pub rendered: &'r Rendered<'p, 'a>,
    /// The texts of the run.
    pub sources: &'r Sources,
    /// What of it.
    pub shape: Shape,
    /// Whether to say whose each entry is; only YAML can.
    pub provenance: bool,
}

/// `NamespacedCloudProfile namespace/name (file)`
#[must_use]
pub fn name(item: &Item<'_>, sources: &Sources) -> String {
    let meta = &item.object.meta;
    let namespace = if meta.namespace.is_empty() { String::new() } else { format!("{}/", *meta.namespace) };
    let text = format!("{} {namespace}{} ({})", item.object.kind.as_str(), *meta.name, sources.get(item.file).name());
    text.replace(char::is_control, " ")
}

/// The object as a JSON document.
///
/// # Errors
/// Never in practice.
pub fn json(printed: &Printed<'_, '_, '_>) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(&printed.rendered.value(printed.shape))? + "\n")
}

/// The object as a YAML document, under a comment that says what it is made of.
///
/// # Errors
/// Never in practice.
pub fn yaml(printed: &Printed<'_, '_, '_>) -> io::Result<String> {
    let rendered = printed.rendered;
    let mut text = format!("# {}\n", name(rendered.item, printed.sources));
    text.push_str(&format!("# merged by cpcap into {}\n", name(rendered.parent.item, printed.sources)));
    if rendered.lacks_provider_part() {
        text.push_str("# without providerConfig, which the provider extension merges\n");
    }
    let document = yaml::write(&rendered.value(printed.shape))?;
    if !printed.provenance {
        return Ok(text + &document);
    }
    text.push_str("# in the merged spec, what has no comment is the parent's\n");
    Ok(text + &yaml::annotate(document, &comments(rendered, printed.shape)))
}

/// Where to say what: a comment for each entry of the merged lists, and for single fields that are not the parent's alone.
fn comments(rendered: &Rendered<'_, '_>, shape: Shape) -> Vec<(Vec<Step>, String)> {
    let key = |name: &&str| Step::Key((*name).to_owned());
    let root: Vec<Step> = shape.path().iter().map(key).collect();
    let mut out = Vec::new();
    let below = |path: &[Step], names: &[&str]| path.iter().cloned().chain(names.iter().map(key)).collect::<Vec<_>>();
    let sources = &rendered.together.merged.sources;
    let lists = [
        (&["kubernetes", "versions"][..], &sources.kubernetes, "expirationDate"),
        (&["machineTypes"], &sources.machine_types, ""),
        (&["volumeTypes"], &sources.volume_types, ""),
    ];
    for (names, entries, what) in lists {
        list(&below(&root, names), entries, what, "architecture", &mut out);
    }
    let images = below(&root, &["machineImages"]);
    for (index, image) in sources.machine_images.iter().enumerate() {
        let at: Vec<Step> = images.iter().cloned().chain([Step::Item(index)]).collect();
        list(&below(&at, &["versions"]), &image.versions, "expirationDate", "architectures", &mut out);
        // The line of an image may be that of `versions`, never that of a version.
        out.push((at, word(image.source, "")));
    }
    let child = rendered.item.raw();
    if child.field("caBundle").is_some() {
        let both = rendered.parent.item.raw().field("caBundle").is_some();
        out.push((below(&root, &["caBundle"]), if both { "both: the child's behind the parent's" } else { "child" }.to_owned()));
    }
    if rendered.together.uniform.max_nodes_total.is_some_and(|limit| limit > 0) {
        out.push((below(&root, &["limits", "maxNodesTotal"]), "child".to_owned()));
    }
    out
}

fn list(path: &[Step], entries: &[Entry], adjusted: &str, filled: &str, out: &mut Vec<(Vec<Step>, String)>) {
    for (index, entry) in entries.iter().enumerate() {
        let at = path.iter().cloned().chain([Step::Item(index)]).collect();
        let computed = if entry.filled { format!("; {filled} computed") } else { String::new() };
        out.push((at, word(entry.source, adjusted) + &computed));
    }
}

/// Whose an entry is.
fn word(source: Source, adjusted: &str) -> String {
    match source {
        Source::Parent => "parent".to_owned(),
        Source::Child => "child".to_owned(),
        Source::Replaced => "child, in place of the parent's".to_owned(),
        Source::Adjusted if adjusted.is_empty() => "both".to_owned(),
        Source::Adjusted => format!("both: the parent's with the child's {adjusted}"),
    }
}
