//! Values of flags: each parser says what it expected, with an example and the nearest valid word.

use crate::config::{self, ProviderRules};
use crate::finding::Severity;
use crate::model::lifecycle::Classification;
use crate::model::time::Time;
use crate::provider;
use crate::rules;
use crate::rules::meant::{did_you_mean, selectors};
use crate::source::LONGEST;
use crate::table::verbs::Subject;
use crate::uses::{Key, What};

/// A point in time, or how long it is until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    At(Time),
    /// This number of seconds from now.
    In(i64),
}

impl When {
    pub fn from(self, now: Time) -> Time {
        match self {
            Self::At(time) => time,
            Self::In(seconds) => Time::from_unix(now.unix().saturating_add(seconds)),
        }
    }

    /// The time that is set; else now.
    pub fn or_now(when: Option<Self>, now: Time) -> Time {
        when.map_or(now, |when| when.from(now))
    }
}

/// The longest way from now, in hours: a thousand years.
const FARTHEST: i64 = 1000 * 366 * 24;

/// A point in time, RFC 3339; a day alone means its begin in UTC; `90d`, `2w` and `12h` count from
/// now.
pub(super) fn time(text: &str) -> Result<When, String> {
    if let (10, Ok(midnight)) = (text.len(), Time::parse_now(&format!("{text}T00:00:00Z"))) {
        return Ok(When::At(midnight));
    }
    let expected = "expected a day such as 2027-01-31, an RFC 3339 time such as \
                    2027-01-31T00:00:00Z, or how far it is from now, such as 90d, 2w or 12h";
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let is_letter = |c: char| c.is_ascii_alphabetic();
    // What a word such as `tomorrow` lacks as a time does not matter.
    if number.is_empty() && !text.is_empty() && !text.starts_with(char::is_whitespace) {
        return Err(expected.to_owned());
    }
    if number.is_empty() || unit.len() != 1 || !unit.starts_with(is_letter) {
        return Time::parse_now(text)
            .map(When::At)
            .map_err(|error| format!("{error}; {expected}"));
    }
    let hours = match unit {
        "h" => 1,
        "d" => 24,
        "w" => 7 * 24,
        _ => return Err(format!("`{unit}` is no unit of time; {expected}")),
    };
    number
        .parse::<i64>()
        .ok()
        .and_then(|number| number.checked_mul(hours))
        .filter(|hours| *hours <= FARTHEST)
        .map(|hours| When::In(hours * 3600))
        .ok_or_else(|| format!("{text} is more than a thousand years; {expected}"))
}

/// `RULE=LEVEL`
pub(super) fn severity(text: &str) -> Result<(String, Severity), String> {
    let expected = "expected RULE=LEVEL such as lifecycle/dropped-on-create=error";
    let (rule, level) = text.split_once('=').ok_or(expected)?;
    let level = Severity::ALL
        .into_iter()
        .find(|severity| severity.as_str() == level)
        .ok_or_else(|| {
            format!("there is no level `{level}`, only error, warning and note; {expected}")
        })?;
    Ok((selector(rule)?, level))
}

/// A rule, a group of rules, or `all`.
pub(super) fn selector(text: &str) -> Result<String, String> {
    if rules::all().any(|rule| crate::config::matches(text, rule.name).is_some()) {
        return Ok(text.to_owned());
    }
    let hint =
        did_you_mean(text, selectors()).unwrap_or_else(|| "`cpcap rules` lists them".to_owned());
    Err(format!("there is no rule or group `{text}`; {hint}"))
}

/// `off`, or the type of a provider.
pub(super) fn provider_rules(text: &str) -> Result<ProviderRules, String> {
    if text == "off" {
        return Ok(ProviderRules::Off);
    }
    if provider::find(text).is_some() {
        return Ok(ProviderRules::Always(text.to_owned()));
    }
    let known = provider::ALL.iter().map(|provider| provider.name);
    let hint = near(text, known.clone()).map_or_else(
        || known.collect::<Vec<_>>().join(", "),
        |name| format!("did you mean `{name}`?"),
    );
    Err(format!(
        "expected off or the type of a provider that cpcap knows; {hint}"
    ))
}

