//! A new version in a profile, like another one: the entries in the core part and in
//! `providerConfig`, with the artifacts to fill in, and what the new version changes. Reads no
//! files and prints nothing.

mod artifacts;
mod copy;
mod flavors;

use std::collections::BTreeSet;

pub use artifacts::ToFill;
pub use flavors::Winner;

use crate::config::Settings;
use crate::diff::{Diff, Revisions, diff};
use crate::finding::Finding;
use crate::landscape::{Body, Input, Item, Landscape, ReadFile, read};
use crate::lint::{brought, errors_as_update};
use crate::model::cloudprofile::CloudProfile;
use crate::model::lifecycle::Classification;
use crate::provider::part::Webhook;
use crate::resolution::parents::Parents;
use crate::resolution::provided::Provided;
use crate::resolution::written::lists;
use crate::source::{FileId, Place, Sources};
use crate::uses::{Key, What, may_list, title, versions};
use crate::words;

use copy::Job;

/// The texts of a run.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'s> {
    pub sources: &'s Sources,
    /// The texts with the profile, then those of the landscape around it.
    pub inputs: &'s [Input],
    /// How many of them are texts with the profile.
    pub asked: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// The new entry: a Kubernetes version or an image version.
    pub entry: Key<'r>,
    /// The version that it is like.
    pub like: &'r str,
    /// How it is classified; none: like the other one, if that is not on its way out.
    pub classification: Option<Classification>,
    /// The name of the profile; none: the only one that lists the other version.
    pub profile: Option<&'r str>,
}

/// A field of the other version that the new one does not get as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// `expirationDate`, `classification` or `lifecycle`.
    pub field: &'static str,
    /// The value of the other version.
    pub before: String,
    /// The value of the new one; none: it has no such field.
    pub after: Option<String>,
}

/// A new version in a profile.
#[derive(Debug)]
pub struct Addition<'a> {
    /// The texts of the answer, the new one among them.
    pub sources: &'a Sources,
    /// The profile before.
    pub profile: &'a Item<'a>,
    pub entry: Key<'a>,
    pub like: &'a str,
    /// The new text of the profile's file.
    pub text: &'a str,
    /// The new entry in it.
    pub place: Place,
    /// How the new version is classified now.
    pub classification: &'a str,
    pub left_out: &'a [LeftOut],
    /// The artifacts to fill in, in the order of the new text.
    pub artifacts: &'a [ToFill],
    /// Whether `lint` reports an error for each of them until it is filled in.
    pub are_reported: bool,
    /// Whether `providerConfig` may list the version in a way that cpcap does not know.
    pub is_part_unknown: bool,
    /// The flavors of the new version, and the machine types that get each.
    pub winners: &'a [Winner],
    /// The errors that the new text brings, once the artifacts are filled in.
    pub errors: &'a [String],
    /// Whether it would bring none in preview; `false` where it brings none, or is in preview.
    pub preview_helps: bool,
    /// What changes for those who use the profile.
    pub diff: &'a Diff<'a>,
}

/// Why there is no answer, as a sentence.
pub type Refused = String;

