//! The targets of `fuzz/targets` for libFuzzer, which changes inputs by what they reach. The variable
//! `CPCAP_TARGET` names the target; `fuzz/coverage/run` builds and calls it.
#![no_main]

#[allow(dead_code)]
#[path = "../../targets/mod.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&targets::Target> = LazyLock::new(|| {
    let name = std::env::var("CPCAP_TARGET").unwrap_or_default();
    targets::named(&name).unwrap_or_else(|| panic!("CPCAP_TARGET={name} names no target"))
});

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = (TARGET.ask)(bytes) {
        panic!("{}: {why}", TARGET.name);
    }
});
