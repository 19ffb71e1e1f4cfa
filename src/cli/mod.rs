//! The command line: arguments, input collection, colour, wiring and the exit code. Knows no rule
//! by name.

#![allow(
    clippy::disallowed_methods,
    reason = "the one room that touches the outside world"
)]

mod add;
mod args;
mod baseline;
mod complain;
mod completions;
mod config;
mod destination;
mod diff;
mod disk;
mod explain;
mod fixes;
mod flags;
mod help;
mod inputs;
mod io;
mod lint;
mod lsp;
mod maintain;
mod match_;
mod migrate;
mod patches;
mod paths;
mod plugin;
mod progress;
mod reader;
mod render;
mod report;
mod resolve;
mod retire;
mod rules;
mod settings;
mod shoots;
mod table;
mod uses;
mod values;
mod verbs;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches};

pub use args::Cli;
pub use io::{Exit, Io};

use args::Command;

/// Runs the process: real streams, real clock, real environment.
#[must_use]
pub fn main() -> ExitCode {
    disk::limits_are_errors();
    io::with_process(|io| run(std::env::args_os(), io)).into()
}

/// Runs one command line. Everything that it reads and writes comes through `io`.
pub fn run(args: impl IntoIterator<Item = OsString>, io: &mut Io<'_>) -> Exit {
    let args: Vec<OsString> = args.into_iter().collect();
    if !plugin::is_plugin(&args) {
        return execute(args, io, false);
    }
    let mut complaints = plugin::Complaints::new(&mut *io.stderr);
    let (stdin, stdout, cwd) = (&mut *io.stdin, &mut *io.stdout, io.cwd.clone());
    execute(
        args,
        &mut Io {
            stdin,
            stdout,
            stderr: &mut complaints,
            cwd,
            ..*io
        },
        true,
    )
}

fn execute(args: Vec<OsString>, io: &mut Io<'_>, plugin: bool) -> Exit {
    if let Some(answered) = completions::answer(&args, io) {
        // Nobody reads errors while a shell completes a line.
        return answered.unwrap_or(Exit::Failure);
    }
    let color = io.color(io.stderr_terminal, None);
    let command = || match plugin {
        true => plugin::named(Cli::command()),
        false => Cli::command(),
    };
    let parse = |command: clap::Command, args: Vec<OsString>| {
        command
            .try_get_matches_from(args)
            .and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches))
    };
    // Fitting the texts of all commands takes longer than parsing, and only help and errors show them.
    let parsed = parse(command(), args.clone()).or_else(|_| {
        parse(
            help::fitted(command(), io.width.unwrap_or(help::WIDEST)),
            args,
        )
    });
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render();
            let printed = if error.use_stderr() {
                let text = if color {
                    text.ansi().to_string()
                } else {
                    text.to_string()
                };
                io.stderr.write_all(text.as_bytes())
            } else {
                let text = if io.color(io.stdout_terminal, None) {
                    text.ansi().to_string()
                } else {
                    text.to_string()
                };
                let text = if plugin { plugin::renamed(&text) } else { text };
                io.stdout.write_all(text.as_bytes())
            };
            if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
                && word.contains(['.', '/'])
            {
                io.complain(&format!(
                    "to check a file, name the command: cpcap lint {word}"
                ));
            }
            return match error.use_stderr() {
                true => Exit::Failure,
                false => ended(printed.map(|()| Exit::Success), io),
            };
        }
    };
    answer(&cli, io, plugin)
}

/// Runs a command line that is parsed. Parsing is a large part of a run on small files, and a caller
/// that repeats such a run parses once.
pub fn run_parsed(cli: &Cli, io: &mut Io<'_>) -> Exit {
    answer(cli, io, false)
}

fn answer(cli: &Cli, io: &mut Io<'_>, plugin: bool) -> Exit {
    let result = match &cli.command {
        Command::Lint(args) => lint::run(args, io),
        Command::Match(args) => match_::run(args, io),
        Command::Table(args) => table::run(args, io),
        Command::Report(args) => report::run(args, io),
        Command::Render(args) => render::run(args, io),
        Command::Verbs(args) => verbs::run(args, io),
        Command::Uses(args) => uses::run(args, io),
        Command::Diff(args) => diff::run(args, io),
        Command::Resolve(args) => resolve::run(args, io),
        Command::Migrate(args) => migrate::run(args, io),
        Command::Add(args) => add::run(args, io),
        Command::Retire(args) => retire::run(args, io),
        Command::Maintain(args) => maintain::run(args, io),
        Command::Rules(args) => rules::run(args, io),
        Command::Config(args) => config::run(args, io),
        Command::Init(args) => config::init(args, io),
        Command::Completions(args) => completions::run(args, plugin, io),
        Command::Lsp(args) => lsp::run(args, io),
        Command::Man(args) => completions::man(args, io),
        Command::Explain(args) => explain::run(args, io),
        Command::Schema(args) => rules::schema(args, io),
    };
    ended(result, io)
}

/// The exit code once all output is out.
fn ended(result: std::io::Result<Exit>, io: &mut Io<'_>) -> Exit {
    // The reader stopped, which changes nothing about the findings.
    let flushed = |exit| match io.stdout.flush() {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(exit),
        flushed => flushed.map(|()| exit),
    };
    result.and_then(flushed).unwrap_or_else(|error| {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Exit::Success;
        }
        io.complain(&format!(
            "cannot write the output: {}",
            disk::reason(&error)
        ));
        Exit::Failure
    })
}
