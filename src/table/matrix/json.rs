//! Tables as JSON, a contract with a version: own types, not a dump of the inner ones
//! (`docs/output.md`).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::time::Time;
use crate::table::matrix::{Column, Found, Kind, Listed, Mark, Placed, Row, Sheet};

/// The version of the contract of `cpcap table --format json`.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap table --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tables<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The clock that life cycles were read by.
    now: String,
    /// The tables, one for each profile.
    tables: Vec<JsonTable<'a>>,
}

/// The table of a profile.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonTable<'a> {
    /// The file.
    file: &'a str,
    /// Position of the document in the file, from 0.
    document: usize,
    /// The profile's name.
    profile: &'a str,
    /// The namespace of a NamespacedCloudProfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    /// The parent of a NamespacedCloudProfile, into which it was merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
    /// Whether the profile has no `machineCapabilities`, so that the architecture decides alone.
    legacy: bool,
    /// Rows and columns.
    table: Content<'a>,
}

/// Rows and columns. The cells of a row are in the order of the columns.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Content<'a> {
    /// Machine types by image versions.
    Versions {
        /// The columns.
        columns: Vec<VersionColumn<'a>>,
        /// The rows.
        rows: Vec<MachineRow<'a, Fit>>,
    },
    /// Machine types by flavors of image versions.
    Flavors {
        /// The columns.
        columns: Vec<FlavorColumn<'a>>,
        /// The rows.
        rows: Vec<MachineRow<'a, FlavorFit>>,
    },
    /// Machine types by images.
    Images {
        /// The columns.
        columns: Vec<ImageColumn<'a>>,
        /// The rows.
        rows: Vec<MachineRow<'a, DefaultVersion<'a>>>,
    },
    /// Availability of machine types by zones.
    MachineTypeAvailability {
        /// The columns.
        columns: Vec<ZoneColumn<'a>>,
        /// The rows.
        rows: Vec<AvailabilityRow<'a>>,
    },
    /// Availability of volume types by zones.
    VolumeTypeAvailability {
        /// The columns.
        columns: Vec<ZoneColumn<'a>>,
        /// The rows.
        rows: Vec<AvailabilityRow<'a>>,
    },
    /// Artifacts of image versions by regions.
    Regions {
        /// The columns; a single one without regions where artifacts are the same in all.
        columns: Vec<RegionColumn<'a>>,
        /// The rows.
        rows: Vec<ListedRow<'a>>,
    },
}

/// Versions of an image with the same flavors and the same classification.
#[derive(Debug, Serialize, JsonSchema)]
struct VersionColumn<'a> {
    /// The image.
    image: &'a str,
    /// The versions.
    versions: &'a [&'a str],
    /// Their classification at that time.
    classification: &'a str,
}

/// A flavor of versions of an image with the same flavors and the same classification.
#[derive(Debug, Serialize, JsonSchema)]
struct FlavorColumn<'a> {
    /// The versions.
    #[serde(flatten)]
    versions: VersionColumn<'a>,
    /// The number of the flavor, from 0 as in paths; absent where the versions have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    flavor: Option<usize>,
    /// The flavor's capabilities as written; those left out take all values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    capabilities: Vec<JsonCapability<'a>>,
}

/// A capability of a flavor.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonCapability<'a> {
    /// Its name.
    name: &'a str,
    /// Its values.
    values: &'a [&'a str],
}

/// An image.
#[derive(Debug, Serialize, JsonSchema)]
struct ImageColumn<'a> {
    /// The image.
    image: &'a str,
}

/// Zones of a region in which the same is available.
#[derive(Debug, Serialize, JsonSchema)]
struct ZoneColumn<'a> {
    /// The region.
    region: &'a str,
    /// The zones; none where the region has none.
    zones: &'a [&'a str],
}

/// Regions in which the same rows have artifacts.
#[derive(Debug, Serialize, JsonSchema)]
struct RegionColumn<'a> {
    /// The regions.
    regions: &'a [&'a str],
}

/// Versions of an image with a flavor, or an architecture of the legacy format, that have artifacts in
/// the same regions.
#[derive(Debug, Serialize, JsonSchema)]
struct ListedRow<'a> {
    /// The versions.
    #[serde(flatten)]
    versions: VersionColumn<'a>,
    /// The position of the flavor in `capabilityFlavors` of `providerConfig`; absent in the old
    /// format, and for what is not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    flavor: Option<usize>,
    /// The flavor's capabilities as written, or what the legacy format stands for; absent where an
    /// artifact is for all machine types.
    #[serde(skip_serializing_if = "Option::is_none")]
    capabilities: Option<Vec<JsonCapability<'a>>>,
    /// The cells.
    cells: Vec<JsonFound>,
    /// The artifacts of all versions, equal ones together.
    artifacts: Vec<PlacedArtifact<'a>>,
}

