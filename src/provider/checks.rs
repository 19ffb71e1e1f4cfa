//! The components that decode a `providerConfig` and hold a profile to its rules: not every
//! extension has a webhook, and not every webhook is strict
//! (`docs/gardener/providers/README.md#which-webhooks-there-are` and
//! `docs/gardener/providers/README.md#decoding`).

use crate::model::cursor::Cursor;
use crate::provider::fault::Faults;
use crate::provider::mapping::Mapping;

#[derive(Debug)]
pub struct Checks {
    /// The component that reports the faults of `validate`.
    pub judge: Judge,
    /// How the extension decodes `providerConfig`.
    pub decoding: Decoding,
    /// Whether a profile without a `providerConfig` is refused.
    pub needs_config: bool,
    /// Whether the printed paths begin at `providerConfig` instead of at the object's root.
    pub relative: bool,
    /// Further checks of an update, from the old `providerConfig` to the new one.
    pub update: Option<for<'t> fn(Cursor<'t>, Cursor<'t>, &mut Faults<'t>)>,
    /// Checks of the `providerConfig` of a CloudProfile that the webhook leaves out for a
    /// NamespacedCloudProfile; the vocabulary is the parent's.
    pub unchecked_in_child: Option<for<'t> fn(&Mapping<'_, 't>, &mut Faults<'t>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The validating webhook of the extension, with errors of fields: the profile is refused.
    Webhook,
    /// The same with plain text: the profile is refused, but no field is named.
    WebhookInWords,
    /// The controllers of the extension, whenever they read the profile: it is admitted, and no
    /// Shoot that uses it is reconciled.
    Controller,
    /// No webhook: nothing calls the rules in the extension's library.
    Nobody,
}

/// How a `providerConfig` is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoding {
    /// A field that the type does not have is refused.
    Strict,
    /// Values of wrong types are refused; other fields are ignored.
    Lenient,
    /// Not at all at admission.
    Nobody,
}

impl Checks {
    /// The customary way: a webhook that decodes strictly, insists on a `providerConfig` and names
    /// fields from the root.
    pub const WEBHOOK: Self = Self {
        judge: Judge::Webhook,
        decoding: Decoding::Strict,
        needs_config: true,
        relative: false,
        update: None,
        unchecked_in_child: None,
    };
}
