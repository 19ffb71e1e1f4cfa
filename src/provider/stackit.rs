//! stackit: images, their comparison and look-up as in openstack, with fewer rules beside them
//! (`docs/gardener/providers/stackit.md`). This is a release that knows flavors; those before it
//! refuse `capabilityFlavors` as an unknown field.

use serde_json::{Map, Value as Json};

use crate::model::canonical::{self, Purpose};
use crate::provider::Provider;
use crate::provider::checks::Checks;
use crate::provider::config::Config;
use crate::provider::fault::Faults;
use crate::provider::lookup::Lookup;
use crate::provider::mapping::Mapping;
use crate::provider::merge::Merge;
use crate::provider::openstack;
use crate::provider::part::{OTHER_KIND, Part};
use crate::provider::schema;

pub static PROVIDER: Provider = Provider {
    name: "stackit",
    title: "STACKIT",
    api_version: "stackit.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::STACKIT_CLOUDPROFILECONFIG),
    others: &[
        ("WorkerConfig", &OTHER_KIND),
        ("InfrastructureConfig", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: true,
    fields: openstack::FIELDS,
    adjust: None,
    checks: Checks::WEBHOOK,
    validate,
    validate_child: Some(|child, faults| {
        openstack::only_images(
            child,
            &schema::STACKIT_CLOUDPROFILECONFIG,
            &[ENDPOINTS],
            faults,
        );
        openstack::REGIONAL.validate_child(child, faults);
    }),
    convert: None,
    merge: Merge::ByVersion,
    finish_version: None,
    finish: Some(finish),
    derive: Some(openstack::derived),
    shoots: None,
    accelerates: None,
    settings: openstack::SETTINGS,
    lookup: Lookup {
        candidates: |entry, region, out| openstack::candidates(entry, known_as(region), out),
        ..openstack::LOOKUP
    },
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    if let Some(part) = mapping.part {
        openstack::pools(part, faults);
        openstack::settings(part, faults);
    }
    openstack::images(mapping, faults);
}

/// Workers of the region with the old name get the images of the new one.
fn known_as(region: &str) -> &str {
    if region == "RegionOne" {
        "eu01"
    } else {
        region
    }
}

/// The endpoints of a child replace those of its parent.
fn finish(map: &mut Map<String, Json>, _: &Config<'_>, child: &Part<'_>) {
    let endpoints = child.cursor.field(ENDPOINTS);
    let json = endpoints.node().and_then(|node| {
        canonical::value(
            endpoints.tree(),
            node,
            &schema::STACKIT_CLOUDPROFILECONFIG.field(ENDPOINTS)?.shape,
            Purpose::Print,
        )
    });
    if let Some(json) = json {
        map.insert(ENDPOINTS.to_owned(), json);
    }
}

const ENDPOINTS: &str = "apiEndpoints";
