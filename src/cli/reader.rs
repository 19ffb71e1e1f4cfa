//! How a command reads its files: by its flags and by the configuration file, whose `with` and
//! `exclude` hold for all commands alike.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ignore::gitignore::Gitignore;

use crate::cli::flags::{InputArgs, ProviderArgs};
use crate::cli::inputs::{self, Failure};
use crate::cli::settings::args::GateArgs;
use crate::cli::settings::{self, Found};
use crate::cli::{Exit, Io};
use crate::config::{ProviderRules, Settings};
use crate::landscape::Input;
use crate::model::time::Time;
use crate::source::Sources;

/// How a command reads its files.
pub(super) struct Reader<'a> {
    options: &'a InputArgs,
    found: Option<Found>,
    exclude: Gitignore,
}

impl<'a> Reader<'a> {
    /// Finds and reads the configuration file, if there is one.
    ///
    /// # Errors
    /// When it could not be used; that has been said.
    pub fn new(options: &'a InputArgs, io: &mut Io<'_>) -> Result<Self, Exit> {
        let found = settings::find(&options.file, io).map_err(|()| Exit::Failure)?;
        let exclude = settings::exclude(found.as_ref());
        Ok(Self {
            options,
            found,
            exclude,
        })
    }

    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// The configuration file, for those who keep it.
    pub fn into_found(self) -> Option<Found> {
        self.found
    }

    /// The paths that a search of directories leaves out.
    pub fn exclude(&self) -> &Gitignore {
        &self.exclude
    }

    /// The context that the configuration file names, as seen from a directory.
    pub fn with_of_file(&self, cwd: &Path) -> Vec<PathBuf> {
        settings::context(self.found(), cwd)
    }

    /// Reads the files that the user names.
    pub fn read(
        &self,
        paths: &[PathBuf],
        sources: &mut Sources,
        io: &mut Io<'_>,
    ) -> (Vec<Input>, Vec<Failure>) {
        inputs::collect(paths, self.options, &self.exclude, sources, io)
    }

    /// Reads files that only give context, which are read even where a search leaves them out.
    pub fn context(
        &self,
        paths: &[PathBuf],
        sources: &mut Sources,
        io: &mut Io<'_>,
    ) -> (Vec<Input>, Vec<Failure>) {
        let (inputs, mut failures) =
            inputs::collect(paths, self.options, &Gitignore::empty(), sources, io);
        // Whoever reads it should not look for it on the command line.
        for (path, at) in settings::context_at(self.found(), &io.cwd) {
            let path = path.display().to_string();
            for failure in failures.iter_mut().filter(|failure| failure.path == path) {
                failure.reason += &format!("; `with` names it at {at}");
            }
        }
        (inputs, failures)
    }

    /// Reads the files that the user names, and those that only give context, by flags and the
    /// configuration file. A named file is not also context.
    pub fn read_with(
        &self,
        asked: &[PathBuf],
        with: &[PathBuf],
        sources: &mut Sources,
        io: &mut Io<'_>,
    ) -> (Vec<Input>, Vec<Input>, Vec<Failure>) {
        let (asked, mut failures) = self.read(asked, sources, io);
        let mut around = self.with_of_file(&io.cwd);
        around.extend(with.iter().cloned());
        let (mut context, of_context) = self.context(&around, sources, io);
        failures.extend(of_context);
        let cwd = &io.cwd;
        let real = |input: &Input| {
            let path = cwd.join(sources.get(input.file).name());
            path.canonicalize().unwrap_or(path)
        };
        if !context.is_empty() {
            let files: BTreeSet<PathBuf> = asked.iter().map(real).collect();
            context.retain(|input| !files.contains(&real(input)));
        }
        (asked, context, failures)
    }

    /// By whose rules `providerConfig`s are judged.
    pub fn provider_rules(&self, args: &ProviderArgs) -> ProviderRules {
        settings::provider_rules(args, self.found())
    }

    /// The settings about the server in the configuration file and the flags of a command.
    ///
    /// # Errors
    /// When they contradict each other; that has been said.
    pub fn server(
        &self,
        flags: &GateArgs,
        provider: &ProviderArgs,
        now: Time,
        io: &mut Io<'_>,
    ) -> Result<Settings, Exit> {
        let gates = settings::gates(flags, self.found()).map_err(|reason| {
            io.complain(&reason);
            Exit::Failure
        })?;
        settings::beyond(flags, self.found(), io);
        Ok(Settings {
            gates,
            provider_rules: self.provider_rules(provider),
            ..Settings::at(now)
        })
    }
}
