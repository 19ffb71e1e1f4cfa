use crate::rules::{Report, Reporter, SilenceView};
use crate::suppress::Reach;

rule!(
    "suppression/missing-reason",
    Input,
    Note,
    Silence(check),
    "A comment that silences rules without saying why.",
    Part
);

fn check(view: &SilenceView<'_>, reporter: &mut Reporter<'_>) {
    let silence = view.silence;
    if silence.fault.is_some()
        || !silence.reason.is_empty()
        || matches!(silence.reach, Reach::Object { .. })
    {
        return;
    }
    let message = "the comment does not say why, so nobody will know when to remove it";
    reporter.report(
        Report::new(silence.place.span, "", message).help("write the reason after the bracket"),
    );
}
