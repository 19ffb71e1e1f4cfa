//! The certificate that `caBundle` must begin with: PEM as Go decodes it, and in its first block an
//! X.509 certificate. Whether the certificate is trusted, a CA or still valid is of no interest
//! here.

use std::fmt;

use crate::model::x509;
use crate::yaml::base64;

/// Why a text does not begin with a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificateFault {
    /// No PEM block that can be read, such as `-----BEGIN CERTIFICATE-----` to `-----END
    /// CERTIFICATE-----`.
    NoPemBlock,
    /// The first block is of another type, which is given.
    NotCertificate(String),
    /// The contents of the first block are not an X.509 certificate, for the given reason.
    NotX509(String),
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateFault::NoPemBlock => {
                f.write_str("there is no PEM block from `-----BEGIN CERTIFICATE-----` to its end")
            }
            CertificateFault::NotCertificate(found) => {
                write!(
                    f,
                    "the first PEM block is of type `{}`, not `CERTIFICATE`",
                    found.escape_debug()
                )
            }
            CertificateFault::NotX509(reason) => write!(
                f,
                "the first PEM block holds no X.509 certificate: {reason}"
            ),
        }
    }
}

impl std::error::Error for CertificateFault {}

/// Whether the first PEM block of a text is an X.509 certificate
/// (`docs/gardener/cloudprofile.md#ca-bundle`). Malformed blocks and any other text are skipped,
/// and the text after the first block does not count.
///
/// # Errors
/// If there is no block, or the first one is of another type or is no certificate.
pub fn first_certificate(text: &str) -> Result<(), CertificateFault> {
    let block = first_block(text.as_bytes()).ok_or(CertificateFault::NoPemBlock)?;
    if block.label != b"CERTIFICATE" {
        return Err(CertificateFault::NotCertificate(
            String::from_utf8_lossy(block.label).into_owned(),
        ));
    }
    x509::check(&block.contents).map_err(CertificateFault::NotX509)
}

/// A PEM block. Its headers do not matter here.
struct Block<'a> {
    label: &'a [u8],
    contents: Vec<u8>,
}

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"\n-----END ";
const DASHES: &[u8] = b"-----";

/// The first well-formed block: for each END line in turn, the last BEGIN line before it is tried.
fn first_block(text: &[u8]) -> Option<Block<'_>> {
    let mut rest = text;
    loop {
        let end = memchr::memmem::find(rest, END)?;
        match block_before(rest, end) {
            Attempt::Block(block) => return Some(block),
            Attempt::Malformed => rest = &rest[end + END.len()..],
            Attempt::Hopeless => return None,
        }
    }
}

enum Attempt<'a> {
    Block(Block<'a>),
    /// Not a block, but there may be one further on.
    Malformed,
    /// The END line was taken for a header. Go does not look any further then.
    Hopeless,
}

/// Tries the block whose END line begins, with the line break before it, at `end`.
fn block_before(text: &[u8], end: usize) -> Attempt<'_> {
    let Some(begin) = memchr::memmem::rfind(&text[..end], BEGIN) else {
        return Attempt::Malformed;
    };
    if begin > 0 && text[begin - 1] != b'\n' {
        return Attempt::Malformed;
    }
    let (first, mut body) = line(text, begin + BEGIN.len());
    let Some(label) = first.strip_suffix(DASHES) else {
        return Attempt::Malformed;
    };
    // Headers are lines with a colon, which base64 does not have.
    let mut headers = false;
    while body <= end + 1 {
        let (header, next) = line(text, body);
        if !header.contains(&b':') {
            break;
        }
        headers = true;
        body = next;
    }
    // The END line may follow at once, so that its line break is that of the line before; but not
    // after headers.
    if body > end + 1 {
        return Attempt::Hopeless;
    }
    if body > end && headers {
        return Attempt::Malformed;
    }
    if !is_end_of(label, &text[end + END.len()..]) {
        return Attempt::Malformed;
    }
    match decode_base64(&text[body.min(end)..end]) {
        Some(contents) => Attempt::Block(Block { label, contents }),
        None => Attempt::Malformed,
    }
}

/// Whether a text continues `-----END ` as the end of a block with this label does.
fn is_end_of(label: &[u8], text: &[u8]) -> bool {
    text.strip_prefix(label)
        .and_then(|rest| rest.strip_prefix(DASHES))
        .is_some_and(|rest| line(rest, 0).0.is_empty())
}

/// The line that begins at `at`, without its line break and the blanks before that, and the
/// beginning of the next one.
fn line(text: &[u8], at: usize) -> (&[u8], usize) {
    let rest = &text[at.min(text.len())..];
    let (mut line, next) = match memchr::memchr(b'\n', rest) {
        Some(length) => (&rest[..length], at + length + 1),
        None => (rest, text.len()),
    };
    if next > at + line.len() {
        line = line.strip_suffix(b"\r").unwrap_or(line);
    }
    let kept = line
        .iter()
        .rposition(|byte| !matches!(byte, b' ' | b'\t'))
        .map_or(0, |last| last + 1);
    (&line[..kept], next)
}

