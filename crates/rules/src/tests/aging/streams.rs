//! Tests of gains and spending by turn.

use super::*;

#[test]
fn spending_precedes_aging_and_stops_at_zero() {
    let toml = "turns = 2\nkind = \"counter-missions\"\nstart = 5\nspend = 3";
    assert_eq!(stock_by_turn(toml, "counter-missions", &[1]), [5, 1, 0]);
    let trial = scripted_trial(&rule(toml), &[1]);
    assert_eq!(
        trial[&("counter-missions.total_lost".to_owned(), 0)],
        1,
        "what is used is not lost"
    );
}

#[test]
fn gains_come_by_turn_and_by_chance() {
    let list = "turns = 4\nkind = \"scenes\"\ngain = [4, \"1d6\", \"20 @ 0.8\"]";
    assert_eq!(
        stock_by_turn(list, "scenes", &[3, 1, 0]),
        [0, 4, 7, 27, 27],
        "the last is repeated"
    );
    let distribution = exact_odds("turns = 2\nkind = \"scenes\"\ngain = \"2d6 @ 0.25\"");
    assert_eq!(distribution.fraction("scenes", 1, 7), Some((1, 24)));
    assert_eq!(distribution.fraction("scenes", 2, 0), Some((9, 16)));
    let spent = "turns = 4\nkind = \"scenes\"\nstart = 9\nspend = [4, 0, 1]";
    assert_eq!(stock_by_turn(spent, "scenes", &[]), [9, 5, 5, 4, 3]);
}

#[test]
fn fullest_or_first_listed_is_spent_first() {
    let classes = "turns = 1\nkind = \"faculties\"\nloss = 0.5\nrounding = \"down\"\nclasses = [1, 9]\nspend = 3\n";
    // With the fullest class first, 9 - 3 = 6 and 1 are left, and 3 and 0 retire. In the listed
    // order, 9 - 2 = 7 are left, and 3 retire.
    assert_eq!(stock_by_turn(classes, "faculties", &[]), [10, 4]);
    assert_eq!(
        stock_by_turn(
            &format!("{classes}spend_from = \"oldest\""),
            "faculties",
            &[]
        ),
        [10, 4]
    );
    let places = "turns = 1\nkind = \"scenes\"\nstart = 2\nlocations = [3]\nlocation_loss = 0.5\nspend = 3\n";
    assert_eq!(
        stock_by_turn(places, "scenes", &[]),
        [5, 2],
        "the planet's are the most"
    );
    assert_eq!(
        stock_by_turn(&format!("{places}spend_from = \"oldest\""), "scenes", &[1]),
        [5, 0],
        "the safe ones first"
    );
}

#[test]
fn dice_gains_below_zero_count_as_zero() {
    let toml = "turns = 2\nstart = 0\ngain = \"1d3-2\"";
    assert_eq!(stock_by_turn(toml, "acts", &[1, 0, -1]), [0, 1, 1]);
    assert_eq!(stock_by_turn(toml, "acts", &[-1, 0]), [0, 0, 0]);
    let distribution = exact_odds("turns = 1\nstart = 0\ngain = \"2d6\"");
    assert_eq!(distribution.fraction("acts", 1, 7), Some((1, 6)));
}

/// Spends three Acts if the activation is obeyed, and a d2 of them otherwise. It enumerates every
/// roll and each item.
#[test]
fn conditional_spending_agrees_with_brute_force() {
    for (spend, uses) in [
        ("\"3 @ 0.8\"", vec![(3u32, 0.8), (0, 0.2)]),
        (
            "\"1d3\"",
            vec![(1, 1.0 / 3.0), (2, 1.0 / 3.0), (3, 1.0 / 3.0)],
        ),
        ("\"1d2 @ 0.5\"", vec![(0, 0.5), (1, 0.25), (2, 0.25)]),
    ] {
        let mut distribution = std::collections::BTreeMap::from([(5u32, 1.0)]);
        for _ in 0..2 {
            let mut next = std::collections::BTreeMap::new();
            for (&stock, &p) in &distribution {
                for &(used, q) in &uses {
                    let left = stock.saturating_sub(used);
                    for fates in 0..1u32 << left {
                        let lost = fates.count_ones();
                        let chance = 0.15f64.powi(lost as i32) * 0.85f64.powi((left - lost) as i32);
                        *next.entry(left - lost).or_insert(0.0) += p * q * chance;
                    }
                }
            }
            distribution = next;
        }
        let odds = exact_odds(&format!("turns = 2\nstart = 5\nspend = {spend}"));
        for left in 0..=5 {
            let expected = distribution.get(&left).copied().unwrap_or(0.0);
            oddsmith_testing::assert_close(
                odds.probability("acts", 2, left.into()),
                expected,
                &format!("{spend}: {left} left"),
            );
        }
    }
    let faults = [
        ("\"3 @ 1.5\"", "spend", "not a probability"),
        ("[1, \"2d\"]", "spend.1", "number of faces"),
        ("\"1d6-7\"", "spend", "takes at most -1"),
    ];
    for (spend, path, problem) in faults {
        let fault = fault(&format!("spend = {spend}"));
        assert!(
            fault.path == path && fault.problem.contains(problem),
            "{fault:?}"
        );
    }
}
