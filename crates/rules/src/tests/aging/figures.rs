//! Comparisons with figures from other programs, closed forms and brute force.

use super::*;
use oddsmith_engine::Rule as _;
use oddsmith_testing::{assert_close, assert_distribution, figure, reference};
use std::collections::BTreeMap;

#[test]
fn twelve_acts_follow_the_binomial_of_the_specification() {
    let distribution = exact_odds("");
    for turn in 0..=12 {
        let p = 0.85f64.powi(turn);
        let mut combinations = 1.0;
        for left in 0..=12 {
            let expected = combinations * p.powi(left) * (1.0 - p).powi(12 - left);
            assert_close(
                distribution.probability("acts", turn as u32, left.into()),
                expected,
                &format!("{left} left after {turn}"),
            );
            combinations = combinations * f64::from(12 - left) / f64::from(left + 1);
        }
    }
}

#[test]
fn aging_agrees_with_the_reference() {
    let reference = reference("aging.json");
    // The reference counts Missions from the turn in which they are recruited and spared. In a
    // scenario their grace is over, which is one turn later.
    for (case, toml, name, spared) in [
        ("acts_12_at_15", "start = 12", "acts", 0),
        (
            "missions_10_at_30_grace1",
            "kind = \"missions\"\nstart = 10",
            "missions",
            1,
        ),
        (
            "counter_ops_6_at_50",
            "kind = \"counter-missions\"\nstart = 6",
            "counter-missions",
            0,
        ),
        (
            "proficiencies_5_at_30_each_census",
            "kind = \"proficiencies\"\nstart = 5",
            "proficiencies",
            0,
        ),
    ] {
        let odds = exact_odds(toml);
        let turns = reference[case]["after_turn"].as_object().unwrap();
        assert!(turns.len() >= 5);
        for expected in turns.values() {
            let turn = expected["turn"].as_u64().unwrap() as u32 - spared;
            let description = format!("{case}, turn {turn}");
            let distribution = odds.distribution(name, turn);
            assert_distribution(distribution, &expected["remaining"], &description);
            assert_close(distribution.mean(), figure(&expected["mean"]), &description);
            assert_close(
                distribution.sd().powi(2),
                figure(&expected["variance"]),
                &description,
            );
            assert_eq!(
                distribution.quantile(0.5),
                expected["median_low"].as_i64(),
                "{description}"
            );
            assert_close(
                distribution.mass(0).value(),
                figure(&expected["p_none_left"]),
                &description,
            );
            let start = reference[case]["start"].as_i64().unwrap();
            assert_close(
                distribution.mass(start).value(),
                figure(&expected["p_all_left"]),
                &description,
            );
            let gone = odds
                .distribution(&format!("{name}.gone_on"), 0)
                .probability(|on| (1..=i64::from(turn)).contains(&on));
            assert_close(
                gone.value(),
                figure(&expected["p_none_left"]),
                &format!("{description}, gone by then"),
            );
        }
    }
}

/// Computes each item separately: it is recruited by a die, lodged in the next turn with
/// probability 3/4, and spared in both turns.
#[test]
fn missions_gained_by_dice_agree_with_brute_force() {
    // The map is from (lodged and exposed, lodged in this turn, recruited in this turn, total
    // losses) to the probability.
    type Distribution = BTreeMap<[u32; 4], f64>;
    fn brute_force_aging(distribution: &Distribution) -> Distribution {
        let mut aged = Distribution::new();
        for (&[old, young, fresh, lost], &p) in distribution {
            for fates in 0..1u32 << old {
                let dies = fates.count_ones();
                let chance = 0.3f64.powi(dies as i32) * 0.7f64.powi((old - dies) as i32);
                *aged
                    .entry([old - dies + young, 0, fresh, lost + dies])
                    .or_default() += p * chance;
            }
        }
        aged
    }
    let toml =
        "turns = 4\nkind = \"missions\"\nstart = 2\ngain = \"1d3-1\"\nspend = 1\nlodging = 0.75";
    let odds = exact_odds(toml);
    let mut distribution = Distribution::from([([2, 0, 0, 0], 1.0)]);
    for turn in 1..=4 {
        let mut arrived = Distribution::new();
        for (&[old, _, fresh, lost], &p) in &distribution {
            for fates in 0..1u32 << fresh {
                let lodged = fates.count_ones();
                let p = p * 0.75f64.powi(lodged as i32) * 0.25f64.powi((fresh - lodged) as i32);
                // The oldest item is used first.
                let (old, young) = if old > 0 {
                    (old - 1, lodged)
                } else {
                    (0, lodged.saturating_sub(1))
                };
                for gain in 0..3 {
                    *arrived.entry([old, young, gain, lost]).or_default() += p / 3.0;
                }
            }
        }
        distribution = brute_force_aging(&arrived);
        for left in 0..12 {
            let mass_where = |is: &dyn Fn(&[u32; 4]) -> u32| -> f64 {
                distribution
                    .iter()
                    .filter(|(state, _)| is(state) == left)
                    .map(|(_, p)| p)
                    .sum()
            };
            let description = format!("{left} left after turn {turn}");
            assert_close(
                odds.probability("missions", turn, left.into()),
                mass_where(&|[old, young, fresh, _]| old + young + fresh),
                &description,
            );
            assert_close(
                odds.probability("missions.lodged", turn, left.into()),
                mass_where(&|[old, young, ..]| old + young),
                &description,
            );
        }
    }
    for lost in 0..12 {
        let expected: f64 = distribution
            .iter()
            .filter(|([.., lost_so_far], _)| *lost_so_far == lost)
            .map(|(_, p)| p)
            .sum();
        assert_close(
            odds.probability("missions.total_lost", 0, lost.into()),
            expected,
            &format!("{lost} lost in all"),
        );
    }
}

/// The mean of the total losses of a trial equals the sum of the mean losses of its turns.
#[test]
fn mean_total_loss_is_the_sum_over_turns() {
    for toml in [
        "start = 12",
        "start = 12\ngain = \"1d3\"\nspend = 2",
        "kind = \"resource-points\"\nstart = 20\ngain = 3\nspend = 5\nturns = 6",
        "kind = \"aspects\"\nstart = 4\nstart_dark = 2\ngain = \"1d2\"\ndark_placed = 0.25\nremoved_early = 0.1\nturns = 5",
        "kind = \"scenes\"\nstart = 2\nlocations = [3, 1, 3]\nlocation_loss = 0.2\nspend = 1",
        "kind = \"faculties\"\nclasses = [4, 2]\ngain = \"1d2-1\"\nturns = 4",
    ] {
        let odds = exact_odds(toml);
        let metrics = rule(toml).metrics();
        let (name, steps) = (&metrics[0].name, metrics[1].steps.unwrap().1);
        let sum: f64 = (1..=steps)
            .map(|turn| odds.distribution(&format!("{name}.lost"), turn).mean())
            .sum();
        let mean = odds.distribution(&format!("{name}.total_lost"), 0).mean();
        assert!((sum - mean).abs() < 1e-9, "{toml}: {sum} is not {mean}");
    }
}
