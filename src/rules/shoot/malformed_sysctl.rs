use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, SysctlFault};

rule!(
    "shoot/malformed-sysctl",
    Static,
    Error,
    Fault,
    "A sysctl of a pool whose key does not name a kernel parameter."
);

pub(in crate::rules) fn report(fault: &Fault<'_>, why: SysctlFault) -> Report {
    let why = match why {
        SysctlFault::Malformed => "has characters that such names cannot have, or an empty part",
        SysctlFault::TooLong => "is longer than 4086 bytes",
        SysctlFault::PartTooLong => "has a part of more than 255 bytes",
    };
    let key: String = fault.value.chars().take(100).collect();
    let message = format!(
        "{} is not the name of a kernel parameter: it {why}",
        words::quoted(&key)
    );
    ShootView::report(fault, message)
        .help("write it as `sysctl -a` prints it, such as `net.core.somaxconn`")
}
