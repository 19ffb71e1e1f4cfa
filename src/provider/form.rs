//! Texts that must have a form: addresses, networks, URLs and hosts, with Go's leniency. When in
//! doubt a text has it.

use std::net::IpAddr;

/// The form of a text as a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Broken,
    /// One with the scheme http or https.
    Http,
    /// One with another scheme, or without.
    Other,
}

/// Whether a text is an ASCII name but for case, as Unicode folds it: `ſ` is an `s`, and the sign
/// of the kelvin a `k`.
pub fn same_in_any_case(text: &str, name: &str) -> bool {
    let folded = text.chars().map(|letter| match letter {
        'ſ' => 's',
        '\u{212a}' => 'k',
        letter => letter.to_ascii_lowercase(),
    });
    folded.eq(name.chars().map(|letter| letter.to_ascii_lowercase()))
}

/// Whether it is an IP address; IPv6 maybe with a zone.
pub fn is_ip(text: &str) -> bool {
    let (address, zone) = text.split_once('%').unwrap_or((text, "zone"));
    match address.parse() {
        Ok(IpAddr::V4(_)) => address == text,
        Ok(IpAddr::V6(_)) => !zone.is_empty(),
        Err(_) => false,
    }
}

/// Whether it is a network in CIDR form.
pub fn is_cidr(text: &str) -> bool {
    let Some((address, bits)) = text.split_once('/') else {
        return false;
    };
    let most = match address.parse() {
        Ok(IpAddr::V4(_)) => 32,
        Ok(IpAddr::V6(_)) => 128,
        Err(_) => return false,
    };
    bits.bytes().all(|byte| byte.is_ascii_digit())
        && bits.parse::<u8>().is_ok_and(|bits| bits <= most)
}

/// Reads a text as a URL.
pub fn link(text: &str) -> Link {
    if text.bytes().any(|byte| byte.is_ascii_control()) || !escapes(text) {
        return Link::Broken;
    }
    let whole = text.split('#').next().unwrap_or_default();
    let (scheme, rest) = match scheme(whole) {
        Some("") => return Link::Broken,
        Some(scheme) => (scheme, &whole[scheme.len() + 1..]),
        None => ("", whole),
    };
    let rest = rest.split('?').next().unwrap_or_default();
    if scheme.is_empty()
        && !rest.starts_with('/')
        && rest
            .split('/')
            .next()
            .is_some_and(|segment| segment.contains(':'))
    {
        return Link::Broken;
    }
    if let Some(rest) = rest.strip_prefix("//")
        && !authority(rest.split('/').next().unwrap_or_default())
    {
        return Link::Broken;
    }
    if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") {
        Link::Http
    } else {
        Link::Other
    }
}

/// Whether it is a host, maybe with a port, and nothing else.
pub fn is_host(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(['/', '?', '#', '@'])
        && !text.bytes().any(|byte| byte.is_ascii_control())
        && authority(text)
}

/// Whether it is `[a-z0-9]([-a-z0-9]*[a-z0-9])?`.
pub fn is_name_prefix(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|byte| inner(*byte))
        && bytes.last().is_some_and(|byte| inner(*byte))
        && bytes.iter().all(|byte| inner(*byte) || *byte == b'-')
}

/// The text before the first colon, if it can be a scheme; else empty.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let letter = scheme
        .bytes()
        .next()
        .is_none_or(|byte| byte.is_ascii_alphabetic());
    let all = scheme
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    (letter && all).then_some(scheme)
}

/// Whether every `%` stands before two hexadecimal digits.
fn escapes(text: &str) -> bool {
    text.split('%')
        .skip(1)
        .all(|rest| rest.len() >= 2 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit()))
}

/// Whether it is a host with a port, maybe after a user.
fn authority(text: &str) -> bool {
    let host = text.rsplit('@').next().unwrap_or_default();
    let (name, port) = match (host.strip_prefix('['), host.rfind(':')) {
        (Some(rest), _) => {
            let Some((name, port)) = rest.rsplit_once(']') else {
                return false;
            };
            (name, port)
        }
        (None, Some(colon)) => host.split_at(colon),
        (None, None) => (host, ""),
    };
    let port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    let allowed = |byte: u8| {
        !byte.is_ascii()
            || byte.is_ascii_alphanumeric()
            || b"-_.~!$&'()*+,;=:[]<>\"%".contains(&byte)
    };
    port && name.bytes().all(allowed) && escapes(name)
}

#[cfg(test)]
mod tests {
    use super::{Link, is_cidr, is_host, is_ip, is_name_prefix, link, same_in_any_case};

    #[test]
    fn case_folds_as_unicode_does() {
        assert!(
            ["kind", "KIND", "Kind", "\u{212a}ind"]
                .into_iter()
                .all(|text| same_in_any_case(text, "kind"))
        );
        assert!(
            ["SharedGalleries", "ſharedgallerieſ", "SHAREDGALLERIEſ"]
                .into_iter()
                .all(|text| same_in_any_case(text, "SharedGalleries"))
        );
        assert!(
            !["kinds", "kınd", "ßharedGalleries", ""]
                .into_iter()
                .any(|text| same_in_any_case(text, "kind"))
        );
    }

    #[test]
    fn addresses_and_networks() {
        assert!(
            ["10.0.0.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.1"]
                .into_iter()
                .all(is_ip)
        );
        assert!(
            ![
                "",
                "10.0.0",
                "10.0.0.01",
                "10.0.0.1%eth0",
                "fe80::1%",
                "host"
            ]
            .into_iter()
            .any(is_ip)
        );
        assert!(
            [
                "10.0.0.0/8",
                "0.0.0.0/0",
                "::/0",
                "10.1.2.3/32",
                "fd00::/128"
            ]
            .into_iter()
            .all(is_cidr)
        );
        assert!(
            ![
                "10.0.0.0",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0.0/+8",
                "::/129",
                "10.0.0.0/8/8"
            ]
            .into_iter()
            .any(is_cidr)
        );
    }

    #[test]
    fn links() {
        for text in [
            "http://mirror",
            "https://mirror:5000/v2?a=b#c",
            "HTTPS://u@[::1]:443",
            "http:",
        ] {
            assert_eq!(link(text), Link::Http, "{text}");
        }
        for text in ["", "mirror", "ftp://mirror", "/path", "mirror:5000"] {
            assert_eq!(link(text), Link::Other, "{text}");
        }
        for text in [
            "://mirror",
            "http://a b",
            "http://a:b",
            "http://%zz",
            "http://[::1",
            "1.2.3.4:5000",
            "http://a\n",
        ] {
            assert_eq!(link(text), Link::Broken, "{text}");
        }
    }

    #[test]
    fn hosts_and_prefixes() {
        assert!(
            ["docker.io", "localhost:5000", "[::1]:5000"]
                .into_iter()
                .all(is_host)
        );
        assert!(
            ![
                "",
                "https://docker.io",
                "docker.io/library",
                "a b",
                "docker.io:x",
                "u@docker.io"
            ]
            .into_iter()
            .any(is_host)
        );
        assert!(["a", "0", "a-b", "a0"].into_iter().all(is_name_prefix));
        assert!(
            !["", "-a", "a-", "A", "a.b", "ä"]
                .into_iter()
                .any(is_name_prefix)
        );
    }
}
