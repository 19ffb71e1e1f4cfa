//! The common part of the commands about Shoots: their profiles, prepared once for all, and
//! messages about the files.

use std::collections::{BTreeMap, BTreeSet};

use crate::cli::{Exit, Io, complain};
use crate::landscape::{Body, Item};
use crate::model::shoot::Shoot;
use crate::resolution::prepared::Prepared;
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;
use crate::shoot::Fault;
use crate::source::Sources;
use crate::words;

/// The Shoot that an object is.
pub(super) fn shoot_of<'i, 't>(item: &'i Item<'t>) -> Option<&'i Shoot<'t>> {
    match &item.body {
        Body::Shoot(shoot) => Some(shoot),
        Body::CloudProfile(_) | Body::NamespacedCloudProfile(_) => None,
    }
}

/// Says of profiles and their parents what strict decoding refuses; of each once.
pub(super) fn complain_of_shapes<'u, 'r: 'u>(
    profiles: impl Iterator<Item = &'u Usable<'r>>,
    sources: &Sources,
    io: &mut Io<'_>,
) {
    let mut said = BTreeSet::new();
    for item in profiles.flat_map(|usable| std::iter::once(usable.item).chain(usable.parent)) {
        if said.insert((item.file, item.document.index, item.object.prefix.clone())) {
            complain::of_shape(item, sources, io);
        }
    }
}

/// Says what the server cannot fill in.
pub(super) fn complain_of_fault(
    item: &Item<'_>,
    fault: &Fault<'_>,
    sources: &Sources,
    io: &mut Io<'_>,
) {
    let source = sources.get(item.file);
    let (name, at) = (source.name(), source.position(fault.span.start));
    let what = "the server cannot fill this in, so the answer uses the value as it is";
    io.complain(&format!(
        "{name}:{}:{}: {}: {what}; `cpcap lint` says why",
        at.line, at.column, fault.path
    ));
}

/// The profile of a Shoot; some of it may be unreadable.
///
/// # Errors
/// What to say where it is not known.
pub(super) fn profile_of<'p, 'v>(
    item: &Item<'v>,
    shoot: &Shoot<'_>,
    referred: &Referred<'v>,
    prepared: &'p BTreeMap<usize, Prepared<'v>>,
) -> Result<&'p Prepared<'v>, String> {
    if let Some(why) = complain::of_unread_object(item) {
        return Err(why);
    }
    let found = referred
        .of(item)
        .map(|(at, usable)| usable.as_ref().map(|_| at))
        .transpose()
        .map_err(ToString::to_string)?;
    let prepared = found
        .and_then(|at| prepared.get(&at))
        .ok_or_else(|| no_profile(item, shoot))?;
    Ok(prepared)
}

/// The same, where everything of the profile that decides could be read.
///
/// # Errors
/// What to say where it is not known.
pub(super) fn whole_profile_of<'p, 'v>(
    item: &Item<'v>,
    shoot: &Shoot<'_>,
    referred: &Referred<'v>,
    prepared: &'p BTreeMap<usize, Prepared<'v>>,
) -> Result<&'p Prepared<'v>, String> {
    let prepared = profile_of(item, shoot, referred, prepared)?;
    complain::of_unread(prepared.usable).map_or(Ok(prepared), Err)
}

/// The message about a Shoot whose profile is not among the files.
fn no_profile(item: &Item<'_>, shoot: &Shoot<'_>) -> String {
    let name = words::object(item);
    match shoot.profile() {
        None => format!("{name} names no profile, so its versions are unknown"),
        Some(reference) => {
            let kind = if reference.kind.is_empty() {
                "CloudProfile"
            } else {
                *reference.kind
            };
            format!(
                "{name}: its {kind} `{}` is not among the files; pass its file with --profile or \
                 --with",
                *reference.name
            )
        }
    }
}

/// `whole`: everything that was asked about was answered.
pub(super) fn exit(whole: bool, fails: bool) -> Exit {
    match (whole, fails) {
        (false, _) => Exit::Failure,
        (true, true) => Exit::Findings,
        (true, false) => Exit::Success,
    }
}
