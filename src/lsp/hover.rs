//! What stands at a byte, in words: a field, or an entry of a profile with what the other commands
//! say about it.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::blocks::{LOOK, block};
use super::fields::levels;
use super::mentions::{Mention, Thing, key, mentions};
use super::{View, flavors, pools};
use crate::editor;
use crate::landscape::Item;
use crate::matching::{Matcher, NamePattern, Query, VersionPattern};
use crate::model::cloudprofile::CloudProfile;
use crate::model::schema::{Field, Shape, Type};
use crate::model::shoot::Shoot;
use crate::output::markdown::escape;
use crate::resolution::usable::Usable;
use crate::source::Span;
use crate::table::matching::{self as table, Asking, ProfileView};
use crate::table::resolve as table_of_pools;
use crate::table::uses as table_of_uses;
use crate::uses::Uses;
use crate::words;

/// The words about what stands at a byte of the open text.
#[must_use]
pub fn hover(view: &View<'_>, byte: u32) -> Option<Hover> {
    let (value, span) = view
        .items
        .iter()
        .find_map(|item| told_at(view, item, byte))?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(view.positions.range(span)),
    })
}

fn told_at<'v>(view: &View<'v>, item: &'v Item<'v>, byte: u32) -> Option<(String, Span)> {
    let is_here = |span: &Span| span.start <= byte && byte <= span.end;
    let levels = levels(item, byte);
    let flavor = || flavors::told(view, item, &levels);
    let field = levels.last().and_then(|level| level.field);
    if let Some(known) = field.filter(|known| is_here(&known.key)) {
        let described = described(known.owner, known.field);
        let all: Vec<String> = std::iter::once(described).chain(flavor()).collect();
        return Some((all.join("\n\n"), known.key));
    }
    let pool = pools::pool(item, &levels);
    let mention = mentions(item).into_iter().find(|of| is_here(&of.span));
    let span = mention.as_ref().map(|mention| mention.span).or_else(|| {
        let (_, map) = pool?;
        pools::name(item, map).filter(is_here)
    })?;
    let thing = mention.as_ref().map(|mention| mention.thing);
    let of_pool = || {
        let (at, _) = pool.filter(|_| thing.is_none_or(is_of_pool))?;
        of_pool(view, item, at, thing.is_none())
    };
    let of_thing = || {
        let told: Vec<String> = told(view, item, mention.as_ref()?);
        (!told.is_empty()).then(|| told.join("\n\n"))
    };
    let all = [of_pool(), of_thing(), flavor()];
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| (all.join("\n\n"), span))
}

/// Whether the answer about a worker pool is about such a name in it.
fn is_of_pool(thing: Thing<'_>) -> bool {
    matches!(
        thing,
        Thing::MachineType(_)
            | Thing::Image(_)
            | Thing::ImageVersion(..)
            | Thing::KubernetesVersion(_)
    )
}

/// What `cpcap resolve` says of a worker pool. `reasons`: with what `cpcap match` says of its
/// machine type and its image version.
fn of_pool<'v>(view: &View<'v>, item: &'v Item<'v>, at: usize, reasons: bool) -> Option<String> {
    let region = Some(Shoot::region_of(item.cursor()));
    view.with_profile(item, |profile| {
        pools::resolved(view, item, profile, true, |shoot| {
            let mut text = block(&table_of_pools::pool(shoot, at));
            if let Some(pool) = shoot.pools.get(at).filter(|_| reasons) {
                let (machine, image) = (pool.machine_type, pool.image.value);
                let versions = [pool.version.value];
                let names = [&[machine][..], &[image], &versions];
                let reasons = matched(view, profile, names, region, fits);
                text.extend(reasons.map(|fits| format!("\n\n{fits}")));
            }
            text
        })
    })?
}

