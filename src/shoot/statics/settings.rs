//! Labels, taints, sysctls and the settings of the components that manage machines.

use std::collections::BTreeMap;

use crate::finding::ErrorType::{
    self, Duplicate, Forbidden, Invalid, NotSupported, Required, TooLong,
};
use crate::model::cursor::Spanned;
use crate::model::duration::Duration;
use crate::model::name::{annotation_key_faults, label_value_faults, qualified_name_faults};
use crate::model::path::Path;
use crate::model::pem::first_certificate;
use crate::model::shoot::{ClusterAutoscaler, MachineControllerManager, Worker};
use crate::shoot::fault::{Faults, Missing, Range, Reason, SysctlFault, Twice, Word};
use crate::shoot::statics::system::may_run_system_components;

/// All keys and values of annotations together, in bytes.
const MOST_ANNOTATIONS: usize = 256 << 10;
/// The taint that Gardener sets while critical components are not ready.
const RESERVED_TAINT: &str = "node.gardener.cloud/critical-components-not-ready";
static EFFECTS: [&str; 3] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
/// The longest sysctl key, and the longest part of one between dots, in bytes.
const MOST_SYSCTL: usize = 4086;
const MOST_SYSCTL_PART: usize = 255;

pub(super) fn validate<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    labels(worker, path, faults);
    taints(worker, path, faults);
    sysctls(worker, path, faults);
    if let Some(bundle) = worker.ca_bundle.value
        && let Err(fault) = first_certificate(bundle)
    {
        faults.at(
            Invalid,
            &path.field("caBundle"),
            worker.ca_bundle.span,
            Reason::CaBundle(fault),
        );
    }
    if worker.priority.is_some_and(|priority| priority < -1) {
        let reason = Reason::OutOfRange {
            name: "priority",
            range: Range::Priority,
        };
        faults.at(
            Invalid,
            &path.field("priority"),
            worker.priority.span,
            reason,
        );
    }
    if let Some(options) = &worker.cluster_autoscaler {
        autoscaler(options, &path.field("autoscaler"), faults);
    }
    if let Some(settings) = &worker.machine_controller_manager {
        machine_controller_manager(
            worker,
            settings,
            &path.field("machineControllerManagerSettings"),
            faults,
        );
    }
}

fn labels<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let labels = path.field("labels");
    for (key, value) in worker.labels.iter() {
        for fault in qualified_name_faults(**key) {
            faults.add(Invalid, &labels, *key, Reason::LabelKey("label", fault));
        }
        for fault in label_value_faults(**value) {
            faults.add(Invalid, &labels, *value, Reason::LabelValue(fault));
        }
    }
    let annotations = path.field("annotations");
    for (key, _) in worker.annotations.iter() {
        for fault in annotation_key_faults(**key) {
            faults.add(
                Invalid,
                &annotations,
                *key,
                Reason::LabelKey("annotation", fault),
            );
        }
    }
    let bytes: usize = worker
        .annotations
        .iter()
        .map(|(key, value)| key.len() + value.len())
        .sum();
    if bytes > MOST_ANNOTATIONS {
        faults.at(
            TooLong,
            &annotations,
            worker.annotations.span,
            Reason::AnnotationsTooLong(bytes),
        );
    }
}

fn taints<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let list = path.field("taints");
    let mut seen = BTreeMap::new();
    for (index, taint) in worker.taints.iter().enumerate() {
        let path = list.index(index);
        for fault in qualified_name_faults(*taint.key) {
            faults.add(
                Invalid,
                &path.field("key"),
                taint.key,
                Reason::LabelKey("taint", fault),
            );
        }
        if *taint.key == RESERVED_TAINT {
            faults.add(
                Forbidden,
                &path.field("key"),
                taint.key,
                Reason::ReservedTaint,
            );
        }
        if let Some(fault) = label_value_faults(*taint.value).into_iter().next() {
            faults.add(
                Invalid,
                &path.field("value"),
                taint.value,
                Reason::LabelValue(fault),
            );
        }
        let effect = path.field("effect");
        if taint.effect.is_empty() {
            faults.at(
                Required,
                &effect,
                taint.effect.span,
                Reason::Missing(Missing::TaintEffect),
            );
        } else if !EFFECTS.contains(&*taint.effect) {
            faults.add(
                NotSupported,
                &effect,
                taint.effect,
                Reason::UnknownWord {
                    what: Word::TaintEffect,
                    supported: &EFFECTS,
                },
            );
        }
        let key = (*taint.key, *taint.effect);
        if let Some(first) = seen.get(&key) {
            faults.add(
                Duplicate,
                &path,
                Spanned::new(*taint.key, taint.at),
                Reason::Duplicate(Twice::Taint, *first),
            );
        } else {
            seen.insert(key, taint.at);
        }
    }
}

