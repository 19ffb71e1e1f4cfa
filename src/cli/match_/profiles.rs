//! The CloudProfiles that `cpcap match` asks, and their faults.

use std::path::PathBuf;

use crate::cli::Io;
use crate::cli::match_::MATCHED;
use crate::cli::match_::args::MatchArgs;
use crate::landscape::{Item, Landscape};
use crate::model::object::ObjectKind;
use crate::model::path::FieldPath;
use crate::resolution::parents::Parents;
use crate::resolution::usable::{NoParent, Usable};
use crate::source::Sources;

/// The variable that names profiles.
const VARIABLE: &str = "CPCAP_PROFILE";

/// Where the profiles come from.
pub(super) struct Chosen {
    paths: Vec<PathBuf>,
    /// The user named no file: there must be exactly one.
    searched: bool,
}

/// The paths to read: the flag, else the variable, else the current directory.
pub(super) fn chosen(args: &MatchArgs, io: &Io<'_>) -> Chosen {
    if !args.profiles.is_empty() {
        return Chosen {
            paths: args.profiles.clone(),
            searched: false,
        };
    }
    let variable = (io.env)(VARIABLE).unwrap_or_default();
    let paths: Vec<PathBuf> = std::env::split_paths(&variable)
        .filter(|path| !path.as_os_str().is_empty())
        .collect();
    if paths.is_empty() {
        Chosen {
            paths: vec![PathBuf::from(".")],
            searched: true,
        }
    } else {
        Chosen {
            paths,
            searched: false,
        }
    }
}

impl Chosen {
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Whether the user named no file.
    pub fn searched(&self) -> bool {
        self.searched
    }

    /// The profiles to ask, with those that cannot be asked and why; or why there are none or too
    /// many.
    pub fn pick<'l>(
        &self,
        landscape: &'l Landscape<'l>,
        parents: &Parents<'l>,
        sources: &Sources,
    ) -> Result<(Vec<Usable<'l>>, Vec<NoParent<'l>>), String> {
        // Without a named file, templates and objects without a name do not count.
        let counts = |item: &&Item<'_>| {
            !item.object.meta.name.is_empty()
                && !item.unread.hides(&"metadata.name".into())
                && !item
                    .unread
                    .hides_any(MATCHED.iter().copied().map(FieldPath::from))
        };
        let any = |item: &Item<'_>| item.object.kind == ObjectKind::CloudProfile && counts(&item);
        let choose = self.searched && landscape.items.iter().any(any);
        let of_kind = |kind: ObjectKind| {
            landscape
                .items
                .iter()
                .filter(move |item| item.object.kind == kind && (!choose || counts(item)))
        };
        // Without named files, the only CloudProfile counts, however many objects adjust it.
        let children = (!self.searched || of_kind(ObjectKind::CloudProfile).next().is_none())
            .then(|| of_kind(ObjectKind::NamespacedCloudProfile));
        let (mut found, mut orphans) = (Vec::new(), Vec::new());
        for item in of_kind(ObjectKind::CloudProfile).chain(children.into_iter().flatten()) {
            match Usable::new(item, parents, sources) {
                Some(Ok(profile)) => found.push(profile),
                Some(Err(orphan)) => orphans.push(orphan),
                None => {}
            }
        }
        // As in the files.
        found.sort_by_key(|profile| (profile.item.file, profile.item.document.index));
        match found.len() {
            0 if orphans.is_empty() => Err(self.none(landscape)),
            2.. if self.searched => Err(too_many(&found, sources)),
            _ => Ok((found, orphans)),
        }
    }

    fn none(&self, landscape: &Landscape<'_>) -> String {
        let place = match &self.paths[..] {
            _ if self.searched => "below the current directory".to_owned(),
            [one] => format!("in {}", one.display()),
            _ => "in the given files".to_owned(),
        };
        let others: Vec<String> = landscape
            .items
            .iter()
            .take(3)
            .map(|item| item.object.kind.as_str().to_owned())
            .collect();
        let instead = if others.is_empty() {
            String::new()
        } else {
            format!(" (only {})", others.join(", "))
        };
        format!(
            "there is no CloudProfile {place}{instead}; name one with --profile FILE or {VARIABLE}"
        )
    }
}

fn too_many(found: &[Usable<'_>], sources: &Sources) -> String {
    let line = |profile: &Usable<'_>| {
        format!(
            "\n  {}  --profile {}",
            profile.name().qualified(),
            sources.get(profile.item.file).name()
        )
    };
    let list: String = found.iter().map(line).collect();
    let kind = found
        .first()
        .map_or("profile", |profile| profile.item.object.kind.as_str());
    format!(
        "there are {} {kind}s below the current directory; choose with --profile or \
         {VARIABLE}:{list}",
        found.len()
    )
}
