//! Mistakes in texts: the ones that fixes are for, wherever a text has room for them.

use fastrand::Rng;

/// A text with up to four mistakes; none where it has no room for one.
pub fn mutated(text: &str, random: &mut Rng) -> Option<String> {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let mut changed = false;
    for _ in 0..random.usize(1..=4) {
        // A line may have no room for the mistake.
        for _ in 0..40 {
            if lines.is_empty() {
                return None;
            }
            let at = random.usize(..lines.len());
            if let Some(new) = mistake(&lines, at, random) {
                lines[at] = new;
                changed = true;
                break;
            }
        }
    }
    changed.then(|| lines.concat())
}

/// A mistake in a line.
fn mistake(lines: &[String], at: usize, random: &mut Rng) -> Option<String> {
    let line = &lines[at];
    let body = line.trim_end_matches(['\r', '\n']);
    let end = &line[body.len()..];
    let content = body.trim_start_matches([' ', '-']);
    let lead = &body[..body.len() - content.len()];
    if content.is_empty() || content.starts_with('#') {
        return None;
    }
    let key = content
        .split_once(':')
        .map(|(key, _)| key)
        .filter(|key| !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric()));
    let value = content
        .split_once(": ")
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty());
    let with_value =
        |new: String| value.map(|value| format!("{}{new}{end}", &body[..body.len() - value.len()]));
    let with_key =
        |new: String| key.map(|key| format!("{lead}{new}{}{end}", &content[key.len()..]));
    let plain = |value: &str| {
        value
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
    };
    let one_of = |random: &mut Rng, all: &[&str]| all[random.usize(..all.len())].to_owned();
    match random.u8(..16) {
        // Wrong types.
        0 => with_value(one_of(
            random,
            &[
                "1.30",
                "42",
                "true",
                "yes",
                "0x1F",
                "1e3",
                "2027-01-31",
                "~",
                "012",
            ],
        )),
        1 => value
            .filter(|value| plain(value))
            .and_then(|value| with_value(format!("\"{value}\""))),
        2 => value.and_then(|value| with_value(value.trim_matches(['"', '\'']).to_owned())),
        3 => value
            .filter(|value| plain(value))
            .and_then(|value| with_value(format!("[{value}]"))),
        4 => value
            .and_then(|value| Some(value.strip_prefix('[')?.strip_suffix(']')?.to_owned()))
            .and_then(with_value),
        // Names.
        5 => {
            let (old, new) = [
                ("machineCapabilities", "capabilities"),
                ("capabilityFlavors", "capabilitySets"),
                ("capabilityFlavors", "capabilityCombinations"),
                ("minimum", "autoScalerMin"),
                ("classification", "classificationState"),
                ("maximum", "autoScalerMax"),
            ][random.usize(..6)];
            key.filter(|key| *key == old)
                .and_then(|_| with_key(new.to_owned()))
        }
        6 => key
            .filter(|key| key.bytes().any(|b| b.is_ascii_uppercase()))
            .and_then(|key| with_key(key.to_lowercase())),
        7 => key.filter(|key| key.len() > 3).and_then(|key| {
            let at = random.usize(1..key.len());
            with_key(format!("{}{}", &key[..at - 1], &key[at..]))
        }),
        // Repetitions and entries that do not belong.
        8 => (lead.contains('-') && value.is_none_or(|_| content.starts_with("name:"))).then(
            || {
                let next = lines.get(at + 1).is_none_or(|next| {
                    next.trim_start().starts_with('-')
                        || next.len() - next.trim_start().len() < lead.len()
                });
                next.then(|| format!("{line}{}{line}", if end.is_empty() { "\n" } else { "" }))
            },
        )?,
        9 => {
            let inner = value?.strip_prefix('[')?.strip_suffix(']')?;
            let first = inner.split(',').next()?.trim();
            (!first.is_empty()).then(|| with_value(format!("[{inner}, {first}]")))?
        }
        10 => content
            .starts_with("name: containerd")
            .then(|| format!("{lead}name: docker{end}{line}")),
        11 => content.starts_with("name: containerd").then(|| {
            format!(
                "{line}{lead}name: {}{end}",
                one_of(random, &["cri-o", "Containerd", "containerd"])
            )
        }),
        12 => {
            let name = value.filter(|_| key == Some("name"))?;
            plain(name).then(|| with_value(format!("gardener-{name}")))?
        }
        // Refused by validation.
        13 => value
            .filter(|value| plain(value) && value.len() > 2)
            .and_then(|value| with_value(value.to_ascii_uppercase())),
        14 => value
            .filter(|value| value.contains('.'))
            .and_then(|value| with_value(format!("v{value}"))),
        _ => value
            .filter(|value| value.ends_with("Gi"))
            .and_then(|value| {
                with_value(format!(
                    "{} {}",
                    value.trim_end_matches("Gi"),
                    one_of(random, &["GiB", "Gi", "GB", "gi", ""])
                ))
            }),
    }
}
