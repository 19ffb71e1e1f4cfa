//! Comma-separated values, quoted as RFC 4180 says: what the tables that have this form share.

/// Adds a field, in quotes where it needs them.
pub(crate) fn field(out: &mut String, value: &str) {
    if value.contains([',', '"', '\n', '\r']) {
        out.push('"');
        out.push_str(&value.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(value);
    }
}

/// Adds fields with commas between them.
pub(crate) fn fields(out: &mut String, fields: &[&str]) {
    for (at, value) in fields.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        field(out, value);
    }
}

/// Adds a line of fields.
pub(crate) fn line(out: &mut String, line: &[&str]) {
    fields(out, line);
    out.push('\n');
}

pub(crate) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}