/// A field with its type, its description and its values, as Markdown.
pub(super) fn described(owner: &Type, field: &Field) -> String {
    let name = field.name;
    let mut text = format!("`{name}`: {}", shape_of(field));
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

/// The type of the value of a field, as people name it.
pub(super) fn shape_of(field: &Field) -> String {
    match (field.shape, field.name) {
        (Shape::Quantity, "cpu" | "gpu") => "quantity: a number, such as `4`".to_owned(),
        (of, _) => shape(&of),
    }
}

fn shape(of: &Shape) -> String {
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

/// What a profile says about an entry, part by part.
fn told<'v>(view: &View<'v>, item: &'v Item<'v>, mention: &Mention<'v>) -> Vec<String> {
    let uses = view.uses();
    let thing = mention.meant(item, &uses);
    let told = view.with_profile(item, |profile| {
        let vocabulary = |name, value| vocabulary(&profile.profile, name, value);
        let mut all: Vec<String> = match thing {
            Thing::MachineType(name) => matched(view, profile, [&[name], &[], &[]], None, fits)
                .into_iter()
                .collect(),
            Thing::Image(name) => matched(view, profile, [&[], &[name], &[]], None, fits)
                .into_iter()
                .collect(),
            Thing::ImageVersion(image, version) => {
                let names = [&[][..], &[image], &[version]];
                let both = |answer: ProfileView<'_, '_, '_>| {
                    let artifacts = table::artifacts(&answer, LOOK).as_ref().map(block);
                    std::iter::once(fits(answer)).chain(artifacts).collect()
                };
                matched(view, profile, names, None, both).unwrap_or_default()
            }
            Thing::KubernetesVersion(version) => {
                let mut all = profile.profile.kubernetes_versions.iter();
                let listed = all.find(|of| *of.version == version);
                let life = listed.map(|listed| table::life(listed, view.settings.now));
                let written = mention.thing.name();
                let is_filled = life.is_none() || written != version;
                let filled = is_filled.then(|| kubernetes_of(view, item, profile, written));
                let all = filled.flatten().into_iter().chain(life);
                all.map(|text| escape(&text)).collect()
            }
            Thing::Capability(name) => vocabulary(name, None).into_iter().collect(),
            Thing::Value(name, value) => vocabulary(name, Some(value)).into_iter().collect(),
            Thing::VolumeType(_) | Thing::Region(_) | Thing::Profile(_) => Vec::new(),
        };
        all.extend(used(view, profile, thing, &uses));
        all
    });
    told.unwrap_or_default()
}

/// The Kubernetes version that the server makes of the beginning of one in a Shoot.
fn kubernetes_of<'v>(
    view: &View<'v>,
    item: &'v Item<'v>,
    profile: &Usable<'v>,
    written: &str,
) -> Option<String> {
    pools::resolved(view, item, profile, false, |shoot| {
        let pools = shoot.pools.iter().map(|pool| pool.kubernetes);
        let mut all = std::iter::once(shoot.kubernetes).chain(pools);
        all.find(|of| of.rule.is_some() && of.value.starts_with(written))
            .and_then(table_of_pools::filled)
    })?
}

/// Who uses an entry of a profile or of its parent.
fn used<'u>(
    view: &View<'_>,
    profile: &Usable<'_>,
    thing: Thing<'u>,
    uses: &'u Uses<'u>,
) -> Option<String> {
    let key = key(thing)?;
    let mut items = std::iter::once(profile.item).chain(profile.parent);
    let entry = items.find_map(|item| uses.of(item)?.listed(key))?;
    let table = table_of_uses::View {
        uses,
        sources: view.sources,
        filter: table_of_uses::Filter::All,
        expand: false,
    };
    Some(escape(&table.sentence(entry)))
}

/// What `cpcap match` says.
fn fits(answer: ProfileView<'_, '_, '_>) -> String {
    block(&table::text(&[answer], LOOK).quiet(true))
}

/// The answer of `cpcap match` for a profile; `region`: in that region, if the profile has it.
fn matched<T>(
    view: &View<'_>,
    profile: &Usable<'_>,
    [machine_types, images, versions]: [&[&str]; 3],
    region: Option<&str>,
    tell: impl FnOnce(ProfileView<'_, '_, '_>) -> T,
) -> Option<T> {
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
    let mut regions = profile.regions();
    let region = region.filter(|region| regions.contains(region));
    regions.retain(|known| region.is_none_or(|region| region == *known));
    let asking = Asking {
        asked: query.asked(),
        version: query.version(),
        regions: &regions,
        in_regions: region.is_some(),
        bastion: false,
        now: view.settings.now,
    };
    let (written, catalog) = (view.written(profile), profile.catalog());
    let about = (&matcher, catalog.as_ref());
    let file = view.sources.get(profile.item.file).name();
    let profile = (profile, &written);
    Some(tell(ProfileView::new(profile, about, named, asking, file)))
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
