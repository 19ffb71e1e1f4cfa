//! Messages on standard input and output. A malformed message gets an error, and the next one is
//! read.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, Notification, RequestId};
use lsp_types::notification::{Cancel, Notification as _};
use lsp_types::{CancelParams, NumberOrString};
use serde_json::json;

/// Messages with a longer body are not read.
const LONGEST: u64 = 256 << 20;
/// Headers that are longer are none.
const LONGEST_LINE: u64 = 4096;

/// What came in.
#[derive(Debug)]
pub(super) enum Received {
    Message(Message),
    /// Something else; with the reason.
    Broken(String),
}

impl Received {
    /// Whether it withdraws a request.
    pub fn cancels(&self, id: &RequestId) -> bool {
        let Self::Message(Message::Notification(Notification { method, params })) = self else {
            return false;
        };
        method == Cancel::METHOD
            && serde_json::from_value::<CancelParams>(params.clone())
                .is_ok_and(|of| number(of.id) == *id)
    }
}

fn number(id: NumberOrString) -> RequestId {
    match id {
        NumberOrString::Number(id) => id.into(),
        NumberOrString::String(id) => id.into(),
    }
}

/// Reads the next message; none at the end of the input.
///
/// # Errors
/// When the input cannot be read.
pub(super) fn read(from: &mut impl BufRead) -> io::Result<Option<Received>> {
    let Some(length) = header(from)? else {
        return Ok(None);
    };
    if length > LONGEST {
        io::copy(&mut from.take(length), &mut io::sink())?;
        let why = format!("it has {length} bytes, more than {LONGEST}");
        return Ok(Some(Received::Broken(why)));
    }
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Received::Message(message),
        Err(error) => Received::Broken(error.to_string()),
    }))
}

/// Reads a header: the length of the body in bytes.
fn header(from: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        from.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        if text.is_empty() {
            if length.is_some() {
                return Ok(length);
            }
            continue;
        }
        if let Some((name, value)) = text.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
}

/// Answers something that cannot be read. Nobody knows which request it was, so the identifier is
/// null.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn write_unreadable(why: &str, to: &mut dyn Write) -> io::Result<()> {
    let body = json!({
        "jsonrpc": "2.0",
        "id": null,
        "error": {
            "code": ErrorCode::ParseError as i32,
            "message": format!("cpcap cannot read a message: {why}"),
        },
    })
    .to_string();
    write!(to, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    to.flush()
}
