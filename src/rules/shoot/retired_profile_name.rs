use crate::finding::Edit;
use crate::model::cursor::Spanned;
use crate::rules::{Report, ShootView, edit, literal, rewrite, words};
use crate::shoot::Fault;

rule!(
    "shoot/retired-profile-name",
    Static,
    Error,
    Fault,
    "`cloudProfileName` on a Shoot with Kubernetes 1.34 or later."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>) -> Report {
    let message = format!(
        "from Kubernetes 1.34 on a Shoot cannot have `cloudProfileName`, and this one is of {}",
        words::quoted(*view.judged.shoot.kubernetes_version)
    );
    let help = match view.written.cloud_profile {
        Some(_) => "remove it: `cloudProfile` is what counts".to_owned(),
        None => format!(
            "write `cloudProfile: {{kind: CloudProfile, name: {}}}` instead",
            fault.value
        ),
    };
    let report = ShootView::report(fault, message).help(help).also(
        view.written.kubernetes_version.span,
        "the Kubernetes version",
    );
    match rewritten(view, fault.value) {
        Some(edits) => report.safe_fix("write it as `cloudProfile`", edits),
        None => report,
    }
}

/// The reference in its new form, where there is none beside it.
fn rewritten(view: &ShootView<'_>, name: &str) -> Option<Vec<Edit>> {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let spec = tree.get(view.item.object.node, "spec")?.value;
    let entry = tree
        .get(spec, "cloudProfileName")
        .filter(|_| tree.get(spec, "cloudProfile").is_none() && tree.target(spec) == spec)?;
    let is_plain = edit::written(name)? == name;
    let span = tree.span(entry.value);
    literal::contents(text, Spanned::new(name, span))?;
    let reference = if tree.raw(entry.key, text).starts_with('"') {
        format!("{{\"kind\": \"CloudProfile\", \"name\": \"{name}\"}}")
    } else if is_plain {
        format!("{{kind: CloudProfile, name: {name}}}")
    } else {
        format!("{{kind: CloudProfile, name: \"{name}\"}}")
    };
    let key = rewrite::rename(tree, text, entry.key, "cloudProfile")?;
    Some(vec![
        key,
        Edit {
            span,
            text: reference,
        },
    ])
}
