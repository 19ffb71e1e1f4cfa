//! The status of workers, which every extension of Gardener itself knows as a kind beside its
//! `providerConfig`. A profile with its header is judged by its fields
//! (`docs/gardener/providers/README.md#decoding`).

use crate::model::schema::{Field, Omit, Shape, Type};

const fn text(name: &'static str) -> Field {
    Field {
        name,
        shape: Shape::String,
        omit: Omit::Empty,
    }
}

const fn flag(name: &'static str) -> Field {
    Field {
        name,
        shape: Shape::Bool,
        omit: Omit::Empty,
    }
}

const CAPABILITIES: Field = Field {
    name: "capabilities",
    shape: Shape::Map(&Shape::List(&Shape::String)),
    omit: Omit::Empty,
};

const fn images(of: &'static Shape) -> Field {
    Field {
        name: "machineImages",
        shape: Shape::List(of),
        omit: Omit::Empty,
    }
}

pub static LOCAL: Type = Type {
    name: "v1alpha1.WorkerStatus",
    fields: &[
        text("kind"),
        text("apiVersion"),
        images(&Shape::Object(&LOCAL_IMAGE)),
    ],
};

static LOCAL_IMAGE: Type = Type {
    name: "v1alpha1.MachineImage",
    fields: &[text("name"), text("version"), text("image"), CAPABILITIES],
};

pub static AWS: Type = Type {
    name: "v1alpha1.WorkerStatus",
    fields: &[
        text("kind"),
        text("apiVersion"),
        images(&Shape::Object(&AWS_IMAGE)),
    ],
};

static AWS_IMAGE: Type = Type {
    name: "v1alpha1.MachineImage",
    fields: &[
        text("name"),
        text("version"),
        text("ami"),
        text("architecture"),
        CAPABILITIES,
    ],
};

pub static AZURE: Type = Type {
    name: "v1alpha1.WorkerStatus",
    fields: &[
        text("kind"),
        text("apiVersion"),
        images(&Shape::Object(&AZURE_IMAGE)),
        Field {
            name: "vmoDependencies",
            shape: Shape::Raw,
            omit: Omit::Empty,
        },
    ],
};

static AZURE_IMAGE: Type = Type {
    name: "v1alpha1.MachineImage",
    fields: &[
        text("name"),
        text("version"),
        flag("acceleratedNetworking"),
        text("architecture"),
        flag("skipMarketplaceAgreement"),
        text("urn"),
        text("id"),
        text("communityGalleryImageID"),
        text("sharedGalleryImageID"),
        CAPABILITIES,
    ],
};

pub static GCP: Type = Type {
    name: "v1alpha1.WorkerStatus",
    fields: &[
        text("kind"),
        text("apiVersion"),
        images(&Shape::Object(&GCP_IMAGE)),
    ],
};

static GCP_IMAGE: Type = Type {
    name: "v1alpha1.MachineImage",
    fields: &[
        text("name"),
        text("version"),
        text("image"),
        text("architecture"),
        CAPABILITIES,
    ],
};

pub static OPENSTACK: Type = Type {
    name: "v1alpha1.WorkerStatus",
    fields: &[
        text("kind"),
        text("apiVersion"),
        images(&Shape::Object(&OPENSTACK_IMAGE)),
        Field {
            name: "serverGroupDependencies",
            shape: Shape::Raw,
            omit: Omit::Empty,
        },
    ],
};

static OPENSTACK_IMAGE: Type = Type {
    name: "v1alpha1.MachineImage",
    fields: &[
        text("name"),
        text("version"),
        text("image"),
        text("id"),
        text("architecture"),
        CAPABILITIES,
    ],
};

pub static ALICLOUD: Type = Type {
    name: "v1alpha1.WorkerStatus",
    fields: &[
        text("kind"),
        text("apiVersion"),
        images(&Shape::Object(&ALICLOUD_IMAGE)),
    ],
};

static ALICLOUD_IMAGE: Type = Type {
    name: "v1alpha1.MachineImage",
    fields: &[
        text("name"),
        text("version"),
        text("id"),
        flag("encrypted"),
        CAPABILITIES,
    ],
};
