//! Remarks within a text: how long it is until a date, what the server fills in for a Shoot, and the
//! flavor that wins for a worker pool.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use super::{Options, View, pools};
use crate::capability::Selected;
use crate::landscape::{Body, Item};
use crate::model::cloudprofile::CloudProfile;
use crate::model::shoot::{Shoot, Worker};
use crate::model::time::Time;
use crate::output::clean::line as clean;
use crate::resolution::usable::Usable;
use crate::resolve::{PoolView, ShootView, Value};
use crate::source::Span;
use crate::table::resolve::filled;
use crate::words::{self, artifacts, count};

/// A remark behind a byte.
struct Remark {
    at: u32,
    label: String,
    tooltip: Option<String>,
}

/// The remarks in a part of the open text.
#[must_use]
pub fn hints(view: &View<'_>, range: Range, options: Options) -> Vec<InlayHint> {
    let span = view.positions.span(range);
    let mut found = Vec::new();
    for item in &view.items {
        match (&item.body, item.body.profile()) {
            (Body::Shoot(_), _) if options.defaults || options.flavors => {
                found.extend(of_shoot(view, item, options));
            }
            (_, Some(profile)) if options.dates => dates(profile, view.settings.now, &mut found),
            _ => {}
        }
    }
    found.retain(|of| span.start <= of.at && of.at <= span.end);
    found.sort_by_key(|of| of.at);
    let hint = |of: Remark| InlayHint {
        position: view.positions.position(of.at),
        label: InlayHintLabel::String(clean(&of.label).into_owned()),
        kind: None,
        text_edits: None,
        tooltip: of
            .tooltip
            .map(|text| InlayHintTooltip::String(clean(&text).into_owned())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    found.into_iter().map(hint).collect()
}

/// The dates of the versions of a profile, in words.
fn dates(profile: &CloudProfile<'_>, now: Time, found: &mut Vec<Remark>) {
    let images = profile.machine_images.iter();
    let of_images = images.flat_map(|image| image.versions.iter().map(|of| &of.expirable));
    for version in profile.kubernetes_versions.iter().chain(of_images) {
        let stages = version.stages().iter().map(|stage| &stage.start_time);
        for date in std::iter::once(&version.expiration_date).chain(stages) {
            found.extend(date.time().map(|time| Remark {
                at: date.span.end,
                label: distance(time, now),
                tooltip: None,
            }));
        }
    }
}

/// `in 34 days`
fn distance(to: Time, now: Time) -> String {
    let days = to.day() - now.day();
    let number = |days: i64| count(usize::try_from(days).unwrap_or(usize::MAX), "day");
    match days {
        0 => "today".to_owned(),
        1.. => format!("in {}", number(days)),
        _ => format!("{} ago", number(-days)),
    }
}

fn of_shoot<'v>(view: &View<'v>, item: &'v Item<'v>, options: Options) -> Vec<Remark> {
    let Some(shoot) = item.shoot() else {
        return Vec::new();
    };
    let told = view.with_profile(item, |profile| {
        pools::resolved(view, item, profile, false, |resolved| {
            remarks(&shoot, profile, resolved, options)
        })
    });
    told.flatten().unwrap_or_default()
}

fn remarks(
    shoot: &Shoot<'_>,
    profile: &Usable<'_>,
    resolved: &ShootView<'_>,
    options: Options,
) -> Vec<Remark> {
    let mut found = Vec::new();
    let mut fill = |written: &str, span: Span, what: &str, value: Value<'_>| {
        let filled = filled(value).filter(|_| options.defaults);
        found.extend(filled.map(|filled| Remark {
            at: span.end,
            label: match written {
                "" => format!("{what} {}", value.value),
                _ => format!("→ {}", value.value),
            },
            tooltip: Some(filled),
        }));
    };
    let control_plane = &shoot.kubernetes_version;
    fill(
        **control_plane,
        control_plane.span,
        "Kubernetes",
        resolved.kubernetes,
    );
    for (worker, pool) in shoot.workers.iter().zip(&resolved.pools) {
        let own = worker.kubernetes.as_ref().map(|own| &own.version);
        if let (Some(own), true) = (own, pool.own_kubernetes) {
            fill(
                own.value.unwrap_or_default(),
                own.span,
                "Kubernetes",
                pool.kubernetes,
            );
        }
        let at = span_of_image(worker);
        let image = worker.image.as_ref();
        if image.is_none_or(|image| image.name.is_empty()) {
            fill("", at, "image", pool.image);
        }
        let version = image.and_then(|image| image.version.value);
        fill(version.unwrap_or_default(), at, "version", pool.version);
    }
    if options.flavors {
        let pools = shoot.workers.iter().zip(&resolved.pools);
        found.extend(pools.filter_map(|(worker, pool)| flavor(profile, worker, pool)));
    }
    found
}

/// The bytes behind which the image of a worker pool is told: its version, or what comes before it.
fn span_of_image(worker: &Worker<'_>) -> Span {
    match &worker.image {
        Some(image) if image.version.value.is_some() => image.version.span,
        Some(image) if !image.name.is_empty() => image.name.span,
        _ => worker.machine_type.span,
    }
}

/// The flavor that wins, with its capabilities.
fn flavor(profile: &Usable<'_>, worker: &Worker<'_>, pool: &PoolView<'_>) -> Option<Remark> {
    let (label, tooltip) = match pool.flavor? {
        Selected::Nothing => return None,
        Selected::One(one) => {
            let mut images = profile.profile.machine_images.iter();
            let versions = images.find(|image| *image.name == pool.image.value)?;
            let mut versions = versions.versions.iter();
            let version = versions.find(|of| *of.version() == pool.version.value)?;
            let flavor = version.capability_flavors.get(*one)?;
            let capabilities = words::capabilities(&flavor.capabilities);
            (artifacts::flavors(&[*one]), capabilities)
        }
        Selected::Ambiguous(tied) => {
            let label = format!("{} tie", artifacts::flavors(tied));
            (label, artifacts::tie(tied))
        }
    };
    Some(Remark {
        at: span_of_image(worker).end,
        label,
        tooltip: Some(tooltip),
    })
}
