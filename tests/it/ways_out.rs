//! The plan of `cpcap retire` against `cpcap maintain` over generated landscapes: what it says of a
//! window is what `maintain --at` says of the Shoot as the windows before it left it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use fastrand::Rng;
use serde_json::Value;

use crate::common::{Dir, Ran};

const NOW: &str = "2027-01-31T12:00:00Z";
const KUBERNETES: [&str; 5] = ["1.33.2", "1.32.5", "1.32.3", "1.31.9", "1.31.7"];
const IMAGES: [&str; 5] = ["2.0.1", "1.1.2", "1.1.0", "1.0.1", "0.9.0"];
const TYPES: [&str; 2] = ["m", "other"];
/// One is past.
const DATES: [&str; 4] = ["2027-01-01", "2027-03-10", "2027-08-01", "2028-02-01"];

/// The fields of a version after its number.
fn life(rng: &mut Rng) -> String {
    let mut text = String::new();
    if rng.bool() {
        let word = rng.choice(["supported", "deprecated", "preview"]).unwrap();
        write!(text, ", classification: {word}").unwrap();
    }
    if rng.u8(..3) > 0 {
        let date = rng.choice(DATES).unwrap();
        write!(text, ", expirationDate: \"{date}T00:00:00Z\"").unwrap();
    }
    text
}

fn profile(rng: &mut Rng) -> String {
    let mut text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: \
                    local}\nspec:\n  type: local\n  regions: [{name: local}]\n  kubernetes:\n    \
                    versions:\n    - version: 1.33.2\n"
        .to_owned();
    for version in &KUBERNETES[1..] {
        let life = life(rng);
        writeln!(text, "    - {{version: {version}{life}}}").unwrap();
    }
    text += "  machineTypes:\n";
    for name in TYPES {
        writeln!(
            text,
            "  - {{name: {name}, cpu: \"2\", gpu: \"0\", memory: 8Gi}}"
        )
        .unwrap();
    }
    let strategy = rng.choice(["patch", "minor", "major"]).unwrap();
    writeln!(
        text,
        "  machineImages:\n  - name: linux\n    updateStrategy: {strategy}\n    versions:"
    )
    .unwrap();
    for version in IMAGES {
        let life = life(rng);
        writeln!(text, "    - {{version: {version}{life}}}").unwrap();
    }
    text += "  providerConfig:\n    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\n    \
             kind: CloudProfileConfig\n    machineImages:\n    - name: linux\n      versions:\n";
    for version in IMAGES {
        writeln!(
            text,
            "      - {{version: {version}, image: \"i{version}\"}}"
        )
        .unwrap();
    }
    text
}

