//! Field tables, generated from `testdata/schema.json` by `tests/it/generated.rs`: do not edit.
#![allow(missing_docs)]

use super::{Field, Omit, Shape, Type};

/// The kinds of `core.gardener.cloud/v1beta1` and their types.
pub static ROOTS: &[(&str, &Type)] = &[
    ("CloudProfile", &V1BETA1_CLOUDPROFILE),
    ("CloudProfileList", &V1BETA1_CLOUDPROFILELIST),
    ("NamespacedCloudProfile", &V1BETA1_NAMESPACEDCLOUDPROFILE),
    ("NamespacedCloudProfileList", &V1BETA1_NAMESPACEDCLOUDPROFILELIST),
    ("Shoot", &V1BETA1_SHOOT),
    ("ShootList", &V1BETA1_SHOOTLIST),
];

static V1_CROSSVERSIONOBJECTREFERENCE: Type = Type {
    name: "v1.CrossVersionObjectReference",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Never },
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
    ],
};

static V1_LABELSELECTORREQUIREMENT: Type = Type {
    name: "v1.LabelSelectorRequirement",
    fields: &[
        Field { name: "key", shape: Shape::String, omit: Omit::Never },
        Field { name: "operator", shape: Shape::String, omit: Omit::Never },
        Field { name: "values", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1_LISTMETA: Type = Type {
    name: "v1.ListMeta",
    fields: &[
        Field { name: "selfLink", shape: Shape::String, omit: Omit::Empty },
        Field { name: "resourceVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "continue", shape: Shape::String, omit: Omit::Empty },
        Field { name: "remainingItemCount", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "shardInfo", shape: Shape::Object(&V1_SHARDINFO), omit: Omit::Unset },
    ],
};

static V1_MANAGEDFIELDSENTRY: Type = Type {
    name: "v1.ManagedFieldsEntry",
    fields: &[
        Field { name: "manager", shape: Shape::String, omit: Omit::Empty },
        Field { name: "operation", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "time", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "fieldsType", shape: Shape::String, omit: Omit::Empty },
        Field { name: "fieldsV1", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "subresource", shape: Shape::String, omit: Omit::Empty },
    ],
};

static V1_OBJECTMETA: Type = Type {
    name: "v1.ObjectMeta",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Empty },
        Field { name: "generateName", shape: Shape::String, omit: Omit::Empty },
        Field { name: "namespace", shape: Shape::String, omit: Omit::Empty },
        Field { name: "selfLink", shape: Shape::String, omit: Omit::Empty },
        Field { name: "uid", shape: Shape::String, omit: Omit::Empty },
        Field { name: "resourceVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "generation", shape: Shape::Int64, omit: Omit::Empty },
        Field { name: "creationTimestamp", shape: Shape::Time, omit: Omit::Empty },
        Field { name: "deletionTimestamp", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "deletionGracePeriodSeconds", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "labels", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "annotations", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "ownerReferences", shape: Shape::List(&Shape::Object(&V1_OWNERREFERENCE)), omit: Omit::Empty },
        Field { name: "finalizers", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "managedFields", shape: Shape::List(&Shape::Object(&V1_MANAGEDFIELDSENTRY)), omit: Omit::Empty },
    ],
};

static V1_OBJECTREFERENCE: Type = Type {
    name: "v1.ObjectReference",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "namespace", shape: Shape::String, omit: Omit::Empty },
        Field { name: "name", shape: Shape::String, omit: Omit::Empty },
        Field { name: "uid", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "resourceVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "fieldPath", shape: Shape::String, omit: Omit::Empty },
    ],
};

static V1_OWNERREFERENCE: Type = Type {
    name: "v1.OwnerReference",
    fields: &[
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Never },
        Field { name: "kind", shape: Shape::String, omit: Omit::Never },
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "uid", shape: Shape::String, omit: Omit::Never },
        Field { name: "controller", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "blockOwnerDeletion", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1_SHARDINFO: Type = Type {
    name: "v1.ShardInfo",
    fields: &[
        Field { name: "selector", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1_TAINT: Type = Type {
    name: "v1.Taint",
    fields: &[
        Field { name: "key", shape: Shape::String, omit: Omit::Never },
        Field { name: "value", shape: Shape::String, omit: Omit::Empty },
        Field { name: "effect", shape: Shape::String, omit: Omit::Never },
        Field { name: "timeAdded", shape: Shape::Time, omit: Omit::Unset },
    ],
};

static V1BETA1_APISERVERLOGGING: Type = Type {
    name: "v1beta1.APIServerLogging",
    fields: &[
        Field { name: "verbosity", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "httpAccessVerbosity", shape: Shape::Int32, omit: Omit::Unset },
    ],
};

static V1BETA1_APISERVERREQUESTS: Type = Type {
    name: "v1beta1.APIServerRequests",
    fields: &[
        Field { name: "maxNonMutatingInflight", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "maxMutatingInflight", shape: Shape::Int32, omit: Omit::Unset },
    ],
};

static V1BETA1_ACCESSRESTRICTION: Type = Type {
    name: "v1beta1.AccessRestriction",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_ACCESSRESTRICTIONWITHOPTIONS: Type = Type {
    name: "v1beta1.AccessRestrictionWithOptions",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "options", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_ADDONS: Type = Type {
    name: "v1beta1.Addons",
    fields: &[
        Field { name: "kubernetesDashboard", shape: Shape::Object(&V1BETA1_KUBERNETESDASHBOARD), omit: Omit::Unset },
        Field { name: "nginxIngress", shape: Shape::Object(&V1BETA1_NGINXINGRESS), omit: Omit::Unset },
    ],
};

static V1BETA1_ADMISSIONPLUGIN: Type = Type {
    name: "v1beta1.AdmissionPlugin",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "config", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "disabled", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "kubeconfigSecretName", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_ALERTING: Type = Type {
    name: "v1beta1.Alerting",
    fields: &[
        Field { name: "emailReceivers", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_AUDITCONFIG: Type = Type {
    name: "v1beta1.AuditConfig",
    fields: &[
        Field { name: "auditPolicy", shape: Shape::Object(&V1BETA1_AUDITPOLICY), omit: Omit::Unset },
    ],
};

static V1BETA1_AUDITPOLICY: Type = Type {
    name: "v1beta1.AuditPolicy",
    fields: &[
        Field { name: "configMapRef", shape: Shape::Object(&V1_OBJECTREFERENCE), omit: Omit::Unset },
    ],
};

static V1BETA1_AUTHORIZERKUBECONFIGREFERENCE: Type = Type {
    name: "v1beta1.AuthorizerKubeconfigReference",
    fields: &[
        Field { name: "authorizerName", shape: Shape::String, omit: Omit::Never },
        Field { name: "secretName", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_AVAILABILITYZONE: Type = Type {
    name: "v1beta1.AvailabilityZone",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "unavailableMachineTypes", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "unavailableVolumeTypes", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_BACKUP: Type = Type {
    name: "v1beta1.Backup",
    fields: &[
        Field { name: "provider", shape: Shape::String, omit: Omit::Never },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "region", shape: Shape::String, omit: Omit::Unset },
        Field { name: "credentialsRef", shape: Shape::Object(&V1_OBJECTREFERENCE), omit: Omit::Unset },
    ],
};

static V1BETA1_BASTION: Type = Type {
    name: "v1beta1.Bastion",
    fields: &[
        Field { name: "machineImage", shape: Shape::Object(&V1BETA1_BASTIONMACHINEIMAGE), omit: Omit::Unset },
        Field { name: "machineType", shape: Shape::Object(&V1BETA1_BASTIONMACHINETYPE), omit: Omit::Unset },
    ],
};

static V1BETA1_BASTIONMACHINEIMAGE: Type = Type {
    name: "v1beta1.BastionMachineImage",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "version", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_BASTIONMACHINETYPE: Type = Type {
    name: "v1beta1.BastionMachineType",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_CAROTATION: Type = Type {
    name: "v1beta1.CARotation",
    fields: &[
        Field { name: "phase", shape: Shape::String, omit: Omit::Never },
        Field { name: "lastCompletionTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastInitiationTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastInitiationFinishedTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastCompletionTriggeredTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "pendingWorkersRollouts", shape: Shape::List(&Shape::Object(&V1BETA1_PENDINGWORKERSROLLOUT)), omit: Omit::Empty },
    ],
};

static V1BETA1_CRI: Type = Type {
    name: "v1beta1.CRI",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "containerRuntimes", shape: Shape::List(&Shape::Object(&V1BETA1_CONTAINERRUNTIME)), omit: Omit::Empty },
    ],
};

static V1BETA1_CAPABILITYDEFINITION: Type = Type {
    name: "v1beta1.CapabilityDefinition",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "values", shape: Shape::List(&Shape::String), omit: Omit::Never },
    ],
};

static V1BETA1_CLOUDPROFILE: Type = Type {
    name: "v1beta1.CloudProfile",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "metadata", shape: Shape::Object(&V1_OBJECTMETA), omit: Omit::Never },
        Field { name: "spec", shape: Shape::Object(&V1BETA1_CLOUDPROFILESPEC), omit: Omit::Never },
        Field { name: "status", shape: Shape::Object(&V1BETA1_CLOUDPROFILESTATUS), omit: Omit::Never },
    ],
};

static V1BETA1_CLOUDPROFILECONTROLPLANE: Type = Type {
    name: "v1beta1.CloudProfileControlPlane",
    fields: &[
        Field { name: "allowZonePinning", shape: Shape::Bool, omit: Omit::Empty },
    ],
};

static V1BETA1_CLOUDPROFILELIST: Type = Type {
    name: "v1beta1.CloudProfileList",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "metadata", shape: Shape::Object(&V1_LISTMETA), omit: Omit::Never },
        Field { name: "items", shape: Shape::List(&Shape::Object(&V1BETA1_CLOUDPROFILE)), omit: Omit::Never },
    ],
};

static V1BETA1_CLOUDPROFILEMACHINECONTROLLERMANAGERSETTINGS: Type = Type {
    name: "v1beta1.CloudProfileMachineControllerManagerSettings",
    fields: &[
        Field { name: "machineCreationTimeout", shape: Shape::Duration, omit: Omit::Unset },
    ],
};

static V1BETA1_CLOUDPROFILEREFERENCE: Type = Type {
    name: "v1beta1.CloudProfileReference",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Never },
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_CLOUDPROFILESPEC: Type = Type {
    name: "v1beta1.CloudProfileSpec",
    fields: &[
        Field { name: "caBundle", shape: Shape::String, omit: Omit::Unset },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETESSETTINGS), omit: Omit::Never },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGE)), omit: Omit::Never },
        Field { name: "machineTypes", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINETYPE)), omit: Omit::Never },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&V1BETA1_REGION)), omit: Omit::Never },
        Field { name: "seedSelector", shape: Shape::Object(&V1BETA1_SEEDSELECTOR), omit: Omit::Unset },
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
        Field { name: "volumeTypes", shape: Shape::List(&Shape::Object(&V1BETA1_VOLUMETYPE)), omit: Omit::Empty },
        Field { name: "bastion", shape: Shape::Object(&V1BETA1_BASTION), omit: Omit::Unset },
        Field { name: "limits", shape: Shape::Object(&V1BETA1_LIMITS), omit: Omit::Unset },
        Field { name: "machineCapabilities", shape: Shape::List(&Shape::Object(&V1BETA1_CAPABILITYDEFINITION)), omit: Omit::Empty },
        Field { name: "controlPlane", shape: Shape::Object(&V1BETA1_CLOUDPROFILECONTROLPLANE), omit: Omit::Unset },
    ],
};

