//! `cpcap diff` by properties: the impacts between two profiles turn the old answers into the new
//! ones, and equal profiles have no change.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::common::Dir;
use cpcap::capability::Selected;
use cpcap::config::ProviderRules;
use cpcap::landscape::{Input, Landscape, read};
use cpcap::matching::Matcher;
use cpcap::model::cloudprofile::Capabilities;
use cpcap::resolution::parents::Parents;
use cpcap::resolution::usable::Usable;
use cpcap::source::{Source, Sources};
use serde_json::Value;

/// Capabilities: values by name.
type Map = BTreeMap<String, Vec<String>>;
/// A flavor of `providerConfig`: its capabilities, and the artifact of each region.
type Mapped = (Map, BTreeMap<String, String>);

/// A profile that can be mutated.
#[derive(Clone)]
struct Model {
    vocabulary: Vec<(String, Vec<String>)>,
    types: BTreeMap<String, Map>,
    versions: BTreeMap<String, Vec<Map>>,
    provider: BTreeMap<String, Vec<Mapped>>,
    regions: Vec<String>,
}

const VALUES: [(&str, [&str; 3]); 2] = [
    ("boot", ["uefi", "bios", "net"]),
    ("disk", ["nvme", "scsi", "ide"]),
];
const REGIONS: [&str; 3] = ["eu", "us", "ap"];
/// The number of mutations of a profile.
const MUTATIONS: usize = 17;

/// Some values of some capabilities.
fn map(rng: &mut fastrand::Rng) -> Map {
    let mut map = Map::from([("architecture".to_owned(), vec!["amd64".to_owned()])]);
    for (name, values) in VALUES {
        let some: Vec<String> = values
            .into_iter()
            .filter(|_| rng.bool())
            .map(str::to_owned)
            .collect();
        if !some.is_empty() && some.len() < 3 {
            map.insert(name.to_owned(), some);
        }
    }
    map
}

fn artifacts(rng: &mut fastrand::Rng) -> BTreeMap<String, String> {
    let some: Vec<&str> = REGIONS
        .into_iter()
        .filter(|_| rng.usize(0..5) > 0)
        .collect();
    some.into_iter()
        .map(|region| (region.to_owned(), format!("ami-{}", rng.usize(0..5))))
        .collect()
}

fn key_of<V>(map: &BTreeMap<String, V>, rng: &mut fastrand::Rng) -> String {
    map.keys().nth(rng.usize(0..map.len())).unwrap().clone()
}

impl Model {
    fn new(rng: &mut fastrand::Rng) -> Self {
        let mut model = Self {
            vocabulary: vec![("architecture".to_owned(), vec!["amd64".to_owned()])],
            types: BTreeMap::new(),
            versions: BTreeMap::new(),
            provider: BTreeMap::new(),
            regions: REGIONS[..2].iter().map(|name| (*name).to_owned()).collect(),
        };
        for (name, mut values) in VALUES {
            rng.shuffle(&mut values);
            model.vocabulary.push((
                name.to_owned(),
                values.iter().map(|value| (*value).to_owned()).collect(),
            ));
        }
        for n in 0..4 {
            model.types.insert(format!("t{n}"), map(rng));
        }
        for n in 0..4 {
            model.add_version(&format!("1.{n}.0"), rng);
        }
        model
    }

    fn add_version(&mut self, name: &str, rng: &mut fastrand::Rng) {
        let flavors: Vec<Map> = (0..=rng.usize(0..3)).map(|_| map(rng)).collect();
        self.provider.insert(
            name.to_owned(),
            flavors
                .iter()
                .map(|flavor| (flavor.clone(), artifacts(rng)))
                .collect(),
        );
        self.versions.insert(name.to_owned(), flavors);
    }

