//! The remarks in texts that a client wants: its settings, as JSON.

use serde_json::Value as Json;

/// The name of the settings among those of a client.
pub const SECTION: &str = "cpcap";

/// The kinds of remarks. All are wanted until a client says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How long it is until a date.
    pub dates: bool,
    /// The values that the server fills in for a Shoot.
    pub defaults: bool,
    /// The flavor that wins for a worker pool.
    pub flavors: bool,
    /// How many Shoots use an entry.
    pub uses: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dates: true,
            defaults: true,
            flavors: true,
            uses: true,
        }
    }
}

impl Options {
    /// The same after settings of a client, which may be those of `cpcap` or hold them under that
    /// name. Also returns what is wrong with them; what is wrong changes nothing.
    #[must_use]
    pub fn with(mut self, settings: &Json) -> (Self, Vec<String>) {
        let own = settings.get(SECTION).unwrap_or(settings);
        let mut wrong = Vec::new();
        let all = [
            (["inlayHints", "dates"], &mut self.dates),
            (["inlayHints", "defaults"], &mut self.defaults),
            (["inlayHints", "flavors"], &mut self.flavors),
            (["codeLens", "uses"], &mut self.uses),
        ];
        for ([group, name], wanted) in all {
            match own.get(group).and_then(|group| group.get(name)) {
                None | Some(Json::Null) => {}
                Some(Json::Bool(value)) => *wanted = *value,
                Some(other) => wrong.push(format!(
                    "the setting `{SECTION}.{group}.{name}` must be true or false, not {other}"
                )),
            }
        }
        (self, wrong)
    }
}
