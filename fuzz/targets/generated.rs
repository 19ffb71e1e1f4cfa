//! Objects from a tape: profiles and Shoots as people write them, with a fault here and there, in
//! all the ways in which YAML can be written.

use serde_json::{Map, Value, json};

use super::tape::Tape;

const KUBERNETES: [&str; 10] = [
    "1.33.1", "1.32.4", "1.31.0", "1.33.0", "1.34.2", "1.32.0", "1.30.9", "1.31.7", "1.32", "2.0.0",
];
const IMAGES: [&str; 3] = ["gl", "suse", "ubuntu"];
const VERSIONS: [&str; 10] = [
    "1.0.0",
    "1.1.0",
    "2.0.0",
    "1.0.1",
    "1.1.4",
    "2.1.0",
    "3.0.0",
    "1.0.0-dev.1",
    "22.4",
    "1.1.4-gen2",
];
const MACHINES: [&str; 4] = ["small", "large", "metal", "arm"];
const VOLUMES: [&str; 2] = ["gp3", "io1"];
const REGIONS: [&str; 3] = ["eu", "us", "ap"];
const DATES: [&str; 7] = [
    "2026-12-31T00:00:00Z",
    "2026-06-01T00:00:00Z",
    "2027-03-01T00:00:00Z",
    "2028-01-31T23:59:59Z",
    "2026-11-18T11:06:40Z",
    "2026-11-18T11:06:41Z",
    "2027-01-01T00:00:00+02:00",
];
const CLASSES: [&str; 6] = [
    "supported",
    "preview",
    "deprecated",
    "expired",
    "unavailable",
    "old",
];
const STRATEGIES: [&str; 4] = ["major", "minor", "patch", "none"];
const CONSTRAINTS: [&str; 5] = ["< 1.33", ">= 1.32", "1.32.x", "~1.32 || 1.33", ">= x"];
const SIZES: [&str; 5] = ["8Gi", "8192Mi", "1Gi", "500m", "16GB"];
const CAPABILITIES: [(&str, [&str; 3]); 3] = [
    ("architecture", ["amd64", "arm64", "riscv64"]),
    ("disk", ["nvme", "scsi", "ide"]),
    ("boot", ["uefi", "bios", "net"]),
];
const TYPES: [&str; 6] = ["aws", "openstack", "gcp", "azure", "local", "example"];
/// Texts that stand where they do not belong.
const ODD: [&str; 18] = [
    "",
    "x",
    "A_b",
    "a/b",
    "é",
    "x86_64",
    "1.30",
    "true",
    "null",
    "9999999999",
    "2026-01-01",
    "a b",
    "{{ x }}",
    "a: b",
    "# x",
    "\u{202e}x",
    "-1Gi",
    "two\nlines\n",
];

fn list(
    tape: &mut Tape<'_>,
    most: usize,
    mut one: impl FnMut(&mut Tape<'_>, usize) -> Value,
) -> Value {
    let count = 1 + tape.below(most);
    (0..count).map(|at| one(tape, at)).collect()
}

fn capabilities(tape: &mut Tape<'_>) -> Value {
    let mut map = Map::new();
    for (name, values) in CAPABILITIES {
        if tape.chance(160) {
            let known = 2 + tape.below(2);
            let some = tape.some(&values[..known]);
            map.insert(name.to_owned(), json!(some));
        }
    }
    Value::Object(map)
}

fn life(tape: &mut Tape<'_>, entry: &mut Value) {
    match tape.below(4) {
        0 => {}
        1 => entry["classification"] = json!(tape.of(&CLASSES)),
        2 => {
            entry["classification"] = json!(tape.of(&CLASSES));
            entry["expirationDate"] = json!(tape.of(&DATES));
        }
        _ => {
            entry["lifecycle"] = list(
                tape,
                3,
                |tape, _| json!({"classification": tape.of(&CLASSES), "startTime": tape.of(&DATES)}),
            );
        }
    }
}

/// An entry of a list of names: mostly another one than before, sometimes the same.
fn name(tape: &mut Tape<'_>, names: &[&'static str], at: usize) -> &'static str {
    let at = if tape.chance(100) {
        tape.below(names.len())
    } else {
        at
    };
    names[at % names.len()]
}

