//! Field tables, generated from `testdata/schema.json` by `tests/generated.rs`: do not edit.
#![allow(missing_docs)]

use super::{Field, Shape, Type};

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
        Field { name: "kind", shape: Shape::String },
        Field { name: "name", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
    ],
};

static V1_LABELSELECTORREQUIREMENT: Type = Type {
    name: "v1.LabelSelectorRequirement",
    fields: &[
        Field { name: "key", shape: Shape::String },
        Field { name: "operator", shape: Shape::String },
        Field { name: "values", shape: Shape::List(&Shape::String) },
    ],
};

static V1_LISTMETA: Type = Type {
    name: "v1.ListMeta",
    fields: &[
        Field { name: "selfLink", shape: Shape::String },
        Field { name: "resourceVersion", shape: Shape::String },
        Field { name: "continue", shape: Shape::String },
        Field { name: "remainingItemCount", shape: Shape::Int64 },
        Field { name: "shardInfo", shape: Shape::Object(&V1_SHARDINFO) },
    ],
};

static V1_MANAGEDFIELDSENTRY: Type = Type {
    name: "v1.ManagedFieldsEntry",
    fields: &[
        Field { name: "manager", shape: Shape::String },
        Field { name: "operation", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "time", shape: Shape::Time },
        Field { name: "fieldsType", shape: Shape::String },
        Field { name: "fieldsV1", shape: Shape::Raw },
        Field { name: "subresource", shape: Shape::String },
    ],
};

static V1_OBJECTMETA: Type = Type {
    name: "v1.ObjectMeta",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "generateName", shape: Shape::String },
        Field { name: "namespace", shape: Shape::String },
        Field { name: "selfLink", shape: Shape::String },
        Field { name: "uid", shape: Shape::String },
        Field { name: "resourceVersion", shape: Shape::String },
        Field { name: "generation", shape: Shape::Int64 },
        Field { name: "creationTimestamp", shape: Shape::Time },
        Field { name: "deletionTimestamp", shape: Shape::Time },
        Field { name: "deletionGracePeriodSeconds", shape: Shape::Int64 },
        Field { name: "labels", shape: Shape::Map(&Shape::String) },
        Field { name: "annotations", shape: Shape::Map(&Shape::String) },
        Field { name: "ownerReferences", shape: Shape::List(&Shape::Object(&V1_OWNERREFERENCE)) },
        Field { name: "finalizers", shape: Shape::List(&Shape::String) },
        Field { name: "managedFields", shape: Shape::List(&Shape::Object(&V1_MANAGEDFIELDSENTRY)) },
    ],
};

static V1_OBJECTREFERENCE: Type = Type {
    name: "v1.ObjectReference",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "namespace", shape: Shape::String },
        Field { name: "name", shape: Shape::String },
        Field { name: "uid", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "resourceVersion", shape: Shape::String },
        Field { name: "fieldPath", shape: Shape::String },
    ],
};

static V1_OWNERREFERENCE: Type = Type {
    name: "v1.OwnerReference",
    fields: &[
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "kind", shape: Shape::String },
        Field { name: "name", shape: Shape::String },
        Field { name: "uid", shape: Shape::String },
        Field { name: "controller", shape: Shape::Bool },
        Field { name: "blockOwnerDeletion", shape: Shape::Bool },
    ],
};

static V1_SHARDINFO: Type = Type {
    name: "v1.ShardInfo",
    fields: &[
        Field { name: "selector", shape: Shape::String },
    ],
};

static V1_TAINT: Type = Type {
    name: "v1.Taint",
    fields: &[
        Field { name: "key", shape: Shape::String },
        Field { name: "value", shape: Shape::String },
        Field { name: "effect", shape: Shape::String },
        Field { name: "timeAdded", shape: Shape::Time },
    ],
};

static V1BETA1_APISERVERLOGGING: Type = Type {
    name: "v1beta1.APIServerLogging",
    fields: &[
        Field { name: "verbosity", shape: Shape::Int32 },
        Field { name: "httpAccessVerbosity", shape: Shape::Int32 },
    ],
};

static V1BETA1_APISERVERREQUESTS: Type = Type {
    name: "v1beta1.APIServerRequests",
    fields: &[
        Field { name: "maxNonMutatingInflight", shape: Shape::Int32 },
        Field { name: "maxMutatingInflight", shape: Shape::Int32 },
    ],
};

static V1BETA1_ACCESSRESTRICTION: Type = Type {
    name: "v1beta1.AccessRestriction",
    fields: &[
        Field { name: "name", shape: Shape::String },
    ],
};

static V1BETA1_ACCESSRESTRICTIONWITHOPTIONS: Type = Type {
    name: "v1beta1.AccessRestrictionWithOptions",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "options", shape: Shape::Map(&Shape::String) },
    ],
};

static V1BETA1_ADDONS: Type = Type {
    name: "v1beta1.Addons",
    fields: &[
        Field { name: "kubernetesDashboard", shape: Shape::Object(&V1BETA1_KUBERNETESDASHBOARD) },
        Field { name: "nginxIngress", shape: Shape::Object(&V1BETA1_NGINXINGRESS) },
    ],
};

static V1BETA1_ADMISSIONPLUGIN: Type = Type {
    name: "v1beta1.AdmissionPlugin",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "config", shape: Shape::Raw },
        Field { name: "disabled", shape: Shape::Bool },
        Field { name: "kubeconfigSecretName", shape: Shape::String },
    ],
};

static V1BETA1_ALERTING: Type = Type {
    name: "v1beta1.Alerting",
    fields: &[
        Field { name: "emailReceivers", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_AUDITCONFIG: Type = Type {
    name: "v1beta1.AuditConfig",
    fields: &[
        Field { name: "auditPolicy", shape: Shape::Object(&V1BETA1_AUDITPOLICY) },
    ],
};

static V1BETA1_AUDITPOLICY: Type = Type {
    name: "v1beta1.AuditPolicy",
    fields: &[
        Field { name: "configMapRef", shape: Shape::Object(&V1_OBJECTREFERENCE) },
    ],
};

static V1BETA1_AUTHORIZERKUBECONFIGREFERENCE: Type = Type {
    name: "v1beta1.AuthorizerKubeconfigReference",
    fields: &[
        Field { name: "authorizerName", shape: Shape::String },
        Field { name: "secretName", shape: Shape::String },
    ],
};

static V1BETA1_AVAILABILITYZONE: Type = Type {
    name: "v1beta1.AvailabilityZone",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "unavailableMachineTypes", shape: Shape::List(&Shape::String) },
        Field { name: "unavailableVolumeTypes", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_BACKUP: Type = Type {
    name: "v1beta1.Backup",
    fields: &[
        Field { name: "provider", shape: Shape::String },
        Field { name: "providerConfig", shape: Shape::Raw },
        Field { name: "region", shape: Shape::String },
        Field { name: "credentialsRef", shape: Shape::Object(&V1_OBJECTREFERENCE) },
    ],
};

static V1BETA1_BASTION: Type = Type {
    name: "v1beta1.Bastion",
    fields: &[
        Field { name: "machineImage", shape: Shape::Object(&V1BETA1_BASTIONMACHINEIMAGE) },
        Field { name: "machineType", shape: Shape::Object(&V1BETA1_BASTIONMACHINETYPE) },
    ],
};

static V1BETA1_BASTIONMACHINEIMAGE: Type = Type {
    name: "v1beta1.BastionMachineImage",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "version", shape: Shape::String },
    ],
};

static V1BETA1_BASTIONMACHINETYPE: Type = Type {
    name: "v1beta1.BastionMachineType",
    fields: &[
        Field { name: "name", shape: Shape::String },
    ],
};

static V1BETA1_CAROTATION: Type = Type {
    name: "v1beta1.CARotation",
    fields: &[
        Field { name: "phase", shape: Shape::String },
        Field { name: "lastCompletionTime", shape: Shape::Time },
        Field { name: "lastInitiationTime", shape: Shape::Time },
        Field { name: "lastInitiationFinishedTime", shape: Shape::Time },
        Field { name: "lastCompletionTriggeredTime", shape: Shape::Time },
        Field { name: "pendingWorkersRollouts", shape: Shape::List(&Shape::Object(&V1BETA1_PENDINGWORKERSROLLOUT)) },
    ],
};

static V1BETA1_CRI: Type = Type {
    name: "v1beta1.CRI",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "containerRuntimes", shape: Shape::List(&Shape::Object(&V1BETA1_CONTAINERRUNTIME)) },
    ],
};

