//! Whether bytes are an X.509 certificate to Go, as far as differences are likely to be met: its
//! parser reads the frame, keys, names and some extensions, and stops at what is malformed. It also
//! checks that keys of elliptic curves lie on their curve; that is left out here.

use der::asn1::{AnyRef, IntRef};
use der::{Decode, ErrorKind, Reader, SliceReader, Tag, TagNumber, Tagged};

const MALFORMED: &str = "its data is malformed";

/// Says why Go would not take the bytes for a certificate.
///
/// # Errors
/// If it would not.
pub(super) fn check(der: &[u8]) -> Result<(), String> {
    let broken = |error: der::Error| match error.kind() {
        ErrorKind::Incomplete { .. } => "its data ends early".to_owned(),
        _ => MALFORMED.to_owned(),
    };
    let mut reader = SliceReader::new(der).map_err(broken)?;
    let whole = AnyRef::decode(&mut reader).map_err(broken)?;
    if !reader.is_finished() {
        return Err("more data follows the certificate".to_owned());
    }
    let parts = sequence(whole).ok_or(MALFORMED)?;
    let [signed, algorithm, signature] = parts[..] else {
        return Err(MALFORMED.to_owned());
    };
    if bits(signature).is_none() {
        return Err("its signature cannot be read".to_owned());
    }
    let signed = sequence(signed).ok_or(MALFORMED)?;
    check_signed(&signed, algorithm)
}

/// What the signature covers.
fn check_signed(signed: &[AnyRef<'_>], algorithm: AnyRef<'_>) -> Result<(), String> {
    let (version, signed) = match signed {
        [first, rest @ ..] if first.tag() == context(0) => (Some(*first), rest),
        all => (None, all),
    };
    let [serial, inner, issuer, validity, subject, key, optional @ ..] = signed else {
        return Err(MALFORMED.to_owned());
    };
    match version.map(|version| elements(version.value()).as_deref().map(single_integer)) {
        None | Some(Some(Some([0..=2]))) => {}
        Some(Some(Some(_))) => return Err("its version is unknown".to_owned()),
        Some(_) => return Err("its version cannot be read".to_owned()),
    }
    let serial = integer(*serial).ok_or("its serial number cannot be read")?;
    if is_negative(serial) {
        return Err("its serial number is negative".to_owned());
    }
    if !is_algorithm(*inner) || !is_algorithm(algorithm) {
        return Err("its signature algorithm cannot be read".to_owned());
    }
    if *inner != algorithm {
        return Err("it names two different signature algorithms".to_owned());
    }
    let (issuer, subject) = (name(*issuer), name(*subject));
    let names = issuer
        .zip(subject)
        .ok_or("its issuer or subject cannot be read")?;
    if !names.0.iter().chain(&names.1).all(|value| is_text(*value)) {
        return Err("its issuer or subject holds something other than text".to_owned());
    }
    match sequence(*validity).as_deref() {
        Some([from, to]) if is_time(*from) && is_time(*to) => {}
        _ => return Err("its validity cannot be read".to_owned()),
    }
    check_key(*key)?;
    let mut expected = [1, 2, 3].into_iter();
    for part in optional {
        let Some(number) = expected.find(|number| is_context(*part, *number)) else {
            return Err(MALFORMED.to_owned());
        };
        if number == 3 {
            check_extensions(*part)?;
        }
    }
    Ok(())
}

/// The elements that follow one another in some bytes.
fn elements(data: &[u8]) -> Option<Vec<AnyRef<'_>>> {
    let mut reader = SliceReader::new(data).ok()?;
    let mut found = Vec::new();
    while !reader.is_finished() {
        found.push(AnyRef::decode(&mut reader).ok()?);
    }
    Some(found)
}

fn sequence(any: AnyRef<'_>) -> Option<Vec<AnyRef<'_>>> {
    elements(any.value()).filter(|_| any.tag() == Tag::Sequence)
}

/// The only element of some bytes; what follows does not count.
fn first(data: &[u8]) -> Option<AnyRef<'_>> {
    AnyRef::decode(&mut SliceReader::new(data).ok()?).ok()
}