fn kubernetes(tape: &mut Tape<'_>) -> Value {
    list(tape, 4, |tape, at| {
        let mut entry = json!({"version": name(tape, &KUBERNETES, at)});
        life(tape, &mut entry);
        entry
    })
}

fn images(tape: &mut Tape<'_>, with_capabilities: bool) -> Value {
    list(tape, 2, |tape, at| {
        let mut image = json!({"name": name(tape, &IMAGES, at)});
        if tape.chance(190) {
            image["updateStrategy"] = json!(tape.of(&STRATEGIES));
        }
        image["versions"] = list(tape, 4, |tape, at| {
            let mut entry = json!({"version": name(tape, &VERSIONS, at)});
            life(tape, &mut entry);
            if tape.chance(60) {
                entry["kubeletVersionConstraint"] = json!(tape.of(&CONSTRAINTS));
            }
            if tape.chance(60) {
                entry["inPlaceUpdates"] =
                    json!({"supported": true, "minVersionForUpdate": tape.of(&VERSIONS)});
            }
            if tape.chance(60) {
                entry["cri"] = json!([{"name": tape.of(&["containerd", "docker"])}]);
            }
            if with_capabilities {
                entry["capabilityFlavors"] = list(tape, 3, |tape, _| capabilities(tape));
            } else if tape.chance(128) {
                entry["architectures"] = json!(tape.some(&["amd64", "arm64"]));
            }
            entry
        });
        image
    })
}

fn machines(tape: &mut Tape<'_>, with_capabilities: bool) -> Value {
    list(tape, 3, |tape, at| {
        let mut machine = json!({
            "name": name(tape, &MACHINES, at),
            "cpu": tape.of(&["2", "4", "500m"]),
            "gpu": "0",
            "memory": tape.of(&SIZES),
        });
        if with_capabilities {
            machine["capabilities"] = capabilities(tape);
        } else if tape.chance(128) {
            machine["architecture"] = json!(tape.of(&["amd64", "arm64"]));
        }
        if tape.chance(40) {
            machine["usable"] = json!(tape.chance(128));
        }
        if tape.chance(30) {
            machine["storage"] =
                json!({"class": "standard", "size": tape.of(&SIZES), "type": "gp3"});
        }
        machine
    })
}

/// The artifacts that belong to the images of a profile, mostly.
fn provider(tape: &mut Tape<'_>, of: &str, images: &Value) -> Value {
    let artifact = |tape: &mut Tape<'_>, entry: &mut Value| match of {
        "aws" => {
            entry["regions"] = tape
                .some(&REGIONS)
                .iter()
                .map(|region| json!({"name": region, "ami": format!("ami-{}", tape.below(3))}))
                .collect();
        }
        "openstack" => {
            entry["regions"] = tape
                .some(&REGIONS)
                .iter()
                .map(|region| json!({"name": region, "id": format!("id-{}", tape.below(3))}))
                .collect();
        }
        "azure" => entry["urn"] = json!(tape.of(&["a:b:c:1", "a:b:c:2", "a:b"])),
        _ => entry["image"] = json!(tape.of(&["projects/a/b", "projects/c/d", ""])),
    };
    let mut mapped = Vec::new();
    for image in images.as_array().into_iter().flatten() {
        let mut versions = Vec::new();
        for version in image["versions"].as_array().into_iter().flatten() {
            if tape.chance(20) {
                continue;
            }
            let mut entry = json!({"version": version["version"]});
            match version.get("capabilityFlavors").and_then(Value::as_array) {
                Some(flavors) => {
                    let mut all = Vec::new();
                    for flavor in flavors {
                        let mut one = json!({"capabilities": flavor});
                        artifact(tape, &mut one);
                        all.push(one);
                    }
                    entry["capabilityFlavors"] = Value::Array(all);
                }
                None => artifact(tape, &mut entry),
            }
            versions.push(entry);
        }
        mapped.push(json!({"name": image["name"], "versions": versions}));
    }
    json!({
        "apiVersion": format!("{of}.provider.extensions.gardener.cloud/v1alpha1"),
        "kind": "CloudProfileConfig",
        "machineImages": mapped,
    })
}

