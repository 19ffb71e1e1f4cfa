//! Points in time: RFC 3339 as Go reads it, with faults exact enough to correct them.
//! Pure values: nothing here reads a clock.

mod read;

use std::fmt;
use std::ops::Range;

use read::{read, suggestion};

/// A point in time since 1970-01-01T00:00:00Z. A fraction of a second counts where times are
/// compared; nothing prints it, as the server drops it when it stores a time
/// (`docs/gardener/reading.md#texts-with-a-form`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    seconds: i64,
    nanoseconds: u32,
}

/// The seconds of a day. Leap seconds have no number.
pub const SECONDS_PER_DAY: i64 = 86_400;

impl Time {
    /// Before every time that can be written.
    pub const MIN: Time = Time::from_unix(i64::MIN);
    /// After every time that can be written.
    pub const MAX: Time = Time::from_unix(i64::MAX);

    /// Reads a time.
    ///
    /// # Errors
    /// The first fault from the left, if Go would not read the text
    /// (`docs/gardener/reading.md#texts-with-a-form`).
    pub fn parse(text: &str) -> Result<Time, TimeError> {
        match read(text) {
            Ok(time) => Ok(time),
            Err((fault, range)) => Err(TimeError {
                fault,
                range,
                suggestion: suggestion(text),
            }),
        }
    }

    /// Reads a time that is to be *now*: a fraction is rounded up to the next second. A time of
    /// whole seconds is strictly before the fractional *now* exactly if it is strictly before the
    /// rounded one.
    ///
    /// # Errors
    /// As [`Time::parse`].
    pub fn parse_now(text: &str) -> Result<Time, TimeError> {
        let time = Time::parse(text)?;
        Ok(Time::from_unix(
            time.seconds + i64::from(time.nanoseconds > 0),
        ))
    }

    /// The time at a number of seconds after 1970-01-01T00:00:00Z.
    pub const fn from_unix(seconds: i64) -> Time {
        Time {
            seconds,
            nanoseconds: 0,
        }
    }

    /// Days since 1970-01-01, in UTC.
    pub const fn day(self) -> i64 {
        self.seconds.div_euclid(SECONDS_PER_DAY)
    }

    /// The day, in UTC: `2024-06-06`. It is exact enough for people, and the same all day.
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.day());
        format!(
            "{}{:04}-{month:02}-{day:02}",
            if year < 0 { "-" } else { "" },
            year.abs()
        )
    }

    /// Seconds since 1970-01-01T00:00:00Z, without the fraction.
    pub const fn unix(self) -> i64 {
        self.seconds
    }

    /// The fraction of a second, in nanoseconds.
    pub const fn nanoseconds(self) -> u32 {
        self.nanoseconds
    }
}

impl serde::Serialize for Time {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The canonical text, in UTC: `2024-06-06T01:02:03Z`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.seconds.rem_euclid(SECONDS_PER_DAY);
        write!(
            f,
            "{}T{:02}:{:02}:{:02}Z",
            self.date(),
            second / 3600,
            second / 60 % 60,
            second % 60
        )
    }
}

/// Why a text is not a time, where, and what was probably meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeError {
    pub fault: TimeFault,
    /// The faulty part, in bytes; empty where something is missing.
    pub range: Range<usize>,
    /// The corrected text, where there is no doubt what it is. It is always a valid time.
    pub suggestion: Option<String>,
}

/// The fault of a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeFault {
    Empty,
    /// White space before or after the time.
    SurroundingSpace,
    /// The year is not written with four digits.
    Year {
        found: String,
    },
    /// A number other than the year is not written with two digits.
    Digits {
        unit: TimeUnit,
        found: String,
    },
    /// A number that is too large, or a month of 0.
    OutOfRange {
        unit: TimeUnit,
        value: u32,
    },
    /// A day that its month does not have.
    NoSuchDay {
        /// The year, which matters in February.
        year: i64,
        /// Counted from 1, for January.
        month: u32,
        day: u32,
    },
    /// A `-` or `:` is missing.
    Separator {
        /// The character that belongs there.
        expected: char,
        /// The character that stands there.
        found: Option<char>,
    },
    /// A date without a time of day.
    DateOnly,
    /// A lower-case `t` between date and time of day.
    LowerCaseT,
    /// A blank between date and time of day.
    SpaceInsteadOfT,
    /// Something else than `T` between date and time of day.
    NoT {
        found: char,
    },
    /// Hours and minutes without seconds.
    NoSeconds,
    /// Neither `Z` nor an offset at the end.
    NoZone,
    /// A lower-case `z` at the end.
    LowerCaseZ,
    /// An offset such as `+0200`.
    OffsetWithoutColon,
    /// Something else that is no offset from UTC.
    BadZone {
        found: String,
    },
    /// More text after the time.
    Trailing {
        found: String,
    },
}

/// A number of a time that has two digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    Month,
    Day,
    Hour,
    Minute,
    Second,
    /// Hours of the offset from UTC.
    OffsetHour,
    /// Minutes of the offset from UTC.
    OffsetMinute,
}

