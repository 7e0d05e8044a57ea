//! Tests of the other interpretations of cubes and of a single die in `wing-activation`, and of
//! shortened turns, with brute force.

use crate::wing_activation::{RULE, WingActivation};
use oddsmith_testing::{Odds, assert_close, assert_conforms, values};

fn rule(toml: &str) -> WingActivation {
    WingActivation::new(&values(RULE.parameters, toml))
}

fn wings(qualities: &[u32]) -> WingActivation {
    let entry = |(i, q): (usize, &u32)| format!("[[wings]]\nname = \"{}\"\nquality = {q}\n", i + 1);
    rule(&qualities.iter().enumerate().map(entry).collect::<String>())
}

/// Returns every ordered roll of three dice.
fn rolls() -> impl Iterator<Item = [u32; 3]> {
    (0..216).map(|i| [i % 6 + 1, i / 6 % 6 + 1, i / 36 + 1])
}

/// Each cube raises the first die that does not succeed yet by one pip. The test tries every way to
/// assign cubes to dice before the roll, over every roll. The best has the most successes on
/// average, then the fewest cubes, then the most even split.
#[test]
fn declared_cubes_agree_with_brute_force() {
    for (quality, cubes, ones) in [
        (4, 1, false),
        (4, 2, false),
        (5, 3, false),
        (6, 7, true),
        (8, 5, false),
        (3, 30, true),
    ] {
        let lay = |laid: [u32; 3]| {
            let mut distribution = [0u32; 4];
            for dice in rolls() {
                let succeeds =
                    |i: &usize| dice[*i] + laid[*i] >= quality && !(ones && dice[*i] == 1);
                distribution[(0..3).filter(succeeds).count()] += 1;
            }
            distribution
        };
        let mut assignments = Vec::new();
        for (a, b, c) in (0..=cubes)
            .flat_map(|a| (0..=cubes).flat_map(move |b| (0..=cubes).map(move |c| (a, b, c))))
        {
            if a + b + c > cubes || a < b || b < c || a > 8 {
                continue;
            }
            let distribution = lay([a, b, c]);
            let expected = distribution[1] + 2 * distribution[2] + 3 * distribution[3];
            assignments.push((
                (-i64::from(expected), a + b + c, a * a + b * b + c * c),
                distribution,
                cubes - a - b - c,
            ));
        }
        let (_, distribution, left) = assignments
            .into_iter()
            .min_by_key(|(rank, ..)| *rank)
            .expect("a way");
        let odds = Odds::of(&rule(&format!(
            "quality = {quality}\ncubes = {cubes}\nones_always_fail = {ones}\nspend_before_roll = true"
        )));
        for (successes, expected) in (0..).zip(distribution) {
            let description = format!("QV {quality}, {cubes} cubes, {successes} successes");
            assert_close(
                odds.probability("successes", 1, successes),
                f64::from(expected) / 216.0,
                &description,
            );
        }
        assert_eq!(
            odds.probability("cubes_left", 1, left.into()),
            1.0,
            "{left} that help no die are kept"
        );
    }
    let two = "dice = 2\nquality = 3\ncubes = 2\nspend_before_roll = true";
    assert_eq!(
        Odds::of(&rule(two)).fraction("successes", 1, 2),
        Some((25, 36)),
        "one on each"
    );
}

#[test]
fn declared_cubes_may_be_wasted() {
    let both_succeed = |more: &str| {
        let toml = format!("dice = 2\nquality = 4\ncubes = 1\nspend_before_roll = true\n{more}");
        Odds::of(&rule(&toml)).fraction("successes", 1, 2)
    };
    assert_eq!(both_succeed(""), Some((1, 3)), "2/3 x 1/2");
    assert_eq!(
        both_succeed("declares_die = false"),
        Some((5, 12)),
        "1/4 + 2 x 1/6 x 1/2"
    );
}

#[test]
fn pledged_cubes_agree_with_brute_force() {
    for (quality, cubes, ones) in [
        (4u32, 2u32, false),
        (5, 3, false),
        (6, 7, true),
        (8, 5, false),
        (3, 30, true),
    ] {
        let mut bf_successes = [0.0; 4];
        for mut dice in rolls() {
            let is_hopeless = dice.map(|face| ones && face == 1);
            for _ in 0..cubes {
                if let Some(first) = (0..3).find(|&i| dice[i] < quality && !is_hopeless[i]) {
                    dice[first] += 1;
                }
            }
            let successes = (0..3)
                .filter(|&i| dice[i] >= quality && !is_hopeless[i])
                .count();
            bf_successes[successes] += 1.0 / 216.0;
        }
        let odds = Odds::of(&rule(&format!(
            "quality = {quality}\ncubes = {cubes}\nones_always_fail = {ones}\nspend_before_roll = true\n\
             declares_die = false"
        )));
        for (successes, expected) in (0..).zip(bf_successes) {
            let description = format!("QV {quality}, {cubes} cubes, {successes} successes");
            assert_close(
                odds.probability("successes", 1, successes),
                expected,
                &description,
            );
        }
        let could_need = 3 * (quality - if ones { 2 } else { 1 });
        let kept = cubes.saturating_sub(could_need);
        assert_eq!(
            odds.probability("cubes_left", 1, kept.into()),
            1.0,
            "what is pledged is gone"
        );
    }
}

