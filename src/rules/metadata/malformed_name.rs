use crate::finding::{Edit, ErrorType};
use crate::model::cursor::Spanned;
use crate::model::name::subdomain_faults;
use crate::rules::literal;
use crate::rules::metadata::is_judged;
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "metadata/malformed-name",
    Static,
    Error,
    Object(check),
    "A `name` or `generateName` that is not a lower-case DNS subdomain.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if !is_judged(view) {
        return;
    }
    let meta = &view.item.object.meta;
    let names = [
        ("metadata.name", meta.name, meta.name.to_string()),
        (
            "metadata.generateName",
            meta.more().generate_name,
            generated(*meta.more().generate_name),
        ),
    ];
    for (field, name, checked) in names {
        if name.is_empty() {
            continue;
        }
        for fault in subdomain_faults(&checked) {
            let report = Report::new(
                name.span,
                field,
                format!(
                    "`{}` {fault}, so it cannot name \
                an object",
                    *name
                ),
            )
            .error(ErrorType::Invalid)
            .value(*name)
            .help(
                "use at most 253 lower-case letters, digits, `-` and `.`, with a letter or digit \
                 at both ends of each part",
            );
            reporter.report(match lower(view, name) {
                Some(edit) => report.unsafe_fix("write it in lower case", vec![edit]),
                None => report,
            });
        }
    }
}

/// The name that the server checks for a `generateName`: what it may end in depends on what is
/// appended.
fn generated(prefix: &str) -> String {
    if prefix.len() < 2 || !prefix.ends_with('-') {
        return prefix.to_owned();
    }
    let cut = prefix.len() - 2;
    match prefix.get(..cut) {
        Some(kept) => format!("{kept}a"),
        // The cut goes through a character, and what is left of it is none.
        None => {
            let kept = prefix
                .char_indices()
                .map(|(at, _)| at)
                .take_while(|at| *at < cut)
                .last()
                .unwrap_or(0);
            format!("{}{}a", &prefix[..kept], "?".repeat(cut - kept))
        }
    }
}

/// The edit to lower case, where that is all that is wrong.
fn lower(view: &ObjectView<'_>, name: Spanned<&str>) -> Option<Edit> {
    let meant = name.to_lowercase();
    if subdomain_faults(&meant).is_empty() {
        literal::replace(view.item.text, name, &meant)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::generated;

    #[test]
    fn a_prefix_is_checked_as_the_server_does() {
        for (prefix, checked) in [
            ("ab-", "aa"),
            ("-", "-"),
            ("a", "a"),
            ("--", "a"),
            ("é-", "?a"),
            ("aé-", "a?a"),
            ("a.-", "aa"),
        ] {
            assert_eq!(generated(prefix), checked, "{prefix}");
        }
    }
}
