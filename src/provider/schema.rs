//! Field tables of the `providerConfig`s, generated from `testdata/schema.json` by `tests/it/generated.rs`: do not edit.
#![allow(missing_docs)]

use crate::model::schema::{Field, Omit, Shape, Type};

pub static ALICLOUD_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&ALICLOUD_MACHINEIMAGES)), omit: Omit::Never },
    ],
};

static ALICLOUD_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "regions", shape: Shape::List(&Shape::Object(&ALICLOUD_REGIONIDMAPPING)), omit: Omit::Empty },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
    ],
};

static ALICLOUD_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&ALICLOUD_REGIONIDMAPPING)), omit: Omit::Empty },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&ALICLOUD_MACHINEIMAGEFLAVOR)), omit: Omit::Empty },
    ],
};

static ALICLOUD_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&ALICLOUD_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static ALICLOUD_REGIONIDMAPPING: Type = Type {
    name: "v1alpha1.RegionIDMapping",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "id", shape: Shape::String, omit: Omit::Never },
    ],
};

static AWS_CAPACITYRESERVATION: Type = Type {
    name: "v1alpha1.CapacityReservation",
    fields: &[
        Field { name: "capacityReservationPreference", shape: Shape::String, omit: Omit::Unset },
        Field { name: "capacityReservationId", shape: Shape::String, omit: Omit::Unset },
        Field { name: "capacityReservationResourceGroupArn", shape: Shape::String, omit: Omit::Unset },
    ],
};

pub static AWS_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&AWS_MACHINEIMAGES)), omit: Omit::Never },
    ],
};

static AWS_CPUOPTIONS: Type = Type {
    name: "v1alpha1.CpuOptions",
    fields: &[
        Field { name: "coreCount", shape: Shape::Int32, omit: Omit::Never },
        Field { name: "threadsPerCore", shape: Shape::Int32, omit: Omit::Never },
        Field { name: "amdSevSnp", shape: Shape::String, omit: Omit::Never },
    ],
};

static AWS_DATAVOLUME: Type = Type {
    name: "v1alpha1.DataVolume",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "iops", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "throughput", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "snapshotID", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AWS_IAMINSTANCEPROFILE: Type = Type {
    name: "v1alpha1.IAMInstanceProfile",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Unset },
        Field { name: "arn", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AWS_INDEXRANGE: Type = Type {
    name: "v1alpha1.IndexRange",
    fields: &[
        Field { name: "from", shape: Shape::Int64, omit: Omit::Never },
        Field { name: "to", shape: Shape::Int64, omit: Omit::Never },
    ],
};

static AWS_INSTANCEMARKETOPTIONS: Type = Type {
    name: "v1alpha1.InstanceMarketOptions",
    fields: &[
        Field { name: "marketType", shape: Shape::String, omit: Omit::Never },
    ],
};

static AWS_INSTANCEMETADATAOPTIONS: Type = Type {
    name: "v1alpha1.InstanceMetadataOptions",
    fields: &[
        Field { name: "httpTokens", shape: Shape::String, omit: Omit::Unset },
        Field { name: "httpPutResponseHopLimit", shape: Shape::Int32, omit: Omit::Unset },
    ],
};

static AWS_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "regions", shape: Shape::List(&Shape::Object(&AWS_REGIONAMIMAPPING)), omit: Omit::Empty },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
    ],
};

static AWS_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&AWS_REGIONAMIMAPPING)), omit: Omit::Empty },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&AWS_MACHINEIMAGEFLAVOR)), omit: Omit::Empty },
    ],
};

