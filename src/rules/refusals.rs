//! The refusals of a Shoot, and the rule of each: there is no refusal without a rule.

use crate::provider::shoots::What;
use crate::rules::provider::{disallowed_in_shoot, unsupported_pool_setting};
use crate::rules::shoot::{
    bad_node_count, bad_profile_reference, bad_rollout_budget, disabled_in_place_updates,
    duplicate_name, forbidden_profile_move, immutable_field, inactive_kubernetes_version,
    incompatible_machine_image, internal_provider_config, kubernetes_skew, kubernetes_version_step,
    lowered_image_version, malformed_ca_bundle, malformed_label, malformed_name, malformed_sysctl,
    malformed_volume, missing_profile, missing_value, no_artifact, no_default_image,
    no_room_for_system_components, node_limit_exceeded, other_provider_type,
    pinned_control_plane_zones, repeated_zone, retired_profile_name, setting_out_of_range,
    too_much_reserved, unfit_image_version, unfit_machine_type, unfit_volume_type,
    unknown_access_restriction, unknown_image_version, unknown_kubernetes_version,
    unknown_machine_type, unknown_region, unknown_volume_type, unknown_zone,
    unmet_kubelet_constraint, unresolvable_kubernetes_version, unsupported_cri, unsupported_value,
    volume_too_small, workerless_setting, workers_come_or_go,
};
use crate::rules::{Report, Rule, ShootView};
use crate::shoot::{Fault, Reason};

