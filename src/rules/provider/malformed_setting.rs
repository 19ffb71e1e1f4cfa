use crate::model::cursor::Spanned;
use crate::provider::fault::{Fault, Form};
use crate::rules::{ProvidedView, Report, edit, words};

use super::names;

rule!(
    "provider/malformed-setting",
    Provider,
    Error,
    ProviderFault,
    "A value in `providerConfig` in a form that the extension does not accept.",
    Part
);

/// A value in another form than it must have.
pub(super) fn form(view: &ProvidedView<'_>, fault: &Fault<'_>, form: Form, value: &str) -> Report {
    let (form, help) = in_words(form);
    let message = format!(
        "{} must be {form}, but is {}",
        setting(view, fault),
        words::quoted(value)
    );
    names::report(view, fault, message).value(value).help(help)
}

pub(super) fn negative(view: &ProvidedView<'_>, fault: &Fault<'_>, value: i64) -> Report {
    let message = format!(
        "{} must not be negative, but is {value}",
        setting(view, fault)
    );
    names::report(view, fault, message)
        .value(value)
        .help("write 0 or a larger number")
}

pub(super) fn not_positive(view: &ProvidedView<'_>, fault: &Fault<'_>, value: i64) -> Report {
    let message = format!(
        "{} must be greater than 0, but is {value}",
        setting(view, fault)
    );
    names::report(view, fault, message)
        .value(value)
        .help("write 1 or a larger number")
}

pub(super) fn too_many(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    list: &str,
    limit: usize,
    count: usize,
) -> Report {
    let message = format!(
        "`{list}`{} has {count} entries, but there may be {limit}",
        names::at(view, &fault.field).of()
    );
    names::report(view, fault, message)
        .value(count)
        .help(format!("keep {limit} of them"))
}

pub(super) fn too_long(view: &ProvidedView<'_>, fault: &Fault<'_>, limit: usize) -> Report {
    let message = format!("{} has more than {limit} characters", setting(view, fault));
    names::report(view, fault, message).help("shorten it")
}

/// `what`: the use of the value, as a noun.
pub(super) fn not_known(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    what: &str,
    value: &str,
    known: &[&str],
) -> Report {
    let near = words::near(value, known.iter().copied());
    let message = format!(
        "{1} does not know the {what} {0}{2}",
        words::quoted(value),
        names::extension(view),
        names::at(view, &fault.field).of()
    );
    let report = names::report(view, fault, message)
        .value(value)
        .help(format!(
            "{}allowed: {}",
            words::did_you_mean(near),
            words::all(known.iter().copied())
        ));
    let old = Spanned::new(value, fault.span);
    edit::replace_by(report, view.item.text, old, near)
}

/// The setting, as the subject of a sentence.
fn setting(view: &ProvidedView<'_>, fault: &Fault<'_>) -> String {
    let of = names::at(view, &fault.field).of();
    format!("`{}`{of}", fault.field.last_name())
}

/// The form of a value as a phrase, and the advice.
fn in_words(form: Form) -> (&'static str, &'static str) {
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
