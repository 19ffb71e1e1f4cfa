//! The order of the rooms, as `docs/design.md` has it, and no circle among the modules of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The text of each module by its path: `rules::shoot::view`.
fn modules() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut dirs = vec![(Path::new("src").to_path_buf(), String::new())];
    while let Some((dir, at)) = dirs.pop() {
        for entry in fs::read_dir(&dir)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let name = entry.file_stem().unwrap().to_str().unwrap();
            let module = if at.is_empty() {
                name.to_owned()
            } else {
                format!("{at}::{name}")
            };
            if entry.is_dir() {
                dirs.push((entry, module));
            } else if !["lib", "main"].contains(&&*module) {
                let module = if name == "mod" { at.clone() } else { module };
                found.insert(module, fs::read_to_string(&entry).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_room_uses_only_rooms_above_it() {
    let design = fs::read_to_string("docs/design.md").unwrap();
    let rows = design
        .lines()
        .skip_while(|line| !line.starts_with("| room |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let rooms: Vec<&str> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2))
        .collect();
    let place = |room: &str| rooms.iter().position(|known| *known == room);
    let mut wrong = Vec::new();
    for (module, text) in &modules() {
        let room = module.split("::").next().unwrap();
        let own = place(room).unwrap_or_else(|| panic!("the table of rooms lacks `{room}`"));
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        for used in text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .flat_map(|line| line.split("crate::").skip(1))
        {
            let used = used
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap();
            if place(used).is_some_and(|used| used > own) {
                wrong.push(format!("{module} uses {used}"));
            }
        }
    }
    assert!(
        rooms.len() > 15 && wrong.is_empty(),
        "{} rooms; {wrong:#?}",
        rooms.len()
    );
}

/// The paths of a `use`: one for each name in braces.
fn names(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else {
        return vec![path.split(" as ").next().unwrap().trim().to_owned()];
    };
    let inner = &rest[..rest.rfind('}').unwrap()];
    let mut depth = 0;
    let parts = inner.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts
        .filter(|part| !part.trim().is_empty())
        .flat_map(|part| names(&format!("{before}{}", part.trim())))
        .collect()
}

/// The names that a module imports with `use`, as full paths; `handed_on`: to others, or for
/// itself.
fn uses(module: &str, text: &str, all: &BTreeMap<String, String>, handed_on: bool) -> Vec<String> {
    let mut found = Vec::new();
    let starts = |line: &str| {
        if handed_on {
            line.starts_with("pub") && line.contains(" use ")
        } else {
            line.starts_with("use ")
        }
    };
    for (at, _) in text
        .match_indices('\n')
        .filter(|(at, _)| starts(text[at + 1..].lines().next().unwrap_or_default()))
    {
        let statement = text[at..]
            .split_once("use ")
            .unwrap()
            .1
            .split(';')
            .next()
            .unwrap();
        for name in names(statement) {
            let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
            let child = format!("{module}::{}", name.split("::").next().unwrap());
            found.extend(match name.split_once("::") {
                Some(("crate", path)) => Some(path.to_owned()),
                Some(("super", path)) => Some(format!("{parent}::{path}")),
                _ => all
                    .contains_key(&child)
                    .then(|| format!("{module}::{name}")),
            });
        }
    }
    found
}

/// The module that a path leads to: where a module only hands a name on, the one that has it.
fn home(path: &str, all: &BTreeMap<String, String>) -> Option<String> {
    let mut module = path;
    while !all.contains_key(module) {
        module = module.rsplit_once("::")?.0;
    }
    let next = path[module.len()..].split("::").nth(1).unwrap_or_default();
    let handed_on = uses(module, &all[module], all, true)
        .into_iter()
        .find(|of| of.rsplit("::").next() == Some(next));
    handed_on.map_or_else(|| Some(module.to_owned()), |of| home(&of, all))
}

/// Modules that use each other can only be understood together. A folder and what is in it may.
#[test]
fn modules_of_a_folder_use_each_other_in_no_circle() {
    let all = modules();
    let mut arrows: BTreeSet<(String, String)> = BTreeSet::new();
    for (module, text) in &all {
        for used in uses(module, text, &all, false)
            .iter()
            .filter_map(|path| home(path, &all))
        {
            let (from, to): (Vec<&str>, Vec<&str>) =
                (module.split("::").collect(), used.split("::").collect());
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if common < from.len() && common < to.len() {
                arrows.insert((from[..=common].join("::"), to[..=common].join("::")));
            }
        }
    }
    assert!(arrows.len() > 500, "{}", arrows.len());
    // A module without users, or one that uses nothing, is in no circle; without it, others may
    // lose their last user.
    loop {
        let (users, used): (BTreeSet<String>, BTreeSet<String>) = arrows.iter().cloned().unzip();
        let before = arrows.len();
        arrows.retain(|(from, to)| users.contains(to) && used.contains(from));
        if arrows.len() == before {
            break;
        }
    }
    assert!(
        arrows.is_empty(),
        "these use each other in a circle: {arrows:#?}"
    );
}

/// The limit of CONTRIBUTING. A file that grows above it has a second meaning: give that one a file.
#[test]
fn files_stay_under_600_lines() {
    let exceptions = [
        ("model::schema::table", "generated"),
        ("provider::schema", "generated"),
    ];
    let large: Vec<(String, usize)> = modules()
        .into_iter()
        .map(|(module, text)| (module, text.lines().count()))
        .filter(|(_, lines)| *lines > 600)
        .collect();
    let unknown: Vec<_> = large
        .iter()
        .filter(|(module, _)| exceptions.iter().all(|(known, _)| known != module))
        .collect();
    let needless: Vec<_> = exceptions
        .iter()
        .filter(|(known, _)| large.iter().all(|(module, _)| known != module))
        .collect();
    assert!(
        unknown.is_empty() && needless.is_empty(),
        "above 600 lines: {unknown:?}; exceptions that nothing needs: {needless:?}"
    );
}
