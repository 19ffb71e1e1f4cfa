//! Points in time: RFC 3339 as Go reads it, with faults exact enough to correct them.
//! Pure values: nothing here reads a clock.

use std::fmt;
use std::ops::Range;

/// A point in time since 1970-01-01T00:00:00Z. A fraction of a second counts where times are
/// compared; nothing prints it, as the server drops it when it stores a time
/// (`docs/gardener/reading.md#texts-with-a-form`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    seconds: i64,
    nanoseconds: u32,
}

const SECONDS_PER_DAY: i64 = 86_400;

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

    /// The time so many seconds after 1970-01-01T00:00:00Z.
    pub const fn from_unix(seconds: i64) -> Time {
        Time {
            seconds,
            nanoseconds: 0,
        }
    }

    /// The day, in UTC: `2024-06-06`. What people read is no less exact for it, and the same all
    /// day.
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.seconds.div_euclid(SECONDS_PER_DAY));
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

/// What is wrong with a time.
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

type Fault = (TimeFault, Range<usize>);

fn read(text: &str) -> Result<Time, Fault> {
    if text.is_empty() {
        return Err((TimeFault::Empty, 0..0));
    }
    let leading = text.len() - text.trim_start().len();
    if leading > 0 {
        return Err((TimeFault::SurroundingSpace, 0..leading));
    }
    let mut reader = Reader { text, at: 0 };
    let year = reader.year()?;
    reader.separator('-')?;
    let (month, _) = reader.two_digits(TimeUnit::Month)?;
    reader.separator('-')?;
    let (day, day_range) = reader.two_digits(TimeUnit::Day)?;
    reader.time_mark()?;
    let hour = reader.hour()?;
    reader.separator(':')?;
    let (minute, _) = reader.two_digits(TimeUnit::Minute)?;
    if reader.peek() != Some(b':')
        && matches!(reader.peek(), None | Some(b'Z' | b'z' | b'+' | b'-'))
    {
        return Err((TimeFault::NoSeconds, reader.at..reader.at));
    }
    reader.separator(':')?;
    let (second, _) = reader.two_digits(TimeUnit::Second)?;
    let nanoseconds = reader.fraction();
    let offset = reader.zone()?;
    if reader.at < text.len() {
        let found = &text[reader.at..];
        let fault = if found.trim().is_empty() {
            TimeFault::SurroundingSpace
        } else {
            TimeFault::Trailing {
                found: found.to_owned(),
            }
        };
        return Err((fault, reader.at..text.len()));
    }
    if day == 0 || day > days_in_month(year, month) {
        return Err((TimeFault::NoSuchDay { year, month, day }, day_range));
    }
    let of_day = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
    Ok(Time {
        seconds: days(year, month, day) * SECONDS_PER_DAY + of_day - offset,
        nanoseconds,
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn peek_char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn digits(&self) -> usize {
        self.text.as_bytes()[self.at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    }

    fn year(&mut self) -> Result<i64, Fault> {
        let digits = self.digits();
        // With more than four digits the fault is the year, not the separator that is missing after
        // the fourth.
        if digits != 4 {
            let found = self.word(digits);
            return Err((
                TimeFault::Year {
                    found: found.to_owned(),
                },
                self.at..self.at + found.len(),
            ));
        }
        let year = self.text[self.at..self.at + 4].parse().unwrap_or_default();
        self.at += 4;
        Ok(year)
    }

    fn two_digits(&mut self, unit: TimeUnit) -> Result<(u32, Range<usize>), Fault> {
        let digits = self.digits();
        if digits != 2 {
            let found = self.word(digits);
            return Err((
                TimeFault::Digits {
                    unit,
                    found: found.to_owned(),
                },
                self.at..self.at + found.len(),
            ));
        }
        self.number(unit, 2)
    }

    /// The hour may have one digit, since Go accepts that.
    fn hour(&mut self) -> Result<u32, Fault> {
        if self.digits() == 1 {
            Ok(self.number(TimeUnit::Hour, 1)?.0)
        } else {
            Ok(self.two_digits(TimeUnit::Hour)?.0)
        }
    }

    fn number(&mut self, unit: TimeUnit, digits: usize) -> Result<(u32, Range<usize>), Fault> {
        let range = self.at..self.at + digits;
        let value: u32 = self.text[range.clone()].parse().unwrap_or_default();
        // Days are judged once month and year are known.
        let too_small = unit == TimeUnit::Month && value == 0;
        if unit != TimeUnit::Day && (too_small || value > unit.largest()) {
            return Err((TimeFault::OutOfRange { unit, value }, range));
        }
        self.at = range.end;
        Ok((value, range))
    }

    /// What stands where a number is expected: the digits, or the word if there are none.
    fn word(&self, digits: usize) -> &str {
        let rest = &self.text[self.at..];
        if digits > 0 {
            return &rest[..digits];
        }
        &rest[..rest.find(['-', ':', ' ', 'T']).unwrap_or(rest.len())]
    }

    fn separator(&mut self, expected: char) -> Result<(), Fault> {
        let found = self.peek_char();
        if found == Some(expected) {
            self.at += expected.len_utf8();
            return Ok(());
        }
        Err((
            TimeFault::Separator { expected, found },
            self.at..self.at + found.map_or(0, char::len_utf8),
        ))
    }

    fn time_mark(&mut self) -> Result<(), Fault> {
        let fault = match self.peek_char() {
            Some('T') => {
                self.at += 1;
                return Ok(());
            }
            None => TimeFault::DateOnly,
            Some('t') => TimeFault::LowerCaseT,
            Some(c) if c.is_whitespace() && self.text[self.at..].trim().is_empty() => {
                TimeFault::DateOnly
            }
            Some(' ') => TimeFault::SpaceInsteadOfT,
            Some(found) => TimeFault::NoT { found },
        };
        Err((
            fault,
            self.at..self.at + self.peek_char().map_or(0, char::len_utf8),
        ))
    }

    /// Reads a fraction, in nanoseconds; Go drops what is smaller. A mark without digits is left
    /// for the zone to fail at.
    fn fraction(&mut self) -> u32 {
        if !matches!(self.peek(), Some(b'.' | b',')) {
            return 0;
        }
        let mark = self.at;
        self.at += 1;
        let digits = self.digits();
        if digits == 0 {
            self.at = mark;
            return 0;
        }
        self.at += digits;
        let places = self.text[mark + 1..self.at]
            .bytes()
            .chain(std::iter::repeat(b'0'))
            .take(9);
        places.fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
    }

    /// The offset from UTC in seconds.
    fn zone(&mut self) -> Result<i64, Fault> {
        let rest = &self.text[self.at..];
        let all = self.at..self.text.len();
        let sign = match self.peek() {
            Some(b'Z') => {
                self.at += 1;
                return Ok(0);
            }
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ if rest.trim().is_empty() => return Err((TimeFault::NoZone, self.at..self.at)),
            _ if rest == "z" => return Err((TimeFault::LowerCaseZ, all)),
            _ => {
                return Err((
                    TimeFault::BadZone {
                        found: rest.to_owned(),
                    },
                    all,
                ));
            }
        };
        if rest.len() == 5 && rest.bytes().skip(1).all(|byte| byte.is_ascii_digit()) {
            return Err((TimeFault::OffsetWithoutColon, all));
        }
        let bytes = rest.as_bytes();
        let shape = bytes.len() >= 6
            && bytes[3] == b':'
            && [1, 2, 4, 5].iter().all(|i| bytes[*i].is_ascii_digit());
        if !shape {
            return Err((
                TimeFault::BadZone {
                    found: rest.to_owned(),
                },
                all,
            ));
        }
        self.at += 1;
        let (hours, _) = self.number(TimeUnit::OffsetHour, 2)?;
        self.at += 1;
        let (minutes, _) = self.number(TimeUnit::OffsetMinute, 2)?;
        Ok(sign * (i64::from(hours) * 3600 + i64::from(minutes) * 60))
    }
}

/// The text that was probably meant: the same numbers in the right form. Nothing is guessed but a
/// missing `:00` and a missing `Z`; a date alone could mean its beginning or its end.
fn suggestion(text: &str) -> Option<String> {
    let (date, rest) = text.trim().split_once(['T', 't', ' '])?;
    let mut date = date.split(['-', '/', '.']);
    let (year, month, day) = (date.next()?, date.next()?, date.next()?);
    if date.next().is_some() || year.len() != 4 {
        return None;
    }
    let rest = rest.trim();
    let clock_end = rest
        .find(|c: char| !c.is_ascii_digit() && c != ':')
        .unwrap_or(rest.len());
    let (clock, rest) = rest.split_at(clock_end);
    let mut clock = clock.split(':');
    let (hour, minute, second) = (clock.next()?, clock.next()?, clock.next().unwrap_or("00"));
    if clock.next().is_some() {
        return None;
    }
    let fraction_end = match rest.strip_prefix(['.', ',']) {
        Some(digits) => {
            1 + digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len())
        }
        None => 0,
    };
    let (fraction, zone) = rest.split_at(fraction_end);
    let zone = zone.trim();
    let zone = match zone {
        "" | "Z" | "z" | "UTC" | "GMT" => "Z".to_owned(),
        _ => offset_suggestion(zone)?,
    };
    let corrected = format!(
        "{year}-{month:0>2}-{day:0>2}T{hour:0>2}:{minute:0>2}:{second:0>2}{fraction}{zone}"
    );
    // Whatever was overlooked above, nothing is suggested that would be refused again.
    read(&corrected).is_ok().then_some(corrected)
}

/// `+02:00` for `+2`, `+02`, `+2:00`, `+200` and `+0200`.
fn offset_suggestion(zone: &str) -> Option<String> {
    let numbers = zone.strip_prefix(['+', '-'])?;
    let sign = &zone[..1];
    let (hours, minutes) = match numbers.split_once(':') {
        Some(numbers) => numbers,
        None if numbers.is_ascii() && numbers.len() > 2 => numbers.split_at(numbers.len() - 2),
        None => (numbers, "00"),
    };
    Some(format!("{sign}{hours:0>2}:{minutes}"))
}

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

/// The date that is so many days after 1970-01-01: year, month and day.
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
mod tests {
    use super::*;

    #[test]
    fn reads_what_go_reads() {
        let table = [
            ("2024-06-06T01:02:03Z", "2024-06-06T01:02:03Z"),
            ("2024-06-06T01:02:03+02:00", "2024-06-05T23:02:03Z"),
            ("2024-06-06T01:02:03.999Z", "2024-06-06T01:02:03Z"),
            ("2024-06-06T01:02:03,5Z", "2024-06-06T01:02:03Z"),
            ("2024-06-06T1:02:03Z", "2024-06-06T01:02:03Z"),
            ("2024-06-06T01:02:03+24:60", "2024-06-05T00:02:03Z"),
            ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
            ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
            ("0000-01-01T00:00:00+01:00", "-0001-12-31T23:00:00Z"),
            ("9999-12-31T23:59:59-01:00", "10000-01-01T00:59:59Z"),
        ];
        for (text, canonical) in table {
            assert_eq!(
                Time::parse(text).map(|time| time.to_string()).as_deref(),
                Ok(canonical),
                "{text}"
            );
        }
        assert_eq!(Time::parse("1970-01-01T00:00:00Z").unwrap().unix(), 0);
        assert_eq!(
            Time::parse("2023-08-08T23:59:59Z").unwrap().unix(),
            1_691_539_199
        );
    }

    #[test]
    fn turns_every_day_into_a_date_and_back() {
        for day in (-800_000..3_000_000).step_by(13) {
            let (year, month, of_month) = civil(day);
            assert_eq!(
                days(
                    year,
                    u32::try_from(month).unwrap(),
                    u32::try_from(of_month).unwrap()
                ),
                day
            );
        }
    }

    #[test]
    fn says_what_is_wrong_and_what_was_meant() {
        let table = [
            // text, faulty part, sentence, suggestion
            (
                "2023-08-8T23:59:59Z",
                "8",
                "the day needs two digits: `08`, not `8`",
                "2023-08-08T23:59:59Z",
            ),
            (
                "2023-8-08T23:59:59Z",
                "8",
                "the month needs two digits: `08`, not `8`",
                "2023-08-08T23:59:59Z",
            ),
            ("2024-13-01T00:00:00Z", "13", "there is no month 13", ""),
            (
                "2024-06-06t01:02:03z",
                "t",
                "date and time of day are separated by a capital `T`, not `t`",
                "2024-06-06T01:02:03Z",
            ),
            (
                "2024-06-06 01:02:03Z",
                " ",
                "date and time of day are separated by `T`, not by a blank",
                "2024-06-06T01:02:03Z",
            ),
            (
                "2024-06-06",
                "",
                "the time of day is missing, such as `T00:00:00Z` after the date",
                "",
            ),
            (
                "2024-06-06T01:02Z",
                "",
                "the seconds are missing, such as `:00`",
                "2024-06-06T01:02:00Z",
            ),
            (
                "2024-06-06T01:02:03",
                "",
                "the time zone is missing: `Z` or an offset such as `+02:00`",
                "2024-06-06T01:02:03Z",
            ),
            (
                "2024-06-06T01:02:03z",
                "z",
                "the time zone is a capital `Z`, not `z`",
                "2024-06-06T01:02:03Z",
            ),
            (
                "2024-06-06T01:02:03+0200",
                "+0200",
                "the offset needs a colon between hours and minutes, as in `+02:00`",
                "2024-06-06T01:02:03+02:00",
            ),
            (
                "2024-06-06T01:02:03+2:00",
                "+2:00",
                "`+2:00` is not a time zone; write `Z` or an offset such as `+02:00`",
                "2024-06-06T01:02:03+02:00",
            ),
            (
                "2024-06-06T01:02:03 UTC",
                " UTC",
                "` UTC` is not a time zone; write `Z` or an offset such as `+02:00`",
                "2024-06-06T01:02:03Z",
            ),
            (
                "2023-02-29T00:00:00Z",
                "29",
                "there is no day 29 in 2023-02, which has 28 days",
                "",
            ),
            (
                "2024-04-00T00:00:00Z",
                "00",
                "there is no day 00 in 2024-04, which has 30 days",
                "",
            ),
            (
                "2024-06-06T24:00:00Z",
                "24",
                "the hour is 24; midnight is `00` of the next day",
                "",
            ),
            (
                "2024-06-06T23:60:00Z",
                "60",
                "the minute is 60, above 59",
                "",
            ),
            (
                "2024-06-06T23:59:60Z",
                "60",
                "the second is 60; leap seconds are not accepted",
                "",
            ),
            (
                "2024-06-06T01:02:03+25:00",
                "25",
                "the offset's hour is 25, above 24",
                "",
            ),
            (
                "24-06-06T01:02:03Z",
                "24",
                "the year needs four digits, not `24`",
                "",
            ),
            (
                "10000-01-01T00:00:00Z",
                "10000",
                "the year needs four digits, not `10000`",
                "",
            ),
            (
                "next year",
                "next",
                "the year needs four digits, not `next`",
                "",
            ),
            (
                "2024/06/06T01:02:03Z",
                "/",
                "`-` is expected, not `/`",
                "2024-06-06T01:02:03Z",
            ),
            ("2024-06", "", "the time ends where `-` is expected", ""),
            ("2024-06-06T", "", "the hour is missing", ""),
            (
                " 2024-06-06T01:02:03Z",
                " ",
                "no white space may surround the time",
                "2024-06-06T01:02:03Z",
            ),
            (
                "2024-06-06T01:02:03Z\n",
                "\n",
                "no white space may surround the time",
                "2024-06-06T01:02:03Z",
            ),
            (
                "2024-06-06T01:02:03ZZ",
                "Z",
                "the time is followed by `Z`",
                "",
            ),
            (
                "2024-06-06T01:02:03.Z",
                ".Z",
                "`.Z` is not a time zone; write `Z` or an offset such as `+02:00`",
                "",
            ),
            (
                "2024-06-06T01:02:03é",
                "é",
                "`é` is not a time zone; write `Z` or an offset such as `+02:00`",
                "",
            ),
            ("", "", "the time is empty", ""),
        ];
        for (text, part, sentence, suggestion) in table {
            let error = Time::parse(text).expect_err(text);
            assert_eq!(
                (&text[error.range.clone()], error.to_string().as_str()),
                (part, sentence),
                "{text:?}"
            );
            assert_eq!(error.suggestion.unwrap_or_default(), suggestion, "{text:?}");
        }
    }

    #[test]
    fn a_fraction_counts_and_is_not_printed() {
        let time = |text: &str| Time::parse(text).unwrap();
        let ascending = [
            "2024-06-06T01:02:03Z",
            "2024-06-06T01:02:03.000000001Z",
            "2024-06-06T01:02:03,05Z",
            "2024-06-06T03:02:03.5+02:00",
            "2024-06-06T01:02:03.999999999999Z",
            "2024-06-06T01:02:04Z",
        ];
        assert!(ascending.map(time).is_sorted_by(|one, other| one < other));
        assert_eq!(
            time("2024-06-06T01:02:03.50Z"),
            time("2024-06-06T01:02:03,5Z")
        );
        assert_eq!(
            time("2024-06-06T01:02:03.0000000009Z"),
            time("2024-06-06T01:02:03Z")
        );
        assert_eq!(
            time("2024-06-06T01:02:03.5Z").to_string(),
            "2024-06-06T01:02:03Z"
        );
    }

    #[test]
    fn rounds_now_up() {
        let now = |text| Time::parse_now(text).unwrap().to_string();
        assert_eq!(now("2024-06-06T01:02:03.000001Z"), "2024-06-06T01:02:04Z");
        assert_eq!(now("2024-06-06T01:02:03.000Z"), "2024-06-06T01:02:03Z");
        assert_eq!(now("2024-06-06T01:02:03Z"), "2024-06-06T01:02:03Z");
    }
}
