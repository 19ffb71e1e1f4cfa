//! Texts that may stand anywhere in a document for one pass.

use super::Unsure;

/// Whether all characters are ordinary ones: no tabs, no line ends but LF and CR LF, nothing that
/// kubectl refuses or YAML 1.1 takes for a line end.
pub(super) fn check(bytes: &[u8]) -> Result<(), Unsure> {
    // Blocks without a branch for each byte are checked many bytes at once.
    let blocks = bytes.chunks(64);
    for (index, block) in blocks.enumerate() {
        let usual = block
            .iter()
            .fold(true, |usual, byte| usual & is_usual(*byte));
        if !usual {
            others(bytes.get(index * 64..).unwrap_or_default(), block.len())?;
        }
    }
    Ok(())
}

const fn is_usual(byte: u8) -> bool {
    (byte >= b' ' && byte < 0x7f) || byte == b'\n'
}

/// Looks at the first bytes one by one; those after them may belong to the same character.
fn others(bytes: &[u8], first: usize) -> Result<(), Unsure> {
    for (at, byte) in bytes.iter().enumerate().take(first) {
        let next = bytes.get(at + 1..).unwrap_or_default();
        match (byte, next) {
            (b'\t', _) => return Err("a tab"),
            (b'\r', [b'\n', ..]) => {}
            (b'\r', _) => return Err("an unusual line end"),
            // U+0080 to U+009F; U+2028, U+2029; U+FEFF, U+FFFE, U+FFFF.
            (0xC2, [0x80..=0x9F, ..])
            | (0xE2, [0x80, 0xA8 | 0xA9, ..])
            | (0xEF, [0xBB, 0xBF, ..] | [0xBF, 0xBE | 0xBF, ..]) => {
                return Err("an unusual character");
            }
            (byte, _) if *byte < 0x80 && !is_usual(*byte) => return Err("a control character"),
            _ => {}
        }
    }
    Ok(())
}