static V1BETA1_CAPABILITYDEFINITION: Type = Type {
    name: "v1beta1.CapabilityDefinition",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "values", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_CLOUDPROFILE: Type = Type {
    name: "v1beta1.CloudProfile",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "metadata", shape: Shape::Object(&V1_OBJECTMETA) },
        Field { name: "spec", shape: Shape::Object(&V1BETA1_CLOUDPROFILESPEC) },
        Field { name: "status", shape: Shape::Object(&V1BETA1_CLOUDPROFILESTATUS) },
    ],
};

static V1BETA1_CLOUDPROFILECONTROLPLANE: Type = Type {
    name: "v1beta1.CloudProfileControlPlane",
    fields: &[
        Field { name: "allowZonePinning", shape: Shape::Bool },
    ],
};

static V1BETA1_CLOUDPROFILELIST: Type = Type {
    name: "v1beta1.CloudProfileList",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "metadata", shape: Shape::Object(&V1_LISTMETA) },
        Field { name: "items", shape: Shape::List(&Shape::Object(&V1BETA1_CLOUDPROFILE)) },
    ],
};

static V1BETA1_CLOUDPROFILEMACHINECONTROLLERMANAGERSETTINGS: Type = Type {
    name: "v1beta1.CloudProfileMachineControllerManagerSettings",
    fields: &[
        Field { name: "machineCreationTimeout", shape: Shape::Duration },
    ],
};

static V1BETA1_CLOUDPROFILEREFERENCE: Type = Type {
    name: "v1beta1.CloudProfileReference",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "name", shape: Shape::String },
    ],
};

static V1BETA1_CLOUDPROFILESPEC: Type = Type {
    name: "v1beta1.CloudProfileSpec",
    fields: &[
        Field { name: "caBundle", shape: Shape::String },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETESSETTINGS) },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGE)) },
        Field { name: "machineTypes", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINETYPE)) },
        Field { name: "providerConfig", shape: Shape::Raw },
        Field { name: "regions", shape: Shape::List(&Shape::Object(&V1BETA1_REGION)) },
        Field { name: "seedSelector", shape: Shape::Object(&V1BETA1_SEEDSELECTOR) },
        Field { name: "type", shape: Shape::String },
        Field { name: "volumeTypes", shape: Shape::List(&Shape::Object(&V1BETA1_VOLUMETYPE)) },
        Field { name: "bastion", shape: Shape::Object(&V1BETA1_BASTION) },
        Field { name: "limits", shape: Shape::Object(&V1BETA1_LIMITS) },
        Field { name: "machineCapabilities", shape: Shape::List(&Shape::Object(&V1BETA1_CAPABILITYDEFINITION)) },
        Field { name: "controlPlane", shape: Shape::Object(&V1BETA1_CLOUDPROFILECONTROLPLANE) },
    ],
};

static V1BETA1_CLOUDPROFILESTATUS: Type = Type {
    name: "v1beta1.CloudProfileStatus",
    fields: &[
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETESSTATUS) },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGESTATUS)) },
    ],
};

static V1BETA1_CLUSTERAUTOSCALER: Type = Type {
    name: "v1beta1.ClusterAutoscaler",
    fields: &[
        Field { name: "scaleDownDelayAfterAdd", shape: Shape::Duration },
        Field { name: "scaleDownDelayAfterDelete", shape: Shape::Duration },
        Field { name: "scaleDownDelayAfterFailure", shape: Shape::Duration },
        Field { name: "scaleDownUnneededTime", shape: Shape::Duration },
        Field { name: "scaleDownUtilizationThreshold", shape: Shape::Float64 },
        Field { name: "scanInterval", shape: Shape::Duration },
        Field { name: "expander", shape: Shape::String },
        Field { name: "maxNodeProvisionTime", shape: Shape::Duration },
        Field { name: "maxGracefulTerminationSeconds", shape: Shape::Int32 },
        Field { name: "ignoreTaints", shape: Shape::List(&Shape::String) },
        Field { name: "newPodScaleUpDelay", shape: Shape::Duration },
        Field { name: "maxEmptyBulkDelete", shape: Shape::Int32 },
        Field { name: "ignoreDaemonsetsUtilization", shape: Shape::Bool },
        Field { name: "verbosity", shape: Shape::Int32 },
        Field { name: "startupTaints", shape: Shape::List(&Shape::String) },
        Field { name: "statusTaints", shape: Shape::List(&Shape::String) },
        Field { name: "maxScaleDownParallelism", shape: Shape::Int32 },
        Field { name: "maxDrainParallelism", shape: Shape::Int32 },
        Field { name: "initialNodeGroupBackoffDuration", shape: Shape::Duration },
        Field { name: "maxNodeGroupBackoffDuration", shape: Shape::Duration },
        Field { name: "nodeGroupBackoffResetTimeout", shape: Shape::Duration },
        Field { name: "emitPerNodeGroupMetrics", shape: Shape::Bool },
        Field { name: "maxBinpackingTime", shape: Shape::Duration },
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_CONTROLPLANEAUTOSCALING) },
    ],
};

static V1BETA1_CLUSTERAUTOSCALEROPTIONS: Type = Type {
    name: "v1beta1.ClusterAutoscalerOptions",
    fields: &[
        Field { name: "scaleDownUtilizationThreshold", shape: Shape::Float64 },
        Field { name: "scaleDownGpuUtilizationThreshold", shape: Shape::Float64 },
        Field { name: "scaleDownUnneededTime", shape: Shape::Duration },
        Field { name: "scaleDownUnreadyTime", shape: Shape::Duration },
        Field { name: "maxNodeProvisionTime", shape: Shape::Duration },
    ],
};

