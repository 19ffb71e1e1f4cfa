//! The machine type of a pool, and with it the order in which machine and image are judged: the
//! first failing point ends it.

use crate::finding::ErrorType::{Invalid, NotSupported};
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::shoot::admission::MOST_LISTED;
use crate::shoot::admission::pool::Pool;
use crate::shoot::fault::{Faults, MachineTypeCause, Reason, Word};
use crate::shoot::statics::ARCHITECTURES;

impl<'a> Pool<'_, 'a> {
    /// Judges machine type and image; whether all points passed.
    pub(super) fn machine(self, path: &Path<'_>, faults: &mut Faults<'a>) -> bool {
        let before = faults.list.len();
        let path = path.field("machine");
        let architecture = self.architecture();
        if !ARCHITECTURES.contains(&*architecture) {
            let reason = Reason::UnknownWord {
                what: Word::Architecture,
                supported: ARCHITECTURES,
            };
            faults.add(
                NotSupported,
                &path.field("architecture"),
                architecture,
                reason,
            );
            return false;
        }
        if !self.same_machine_type() {
            self.machine_type(&path, faults);
        }
        if faults.list.len() == before {
            self.image(&path, faults);
        }
        faults.list.len() == before
    }

    /// The pool's architecture. One that is not set, because no mutator has run, is no error.
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
        if machine.architecture != Some(pool) {
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