/// Adds a version. The answer borrows both revisions of the profile, so it is handed to `tell`,
/// whose result outlives them.
///
/// # Errors
/// When no profile, or more than one, lists the version that the new one is like; when it lists
/// the new one already; when the text cannot be edited.
pub fn add<T>(
    texts: Texts<'_>,
    request: Request<'_>,
    settings: &Settings,
    tell: impl FnOnce(&Addition<'_>) -> T,
) -> Result<T, Refused> {
    let sources = texts.sources;
    let files = read(sources, texts.inputs);
    let (landscape, nothing) = (Landscape::new(&files), Landscape::default());
    let asked: BTreeSet<FileId> = texts
        .inputs
        .iter()
        .take(texts.asked)
        .map(|input| input.file)
        .collect();
    let item = chosen(&landscape, request, &asked, sources)?;
    let what = words::object(item);
    let Some(spec) = item.body.profile() else {
        return Err(format!("{what} is not a profile"));
    };
    if !item.is_decoded() {
        return Err(words::undecodable(&what));
    }
    if let Some(copies) = landscape.unclear_with(item) {
        return Err(words::unclear(&copies, sources));
    }
    if versions(spec, request.entry).any(|known| *known.version == request.entry.name) {
        return Err(format!("{what} lists {} already", title(request.entry)));
    }
    let parents = Parents::new(&landscape, &nothing, &settings.provider_rules);
    let provided = provided(item, spec, &parents, sources)?;
    if let Some(provided) = &provided
        && lists(item, &provided.provider.fields, request.entry.image)
            .into_iter()
            .flat_map(|list| list.versions)
            .any(|listed| listed.version == request.entry.name)
    {
        return Err(format!(
            "`providerConfig` of {what} lists {} already, and `spec.machineImages` does not; remove \
             it there, or add the version by hand",
            title(request.entry)
        ));
    }
    let job = Job::new(item, spec, provided.as_ref(), request, settings.now);
    let cannot = || {
        format!(
            "the text of {what} cannot be edited without changing something else, most likely \
             through an anchor; add the version by hand"
        )
    };
    // The artifacts of the other version stand for those to fill in: what they are decides nothing.
    let (text, filled) = (
        job.text(true).ok_or_else(cannot)?,
        job.text(false).ok_or_else(cannot)?,
    );
    let mut after = sources.clone();
    let mut new = |text: &str| Input {
        file: after.add(sources.get(item.file).with_text(text)),
        fault: None,
    };
    let (blank, full) = (new(&text), new(&filled));
    let is_same = |of: &&Item<'_>| {
        (of.document.index, &of.object.prefix) == (item.document.index, &item.object.prefix)
    };
    let blank_files = read(&after, &[blank]);
    let blank_side = Landscape::new(&blank_files);
    let Some(new_item) = blank_side.items.iter().find(is_same) else {
        return Err(cannot());
    };
    let fields = provided.as_ref().map(|of| &of.provider.fields);
    let artifacts = artifacts::of(
        new_item,
        fields,
        (request.entry.image, request.entry.name),
        (item, request.like),
    );
    let new_spec = new_item.body.profile().ok_or_else(cannot)?;
    let entry = versions(new_spec, request.entry)
        .find(|known| *known.version == request.entry.name)
        .ok_or_else(cannot)?;

    // The same landscape with the new version.
    let inputs: Vec<Input> = texts
        .inputs
        .iter()
        .map(|input| {
            if input.file == item.file {
                full
            } else {
                *input
            }
        })
        .collect();
    let full_files = read(&after, &inputs);
    let full_side = Landscape::new(&full_files);
    let winners = full_side
        .items
        .iter()
        .find(|of| of.file == full.file && is_same(of))
        .filter(|_| request.entry.what == What::ImageVersion)
        .map_or_else(Vec::new, |of| {
            let parents = Parents::new(&full_side, &nothing, &settings.provider_rules);
            flavors::winners(of, &parents, request.entry, &after)
        });
    let errors_of = |sources: &Sources, file: &ReadFile<'_>| {
        errors_as_update(sources, &files, file, item, settings)
    };
    let is_own = |of: &&ReadFile<'_>| of.file == item.file;
    let before: Vec<Finding> = files
        .iter()
        .filter(is_own)
        .flat_map(|of| errors_of(sources, of))
        .collect();
    let errors: Vec<Finding> = full_files
        .iter()
        .filter(|of| of.file == full.file)
        .flat_map(|of| brought(&before, errors_of(&after, of)))
        .collect();
    let unfilled: Vec<Finding> = blank_files
        .iter()
        .flat_map(|of| brought(&before, errors_of(&after, of)))
        .collect();
    let are_reported = brought(&errors, unfilled).len() >= artifacts.len();
    let errors: Vec<String> = errors.iter().map(Finding::told).collect();
    let is_tried =
        !errors.is_empty() && entry.classification_at(settings.now) != Classification::Preview;
    let in_preview = Request {
        classification: Some(Classification::Preview),
        ..request
    };
    let in_preview = Job::new(item, spec, provided.as_ref(), in_preview, settings.now);
    let in_preview = || in_preview.text(false);
    let preview_helps = is_tried.then(in_preview).flatten().is_some_and(|text| {
        let mut tried = sources.clone();
        let file = tried.add(sources.get(item.file).with_text(text));
        let files = read(&tried, &[Input { file, fault: None }]);
        let all = files.iter().flat_map(|of| errors_of(&tried, of));
        brought(&before, all.collect()).is_empty()
    });
    let (own, around): (Vec<Input>, Vec<Input>) = texts
        .inputs
        .iter()
        .partition(|input| input.file == item.file);
    let revisions = Revisions {
        sources: &after,
        old: read(&after, &own),
        new: read(&after, &[full]),
        context: read(&after, &around),
        are_files: false,
        asked: None,
    };
    let told = diff(revisions, settings, |diff| {
        tell(&Addition {
            sources: &after,
            profile: item,
            entry: request.entry,
            like: request.like,
            text: &text,
            place: Place {
                file: blank.file,
                span: entry.version.span,
            },
            classification: entry.classification_at(settings.now).as_str(),
            left_out: &job.left_out,
            artifacts: &artifacts,
            are_reported,
            is_part_unknown: job.is_part_unknown(),
            winners: &winners,
            errors: &errors,
            preview_helps,
            diff,
        })
    });
    Ok(told)
}

