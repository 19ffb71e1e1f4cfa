//! `cpcap config` and `cpcap init`: the settings that hold, with where each comes from, and a file
//! to begin with.

use std::io;

use serde_json::{Map, Value as Json, json};

use crate::cli::args::{ConfigArgs, ConfigFormat, InitArgs};
use crate::cli::disk;
use crate::cli::settings::{self, Found};
use crate::cli::{Exit, Io};
use crate::config::file::{NAME, RuleChoice};
use crate::config::{GATES, NEWEST_MINOR};
use crate::finding::Severity;
use crate::model::cursor::Spanned;
use crate::output::clean;
use crate::source::Span;
use crate::table::settings::{self as table, Origin};
use crate::yaml::{self, Step};

const TEMPLATE: &str = include_str!("config/template.yaml");

pub(super) fn init(args: &InitArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    match disk::create(&io.cwd.join(NAME), TEMPLATE.as_bytes()) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            io.complain(&format!(
                "{NAME} exists already, so cpcap does not change it; `cpcap config` prints its \
                 settings"
            ));
            return Ok(Exit::Failure);
        }
        Err(error) => {
            io.complain(&format!("cannot write {NAME}: {}", disk::reason(&error)));
            return Ok(Exit::Failure);
        }
    }
    if !args.quiet {
        writeln!(io.stdout, "wrote {NAME}")?;
    }
    Ok(Exit::Success)
}

pub(super) fn run(args: &ConfigArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let (args, file, format, quiet) = (&args.settings, &args.file, args.format, args.quiet);
    let Ok(found) = settings::find(file, io) else {
        return Ok(Exit::Failure);
    };
    let found = found.as_ref();
    let gates = match settings::gates(&args.gates, found) {
        Ok(gates) => gates,
        Err(reason) => {
            io.complain(&reason);
            return Ok(Exit::Failure);
        }
    };
    let mut page = Page {
        found,
        map: Map::new(),
        origins: Vec::new(),
        minor: 0,
    };
    let file = found.map(|found| &found.file);
    let rules = file.map_or_else(RuleChoice::default, |file| file.rules.clone());
    page.selectors("select", &rules.select, &args.select, "--select", true);
    page.selectors(
        "ignore",
        &rules.ignore,
        &args.ignore,
        "--ignore",
        !args.select.is_empty(),
    );
    page.severities(&rules.severity, &args.severity);
    let deny = settings::deny(args, found);
    page.value(
        "deny",
        json!(deny.as_str()),
        args.deny.map(|_| "--deny"),
        file.and_then(|file| file.deny.map(|deny| deny.span)),
    );
    let level = settings::level(args, found);
    page.value(
        "level",
        json!(level.as_str()),
        args.level.map(|_| "--level"),
        file.and_then(|file| file.level.map(|level| level.span)),
    );
    let minor = args
        .gates
        .gardener_version
        .or_else(|| file?.gardener_minor.map(|minor| minor.value))
        .unwrap_or(NEWEST_MINOR);
    page.minor = minor;
    let flag = args.gates.gardener_version.map(|_| "--gardener-version");
    page.value(
        "gardener-version",
        json!(format!("1.{minor}")),
        flag,
        file.and_then(|file| file.gardener_minor.map(|minor| minor.span)),
    );
    page.map.insert("feature-gates".to_owned(), json!({}));
    for gate in GATES.iter().filter(|gate| minor >= gate.exists_from) {
        let flag = args
            .gates
            .feature_gates
            .iter()
            .any(|(name, _)| name == gate.name)
            .then_some("--feature-gate");
        let set = file
            .and_then(|file| {
                file.feature_gates
                    .iter()
                    .find(|set| set.value.0 == gate.name)
            })
            .map(|set| set.span);
        page.map["feature-gates"][gate.name] = json!(gates.is_on(gate.name));
        page.say(
            vec![key("feature-gates"), key(gate.name)],
            page.origin(flag, set),
        );
    }
    let flag = args.provider.chosen().map(|_| "--provider-rules");
    let span = file.and_then(|file| file.provider_rules.as_ref().map(|rules| rules.span));
    page.value(
        "provider-rules",
        json!(settings::provider_rules(&args.provider, found).to_string()),
        flag,
        span,
    );
    let with: Vec<(String, String)> = args
        .with
        .iter()
        .map(|path| (path.display().to_string(), "--with".to_owned()))
        .collect();
    page.list("with", file.map_or(&[], |file| &file.with), with);
    page.list(
        "exclude",
        file.map_or(&[], |file| &file.exclude),
        Vec::new(),
    );
    let baseline = file.and_then(|file| file.baseline.as_ref());
    let flag = args
        .baseline
        .as_ref()
        .map(|path| path.display().to_string());
    if let Some(path) = flag
        .clone()
        .or_else(|| baseline.map(|path| path.value.clone()))
    {
        page.value(
            "baseline",
            json!(path),
            flag.map(|_| "--baseline"),
            baseline.map(|path| path.span),
        );
    }
    page.overrides();
    match format {
        ConfigFormat::Yaml => print(&page, quiet, io),
        ConfigFormat::Json => {
            let file = page.found.map(Found::name);
            io.json(&table::json(file, &page.map, &page.origins))?;
            Ok(Exit::Success)
        }
    }
}

