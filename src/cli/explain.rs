//! `cpcap explain`: the page of a rule, rendered on a terminal and as Markdown elsewhere.

use std::io;

use termimad::MadSkin;

use crate::cli::args::ExplainArgs;
use crate::cli::{Exit, Io};
use crate::rules;
use crate::rules::meant::did_you_mean;

/// Text wider than this is tiring to read.
const MAX_WIDTH: usize = 100;

pub(super) fn run(args: &ExplainArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let Some(rule) = rules::find(&args.rule) else {
        let name = args.rule.as_str();
        if rules::all().any(|rule| rule.group() == name) {
            io.complain(&format!(
                "`{name}` is a group, and pages are of rules; `cpcap rules {name}` lists them"
            ));
        } else {
            let hint = did_you_mean(name, rules::all().map(|rule| rule.name));
            let hint = hint.unwrap_or_else(|| "`cpcap rules` lists them".to_owned());
            io.complain(&format!("there is no rule `{name}`; {hint}"));
        }
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
