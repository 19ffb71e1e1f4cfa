//! Artifacts that cpcap could not read are not missing, and a text of which nothing is known may
//! hold any user.

use crate::common::{Dir, Ran};

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: aws}
spec:
  type: aws
  kubernetes: {versions: [{version: 1.33.1}, {version: 1.32.5}]}
  machineImages:
  - name: gl
    versions: [{version: 2.0.0, cri: [{name: containerd}], architectures: [amd64]}]
  machineTypes: [{name: small, cpu: '2', gpu: '0', memory: 8Gi}]
  regions: [{name: eu, zones: [{name: eu-a}]}]
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: gl
      versions:
      - version: 2.0.0
        regions:
        - {name: eu, ami: ami-1}
";
const SHOOT: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-a}
spec:
  cloudProfile: {kind: CloudProfile, name: aws}
  region: eu
  kubernetes: {version: 1.33.1}
  provider:
    type: aws
    infrastructureConfig: {}
    workers:
    - name: w
      minimum: 1
      maximum: 1
      zones: [eu-a]
      machine: {type: small, image: {name: gl, version: 2.0.0}}
      volume: {type: gp3, size: 50Gi}
";

fn run(dir: &Dir, line: &str) -> Ran {
    dir.run(&line.split(' ').collect::<Vec<_>>())
}

#[test]
fn an_unread_artifact_is_not_missing() {
    let missing = PROFILE.replace(
        "    - name: gl\n      versions:",
        "    - name: x\n      versions:",
    );
    let dir = Dir::with(&[("p.yaml", PROFILE), ("m.yaml", &missing), ("s.yaml", SHOOT)]);
    assert!(
        run(&dir, "resolve s.yaml -p m.yaml")
            .stdout
            .contains("does not have the image")
    );
    assert!(
        run(&dir, "diff p.yaml m.yaml --with s.yaml")
            .stdout
            .contains("no artifact any more")
    );
    for (value, unread) in [
        (
            "    - name: gl\n      versions:",
            "    - name: \"${X}\"\n      versions:",
        ),
        ("      - version: 2.0.0\n", "      - version: \"${V}\"\n"),
        (
            "        - {name: eu, ami: ami-1}",
            "        - {name: \"${R}\", ami: ami-1}",
        ),
        (
            "        regions:\n        - {name: eu, ami: ami-1}",
            "        regions: ${R}",
        ),
    ] {
        let half = PROFILE.replace(value, unread);
        assert_ne!(half, PROFILE);
        dir.write("n.yaml", &half);
        for line in ["resolve s.yaml -p n.yaml", "maintain s.yaml -p n.yaml"] {
            let ran = run(&dir, line);
            for said in ["does not have", "none:"] {
                assert!(
                    !ran.stdout.contains(said),
                    "{line}, {unread}: {}",
                    ran.stdout
                );
            }
        }
        let ran = run(&dir, "diff --deny-unchecked p.yaml n.yaml --with s.yaml");
        assert_eq!(ran.exit.code(), 1, "{unread}: {}", ran.stdout);
        assert!(
            ran.stdout.contains("not known") && !ran.stdout.contains("no artifact any more"),
            "{unread}: {}",
            ran.stdout
        );
    }
}

/// A marker that stays in one field of a Shoot does not let a refused change of another one through.
#[test]
fn a_marker_that_stays_accepts_nothing() {
    for (value, unread) in [
        ("region: eu", "region: \"${R}\""),
        ("zones: [eu-a]", "zones: [\"${Z}\"]"),
        ("metadata: {", "metadata: {annotations: {a: \"${A}\"}, "),
        ("type: gp3", "type: \"${T}\""),
        (
            "infrastructureConfig: {}",
            "infrastructureConfig: {a: \"${C}\"}",
        ),
    ] {
        let old = SHOOT.replace(value, unread);
        assert_ne!(old, SHOOT);
        let new = old.replace("version: 1.33.1", "version: 1.32.5");
        let dir = Dir::with(&[("p.yaml", PROFILE), ("o.yaml", &old), ("n.yaml", &new)]);
        let ran = run(&dir, "diff --deny-unchecked o.yaml n.yaml --with p.yaml");
        assert_eq!(ran.exit.code(), 1, "{unread}: {}", ran.stdout);
    }
}

#[test]
fn a_text_of_which_nothing_is_known_may_hold_users() {
    for text in [
        "${SHOOTS}\n",
        "<%- include(\"shoot.yaml\") %>\n",
        "{{ include \"shoots\" . }}\n",
        "a: [\n",
    ] {
        let dir = Dir::with(&[("p.yaml", PROFILE), ("s.yaml", SHOOT), ("x.yaml", text)]);
        let line = "retire kubernetes 1.32.5 -p p.yaml --with s.yaml --with x.yaml";
        let ran = run(&dir, line);
        assert!(!ran.stdout.contains("at once"), "{text}: {}", ran.stdout);
        let ran = run(&dir, "uses --unused p.yaml s.yaml x.yaml");
        assert!(
            !ran.stdout.contains("Not used by"),
            "{text}: {}",
            ran.stdout
        );
    }
    // A broken text of another kind in a directory holds none.
    let dir = Dir::with(&[
        ("all/p.yaml", PROFILE),
        ("all/s.yaml", SHOOT),
        (
            "all/x.yaml",
            "apiVersion: v1\nkind: ConfigMap\ndata: {{ .x }}\n  y: [\n",
        ),
    ]);
    let ran = run(&dir, "retire kubernetes 1.32.5 -p all/p.yaml --with all");
    assert!(
        ran.stdout.contains("at once"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}