    /// Does one thing to it.
    fn mutate(&mut self, what: usize, rng: &mut fastrand::Rng) {
        let (machine, version) = (key_of(&self.types, rng), key_of(&self.versions, rng));
        let axis = 1 + rng.usize(0..2);
        let mapped = self.provider.get_mut(&version).unwrap();
        let flavor = rng.usize(0..mapped.len());
        match what {
            0 => rng.shuffle(&mut self.vocabulary[axis].1),
            1 => self.vocabulary.swap(1, 2),
            2 => self.vocabulary[axis]
                .1
                .insert(rng.usize(0..3), "more".to_owned()),
            // A value goes, also from everything that names it.
            3 => {
                let name = self.vocabulary[axis].0.clone();
                let gone = self.vocabulary[axis].1.pop().unwrap();
                let all = self
                    .types
                    .values_mut()
                    .chain(self.versions.values_mut().flatten());
                for map in all.chain(self.provider.values_mut().flatten().map(|(map, _)| map)) {
                    let Some(values) = map.get_mut(&name) else {
                        continue;
                    };
                    values.retain(|value| *value != gone);
                    if values.is_empty() {
                        map.remove(&name);
                    }
                }
            }
            // The flavors change on both sides, or only on the core's.
            4 => {
                let other = map(rng);
                self.versions.get_mut(&version).unwrap()[0] = other.clone();
                mapped[0].0 = other;
            }
            5 => self.versions.get_mut(&version).unwrap()[0] = map(rng),
            6 => self.versions.get_mut(&version).unwrap().push(map(rng)),
            7 => drop(self.types.insert(machine, map(rng))),
            8 => mapped[flavor].1 = artifacts(rng),
            9 => drop(
                mapped[flavor]
                    .1
                    .insert(REGIONS[rng.usize(0..3)].to_owned(), "ami-new".to_owned()),
            ),
            10 => mapped[flavor].1.clear(),
            11 => mapped[flavor].0 = map(rng),
            12 => drop(self.types.insert("t9".to_owned(), map(rng))),
            13 => drop(self.types.remove(&machine)),
            14 => self.add_version("2.0.0", rng),
            15 => {
                self.versions.remove(&version);
                self.provider.remove(&version);
            }
            16 => {
                self.regions = REGIONS[rng.usize(0..2)..]
                    .iter()
                    .map(|name| (*name).to_owned())
                    .collect();
            }
            _ => unreachable!("{what}"),
        }
    }

    fn text(&self) -> String {
        let of_map = |map: &Map| {
            let entries: Vec<String> = map
                .iter()
                .map(|(name, values)| format!("{name}: [{}]", values.join(", ")))
                .collect();
            format!("{{{}}}", entries.join(", "))
        };
        let mut text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
             {name: aws}\nspec:\n  type: aws\n  kubernetes: {versions: [{version: 1.33.1}]}\n  \
             machineCapabilities:\n"
            .to_owned();
        for (name, values) in &self.vocabulary {
            text += &format!("  - {{name: {name}, values: [{}]}}\n", values.join(", "));
        }
        text += "  machineTypes:\n";
        for (name, map) in &self.types {
            text += &format!(
                "  - {{name: {name}, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {}}}\n",
                of_map(map)
            );
        }
        text += "  regions:\n";
        for name in &self.regions {
            text += &format!("  - {{name: {name}}}\n");
        }
        text += "  machineImages:\n  - name: gl\n    updateStrategy: major\n    versions:\n";
        for (name, flavors) in &self.versions {
            text += &format!(
                "    - version: {name}\n      cri: [{{name: containerd}}]\n      \
                 capabilityFlavors:\n"
            );
            for flavor in flavors {
                text += &format!("      - {}\n", of_map(flavor));
            }
        }
        text += "  providerConfig:\n    apiVersion: \
            aws.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
            machineImages:\n    - name: gl\n      versions:\n";
        for (name, flavors) in &self.provider {
            text += &format!("      - version: {name}\n        capabilityFlavors:\n");
            for (map, regions) in flavors {
                let regions: Vec<String> = regions
                    .iter()
                    .map(|(region, ami)| format!("{{name: {region}, ami: {ami}}}"))
                    .collect();
                text += &format!(
                    "        - {{capabilities: {}, regions: [{}]}}\n",
                    of_map(map),
                    regions.join(", ")
                );
            }
        }
        text
    }
}

/// A machine type and an image version.
type Pair = (String, String);

/// The result for a worker of a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Gets {
    fits: bool,
    /// The selected flavor, as diff writes it.
    flavor: Option<String>,
    /// The artifact in each region that has one.
    artifacts: BTreeMap<String, String>,
}