fn volumes(tape: &mut Tape<'_>) -> Value {
    list(tape, 2, |tape, at| {
        let mut volume = json!({"name": name(tape, &VOLUMES, at), "class": "standard"});
        if tape.chance(60) {
            volume["minSize"] = json!(tape.of(&SIZES));
        }
        volume
    })
}

fn regions(tape: &mut Tape<'_>) -> Value {
    list(tape, 3, |tape, at| {
        let mut region = json!({"name": name(tape, &REGIONS, at)});
        if tape.chance(128) {
            region["zones"] = list(tape, 2, |tape, at| {
                let mut zone = json!({"name": (["a", "b"][at % 2])});
                if tape.chance(60) {
                    zone["unavailableMachineTypes"] = json!([tape.of(&MACHINES)]);
                }
                zone
            });
        }
        region
    })
}

/// A CloudProfile.
pub fn profile(tape: &mut Tape<'_>) -> Value {
    let of = tape.of(&TYPES);
    let with_capabilities = tape.below(3) != 1;
    let mut spec = json!({"type": of, "kubernetes": {"versions": kubernetes(tape)}});
    if with_capabilities {
        let mut defined = Vec::new();
        for (name, values) in CAPABILITIES {
            if name == "architecture" || tape.chance(190) {
                let mut values = values[..2 + tape.below(2)].to_vec();
                if tape.chance(60) {
                    values.reverse();
                }
                defined.push(json!({"name": name, "values": values}));
            }
        }
        spec["machineCapabilities"] = Value::Array(defined);
    }
    spec["machineImages"] = images(tape, with_capabilities);
    spec["machineTypes"] = machines(tape, with_capabilities);
    if tape.chance(100) {
        spec["volumeTypes"] = volumes(tape);
    }
    spec["regions"] = regions(tape);
    if tape.chance(128) {
        spec["providerConfig"] = provider(tape, of, &spec["machineImages"].clone());
    }
    if tape.chance(30) {
        spec["bastion"] = json!({"machineImage": {"name": tape.of(&IMAGES)}, "machineType": {"name": tape.of(&MACHINES)}});
    }
    if tape.chance(30) {
        spec["limits"] = json!({"maxNodesTotal": tape.below(9)});
    }
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "CloudProfile",
        "metadata": {"name": "p"},
        "spec": spec,
    })
}

/// A NamespacedCloudProfile of it.
pub fn child(tape: &mut Tape<'_>) -> Value {
    let mut spec = json!({"parent": {"kind": "CloudProfile", "name": "p"}});
    if tape.chance(128) {
        spec["kubernetes"] = json!({"versions": kubernetes(tape)});
    }
    if tape.chance(160) {
        let with_capabilities = tape.chance(128);
        spec["machineImages"] = images(tape, with_capabilities);
    }
    if tape.chance(128) {
        let with_capabilities = tape.chance(128);
        spec["machineTypes"] = machines(tape, with_capabilities);
    }
    if tape.chance(60) {
        spec["volumeTypes"] = volumes(tape);
    }
    if tape.chance(40) {
        spec["limits"] = json!({"maxNodesTotal": tape.below(9)});
    }
    if tape.chance(60) {
        let of = tape.of(&TYPES);
        spec["providerConfig"] = provider(tape, of, &spec["machineImages"].clone());
    }
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "NamespacedCloudProfile",
        "metadata": {"name": "c", "namespace": "garden-x"},
        "spec": spec,
    })
}

