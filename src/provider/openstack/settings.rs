//! The settings beside images and constraints: Keystone, DNS and server groups
//! (`docs/gardener/providers/openstack.md#cloudprofiles`). The server misspells some of these
//! fields in its paths.

use std::collections::BTreeMap;
use std::net::IpAddr;

use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::{FieldPath, Path};
use crate::model::pem;
use crate::provider::PROVIDER_CONFIG;
use crate::provider::fault::{Faults, Form, Missing, What};
use crate::provider::openstack::constraints::once;

static KEYSTONES: Path<'static> = PROVIDER_CONFIG.field("keyStoneURLs");

/// The fields that a path of the server stands for where it misspells them; none where it does not.
pub(super) fn keystone_in_text(path: &FieldPath) -> Vec<FieldPath> {
    let steps = path.steps();
    let misspelt = steps.iter().enumerate().find_map(|(at, step)| {
        let rest = step.name()?.strip_prefix("keyStoneURL")?;
        Some((
            FieldPath::of(&steps[..at]),
            rest,
            FieldPath::of(&steps[at + 1..]),
        ))
    });
    match misspelt {
        // Either of the two would do.
        Some((before, "", _)) => ["keystoneURL", "keystoneURLs"]
            .map(|name| before.clone().field(name))
            .to_vec(),
        Some((before, rest, below)) => {
            vec![before.field(&format!("keystoneURL{rest}")).join(&below)]
        }
        None => Vec::new(),
    }
}

/// Some Keystone must be named.
pub fn some_keystone<'t>(part: Cursor<'t>, faults: &mut Faults<'t>) {
    let url = part.field("keystoneURL").string();
    if url.is_empty() && part.field("keystoneURLs").list(|_| ()).is_empty() {
        faults.add(
            &PROVIDER_CONFIG.field("keyStoneURL"),
            url.span,
            What::Missing(Missing::Value("keystoneURL")),
        );
    }
}

pub fn settings<'t>(part: Cursor<'t>, faults: &mut Faults<'t>) {
    certificate(
        part.field("keystoneCACert").string(),
        &PROVIDER_CONFIG.field("caCert"),
        faults,
    );
    let mut regions = BTreeMap::new();
    for (index, keystone) in part
        .field("keystoneURLs")
        .list(|keystone| keystone)
        .iter()
        .enumerate()
    {
        let path = KEYSTONES.index(index);
        let (region, url) = (
            keystone.field("region").string(),
            keystone.field("url").string(),
        );
        for (field, text) in [("region", region), ("url", url)] {
            if text.is_empty() {
                faults.add(
                    &path.field(field),
                    text.span,
                    What::Missing(Missing::Value(field)),
                );
            }
        }
        certificate(
            keystone.field("caCert").string(),
            &path.field("caCert"),
            faults,
        );
        once(&mut regions, *region, region, &path.field("region"), faults);
    }
    for (index, address) in part
        .field("dnsServers")
        .list(Cursor::string)
        .iter()
        .enumerate()
    {
        if address.parse::<IpAddr>().is_err() {
            let what = What::Malformed {
                what: Form::Ip,
                value: address.value,
            };
            faults.add(
                &PROVIDER_CONFIG.field("dnsServers").index(index),
                address.span,
                what,
            );
        }
    }
    let domain = part.field("dhcpDomain").optional_string();
    if domain.value == Some("") {
        faults.add(
            &PROVIDER_CONFIG.field("dhcpDomain"),
            domain.span,
            What::Missing(Missing::Filled("dhcpDomain")),
        );
    }
    let policies = PROVIDER_CONFIG.field("serverGroupPolicies");
    for (index, policy) in part
        .field("serverGroupPolicies")
        .list(Cursor::string)
        .iter()
        .enumerate()
    {
        if policy.is_empty() {
            faults.add(
                &policies.index(index),
                policy.span,
                What::Missing(Missing::Name("server group policy")),
            );
        }
    }
}

/// A certificate that may be left out or empty.
fn certificate<'t>(text: Spanned<&'t str>, path: &Path<'_>, faults: &mut Faults<'t>) {
    if !text.is_empty() && pem::first_certificate(*text).is_err() {
        faults.add(
            path,
            text.span,
            What::Malformed {
                what: Form::Certificate,
                value: *text,
            },
        );
    }
}
