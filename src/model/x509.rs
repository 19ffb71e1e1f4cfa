//! Whether bytes are an X.509 certificate to Go, as of 1.26: its parser reads the frame, keys, names
//! and some extensions in order, stops at what is malformed and does not look at what is left over.
//! Where its rules are intricate or young, everything is fine here: whether points lie on their
//! elliptic curve, DSA and X25519 keys, URIs, domains and mail addresses, policy constraints and
//! mappings, a policy named twice, key identifiers marked critical.

const MALFORMED: &str = "its data is malformed";

const BOOLEAN: u8 = 0x01;
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
/// The first tags of a context, of simple and of constructed elements.
const SIMPLE: u8 = 0x80;
const CONSTRUCTED: u8 = 0xA0;

/// Says why Go would not take the bytes for a certificate.
///
/// # Errors
/// If it would not.
pub(super) fn check(der: &[u8]) -> Result<(), String> {
    let mut whole = Elements(der);
    let mut parts = whole.list(SEQUENCE).ok_or_else(|| {
        let cut = header(der).is_some_and(|(_, start, length)| der.len() - start < length);
        let reason = if cut || der.len() < 2 {
            "its data ends early"
        } else {
            MALFORMED
        };
        reason.to_owned()
    })?;
    if !whole.0.is_empty() {
        return Err("more data follows the certificate".to_owned());
    }
    let signed = parts.list(SEQUENCE).ok_or(MALFORMED)?;
    let algorithm = parts
        .read(SEQUENCE)
        .ok_or("its signature algorithm cannot be read")?;
    parts.bits().ok_or("its signature cannot be read")?;
    check_signed(signed, algorithm)
}

/// What the signature covers.
fn check_signed(mut signed: Elements<'_>, algorithm: &[u8]) -> Result<(), String> {
    let version = if signed.has(CONSTRUCTED) {
        let only = |mut version: Elements<'_>| {
            let number = version.integer()?.to_owned();
            version.0.is_empty().then_some(number)
        };
        match signed.list(CONSTRUCTED).and_then(only).as_deref() {
            Some([number @ 0..=2]) => *number,
            Some(_) => return Err("its version is unknown".to_owned()),
            None => return Err("its version cannot be read".to_owned()),
        }
    } else {
        0
    };
    let serial = signed.integer().ok_or("its serial number cannot be read")?;
    if is_negative(serial) {
        return Err("its serial number is negative".to_owned());
    }
    let inner = signed
        .read(SEQUENCE)
        .filter(|inner| Elements(inner).algorithm().is_some())
        .ok_or("its signature algorithm cannot be read")?;
    if inner != algorithm {
        return Err("it names two different signature algorithms".to_owned());
    }
    check_name(&mut signed)?;
    let mut validity = signed.list(SEQUENCE).ok_or("its validity cannot be read")?;
    for _ in 0..2 {
        if !validity.any().is_some_and(is_time) {
            return Err("its validity cannot be read".to_owned());
        }
    }
    check_name(&mut signed)?;
    check_key(&mut signed)?;
    if version == 0 {
        return Ok(());
    }
    for id in 1..=2 {
        if signed.has(SIMPLE + id) {
            signed.any().ok_or(MALFORMED)?;
        }
    }
    if version == 2 && signed.has(CONSTRUCTED + 3) {
        check_extensions(signed.list(CONSTRUCTED + 3).ok_or(MALFORMED)?)?;
    }
    Ok(())
}

/// Elements that follow one another and are read in order.
#[derive(Clone, Copy)]
struct Elements<'a>(&'a [u8]);

impl<'a> Elements<'a> {
    /// The tag and the contents of the next element.
    fn any(&mut self) -> Option<(u8, &'a [u8])> {
        let (tag, start, length) = header(self.0)?;
        let (contents, rest) = self.0[start..].split_at_checked(length)?;
        self.0 = rest;
        Some((tag, contents))
    }

    /// The contents of the next element if it has the tag.
    fn read(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (found, contents) = self.any()?;
        (found == tag).then_some(contents)
    }

    fn list(&mut self, tag: u8) -> Option<Self> {
        self.read(tag).map(Self)
    }

