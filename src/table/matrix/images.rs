//! Machine types by images: the version that a Shoot gets when it names the image alone.

use std::collections::BTreeMap;

use crate::matching::{self, Machine, Matcher, Wanted, default_image, nth};
use crate::table::matrix::filter::passes;
use crate::table::matrix::fits::{machine_rows, mark};
use crate::table::matrix::{Column, Empty, Filters, Mark, Options, Sheet, bare};

/// The architecture of a worker whose machine type names none.
const DEFAULT_ARCHITECTURE: &str = "amd64";

pub(super) fn sheet<'t>(
    matcher: &Matcher<'_, 't>,
    filters: &Filters,
    options: Options,
) -> Result<Sheet<'t>, Empty> {
    let machines = filters.machines(matcher)?;
    // Only what makes no image fail is left of the filters here: those by version do not apply.
    filters.versions(matcher, options.now)?;
    let mut known = BTreeMap::new();
    let images = matcher.profile().machine_images.iter().enumerate();
    let images = images.map(|(key, image)| (key, image, nth(&mut known, *image.name)));
    let columns = images
        .filter(|(_, image, _)| passes(&filters.images, *image.name))
        .map(|(key, image, group_nth)| Column {
            group: image.name.value,
            names: Vec::new(),
            nth: Vec::new(),
            group_nth,
            range: None,
            classification: None,
            flavor: None,
            key,
        });
    let mut sheet = bare(
        matcher,
        options,
        machine_rows(&machines, options.expand),
        columns.collect(),
    );
    sheet.keys = matcher.profile().machine_images.len();
    sheet.marks = vec![Mark::Unfit; sheet.keys * matcher.machine_classes()];
    let mut known = vec![false; matcher.machine_classes()];
    for machine in machines {
        if std::mem::replace(&mut known[machine.class], true) {
            continue;
        }
        for column in &sheet.columns {
            sheet.marks[machine.class * sheet.keys + column.key] =
                cell(matcher, machine, column, options);
        }
    }
    Ok(sheet)
}

fn cell<'t>(
    matcher: &Matcher<'_, 't>,
    machine: &Machine<'_, 't>,
    column: &Column<'t>,
    options: Options,
) -> Mark<'t> {
    let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
    let wanted = Wanted {
        image: Some(column.group),
        architecture,
        ..Wanted::default()
    };
    match default_image(matcher, Some(machine), wanted, options.now) {
        Ok(matching::Default::Chosen { version, .. }) => Mark::Default {
            version: version.version.version().value,
            classification: version.version.expirable.classification_at(options.now),
            fit: Box::new(mark(matcher.answer(machine, version))),
        },
        Ok(matching::Default::Kept) => Mark::NoDefault,
        Err(_) => {
            let mut of_image = matcher
                .versions()
                .iter()
                .filter(|version| version.image_index == column.key);
            let fits = of_image.any(|version| {
                version.architectures.contains(&architecture)
                    && matcher.answer(machine, version).compatible
            });
            if fits { Mark::NoDefault } else { Mark::Unfit }
        }
    }
}