static AWS_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&AWS_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static AWS_NETWORKINTERFACE: Type = Type {
    name: "v1alpha1.NetworkInterface",
    fields: &[
        Field { name: "networkCardIndex", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "networkCardIndexRange", shape: Shape::Object(&AWS_INDEXRANGE), omit: Omit::Unset },
        Field { name: "deviceIndex", shape: Shape::Int64, omit: Omit::Empty },
        Field { name: "type", shape: Shape::String, omit: Omit::Unset },
        Field { name: "description", shape: Shape::String, omit: Omit::Unset },
        Field { name: "subnetID", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AWS_NODETEMPLATE: Type = Type {
    name: "v1alpha1.NodeTemplate",
    fields: &[
        Field { name: "capacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Never },
        Field { name: "virtualCapacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Empty },
    ],
};

static AWS_PLACEMENT: Type = Type {
    name: "v1alpha1.Placement",
    fields: &[
        Field { name: "groupId", shape: Shape::String, omit: Omit::Unset },
        Field { name: "tenancy", shape: Shape::String, omit: Omit::Unset },
        Field { name: "hostId", shape: Shape::String, omit: Omit::Unset },
        Field { name: "partitionNumber", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "affinity", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AWS_REGIONAMIMAPPING: Type = Type {
    name: "v1alpha1.RegionAMIMapping",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "ami", shape: Shape::String, omit: Omit::Never },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AWS_VOLUME: Type = Type {
    name: "v1alpha1.Volume",
    fields: &[
        Field { name: "iops", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "throughput", shape: Shape::Int32, omit: Omit::Unset },
    ],
};

pub static AWS_WORKERCONFIG: Type = Type {
    name: "v1alpha1.WorkerConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "nodeTemplate", shape: Shape::Object(&AWS_NODETEMPLATE), omit: Omit::Unset },
        Field { name: "volume", shape: Shape::Object(&AWS_VOLUME), omit: Omit::Unset },
        Field { name: "dataVolumes", shape: Shape::List(&Shape::Object(&AWS_DATAVOLUME)), omit: Omit::Empty },
        Field { name: "iamInstanceProfile", shape: Shape::Object(&AWS_IAMINSTANCEPROFILE), omit: Omit::Unset },
        Field { name: "instanceMetadataOptions", shape: Shape::Object(&AWS_INSTANCEMETADATAOPTIONS), omit: Omit::Unset },
        Field { name: "cpuOptions", shape: Shape::Object(&AWS_CPUOPTIONS), omit: Omit::Unset },
        Field { name: "capacityReservation", shape: Shape::Object(&AWS_CAPACITYRESERVATION), omit: Omit::Unset },
        Field { name: "networkInterfaces", shape: Shape::List(&Shape::Object(&AWS_NETWORKINTERFACE)), omit: Omit::Empty },
        Field { name: "placement", shape: Shape::Object(&AWS_PLACEMENT), omit: Omit::Unset },
        Field { name: "instanceMarketOptions", shape: Shape::Object(&AWS_INSTANCEMARKETOPTIONS), omit: Omit::Unset },
    ],
};

static AZURE_CAPACITYRESERVATION: Type = Type {
    name: "v1alpha1.CapacityReservation",
    fields: &[
        Field { name: "capacityReservationGroupID", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AZURE_CLOUDCONFIGURATION: Type = Type {
    name: "v1alpha1.CloudConfiguration",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Empty },
    ],
};

pub static AZURE_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "countUpdateDomains", shape: Shape::List(&Shape::Object(&AZURE_DOMAINCOUNT)), omit: Omit::Never },
        Field { name: "countFaultDomains", shape: Shape::List(&Shape::Object(&AZURE_DOMAINCOUNT)), omit: Omit::Never },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&AZURE_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "machineTypes", shape: Shape::List(&Shape::Object(&AZURE_MACHINETYPE)), omit: Omit::Empty },
        Field { name: "cloudConfiguration", shape: Shape::Object(&AZURE_CLOUDCONFIGURATION), omit: Omit::Unset },
    ],
};

static AZURE_DATAVOLUME: Type = Type {
    name: "v1alpha1.DataVolume",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "imageRef", shape: Shape::Object(&AZURE_IMAGE), omit: Omit::Unset },
    ],
};

static AZURE_DIAGNOSTICSPROFILE: Type = Type {
    name: "v1alpha1.DiagnosticsProfile",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Empty },
        Field { name: "storageURI", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AZURE_DOMAINCOUNT: Type = Type {
    name: "v1alpha1.DomainCount",
    fields: &[
        Field { name: "region", shape: Shape::String, omit: Omit::Never },
        Field { name: "count", shape: Shape::Int32, omit: Omit::Never },
    ],
};

static AZURE_IMAGE: Type = Type {
    name: "v1alpha1.Image",
    fields: &[
        Field { name: "urn", shape: Shape::String, omit: Omit::Unset },
        Field { name: "id", shape: Shape::String, omit: Omit::Unset },
        Field { name: "communityGalleryImageID", shape: Shape::String, omit: Omit::Unset },
        Field { name: "sharedGalleryImageID", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AZURE_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "skipMarketplaceAgreement", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
        Field { name: "urn", shape: Shape::String, omit: Omit::Unset },
        Field { name: "id", shape: Shape::String, omit: Omit::Unset },
        Field { name: "communityGalleryImageID", shape: Shape::String, omit: Omit::Unset },
        Field { name: "sharedGalleryImageID", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AZURE_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "skipMarketplaceAgreement", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "acceleratedNetworking", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&AZURE_MACHINEIMAGEFLAVOR)), omit: Omit::Empty },
        Field { name: "urn", shape: Shape::String, omit: Omit::Unset },
        Field { name: "id", shape: Shape::String, omit: Omit::Unset },
        Field { name: "communityGalleryImageID", shape: Shape::String, omit: Omit::Unset },
        Field { name: "sharedGalleryImageID", shape: Shape::String, omit: Omit::Unset },
    ],
};

static AZURE_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&AZURE_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static AZURE_MACHINETYPE: Type = Type {
    name: "v1alpha1.MachineType",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "acceleratedNetworking", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static AZURE_NODETEMPLATE: Type = Type {
    name: "v1alpha1.NodeTemplate",
    fields: &[
        Field { name: "capacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Never },
        Field { name: "virtualCapacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Empty },
    ],
};

static AZURE_VOLUME: Type = Type {
    name: "v1alpha1.Volume",
    fields: &[
        Field { name: "caching", shape: Shape::String, omit: Omit::Unset },
    ],
};

pub static AZURE_WORKERCONFIG: Type = Type {
    name: "v1alpha1.WorkerConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "nodeTemplate", shape: Shape::Object(&AZURE_NODETEMPLATE), omit: Omit::Unset },
        Field { name: "diagnosticsProfile", shape: Shape::Object(&AZURE_DIAGNOSTICSPROFILE), omit: Omit::Unset },
        Field { name: "volume", shape: Shape::Object(&AZURE_VOLUME), omit: Omit::Unset },
        Field { name: "dataVolumes", shape: Shape::List(&Shape::Object(&AZURE_DATAVOLUME)), omit: Omit::Empty },
        Field { name: "capacityReservation", shape: Shape::Object(&AZURE_CAPACITYRESERVATION), omit: Omit::Unset },
    ],
};

pub static EQUINIXMETAL_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&EQUINIXMETAL_MACHINEIMAGES)), omit: Omit::Never },
    ],
};