fn flavor(capabilities: &Capabilities<'_>) -> String {
    let sorted = |mut texts: Vec<String>, with: &str| {
        texts.sort();
        texts.join(with)
    };
    let values = |all: &[cpcap::model::cursor::Spanned<&str>]| {
        sorted(
            all.iter().map(|value| value.value.to_owned()).collect(),
            "|",
        )
    };
    sorted(
        capabilities
            .iter()
            .map(|entry| format!("{}={}", *entry.name, values(&entry.values)))
            .collect(),
        " ",
    )
}

/// The result of each pair by a single question, and the regions.
fn table(text: &str) -> (BTreeMap<Pair, Gets>, BTreeSet<String>) {
    let mut sources = Sources::default();
    let input = [Input {
        file: sources.add(Source::new("x.yaml", text)),
        fault: None,
    }];
    let files = read(&sources, &input);
    let (landscape, context) = (Landscape::new(&files), Landscape::default());
    let parents = Parents::new(&landscape, &context, &ProviderRules::default());
    let usable = Usable::new(&landscape.items[0], &parents, &sources)
        .unwrap()
        .unwrap();
    let matcher = Matcher::new(&usable.profile);
    let catalog = usable.artifacts.as_ref().unwrap().catalog(&usable.profile);
    let regions: BTreeSet<String> = usable
        .profile
        .regions
        .iter()
        .map(|region| (*region.name).to_owned())
        .collect();
    let mut table = BTreeMap::new();
    for machine in matcher.machines() {
        for version in matcher.versions() {
            let (name, image, number) = (
                *machine.machine_type.name,
                *version.image.name,
                *version.version.version(),
            );
            let answer = matcher.answer(machine, version);
            let mut gets = Gets {
                fits: answer.compatible,
                ..Gets::default()
            };
            let text = |at: &usize| flavor(&version.version.capability_flavors[*at].capabilities);
            gets.flavor = match &answer.selected {
                Selected::Nothing => None,
                Selected::One(at) => Some(text(at)),
                Selected::Ambiguous(several) => {
                    Some(several.iter().map(text).collect::<Vec<_>>().join(" or "))
                }
            };
            for region in regions.iter().filter(|_| gets.fits) {
                if let Ok(artifact) = catalog.find(image, number, region, name, "amd64") {
                    let names: Vec<String> = artifact
                        .names()
                        .map(|(field, name)| format!("{field} {name}"))
                        .collect();
                    gets.artifacts.insert(region.clone(), names.join(", "));
                }
            }
            table.insert((name.to_owned(), number.to_owned()), gets);
        }
    }
    (table, regions)
}

fn diff(old: &str, new: &str) -> Value {
    let ran = Dir::with(&[("old.yaml", old), ("new.yaml", new)])
        .run(&["diff", "old.yaml", "new.yaml", "-f", "json"]);
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).unwrap()
}

fn texts<'v>(value: &'v Value, key: &str) -> Vec<&'v str> {
    value[key]
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect()
}

