use crate::matching::Prefix;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::{Report, Reporter, ShootView, words};
use crate::source::Span;

rule!(
    "shoot/replaced-version",
    Selection,
    Warning,
    Shoot(check),
    "A version with more than three parts that the server silently replaces by another of its \
     major."
);

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let Some(offer) = view.offer().filter(|_| view.judged.mutation.is_empty()) else {
        return;
    };
    let kubernetes = |version: &str| {
        offer
            .kubernetes(version)
            .map_or_else(Span::default, |listed| listed.version.span)
    };
    let (spec, shoot) = (Path::new("spec"), &view.judged.shoot);
    let (written, taken) = (view.written.kubernetes_version, *shoot.kubernetes_version);
    let mut say =
        |path: &Path<'_>, who: &str, written: Spanned<&str>, taken: &str, listed: Span| {
            if *written != taken && Prefix::drops_parts(*written) {
                reporter.report(view.in_profile(
                    report(view, path, who, written, taken),
                    listed,
                    "filled in",
                ));
            }
        };
    say(
        &spec.field("kubernetes").field("version"),
        "the control plane",
        written,
        taken,
        kubernetes(taken),
    );
    let provider = spec.field("provider");
    let list = provider.field("workers");
    for (index, (written, worker)) in view
        .written
        .workers
        .iter()
        .zip(shoot.workers.iter())
        .enumerate()
    {
        let path = list.index(index);
        let who = format!("pool {}", words::quoted(*worker.name));
        if let (Some(written), Some(taken)) =
            (written.kubernetes_version(), worker.kubernetes_version())
        {
            say(
                &path.field("kubernetes").field("version"),
                &who,
                written,
                *taken,
                kubernetes(*taken),
            );
        }
        let version = written
            .image
            .and_then(|image| Some(Spanned::new((*image.version)?, image.version.span)));
        if let (Some(written), Some(image)) = (version, worker.image) {
            let taken = image.version.unwrap_or_default();
            let listed = offer
                .version(*image.name, taken)
                .map(|at| offer.version_at(at).version.version().span);
            let who = format!("{who}, with image {},", words::quoted(*image.name));
            say(
                &path.field("machine").field("image").field("version"),
                &who,
                written,
                taken,
                listed.unwrap_or_default(),
            );
        }
    }
}

fn report(
    view: &ShootView<'_>,
    path: &Path<'_>,
    who: &str,
    written: Spanned<&str>,
    taken: &str,
) -> Report {
    let message = format!(
        "{who} gets version {} and not {}, which {} does not have: the server reads only the \
         first of more than three parts",
        words::quoted(taken),
        words::quoted(*written),
        view.profile_name(),
    );
    let help = format!(
        "write a version of the profile exactly, such as {}",
        words::quoted(taken)
    );
    Report::new(written.span, path, message)
        .value(*written)
        .help(help)
}