static EQUINIXMETAL_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "id", shape: Shape::String, omit: Omit::Empty },
        Field { name: "ipxeScriptUrl", shape: Shape::String, omit: Omit::Unset },
    ],
};

static EQUINIXMETAL_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&EQUINIXMETAL_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static GCP_BOOTVOLUME: Type = Type {
    name: "v1alpha1.BootVolume",
    fields: &[
        Field { name: "provisionedIops", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "provisionedThroughput", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "storagePool", shape: Shape::String, omit: Omit::Unset },
    ],
};

pub static GCP_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&GCP_MACHINEIMAGES)), omit: Omit::Never },
    ],
};

static GCP_DATAVOLUME: Type = Type {
    name: "v1alpha1.DataVolume",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "sourceImage", shape: Shape::String, omit: Omit::Unset },
        Field { name: "provisionedIops", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "provisionedThroughput", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "storagePool", shape: Shape::String, omit: Omit::Unset },
    ],
};

static GCP_DISKENCRYPTION: Type = Type {
    name: "v1alpha1.DiskEncryption",
    fields: &[
        Field { name: "kmsKeyName", shape: Shape::String, omit: Omit::Never },
        Field { name: "kmsKeyServiceAccount", shape: Shape::String, omit: Omit::Unset },
    ],
};

static GCP_GPU: Type = Type {
    name: "v1alpha1.GPU",
    fields: &[
        Field { name: "acceleratorType", shape: Shape::String, omit: Omit::Never },
        Field { name: "count", shape: Shape::Int32, omit: Omit::Never },
    ],
};

static GCP_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
        Field { name: "image", shape: Shape::String, omit: Omit::Never },
    ],
};

static GCP_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "image", shape: Shape::String, omit: Omit::Never },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&GCP_MACHINEIMAGEFLAVOR)), omit: Omit::Empty },
    ],
};

