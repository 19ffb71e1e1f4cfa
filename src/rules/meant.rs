//! "Did you mean" for names of rules: on the command line, in the configuration file and where
//! something is silenced.

use crate::model::near::near;
use crate::rules::{self, Rule};

/// Advice about an unknown name of a rule or group: the rules of this name in their groups, or the
/// nearest names. None where nothing is near.
#[must_use]
pub fn did_you_mean<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let bare = |rule: &Rule| rule.name.split_once('/').map(|(_, name)| name);
    let same: Vec<String> = rules::all()
        .filter(|rule| bare(rule) == Some(text))
        .map(|rule| format!("`{}`", rule.name))
        .collect();
    if !same.is_empty() {
        return Some(format!("did you mean {}?", same.join(" or ")));
    }
    let near_alone = || {
        let name = near(text, rules::all().filter_map(bare))?;
        rules::all()
            .find(|rule| bare(rule) == Some(name))
            .map(|rule| rule.name)
    };
    near(text, names)
        .or_else(near_alone)
        .map(|name| format!("did you mean `{name}`?"))
}

/// All that may be named where rules are chosen or silenced.
pub fn selectors() -> impl Iterator<Item = &'static str> {
    rules::all()
        .flat_map(|rule| [rule.name, rule.group()])
        .chain(["all"])
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, selectors};

    #[test]
    fn rules_of_every_group_are_near() {
        let meant = |text: &str| did_you_mean(text, selectors()).unwrap_or_default();
        for rule in crate::rules::all() {
            let wrong = rule.name.replacen('-', "", 1) + "x";
            assert_eq!(
                meant(&wrong),
                format!("did you mean `{}`?", rule.name),
                "{wrong}"
            );
        }
        assert_eq!(meant("lifecyle"), "did you mean `lifecycle`?");
        assert_eq!(meant("al"), "did you mean `all`?");
        assert_eq!(
            meant("no-artifact"),
            "did you mean `shoot/no-artifact` or `provider/no-artifact`?"
        );
        assert_eq!(meant("something"), "");
    }
}