/// The extension that looks at a profile.
fn provided<'a>(
    item: &'a Item<'a>,
    spec: &CloudProfile<'a>,
    parents: &Parents<'a>,
    sources: &Sources,
) -> Result<Option<Provided<'a>>, Refused> {
    let what = words::object(item);
    let provided = match &item.body {
        Body::NamespacedCloudProfile(child) => {
            let Some(found) = parents.find(item, child, sources) else {
                return Err(format!(
                    "the parent of {what} is not among the files; give its file with --with"
                ));
            };
            let kind = *found.parent.profile.provider_type;
            Provided::new(item, kind, &parents.rules)
        }
        _ => Provided::new(item, *spec.provider_type, &parents.rules),
    };
    let is_broken = |of: &Provided<'_>| of.undecodable(Webhook::Validator).is_some();
    if provided.as_ref().is_some_and(is_broken) {
        return Err(words::undecodable(&format!("`providerConfig` of {what}")));
    }
    Ok(provided)
}

/// The profile that lists the version that the new one is like. A CloudProfile comes before the
/// NamespacedCloudProfiles that override the version.
fn chosen<'i, 't>(
    landscape: &'i Landscape<'t>,
    request: Request<'_>,
    asked: &BTreeSet<FileId>,
    sources: &Sources,
) -> Result<&'i Item<'t>, Refused> {
    let like = Key {
        name: request.like,
        ..request.entry
    };
    let profiles: Vec<&Item<'_>> = landscape
        .items
        .iter()
        .filter(|item| asked.contains(&item.file) && item.body.profile().is_some())
        .filter(|item| request.profile.is_none_or(|name| item.is_called(name)))
        .collect();
    if profiles.is_empty() {
        return Err(match request.profile {
            Some(name) => format!("there is no profile `{name}` in the files of --profile"),
            None => "there is no profile in the files of --profile".to_owned(),
        });
    }
    let lists = |item: &&&Item<'_>| {
        item.body
            .profile()
            .is_some_and(|spec| versions(spec, like).any(|known| *known.version == like.name))
    };
    let listing: Vec<&Item<'_>> = profiles.iter().filter(lists).copied().collect();
    let whole = |item: &&&Item<'_>| matches!(item.body, Body::CloudProfile(_));
    let roots: Vec<&Item<'_>> = listing.iter().filter(whole).copied().collect();
    match (&listing[..], &roots[..]) {
        ([one], _) | (_, [one]) => Ok(one),
        ([], _) => {
            if let Some(half) = profiles.iter().find(|item| may_list(item, like)) {
                return Err(words::undecodable(&words::object(half)));
            }
            let known: BTreeSet<&str> = profiles
                .iter()
                .filter_map(|item| item.body.profile())
                .flat_map(|spec| versions(spec, like))
                .map(|known| *known.version)
                .collect();
            Err(format!(
                "no profile in the files of --profile lists {}{}",
                title(like),
                words::instead(like.name, "versions", &known)
            ))
        }
        _ => Err(words::name_one(&title(like), &listing, sources)),
    }
}
