use crate::provider::fault::{Form, What};
use crate::rules::{ProvidedView, Reporter, edit, words};

use super::{faults, names};

rule!(
    "provider/malformed-setting",
    Provider,
    Error,
    Provided(check),
    "A value in `providerConfig` in a form that the extension does not accept.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let of = names::at(view, &fault.field).of();
        let name = fault.field.last_name();
        let report = |message: String| names::report(view, fault, message);
        reporter.report(match fault.what {
            What::Malformed { what, value } => {
                let (form, help) = form(what);
                report(format!(
                    "`{name}`{of} must be {form}, but is {}",
                    words::quoted(value)
                ))
                .value(value)
                .help(help)
            }
            What::Negative(value) => {
                report(format!("`{name}`{of} must not be negative, but is {value}"))
                    .value(value)
                    .help("write 0 or a larger number")
            }
            What::NotPositive(value) => report(format!(
                "`{name}`{of} must be greater than 0, but is {value}"
            ))
            .value(value)
            .help("write 1 or a larger number"),
            What::TooMany { list, limit, count } => report(format!(
                "`{list}`{of} has {count} entries, but there may be {limit}"
            ))
            .value(count)
            .help(format!("keep {limit} of them")),
            What::NotAllowed {
                what,
                value,
                allowed,
            }
            | What::NotKnown {
                what,
                value,
                known: allowed,
            } => {
                let near = words::near(value, allowed.iter().copied());
                let report = report(format!(
                    "{1} does not know the {what} {0}{of}",
                    words::quoted(value),
                    names::extension(view)
                ))
                .value(value)
                .help(format!(
                    "{}allowed: {}",
                    words::did_you_mean(near),
                    words::all(allowed.iter().copied())
                ));
                match near.and_then(|near| {
                    Some((
                        near,
                        edit::replace_name(view.item.text, fault.span, value, near)?,
                    ))
                }) {
                    Some((near, edit)) => {
                        report.unsafe_fix(format!("replace it by `{near}`"), vec![edit])
                    }
                    None => report,
                }
            }
            What::TooLong { limit } => {
                report(format!("`{name}`{of} has more than {limit} characters")).help("shorten it")
            }
            _ => continue,
        });
    }
}

/// The form of a value as a phrase, and the advice.
fn form(form: Form) -> (&'static str, &'static str) {
    match form {
        Form::Urn => (
            "a marketplace image `publisher:offer:sku:version`",
            "write four non-empty parts separated by three colons",
        ),
        Form::CommunityGallery => (
            "an image `/CommunityGalleries/<gallery>/Images/<image>/Versions/<version>`",
            "write this form, with no text before the first slash",
        ),
        Form::SharedGallery => (
            "an image `/SharedGalleries/<gallery>/Images/<image>/Versions/<version>`",
            "write this form, with no text before the first slash",
        ),
        Form::Certificate => (
            "a PEM certificate",
            "write the block from `-----BEGIN CERTIFICATE-----` to `-----END CERTIFICATE-----`",
        ),
        Form::Ip => (
            "an IP address",
            "write an address such as `10.0.0.10`, without port or prefix length",
        ),
        Form::Uuid => (
            "a UUID",
            "write an id such as `9b1d8e6a-2f3c-4d5e-8f90-123456789abc`",
        ),
        Form::ClassText => (
            "text without braces, brackets and line breaks",
            "write a plain name: it becomes part of a configuration file",
        ),
        Form::Cidr => (
            "a network in CIDR form",
            "write address and prefix length, such as `10.0.0.0/16`",
        ),
        Form::Url => (
            "a URL",
            "write it with its scheme, such as `https://registry.example`",
        ),
        Form::HttpUrl => ("a URL of http or https", "begin it with `https://`"),
        Form::RegistryHost => (
            "the host of a container registry",
            "write host and port alone, without scheme and path, such as `registry.example:5000`",
        ),
        Form::NamePrefix => (
            "a prefix of names",
            "write lower-case letters, digits and `-`, with a letter or digit at both ends",
        ),
        Form::DnsLabel => (
            "a DNS label",
            "write at most 63 lower-case letters, digits and `-`, with a letter or digit at both \
             ends",
        ),
    }
}
