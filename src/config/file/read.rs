//! From the tree of a configuration file to its values. Every problem points at its bytes; a value
//! with a problem is left out.

use crate::config::file::{ConfigFile, Override, Problem, RuleChoice};
use crate::config::{self, Gates, ProviderRules};
use crate::finding::Severity;
use crate::model::cursor::Spanned;
use crate::model::near::near;
use crate::source::Span;
use crate::yaml::{Document, Kind, NodeId, Tree, Value};

/// The keys of the file, in the order of its documentation.
pub const KEYS: [&str; 12] = [
    "select",
    "ignore",
    "severity",
    "deny",
    "level",
    "gardener-version",
    "feature-gates",
    "provider-rules",
    "with",
    "exclude",
    "baseline",
    "overrides",
];
/// The keys of an override.
pub(super) const OVERRIDE_KEYS: [&str; 4] = ["paths", "select", "ignore", "severity"];
const NO_KEYS: [&str; 0] = [];

/// Words that this room does not know.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Whether a text names rules; else what is wrong with it.
    pub selector: fn(&str) -> Result<String, String>,
    /// Whose rules a word names; else what is wrong with it.
    pub provider: fn(&str) -> Result<ProviderRules, String>,
    /// Whether a text is a pattern for paths; else what is wrong with it.
    pub pattern: fn(&str) -> Result<String, String>,
}

/// Reads a configuration file. An empty one says nothing.
#[must_use]
pub fn read(documents: &[Document<'_>], text: &str, words: Words) -> (ConfigFile, Vec<Problem>) {
    let mut file = ConfigFile::default();
    let Some((document, root)) = documents
        .first()
        .and_then(|document| Some((document, document.tree.root()?)))
    else {
        return (file, Vec::new());
    };
    let mut reader = Reader {
        tree: &document.tree,
        text,
        words,
        problems: Vec::new(),
    };
    if let Some(second) = documents.get(1) {
        let start = second
            .tree
            .root()
            .map_or(second.span, |root| second.tree.span(root));
        reader.problem(
            Span::new(start.start as usize, start.start as usize),
            "",
            "a configuration file is one document, and another begins here",
        );
    }
    reader.top(root, &mut file);
    (file, reader.problems)
}

/// An entry of a map.
struct Entry<'t> {
    key: &'t str,
    span: Span,
    node: NodeId,
}

struct Reader<'t, 's> {
    tree: &'t Tree<'s>,
    text: &'t str,
    words: Words,
    problems: Vec<Problem>,
}