/// The rule that words a fault, and its message; nothing where the rest of the object makes it
/// uncertain.
#[must_use]
pub fn say<'a>(view: &ShootView<'a>, fault: &Fault<'a>) -> Option<(&'static Rule, Report)> {
    Some(match &fault.reason {
        Reason::Reference(why) => (
            &bad_profile_reference::RULE,
            bad_profile_reference::report(fault, *why),
        ),
        Reason::NoKubernetesVersion { malformed } => (
            &unresolvable_kubernetes_version::RULE,
            unresolvable_kubernetes_version::report(view, fault, *malformed),
        ),
        Reason::NoImage(why) => (
            &no_default_image::RULE,
            no_default_image::report(view, fault, why)?,
        ),

        Reason::NoProfile { retired } => (
            &missing_profile::RULE,
            missing_profile::report(fault, *retired),
        ),
        Reason::Missing(what) => (
            &missing_value::RULE,
            missing_value::report(view, fault, *what),
        ),
        Reason::RetiredProfileName => (
            &retired_profile_name::RULE,
            retired_profile_name::report(view, fault),
        ),
        Reason::Name(kind, why) => (
            &malformed_name::RULE,
            malformed_name::report(fault, *kind, why),
        ),
        Reason::NameTooLong(kind, most) => (
            &malformed_name::RULE,
            malformed_name::too_long(fault, *kind, *most),
        ),
        Reason::Duplicate(kind, first) => (
            &duplicate_name::RULE,
            duplicate_name::report(fault, *kind, *first),
        ),
        Reason::Workerless(name) => (
            &workerless_setting::RULE,
            workerless_setting::report(fault, name),
        ),
        Reason::UnknownWord { what, supported } => (
            &unsupported_value::RULE,
            unsupported_value::report(view, fault, *what, supported),
        ),
        Reason::InPlaceDisabled => (
            &disabled_in_place_updates::RULE,
            disabled_in_place_updates::report(view, fault),
        ),
        Reason::NegativeCount(name) => (
            &bad_node_count::RULE,
            bad_node_count::negative(view, fault, name),
        ),
        Reason::MaximumBelowMinimum { minimum, at } => (
            &bad_node_count::RULE,
            bad_node_count::swapped(view, fault, *minimum, *at),
        ),
        Reason::Budget(name, why) => (
            &bad_rollout_budget::RULE,
            bad_rollout_budget::report(view, fault, name, *why),
        ),
        Reason::LabelKey(what, why) => (
            &malformed_label::RULE,
            malformed_label::key(fault, what, why),
        ),
        Reason::LabelValue(why) => (&malformed_label::RULE, malformed_label::value(fault, why)),
        Reason::AnnotationsTooLong(bytes) => (
            &malformed_label::RULE,
            malformed_label::too_long(view, fault, *bytes),
        ),
        Reason::ReservedTaint => (&malformed_label::RULE, malformed_label::reserved(fault)),
        Reason::UnreadableVersion => (&kubernetes_skew::RULE, kubernetes_skew::unreadable(fault)),
        Reason::Skew {
            control_plane,
            at,
            above,
        } => (
            &kubernetes_skew::RULE,
            kubernetes_skew::skew(view, fault, control_plane, *at, *above),
        ),
        Reason::VolumeSize => (&malformed_volume::RULE, malformed_volume::size(fault)),
        Reason::UnknownDataVolume(names) => (
            &malformed_volume::RULE,
            malformed_volume::unknown_name(view, fault, names),
        ),
        Reason::CaBundle(why) => (
            &malformed_ca_bundle::RULE,
            malformed_ca_bundle::report(view, fault, why),
        ),
        Reason::OutOfRange { name, range } => (
            &setting_out_of_range::RULE,
            setting_out_of_range::report(view, fault, name, *range),
        ),
        Reason::NeedsInPlace(name) => (
            &setting_out_of_range::RULE,
            setting_out_of_range::needs_in_place(view, fault, name),
        ),
        Reason::Sysctl(why) => (
            &malformed_sysctl::RULE,
            malformed_sysctl::report(fault, *why),
        ),
        Reason::NoSystemComponents => (
            &no_room_for_system_components::RULE,
            no_room_for_system_components::nowhere(view, fault)?,
        ),
        Reason::TooFewNodes { zones, pools } => (
            &no_room_for_system_components::RULE,
            no_room_for_system_components::too_few(view, fault, *zones, pools)?,
        ),

        Reason::Immutable {
            name,
            old,
            why,
            old_at,
        } => (
            &immutable_field::RULE,
            immutable_field::report(view, fault, name, old, *why, *old_at),
        ),
        Reason::WorkersComeOrGo { now, mutator } => (
            &workers_come_or_go::RULE,
            workers_come_or_go::report(fault, *now, *mutator),
        ),
        Reason::KubernetesStep { old, down, follows } => (
            &kubernetes_version_step::RULE,
            kubernetes_version_step::report(view, fault, old, *down, *follows),
        ),
        Reason::ImageStep { old } => (
            &lowered_image_version::RULE,
            lowered_image_version::lowered(view, fault, old),
        ),
        Reason::ImageStepUnreadable { old } => (
            &lowered_image_version::RULE,
            lowered_image_version::unreadable(view, fault, *old),
        ),

        Reason::Move(why) => (
            &forbidden_profile_move::RULE,
            forbidden_profile_move::report(view, fault, why),
        ),
        Reason::KubernetesVersion {
            state: Some(state),
            supported,
            preview,
            ..
        } => (
            &inactive_kubernetes_version::RULE,
            inactive_kubernetes_version::report(view, fault, *state, supported, preview)?,
        ),
        Reason::KubernetesVersion {
            state: None,
            supported,
            preview,
            ..
        } => (
            &unknown_kubernetes_version::RULE,
            unknown_kubernetes_version::report(view, fault, supported, preview),
        ),
        Reason::UnreadableControlPlane => (
            &unknown_kubernetes_version::RULE,
            unknown_kubernetes_version::unreadable(fault),
        ),
        Reason::UnknownRegion(names) => (
            &unknown_region::RULE,
            unknown_region::report(view, fault, names),
        ),
        Reason::RestrictionsWithoutRegion => (
            &unknown_region::RULE,
            unknown_region::of_restrictions(view, fault),
        ),
        Reason::UnknownRestriction(names) => (
            &unknown_access_restriction::RULE,
            unknown_access_restriction::report(view, fault, names),
        ),
        Reason::ZonePinning(at) => (
            &pinned_control_plane_zones::RULE,
            pinned_control_plane_zones::report(view, fault, *at),
        ),
        Reason::ProviderType { profile, at } => (
            &other_provider_type::RULE,
            other_provider_type::report(view, fault, profile, *at),
        ),
        Reason::InternalConfig => (
            &internal_provider_config::RULE,
            internal_provider_config::report(fault),
        ),
        Reason::NodeLimit { minimum, limit, at } => (
            &node_limit_exceeded::RULE,
            node_limit_exceeded::report(view, fault, *minimum, *limit, *at),
        ),
        Reason::UnknownMachineType(fit) => (
            &unknown_machine_type::RULE,
            unknown_machine_type::report(view, fault, fit)?,
        ),
        Reason::LostMachineType => (
            &unknown_machine_type::RULE,
            unknown_machine_type::lost(view, fault)?,
        ),
        Reason::UnfitMachineType(causes) => (
            &unfit_machine_type::RULE,
            unfit_machine_type::report(view, fault, causes),
        ),
        Reason::UnknownImage {
            image,
            known,
            supported,
        } => (
            &unknown_image_version::RULE,
            unknown_image_version::report(view, fault, image, *known, supported)?,
        ),
        Reason::UnfitImage { version, causes } => (
            &unfit_image_version::RULE,
            unfit_image_version::report(view, fault, *version, causes)?,
        ),
        Reason::IncompatibleImage { machine, version } => (
            &incompatible_machine_image::RULE,
            incompatible_machine_image::report(view, fault, *machine, *version)?,
        ),
        Reason::UnsupportedCri { version } => (
            &unsupported_cri::RULE,
            unsupported_cri::cri(view, fault, *version)?,
        ),
        Reason::UnsupportedRuntime { version, cri } => (
            &unsupported_cri::RULE,
            unsupported_cri::runtime(view, fault, *version, cri)?,
        ),
        Reason::KubeletConstraint {
            version,
            kubelet,
            at,
        } => (
            &unmet_kubelet_constraint::RULE,
            unmet_kubelet_constraint::report(view, fault, *version, kubelet, *at)?,
        ),
        Reason::UnknownVolumeType(usable) => (
            &unknown_volume_type::RULE,
            unknown_volume_type::report(view, fault, usable),
        ),
        Reason::UnfitVolumeType { unusable, zones } => (
            &unfit_volume_type::RULE,
            unfit_volume_type::report(view, fault, *unusable, zones),
        ),
        Reason::VolumeTooSmall {
            least,
            at,
            by_machine_type,
        } => (
            &volume_too_small::RULE,
            volume_too_small::report(view, fault, least, *at, *by_machine_type)?,
        ),
        Reason::Reserved {
            what,
            reserved,
            machine,
            at,
        } => (
            &too_much_reserved::RULE,
            too_much_reserved::report(view, fault, what, reserved.as_deref(), machine, *at)?,
        ),
        Reason::UnknownZone {
            known_region,
            zones,
        } => (
            &unknown_zone::RULE,
            unknown_zone::report(view, fault, *known_region, zones),
        ),
        Reason::RepeatedZone(first) => (
            &repeated_zone::RULE,
            repeated_zone::report(view, fault, *first),
        ),

        Reason::NoArtifact { why, refused } => (
            &no_artifact::RULE,
            no_artifact::report(view, fault, why, *refused)?,
        ),
        Reason::Webhook(What::NotAllowed {
            what,
            allowed,
            in_region,
            at,
        }) => (
            &disallowed_in_shoot::RULE,
            disallowed_in_shoot::value(view, fault, what, allowed, *in_region, *at),
        ),
        Reason::Webhook(What::NoPolicy { allowed, at }) => (
            &disallowed_in_shoot::RULE,
            disallowed_in_shoot::no_policy(view, fault, allowed, *at),
        ),
        Reason::Webhook(What::LostImage { image }) => (
            &disallowed_in_shoot::RULE,
            disallowed_in_shoot::lost_image(view, fault, image),
        ),
        Reason::Webhook(What::Unsupported(field)) => (
            &unsupported_pool_setting::RULE,
            unsupported_pool_setting::field(view, fault, field),
        ),
        Reason::Webhook(What::SeveralZones(zones)) => (
            &unsupported_pool_setting::RULE,
            unsupported_pool_setting::zones(view, fault, *zones),
        ),
    })
}