/// Applies what was reported to the old table. What came is taken from the new one; that it is all
/// that came is what the comparison shows.
fn applied(
    report: &Value,
    old: &str,
    new: &str,
    seen: &mut BTreeMap<String, usize>,
) -> Result<(), String> {
    let ((mut table, mut regions), (after, regions_after)) = (self::table(old), self::table(new));
    let impacts: Vec<&Value> = report["objects"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|object| object["impacts"].as_array().unwrap())
        .collect();
    let mut started = BTreeSet::new();
    for impact in &impacts {
        let kind = kind_of(impact);
        *seen.entry(kind.to_owned()).or_default() += 1;
        let name = impact["name"].as_str().unwrap_or_default();
        let came = |pair: &Pair| pair.0 == name || format!("gl {}", pair.1) == name;
        match (kind, impact["list"].as_str()) {
            ("removed", Some("machineType" | "imageVersion")) => {
                table.retain(|pair, _| !came(pair));
            }
            ("added", Some("machineType" | "imageVersion")) => {
                table.extend(
                    after
                        .iter()
                        .filter(|(pair, _)| came(pair))
                        .map(|(pair, gets)| (pair.clone(), gets.clone())),
                );
            }
            ("removed", Some("region")) => {
                regions.remove(name);
                table
                    .values_mut()
                    .for_each(|gets| drop(gets.artifacts.remove(name)));
            }
            ("added", Some("region")) => {
                regions.insert(name.to_owned());
                for (pair, gets) in &mut table {
                    let found = after.get(pair).and_then(|gets| gets.artifacts.get(name));
                    gets.artifacts
                        .extend(found.map(|found| (name.to_owned(), found.clone())));
                }
            }
            _ => {}
        }
    }
    for impact in &impacts {
        let kind = kind_of(impact);
        if !["compatible", "incompatible", "flavor", "artifact"].contains(&kind) {
            continue;
        }
        let (was, is) = (
            impact["before"].as_str(),
            impact["after"].as_str().map(str::to_owned),
        );
        for machine in texts(impact, "machineTypes") {
            for version in impact["imageVersions"].as_array().unwrap() {
                let pair = (
                    machine.to_owned(),
                    version["version"].as_str().unwrap().to_owned(),
                );
                let gets = table
                    .get_mut(&pair)
                    .ok_or_else(|| format!("{kind} of {pair:?}, which nobody has"))?;
                let agrees = |known: Option<&String>| known.map(String::as_str) == was;
                match kind {
                    "compatible" if !gets.fits => {
                        *gets = Gets {
                            fits: true,
                            flavor: is.clone(),
                            artifacts: BTreeMap::new(),
                        };
                        started.insert(pair);
                    }
                    "incompatible" if gets.fits && agrees(gets.flavor.as_ref()) => {
                        *gets = Gets::default();
                    }
                    "flavor" if gets.fits && agrees(gets.flavor.as_ref()) => {
                        gets.flavor.clone_from(&is);
                    }
                    "artifact" if gets.fits => {
                        for moved in version["artifacts"].as_array().unwrap() {
                            let (region, was, is) = (
                                moved["region"].as_str().unwrap(),
                                moved["before"].as_str(),
                                moved["after"].as_str(),
                            );
                            let known = gets.artifacts.get(region).map(String::as_str);
                            if known != was
                                || known == is
                                || !texts(impact, "regions").contains(&region)
                            {
                                return Err(format!(
                                    "artifact of {pair:?} in {region} was {known:?}, not {was:?}, \
                                     and becomes {is:?}"
                                ));
                            }
                            match is {
                                Some(is) => {
                                    drop(gets.artifacts.insert(region.to_owned(), is.to_owned()));
                                }
                                None => drop(gets.artifacts.remove(region)),
                            }
                        }
                    }
                    _ => return Err(format!("{kind} of {pair:?}, which was {gets:?}")),
                }
            }
        }
    }
    // A version that starts to fit has one impact: its artifacts are new, as those of an added
    // entry.
    for pair in started {
        if let (Some(gets), Some(after)) = (table.get_mut(&pair), after.get(&pair)) {
            gets.artifacts.clone_from(&after.artifacts);
        }
    }
    if regions != regions_after || table.keys().ne(after.keys()) {
        return Err(format!(
            "{regions:?} {:?}, not {regions_after:?} {:?}",
            table.keys(),
            after.keys()
        ));
    }
    match table
        .iter()
        .find(|(pair, gets)| after.get(*pair) != Some(gets))
    {
        Some((pair, gets)) => Err(format!("{pair:?}: {gets:?}, not {:?}", after.get(pair))),
        None => Ok(()),
    }
}

#[track_caller]
fn holds(old: &Model, new: &Model, about: &str, seen: &mut BTreeMap<String, usize>) {
    let (old, new) = (old.text(), new.text());
    let report = diff(&old, &new);
    if let Err(why) = applied(&report, &old, &new, seen) {
        panic!("{about}: {why}\n{old}\n{new}\n{report:#}");
    }
}

#[test]
fn applying_what_is_reported_of_one_mutation_gives_the_new_answers() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut seen = BTreeMap::new();
    for round in 0..6 {
        for what in 0..MUTATIONS {
            let old = Model::new(&mut rng);
            let mut new = old.clone();
            new.mutate(what, &mut rng);
            holds(
                &old,
                &new,
                &format!("round {round}, mutation {what}"),
                &mut seen,
            );
        }
    }
    for kind in [
        "compatible",
        "incompatible",
        "flavor",
        "artifact",
        "added",
        "removed",
        "vocabulary",
    ] {
        assert!(
            seen.get(kind).is_some_and(|number| *number >= 5),
            "{kind}: {seen:?}"
        );
    }
}