/// A Shoot of one of them.
pub fn shoot(tape: &mut Tape<'_>) -> Value {
    let workers = list(tape, 3, |tape, at| {
        let mut machine = json!({"type": tape.of(&MACHINES)});
        if tape.chance(200) {
            machine["image"] = json!({"name": tape.of(&IMAGES)});
            if tape.chance(200) {
                machine["image"]["version"] = json!(tape.of(&VERSIONS));
            }
        }
        if tape.chance(100) {
            machine["architecture"] = json!(tape.of(&["amd64", "arm64"]));
        }
        let mut worker = json!({"name": (["one", "two", "three"][at % 3]), "minimum": 1, "maximum": 2, "machine": machine});
        if tape.chance(60) {
            worker["volume"] = json!({"type": tape.of(&VOLUMES), "size": tape.of(&SIZES)});
        }
        if tape.chance(60) {
            worker["kubernetes"] = json!({"version": tape.of(&KUBERNETES)});
        }
        if tape.chance(40) {
            worker["updateStrategy"] = json!(tape.of(&[
                "AutoInPlaceUpdate",
                "ManualInPlaceUpdate",
                "AutoRollingUpdate"
            ]));
        }
        if tape.chance(40) {
            worker["zones"] = json!(tape.some(&["a", "b", "c"]));
        }
        worker
    });
    let reference = if tape.chance(80) {
        json!({"kind": "NamespacedCloudProfile", "name": "c"})
    } else {
        json!({"kind": "CloudProfile", "name": "p"})
    };
    let mut spec = json!({
        "cloudProfile": reference,
        "region": tape.of(&REGIONS),
        "kubernetes": {"version": tape.of(&KUBERNETES)},
        "provider": {"type": tape.of(&TYPES), "workers": workers},
    });
    if tape.chance(100) {
        spec["maintenance"] = json!({"autoUpdate": {
            "kubernetesVersion": tape.chance(128),
            "machineImageVersion": tape.chance(128),
        }});
    }
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "Shoot",
        "metadata": {"name": "s", "namespace": "garden-x"},
        "spec": spec,
    })
}

/// How many values it has, itself among them.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum::<usize>(),
        _ => 0,
    }
}

/// Changes a value at that place, counted in depth first.
fn at(value: &mut Value, place: &mut usize, tape: &mut Tape<'_>) -> bool {
    if *place == 0 {
        change_here(value, tape);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| at(item, place, tape)),
        Value::Object(map) => map.values_mut().any(|item| at(item, place, tape)),
        _ => false,
    }
}

fn change_here(value: &mut Value, tape: &mut Tape<'_>) {
    match value {
        Value::Array(items) if !items.is_empty() && tape.chance(200) => {
            let (one, other) = (tape.below(items.len()), tape.below(items.len()));
            match tape.below(4) {
                0 => drop(items.remove(one)),
                1 => items.insert(other, items[one].clone()),
                2 => items.swap(one, other),
                _ => items.reverse(),
            }
        }
        Value::Object(map) if !map.is_empty() && tape.chance(200) => {
            let key = map.keys().nth(tape.below(map.len())).cloned();
            let Some(key) = key else { return };
            match tape.below(3) {
                0 => drop(map.remove(&key)),
                1 => {
                    let value = map.remove(&key).unwrap_or_default();
                    map.insert(format!("{key}s"), value);
                }
                _ => drop(map.insert(key, Value::Null)),
            }
        }
        _ => {
            *value = match tape.below(8) {
                0 => json!(tape.of(&KUBERNETES)),
                1 => json!(tape.of(&VERSIONS)),
                2 => json!(tape.of(&DATES)),
                3 => json!(tape.of(&CLASSES)),
                4 => json!(tape.of(&MACHINES)),
                5 => json!(tape.of(&ODD)),
                6 => json!(tape.below(3)),
                _ => match tape.below(6) {
                    0 => Value::Null,
                    1 => json!(true),
                    2 => json!([]),
                    3 => json!({}),
                    4 => json!(["x"]),
                    _ => json!(1.5),
                },
            };
        }
    }
}

/// Changes an object in some places.
pub fn change(value: &mut Value, tape: &mut Tape<'_>) {
    let times = match tape.byte() {
        0..140 => 0,
        140..210 => 1,
        more => usize::from(more - 208) / 12 + 1,
    };
    for _ in 0..times {
        let mut place = tape.below(count(value));
        at(value, &mut place, tape);
    }
}

