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
            "2023-02-29",
            "29",
            "there is no day 29 in 2023-02, which has 28 days",
            "",
        ),
        (
            "2024-06-31 24:00",
            "31",
            "there is no day 31 in 2024-06, which has 30 days",
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
            "it does not begin with a year of four digits",
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