#[test]
fn applying_what_is_reported_of_many_mutations_gives_the_new_answers() {
    let mut rng = fastrand::Rng::with_seed(12);
    let mut seen = BTreeMap::new();
    for round in 0..100 {
        let old = Model::new(&mut rng);
        let mut new = old.clone();
        for _ in 0..rng.usize(2..7) {
            new.mutate(rng.usize(0..MUTATIONS), &mut rng);
        }
        holds(&old, &new, &format!("round {round}"), &mut seen);
    }
    assert!(seen.values().sum::<usize>() > 500, "{seen:?}");
}

#[test]
fn unrelated_profiles_are_told_apart_completely() {
    let mut rng = fastrand::Rng::with_seed(13);
    for round in 0..20 {
        let (old, new) = (Model::new(&mut rng), Model::new(&mut rng));
        holds(&old, &new, &format!("round {round}"), &mut BTreeMap::new());
    }
}

/// A pool: machine type, image version, architecture.
type Pool = (String, String, String);

fn shoot(pools: &BTreeMap<String, Pool>) -> String {
    let mut text = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: \
        {name: web, namespace: garden-x}\nspec:\n  cloudProfile: \
        {kind: CloudProfile, name: aws}\n  region: eu\n  kubernetes: {version: 1.33.1}\n  \
        provider:\n    type: aws\n    workers:\n"
        .to_owned();
    for (name, (machine, version, architecture)) in pools {
        text += &format!(
            "    - name: {name}\n      minimum: 1\n      maximum: 2\n      machine: {{type: \
             {machine}, architecture: {architecture}, image: {{name: gl, version: {version}}}}}\n"
        );
    }
    text
}

/// An artifact that is lost is one that changes, too.
fn kind_of(impact: &Value) -> &str {
    match impact["kind"].as_str().unwrap() {
        "noArtifact" => "artifact",
        kind => kind,
    }
}

/// The results for the pools of a Shoot: whether they are possible, with their flavor and artifact.
fn of_pools(pools: &BTreeMap<String, Pool>, text: &str) -> BTreeMap<String, Gets> {
    let table = table(text).0;
    let of = |(machine, version, architecture): &Pool| {
        let mut gets = table
            .get(&(machine.clone(), version.clone()))
            .filter(|gets| gets.fits && architecture == "amd64")
            .cloned()
            .unwrap_or_default();
        gets.artifacts.retain(|region, _| region == "eu");
        if !gets.fits {
            gets = Gets::default();
        }
        gets
    };
    pools
        .iter()
        .map(|(name, pool)| (name.clone(), of(pool)))
        .collect()
}

