use crate::finding::Severity;
use crate::merge::{self, Raw};
use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter};

use super::measure::{Bytes, LIMIT};

rule!(
    "size/large-status",
    Size,
    Error,
    Admission(check),
    "A NamespacedCloudProfile that is too large, or nearly so, together with its merged \
        status."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let (own, parent) = (view.own.item, family.parent.item);
    // Printing the status costs time, and most profiles are far from the limit.
    if (own.size().saturating_mul(2) + parent.size()) * 2 < LIMIT {
        return;
    }
    let raw = |item: &crate::landscape::Item<'_>| item.object.node;
    let spec = merge::render(
        &family.new.merged,
        Raw {
            tree: &parent.document.tree,
            node: raw(parent),
        },
        Raw {
            tree: &own.document.tree,
            node: raw(own),
        },
    );
    let rendered = serde_json::to_string(&spec).map_or(0, |text| text.len() as u64);
    let status = rendered + provider_part(parent) + provider_part(own);
    let size = own.size() + status;
    // From 80 % on.
    if size * 5 < LIMIT * 4 {
        return;
    }
    let path = Path::new("status");
    let name = *parent.object.meta.name;
    let whole = format!(
        "with the merged status of {} that the server writes into it, the object takes {} ({size} \
         bytes)",
        Bytes(status),
        Bytes(size)
    );
    let report = if size > LIMIT {
        let message = format!(
            "{whole}, but etcd stores at most {}: the server cannot write the status, so nobody \
             can use the profile",
            Bytes(LIMIT)
        );
        Report::new(
            own.object.meta.name.span,
            path.field("cloudProfileSpec"),
            message,
        )
    } else {
        let message = format!(
            "{whole}, {} % of the {} that etcd can store",
            size * 100 / LIMIT,
            Bytes(LIMIT)
        );
        Report::new(
            own.object.meta.name.span,
            path.field("cloudProfileSpec"),
            message,
        )
        .severity(Severity::Warning)
    };
    reporter.report(
        report
            .value(size)
            .also(
                parent.object.meta.name.span.elsewhere(),
                format!(
                    "the parent \
            takes {}",
                    Bytes(parent.size())
                ),
            )
            .help(format!(
                "remove unused entries from `{name}`, then from this object: a child is at least \
                 as large as its parent"
            )),
    );
}

fn provider_part(item: &crate::landscape::Item<'_>) -> u64 {
    let tree = &item.document.tree;
    let part = tree
        .get(item.object.node, "spec")
        .and_then(|spec| tree.get(spec.value, "providerConfig"));
    part.map_or(0, |part| tree.json_size(part.value))
}
