//! ionos: its webhook decodes `providerConfig` strictly and has no rules
//! (`docs/gardener/providers/ionos.md`).

use crate::model::schema::{Field, Omit, Shape, Type};
use crate::provider::checks::Checks;
use crate::provider::{Provider, unversed};

/// ionos.
pub static PROVIDER: Provider = Provider {
    name: "ionos",
    title: "IONOS",
    api_version: "ionos.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&CONFIG),
    checks: Checks {
        needs_config: false,
        ..Checks::WEBHOOK
    },
    ..unversed::BASE
};

static CONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field {
            name: "kind",
            shape: Shape::String,
            omit: Omit::Empty,
        },
        Field {
            name: "apiVersion",
            shape: Shape::String,
            omit: Omit::Empty,
        },
        Field {
            name: "regions",
            shape: Shape::List(&Shape::Object(&REGION)),
            omit: Omit::Never,
        },
        Field {
            name: "machineImages",
            shape: Shape::List(&Shape::Object(&IMAGE)),
            omit: Omit::Never,
        },
        Field {
            name: "defaultClassStoragePolicyName",
            shape: Shape::String,
            omit: Omit::Never,
        },
        // What is in these two is not known here.
        Field {
            name: "machineTypeOptions",
            shape: Shape::List(&Shape::Raw),
            omit: Omit::Empty,
        },
        Field {
            name: "dockerDaemonOptions",
            shape: Shape::Raw,
            omit: Omit::Unset,
        },
    ],
};

static REGION: Type = Type {
    name: "v1alpha1.RegionSpec",
    fields: &[
        Field {
            name: "name",
            shape: Shape::String,
            omit: Omit::Never,
        },
        Field {
            name: "machineImages",
            shape: Shape::List(&Shape::Object(&IMAGE)),
            omit: Omit::Empty,
        },
    ],
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
        Field {
            name: "imageName",
            shape: Shape::String,
            omit: Omit::Never,
        },
    ],
};