impl<'t> Reader<'t, '_> {
    fn problem(&mut self, span: Span, field: &str, message: impl Into<String>) {
        self.problems.push(Problem {
            span,
            field: field.to_owned(),
            message: message.into(),
            help: None,
        });
    }

    fn helped(
        &mut self,
        span: Span,
        field: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.problems.push(Problem {
            span,
            field: field.to_owned(),
            message: message.into(),
            help: Some(help.into()),
        });
    }

    fn top(&mut self, root: NodeId, file: &mut ConfigFile) {
        for Entry { key, node, .. } in self.entries(root, "", &KEYS) {
            match key {
                "select" => file.rules.select = self.selectors(node, key),
                "ignore" => file.rules.ignore = self.selectors(node, key),
                "severity" => file.rules.severity = self.severities(node, key),
                "deny" => {
                    file.deny = self
                        .scalar(node, key, "error, warning or note")
                        .and_then(|level| self.level(level, key));
                }
                "level" => {
                    file.level = self
                        .scalar(node, key, "error, warning or note")
                        .and_then(|level| self.level(level, key));
                }
                "gardener-version" => file.gardener_minor = self.version(node, key),
                "feature-gates" => file.feature_gates = self.gates(node, key),
                "provider-rules" => file.provider_rules = self.provider(node, key),
                "with" => file.with = self.texts(node, key, "paths"),
                "exclude" => file.exclude = self.patterns(node, key),
                "baseline" => {
                    file.baseline = self
                        .scalar(node, key, "a path")
                        .map(|path| Spanned::new(path.value.to_owned(), path.span));
                }
                _ => file.overrides = self.overrides(node, key),
            }
        }
        // A gate may stand before the version.
        let minor = file.gardener_minor.map(|minor| minor.value);
        for gate in &file.feature_gates {
            if let Err(reason) = Gates::chosen(
                minor,
                std::iter::once((gate.value.0.as_str(), gate.value.1)),
            ) {
                self.problem(
                    gate.span,
                    &format!("feature-gates.{}", gate.value.0),
                    reason,
                );
            }
        }
    }

    /// The known entries of a map. `known`: the keys that it may have; none: any.
    fn entries(&mut self, node: NodeId, field: &str, known: &[&'static str]) -> Vec<Entry<'t>> {
        let mut found = Vec::new();
        match self.tree.value(node) {
            Value::Mapping => {}
            Value::Null => return found,
            _ => {
                let what = if field.is_empty() {
                    "a configuration file is a map".to_owned()
                } else {
                    format!("`{field}` is a map")
                };
                self.problem(
                    self.tree.span(node),
                    field,
                    format!("{what} of keys and values, not {}", self.raw(node)),
                );
                return found;
            }
        }
        for entry in self.tree.entries(node) {
            let key = self.tree.key(entry.key);
            if known.is_empty() || known.contains(&key) {
                found.push(Entry {
                    key,
                    span: self.tree.span(entry.key),
                    node: entry.value,
                });
                continue;
            }
            let list = || format!("the fields here are {}", known.join(", "));
            let help = near(&key.replace('_', "-"), known.iter().copied())
                .or_else(|| {
                    known
                        .iter()
                        .copied()
                        .find(|known| *known == key.replace('_', "-"))
                })
                .map_or_else(list, |name| format!("did you mean `{name}`?"));
            let whole = if field.is_empty() {
                String::new()
            } else {
                format!("{field}.")
            };
            self.helped(
                self.tree.span(entry.key),
                &format!("{whole}{key}"),
                format!("there is no setting `{key}`"),
                help,
            );
        }
        found
    }

    /// A scalar as it is written: `off` and `1.140` are meant as texts.
    fn scalar(&mut self, node: NodeId, field: &str, expected: &str) -> Option<Spanned<&'t str>> {
        let target = self.tree.target(node);
        let span = self.tree.span(node);
        let text = match (self.tree.node(target).kind, self.tree.value(node)) {
            (_, Value::String(text)) => text,
            (Kind::Scalar { .. }, value) if value != Value::Null => {
                self.tree.raw(target, self.text)
            }
            (_, value) => {
                let found = if value == Value::Null {
                    "nothing".to_owned()
                } else {
                    self.raw(node)
                };
                self.problem(span, field, format!("expected {expected}, found {found}"));
                return None;
            }
        };
        if text.trim().is_empty() {
            self.problem(
                span,
                field,
                format!("expected {expected}, found an empty text"),
            );
            return None;
        }
        Some(Spanned::new(text, span))
    }

    /// A list of scalars, or one.
    fn scalars(&mut self, node: NodeId, field: &str, expected: &str) -> Vec<Spanned<&'t str>> {
        match self.tree.value(node) {
            Value::Null => Vec::new(),
            Value::Sequence => {
                let items: Vec<NodeId> = self.tree.items(node).to_vec();
                let one = |(index, item)| self.scalar(item, &format!("{field}[{index}]"), expected);
                items.into_iter().enumerate().filter_map(one).collect()
            }
            _ => self
                .scalar(node, field, &format!("a list of {expected}"))
                .into_iter()
                .collect(),
        }
    }

    fn texts(&mut self, node: NodeId, field: &str, expected: &str) -> Vec<Spanned<String>> {
        self.scalars(node, field, expected)
            .into_iter()
            .map(|text| Spanned::new(text.value.to_owned(), text.span))
            .collect()
    }

    fn selectors(&mut self, node: NodeId, field: &str) -> Vec<Spanned<String>> {
        self.checked(node, field, "rules or groups", self.words.selector)
    }

    fn patterns(&mut self, node: NodeId, field: &str) -> Vec<Spanned<String>> {
        self.checked(node, field, "patterns", self.words.pattern)
    }

    fn checked(
        &mut self,
        node: NodeId,
        field: &str,
        expected: &str,
        check: fn(&str) -> Result<String, String>,
    ) -> Vec<Spanned<String>> {
        let mut good = Vec::new();
        for text in self.scalars(node, field, expected) {
            match check(text.value) {
                Ok(word) => good.push(Spanned::new(word, text.span)),
                Err(reason) => self.reasoned(text.span, field, &reason),
            }
        }
        good
    }

    /// A reason that says after a semicolon what to do.
    fn reasoned(&mut self, span: Span, field: &str, reason: &str) {
        match reason.split_once("; ") {
            Some((message, help)) => self.helped(span, field, message, help),
            None => self.problem(span, field, reason),
        }
    }

    fn severities(&mut self, node: NodeId, field: &str) -> Vec<Spanned<(String, Severity)>> {
        let mut good = Vec::new();
        for Entry {
            key,
            span,
            node: value,
        } in self.entries(node, field, &NO_KEYS)
        {
            let path = format!("{field}.{key}");
            let level = self
                .scalar(value, &path, "error, warning or note")
                .and_then(|level| self.level(level, &path));
            match ((self.words.selector)(key), level) {
                (Ok(rule), Some(level)) => good.push(Spanned::new((rule, level.value), span)),
                (Err(reason), _) => self.reasoned(span, &path, &reason),
                (Ok(_), None) => {}
            }
        }
        good
    }

    fn level(&mut self, word: Spanned<&str>, field: &str) -> Option<Spanned<Severity>> {
        let level = Severity::ALL
            .into_iter()
            .find(|severity| severity.as_str() == word.value);
        if level.is_none() {
            let words = Severity::ALL.map(Severity::as_str);
            let meant = near(word.value, words).or_else(|| {
                words
                    .into_iter()
                    .find(|known| known.starts_with(word.value))
            });
            let message = format!(
                "there is no severity `{}`, only error, warning and note",
                word.value
            );
            match meant {
                Some(meant) => self.helped(
                    word.span,
                    field,
                    message,
                    format!("did you mean `{meant}`?"),
                ),
                None if matches!(field, "deny" | "level") => {
                    self.problem(word.span, field, message);
                }
                None => self.helped(
                    word.span,
                    field,
                    message,
                    "to silence a rule, list it under `ignore`",
                ),
            }
        }
        level.map(|level| Spanned::new(level, word.span))
    }

    fn version(&mut self, node: NodeId, field: &str) -> Option<Spanned<u64>> {
        let word = self.scalar(node, field, "a version of Gardener such as \"1.145\"")?;
        match config::gardener_minor(word.value) {
            Ok(minor) => Some(Spanned::new(minor, word.span)),
            Err(reason) => {
                self.reasoned(word.span, field, &reason);
                None
            }
        }
    }

    fn provider(&mut self, node: NodeId, field: &str) -> Option<Spanned<ProviderRules>> {
        let word = self.scalar(node, field, "own, off or a type such as aws")?;
        let rules = match word.value {
            "own" => Ok(ProviderRules::ByType),
            // YAML reads `off` as a boolean.
            "off" | "false" => Ok(ProviderRules::Off),
            name => (self.words.provider)(name),
        };
        rules
            .map_err(|reason| self.reasoned(word.span, field, &reason))
            .ok()
            .map(|rules| Spanned::new(rules, word.span))
    }

    fn gates(&mut self, node: NodeId, field: &str) -> Vec<Spanned<(String, bool)>> {
        let mut good = Vec::new();
        for Entry {
            key,
            span,
            node: value,
        } in self.entries(node, field, &NO_KEYS)
        {
            let path = format!("{field}.{key}");
            if let Err(reason) = config::known_gate(key) {
                self.reasoned(span, &path, &reason);
            } else if let Value::Bool(on) = self.tree.value(value) {
                good.push(Spanned::new((key.to_owned(), on), span));
            } else {
                self.problem(
                    self.tree.span(value),
                    &path,
                    format!("expected true or false, found {}", self.raw(value)),
                );
            }
        }
        good
    }

    fn overrides(&mut self, node: NodeId, field: &str) -> Vec<Override> {
        if !matches!(self.tree.value(node), Value::Sequence | Value::Null) {
            let help = "such as\n- paths: [legacy/]\n  ignore: [design]";
            self.helped(
                self.tree.span(node),
                field,
                "`overrides` is a list of choices, each with its `paths`",
                help,
            );
        }
        let items: Vec<NodeId> = self.tree.items(node).to_vec();
        items
            .into_iter()
            .enumerate()
            .map(|(index, item)| self.one_override(item, &format!("{field}[{index}]")))
            .collect()
    }

    fn one_override(&mut self, item: NodeId, field: &str) -> Override {
        let mut paths = Vec::new();
        let mut rules = RuleChoice::default();
        let mut pathless = true;
        for Entry {
            key, node: value, ..
        } in self.entries(item, field, &OVERRIDE_KEYS)
        {
            let path = format!("{field}.{key}");
            match key {
                "select" => rules.select = self.selectors(value, &path),
                "ignore" => rules.ignore = self.selectors(value, &path),
                "severity" => rules.severity = self.severities(value, &path),
                _ => {
                    pathless = self.tree.items(value).is_empty()
                        && !matches!(self.tree.value(value), Value::String(_));
                    paths = self.patterns(value, &path);
                }
            }
        }
        if pathless {
            let span = self
                .tree
                .entries(item)
                .next()
                .map_or(self.tree.span(item), |entry| self.tree.span(entry.key));
            self.helped(
                span,
                field,
                "this override names no `paths`, so it would hold nowhere",
                "add patterns such as `paths: [legacy/]`",
            );
        }
        Override { paths, rules }
    }

    /// The text of a node, on one line and not too long.
    fn raw(&self, node: NodeId) -> String {
        match self.tree.value(node) {
            Value::Mapping => "a map".to_owned(),
            Value::Sequence => "a list".to_owned(),
            Value::Null => "nothing".to_owned(),
            _ => {
                let text = self
                    .tree
                    .raw(node, self.text)
                    .lines()
                    .next()
                    .unwrap_or_default();
                format!("`{}`", text.chars().take(60).collect::<String>())
            }
        }
    }
}
