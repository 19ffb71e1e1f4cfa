//! References that may mean several profiles: these are equally near, and differ.

use std::collections::BTreeMap;

use crate::landscape::pairing::Standing;
use crate::landscape::{Item, Landscape};
use crate::resolution::references::Profiles;
use crate::source::Sources;

/// Profiles of one name. Some objects may mean each of them.
#[derive(Clone, Debug)]
pub struct Tie<'a> {
    /// The profiles.
    pub profiles: Vec<&'a Item<'a>>,
    /// The Shoots and NamespacedCloudProfiles that refer to one of them.
    pub users: Vec<&'a Item<'a>>,
}

/// All of a run.
#[derive(Debug, Default)]
pub struct Ties<'a> {
    /// Those of each name.
    pub all: Vec<Tie<'a>>,
    /// The positions of the ties of users.
    of_user: BTreeMap<Standing<'a>, usize>,
}

impl<'a> Ties<'a> {
    /// Finds them among objects that may refer to each other.
    #[must_use]
    pub fn new(
        landscape: &'a Landscape<'a>,
        context: &'a Landscape<'a>,
        sources: &'a Sources,
    ) -> Self {
        let items: Vec<&'a Item<'a>> = landscape.items.iter().chain(&context.items).collect();
        let index = Profiles::new(items.iter().copied(), sources);
        if !index.have_namesakes() {
            return Self::default();
        }
        let says_the_same = |one: usize, other: usize| items[one].has_the_spec_of(items[other]);
        let differ = |one: usize, other: usize| {
            let parents = [one, other].map(|at| index.referred_by(items[at]));
            let have_one = match parents {
                [Some(one), Some(other)] => one == other || says_the_same(one, other),
                parents => parents == [None, None],
            };
            !(have_one && says_the_same(one, other))
        };
        // Users are many, and the profiles of a name few.
        let mut known: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
        let mut by_profiles: BTreeMap<Vec<usize>, Vec<&'a Item<'a>>> = BTreeMap::new();
        for item in &items {
            let nearest = index.all_nearest(item);
            let [first, rest @ ..] = &nearest[..] else {
                continue;
            };
            let any = || rest.iter().any(|at| differ(*first, *at));
            if !rest.is_empty() && *known.entry(nearest.clone()).or_insert_with(any) {
                by_profiles.entry(nearest).or_default().push(item);
            }
        }
        let mut ties = Self::default();
        for (at, (profiles, users)) in by_profiles.into_iter().enumerate() {
            let of_user = users.iter().map(|item| (item.standing(), at));
            ties.of_user.extend(of_user);
            let profiles = profiles.into_iter().map(|at| items[at]).collect();
            ties.all.push(Tie { profiles, users });
        }
        if ties.all.is_empty() {
            return ties;
        }
        // A Shoot of a tied child is tied, too: the parent decides what the child offers.
        for item in &items {
            let child = index.referred_by(item).map(|at| items[at].standing());
            if let Some(tie) = child.and_then(|child| ties.of_user.get(&child).copied()) {
                ties.of_user.entry(item.standing()).or_insert(tie);
            }
        }
        ties
    }

    /// The tie that leaves open which profile an object means, or which parent that profile has.
    #[must_use]
    pub fn of_user(&self, item: &Item<'_>) -> Option<&Tie<'a>> {
        self.all.get(*self.of_user.get(&item.standing())?)
    }

    /// The one in which a profile is one of several.
    #[must_use]
    pub fn of(&self, profile: &Item<'_>) -> Option<&Tie<'a>> {
        let is_it = |item: &&Item<'_>| item.standing() == profile.standing();
        self.all.iter().find(|tie| tie.profiles.iter().any(is_it))
    }
}

impl Tie<'_> {
    /// Whether one of the profiles or of those who refer to them is among some objects.
    #[must_use]
    pub fn concerns(&self, is_one: impl Fn(&Item<'_>) -> bool) -> bool {
        self.profiles
            .iter()
            .chain(&self.users)
            .any(|item| is_one(item))
    }

    /// Whether the profiles stand in one file.
    #[must_use]
    pub fn is_in_one_file(&self) -> bool {
        let mut two = self.profiles.windows(2);
        two.all(|two| two[0].file == two[1].file)
    }
}
