use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::model::near::near;
use crate::rules::literal;
use crate::rules::{Part, ProfileView, Report, Reporter, walk};

rule!(
    "cloudprofile/unknown-update-strategy",
    Static,
    Error,
    Spec(check),
    "An update strategy that does not exist.",
    Part
);

const STRATEGIES: [&str; 3] = ["patch", "minor", "major"];

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::images(view, |path, image| {
        let Some(strategy) = image
            .update_strategy
            .value
            .filter(|strategy| !STRATEGIES.contains(strategy))
        else {
            return;
        };
        let message = format!(
            "`{}` is not an update strategy, so maintenance cannot know how far it may move a \
             worker pool with image `{}`",
            strategy.escape_debug(),
            *image.name
        );
        let report = Report::new(
            image.update_strategy.span,
            path.field("updateStrategy"),
            message,
        )
        .error(ErrorType::NotSupported)
        .value(strategy);
        // Only in a CloudProfile it is filled in.
        let choice = match view.part {
            Part::CloudProfile => "use `patch`, `minor` or `major`; the default is `major`",
            _ => "use `patch`, `minor` or `major`",
        };
        let Some(meant) = near(strategy, STRATEGIES) else {
            reporter.report(report.help(choice));
            return;
        };
        let report = report.help(format!("did you mean `{meant}`? {choice}"));
        let edit = literal::replace(
            view.item.text,
            Spanned::new(strategy, image.update_strategy.span),
            meant,
        );
        reporter.report(match edit {
            Some(edit) if strategy.eq_ignore_ascii_case(meant) => {
                report.safe_fix(format!("Write `{meant}`"), vec![edit])
            }
            Some(edit) => report.unsafe_fix(format!("Write `{meant}`"), vec![edit]),
            None => report,
        });
    });
}
