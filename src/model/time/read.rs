//! Reads a time from the left, up to the first fault, and corrects what it can.

use std::ops::Range;

use super::{SECONDS_PER_DAY, Time, TimeFault, TimeUnit, days, days_in_month};

type Fault = (TimeFault, Range<usize>);

pub(super) fn read(text: &str) -> Result<Time, Fault> {
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
    if day == 0 || day > days_in_month(year, month) {
        return Err((TimeFault::NoSuchDay { year, month, day }, day_range));
    }
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

    /// The text in place of a number: the digits, or the word if there are none.
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
pub(super) fn suggestion(text: &str) -> Option<String> {
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
