//! `cpcap lsp --check`: asks the server about a folder as an editor does, and says what it finds.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use lsp_server::{Message, Notification, Request, Response};
use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request::{self as ask, Request as _};
use serde_json::{Value as Json, json};

use super::folder::{Folder, World};
use super::names;
use super::server::Server;
use crate::cli::io::clock;
use crate::cli::lsp::args::LspArgs;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain};
use crate::landscape::{Body, Item, Landscape, ReadFile, read};
use crate::lsp::check::{Checked, Share};
use crate::resolution::parents::Parents;
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;

pub(super) fn run(args: &LspArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let clock = || When::or_now(args.now, clock());
    let cwd = io.cwd.clone();
    let server = Server::new(World {
        args,
        env: io.env,
        clock: &clock,
        cwd: &cwd,
    });
    let mut client = Client {
        server,
        asked: 0,
        faults: String::new(),
        told: BTreeSet::new(),
    };
    let root = names::uri(&cwd);
    client.ask(
        ask::Initialize::METHOD,
        json!({"processId": null, "rootUri": root, "capabilities": {}}),
    );
    client.tell(note::Initialized::METHOD, json!({}));
    let Some(folder) = client.server.folders.first() else {
        io.complain(&format!("the name of {} is not UTF-8", cwd.display()));
        return Ok(Exit::Failure);
    };
    let (mut checked, samples, found) = contents(folder, args, io);
    for (uri, text) in samples {
        checked.opened.all += 1;
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        client.tell(
            note::DidOpenTextDocument::METHOD,
            json!({"textDocument": document}),
        );
    }
    client.server.tell();
    client.listen();
    checked.opened.with = client.told.len();
    client.ask(ask::Shutdown::METHOD, Json::Null);
    // The server says of a folder what a command says on standard error.
    io.stderr.write_all(client.faults.as_bytes())?;
    checked.misses =
        !found || !client.faults.is_empty() || checked.opened.with < checked.opened.all;
    let page = io.page(checked.document(), args.quiet, None);
    io.stdout.write_all(page.as_bytes())?;
    Ok(if checked.misses || checked.objects.is_empty() {
        Exit::Findings
    } else {
        Exit::Success
    })
}

/// An editor in the same process.
struct Client<'a> {
    server: Server<'a>,
    asked: i32,
    /// What went wrong, in lines.
    faults: String,
    /// The texts whose findings came.
    told: BTreeSet<String>,
}

impl Client<'_> {
    fn ask(&mut self, method: &str, params: Json) {
        self.asked += 1;
        let request = Request {
            id: self.asked.into(),
            method: method.to_owned(),
            params,
        };
        self.server.take(Message::Request(request), |_| false);
        self.listen();
    }

    fn tell(&mut self, method: &str, params: Json) {
        let notification = Notification {
            method: method.to_owned(),
            params,
        };
        self.server
            .take(Message::Notification(notification), |_| false);
        self.listen();
    }

    /// Takes what the server says.
    fn listen(&mut self) {
        for message in self.server.outgoing() {
            match message {
                Message::Response(Response {
                    error: Some(error), ..
                }) => self.faults += &format!("cpcap: {}\n", error.message),
                Message::Notification(of) if of.method == note::LogMessage::METHOD => {
                    let message = of.params["message"].as_str().unwrap_or_default();
                    self.faults += &format!("{message}\n");
                }
                Message::Notification(of) if of.method == note::PublishDiagnostics::METHOD => {
                    let uri = of.params["uri"].as_str().unwrap_or_default();
                    self.told.insert(uri.to_owned());
                }
                _ => {}
            }
        }
    }
}

/// Texts to open: their names and what stands in them.
type Samples = Vec<(lsp_types::Uri, String)>;

/// What a folder has, with the first text of each kind, and whether nothing is missing, which is said.
fn contents(folder: &Folder, args: &LspArgs, io: &mut Io<'_>) -> (Checked, Samples, bool) {
    let sources = &folder.sources;
    let [inputs, around] = folder.inputs();
    let [files, context_files] = [inputs, around].map(|inputs| read(sources, inputs));
    let preview = args.preview.chosen();
    let [landscape, context] =
        [&files, &context_files].map(|files| Landscape::with_preview(files, preview));

    let is_template = |file: &&ReadFile<'_>| file.template.is_some_and(|of| of.broken);
    let (templates, texts): (Vec<&ReadFile<'_>>, Vec<_>) =
        files.iter().chain(&context_files).partition(is_template);
    complain::of_broken(&texts, complain::UNREADABLE, sources, io);
    let lost = complain::of_lost(&texts, sources, io);
    let is_broken = |file: &&&ReadFile<'_>| {
        complain::loses(file) || file.documents.iter().any(|document| !document.readable())
    };
    let unreadable = texts.iter().filter(is_broken).count();

    let passed = files.iter().filter(|file| !file.strangers.is_empty());
    let passed = passed.map(|file| file.source.name().to_owned()).collect();

    let rules = folder.provider_rules();
    let parents = Parents::new(&landscape, &context, rules);
    let stored = Landscape::default();
    let referred = Referred::new(&landscape, &context, &stored, &parents, sources);
    let (mut shoots, mut children) = (Share::default(), Share::default());
    let mut missing = BTreeSet::new();
    let mut count: BTreeMap<_, usize> = BTreeMap::new();
    let mut samples = BTreeMap::new();
    for item in landscape
        .items
        .iter()
        .filter(|item| item.document.readable())
    {
        *count.entry(item.object.kind).or_default() += 1;
        samples.entry(item.object.kind).or_insert(item);
        match &item.body {
            Body::Shoot(_) => {
                let profile = referred.of(item).map(|(_, profile)| profile.as_ref());
                let why = match profile {
                    Some(Ok(_)) => None,
                    Some(Err(orphan)) => Some(orphan.to_string()),
                    None => Some(complain::no_profile(item, "--with")),
                };
                shoots.count(why, &mut missing);
            }
            Body::NamespacedCloudProfile(_) => {
                let parent = Usable::new(item, &parents, sources);
                let why = parent.and_then(|of| of.err().map(|orphan| orphan.to_string()));
                children.count(why, &mut missing);
            }
            Body::CloudProfile(_) => {}
        }
    }
    for why in &missing {
        io.complain(why);
    }
    let text_of = |item: &Item<'_>| {
        let source = sources.get(item.file);
        let uri = names::uri(source.path().as_ref())?;
        Some((uri, source.text().to_owned()))
    };
    let samples: BTreeMap<String, _> = samples
        .into_values()
        .filter_map(text_of)
        .map(|(uri, text)| (uri.as_str().to_owned(), (uri, text)))
        .collect();
    let checked = Checked {
        folder: folder.root.display().to_string(),
        configuration: folder.found().map(|found| found.name().to_owned()),
        faulty: folder.is_config_faulty(),
        files: inputs.len(),
        unreadable,
        passed,
        templates: templates.len(),
        context: around.len(),
        objects: count.into_iter().collect(),
        shoots,
        children,
        opened: Share::default(),
        misses: false,
    };
    let complete = missing.is_empty() && !lost && unreadable == 0;
    (checked, samples.into_values().collect(), complete)
}

impl Share {
    fn count(&mut self, why: Option<String>, missing: &mut BTreeSet<String>) {
        self.all += 1;
        match why {
            None => self.with += 1,
            Some(why) => {
                missing.insert(why);
            }
        }
    }
}