fn sysctls<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let path = path.field("sysctls");
    for (key, value) in worker.sysctls.iter() {
        let path = path.field(**key);
        let mut fault = |error, fault| faults.add(error, &path, *key, Reason::Sysctl(fault));
        if !is_sysctl(**key) {
            fault(Invalid, SysctlFault::Malformed);
        }
        if key.len() > MOST_SYSCTL {
            fault(TooLong, SysctlFault::TooLong);
        }
        for _ in key.split('.').filter(|part| part.len() > MOST_SYSCTL_PART) {
            fault(Invalid, SysctlFault::PartTooLong);
        }
        if value.is_empty() {
            faults.at(
                Required,
                &path,
                value.span,
                Reason::Missing(Missing::SysctlValue),
            );
        }
    }
}

/// `^(?:(?:[a-zA-Z0-9-][a-zA-Z0-9_/-]*|\*)\.)*[a-zA-Z0-9_/-]*[a-zA-Z0-9]$`
fn is_sysctl(key: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric();
    let inside = |byte: u8| letter(byte) || matches!(byte, b'_' | b'/' | b'-');
    let mut parts = key.split('.').map(str::as_bytes);
    let last = parts.next_back().unwrap_or_default();
    let before = |part: &[u8]| {
        part == b"*"
            || part
                .first()
                .is_some_and(|first| letter(*first) || *first == b'-')
                && part.iter().all(|byte| inside(*byte))
    };
    last.last().is_some_and(|byte| letter(*byte))
        && last.iter().all(|byte| inside(*byte))
        && parts.all(before)
}

fn autoscaler<'a>(options: &ClusterAutoscaler, path: &Path<'_>, faults: &mut Faults<'a>) {
    let thresholds = [
        (
            "scaleDownUtilizationThreshold",
            options.utilization_threshold,
        ),
        (
            "scaleDownGpuUtilizationThreshold",
            options.gpu_utilization_threshold,
        ),
    ];
    for (name, threshold) in thresholds {
        if threshold.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
            faults.at(
                Invalid,
                &path.field(name),
                threshold.span,
                Reason::OutOfRange {
                    name,
                    range: Range::Share,
                },
            );
        }
    }
    let times = [
        ("scaleDownUnneededTime", options.unneeded_time),
        ("scaleDownUnreadyTime", options.unready_time),
        ("maxNodeProvisionTime", options.max_node_provision_time),
    ];
    for (name, time) in times {
        if time.is_some_and(|time| time.nanoseconds() < 0) {
            faults.at(
                Invalid,
                &path.field(name),
                time.span,
                Reason::OutOfRange {
                    name,
                    range: Range::NotNegative,
                },
            );
        }
    }
}

fn machine_controller_manager<'a>(
    worker: &Worker<'a>,
    settings: &MachineControllerManager,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let negative = |name, value: Spanned<Option<i64>>| {
        (
            name,
            value.span,
            value.is_some_and(|value| value < 0),
            Reason::OutOfRange {
                name,
                range: Range::NotNegative,
            },
        )
    };
    let times = [
        ("machineDrainTimeout", settings.drain_timeout),
        ("machineHealthTimeout", settings.health_timeout),
        ("machineCreationTimeout", settings.creation_timeout),
        ("machinePreserveTimeout", settings.preserve_timeout),
        ("inPlaceUpdateTimeout", settings.in_place_update_timeout),
    ];
    let in_place = worker.is_in_place();
    for (name, time) in times {
        if name == "inPlaceUpdateTimeout" && time.is_some() && !in_place {
            faults.at(
                Forbidden,
                &path.field(name),
                time.span,
                Reason::NeedsInPlace(name),
            );
            continue;
        }
        let (name, span, bad, reason) = negative(
            name,
            Spanned::new(time.map(Duration::nanoseconds), time.span),
        );
        if bad {
            faults.at(Invalid, &path.field(name), span, reason);
        }
    }
    let (name, span, bad, reason) = negative("maxEvictRetries", settings.max_evict_retries);
    if bad {
        faults.at(Invalid, &path.field(name), span, reason);
    }
    if settings.disable_health_timeout.value == Some(true) && !in_place {
        let name = "disableHealthTimeout";
        faults.at(
            Forbidden,
            &path.field(name),
            settings.disable_health_timeout.span,
            Reason::NeedsInPlace(name),
        );
    }
    preserved(
        worker,
        settings.auto_preserve_failed_machine_max,
        path,
        faults,
    );
}

fn preserved<'a>(
    worker: &Worker<'a>,
    most: Spanned<Option<i64>>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let Some(number) = *most else { return };
    let maximum = worker.maximum.unwrap_or(0);
    let less_one = maximum > 0 && may_run_system_components(worker);
    let limit = if less_one { maximum - 1 } else { maximum };
    let name = "autoPreserveFailedMachineMax";
    let range = if number < 0 {
        Range::NotNegative
    } else if number > limit {
        Range::AtMost {
            most: limit,
            less_one,
        }
    } else {
        return;
    };
    faults.at(
        ErrorType::Invalid,
        &path.field(name),
        most.span,
        Reason::OutOfRange { name, range },
    );
}