static GCP_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&GCP_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static GCP_NODETEMPLATE: Type = Type {
    name: "v1alpha1.NodeTemplate",
    fields: &[
        Field { name: "capacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Never },
        Field { name: "virtualCapacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Empty },
    ],
};

static GCP_SERVICEACCOUNT: Type = Type {
    name: "v1alpha1.ServiceAccount",
    fields: &[
        Field { name: "email", shape: Shape::String, omit: Omit::Never },
        Field { name: "scopes", shape: Shape::List(&Shape::String), omit: Omit::Never },
    ],
};

static GCP_VOLUME: Type = Type {
    name: "v1alpha1.Volume",
    fields: &[
        Field { name: "interface", shape: Shape::String, omit: Omit::Unset },
        Field { name: "encryption", shape: Shape::Object(&GCP_DISKENCRYPTION), omit: Omit::Unset },
    ],
};

pub static GCP_WORKERCONFIG: Type = Type {
    name: "v1alpha1.WorkerConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "gpu", shape: Shape::Object(&GCP_GPU), omit: Omit::Unset },
        Field { name: "volume", shape: Shape::Object(&GCP_VOLUME), omit: Omit::Unset },
        Field { name: "bootVolume", shape: Shape::Object(&GCP_BOOTVOLUME), omit: Omit::Unset },
        Field { name: "dataVolumes", shape: Shape::List(&Shape::Object(&GCP_DATAVOLUME)), omit: Omit::Empty },
        Field { name: "minCpuPlatform", shape: Shape::String, omit: Omit::Unset },
        Field { name: "serviceAccount", shape: Shape::Object(&GCP_SERVICEACCOUNT), omit: Omit::Unset },
        Field { name: "nodeTemplate", shape: Shape::Object(&GCP_NODETEMPLATE), omit: Omit::Unset },
    ],
};

pub static IONOS_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&IONOS_REGIONSPEC)), omit: Omit::Never },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&IONOS_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "defaultClassStoragePolicyName", shape: Shape::String, omit: Omit::Never },
        Field { name: "machineTypeOptions", shape: Shape::List(&Shape::Raw), omit: Omit::Empty },
        Field { name: "dockerDaemonOptions", shape: Shape::Raw, omit: Omit::Unset },
    ],
};

static IONOS_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "imageName", shape: Shape::String, omit: Omit::Never },
    ],
};

static IONOS_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&IONOS_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static IONOS_REGIONSPEC: Type = Type {
    name: "v1alpha1.RegionSpec",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&IONOS_MACHINEIMAGES)), omit: Omit::Empty },
    ],
};

pub static IRONCORE_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&IRONCORE_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "regionConfigs", shape: Shape::List(&Shape::Object(&IRONCORE_REGIONCONFIG)), omit: Omit::Empty },
        Field { name: "storageClasses", shape: Shape::Object(&IRONCORE_STORAGECLASSES), omit: Omit::Never },
    ],
};

static IRONCORE_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "image", shape: Shape::String, omit: Omit::Never },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
    ],
};

static IRONCORE_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&IRONCORE_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static IRONCORE_REGIONCONFIG: Type = Type {
    name: "v1alpha1.RegionConfig",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "server", shape: Shape::String, omit: Omit::Never },
        Field { name: "certificateAuthorityData", shape: Shape::String, omit: Omit::Never },
    ],
};

static IRONCORE_STORAGECLASS: Type = Type {
    name: "v1alpha1.StorageClass",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
    ],
};

static IRONCORE_STORAGECLASSES: Type = Type {
    name: "v1alpha1.StorageClasses",
    fields: &[
        Field { name: "default", shape: Shape::Object(&IRONCORE_STORAGECLASS), omit: Omit::Unset },
        Field { name: "additional", shape: Shape::List(&Shape::Object(&IRONCORE_STORAGECLASS)), omit: Omit::Empty },
    ],
};

pub static IRONCORE_METAL_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "regionConfigs", shape: Shape::List(&Shape::Object(&IRONCORE_METAL_REGIONCONFIG)), omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&IRONCORE_METAL_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "machineTypes", shape: Shape::List(&Shape::Object(&IRONCORE_METAL_MACHINETYPE)), omit: Omit::Empty },
    ],
};

static IRONCORE_METAL_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
        Field { name: "image", shape: Shape::String, omit: Omit::Never },
    ],
};

static IRONCORE_METAL_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "image", shape: Shape::String, omit: Omit::Never },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&IRONCORE_METAL_MACHINEIMAGEFLAVOR)), omit: Omit::Empty },
    ],
};

static IRONCORE_METAL_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&IRONCORE_METAL_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static IRONCORE_METAL_MACHINETYPE: Type = Type {
    name: "v1alpha1.MachineType",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "serverLabels", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
    ],
};

static IRONCORE_METAL_REGIONCONFIG: Type = Type {
    name: "v1alpha1.RegionConfig",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "server", shape: Shape::String, omit: Omit::Never },
        Field { name: "certificateAuthorityData", shape: Shape::String, omit: Omit::Never },
    ],
};

pub static IRONCORE_METAL_WORKERCONFIG: Type = Type {
    name: "v1alpha1.WorkerConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "extraIgnition", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "extraServerLabels", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "ipamConfig", shape: Shape::Raw, omit: Omit::Empty },
        Field { name: "metadata", shape: Shape::Raw, omit: Omit::Empty },
    ],
};

