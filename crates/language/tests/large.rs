//! Rules that are sound and too large to be explored: what makes them so.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Stop, Watch, explore};
use oddsmith_language::{Growth, Rule, RuleFile};

fn rule(lines: &str) -> Rule {
    let text = format!("\"\"\"Large\"\"\"\n\nshown = count(\"What is shown\")\n\ndef trial():\n{lines}\n");
    RuleFile::read(&text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}")).rule(&[]).unwrap()
}

/// What makes a rule too large; panics where it is not.
fn growth(rule: &Rule) -> Growth {
    let small = Budget { edges: 10_000, ..Budget::default() };
    let explored = explore(rule, &Parts::ALL, &small, &Watch::default());
    assert!(matches!(explored, Err(Stop::TooLarge { .. })), "{:?}", explored.map(|graph| graph.state_count()));
    assert!(rule.fault(&Watch::default()).is_none(), "nothing is wrong with it");
    rule.what_grows(&Watch::default()).unwrap()
}

#[test]
fn a_question_with_too_many_answers_is_named_with_its_line() {
    for (lines, asked, why) in [
        ("    six = roll(6)\n    record(shown, sum(pool(60, 20)))", 7, "more than 200,000 answers"),
        ("    record(shown, dice(\"500d20\"))", 6, "a sum of so many dice"),
        ("    record(shown, draw([500_000, 400_000], 90)[0][0])", 6, "a draw of 90 from 900000 cannot"),
        ("    record(shown, len(tally(40, 12)))", 6, "more than 200,000 answers"),
    ] {
        match growth(&rule(lines)) {
            Growth::Question { line, problem, cure } => {
                assert!(line == asked && problem.contains(why), "line {line}: {problem}");
                assert!(!cure.is_empty() && !cure.contains("there:"), "{cure}");
            }
            other => panic!("{lines}: {other:?}"),
        }
    }
}

#[test]
fn the_name_that_has_ever_more_values_is_named() {
    // A square of the track has forty values, and all are soon seen; the turns, which are read, go on.
    let turns = "    square, turns = 0, 0\n    while turns < 100_000:\n        square = (square + roll(40)) % 40\n        turns += 1 if square > 0 else turns + 1\n    record(shown, turns)";
    let found = growth(&rule(turns));
    assert!(matches!(&found, Growth::Name { name, .. } if name == "turns"), "{found:?}");
    let found = growth(&rule(
        "    faces = []\n    while roll(20) > 1:\n        faces = faces + [roll(20)]\n    record(shown, sum(faces))",
    ));
    assert!(
        matches!(&found, Growth::Name { name, cure, .. } if name == "faces" && cure.contains("sorted")),
        "{found:?}"
    );
}
