//! Whether an update changes anything at all. The server compares the new object, defaulted and prepared, with the stored one,
//! defaulted: absent and empty lists differ.

use crate::landscape::Item;
use crate::merge::{self, Dropped};
use crate::model::canonical::Purpose;

use super::view::{NamespacedView, StoredNamespaced};

/// Whether `spec` and `metadata` both equal the stored ones.
pub(super) fn is_unchanged(view: &NamespacedView<'_>, old: StoredNamespaced<'_>) -> bool {
    let object = |item: &Item<'_>, dropped: Option<&Dropped>| merge::stored(item.raw(), dropped, Purpose::Compare);
    let (new, stored) = (object(view.item, Some(&view.prepared.dropped)), object(old.item, None));
    ["metadata", "spec"].into_iter().all(|part| new.get(part) == stored.get(part))
}
