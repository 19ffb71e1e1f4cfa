use crate::capability::{ARCHITECTURE, written};
use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/several-flavor-architectures",
    Static,
    Error,
    Spec(check),
    "A flavor with more than one architecture.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::flavors(view, |path, flavor| {
        let values = written(&flavor.capabilities, ARCHITECTURE);
        let ([first, .., last], Some(_)) = (values, values.get(1)) else {
            return;
        };
        let names = || values.iter().map(|value| value.value);
        reporter.report(
            Report::new(
                first.span.to(last.span),
                path.field(ARCHITECTURE),
                format!(
                    "must not define more than one architecture within an image flavor: it stands \
                     for one image artifact, which cannot run on {}",
                    words::all(names())
                ),
            )
            .error(ErrorType::Invalid)
            .value(names().collect::<Vec<_>>().join(", "))
            .help(
                "write one flavor for each architecture, otherwise identical; `providerConfig` \
                 also needs an entry for each",
            ),
        );
    });
}