static V1BETA1_CONDITION: Type = Type {
    name: "v1beta1.Condition",
    fields: &[
        Field { name: "type", shape: Shape::String },
        Field { name: "status", shape: Shape::String },
        Field { name: "lastTransitionTime", shape: Shape::Time },
        Field { name: "lastUpdateTime", shape: Shape::Time },
        Field { name: "reason", shape: Shape::String },
        Field { name: "message", shape: Shape::String },
        Field { name: "codes", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_CONTAINERRUNTIME: Type = Type {
    name: "v1beta1.ContainerRuntime",
    fields: &[
        Field { name: "type", shape: Shape::String },
        Field { name: "providerConfig", shape: Shape::Raw },
    ],
};

static V1BETA1_CONTROLPLANE: Type = Type {
    name: "v1beta1.ControlPlane",
    fields: &[
        Field { name: "highAvailability", shape: Shape::Object(&V1BETA1_HIGHAVAILABILITY) },
        Field { name: "zones", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_CONTROLPLANEAUTOSCALING: Type = Type {
    name: "v1beta1.ControlPlaneAutoscaling",
    fields: &[
        Field { name: "minAllowed", shape: Shape::Map(&Shape::Quantity) },
    ],
};

static V1BETA1_COREDNS: Type = Type {
    name: "v1beta1.CoreDNS",
    fields: &[
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_COREDNSAUTOSCALING) },
        Field { name: "rewriting", shape: Shape::Object(&V1BETA1_COREDNSREWRITING) },
    ],
};

static V1BETA1_COREDNSAUTOSCALING: Type = Type {
    name: "v1beta1.CoreDNSAutoscaling",
    fields: &[
        Field { name: "mode", shape: Shape::String },
    ],
};

static V1BETA1_COREDNSREWRITING: Type = Type {
    name: "v1beta1.CoreDNSRewriting",
    fields: &[
        Field { name: "commonSuffixes", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_DNS: Type = Type {
    name: "v1beta1.DNS",
    fields: &[
        Field { name: "domain", shape: Shape::String },
        Field { name: "providers", shape: Shape::List(&Shape::Object(&V1BETA1_DNSPROVIDER)) },
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
        Field { name: "include", shape: Shape::List(&Shape::String) },
        Field { name: "exclude", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_DNSPROVIDER: Type = Type {
    name: "v1beta1.DNSProvider",
    fields: &[
        Field { name: "domains", shape: Shape::Object(&V1BETA1_DNSINCLUDEEXCLUDE) },
        Field { name: "primary", shape: Shape::Bool },
        Field { name: "secretName", shape: Shape::String },
        Field { name: "type", shape: Shape::String },
        Field { name: "zones", shape: Shape::Object(&V1BETA1_DNSINCLUDEEXCLUDE) },
        Field { name: "credentialsRef", shape: Shape::Object(&V1_CROSSVERSIONOBJECTREFERENCE) },
    ],
};

static V1BETA1_DATAVOLUME: Type = Type {
    name: "v1beta1.DataVolume",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "type", shape: Shape::String },
        Field { name: "size", shape: Shape::String },
        Field { name: "encrypted", shape: Shape::Bool },
    ],
};

static V1BETA1_ETCD: Type = Type {
    name: "v1beta1.ETCD",
    fields: &[
        Field { name: "main", shape: Shape::Object(&V1BETA1_ETCDCONFIG) },
        Field { name: "events", shape: Shape::Object(&V1BETA1_ETCDCONFIG) },
    ],
};

static V1BETA1_ETCDCONFIG: Type = Type {
    name: "v1beta1.ETCDConfig",
    fields: &[
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_CONTROLPLANEAUTOSCALING) },
    ],
};

static V1BETA1_ETCDENCRYPTIONKEYROTATION: Type = Type {
    name: "v1beta1.ETCDEncryptionKeyRotation",
    fields: &[
        Field { name: "phase", shape: Shape::String },
        Field { name: "lastCompletionTime", shape: Shape::Time },
        Field { name: "lastInitiationTime", shape: Shape::Time },
        Field { name: "lastInitiationFinishedTime", shape: Shape::Time },
        Field { name: "lastCompletionTriggeredTime", shape: Shape::Time },
        Field { name: "autoCompleteAfterPrepared", shape: Shape::Bool },
    ],
};

static V1BETA1_ENCRYPTIONATREST: Type = Type {
    name: "v1beta1.EncryptionAtRest",
    fields: &[
        Field { name: "resources", shape: Shape::List(&Shape::String) },
        Field { name: "provider", shape: Shape::Object(&V1BETA1_ENCRYPTIONPROVIDERSTATUS) },
    ],
};

static V1BETA1_ENCRYPTIONCONFIG: Type = Type {
    name: "v1beta1.EncryptionConfig",
    fields: &[
        Field { name: "resources", shape: Shape::List(&Shape::String) },
        Field { name: "provider", shape: Shape::Object(&V1BETA1_ENCRYPTIONPROVIDER) },
    ],
};

static V1BETA1_ENCRYPTIONPROVIDER: Type = Type {
    name: "v1beta1.EncryptionProvider",
    fields: &[
        Field { name: "type", shape: Shape::String },
    ],
};

static V1BETA1_ENCRYPTIONPROVIDERSTATUS: Type = Type {
    name: "v1beta1.EncryptionProviderStatus",
    fields: &[
        Field { name: "type", shape: Shape::String },
    ],
};

static V1BETA1_EXPIRABLEVERSION: Type = Type {
    name: "v1beta1.ExpirableVersion",
    fields: &[
        Field { name: "version", shape: Shape::String },
        Field { name: "expirationDate", shape: Shape::Time },
        Field { name: "classification", shape: Shape::String },
        Field { name: "lifecycle", shape: Shape::List(&Shape::Object(&V1BETA1_LIFECYCLESTAGE)) },
    ],
};

static V1BETA1_EXPIRABLEVERSIONSTATUS: Type = Type {
    name: "v1beta1.ExpirableVersionStatus",
    fields: &[
        Field { name: "version", shape: Shape::String },
        Field { name: "classification", shape: Shape::String },
    ],
};

static V1BETA1_EXPOSURE: Type = Type {
    name: "v1beta1.Exposure",
    fields: &[
        Field { name: "extension", shape: Shape::Object(&V1BETA1_EXTENSIONEXPOSURE) },
        Field { name: "dns", shape: Shape::Object(&V1BETA1_DNSEXPOSURE) },
    ],
};

static V1BETA1_EXTENSION: Type = Type {
    name: "v1beta1.Extension",
    fields: &[
        Field { name: "type", shape: Shape::String },
        Field { name: "providerConfig", shape: Shape::Raw },
        Field { name: "disabled", shape: Shape::Bool },
    ],
};

static V1BETA1_EXTENSIONEXPOSURE: Type = Type {
    name: "v1beta1.ExtensionExposure",
    fields: &[
        Field { name: "type", shape: Shape::String },
        Field { name: "providerConfig", shape: Shape::Raw },
    ],
};

static V1BETA1_FAILURETOLERANCE: Type = Type {
    name: "v1beta1.FailureTolerance",
    fields: &[
        Field { name: "type", shape: Shape::String },
    ],
};

static V1BETA1_GARDENER: Type = Type {
    name: "v1beta1.Gardener",
    fields: &[
        Field { name: "id", shape: Shape::String },
        Field { name: "name", shape: Shape::String },
        Field { name: "version", shape: Shape::String },
    ],
};

static V1BETA1_HIBERNATION: Type = Type {
    name: "v1beta1.Hibernation",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool },
        Field { name: "schedules", shape: Shape::List(&Shape::Object(&V1BETA1_HIBERNATIONSCHEDULE)) },
    ],
};

static V1BETA1_HIBERNATIONSCHEDULE: Type = Type {
    name: "v1beta1.HibernationSchedule",
    fields: &[
        Field { name: "start", shape: Shape::String },
        Field { name: "end", shape: Shape::String },
        Field { name: "location", shape: Shape::String },
    ],
};

static V1BETA1_HIGHAVAILABILITY: Type = Type {
    name: "v1beta1.HighAvailability",
    fields: &[
        Field { name: "failureTolerance", shape: Shape::Object(&V1BETA1_FAILURETOLERANCE) },
    ],
};

static V1BETA1_HORIZONTALPODAUTOSCALERCONFIG: Type = Type {
    name: "v1beta1.HorizontalPodAutoscalerConfig",
    fields: &[
        Field { name: "cpuInitializationPeriod", shape: Shape::Duration },
        Field { name: "downscaleStabilization", shape: Shape::Duration },
        Field { name: "initialReadinessDelay", shape: Shape::Duration },
        Field { name: "syncPeriod", shape: Shape::Duration },
        Field { name: "tolerance", shape: Shape::Float64 },
    ],
};

static V1BETA1_INPLACEUPDATES: Type = Type {
    name: "v1beta1.InPlaceUpdates",
    fields: &[
        Field { name: "supported", shape: Shape::Bool },
        Field { name: "minVersionForUpdate", shape: Shape::String },
    ],
};

static V1BETA1_INPLACEUPDATESSTATUS: Type = Type {
    name: "v1beta1.InPlaceUpdatesStatus",
    fields: &[
        Field { name: "pendingWorkerUpdates", shape: Shape::Object(&V1BETA1_PENDINGWORKERUPDATES) },
    ],
};

static V1BETA1_KUBEAPISERVERCONFIG: Type = Type {
    name: "v1beta1.KubeAPIServerConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool) },
        Field { name: "admissionPlugins", shape: Shape::List(&Shape::Object(&V1BETA1_ADMISSIONPLUGIN)) },
        Field { name: "apiAudiences", shape: Shape::List(&Shape::String) },
        Field { name: "auditConfig", shape: Shape::Object(&V1BETA1_AUDITCONFIG) },
        Field { name: "runtimeConfig", shape: Shape::Map(&Shape::Bool) },
        Field { name: "serviceAccountConfig", shape: Shape::Object(&V1BETA1_SERVICEACCOUNTCONFIG) },
        Field { name: "watchCacheSizes", shape: Shape::Object(&V1BETA1_WATCHCACHESIZES) },
        Field { name: "requests", shape: Shape::Object(&V1BETA1_APISERVERREQUESTS) },
        Field { name: "enableAnonymousAuthentication", shape: Shape::Bool },
        Field { name: "eventTTL", shape: Shape::Duration },
        Field { name: "logging", shape: Shape::Object(&V1BETA1_APISERVERLOGGING) },
        Field { name: "defaultNotReadyTolerationSeconds", shape: Shape::Int64 },
        Field { name: "defaultUnreachableTolerationSeconds", shape: Shape::Int64 },
        Field { name: "encryptionConfig", shape: Shape::Object(&V1BETA1_ENCRYPTIONCONFIG) },
        Field { name: "structuredAuthentication", shape: Shape::Object(&V1BETA1_STRUCTUREDAUTHENTICATION) },
        Field { name: "structuredAuthorization", shape: Shape::Object(&V1BETA1_STRUCTUREDAUTHORIZATION) },
        Field { name: "autoscaling", shape: Shape::Object(&V1BETA1_CONTROLPLANEAUTOSCALING) },
        Field { name: "tlsMinVersion", shape: Shape::String },
    ],
};

static V1BETA1_KUBECONTROLLERMANAGERCONFIG: Type = Type {
    name: "v1beta1.KubeControllerManagerConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool) },
        Field { name: "horizontalPodAutoscaler", shape: Shape::Object(&V1BETA1_HORIZONTALPODAUTOSCALERCONFIG) },
        Field { name: "nodeCIDRMaskSize", shape: Shape::Int32 },
        Field { name: "podEvictionTimeout", shape: Shape::Duration },
        Field { name: "nodeMonitorGracePeriod", shape: Shape::Duration },
        Field { name: "nodeCIDRMaskSizeIPv6", shape: Shape::Int32 },
    ],
};

static V1BETA1_KUBEPROXYCONFIG: Type = Type {
    name: "v1beta1.KubeProxyConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool) },
        Field { name: "mode", shape: Shape::String },
        Field { name: "enabled", shape: Shape::Bool },
    ],
};

static V1BETA1_KUBESCHEDULERCONFIG: Type = Type {
    name: "v1beta1.KubeSchedulerConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool) },
        Field { name: "kubeMaxPDVols", shape: Shape::String },
        Field { name: "profile", shape: Shape::String },
    ],
};

