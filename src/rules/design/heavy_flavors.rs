use std::collections::BTreeMap;

use crate::model::path::FieldPath;
use crate::rules::size::measure::{self, Bytes};
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "design/heavy-flavors",
    Design,
    Note,
    CloudProfile(check),
    "Long lists in flavors that take a notable share of the CloudProfile."
);

/// The size of a heavy flavor, in bytes on average.
const HEAVY: u64 = 256;
/// Below this all flavors together are not worth a word.
const FEW: u64 = 2 * 1024;
/// The divisor of the object's size: flavors that take a larger part are heavy.
const SHARE: u64 = 5;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let mut flavors = 0u64;
    // By capability: how many flavors name it, what the lists take as compact JSON, and where it is
    // first named.
    let mut capabilities: BTreeMap<&str, (u64, u64, crate::source::Span, FieldPath)> =
        BTreeMap::new();
    walk::flavors(view.written, |path, flavor| {
        flavors += 1;
        for capability in &flavor.capabilities {
            let values: usize = capability
                .values
                .iter()
                .map(|value| value.value.len() + 3)
                .sum();
            let new = || {
                (
                    0,
                    0,
                    capability.name.span,
                    path.field(*capability.name).into(),
                )
            };
            let entry = capabilities.entry(*capability.name).or_insert_with(new);
            entry.0 += 1;
            entry.1 += (capability.name.len() + 5 + values) as u64;
        }
    });
    let bytes = measure::flavors(view.item);
    if flavors == 0 || bytes < FEW || bytes / flavors < HEAVY {
        return;
    }
    let size = view.item.size();
    let Some((name, (count, most, span, path))) = capabilities
        .into_iter()
        .max_by_key(|(_, (_, most, ..))| *most)
    else {
        return;
    };
    if bytes * SHARE < size {
        return;
    }
    let name = words::quoted(name);
    let message = format!(
        "{} take {} as compact JSON, {} % of the object and {} each; the lists of {name} in \
         {count} of them take {}",
        words::count(usize::try_from(flavors).unwrap_or(usize::MAX), "flavor"),
        Bytes(bytes),
        bytes * 100 / size.max(1),
        Bytes(bytes / flavors),
        Bytes(most),
    );
    reporter.report(Report::new(span, path, message).value(bytes).help(
        "list only the values that decide which machine types fit. Leave out a capability that \
         would list all values. Replace a long list of features by one value for the class. Every \
         image version repeats its flavors, in `providerConfig` too, and anchors save nothing on \
         the server",
    ));
}
