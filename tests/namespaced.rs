/// Selection is proved on the merged profile, and only what the child brings in is said of it.
#[test]
fn proofs_about_the_child() {
    let parent = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: example}\nspec:\n  type: example\n  kubernetes: {versions: [{version: 1.33.1}]}\n  machineCapabilities:\n  - {name: architecture, values: [amd64, arm64]}\n  machineImages:\n  - name: gl\n    versions:\n    - {version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]}\n  machineTypes:\n  - {name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [amd64]}}\n  regions: [{name: europe}]\n";
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: mine, namespace: garden-p}\nspec:\n  parent: {kind: CloudProfile, name: example}\n  machineTypes:\n  - {name: arm, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [arm64]}}\n";
    let dir = common::Dir::with(&[("parent.yaml", parent), ("child.yaml", child)]);
    let ran = dir.run(&["lint", "--format", "compact", "--with", "parent.yaml", "child.yaml"]);
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| line.contains("[selection/")).collect();
    assert_eq!(lines.len(), 1, "{}", ran.stdout);
    let wanted = "child.yaml:7:12: warning[selection/machine-type-without-image] status.cloudProfileSpec.machineTypes[1]:";
    assert!(lines[0].starts_with(wanted), "{}", lines[0]);
}
