//! `constraints`: floating pools, their load balancer classes, and load balancer providers
//! (`docs/gardener/providers/openstack.md#cloudprofiles`).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::Path;
use crate::provider::PROVIDER_CONFIG;
use crate::provider::fault::{Faults, Form, Missing, What};
use crate::source::Span;

static CONSTRAINTS: Path<'static> = PROVIDER_CONFIG.field("constraints");
static POOLS: Path<'static> = CONSTRAINTS.field("floatingPools");
static PROVIDERS: Path<'static> = CONSTRAINTS.field("loadBalancerProviders");

/// The purposes that a class may have; none is fine too.
const PURPOSES: &[&str] = &["default", "private", "vpn"];
/// The purposes that only one class may have.
const DEFAULTS: [&str; 2] = ["default", "private"];
/// The most characters of a text of a class.
const LIMIT: usize = 255;

pub fn validate<'t>(part: Cursor<'t>, faults: &mut Faults<'t>) {
    let constraints = part.field("constraints");
    let listed = constraints
        .field("floatingPools")
        .list(|pool| pool.field("loadBalancerClasses"));
    if listed.is_empty() {
        faults.add(
            &POOLS,
            listed.span,
            What::Missing(Missing::Value("floatingPools")),
        );
    }
    pools(part, faults);
    for (index, list) in listed.iter().enumerate() {
        classes(
            *list,
            &POOLS.index(index).field("loadBalancerClasses"),
            faults,
        );
    }
    providers(constraints, faults);
}

/// The floating pools without their load balancer classes; there may be none.
pub fn pools<'t>(part: Cursor<'t>, faults: &mut Faults<'t>) {
    let mut seen = BTreeMap::new();
    for (index, pool) in part
        .field("constraints")
        .field("floatingPools")
        .list(|pool| pool)
        .iter()
        .enumerate()
    {
        let path = POOLS.index(index);
        let name = pool.field("name").string();
        if name.is_empty() {
            faults.add(
                &path.field("name"),
                name.span,
                What::Missing(Missing::Name("floating pool")),
            );
        }
        let (region, domain) = (
            filled(*pool, "region", &path, faults),
            filled(*pool, "domain", &path, faults),
        );
        let limited = region.is_some() || domain.is_some();
        if limited {
            once(
                &mut seen,
                (*name, domain.unwrap_or("*"), region.unwrap_or("*")),
                name,
                &path.field("name"),
                faults,
            );
        }
    }
}

fn providers<'t>(constraints: Cursor<'t>, faults: &mut Faults<'t>) {
    let providers = constraints
        .field("loadBalancerProviders")
        .list(|provider| provider);
    if providers.is_empty() {
        faults.add(
            &PROVIDERS,
            providers.span,
            What::Missing(Missing::Value("loadBalancerProviders")),
        );
    }
    let mut seen = BTreeMap::new();
    for (index, provider) in providers.iter().enumerate() {
        let path = PROVIDERS.index(index);
        let name = provider.field("name").string();
        if name.is_empty() {
            faults.add(
                &path.field("name"),
                name.span,
                What::Missing(Missing::Name("load balancer provider")),
            );
        }
        if let Some(region) = filled(*provider, "region", &path, faults) {
            once(&mut seen, (*name, region), name, &path, faults);
        }
    }
}

/// A field that may be left out, but not be empty.
fn filled<'t>(
    of: Cursor<'t>,
    field: &'static str,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) -> Option<&'t str> {
    let text = of.field(field).optional_string();
    if text.value == Some("") {
        faults.add(
            &path.field(field),
            text.span,
            What::Missing(Missing::Filled(field)),
        );
    }
    text.value
}

/// Reports a value that occurs a second time.
pub(super) fn once<'t, K: Ord>(
    seen: &mut BTreeMap<K, Span>,
    key: K,
    name: Spanned<&'t str>,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    match seen.entry(key) {
        Entry::Vacant(new) => {
            new.insert(name.span);
        }
        Entry::Occupied(known) => faults.add(
            path,
            name.span,
            What::Repeated {
                value: *name,
                first: *known.get(),
            },
        ),
    }
}