const fn context(number: u32) -> Tag {
    Tag::ContextSpecific {
        constructed: true,
        number: TagNumber(number),
    }
}

/// Whether it has a tag of its context, simple or constructed.
fn is_context(any: AnyRef<'_>, wanted: u32) -> bool {
    matches!(any.tag(), Tag::ContextSpecific { number, .. } if number.value() == wanted)
}

fn integer(any: AnyRef<'_>) -> Option<&[u8]> {
    any.decode_as::<IntRef<'_>>().is_ok().then(|| any.value())
}

/// The bytes of a string of bits; those that fill the last byte must be zero.
fn bits(any: AnyRef<'_>) -> Option<&[u8]> {
    let (unused, data) = any.value().split_first()?;
    let filled = match data.last() {
        Some(last) => *unused < 8 && last.trailing_zeros() >= u32::from(*unused),
        None => *unused == 0,
    };
    (any.tag() == Tag::BitString && filled).then_some(data)
}

fn single_integer<'a>(elements: &[AnyRef<'a>]) -> Option<&'a [u8]> {
    match elements {
        [only] => integer(*only),
        _ => None,
    }
}

fn is_negative(number: &[u8]) -> bool {
    number.first().is_none_or(|byte| byte & 0x80 != 0)
}

fn is_positive(number: &[u8]) -> bool {
    !is_negative(number) && number.iter().any(|byte| *byte != 0)
}

/// The bytes of an object identifier: of each of its numbers the last byte has no mark, and no
/// number begins with a zero.
fn oid(any: AnyRef<'_>) -> Option<&[u8]> {
    let value = any.value();
    let ends = value.last().is_some_and(|last| last & 0x80 == 0);
    let padded = value
        .iter()
        .enumerate()
        .any(|(at, byte)| *byte == 0x80 && (at == 0 || value[at - 1] & 0x80 == 0));
    (any.tag() == Tag::ObjectIdentifier && ends && !padded).then_some(value)
}

fn is_algorithm(any: AnyRef<'_>) -> bool {
    matches!(sequence(any).as_deref(), Some([id] | [id, _]) if oid(*id).is_some())
}

/// The values in a name.
fn name(any: AnyRef<'_>) -> Option<Vec<AnyRef<'_>>> {
    let mut values = Vec::new();
    for set in sequence(any)? {
        for attribute in elements(set.value()).filter(|_| set.tag() == Tag::Set)? {
            match sequence(attribute)?[..] {
                [id, value] if oid(id).is_some() => values.push(value),
                _ => return None,
            }
        }
    }
    Some(values)
}

/// Whether a value in a name is one of the sorts of text that Go knows, with the characters that it
/// has.
fn is_text(value: AnyRef<'_>) -> bool {
    let data = value.value();
    match value.tag() {
        Tag::Utf8String => std::str::from_utf8(data).is_ok(),
        Tag::PrintableString => data
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b" '()+,-./:=?*&".contains(byte)),
        Tag::NumericString => data
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b' '),
        Tag::Ia5String => data.is_ascii(),
        Tag::BmpString => data.len().is_multiple_of(2),
        Tag::TeletexString => true,
        _ => false,
    }
}

