//! The page of a profile: what fits what, and what is available where.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::config::Preview;
use crate::matching::{Asked, Named};
use crate::model::cloudprofile::CloudProfile;
use crate::model::time::Time;
use crate::output::clean::line;
use crate::page::data::{Data, Reasons, Shown, explains};
use crate::page::{Section, framed, matrix};
use crate::resolution::usable::Usable;
use crate::table::matching::{Asking, ProfileView};
use crate::table::matrix::{self as tables, Filters, Kind, Mark, Sheet, Subject, Words};
use crate::words::artifacts;

/// How the page of a profile is built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'f> {
    /// The table that comes first.
    pub kind: Kind,
    pub filters: &'f Filters,
    pub now: Time,
    /// Without legends.
    pub quiet: bool,
}

/// What a page shows of a profile.
pub(crate) struct ProfilePage<'t> {
    name: String,
    place: String,
    tables: Vec<(Kind, Result<Sheet<'t>, String>)>,
    reasons: Option<Reasons>,
    /// Why there are no tables.
    untold: Option<String>,
}

/// What comes first on the page of profiles.
#[derive(Default)]
pub(crate) struct Start {
    /// The page above, and what the link to it says.
    pub up: Option<(&'static str, &'static str)>,
    /// What else the sentence at the top says.
    pub lead: String,
    pub sections: Vec<Section>,
    /// What comes after the tables.
    pub last: Vec<Section>,
}

impl<'t> ProfilePage<'t> {
    /// The tables of a profile, and the reasons for what they say. `written`: the profile before the
    /// server filled anything in; `first`: the first table, or why there is nothing to show of it.
    pub fn new(
        profile: &Usable<'t>,
        written: &CloudProfile<'t>,
        subject: Subject<'t>,
        first: Result<Sheet<'t>, String>,
        options: Options<'_>,
    ) -> Self {
        let kinds: &[Kind] = match options.kind {
            Kind::MachineTypes | Kind::VolumeTypes | Kind::Regions => &[],
            _ => &[Kind::MachineTypes, Kind::Regions],
        };
        let table = |kind: Kind| {
            let of_kind = tables::Options {
                kind,
                expand: false,
                now: options.now,
            };
            let sheet = tables::of_profile(profile, subject, options.filters, of_kind);
            (kind, sheet)
        };
        let explained = first.as_ref().ok().filter(|_| explains(options.kind));
        let reasons = explained.map(|first| reasons(profile, written, first));
        let mut tables = vec![(options.kind, first)];
        tables.extend(kinds.iter().map(|kind| table(*kind)));
        let place = crate::words::place(subject.file, subject.document);
        Self {
            name: subject.name.to_string(),
            place,
            tables,
            reasons,
            untold: None,
        }
    }

    /// A page without tables, and why it has none.
    pub fn untold(subject: Subject<'t>, why: String) -> Self {
        Self {
            name: subject.name.to_string(),
            place: crate::words::place(subject.file, subject.document),
            tables: Vec::new(),
            reasons: None,
            untold: Some(why),
        }
    }

    /// The kind and the names of the profile.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file of the profile, with its document where it is not the first.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// How many machine types, image versions and ambiguous pairs of these there are.
    pub fn sizes(&self) -> Option<[usize; 3]> {
        let sheet = self.tables.first()?.1.as_ref().ok()?;
        let ambiguous = sheet.rows.iter().flat_map(|row| {
            sheet.columns.iter().map(move |column| {
                if matches!(sheet.mark(row, column), Mark::Ambiguous(_)) {
                    row.names.len() * column.names.len()
                } else {
                    0
                }
            })
        });
        Some([
            sheet.rows.iter().map(|row| row.names.len()).sum(),
            sheet.columns.iter().map(|column| column.names.len()).sum(),
            ambiguous.sum(),
        ])
    }
}

/// The reasons for the cells of a table.
fn reasons<'t>(profile: &Usable<'t>, written: &CloudProfile<'t>, sheet: &Sheet<'_>) -> Reasons {
    let matcher = profile.matcher(Preview::default());
    let (catalog, regions) = (profile.catalog(), profile.regions());
    let unknown = artifacts::unnamed(profile).map(|why| line(&why).into_owned());
    let all = Named {
        machines: (0..matcher.machines().len()).collect(),
        images: (0..profile.profile.machine_images.len()).collect(),
        versions: (0..matcher.versions().len()).collect(),
        ..Named::default()
    };
    let asking = Asking {
        asked: Asked::Pairs,
        version: None,
        regions: &regions,
        in_regions: false,
        bastion: false,
        now: sheet.now,
    };
    let about = (&matcher, catalog.as_ref());
    let view = ProfileView::new((profile, written), about, all, asking, sheet.subject.file);
    Reasons::new(sheet, &view, unknown)
}

