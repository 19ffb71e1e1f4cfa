//! Findings of the same kind as one excerpt: a mistake that eighty entries repeat is one mistake to
//! a person. Only for people: machine formats list all findings.

use std::collections::BTreeMap;

use crate::finding::{Finding, Severity};
use crate::output::clean::text as escaped;
use crate::source::Sources;

/// Maximum number of findings of a kind that are shown each by itself.
const FEW: usize = 3;
/// Maximum number of places of the others that are named.
const NAMED: usize = 6;
/// Maximum number of helps that are shown beside that of the first.
const HELPS: usize = 3;

/// The key of alike findings: the rule, the severity, and field, message and help without names and
/// numbers.
type Kind<'a> = (&'a str, Severity, String, String, Option<String>);

/// A finding that is shown, and those like it that are not.
#[derive(Debug)]
pub(crate) struct Alike<'a> {
    pub first: &'a Finding,
    /// Its position among the findings.
    pub at: usize,
    pub others: Vec<&'a Finding>,
}

/// Groups findings where there are many that one rule says in the same words, with the same help,
/// about the same field of different entries. Each group stands where its first finding does.
/// `alone`: those by position that are not to be grouped.
pub(crate) fn alike<'a>(findings: &[&'a Finding], alone: impl Fn(usize) -> bool) -> Vec<Alike<'a>> {
    let mut kinds: BTreeMap<Kind<'_>, Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate().filter(|(at, _)| !alone(*at)) {
        let (field, message) = (
            without_numbers(&finding.field.to_string()),
            without_names(&finding.says()),
        );
        let kind = (
            finding.rule,
            finding.severity,
            field,
            message,
            finding.help.as_deref().map(without_names),
        );
        kinds.entry(kind).or_default().push(at);
    }
    let mut first_of = vec![None; findings.len()];
    for positions in kinds.values().filter(|positions| positions.len() > FEW) {
        positions
            .iter()
            .for_each(|at| first_of[*at] = Some(positions[0]));
    }
    let mut shown: Vec<Alike<'a>> = Vec::new();
    let mut index = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        match first_of[at]
            .filter(|first| *first != at)
            .and_then(|first| index.get(&first))
            .and_then(|index: &usize| shown.get_mut(*index))
        {
            Some(group) => group.others.push(finding),
            None => {
                index.insert(at, shown.len());
                shown.push(Alike {
                    first: finding,
                    at,
                    others: Vec::new(),
                });
            }
        }
    }
    shown
}

impl Alike<'_> {
    /// `77 more like this, in lines 25, 31, 37, 43, 49, 55, … (--max-findings 0 shows all)`; a line
    /// for each help, since what the first one's help names may be wrong for others.
    pub fn more(&self, sources: &Sources) -> Vec<String> {
        let mut helps: Vec<(Option<&str>, Vec<&Finding>)> = Vec::new();
        for other in &self.others {
            let help = other.help.as_deref();
            match helps.iter_mut().find(|(known, _)| *known == help) {
                Some((_, findings)) => findings.push(other),
                None => helps.push((help, vec![other])),
            }
        }
        let own = self.first.help.as_deref();
        let few = helps.iter().filter(|(help, _)| *help != own).count() <= HELPS;
        // Where there are many helps, those are named that several findings share.
        let (mut shown, mut rest) = (Vec::new(), Vec::new());
        for (help, findings) in helps {
            if help == own {
                shown.insert(0, (help, findings));
            } else if few || findings.len() > 1 && shown.len() <= HELPS {
                shown.push((help, findings));
            } else {
                rest.extend(findings);
            }
        }
        let mut lines: Vec<String> = shown
            .iter()
            .map(|(help, findings)| {
                let line = format!(
                    "{} more like this{}",
                    findings.len(),
                    self.places(findings, sources)
                );
                let whose = if findings.len() == 1 { "its" } else { "their" };
                match help.filter(|_| *help != own) {
                    Some(help) => format!("{line}; {whose} help: {help}"),
                    None => line,
                }
            })
            .collect();
        if !rest.is_empty() {
            let places = self.places(&rest, sources);
            let number = rest.len();
            lines.push(format!(
                "{number} more like this, each with help of its own{places}"
            ));
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(" (--max-findings 0 shows all)");
        }
        lines
    }

    /// `, in lines 25, 31, 37, 43, 49, 55, …`
    fn places(&self, findings: &[&Finding], sources: &Sources) -> String {
        let mut text = String::new();
        let mut last = self.first.place.file;
        for (n, place) in findings
            .iter()
            .take(NAMED)
            .map(|finding| finding.place)
            .enumerate()
        {
            let source = sources.get(place.file);
            let at = source.position(place.span.start).line;
            text.push_str(match (n, place.file == last) {
                (0, true) if findings.len() == 1 => ", in line ",
                (0, true) => ", in lines ",
                (0, false) => ", in ",
                _ => ", ",
            });
            if place.file == last {
                text.push_str(&at.to_string());
            } else {
                text.push_str(&format!("{}:{at}", escaped(source.name())));
            }
            last = place.file;
        }
        if findings.len() > NAMED {
            text.push_str(", …");
        }
        text
    }
}

/// A text with `…` for what stands in backquotes and for numbers.
fn without_names(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (n, part) in text.split('`').enumerate() {
        if n % 2 == 1 {
            out.push('…');
        } else {
            out.push_str(&without_numbers(part));
        }
    }
    out
}

/// A text with `…` for numbers, versions and positions; digits in a word stay.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut in_number = false;
    for character in text.chars() {
        in_number = match character {
            '0'..='9' if in_number => true,
            '0'..='9' if !before.is_alphanumeric() => {
                out.push('…');
                true
            }
            '.' if in_number => true,
            _ => {
                out.push(character);
                false
            }
        };
        before = character;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{without_names, without_numbers};

    #[test]
    fn names_and_numbers_tell_no_kinds_apart() {
        assert_eq!(
            without_numbers("spec.machineTypes[12].memory"),
            "spec.machineTypes[…].memory"
        );
        assert_eq!(
            without_names("version `1.2` has 8192 bytes, x86 has 1.33.1 of `a b`"),
            "version … has … bytes, x86 has … of …"
        );
        assert_ne!(
            without_names("Unsupported value: nvme"),
            without_names("Unsupported value: scsi")
        );
    }
}
