//! `cpcap rules` and `cpcap schema`: what cpcap checks and what it prints, for people and programs.

use std::io;

use clap::ValueEnum;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};

use crate::cli::args::{RulesArgs, SchemaArgs, SchemaOf, TableFormat};
use crate::cli::{Exit, Io};
use crate::config::baseline::Written;
use crate::config::file::Schema;
use crate::editor;
use crate::maintain::MaintainReport;
use crate::output::Look;
use crate::report::JsonReport;
use crate::rules::{self, Rule};
use crate::table;

pub(super) fn run(args: &RulesArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let wanted = |rule: &&'static Rule| {
        args.rules.is_empty()
            || args
                .rules
                .iter()
                .any(|selector| crate::config::matches(selector, rule.name).is_some())
    };
    let rules: Vec<&'static Rule> = rules::all().filter(wanted).collect();
    let color = io.color(io.stdout_terminal, args.color);
    let text = match args.format {
        TableFormat::Table if args.quiet => table::rules::names(&rules),
        TableFormat::Table => table::rules::document(&rules).text(Look {
            width: io.width.unwrap_or(140),
            color,
        }),
        TableFormat::Markdown => table::rules::markdown(&rules),
        TableFormat::Json => {
            io.json(&table::rules::json(&rules))?;
            return Ok(Exit::Success);
        }
    };
    io.stdout.write_all(text.as_bytes())?;
    Ok(Exit::Success)
}

pub(super) fn schema(args: &SchemaArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let name = args.of.to_lowercase();
    let Ok(output) = SchemaOf::from_str(&name, true) else {
        serde_json::to_writer_pretty(&mut *io.stdout, &editor::find(&name))?;
        writeln!(io.stdout)?;
        return Ok(Exit::Success);
    };
    // The schema describes the output, not an input: parts that may be left out are not required.
    let generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let mut schema = match output {
        SchemaOf::Lint => generator.into_root_schema_for::<JsonReport<'static>>(),
        SchemaOf::Match => {
            generator.into_root_schema_for::<table::matching::MatchReport<'static>>()
        }
        SchemaOf::Verbs => generator.into_root_schema_for::<table::verbs::VerbsReport<'static>>(),
        SchemaOf::Uses => generator.into_root_schema_for::<table::uses::UsesReport<'static>>(),
        SchemaOf::Diff => generator.into_root_schema_for::<table::diff::DiffReport<'static>>(),
        SchemaOf::Maintain => generator.into_root_schema_for::<MaintainReport<'static>>(),
        SchemaOf::Migrate => {
            generator.into_root_schema_for::<table::migrate::MigrateReport<'static>>()
        }
        SchemaOf::Retire => {
            generator.into_root_schema_for::<table::retire::RetireReport<'static>>()
        }
        SchemaOf::Add => generator.into_root_schema_for::<table::add::AddReport<'static>>(),
        SchemaOf::Resolve => {
            generator.into_root_schema_for::<table::resolve::ResolveReport<'static>>()
        }
        SchemaOf::Rules => generator.into_root_schema_for::<table::rules::RuleList<'static>>(),
        SchemaOf::Baseline => generator.into_root_schema_for::<Written>(),
        SchemaOf::Config => config_schema(),
        // The settings are those of a file, where most may be left out.
        SchemaOf::Settings => {
            let generator = SchemaSettings::draft2020_12().into_generator();
            generator.into_root_schema_for::<table::settings::SettingsReport<'static>>()
        }
        SchemaOf::Table => generator.into_root_schema_for::<table::matrix::Tables<'static>>(),
    };
    RecursiveTransform(flowing_description).transform(&mut schema);
    serde_json::to_writer_pretty(&mut *io.stdout, &schema)?;
    writeln!(io.stdout)?;
    Ok(Exit::Success)
}

/// A description comes from a comment; the line ends of the source code are not part of it.
fn flowing_description(schema: &mut schemars::Schema) {
    if let Some(serde_json::Value::String(text)) = schema.get_mut("description") {
        let paragraphs: Vec<String> = text
            .split("\n\n")
            .map(|paragraph| paragraph.replace('\n', " "))
            .collect();
        *text = paragraphs.join("\n\n");
    }
}

/// The schema of the configuration file, with the names of all rules and groups.
fn config_schema() -> schemars::Schema {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Schema>();
    let mut names: Vec<&str> = rules::all()
        .flat_map(|rule| [rule.name, rule.group()])
        .chain(["all"])
        .collect();
    names.sort_unstable();
    names.dedup();
    let selector = serde_json::json!({"enum": names});
    if let Some(definitions) = schema
        .get_mut("$defs")
        .and_then(serde_json::Value::as_object_mut)
    {
        if let Some(selectors) = definitions.get_mut("Selectors") {
            selectors["anyOf"] = serde_json::json!([{"$ref": "#/$defs/Selector"}, {"type": "array", "items": {"$ref": "#/$defs/Selector"}}]);
        }
        definitions.insert("Selector".to_owned(), selector);
        if let Some(one) = definitions.get_mut("Override") {
            one["properties"]["severity"]["propertyNames"] =
                serde_json::json!({"$ref": "#/$defs/Selector"});
        }
    }
    if let Some(severity) = schema
        .get_mut("properties")
        .and_then(|properties| properties.get_mut("severity"))
    {
        severity["propertyNames"] = serde_json::json!({"$ref": "#/$defs/Selector"});
    }
    schema
}
