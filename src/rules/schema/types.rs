//! The messages about a value of the wrong type, by its own type and the expected one.

use crate::finding::Edit;
use crate::model::path::{FieldPath, PathStep};
use crate::model::schema::Shape;
use crate::model::shape::{Expected, Found, ShapeProblem};
use crate::model::version::is_kubernetes_version;
use crate::rules::lookalike;
use crate::rules::rewrite::{definitions, named};
use crate::rules::schema::place::{along, content, flavor_of, flavor_step, is_plain, object_of};
use crate::rules::{ObjectView, Report};
use crate::yaml::Value;

/// A value of the wrong type.
pub struct About<'a> {
    pub view: &'a ObjectView<'a>,
    pub problem: &'a ShapeProblem,
    /// How a message names it.
    pub what: String,
}

impl About<'_> {
    fn consequence(&self) -> String {
        super::consequence(self.view, self.problem, "cannot decode the object")
    }

    fn report(&self, message: String) -> Report {
        Report::new(self.problem.span, &self.problem.field, message).value(self.raw())
    }

    /// The value as written; of a collection its first line.
    fn raw(&self) -> &str {
        let tree = &self.view.item.document.tree;
        tree.raw(tree.target(self.problem.node), self.view.item.text)
            .lines()
            .next()
            .unwrap_or_default()
    }

    fn shape(&self) -> Option<&'static Shape> {
        along(self.view, &self.problem.field).1
    }

    fn replace(&self, text: String) -> Vec<Edit> {
        vec![Edit {
            span: self.problem.span,
            text,
        }]
    }

    /// Whether the value stands here as it is read: no alias and no tag.
    fn is_plain(&self) -> bool {
        is_plain(&self.view.item.document.tree, self.problem.node)
    }
}

/// A number or boolean where text belongs.
pub fn unquoted(about: &About<'_>) -> Report {
    let (raw, what) = (about.raw(), &about.what);
    let sent = about
        .view
        .item
        .document
        .tree
        .to_json(about.problem.node)
        .to_string();
    let boolean = matches!(sent.as_str(), "true" | "false");
    let kind = if boolean { "boolean" } else { "number" };
    let message = if raw == sent {
        format!(
            "{what} takes text, and without quotes `{raw}` is a {kind}: {}",
            about.consequence()
        )
    } else {
        format!(
            "{what} takes text, and without quotes `{raw}` is the {kind} {sent}: {}",
            about.consequence()
        )
    };
    let report = about.report(message);
    if !about.is_plain() {
        return report.help("put the text in quotes at its source");
    }
    // Quotes alone would only lead to the next error.
    let full = format!("{raw}.1");
    if is_listed_version(&about.problem.field)
        && !is_kubernetes_version(raw)
        && is_kubernetes_version(&full)
    {
        return report.help(format!(
            "name the patch version too, such as `{full}`: each patch \
            version is an entry of its own"
        ));
    }
    let quoted = format!("\"{raw}\"");
    report
        .help(format!("write `{quoted}`"))
        .safe_fix("put it in quotes", about.replace(quoted))
}

/// Whether a path is that of a Kubernetes version in a profile; in a Shoot the patch version may be
/// left out.
fn is_listed_version(path: &FieldPath) -> bool {
    let below = path.after(["spec", "kubernetes", "versions"]);
    below.is_some_and(|below| below.len() == 2) && path.last_name() == "version"
}

