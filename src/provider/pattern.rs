//! Whether a text is a regular expression of RE2, as far as brackets, repetitions and escapes show.
//! In doubt it is one.

/// The fault of a pattern, if it has one.
#[must_use]
pub fn fault(pattern: &str) -> Option<&'static str> {
    let mut open = 0_usize;
    // Whether something stands here that can be repeated, and whether it is a repetition already.
    let (mut operand, mut repeated) = (false, false);
    let mut rest = pattern.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '\\' => match rest.next() {
                None => return Some("nothing follows the last backslash"),
                Some('1'..='9') => {
                    return Some("it refers back to a group, which RE2 does not know");
                }
                // A quotation that begins here is not a pattern.
                Some('Q') => return None,
                Some(_) => (operand, repeated) = (true, false),
            },
            '[' => {
                if rest.peek() == Some(&'^') {
                    rest.next();
                }
                // A bracket that stands first means itself.
                let mut first = true;
                loop {
                    match rest.next() {
                        None => return Some("a bracket is not closed"),
                        Some(']') if !first => break,
                        Some('\\') => drop(rest.next()),
                        Some('[') if rest.peek() == Some(&':') => return None,
                        Some(_) => {}
                    }
                    first = false;
                }
                (operand, repeated) = (true, false);
            }
            '(' => {
                open += 1;
                (operand, repeated) = (false, false);
                if rest.peek() == Some(&'?') {
                    rest.next();
                    match rest.peek() {
                        Some('=' | '!') => return Some("it looks ahead, which RE2 does not know"),
                        // Flags and names.
                        _ => {
                            while rest
                                .next_if(|letter| !matches!(letter, ':' | '>' | ')'))
                                .is_some()
                            {}
                            rest.next_if(|letter| *letter != ')');
                        }
                    }
                }
            }
            ')' => {
                open = match open.checked_sub(1) {
                    Some(open) => open,
                    None => return Some("a parenthesis is closed that was not opened"),
                };
                (operand, repeated) = (true, false);
            }
            '*' | '+' | '?' => {
                if !operand {
                    return Some("a repetition has nothing to repeat");
                }
                if repeated && letter != '?' {
                    return Some("a repetition is repeated");
                }
                repeated = true;
            }
            '|' => (operand, repeated) = (false, false),
            _ => (operand, repeated) = (true, false),
        }
    }
    (open > 0).then_some("a parenthesis is not closed")
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn tells_regular_expressions_from_others() {
        for right in [
            "",
            "^fp-.*$",
            "a|b",
            "(a|b)+?",
            "[]a]x*",
            "[^]]",
            r"\.",
            "(?i)fp",
            "(?P<n>a)*",
            "a{2}",
            r"\d+",
            "x??",
        ] {
            assert_eq!(fault(right), None, "{right}");
        }
        for wrong in [
            "(", "a)", "[a", "*", "a|*b", "a**", "+", r"a\", "(a", "[", "(?=a)", r"(a)\1", "a++",
        ] {
            assert!(fault(wrong).is_some(), "{wrong}");
        }
    }
}
