//! Tests of the aim: offensive and defensive rolls, armour, areas, open rolls, advantage.

use super::*;
use oddsmith_testing::{assert_close, assert_conforms};

/// The published order is: armour reduces the Offensive Roll first, and then the target makes its
/// resistance check.
#[test]
fn absorption_and_av_apply_before_units_of_damage() {
    let power = "difficulty = 8\n[aim]\noffence = 6\ndefence = 6\nav = 3";
    assert_eq!(
        metric_value(power, &[10, 7], "hits"),
        0,
        "16 - 13 - 3 leaves no Unit of Damage"
    );
    assert_eq!(
        metric_value(power, &[11, 7, 9], "hits"),
        1,
        "and one counts as much as ten"
    );
    let (mut hit, mut fails) = (0.0, 0.0);
    for (attack, p) in brute_force_sums() {
        hit += brute_force_sums()
            .iter()
            .filter(|(sum, _)| attack - **sum - 3 >= 1)
            .map(|(_, q)| p * q)
            .sum::<f64>();
    }
    for (sum, p) in brute_force_sums() {
        fails += if sum < 8 { p } else { 0.0 };
    }
    let odds = exact_odds(power);
    assert_close(odds.probability("hits", 0, 1), hit, "hit");
    assert_close(
        odds.probability("rounds_afflicted", 0, 1),
        hit * fails,
        "afflicted",
    );
    assert!(
        (hit - 0.1590).abs() < 5e-5 && (hit * fails - 0.0927).abs() < 5e-5,
        "{hit}, {}",
        hit * fails
    );
    assert_close(odds.absence("first_degree", 0), 1.0 - hit, "no check");
    let two_targets = "[aim]\noffence = 6\ndefence = 6\nav = 1\nabsorption = 2\n[[targets]]\nname = \"a\"\n\
               [[targets]]\nname = \"b\"\nav = 0\nabsorption = 0";
    assert_eq!(
        metric_value(two_targets, &[10, 7, 7, 9], "hits"),
        1,
        "b has none of it"
    );
    assert_eq!(
        metric_value(two_targets, &[10, 7, 7, 9], "a.rounds_afflicted"),
        0
    );
}

#[test]
fn the_offence_must_exceed_the_defence() {
    let power = "[aim]\noffence = 2\ndefence = 3";
    assert_eq!(metric_value(power, &[8, 7], "hits"), 0, "10 against 10");
    assert_eq!(metric_value(power, &[9, 7, 8], "hits"), 1);
    assert_eq!(
        metric_value_if_shown(power, &[8, 7], "first_degree"),
        None,
        "a target that is missed makes no check"
    );
    assert_eq!(metric_value(power, &[8, 7], "checks"), 0);
    assert_eq!(metric_value(power, &[9, 7, 7], "rounds_afflicted"), 1);
}

#[test]
fn area_attacks_roll_once_for_all_targets() {
    let area = "targets = 3\n[aim]";
    assert_eq!(metric_value(area, &[7, 6, 8, 7, 2, 8], "hits"), 2);
    let each = "targets = 2\n[aim]\narea = false";
    assert_eq!(metric_value(each, &[7, 6, 8, 3, 4], "hits"), 1);
}

