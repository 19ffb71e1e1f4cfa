use crate::finding::ErrorType;
use crate::model::constraint::{Constraint, ConstraintError};
use crate::model::cursor::Spanned;
use crate::rules::literal;
use crate::rules::{ProfileView, Report, Reporter, walk};
use crate::source::Span;

rule!(
    "cloudprofile/malformed-kubelet-constraint",
    Static,
    Error,
    Spec(check),
    "A kubelet version constraint that cannot be read.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::image_versions(view, |path, image, version| {
        let constraint = version.kubelet_version_constraint;
        let Some(text) = constraint.value else { return };
        let Err(error) = Constraint::parse(text) else {
            return;
        };
        let why = if is_about_range(text, &error) {
            "the text before or after a range such as `1.30 - 1.33` does not belong to it"
                .to_owned()
        } else {
            error.to_string()
        };
        let message = format!(
            "the kubelet version constraint of version `{}` of `{}` cannot be read: {why}",
            *version.version(),
            image
        );
        let span = fault(view.item.text, Spanned::new(text, constraint.span), &error);
        reporter.report(
            Report::new(span, path.field("kubeletVersionConstraint"), message)
                .error(ErrorType::Invalid)
                .value(text)
                .help(advice(text, &error)),
        );
    });
}

/// Ranges are replaced by comparisons before anything else is read: then the faulty part may not
/// stand in the text as it is named.
fn is_about_range(text: &str, error: &ConstraintError) -> bool {
    matches!(error, ConstraintError::Unexpected { found, .. } if !text.contains(found.as_str()))
}

/// The faulty part where it can be located in the text, else the whole value.
fn fault(text: &str, constraint: Spanned<&str>, error: &ConstraintError) -> Span {
    if is_about_range(constraint.value, error) {
        return constraint.span;
    }
    let length = match error {
        ConstraintError::Unexpected { found, .. } => found.len(),
        ConstraintError::BadVersion { version, .. } => version.len(),
        ConstraintError::EmptyAlternative { .. }
        | ConstraintError::TooLong { .. }
        | ConstraintError::TooManyAlternatives { .. } => 0,
    };
    let located = literal::contents(text, constraint)
        .zip(error.offset())
        .and_then(|(contents, offset)| {
            let start = contents.range().start + offset;
            if length > 0 {
                return Some(Span::new(start, (start + length).min(contents.range().end)));
            }
            // Something is missing after the last thing before it.
            let before = text.get(contents.range().start..start)?.trim_end();
            let last = before.chars().next_back()?;
            let end = contents.range().start + before.len();
            Some(Span::new(end - last.len_utf8(), end))
        });
    located.unwrap_or(constraint.span)
}

fn advice(text: &str, error: &ConstraintError) -> &'static str {
    match error {
        ConstraintError::TooLong { .. } | ConstraintError::TooManyAlternatives { .. } => {
            "name only the bounds, such as `>= 1.30, < 1.34`"
        }
        _ if is_about_range(text, error) => {
            "put a comma between a comparison and a range, and no operator into a range: `> 1.28, \
             1.30 - 1.33`"
        }
        _ if text.trim().is_empty() => {
            "write comparisons such as `>= 1.30, < 1.34`, or leave the field out if every kubelet \
             fits"
        }
        _ => {
            "write comparisons separated by commas, such as `>= 1.30, < 1.34`, and `||` between \
             alternatives"
        }
    }
}