static V1BETA1_KUBELETCONFIG: Type = Type {
    name: "v1beta1.KubeletConfig",
    fields: &[
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool) },
        Field { name: "cpuCFSQuota", shape: Shape::Bool },
        Field { name: "cpuManagerPolicy", shape: Shape::String },
        Field { name: "evictionHard", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTION) },
        Field { name: "evictionMaxPodGracePeriod", shape: Shape::Int32 },
        Field { name: "evictionMinimumReclaim", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTIONMINIMUMRECLAIM) },
        Field { name: "evictionPressureTransitionPeriod", shape: Shape::Duration },
        Field { name: "evictionSoft", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTION) },
        Field { name: "evictionSoftGracePeriod", shape: Shape::Object(&V1BETA1_KUBELETCONFIGEVICTIONSOFTGRACEPERIOD) },
        Field { name: "maxPods", shape: Shape::Int32 },
        Field { name: "podPidsLimit", shape: Shape::Int64 },
        Field { name: "failSwapOn", shape: Shape::Bool },
        Field { name: "kubeReserved", shape: Shape::Object(&V1BETA1_KUBELETCONFIGRESERVED) },
        Field { name: "imageGCHighThresholdPercent", shape: Shape::Int32 },
        Field { name: "imageGCLowThresholdPercent", shape: Shape::Int32 },
        Field { name: "serializeImagePulls", shape: Shape::Bool },
        Field { name: "registryPullQPS", shape: Shape::Int32 },
        Field { name: "registryBurst", shape: Shape::Int32 },
        Field { name: "seccompDefault", shape: Shape::Bool },
        Field { name: "containerLogMaxSize", shape: Shape::Quantity },
        Field { name: "containerLogMaxFiles", shape: Shape::Int32 },
        Field { name: "protectKernelDefaults", shape: Shape::Bool },
        Field { name: "streamingConnectionIdleTimeout", shape: Shape::Duration },
        Field { name: "memorySwap", shape: Shape::Object(&V1BETA1_MEMORYSWAPCONFIGURATION) },
        Field { name: "maxParallelImagePulls", shape: Shape::Int32 },
        Field { name: "imageMinimumGCAge", shape: Shape::Duration },
        Field { name: "imageMaximumGCAge", shape: Shape::Duration },
        Field { name: "singleProcessOOMKill", shape: Shape::Bool },
        Field { name: "imagePullCredentialsVerificationPolicy", shape: Shape::String },
        Field { name: "preloadedImagesVerificationAllowlist", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_KUBELETCONFIGEVICTION: Type = Type {
    name: "v1beta1.KubeletConfigEviction",
    fields: &[
        Field { name: "memoryAvailable", shape: Shape::String },
        Field { name: "imageFSAvailable", shape: Shape::String },
        Field { name: "imageFSInodesFree", shape: Shape::String },
        Field { name: "nodeFSAvailable", shape: Shape::String },
        Field { name: "nodeFSInodesFree", shape: Shape::String },
    ],
};

static V1BETA1_KUBELETCONFIGEVICTIONMINIMUMRECLAIM: Type = Type {
    name: "v1beta1.KubeletConfigEvictionMinimumReclaim",
    fields: &[
        Field { name: "memoryAvailable", shape: Shape::Quantity },
        Field { name: "imageFSAvailable", shape: Shape::Quantity },
        Field { name: "imageFSInodesFree", shape: Shape::Quantity },
        Field { name: "nodeFSAvailable", shape: Shape::Quantity },
        Field { name: "nodeFSInodesFree", shape: Shape::Quantity },
    ],
};

static V1BETA1_KUBELETCONFIGEVICTIONSOFTGRACEPERIOD: Type = Type {
    name: "v1beta1.KubeletConfigEvictionSoftGracePeriod",
    fields: &[
        Field { name: "memoryAvailable", shape: Shape::Duration },
        Field { name: "imageFSAvailable", shape: Shape::Duration },
        Field { name: "imageFSInodesFree", shape: Shape::Duration },
        Field { name: "nodeFSAvailable", shape: Shape::Duration },
        Field { name: "nodeFSInodesFree", shape: Shape::Duration },
    ],
};

static V1BETA1_KUBELETCONFIGRESERVED: Type = Type {
    name: "v1beta1.KubeletConfigReserved",
    fields: &[
        Field { name: "cpu", shape: Shape::Quantity },
        Field { name: "memory", shape: Shape::Quantity },
        Field { name: "ephemeralStorage", shape: Shape::Quantity },
        Field { name: "pid", shape: Shape::Quantity },
    ],
};

static V1BETA1_KUBERNETES: Type = Type {
    name: "v1beta1.Kubernetes",
    fields: &[
        Field { name: "clusterAutoscaler", shape: Shape::Object(&V1BETA1_CLUSTERAUTOSCALER) },
        Field { name: "kubeAPIServer", shape: Shape::Object(&V1BETA1_KUBEAPISERVERCONFIG) },
        Field { name: "kubeControllerManager", shape: Shape::Object(&V1BETA1_KUBECONTROLLERMANAGERCONFIG) },
        Field { name: "kubeScheduler", shape: Shape::Object(&V1BETA1_KUBESCHEDULERCONFIG) },
        Field { name: "kubeProxy", shape: Shape::Object(&V1BETA1_KUBEPROXYCONFIG) },
        Field { name: "kubelet", shape: Shape::Object(&V1BETA1_KUBELETCONFIG) },
        Field { name: "version", shape: Shape::String },
        Field { name: "verticalPodAutoscaler", shape: Shape::Object(&V1BETA1_VERTICALPODAUTOSCALER) },
        Field { name: "etcd", shape: Shape::Object(&V1BETA1_ETCD) },
    ],
};

static V1BETA1_KUBERNETESDASHBOARD: Type = Type {
    name: "v1beta1.KubernetesDashboard",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool },
        Field { name: "authenticationMode", shape: Shape::String },
    ],
};

