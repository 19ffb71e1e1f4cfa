//! The list as Markdown: one table a profile.

use crate::output::{Block, Document, Table, Widths};
use crate::table::uses::{View, words};

pub(super) fn document(view: View<'_>) -> Document {
    let mut document = Document::default();
    for profile in view.profiles() {
        document.heading(words::title(profile));
        document.paragraph(0, words::subtitle(profile, &view));
        let mut table = Table::new(
            ["What", "Name", "NamespacedCloudProfiles", "Shoots"],
            Widths::Natural,
        );
        for entry in view.entries(profile) {
            let open = words::open(entry).filter(|_| entry.users.is_empty());
            let odd = words::presence(entry.presence)
                .or(open)
                .map(|odd| format!(" ({odd})"))
                .unwrap_or_default();
            let (children, shoots) = (
                words::children(&entry.users, view),
                words::shoots(&entry.users, view),
            );
            table.row([
                words::singular(entry.key.what).to_owned(),
                words::entry(entry) + &odd,
                children,
                shoots,
            ]);
        }
        if !table.rows.is_empty() {
            document.push(Block::Table(table));
        }
    }
    if let Some(text) = words::dangling(&view) {
        document.paragraph(0, text);
    }
    document.remark(|document| document.paragraph(0, words::CAVEAT));
    document
}