/// `NAME=BOOL`
pub(super) fn gate(text: &str) -> Result<(String, bool), String> {
    let expected = "expected NAME=true or NAME=false, such as VersionClassificationLifecycle=true";
    let (name, value) = text.split_once('=').ok_or(expected)?;
    let value = match value {
        "true" => true,
        "false" => false,
        _ => return Err(format!("`{value}` is neither true nor false; {expected}")),
    };
    config::known_gate(name).map(|()| (name.to_owned(), value))
}

/// A pattern for paths as in `.gitignore`.
pub(super) fn path_pattern(text: &str) -> Result<String, String> {
    let mut builder = ignore::gitignore::GitignoreBuilder::new("");
    match builder.add_line(None, text) {
        Ok(_) if text.starts_with('#') => {
            Err("a pattern that begins with `#` is a comment; write `\\#`".to_owned())
        }
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!(
            "not a pattern: {error}; expected one as in .gitignore, such as legacy/ or *.tmpl.yaml"
        )),
    }
}

pub(super) fn classification(text: &str) -> Result<Classification, String> {
    let words = || {
        Classification::ALL
            .iter()
            .map(|classification| classification.as_str())
    };
    Classification::parse(text).ok_or_else(|| {
        let hint = near(text, words())
            .map_or_else(String::new, |word| format!("; did you mean `{word}`?"));
        format!(
            "expected one of {}{hint}",
            words().collect::<Vec<_>>().join(", ")
        )
    })
}

/// The name that was most likely meant.
pub(super) fn near<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    crate::model::near::near(text, names)
}

/// A size in bytes: `1048576`, `64MiB`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let expected = || {
        format!(
            "`{text}` is not a size; expected bytes or a number with KiB, MiB or GiB, such as \
             128MiB"
        )
    };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let factor = match text[digits..].trim_start() {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return Err(expected()),
    };
    let bytes = text[..digits]
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(factor))
        .ok_or_else(expected)?;
    if bytes > u64::from(LONGEST) {
        Err(format!("`{text}` is too large; less than 2GiB"))
    } else {
        Ok(bytes)
    }
}

/// A size as people write it: `64 MiB`.
pub(super) fn sized(bytes: u64) -> String {
    [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        .into_iter()
        .find(|(_, factor)| bytes > 0 && bytes.is_multiple_of(*factor))
        .map_or_else(
            || format!("{bytes} {}", if bytes == 1 { "byte" } else { "bytes" }),
            |(unit, factor)| format!("{} {unit}", bytes / factor),
        )
}

/// The entry of a profile that a list and names on the command line mean. `usage`: the command for an
/// image version.
pub(super) fn entry<'a>(what: What, names: &'a [String], usage: &str) -> Result<Key<'a>, String> {
    let (image, name) = match (what, names) {
        (What::ImageVersion, [image, version]) => (image.as_str(), version),
        (What::ImageVersion, _) => {
            return Err(format!("an image version needs two names: `{usage}`"));
        }
        (_, [name]) => ("", name),
        _ => return Err("only `image` takes two names".to_owned()),
    };
    Ok(Key { what, image, name })
}

/// The name of a user.
pub(super) fn user(text: &str) -> Result<Subject, String> {
    named(text, "user").map(Subject::User)
}

/// The name of a group.
pub(super) fn group(text: &str) -> Result<Subject, String> {
    named(text, "group").map(Subject::Group)
}

fn named(text: &str, what: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        Err(format!("the name of the {what} is empty"))
    } else {
        Ok(text.to_owned())
    }
}

/// `NAMESPACE:NAME`
pub(super) fn service_account(text: &str) -> Result<Subject, String> {
    let name = text.strip_prefix("system:serviceaccount:").unwrap_or(text);
    match name.split_once(':') {
        Some((namespace, name))
            if !namespace.is_empty() && !name.is_empty() && !name.contains(':') =>
        {
            Ok(Subject::ServiceAccount {
                namespace: namespace.to_owned(),
                name: name.to_owned(),
            })
        }
        _ => Err("expected NAMESPACE:NAME such as garden-project:deployer".to_owned()),
    }
}
