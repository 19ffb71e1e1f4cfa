//! kubevirt: a source URL for each version (`docs/gardener/providers/kubevirt.md`). Its webhook
//! ignores fields that it does not know, and prints paths from `providerConfig`.

use crate::model::path::Path;
use crate::model::schema::{Field, Omit, Shape, Type};
use crate::provider::Provider;
use crate::provider::checks::{Checks, Decoding};
use crate::provider::config::{ArchitectureAt, Fields};
use crate::provider::fault::Faults;
use crate::provider::mapping::{self, Mapping};
use crate::provider::unversed::{self, Known};

/// kubevirt.
pub static PROVIDER: Provider = Provider {
    name: "kubevirt",
    title: "KubeVirt",
    api_version: "kubevirt.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&CONFIG),
    fields: Fields {
        references: &["sourceURL"],
        in_region: None,
        architecture: ArchitectureAt::Nowhere,
    },
    checks: Checks {
        decoding: Decoding::Lenient,
        relative: true,
        ..Checks::WEBHOOK
    },
    validate,
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
            name: "machineImages",
            shape: Shape::List(&Shape::Object(&IMAGE)),
            omit: Omit::Never,
        },
        Field {
            name: "machineTypes",
            shape: Shape::List(&Shape::Object(&MACHINE_TYPE)),
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
            name: "sourceURL",
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
        // What is in it is not known here.
        Field {
            name: "limits",
            shape: Shape::Raw,
            omit: Omit::Unset,
        },
    ],
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    let images = Path::new("machineImages");
    mapping::some_images(mapping.config, &images, faults);
    Known::new(mapping.core).compare(&mapping.config.images, "sourceURL", &images, faults);
}
