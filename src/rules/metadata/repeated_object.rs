use crate::landscape::Item;
use crate::rules::{Report, Reporter, words};

rule!(
    "metadata/repeated-object",
    Input,
    Warning,
    Repeated(check),
    "An object that stands in the file once more."
);

fn check(item: &Item<'_>, last: &Item<'_>, reporter: &mut Reporter<'_>) {
    let message = format!(
        "{} stands in this file once more: `kubectl apply` applies one after the other, so the last \
         one replaces this one",
        words::object(item),
    );
    reporter.report(
        Report::new(item.object.meta.name.span, "metadata.name", message)
            .value(*item.object.meta.name)
            .also(last.object.meta.name.span, "the last one")
            .help("keep one of them, or give this one a name of its own"),
    );
}
