use crate::rules::{Report, Reporter, SilenceView};
use crate::suppress::{Fault, Reach};

rule!(
    "suppression/malformed-comment",
    Input,
    Warning,
    Silence(check),
    "A comment or annotation that was meant to silence something, and cannot be read.",
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
            format!("`{word}` is no word that silences"),
            format!("did you mean `{meant}`? {form}"),
        ),
        Fault::NoColon => (
            "behind `cpcap` the colon is missing".to_owned(),
            form.to_owned(),
        ),
        Fault::NoBracket => ("no rules in brackets follow".to_owned(), form.to_owned()),
        Fault::Open => (
            "the list of rules has no end".to_owned(),
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
            format!("{what}, so nothing is silenced"),
        )
        .help(help),
    );
}
