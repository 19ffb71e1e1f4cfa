//! Markdown: what the tables that have this form share.

/// Text in which nothing is markup.
pub(in crate::table) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The same on one line, as in the cell of a table.
pub(in crate::table) fn escape_line(text: &str) -> String {
    escape(&text.replace(['\n', '\r'], " "))
}
