//! Mistakes in a scenario, and their error messages.

use super::*;

#[test]
fn faults_report_location_and_help() {
    let entry = "[[resources]]\nname = \"a\"\n";
    for (toml, path, problem) in [
        (
            "kind = \"acts\"\ngrace = 1".to_owned(),
            "grace",
            "acts have no `grace`",
        ),
        (
            "kind = \"scenes\"\nloss = 0.1".to_owned(),
            "loss",
            "scenes have no `loss`",
        ),
        (
            format!(
                "{entry}kind = \"acts\"\n[[resources]]\nname = \"b\"\nkind = \"aspects\"\ngrace = 2"
            ),
            "resources.1.grace",
            "no `grace`",
        ),
        (entry.to_owned(), "resources.0", "has no kind"),
        (
            format!("gain = 2\n{entry}kind = \"acts\""),
            "gain",
            "of no resource",
        ),
        (
            format!("loss = 0.2\n{entry}kind = \"acts\""),
            "loss",
            "of no resource",
        ),
        (
            format!("kind = \"missions\"\n{entry}kind = \"acts\""),
            "kind",
            "of no resource",
        ),
        ("kind = \"custom\"".to_owned(), "kind", "neither"),
        (
            "kind = \"custom\"\nloss = 0.1\nshare = 0.1".to_owned(),
            "share",
            "both",
        ),
        ("loss = { from = 0.1 }".to_owned(), "loss", "not a range"),
        (
            "kind = \"resource-points\"\nloss = { from = 0.4 }".to_owned(),
            "loss",
            "past",
        ),
        (
            "kind = \"resource-points\"\nloss = { step = 0 }".to_owned(),
            "loss",
            "step of 0",
        ),
        (
            "kind = \"resource-points\"\nloss = { step = 0.000001 }".to_owned(),
            "loss",
            "too many",
        ),
        (
            "kind = \"aspects\"\nstart = 2\nstart_dark = 3".to_owned(),
            "start_dark",
            "3 of 2",
        ),
        (
            "kind = \"faculties\"\nclasses = []".to_owned(),
            "classes",
            "0 classes",
        ),
        (
            format!("kind = \"faculties\"\nclasses = {:?}", [1; 13]),
            "classes",
            "13 classes",
        ),
        (
            "kind = \"faculties\"\nstart = 3\nclasses = [1]".to_owned(),
            "classes",
            "both",
        ),
        (
            format!("kind = \"scenes\"\nlocations = {:?}", [1; 13]),
            "locations",
            "13 stars",
        ),
        ("gain = \"1d6-7\"".to_owned(), "gain", "at most -1"),
        ("gain = 100001".to_owned(), "gain", "at most 100001"),
        (
            "gain = \"2d\"".to_owned(),
            "gain",
            "the die's number of faces",
        ),
        ("gain = \"2 @ 1.5\"".to_owned(), "gain", "not a probability"),
        (
            "gain = [1, \"3d\"]".to_owned(),
            "gain.1",
            "the die's number of faces",
        ),
        ("gain = []".to_owned(), "gain", "empty"),
        (
            "spend_from = \"oldest\"".to_owned(),
            "spend_from",
            "acts have no `spend_from`",
        ),
        (
            "kind = \"counter-missions\"\nlodging = 0.5".to_owned(),
            "lodging",
            "no `lodging`",
        ),
        (
            "disruption = 0.5\ntitles = 2\ndisrupted_titles = 1".to_owned(),
            "disrupted_titles",
            "both",
        ),
        (
            "titles = 2\ndisrupted_titles = 3".to_owned(),
            "disrupted_titles",
            "3 titles",
        ),
        (
            format!("{entry}kind = \"acts\"\n[[resources]]\nname = \"a.lost\"\nkind = \"acts\""),
            "resources.1.name",
            "reported under",
        ),
    ] {
        let fault = fault(&toml);
        assert_eq!(fault.path, path, "{toml}: {fault:?}");
        assert!(fault.problem.contains(problem), "{toml}: {fault:?}");
        assert!(!fault.help.is_empty());
    }
}

/// Errors in a single value are found before the rule is built.
#[test]
fn out_of_range_values_never_reach_the_rule() {
    use oddsmith_model::input::check;
    use oddsmith_model::input::diagnostic::{Diagnostics, Source};
    use oddsmith_model::input::tree::Node;
    for (toml, part) in [
        ("turns = 0", "0 is out of range"),
        ("turns = 201", "201 is out of range"),
        ("start = -1", "-1 is out of range"),
        ("kind = \"act\"", "did you mean `acts`?"),
        (
            "[[resources]]\nname = \"a\"\nkind = \"acts\"\n[[resources]]\nname = \"a\"\nkind = \"acts\"",
            "two entries are named",
        ),
        ("grase = 1", "did you mean `grace`?"),
    ] {
        let source = std::sync::Arc::new(Source {
            name: "test".into(),
            text: toml.into(),
        });
        let node = Node::document(&source)
            .unwrap_or_else(|problem| panic!("{}", Diagnostics::from(problem)));
        let mut problems = Vec::new();
        check::table(&node, RULE.parameters, &mut problems);
        let message = Diagnostics(problems).to_string();
        assert!(
            anstream::adapter::strip_str(&message)
                .to_string()
                .contains(part),
            "{toml}: {message}"
        );
    }
}
