//! The order in which people look for names: numbers in them count as numbers, so that `s9` comes
//! before `s10`.

use std::cmp::Ordering;

/// Compares names by name: of the namespace, of the object and so on.
#[must_use]
pub fn natural_all<const N: usize>(a: [&str; N], b: [&str; N]) -> Ordering {
    a.iter()
        .zip(b)
        .map(|(a, b)| natural(a, b))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Compares two names. Only what is equal byte for byte is equal.
#[must_use]
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    loop {
        match (left, right) {
            ([], []) => return a.cmp(b),
            ([], _) => return Ordering::Less,
            (_, []) => return Ordering::Greater,
            ([x, ..], [y, ..]) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let ((number_left, rest_left), (number_right, rest_right)) =
                    (number(left), number(right));
                let order = number_left
                    .len()
                    .cmp(&number_right.len())
                    .then_with(|| number_left.cmp(number_right));
                if order != Ordering::Equal {
                    return order;
                }
                (left, right) = (rest_left, rest_right);
            }
            ([x, rest_left @ ..], [y, rest_right @ ..]) => {
                if x != y {
                    return x.cmp(y);
                }
                (left, right) = (rest_left, rest_right);
            }
        }
    }
}

/// The digits in front, without zeros that say nothing, and what follows.
fn number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_count_as_numbers() {
        let mut names = [
            "s10", "s9", "s", "s9a", "s09", "a-2-b", "a-10-a", "s10.2", "s10.10", "ä1", "",
        ];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(
            names,
            [
                "", "a-2-b", "a-10-a", "s", "s09", "s9", "s9a", "s10", "s10.2", "s10.10", "ä1"
            ]
        );
    }
}
