use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report};

use super::unlisted::{self, Entry};

rule!(
    "provider/not-in-profile",
    Provider,
    Error,
    ProviderFault,
    "An entry in `providerConfig` for something that the profile lacks, which the extension \
     refuses."
);

pub(super) fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, entry: Entry<'_>) -> Report {
    let message = format!(
        "`providerConfig` has {}, which `{}` does not have",
        entry.what(),
        entry.list()
    );
    unlisted::report(view, fault, entry, entry.near(view), message)
}