static V1BETA1_KUBERNETESSETTINGS: Type = Type {
    name: "v1beta1.KubernetesSettings",
    fields: &[
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_EXPIRABLEVERSION)) },
    ],
};

static V1BETA1_KUBERNETESSTATUS: Type = Type {
    name: "v1beta1.KubernetesStatus",
    fields: &[
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_EXPIRABLEVERSIONSTATUS)) },
    ],
};

static V1BETA1_LASTERROR: Type = Type {
    name: "v1beta1.LastError",
    fields: &[
        Field { name: "description", shape: Shape::String },
        Field { name: "taskID", shape: Shape::String },
        Field { name: "codes", shape: Shape::List(&Shape::String) },
        Field { name: "lastUpdateTime", shape: Shape::Time },
    ],
};

static V1BETA1_LASTMAINTENANCE: Type = Type {
    name: "v1beta1.LastMaintenance",
    fields: &[
        Field { name: "description", shape: Shape::String },
        Field { name: "triggeredTime", shape: Shape::Time },
        Field { name: "state", shape: Shape::String },
        Field { name: "failureReason", shape: Shape::String },
    ],
};

static V1BETA1_LASTOPERATION: Type = Type {
    name: "v1beta1.LastOperation",
    fields: &[
        Field { name: "description", shape: Shape::String },
        Field { name: "lastUpdateTime", shape: Shape::Time },
        Field { name: "progress", shape: Shape::Int32 },
        Field { name: "state", shape: Shape::String },
        Field { name: "type", shape: Shape::String },
    ],
};

static V1BETA1_LIFECYCLESTAGE: Type = Type {
    name: "v1beta1.LifecycleStage",
    fields: &[
        Field { name: "classification", shape: Shape::String },
        Field { name: "startTime", shape: Shape::Time },
    ],
};

static V1BETA1_LIMITS: Type = Type {
    name: "v1beta1.Limits",
    fields: &[
        Field { name: "maxNodesTotal", shape: Shape::Int32 },
    ],
};

static V1BETA1_LIVEMIGRATION: Type = Type {
    name: "v1beta1.LiveMigration",
    fields: &[
        Field { name: "conditions", shape: Shape::List(&Shape::Object(&V1BETA1_CONDITION)) },
    ],
};

static V1BETA1_MACHINE: Type = Type {
    name: "v1beta1.Machine",
    fields: &[
        Field { name: "type", shape: Shape::String },
        Field { name: "image", shape: Shape::Object(&V1BETA1_SHOOTMACHINEIMAGE) },
        Field { name: "architecture", shape: Shape::String },
    ],
};

static V1BETA1_MACHINECONTROLLERMANAGERSETTINGS: Type = Type {
    name: "v1beta1.MachineControllerManagerSettings",
    fields: &[
        Field { name: "machineDrainTimeout", shape: Shape::Duration },
        Field { name: "machineHealthTimeout", shape: Shape::Duration },
        Field { name: "machineCreationTimeout", shape: Shape::Duration },
        Field { name: "maxEvictRetries", shape: Shape::Int32 },
        Field { name: "nodeConditions", shape: Shape::List(&Shape::String) },
        Field { name: "inPlaceUpdateTimeout", shape: Shape::Duration },
        Field { name: "disableHealthTimeout", shape: Shape::Bool },
        Field { name: "machinePreserveTimeout", shape: Shape::Duration },
        Field { name: "autoPreserveFailedMachineMax", shape: Shape::Int32 },
    ],
};

static V1BETA1_MACHINEIMAGE: Type = Type {
    name: "v1beta1.MachineImage",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGEVERSION)) },
        Field { name: "updateStrategy", shape: Shape::String },
    ],
};

static V1BETA1_MACHINEIMAGESTATUS: Type = Type {
    name: "v1beta1.MachineImageStatus",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "versions", shape: Shape::List(&Shape::Object(&V1BETA1_EXPIRABLEVERSIONSTATUS)) },
    ],
};

static V1BETA1_MACHINEIMAGEVERSION: Type = Type {
    name: "v1beta1.MachineImageVersion",
    fields: &[
        Field { name: "version", shape: Shape::String },
        Field { name: "expirationDate", shape: Shape::Time },
        Field { name: "classification", shape: Shape::String },
        Field { name: "lifecycle", shape: Shape::List(&Shape::Object(&V1BETA1_LIFECYCLESTAGE)) },
        Field { name: "cri", shape: Shape::List(&Shape::Object(&V1BETA1_CRI)) },
        Field { name: "architectures", shape: Shape::List(&Shape::String) },
        Field { name: "kubeletVersionConstraint", shape: Shape::String },
        Field { name: "inPlaceUpdates", shape: Shape::Object(&V1BETA1_INPLACEUPDATES) },
        Field { name: "capabilityFlavors", shape: Shape::List(&Shape::Map(&Shape::List(&Shape::String))) },
    ],
};

static V1BETA1_MACHINETYPE: Type = Type {
    name: "v1beta1.MachineType",
    fields: &[
        Field { name: "cpu", shape: Shape::Quantity },
        Field { name: "gpu", shape: Shape::Quantity },
        Field { name: "memory", shape: Shape::Quantity },
        Field { name: "name", shape: Shape::String },
        Field { name: "storage", shape: Shape::Object(&V1BETA1_MACHINETYPESTORAGE) },
        Field { name: "usable", shape: Shape::Bool },
        Field { name: "architecture", shape: Shape::String },
        Field { name: "capabilities", shape: Shape::Map(&Shape::List(&Shape::String)) },
        Field { name: "machineControllerManager", shape: Shape::Object(&V1BETA1_CLOUDPROFILEMACHINECONTROLLERMANAGERSETTINGS) },
    ],
};

static V1BETA1_MACHINETYPESTORAGE: Type = Type {
    name: "v1beta1.MachineTypeStorage",
    fields: &[
        Field { name: "class", shape: Shape::String },
        Field { name: "size", shape: Shape::Quantity },
        Field { name: "type", shape: Shape::String },
        Field { name: "minSize", shape: Shape::Quantity },
    ],
};

static V1BETA1_MAINTENANCE: Type = Type {
    name: "v1beta1.Maintenance",
    fields: &[
        Field { name: "autoUpdate", shape: Shape::Object(&V1BETA1_MAINTENANCEAUTOUPDATE) },
        Field { name: "timeWindow", shape: Shape::Object(&V1BETA1_MAINTENANCETIMEWINDOW) },
        Field { name: "confineSpecUpdateRollout", shape: Shape::Bool },
        Field { name: "autoRotation", shape: Shape::Object(&V1BETA1_MAINTENANCEAUTOROTATION) },
    ],
};

static V1BETA1_MAINTENANCEAUTOROTATION: Type = Type {
    name: "v1beta1.MaintenanceAutoRotation",
    fields: &[
        Field { name: "credentials", shape: Shape::Object(&V1BETA1_MAINTENANCECREDENTIALSAUTOROTATION) },
    ],
};

static V1BETA1_MAINTENANCEAUTOUPDATE: Type = Type {
    name: "v1beta1.MaintenanceAutoUpdate",
    fields: &[
        Field { name: "kubernetesVersion", shape: Shape::Bool },
        Field { name: "machineImageVersion", shape: Shape::Bool },
    ],
};

