//! Area `references`: what an update of a profile cannot take away, because others use it.

use cpcap::config::Operation;
use cpcap::landscape::{Body, Input, Item, Landscape, read};
use cpcap::model::cloudprofile::CloudProfile;
use cpcap::source::{Source, Sources};
use cpcap::uses::collect;
use cpcap::uses::in_use::{self, InUse, What};
use cpcap::uses::stored::InFull;
use serde_json::{Value, json};

use super::errors::settings;

pub fn agrees(case: &Value) -> Result<(), String> {
    let mut sources = Sources::default();
    let input = &case["input"];
    let mut add = |name: String, text: &Value| Input {
        file: sources.add(Source::new(format!("{name}.yaml"), text.as_str().unwrap())),
        fault: None,
    };
    let new = [add("object".to_owned(), &input["object"])];
    let old = [add("old".to_owned(), &input["old"])];
    let mut others = Vec::new();
    for list in ["namespaced", "shoots"] {
        for (at, text) in input[list].as_array().into_iter().flatten().enumerate() {
            others.push(add(format!("{list}{at}"), text));
        }
    }
    others.extend(
        input
            .get("parent")
            .map(|parent| add("parent".to_owned(), parent)),
    );
    let [new, old, others] = [&new[..], &old[..], &others[..]].map(|inputs| read(&sources, inputs));
    let [new, old, others] = [&new, &old, &others].map(|files| Landscape::new(files));
    let uses = collect(&new, &others, &sources);
    let of = uses.profiles.iter().find(|profile| profile.asked).unwrap();
    let parent = others
        .items
        .iter()
        .find(|item| matches!(item.body, Body::CloudProfile(_)))
        .map(spec);
    let now = settings(case, Operation::Update).now;
    let (before, after) = (spec(&old.items[0]), spec(&new.items[0]));
    let found = match new.items[0].body {
        Body::CloudProfile(_) => in_use::of_cloud_profile(before, after, of, &InFull::default()),
        _ => in_use::of_namespaced(before, after, parent, of, &InFull::default(), now),
    };
    let mut got: Vec<String> = found
        .iter()
        .filter_map(|refusal| Some(answer(refusal)?.to_string()))
        .collect();
    let mut wanted: Vec<String> = case["expect"]["refusals"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    got.sort();
    wanted.sort();
    if got == wanted {
        Ok(())
    } else {
        Err(format!("\n  Gardener: {wanted:?}\n  cpcap:    {got:?}"))
    }
}

fn spec<'a>(item: &'a Item<'a>) -> &'a CloudProfile<'a> {
    match &item.body {
        Body::CloudProfile(profile) => profile,
        Body::NamespacedCloudProfile(child) => &child.spec,
        Body::Shoot(_) => panic!("not a profile"),
    }
}

fn answer(refusal: &InUse<'_>) -> Option<Value> {
    let meta = &refusal.user.object.meta;
    let name = format!("{}/{}", *meta.namespace, *meta.name);
    let kind = refusal.user.object.kind.as_str();
    let by = if kind == "Shoot" {
        format!("shoot {name}")
    } else {
        format!("{kind} {name}")
    };
    let mut answer = match &refusal.what {
        What::KubernetesVersion(version) => {
            json!({"what": "kubernetes-version", "name": version, "by": by})
        }
        What::Image(image) => json!({"what": "image", "name": image, "by": by}),
        What::ImageAdded(image) => json!({"what": "image-added", "name": image, "by": by}),
        What::ImageVersion { image, version } => {
            json!({"what": "image-version", "name": format!("{image}/{version}"), "by": by})
        }
        What::Capability { name, values } => {
            json!({"what": "capability", "name": name, "values": values, "by": by})
        }
        // The server takes this.
        What::MachineType(_) => return None,
        What::Limit { limit, .. } => json!({"what": "limit", "limit": limit, "by": name}),
    };
    if let Some(pool) = refusal.pool {
        answer["worker"] = json!(pool);
    }
    Some(answer)
}