fn child(rng: &mut Rng) -> String {
    let date = |rng: &mut Rng| rng.choice(DATES).unwrap();
    let kubernetes = rng.choice(&KUBERNETES[1..]).unwrap();
    let image = rng.choice(IMAGES).unwrap();
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: \
         child, namespace: garden-a}}\nspec:\n  parent: {{kind: CloudProfile, name: local}}\n  \
         kubernetes:\n    versions: [{{version: {kubernetes}, expirationDate: \
         \"{}T00:00:00Z\"}}]\n  machineImages:\n  - {{name: linux, versions: [{{version: {image}, \
         expirationDate: \"{}T00:00:00Z\"}}]}}\n",
        date(rng),
        date(rng)
    )
}

#[derive(Clone)]
struct Shoot {
    name: String,
    profile: &'static str,
    kubernetes: String,
    automatic: [bool; 2],
    /// Machine type and image version of the pools `a` and `b`.
    pools: [(&'static str, String); 2],
}

impl Shoot {
    fn new(at: usize, rng: &mut Rng) -> Self {
        let pool = |rng: &mut Rng| {
            let image = rng.choice(IMAGES).unwrap().to_owned();
            (rng.choice(TYPES).unwrap(), image)
        };
        Self {
            name: format!("s{at}"),
            profile: rng
                .choice([
                    "{kind: CloudProfile, name: local}",
                    "{kind: NamespacedCloudProfile, name: child}",
                ])
                .unwrap(),
            kubernetes: rng.choice(KUBERNETES).unwrap().to_owned(),
            automatic: [rng.bool(), rng.bool()],
            pools: [pool(rng), pool(rng)],
        }
    }

    fn text(&self) -> String {
        let [kubernetes, image] = self.automatic;
        let pool = |name: &str, (machine, image): &(&str, String)| {
            format!(
                "    - {{name: {name}, machine: {{type: {machine}, image: {{name: linux, version: \
                 {image}}}}}, minimum: 1, maximum: 1}}\n"
            )
        };
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {}, namespace: \
             garden-a}}\nspec:\n  cloudProfile: {}\n  region: local\n  kubernetes: {{version: \
             \"{}\"}}\n  maintenance: {{autoUpdate: {{kubernetesVersion: {kubernetes}, \
             machineImageVersion: {image}}}}}\n  provider:\n    type: local\n    workers:\n{}{}",
            self.name,
            self.profile,
            self.kubernetes,
            pool("a", &self.pools[0]),
            pool("b", &self.pools[1])
        )
    }

    /// The pools that use an entry; the whole Shoot counts as one without a name.
    fn uses(&self, what: &str, name: &str) -> Vec<&str> {
        let pools = ["a", "b"].into_iter().zip(&self.pools);
        let pool = |(pool, (machine, image)): (&'static str, &(&str, String))| {
            let used = if what == "image" {
                image.as_str()
            } else {
                machine
            };
            (used == name).then_some(pool)
        };
        match what {
            "kubernetes" => (self.kubernetes == name)
                .then_some("")
                .into_iter()
                .collect(),
            _ => pools.filter_map(pool).collect(),
        }
    }

    /// Takes over what a window moves.
    fn apply(&mut self, window: &Value) {
        for version in window["versions"].as_array().unwrap() {
            let Some(to) = version["after"]["version"].as_str() else {
                continue;
            };
            match (version["what"].as_str(), version["pool"].as_str()) {
                (Some("kubernetes"), None) => self.kubernetes = to.to_owned(),
                (Some("image"), Some("a")) => self.pools[0].1 = to.to_owned(),
                (Some("image"), Some("b")) => self.pools[1].1 = to.to_owned(),
                other => panic!("{other:?}"),
            }
        }
    }
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

/// What a window does, without what depends on the time of the question.
fn does(window: &Value) -> Vec<[String; 5]> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    window["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| {
            [
                text(&of["what"]),
                text(&of["pool"]),
                text(&of["before"]["version"]),
                text(&of["after"]["version"]),
                text(&of["outcome"]),
            ]
        })
        .collect()
}

#[test]
fn each_date_of_a_plan_is_what_maintenance_does_then() {
    let mut rng = Rng::with_seed(41);
    let (mut windows, mut moved, mut failed, mut of_child) = (0, 0, 0, 0);
    // Windows in which the first edit matters.
    let mut differ = 0;
    let mut kinds = BTreeSet::new();
    for _ in 0..40 {
        let profile = profile(&mut rng);
        let shoots: Vec<Shoot> = (0..4).map(|at| Shoot::new(at, &mut rng)).collect();
        let texts: Vec<String> = shoots.iter().map(Shoot::text).collect();
        let dir = Dir::with(&[
            ("profile.yaml", &profile),
            ("old.yaml", &profile),
            ("child.yaml", &child(&mut rng)),
            ("shoots.yaml", &texts.join("---\n")),
        ]);
        let (what, names): (&str, Vec<&str>) = match rng.u8(..5) {
            0 | 1 => ("kubernetes", vec![rng.choice(&KUBERNETES[1..]).unwrap()]),
            2 | 3 => ("image", vec!["linux", rng.choice(IMAGES).unwrap()]),
            _ => ("machine-type", vec![rng.choice(TYPES).unwrap()]),
        };
        let notice = rng.choice(["1d", "30d", "90d", "400d"]).unwrap();
        let with = [
            "--now",
            NOW,
            "-p",
            "profile.yaml",
            "--with",
            "child.yaml",
            "--with",
            "shoots.yaml",
        ];
        let retire =
            |more: &[&str]| dir.run(&[&["retire", what], &names[..], &with, more].concat());
        let with_notice: &[&str] = if rng.bool() {
            &["--notice", notice]
        } else {
            &[]
        };
        let plan = json(&retire(&[with_notice, &["-f", "json"]].concat()));
        let edited = plan["edit"]["accepted"] == true;
        if edited {
            retire(&[with_notice, &["--write"]].concat());
        } else if !plan["edit"].is_null() {
            continue;
        }
        // All users are there, with their pools.
        let name = names[names.len() - 1];
        let users: Vec<(&str, Vec<&str>)> = shoots
            .iter()
            .map(|shoot| (shoot.name.as_str(), shoot.uses(what, name)))
            .filter(|(_, pools)| !pools.is_empty())
            .collect();
        let planned = plan["shoots"].as_array().unwrap();
        assert_eq!(planned.len(), users.len(), "{plan}");
        for (user, (name, pools)) in planned.iter().zip(users) {
            assert_eq!(user["maintenance"]["name"], name);
            let told: Vec<&str> = user["pools"]
                .as_array()
                .unwrap()
                .iter()
                .map(|pool| pool.as_str().unwrap())
                .collect();
            assert_eq!(told, if pools == [""] { vec![] } else { pools });
            let mut shoot = shoots
                .iter()
                .find(|shoot| shoot.name == name)
                .unwrap()
                .clone();
            for window in user["maintenance"]["windows"].as_array().unwrap() {
                dir.write("one.yaml", shoot.text());
                let at = window["at"].as_str().unwrap();
                let args = [
                    "maintain",
                    "-p",
                    "profile.yaml",
                    "--with",
                    "child.yaml",
                    "one.yaml",
                    "-f",
                    "json",
                    "--at",
                    at,
                ];
                let then = json(&dir.run(&args));
                let now = &then["shoots"][0]["windows"][0];
                assert_eq!(does(now), does(window), "{what} {name} {at}\n{plan}");
                assert_eq!(now["fails"], window["fails"]);
                failed += usize::from(window["fails"] == true);
                moved += does(window).iter().filter(|of| !of[3].is_empty()).count();
                of_child += usize::from(shoot.profile.contains("Namespaced"));
                if edited {
                    let args = args.map(|arg| {
                        if arg == "profile.yaml" {
                            "old.yaml"
                        } else {
                            arg
                        }
                    });
                    let without = json(&dir.run(&args));
                    differ += usize::from(does(&without["shoots"][0]["windows"][0]) != does(now));
                }
                windows += 1;
                shoot.apply(window);
            }
            kinds.insert((what, edited));
        }
    }
    assert!(
        windows > 100
            && moved > 60
            && failed > 30
            && of_child > 50
            && differ > 10
            && kinds.len() == 5,
        "{windows} {moved} {failed} {of_child} {differ} {kinds:?}"
    );
}
