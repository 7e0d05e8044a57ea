//! Tests recursive functions against the same rule written as a loop, and against closed forms.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_language::RuleFile;

fn distribution(functions: &str, recorded: &str) -> (ExactDistribution, usize) {
    let text = format!(
        "\"\"\"Again\"\"\"\nm = count(\"M\")\n\n{functions}\ndef trial():\n    record(m, {recorded})\n"
    );
    let rule = RuleFile::read(&text)
        .unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:#?}"))
        .rule(&[])
        .expect("a rule");
    let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{text}\n{stop:?}"));
    let distribution = solve(&graph, &Budget::default(), &Watch::default())
        .expect("sound")
        .remove(0)
        .expect("a law");
    (distribution, graph.state_count())
}

fn assert_same(found: &ExactDistribution, other: &ExactDistribution, context: &str) {
    for &(value, mass) in found.pmf.masses().iter().chain(other.pmf.masses()) {
        let (a, b) = (found.pmf.mass(value).float(), other.pmf.mass(value).float());
        assert!(
            (a - b).abs() < 1e-13,
            "{context}, {value}: {a} and {b}; {mass:?}"
        );
    }
}

#[test]
fn recursive_rerolls_match_a_loop() {
    let recursive =
        "def up():\n    face = roll(100)\n    return face + up() if face > 95 else face\n";
    let looped = "def up():\n    total = 0\n    face = roll(100)\n    while face > 95:\n        total += face\n        face = roll(100)\n    return total + face\n";
    for recorded in ["up()", "roll(100) - up()", "up() + roll(6)"] {
        let (found, states) = distribution(recursive, recorded);
        assert_same(&found, &distribution(looped, recorded).0, recorded);
        assert!(states < 10, "{states}");
    }
}

#[test]
fn recursive_waiting_is_geometric() {
    let wait = "def wait():\n    return 1 if roll(6) == 6 else 1 + wait()\n";
    let (found, _) = distribution(wait, "wait()");
    for n in [1, 2, 10, 60] {
        let expected = (5.0f64 / 6.0).powi(n - 1) / 6.0;
        assert!(
            (found.pmf.mass(n.into()).float() - expected).abs() < 1e-15,
            "{n}"
        );
    }
    assert!(
        (found.pmf.mean() - 6.0).abs() < 1e-12,
        "{}",
        found.pmf.mean()
    );
}

/// Two functions call each other: the odd and even turns of a game.
#[test]
fn mutually_recursive_functions_are_solved_together() {
    let functions = "def ours():\n    return 1 if roll(6) == 6 else theirs()\n\ndef theirs():\n    return 0 if roll(6) > 4 else ours()\n";
    let (found, _) = distribution(functions, "ours()");
    // The result is (1/6) / (1 - 5/6 x 4/6).
    assert!(
        (found.pmf.mass(1).float() - 3.0 / 8.0).abs() < 1e-14,
        "{:?}",
        found.pmf.mass(1)
    );
    let (other, _) = distribution(functions, "theirs()");
    assert!(
        (other.pmf.mass(1).float() - 2.0 / 3.0 * 3.0 / 8.0).abs() < 1e-14,
        "{:?}",
        other.pmf.mass(1)
    );
}

/// A branching process: each individual has two offspring with probability 1/3, else none. The
/// metric is the total number.
#[test]
fn branching_recursion_has_known_odds() {
    let line = "def family(n):\n    return 1 if n == 0 or roll(3) > 1 else 1 + family(n - 1) + family(n - 1)\n";
    let (found, _) = distribution(line, "family(3)");
    assert!((found.pmf.mass(1).float() - 2.0 / 3.0).abs() < 1e-15);
    let three = 1.0 / 3.0 * (2.0f64 / 3.0).powi(2);
    assert!((found.pmf.mass(3).float() - three).abs() < 1e-15);
}