    fn has(&self, tag: u8) -> bool {
        self.0.first() == Some(&tag)
    }

    /// Whether all that follow are fine, of which `is_fine` reads at least one at a time.
    fn all(mut self, is_fine: impl Fn(&mut Self) -> bool) -> bool {
        while !self.0.is_empty() {
            if !is_fine(&mut self) {
                return false;
            }
        }
        true
    }

    /// An integer in as few bytes as possible.
    fn integer(&mut self) -> Option<&'a [u8]> {
        let number = self.read(INTEGER)?;
        let padded = matches!(number, [] | [0, 0..=0x7F, ..] | [0xFF, 0x80..=0xFF, ..]);
        (!padded).then_some(number)
    }

    /// The bytes of a string of bits; those that fill the last byte must be zero.
    fn bits(&mut self) -> Option<&'a [u8]> {
        let (unused, data) = self.read(BIT_STRING)?.split_first()?;
        let filled = match data.last() {
            Some(last) => *unused < 8 && last.trailing_zeros() >= u32::from(*unused),
            None => *unused == 0,
        };
        filled.then_some(data)
    }

    /// An object identifier: of each of its numbers the last byte has no mark, and no number begins
    /// with a zero.
    fn long_oid(&mut self) -> Option<&'a [u8]> {
        let id = self.read(OBJECT_IDENTIFIER)?;
        let ends = id.last().is_some_and(|last| last & 0x80 == 0);
        let padded = id
            .iter()
            .enumerate()
            .any(|(at, byte)| *byte == 0x80 && (at == 0 || id[at - 1] & 0x80 == 0));
        (ends && !padded).then_some(id)
    }

    /// An object identifier whose numbers have at most 31 bits.
    fn oid(&mut self) -> Option<&'a [u8]> {
        let id = self.long_oid()?;
        let mut number = 0_u32;
        let short = id.iter().all(|byte| {
            let fits = number < 1 << 24;
            number = match byte & 0x80 {
                0 => 0,
                _ => number << 7 | u32::from(byte & 0x7F),
            };
            fits
        });
        short.then_some(id)
    }

    /// The identifier of an algorithm and its parameters.
    fn algorithm(mut self) -> Option<(&'a [u8], Self)> {
        let id = self.oid()?;
        let parameters = self;
        (self.0.is_empty() || self.any().is_some()).then_some((id, parameters))
    }
}

/// The tag of the first element, where its contents start and how long they are. Lengths take as few
/// bytes as possible, and tags one.
fn header(data: &[u8]) -> Option<(u8, usize, usize)> {
    let [tag, first, rest @ ..] = data else {
        return None;
    };
    if tag & 0x1F == 0x1F {
        return None;
    }
    if *first < 0x80 {
        return Some((*tag, 2, usize::from(*first)));
    }
    let bytes = rest.get(..usize::from(first & 0x7F))?;
    let length = bytes
        .iter()
        .fold(0, |length, byte| length << 8 | usize::from(*byte));
    let shortest = matches!(bytes, [0x80..=0xFF] | [1..=0xFF, _, ..]) && bytes.len() <= 4;
    shortest.then_some((*tag, 2 + bytes.len(), length))
}

fn is_negative(number: &[u8]) -> bool {
    number.first().is_some_and(|byte| byte & 0x80 != 0)
}

fn is_positive(number: &[u8]) -> bool {
    !is_negative(number) && number != [0]
}

fn check_name(signed: &mut Elements<'_>) -> Result<(), String> {
    let unread = || "its issuer or subject cannot be read".to_owned();
    let mut sets = signed.list(SEQUENCE).ok_or_else(unread)?;
    while !sets.0.is_empty() {
        let mut set = sets.list(SET).ok_or_else(unread)?;
        while !set.0.is_empty() {
            let mut attribute = set.list(SEQUENCE).ok_or_else(unread)?;
            attribute.oid().ok_or_else(unread)?;
            if !is_text(attribute.any().ok_or_else(unread)?) {
                return Err("its issuer or subject holds something other than text".to_owned());
            }
        }
    }
    Ok(())
}

