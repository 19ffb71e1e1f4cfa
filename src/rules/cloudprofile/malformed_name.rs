use crate::finding::ErrorType;
use crate::model::name::unprefixed_fault;
use crate::rules::cloudprofile::names;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/malformed-name",
    Static,
    Error,
    Spec(check),
    "A name with characters that its labels and object names must not contain.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    names::visit(view, |of, name, path| {
        if name.is_empty() || !of.is_restricted() {
            return;
        }
        if let Some(fault) = unprefixed_fault(*name) {
            let message = format!("the {} `{}` {fault}", of.what(), name.escape_debug());
            reporter.report(
                Report::new(name.span, path, message)
                    .error(ErrorType::Invalid)
                    .value(*name)
                    .help(
                        "use 1 to 63 letters, digits, `-`, `_` and `.`, with a letter or a \
                        digit at both ends",
                    ),
            );
        }
    });
}