/// Text where a boolean or a number belongs.
pub fn quoted(about: &About<'_>, expected: Expected) -> Report {
    let tree = &about.view.item.document.tree;
    let text = if let Value::String(text) = tree.value(about.problem.node) {
        text
    } else {
        ""
    };
    let (kind, meant) = match expected {
        Expected::Bool => ("a boolean", boolean(text).map(str::to_owned)),
        Expected::Integer => (
            "an integer",
            text.parse::<i64>().ok().map(|number| number.to_string()),
        ),
        _ => (
            "a number",
            text.parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
                .map(|_| text.to_owned()),
        ),
    };
    let report = about.report(format!(
        "{} takes {kind}, and {} is text: {}",
        about.what,
        about.raw(),
        about.consequence()
    ));
    match meant {
        Some(meant) => {
            let report = report.help(format!("write `{meant}` without quotes"));
            // Only where quotes make it text; an alias or a tag is left alone.
            let here = content(tree, about.view.item.text, about.problem.node).is_some()
                && tree.tag(about.problem.node).is_none();
            if here && !about.is_plain() {
                report.safe_fix(format!("write `{meant}`"), about.replace(meant))
            } else {
                report
            }
        }
        None if expected == Expected::Bool => report.help("write `true` or `false`"),
        None => report.help(format!("write {kind}, without quotes and unit")),
    }
}

fn boolean(text: &str) -> Option<&'static str> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        _ => None,
    }
}

/// A map where a list belongs.
pub fn map_for_list(about: &About<'_>) -> Report {
    let (tree, text) = (&about.view.item.document.tree, about.view.item.text);
    let report = about.report(format!(
        "{} takes a list, and this is a map: {}",
        about.what,
        about.consequence()
    ));
    if about.problem.field == "spec.machineCapabilities" {
        let report = report.help(
            "definitions have an order, so they are a list: `- \
            {name: architecture, values: [amd64, arm64]}`",
        );
        return match definitions(tree, text, about.problem.node) {
            Some(edits) => report.safe_fix("write it as a list", edits),
            None => report,
        };
    }
    report.help(
        match about
            .shape()
            .and_then(object_of)
            .and_then(|of| Some((of.field("name"), of.fields.first()?)))
        {
            Some((Some(_), _)) => {
                "begin each entry with `- `; names are not keys here, but values of `name`"
                    .to_owned()
            }
            Some((None, first)) => {
                format!("begin each entry with `- `, such as `- {}: …`", first.name)
            }
            None => "begin each entry with `- `".to_owned(),
        },
    )
}

/// A single value where a list belongs.
pub fn one_for_list(about: &About<'_>) -> Report {
    let raw = about.raw();
    if let Some(report) = of_provider(about) {
        return report;
    }
    let report = about.report(format!(
        "{} takes a list, and this is a single value: {}",
        about.what,
        about.consequence()
    ));
    let text = matches!(about.shape(), Some(Shape::List(inner)) if matches!(inner, Shape::String));
    let one_line = !about
        .view
        .item
        .text
        .get(about.problem.span.range())
        .unwrap_or_default()
        .contains('\n');
    let tree = &about.view.item.document.tree;
    let here = tree.target(about.problem.node) == about.problem.node
        && tree.tag(about.problem.node).is_none();
    if !(text && one_line && here) || raw.is_empty() {
        return report.help("write a list, such as `[a, b]`, or lines that begin with `- `");
    }
    let special = ['[', ']', '{', '}', '#', ':', '"', '\''];
    let text = matches!(tree.value(about.problem.node), Value::String(_));
    let list = if !about.is_plain() || (text && !raw.contains(',') && !raw.contains(special)) {
        format!("[{raw}]")
    } else if raw.contains(',') && !raw.contains(special) {
        // Several values without their brackets: what they mean is a guess.
        return report
            .help(format!("write `[{raw}]`"))
            .unsafe_fix("put brackets around it", about.replace(format!("[{raw}]")));
    } else if raw.contains(['"', '\\']) {
        return report.help("put brackets around it");
    } else {
        format!("[\"{raw}\"]")
    };
    report
        .help(format!("write `{list}`"))
        .safe_fix("put brackets around it", about.replace(list))
}

/// A value in a flavor that is written like one of `providerConfig`.
fn of_provider(about: &About<'_>) -> Option<Report> {
    let tree = &about.view.item.document.tree;
    let flavor = flavor_of(about.view, &about.problem.field)?;
    tree.get(flavor, "capabilities")
        .filter(|entry| tree.value(entry.value) == Value::Mapping)?;
    let message = format!(
        "{} is not a capability: a flavor of the core part only says what the image can do",
        about.what
    );
    Some(
        about
            .report(message)
            .help("put image ids and regions into `spec.providerConfig.machineImages`"),
    )
}

