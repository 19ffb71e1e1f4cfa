//! The machine type of a pool, and with it the order in which machine and image are judged: on the
//! server the first failing point ends it.

use crate::finding::ErrorType::{Invalid, NotSupported};
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::shoot::admission::MOST_LISTED;
use crate::shoot::admission::pool::Pool;
use crate::shoot::fault::{Faults, MachineTypeCause, Reason, Word};
use crate::shoot::statics::ARCHITECTURES;

impl<'a> Pool<'_, 'a> {
    /// Judges machine type and image, and what the image can run. After a point that fails, what
    /// does not depend on this is judged as well.
    pub(super) fn machine(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let before = faults.list.len();
        let machine = path.field("machine");
        let architecture = self.architecture();
        let is_known = self.knows_architecture();
        if !is_known {
            let reason = Reason::UnknownWord {
                what: Word::Architecture,
                supported: ARCHITECTURES,
            };
            faults.add(
                NotSupported,
                &machine.field("architecture"),
                architecture,
                reason,
            );
        } else if !self.same_machine_type() {
            self.machine_type(&machine, faults);
        }
        if faults.list.len() == before {
            self.image(&machine, faults);
            if faults.list.len() == before {
                self.runtime(path, faults);
            }
            return;
        }
        faults.behind(|later| {
            if !is_known && !self.same_machine_type() {
                self.machine_type(&machine, later);
            }
            let before = later.list.len();
            let certain = !self.doubts_architecture();
            self.image_version(&machine, certain, later);
            if later.list.len() == before {
                self.runtime(path, later);
            }
        });
    }

    fn knows_architecture(self) -> bool {
        ARCHITECTURES.contains(&*self.architecture())
    }

    /// Whether the pool may mean another architecture: then its image gets no finding about it.
    fn doubts_architecture(self) -> bool {
        let offer = self.context.offer;
        let machine = offer
            .machine(*self.worker.machine_type)
            .map(|at| offer.machine_at(at));
        !self.knows_architecture()
            || machine.is_none_or(|machine| machine.architecture != Some(*self.architecture()))
    }

    /// The pool's architecture. A missing one, because no mutator has run, is not an error.
    pub(super) fn architecture(self) -> Spanned<&'a str> {
        Spanned::new(
            self.worker.architecture.unwrap_or("amd64"),
            self.worker.architecture.span,
        )
    }

    pub(super) fn same_architecture(self) -> bool {
        self.old
            .is_some_and(|old| *old.architecture == *self.worker.architecture)
    }

    fn same_machine_type(self) -> bool {
        self.same_architecture()
            && self
                .old
                .is_some_and(|old| *old.machine_type == *self.worker.machine_type)
    }

    fn machine_type(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let path = path.field("type");
        let name = self.worker.machine_type;
        let machines = self.context.offer.matcher.machines();
        match self.context.offer.machine(*name) {
            None => {
                let fit = (0..machines.len()).filter(|at| self.machine_type_causes(*at).is_empty());
                let fit = fit
                    .map(|at| *machines[at].machine_type.name)
                    .take(MOST_LISTED)
                    .collect();
                faults.add(NotSupported, &path, name, Reason::UnknownMachineType(fit));
            }
            Some(at) => {
                let causes = self.machine_type_causes(at);
                if !causes.is_empty() {
                    faults.add(Invalid, &path, name, Reason::UnfitMachineType(causes));
                }
            }
        }
    }

    fn machine_type_causes(self, at: usize) -> Vec<MachineTypeCause<'a>> {
        let offer = self.context.offer;
        let machine = offer.machine_at(at);
        let (machine_type, pool) = (machine.machine_type, *self.architecture());
        let mut causes = Vec::new();
        if self.knows_architecture() && machine.architecture != Some(pool) {
            let written = machine_type
                .capabilities
                .iter()
                .find(|capability| *capability.name == crate::capability::ARCHITECTURE);
            let at = written.map_or(machine_type.architecture.span, |capability| {
                capability.name.span
            });
            causes.push(MachineTypeCause::Architecture {
                pool,
                machine_type: machine.architecture,
                at,
            });
        }
        if *machine_type.usable == Some(false) {
            causes.push(MachineTypeCause::Unusable(machine_type.usable.span));
        }
        let region = offer.region(*self.shoot.region);
        let zones = offer.zones_without_machine_type(region, self.zone_names(), *machine_type.name);
        if !zones.is_empty() {
            causes.push(MachineTypeCause::Zones(zones));
        }
        causes
    }
}