fn print(page: &Page<'_>, quiet: bool, io: &mut Io<'_>) -> io::Result<Exit> {
    let settings = yaml::write(&Json::Object(page.map.clone()))?;
    if quiet {
        io.stdout.write_all(settings.as_bytes())?;
        return Ok(Exit::Success);
    }
    match page.found {
        Some(found) => {
            writeln!(
                io.stdout,
                "# The settings of {}, and of flags; paths are relative to the file.",
                clean::line(found.name())
            )?;
        }
        None => writeln!(
            io.stdout,
            "# No configuration file; `cpcap init` writes a first one."
        )?,
    }
    let comments: Vec<(Vec<Step>, String)> = page
        .origins
        .iter()
        .map(|(path, origin)| (path.clone(), page.comment(path, origin)))
        .collect();
    let text = yaml::annotate(settings, &comments);
    io.stdout.write_all(text.as_bytes())?;
    Ok(Exit::Success)
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// The settings as they are collected, with where each comes from.
struct Page<'f> {
    found: Option<&'f Found>,
    map: Map<String, Json>,
    origins: Vec<(Vec<Step>, Origin)>,
    /// The version of Gardener whose defaults count.
    minor: u64,
}

impl Page<'_> {
    /// The source of a value: a flag, else the file, else the default.
    fn origin(&self, flag: Option<&str>, span: Option<Span>) -> Origin {
        match (flag, span, self.found) {
            (Some(flag), ..) => Origin::Flag {
                flag: flag.to_owned(),
            },
            (None, Some(span), Some(found)) => {
                let at = found.position(span);
                Origin::File {
                    line: at.line,
                    column: at.column,
                }
            }
            _ => Origin::Default,
        }
    }

    fn comment(&self, path: &[Step], origin: &Origin) -> String {
        match origin {
            Origin::Flag { flag } => flag.clone(),
            Origin::File { line, column } => format!(
                "{}:{line}:{column}",
                clean::line(self.found.map_or(NAME, Found::name))
            ),
            Origin::Default if path.first() == Some(&key("feature-gates")) => {
                format!("default of 1.{}", self.minor)
            }
            Origin::Default => "default".to_owned(),
        }
    }

    fn say(&mut self, path: Vec<Step>, origin: Origin) {
        self.origins.push((path, origin));
    }

    fn value(&mut self, name: &str, value: Json, flag: Option<&str>, span: Option<Span>) {
        let origin = self.origin(flag, span);
        self.map.insert(name.to_owned(), value);
        self.say(vec![key(name)], origin);
    }

    /// Texts of the file, and those of flags with their names.
    fn list(&mut self, name: &str, of_file: &[Spanned<String>], of_flags: Vec<(String, String)>) {
        let of_file = of_file
            .iter()
            .map(|text| (text.value.clone(), self.origin(None, Some(text.span))));
        let of_flags = of_flags
            .into_iter()
            .map(|(text, flag)| (text, Origin::Flag { flag }));
        let all: Vec<(String, Origin)> = of_file.chain(of_flags).collect();
        if all.is_empty() {
            self.value(name, json!([]), None, None);
            return;
        }
        for (index, (_, origin)) in all.iter().enumerate() {
            self.say(vec![key(name), Step::Item(index)], origin.clone());
        }
        self.map.insert(
            name.to_owned(),
            all.into_iter().map(|(text, _)| text).collect(),
        );
    }

    /// `replaced`: flags take the place of what the file says, where there are any.
    fn selectors(
        &mut self,
        name: &str,
        of_file: &[Spanned<String>],
        of_flags: &[String],
        flag: &str,
        replaced: bool,
    ) {
        let flags: Vec<(String, String)> = of_flags
            .iter()
            .map(|rule| (rule.clone(), flag.to_owned()))
            .collect();
        let kept = if replaced && (name == "ignore" || !flags.is_empty()) {
            &[]
        } else {
            of_file
        };
        if name == "select" && kept.is_empty() && flags.is_empty() {
            self.value(name, json!(["all"]), None, None);
        } else {
            self.list(name, kept, flags);
        }
    }

    fn severities(
        &mut self,
        of_file: &[Spanned<(String, Severity)>],
        of_flags: &[(String, Severity)],
    ) {
        let mut map = Map::new();
        for set in of_file
            .iter()
            .filter(|set| !of_flags.iter().any(|(rule, _)| *rule == set.value.0))
        {
            map.insert(set.value.0.clone(), json!(set.value.1.as_str()));
            self.say(
                vec![key("severity"), key(&set.value.0)],
                self.origin(None, Some(set.span)),
            );
        }
        for (rule, severity) in of_flags {
            map.insert(rule.clone(), json!(severity.as_str()));
            self.say(
                vec![key("severity"), key(rule)],
                self.origin(Some("--severity"), None),
            );
        }
        if map.is_empty() {
            self.say(vec![key("severity")], Origin::Default);
        }
        self.map.insert("severity".to_owned(), Json::Object(map));
    }

    fn overrides(&mut self) {
        let Some(found) = self.found.filter(|found| !found.file.overrides.is_empty()) else {
            self.value("overrides", json!([]), None, None);
            return;
        };
        let mut list = Vec::new();
        for (index, one) in found.file.overrides.iter().enumerate() {
            let texts = |texts: &[Spanned<String>]| {
                texts
                    .iter()
                    .map(|text| text.value.clone())
                    .collect::<Json>()
            };
            let mut map = Map::from_iter([("paths".to_owned(), texts(&one.paths))]);
            for (name, rules) in [("select", &one.rules.select), ("ignore", &one.rules.ignore)] {
                if !rules.is_empty() {
                    map.insert(name.to_owned(), texts(rules));
                }
            }
            if !one.rules.severity.is_empty() {
                let severity = one
                    .rules
                    .severity
                    .iter()
                    .map(|set| (set.value.0.clone(), json!(set.value.1.as_str())));
                map.insert("severity".to_owned(), Json::Object(severity.collect()));
            }
            if let Some(first) = one.paths.first() {
                self.say(
                    vec![key("overrides"), Step::Item(index)],
                    self.origin(None, Some(first.span)),
                );
            }
            list.push(Json::Object(map));
        }
        self.map.insert("overrides".to_owned(), Json::Array(list));
    }
}
