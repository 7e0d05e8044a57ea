//! Tests Pig, whose best play is published, against value iteration over plain tables.

use oddsmith_engine::explore::{Budget, Model, Watch, explore};
use oddsmith_engine::solve::plan;
use oddsmith_engine::{DecisionRule, Parts, Side};

use super::{answer_all, bundled, first_outcome, plan_for};

/// Computes the probability that the player to move wins Pig, by value iteration (Neller and
/// Presser, Optimal Play of the Dice Game Pig, 2004).
fn pig_by_hand(goal: usize) -> f64 {
    let index_of = |score: usize, other: usize, pot: usize| (score * goal + other) * goal + pot;
    let mut wins = vec![0.0f64; goal * goal * goal];
    loop {
        let mut change = 0f64;
        for score in (0..goal).rev() {
            for other in (0..goal).rev() {
                for pot in (0..goal - score).rev() {
                    let roll = (2..=6).fold(1.0 - wins[index_of(other, score, 0)], |sum, face| {
                        sum + if score + pot + face >= goal {
                            1.0
                        } else {
                            wins[index_of(score, other, pot + face)]
                        }
                    });
                    let bank = if pot == 0 {
                        0.0
                    } else {
                        1.0 - wins[index_of(other, score + pot, 0)]
                    };
                    let value = (roll / 6.0).max(bank);
                    change = change.max((value - wins[index_of(score, other, pot)]).abs());
                    wins[index_of(score, other, pot)] = value;
                }
            }
        }
        if change < 1e-14 {
            return wins[0];
        }
    }
}

#[test]
fn pig_matches_value_iteration() {
    for goal in [5, 8, 13, 20] {
        let found = plan_for(
            &bundled("pig", &[("goal", goal)]),
            &first_outcome(),
            &["second"],
        );
        let expected = pig_by_hand(goal as usize);
        assert!(
            (found.value - expected).abs() < 1e-10,
            "{goal}: {} and {expected}",
            found.value
        );
    }
}

/// Run with `cargo test --release -p oddsmith-language --test all -- --ignored`: half a minute,
/// and under 1 GB.
#[test]
#[ignore = "takes minutes in a debug build"]
fn first_player_wins_pig_with_published_probability() {
    let rule = bundled("pig", &[]);
    let budget = Budget {
        edges: 8_000_000,
        leaves: 160_000_000,
        bytes: 1_600_000_000,
    };
    let graph = explore(
        &answer_all(&rule, DecisionRule::Best),
        &Parts::ALL,
        &budget,
        &Watch::default(),
    )
    .expect("within 8 million");
    let mut choices = Model::choices(&rule);
    choices[1].side = Side::Them;
    let found = plan(
        &graph,
        &choices,
        &[first_outcome()],
        &budget,
        &Watch::default(),
    )
    .expect("it ends");
    let expected = pig_by_hand(100);
    assert!(
        (found.value - expected).abs() < 1e-9,
        "{} and {expected}",
        found.value
    );
    assert!((found.value - 0.5306).abs() < 5e-5);
}