/// The test enumerates every roll of the aim. The rest of the Offensive Roll is the Units of
/// Damage, each of which costs the Base Damage.
#[test]
fn units_of_damage_and_damage_agree_with_brute_force() {
    let power =
        "difficulty = 9\n[aim]\noffence = 7\ndefence = 6\nav = 1\nabsorption = 1\nbase_damage = 5";
    let mut distribution = BTreeMap::new();
    for (attack, p) in brute_force_sums() {
        for (defence, q) in brute_force_sums() {
            *distribution
                .entry((attack + 7 - defence - 6 - 2).max(0))
                .or_insert(0.0) += p * q;
        }
    }
    let odds = exact_odds(power);
    assert_close(odds.absence("units", 0), distribution[&0], "nothing hits");
    for (&units, &p) in &distribution {
        assert_close(
            odds.probability("damage", 0, 5 * units),
            p,
            &format!("{units} units cost {}", 5 * units),
        );
        if units > 0 {
            assert_close(
                odds.probability("units", 0, units),
                p,
                &format!("{units} units"),
            );
        }
    }
    // The Effect powers in the text deal no damage.
    let names = |toml: &str| {
        exact_odds(toml)
            .distributions_by_metric()
            .into_keys()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    assert!(
        !names("[aim]").contains(&"damage".to_owned()) && !names("").contains(&"units".to_owned())
    );
}

#[test]
fn units_and_damage_are_counted_per_target() {
    let area = "[aim]\noffence = 2\nbase_damage = 3\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\nav = 4\n\
                [[targets]]\nname = \"c\"\ndefence = 9";
    // The roll of 11 is compared with 7 and 3, and with 6 and 9. There are four Units, then four
    // (11 - 3 - 4), and then none.
    let trial = scripted_trial(&rule(area), &faces_with_sums(&[9, 7, 8, 3, 8, 6]));
    let value_of = |metric: &str| trial.get(&(metric.to_owned(), 0)).copied();
    assert_eq!(
        [
            value_of("a.units"),
            value_of("b.units"),
            value_of("c.units")
        ],
        [Some(4), Some(4), None]
    );
    assert_eq!(
        [
            value_of("a.damage"),
            value_of("b.damage"),
            value_of("c.damage")
        ],
        [Some(12), Some(12), Some(0)]
    );
    assert_eq!(
        (value_of("units"), value_of("damage"), value_of("hits")),
        (Some(4), Some(12), Some(2))
    );
    // A target that the power cannot affect takes no damage.
    let small = "presence_limit = 4\n[aim]\noffence = 9\nbase_damage = 2\n[[targets]]\nname = \"a\"\npresence = 3\n\
                 [[targets]]\nname = \"b\"\npresence = 3";
    let trial = self::scripted_trial(&rule(small), &faces_with_sums(&[9, 7, 8, 7]));
    assert_eq!(
        (
            trial[&("hits".to_owned(), 0)],
            trial[&("b.damage".to_owned(), 0)]
        ),
        (2, 0)
    );
    assert_conforms(&rule(
        "targets = 3\nrounds = 2\n[aim]\noffence = 3\nbase_damage = 2",
    ));
    assert_conforms(&rule(
        "targets = 2\nrounds = 2\n[aim]\noffence = 3\nopen_rolls = true\nbase_damage = 2",
    ));
}

#[test]
fn a_trapped_target_defends_at_minus_eight() {
    assert_eq!(
        metric_value("[aim]\ntrapped = true", &[4, 11, 8], "hits"),
        1
    );
    assert_eq!(metric_value("[aim]\ntrapped = true", &[4, 12], "hits"), 0);
    let one_trapped = "[aim]\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\ntrapped = true";
    assert_eq!(metric_value(one_trapped, &[4, 11, 11, 8], "hits"), 1);
    let freed = "[aim]\ntrapped = true\n[[targets]]\nname = \"a\"\ntrapped = false\ndefence = 2\n[[targets]]\nname = \"b\"";
    assert_eq!(metric_value(freed, &[4, 2, 11, 8], "hits"), 1);
}

#[test]
fn double_sixes_are_open_and_double_ones_count_nothing() {
    let open = "[aim]\noffence = 1\nopen_rolls = true";
    let hits = |answers: &[i64]| scripted_trial(&rule(open), answers)[&("hits".to_owned(), 0)];
    assert_eq!(
        hits(&[6, 6, 9, 6, 6, 10]),
        0,
        "12 + 6 + 3 + 1 against 12 + 6 + 4 is no more than a tie"
    );
    assert_eq!(hits(&[6, 6, 10, 6, 6, 10, 3, 4]), 1);
    assert_eq!(
        hits(&[1, 1, 1, 1, 3, 4]),
        1,
        "1 against nothing: both fumble"
    );
    assert_eq!(hits(&[1, 1, 1, 2]), 0, "1 against 3");
    assert_eq!(
        hits(&[5, 6, 6, 6]),
        0,
        "12 against 12: the defence need not be rolled on"
    );
}

#[test]
fn a_defence_without_an_aim_is_refused() {
    let fault = fault("[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\ntrapped = true");
    assert_eq!(fault.path, "targets.1.trapped");
    assert!(fault.problem.contains("nothing is aimed"), "{fault:?}");
}

#[test]
fn advantage_keeps_two_highest_and_cancels_disadvantage() {
    // Only a double six exceeds a defence of 9 and a double one.
    let twelve = |more: &str| {
        let odds = exact_odds(&format!("[aim]\ndefence = 9\n{more}"));
        36.0 * odds.probability("hits", 0, 1)
    };
    // Two sixes among n dice have the probabilities 1/36, 16/216, 171/1296.
    assert_close(twelve(""), 1.0 / 36.0, "two");
    assert_close(twelve("advantage = 1"), 2.0 / 27.0, "three");
    assert_close(twelve("advantage = 2"), 19.0 / 144.0, "four");
    assert_close(twelve("disadvantage = 1"), 1.0 / 216.0, "three sixes");
    assert_close(
        twelve("advantage = 3\ndisadvantage = 3"),
        1.0 / 36.0,
        "cancelled",
    );
    assert_close(
        twelve("advantage = 3\ndisadvantage = 4"),
        1.0 / 216.0,
        "but for one",
    );
}

#[test]
fn area_attack_hits_are_correlated_as_in_brute_force() {
    let mut bf = [0.0; 4];
    for (attack, p) in brute_force_sums() {
        let beats = |value: i64| -> f64 {
            brute_force_sums()
                .iter()
                .filter(|(sum, _)| attack + 2 > **sum + value)
                .map(|(_, q)| q)
                .sum()
        };
        let (free, trapped) = (beats(1), beats(1 - 8));
        for pattern in 0..8u32 {
            let side = |bit: u32, hit: f64| {
                if pattern >> bit & 1 == 1 {
                    hit
                } else {
                    1.0 - hit
                }
            };
            bf[pattern.count_ones() as usize] +=
                p * side(0, free) * side(1, free) * side(2, trapped);
        }
    }
    let power = "[aim]\noffence = 2\ndefence = 1\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\ntrapped = true\n[[targets]]\nname = \"c\"";
    let odds = exact_odds(power);
    for (hits, expected) in bf.into_iter().enumerate() {
        assert_close(
            odds.probability("hits", 0, hits as i64),
            expected,
            &format!("{hits} hits"),
        );
    }
    let apart = exact_odds("targets = 2\n[aim]\narea = false");
    let single = exact_odds("[aim]").probability("hits", 0, 1);
    assert_close(
        apart.probability("hits", 0, 2),
        single * single,
        "rolls of their own are independent",
    );
    assert!(exact_odds("targets = 2\n[aim]").probability("hits", 0, 2) > single * single + 0.05);
}

#[test]
fn open_rolls_agree_with_brute_force_nearly_fully_resolved() {
    // Two dice are enumerated, and a double six is followed up to its 25th six.
    let mut bf_open: BTreeMap<i64, f64> = brute_force_sums();
    let mut left = bf_open.remove(&12).unwrap();
    *bf_open.entry(0).or_default() = bf_open.remove(&2).unwrap();
    for sixes in 0..25 {
        for face in 1..=5 {
            *bf_open.entry(12 + 6 * sixes + face).or_default() += left / 6.0;
        }
        left /= 6.0;
    }
    let hit = |offence: i64| -> f64 {
        let pairs = bf_open
            .iter()
            .flat_map(|a| bf_open.iter().map(move |b| (a, b)));
        pairs
            .filter(|((a, _), (b, _))| **a + offence > **b)
            .map(|((_, p), (_, q))| p * q)
            .sum()
    };
    for offence in [-9, -1, 0, 3, 14] {
        for area in [true, false] {
            let odds = exact_odds(&format!(
                "[aim]\nopen_rolls = true\noffence = {offence}\narea = {area}"
            ));
            let unresolved = odds.full_distribution("hits", 0).unresolved;
            assert!(unresolved.abs() < 1e-12, "{unresolved}");
            assert_close(
                odds.probability("hits", 0, 1),
                hit(offence),
                &format!("offence {offence}"),
            );
        }
    }
}

#[test]
fn trapped_targets_require_an_area_attack() {
    for (toml, path) in [
        ("[aim]\narea = false\ntrapped = true", "aim.trapped"),
        (
            "[aim]\narea = false\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\ntrapped = true",
            "targets.1.trapped",
        ),
        (
            "[aim]\narea = false\ntrapped = true\n[[targets]]\nname = \"a\"",
            "aim.trapped",
        ),
    ] {
        let fault = fault(toml);
        assert_eq!(fault.path, path, "{toml}");
        assert!(
            fault.problem.contains("not an area attack") && fault.help.contains("aim.area = true"),
            "{fault:?}"
        );
    }
    rule("[aim]\narea = false\ntrapped = true\n[[targets]]\nname = \"a\"\ntrapped = false");
}
