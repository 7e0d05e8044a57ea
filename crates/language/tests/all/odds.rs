//! Compares the odds of rule files with independent enumeration and closed forms.

use std::collections::BTreeMap;

use oddsmith_engine::Parts;
use oddsmith_engine::explore::{Budget, Graph, Watch, explore};
use oddsmith_engine::simulate::{self, Purpose, Stream, replay};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_language::{RuleFile, SetRule, Setting};

use super::exploding::brute_force_exploding;

fn bundled(name: &str) -> String {
    let path = format!("{}/../../rules/{name}.odds", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub(super) fn rule(text: &str, settings: &[(&str, i64)]) -> SetRule {
    let file = RuleFile::read(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let settings: Vec<_> = settings
        .iter()
        .map(|&(name, value)| (name, Setting::Whole(value)))
        .collect();
    file.rule(&settings).unwrap()
}

fn graph(rule: &SetRule) -> Graph {
    explore(rule, &Parts::ALL, &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{stop:?}"))
}

pub(super) fn distributions(rule: &SetRule) -> Vec<ExactDistribution> {
    let distributions = solve(&graph(rule), &Budget::default(), &Watch::default()).unwrap();
    distributions.into_iter().map(Option::unwrap).collect()
}

fn fraction(distribution: &ExactDistribution, value: i64) -> Option<(u64, u64)> {
    distribution.pmf.mass(value).fraction()
}

#[test]
fn four_dice_with_three_explosions_total_four_once_in_1296() {
    let distributions = distributions(&rule(&bundled("budget"), &[]));
    assert_eq!(fraction(&distributions[0], 4), Some((1, 1296)));
    assert_eq!(fraction(&distributions[0], 42), Some((1, 6u64.pow(7))));
}

/// Enumerates every die of one round, for every count of models.
fn brute_force_losses(attackers: u32, targets: u32) -> BTreeMap<u32, f64> {
    let mut distribution = BTreeMap::new();
    let dice = 2 * attackers + 2;
    for roll in 0..6u32.pow(dice) {
        let face = |i: u32| roll / 6u32.pow(i) % 6 + 1;
        let lost = (0..attackers)
            .filter(|&i| face(2 * i) >= 4 && face(2 * i + 1) < 5)
            .count() as u32;
        let mut down = lost.min(targets);
        if 0 < down && down < targets && face(dice - 1) + face(dice - 2) > 7 - down {
            down += 1;
        }
        *distribution.entry(down).or_insert(0.0) += 1.0 / f64::from(6u32.pow(dice));
    }
    distribution
}

#[test]
fn two_against_two_matches_enumerated_dice() {
    let losses: BTreeMap<(u32, u32), _> = (1..=2)
        .flat_map(|a| (1..=2).map(move |b| ((a, b), brute_force_losses(a, b))))
        .collect();
    let mut open = BTreeMap::from([((2u32, 2u32), 1.0)]);
    let mut survivors = [0.0; 3];
    for _ in 0..400 {
        let mut next = BTreeMap::new();
        for ((us, them), mass) in open {
            for (ours, p) in &losses[&(them, us)] {
                for (theirs, q) in &losses[&(us, them)] {
                    let (us, them) = (us - ours, them - theirs);
                    let into = if us > 0 && them > 0 {
                        next.entry((us, them)).or_insert(0.0)
                    } else {
                        &mut survivors[us as usize]
                    };
                    *into += mass * p * q;
                }
            }
        }
        open = next;
    }
    let distributions = distributions(&rule(&bundled("battle"), &[("ours", 2), ("theirs", 2)]));
    for (left, expected) in survivors.iter().enumerate() {
        let found = distributions[2].pmf.mass(left as i64).float();
        assert!(
            (found - expected).abs() < 1e-12,
            "{left} left: {found} and {expected}"
        );
    }
}

#[test]
fn the_battle_of_ten_against_ten_is_fair() {
    let rule = rule(&bundled("battle"), &[]);
    let distributions = distributions(&rule);
    let (us, them) = (
        distributions[1].pmf.mass(0).float(),
        distributions[1].pmf.mass(2).float(),
    );
    assert!((us - them).abs() < 1e-12, "{us} and {them}");
}

#[test]
fn the_cost_of_a_tally_includes_its_faces() {
    let stream = Stream {
        seed: 1,
        case: 0,
        purpose: Purpose::Pilot,
    };
    let cost = |faces: u32| {
        let text = format!(
            "rolled = count(\"Rolled\")\n\ndef trial():\n    record(rolled, sum(tally(1, {faces})))\n"
        );
        simulate::pilot(&rule(&text, &[]), stream, 5, &Watch::default())
            .unwrap()
            .0
    };
    let (few, many) = (cost(6), cost(3000));
    assert!(few < 20.0 && many > 1000.0, "{few}, {many}");
}

#[test]
fn race_odds_match_enumerated_dice() {
    let goal = 12;
    let mut open = BTreeMap::from([((0i64, 0i64), 1.0)]);
    let mut wins = [0.0; 3];
    while !open.is_empty() {
        let mut next = BTreeMap::new();
        for ((us, them), mass) in open {
            for (ours, p) in &brute_force_exploding(6, 6) {
                for (theirs, q) in &brute_force_exploding(8, 8) {
                    let (us, them) = ((us + ours).min(goal), (them + theirs).min(goal));
                    let winner = if us == them {
                        1
                    } else if us == goal {
                        0
                    } else {
                        2
                    };
                    let into = if us < goal && them < goal {
                        next.entry((us, them)).or_insert(0.0)
                    } else {
                        &mut wins[winner]
                    };
                    *into += mass * p * q;
                }
            }
        }
        open = next;
    }
    let distributions = distributions(&rule(&bundled("race"), &[("goal", goal)]));
    for (winner, expected) in wins.iter().enumerate() {
        let found = distributions[1].pmf.mass(winner as i64).float();
        assert!(
            (found - expected).abs() < 1e-12,
            "{winner}: {found} and {expected}"
        );
    }
}

#[test]
fn bundled_rules_have_distributions_summing_to_one() {
    let folder = format!("{}/../../rules", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        // Pig to 100 exceeds the usual budget.
        let is_pig = path.ends_with("pig.odds");
        let settings: &[(&str, i64)] = if is_pig { &[("goal", 10)] } else { &[] };
        let rule = rule(&text, settings);
        for distribution in distributions(&rule) {
            let total = distribution.pmf.total().float()
                + distribution.absent.float()
                + distribution.unresolved;
            assert!((total - 1.0).abs() < 1e-9, "{path:?}: {total}");
        }
    }
}

/// Wings of quality 3, 4, 4 and 5 with three dice each and no cubes. The published mean of 163/36
/// is for best play; here each Wing rolls three dice, and every face counts. Counters that nothing
/// reads are not part of a state.
#[test]
fn unread_counts_add_no_states() {
    let states_and_odds = |counts: &str| {
        let text = format!(
            "left = count(\"Left\")\ndef trial():\n    x, n = 3, 0\n    while 0 < x < 9:\n        x += 1 if chance(1, 2) else -1\n{counts}    record(left, x)\n"
        );
        let rule = rule(&text, &[]);
        let graph = graph(&rule);
        (graph.state_count(), fraction(&distributions(&rule)[0], 9))
    };
    assert_eq!(
        states_and_odds("        n += roll(4)\n"),
        states_and_odds("        m = roll(4)\n")
    );
    assert_eq!(states_and_odds("        n += 1\n"), states_and_odds(""));
    assert_eq!(states_and_odds("").1, Some((1, 3)));
}

#[test]
fn two_wings_match_enumerated_dice() {
    let text = bundled("wing").replace(r#", ["Third"], ["Fourth", quality = 5]"#, "");
    let mut mean = 0.0;
    for roll in 0..6u32.pow(6) {
        let face = |i: u32| roll / 6u32.pow(i) % 6 + 1;
        let first = (0..3).filter(|&i| face(i) >= 3).count() as u32;
        let n = if first == 0 { 0 } else { first };
        let second = (3..3 + n).filter(|&i| face(i) >= 4).count() as u32;
        mean += f64::from(first + second) / f64::from(6u32.pow(6));
    }
    let distributions = distributions(&rule(&text, &[]));
    let actions = &distributions[4];
    assert!(
        (actions.pmf.mean() - mean).abs() < 1e-12,
        "{} and {mean}",
        actions.pmf.mean()
    );
}

#[test]
fn advantage_hits_with_the_better_of_two_dice() {
    let text = bundled("advantage");
    let file = RuleFile::read(&text).unwrap();
    let settings = [
        ("health", Setting::Whole(1)),
        ("our_health", Setting::Whole(60)),
    ];
    let distributions = distributions(&file.rule(&settings).unwrap());
    // A 10 or more hits, so (9/20)² misses; a hit always wounds.
    let miss: f64 = 81.0 / 400.0;
    for rounds in 1..3 {
        let expected = miss.powi(rounds - 1) * (1.0 - miss);
        let found = distributions[0].pmf.mass(rounds.into()).float();
        assert!(
            (found - expected).abs() < 1e-12,
            "{rounds}: {found} and {expected}"
        );
    }
}

/// A purse is recorded only at turns that change it. At other turns it keeps the previous value,
/// and before the first it is absent. The six flips are enumerated.
#[test]
fn unrecorded_steps_keep_the_previous_value() {
    let distributions = distributions(&rule(
        "purse = count(\"Purse\", each = 6, step = \"Turn\", otherwise = \"before\", absent = \"an empty hand\")\n\
         def trial():\n    coins = 0\n    for turn in upto(6):\n        if chance(1, 2):\n            coins += turn\n            \
         record(purse, coins, turn)\n",
        &[],
    ));
    for turn in 1..=6u32 {
        let mut expected = BTreeMap::new();
        let mut absent = 0;
        for flips in 0..64u32 {
            let coins: u32 = (1..=turn)
                .filter(|&turn| flips >> (turn - 1) & 1 == 1)
                .sum();
            match coins {
                0 => absent += 1,
                _ => *expected.entry(i64::from(coins)).or_insert(0u64) += 1,
            }
        }
        let distribution = &distributions[turn as usize - 1];
        let found: BTreeMap<i64, u64> = distribution
            .pmf
            .masses()
            .iter()
            .map(|(value, mass)| (*value, (mass.float() * 64.0).round() as u64))
            .collect();
        assert_eq!(found, expected, "turn {turn}");
        assert!(
            (distribution.absent.value() * 64.0 - f64::from(absent)).abs() < 1e-9,
            "turn {turn}"
        );
    }
}

#[test]
fn pool_of_three_has_known_fractions() {
    let distributions = distributions(&rule(&bundled("blades"), &[]));
    assert_eq!(fraction(&distributions[1], 6), Some((91, 216)));
    assert_eq!(fraction(&distributions[0], 0), Some((2, 27)));
}

#[test]
fn a_division_is_an_exact_fraction() {
    let odds_of = |recorded: &str, value: i64| {
        let text = format!(
            "\"\"\"A division\"\"\"\nm = count(\"M\")\n\ndef trial():\n    record(m, {recorded})\n"
        );
        let distributions = distributions(&rule(&text, &[]));
        fraction(&distributions[0], value)
    };
    assert_eq!(odds_of("1 if chance(1 / 6) else 0", 1), Some((1, 6)));
    assert_eq!(odds_of("1 if chance(roll(6) / 6) else 0", 1), Some((7, 12)));
    assert_eq!(odds_of("binomial(2, 1 / 6)", 2), Some((1, 36)));
    assert_eq!(odds_of("1 if roll(6) / 4 > 1.25 else 0", 1), Some((1, 6)));
    assert_eq!(odds_of("(7 / 2 + 1 / 2) // 1", 4), Some((1, 1)));
    assert_eq!(odds_of("-7 / 2 // 1", -4), Some((1, 1)));
    assert_eq!(odds_of("1 if 6 / 3 == 2 else 0", 1), Some((1, 1)));
    assert_eq!(odds_of("round_up(1 / -3, 1)", 0), Some((1, 1)));
    assert_eq!(odds_of("1 if 0.1 / 0.3 == 1 / 3 else 0", 1), Some((1, 1)));
    let changed = "\"\"\"A division\"\"\"\nm = count(\"M\")\n\ndef trial():\n    p = 1\n    p /= 3\n    record(m, 1 if chance(p) else 0)\n";
    assert_eq!(
        fraction(&distributions(&rule(changed, &[]))[0], 1),
        Some((1, 3))
    );
}

#[test]
fn random_list_index_is_evaluated_once() {
    // Each roll changes one entry by one, so the sum is known, and each entry is as likely as the
    // face that selects it.
    let text = "total = count(\"Total\")\nfirst = count(\"First\")\nnested = count(\"Nested\")\n\ndef place():\n    return roll(3) - 1\n\ndef trial():\n    w = [0, 0, 0]\n    for turn in upto(2):\n        w[roll(3) - 1] += 1\n    w[place()] -= 5\n    v = [[0, 1], [2, 3]]\n    v[roll(2) - 1][roll(2) - 1] *= 10\n    record(total, sum(w))\n    record(first, w[0])\n    record(nested, v[0][0] + v[0][1] + v[1][0] + v[1][1])\n";
    let rule = rule(text, &[]);
    let distributions = distributions(&rule);
    assert_eq!(fraction(&distributions[0], -3), Some((1, 1)));
    let mut first: BTreeMap<i64, u64> = BTreeMap::new();
    for (a, b, c) in (0..27).map(|outcome| (outcome % 3, outcome / 3 % 3, outcome / 9)) {
        let value = i64::from(a == 0) + i64::from(b == 0) - 5 * i64::from(c == 0);
        *first.entry(value).or_default() += 1;
    }
    for (value, count) in first {
        let (n, d) = fraction(&distributions[1], value).unwrap();
        assert_eq!(n * 27, count * d, "{value}");
    }
    for value in [6, 15, 24, 33] {
        assert_eq!(fraction(&distributions[2], value), Some((1, 4)), "{value}");
    }
    // A simulation asks equally often: five times, once for each index.
    let stream = Stream {
        seed: 1,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let (lines, _) = replay(&rule, stream, 0, &Watch::default(), |ask| {
        rule.trace_trial(ask)
    })
    .unwrap();
    assert_eq!(lines.len(), 5, "{lines:?}");
}
