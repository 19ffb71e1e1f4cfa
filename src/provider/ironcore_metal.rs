//! ironcore-metal: as gcp, with two fields more, another mutating webhook and another merge
//! (`docs/gardener/providers/ironcore-metal.md`).

use crate::model::cloudprofile::Flavor as CoreFlavor;
use crate::model::schema::{Field, Omit, Shape, Type};
use crate::provider::checks::Checks;
use crate::provider::config::Version;
use crate::provider::merge::Merge;
use crate::provider::part::OTHER_KIND;
use crate::provider::{Provider, derive, gcp};

/// ironcore-metal.
pub static PROVIDER: Provider = Provider {
    name: "ironcore-metal",
    title: "IronCore Metal",
    api_version: "ironcore-metal.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&CONFIG),
    others: &[
        ("WorkerConfig", &WORKER_CONFIG),
        ("InfrastructureConfig", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: false,
    fields: gcp::FIELDS,
    adjust: None,
    checks: Checks::WEBHOOK,
    validate: gcp::validate,
    validate_child: Some(gcp::validate_child),
    convert: None,
    merge: Merge::ByVersion,
    // Decoding fills in nothing.
    finish_version: None,
    finish: None,
    derive: Some(flavors),
    shoots: None,
    accelerates: None,
    lookup: gcp::LOOKUP,
};

/// The flavors of all entries, then one for each architecture of those in the legacy format. The
/// validating webhook compares with those of the first entry that has any.
fn flavors<'t>(entries: &[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>> {
    let mut all: Vec<CoreFlavor<'t>> = entries
        .iter()
        .flat_map(|entry| derive::verbatim(&entry.flavors))
        .collect();
    all.extend(gcp::old_format(entries));
    Some(all)
}

/// `providerConfig`. No generated table has it: its source is not among those that the others are
/// read from.
static CONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        KIND,
        API_VERSION,
        Field {
            name: "regionConfigs",
            shape: Shape::List(&Shape::Object(&REGION_CONFIG)),
            omit: Omit::Empty,
        },
        Field {
            name: "machineImages",
            shape: Shape::List(&Shape::Object(&IMAGES)),
            omit: Omit::Never,
        },
        Field {
            name: "machineTypes",
            shape: Shape::List(&Shape::Object(&MACHINE_TYPE)),
            omit: Omit::Empty,
        },
    ],
};

const KIND: Field = Field {
    name: "kind",
    shape: Shape::String,
    omit: Omit::Empty,
};
const API_VERSION: Field = Field {
    name: "apiVersion",
    shape: Shape::String,
    omit: Omit::Empty,
};

static REGION_CONFIG: Type = Type {
    name: "v1alpha1.RegionConfig",
    fields: &[
        Field {
            name: "name",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "server",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "certificateAuthorityData",
            shape: Shape::String,
            omit: Omit::Never,
        },
    ],
};

static IMAGES: Type = Type {
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
        Field {
            name: "image",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "architecture",
            shape: Shape::String,
            omit: Omit::Unset,
        },
        Field {
            name: "capabilityFlavors",
            shape: Shape::List(&Shape::Object(&FLAVOR)),
            omit: Omit::Empty,
        },
    ],
};

static FLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field {
            name: "capabilities",
            shape: Shape::Map(&Shape::List(&Shape::String)),
            omit: Omit::Empty,
        },
        Field {
            name: "image",
            shape: Shape::String,
            omit: Omit::Never,
        },
    ],
};

static MACHINE_TYPE: Type = Type {
    name: "v1alpha1.MachineType",
    fields: &[
        Field {
            name: "name",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "serverLabels",
            shape: Shape::Map(&Shape::String),
            omit: Omit::Empty,
        },
    ],
};

static WORKER_CONFIG: Type = Type {
    name: "v1alpha1.WorkerConfig",
    fields: &[
        KIND,
        API_VERSION,
        Field {
            name: "extraIgnition",
            shape: Shape::Raw,
            omit: Omit::Unset,
        },
        Field {
            name: "extraServerLabels",
            shape: Shape::Map(&Shape::String),
            omit: Omit::Empty,
        },
        Field {
            name: "ipamConfig",
            shape: Shape::Raw,
            omit: Omit::Empty,
        },
        Field {
            name: "metadata",
            shape: Shape::Raw,
            omit: Omit::Empty,
        },
    ],
};
