//! Recognises texts that are no YAML yet, because a template engine has not rendered them. Only
//! finds markers; what they mean is the caller's.

use std::fmt;

use crate::source::Span;

/// The program that would have rendered a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// `{{ … }}`: Helm and other Go templates; Jinja writes values like that, too.
    Go,
    /// `{% … %}`
    Jinja,
    /// `${ … }`
    Shell,
    /// `<% … %>`
    Erb,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Go => "a Helm, Go or Jinja template",
            Self::Jinja => "a Jinja template",
            Self::Shell => "a `${…}` substitution",
            Self::Erb => "a Mako or ERB template",
        })
    }
}

/// How far from its beginning a marker may end, so that a long line of braces is not searched again
/// and again.
const LONGEST: usize = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    pub engine: Engine,
    /// The marker's bytes, with both of its ends.
    pub span: Span,
}

/// Whether a marker of a template may stand in a text, comments included: Helm obeys them there.
#[must_use]
pub fn may_be_template(text: &str) -> bool {
    ["{{", "{%", "${", "<%"]
        .into_iter()
        .any(|opening| memchr::memmem::find(text.as_bytes(), opening.as_bytes()).is_some())
}

/// The first unrendered template marker outside of comments. `{{a: b}: c}` is a flow map in a map,
/// not a marker.
#[must_use]
pub fn template(text: &str) -> Option<Template> {
    templates(text).next()
}

/// The first marker of each line that has one, in order.
pub fn templates(text: &str) -> impl Iterator<Item = Template> {
    // Nearly every text needs no walk over its lines.
    let lines = may_be_template(text).then(|| text.split_inclusive('\n'));
    let mut start = 0;
    lines.into_iter().flatten().filter_map(move |line| {
        let begin = start;
        start += line.len();
        let (engine, from, to) = marker(&line[..comment(line)])?;
        Some(Template {
            engine,
            span: Span::new(begin + from, begin + to),
        })
    })
}

/// The beginning of a line's comment. Quotes count where a value may begin, so that an apostrophe
/// inside a word does not.
fn comment(line: &str) -> usize {
    let bytes = line.as_bytes();
    let mut quote = None;
    let mut at = 0;
    while at < bytes.len() {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let begins =
            before.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'[' | b'{' | b',' | b'('));
        match (quote, bytes[at]) {
            (None, b'#') if before.is_none_or(|byte| matches!(byte, b' ' | b'\t')) => return at,
            (None, byte @ (b'"' | b'\'')) if begins => quote = Some(byte),
            (Some(b'"'), b'\\') => at += 1,
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        at += 1;
    }
    line.len()
}

fn marker(line: &str) -> Option<(Engine, usize, usize)> {
    memchr::memchr3_iter(b'{', b'$', b'<', line.as_bytes()).find_map(|at| {
        let rest = &line[at..];
        let (engine, close) = match rest.as_bytes() {
            [b'{', b'{', ..] => (Engine::Go, "}}"),
            [b'{', b'%', ..] => (Engine::Jinja, "%}"),
            [b'$', b'{', ..] => (Engine::Shell, "}"),
            [b'<', b'%', ..] => (Engine::Erb, "%>"),
            _ => return None,
        };
        // A longer action is hardly a slip.
        let cut = (2..=LONGEST.min(rest.len()))
            .rev()
            .find(|cut| rest.is_char_boundary(*cut))?;
        let inner = &rest[2..cut];
        let end = inner.find(close);
        let action = match engine {
            Engine::Go => go_action(&inner[..end.unwrap_or(inner.len())], end.is_some()),
            Engine::Shell => {
                inner.starts_with(|first: char| {
                    first.is_ascii_alphabetic() || matches!(first, '_' | '{')
                }) && end.is_some()
            }
            Engine::Jinja | Engine::Erb => true,
        };
        // An action may go on in the next line.
        let length = end.map_or(rest.trim_end().len(), |end| 2 + end + close.len());
        action.then_some((engine, at, at + length))
    })
}

/// Whether the inside of double braces reads like an action and not like a flow map.
fn go_action(inner: &str, closed: bool) -> bool {
    let command = inner
        .trim_start_matches(['-', '~', '#', '/', '>', '^', '&', '!', '*'])
        .trim();
    if inner.starts_with("/*") || inner.starts_with("- /*") {
        return true;
    }
    let begins = command.starts_with(|first: char| {
        first.is_ascii_alphabetic() || matches!(first, '.' | '$' | '_' | '"' | '`' | '(' | '\'')
    });
    begins && (closed || command.starts_with(['.', '$'])) && !reads_like_map(command)
}

/// Whether there is a colon before a blank, a comma or a brace outside of quotes.
fn reads_like_map(command: &str) -> bool {
    let mut characters = outside_quotes(command).peekable();
    while let Some(character) = characters.next() {
        let map = match character {
            '{' | '}' | ',' => true,
            ':' => characters.peek().is_none_or(|next| *next == ' '),
            _ => false,
        };
        if map {
            return true;
        }
    }
    false
}

fn outside_quotes(text: &str) -> impl Iterator<Item = char> + '_ {
    let mut quote = None;
    text.chars().filter(move |character| {
        match quote {
            None if matches!(character, '"' | '\'' | '`') => quote = Some(*character),
            Some(open) if open == *character => quote = None,
            _ => return quote.is_none(),
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(Engine, &str)> {
        template(text).map(|found| (found.engine, &text[found.span.range()]))
    }

    #[test]
    fn markers_are_found() {
        for (text, engine, marker) in [
            ("a: {{ .Values.x }}\n", Engine::Go, "{{ .Values.x }}"),
            (
                "a: \"{{ .Values.x | quote }}\"\n",
                Engine::Go,
                "{{ .Values.x | quote }}",
            ),
            (
                "{{- if .x }}\na: 1\n{{- end }}\n",
                Engine::Go,
                "{{- if .x }}",
            ),
            (
                "a: {{ printf \"a: {b}\" }}",
                Engine::Go,
                "{{ printf \"a: {b}\" }}",
            ),
            ("{{/* note */}}", Engine::Go, "{{/* note */}}"),
            ("a: {{x}}", Engine::Go, "{{x}}"),
            ("{% for x in y %}", Engine::Jinja, "{% for x in y %}"),
            ("ü: ${HOME}/x", Engine::Shell, "${HOME}"),
            ("a: <%= b %>", Engine::Erb, "<%= b %>"),
            ("a: it's # no\nb: '# ${c}'", Engine::Shell, "${c}"),
        ] {
            assert_eq!(found(text), Some((engine, marker)), "{text}");
        }
    }

    #[test]
    fn other_braces_are_none() {
        for text in [
            "{{a: b}: c}",
            "a: {b: {c: d}}",
            "# {{ .x }}\na: 1 # ${y}\n",
            "a: $5 {x}",
            "a: \"${\"",
            "a: {{}}",
            "a: {{a, b}}",
            "a < b % c",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
