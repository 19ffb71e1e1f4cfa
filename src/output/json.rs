//! Answers as JSON, for programs: texts stay as they are, with the escapes of JSON.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

/// Writes a value on lines.
///
/// # Errors
/// When the writer fails.
pub(crate) fn write(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    // A value has many parts; each would be a call through the trait object.
    let mut out = BufWriter::with_capacity(1 << 16, out);
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    out.flush()
}

/// The same as a text.
///
/// # Errors
/// Never in practice: the types are plain text.
pub(crate) fn text(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
