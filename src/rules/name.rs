//! The name of a rule is where its file stands.

/// The name, where it is the path of the module; anything else does not compile.
pub(in crate::rules) const fn of(name: &'static str, module: &'static str) -> &'static str {
    assert!(
        ends(module.as_bytes(), name.as_bytes()),
        "the name of a rule is the path of its file"
    );
    name
}

const fn ends(module: &[u8], name: &[u8]) -> bool {
    let (mut at, mut of) = (module.len(), name.len());
    while of > 0 {
        of -= 1;
        if name[of] == b'/' {
            if at < 2 || module[at - 1] != b':' || module[at - 2] != b':' {
                return false;
            }
            at -= 2;
            continue;
        }
        let written = if name[of] == b'-' { b'_' } else { name[of] };
        if at == 0 || module[at - 1] != written {
            return false;
        }
        at -= 1;
    }
    at >= 2 && module[at - 1] == b':' && module[at - 2] == b':'
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn names_are_paths() {
        let ends = |module: &str, name: &str| ends(module.as_bytes(), name.as_bytes());
        assert!(ends("cpcap::rules::yaml::open_quote", "yaml/open-quote"));
        assert!(!ends("cpcap::rules::yaml::open_quote", "json/open-quote"));
        assert!(!ends("cpcap::rules::yaml::open_quote", "yaml/quote"));
        assert!(!ends("cpcap::rules::yaml::open_quote", "aml/open-quote"));
        assert!(!ends("cpcap::rules::yaml::open_quote", "open/quote"));
    }
}