/// Profile and Shoot change together: the impacts of both, applied to the old request and result of
/// each pool, give the new ones.
#[test]
fn applying_what_is_reported_of_a_shoot_gives_the_new_pools() {
    let mut rng = fastrand::Rng::with_seed(16);
    let mut seen = BTreeMap::new();
    for round in 0..120 {
        let old_profile = Model::new(&mut rng);
        let mut profile = old_profile.clone();
        for _ in 0..rng.usize(0..4) {
            profile.mutate(rng.usize(0..12), &mut rng);
        }
        let pool = |rng: &mut fastrand::Rng| {
            let architecture = if rng.usize(0..8) == 0 {
                "arm64"
            } else {
                "amd64"
            };
            (
                format!("t{}", rng.usize(0..4)),
                format!("1.{}.0", rng.usize(0..4)),
                architecture.to_owned(),
            )
        };
        let old: BTreeMap<String, Pool> =
            (0..3).map(|n| (format!("p{n}"), pool(&mut rng))).collect();
        let mut new = old.clone();
        for _ in 0..rng.usize(0..3) {
            let name = format!("p{}", rng.usize(0..5));
            match rng.usize(0..3) {
                0 => drop(new.remove(&name)),
                _ => drop(new.insert(name, pool(&mut rng))),
            }
        }
        let (before, after) = (old_profile.text(), profile.text());
        let (old_text, new_text) = (
            format!("{before}---\n{}", shoot(&old)),
            format!("{after}---\n{}", shoot(&new)),
        );
        let report = diff(&old_text, &new_text);
        let (mut pools, mut gets, gets_after) =
            (old.clone(), of_pools(&old, &before), of_pools(&new, &after));
        let impacts = report["objects"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|object| object["impacts"].as_array().unwrap());
        for impact in impacts {
            let (kind, list) = (kind_of(impact), impact["list"].as_str().unwrap_or_default());
            let is = impact["after"].as_str().map(str::to_owned);
            for of in impact["pools"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|pool| pool["pool"].as_str())
            {
                *seen.entry(format!("{kind} {list}")).or_insert(0) += 1;
                match (kind, list) {
                    ("added", "workerPool") => {
                        let name = is.clone().unwrap();
                        let (machine, version) = name.split_once(" with gl ").unwrap();
                        // The architecture has no line; everything of an added one is new.
                        pools.insert(
                            of.to_owned(),
                            (machine.to_owned(), version.to_owned(), new[of].2.clone()),
                        );
                        gets.insert(of.to_owned(), gets_after[of].clone());
                    }
                    ("removed", "workerPool") => {
                        pools.remove(of);
                        gets.remove(of);
                    }
                    ("changed", "machineType") => {
                        pools.get_mut(of).unwrap().0 = is.clone().unwrap();
                    }
                    ("changed", "imageVersion") => {
                        pools.get_mut(of).unwrap().1 =
                            is.clone().unwrap().trim_start_matches("gl ").to_owned();
                    }
                    ("changed", "architecture") => {
                        pools.get_mut(of).unwrap().2 = is.clone().unwrap();
                    }
                    ("impossible", _) => drop(gets.insert(of.to_owned(), Gets::default())),
                    // A pair that becomes possible gets its new result.
                    ("compatible", _) => drop(gets.insert(of.to_owned(), gets_after[of].clone())),
                    ("flavor", _) if gets[of].fits => {
                        gets.get_mut(of).unwrap().flavor.clone_from(&is);
                    }
                    ("artifact", _) if gets[of].fits => {
                        // Of the profile's, that of the version that the pool runs.
                        let mut versions = impact["imageVersions"].as_array().unwrap().iter();
                        let version = versions
                            .find(|version| version["version"] == pools[of].1.as_str())
                            .unwrap();
                        let mut moves = version["artifacts"].as_array().unwrap().iter();
                        let moved = moves
                            .find(|moved| moved["region"] == "eu")
                            .expect("only pools of the region are named");
                        let artifacts = &mut gets.get_mut(of).unwrap().artifacts;
                        match moved["after"].as_str() {
                            Some(is) => drop(artifacts.insert("eu".to_owned(), is.to_owned())),
                            None => drop(artifacts.remove("eu")),
                        }
                    }
                    _ => {}
                }
            }
        }
        assert_eq!(
            pools, new,
            "round {round}\n{old_text}\n{new_text}\n{report:#}"
        );
        assert_eq!(
            gets, gets_after,
            "round {round}\n{old_text}\n{new_text}\n{report:#}"
        );
    }
    let kinds = [
        "added workerPool",
        "removed workerPool",
        "changed machineType",
        "changed imageVersion",
        "impossible ",
        "flavor ",
        "artifact ",
    ];
    assert!(
        kinds
            .iter()
            .all(|kind| seen.get(*kind).is_some_and(|number| *number >= 5)),
        "{seen:?}"
    );
}

/// Whatever bytes stand on a side, there is an answer.
#[test]
fn broken_texts_are_answered() {
    let whole = format!(
        "{}---\n{}---\n{}",
        crate::common::diff::PROFILE,
        crate::common::diff::SHOOT,
        crate::common::diff::CHILD
    );
    let mut rng = fastrand::Rng::with_seed(17);
    for round in 0..120 {
        let mut bytes = whole.clone().into_bytes();
        let at = rng.usize(0..bytes.len());
        match round % 3 {
            0 => bytes.truncate(at),
            1 => bytes[at] = rng.u8(..),
            _ => drop(bytes.drain(at..(at + rng.usize(1..60)).min(whole.len()))),
        }
        let dir = Dir::with(&[("whole.yaml", &whole)]);
        dir.write("broken.yaml", &bytes);
        for sides in [["whole.yaml", "broken.yaml"], ["broken.yaml", "whole.yaml"]] {
            let ran = dir.run(&["diff", sides[0], sides[1], "-f", "json"]);
            assert!(
                ran.exit.code() == 2 || serde_json::from_str::<Value>(&ran.stdout).is_ok(),
                "round {round}"
            );
        }
    }
}

