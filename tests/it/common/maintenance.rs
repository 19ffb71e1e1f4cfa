//! Area `maintenance`: what the next window does to the images and Kubernetes versions of a Shoot.

use cpcap::config::Operation;
use cpcap::effective;
use cpcap::landscape::{Body, Input, Landscape, read};
use cpcap::maintenance::{Cause, Cluster, Maintenance, Outcome, Plan};
use cpcap::matching::Matcher;
use cpcap::source::{Source, Sources};
use serde_json::{Map, Value, json};

use super::errors::settings;

pub fn agrees(case: &Value) -> Result<(), String> {
    let mut sources = Sources::default();
    let mut input = |name: &str| {
        let text = case["input"][name].as_str().unwrap();
        Input {
            file: sources.add(Source::new(format!("{name}.yaml"), text)),
            fault: None,
        }
    };
    let inputs = ["profile", "object"].map(&mut input);
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let Body::CloudProfile(profile) = &landscape.items[0].body else {
        panic!("not a CloudProfile")
    };
    let shoot = landscape.items[1].shoot().expect("a Shoot");
    let profile = effective::stored(profile);
    let matcher = Matcher::new(&profile);
    let cluster = Cluster::new(&shoot);
    let plan = Maintenance::new(&matcher).plan(&cluster, settings(case, Operation::Update).now);
    let got = answer(&cluster, &plan);
    if got == case["expect"] {
        Ok(())
    } else {
        Err(format!(
            "\n  Gardener: {}\n  cpcap:    {got}",
            case["expect"]
        ))
    }
}

fn answer(cluster: &Cluster<'_>, plan: &Plan<'_>) -> Value {
    let mut answer = Map::new();
    let mut images = Map::new();
    match &plan.images {
        Err(_) => drop(answer.insert("imagesError".to_owned(), json!(true))),
        Ok(steps) => {
            for (pool, step) in cluster.pools.iter().zip(steps) {
                let Some(cause) = step.outcome.cause() else {
                    continue;
                };
                let mut touched = json!({"ok": !step.outcome.fails(), "cause": word(cause)});
                if let Some(to) = step.outcome.moves() {
                    touched["from"] = json!(pool.image.unwrap().version);
                    touched["to"] = json!(to.to);
                }
                images.insert(pool.name.to_owned(), touched);
            }
        }
    }
    answer.insert("images".to_owned(), Value::Object(images));
    answer.insert(
        "kubernetes".to_owned(),
        kubernetes(cluster.kubernetes, &plan.kubernetes.outcome),
    );
    let own = cluster.pools.iter().zip(&plan.workers_kubernetes);
    let own = own.filter_map(|(pool, step)| {
        Some((
            pool.name.to_owned(),
            kubernetes(pool.kubernetes?, &step.outcome),
        ))
    });
    answer.insert("workersKubernetes".to_owned(), Value::Object(own.collect()));
    Value::Object(answer)
}

fn kubernetes(from: &str, outcome: &Outcome<'_>) -> Value {
    let mut answer = json!({"to": outcome.moves().map_or(from, |to| to.to)});
    if let Some(cause) = outcome.cause() {
        answer["cause"] = json!(word(cause));
    }
    if outcome.fails() {
        answer["error"] = json!(true);
    }
    answer
}

fn word(cause: &Cause<'_>) -> &'static str {
    match cause {
        Cause::Missing(_) => "missing",
        Cause::Expired => "expired",
        Cause::Automatic => "automatic",
    }
}
