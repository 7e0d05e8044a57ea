//! Tests partial exploration: the ranges that it gives contain the odds of the whole rule.

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Graph, Missing, Stop, Watch, explore, explore_likeliest};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_language::{RuleFile, SetRule};

use crate::mutate::bundled_files;

/// Larger rules are left out.
const SMALL: Budget = Budget {
    edges: 100_000,
    leaves: 400_000,
    bytes: 50_000_000,
};

fn solved(graph: &Graph) -> Result<Vec<Option<ExactDistribution>>, Stop> {
    solve(graph, &SMALL, &Watch::default())
}

fn explore_until(rule: &SetRule, aim: f64) -> Result<Graph, Stop> {
    let missing = Missing { aim, most: 1.0 };
    explore_likeliest(rule, &Parts::ALL, missing, &SMALL, &Watch::default())
}

/// Compares the ranges with the odds of the whole rule. Returns whether anything was missing.
fn compare(text: &str, rule: &SetRule, whole: &[Option<ExactDistribution>], aim: f64) -> bool {
    let graph = explore_until(rule, aim).unwrap_or_else(|stop| panic!("{stop}\n{text}"));
    let part = solved(&graph).unwrap_or_else(|stop| panic!("{stop}\n{text}"));
    let mut is_partial = false;
    for (part, whole) in part.iter().zip(whole) {
        let (Some(part), Some(whole)) = (part, whole) else {
            assert_eq!(part.is_some(), whole.is_some(), "{text}");
            continue;
        };
        if part.has_only_moments() || whole.has_only_moments() {
            continue;
        }
        let missing = part.unresolved;
        assert!(missing <= aim + 1e-12, "{missing} of {aim}\n{text}");
        is_partial |= missing > 1e-9;
        let masses = part.pmf().masses().iter().chain(whole.pmf().masses());
        for &(value, _) in masses {
            let (low, truth) = (
                part.pmf().mass(value).float(),
                whole.pmf().mass(value).float(),
            );
            let high = low + missing + whole.unresolved;
            assert!(
                low <= truth + 1e-12 && truth <= high + 1e-12,
                "{value}: {truth} is not between {low} and {high}\n{text}"
            );
        }
    }
    is_partial
}

#[test]
fn ranges_contain_the_odds_of_bundled_rules() {
    let (mut compared, mut partial) = (0, 0);
    for text in bundled_files() {
        let Some(rule) = RuleFile::read(&text)
            .ok()
            .and_then(|file| file.rule(&[]).ok())
        else {
            continue;
        };
        let Ok(whole) =
            explore(&rule, &Parts::ALL, &SMALL, &Watch::default()).and_then(|graph| solved(&graph))
        else {
            continue;
        };
        compared += 1;
        for aim in [0.4, 0.02, 1e-4] {
            partial += u32::from(compare(&text, &rule, &whole, aim));
        }
    }
    assert!(
        compared >= 8 && partial >= 12,
        "{compared} compared, {partial} partial"
    );
}

#[test]
fn a_rule_with_little_left_is_explored_as_a_whole() {
    let text = "\"\"\"Two dice\"\"\"\nsum = count(\"Sum\")\ndef trial():\n    a = roll(6)\n    record(sum, a + roll(6))\n";
    let rule = RuleFile::read(text).unwrap().rule(&[]).unwrap();
    let graph = explore_until(&rule, 0.0).unwrap();
    let found = solved(&graph).unwrap();
    let sum = found[0].as_ref().unwrap();
    assert_eq!(sum.unresolved, 0.0);
    assert_eq!(sum.pmf().mass(7).fraction(), Some((1, 6)));
}

#[test]
fn too_much_missing_is_an_error() {
    let text = "\"\"\"Many\"\"\"\nsum = count(\"Sum\")\ndef trial():\n    a, b = 0, 0\n    for i in range(40):\n        a = (a * 7 + roll(20)) % 1009\n        b = (b * 3 + roll(20)) % 1013\n    record(sum, a * b)\n";
    let rule = RuleFile::read(text).unwrap().rule(&[]).unwrap();
    let missing = Missing {
        aim: 0.001,
        most: 0.01,
    };
    let found = explore_likeliest(&rule, &Parts::ALL, missing, &SMALL, &Watch::default());
    assert!(matches!(found, Err(Stop::TooLarge { .. })));
    let watch = Watch::default();
    watch.stop();
    let stopped = explore_likeliest(&rule, &Parts::ALL, missing, &SMALL, &watch);
    assert_eq!(stopped.err(), Some(Stop::Requested));
}
