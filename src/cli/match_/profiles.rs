//! Which CloudProfiles `cpcap match` asks, and what is wrong with them.

use std::path::PathBuf;

use crate::cli::Io;
use crate::cli::inputs::{self, Failure, Options};
use crate::cli::match_::args::MatchArgs;
use crate::landscape::{Body, Input, Item, Landscape};
use crate::model::cloudprofile::CloudProfile;
use crate::source::Sources;

/// The variable that names profiles.
const VARIABLE: &str = "CPCAP_PROFILE";

/// Where the profiles come from.
pub(super) struct Chosen {
    paths: Vec<PathBuf>,
    /// Nobody named them: there must be exactly one.
    searched: bool,
}

/// The paths to read: the flag, else the variable, else the current directory.
pub(super) fn chosen(args: &MatchArgs, io: &Io<'_>) -> Chosen {
    if !args.profiles.is_empty() {
        return Chosen { paths: args.profiles.clone(), searched: false };
    }
    let variable = (io.env)(VARIABLE).unwrap_or_default();
    let paths: Vec<PathBuf> = std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty()).collect();
    if paths.is_empty() { Chosen { paths: vec![PathBuf::from(".")], searched: true } } else { Chosen { paths, searched: false } }
}

impl Chosen {
    /// Reads the files.
    pub fn read(&self, args: &MatchArgs, sources: &mut Sources, io: &mut Io<'_>) -> (Vec<Input>, Vec<Failure>) {
        let options = Options { stdin_filename: &args.stdin_filename, no_ignore: args.no_ignore, max_file_size: args.max_file_size };
        inputs::collect(&self.paths, options, sources, io)
    }

    /// The profiles to ask, or why there are none or too many.
    pub fn pick<'l, 't>(
        &self,
        landscape: &'l Landscape<'t>,
        sources: &Sources,
    ) -> Result<Vec<(&'l Item<'t>, &'l CloudProfile<'t>)>, String> {
        let profile = |item: &'l Item<'t>| match &item.body {
            Body::CloudProfile(profile) => Some((item, &**profile)),
            Body::NamespacedCloudProfile(_) | Body::Untyped => None,
        };
        let found: Vec<_> = landscape.items.iter().filter_map(profile).collect();
        match found.len() {
            0 => Err(self.none(landscape)),
            2.. if self.searched => Err(too_many(&found, sources)),
            _ => Ok(found),
        }
    }

    fn none(&self, landscape: &Landscape<'_>) -> String {
        let place = match &self.paths[..] {
            _ if self.searched => "below the current directory".to_owned(),
            [one] => format!("in {}", one.display()),
            _ => "in the files that were named".to_owned(),
        };
        let others: Vec<String> = landscape.items.iter().take(3).map(|item| item.object.kind.as_str().to_owned()).collect();
        let instead = if others.is_empty() { String::new() } else { format!(" (only {})", others.join(", ")) };
        format!("there is no CloudProfile {place}{instead}; name one with --profile FILE or {VARIABLE}")
    }
}

fn too_many(found: &[(&Item<'_>, &CloudProfile<'_>)], sources: &Sources) -> String {
    let line = |(item, _): &(&Item<'_>, &CloudProfile<'_>)| {
        let file = sources.get(item.file).name();
        format!("\n  {}  --profile {file}", *item.object.meta.name)
    };
    let list: String = found.iter().map(line).collect();
    format!("there are {} CloudProfiles below the current directory; choose with --profile or {VARIABLE}:{list}", found.len())
}
