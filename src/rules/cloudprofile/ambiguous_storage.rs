use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk};

rule!(
    "cloudprofile/ambiguous-storage",
    Static,
    Error,
    Spec(check),
    "A root disk with both a size and a minimum size, or with neither."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::first_machine_types(view, |path, machine_type| {
        let Some(storage) = machine_type
            .storage
            .as_ref()
            .filter(|storage| storage.has_size == storage.has_min_size)
        else {
            return;
        };
        let name = *machine_type.name;
        let message = if storage.has_size {
            format!(
                "the storage of machine type `{name}` has both `size` and `minSize`, so it is \
                 unclear whether the disk has a fixed size"
            )
        } else {
            format!(
                "the storage of machine type `{name}` has neither `size` nor `minSize`, so it \
                 says nothing about the disk"
            )
        };
        let report = Report::new(storage.at, path.field("storage"), message)
            .error(ErrorType::Invalid)
            .help(
                "keep `size` for a disk that comes with the machine type, or `minSize` for one \
                whose size the worker pool chooses",
            );
        reporter.report(if storage.has_size {
            report
                .also(storage.size.span, "a fixed size")
                .also(storage.min_size.span, "a smallest size")
        } else {
            report
        });
    });
}
