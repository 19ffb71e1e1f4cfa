use crate::landscape::pairing::{Ambiguous, Rivals};
use crate::rules::{Report, Reporter, words};
use crate::words::count;

rule!(
    "change/ambiguous-object",
    Change,
    Error,
    Pairing(check),
    "Objects with one name that may replace several stored ones."
);

/// Maximum number of places shown.
const SHOWN: usize = 5;

fn check(of: &Ambiguous<'_>, reporter: &mut Reporter<'_>) {
    let Some((first, rest)) = of.new.split_first() else {
        return;
    };
    let meta = &first.object.meta;
    if let Some(beside) = of.beside {
        let message = format!(
            "{} stands in two files of this directory, and the other one replaces the stored one: it \
             is unclear which of them is the object, so cpcap checks this one as if nothing were \
             stored",
            words::object(first),
        );
        let report = Report::new(meta.name.span, "metadata.name", message)
            .also_in(beside.name_at(), "the other one")
            .help("keep one of them");
        reporter.report(report);
        return;
    }
    let message = format!(
        "{} here and {} stored are {}: it is unclear which replaces which, so cpcap checks all \
         of them as if nothing were stored",
        count(of.new.len(), "object"),
        of.old.len(),
        words::object(first),
    );
    let mut report = Report::new(meta.name.span, "metadata.name", message).help(
        if Rivals::new(of).share_a_file() {
            "keep one in each file"
        } else {
            "keep their paths below the two directories the same, or compare them one by one"
        },
    );
    let stored = of.old.iter().map(|item| (item, "stored here"));
    for (item, text) in rest
        .iter()
        .map(|item| (item, "and here"))
        .chain(stored)
        .take(SHOWN)
    {
        report = report.also_in(item.name_at(), text);
    }
    reporter.report(report);
}
