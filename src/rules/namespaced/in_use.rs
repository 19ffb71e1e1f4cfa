use crate::model::object::ObjectKind;
use crate::rules::{Reporter, UsedView, in_use};

rule!(
    "namespaced/in-use",
    Change,
    Note,
    Used(check),
    "A NamespacedCloudProfile that cannot be deleted yet because Shoots refer to it.",
    Part
);

fn check(view: &UsedView<'_>, reporter: &mut Reporter<'_>) {
    if view.item.object.kind == ObjectKind::NamespacedCloudProfile {
        in_use::check(view, reporter);
    }
}