fn classes<'t>(list: Cursor<'t>, at: &Path<'_>, faults: &mut Faults<'t>) {
    let mut names = BTreeMap::new();
    let mut defaults = [None; DEFAULTS.len()];
    for (index, entry) in list.list(|entry| entry).iter().enumerate() {
        let path = at.index(index);
        let name = entry.field("name").string();
        class(*entry, name, &path, faults);
        once(&mut names, *name, name, &path.field("name"), faults);
        let purpose = entry.field("purpose").string();
        for (of, known) in DEFAULTS.into_iter().zip(&mut defaults) {
            let Some(text) = [purpose, name].into_iter().find(|text| text.value == of) else {
                continue;
            };
            match *known {
                None => *known = Some(text.span),
                Some(first) => faults.add(at, text.span, What::SeveralDefaults { of, first }),
            }
        }
    }
}

fn class<'t>(class: Cursor<'t>, name: Spanned<&'t str>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let present = |field: &'static str| {
        let text = class.field(field).optional_string();
        Some((field, Spanned::new(text.value?, text.span)))
    };
    if let Some((_, purpose)) =
        present("purpose").filter(|(_, purpose)| !PURPOSES.contains(&purpose.value))
    {
        let what = What::NotAllowed {
            what: "purpose",
            value: *purpose,
            allowed: PURPOSES,
        };
        faults.add(path, purpose.span, what);
    }
    let (by_id, by_name, by_tags) = (
        present("floatingSubnetID"),
        present("floatingSubnetName"),
        present("floatingSubnetTags"),
    );
    for (field, id) in present("floatingNetworkID").into_iter().chain(by_id) {
        if !is_uuid(*id) {
            faults.add(
                &path.field(field),
                id.span,
                What::Malformed {
                    what: Form::Uuid,
                    value: *id,
                },
            );
        }
    }
    for (field, text) in [("name", name)].into_iter().chain(by_name).chain(by_tags) {
        class_text(field, text, &path.field(field), faults);
    }
    let fields: &[&str] = match (by_id.is_some(), by_name.is_some(), by_tags.is_some()) {
        (true, true, true) => &[
            "floatingSubnetID",
            "floatingSubnetName",
            "floatingSubnetTags",
        ],
        (true, true, false) => &["floatingSubnetID", "floatingSubnetName"],
        (true, false, true) => &["floatingSubnetID", "floatingSubnetTags"],
        (false, true, true) => &["floatingSubnetName", "floatingSubnetTags"],
        _ => return,
    };
    if let Some((_, last)) = by_tags.or(by_name) {
        faults.add(path, last.span, What::Exclusive { fields });
    }
}

fn class_text<'t>(
    field: &'static str,
    text: Spanned<&'t str>,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    if text.is_empty() {
        let missing = if field == "name" {
            Missing::Name("load balancer class")
        } else {
            Missing::Filled(field)
        };
        return faults.add(path, text.span, What::Missing(missing));
    }
    if text.contains(['{', '}', '[', ']', '\n']) {
        faults.add(
            path,
            text.span,
            What::Malformed {
                what: Form::ClassText,
                value: *text,
            },
        );
    }
    if text.chars().count() > LIMIT {
        faults.add(path, text.span, What::TooLong { limit: LIMIT });
    }
}

/// A UUID as the server reads it: plain, as a URN, in braces (which it does not look at), or
/// without dashes.
fn is_uuid(text: &str) -> bool {
    let text = text.as_bytes();
    let dashed = |text: &[u8]| {
        text.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
    };
    match text.len() {
        32 => text.iter().all(u8::is_ascii_hexdigit),
        36 => dashed(text),
        38 => dashed(&text[1..37]),
        45 => text[..9].eq_ignore_ascii_case(b"urn:uuid:") && dashed(&text[9..]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_uuid;

    #[test]
    fn reads_four_forms_of_uuids() {
        let uuid = "5f3a1c9e-7b2d-4e6f-8a10-3c5d7e9f1b24";
        let right = [
            uuid.to_owned(),
            uuid.to_uppercase(),
            uuid.replace('-', ""),
            format!("{{{uuid}}}"),
            format!("URN:uuid:{uuid}"),
        ];
        assert!(right.iter().all(|text| is_uuid(text)));
        let wrong = [
            String::new(),
            uuid.replacen('-', "x", 1),
            uuid.replace('f', "g"),
            format!("{uuid} "),
            format!("urn:uuix:{uuid}"),
        ];
        assert!(!wrong.iter().any(|text| is_uuid(text)));
    }
}
