//! The fields of `providerConfig`, for all providers: where several have a field of one name, it
//! means the same.

use super::Of;

pub(super) static FIELDS: &[Of] = &[
    (
        "v1alpha1.CloudProfileConfig",
        &[
            (
                "machineImages",
                "For each image version of the core part, and each of its flavors, the artifact \
                 of the provider.",
            ),
            (
                "machineTypes",
                "Traits of machine types that only the provider knows.",
            ),
            (
                "countUpdateDomains",
                "The number of update domains in each region.",
            ),
            (
                "countFaultDomains",
                "The number of fault domains in each region.",
            ),
            ("cloudConfiguration", "Which cloud of the provider it is."),
            ("constraints", "What Shoots may choose from."),
            ("dnsServers", "The DNS servers of the networks of Shoots."),
            ("dhcpDomain", "The domain that DHCP names."),
            ("keystoneURL", "The URL of Keystone, for all regions."),
            ("keystoneURLs", "The URL of Keystone in each region."),
            (
                "keystoneCACert",
                "The certificate (PEM) of the authority that signed Keystone's.",
            ),
            (
                "keystoneForceInsecure",
                "Whether Keystone's certificate is not checked.",
            ),
            ("requestTimeout", "How long a request may take."),
            (
                "rescanBlockStorageOnResize",
                "Whether a volume is scanned again when it grows.",
            ),
            (
                "ignoreVolumeAZ",
                "Whether the zones of volumes are ignored.",
            ),
            ("nodeVolumeAttachLimit", "The most volumes of a node."),
            ("useSNAT", "Whether routers translate source addresses."),
            (
                "serverGroupPolicies",
                "The policies for server groups that worker pools may have.",
            ),
            (
                "resolvConfOptions",
                "Options for /etc/resolv.conf of nodes.",
            ),
            ("storageClasses", "The storage classes of Shoots."),
        ],
    ),
    (
        "v1alpha1.MachineImages",
        &[
            ("name", "The name of the image in the core part."),
            ("versions", "The versions of the image."),
        ],
    ),
    (
        "v1alpha1.MachineImageVersion",
        &[
            (
                "version",
                "The version in the core part, letter for letter.",
            ),
            ("image", "The image at the provider."),
            ("regions", "The artifact in each region."),
            ("urn", "The URN of a marketplace image."),
            ("id", "The ID of the image."),
            (
                "communityGalleryImageID",
                "The ID of an image in a community gallery.",
            ),
            (
                "sharedGalleryImageID",
                "The ID of an image in a shared gallery.",
            ),
            (
                "acceleratedNetworking",
                "Whether the image supports accelerated networking.",
            ),
            (
                "skipMarketplaceAgreement",
                "Whether the terms of the marketplace need not be accepted.",
            ),
        ],
    ),
    (
        "v1alpha1.MachineImageFlavor",
        &[
            ("image", "The image at the provider."),
            ("urn", "The URN of a marketplace image."),
            ("id", "The ID of the image."),
            (
                "communityGalleryImageID",
                "The ID of an image in a community gallery.",
            ),
            (
                "sharedGalleryImageID",
                "The ID of an image in a shared gallery.",
            ),
            (
                "skipMarketplaceAgreement",
                "Whether the terms of the marketplace need not be accepted.",
            ),
        ],
    ),
    (
        "v1alpha1.RegionAMIMapping",
        &[
            ("name", "The name of the region."),
            ("ami", "The ID of the AMI in the region."),
        ],
    ),
    (
        "v1alpha1.RegionIDMapping",
        &[
            ("name", "The name of the region."),
            ("id", "The ID of the image in the region."),
        ],
    ),
    (
        "v1alpha1.MachineType",
        &[
            ("name", "The name of the machine type in the core part."),
            (
                "acceleratedNetworking",
                "Whether the machine type supports accelerated networking.",
            ),
        ],
    ),
    (
        "v1alpha1.CloudConfiguration",
        &[("name", "The name of the cloud, such as AzurePublic.")],
    ),
    (
        "v1alpha1.DomainCount",
        &[("count", "The number of domains in the region.")],
    ),
    (
        "v1alpha1.Constraints",
        &[
            ("floatingPools", "The floating pools that Shoots may use."),
            (
                "loadBalancerProviders",
                "The load balancer providers that Shoots may use.",
            ),
        ],
    ),
    (
        "v1alpha1.FloatingPool",
        &[
            ("name", "The name of the pool, or a pattern with `*`."),
            ("domain", "The domain in which the pool can be used."),
            (
                "defaultFloatingSubnet",
                "The subnet that is taken where none is named.",
            ),
            (
                "nonConstraining",
                "Whether a pool without region or domain can be used beside those with one.",
            ),
            (
                "loadBalancerClasses",
                "The load balancer classes of the pool.",
            ),
        ],
    ),
    (
        "v1alpha1.KeyStoneURL",
        &[
            ("url", "The URL of Keystone in the region."),
            ("caCert", "The certificate (PEM) of its authority."),
        ],
    ),
    (
        "v1alpha1.LoadBalancerClass",
        &[
            ("name", "The name of the class."),
            ("purpose", "What the class is for: default, private or vpn."),
            ("floatingSubnetID", "The ID of the floating subnet."),
            ("floatingSubnetTags", "The tags of the floating subnet."),
            ("floatingSubnetName", "The name of the floating subnet."),
            ("floatingNetworkID", "The ID of the floating network."),
            ("subnetID", "The ID of the local subnet."),
        ],
    ),
    (
        "v1alpha1.LoadBalancerProvider",
        &[("name", "The name of the load balancer provider.")],
    ),
    (
        "v1alpha1.StorageClassDefinition",
        &[
            ("name", "The name of the storage class."),
            ("default", "Whether it is the default."),
            ("provisioner", "Who makes the volumes."),
            ("parameters", "Parameters for the provisioner."),
            ("annotations", "Annotations of the storage class."),
            ("labels", "Labels of the storage class."),
            ("reclaimPolicy", "What becomes of a released volume."),
            ("volumeBindingMode", "When a volume is made and bound."),
        ],
    ),
];