static V1BETA1_CLOUDPROFILESTATUS: Type = Type {
    name: "v1beta1.CloudProfileStatus",
    fields: &[
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETESSTATUS), omit: Omit::Unset },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGESTATUS)), omit: Omit::Empty },
    ],
};

static V1BETA1_CLUSTERAUTOSCALER: Type = Type {
    name: "v1beta1.ClusterAutoscaler",
    fields: &[
        Field { name: "scaleDownDelayAfterAdd", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "scaleDownDelayAfterDelete", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "scaleDownDelayAfterFailure", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "scaleDownUnneededTime", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "scaleDownUtilizationThreshold", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "scanInterval", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "expander", shape: Shape::String, omit: Omit::Unset },
        Field { name: "maxNodeProvisionTime", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "maxGracefulTerminationSeconds", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "ignoreTaints", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "newPodScaleUpDelay", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "maxEmptyBulkDelete", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "ignoreDaemonsetsUtilization", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "verbosity", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "startupTaints", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "statusTaints", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "maxScaleDownParallelism", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "maxDrainParallelism", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "initialNodeGroupBackoffDuration", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "maxNodeGroupBackoffDuration", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "nodeGroupBackoffResetTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "emitPerNodeGroupMetrics", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "maxBinpackingTime", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_CONTROLPLANEAUTOSCALING), omit: Omit::Unset },
    ],
};

static V1BETA1_CLUSTERAUTOSCALEROPTIONS: Type = Type {
    name: "v1beta1.ClusterAutoscalerOptions",
    fields: &[
        Field { name: "scaleDownUtilizationThreshold", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "scaleDownGpuUtilizationThreshold", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "scaleDownUnneededTime", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "scaleDownUnreadyTime", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "maxNodeProvisionTime", shape: Shape::Duration, omit: Omit::Unset },
    ],
};

static V1BETA1_CONDITION: Type = Type {
    name: "v1beta1.Condition",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
        Field { name: "status", shape: Shape::String, omit: Omit::Never },
        Field { name: "lastTransitionTime", shape: Shape::Time, omit: Omit::Never },
        Field { name: "lastUpdateTime", shape: Shape::Time, omit: Omit::Never },
        Field { name: "reason", shape: Shape::String, omit: Omit::Never },
        Field { name: "message", shape: Shape::String, omit: Omit::Never },
        Field { name: "codes", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_CONTAINERRUNTIME: Type = Type {
    name: "v1beta1.ContainerRuntime",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
    ],
};

static V1BETA1_CONTROLPLANE: Type = Type {
    name: "v1beta1.ControlPlane",
    fields: &[
        Field { name: "highAvailability", shape: Shape::Object(&V1BETA1_HIGHAVAILABILITY), omit: Omit::Unset },
        Field { name: "zones", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_CONTROLPLANEAUTOSCALING: Type = Type {
    name: "v1beta1.ControlPlaneAutoscaling",
    fields: &[
        Field { name: "minAllowed", shape: Shape::Map(&Shape::Quantity), omit: Omit::Never },
    ],
};

static V1BETA1_COREDNS: Type = Type {
    name: "v1beta1.CoreDNS",
    fields: &[
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_COREDNSAUTOSCALING), omit: Omit::Unset },
        Field { name: "rewriting", shape: Shape::Object(&V1BETA1_COREDNSREWRITING), omit: Omit::Unset },
    ],
};

static V1BETA1_COREDNSAUTOSCALING: Type = Type {
    name: "v1beta1.CoreDNSAutoscaling",
    fields: &[
        Field { name: "mode", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_COREDNSREWRITING: Type = Type {
    name: "v1beta1.CoreDNSRewriting",
    fields: &[
        Field { name: "commonSuffixes", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_DNS: Type = Type {
    name: "v1beta1.DNS",
    fields: &[
        Field { name: "domain", shape: Shape::String, omit: Omit::Unset },
        Field { name: "providers", shape: Shape::List(&Shape::Object(&V1BETA1_DNSPROVIDER)), omit: Omit::Empty },
    ],
};

static V1BETA1_DNSEXPOSURE: Type = Type {
    name: "v1beta1.DNSExposure",
    fields: &[
    ],
};

static V1BETA1_DNSINCLUDEEXCLUDE: Type = Type {
    name: "v1beta1.DNSIncludeExclude",
    fields: &[
        Field { name: "include", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "exclude", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_DNSPROVIDER: Type = Type {
    name: "v1beta1.DNSProvider",
    fields: &[
        Field { name: "domains", shape: Shape::Object(&V1BETA1_DNSINCLUDEEXCLUDE), omit: Omit::Unset },
        Field { name: "primary", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "secretName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "type", shape: Shape::String, omit: Omit::Unset },
        Field { name: "zones", shape: Shape::Object(&V1BETA1_DNSINCLUDEEXCLUDE), omit: Omit::Unset },
        Field { name: "credentialsRef", shape: Shape::Object(&V1_CROSSVERSIONOBJECTREFERENCE), omit: Omit::Unset },
    ],
};

static V1BETA1_DATAVOLUME: Type = Type {
    name: "v1beta1.DataVolume",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "type", shape: Shape::String, omit: Omit::Unset },
        Field { name: "size", shape: Shape::String, omit: Omit::Never },
        Field { name: "encrypted", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1BETA1_ETCD: Type = Type {
    name: "v1beta1.ETCD",
    fields: &[
        Field { name: "main", shape: Shape::Object(&V1BETA1_ETCDCONFIG), omit: Omit::Unset },
        Field { name: "events", shape: Shape::Object(&V1BETA1_ETCDCONFIG), omit: Omit::Unset },
    ],
};

static V1BETA1_ETCDCONFIG: Type = Type {
    name: "v1beta1.ETCDConfig",
    fields: &[
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_CONTROLPLANEAUTOSCALING), omit: Omit::Unset },
    ],
};

static V1BETA1_ETCDENCRYPTIONKEYROTATION: Type = Type {
    name: "v1beta1.ETCDEncryptionKeyRotation",
    fields: &[
        Field { name: "phase", shape: Shape::String, omit: Omit::Never },
        Field { name: "lastCompletionTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastInitiationTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastInitiationFinishedTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastCompletionTriggeredTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "autoCompleteAfterPrepared", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1BETA1_ENCRYPTIONATREST: Type = Type {
    name: "v1beta1.EncryptionAtRest",
    fields: &[
        Field { name: "resources", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "provider", shape: Shape::Object(&V1BETA1_ENCRYPTIONPROVIDERSTATUS), omit: Omit::Never },
    ],
};

static V1BETA1_ENCRYPTIONCONFIG: Type = Type {
    name: "v1beta1.EncryptionConfig",
    fields: &[
        Field { name: "resources", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "provider", shape: Shape::Object(&V1BETA1_ENCRYPTIONPROVIDER), omit: Omit::Never },
    ],
};

static V1BETA1_ENCRYPTIONPROVIDER: Type = Type {
    name: "v1beta1.EncryptionProvider",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_ENCRYPTIONPROVIDERSTATUS: Type = Type {
    name: "v1beta1.EncryptionProviderStatus",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_EXPIRABLEVERSION: Type = Type {
    name: "v1beta1.ExpirableVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "expirationDate", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "classification", shape: Shape::String, omit: Omit::Unset },
        Field { name: "lifecycle", shape: Shape::List(&Shape::Object(&V1BETA1_LIFECYCLESTAGE)), omit: Omit::Empty },
    ],
};

static V1BETA1_EXPIRABLEVERSIONSTATUS: Type = Type {
    name: "v1beta1.ExpirableVersionStatus",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "classification", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_EXPOSURE: Type = Type {
    name: "v1beta1.Exposure",
    fields: &[
        Field { name: "extension", shape: Shape::Object(&V1BETA1_EXTENSIONEXPOSURE), omit: Omit::Unset },
        Field { name: "dns", shape: Shape::Object(&V1BETA1_DNSEXPOSURE), omit: Omit::Unset },
    ],
};

static V1BETA1_EXTENSION: Type = Type {
    name: "v1beta1.Extension",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "disabled", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1BETA1_EXTENSIONEXPOSURE: Type = Type {
    name: "v1beta1.ExtensionExposure",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Unset },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
    ],
};

static V1BETA1_FAILURETOLERANCE: Type = Type {
    name: "v1beta1.FailureTolerance",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_GARDENER: Type = Type {
    name: "v1beta1.Gardener",
    fields: &[
        Field { name: "id", shape: Shape::String, omit: Omit::Never },
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_HIBERNATION: Type = Type {
    name: "v1beta1.Hibernation",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "schedules", shape: Shape::List(&Shape::Object(&V1BETA1_HIBERNATIONSCHEDULE)), omit: Omit::Empty },
    ],
};

static V1BETA1_HIBERNATIONSCHEDULE: Type = Type {
    name: "v1beta1.HibernationSchedule",
    fields: &[
        Field { name: "start", shape: Shape::String, omit: Omit::Unset },
        Field { name: "end", shape: Shape::String, omit: Omit::Unset },
        Field { name: "location", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_HIGHAVAILABILITY: Type = Type {
    name: "v1beta1.HighAvailability",
    fields: &[
        Field { name: "failureTolerance", shape: Shape::Object(&V1BETA1_FAILURETOLERANCE), omit: Omit::Never },
    ],
};

static V1BETA1_HORIZONTALPODAUTOSCALERCONFIG: Type = Type {
    name: "v1beta1.HorizontalPodAutoscalerConfig",
    fields: &[
        Field { name: "cpuInitializationPeriod", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "downscaleStabilization", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "initialReadinessDelay", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "syncPeriod", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "tolerance", shape: Shape::Float64, omit: Omit::Unset },
    ],
};

static V1BETA1_INPLACEUPDATES: Type = Type {
    name: "v1beta1.InPlaceUpdates",
    fields: &[
        Field { name: "supported", shape: Shape::Bool, omit: Omit::Never },
        Field { name: "minVersionForUpdate", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_INPLACEUPDATESSTATUS: Type = Type {
    name: "v1beta1.InPlaceUpdatesStatus",
    fields: &[
        Field { name: "pendingWorkerUpdates", shape: Shape::Object(&V1BETA1_PENDINGWORKERUPDATES), omit: Omit::Unset },
    ],
};

static V1BETA1_KUBEAPISERVERCONFIG: Type = Type {
    name: "v1beta1.KubeAPIServerConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool), omit: Omit::Empty },
        Field { name: "admissionPlugins", shape: Shape::List(&Shape::Object(&V1BETA1_ADMISSIONPLUGIN)), omit: Omit::Empty },
        Field { name: "apiAudiences", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "auditConfig", shape: Shape::Object(&V1BETA1_AUDITCONFIG), omit: Omit::Unset },
        Field { name: "runtimeConfig", shape: Shape::Map(&Shape::Bool), omit: Omit::Empty },
        Field { name: "serviceAccountConfig", shape: Shape::Object(&V1BETA1_SERVICEACCOUNTCONFIG), omit: Omit::Unset },
        Field { name: "watchCacheSizes", shape: Shape::Object(&V1BETA1_WATCHCACHESIZES), omit: Omit::Unset },
        Field { name: "requests", shape: Shape::Object(&V1BETA1_APISERVERREQUESTS), omit: Omit::Unset },
        Field { name: "enableAnonymousAuthentication", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "eventTTL", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "logging", shape: Shape::Object(&V1BETA1_APISERVERLOGGING), omit: Omit::Unset },
        Field { name: "defaultNotReadyTolerationSeconds", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "defaultUnreachableTolerationSeconds", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "encryptionConfig", shape: Shape::Object(&V1BETA1_ENCRYPTIONCONFIG), omit: Omit::Unset },
        Field { name: "structuredAuthentication", shape: Shape::Object(&V1BETA1_STRUCTUREDAUTHENTICATION), omit: Omit::Unset },
        Field { name: "structuredAuthorization", shape: Shape::Object(&V1BETA1_STRUCTUREDAUTHORIZATION), omit: Omit::Unset },
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_CONTROLPLANEAUTOSCALING), omit: Omit::Unset },
        Field { name: "tlsMinVersion", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBECONTROLLERMANAGERCONFIG: Type = Type {
    name: "v1beta1.KubeControllerManagerConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool), omit: Omit::Empty },
        Field { name: "horizontalPodAutoscaler", shape: Shape::Object(&V1BETA1_HORIZONTALPODAUTOSCALERCONFIG), omit: Omit::Unset },
        Field { name: "nodeCIDRMaskSize", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "podEvictionTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "nodeMonitorGracePeriod", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "nodeCIDRMaskSizeIPv6", shape: Shape::Int32, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBEPROXYCONFIG: Type = Type {
    name: "v1beta1.KubeProxyConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool), omit: Omit::Empty },
        Field { name: "mode", shape: Shape::String, omit: Omit::Unset },
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBESCHEDULERCONFIG: Type = Type {
    name: "v1beta1.KubeSchedulerConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool), omit: Omit::Empty },
        Field { name: "kubeMaxPDVols", shape: Shape::String, omit: Omit::Unset },
        Field { name: "profile", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBELETCONFIG: Type = Type {
    name: "v1beta1.KubeletConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool), omit: Omit::Empty },
        Field { name: "cpuCFSQuota", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "cpuManagerPolicy", shape: Shape::String, omit: Omit::Unset },
        Field { name: "evictionHard", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTION), omit: Omit::Unset },
        Field { name: "evictionMaxPodGracePeriod", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "evictionMinimumReclaim", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTIONMINIMUMRECLAIM), omit: Omit::Unset },
        Field { name: "evictionPressureTransitionPeriod", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "evictionSoft", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTION), omit: Omit::Unset },
        Field { name: "evictionSoftGracePeriod", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTIONSOFTGRACEPERIOD), omit: Omit::Unset },
        Field { name: "maxPods", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "podPidsLimit", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "failSwapOn", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "kubeReserved", shape: Shape::Object(&V1BETA1_KUBELETCONFIGRESERVED), omit: Omit::Unset },
        Field { name: "imageGCHighThresholdPercent", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "imageGCLowThresholdPercent", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "serializeImagePulls", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "registryPullQPS", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "registryBurst", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "seccompDefault", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "containerLogMaxSize", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "containerLogMaxFiles", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "protectKernelDefaults", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "streamingConnectionIdleTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "memorySwap", shape: Shape::Object(&V1BETA1_MEMORYSWAPCONFIGURATION), omit: Omit::Unset },
        Field { name: "maxParallelImagePulls", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "imageMinimumGCAge", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "imageMaximumGCAge", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "singleProcessOOMKill", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "imagePullCredentialsVerificationPolicy", shape: Shape::String, omit: Omit::Unset },
        Field { name: "preloadedImagesVerificationAllowlist", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_KUBELETCONFIGEVICTION: Type = Type {
    name: "v1beta1.KubeletConfigEviction",
    fields: &[
        Field { name: "memoryAvailable", shape: Shape::String, omit: Omit::Unset },
        Field { name: "imageFSAvailable", shape: Shape::String, omit: Omit::Unset },
        Field { name: "imageFSInodesFree", shape: Shape::String, omit: Omit::Unset },
        Field { name: "nodeFSAvailable", shape: Shape::String, omit: Omit::Unset },
        Field { name: "nodeFSInodesFree", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBELETCONFIGEVICTIONMINIMUMRECLAIM: Type = Type {
    name: "v1beta1.KubeletConfigEvictionMinimumReclaim",
    fields: &[
        Field { name: "memoryAvailable", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "imageFSAvailable", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "imageFSInodesFree", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "nodeFSAvailable", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "nodeFSInodesFree", shape: Shape::Quantity, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBELETCONFIGEVICTIONSOFTGRACEPERIOD: Type = Type {
    name: "v1beta1.KubeletConfigEvictionSoftGracePeriod",
    fields: &[
        Field { name: "memoryAvailable", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "imageFSAvailable", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "imageFSInodesFree", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "nodeFSAvailable", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "nodeFSInodesFree", shape: Shape::Duration, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBELETCONFIGRESERVED: Type = Type {
    name: "v1beta1.KubeletConfigReserved",
    fields: &[
        Field { name: "cpu", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "memory", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "ephemeralStorage", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "pid", shape: Shape::Quantity, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBERNETES: Type = Type {
    name: "v1beta1.Kubernetes",
    fields: &[
        Field { name: "clusterAutoscaler", shape: Shape::Object(&V1BETA1_CLUSTERAUTOSCALER), omit: Omit::Unset },
        Field { name: "kubeAPIServer", shape: Shape::Object(&V1BETA1_KUBEAPISERVERCONFIG), omit: Omit::Unset },
        Field { name: "kubeControllerManager", shape: Shape::Object(&V1BETA1_KUBECONTROLLERMANAGERCONFIG), omit: Omit::Unset },
        Field { name: "kubeScheduler", shape: Shape::Object(&V1BETA1_KUBESCHEDULERCONFIG), omit: Omit::Unset },
        Field { name: "kubeProxy", shape: Shape::Object(&V1BETA1_KUBEPROXYCONFIG), omit: Omit::Unset },
        Field { name: "kubelet", shape: Shape::Object(&V1BETA1_KUBELETCONFIG), omit: Omit::Unset },
        Field { name: "version", shape: Shape::String, omit: Omit::Empty },
        Field { name: "verticalPodAutoscaler", shape: Shape::Object(&V1BETA1_VERTICALPODAUTOSCALER), omit: Omit::Unset },
        Field { name: "etcd", shape: Shape::Object(&V1BETA1_ETCD), omit: Omit::Unset },
    ],
};

static V1BETA1_KUBERNETESDASHBOARD: Type = Type {
    name: "v1beta1.KubernetesDashboard",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Never },
        Field { name: "authenticationMode", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_KUBERNETESSETTINGS: Type = Type {
    name: "v1beta1.KubernetesSettings",
    fields: &[
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_EXPIRABLEVERSION)), omit: Omit::Empty },
    ],
};

static V1BETA1_KUBERNETESSTATUS: Type = Type {
    name: "v1beta1.KubernetesStatus",
    fields: &[
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_EXPIRABLEVERSIONSTATUS)), omit: Omit::Empty },
    ],
};

static V1BETA1_LASTERROR: Type = Type {
    name: "v1beta1.LastError",
    fields: &[
        Field { name: "description", shape: Shape::String, omit: Omit::Never },
        Field { name: "taskID", shape: Shape::String, omit: Omit::Unset },
        Field { name: "codes", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "lastUpdateTime", shape: Shape::Time, omit: Omit::Unset },
    ],
};

static V1BETA1_LASTMAINTENANCE: Type = Type {
    name: "v1beta1.LastMaintenance",
    fields: &[
        Field { name: "description", shape: Shape::String, omit: Omit::Never },
        Field { name: "triggeredTime", shape: Shape::Time, omit: Omit::Never },
        Field { name: "state", shape: Shape::String, omit: Omit::Never },
        Field { name: "failureReason", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_LASTOPERATION: Type = Type {
    name: "v1beta1.LastOperation",
    fields: &[
        Field { name: "description", shape: Shape::String, omit: Omit::Never },
        Field { name: "lastUpdateTime", shape: Shape::Time, omit: Omit::Never },
        Field { name: "progress", shape: Shape::Int32, omit: Omit::Never },
        Field { name: "state", shape: Shape::String, omit: Omit::Never },
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_LIFECYCLESTAGE: Type = Type {
    name: "v1beta1.LifecycleStage",
    fields: &[
        Field { name: "classification", shape: Shape::String, omit: Omit::Never },
        Field { name: "startTime", shape: Shape::Time, omit: Omit::Unset },
    ],
};

static V1BETA1_LIMITS: Type = Type {
    name: "v1beta1.Limits",
    fields: &[
        Field { name: "maxNodesTotal", shape: Shape::Int32, omit: Omit::Unset },
    ],
};

static V1BETA1_LIVEMIGRATION: Type = Type {
    name: "v1beta1.LiveMigration",
    fields: &[
        Field { name: "conditions", shape: Shape::List(&Shape::Object(&V1BETA1_CONDITION)), omit: Omit::Empty },
    ],
};

static V1BETA1_MACHINE: Type = Type {
    name: "v1beta1.Machine",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
        Field { name: "image", shape: Shape::Object(&V1BETA1_SHOOTMACHINEIMAGE), omit: Omit::Unset },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_MACHINECONTROLLERMANAGERSETTINGS: Type = Type {
    name: "v1beta1.MachineControllerManagerSettings",
    fields: &[
        Field { name: "machineDrainTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "machineHealthTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "machineCreationTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "maxEvictRetries", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "nodeConditions", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "inPlaceUpdateTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "disableHealthTimeout", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "machinePreserveTimeout", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "autoPreserveFailedMachineMax", shape: Shape::Int32, omit: Omit::Unset },
    ],
};

static V1BETA1_MACHINEIMAGE: Type = Type {
    name: "v1beta1.MachineImage",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGEVERSION)), omit: Omit::Never },
        Field { name: "updateStrategy", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_MACHINEIMAGESTATUS: Type = Type {
    name: "v1beta1.MachineImageStatus",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_EXPIRABLEVERSIONSTATUS)), omit: Omit::Empty },
    ],
};

static V1BETA1_MACHINEIMAGEVERSION: Type = Type {
    name: "v1beta1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String, omit: Omit::Never },
        Field { name: "expirationDate", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "classification", shape: Shape::String, omit: Omit::Unset },
        Field { name: "lifecycle", shape: Shape::List(&Shape::Object(&V1BETA1_LIFECYCLESTAGE)), omit: Omit::Empty },
        Field { name: "cri", shape: Shape::List(&Shape::Object(&V1BETA1_CRI)), omit: Omit::Empty },
        Field { name: "architectures", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "kubeletVersionConstraint", shape: Shape::String, omit: Omit::Unset },
        Field { name: "inPlaceUpdates", shape: Shape::Object(&V1BETA1_INPLACEUPDATES), omit: Omit::Unset },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Map(&Shape::List(&Shape::String))), omit: Omit::Empty },
    ],
};

static V1BETA1_MACHINETYPE: Type = Type {
    name: "v1beta1.MachineType",
    fields: &[
        Field { name: "cpu", shape: Shape::Quantity, omit: Omit::Never },
        Field { name: "gpu", shape: Shape::Quantity, omit: Omit::Never },
        Field { name: "memory", shape: Shape::Quantity, omit: Omit::Never },
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "storage", shape: Shape::Object(&V1BETA1_MACHINETYPESTORAGE), omit: Omit::Unset },
        Field { name: "usable", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "architecture", shape: Shape::String, omit: Omit::Unset },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)), omit: Omit::Empty },
        Field { name: "machineControllerManager", shape: Shape::Object(&V1BETA1_CLOUDPROFILEMACHINECONTROLLERMANAGERSETTINGS), omit: Omit::Unset },
    ],
};

static V1BETA1_MACHINETYPESTORAGE: Type = Type {
    name: "v1beta1.MachineTypeStorage",
    fields: &[
        Field { name: "class", shape: Shape::String, omit: Omit::Never },
        Field { name: "size", shape: Shape::Quantity, omit: Omit::Unset },
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
        Field { name: "minSize", shape: Shape::Quantity, omit: Omit::Unset },
    ],
};

static V1BETA1_MAINTENANCE: Type = Type {
    name: "v1beta1.Maintenance",
    fields: &[
        Field { name: "autoUpdate", shape: Shape::Object(&V1BETA1_MAINTENANCEAUTOUPDATE), omit: Omit::Unset },
        Field { name: "timeWindow", shape: Shape::Object(&V1BETA1_MAINTENANCETIMEWINDOW), omit: Omit::Unset },
        Field { name: "confineSpecUpdateRollout", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "autoRotation", shape: Shape::Object(&V1BETA1_MAINTENANCEAUTOROTATION), omit: Omit::Unset },
    ],
};

static V1BETA1_MAINTENANCEAUTOROTATION: Type = Type {
    name: "v1beta1.MaintenanceAutoRotation",
    fields: &[
        Field { name: "credentials", shape: Shape::Object(&V1BETA1_MAINTENANCECREDENTIALSAUTOROTATION), omit: Omit::Unset },
    ],
};

static V1BETA1_MAINTENANCEAUTOUPDATE: Type = Type {
    name: "v1beta1.MaintenanceAutoUpdate",
    fields: &[
        Field { name: "kubernetesVersion", shape: Shape::Bool, omit: Omit::Never },
        Field { name: "machineImageVersion", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1BETA1_MAINTENANCECREDENTIALSAUTOROTATION: Type = Type {
    name: "v1beta1.MaintenanceCredentialsAutoRotation",
    fields: &[
        Field { name: "observability", shape: Shape::Object(&V1BETA1_MAINTENANCEROTATIONCONFIG), omit: Omit::Unset },
        Field { name: "sshKeypair", shape: Shape::Object(&V1BETA1_MAINTENANCEROTATIONCONFIG), omit: Omit::Unset },
        Field { name: "etcdEncryptionKey", shape: Shape::Object(&V1BETA1_MAINTENANCEROTATIONCONFIG), omit: Omit::Unset },
    ],
};

static V1BETA1_MAINTENANCEROTATIONCONFIG: Type = Type {
    name: "v1beta1.MaintenanceRotationConfig",
    fields: &[
        Field { name: "rotationPeriod", shape: Shape::Duration, omit: Omit::Unset },
    ],
};

static V1BETA1_MAINTENANCETIMEWINDOW: Type = Type {
    name: "v1beta1.MaintenanceTimeWindow",
    fields: &[
        Field { name: "begin", shape: Shape::String, omit: Omit::Never },
        Field { name: "end", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_MANUALWORKERPOOLROLLOUT: Type = Type {
    name: "v1beta1.ManualWorkerPoolRollout",
    fields: &[
        Field { name: "pendingWorkersRollouts", shape: Shape::List(&Shape::Object(&V1BETA1_PENDINGWORKERSROLLOUT)), omit: Omit::Empty },
    ],
};

static V1BETA1_MEMORYSWAPCONFIGURATION: Type = Type {
    name: "v1beta1.MemorySwapConfiguration",
    fields: &[
        Field { name: "swapBehavior", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_MONITORING: Type = Type {
    name: "v1beta1.Monitoring",
    fields: &[
        Field { name: "alerting", shape: Shape::Object(&V1BETA1_ALERTING), omit: Omit::Unset },
    ],
};

static V1BETA1_NAMEDRESOURCEREFERENCE: Type = Type {
    name: "v1beta1.NamedResourceReference",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "resourceRef", shape: Shape::Object(&V1_CROSSVERSIONOBJECTREFERENCE), omit: Omit::Never },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILE: Type = Type {
    name: "v1beta1.NamespacedCloudProfile",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "metadata", shape: Shape::Object(&V1_OBJECTMETA), omit: Omit::Never },
        Field { name: "spec", shape: Shape::Object(&V1BETA1_NAMESPACEDCLOUDPROFILESPEC), omit: Omit::Never },
        Field { name: "status", shape: Shape::Object(&V1BETA1_NAMESPACEDCLOUDPROFILESTATUS), omit: Omit::Never },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILELIST: Type = Type {
    name: "v1beta1.NamespacedCloudProfileList",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "metadata", shape: Shape::Object(&V1_LISTMETA), omit: Omit::Never },
        Field { name: "items", shape: Shape::List(&Shape::Object(&V1BETA1_NAMESPACEDCLOUDPROFILE)), omit: Omit::Never },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILESPEC: Type = Type {
    name: "v1beta1.NamespacedCloudProfileSpec",
    fields: &[
        Field { name: "caBundle", shape: Shape::String, omit: Omit::Unset },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETESSETTINGS), omit: Omit::Unset },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGE)), omit: Omit::Empty },
        Field { name: "machineTypes", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINETYPE)), omit: Omit::Empty },
        Field { name: "volumeTypes", shape: Shape::List(&Shape::Object(&V1BETA1_VOLUMETYPE)), omit: Omit::Empty },
        Field { name: "parent", shape: Shape::Object(&V1BETA1_CLOUDPROFILEREFERENCE), omit: Omit::Never },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "limits", shape: Shape::Object(&V1BETA1_LIMITS), omit: Omit::Unset },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILESTATUS: Type = Type {
    name: "v1beta1.NamespacedCloudProfileStatus",
    fields: &[
        Field { name: "cloudProfileSpec", shape: Shape::Object(&V1BETA1_CLOUDPROFILESPEC), omit: Omit::Never },
        Field { name: "observedGeneration", shape: Shape::Int64, omit: Omit::Empty },
    ],
};

static V1BETA1_NETWORKING: Type = Type {
    name: "v1beta1.Networking",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Unset },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "pods", shape: Shape::String, omit: Omit::Unset },
        Field { name: "nodes", shape: Shape::String, omit: Omit::Unset },
        Field { name: "services", shape: Shape::String, omit: Omit::Unset },
        Field { name: "ipFamilies", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_NETWORKINGSTATUS: Type = Type {
    name: "v1beta1.NetworkingStatus",
    fields: &[
        Field { name: "pods", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "nodes", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "services", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "egressCIDRs", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_NGINXINGRESS: Type = Type {
    name: "v1beta1.NginxIngress",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Never },
        Field { name: "loadBalancerSourceRanges", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "config", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "externalTrafficPolicy", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_NODELOCALDNS: Type = Type {
    name: "v1beta1.NodeLocalDNS",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Never },
        Field { name: "forceTCPToClusterDNS", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "forceTCPToUpstreamDNS", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "disableForwardToUpstreamDNS", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1BETA1_OBSERVABILITYROTATION: Type = Type {
    name: "v1beta1.ObservabilityRotation",
    fields: &[
        Field { name: "lastInitiationTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastCompletionTime", shape: Shape::Time, omit: Omit::Unset },
    ],
};

static V1BETA1_PENDINGWORKERUPDATES: Type = Type {
    name: "v1beta1.PendingWorkerUpdates",
    fields: &[
        Field { name: "autoInPlaceUpdate", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "manualInPlaceUpdate", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_PENDINGWORKERSROLLOUT: Type = Type {
    name: "v1beta1.PendingWorkersRollout",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "lastInitiationTime", shape: Shape::Time, omit: Omit::Unset },
    ],
};

static V1BETA1_PROVIDER: Type = Type {
    name: "v1beta1.Provider",
    fields: &[
        Field { name: "type", shape: Shape::String, omit: Omit::Never },
        Field { name: "controlPlaneConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "infrastructureConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "workers", shape: Shape::List(&Shape::Object(&V1BETA1_WORKER)), omit: Omit::Empty },
        Field { name: "workersSettings", shape: Shape::Object(&V1BETA1_WORKERSSETTINGS), omit: Omit::Unset },
    ],
};

static V1BETA1_REGION: Type = Type {
    name: "v1beta1.Region",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "zones", shape: Shape::List(&Shape::Object(&V1BETA1_AVAILABILITYZONE)), omit: Omit::Empty },
        Field { name: "labels", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "accessRestrictions", shape: Shape::List(&Shape::Object(&V1BETA1_ACCESSRESTRICTION)), omit: Omit::Empty },
    ],
};

static V1BETA1_RESOURCEWATCHCACHESIZE: Type = Type {
    name: "v1beta1.ResourceWatchCacheSize",
    fields: &[
        Field { name: "apiGroup", shape: Shape::String, omit: Omit::Unset },
        Field { name: "resource", shape: Shape::String, omit: Omit::Never },
        Field { name: "size", shape: Shape::Int32, omit: Omit::Never },
    ],
};

static V1BETA1_SSHACCESS: Type = Type {
    name: "v1beta1.SSHAccess",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Never },
    ],
};

static V1BETA1_SEEDSELECTOR: Type = Type {
    name: "v1beta1.SeedSelector",
    fields: &[
        Field { name: "matchLabels", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "matchExpressions", shape: Shape::List(&Shape::Object(&V1_LABELSELECTORREQUIREMENT)), omit: Omit::Empty },
        Field { name: "providerTypes", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_SERVICEACCOUNTCONFIG: Type = Type {
    name: "v1beta1.ServiceAccountConfig",
    fields: &[
        Field { name: "issuer", shape: Shape::String, omit: Omit::Unset },
        Field { name: "extendTokenExpiration", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "maxTokenExpiration", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "acceptedIssuers", shape: Shape::List(&Shape::String), omit: Omit::Empty },
    ],
};

static V1BETA1_SERVICEACCOUNTKEYROTATION: Type = Type {
    name: "v1beta1.ServiceAccountKeyRotation",
    fields: &[
        Field { name: "phase", shape: Shape::String, omit: Omit::Never },
        Field { name: "lastCompletionTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastInitiationTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastInitiationFinishedTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastCompletionTriggeredTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "pendingWorkersRollouts", shape: Shape::List(&Shape::Object(&V1BETA1_PENDINGWORKERSROLLOUT)), omit: Omit::Empty },
    ],
};

static V1BETA1_SHOOT: Type = Type {
    name: "v1beta1.Shoot",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "metadata", shape: Shape::Object(&V1_OBJECTMETA), omit: Omit::Never },
        Field { name: "spec", shape: Shape::Object(&V1BETA1_SHOOTSPEC), omit: Omit::Never },
        Field { name: "status", shape: Shape::Object(&V1BETA1_SHOOTSTATUS), omit: Omit::Never },
    ],
};

static V1BETA1_SHOOTADVERTISEDADDRESS: Type = Type {
    name: "v1beta1.ShootAdvertisedAddress",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "url", shape: Shape::String, omit: Omit::Never },
        Field { name: "application", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_SHOOTCREDENTIALS: Type = Type {
    name: "v1beta1.ShootCredentials",
    fields: &[
        Field { name: "rotation", shape: Shape::Object(&V1BETA1_SHOOTCREDENTIALSROTATION), omit: Omit::Unset },
        Field { name: "encryptionAtRest", shape: Shape::Object(&V1BETA1_ENCRYPTIONATREST), omit: Omit::Unset },
    ],
};

static V1BETA1_SHOOTCREDENTIALSROTATION: Type = Type {
    name: "v1beta1.ShootCredentialsRotation",
    fields: &[
        Field { name: "certificateAuthorities", shape: Shape::Object(&V1BETA1_CAROTATION), omit: Omit::Unset },
        Field { name: "sshKeypair", shape: Shape::Object(&V1BETA1_SHOOTSSHKEYPAIRROTATION), omit: Omit::Unset },
        Field { name: "observability", shape: Shape::Object(&V1BETA1_OBSERVABILITYROTATION), omit: Omit::Unset },
        Field { name: "serviceAccountKey", shape: Shape::Object(&V1BETA1_SERVICEACCOUNTKEYROTATION), omit: Omit::Unset },
        Field { name: "etcdEncryptionKey", shape: Shape::Object(&V1BETA1_ETCDENCRYPTIONKEYROTATION), omit: Omit::Unset },
    ],
};

static V1BETA1_SHOOTLIST: Type = Type {
    name: "v1beta1.ShootList",
    fields: &[
        Field { name: "kind", shape: Shape::String, omit: Omit::Empty },
        Field { name: "apiVersion", shape: Shape::String, omit: Omit::Empty },
        Field { name: "metadata", shape: Shape::Object(&V1_LISTMETA), omit: Omit::Never },
        Field { name: "items", shape: Shape::List(&Shape::Object(&V1BETA1_SHOOT)), omit: Omit::Never },
    ],
};

static V1BETA1_SHOOTMACHINEIMAGE: Type = Type {
    name: "v1beta1.ShootMachineImage",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "version", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_SHOOTSSHKEYPAIRROTATION: Type = Type {
    name: "v1beta1.ShootSSHKeypairRotation",
    fields: &[
        Field { name: "lastInitiationTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastCompletionTime", shape: Shape::Time, omit: Omit::Unset },
    ],
};

static V1BETA1_SHOOTSPEC: Type = Type {
    name: "v1beta1.ShootSpec",
    fields: &[
        Field { name: "addons", shape: Shape::Object(&V1BETA1_ADDONS), omit: Omit::Unset },
        Field { name: "cloudProfileName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "dns", shape: Shape::Object(&V1BETA1_DNS), omit: Omit::Unset },
        Field { name: "extensions", shape: Shape::List(&Shape::Object(&V1BETA1_EXTENSION)), omit: Omit::Empty },
        Field { name: "hibernation", shape: Shape::Object(&V1BETA1_HIBERNATION), omit: Omit::Unset },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETES), omit: Omit::Never },
        Field { name: "networking", shape: Shape::Object(&V1BETA1_NETWORKING), omit: Omit::Unset },
        Field { name: "maintenance", shape: Shape::Object(&V1BETA1_MAINTENANCE), omit: Omit::Unset },
        Field { name: "monitoring", shape: Shape::Object(&V1BETA1_MONITORING), omit: Omit::Unset },
        Field { name: "provider", shape: Shape::Object(&V1BETA1_PROVIDER), omit: Omit::Never },
        Field { name: "purpose", shape: Shape::String, omit: Omit::Unset },
        Field { name: "region", shape: Shape::String, omit: Omit::Never },
        Field { name: "secretBindingName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "seedName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "seedSelector", shape: Shape::Object(&V1BETA1_SEEDSELECTOR), omit: Omit::Unset },
        Field { name: "resources", shape: Shape::List(&Shape::Object(&V1BETA1_NAMEDRESOURCEREFERENCE)), omit: Omit::Empty },
        Field { name: "tolerations", shape: Shape::List(&Shape::Object(&V1BETA1_TOLERATION)), omit: Omit::Empty },
        Field { name: "exposureClassName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "systemComponents", shape: Shape::Object(&V1BETA1_SYSTEMCOMPONENTS), omit: Omit::Unset },
        Field { name: "controlPlane", shape: Shape::Object(&V1BETA1_CONTROLPLANE), omit: Omit::Unset },
        Field { name: "schedulerName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "cloudProfile", shape: Shape::Object(&V1BETA1_CLOUDPROFILEREFERENCE), omit: Omit::Unset },
        Field { name: "credentialsBindingName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "accessRestrictions", shape: Shape::List(&Shape::Object(&V1BETA1_ACCESSRESTRICTIONWITHOPTIONS)), omit: Omit::Empty },
    ],
};

static V1BETA1_SHOOTSTATUS: Type = Type {
    name: "v1beta1.ShootStatus",
    fields: &[
        Field { name: "conditions", shape: Shape::List(&Shape::Object(&V1BETA1_CONDITION)), omit: Omit::Empty },
        Field { name: "constraints", shape: Shape::List(&Shape::Object(&V1BETA1_CONDITION)), omit: Omit::Empty },
        Field { name: "gardener", shape: Shape::Object(&V1BETA1_GARDENER), omit: Omit::Never },
        Field { name: "hibernated", shape: Shape::Bool, omit: Omit::Never },
        Field { name: "lastOperation", shape: Shape::Object(&V1BETA1_LASTOPERATION), omit: Omit::Unset },
        Field { name: "lastErrors", shape: Shape::List(&Shape::Object(&V1BETA1_LASTERROR)), omit: Omit::Empty },
        Field { name: "observedGeneration", shape: Shape::Int64, omit: Omit::Empty },
        Field { name: "retryCycleStartTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "seedName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "technicalID", shape: Shape::String, omit: Omit::Never },
        Field { name: "uid", shape: Shape::String, omit: Omit::Never },
        Field { name: "clusterIdentity", shape: Shape::String, omit: Omit::Unset },
        Field { name: "advertisedAddresses", shape: Shape::List(&Shape::Object(&V1BETA1_SHOOTADVERTISEDADDRESS)), omit: Omit::Empty },
        Field { name: "migrationStartTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "credentials", shape: Shape::Object(&V1BETA1_SHOOTCREDENTIALS), omit: Omit::Unset },
        Field { name: "lastHibernationTriggerTime", shape: Shape::Time, omit: Omit::Unset },
        Field { name: "lastMaintenance", shape: Shape::Object(&V1BETA1_LASTMAINTENANCE), omit: Omit::Unset },
        Field { name: "networking", shape: Shape::Object(&V1BETA1_NETWORKINGSTATUS), omit: Omit::Unset },
        Field { name: "inPlaceUpdates", shape: Shape::Object(&V1BETA1_INPLACEUPDATESSTATUS), omit: Omit::Unset },
        Field { name: "manualWorkerPoolRollout", shape: Shape::Object(&V1BETA1_MANUALWORKERPOOLROLLOUT), omit: Omit::Unset },
        Field { name: "liveMigration", shape: Shape::Object(&V1BETA1_LIVEMIGRATION), omit: Omit::Unset },
    ],
};

static V1BETA1_STRUCTUREDAUTHENTICATION: Type = Type {
    name: "v1beta1.StructuredAuthentication",
    fields: &[
        Field { name: "configMapName", shape: Shape::String, omit: Omit::Never },
    ],
};

static V1BETA1_STRUCTUREDAUTHORIZATION: Type = Type {
    name: "v1beta1.StructuredAuthorization",
    fields: &[
        Field { name: "configMapName", shape: Shape::String, omit: Omit::Never },
        Field { name: "kubeconfigs", shape: Shape::List(&Shape::Object(&V1BETA1_AUTHORIZERKUBECONFIGREFERENCE)), omit: Omit::Never },
    ],
};

static V1BETA1_SYSTEMCOMPONENTS: Type = Type {
    name: "v1beta1.SystemComponents",
    fields: &[
        Field { name: "coreDNS", shape: Shape::Object(&V1BETA1_COREDNS), omit: Omit::Unset },
        Field { name: "nodeLocalDNS", shape: Shape::Object(&V1BETA1_NODELOCALDNS), omit: Omit::Unset },
    ],
};

static V1BETA1_TOLERATION: Type = Type {
    name: "v1beta1.Toleration",
    fields: &[
        Field { name: "key", shape: Shape::String, omit: Omit::Never },
        Field { name: "value", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_VERTICALPODAUTOSCALER: Type = Type {
    name: "v1beta1.VerticalPodAutoscaler",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool, omit: Omit::Never },
        Field { name: "evictAfterOOMThreshold", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "evictionRateBurst", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "evictionRateLimit", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "evictionTolerance", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "recommendationMarginFraction", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "updaterInterval", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "recommenderInterval", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "targetCPUPercentile", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "recommendationLowerBoundCPUPercentile", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "recommendationUpperBoundCPUPercentile", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "targetMemoryPercentile", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "recommendationLowerBoundMemoryPercentile", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "recommendationUpperBoundMemoryPercentile", shape: Shape::Float64, omit: Omit::Unset },
        Field { name: "cpuHistogramDecayHalfLife", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "memoryHistogramDecayHalfLife", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "memoryAggregationInterval", shape: Shape::Duration, omit: Omit::Unset },
        Field { name: "memoryAggregationIntervalCount", shape: Shape::Int64, omit: Omit::Unset },
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool), omit: Omit::Empty },
        Field { name: "maxAllowed", shape: Shape::Map(&Shape::Quantity), omit: Omit::Empty },
        Field { name: "recommenderUpdateWorkerCount", shape: Shape::Int64, omit: Omit::Unset },
    ],
};

static V1BETA1_VOLUME: Type = Type {
    name: "v1beta1.Volume",
    fields: &[
        Field { name: "name", shape: Shape::String, omit: Omit::Unset },
        Field { name: "type", shape: Shape::String, omit: Omit::Unset },
        Field { name: "size", shape: Shape::String, omit: Omit::Never },
        Field { name: "encrypted", shape: Shape::Bool, omit: Omit::Unset },
    ],
};

static V1BETA1_VOLUMETYPE: Type = Type {
    name: "v1beta1.VolumeType",
    fields: &[
        Field { name: "class", shape: Shape::String, omit: Omit::Never },
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "usable", shape: Shape::Bool, omit: Omit::Unset },
        Field { name: "minSize", shape: Shape::Quantity, omit: Omit::Unset },
    ],
};

static V1BETA1_WATCHCACHESIZES: Type = Type {
    name: "v1beta1.WatchCacheSizes",
    fields: &[
        Field { name: "default", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "resources", shape: Shape::List(&Shape::Object(&V1BETA1_RESOURCEWATCHCACHESIZE)), omit: Omit::Empty },
    ],
};

static V1BETA1_WORKER: Type = Type {
    name: "v1beta1.Worker",
    fields: &[
        Field { name: "annotations", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "caBundle", shape: Shape::String, omit: Omit::Unset },
        Field { name: "cri", shape: Shape::Object(&V1BETA1_CRI), omit: Omit::Unset },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_WORKERKUBERNETES), omit: Omit::Unset },
        Field { name: "labels", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "name", shape: Shape::String, omit: Omit::Never },
        Field { name: "machine", shape: Shape::Object(&V1BETA1_MACHINE), omit: Omit::Never },
        Field { name: "maximum", shape: Shape::Int32, omit: Omit::Never },
        Field { name: "minimum", shape: Shape::Int32, omit: Omit::Never },
        Field { name: "maxSurge", shape: Shape::IntOrString, omit: Omit::Unset },
        Field { name: "maxUnavailable", shape: Shape::IntOrString, omit: Omit::Unset },
        Field { name: "providerConfig", shape: Shape::Raw, omit: Omit::Unset },
        Field { name: "taints", shape: Shape::List(&Shape::Object(&V1_TAINT)), omit: Omit::Empty },
        Field { name: "volume", shape: Shape::Object(&V1BETA1_VOLUME), omit: Omit::Unset },
        Field { name: "dataVolumes", shape: Shape::List(&Shape::Object(&V1BETA1_DATAVOLUME)), omit: Omit::Empty },
        Field { name: "kubeletDataVolumeName", shape: Shape::String, omit: Omit::Unset },
        Field { name: "zones", shape: Shape::List(&Shape::String), omit: Omit::Empty },
        Field { name: "systemComponents", shape: Shape::Object(&V1BETA1_WORKERSYSTEMCOMPONENTS), omit: Omit::Unset },
        Field { name: "machineControllerManager", shape: Shape::Object(&V1BETA1_MACHINECONTROLLERMANAGERSETTINGS), omit: Omit::Unset },
        Field { name: "sysctls", shape: Shape::Map(&Shape::String), omit: Omit::Empty },
        Field { name: "clusterAutoscaler", shape: Shape::Object(&V1BETA1_CLUSTERAUTOSCALEROPTIONS), omit: Omit::Unset },
        Field { name: "priority", shape: Shape::Int32, omit: Omit::Unset },
        Field { name: "updateStrategy", shape: Shape::String, omit: Omit::Unset },
        Field { name: "controlPlane", shape: Shape::Object(&V1BETA1_WORKERCONTROLPLANE), omit: Omit::Unset },
    ],
};

static V1BETA1_WORKERCONTROLPLANE: Type = Type {
    name: "v1beta1.WorkerControlPlane",
    fields: &[
        Field { name: "backup", shape: Shape::Object(&V1BETA1_BACKUP), omit: Omit::Unset },
        Field { name: "exposure", shape: Shape::Object(&V1BETA1_EXPOSURE), omit: Omit::Unset },
    ],
};

static V1BETA1_WORKERKUBERNETES: Type = Type {
    name: "v1beta1.WorkerKubernetes",
    fields: &[
        Field { name: "kubelet", shape: Shape::Object(&V1BETA1_KUBELETCONFIG), omit: Omit::Unset },
        Field { name: "version", shape: Shape::String, omit: Omit::Unset },
    ],
};

static V1BETA1_WORKERSYSTEMCOMPONENTS: Type = Type {
    name: "v1beta1.WorkerSystemComponents",
    fields: &[
        Field { name: "allow", shape: Shape::Bool, omit: Omit::Never },
    ],
};

static V1BETA1_WORKERSSETTINGS: Type = Type {
    name: "v1beta1.WorkersSettings",
    fields: &[
        Field { name: "sshAccess", shape: Shape::Object(&V1BETA1_SSHACCESS), omit: Omit::Unset },
    ],
};
