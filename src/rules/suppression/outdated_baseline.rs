use crate::rules::{self, BaselineView, Report, Reporter};

rule!(
    "suppression/outdated-baseline",
    Input,
    Warning,
    Baseline(check),
    "A baseline that accepts a finding which is gone.",
    Part
);

fn check(view: &BaselineView<'_>, reporter: &mut Reporter<'_>) {
    let entry = view.entry;
    let what = match view.count {
        1 => format!("a finding of `{}`", entry.rule),
        count => format!("{count} findings of `{}`", entry.rule),
    };
    let gone = match rules::find(&entry.rule) {
        Some(_) => "gone: the same mistake made anew would be accepted, too",
        None => "gone for good: there is no such rule",
    };
    let verb = if view.count == 1 { "is" } else { "are" };
    let message = format!(
        "the baseline accepts {what} in `{}` that {verb} {gone}",
        entry.file
    );
    reporter.report(
        Report::new(view.span, "", message)
            .help("write the baseline anew with `--write-baseline`, or remove the entry"),
    );
}