static V1BETA1_MAINTENANCECREDENTIALSAUTOROTATION: Type = Type {
    name: "v1beta1.MaintenanceCredentialsAutoRotation",
    fields: &[
        Field { name: "observability", shape: Shape::Object(&V1BETA1_MAINTENANCEROTATIONCONFIG) },
        Field { name: "sshKeypair", shape: Shape::Object(&V1BETA1_MAINTENANCEROTATIONCONFIG) },
        Field { name: "etcdEncryptionKey", shape: Shape::Object(&V1BETA1_MAINTENANCEROTATIONCONFIG) },
    ],
};

static V1BETA1_MAINTENANCEROTATIONCONFIG: Type = Type {
    name: "v1beta1.MaintenanceRotationConfig",
    fields: &[
        Field { name: "rotationPeriod", shape: Shape::Duration },
    ],
};

static V1BETA1_MAINTENANCETIMEWINDOW: Type = Type {
    name: "v1beta1.MaintenanceTimeWindow",
    fields: &[
        Field { name: "begin", shape: Shape::String },
        Field { name: "end", shape: Shape::String },
    ],
};

static V1BETA1_MANUALWORKERPOOLROLLOUT: Type = Type {
    name: "v1beta1.ManualWorkerPoolRollout",
    fields: &[
        Field { name: "pendingWorkersRollouts", shape: Shape::List(&Shape::Object(&V1BETA1_PENDINGWORKERSROLLOUT)) },
    ],
};

static V1BETA1_MEMORYSWAPCONFIGURATION: Type = Type {
    name: "v1beta1.MemorySwapConfiguration",
    fields: &[
        Field { name: "swapBehavior", shape: Shape::String },
    ],
};

static V1BETA1_MONITORING: Type = Type {
    name: "v1beta1.Monitoring",
    fields: &[
        Field { name: "alerting", shape: Shape::Object(&V1BETA1_ALERTING) },
    ],
};

static V1BETA1_NAMEDRESOURCEREFERENCE: Type = Type {
    name: "v1beta1.NamedResourceReference",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "resourceRef", shape: Shape::Object(&V1_CROSSVERSIONOBJECTREFERENCE) },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILE: Type = Type {
    name: "v1beta1.NamespacedCloudProfile",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "metadata", shape: Shape::Object(&V1_OBJECTMETA) },
        Field { name: "spec", shape: Shape::Object(&V1BETA1_NAMESPACEDCLOUDPROFILESPEC) },
        Field { name: "status", shape: Shape::Object(&V1BETA1_NAMESPACEDCLOUDPROFILESTATUS) },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILELIST: Type = Type {
    name: "v1beta1.NamespacedCloudProfileList",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "metadata", shape: Shape::Object(&V1_LISTMETA) },
        Field { name: "items", shape: Shape::List(&Shape::Object(&V1BETA1_NAMESPACEDCLOUDPROFILE)) },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILESPEC: Type = Type {
    name: "v1beta1.NamespacedCloudProfileSpec",
    fields: &[
        Field { name: "caBundle", shape: Shape::String },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETESSETTINGS) },
        Field { name: "machineImages", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINEIMAGE)) },
        Field { name: "machineTypes", shape: Shape::List(&Shape::Object(&V1BETA1_MACHINETYPE)) },
        Field { name: "volumeTypes", shape: Shape::List(&Shape::Object(&V1BETA1_VOLUMETYPE)) },
        Field { name: "parent", shape: Shape::Object(&V1BETA1_CLOUDPROFILEREFERENCE) },
        Field { name: "providerConfig", shape: Shape::Raw },
        Field { name: "limits", shape: Shape::Object(&V1BETA1_LIMITS) },
    ],
};

static V1BETA1_NAMESPACEDCLOUDPROFILESTATUS: Type = Type {
    name: "v1beta1.NamespacedCloudProfileStatus",
    fields: &[
        Field { name: "cloudProfileSpec", shape: Shape::Object(&V1BETA1_CLOUDPROFILESPEC) },
        Field { name: "observedGeneration", shape: Shape::Int64 },
    ],
};

static V1BETA1_NETWORKING: Type = Type {
    name: "v1beta1.Networking",
    fields: &[
        Field { name: "type", shape: Shape::String },
        Field { name: "providerConfig", shape: Shape::Raw },
        Field { name: "pods", shape: Shape::String },
        Field { name: "nodes", shape: Shape::String },
        Field { name: "services", shape: Shape::String },
        Field { name: "ipFamilies", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_NETWORKINGSTATUS: Type = Type {
    name: "v1beta1.NetworkingStatus",
    fields: &[
        Field { name: "pods", shape: Shape::List(&Shape::String) },
        Field { name: "nodes", shape: Shape::List(&Shape::String) },
        Field { name: "services", shape: Shape::List(&Shape::String) },
        Field { name: "egressCIDRs", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_NGINXINGRESS: Type = Type {
    name: "v1beta1.NginxIngress",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool },
        Field { name: "loadBalancerSourceRanges", shape: Shape::List(&Shape::String) },
        Field { name: "config", shape: Shape::Map(&Shape::String) },
        Field { name: "externalTrafficPolicy", shape: Shape::String },
    ],
};

static V1BETA1_NODELOCALDNS: Type = Type {
    name: "v1beta1.NodeLocalDNS",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool },
        Field { name: "forceTCPToClusterDNS", shape: Shape::Bool },
        Field { name: "forceTCPToUpstreamDNS", shape: Shape::Bool },
        Field { name: "disableForwardToUpstreamDNS", shape: Shape::Bool },
    ],
};

static V1BETA1_OBSERVABILITYROTATION: Type = Type {
    name: "v1beta1.ObservabilityRotation",
    fields: &[
        Field { name: "lastInitiationTime", shape: Shape::Time },
        Field { name: "lastCompletionTime", shape: Shape::Time },
    ],
};

static V1BETA1_PENDINGWORKERUPDATES: Type = Type {
    name: "v1beta1.PendingWorkerUpdates",
    fields: &[
        Field { name: "autoInPlaceUpdate", shape: Shape::List(&Shape::String) },
        Field { name: "manualInPlaceUpdate", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_PENDINGWORKERSROLLOUT: Type = Type {
    name: "v1beta1.PendingWorkersRollout",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "lastInitiationTime", shape: Shape::Time },
    ],
};

static V1BETA1_PROVIDER: Type = Type {
    name: "v1beta1.Provider",
    fields: &[
        Field { name: "type", shape: Shape::String },
        Field { name: "controlPlaneConfig", shape: Shape::Raw },
        Field { name: "infrastructureConfig", shape: Shape::Raw },
        Field { name: "workers", shape: Shape::List(&Shape::Object(&V1BETA1_WORKER)) },
        Field { name: "workersSettings", shape: Shape::Object(&V1BETA1_WORKERSSETTINGS) },
    ],
};

static V1BETA1_REGION: Type = Type {
    name: "v1beta1.Region",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "zones", shape: Shape::List(&Shape::Object(&V1BETA1_AVAILABILITYZONE)) },
        Field { name: "labels", shape: Shape::Map(&Shape::String) },
        Field { name: "accessRestrictions", shape: Shape::List(&Shape::Object(&V1BETA1_ACCESSRESTRICTION)) },
    ],
};

static V1BETA1_RESOURCEWATCHCACHESIZE: Type = Type {
    name: "v1beta1.ResourceWatchCacheSize",
    fields: &[
        Field { name: "apiGroup", shape: Shape::String },
        Field { name: "resource", shape: Shape::String },
        Field { name: "size", shape: Shape::Int32 },
    ],
};

static V1BETA1_SSHACCESS: Type = Type {
    name: "v1beta1.SSHAccess",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool },
    ],
};