/// What a region has.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum JsonFound {
    /// No artifact.
    None,
    /// An artifact.
    Artifact,
    /// None of its own, but the one for all such regions.
    Global,
    /// One without a name.
    Nameless,
}

/// An artifact of a version.
#[derive(Debug, Serialize, JsonSchema)]
struct PlacedArtifact<'a> {
    /// The version.
    version: &'a str,
    /// The regions; none where artifacts are the same in all.
    regions: &'a [&'a str],
    /// The fields of `providerConfig` that name it.
    artifact: BTreeMap<&'static str, &'a str>,
}

/// Machine types with the same capabilities.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MachineRow<'a, Cell> {
    /// The machine types.
    machine_types: &'a [&'a str],
    /// Their architecture, where it can be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    architecture: Option<&'a str>,
    /// Whether Shoots may use them.
    usable: bool,
    /// The cells.
    cells: Vec<Cell>,
}

/// Machine types or volume types that are available in the same zones.
#[derive(Debug, Serialize, JsonSchema)]
struct AvailabilityRow<'a> {
    /// The machine types or volume types.
    names: &'a [&'a str],
    /// Whether Shoots may use them.
    usable: bool,
    /// Whether they are available.
    cells: Vec<bool>,
}

/// How a machine type and a version fit. Flavors are numbered from 0, as in paths.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fit {
    /// Whether the version fits.
    pub compatible: bool,
    /// The flavor that is taken; absent where none fits, the version has none, or selection is
    /// ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flavor: Option<usize>,
    /// The flavors that selection cannot tell apart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ambiguous_flavors: Vec<usize>,
    /// The flavors that the rule of the operator guide leaves, where it does not take the same
    /// flavor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documented_flavors: Vec<usize>,
}

/// How a machine type and a flavor fit.
#[derive(Debug, Serialize, JsonSchema)]
struct FlavorFit {
    /// Whether the flavor fits.
    compatible: bool,
    /// Whether it is taken: `yes`, `no`, or `ambiguous` where selection cannot tell it from
    /// another.
    #[schemars(extend("enum" = ["yes", "no", "ambiguous"]))]
    selected: &'static str,
}

/// The version that a Shoot gets which names the image alone.
#[derive(Debug, Serialize, JsonSchema)]
struct DefaultVersion<'a> {
    /// The version; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
    /// Its classification at that time.
    #[serde(skip_serializing_if = "Option::is_none")]
    classification: Option<&'a str>,
    /// How it fits; without a version, whether some version fits that is never taken by default.
    #[serde(flatten)]
    fit: Fit,
}

/// Tables as JSON.
#[must_use]
pub fn json<'a>(sheets: &'a [Sheet<'_>], now: Time) -> Tables<'a> {
    Tables {
        schema_version: SCHEMA_VERSION,
        now: now.to_string(),
        tables: sheets.iter().map(table).collect(),
    }
}

fn table<'a>(sheet: &'a Sheet<'_>) -> JsonTable<'a> {
    let columns = sheet.columns.iter();
    let zones = || {
        sheet
            .columns
            .iter()
            .map(|column| ZoneColumn {
                region: column.group,
                zones: &column.names,
            })
            .collect()
    };
    let content = match sheet.kind {
        Kind::Versions => Content::Versions {
            columns: columns.map(version_column).collect(),
            rows: machine_rows(sheet, fit),
        },
        Kind::Flavors => Content::Flavors {
            columns: columns.map(|column| flavor_column(sheet, column)).collect(),
            rows: machine_rows(sheet, flavor_fit),
        },
        Kind::Images => {
            let columns = columns.map(|column| ImageColumn {
                image: column.group,
            });
            Content::Images {
                columns: columns.collect(),
                rows: machine_rows(sheet, default_version),
            }
        }
        Kind::MachineTypes => Content::MachineTypeAvailability {
            columns: zones(),
            rows: availability_rows(sheet),
        },
        Kind::VolumeTypes => Content::VolumeTypeAvailability {
            columns: zones(),
            rows: availability_rows(sheet),
        },
        Kind::Regions => {
            let columns = columns.map(|column| RegionColumn {
                regions: &column.names,
            });
            let rows = sheet
                .rows
                .iter()
                .filter_map(|row| Some(listed_row(sheet, row, row.listed.as_deref()?)));
            Content::Regions {
                columns: columns.collect(),
                rows: rows.collect(),
            }
        }
    };
    let subject = sheet.subject;
    JsonTable {
        file: subject.file,
        document: subject.document,
        profile: subject.name.name,
        namespace: Some(subject.name.namespace).filter(|namespace| !namespace.is_empty()),
        parent: subject.name.parent,
        legacy: sheet.legacy,
        table: content,
    }
}

fn version_column<'a>(column: &'a Column<'_>) -> VersionColumn<'a> {
    let classification = column.classification.map_or("", |current| current.as_str());
    VersionColumn {
        image: column.group,
        versions: &column.names,
        classification,
    }
}

fn flavor_column<'a>(sheet: &'a Sheet<'_>, column: &'a Column<'_>) -> FlavorColumn<'a> {
    let says = column.flavor.and_then(|(_, says)| sheet.flavors.get(says));
    let capabilities = says
        .into_iter()
        .flatten()
        .map(|(name, values)| JsonCapability { name, values });
    let flavor = column.flavor.map(|(flavor, _)| flavor);
    FlavorColumn {
        versions: version_column(column),
        flavor,
        capabilities: capabilities.collect(),
    }
}

fn machine_rows<'a, Cell>(
    sheet: &'a Sheet<'_>,
    cell: fn(&'a Mark<'_>) -> Cell,
) -> Vec<MachineRow<'a, Cell>> {
    let row = |row: &'a Row<'_>| MachineRow {
        machine_types: &row.names[..],
        architecture: row.architecture,
        usable: row.usable,
        cells: sheet
            .columns
            .iter()
            .map(|column| cell(sheet.mark(row, column)))
            .collect(),
    };
    sheet.rows.iter().map(row).collect()
}

