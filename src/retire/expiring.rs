//! The date at which a version expires, for those who set no more than that.

use super::{announce, expiration, spec_of, version_of};
use crate::config::Settings;
use crate::landscape::{Input, Item, ReadFile, read};
use crate::lint::{brought, errors_as_update};
use crate::model::lifecycle::Classification;
use crate::model::time::{SECONDS_PER_DAY, Time};
use crate::source::Sources;
use crate::uses::Key;

/// The time that users get by default, in seconds: 90 days.
pub const NOTICE: i64 = 90 * SECONDS_PER_DAY;

/// The first midnight that is not before a time: people read days.
#[must_use]
pub fn next_midnight(time: Time) -> Time {
    let is_later = time.unix().rem_euclid(SECONDS_PER_DAY) > 0;
    let days = time.day() + i64::from(is_later);
    Time::from_unix(days.saturating_mul(SECONDS_PER_DAY))
}

/// The text of a CloudProfile that says that a version expires at a date; none where it expires
/// already, the text does not let it say so, or the server would refuse it. `files`: all texts.
#[must_use]
pub fn announced(
    item: &Item<'_>,
    entry: Key<'_>,
    date: Time,
    (sources, files): (&Sources, &[ReadFile<'_>]),
    settings: &Settings,
) -> Option<String> {
    let spec = spec_of(item).filter(|_| item.is_decoded())?;
    let (version, now) = (version_of(spec, entry)?, settings.now);
    if expiration(version).is_some() || version.classification_at(now) == Classification::Expired {
        return None;
    }
    let text = announce::edit(item, spec, entry, date, now)?;
    let mut after = sources.clone();
    let file = after.add(sources.get(item.file).with_text(text.as_str()));
    let new = read(&after, &[Input { file, fault: None }]);
    let own = files.iter().find(|file| file.file == item.file)?;
    let before = errors_as_update(sources, files, own, item, settings);
    let errors = errors_as_update(&after, files, new.first()?, item, settings);
    brought(&before, errors).is_empty().then_some(text)
}