pub static KUBEVIRT_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&KUBEVIRT_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "machineTypes", shape: Shape::List(&Shape::Object(&KUBEVIRT_MACHINETYPE)), omit: Omit::Empty },
    ],
};

static KUBEVIRT_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "sourceURL", shape: Shape::String, omit: Omit::Never },
    ],
};

static KUBEVIRT_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&KUBEVIRT_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static KUBEVIRT_MACHINETYPE: Type = Type {
    name: "v1alpha1.MachineType",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "limits", shape: Shape::Raw, omit: Omit::Unset },
    ],
};

pub static LOCAL_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&LOCAL_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "loadBalancer", shape: Shape::Object(&LOCAL_LOADBALANCER), omit: Omit::Never },
    ],
};

static LOCAL_LOADBALANCER: Type = Type {
    name: "v1alpha1.LoadBalancer",
    fields: &[
        Field { name: "image", shape: Shape::String, omit: Omit::Never },
    ],
};

static LOCAL_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "image", shape: Shape::String, omit: Omit::Never },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
    ],
};

static LOCAL_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "image", shape: Shape::String, omit: Omit::Empty },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&LOCAL_MACHINEIMAGEFLAVOR)), omit: Omit::Never },
    ],
};

static LOCAL_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&LOCAL_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static METAL_ALLOWEDNETWORKS: Type = Type {
    name: "v1alpha1.AllowedNetworks",
    fields: &[
        Field { name: "ingress", shape: Shape::List(&Shape::String), omit: Omit::Never },
        Field { name: "egress", shape: Shape::List(&Shape::String), omit: Omit::Never },
    ],
};

pub static METAL_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "metalControlPlanes", shape: Shape::Map(&Shape::Object(&METAL_METALCONTROLPLANE)), omit: Omit::Never },
    ],
};

static METAL_FIREWALLCONTROLLERVERSION: Type = Type {
    name: "v1alpha1.FirewallControllerVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "url", shape: Shape::String, omit: Omit::Never },
        Field { name: "classification", shape: Shape::String, omit: Omit::Unset },
    ],
};

static METAL_METALCONTROLPLANE: Type = Type {
    name: "v1alpha1.MetalControlPlane",
    fields: &[
        Field { name: "endpoint", shape: Shape::String, omit: Omit::Never },
        Field { name: "partitions", shape: Shape::Map(&Shape::Object(&METAL_PARTITION)), omit: Omit::Never },
        Field { name: "firewallImages", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "firewallControllerVersions", shape: Shape::List(&Shape::Object(&METAL_FIREWALLCONTROLLERVERSION)), omit: Omit::Empty },
        Field { name: "nftablesExporter", shape: Shape::Object(&METAL_NFTABLESEXPORTER), omit: Omit::Never },
    ],
};

static METAL_NETWORKISOLATION: Type = Type {
    name: "v1alpha1.NetworkIsolation",
    fields: &[
        Field { name: "allowedNetworks", shape: Shape::Object(&METAL_ALLOWEDNETWORKS), omit: Omit::Never },
        Field { name: "dnsServers", shape: Shape::List(&Shape::String), omit: Omit::Never },
        Field { name: "ntpServers", shape: Shape::List(&Shape::String), omit: Omit::Never },
        Field { name: "registryMirrors", shape: Shape::List(&Shape::Object(&METAL_REGISTRYMIRROR)), omit: Omit::Never },
    ],
};

static METAL_NFTABLESEXPORTER: Type = Type {
    name: "v1alpha1.NftablesExporter",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "url", shape: Shape::String, omit: Omit::Never },
    ],
};

static METAL_PARTITION: Type = Type {
    name: "v1alpha1.Partition",
    fields: &[
        Field { name: "firewallTypes", shape: Shape::List(&Shape::String), omit: Omit::Never },
        Field { name: "networkIsolation", shape: Shape::Object(&METAL_NETWORKISOLATION), omit: Omit::Unset },
    ],
};

static METAL_REGISTRYMIRROR: Type = Type {
    name: "v1alpha1.RegistryMirror",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "endpoint", shape: Shape::String, omit: Omit::Never },
        Field { name: "ip", shape: Shape::String, omit: Omit::Never },
        Field { name: "port", shape: Shape::Int32, omit: Omit::Never },
        Field { name: "mirrorOf", shape: Shape::List(&Shape::String), omit: Omit::Never },
    ],
};

