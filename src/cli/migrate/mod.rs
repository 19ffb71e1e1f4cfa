//! `cpcap migrate`: which texts are migrated, and where to they go.

pub(super) mod args;

use std::io;

use crate::cli::inputs;
use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, fixes};
use crate::config::Settings;
use crate::finding::Severity;
use crate::landscape::{Input, Item, Landscape, ReadFile, read};
use crate::lint::lint;
use crate::migrate::{self, Migrated, Options, Proof, is_profile, migrate};
use crate::source::{Source, Sources};
use crate::table::migrate as table;

use args::{MigrateArgs, MigrateFormat};

/// Maximum number of errors named of a profile that is refused already.
const NAMED_ERRORS: usize = 3;

/// A profile that was migrated.
struct Done {
    file: usize,
    document: usize,
    name: String,
    migrated: Migrated,
    /// None where nothing was left to do.
    proof: Option<Proof>,
}

pub(super) fn run(args: &MigrateArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let settings = match reader.server(&args.provider, When::or_now(args.now, io.now), io) {
        Ok(settings) => settings,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (inputs, failures) = reader.read(&args.paths, &mut sources, io);
    complain::of_failures(&failures, io);
    let files = read(&sources, &inputs);
    complain::of_broken(
        &files.iter().collect::<Vec<&ReadFile<'_>>>(),
        complain::UNREADABLE,
        &sources,
        io,
    );
    complain::of_lost(&files.iter().collect::<Vec<_>>(), &sources, io);
    let broken = complain::broken(&files).next().is_some();
    let (mut done, mut texts, mut refused) = (Vec::new(), Vec::new(), false);
    for (file, input) in inputs.iter().enumerate() {
        let source = sources.get(input.file);
        let (text, mut of_file) =
            match of_text(args, file, (source.name(), source.text()), &settings) {
                Ok(found) => found,
                Err(reasons) => {
                    refused = true;
                    reasons
                        .iter()
                        .for_each(|reason| io.complain(&format!("{}: {reason}", source.name())));
                    continue;
                }
            };
        if !of_file.is_empty() {
            texts.push((file, text));
            done.append(&mut of_file);
        }
    }
    if done.is_empty() {
        if !refused && !broken && failures.is_empty() {
            io.complain("the inputs have no CloudProfile");
        }
        return Ok(Exit::Failure);
    }
    let name = |file: usize| {
        inputs
            .get(file)
            .map_or("", |input| sources.get(input.file).name())
    };
    let mut holds = true;
    for of in &done {
        io.complain(&format!("{}: CloudProfile `{}`", name(of.file), of.name));
        table::lines(&of.migrated, of.proof.as_ref())
            .iter()
            .for_each(|line| io.complain(&format!("  {line}")));
        holds &= of.proof.as_ref().is_none_or(Proof::holds);
    }
    if args.format == MigrateFormat::Json {
        let profile = |of: &'_ Done| (name(of.file).to_owned(), of.document, of.name.clone());
        let names: Vec<_> = done.iter().map(profile).collect();
        let profiles = done.iter().zip(&names);
        let profiles = profiles.map(|(of, (file, document, name))| {
            table::Profile::new((file, *document, name), &of.migrated, of.proof.as_ref())
        });
        io.stdout
            .write_all(table::json(profiles.collect())?.as_bytes())?;
    } else if !holds && !args.force {
        io.complain("cpcap writes nothing, because the proof fails; --force writes it anyway");
    } else if let Err(reason) = hand_out(args, &texts, &inputs, &sources, io)? {
        io.complain(&reason);
        return Ok(Exit::Failure);
    }
    Ok(match (refused || broken || !failures.is_empty(), holds) {
        (true, _) => Exit::Failure,
        (false, false) => Exit::Findings,
        (false, true) => Exit::Success,
    })
}

/// Prints or writes the texts.
fn hand_out(
    args: &MigrateArgs,
    texts: &[(usize, String)],
    inputs: &[Input],
    sources: &Sources,
    io: &mut Io<'_>,
) -> io::Result<Result<(), String>> {
    let source = |file: usize| inputs.get(file).map(|input| sources.get(input.file));
    if !args.diff && !args.write {
        let [(_, text)] = texts else {
            return Ok(Err(format!(
                "there are {} files with CloudProfiles; show the changes with --diff, or make \
                 them with --write",
                texts.len()
            )));
        };
        return io.stdout.write_all(text.as_bytes()).map(Ok);
    }
    let stdin = fixes::standard_input(&args.paths, inputs, &[]);
    let color = io.color(io.stdout_terminal, args.color);
    for (file, text) in texts {
        let Some(source) = source(*file).filter(|source| source.text() != text) else {
            continue;
        };
        if args.diff {
            fixes::show((source.name(), source.text(), text), color, io)?;
        } else if inputs.get(*file).map(|input| input.file) == stdin {
            io.stdout.write_all(text.as_bytes())?;
        } else if let Err(error) = fixes::replace(&io.cwd.join(source.name()), source.text(), text)
        {
            return Ok(Err(format!(
                "cannot write {}: {}",
                source.name(),
                inputs::reason(&error)
            )));
        }
    }
    Ok(Ok(()))
}

/// Migrates all profiles of a text, one after the other.
///
/// # Errors
/// Why some of them cannot be migrated.
fn of_text(
    args: &MigrateArgs,
    file: usize,
    (name, text): (&str, &str),
    settings: &Settings,
) -> Result<(String, Vec<Done>), Vec<String>> {
    let (mut current, mut done, mut refused) = (text.to_owned(), Vec::new(), Vec::new());
    let mut position = 0;
    loop {
        let mut sources = Sources::default();
        let input = [Input {
            file: sources.add(Source::new(name, current.as_str())),
            fault: None,
        }];
        let read = read(&sources, &input);
        let landscape = Landscape::new(&read);
        let Some(item) = landscape.items.get(position) else {
            break;
        };
        let at = position;
        position += 1;
        if !is_profile(item) {
            continue;
        }
        let (document, profile) = (item.document.index, (*item.object.meta.name).to_owned());
        match migrate(
            item,
            &settings.provider_rules,
            Options {
                drop_legacy: args.drop_legacy,
            },
        ) {
            Err(reason) => refused.push(reason),
            Ok(migrated) => {
                if let Some(why) = wrong_already(item, &profile, (&sources, &input), args, settings)
                {
                    refused.push(why);
                    continue;
                }
                let Some(new) = migrated.text.clone() else {
                    done.push(Done {
                        file,
                        document,
                        name: profile,
                        migrated,
                        proof: None,
                    });
                    continue;
                };
                let Some(proof) = migrate::prove(name, &current, &new, at, settings) else {
                    refused.push(format!(
                        "cpcap cannot prove that workers get the same from the migrated \
                         CloudProfile `{profile}`, because it cannot compare it with the old one"
                    ));
                    continue;
                };
                done.push(Done {
                    file,
                    document,
                    name: profile,
                    migrated,
                    proof: Some(proof),
                });
                current = new;
            }
        }
    }
    if refused.is_empty() {
        Ok((current, done))
    } else {
        Err(refused)
    }
}

/// The errors of a legacy profile before the migration; one that is migrated in part may have
/// errors that end with the rest.
fn wrong_already(
    item: &Item<'_>,
    name: &str,
    (sources, input): (&Sources, &[Input]),
    args: &MigrateArgs,
    settings: &Settings,
) -> Option<String> {
    if args.force || !migrate::is_legacy(item) {
        return None;
    }
    let found = lint(sources, input, &[], settings).findings;
    let of_item = found.iter().filter(|finding| {
        finding.severity == Severity::Error && finding.subject.document == item.document.index
    });
    let errors: Vec<String> = of_item
        .map(|finding| format!("\n  {}: {}", finding.field, finding.message))
        .collect();
    let more = errors.len().saturating_sub(NAMED_ERRORS);
    let more = if more > 0 {
        format!("\n  and {more} more")
    } else {
        String::new()
    };
    let shown: String = errors
        .iter()
        .take(NAMED_ERRORS)
        .map(String::as_str)
        .collect();
    let why = format!(
        "CloudProfile `{name}` has errors already; fix them first (`cpcap lint` shows \
         more){shown}{more}"
    );
    (!errors.is_empty()).then_some(why)
}
