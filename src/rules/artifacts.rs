//! How rules and tables say why a worker pool gets no artifact of its provider.

use crate::provider::lookup::{Absent, NoArtifact};

/// Why there is none, as a clause.
#[must_use]
pub fn reason(why: &NoArtifact) -> String {
    match why {
        NoArtifact::UnknownMachineType => "the profile has no such machine type".to_owned(),
        NoArtifact::Absent(Absent::Image) => "the provider part does not have the image".to_owned(),
        NoArtifact::Absent(Absent::Version) => "the provider part does not have the version".to_owned(),
        NoArtifact::Absent(Absent::Region { elsewhere: false }) => names_none("the version"),
        NoArtifact::Absent(Absent::Region { .. }) => "the provider part has the version in other regions only".to_owned(),
        NoArtifact::Incompatible { flavors } => {
            let all = |name: &&String| flavors.iter().all(|(_, clashes)| clashes.contains(*name));
            let common = flavors.first().map_or(&[][..], |(_, clashes)| clashes).iter().filter(all);
            let common: Vec<&str> = common.map(String::as_str).collect();
            match common.as_slice() {
                [] if flavors.is_empty() => "the provider part lists no flavor for the version".to_owned(),
                [] => "each flavor of the provider part fails by some capability".to_owned(),
                common => format!("no flavor of the provider part fits by {}", common.join(", ")),
            }
        }
        NoArtifact::Ambiguous(flavors) => format!("{} flavors of the provider part cannot be told apart", flavors.len()),
        NoArtifact::NoArchitecture(_) => "the flavor does not name its architecture: creating machines fails".to_owned(),
        NoArtifact::Nameless(_) => "the artifact has no name".to_owned(),
        NoArtifact::Elsewhere => "the provider part does not name one; it may still exist in the cloud".to_owned(),
    }
}

/// That an entry is there and names nothing, as a clause.
pub(super) fn names_none(of: &str) -> String {
    format!("the provider part names no artifact for {of}")
}