/// The test enumerates every roll, and every way to distribute the cubes among dice that cannot be
/// raised above six.
#[test]
fn dice_stopping_at_six_agree_with_brute_force() {
    for (quality, cubes) in [(5, 2), (6, 4), (7, 30)] {
        let mut bf_successes = [0.0; 4];
        for dice in rolls() {
            let shares =
                (0..=cubes).flat_map(|a| (0..=cubes - a).map(move |b| [a, b, cubes - a - b]));
            let successes = |share: [u32; 3]| {
                (0..3)
                    .filter(|&i| (dice[i] + share[i]).min(6) >= quality)
                    .count()
            };
            bf_successes[shares.map(successes).max().unwrap()] += 1.0 / 216.0;
        }
        let odds = Odds::of(&rule(&format!(
            "quality = {quality}\ncubes = {cubes}\ncap_at_most_sides = true"
        )));
        for (successes, expected) in (0..).zip(bf_successes) {
            assert_close(
                odds.probability("successes", 1, successes),
                expected,
                &format!("QV {quality}, {successes} successes"),
            );
        }
    }
}

#[test]
fn failed_single_dice_may_pass_a_penalty() {
    let odds = Odds::of(&rule(
        "dice = 1\nquality = 5\npenalty_from_one_die = true\n[[wings]]\nname = \"a\"\n[[wings]]\nname = \"b\"\ndice = 3",
    ));
    // Two of three rolls fail, and leave two dice to the next Wing. They do not end the turn.
    assert_eq!(odds.fraction("penalty", 1, 1), Some((2, 3)));
    assert_eq!(odds.fraction("dice", 2, 2), Some((2, 3)));
    // Then two dice at QV 5 all fail with 4/9, and three with 8/27.
    assert_eq!(odds.fraction("turn_ended", 0, 1), Some((32, 81)));
    assert_eq!(
        odds.fraction("cut_short", 0, 1),
        Some((0, 1)),
        "the last Wing has acted"
    );
}

/// Computes Wing after Wing with the binomial distribution of its successes. `dice` is the number
/// that the next Wing may roll.
fn brute_force_all_act(qualities: &[u32], dice: u32) -> f64 {
    let Some((&quality, rest)) = qualities.split_first() else {
        return 1.0;
    };
    let p = f64::from(7 - quality) / 6.0;
    let combinations = |s: u32| {
        (0..s)
            .map(|i| f64::from(dice - i) / f64::from(i + 1))
            .product::<f64>()
    };
    let weight = |s: u32| combinations(s) * p.powi(s as i32) * (1.0 - p).powi((dice - s) as i32);
    let onward = |s: u32| match (s, rest.is_empty()) {
        // There is no Wing left after this one.
        (_, true) => 1.0,
        (0, _) if dice > 1 => 0.0,
        (0, _) => brute_force_all_act(rest, 3),
        _ => brute_force_all_act(rest, 3 - (dice - s)),
    };
    (0..=dice).map(|s| weight(s) * onward(s)).sum()
}

#[test]
fn orders_of_four_wings_agree_with_brute_force() {
    let mut best = (0.0, [0; 4]);
    for order in [
        [3, 4, 4, 5],
        [4, 3, 4, 5],
        [4, 4, 3, 5],
        [5, 3, 4, 4],
        [5, 4, 4, 3],
        [4, 4, 5, 3],
    ] {
        let odds = Odds::of(&wings(&order));
        let all_act = brute_force_all_act(&order, 3);
        assert_close(
            odds.probability("cut_short", 0, 0),
            all_act,
            &format!("{order:?}"),
        );
        assert_close(
            odds.probability("wings_activated", 0, 4),
            all_act,
            &format!("{order:?}"),
        );
        best = if all_act > best.0 {
            (all_act, order)
        } else {
            best
        };
    }
    assert_eq!(
        best.1,
        [4, 4, 3, 5],
        "most actions come from 3, 4, 4, 5; most turns are whole in this order"
    );
}

#[test]
fn rules_conform() {
    assert_conforms(&rule(
        "quality = 5\ncubes = 3\nspend_before_roll = true\ncap_at_most_sides = true",
    ));
    assert_conforms(&rule(
        "dice = 1\npenalty_from_one_die = true\n[[wings]]\nname = \"a\"\n[[wings]]\nname = \"b\"\ndice = 3",
    ));
}
