//! `cpcap explain`: the page of a rule, rendered on a terminal and as Markdown elsewhere; of a group
//! the list of its rules.

use std::io;

use termimad::MadSkin;

use crate::cli::args::{ExplainArgs, RulesArgs, TableFormat};
use crate::cli::{Exit, Io};
use crate::rules;
use crate::rules::meant::did_you_mean;

/// Text wider than this is tiring to read.
const MAX_WIDTH: usize = 100;

pub(super) fn run(args: &ExplainArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let Some(rule) = rules::find(&args.rule) else {
        let name = args.rule.as_str();
        if rules::all().any(|rule| rule.group() == name) {
            // A group has no page of its own: its rules say what it is about.
            let group = RulesArgs {
                rules: vec![name.to_owned()],
                format: TableFormat::default(),
                color: args.color,
            };
            return super::rules::run(&group, io);
        }
        let names = rules::all().flat_map(|rule| [rule.name, rule.group()]);
        let hint = did_you_mean(name, names);
        let hint = hint.unwrap_or_else(|| "`cpcap rules` lists them".to_owned());
        io.complain(&format!("there is no rule or group `{name}`; {hint}"));
        return Ok(Exit::Failure);
    };
    if io.color(io.stdout_terminal, args.color) {
        let skin = MadSkin::default();
        let text = skin.text(
            rule.docs,
            Some(io.width.unwrap_or(MAX_WIDTH).min(MAX_WIDTH)),
        );
        write!(io.stdout, "{text}")?;
    } else {
        io.stdout.write_all(rule.docs.as_bytes())?;
    }
    Ok(Exit::Success)
}
