//! What stands at a byte, in words: a field, or an entry of a profile with what the other commands
//! say about it.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::View;
use super::fields::levels;
use super::mentions::{Thing, mentions};
use crate::editor;
use crate::landscape::Item;
use crate::matching::{Matcher, NamePattern, Query, VersionPattern};
use crate::model::cloudprofile::CloudProfile;
use crate::model::schema::{Field, Shape, Type};
use crate::output::{self, markdown::escape};
use crate::resolution::usable::Usable;
use crate::source::Span;
use crate::table::matching::{self as table, Asking, Look, ProfileView};
use crate::words;

/// The width of answers in columns: what a window beside a text can show.
const WIDTH: usize = 80;

/// The words about what stands at a byte of the open text.
#[must_use]
pub fn hover(view: &View<'_>, byte: u32) -> Option<Hover> {
    let (value, span) = view.items.iter().find_map(|item| {
        let is_here = |span: Span| span.start <= byte && byte <= span.end;
        let field = levels(item, byte).last().and_then(|level| level.field);
        if let Some(known) = field.filter(|known| is_here(known.key)) {
            return Some((described(known.owner, known.field), known.key));
        }
        let mention = mentions(item).into_iter().find(|of| is_here(of.span))?;
        Some((told(view, item, mention.thing)?, mention.span))
    })?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(view.positions.range(span)),
    })
}

/// A field with its type, its description and its values, as Markdown.
pub(super) fn described(owner: &Type, field: &Field) -> String {
    let name = field.name;
    let mut text = format!("`{name}`: {}", shape(&field.shape));
    if let Some(description) = editor::description(owner, name) {
        text += &format!("\n\n{description}");
    }
    let values = editor::values(owner, name);
    if !values.is_empty() {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        text += &format!("\n\nValues: {}", words::and(&values));
    }
    text
}

/// The type of a value, as people name it.
pub(super) fn shape(of: &Shape) -> String {
    match of {
        Shape::String => "text".to_owned(),
        Shape::Bool => "`true` or `false`".to_owned(),
        Shape::Int32 | Shape::Int64 => "integer".to_owned(),
        Shape::Float64 => "number".to_owned(),
        Shape::Quantity => "quantity, such as `16Gi`".to_owned(),
        Shape::Time => "time, such as `2027-01-31T00:00:00Z`".to_owned(),
        Shape::Duration => "duration, such as `1h30m`".to_owned(),
        Shape::IntOrString => "integer or text".to_owned(),
        Shape::Raw => "object of an extension".to_owned(),
        Shape::List(of) => format!("list: {}", shape(of)),
        Shape::Map(of) => format!("map: {}", shape(of)),
        Shape::Object(_) => "object".to_owned(),
    }
}

/// What a profile says about an entry.
fn told(view: &View<'_>, item: &Item<'_>, thing: Thing<'_>) -> Option<String> {
    let item = view.items.iter().find(|of| std::ptr::eq(**of, item))?;
    view.with_profile(item, |profile| match thing {
        Thing::MachineType(name) => fits(view, profile, &[name], &[], &[]),
        Thing::Image(name) => fits(view, profile, &[], &[name], &[]),
        Thing::ImageVersion(image, version) => fits(view, profile, &[], &[image], &[version]),
        Thing::KubernetesVersion(version) => {
            let mut all = profile.profile.kubernetes_versions.iter();
            let listed = all.find(|of| *of.version == version)?;
            Some(escape(&table::life(listed, view.settings.now)))
        }
        Thing::Capability(name) => vocabulary(&profile.profile, name, None),
        Thing::Value(name, value) => vocabulary(&profile.profile, name, Some(value)),
        Thing::VolumeType(_) | Thing::Region(_) | Thing::Profile(_) => None,
    })?
}

/// What `cpcap match` says.
fn fits(
    view: &View<'_>,
    profile: &Usable<'_>,
    machine_types: &[&str],
    images: &[&str],
    versions: &[&str],
) -> Option<String> {
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| NamePattern::parse(name))
            .collect::<Result<_, _>>()
    };
    let versions = versions.iter().map(|name| VersionPattern::parse(name));
    let query = Query {
        machine_types: names(machine_types).ok()?,
        images: names(images).ok()?,
        versions: versions.collect::<Result<_, _>>().ok()?,
    };
    let matcher = Matcher::new(&profile.profile);
    let named = query.look_up(&matcher);
    if !named.missing.is_empty() {
        return None;
    }
    let regions = profile.regions();
    let asking = Asking {
        asked: query.asked(),
        version: query.version(),
        regions: &regions,
        in_regions: false,
        bastion: false,
        now: view.settings.now,
    };
    let (written, catalog) = (view.written(profile), profile.catalog());
    let about = (&matcher, catalog.as_ref());
    let answer = ProfileView::new(
        (profile, &written),
        about,
        named,
        asking,
        view.sources.get(profile.item.file).name(),
    );
    let look = Look {
        color: false,
        width: WIDTH,
        expand: false,
        explain: false,
    };
    let text = table::text(&[answer], look).quiet(true).text(output::Look {
        width: WIDTH,
        color: false,
    });
    Some(format!(
        "```text\n{}\n```",
        text.trim_end().replace("```", "'''")
    ))
}

/// The definition of a capability, with the machine types that have a value.
fn vocabulary(profile: &CloudProfile<'_>, name: &str, value: Option<&str>) -> Option<String> {
    let mut all = profile.machine_capabilities.iter();
    let definition = all.find(|of| *of.name == name)?;
    let values = definition
        .values
        .iter()
        .map(|value| words::quoted(value.value));
    let values: Vec<String> = values.collect();
    let mut text = format!(
        "Capability {}, the preferred value first: {}",
        escape(&words::quoted(name)),
        escape(&values.join(", "))
    );
    let Some(value) = value else {
        return Some(text);
    };
    let has = |capabilities: &crate::model::cloudprofile::Capabilities<'_>| {
        let own = capabilities.iter().find(|of| *of.name == name);
        own.is_none_or(|own| own.values.iter().any(|of| of.value == value))
    };
    let types: Vec<&str> = profile
        .machine_types
        .iter()
        .filter(|of| has(&of.capabilities))
        .map(|of| *of.name)
        .collect();
    text += &format!(
        "\n\nMachine types with {}: {}",
        escape(&words::quoted(value)),
        escape(&words::some(types.iter().copied(), 8))
    );
    Some(text)
}