fn availability_rows<'a>(sheet: &'a Sheet<'_>) -> Vec<AvailabilityRow<'a>> {
    let row = |row: &'a Row<'_>| AvailabilityRow {
        names: &row.names,
        usable: row.usable,
        cells: sheet
            .columns
            .iter()
            .map(|column| *sheet.mark(row, column) == Mark::Available)
            .collect(),
    };
    sheet.rows.iter().map(row).collect()
}

fn listed_row<'a>(sheet: &'a Sheet<'_>, row: &'a Row<'_>, listed: &'a Listed<'_>) -> ListedRow<'a> {
    let says = listed.says.as_ref().map(|says| {
        says.iter()
            .map(|(name, values)| JsonCapability { name, values })
            .collect()
    });
    let cell = |column| match sheet.mark(row, column) {
        Mark::Listed(Found::Artifact) => JsonFound::Artifact,
        Mark::Listed(Found::Global) => JsonFound::Global,
        Mark::Listed(Found::Nameless) => JsonFound::Nameless,
        _ => JsonFound::None,
    };
    let artifact = |placed: &'a Placed<'_>| PlacedArtifact {
        version: placed.version,
        regions: &placed.regions,
        artifact: placed.names.iter().copied().collect(),
    };
    ListedRow {
        versions: VersionColumn {
            image: listed.image,
            versions: &row.names,
            classification: listed.classification.as_str(),
        },
        flavor: listed.flavor,
        capabilities: says,
        cells: sheet.columns.iter().map(cell).collect(),
        artifacts: listed.artifacts.iter().map(artifact).collect(),
    }
}

pub(super) fn fit(mark: &Mark<'_>) -> Fit {
    let mut fit = Fit {
        compatible: true,
        flavor: None,
        ambiguous_flavors: Vec::new(),
        documented_flavors: Vec::new(),
    };
    match mark {
        Mark::Flavor { taken, documented } => {
            fit.flavor = Some(*taken);
            fit.documented_flavors.clone_from(documented);
        }
        Mark::Ambiguous(flavors) => fit.ambiguous_flavors.clone_from(flavors),
        Mark::Unfit | Mark::Unavailable => fit.compatible = false,
        _ => {}
    }
    fit
}

fn flavor_fit(mark: &Mark<'_>) -> FlavorFit {
    let selected = match mark {
        Mark::Taken => "yes",
        Mark::Tied => "ambiguous",
        _ => "no",
    };
    FlavorFit {
        compatible: *mark != Mark::Unfit,
        selected,
    }
}

fn default_version<'a>(mark: &'a Mark<'_>) -> DefaultVersion<'a> {
    match mark {
        Mark::Default {
            version,
            classification,
            fit: inner,
        } => DefaultVersion {
            version: Some(version),
            classification: Some(classification.as_str()),
            fit: fit(inner),
        },
        other => DefaultVersion {
            version: None,
            classification: None,
            fit: fit(other),
        },
    }
}
