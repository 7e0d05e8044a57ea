//! Tests the reasons given for valid rules that are too large to explore.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Stop, Watch, explore};
use oddsmith_language::{Growth, ListOrder, RuleFile, SetRule};

fn rule(lines: &str) -> SetRule {
    let text =
        format!("\"\"\"Large\"\"\"\n\nshown = count(\"What is shown\")\n\ndef trial():\n{lines}\n");
    RuleFile::read(&text)
        .unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
        .rule(&[])
        .unwrap()
}

/// Returns the reason why a rule is too large; panics if it is not.
fn growth(rule: &SetRule) -> Growth {
    let small = Budget {
        edges: 10_000,
        ..Budget::default()
    };
    let explored = explore(rule, &Parts::ALL, &small, &Watch::default());
    assert!(
        matches!(explored, Err(Stop::TooLarge { .. })),
        "{:?}",
        explored.map(|graph| graph.state_count())
    );
    assert!(
        rule.fault(&Watch::default()).is_none(),
        "nothing is wrong with it"
    );
    rule.growth_cause(&Watch::default()).unwrap()
}

#[test]
fn requests_with_too_many_results_report_their_line() {
    for (lines, asked, reason) in [
        (
            "    six = roll(6)\n    a = pool([20 for i in range(60)])\n    b = a\n    record(shown, a[0] * b[1])",
            8,
            "more than 200,000 possible results",
        ),
        (
            "    record(shown, dice(\"500d20\"))",
            6,
            "this sum has too many dice",
        ),
        (
            "    record(shown, draw([500_000, 400_000], 90)[0][0])",
            6,
            "drawing 90 from 900000 cards",
        ),
        (
            "    a = tally(40, 12)\n    b = a\n    record(shown, a[0] * b[1])",
            7,
            "more than 200,000 possible results",
        ),
    ] {
        match growth(&rule(lines)) {
            Growth::Question { line, problem, fix } => {
                assert!(
                    line == asked && problem.contains(reason),
                    "line {line}: {problem}"
                );
                assert!(!fix.is_empty() && !fix.contains("values here:"), "{fix}");
            }
            other => panic!("{lines}: {other:?}"),
        }
    }
}

#[test]
fn growing_names_are_reported() {
    // A square of the track has forty values, which all occur soon; the turns, which are read, go
    // on.
    let turns = "    square, turns = 0, 0\n    while turns < 100_000:\n        square = (square + roll(40)) % 40\n        turns += 1 if square > 0 else turns + 1\n    record(shown, turns)";
    let found = growth(&rule(turns));
    assert!(
        matches!(&found, Growth::Names { names, line: 7, .. } if names[0].0 == "turns"),
        "{found:?}"
    );
    let found = growth(&rule(
        "    faces = []\n    while roll(20) > 1:\n        faces = faces + [roll(20)]\n    record(shown, sum(faces))",
    ));
    // Nothing reads its order, so it is already sorted.
    let is_faces = |names: &[(String, usize)], order: &Option<ListOrder>| {
        names[0].0 == "faces" && order.is_none()
    };
    assert!(
        matches!(&found, Growth::Names { names, order, .. } if is_faces(names, order)),
        "{found:?}"
    );
    // Four names with few values each: no single one is the cause.
    let found = growth(&rule(
        "    a, b, c, d = 0, 0, 0, 0\n    while a + b + c + d < 150:\n        a = (a + roll(2)) % 40\n        b = (b + roll(2)) % 40\n        c = (c + roll(2)) % 40\n        d = (d + roll(2)) % 40\n    record(shown, a)",
    ));
    assert!(
        matches!(&found, Growth::Names { names, line: 7, .. } if names.len() > 2),
        "{found:?}"
    );
    // Too much happens between two states: the line is reported.
    let found = growth(&rule(
        "    x = roll(6)\n    record(shown, x + sum(y * y for y in pool(200, 30)))",
    ));
    assert!(
        matches!(&found, Growth::Question { line: 7, .. }),
        "{found:?}"
    );
}

#[test]
fn oversized_programs_are_refused() {
    let text = |value: &str| {
        format!(
            "\"\"\"Large\"\"\"\n\nshown = count(\"What is shown\")\n\ndef trial():\n    b = 1\n    record(shown, {value})\n"
        )
    };
    let row = |n: usize, between: &str| vec!["1"; n].join(between);
    let names = |n: usize| format!("dice(\"{}\")", vec!["{b}"; n].join("+"));
    for valid_value in [
        format!("sum([{}])", row(10_000, ",")),
        format!("max({})", row(255, ",")),
        names(255),
    ] {
        RuleFile::read(&text(&valid_value)).unwrap();
    }
    for (wrong, problem) in [
        (
            format!("sum([{}])", row(10_001, ",")),
            "a list has more than 10000 entries",
        ),
        (
            format!("sum([{}])", row(70_000, ",")),
            "together, a file and the files it uses can have at most 65535 words and symbols",
        ),
        (
            format!("max({})", row(256, ",")),
            "more than 255 values in one pair of brackets",
        ),
        (names(256), "this dice expression uses more than 255 names"),
        (
            vec![format!("dice(\"1d6!+{}\")", row(9_900, "+")); 7].join(" + "),
            "a file can have at most 65535 different kinds of dice",
        ),
        (
            format!("dice(\"1d6!+{}\")", row(9_999, "+")),
            "this text is too long",
        ),
    ] {
        let mistakes = RuleFile::read(&text(&wrong)).map(|_| ()).unwrap_err();
        assert!(
            mistakes.iter().any(|mistake| mistake.problem == problem),
            "{problem}: {mistakes:?}"
        );
    }
}

#[test]
fn too_wide_recorded_ranges_are_reported() {
    let problem_of = |lines: &str| {
        rule(lines)
            .fault(&Watch::default())
            .map(|fault| fault.problem)
    };
    let near =
        "    x = 1_000_000_000_000_000 * 4_000\n    record(shown, x if chance(1, 2) else 0 - x)";
    assert_eq!(problem_of(near), None);
    let far = problem_of(&near.replace("4_000", "9_000")).unwrap();
    assert!(
        far.contains("`shown` cannot record") && far.contains("9000000000000000000"),
        "{far}"
    );
}