/// A text of these objects: documents, or a list.
pub fn text(objects: &[Value], tape: &mut Tape<'_>) -> String {
    let mut out = String::new();
    if objects.len() > 1 && tape.chance(40) {
        let list = json!({"apiVersion": "v1", "kind": "List", "items": objects});
        return text(&[list], tape);
    }
    for (at, object) in objects.iter().enumerate() {
        if at > 0 {
            out.push_str("---\n");
        }
        if tape.chance(12) {
            out.push_str(&object.to_string());
            out.push('\n');
        } else {
            block(object, 0, tape, &mut out);
        }
    }
    if tape.chance(12) {
        out = out.replace('\n', "\r\n");
    }
    out
}

/// The entries of a map: as sorted, or from the end.
fn entries<'v>(map: &'v Map<String, Value>, tape: &mut Tape<'_>) -> Vec<(&'v String, &'v Value)> {
    let mut all: Vec<_> = map.iter().collect();
    if tape.chance(50) {
        all.reverse();
    }
    all
}

fn block(value: &Value, indentation: usize, tape: &mut Tape<'_>, out: &mut String) {
    let blanks = " ".repeat(indentation);
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (at, (key, value)) in entries(map, tape).into_iter().enumerate() {
                if at > 0 || !out.ends_with("- ") {
                    out.push_str(&blanks);
                }
                out.push_str(&scalar(key, tape));
                out.push(':');
                below(value, indentation, tape, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (at, item) in items.iter().enumerate() {
                if at > 0 || !out.ends_with("- ") {
                    out.push_str(&blanks);
                }
                out.push('-');
                match item {
                    Value::Object(map) if !map.is_empty() && !tape.chance(50) => {
                        out.push(' ');
                        block(item, indentation + 2, tape, out);
                    }
                    _ => {
                        out.push(' ');
                        flow(item, tape, out);
                        end(tape, out);
                    }
                }
            }
        }
        _ => {
            flow(value, tape, out);
            out.push('\n');
        }
    }
}

/// A value after its key and colon.
fn below(value: &Value, indentation: usize, tape: &mut Tape<'_>, out: &mut String) {
    let deeper = match value {
        Value::Object(map) if !map.is_empty() => Some(2),
        Value::Array(items) if !items.is_empty() => Some(if tape.chance(50) { 2 } else { 0 }),
        _ => None,
    };
    match deeper.filter(|_| !tape.chance(50)) {
        Some(deeper) => {
            end(tape, out);
            block(value, indentation + deeper, tape, out);
        }
        None => {
            out.push(' ');
            flow(value, tape, out);
            end(tape, out);
        }
    }
}

/// The end of a line, sometimes with a comment.
fn end(tape: &mut Tape<'_>, out: &mut String) {
    if tape.chance(12) {
        out.push_str(tape.of(&[
            " # note",
            " # cpcap: ignore[all] so",
            "  # cpcap: ignore[lifecycle]",
        ]));
    }
    out.push('\n');
}

fn flow(value: &Value, tape: &mut Tape<'_>, out: &mut String) {
    match value {
        Value::Object(map) => {
            out.push('{');
            for (at, (key, value)) in entries(map, tape).into_iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                out.push_str(&scalar(key, tape));
                out.push_str(": ");
                flow(value, tape, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                flow(item, tape, out);
            }
            out.push(']');
        }
        Value::String(text) => out.push_str(&scalar(text, tape)),
        other => out.push_str(&other.to_string()),
    }
}

/// A text as a scalar that is read as that text.
fn scalar(text: &str, tape: &mut Tape<'_>) -> String {
    const WORDS: [&str; 11] = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf",
    ];
    let bytes = text.as_bytes();
    let dots = text.matches('.').count();
    let plain = bytes
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || b"._-/".contains(byte))
        && (bytes.first().is_some_and(u8::is_ascii_alphabetic)
            || (dots == 2 && bytes.first().is_some_and(u8::is_ascii_digit)))
        && !WORDS.contains(&&*text.to_ascii_lowercase());
    match tape.below(8) {
        0..=6 if plain => text.to_owned(),
        7 if !text.contains(['\n', '\'', '\u{202e}']) => format!("'{text}'"),
        _ => Value::from(text).to_string(),
    }
}