/// Padded base64 with white space anywhere.
fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    base64(
        text.iter()
            .copied()
            .filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')),
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const ED25519: &str = include_str!("../../testdata/pem/ed25519.pem");

    fn verdict(text: &str) -> String {
        match first_certificate(text) {
            Ok(()) => "ok".to_owned(),
            Err(CertificateFault::NoPemBlock) => "none".to_owned(),
            Err(CertificateFault::NotCertificate(found)) => format!("type {found:?}"),
            Err(CertificateFault::NotX509(reason)) => reason,
        }
    }

    #[test]
    fn finds_the_first_block_as_go_does() {
        let body = ED25519
            .lines()
            .filter(|line| !line.starts_with('-'))
            .collect::<Vec<_>>()
            .join("\n");
        let block = |begin: &str, body: &str, end: &str| format!("{begin}\n{body}\n{end}\n");
        let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----");
        let table = [
            ("".to_owned(), "none"),
            ("not a pem".to_owned(), "none"),
            (format!("{begin}\nbroken\n"), "none"),
            (ED25519.to_owned(), "ok"),
            (ED25519.trim_end().to_owned(), "ok"),
            (ED25519.replace('\n', "\r\n"), "ok"),
            (format!("# my CA\n\n{ED25519}rest"), "ok"),
            (format!("{ED25519}{begin}\n????\n{end}\n"), "ok"),
            // A block that does not start on its own line, or with other dashes, is none.
            (format!(" {ED25519}"), "none"),
            (block("-----BEGIN CERTIFICATE----", &body, end), "none"),
            (block(begin, &body, "-----END X-----"), "none"),
            (block(begin, &body, "-----END CERTIFICATE-----x"), "none"),
            (block(begin, &body, "-----END CERTIFICATE----- \t\r"), "ok"),
            (block(begin, &body.replace('\n', " "), end), "ok"),
            (
                block(begin, &format!("Key: value\nOther:\n\n{body}"), end),
                "ok",
            ),
            // Malformed blocks are skipped.
            (block(begin, "A", end) + ED25519, "ok"),
            (format!("{begin}\nAAAA\n{ED25519}"), "ok"),
            // Go gives up where a header swallows the END line.
            (
                block(begin, "Key: value", "-----END CERTIFICATE-----: x") + ED25519,
                "none",
            ),
            (
                block(
                    "-----BEGIN PRIVATE KEY-----",
                    "AAAA",
                    "-----END PRIVATE KEY-----",
                ) + ED25519,
                "type \"PRIVATE KEY\"",
            ),
            ("-----BEGIN -----\n-----END -----".to_owned(), "type \"\""),
            (format!("{begin}\n{end}"), "its data ends early"),
            (block(begin, "AAAA", end), "its data is malformed"),
        ];
        for (text, expected) in table {
            assert_eq!(verdict(&text), expected, "{text:?}");
        }
    }

    /// With the verdicts of Go 1.26.
    #[test]
    fn agrees_with_go_on_certificates() {
        macro_rules! pem {
            ($name:literal) => {
                include_str!(concat!("../../testdata/pem/", $name, ".pem"))
            };
        }
        let table = [
            (pem!("rsa"), "ok"),
            (pem!("p256-all-extensions"), "ok"),
            (pem!("leftovers"), "ok"),
            (pem!("version-1-with-extensions"), "ok"),
            (pem!("offset-of-24-hours"), "ok"),
            (pem!("long-path"), "ok"),
            (pem!("negative-serial"), "its serial number is negative"),
            (
                pem!("secp256k1"),
                "its key is of an elliptic curve other than P-224, P-256, P-384 and P-521",
            ),
            (pem!("rsa-without-null"), "its RSA key is malformed"),
            (pem!("rsa-exponent-of-65-bits"), "its RSA key is malformed"),
            (
                pem!("oid-of-35-bits"),
                "its issuer or subject cannot be read",
            ),
            (
                pem!("mask-with-gap"),
                "its extension 2.5.29.30 cannot be read",
            ),
            (
                pem!("relative-distribution-point"),
                "its extension 2.5.29.31 cannot be read",
            ),
        ];
        for (text, expected) in table {
            assert_eq!(verdict(text), expected, "{text}");
        }
    }

    #[test]
    fn refuses_damaged_certificates() {
        let block = |der: &[u8]| x509::check(der).err().unwrap_or_default();
        let der = first_block(ED25519.as_bytes()).unwrap().contents;
        assert_eq!(block(&der), "");
        assert_eq!(
            block(&[&der[..], &[0]].concat()),
            "more data follows the certificate"
        );
        for length in 0..der.len() {
            assert_ne!(block(&der[..length]), "", "{length}");
        }
    }

    #[test]
    fn says_what_of_a_certificate_cannot_be_read() {
        let der = first_block(ED25519.as_bytes()).unwrap().contents;
        for (at, byte, reason) in [
            (0, 0x10, "its data is malformed"),
            (9, 0x42, "its version cannot be read"),
            (34, 0x70, "its signature algorithm cannot be read"),
            (41, 0x70, "its issuer or subject cannot be read"),
            (56, 0x70, "its validity cannot be read"),
            // Bits that fill the last byte must be zero.
            (114, 0x02, "its key cannot be read"),
            (149, 0x10, "its extensions cannot be read"),
            (160, 0x44, "its extension 2.5.29.14 cannot be read"),
            (227, 0x70, "its extension 2.5.29.19 cannot be read"),
            (239, 0x43, "its signature cannot be read"),
        ] {
            let mut damaged = der.clone();
            damaged[at] = byte;
            assert_eq!(x509::check(&damaged), Err(reason.to_owned()), "{at}");
        }
    }

    #[test]
    fn decodes_padded_base64() {
        let table: [(&str, Option<&[u8]>); 9] = [
            ("", Some(b"")),
            ("AQID", Some(b"\x01\x02\x03")),
            ("A QI\tD\r\n", Some(b"\x01\x02\x03")),
            ("+/8=", Some(b"\xfb\xff")),
            // Surplus bits.
            ("AR==", Some(b"\x01")),
            ("AQ=", None),
            ("A===", None),
            ("AQ==AQ==", None),
            ("AQI_", None),
        ];
        for (text, expected) in table {
            assert_eq!(
                decode_base64(text.as_bytes()).as_deref(),
                expected,
                "{text:?}"
            );
        }
    }
}
