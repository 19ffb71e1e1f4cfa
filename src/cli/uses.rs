//! `cpcap uses`: who uses what of the profiles among the inputs.

use std::io;

use crate::cli::args::{UsesArgs, UsesFormat};
use crate::cli::reader::Reader;
use crate::cli::{Exit, Io, complain};
use crate::config::ProviderRules;
use crate::landscape::{Item, Landscape, read};
use crate::model::path::FieldPath;
use crate::resolution::parents::{Parents, namespaced};
use crate::resolution::references::shoots_near;
use crate::resolution::tied::Ties;
use crate::resolution::usable::first_unread;
use crate::source::Sources;
use crate::table::uses::{self, View};
use crate::uses::{ProfileUses, Uses, collect_in_full};
use crate::words;

pub(super) fn run(args: &UsesArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (asked, context, failures) = reader.read_with(&args.paths, &args.with, &mut sources, io);
    let [files, context_files] = [&asked, &context].map(|inputs| read(&sources, inputs));
    let (landscape, context) = (Landscape::new(&files), Landscape::new(&context_files));
    let mut uses = collect_in_full(&landscape, &context, &sources, io.now);
    uses.mark_strays(&sources);
    let what = "cpcap cannot read all of this document, so its uses may be missing";
    let texts: Vec<_> = files.iter().chain(&context_files).collect();
    complain::of_broken(&texts, what, &sources, io);
    let lost = complain::of_lost(&texts, &sources, io);
    let unclear = complain::of_unclear(&texts, &sources, io);
    complain::of_unknown(&texts, &sources, io);
    let items: Vec<&Item<'_>> = landscape.items.iter().chain(&context.items).collect();
    let ties = Ties::new(&landscape, &context, &sources);
    let is_clear = tell_doubts(&uses, &ties, &items, &sources, io);
    complain::of_references(items.iter().copied(), io);
    // Another message reports Shoots that cpcap cannot read at all.
    let is_told = |item: &&Item<'_>| item.document.readable() || item.body.profile().is_some();
    items
        .iter()
        .copied()
        .filter(is_told)
        .filter_map(complain::of_unread_object)
        .for_each(|why| io.complain(&why));
    let asked = uses.profiles.iter().any(|profile| profile.asked);
    if items.iter().any(|item| first_unread(item).is_some()) {
        leave_out_unread(&mut uses, [&landscape, &context], &sources);
    }
    let found = uses.profiles.iter().any(|profile| profile.asked);
    if found {
        print(
            args,
            View {
                uses: &uses,
                sources: &sources,
                filter: args.filter(),
                expand: args.expand,
            },
            io,
        )?;
    } else if failures.is_empty() && !asked {
        io.complain(
            "the inputs have no CloudProfile and no NamespacedCloudProfile; name one, or a \
             directory with some",
        );
    }
    complain::of_failures(&failures, io);
    Ok(
        if found && !lost && !unclear && is_clear && failures.is_empty() {
            Exit::Success
        } else {
            Exit::Failure
        },
    )
}

/// Says which users of the profiles that were asked for may mean others. Gives back whether there are
/// none.
fn tell_doubts(
    uses: &Uses<'_>,
    ties: &Ties<'_>,
    items: &[&Item<'_>],
    sources: &Sources,
    io: &mut Io<'_>,
) -> bool {
    let asked = || uses.profiles.iter().filter(|of| of.asked);
    let is_shown = |item: &Item<'_>| {
        asked().any(|of| {
            let mut all = std::iter::once(of.item).chain(of.children.iter().copied());
            all.any(|known| known.standing() == item.standing())
        })
    };
    let of_ties = ties.all.iter().filter(|tie| tie.concerns(is_shown));
    let mut doubts: Vec<String> = of_ties.map(|tie| words::tied(tie, sources)).collect();
    // Where nobody asked about the nearer profile, its Shoots may be meant.
    let has_them =
        |of: &ProfileUses<'_>| !of.asked && of.shoots.iter().any(|of| of.through.is_none());
    let are_elsewhere = |of: &&ProfileUses<'_>| {
        let mut others = uses.profiles.iter().filter(|other| has_them(other));
        others.any(|other| other.item.key() == of.item.key())
            && shoots_near(of.item, items, sources).next().is_none()
    };
    doubts.extend(
        asked()
            .filter(are_elsewhere)
            .map(|of| words::elsewhere(of.item)),
    );
    doubts.iter().for_each(|why| io.complain(why));
    doubts.is_empty()
}

/// Leaves out what only texts that cpcap read in full say.
fn leave_out_unread<'a>(
    uses: &mut Uses<'a>,
    [landscape, context]: [&'a Landscape<'a>; 2],
    sources: &'a Sources,
) {
    let parents = Parents::new(landscape, context, &ProviderRules::default());
    for profile in &mut uses.profiles {
        let item = profile.item;
        let parent = namespaced(item).and_then(|child| parents.find(item, child, sources));
        // What a profile lacks, and what nobody uses of it, only the whole profile says.
        profile.asked &= std::iter::once(item)
            .chain(parent.map(|found| found.parent.item))
            .all(|item| first_unread(item).is_none());
    }
    // A reference that cpcap could not read may well lead to a profile of the files.
    uses.dangling.retain(|of| {
        let reference = ["spec.parent", "spec.cloudProfile", "spec.cloudProfileName"];
        !of.name.is_empty() || !of.item.unread.hides_any(reference.map(FieldPath::from))
    });
}

fn print(args: &UsesArgs, view: View<'_>, io: &mut Io<'_>) -> io::Result<()> {
    let text = match args.format {
        UsesFormat::Table => io.page(view.text(), args.quiet, args.color),
        UsesFormat::Markdown => view.markdown().quiet(args.quiet).markdown(),
        UsesFormat::Csv => uses::csv(view),
        UsesFormat::Json => return io.json(&uses::json(view)),
    };
    io.stdout.write_all(text.as_bytes())
}
