//! Compares exploding dice with enumerated rolls.

use std::collections::BTreeMap;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Watch, explore};
use oddsmith_engine::simulate::{self, Purpose, Stream};
use oddsmith_engine::stats::goodness_of_fit;
use oddsmith_language::SetRule;

use super::odds::{distributions, rule};

/// Returns the distribution of a die that is rolled again, and adds up, when it shows `from` or
/// more. What is less likely than 1e-20 is left out.
pub(super) fn brute_force_exploding(sides: i64, from: i64) -> BTreeMap<i64, f64> {
    let mut results = BTreeMap::new();
    let mut rolled = BTreeMap::from([(0, 1.0)]);
    while !rolled.is_empty() {
        let mut again = BTreeMap::new();
        for (sum, p) in rolled {
            for face in 1..=sides {
                let target = if face >= from {
                    &mut again
                } else {
                    &mut results
                };
                *target.entry(sum + face).or_insert(0.0) += p / sides as f64;
            }
        }
        again.retain(|_, p| *p > 1e-20);
        rolled = again;
    }
    results
}

/// Returns the distribution of the sum of some of these dice.
fn brute_force_sum(n: usize, sides: i64, from: i64) -> BTreeMap<i64, f64> {
    let die = brute_force_exploding(sides, from);
    (0..n).fold(BTreeMap::from([(0, 1.0)]), |sums, _| {
        let mut next = BTreeMap::new();
        for (sum, p) in sums.into_iter().filter(|(_, p)| *p > 1e-25) {
            for (result, q) in &die {
                *next.entry(sum + result).or_insert(0.0) += p * q;
            }
        }
        next
    })
}

/// Enumerates all results of exploding dice and adds up those that count.
fn brute_force_kept(n: usize, sides: i64, counts: impl Fn(usize) -> bool) -> BTreeMap<i64, f64> {
    let die = brute_force_exploding(sides, sides);
    let mut outcomes: Vec<(Vec<i64>, f64)> = vec![(Vec::new(), 1.0)];
    for _ in 0..n {
        let falls = |(shown, p): &(Vec<i64>, f64)| {
            let (shown, p) = (shown.clone(), *p);
            die.iter()
                .map(move |(value, q)| ([&shown[..], &[*value]].concat(), p * q))
                .collect::<Vec<_>>()
        };
        outcomes = outcomes
            .iter()
            .flat_map(falls)
            .filter(|(_, p)| *p > 1e-20)
            .collect();
    }
    let mut sums = BTreeMap::new();
    for (mut shown, p) in outcomes {
        shown.sort_unstable();
        let kept = shown
            .iter()
            .enumerate()
            .filter(|(place, _)| counts(*place))
            .map(|(_, value)| value);
        *sums.entry(kept.sum()).or_insert(0.0) += p;
    }
    sums
}

/// Returns a rule that records the total of one dice text.
fn one_roll(text: &str) -> SetRule {
    rule(
        &format!(
            "\"\"\"Kept\"\"\"\n\nshown = count(\"Total\")\n\ndef trial():\n    record(shown, dice(\"{text}\"))\n"
        ),
        &[],
    )
}

#[test]
fn exploding_dice_cost_grows_linearly() {
    let stream = Stream {
        seed: 1,
        case: 0,
        purpose: Purpose::Pilot,
    };
    for kept in ["kh2", "kl2", "kh400"] {
        let cost = |dice: u32| {
            let rule = one_roll(&format!("{dice}d21!{kept}"));
            simulate::pilot(&rule, stream, 5, &Watch::default())
                .unwrap()
                .0
        };
        let (few, many) = (cost(500), cost(4000));
        assert!(
            many < 10.0 * few,
            "{kept}: 500 dice cost {few}, 4000 cost {many}"
        );
    }
}

#[test]
fn kept_exploding_dice_match_enumerated_rolls() {
    type Kept = fn(usize) -> bool;
    let cases: [(&str, usize, i64, Kept); 6] = [
        ("3d3!kh2", 3, 3, |place| place >= 1),
        ("3d3!kl1", 3, 3, |place| place < 1),
        ("3d3!dh1", 3, 3, |place| place < 2),
        ("3d2!dl2", 3, 2, |place| place >= 2),
        ("2d6!kh1", 2, 6, |place| place >= 1),
        ("3d2!kl5", 3, 2, |_| true),
    ];
    for (text, n, sides, counts) in cases {
        let rule = one_roll(text);
        let distributions = distributions(&rule);
        let stream = Stream {
            seed: 1,
            case: 0,
            purpose: Purpose::Simulated,
        };
        let tallies = simulate::play(&rule, stream, 0..1, 10_000, &Watch::default()).unwrap();
        let p = goodness_of_fit(&tallies[0], 10_000, &distributions[0]).unwrap_or(1.0);
        assert!(p > 1e-4, "{text}: simulated trials disagree, p = {p}");
        for (sum, expected) in brute_force_kept(n, sides, counts) {
            let found = distributions[0].pmf.mass(sum).float();
            assert!(
                (found - expected).abs() < 1e-12,
                "{text} is {sum}: {found} and {expected}"
            );
        }
    }
}

#[test]
fn sums_of_exploding_dice_match_enumerated_rolls() {
    for (text, n, sides, from) in [
        ("40d6!", 40, 6, 6),
        ("7d2!", 7, 2, 2),
        ("12d10!>=8", 12, 10, 8),
        ("3d4!>=3", 3, 4, 3),
        ("0d6!", 0, 6, 6),
    ] {
        let found = &distributions(&one_roll(text))[0];
        for (sum, expected) in brute_force_sum(n, sides, from) {
            let found = found.pmf.mass(sum).float();
            assert!(
                (found - expected).abs() < 1e-13,
                "{text} is {sum}: {found} and {expected}"
            );
        }
    }
}

#[test]
fn functions_of_a_file_do_not_replace_those_of_dice() {
    let file = "m = count(\"M\")\nd = count(\"D\")\n\ndef explosions(dice, lost, sides):\n    return max(0, successes(dice, sides, 4) - lost)\n\n\
                def exploding_sum(a, b):\n    return 100\n\ndef trial():\n    record(m, explosions(2, 1, 6))\n    record(d, dice(\"2d6!\"))\n";
    let distributions = distributions(&rule(file, &[]));
    for (metric, value, chance) in [(0, 1, 1.0 / 4.0), (1, 2, 1.0 / 36.0)] {
        let found = distributions[metric].pmf.mass(value).float();
        assert!((found - chance).abs() < 1e-15, "{value}: {found}");
    }
}

#[test]
fn exploding_dice_without_faces_are_refused_by_their_number() {
    for sides in [0, -1] {
        let file = format!(
            "sides = whole({sides}, -1, 6)\nm = count(\"M\")\n\ndef trial():\n    record(m, dice(\"3d{{sides}}!\"))\n"
        );
        let rule = rule(&file, &[]);
        let stop = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default());
        let message = format!("{}", stop.expect_err("no die has these faces"));
        assert!(message.contains(&format!("{sides} ")), "{message}");
        assert!(!message.contains("explosions"), "{message}");
    }
}

#[test]
fn too_many_exploding_dice_are_refused_before_they_are_counted() {
    let file = "n = whole(5000000, 1, 900000000)\nm = count(\"M\")\n\ndef trial():\n    record(m, dice(\"{n}d3!\"))\n";
    let rule = rule(file, &[]);
    let stop = explore(&rule, &Parts::ALL, &Budget::default(), &Watch::default());
    let message = format!("{}", stop.expect_err("so many dice"));
    assert!(
        message.contains("5000000 dice are too many for one roll"),
        "{message}"
    );
}