pub static OPENSTACK_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "constraints", shape: Shape::Object(&OPENSTACK_CONSTRAINTS), omit: Omit::Never },
        Field { name: "dnsServers", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "dhcpDomain", shape: Shape::String, omit: Omit::Unset },
        Field { name: "keystoneURL", shape: Shape::String, omit: Omit::Empty },
        Field { name: "keystoneCACert", shape: Shape::String, omit: Omit::Unset },
        Field { name: "keystoneForceInsecure", shape: Shape::Bool, omit: Omit::Empty },
        Field { name: "keystoneURLs", shape: Shape::List(&Shape::Object(&OPENSTACK_KEYSTONEURL)), omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&OPENSTACK_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "requestTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "rescanBlockStorageOnResize", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "ignoreVolumeAZ", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "nodeVolumeAttachLimit", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "useSNAT", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "serverGroupPolicies", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "resolvConfOptions", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "storageClasses", shape: Shape::List(&Shape::Object(&OPENSTACK_STORAGECLASSDEFINITION)), omit: Omit::Empty },
    ],
};

static OPENSTACK_CONSTRAINTS: Type = Type {
    name: "v1alpha1.Constraints",
    fields: &[
        Field { name: "floatingPools", shape: Shape::List(&Shape::Object(&OPENSTACK_FLOATINGPOOL)), omit: Omit::Never },
        Field { name: "loadBalancerProviders", shape: Shape::List(&Shape::Object(&OPENSTACK_LOADBALANCERPROVIDER)), omit: Omit::Never },
    ],
};

static OPENSTACK_FLOATINGPOOL: Type = Type {
    name: "v1alpha1.FloatingPool",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "region", shape: Shape::String, omit: Omit::Unset },
        Field { name: "domain", shape: Shape::String, omit: Omit::Unset },
        Field { name: "defaultFloatingSubnet", shape: Shape::String, omit: Omit::Unset },
        Field { name: "nonConstraining", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "loadBalancerClasses", shape: Shape::List(&Shape::Object(&OPENSTACK_LOADBALANCERCLASS)), omit: Omit::Empty },
    ],
};

static OPENSTACK_KEYSTONEURL: Type = Type {
    name: "v1alpha1.KeyStoneURL",
    fields: &[
        Field { name: "region", shape: Shape::String, omit: Omit::Never },
        Field { name: "url", shape: Shape::String, omit: Omit::Never },
        Field { name: "caCert", shape: Shape::String, omit: Omit::Unset },
    ],
};

static OPENSTACK_LOADBALANCERCLASS: Type = Type {
    name: "v1alpha1.LoadBalancerClass",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "purpose", shape: Shape::String, omit: Omit::Never },
        Field { name: "floatingSubnetID", shape: Shape::String, omit: Omit::Unset },
        Field { name: "floatingSubnetTags", shape: Shape::String, omit: Omit::Unset },
        Field { name: "floatingSubnetName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "floatingNetworkID", shape: Shape::String, omit: Omit::Unset },
        Field { name: "subnetID", shape: Shape::String, omit: Omit::Unset },
    ],
};

static OPENSTACK_LOADBALANCERPROVIDER: Type = Type {
    name: "v1alpha1.LoadBalancerProvider",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "region", shape: Shape::String, omit: Omit::Unset },
    ],
};

static OPENSTACK_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "regions", shape: Shape::List(&Shape::Object(&OPENSTACK_REGIONIDMAPPING)), omit: Omit::Empty },
        Field { name: "image", shape: Shape::String, omit: Omit::Empty },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
    ],
};

static OPENSTACK_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "image", shape: Shape::String, omit: Omit::Empty },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&OPENSTACK_REGIONIDMAPPING)), omit: Omit::Empty },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&OPENSTACK_MACHINEIMAGEFLAVOR)), omit: Omit::Empty },
    ],
};

static OPENSTACK_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&OPENSTACK_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static OPENSTACK_MACHINELABEL: Type = Type {
    name: "v1alpha1.MachineLabel",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "value", shape: Shape::String, omit: Omit::Never },
        Field { name: "triggerRollingOnUpdate", shape: Shape::Bool, omit: Omit::Empty },
    ],
};

static OPENSTACK_NODETEMPLATE: Type = Type {
    name: "v1alpha1.NodeTemplate",
    fields: &[
        Field { name: "capacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Never },
        Field { name: "virtualCapacity", shape: Shape::Map(&Shape::Quantity), omit: Omit::Empty },
    ],
};

static OPENSTACK_REGIONIDMAPPING: Type = Type {
    name: "v1alpha1.RegionIDMapping",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "id", shape: Shape::String, omit: Omit::Never },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
    ],
};

