//! The questions.

use crate::config::{Preview, ProviderRules};
use crate::landscape::{Item, Landscape};
use crate::maintain::{Asked, MaintainReport, profile, shoot};
use crate::maintenance::Maintenance;
use crate::matching::Matcher;
use crate::model::time::Time;
use crate::resolution::parents::Parents;
use crate::resolution::prepared::{Prepared, Unanswered};
use crate::resolution::referred::Referred;
use crate::resolution::tied::Ties;
use crate::resolution::usable::{DECISIVE, Usable};
use crate::shoot::Fault;
use crate::source::Sources;

/// The answer of [`shoots`] and [`profiles`].
#[derive(Debug)]
pub struct Maintained<'v> {
    /// What people and machines read.
    pub report: MaintainReport<'v>,
    /// The profiles that the answer is about.
    pub profiles: Vec<&'v Usable<'v>>,
    /// The Shoots that the answer is about, each with what the server cannot fill in.
    pub shoots: Vec<(&'v Item<'v>, Vec<Fault<'v>>)>,
    /// The objects that have no answer.
    pub unanswered: Vec<Unanswered<'v>>,
}

/// Works out what the next windows of maintenance do to the Shoots of a landscape. `around`: what
/// they may refer to as well. The answer borrows what is prepared in between, so it is handed to
/// `tell`, whose result outlives it.
///
/// ```
/// use cpcap::config::ProviderRules;
/// use cpcap::landscape::{Input, Landscape, read};
/// use cpcap::maintain::{Asked, shoots};
/// use cpcap::model::time::Time;
/// use cpcap::source::{Source, Sources};
///
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: gcp}
/// spec:
///   type: gcp
///   kubernetes: {versions: [{version: 1.34.2}, {version: 1.34.0}]}
/// ---
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: Shoot
/// metadata: {name: small, namespace: garden-a}
/// spec:
///   cloudProfile: {name: gcp}
///   kubernetes: {version: 1.34.0}
///   maintenance: {autoUpdate: {kubernetesVersion: true}}
///   provider: {type: gcp}
/// ";
/// let mut sources = Sources::default();
/// let file = sources.add(Source::new("landscape.yaml", text));
/// let files = read(&sources, &[Input { file, fault: None }]);
/// let (landscape, nothing) = (Landscape::new(&files), Landscape::default());
/// let start = Time::parse("2027-01-31T00:00:00Z").unwrap();
/// let asked = Asked { start, until: None, settle: false, explain: false };
///
/// shoots(&landscape, &nothing, &sources, &ProviderRules::default(), asked, |answer| {
///     let window = &answer.report.shoots[0].windows[0];
///     assert_eq!(window.versions[0].after.as_ref().unwrap().version, "1.34.2");
/// });
/// ```
pub fn shoots<T>(
    landscape: &Landscape<'_>,
    around: &Landscape<'_>,
    sources: &Sources,
    rules: &ProviderRules,
    asked: Asked,
    tell: impl FnOnce(&Maintained<'_>) -> T,
) -> T {
    let (parents, stored) = (Parents::new(landscape, around, rules), Landscape::default());
    let referred = Referred::new(landscape, around, &stored, &parents, sources);
    let ties = Ties::new(landscape, around, sources);
    let matchers = referred.matchers(Preview::default());
    // Each profile is prepared once, however many Shoots it has.
    let prepared = Prepared::all(&matchers, asked.start);
    let (mut of_shoots, mut shoots, mut unanswered) = (Vec::new(), Vec::new(), Vec::new());
    for (item, written) in landscape.shoots() {
        match Prepared::whole_of(item, (&referred, &ties), &prepared) {
            Ok(profile) => {
                let judged = profile.stored(&written);
                of_shoots.push(shoot(item, &judged.shoot, profile, asked, sources));
                shoots.push((item, judged.mutation));
            }
            Err(why) => unanswered.push(why),
        }
    }
    tell(&Maintained {
        report: MaintainReport {
            shoots: of_shoots,
            ..MaintainReport::default()
        },
        profiles: referred.profiles().map(|(_, usable)| usable).collect(),
        shoots,
        unanswered,
    })
}

/// Works out what the profiles of a landscape alone say about maintenance: which versions change
/// their classification in a range of time, both ends included, and which have no way on. `now`:
/// the start of the time in which versions can get stuck.
pub fn profiles<T>(
    landscape: &Landscape<'_>,
    around: &Landscape<'_>,
    sources: &Sources,
    rules: &ProviderRules,
    (now, range): (Time, (Time, Time)),
    tell: impl FnOnce(&Maintained<'_>) -> T,
) -> T {
    let parents = Parents::new(landscape, around, rules);
    let ties = Ties::new(landscape, around, sources);
    let (mut usable, mut unanswered) = (Vec::new(), Vec::new());
    for found in landscape
        .items
        .iter()
        .filter_map(|item| Usable::new(item, &parents, sources))
    {
        match found {
            Ok(profile) => {
                if let Some((item, path)) = profile.unread(DECISIVE) {
                    unanswered.push(Unanswered::Unread(item, path));
                } else if let Some(tie) = ties.of_user(profile.item) {
                    unanswered.push(Unanswered::Tied(tie));
                } else {
                    usable.push(profile);
                }
            }
            Err(orphan) => unanswered.push(Unanswered::NoParent(orphan)),
        }
    }
    let matchers: Vec<Matcher<'_, '_>> = usable
        .iter()
        .map(|usable| Matcher::new(&usable.profile))
        .collect();
    let answers = usable.iter().zip(&matchers).map(|(usable, matcher)| {
        profile::profile(usable, &Maintenance::new(matcher), now, range, sources)
    });
    tell(&Maintained {
        report: MaintainReport {
            profiles: answers.collect(),
            ..MaintainReport::default()
        },
        profiles: usable.iter().collect(),
        shoots: Vec::new(),
        unanswered,
    })
}
