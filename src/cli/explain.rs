//! `cpcap explain`: the page of a rule, rendered on a terminal and as Markdown elsewhere.

use std::io;

use termimad::MadSkin;

use crate::cli::args::ExplainArgs;
use crate::cli::{Exit, Io, values};
use crate::rules;

/// Text wider than this is tiring to read.
const MAX_WIDTH: usize = 100;

pub(super) fn run(args: &ExplainArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let Some(rule) = rules::find(&args.rule) else {
        let near = values::near(&args.rule, rules::all().map(|rule| rule.name));
        let hint = near.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
        io.complain(&format!("there is no rule `{}`{hint} (`cpcap rules` lists them)", args.rule));
        return Ok(Exit::Failure);
    };
    if io.color(io.stdout_terminal, args.color) {
        let skin = MadSkin::default();
        let text = skin.text(rule.docs, Some(io.width.unwrap_or(MAX_WIDTH).min(MAX_WIDTH)));
        write!(io.stdout, "{text}")?;
    } else {
        io.stdout.write_all(rule.docs.as_bytes())?;
    }
    Ok(Exit::Success)
}
