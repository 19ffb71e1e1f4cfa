use std::fmt;

use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::quantity::Quantity;
use crate::rules::{ProfileView, Report, Reporter, walk};

rule!(
    "cloudprofile/negative-quantity",
    Static,
    Error,
    Spec(check),
    "A quantity below zero.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::first_machine_types(view, |path, machine_type| {
        let of = format_args!("machine type `{}`", *machine_type.name);
        for (field, quantity) in [
            ("cpu", &machine_type.cpu),
            ("gpu", &machine_type.gpu),
            ("memory", &machine_type.memory),
        ] {
            judge(of, field, quantity, &path.field(field), reporter);
        }
        // With both sizes or neither, only that is reported.
        let Some(storage) = machine_type
            .storage
            .as_ref()
            .filter(|storage| storage.has_size != storage.has_min_size)
        else {
            return;
        };
        let path = path.field("storage");
        for (field, quantity) in [("size", &storage.size), ("minSize", &storage.min_size)] {
            judge(of, field, quantity, &path.field(field), reporter);
        }
    });
    walk::judged_volume_types(view, |path, volume_type| {
        judge(
            format_args!("volume type `{}`", *volume_type.name),
            "minSize",
            &volume_type.min_size,
            &path.field("minSize"),
            reporter,
        );
    });
}

fn judge(
    of: fmt::Arguments<'_>,
    field: &str,
    quantity: &Spanned<Option<Quantity>>,
    path: &Path<'_>,
    reporter: &mut Reporter<'_>,
) {
    if let Some(value) = quantity.as_ref().filter(|quantity| quantity.sign() < 0) {
        let message = format!("`{field}` of {of} is {value}, but it must not be negative");
        reporter.report(
            Report::new(quantity.span, path, message)
                .error(ErrorType::Invalid)
                .value(value)
                .help("write the size without the minus sign, or 0 if there is none"),
        );
    }
}
