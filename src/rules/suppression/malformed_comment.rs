use crate::rules::{Report, Reporter, SilenceView};
use crate::suppress::{Fault, Reach};

rule!(
    "suppression/malformed-comment",
    Input,
    Warning,
    Silence(check),
    "A malformed comment or annotation that should silence findings.",
    Part
);

fn check(view: &SilenceView<'_>, reporter: &mut Reporter<'_>) {
    let Some(fault) = &view.silence.fault else {
        return;
    };
    let form = "write `# cpcap: ignore[group/name] reason` on the line or before it, or `# cpcap: \
        ignore-file[group/name] reason`";
    let (what, help) = match fault {
        Fault::Word(word, meant) => (
            format!("`{word}` does not silence anything"),
            format!("did you mean `{meant}`? {form}"),
        ),
        Fault::NoColon => (
            "the colon after `cpcap` is missing".to_owned(),
            form.to_owned(),
        ),
        Fault::NoBracket => (
            "the rules in brackets are missing".to_owned(),
            form.to_owned(),
        ),
        Fault::Open => (
            "the list of rules has no closing bracket".to_owned(),
            "close it with `]`".to_owned(),
        ),
        Fault::NoRules if matches!(view.silence.reach, Reach::Object { .. }) => (
            "the annotation names no rules".to_owned(),
            "name them, with commas between them, or remove the annotation".to_owned(),
        ),
        Fault::NoRules => (
            "the list names no rules".to_owned(),
            "name them, with commas between them, or remove the comment".to_owned(),
        ),
    };
    reporter.report(
        Report::new(
            view.silence.place.span,
            "",
            format!("{what}, so it silences nothing"),
        )
        .help(help),
    );
}
