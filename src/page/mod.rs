//! Answers as pages of HTML: one file each, with its style, its script and its data, that asks
//! nobody for anything. What a page says comes from `table`, `report` and `words`.

mod calendar;
mod data;
mod diff;
mod findings;
mod index;
mod maintain;
mod matrix;
mod profile;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::output::clean::{line, prose};
use crate::output::html::prose as text;

pub(crate) use diff::{Compared, Sides, diff};
pub(crate) use index::{Entry, Told, report};
pub(crate) use maintain::{Extent, maintain};
pub(crate) use profile::{Options, ProfilePage, Start, profiles};

const STYLE: &str = concat!(
    include_str!("page.css"),
    include_str!("calendar.css"),
    include_str!("diff.css")
);
const SCRIPT: &str = concat!(
    include_str!("page.js"),
    include_str!("calendar.js"),
    include_str!("shoots.js")
);

/// A part of a page with a heading, and a link to it at the top.
pub(crate) struct Section {
    /// Its name in addresses; letters, digits and hyphens.
    pub id: String,
    pub heading: String,
    pub body: Markup,
    /// Whether there is a link to it at the top; otherwise another part leads to it.
    pub listed: bool,
}

impl Section {
    pub fn new(id: impl Into<String>, heading: impl AsRef<str>, body: Markup) -> Self {
        Self {
            id: id.into(),
            heading: line(heading.as_ref()).into_owned(),
            body,
            listed: true,
        }
    }

    /// Without a link to it at the top.
    pub fn unlisted(self) -> Self {
        Self {
            listed: false,
            ..self
        }
    }
}

/// A page: its title, a sentence below it, its parts, and the data that the script reads (`{}` where
/// it needs none).
#[must_use]
pub(crate) fn page(title: &str, lead: &str, sections: &[Section], data: &impl Serialize) -> String {
    framed(title, lead, None, sections, data)
}

/// The same with a link to the page above: its address, and what the link says.
fn framed(
    title: &str,
    lead: &str,
    up: Option<(&str, &str)>,
    sections: &[Section],
    data: &impl Serialize,
) -> String {
    let title = line(title);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("cpcap ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                header {
                    @if let Some((address, name)) = up { p.up { a href=(address) { (name) } } }
                    h1 { (title) }
                    @if !lead.is_empty() { p.lead { (text(&prose(lead))) } }
                    @if sections.iter().filter(|section| section.listed).count() > 1 {
                        nav aria-label="Parts of this page" {
                            ul {
                                @for section in sections.iter().filter(|section| section.listed) {
                                    li { a href={ "#" (section.id) } { (section.heading) } }
                                }
                            }
                        }
                    }
                }
                main #content tabindex="-1" {
                    @for section in sections {
                        section id=(section.id) aria-labelledby={ (section.id) "-heading" } {
                            h2 id={ (section.id) "-heading" } { (section.heading) }
                            (section.body)
                        }
                    }
                }
                footer { p { "Written by cpcap " (env!("CARGO_PKG_VERSION")) "." } }
                script #data type="application/json" { (PreEscaped(json(data))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// What a page may load and run: its own style and script, and nothing else.
fn policy() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}

/// JSON that cannot end the element around it, and in which nothing is hidden or controls a
/// terminal.
fn json(data: &impl Serialize) -> String {
    let text = serde_json::to_string(data).unwrap_or_else(|_| "{}".to_owned());
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        let mut buffer = [0; 4];
        let shown = character.encode_utf8(&mut buffer);
        if matches!(character, '<' | '>' | '&')
            || !matches!(line(shown), std::borrow::Cow::Borrowed(_))
        {
            for unit in character.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}