/// JSON with the keys of every map in another order.
pub fn shuffled(value: &Value, rng: &mut fastrand::Rng, out: &mut String) {
    let (open, close) = match value {
        Value::Object(_) => ('{', '}'),
        Value::Array(_) => ('[', ']'),
        other => return out.push_str(&other.to_string()),
    };
    let mut entries: Vec<(Option<&String>, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (Some(key), value)).collect(),
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        _ => Vec::new(),
    };
    if value.is_object() {
        rng.shuffle(&mut entries);
    }
    out.push(open);
    for (at, (key, value)) in entries.into_iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        if let Some(key) = key {
            out.push_str(&format!("{}: ", Value::from(key.as_str())));
        }
        shuffled(value, rng, out);
    }
    out.push(close);
}

/// A comment after and before lines, where that changes nothing: not in a text of several lines.
fn commented(text: &str, rng: &mut fastrand::Rng) -> String {
    let lines = text.lines().map(|line| match rng.usize(0..4) {
        0 => format!("# about\n{line}\n"),
        1 => format!("{line} # here\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn comments_and_the_order_of_maps_are_no_change() {
    let mut rng = fastrand::Rng::with_seed(14);
    for _ in 0..30 {
        let text = Model::new(&mut rng).text();
        let documents = cpcap::yaml::read(&text);
        let json = documents[0].tree.to_json(documents[0].tree.root().unwrap());
        let mut other = String::new();
        shuffled(&json, &mut rng, &mut other);
        for other in [other, commented(&text, &mut rng)] {
            let dir = Dir::with(&[("old.yaml", &text), ("new.yaml", &other)]);
            let ran = dir.run(&["diff", "old.yaml", "new.yaml"]);
            assert_eq!(
                (ran.exit.code(), ran.stdout.as_str()),
                (0, "no change\n"),
                "{text}\n{other}"
            );
        }
    }
}

/// Files that people wrote, where they are at hand, each against itself and against a copy with
/// other maps; and all of them as directories.
#[test]
fn real_files_do_not_differ_from_themselves() {
    let Some(real) = crate::common::recorded::real_files() else {
        return;
    };
    let mut rng = fastrand::Rng::with_seed(15);
    let (mut compared, all) = (0, Dir::new());
    for kind in ["CloudProfile", "NamespacedCloudProfile", "Shoot"] {
        for entry in fs::read_dir(real.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let name = format!("{kind}/{}", path.file_name().unwrap().to_string_lossy());
            all.write(&name, &text);
            let dir = Dir::with(&[("x.yaml", &text)]);
            let ran = dir.run(&["diff", "x.yaml", "x.yaml"]);
            // Templates and fragments hold nothing that could be compared.
            if ran.exit.code() == 2 {
                continue;
            }
            assert_eq!(
                (ran.exit.code(), ran.stdout.as_str()),
                (0, "no change\n"),
                "{name}"
            );
            compared += 1;
            let documents = cpcap::yaml::read(&text);
            if let [document] = &documents[..]
                && !document
                    .problems
                    .iter()
                    .any(|problem| problem.kind.rejects())
            {
                let mut other = String::new();
                shuffled(
                    &document.tree.to_json(document.tree.root().unwrap()),
                    &mut rng,
                    &mut other,
                );
                dir.write("y.yaml", &other);
                assert_eq!(
                    dir.run(&["diff", "x.yaml", "y.yaml"]).stdout,
                    "no change\n",
                    "{name}"
                );
            }
        }
    }
    assert!(compared > 100, "{compared}");
    let ran = all.run(&["diff", ".", "."]);
    // Those that cannot be read are named; they are the same on both sides, so they decide nothing.
    assert_eq!(
        (ran.exit.code(), ran.stdout.as_str()),
        (0, "no change\n"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("cannot read"), "{}", ran.stderr);
}