static V1BETA1_SEEDSELECTOR: Type = Type {
    name: "v1beta1.SeedSelector",
    fields: &[
        Field { name: "matchLabels", shape: Shape::Map(&Shape::String) },
        Field { name: "matchExpressions", shape: Shape::List(&Shape::Object(&V1_LABELSELECTORREQUIREMENT)) },
        Field { name: "providerTypes", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_SERVICEACCOUNTCONFIG: Type = Type {
    name: "v1beta1.ServiceAccountConfig",
    fields: &[
        Field { name: "issuer", shape: Shape::String },
        Field { name: "extendTokenExpiration", shape: Shape::Bool },
        Field { name: "maxTokenExpiration", shape: Shape::Duration },
        Field { name: "acceptedIssuers", shape: Shape::List(&Shape::String) },
    ],
};

static V1BETA1_SERVICEACCOUNTKEYROTATION: Type = Type {
    name: "v1beta1.ServiceAccountKeyRotation",
    fields: &[
        Field { name: "phase", shape: Shape::String },
        Field { name: "lastCompletionTime", shape: Shape::Time },
        Field { name: "lastInitiationTime", shape: Shape::Time },
        Field { name: "lastInitiationFinishedTime", shape: Shape::Time },
        Field { name: "lastCompletionTriggeredTime", shape: Shape::Time },
        Field { name: "pendingWorkersRollouts", shape: Shape::List(&Shape::Object(&V1BETA1_PENDINGWORKERSROLLOUT)) },
    ],
};

static V1BETA1_SHOOT: Type = Type {
    name: "v1beta1.Shoot",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "metadata", shape: Shape::Object(&V1_OBJECTMETA) },
        Field { name: "spec", shape: Shape::Object(&V1BETA1_SHOOTSPEC) },
        Field { name: "status", shape: Shape::Object(&V1BETA1_SHOOTSTATUS) },
    ],
};

static V1BETA1_SHOOTADVERTISEDADDRESS: Type = Type {
    name: "v1beta1.ShootAdvertisedAddress",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "url", shape: Shape::String },
        Field { name: "application", shape: Shape::String },
    ],
};

static V1BETA1_SHOOTCREDENTIALS: Type = Type {
    name: "v1beta1.ShootCredentials",
    fields: &[
        Field { name: "rotation", shape: Shape::Object(&V1BETA1_SHOOTCREDENTIALSROTATION) },
        Field { name: "encryptionAtRest", shape: Shape::Object(&V1BETA1_ENCRYPTIONATREST) },
    ],
};

static V1BETA1_SHOOTCREDENTIALSROTATION: Type = Type {
    name: "v1beta1.ShootCredentialsRotation",
    fields: &[
        Field { name: "certificateAuthorities", shape: Shape::Object(&V1BETA1_CAROTATION) },
        Field { name: "sshKeypair", shape: Shape::Object(&V1BETA1_SHOOTSSHKEYPAIRROTATION) },
        Field { name: "observability", shape: Shape::Object(&V1BETA1_OBSERVABILITYROTATION) },
        Field { name: "serviceAccountKey", shape: Shape::Object(&V1BETA1_SERVICEACCOUNTKEYROTATION) },
        Field { name: "etcdEncryptionKey", shape: Shape::Object(&V1BETA1_ETCDENCRYPTIONKEYROTATION) },
    ],
};

static V1BETA1_SHOOTLIST: Type = Type {
    name: "v1beta1.ShootList",
    fields: &[
        Field { name: "kind", shape: Shape::String },
        Field { name: "apiVersion", shape: Shape::String },
        Field { name: "metadata", shape: Shape::Object(&V1_LISTMETA) },
        Field { name: "items", shape: Shape::List(&Shape::Object(&V1BETA1_SHOOT)) },
    ],
};

static V1BETA1_SHOOTMACHINEIMAGE: Type = Type {
    name: "v1beta1.ShootMachineImage",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "providerConfig", shape: Shape::Raw },
        Field { name: "version", shape: Shape::String },
    ],
};

static V1BETA1_SHOOTSSHKEYPAIRROTATION: Type = Type {
    name: "v1beta1.ShootSSHKeypairRotation",
    fields: &[
        Field { name: "lastInitiationTime", shape: Shape::Time },
        Field { name: "lastCompletionTime", shape: Shape::Time },
    ],
};

static V1BETA1_SHOOTSPEC: Type = Type {
    name: "v1beta1.ShootSpec",
    fields: &[
        Field { name: "addons", shape: Shape::Object(&V1BETA1_ADDONS) },
        Field { name: "cloudProfileName", shape: Shape::String },
        Field { name: "dns", shape: Shape::Object(&V1BETA1_DNS) },
        Field { name: "extensions", shape: Shape::List(&Shape::Object(&V1BETA1_EXTENSION)) },
        Field { name: "hibernation", shape: Shape::Object(&V1BETA1_HIBERNATION) },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_KUBERNETES) },
        Field { name: "networking", shape: Shape::Object(&V1BETA1_NETWORKING) },
        Field { name: "maintenance", shape: Shape::Object(&V1BETA1_MAINTENANCE) },
        Field { name: "monitoring", shape: Shape::Object(&V1BETA1_MONITORING) },
        Field { name: "provider", shape: Shape::Object(&V1BETA1_PROVIDER) },
        Field { name: "purpose", shape: Shape::String },
        Field { name: "region", shape: Shape::String },
        Field { name: "secretBindingName", shape: Shape::String },
        Field { name: "seedName", shape: Shape::String },
        Field { name: "seedSelector", shape: Shape::Object(&V1BETA1_SEEDSELECTOR) },
        Field { name: "resources", shape: Shape::List(&Shape::Object(&V1BETA1_NAMEDRESOURCEREFERENCE)) },
        Field { name: "tolerations", shape: Shape::List(&Shape::Object(&V1BETA1_TOLERATION)) },
        Field { name: "exposureClassName", shape: Shape::String },
        Field { name: "systemComponents", shape: Shape::Object(&V1BETA1_SYSTEMCOMPONENTS) },
        Field { name: "controlPlane", shape: Shape::Object(&V1BETA1_CONTROLPLANE) },
        Field { name: "schedulerName", shape: Shape::String },
        Field { name: "cloudProfile", shape: Shape::Object(&V1BETA1_CLOUDPROFILEREFERENCE) },
        Field { name: "credentialsBindingName", shape: Shape::String },
        Field { name: "accessRestrictions", shape: Shape::List(&Shape::Object(&V1BETA1_ACCESSRESTRICTIONWITHOPTIONS)) },
    ],
};

static V1BETA1_SHOOTSTATUS: Type = Type {
    name: "v1beta1.ShootStatus",
    fields: &[
        Field { name: "conditions", shape: Shape::List(&Shape::Object(&V1BETA1_CONDITION)) },
        Field { name: "constraints", shape: Shape::List(&Shape::Object(&V1BETA1_CONDITION)) },
        Field { name: "gardener", shape: Shape::Object(&V1BETA1_GARDENER) },
        Field { name: "hibernated", shape: Shape::Bool },
        Field { name: "lastOperation", shape: Shape::Object(&V1BETA1_LASTOPERATION) },
        Field { name: "lastErrors", shape: Shape::List(&Shape::Object(&V1BETA1_LASTERROR)) },
        Field { name: "observedGeneration", shape: Shape::Int64 },
        Field { name: "retryCycleStartTime", shape: Shape::Time },
        Field { name: "seedName", shape: Shape::String },
        Field { name: "technicalID", shape: Shape::String },
        Field { name: "uid", shape: Shape::String },
        Field { name: "clusterIdentity", shape: Shape::String },
        Field { name: "advertisedAddresses", shape: Shape::List(&Shape::Object(&V1BETA1_SHOOTADVERTISEDADDRESS)) },
        Field { name: "migrationStartTime", shape: Shape::Time },
        Field { name: "credentials", shape: Shape::Object(&V1BETA1_SHOOTCREDENTIALS) },
        Field { name: "lastHibernationTriggerTime", shape: Shape::Time },
        Field { name: "lastMaintenance", shape: Shape::Object(&V1BETA1_LASTMAINTENANCE) },
        Field { name: "networking", shape: Shape::Object(&V1BETA1_NETWORKINGSTATUS) },
        Field { name: "inPlaceUpdates", shape: Shape::Object(&V1BETA1_INPLACEUPDATESSTATUS) },
        Field { name: "manualWorkerPoolRollout", shape: Shape::Object(&V1BETA1_MANUALWORKERPOOLROLLOUT) },
        Field { name: "liveMigration", shape: Shape::Object(&V1BETA1_LIVEMIGRATION) },
    ],
};

