//! Tests rules that were written from the manual alone, against independent results.

use std::collections::BTreeMap;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_language::{RuleFile, Setting};

fn distributions(name: &str, settings: &[(&str, i64)]) -> Vec<ExactDistribution> {
    let path = format!("{}/tests/designs/{name}.odds", env!("CARGO_MANIFEST_DIR"));
    let file = RuleFile::read(&std::fs::read_to_string(path).unwrap())
        .unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    let settings: Vec<_> = settings
        .iter()
        .map(|&(name, value)| (name, Setting::Whole(value)))
        .collect();
    let rule = file.rule(&settings).unwrap();
    let graph = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
    let distributions = solve(&graph, &Budget::default(), &Watch::default()).unwrap();
    distributions.into_iter().map(Option::unwrap).collect()
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
}

/// The pass line wins with 244/495 and takes 557/165 rolls, as in every textbook.
#[test]
fn craps_is_won_244_times_in_495() {
    let distributions = distributions("craps", &[]);
    assert_eq!(distributions[0].pmf.mass(1).fraction(), Some((244, 495)));
    assert_near(distributions[1].pmf.mean(), 557.0 / 165.0);
}

/// Enumerates every die of one fight: the distribution of the attacker's losses.
fn brute_force_fight(a: u32, d: u32) -> BTreeMap<u32, f64> {
    let mut distribution = BTreeMap::new();
    let outcome_count = 6u32.pow(a + d);
    for roll in 0..outcome_count {
        let mut faces: Vec<u32> = (0..a + d).map(|i| roll / 6u32.pow(i) % 6).collect();
        let mut theirs = faces.split_off(a as usize);
        faces.sort_by(|x, y| y.cmp(x));
        theirs.sort_by(|x, y| y.cmp(x));
        let lost = faces
            .iter()
            .zip(&theirs)
            .filter(|(ours, theirs)| ours <= theirs)
            .count() as u32;
        *distribution.entry(lost).or_insert(0.0) += 1.0 / f64::from(outcome_count);
    }
    distribution
}

#[test]
fn territory_odds_match_enumerated_dice() {
    // Three against two: the defender loses both with 2890/7776, a well-known result.
    assert_near(brute_force_fight(3, 2)[&0], 2890.0 / 7776.0);
    let mut open = BTreeMap::from([((5u32, 4u32), 1.0)]);
    let mut left = [0.0; 6];
    while let Some(((a, d), mass)) = open.pop_last() {
        for (lost, p) in brute_force_fight(a.min(3), d.min(2)) {
            let (a, d) = (a - lost, d - (a.min(d).min(2) - lost));
            if a > 0 && d > 0 {
                *open.entry((a, d)).or_insert(0.0) += mass * p;
            } else {
                left[a as usize] += mass * p;
            }
        }
    }
    let distributions = distributions("risk", &[]);
    for (armies, expected) in left.iter().enumerate() {
        assert_near(distributions[1].pmf.mass(armies as i64).float(), *expected);
    }
    assert_near(distributions[0].pmf.mass(1).float(), left[1..].iter().sum());
}

#[test]
fn pull_odds_match_step_by_step_computation() {
    let mut open = BTreeMap::from([((0, 0, false), 1.0f64)]);
    let mut ends = Vec::new();
    for _ in 0..=24 {
        let (mut next, mut end) = (BTreeMap::new(), 0.0);
        for ((have, dry, guaranteed), mass) in open {
            let hero = if dry + 1 == 6 { 1.0 } else { 0.1 };
            let featured = hero * if guaranteed { 1.0 } else { 0.5 };
            let mut go = |state, mass: f64| *next.entry(state).or_insert(0.0) += mass;
            if have + 1 == 2 {
                end += mass * featured;
            } else {
                go((have + 1, 0, false), mass * featured);
            }
            if hero > featured {
                go((have, 0, true), mass * (hero - featured));
            }
            if hero < 1.0 {
                go((have, dry + 1, guaranteed), mass * (1.0 - hero));
            }
        }
        open = next;
        ends.push(end);
    }
    let distributions = distributions("gacha", &[]);
    assert_near(ends.iter().sum(), 1.0);
    for (pulls, expected) in (1..).zip(ends) {
        assert_near(distributions[0].pmf.mass(pulls).float(), expected);
    }
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k)
        .map(|i| f64::from(n - i) / f64::from(i + 1))
        .product()
}

#[test]
fn first_bomb_position_matches_binomial_formula() {
    let distributions = distributions("exploding-deck", &[]);
    for before in 0..=10u32 {
        // The first bomb after `before` harmless cards: the other two are anywhere behind it.
        assert_near(
            distributions[0].pmf.mass(before.into()).float(),
            choose(12 - before, 2) / choose(13, 3),
        );
    }
    // With one bomb and one shield, the player survives if the shield comes first.
    let with_a_shield = self::distributions("exploding-deck", &[("bombs", 1), ("shields", 1)]);
    assert_near(with_a_shield[0].pmf.mass(12).float(), 0.5);
}

/// Enumerates every hand of cards, drawn up to a total: the distribution of its points, 0 if there
/// are too many.
fn brute_force_hand(
    least: u32,
    total: u32,
    aces: u32,
    mass: f64,
    distribution: &mut BTreeMap<u32, f64>,
) {
    let soft = if aces > 0 && total + 10 <= 21 {
        total + 10
    } else {
        total
    };
    if soft >= least {
        *distribution
            .entry(if soft > 21 { 0 } else { soft })
            .or_insert(0.0) += mass;
        return;
    }
    for card in 1..=10 {
        let share = if card == 10 { 4.0 / 13.0 } else { 1.0 / 13.0 };
        brute_force_hand(
            least,
            total + card,
            aces + u32::from(card == 1),
            mass * share,
            distribution,
        );
    }
}

#[test]
fn twenty_one_matches_enumerated_hands() {
    let (mut ours, mut theirs) = (BTreeMap::new(), BTreeMap::new());
    brute_force_hand(18, 0, 0, 1.0, &mut ours);
    brute_force_hand(17, 0, 0, 1.0, &mut theirs);
    let (mut win, mut push) = (0.0, 0.0);
    for (a, p) in &ours {
        for (b, q) in theirs.iter().filter(|_| *a > 0) {
            match a.cmp(b) {
                std::cmp::Ordering::Greater => win += p * q,
                std::cmp::Ordering::Equal => push += p * q,
                std::cmp::Ordering::Less => (),
            }
        }
    }
    let distributions = distributions("twenty-one", &[("stand", 18)]);
    assert_near(distributions[0].pmf.mass(0).float(), win);
    assert_near(distributions[0].pmf.mass(1).float(), push);
}