static OPENSTACK_SERVERGROUP: Type = Type {
    name: "v1alpha1.ServerGroup",
    fields: &[
        Field { name: "policy", shape: Shape::String, omit: Omit::Never },
    ],
};

static OPENSTACK_STORAGECLASSDEFINITION: Type = Type {
    name: "v1alpha1.StorageClassDefinition",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "default", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "provisioner", shape: Shape::String, omit: Omit::Unset },
        Field { name: "parameters", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "annotations", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "labels", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "reclaimPolicy", shape: Shape::String, omit: Omit::Unset },
        Field { name: "volumeBindingMode", shape: Shape::String, omit: Omit::Unset },
    ],
};

pub static OPENSTACK_WORKERCONFIG: Type = Type {
    name: "v1alpha1.WorkerConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "nodeTemplate", shape: Shape::Object(&OPENSTACK_NODETEMPLATE), omit: Omit::Unset },
        Field { name: "serverGroup", shape: Shape::Object(&OPENSTACK_SERVERGROUP), omit: Omit::Unset },
        Field { name: "machineLabels", shape: Shape::List(&Shape::Object(&OPENSTACK_MACHINELABEL)), omit: Omit::Empty },
        Field { name: "additionalSecurityGroups", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static STACKIT_APIENDPOINTS: Type = Type {
    name: "v1alpha1.APIEndpoints",
    fields: &[
        Field { name: "dns", shape: Shape::String, omit: Omit::Unset },
        Field { name: "loadBalancer", shape: Shape::String, omit: Omit::Unset },
        Field { name: "iaas", shape: Shape::String, omit: Omit::Unset },
        Field { name: "applicationLoadBalancer", shape: Shape::String, omit: Omit::Unset },
        Field { name: "applicationLoadBalancerCertificate", shape: Shape::String, omit: Omit::Unset },
        Field { name: "tokenEndpoint", shape: Shape::String, omit: Omit::Unset },
    ],
};

static STACKIT_BASTION: Type = Type {
    name: "v1alpha1.Bastion",
    fields: &[
        Field { name: "rootDiskSize", shape: Shape::Raw, omit: Omit::Unset },
    ],
};

pub static STACKIT_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "constraints", shape: Shape::Object(&STACKIT_CONSTRAINTS), omit: Omit::Unset },
        Field { name: "dnsServers", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "dhcpDomain", shape: Shape::String, omit: Omit::Unset },
        Field { name: "keystoneURL", shape: Shape::String, omit: Omit::Empty },
        Field { name: "keystoneCACert", shape: Shape::String, omit: Omit::Unset },
        Field { name: "keystoneForceInsecure", shape: Shape::Bool, omit: Omit::Empty },
        Field { name: "keystoneURLs", shape: Shape::List(&Shape::Object(&STACKIT_KEYSTONEURL)), omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&STACKIT_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "requestTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "rescanBlockStorageOnResize", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "ignoreVolumeAZ", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "nodeVolumeAttachLimit", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "useOctavia", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "useSNAT", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "serverGroupPolicies", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "resolvConfOptions", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "storageClasses", shape: Shape::List(&Shape::Raw), omit: Omit::Empty },
        Field { name: "apiEndpoints", shape: Shape::Object(&STACKIT_APIENDPOINTS), omit: Omit::Unset },
        Field { name: "caBundle", shape: Shape::String, omit: Omit::Unset },
        Field { name: "bastion", shape: Shape::Object(&STACKIT_BASTION), omit: Omit::Unset },
    ],
};

static STACKIT_CONSTRAINTS: Type = Type {
    name: "v1alpha1.Constraints",
    fields: &[
        Field { name: "floatingPools", shape: Shape::List(&Shape::Object(&STACKIT_FLOATINGPOOL)), omit: Omit::Empty },
    ],
};

static STACKIT_FLOATINGPOOL: Type = Type {
    name: "v1alpha1.FloatingPool",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "region", shape: Shape::String, omit: Omit::Unset },
        Field { name: "domain", shape: Shape::String, omit: Omit::Unset },
        Field { name: "defaultFloatingSubnet", shape: Shape::String, omit: Omit::Unset },
        Field { name: "nonConstraining", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static STACKIT_KEYSTONEURL: Type = Type {
    name: "v1alpha1.KeyStoneURL",
    fields: &[
        Field { name: "region", shape: Shape::String, omit: Omit::Never },
        Field { name: "url", shape: Shape::String, omit: Omit::Never },
        Field { name: "caCert", shape: Shape::String, omit: Omit::Unset },
    ],
};

static STACKIT_MACHINEIMAGEFLAVOR: Type = Type {
    name: "v1alpha1.MachineImageFlavor",
    fields: &[
        Field { name: "regions", shape: Shape::List(&Shape::Object(&STACKIT_REGIONIDMAPPING)), omit: Omit::Empty },
        Field { name: "image", shape: Shape::String, omit: Omit::Empty },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
    ],
};

static STACKIT_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "image", shape: Shape::String, omit: Omit::Empty },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&STACKIT_REGIONIDMAPPING)), omit: Omit::Empty },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Object(&STACKIT_MACHINEIMAGEFLAVOR)), omit: Omit::Empty },
    ],
};