/// A single value where an object belongs: usually the name of one.
pub fn name_for_object(about: &About<'_>) -> Report {
    let (tree, text) = (&about.view.item.document.tree, about.view.item.text);
    let report = about.report(format!(
        "{} is an object, and this is a single value: {}",
        about.what,
        about.consequence()
    ));
    if matches!(about.raw(), "..." | "…") {
        return report.help("if it marks omitted text, write a comment (`# …`) instead");
    }
    let Some(of) = about.shape().and_then(object_of) else {
        return report;
    };
    let Some(field) = ["name", "version", "type"]
        .into_iter()
        .find(|field| of.field(field).is_some())
    else {
        return report.help("write its fields, one on each line");
    };
    if let Some(help) = lookalike::help(about.raw()) {
        return report.help(help);
    }
    // `name:x` without a blank is one word.
    if let Some((key, value)) = about
        .raw()
        .split_once(':')
        .filter(|(key, _)| of.field(key).is_some())
    {
        return report.help(format!("write a blank after the colon: `{key}: {value}`"));
    }
    let report = report.help(format!("write `{field}: {}`", about.raw()));
    // The first entry mends the whole list; the others would only do it again.
    let path = &about.problem.field;
    let Some((PathStep::Index(0), list)) = path.steps().split_last() else {
        return report;
    };
    let node = along(about.view, &FieldPath::of(list))
        .0
        .last()
        .and_then(|step| tree.get(step.node, about.problem.field.last_name()));
    match node.and_then(|entry| named(tree, text, entry.value, field)) {
        Some(edits) => report.safe_fix(format!("write each as an object with a `{field}`"), edits),
        None => report,
    }
}

/// A list where a map or an object belongs.
pub fn list_for_map(about: &About<'_>) -> Report {
    let report = about.report(format!(
        "{} is a map, and this is a list: {}",
        about.what,
        about.consequence()
    ));
    let path = &about.problem.field;
    if path.last_name() == "capabilities" && !path.is_element() || flavor_step(path).is_some() {
        return report.help(
            "capabilities are a map from name to values here: `architecture: \
            [amd64]`; only definitions are a list",
        );
    }
    report.help("write `key: value` lines without `- `")
}

pub fn other(about: &About<'_>, expected: Expected, found: Found) -> Report {
    if let Some(report) = of_provider(about) {
        return report;
    }
    let (takes, help) = match expected {
        Expected::String => ("text", "write a single value"),
        Expected::Bool => ("a boolean", "write `true` or `false`"),
        Expected::Integer => ("an integer", "write a number without a fraction"),
        Expected::Number => ("a number", "write a number"),
        Expected::Quantity => (
            "a quantity",
            "write a number with a unit, such as `8Gi`, or without one",
        ),
        Expected::Time => (
            "a time",
            "write an RFC 3339 time such as `2027-01-31T23:59:59Z`",
        ),
        Expected::Duration => (
            "a duration",
            "write text with a unit, such as `30s` or `1h30m`",
        ),
        Expected::IntOrString => (
            "an integer or text",
            "write a single value, such as `1` or `10%`",
        ),
        Expected::List => ("a list", "write a list"),
        Expected::Map | Expected::Object => ("a map", "write `key: value` lines"),
    };
    let stands = match found {
        Found::Bool(value) => format!("this is the boolean {value}"),
        Found::Number if expected == Expected::Integer => format!("{} has a fraction", about.raw()),
        Found::Number => format!("{} is a number", about.raw()),
        Found::String => format!("{} is text", about.raw()),
        Found::List => "this is a list".to_owned(),
        Found::Map => "this is a map".to_owned(),
    };
    about
        .report(format!(
            "{} takes {takes}, and {stands}: {}",
            about.what,
            about.consequence()
        ))
        .help(help)
}
