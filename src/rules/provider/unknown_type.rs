use crate::config::ProviderRules;
use crate::finding::Severity;
use crate::model::cursor::Cursor;
use crate::provider;
use crate::rules::{ProfileView, Report, Reporter, literal, words};

rule!(
    "provider/unknown-type",
    Input,
    Note,
    CloudProfile(check),
    "A `providerConfig` of a type that cpcap does not know.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let item = view.item;
    let of_type = view.written.provider_type;
    let part = Cursor::new(&item.document.tree, item.text, item.object.node)
        .field("spec")
        .field("providerConfig");
    if view.settings.provider_rules != ProviderRules::ByType
        || of_type.is_empty()
        || !part.is_set()
        || provider::find(*of_type).is_some()
    {
        return;
    }
    let names = || provider::ALL.iter().map(|provider| provider.name);
    let near = words::near(*of_type, names());
    let message = format!(
        "cpcap does not know type {}, so it did not check `providerConfig`",
        words::quoted(*of_type)
    );
    // A part of a known extension was written for it, whatever it is called here.
    let version = *part.field("apiVersion").string();
    let group = |version: &str| {
        version
            .split_once('/')
            .map_or(version, |(group, _)| group)
            .to_owned()
    };
    let ours = provider::ALL
        .iter()
        .find(|provider| group(provider.api_version) == group(version));
    let severity = if ours.is_some() || near.is_some() {
        Severity::Warning
    } else {
        Severity::Note
    };
    let message = match ours {
        Some(ours) => format!(
            "{message}, though its `apiVersion` is that of {}",
            words::quoted(ours.name)
        ),
        None => message,
    };
    let report = Report::new(of_type.span, "spec.type", message)
        .severity(severity)
        .value(*of_type)
        .also(part.at(), "not checked")
        .help(format!(
            "{}the types are {}; if an extension reads the same `providerConfig` under another \
             type name, choose its rules with `--provider-rules TYPE`",
            words::did_you_mean(near),
            words::all(names())
        ));
    let edit = near.and_then(|near| Some((near, literal::replace(item.text, of_type, near)?)));
    reporter.report(match edit {
        Some((near, edit)) => report.unsafe_fix(format!("write `{near}`"), vec![edit]),
        None => report,
    });
}
