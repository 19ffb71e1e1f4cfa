use crate::capability::Definition;
use crate::model::path::{FieldPath, Path};
use crate::rules::{ProfileView, Report, Reporter, words};

rule!(
    "design/boolean-values",
    Design,
    Note,
    CloudProfile(check),
    "A capability that answers yes or no instead of listing what is supported.",
    Part
);

/// Values that answer a question.
const ANSWERS: [&str; 8] = [
    "true", "false", "yes", "no", "enabled", "disabled", "on", "off",
];
/// How names of questions begin.
const QUESTIONS: [&str; 4] = ["supports", "has", "is", "no"];
/// How values begin that say what is missing.
const NEGATIONS: [&str; 4] = ["no", "non", "not", "without"];

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let definitions = spec.field("machineCapabilities");
    for (i, written) in view.profile.machine_capabilities.iter().enumerate() {
        let definition = view
            .vocabulary
            .get(*written.name)
            .filter(|definition| definition.name.span == written.name.span);
        if let Some(report) =
            definition.and_then(|definition| report(definition, &definitions.index(i)))
        {
            reporter.report(report);
        }
    }
}

fn report(definition: &Definition<'_>, path: &Path<'_>) -> Option<Report> {
    let name = words::quoted(*definition.name);
    let answers = !definition.values.is_empty()
        && definition.values.iter().all(|value| is_answer(value.value));
    let why = "an image or machine type that can do both must list both answers, and a third \
        option does not fit in";
    let (span, path, message) = if answers {
        let values = words::all(definition.values.iter().map(|value| value.value));
        (
            definition.values.first()?.span,
            FieldPath::from(path.field("values")),
            format!("capability {name} answers a question with {values}: {why}"),
        )
    } else if let Some(value) = definition
        .values
        .iter()
        .find(|value| is_negated(value.value))
    {
        (
            value.span,
            FieldPath::from(path.field("values")),
            format!(
                "capability {name} says with {} what is missing: {why}",
                words::quoted(value.value)
            ),
        )
    } else {
        let question = QUESTIONS
            .into_iter()
            .find(|question| is_question(*definition.name, question))?;
        (
            definition.name.span,
            path.field("name").into(),
            format!(
                "capability {name} begins with `{question}` like a question: \
         {why}"
            ),
        )
    };
    Some(Report::new(span, path, message).value(*definition.name).help(
        "name the trait and list the supported values, best first: `storageAccess: [NVMe, SCSI]` \
         rather than `supportsNVMe: [true, false]`",
    ))
}

fn is_answer(value: &str) -> bool {
    ANSWERS
        .iter()
        .any(|answer| value.eq_ignore_ascii_case(answer))
}

/// `no-nvme` and `withoutTPM`, but neither `normal` nor `nonce`.
fn is_negated(value: &str) -> bool {
    NEGATIONS.iter().any(|word| is_question(value, word))
}

/// `isMetal` and `has-gpu`, but neither `isolation` nor `hash`.
fn is_question(name: &str, question: &str) -> bool {
    let (Some(begin), Some(rest)) = (name.get(..question.len()), name.get(question.len()..)) else {
        return false;
    };
    begin.eq_ignore_ascii_case(question)
        && rest
            .starts_with(|next: char| next.is_ascii_uppercase() || matches!(next, '-' | '_' | '.'))
}

#[cfg(test)]
mod tests {
    use super::{is_negated, is_question};

    #[test]
    fn tells_negations_from_words() {
        assert!(is_negated("no-nvme") && is_negated("withoutTPM") && is_negated("non_metal"));
        assert!(!is_negated("normal") && !is_negated("nonce") && !is_negated("no"));
    }

    #[test]
    fn tells_questions_from_words() {
        assert!(is_question("isMetal", "is"));
        assert!(is_question("has-gpu", "has"));
        assert!(is_question("SupportsNVMe", "supports"));
        assert!(!is_question("isolation", "is"));
        assert!(!is_question("nodeType", "no"));
        assert!(!is_question("é", "is"));
    }
}
