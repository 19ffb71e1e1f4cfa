use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, StoredProfile, walk, words};
use crate::source::Place;

rule!(
    "change/first-migration",
    Change,
    Note,
    ProfileUpdate(check),
    "An update that adds `machineCapabilities` to a legacy profile, which the server \
        converts first."
);

fn check(view: &ProfileView<'_>, old: &StoredProfile<'_>, reporter: &mut Reporter<'_>) {
    if !old.profile.machine_capabilities.is_empty() || view.vocabulary.architectures().len() < 2 {
        return;
    }
    let (versions, mut types) = (view.lacking_flavors, 0);
    walk::machine_types(view.written, |_, machine_type| {
        types += usize::from(machine_type.capabilities.is_empty());
    });
    let whose = if versions == 1 { "its" } else { "their" };
    let versions_get = format!(
        "{} a flavor for each of {whose} `architectures`",
        gets(versions, "image version")
    );
    let types_get = format!(
        "{} `architecture` as a capability",
        gets(types, "machine type")
    );
    let refused = "a create of the same file fails because it lacks flavors";
    let what = match (versions, types) {
        (0, 0) => return,
        (0, _) => types_get,
        (_, 0) => format!("{versions_get}; {refused}"),
        _ => format!("{versions_get}, {types_get}; {refused}"),
    };
    let spec = Path::new("spec");
    reporter.report(
        Report::new(
            view.written.machine_capabilities.span,
            spec.field("machineCapabilities"),
            format!(
                "the update adds `machineCapabilities` to a stored legacy CloudProfile, which \
                the server converts first: {what}"
            ),
        )
        .also_in(
            Place {
                file: old.item.file,
                span: old.profile.at,
            },
            "stored without a vocabulary",
        )
        .help(
            "write out the flavors and capabilities, so that the file equals the stored object \
             and also works for a new landscape",
        ),
    );
}

fn gets(number: usize, what: &str) -> String {
    format!(
        "{} {}",
        words::count(number, what),
        if number == 1 { "gets" } else { "get" }
    )
}