/// Whether it is a time: `YYMMDDhhmm`, maybe with seconds, or `YYYYMMDDhhmmss`, then `Z` or an
/// offset.
fn is_time(any: AnyRef<'_>) -> bool {
    let data = any.value();
    let digits = data.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (time, zone) = data.split_at(digits);
    let century = match (any.tag(), digits) {
        (Tag::UtcTime, 10 | 12) => 0,
        (Tag::GeneralizedTime, 14) => 2,
        _ => return false,
    };
    let pair = |bytes: &[u8], at: usize| match bytes.get(at..at + 2) {
        Some([tens, ones]) => u32::from(tens - b'0') * 10 + u32::from(ones - b'0'),
        _ => 0,
    };
    let time = |at: usize| pair(time, century + at);
    // Of two digits only 00 may be no leap year of those that end in it: 1900 is none of them.
    let year = time(0)
        + if century == 0 {
            2000
        } else {
            pair(data, 0) * 100
        };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match time(2) {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    let zoned = match zone {
        b"Z" => true,
        [b'+' | b'-', offset @ ..] if offset.len() == 4 && offset.is_ascii() => {
            let digits = offset.iter().all(u8::is_ascii_digit);
            digits && offset != b"0000" && pair(offset, 0) < 24 && pair(offset, 2) < 60
        }
        _ => false,
    };
    zoned && (1..=days).contains(&time(4)) && time(6) < 24 && time(8) < 60 && time(10) < 60
}

const RSA: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01";
const ELLIPTIC_CURVE: &[u8] = b"\x2a\x86\x48\xce\x3d\x02\x01";
const ED25519: &[u8] = b"\x2b\x65\x70";
/// The curves that Go knows, P-224, P-256, P-384 and P-521, and the bytes of a coordinate.
const CURVES: [(&[u8], usize); 4] = [
    (b"\x2b\x81\x04\x00\x21", 28),
    (b"\x2a\x86\x48\xce\x3d\x03\x01\x07", 32),
    (b"\x2b\x81\x04\x00\x22", 48),
    (b"\x2b\x81\x04\x00\x23", 66),
];

/// Go refuses malformed RSA, elliptic curve and Ed25519 keys and does not look at others.
fn check_key(key: AnyRef<'_>) -> Result<(), String> {
    let unread = || "its key cannot be read".to_owned();
    let parts = sequence(key).ok_or_else(unread)?;
    let [algorithm, key] = parts[..] else {
        return Err(unread());
    };
    let data = bits(key).ok_or_else(unread)?;
    let algorithm = sequence(algorithm).ok_or_else(unread)?;
    let (id, parameters) = match algorithm[..] {
        [id] => (id, None),
        [id, parameters] => (id, Some(parameters)),
        _ => return Err(unread()),
    };
    match oid(id).ok_or_else(unread)? {
        RSA => {
            let Some([modulus, exponent]) =
                first(data)
                    .and_then(sequence)
                    .as_deref()
                    .and_then(|numbers| {
                        Some([integer(*numbers.first()?)?, integer(*numbers.get(1)?)?])
                    })
            else {
                return Err("its RSA key cannot be read".to_owned());
            };
            if parameters.is_none_or(|any| any.tag() != Tag::Null)
                || !is_positive(modulus)
                || !is_positive(exponent)
            {
                return Err("its RSA key is malformed".to_owned());
            }
        }
        ELLIPTIC_CURVE => {
            let curve = parameters.and_then(oid);
            let known = CURVES.iter().find(|(id, _)| Some(*id) == curve);
            let Some((_, bytes)) = known else {
                return Err(
                    "its key is of an elliptic curve other than P-224, P-256, P-384 and P-521"
                        .to_owned(),
                );
            };
            if data.first() != Some(&4) || data.len() != 1 + 2 * bytes {
                return Err("its elliptic curve key is malformed".to_owned());
            }
        }
        ED25519 if parameters.is_some() || data.len() != 32 => {
            return Err("its Ed25519 key is malformed".to_owned());
        }
        _ => {}
    }
    Ok(())
}

/// Whether the value of an extension can be read.
type Readable = fn(AnyRef<'_>) -> bool;

/// The extensions that Go reads. Of others it takes no notice.
const EXTENSIONS: [(&[u8], &str, Readable); 10] = [
    (b"\x55\x1d\x0e", "2.5.29.14", |any| {
        any.tag() == Tag::OctetString
    }),
    (b"\x55\x1d\x0f", "2.5.29.15", |any| bits(any).is_some()),
    (b"\x55\x1d\x11", "2.5.29.17", |any| {
        sequence(any).is_some_and(|names| names.iter().all(|name| is_name(*name, &[4, 16])))
    }),
    (b"\x55\x1d\x13", "2.5.29.19", is_basic_constraints),
    (b"\x55\x1d\x1e", "2.5.29.30", is_name_constraints),
    (b"\x55\x1d\x1f", "2.5.29.31", |any| {
        all_sequences(any, |point| {
            point
                .iter()
                .all(|part| (0..=2).any(|number| is_context(*part, number)))
        })
    }),
    (b"\x55\x1d\x20", "2.5.29.32", |any| {
        all_sequences(
            any,
            |policy| matches!(policy, [id, ..] if oid(*id).is_some()),
        )
    }),
    (b"\x55\x1d\x23", "2.5.29.35", |any| {
        let known = |part: &AnyRef<'_>| (0..=2).any(|number| is_context(*part, number));
        sequence(any).is_some_and(|parts| parts.iter().all(known))
    }),
    (b"\x55\x1d\x25", "2.5.29.37", |any| {
        sequence(any).is_some_and(|usages| usages.iter().all(|usage| oid(*usage).is_some()))
    }),
    (
        b"\x2b\x06\x01\x05\x05\x07\x01\x01",
        "1.3.6.1.5.5.7.1.1",
        |any| {
            all_sequences(
                any,
                |access| matches!(access, [method, name] if oid(*method).is_some() && is_name(*name, &[4, 16])),
            )
        },
    ),
];

fn all_sequences(any: AnyRef<'_>, is_fine: impl Fn(&[AnyRef<'_>]) -> bool) -> bool {
    sequence(any).is_some_and(|list| {
        list.iter()
            .all(|entry| sequence(*entry).is_some_and(|parts| is_fine(&parts)))
    })
}

