//! The flavors of a version that win, by the machine types that get them.

use crate::capability::Selected;
use crate::landscape::Item;
use crate::matching::{Matcher, Verdict};
use crate::resolution::parents::Parents;
use crate::resolution::usable::Usable;
use crate::source::Sources;
use crate::uses::Key;
use crate::words;

/// The machine types that get one flavor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The positions of the flavors in the profile; several where selection cannot choose; none in
    /// the legacy format.
    pub flavors: Vec<usize>,
    /// Their capabilities, or the architecture in the legacy format.
    pub of: Vec<String>,
    /// Whether the version fits these machine types at all.
    pub fits: bool,
    pub machine_types: Vec<String>,
}

pub(super) fn winners(
    item: &Item<'_>,
    parents: &Parents<'_>,
    entry: Key<'_>,
    sources: &Sources,
) -> Vec<Winner> {
    let Some(Ok(usable)) = Usable::new(item, parents, sources) else {
        return Vec::new();
    };
    let matcher = Matcher::new(&usable.profile);
    let Some(version) = matcher
        .versions()
        .iter()
        .find(|of| *of.image.name == entry.image && *of.version.version() == entry.name)
    else {
        return Vec::new();
    };
    let mut found: Vec<Winner> = Vec::new();
    for machine in matcher.machines() {
        let fits = matcher.verdict(machine, version) == Verdict::Fits;
        let flavors = match &matcher.answer(machine, version).selected {
            Selected::One(one) if fits => vec![*one],
            Selected::Ambiguous(tied) if fits => tied.clone(),
            _ => Vec::new(),
        };
        let name = (*machine.machine_type.name).to_owned();
        let of: Vec<String> = if flavors.is_empty() && fits {
            machine
                .architecture
                .into_iter()
                .map(str::to_owned)
                .collect()
        } else {
            let all = &version.version.capability_flavors;
            let capabilities = flavors.iter().filter_map(|at| all.get(*at));
            capabilities
                .map(|flavor| words::capabilities(&flavor.capabilities))
                .collect()
        };
        match found
            .iter_mut()
            .find(|known| (&known.flavors, &known.of, known.fits) == (&flavors, &of, fits))
        {
            Some(known) => known.machine_types.push(name),
            None => found.push(Winner {
                flavors,
                of,
                fits,
                machine_types: vec![name],
            }),
        }
    }
    found.sort_by(|a, b| (!a.fits, &a.flavors).cmp(&(!b.fits, &b.flavors)));
    found
}
