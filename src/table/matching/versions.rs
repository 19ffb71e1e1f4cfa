//! Versions with their classification now and the dates at which it changes, folded where they are
//! many.

use std::collections::BTreeSet;

use crate::matching::{Default, DefaultFault, Matcher};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::Time;
use crate::output::clean::line as clean;
use crate::output::wrap::width;
use crate::output::{Document, Span};
use crate::table::matching::ProfileView;
use crate::table::matching::pen::{Mark, Pen, version_name};

/// Maximum number of versions of one classification shown one by one.
const SHOWN: usize = 3;

/// A line: the mark, the version or the fold, and the remark.
struct Line {
    mark: Mark,
    version: String,
    says: String,
}

/// The versions of a list, and their form.
pub(super) struct Listed<'l> {
    /// The versions, the newest first.
    pub versions: &'l [usize],
    /// The mark of those that are active.
    pub mark: Mark,
    /// The version that a Shoot gets by default, marked where it is among them.
    pub default: Option<usize>,
    /// The property that they share, such as the flavors, for the line that folds them.
    pub same: Option<&'static str>,
}

/// Writes the lines of the versions.
pub(super) fn write(
    profile: &ProfileView<'_, '_, '_>,
    listed: &Listed<'_>,
    pen: Pen,
    indent: usize,
    out: &mut Document,
) {
    let (matcher, now) = (profile.matcher, profile.answers.now);
    let mut lines = Vec::new();
    // Versions of one classification together, the best first.
    let mut states: Vec<Current<'_>> = Vec::new();
    for version in listed.versions {
        let state = matcher.current(*version, now);
        if !states.contains(&state) {
            states.push(state);
        }
    }
    states.sort_by_key(|state| rank(*state));
    for state in states {
        let alike: Vec<usize> = listed
            .versions
            .iter()
            .copied()
            .filter(|version| matcher.current(*version, now) == state)
            .collect();
        let fold = alike.len() > SHOWN && !pen.look.expand;
        let one_by_one = if fold { &alike[..1] } else { &alike[..] };
        lines.extend(
            one_by_one
                .iter()
                .map(|version| single(matcher, *version, listed, now)),
        );
        if fold {
            lines.push(folded(matcher, &alike[1..], state, listed, now));
        }
    }
    let column = lines
        .iter()
        .map(|line| width(&line.version))
        .max()
        .unwrap_or(0);
    for line in lines {
        let pad = column + 2 - width(&line.version);
        let fits = indent + 4 + column + width(&line.says) <= pen.look.width;
        let says = if fits {
            format!("{:pad$}{}", "", line.says)
        } else {
            String::new()
        };
        out.line([
            " ".repeat(indent).into(),
            line.mark.span(),
            Span::from(format!(" {}{says}", line.version)),
        ]);
        if !fits {
            out.paragraph(indent + 4, line.says);
        }
    }
}

fn single(matcher: &Matcher<'_, '_>, index: usize, listed: &Listed<'_>, now: Time) -> Line {
    let version = version_name(matcher, index);
    let lead = if listed.default == Some(index) {
        "default; "
    } else {
        ""
    };
    let says = format!(
        "{lead}{}",
        life(&matcher.versions()[index].version.expirable, now)
    );
    Line {
        mark: mark_now(listed.mark, matcher.current(index, now)),
        version: clean(&version).into_owned(),
        says: clean(&says).into_owned(),
    }
}

fn folded(
    matcher: &Matcher<'_, '_>,
    versions: &[usize],
    state: Current<'_>,
    listed: &Listed<'_>,
    now: Time,
) -> Line {
    let same = listed
        .same
        .map_or_else(String::new, |what| format!(", same {what}"));
    let last = versions
        .last()
        .map_or_else(String::new, |last| version_name(matcher, *last));
    let mut says = format!("{}, down to {last}", word(state));
    let dates: BTreeSet<Time> = versions
        .iter()
        .filter_map(|index| {
            upcoming(&matcher.versions()[*index].version.expirable, now)
                .first()
                .map(|next| next.0)
        })
        .collect();
    match (dates.first(), dates.last()) {
        (Some(first), Some(last)) if first == last => {
            says += &format!("; next change {}", date(*first));
        }
        (Some(first), Some(last)) => {
            says += &format!("; next changes {} to {}", date(*first), date(*last));
        }
        _ => {}
    }
    Line {
        mark: mark_now(listed.mark, state),
        version: format!("… and {} more{same}", versions.len()),
        says: clean(&says).into_owned(),
    }
}

/// The order of versions: the most likely wanted ones first.
fn rank(state: Current<'_>) -> usize {
    match state {
        Current::Known(Classification::Supported) => 0,
        Current::Unknown(_) => 1,
        Current::Known(Classification::Preview) => 2,
        Current::Known(Classification::Deprecated) => 3,
        Current::Known(Classification::Unavailable) => 4,
        Current::Known(Classification::Expired) => 5,
    }
}

fn mark_now(mark: Mark, state: Current<'_>) -> Mark {
    if state.is_active() || mark == Mark::No {
        mark
    } else {
        Mark::Idle
    }
}

fn word(state: Current<'_>) -> String {
    match state {
        Current::Known(known) => known.as_str().to_owned(),
        Current::Unknown(word) => format!("unknown classification `{word}`"),
    }
}

fn upcoming<'t>(version: &ExpirableVersion<'t>, now: Time) -> Vec<(Time, Current<'t>)> {
    // A stage counts once its start is strictly in the past.
    version
        .transitions()
        .into_iter()
        .filter(|change| change.0 >= now)
        .collect()
}

/// The classification now, since when, and what comes.
pub(crate) fn life(version: &ExpirableVersion<'_>, now: Time) -> String {
    let mut text = word(version.classification_at(now));
    let changes = version.transitions();
    if let Some((since, _)) = changes.iter().rev().find(|change| change.0 < now) {
        text += &format!(" since {}", date(*since));
    }
    for (from, to) in upcoming(version, now) {
        text += &format!(", {} from {}", word(to), date(from));
    }
    text
}

/// A time, or only its day where that begins with it.
fn date(time: Time) -> String {
    let text = time.to_string();
    text.strip_suffix("T00:00:00Z")
        .map(str::to_owned)
        .unwrap_or(text)
}

/// The position of the version that a Shoot gets, where it gets one.
pub(super) fn chosen(
    matcher: &Matcher<'_, '_>,
    default: &Result<Default<'_, '_, '_>, DefaultFault>,
) -> Option<usize> {
    let Ok(Default::Chosen { version, .. }) = default else {
        return None;
    };
    let same = |other: &crate::matching::Version<'_, '_>| {
        (other.image_index, other.version_index) == (version.image_index, version.version_index)
    };
    matcher.versions().iter().position(same)
}
