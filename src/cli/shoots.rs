//! The common part of the commands about Shoots: messages about the files, and the exit code.

use std::collections::BTreeSet;

use crate::cli::{Exit, Io, complain};
use crate::landscape::Item;
use crate::resolution::prepared::Unanswered;
use crate::resolution::usable::Usable;
use crate::shoot::Fault;
use crate::source::Sources;

/// Says of profiles and their parents what strict decoding refuses; of each once.
pub(super) fn complain_of_shapes(profiles: &[&Usable<'_>], sources: &Sources, io: &mut Io<'_>) {
    let mut said = BTreeSet::new();
    for item in profiles
        .iter()
        .flat_map(|usable| std::iter::once(usable.item).chain(usable.parent))
    {
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
    let place = sources.get(item.file).place_of(fault.span.start);
    let what = "the server cannot fill this in, so the answer uses the value as it is";
    io.complain(&format!(
        "{place}: {}: {what}; `cpcap lint` says why",
        fault.path
    ));
}

/// Says what has no answer; of Shoots with the same reason once.
pub(super) fn complain_of_unanswered<'u>(
    all: impl IntoIterator<Item = &'u Unanswered<'u>>,
    sources: &Sources,
    io: &mut Io<'_>,
) {
    let sentence = |why| complain::of_unanswered(why, sources);
    let all: BTreeSet<String> = all.into_iter().map(sentence).collect();
    all.iter().for_each(|why| io.complain(why));
}

/// `whole`: everything that was asked about was answered.
pub(super) fn exit(whole: bool, fails: bool) -> Exit {
    match (whole, fails) {
        (false, _) => Exit::Failure,
        (true, true) => Exit::Findings,
        (true, false) => Exit::Success,
    }
}