impl TimeUnit {
    /// The largest value; for days it depends on the month.
    fn largest(self) -> u32 {
        match self {
            TimeUnit::Month => 12,
            TimeUnit::Day => 31,
            TimeUnit::Hour => 23,
            TimeUnit::Minute | TimeUnit::Second => 59,
            // Go tolerates a whole day and a whole hour here.
            TimeUnit::OffsetHour => 24,
            TimeUnit::OffsetMinute => 60,
        }
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeUnit::Month => "month",
            TimeUnit::Day => "day",
            TimeUnit::Hour => "hour",
            TimeUnit::Minute => "minute",
            TimeUnit::Second => "second",
            TimeUnit::OffsetHour => "offset's hour",
            TimeUnit::OffsetMinute => "offset's minute",
        })
    }
}

impl fmt::Display for TimeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeFault::Empty => f.write_str("the time is empty"),
            TimeFault::SurroundingSpace => f.write_str("no white space may surround the time"),
            TimeFault::Year { found } if found.is_empty() => f.write_str("the year is missing"),
            TimeFault::Year { found } if !found.starts_with(|c: char| c.is_ascii_digit()) => {
                f.write_str("it does not begin with a year of four digits")
            }
            TimeFault::Year { found } => write!(f, "the year needs four digits, not `{found}`"),
            TimeFault::Digits { unit, found } if found.is_empty() => {
                write!(f, "the {unit} is missing")
            }
            TimeFault::Digits { unit, found } => match found.parse::<u32>() {
                Ok(value) if found.len() == 1 => write!(
                    f,
                    "the {unit} needs two digits: `{value:02}`, not `{found}`"
                ),
                _ => write!(f, "the {unit} needs two digits, not `{found}`"),
            },
            TimeFault::OutOfRange {
                unit: TimeUnit::Second,
                value: 60,
            } => f.write_str("the second is 60; leap seconds are not accepted"),
            TimeFault::OutOfRange {
                unit: TimeUnit::Hour,
                value: 24,
            } => f.write_str("the hour is 24; midnight is `00` of the next day"),
            TimeFault::OutOfRange {
                unit: TimeUnit::Month,
                value,
            } => write!(f, "there is no month {value:02}"),
            TimeFault::OutOfRange { unit, value } => {
                write!(f, "the {unit} is {value}, above {}", unit.largest())
            }
            TimeFault::NoSuchDay { year, month, day } => {
                let days = days_in_month(*year, *month);
                write!(
                    f,
                    "there is no day {day:02} in {year:04}-{month:02}, which has {days} days"
                )
            }
            TimeFault::Separator {
                expected,
                found: Some(found),
            } => write!(f, "`{expected}` is expected, not `{found}`"),
            TimeFault::Separator {
                expected,
                found: None,
            } => write!(f, "the time ends where `{expected}` is expected"),
            TimeFault::DateOnly => {
                f.write_str("the time of day is missing, such as `T00:00:00Z` after the date")
            }
            TimeFault::LowerCaseT => {
                f.write_str("date and time of day are separated by a capital `T`, not `t`")
            }
            TimeFault::SpaceInsteadOfT => {
                f.write_str("date and time of day are separated by `T`, not by a blank")
            }
            TimeFault::NoT { found } => write!(
                f,
                "date and time of day are separated by `T`, not `{found}`"
            ),
            TimeFault::NoSeconds => f.write_str("the seconds are missing, such as `:00`"),
            TimeFault::NoZone => {
                f.write_str("the time zone is missing: `Z` or an offset such as `+02:00`")
            }
            TimeFault::LowerCaseZ => f.write_str("the time zone is a capital `Z`, not `z`"),
            TimeFault::OffsetWithoutColon => {
                f.write_str("the offset needs a colon between hours and minutes, as in `+02:00`")
            }
            TimeFault::BadZone { found } => write!(
                f,
                "`{found}` is not a time zone; write `Z` or an offset such as `+02:00`"
            ),
            TimeFault::Trailing { found } => write!(f, "the time is followed by `{found}`"),
        }
    }
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for TimeError {}

fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in_month(year: i64, month: u32) -> u32 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

// The crates for calendars end with the year 9999. An offset leads one day further.

/// Days in a cycle of 400 years.
const CYCLE_DAYS: i64 = 146_097;
/// From 0000-03-01 to 1970-01-01. Years are counted from March, so that the leap day comes last.
const EPOCH_DAYS: i64 = 719_468;

/// The days from 1970-01-01 to a date of the proleptic Gregorian calendar.
fn days(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (cycle, year_of_cycle) = (year.div_euclid(400), year.rem_euclid(400));
    let month_from_march = i64::from((month + 9) % 12);
    let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(day) - 1;
    let day_of_cycle = year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
    cycle * CYCLE_DAYS + day_of_cycle - EPOCH_DAYS
}

/// The date at a number of days after 1970-01-01: year, month and day.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + EPOCH_DAYS;
    let (cycle, day_of_cycle) = (days.div_euclid(CYCLE_DAYS), days.rem_euclid(CYCLE_DAYS));
    let year_of_cycle = (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524
        - day_of_cycle / (CYCLE_DAYS - 1))
        / 365;
    let day_of_year =
        day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    (
        cycle * 400 + year_of_cycle + i64::from(month <= 2),
        month,
        day,
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
