//! `cpcap migrate`: which texts are migrated, and where to they go.

pub(super) mod args;

use std::collections::BTreeSet;
use std::io;

use crate::cli::fixes::Change;
use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, fixes};
use crate::landscape::{Input, ReadFile, read};
use crate::migrate::{Plan, Request, Step, Suggested, Texts, plan};
use crate::source::Sources;
use crate::table::migrate as table;

use args::{MigrateArgs, MigrateFormat};

pub(super) fn run(args: &MigrateArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let settings = match reader.server(
        &args.gates,
        &args.provider,
        When::or_now(args.now, io.now),
        io,
    ) {
        Ok(settings) => settings,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (inputs, context, failures) = reader.read_with(&args.paths, &args.with, &mut sources, io);
    complain::of_failures(&failures, io);
    let files: Vec<ReadFile<'_>> = [&inputs, &context]
        .into_iter()
        .flat_map(|inputs| read(&sources, inputs))
        .collect();
    // A NamespacedCloudProfile that cannot be read may need more of the vocabulary.
    let broken = complain::of_texts(&files, &sources, io);
    let texts = Texts {
        sources: &sources,
        inputs: &inputs,
        context: &context,
    };
    let request = Request {
        axes: &args.capability,
        given: &args.set,
        suggested: match &args.suggested {
            None => Suggested::Nothing,
            Some(names) if names.is_empty() => Suggested::All,
            Some(names) => Suggested::Named(names),
        },
        drop_legacy: args.drop_legacy,
        stage: args.stage.map(Step::from),
        force: args.force,
    };
    let plan = match plan(texts, request, &settings) {
        Ok(plan) => plan,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    let name = |input: usize| {
        inputs
            .get(input)
            .map_or("", |input| sources.get(input.file).name())
    };
    for (input, refusal) in &plan.refused {
        io.complain(&format!("{}: {}", name(*input), refusal.why));
        refusal
            .details
            .iter()
            .for_each(|line| io.complain(&format!("  {line}")));
    }
    let failed = !plan.refused.is_empty() || broken || !failures.is_empty();
    if plan.profiles.is_empty() && !failed {
        io.complain("the inputs have no CloudProfile and no NamespacedCloudProfile");
    }
    if plan.profiles.is_empty() && args.format != MigrateFormat::Json {
        return Ok(Exit::Failure);
    }
    let holds = plan.holds();
    for of in plan.profiles.iter().filter(|of| !args.quiet || !of.holds()) {
        io.complain(&format!("{}: {}", name(of.input), of.title));
        table::lines(of)
            .iter()
            .for_each(|line| io.complain(&format!("  {line}")));
    }
    if let Some(pools) = &plan.pools {
        let lines = if args.quiet && pools.holds() {
            // What the proof does not cover is no part of a success.
            table::unjudged_line(pools).into_iter().collect()
        } else {
            table::pool_lines(pools)
        };
        lines.iter().for_each(|line| io.complain(line));
    }
    if args.format == MigrateFormat::Json {
        io.json(&table::json(&plan, name))?;
    } else if !holds && !args.force {
        io.complain("cpcap writes nothing, because the proof fails; --force writes it anyway");
    } else if let Err(reason) = hand_out(args, &plan, &inputs, &sources, io)? {
        io.complain(&reason);
        return Ok(Exit::Failure);
    }
    Ok(match (failed || plan.profiles.is_empty(), holds) {
        (true, _) => Exit::Failure,
        (false, false) => Exit::Findings,
        (false, true) => Exit::Success,
    })
}

/// Prints or writes the texts.
fn hand_out(
    args: &MigrateArgs,
    plan: &Plan,
    inputs: &[Input],
    sources: &Sources,
    io: &mut Io<'_>,
) -> io::Result<Result<(), String>> {
    let inputs_with: BTreeSet<usize> = plan.profiles.iter().map(|of| of.input).collect();
    let texts: Vec<(usize, &str)> = inputs_with
        .into_iter()
        .filter_map(|input| Some((input, plan.texts.get(input)?.as_str())))
        .collect();
    let source = |file: usize| inputs.get(file).map(|input| sources.get(input.file));
    if !args.diff && !args.write {
        let [(_, text)] = texts[..] else {
            return Ok(Err(format!(
                "there are {} files with profiles; show the changes with --diff, or make \
                 them with --write",
                texts.len()
            )));
        };
        return io.stdout.write_all(text.as_bytes()).map(Ok);
    }
    let stdin = fixes::standard_input(&args.paths, inputs, &[]);
    let show = args.diff.then(|| io.color(io.stdout_terminal, args.color));
    for (file, text) in texts {
        let Some(source) = source(file).filter(|source| source.text() != text) else {
            continue;
        };
        let is_stdin = inputs.get(file).map(|input| input.file) == stdin;
        let change = Change::new(source, text, is_stdin);
        // A summary names all files.
        if let Err(reason) = fixes::hand_out(&change, show, true, io)? {
            return Ok(Err(reason));
        }
    }
    Ok(Ok(()))
}
