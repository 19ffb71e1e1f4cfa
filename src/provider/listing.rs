//! The lines of a `providerConfig` for an image version: each flavor or architecture, and where it
//! has an artifact. The answers are those of the look-up; nothing is chosen here.

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::{ARCHITECTURE, written};
use crate::merge::architecture_only;
use crate::model::cloudprofile::Capabilities;
use crate::model::cursor::Spanned;
use crate::provider::lookup::{Artifact, Catalog, Way};
use crate::source::Span;

/// A flavor of `providerConfig`, or what counts as one in the legacy format.
#[derive(Clone, Debug)]
pub struct Listing<'t> {
    /// The position in `capabilityFlavors`; none in the legacy format, and for what is not listed at
    /// all.
    pub flavor: Option<usize>,
    /// The capabilities of the flavor, written or assumed; none where the artifact is for all
    /// machine types.
    pub capabilities: Option<Capabilities<'t>>,
    /// The artifacts, with the positions of their regions among those that were asked for, in their
    /// order.
    pub artifacts: Vec<(usize, Artifact<'t>)>,
}

/// The key of a line: the flavor and its place, or the capabilities that the legacy format stands
/// for; then a number, for lines that are otherwise equal.
type Key<'t> = (Option<(usize, Span)>, Vec<(&'t str, Vec<&'t str>)>, usize);

/// A line of a region with its artifact.
type Line<'t> = (Key<'t>, Option<Capabilities<'t>>, Artifact<'t>);

impl<'t> Catalog<'_, 't> {
    /// The lines of an image version in some regions (for a provider whose artifacts are the same
    /// in all: in a single one). The architectures are those of the core part; for one that has no
    /// line there is one without artifacts.
    #[must_use]
    pub fn listing(
        &self,
        image: &str,
        version: &str,
        architectures: &[&'t str],
        regions: &[&str],
    ) -> Vec<Listing<'t>> {
        let mut known: BTreeMap<Key<'t>, usize> = BTreeMap::new();
        let mut lines: Vec<Listing<'t>> = Vec::new();
        let mut add = |region: Option<usize>, found: &[Line<'t>]| {
            for (key, capabilities, artifact) in found {
                let next = lines.len();
                let at = *known.entry(key.clone()).or_insert(next);
                if at == next {
                    let flavor = key.0.map(|(flavor, _)| flavor);
                    lines.push(Listing {
                        flavor,
                        capabilities: capabilities.clone(),
                        artifacts: Vec::new(),
                    });
                }
                lines[at]
                    .artifacts
                    .extend(region.map(|region| (region, artifact.clone())));
            }
        };
        if self.is_regional() {
            let named: BTreeSet<&str> = self.named_regions(image, version).into_iter().collect();
            // Regions that are not named are all alike.
            let mut unnamed = None;
            for (at, region) in regions.iter().enumerate() {
                if named.contains(region) {
                    add(Some(at), &self.lines(image, version, region, architectures));
                } else {
                    add(
                        Some(at),
                        unnamed.get_or_insert_with(|| {
                            self.lines(image, version, region, architectures)
                        }),
                    );
                }
            }
            // The list also has the lines of other regions.
            let asked: BTreeSet<&str> = regions.iter().copied().collect();
            for region in named.difference(&asked) {
                add(None, &self.lines(image, version, region, architectures));
            }
        } else {
            add(Some(0), &self.lines(image, version, "", architectures));
        }
        if self.is_regional() {
            let architecture = |line: &Listing<'t>| {
                line.capabilities
                    .as_ref()
                    .and_then(|all| written(all, ARCHITECTURE).first())
                    .map(|value| value.value)
            };
            lines.sort_by_key(|line| {
                (
                    line.flavor,
                    line.flavor.is_none().then(|| architecture(line)),
                )
            });
        }
        for architecture in architectures {
            if !lines.iter().any(|line| self.is_for(line, architecture)) {
                let capabilities = Some(vec![architecture_only(Spanned::new(
                    architecture,
                    Span::default(),
                ))]);
                lines.push(Listing {
                    flavor: None,
                    capabilities,
                    artifacts: Vec::new(),
                });
            }
        }
        lines
    }

    /// Whether a line is for machines of an architecture.
    #[must_use]
    pub fn is_for(&self, line: &Listing<'t>, architecture: &str) -> bool {
        let Some(capabilities) = &line.capabilities else {
            return true;
        };
        let values = self
            .vocabulary()
            .defaulted(capabilities, ARCHITECTURE)
            .unwrap_or_else(|| written(capabilities, ARCHITECTURE));
        values.iter().any(|value| value.value == architecture)
    }

    /// Whether an artifact is not of the region, but the one of all regions that have none of their
    /// own.
    #[must_use]
    pub fn is_fallback(&self, artifact: &Artifact<'_>) -> bool {
        self.provider()
            .fields
            .in_region
            .is_some_and(|field| artifact.names().all(|(name, _)| name != field))
    }

    fn lines(
        &self,
        image: &str,
        version: &str,
        region: &str,
        architectures: &[&'t str],
    ) -> Vec<Line<'t>> {
        let unchosen = |architecture: &str| {
            let found = self.unchosen(image, version, region, architecture)?.ok()?;
            Some(self.unchosen_artifact(&found))
        };
        if matches!(self.provider().lookup.way, Way::Entries(_)) {
            let line = |architecture: &&'t str| {
                let artifact = unchosen(architecture)?;
                let capabilities =
                    vec![architecture_only(Spanned::new(*architecture, artifact.at))];
                Some(((None, text(&capabilities), 0), Some(capabilities), artifact))
            };
            return architectures.iter().filter_map(line).collect();
        }
        if self.is_direct() {
            let line = |artifact| ((None, Vec::new(), 0), None, artifact);
            return unchosen("").map(line).into_iter().collect();
        }
        let mut alike: BTreeMap<Vec<(&'t str, Vec<&'t str>)>, usize> = BTreeMap::new();
        let mut lines = Vec::new();
        for candidate in self.candidates(image, version, region).unwrap_or_default() {
            let key = match candidate.flavor {
                Some(flavor) => (Some((flavor, candidate.at)), Vec::new(), 0),
                None => {
                    let says = text(&candidate.capabilities);
                    let number = alike.entry(says.clone()).or_default();
                    *number += 1;
                    (None, says, *number)
                }
            };
            lines.push((
                key,
                Some(candidate.capabilities.clone().into_owned()),
                self.artifact(&candidate),
            ));
        }
        lines
    }
}

fn text<'t>(capabilities: &Capabilities<'t>) -> Vec<(&'t str, Vec<&'t str>)> {
    capabilities
        .iter()
        .map(|of| {
            (
                *of.name,
                of.values.iter().map(|value| value.value).collect(),
            )
        })
        .collect()
}