/// Whether a value in a name is one of the sorts of text that Go knows, with the characters that it
/// has.
fn is_text((tag, data): (u8, &[u8])) -> bool {
    match tag {
        // UTF-8.
        12 => std::str::from_utf8(data).is_ok(),
        // Digits.
        18 => data
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b' '),
        // Printable.
        19 => data
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b" '()+,-./:=?*&".contains(byte)),
        // Teletex.
        20 => true,
        // ASCII.
        22 => data.is_ascii(),
        // Two bytes for each character.
        30 => data.len().is_multiple_of(2),
        _ => false,
    }
}

/// Whether it is a time: `YYMMDDhhmm`, maybe with seconds, or `YYYYMMDDhhmmss`, then `Z` or an
/// offset.
fn is_time((tag, data): (u8, &[u8])) -> bool {
    let digits = data.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (time, zone) = data.split_at(digits);
    let century = match (tag, digits) {
        (UTC_TIME, 10 | 12) => 0,
        (GENERALIZED_TIME, 14) => 2,
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
            digits && offset != b"0000" && pair(offset, 0) <= 24 && pair(offset, 2) < 60
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

/// Go refuses malformed keys of the sorts that it knows and does not look at others.
fn check_key(signed: &mut Elements<'_>) -> Result<(), String> {
    const UNREAD: &str = "its key cannot be read";
    const UNREAD_RSA: &str = "its RSA key cannot be read";
    let mut parts = signed.list(SEQUENCE).ok_or(UNREAD)?;
    let algorithm = parts.list(SEQUENCE).and_then(Elements::algorithm);
    let (id, mut parameters) = algorithm.ok_or(UNREAD)?;
    let data = parts.bits().ok_or(UNREAD)?;
    match id {
        RSA => {
            let mut numbers = Elements(data).list(SEQUENCE).ok_or(UNREAD_RSA)?;
            let modulus = numbers.integer().ok_or(UNREAD_RSA)?;
            let exponent = numbers.integer().ok_or(UNREAD_RSA)?;
            if !parameters.0.starts_with(&[5, 0])
                || !is_positive(modulus)
                || !is_positive(exponent)
                || exponent.len() > 8
            {
                return Err("its RSA key is malformed".to_owned());
            }
        }
        ELLIPTIC_CURVE => {
            let curve = parameters.oid();
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
        ED25519 if !parameters.0.is_empty() || data.len() != 32 => {
            return Err("its Ed25519 key is malformed".to_owned());
        }
        _ => {}
    }
    Ok(())
}

/// Whether the value of an extension can be read.
type Readable = fn(Elements<'_>) -> bool;

/// The extensions that Go reads. Of others it takes no notice.
const EXTENSIONS: [(&[u8], &str, Readable); 10] = [
    (b"\x55\x1d\x0e", "2.5.29.14", |mut value| {
        value.read(OCTET_STRING).is_some()
    }),
    (b"\x55\x1d\x0f", "2.5.29.15", |mut value| {
        value.bits().is_some()
    }),
    (b"\x55\x1d\x11", "2.5.29.17", |value| {
        is_list(value, |name| {
            name.any()
                .is_some_and(|name| is_name(name, |address| matches!(address.len(), 4 | 16)))
        })
    }),
    (b"\x55\x1d\x13", "2.5.29.19", is_basic_constraints),
    (b"\x55\x1d\x1e", "2.5.29.30", is_name_constraints),
    (b"\x55\x1d\x1f", "2.5.29.31", |value| {
        is_list_of_lists(value, |point| {
            !point.has(CONSTRUCTED)
                || point
                    .list(CONSTRUCTED)
                    .is_some_and(|mut name| name.list(CONSTRUCTED).is_some_and(is_uris))
        })
    }),
    (b"\x55\x1d\x20", "2.5.29.32", |value| {
        is_list_of_lists(value, |policy| policy.long_oid().is_some())
    }),
    (b"\x55\x1d\x23", "2.5.29.35", |mut value| {
        value
            .list(SEQUENCE)
            .is_some_and(|mut parts| !parts.has(SIMPLE) || parts.any().is_some())
    }),
    (b"\x55\x1d\x25", "2.5.29.37", |value| {
        is_list(value, |usage| usage.oid().is_some())
    }),
    (
        b"\x2b\x06\x01\x05\x05\x07\x01\x01",
        "1.3.6.1.5.5.7.1.1",
        |value| {
            is_list_of_lists(value, |access| {
                access.oid().is_some() && (!access.has(SIMPLE + 6) || access.any().is_some())
            })
        },
    ),
];

fn is_list(mut value: Elements<'_>, is_fine: impl Fn(&mut Elements<'_>) -> bool) -> bool {
    value.list(SEQUENCE).is_some_and(|list| list.all(is_fine))
}

fn is_list_of_lists(value: Elements<'_>, is_fine: impl Fn(&mut Elements<'_>) -> bool) -> bool {
    is_list(value, |list| {
        list.list(SEQUENCE)
            .is_some_and(|mut entry| is_fine(&mut entry))
    })
}

/// Whether all URIs before the first other name can be read.
fn is_uris(mut names: Elements<'_>) -> bool {
    while names.has(SIMPLE + 6) {
        if names.any().is_none() {
            return false;
        }
    }
    true
}

/// Whether it is the name of a host, a person, a place or the like, or an address that is fine.
fn is_name((tag, name): (u8, &[u8]), is_address: fn(&[u8]) -> bool) -> bool {
    match tag.wrapping_sub(SIMPLE) {
        1 | 2 | 6 => name.is_ascii(),
        7 => is_address(name),
        _ => true,
    }
}

/// Whether it is an address and a mask, whose ones come first.
fn is_network(data: &[u8]) -> bool {
    let (_, mask) = data.split_at(data.len() / 2);
    let zeros = !mask
        .iter()
        .fold(u128::MAX, |bits, byte| bits << 8 | u128::from(*byte));
    matches!(data.len(), 8 | 32) && zeros & zeros.wrapping_add(1) == 0
}

fn is_basic_constraints(mut value: Elements<'_>) -> bool {
    let Some(mut parts) = value.list(SEQUENCE) else {
        return false;
    };
    if parts.has(BOOLEAN) && !parts.any().is_some_and(is_flag) {
        return false;
    }
    let fits = |number: &[u8]| !is_negative(number) && number.len() <= 8;
    !parts.has(INTEGER) || parts.integer().is_some_and(fits)
}

fn is_flag((_, value): (u8, &[u8])) -> bool {
    matches!(value, [0x00 | 0xFF])
}

fn is_name_constraints(mut value: Elements<'_>) -> bool {
    let Some(mut lists) = value.list(SEQUENCE).filter(|_| value.0.is_empty()) else {
        return false;
    };
    let mut found = false;
    for tag in [CONSTRUCTED, CONSTRUCTED + 1] {
        if lists.has(tag) {
            let Some(list) = lists.list(tag) else {
                return false;
            };
            found |= !list.0.is_empty();
            let is_subtree = |subtrees: &mut Elements<'_>| {
                let name = subtrees
                    .list(SEQUENCE)
                    .and_then(|mut subtree| subtree.any());
                name.is_some_and(|name| is_name(name, is_network))
            };
            if !list.all(is_subtree) {
                return false;
            }
        }
    }
    found && lists.0.is_empty()
}

fn check_extensions(mut part: Elements<'_>) -> Result<(), String> {
    let unread = || "its extensions cannot be read".to_owned();
    let mut list = part.list(SEQUENCE).ok_or_else(unread)?;
    let mut found: Vec<(&[u8], &[u8])> = Vec::new();
    while !list.0.is_empty() {
        let mut extension = list.list(SEQUENCE).ok_or_else(unread)?;
        let id = extension.oid().ok_or_else(unread)?;
        if extension.has(BOOLEAN) && !extension.any().is_some_and(is_flag) {
            return Err(unread());
        }
        let value = extension.read(OCTET_STRING).ok_or_else(unread)?;
        if found.iter().any(|(known, _)| *known == id) {
            return Err("it has the same extension twice".to_owned());
        }
        found.push((id, value));
    }
    for (id, value) in found {
        let read = EXTENSIONS.iter().find(|(known, ..)| *known == id);
        if let Some((_, name, is_readable)) = read
            && !is_readable(Elements(value))
        {
            return Err(format!("its extension {name} cannot be read"));
        }
    }
    Ok(())
}
