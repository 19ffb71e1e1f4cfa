//! Fields that objects have in a preview only: no released server knows them, so they are in no
//! generated table (`docs/gardener/shoot.md#worker-capabilities`).

use crate::model::schema::{Field, Omit, Shape, Type};

/// The fields, by the type that has them.
pub(super) static FIELDS: [(&str, Field); 2] = [
    (
        "v1beta1.Machine",
        Field {
            name: "secureBoot",
            shape: Shape::Bool,
            omit: Omit::Unset,
        },
    ),
    (
        "v1beta1.Machine",
        Field {
            name: "gpu",
            shape: Shape::Object(&GPU),
            omit: Omit::Unset,
        },
    ),
];

static GPU: Type = Type {
    name: "v1beta1.MachineGPU",
    fields: &[Field {
        name: "type",
        shape: Shape::String,
        omit: Omit::Never,
    }],
};
