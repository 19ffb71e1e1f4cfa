use crate::rules::{self, BaselineView, Report, Reporter};

rule!(
    "suppression/outdated-baseline",
    Input,
    Warning,
    Baseline(check),
    "A baseline that accepts a finding that no longer occurs.",
    Part
);

fn check(view: &BaselineView<'_>, reporter: &mut Reporter<'_>) {
    let entry = view.entry;
    let what = match view.count {
        1 => format!("a finding of `{}`", entry.rule),
        count => format!("{count} findings of `{}`", entry.rule),
    };
    let gone = match rules::find(&entry.rule) {
        Some(_) => "gone: it would also accept a new finding of this kind",
        None => "gone for good: this rule does not exist",
    };
    let verb = if view.count == 1 { "is" } else { "are" };
    let message = format!(
        "the baseline accepts {what} in `{}` that {verb} {gone}",
        entry.file
    );
    reporter.report(
        Report::new(view.span, "", message)
            .help("update the baseline with `--write-baseline`, or remove the entry"),
    );
}
