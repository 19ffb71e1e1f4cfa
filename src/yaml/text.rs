//! Decodes bytes: kubectl reads UTF-8 only. UTF-16 has its own error, because a wrong editor
//! setting usually writes it.

use std::fmt;

/// The reason why bytes are not text that kubectl could read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    /// Not UTF-8 from this byte on.
    Utf8 {
        /// The offset of the first wrong byte.
        offset: usize,
    },
    /// UTF-16, by its byte order mark or by the zero bytes between ASCII characters.
    Utf16 {
        /// The more significant byte comes first.
        big_endian: bool,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf8 { offset } => write!(f, "not UTF-8: invalid byte at offset {offset}"),
            Self::Utf16 { big_endian } => {
                write!(
                    f,
                    "UTF-16 ({} endian): kubectl reads UTF-8 only",
                    if *big_endian { "big" } else { "little" }
                )
            }
        }
    }
}

impl std::error::Error for TextError {}

/// Checks that bytes are UTF-8 and returns them as text, a byte order mark included.
///
/// # Errors
/// When they are not, with what can be shown of them; UTF-16 is told apart from other bytes.
pub fn decode_text(bytes: Vec<u8>) -> Result<String, (TextError, String)> {
    if let Some(big_endian) = utf16(&bytes) {
        return Err((
            TextError::Utf16 { big_endian },
            String::from_utf8_lossy(&bytes).into_owned(),
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let fault = TextError::Utf8 {
            offset: error.utf8_error().valid_up_to(),
        };
        (
            fault,
            String::from_utf8_lossy(error.as_bytes()).into_owned(),
        )
    })
}

/// The byte order, when the bytes look like UTF-16.
fn utf16(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [0xFF, 0xFE, ..] => return Some(false),
        [0xFE, 0xFF, ..] => return Some(true),
        _ => {}
    }
    let head = &bytes[..bytes.len().min(64) & !1];
    // Half of the bytes zero, all on the same side: a stray NUL in UTF-8 does not look like that.
    let zero = |side: usize| {
        head.len() >= 4
            && head
                .chunks_exact(2)
                .all(|pair| pair[side] == 0 && pair[1 - side] != 0)
    };
    if zero(1) {
        Some(false)
    } else if zero(0) {
        Some(true)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_keeps_its_byte_order_mark() {
        assert_eq!(
            decode_text("\u{feff}a: ü".as_bytes().to_vec()),
            Ok("\u{feff}a: ü".to_owned())
        );
    }

    #[test]
    fn a_wrong_byte_is_located() {
        assert_eq!(
            decode_text(b"a: \xff".to_vec()).map_err(|(fault, _)| fault),
            Err(TextError::Utf8 { offset: 3 })
        );
        assert_eq!(
            decode_text(b"a: \xe2\x80".to_vec()).map_err(|(fault, _)| fault),
            Err(TextError::Utf8 { offset: 3 })
        );
    }

    #[test]
    fn utf16_is_recognised_with_and_without_mark() {
        let little = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<_>>()
        };
        let big = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_be_bytes)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            decode_text(little("\u{feff}a: 1")).map_err(|(fault, _)| fault),
            Err(TextError::Utf16 { big_endian: false })
        );
        assert_eq!(
            decode_text(big("\u{feff}a: 1")).map_err(|(fault, _)| fault),
            Err(TextError::Utf16 { big_endian: true })
        );
        assert_eq!(
            decode_text(little("a: 1\n")).map_err(|(fault, _)| fault),
            Err(TextError::Utf16 { big_endian: false })
        );
        assert_eq!(
            decode_text(big("a: 1\n")).map_err(|(fault, _)| fault),
            Err(TextError::Utf16 { big_endian: true })
        );
        assert!(decode_text(b"a\0".to_vec()).is_ok());
    }
}