static V1BETA1_STRUCTUREDAUTHENTICATION: Type = Type {
    name: "v1beta1.StructuredAuthentication",
    fields: &[
        Field { name: "configMapName", shape: Shape::String },
    ],
};

static V1BETA1_STRUCTUREDAUTHORIZATION: Type = Type {
    name: "v1beta1.StructuredAuthorization",
    fields: &[
        Field { name: "configMapName", shape: Shape::String },
        Field { name: "kubeconfigs", shape: Shape::List(&Shape::Object(&V1BETA1_AUTHORIZERKUBECONFIGREFERENCE)) },
    ],
};

static V1BETA1_SYSTEMCOMPONENTS: Type = Type {
    name: "v1beta1.SystemComponents",
    fields: &[
        Field { name: "coreDNS", shape: Shape::Object(&V1BETA1_COREDNS) },
        Field { name: "nodeLocalDNS", shape: Shape::Object(&V1BETA1_NODELOCALDNS) },
    ],
};

static V1BETA1_TOLERATION: Type = Type {
    name: "v1beta1.Toleration",
    fields: &[
        Field { name: "key", shape: Shape::String },
        Field { name: "value", shape: Shape::String },
    ],
};

static V1BETA1_VERTICALPODAUTOSCALER: Type = Type {
    name: "v1beta1.VerticalPodAutoscaler",
    fields: &[
        Field { name: "enabled", shape: Shape::Bool },
        Field { name: "evictAfterOOMThreshold", shape: Shape::Duration },
        Field { name: "evictionRateBurst", shape: Shape::Int32 },
        Field { name: "evictionRateLimit", shape: Shape::Float64 },
        Field { name: "evictionTolerance", shape: Shape::Float64 },
        Field { name: "recommendationMarginFraction", shape: Shape::Float64 },
        Field { name: "updaterInterval", shape: Shape::Duration },
        Field { name: "recommenderInterval", shape: Shape::Duration },
        Field { name: "targetCPUPercentile", shape: Shape::Float64 },
        Field { name: "recommendationLowerBoundCPUPercentile", shape: Shape::Float64 },
        Field { name: "recommendationUpperBoundCPUPercentile", shape: Shape::Float64 },
        Field { name: "targetMemoryPercentile", shape: Shape::Float64 },
        Field { name: "recommendationLowerBoundMemoryPercentile", shape: Shape::Float64 },
        Field { name: "recommendationUpperBoundMemoryPercentile", shape: Shape::Float64 },
        Field { name: "cpuHistogramDecayHalfLife", shape: Shape::Duration },
        Field { name: "memoryHistogramDecayHalfLife", shape: Shape::Duration },
        Field { name: "memoryAggregationInterval", shape: Shape::Duration },
        Field { name: "memoryAggregationIntervalCount", shape: Shape::Int64 },
        Field { name: "featureGates", shape: Shape::Map(&Shape::Bool) },
        Field { name: "maxAllowed", shape: Shape::Map(&Shape::Quantity) },
        Field { name: "recommenderUpdateWorkerCount", shape: Shape::Int64 },
    ],
};

static V1BETA1_VOLUME: Type = Type {
    name: "v1beta1.Volume",
    fields: &[
        Field { name: "name", shape: Shape::String },
        Field { name: "type", shape: Shape::String },
        Field { name: "size", shape: Shape::String },
        Field { name: "encrypted", shape: Shape::Bool },
    ],
};

static V1BETA1_VOLUMETYPE: Type = Type {
    name: "v1beta1.VolumeType",
    fields: &[
        Field { name: "class", shape: Shape::String },
        Field { name: "name", shape: Shape::String },
        Field { name: "usable", shape: Shape::Bool },
        Field { name: "minSize", shape: Shape::Quantity },
    ],
};

static V1BETA1_WATCHCACHESIZES: Type = Type {
    name: "v1beta1.WatchCacheSizes",
    fields: &[
        Field { name: "default", shape: Shape::Int32 },
        Field { name: "resources", shape: Shape::List(&Shape::Object(&V1BETA1_RESOURCEWATCHCACHESIZE)) },
    ],
};

static V1BETA1_WORKER: Type = Type {
    name: "v1beta1.Worker",
    fields: &[
        Field { name: "annotations", shape: Shape::Map(&Shape::String) },
        Field { name: "caBundle", shape: Shape::String },
        Field { name: "cri", shape: Shape::Object(&V1BETA1_CRI) },
        Field { name: "kubernetes", shape: Shape::Object(&V1BETA1_WORKERKUBERNETES) },
        Field { name: "labels", shape: Shape::Map(&Shape::String) },
        Field { name: "name", shape: Shape::String },
        Field { name: "machine", shape: Shape::Object(&V1BETA1_MACHINE) },
        Field { name: "maximum", shape: Shape::Int32 },
        Field { name: "minimum", shape: Shape::Int32 },
        Field { name: "maxSurge", shape: Shape::IntOrString },
        Field { name: "maxUnavailable", shape: Shape::IntOrString },
        Field { name: "providerConfig", shape: Shape::Raw },
        Field { name: "taints", shape: Shape::List(&Shape::Object(&V1_TAINT)) },
        Field { name: "volume", shape: Shape::Object(&V1BETA1_VOLUME) },
        Field { name: "dataVolumes", shape: Shape::List(&Shape::Object(&V1BETA1_DATAVOLUME)) },
        Field { name: "kubeletDataVolumeName", shape: Shape::String },
        Field { name: "zones", shape: Shape::List(&Shape::String) },
        Field { name: "systemComponents", shape: Shape::Object(&V1BETA1_WORKERSYSTEMCOMPONENTS) },
        Field { name: "machineControllerManager", shape: Shape::Object(&V1BETA1_MACHINECONTROLLERMANAGERSETTINGS) },
        Field { name: "sysctls", shape: Shape::Map(&Shape::String) },
        Field { name: "clusterAutoscaler", shape: Shape::Object(&V1BETA1_CLUSTERAUTOSCALEROPTIONS) },
        Field { name: "priority", shape: Shape::Int32 },
        Field { name: "updateStrategy", shape: Shape::String },
        Field { name: "controlPlane", shape: Shape::Object(&V1BETA1_WORKERCONTROLPLANE) },
    ],
};

static V1BETA1_WORKERCONTROLPLANE: Type = Type {
    name: "v1beta1.WorkerControlPlane",
    fields: &[
        Field { name: "backup", shape: Shape::Object(&V1BETA1_BACKUP) },
        Field { name: "exposure", shape: Shape::Object(&V1BETA1_EXPOSURE) },
    ],
};

static V1BETA1_WORKERKUBERNETES: Type = Type {
    name: "v1beta1.WorkerKubernetes",
    fields: &[
        Field { name: "kubelet", shape: Shape::Object(&V1BETA1_KUBELETCONFIG) },
        Field { name: "version", shape: Shape::String },
    ],
};

static V1BETA1_WORKERSYSTEMCOMPONENTS: Type = Type {
    name: "v1beta1.WorkerSystemComponents",
    fields: &[
        Field { name: "allow", shape: Shape::Bool },
    ],
};

static V1BETA1_WORKERSSETTINGS: Type = Type {
    name: "v1beta1.WorkersSettings",
    fields: &[
        Field { name: "sshAccess", shape: Shape::Object(&V1BETA1_SSHACCESS) },
    ],
};
