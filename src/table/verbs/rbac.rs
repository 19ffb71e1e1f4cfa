//! The RBAC objects that grant verbs: a Role and a RoleBinding for each namespace.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde_json::{Value as Json, json};

use super::{Needs, spelling};
use crate::model::object::GROUP;
use crate::yaml;

const RBAC: &str = "rbac.authorization.k8s.io";
/// The placeholder for an unnamed subject.
const PLACEHOLDER: &str = "REPLACE-ME";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    User(String),
    Group(String),
    ServiceAccount { namespace: String, name: String },
}

impl Subject {
    fn json(&self) -> Json {
        match self {
            Self::User(name) => json!({ "apiGroup": RBAC, "kind": "User", "name": name }),
            Self::Group(name) => json!({ "apiGroup": RBAC, "kind": "Group", "name": name }),
            Self::ServiceAccount { namespace, name } => {
                json!({ "kind": "ServiceAccount", "name": name, "namespace": namespace })
            }
        }
    }
}

/// The objects as YAML; nothing where no verb is needed.
///
/// # Errors
/// Never in practice.
pub fn rbac(needs: &[Needs<'_>], name: &str, subjects: &[&Subject]) -> io::Result<String> {
    let mut namespaces: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for needs in needs.iter().filter(|needs| !needs.verbs.is_empty()) {
        namespaces
            .entry(*needs.item.object.meta.namespace)
            .or_default()
            .extend(needs.verbs.iter().map(|verb| verb.name));
    }
    let placeholder = Subject::User(PLACEHOLDER.to_owned());
    let mut comments = Vec::new();
    if subjects.is_empty() {
        comments.push(
            "Replace the subject REPLACE-ME, or name one with --user, --group or \
            --service-account.",
        );
    }
    comments.extend(spelling(needs));
    if namespaces.contains_key("") {
        comments.push(
            "Some objects name no namespace: apply their Role and RoleBinding in the \
            one that they will have (kubectl -n).",
        );
    }
    let subjects: Vec<Json> = if subjects.is_empty() {
        vec![placeholder.json()]
    } else {
        subjects.iter().map(|of| of.json()).collect()
    };
    let mut documents = Vec::new();
    for (namespace, verbs) in &namespaces {
        let metadata = if namespace.is_empty() {
            json!({ "name": name })
        } else {
            json!({ "name": name, "namespace": namespace })
        };
        let version = format!("{RBAC}/v1");
        documents.push(yaml::write(&json!({
            "apiVersion": version,
            "kind": "Role",
            "metadata": metadata,
            "rules": [{ "apiGroups": [GROUP], "resources": ["namespacedcloudprofiles"], "verbs": verbs }],
        }))?);
        documents.push(yaml::write(&json!({
            "apiVersion": version,
            "kind": "RoleBinding",
            "metadata": metadata,
            "roleRef": { "apiGroup": RBAC, "kind": "Role", "name": name },
            "subjects": subjects,
        }))?);
    }
    if documents.is_empty() {
        return Ok(String::new());
    }
    let head: String = comments
        .iter()
        .map(|comment| format!("# {comment}\n"))
        .collect();
    Ok(head + &documents.join("---\n"))
}
