//! See the page.

use std::collections::BTreeSet;

use crate::finding::{Origin, Severity};
use crate::provider::shoots::What;
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `provider/disallowed-in-shoot`
pub static RULE: Rule = Rule {
    name: "provider/disallowed-in-shoot",
    origin: Origin::Provider,
    severity: Severity::Error,
    summary: "A value in a Shoot that the extension looks up in the profile and does not find there.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/provider/disallowed-in-shoot.md"),
    check: Check::Shoot(check),
};

/// How many allowed values are named.
const NAMED: usize = 5;

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.of_extension {
        let Reason::Webhook(what) = &fault.reason else { continue };
        let value = words::quoted(fault.value);
        let (why, help, at) = match what {
            What::NotAllowed { what, allowed, in_region, at } => {
                let of_pool = if fault.worker.is_some() { format!(" of {}", view.pool(fault)) } else { String::new() };
                let region = if *in_region { format!(" in region {}", words::quoted(*view.judged.shoot.region)) } else { String::new() };
                let why = format!("{} does not allow {what} {value}{of_pool}{region}", view.profile_name());
                (why, allows(allowed), Some((*at, "what the provider part allows")))
            }
            What::NoPolicy { allowed, at } => {
                let why = format!("the server group of {} has no policy", view.pool(fault));
                (why, allows(allowed), Some((*at, "what the provider part allows")))
            }
            What::LostImage { image } => {
                let why = format!(
                    "{} keeps version {value} of image {}, which {} does not have any more",
                    view.pool(fault),
                    words::quoted(image),
                    view.profile_name()
                );
                let at = view.offer().map(|offer| (offer.profile().machine_images.span, "the images of the profile"));
                (why, "choose a version of the profile".to_owned(), at)
            }
            What::Unsupported(_) | What::SeveralZones(_) => continue,
        };
        let report = ShootView::report(fault, format!("{why}; the webhook of the extension refuses the Shoot")).help(help);
        reporter.report(match at {
            Some((at, text)) => view.in_profile(report, at, text),
            None => report,
        });
    }
}

fn allows(allowed: &[&str]) -> String {
    if allowed.is_empty() {
        "remove it, or have it added to the provider part of the profile".to_owned()
    } else {
        let mut seen = BTreeSet::new();
        format!("the provider part allows {}", words::some(allowed.iter().copied().filter(|name| seen.insert(*name)), NAMED))
    }
}
