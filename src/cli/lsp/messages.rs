//! Messages on standard input and output. A malformed message gets an error, and the next one is
//! read.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, Notification, RequestId};
use lsp_types::notification::{Cancel, Notification as _};
use lsp_types::{CancelParams, NumberOrString};
use serde::Deserialize as _;
use serde_json::{Value, json};

/// Messages with a longer body are not read.
const LONGEST: u64 = 256 << 20;
/// Headers that are longer are none.
const LONGEST_LINE: u64 = 4096;
/// The bytes in which the name of a length and its number fit.
const SHORTEST_LINE: usize = 64;
/// The name of a length, and what follows it.
const LENGTH: &str = "content-length:";

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

/// Reads the next message; none at the end of the input. After a body that is shorter or longer than
/// its header says, it finds the next header.
///
/// # Errors
/// When the input cannot be read.
pub(super) fn read(from: &mut impl BufRead) -> io::Result<Option<Received>> {
    let length = match header(from)? {
        None => return Ok(None),
        Some(Err(why)) => return Ok(Some(Received::Broken(why))),
        Some(Ok(length)) => length,
    };
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    let message = serde_json::from_slice(&body).and_then(|body: Value| {
        // Without its identifier a request would be a notification, which nobody answers.
        let id = body.get("id").filter(|_| body.get("method").is_some());
        let id = id.map(RequestId::deserialize).transpose();
        id.and_then(|_| serde_json::from_value(body))
    });
    Ok(Some(match message {
        Ok(message) => Received::Message(message),
        Err(error) => Received::Broken(error.to_string()),
    }))
}

/// Reads a header: the length of the body in bytes, or why there is none.
fn header(from: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let (mut length, mut is_empty) = (None, true);
    let mut line = Vec::new();
    loop {
        let read = from.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        if read as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            // No header is that long, but one may begin at the end of this.
            line.drain(..line.len() - SHORTEST_LINE);
            continue;
        }
        let text = String::from_utf8_lossy(&line)
            .trim_end()
            .to_ascii_lowercase();
        line.clear();
        if text.is_empty() && !is_empty {
            return Ok(Some(
                length.unwrap_or_else(|| Err("its header has no length".to_owned())),
            ));
        }
        is_empty &= text.is_empty();
        // The rest of a longer body may stand in front.
        if let Some(at) = text.rfind(LENGTH) {
            let value = text[at + LENGTH.len()..].trim();
            length = Some(match value.parse() {
                Ok(length) if length <= LONGEST => Ok(length),
                Ok(length) => Err(format!("it has {length} bytes, more than {LONGEST}")),
                Err(_) => Err(format!("its length is {value:?}")),
            });
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