/// Whether it is the name of a host, a person, a place or the like; `addresses`: how many bytes those
/// of the network may have.
fn is_name(any: AnyRef<'_>, addresses: &[usize]) -> bool {
    let Tag::ContextSpecific { number, .. } = any.tag() else {
        return false;
    };
    match number.value() {
        1 | 2 | 6 => any.value().is_ascii(),
        7 => addresses.contains(&any.value().len()),
        0 | 3 | 4 | 5 | 8 => true,
        _ => false,
    }
}

fn is_basic_constraints(any: AnyRef<'_>) -> bool {
    let Some(parts) = sequence(any) else {
        return false;
    };
    let length = match &parts[..] {
        [flag, rest @ ..] if flag.tag() == Tag::Boolean => {
            if !is_flag(*flag) {
                return false;
            }
            rest
        }
        all => all,
    };
    match length {
        [] => true,
        [length] => integer(*length).is_some_and(|number| !is_negative(number) && number.len() < 5),
        _ => false,
    }
}

fn is_flag(any: AnyRef<'_>) -> bool {
    any.tag() == Tag::Boolean && matches!(any.value(), [0x00 | 0xFF])
}

fn is_name_constraints(any: AnyRef<'_>) -> bool {
    let subtree = |parts: &[AnyRef<'_>]| matches!(parts, [name, ..] if is_name(*name, &[8, 32]));
    let list = |part: &AnyRef<'_>| {
        [context(0), context(1)].contains(&part.tag())
            && elements(part.value()).is_some_and(|subtrees| {
                subtrees
                    .iter()
                    .all(|entry| sequence(*entry).is_some_and(|parts| subtree(&parts)))
            })
    };
    sequence(any).is_some_and(|parts| !parts.is_empty() && parts.iter().all(list))
}

fn check_extensions(part: AnyRef<'_>) -> Result<(), String> {
    let unread = || "its extensions cannot be read".to_owned();
    let list = first(part.value()).and_then(sequence).ok_or_else(unread)?;
    let mut found: Vec<(&[u8], &[u8])> = Vec::new();
    for extension in list {
        let parts = sequence(extension).ok_or_else(unread)?;
        let (id, value) = match parts[..] {
            [id, value] => (id, value),
            [id, critical, value] if is_flag(critical) => (id, value),
            _ => return Err(unread()),
        };
        let id = oid(id).ok_or_else(unread)?;
        if value.tag() != Tag::OctetString {
            return Err(unread());
        }
        if found.iter().any(|(known, _)| *known == id) {
            return Err("it has the same extension twice".to_owned());
        }
        found.push((id, value.value()));
    }
    for (id, value) in found {
        let read = EXTENSIONS.iter().find(|(known, ..)| *known == id);
        if let Some((_, name, is_readable)) = read
            && !first(value).is_some_and(is_readable)
        {
            return Err(format!("its extension {name} cannot be read"));
        }
    }
    Ok(())
}