/// The page of some profiles.
pub(crate) fn profiles(of: Vec<ProfilePage<'_>>, start: Start, options: Options<'_>) -> String {
    let words = Words::whole(false);
    let several = of.len() > 1;
    let title = match &of[..] {
        [one] => one.name.clone(),
        several => crate::words::count(several.len(), "profile"),
    };
    let places: Vec<&str> = of.iter().map(|of| of.place.as_str()).collect();
    let mut lead = match several {
        true => format!("Life cycles at {}", options.now),
        false => format!("{}, life cycles at {}", places.join(", "), options.now),
    };
    if !start.lead.is_empty() {
        lead = format!("{}; {lead}", start.lead);
    }
    let mut sections = start.sections;
    let (mut sheets, mut all_reasons) = (Vec::new(), BTreeMap::new());
    let mut listed = Vec::new();
    for (number, of) in of.into_iter().enumerate() {
        let mut links = Vec::new();
        let mut reasons = of.reasons;
        if let Some(why) = of.untold {
            let body = maud::html! { p { (crate::output::html::prose(&line(&why))) } };
            sections.push(Section::new("tables", "Tables", body));
        }
        for (kind, table) in of.tables {
            let id = match number {
                0 => slug(kind).to_owned(),
                more => format!("{}-{}", slug(kind), more + 1),
            };
            links.push((id.clone(), heading(kind)));
            let heading = if several {
                format!("{}: {}", of.name, heading(kind))
            } else {
                heading(kind).to_owned()
            };
            let body = match table {
                Ok(mut sheet) => {
                    let at = sheets.len();
                    all_reasons.extend(reasons.take().map(|reasons| (at, reasons)));
                    let body = matrix::draw(&sheet, at, &words, options.quiet);
                    for listed in sheet.rows.iter_mut().filter_map(|row| row.listed.as_mut()) {
                        listed.artifacts.clear();
                    }
                    sheets.push(sheet);
                    body
                }
                Err(why) => maud::html! { p { (crate::output::html::prose(&line(&why))) } },
            };
            let section = Section::new(id, heading, body);
            sections.push(if several { section.unlisted() } else { section });
        }
        listed.push((of.name, of.place, links));
    }
    if several {
        let body = overview(&listed);
        sections.insert(0, Section::new("profiles", "Profiles", body));
    }
    sections.extend(start.last);
    let data = Data {
        shown: sheets.iter().map(Shown::new).collect(),
        tables: tables::json(&sheets, options.now),
        reasons: all_reasons,
    };
    framed(&title, &lead, start.up, &sections, &data)
}

/// A profile: its name, its file, and its tables with their addresses in the page.
type Listed = (String, String, Vec<(String, &'static str)>);

/// The profiles of a page, one a row.
fn overview(of: &[Listed]) -> Markup {
    html! {
        div.scroll.sheet-box tabindex="0" {
            table.plain {
                thead {
                    tr { @for heading in ["Profile", "File", "Tables"] { th scope="col" { (heading) } } }
                }
                tbody {
                    @for (name, place, links) in of {
                        tr {
                            th scope="row" { (line(name)) }
                            td { (line(place)) }
                            td {
                                @for (at, (id, heading)) in links.iter().enumerate() {
                                    @if at > 0 { ", " }
                                    a href={ "#" (id) } { (heading) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Versions => "Machine types by image version",
        Kind::Flavors => "Machine types by flavor",
        Kind::Images => "Machine types by default version",
        Kind::MachineTypes => "Machine types by zone",
        Kind::VolumeTypes => "Volume types by zone",
        Kind::Regions => "Artifacts by region",
    }
}

fn slug(kind: Kind) -> &'static str {
    match kind {
        Kind::Versions => "versions",
        Kind::Flavors => "flavors",
        Kind::Images => "images",
        Kind::MachineTypes => "zones",
        Kind::VolumeTypes => "volumes",
        Kind::Regions => "regions",
    }
}