static STACKIT_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&STACKIT_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static STACKIT_REGIONIDMAPPING: Type = Type {
    name: "v1alpha1.RegionIDMapping",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "id", shape: Shape::String, omit: Omit::Never },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
    ],
};

pub static VSPHERE_CLOUDPROFILECONFIG: Type = Type {
    name: "v1alpha1.CloudProfileConfig",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "namePrefix", shape: Shape::String, omit: Omit::Never },
        Field { name: "defaultClassStoragePolicyName", shape: Shape::String, omit: Omit::Never },
        Field { name: "constraints", shape: Shape::Object(&VSPHERE_CONSTRAINTS), omit: Omit::Never },
        Field { name: "dnsServers", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "dhcpOptions", shape: Shape::List(&Shape::Object(&VSPHERE_DHCPOPTION)), omit: Omit::Empty },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&VSPHERE_MACHINEIMAGES)), omit: Omit::Never },
        Field { name: "machineTypeOptions", shape: Shape::List(&Shape::Object(&VSPHERE_MACHINETYPEOPTIONS)), omit: Omit::Empty },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&VSPHERE_REGIONSPEC)), omit: Omit::Never },
    ],
};

static VSPHERE_CONSTRAINTS: Type = Type {
    name: "v1alpha1.Constraints",
    fields: &[
        Field { name: "loadBalancerConfig", shape: Shape::Object(&VSPHERE_LOADBALANCERCONFIG), omit: Omit::Never },
    ],
};

static VSPHERE_DHCPOPTION: Type = Type {
    name: "v1alpha1.DHCPOption",
    fields: &[
        Field { name: "code", shape: Shape::Int64, omit: Omit::Never },
    ],
};

static VSPHERE_LOADBALANCERCONFIG: Type = Type {
    name: "v1alpha1.LoadBalancerConfig",
    fields: &[
        Field { name: "size", shape: Shape::String, omit: Omit::Never },
    ],
};

static VSPHERE_MACHINEIMAGEVERSION: Type = Type {
    name: "v1alpha1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "path", shape: Shape::String, omit: Omit::Never },
    ],
};

static VSPHERE_MACHINEIMAGES: Type = Type {
    name: "v1alpha1.MachineImages",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&VSPHERE_MACHINEIMAGEVERSION)), omit: Omit::Never },
    ],
};

static VSPHERE_MACHINETYPEOPTIONS: Type = Type {
    name: "v1alpha1.MachineTypeOptions",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
    ],
};

static VSPHERE_REGIONSPEC: Type = Type {
    name: "v1alpha1.RegionSpec",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "vsphereHost", shape: Shape::String, omit: Omit::Never },
        Field { name: "nsxtHost", shape: Shape::String, omit: Omit::Never },
        Field { name: "snatIPPool", shape: Shape::String, omit: Omit::Never },
        Field { name: "transportZone", shape: Shape::String, omit: Omit::Never },
        Field { name: "logicalTier0Router", shape: Shape::String, omit: Omit::Never },
        Field { name: "edgeCluster", shape: Shape::String, omit: Omit::Never },
        Field { name: "dnsServers", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "zones", shape: Shape::List(&Shape::Object(&VSPHERE_ZONESPEC)), omit: Omit::Never },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&VSPHERE_MACHINEIMAGES)), omit: Omit::Empty },
    ],
};

static VSPHERE_ZONESPEC: Type = Type {
    name: "v1alpha1.ZoneSpec",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "datacenter", shape: Shape::String, omit: Omit::Unset },
        Field { name: "datastore", shape: Shape::String, omit: Omit::Unset },
        Field { name: "datastoreCluster", shape: Shape::String, omit: Omit::Unset },
        Field { name: "computeCluster", shape: Shape::String, omit: Omit::Unset },
        Field { name: "resourcePool", shape: Shape::String, omit: Omit::Unset },
        Field { name: "hostSystem", shape: Shape::String, omit: Omit::Unset },
    ],
};
