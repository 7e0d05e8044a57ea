use super::*;

/// Returns the problem of one dice expression, and the text that it marks.
fn dice_problem(toml: &str) -> (String, String) {
    let parameters = [Parameter::new("gain", ParameterType::Dice, "0", "")];
    let source = Arc::new(Source {
        name: "test".into(),
        text: toml.into(),
    });
    let mut problems = Vec::new();
    table(
        &Node::document(&source).expect("TOML"),
        &parameters,
        &mut problems,
    );
    assert_eq!(problems.len(), 1, "{problems:?}");
    let place = problems[0].place.as_ref().expect("a place");
    (
        problems[0].problem.clone(),
        toml[place.span.clone()].to_owned(),
    )
}

#[test]
fn parameters_may_accept_several_shapes() {
    const ENTRY_PARAMETERS: &[Parameter] = &[Parameter::new(
        "armour",
        ParameterType::Whole { from: 0, to: 9 },
        "1",
        "",
    )];
    const COUNT: ParameterType = ParameterType::Whole { from: 1, to: 20 };
    const TARGETS: ParameterType = ParameterType::AnyOf(&[
        COUNT,
        ParameterType::Entries {
            inherits: &["speed"],
            entry_parameters: ENTRY_PARAMETERS,
            most: 2,
        },
    ]);
    let parameters = [
        Parameter::new("speed", COUNT, "3", ""),
        Parameter::new("targets", TARGETS, "1", "how many, or which"),
    ];
    let checked = |toml: &str| {
        let source = Arc::new(Source {
            name: "x.toml".into(),
            text: toml.into(),
        });
        let mut problems = Vec::new();
        (
            table(
                &Node::document(&source).unwrap(),
                &parameters,
                &mut problems,
            ),
            problems,
        )
    };
    assert_eq!(checked("").0.whole("targets"), 1);
    assert_eq!(checked("targets = 5").0.whole("targets"), 5);
    let (values, problems) =
        checked("speed = 7\ntargets = [{ name = \"a\" }, { name = \"b\", speed = 2, armour = 4 }]");
    assert!(problems.is_empty(), "{problems:?}");
    let entries: Vec<_> = values
        .entries("targets")
        .iter()
        .map(|e| (e.whole("speed"), e.whole("armour")))
        .collect();
    assert_eq!(entries, [(7, 1), (2, 4)]);
    for wrong in [
        "targets = 0",
        "targets = \"two\"",
        "targets = []",
        "targets = [{ name = \"a\", sped = 2 }]",
    ] {
        assert_eq!(checked(wrong).1.len(), 1, "{wrong}");
    }
}

#[test]
fn bad_dice_expressions_are_located_by_character() {
    let (problem, marked_text) = dice_problem("gain = \"2d6 ? 1\"");
    assert_eq!(
        (problem.as_str(), marked_text.as_str()),
        ("\"2d6 ? 1\": expected `+`, `-` or the end, found `?`", "?")
    );
    assert_eq!(dice_problem("gain = '2d6+7x1'").1, "x");
    assert_eq!(dice_problem("gain = '2d06+1d0'").1, "0");
}

#[test]
fn escaped_dice_texts_are_located_as_a_whole() {
    assert_eq!(dice_problem(r#"gain = "2d6\u0020?""#).1, r#""2d6\u0020?""#);
}

#[test]
fn negative_gains_are_out_of_range() {
    assert_eq!(
        dice_problem("gain = -1"),
        ("-1 is out of range".to_owned(), "-1".to_owned())
    );
}

/// A list of values belongs in `[sweep]`.
#[test]
fn several_values_for_one_are_explained() {
    let help = |toml: &str| {
        let source = Arc::new(Source {
            name: "x.toml".into(),
            text: toml.into(),
        });
        let parameters = [
            Parameter::new("dice", ParameterType::Whole { from: 1, to: 9 }, "1", ""),
            Parameter::new("title", ParameterType::Text, "a", ""),
        ];
        let mut problems = Vec::new();
        let document = Node::document(&source).expect("TOML");
        table(&document, &parameters, &mut problems);
        problems.remove(0).help
    };
    assert!(help("dice = [2, 3]").ends_with("To use several values, write the list in [sweep]"));
    assert!(!help("title = [\"a\"]").contains("[sweep]"));
    assert!(!help("dice = \"a\"").contains("[sweep]"));
}
