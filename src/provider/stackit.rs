//! stackit: images, their comparison and look-up as in openstack, with fewer rules beside them
//! (`docs/gardener/providers/stackit.md`). This is a release that knows flavors; those before it
//! refuse `capabilityFlavors` as an unknown field.

use serde_json::{Map, Value as Json};

use crate::model::canonical::{self, Purpose};
use crate::model::schema::{Field, Omit, Shape, Type};
use crate::provider::Provider;
use crate::provider::checks::Checks;
use crate::provider::config::Config;
use crate::provider::fault::Faults;
use crate::provider::lookup::Lookup;
use crate::provider::mapping::Mapping;
use crate::provider::merge::Merge;
use crate::provider::openstack;
use crate::provider::part::{OTHER_KIND, Part};

/// stackit.
pub static PROVIDER: Provider = Provider {
    name: "stackit",
    title: "STACKIT",
    api_version: "stackit.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&CONFIG),
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
        openstack::only_images(child, &CONFIG, &[ENDPOINTS.name], faults);
        openstack::REGIONAL.validate_child(child, faults);
    }),
    convert: None,
    merge: Merge::ByVersion,
    finish_version: None,
    finish: Some(finish),
    derive: Some(openstack::derived),
    shoots: None,
    accelerates: None,
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
    let endpoints = child.cursor.field(ENDPOINTS.name);
    let json = endpoints.node().and_then(|node| {
        canonical::value(endpoints.tree(), node, &ENDPOINTS.shape, Purpose::Print)
    });
    if let Some(json) = json {
        map.insert(ENDPOINTS.name.to_owned(), json);
    }
}

const fn text(name: &'static str) -> Field {
    Field {
        name,
        shape: Shape::String,
        omit: Omit::Empty,
    }
}

const fn optional(name: &'static str, shape: Shape) -> Field {
    Field {
        name,
        shape,
        omit: Omit::Unset,
    }
}

const fn list(name: &'static str, of: &'static Shape) -> Field {
    Field {
        name,
        shape: Shape::List(of),
        omit: Omit::Empty,
    }
}

const ENDPOINTS: Field = optional("apiEndpoints", Shape::Object(&API_ENDPOINTS));

// Written by hand from the page. What it does not detail is taken as it is.
static CONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        text("kind"),
        text("apiVersion"),
        Field {
            name: "constraints",
            shape: Shape::Object(&CONSTRAINTS),
            omit: Omit::Empty,
        },
        list("dnsServers", &Shape::String),
        optional("dhcpDomain", Shape::String),
        text("keystoneURL"),
        optional("keystoneCACert", Shape::String),
        Field {
            name: "keystoneForceInsecure",
            shape: Shape::Bool,
            omit: Omit::Empty,
        },
        list("keystoneURLs", &Shape::Object(&KEYSTONE_URL)),
        Field {
            name: "machineImages",
            shape: Shape::List(&Shape::Object(&IMAGE)),
            omit: Omit::Never,
        },
        optional("requestTimeout", Shape::Duration),
        optional("rescanBlockStorageOnResize", Shape::Bool),
        optional("ignoreVolumeAZ", Shape::Bool),
        optional("nodeVolumeAttachLimit", Shape::Int32),
        optional("useOctavia", Shape::Bool),
        optional("useSNAT", Shape::Bool),
        list("serverGroupPolicies", &Shape::String),
        list("resolvConfOptions", &Shape::String),
        list("storageClasses", &Shape::Raw),
        ENDPOINTS,
        optional("caBundle", Shape::String),
        optional("bastion", Shape::Object(&BASTION)),
    ],
};

static CONSTRAINTS: Type = Type {
    name: "v1alpha1.Constraints",
    fields: &[list("floatingPools", &Shape::Object(&FLOATING_POOL))],
};

static FLOATING_POOL: Type = Type {
    name: "v1alpha1.FloatingPool",
    fields: &[
        Field {
            name: "name",
            shape: Shape::String,
            omit: Omit::Never,
        },
        optional("region", Shape::String),
        optional("domain", Shape::String),
        optional("defaultFloatingSubnet", Shape::String),
        optional("nonConstraining", Shape::Bool),
    ],
};

static KEYSTONE_URL: Type = Type {
    name: "v1alpha1.KeyStoneURL",
    fields: &[
        Field {
            name: "region",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "url",
            shape: Shape::String,
            omit: Omit::Never,
        },
        optional("caCert", Shape::String),
    ],
};

static API_ENDPOINTS: Type = Type {
    name: "v1alpha1.APIEndpoints",
    fields: &[
        optional("dns", Shape::String),
        optional("loadBalancer", Shape::String),
        optional("iaas", Shape::String),
        optional("applicationLoadBalancer", Shape::String),
        optional("applicationLoadBalancerCertificate", Shape::String),
        optional("tokenEndpoint", Shape::String),
    ],
};

static BASTION: Type = Type {
    name: "v1alpha1.Bastion",
    fields: &[optional("rootDiskSize", Shape::Raw)],
};

static IMAGE: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field {
            name: "name",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "versions",
            shape: Shape::List(&Shape::Object(&VERSION)),
            omit: Omit::Never,
        },
    ],
};

static VERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field {
            name: "version",
            shape: Shape::String,
            omit: Omit::Never,
        },
        text("image"),
        list("regions", &Shape::Object(&REGION)),
        list("capabilityFlavors", &Shape::Object(&FLAVOR)),
    ],
};

static FLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        list("regions", &Shape::Object(&REGION)),
        text("image"),
        Field {
            name: "capabilities",
            shape: Shape::Map(&Shape::List(&Shape::String)),
            omit: Omit::Empty,
        },
    ],
};

static REGION: Type = Type {
    name: "v1alpha1.RegionIDMapping",
    fields: &[
        Field {
            name: "name",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "id",
            shape: Shape::String,
            omit: Omit::Never,
        },
        optional("architecture", Shape::String),
    ],
};
