//! Words in names and versions that stand for traits of machines and images.

use std::collections::BTreeSet;

/// Traits that are known to be put into versions.
const TRAITS: [&str; 33] = [
    "gen1",
    "gen2",
    "g1",
    "g2",
    "metal",
    "baremetal",
    "virtual",
    "vm",
    "kvm",
    "xen",
    "hvm",
    "amd64",
    "x86",
    "x64",
    "arm",
    "arm64",
    "aarch64",
    "uefi",
    "efi",
    "bios",
    "legacy",
    "secureboot",
    "trusted",
    "tpm",
    "nvme",
    "scsi",
    "gpu",
    "nvidia",
    "cuda",
    "sev",
    "tdx",
    "fips",
    "accelerated",
];
/// The names of pre-releases. They are not traits, whatever a vocabulary says.
const STAGES: [&str; 10] = [
    "alpha",
    "beta",
    "rc",
    "pre",
    "preview",
    "dev",
    "test",
    "stable",
    "supported",
    "deprecated",
];

/// A capability that words of names and versions stand for.
#[derive(Debug)]
pub struct Familiar {
    /// Its name.
    pub name: &'static str,
    /// Its values, the preferred one first.
    pub values: &'static [&'static str],
    /// The value of what has no such word.
    pub plain: &'static str,
    /// The words, each with its value.
    pub words: &'static [(&'static str, &'static str)],
    /// The words that mean the same in names of machine types.
    pub of_machine_types: &'static [&'static str],
}

/// The capabilities whose words are clear.
pub static FAMILIAR: [Familiar; 6] = [
    Familiar {
        name: super::ARCHITECTURE,
        values: &super::ARCHITECTURES,
        plain: "amd64",
        words: &[
            ("amd64", "amd64"),
            ("x86", "amd64"),
            ("x64", "amd64"),
            ("arm", "arm64"),
            ("arm64", "arm64"),
            ("aarch64", "arm64"),
        ],
        of_machine_types: &[],
    },
    Familiar {
        name: "generation",
        values: &["gen2", "gen1"],
        plain: "gen1",
        words: &[
            ("gen1", "gen1"),
            ("g1", "gen1"),
            ("gen2", "gen2"),
            ("g2", "gen2"),
        ],
        of_machine_types: &["gen1", "gen2"],
    },
    Familiar {
        name: "machineHostType",
        values: &["virtual", "metal"],
        plain: "virtual",
        words: &[
            ("virtual", "virtual"),
            ("vm", "virtual"),
            ("metal", "metal"),
            ("baremetal", "metal"),
        ],
        of_machine_types: &["metal", "baremetal"],
    },
    Familiar {
        name: "bootMode",
        values: &["secureboot", "standard"],
        plain: "standard",
        words: &[("secureboot", "secureboot"), ("trusted", "secureboot")],
        of_machine_types: &["secureboot"],
    },
    Familiar {
        name: "firmware",
        values: &["uefi", "bios"],
        plain: "bios",
        words: &[
            ("uefi", "uefi"),
            ("efi", "uefi"),
            ("bios", "bios"),
            ("legacy", "bios"),
        ],
        of_machine_types: &["uefi", "bios"],
    },
    Familiar {
        name: "storageAccess",
        values: &["NVMe", "SCSI"],
        plain: "SCSI",
        words: &[("nvme", "NVMe"), ("scsi", "SCSI")],
        of_machine_types: &["nvme", "scsi"],
    },
];

/// The words of a name or a pre-release, in lower case.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
}

/// Whether a word in a pre-release names a trait. `values`: those of a vocabulary, in lower case.
#[must_use]
pub fn is_trait(word: &str, values: &BTreeSet<String>) -> bool {
    !STAGES.contains(&word) && (TRAITS.contains(&word) || values.contains(word))
}
