//! `power-effect` against its published text, its reference figures and brute force.

use std::collections::BTreeMap;

use crate::rule::values::ParameterError;
use crate::rules::kaiser::effect::{PowerEffect, RULE};
use crate::testing::{Odds, assert_close, conforms, figure, reference, refused, told, values};

fn rule(toml: &str) -> PowerEffect {
    PowerEffect::new(&values(RULE.parameters, toml)).expect("sound parameters").0
}

fn exact(toml: &str) -> Odds {
    Odds::of(&rule(toml))
}

fn fault(toml: &str) -> ParameterError {
    refused(&RULE, toml)
}

/// Faces of two dice with these sums.
fn sums(sums: &[i64]) -> Vec<i64> {
    sums.iter().flat_map(|&sum| [(sum - 1).min(6), sum - (sum - 1).min(6)]).collect()
}

/// What one metric of the whole trial shows.
fn seen(toml: &str, rolls: &[i64], metric: &str) -> i64 {
    seen_if(toml, rolls, metric).unwrap_or_else(|| panic!("{metric} is absent"))
}

/// What one metric of the whole trial shows, if it does.
fn seen_if(toml: &str, rolls: &[i64], metric: &str) -> Option<i64> {
    told(&rule(toml), &sums(rolls)).get(&(metric.to_owned(), 0)).copied()
}

/// Targets afflicted at the end of each round.
fn afflicted(toml: &str, rolls: &[i64]) -> Vec<i64> {
    let told = told(&rule(toml), &sums(rolls));
    told.into_iter().filter(|((metric, _), _)| metric == "afflicted").map(|(_, value)| value).collect()
}

#[test]
fn a_check_passes_on_a_tie_and_by_one_there() {
    assert_eq!(seen("resistance = 1", &[7], "first_degree"), 1);
    assert_eq!(seen("resistance = 1", &[8], "first_degree"), 1);
    assert_eq!(seen("resistance = 1", &[9], "first_degree"), 2);
    assert_eq!(seen("resistance = 1", &[6], "first_degree"), -1);
    assert_eq!(seen("resistance = 1", &[2], "first_degree"), -5);
}

#[test]
fn bonuses_add_to_the_check() {
    let all = "resistance = 3\nskill_bonuses = [3, 7, 5]\nskill_penalties = [2, 3]\n\
               characteristic_bonuses = [1, 4]\ncharacteristic_penalties = [2, 1]\nsituation = [3, -5]\ndifficulty = 20";
    // 3 + (7 + 2 + 1) - (3 + 1) + 4 - 2 + (3 - 5) = 9.
    assert_eq!(seen(all, &[12], "first_degree"), 1);
    assert_eq!(seen(all, &[10], "first_degree"), -1);
}

/// The published order: first what the armour leaves of the Offensive Roll, then the resistance check.
#[test]
fn absorption_and_av_come_before_the_unit_of_damage() {
    let power = "difficulty = 8\n[aim]\noffence = 6\ndefence = 6\nav = 3";
    assert_eq!(seen(power, &[10, 7], "hits"), 0, "16 - 13 - 3 leaves no Unit of Damage");
    assert_eq!(seen(power, &[11, 7, 9], "hits"), 1, "and one is as good as ten");
    let (mut hit, mut fails) = (0.0, 0.0);
    for (attack, p) in bf_sums() {
        hit += bf_sums().iter().filter(|(sum, _)| attack - **sum - 3 >= 1).map(|(_, q)| p * q).sum::<f64>();
    }
    for (sum, p) in bf_sums() {
        fails += if sum < 8 { p } else { 0.0 };
    }
    let odds = exact(power);
    assert_close(odds.p("hits", 0, 1), hit, "hit");
    assert_close(odds.p("rounds_afflicted", 0, 1), hit * fails, "afflicted");
    assert!((hit - 0.1590).abs() < 5e-5 && (hit * fails - 0.0927).abs() < 5e-5, "{hit}, {}", hit * fails);
    assert_close(odds.absent("first_degree", 0), 1.0 - hit, "no check");
    let own = "[aim]\noffence = 6\ndefence = 6\nav = 1\nabsorption = 2\n[[targets]]\nname = \"a\"\n\
               [[targets]]\nname = \"b\"\nav = 0\nabsorption = 0";
    assert_eq!(seen(own, &[10, 7, 7, 9], "hits"), 1, "b has none of it");
    assert_eq!(seen(own, &[10, 7, 7, 9], "a.rounds_afflicted"), 0);
}

#[test]
fn each_target_tells_its_rounds_and_its_release() {
    let power =
        "lingers = true\nrounds = 6\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\n[[targets]]\nname = \"c\"";
    // a fails by 2 and passes in round 3; b passes at once; c fails by 6.
    let told = told(&rule(power), &sums(&[6, 9, 9, 2]));
    let of = |metric: &str| told.get(&(metric.to_owned(), 0)).copied();
    assert_eq!((of("a.rounds_afflicted"), of("a.released_on")), (Some(2), Some(2)));
    assert_eq!((of("b.rounds_afflicted"), of("b.released_on")), (Some(0), Some(0)));
    assert_eq!((of("c.rounds_afflicted"), of("c.released_on")), (Some(6), None));
    assert_eq!((of("rounds_afflicted"), of("still_afflicted")), (Some(8), Some(1)));
    let ended = "lingers = true\nrounds = 6\nsustained_rounds = 4\n[[targets]]\nname = \"a\"";
    assert_eq!(seen(ended, &[2], "a.released_on"), 4, "the power ends");
    assert_eq!(seen("rounds = 3\n[[targets]]\nname = \"a\"", &[2], "a.released_on"), 1);
    let one = exact("lingers = true\nrounds = 6\n[[targets]]\nname = \"a\"");
    let law = bf_target(8, 6, true, false);
    for free in 0..6 {
        let is_free = |flags: &[bool]| flags.iter().position(|afflicted| !afflicted) == Some(free);
        let p: f64 = law.iter().filter(|((flags, _), _)| is_free(flags)).map(|(_, p)| p).sum();
        assert_close(one.p("a.released_on", 0, free as i64), p, &format!("free after round {free}"));
    }
}

#[test]
fn a_failure_by_f_lingers_for_f_rounds_and_then_the_target_checks_again() {
    let power = "difficulty = 8\nlingers = true\nrounds = 9";
    assert_eq!(afflicted(power, &[5, 6, 8]), [1, 1, 1, 1, 1, 0, 0, 0, 0]);
    assert_eq!(seen(power, &[5, 6, 8], "rounds_afflicted"), 5);
    assert_eq!(seen(power, &[5, 6, 8], "checks"), 3);
    assert_eq!(seen(power, &[5, 6, 8], "still_afflicted"), 0);
}

#[test]
fn an_affliction_is_counted_to_the_horizon() {
    let power = "lingers = true\nrounds = 4";
    assert_eq!(afflicted(power, &[6, 2]), [1, 1, 1, 1]);
    assert_eq!(seen(power, &[6, 2], "rounds_afflicted"), 4);
    assert_eq!(seen(power, &[6, 2], "still_afflicted"), 1);
    assert_eq!(seen(power, &[5, 7], "checks"), 2, "a check in round 5 is past the horizon");
}

#[test]
fn an_effect_that_does_not_linger_afflicts_in_its_round_and_is_never_checked_again() {
    assert_eq!(afflicted("rounds = 3", &[2]), [1, 0, 0]);
    assert_eq!(seen("rounds = 3", &[2], "checks"), 1);
    assert_eq!(seen("rounds = 3", &[2], "rounds_afflicted"), 1);
    assert_eq!(seen("rounds = 1", &[2], "still_afflicted"), 1);
}

#[test]
fn a_power_that_ends_takes_its_afflictions_with_it() {
    let power = "lingers = true\nrounds = 5\nsustained_rounds = 3";
    assert_eq!(afflicted(power, &[2]), [1, 1, 1, 0, 0]);
    assert_eq!(seen(power, &[2], "rounds_afflicted"), 3);
    assert_eq!(seen(power, &[2], "still_afflicted"), 0);
    assert_eq!(seen(power, &[6, 6], "checks"), 2);
    assert_eq!(afflicted("lingers = true\nrounds = 2\nsustained_rounds = 9", &[2]), [1, 1]);
}

#[test]
fn who_resists_a_trigger_by_s_is_immune_for_s_rounds() {
    let power = "trigger = true\nrounds = 8";
    // Passes by 2 in round 1: immune in 2 and 3; fails in 4 and 5; a tie in 6: immune in 7; checks in 8.
    let rolls = [10, 7, 4, 8, 2];
    assert_eq!(afflicted(power, &rolls), [0, 0, 0, 1, 1, 0, 0, 1]);
    assert_eq!(seen(power, &rolls, "checks"), 5);
    assert_eq!(seen(power, &rolls, "rounds_afflicted"), 3);
    assert_eq!(seen(power, &rolls, "still_afflicted"), 1);
}

#[test]
fn a_trigger_that_lingers_is_met_again_after_affliction_and_after_immunity() {
    let power = "trigger = true\nlingers = true\nrounds = 7";
    // Fails by 3: afflicted 1 to 3; passes by 1 in 4: immune in 5; fails by 1 in 6; passes in 7.
    let rolls = [5, 9, 7, 12];
    assert_eq!(afflicted(power, &rolls), [1, 1, 1, 0, 0, 1, 0]);
    assert_eq!(seen(power, &rolls, "rounds_afflicted"), 4);
    assert_eq!(seen(power, &rolls, "checks"), 4);
}

#[test]
fn an_immunity_that_outlasts_the_power_ends_the_checks() {
    assert_eq!(seen("trigger = true\nrounds = 4", &[10, 8], "checks"), 2);
    assert_eq!(seen("trigger = true\nrounds = 3", &[10], "checks"), 1);
}

#[test]
fn the_willing_fail_by_choice_without_a_roll() {
    let power = "willing = true\nlingers = true\nrounds = 4";
    assert_eq!(afflicted(power, &[]), [1, 1, 1, 1]);
    assert_eq!(seen(power, &[], "first_degree"), -1);
    assert_eq!(seen(power, &[], "checks"), 4);
}

#[test]
fn the_offence_must_exceed_the_defence() {
    let power = "[aim]\noffence = 2\ndefence = 3";
    assert_eq!(seen(power, &[8, 7], "hits"), 0, "10 against 10");
    assert_eq!(seen(power, &[9, 7, 8], "hits"), 1);
    assert_eq!(seen_if(power, &[8, 7], "first_degree"), None, "a target that is missed makes no check");
    assert_eq!(seen(power, &[8, 7], "checks"), 0);
    assert_eq!(seen(power, &[9, 7, 7], "rounds_afflicted"), 1);
}

#[test]
fn an_area_attack_rolls_once_for_all_and_other_attacks_once_each() {
    let area = "targets = 3\n[aim]";
    assert_eq!(seen(area, &[7, 6, 8, 7, 2, 8], "hits"), 2);
    let each = "targets = 2\n[aim]\narea = false";
    assert_eq!(seen(each, &[7, 6, 8, 3, 4], "hits"), 1);
}

#[test]
fn a_trapped_target_defends_at_minus_eight() {
    assert_eq!(seen("[aim]\ntrapped = true", &[4, 11, 8], "hits"), 1);
    assert_eq!(seen("[aim]\ntrapped = true", &[4, 12], "hits"), 0);
    let one = "[aim]\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\ntrapped = true";
    assert_eq!(seen(one, &[4, 11, 11, 8], "hits"), 1);
    let freed =
        "[aim]\ntrapped = true\n[[targets]]\nname = \"a\"\ntrapped = false\ndefence = 2\n[[targets]]\nname = \"b\"";
    assert_eq!(seen(freed, &[4, 2, 11, 8], "hits"), 1);
}

#[test]
fn a_double_six_is_open_and_a_double_one_counts_nothing() {
    let open = "[aim]\noffence = 1\nopen_rolls = true";
    let hits = |answers: &[i64]| told(&rule(open), answers)[&("hits".to_owned(), 0)];
    assert_eq!(hits(&[6, 6, 9, 6, 6, 10]), 0, "12 + 6 + 3 + 1 against 12 + 6 + 4 is no more than a tie");
    assert_eq!(hits(&[6, 6, 10, 6, 6, 10, 3, 4]), 1);
    assert_eq!(hits(&[1, 1, 1, 1, 3, 4]), 1, "1 against nothing: both fumble");
    assert_eq!(hits(&[1, 1, 1, 2]), 0, "1 against 3");
    assert_eq!(hits(&[5, 6, 6, 6]), 0, "12 against 12: the defence need not be rolled on");
}

#[test]
fn only_so_much_presence_is_affected_the_least_present_first() {
    let three = "presence_limit = 10\nrounds = 1\n[[targets]]\nname = \"a\"\npresence = 6\n[[targets]]\nname = \"b\"\npresence = 5\n\
                 [[targets]]\nname = \"c\"\npresence = 4";
    assert_eq!((seen(three, &[2, 2], "hits"), seen(three, &[2, 2], "affected")), (3, 2));
    assert_eq!(seen_if(three, &[2, 2], "first_degree"), None, "the first target is left out");
    assert_eq!(afflicted(three, &[2, 2]), [2]);
    assert_eq!(seen("presence = 3\npresence_limit = 10\ntargets = 5", &[8, 8, 8], "affected"), 3);
    assert_eq!(seen("presence = 0\npresence_limit = 0\ntargets = 5", &[8; 5], "affected"), 5);
    assert_eq!(seen("presence = 5\npresence_limit = 4", &[], "affected"), 0);
    assert_eq!(afflicted("presence = 5\npresence_limit = 4\nrounds = 2", &[]), [0, 0]);
}

#[test]
fn the_published_example_of_presence_is_kept() {
    for presences in [&[3, 3, 3][..], &[5, 5], &[6, 4]] {
        let entry = |(i, presence): (usize, &i32)| format!("[[targets]]\nname = \"{i}\"\npresence = {presence}\n");
        let entries: String = presences.iter().enumerate().map(entry).collect();
        let power = format!("presence_limit = 10\n{entries}");
        assert_eq!(seen(&power, &vec![8; presences.len()], "affected"), presences.len() as i64);
    }
}

#[test]
fn a_target_takes_what_it_leaves_out_from_the_top_level() {
    let power = "resistance = 6\nlingers = true\nrounds = 1\n[[targets]]\nname = \"a\"\n\
                 [[targets]]\nname = \"b\"\nresistance = 0";
    assert_eq!(afflicted(power, &[2, 7]), [1]);
    assert_eq!(afflicted(power, &[2, 8]), [0]);
}

#[test]
fn a_defence_without_an_aim_is_refused() {
    let fault = fault("[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\ntrapped = true");
    assert_eq!(fault.path, "targets.1.trapped");
    assert!(fault.problem.contains("nothing is aimed"), "{fault:?}");
}

#[test]
fn degrees_agree_with_the_reference() {
    let reference = reference("kaiser-powers.json");
    let cases = reference["resistance"].as_object().unwrap();
    assert_eq!(cases.len(), 3);
    for (name, case) in cases {
        let offset = &case["resistance_minus_difficulty"];
        let odds = exact(&format!("difficulty = 0\nresistance = {offset}"));
        let law = odds.law("first_degree", 0);
        let pass = law.probability(|degree| degree > 0);
        assert_close(pass.value(), figure(&case["p_pass"]), name);
        assert_close(law.probability(|degree| degree < 0).value(), figure(&case["p_fail"]), name);
        for (degree, expected) in case["degree_of_success_tie_counts_1"].as_object().unwrap() {
            assert_close(law.mass(degree.parse().unwrap()).value(), figure(expected), name);
        }
        for (degree, expected) in case["degree_of_failure"].as_object().unwrap() {
            assert_close(law.mass(-degree.parse::<i64>().unwrap()).value(), figure(expected), name);
        }
        for (margin, expected) in case["margin"].as_object().unwrap() {
            let margin: i64 = margin.parse().unwrap();
            // A tie and a margin of 1 are one degree.
            if !(0..=1).contains(&margin) {
                assert_close(law.mass(margin).value(), figure(expected), name);
            }
        }
        let mean = |passes: bool| {
            let degrees = law.masses().iter().filter(|(degree, _)| (*degree > 0) == passes);
            let of = if passes { pass.value() } else { 1.0 - pass.value() };
            degrees.map(|(degree, mass)| degree.abs() as f64 * mass.value()).sum::<f64>() / of
        };
        assert_close(mean(true), figure(&case["mean_degree_of_success_given_pass"]), name);
        assert_close(mean(false), figure(&case["mean_degree_of_failure_given_fail"]), name);
    }
}

#[test]
fn rounds_afflicted_agree_with_the_reference_to_their_horizon() {
    let reference = reference("kaiser-powers.json");
    let cases = reference["repeat_until_passed"].as_object().unwrap();
    assert_eq!(cases.len(), 2);
    for (name, case) in cases {
        let power = format!("difficulty = {}\nlingers = true\nrounds = 60", case["needed_2d6"]);
        let odds = exact(&power);
        let law = odds.law("rounds_afflicted", 0);
        // What lasts longer than the 60 rounds is counted to the 60th.
        let mut table = case["rounds_afflicted"].clone();
        let longer = figure(&table["60"]) + figure(&case["p_more_than_60_rounds"]);
        table.as_object_mut().unwrap().remove("60");
        assert_close(law.mass(60).value(), longer, name);
        for (rounds, expected) in table.as_object().unwrap() {
            assert_close(law.mass(rounds.parse().unwrap()).value(), figure(expected), name);
        }
        for (share, expected) in [(0.5, "p50"), (0.9, "p90"), (0.95, "p95"), (0.99, "p99")] {
            let quantile = case["quantiles"][expected].as_i64().unwrap_or(60);
            assert_eq!(law.quantile(share), Some(quantile), "{name}, {expected}");
        }
        assert_close(exact(&power).p("still_afflicted", 0, 1), longer, name);
        let pass = figure(&case["p_pass_each_check"]);
        assert_close(exact(&power).law("first_degree", 0).probability(|d| d > 0).value(), pass, name);
    }
}

#[test]
fn a_long_horizon_has_the_means_of_the_reference() {
    let case = &reference("kaiser-powers.json")["repeat_until_passed"]["need7"];
    let power = "difficulty = 7\nlingers = true\nrounds = 200";
    let rounds = exact(power);
    assert_close(rounds.law("rounds_afflicted", 0).mean(), figure(&case["mean_rounds_untruncated"]), "rounds");
    let variance = rounds.law("rounds_afflicted", 0).sd().powi(2);
    assert_close(variance, figure(&case["variance_rounds_untruncated"]), "variance");
    let checks = exact(power).law("checks", 0).mean();
    assert_close(checks, figure(&case["mean_number_of_checks_untruncated"]), "checks");
}

#[test]
fn advantage_of_the_offence_keeps_the_two_highest_and_cancels_disadvantage() {
    // Only a double six exceeds a defence of 9 and a double one.
    let twelve = |more: &str| {
        let odds = exact(&format!("[aim]\ndefence = 9\n{more}"));
        36.0 * odds.p("hits", 0, 1)
    };
    // Two sixes among n dice: 1/36, 16/216, 171/1296.
    assert_close(twelve(""), 1.0 / 36.0, "two");
    assert_close(twelve("advantage = 1"), 2.0 / 27.0, "three");
    assert_close(twelve("advantage = 2"), 19.0 / 144.0, "four");
    assert_close(twelve("disadvantage = 1"), 1.0 / 216.0, "three sixes");
    assert_close(twelve("advantage = 3\ndisadvantage = 3"), 1.0 / 36.0, "cancelled");
    assert_close(twelve("advantage = 3\ndisadvantage = 4"), 1.0 / 216.0, "but for one");
}

/// The chance of each sum of two dice.
fn bf_sums() -> BTreeMap<i64, f64> {
    let mut sums = BTreeMap::new();
    for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        *sums.entry(a + b).or_insert(0.0) += 1.0 / 36.0;
    }
    sums
}

/// The law of (rounds afflicted as a list of flags, checks) of one target, by every roll of every check.
fn bf_target(difficulty: i64, rounds: usize, lingers: bool, trigger: bool) -> BTreeMap<(Vec<bool>, i64), f64> {
    let mut law = BTreeMap::new();
    let mut open = vec![(1usize, vec![false; rounds], 0i64, 1.0)];
    while let Some((round, flags, checks, p)) = open.pop() {
        if round > rounds {
            *law.entry((flags, checks)).or_insert(0.0) += p;
            continue;
        }
        for (sum, share) in bf_sums() {
            let mut flags = flags.clone();
            let next = if sum < difficulty {
                let span = if lingers { (difficulty - sum) as usize } else { 1 };
                (round..round + span).filter(|&r| r <= rounds).for_each(|r| flags[r - 1] = true);
                if lingers || trigger { round + span } else { rounds + 1 }
            } else if trigger {
                round + (sum - difficulty).max(1) as usize + 1
            } else {
                rounds + 1
            };
            open.push((next, flags, checks + 1, p * share));
        }
    }
    law
}

#[test]
fn two_targets_over_rounds_agree_with_brute_force() {
    for (lingers, trigger) in [(true, false), (false, true), (true, true), (false, false)] {
        let rounds = 5;
        let (first, second) = (bf_target(8, rounds, lingers, trigger), bf_target(10, rounds, lingers, trigger));
        let mut bf: BTreeMap<(&str, u32, i64), f64> = BTreeMap::new();
        for ((a, a_checks), p) in &first {
            for ((b, b_checks), q) in &second {
                let mut see = |metric, step, value| *bf.entry((metric, step, value)).or_insert(0.0) += p * q;
                let at = |r: usize| i64::from(a[r]) + i64::from(b[r]);
                (0..rounds).for_each(|r| see("afflicted", r as u32 + 1, at(r)));
                see("rounds_afflicted", 0, (0..rounds).map(at).sum());
                see("checks", 0, a_checks + b_checks);
                see("still_afflicted", 0, i64::from(at(rounds - 1) > 0));
            }
        }
        let power = format!(
            "rounds = {rounds}\nlingers = {lingers}\ntrigger = {trigger}\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\nresistance = -2"
        );
        for metric in ["afflicted", "rounds_afflicted", "checks", "still_afflicted"] {
            let odds = exact(&power);
            for (&(_, step, value), &expected) in bf.iter().filter(|((name, ..), _)| *name == metric) {
                assert_close(odds.p(metric, step, value), expected, &format!("{metric} {value} at {step}: {power}"));
            }
        }
    }
}

#[test]
fn targets_alike_are_as_targets_that_are_told_apart() {
    let alike = "targets = 3\nlingers = true\nrounds = 6\npresence_limit = 2\n[aim]\noffence = 1\ntrapped = true";
    // Names tell nothing apart, nor where a defence comes from.
    let named = "lingers = true\nrounds = 6\npresence_limit = 2\n[aim]\noffence = 1\n[[targets]]\nname = \"a\"\ntrapped = true\n\
                 [[targets]]\nname = \"b\"\ndefence = -8\n[[targets]]\nname = \"c\"\ndefence = -9\nav = 1";
    for (metric, steps) in [("hits", 0..=0), ("affected", 0..=0), ("first_degree", 0..=0), ("afflicted", 1..=6)] {
        let (a, b) = (exact(alike), exact(named));
        for step in steps {
            assert_eq!(a.law(metric, step), b.law(metric, step), "{metric} {step}");
        }
    }
    // The sum over the targets has the mean of the sum of the rounds.
    let afflicted = exact(alike);
    let mean: f64 = (1..=6).map(|round| afflicted.law("afflicted", round).mean()).sum();
    assert_close(mean, exact(alike).law("rounds_afflicted", 0).mean(), "mean");
}

#[test]
fn hits_of_an_area_attack_agree_with_brute_force_and_hang_together() {
    let mut bf = [0.0; 4];
    for (attack, p) in bf_sums() {
        let beats = |value: i64| -> f64 {
            bf_sums().iter().filter(|(sum, _)| attack + 2 > **sum + value).map(|(_, q)| q).sum()
        };
        let (free, trapped) = (beats(1), beats(1 - 8));
        for pattern in 0..8u32 {
            let side = |bit: u32, hit: f64| if pattern >> bit & 1 == 1 { hit } else { 1.0 - hit };
            bf[pattern.count_ones() as usize] += p * side(0, free) * side(1, free) * side(2, trapped);
        }
    }
    let power = "[aim]\noffence = 2\ndefence = 1\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\ntrapped = true\n[[targets]]\nname = \"c\"";
    let odds = exact(power);
    for (hits, expected) in bf.into_iter().enumerate() {
        assert_close(odds.p("hits", 0, hits as i64), expected, &format!("{hits} hits"));
    }
    let apart = exact("targets = 2\n[aim]\narea = false");
    let single = exact("[aim]").p("hits", 0, 1);
    assert_close(apart.p("hits", 0, 2), single * single, "rolls of their own are independent");
    assert!(exact("targets = 2\n[aim]").p("hits", 0, 2) > single * single + 0.05);
}

#[test]
fn open_rolls_agree_with_brute_force_and_leave_next_to_nothing_unresolved() {
    // Two dice with a double six followed to its 25th six.
    let mut bf_open: BTreeMap<i64, f64> = bf_sums();
    let mut left = bf_open.remove(&12).unwrap();
    *bf_open.entry(0).or_default() = bf_open.remove(&2).unwrap();
    for sixes in 0..25 {
        for face in 1..=5 {
            *bf_open.entry(12 + 6 * sixes + face).or_default() += left / 6.0;
        }
        left /= 6.0;
    }
    let hit = |offence: i64| -> f64 {
        let pairs = bf_open.iter().flat_map(|a| bf_open.iter().map(move |b| (a, b)));
        pairs.filter(|((a, _), (b, _))| **a + offence > **b).map(|((_, p), (_, q))| p * q).sum()
    };
    for offence in [-9, -1, 0, 3, 14] {
        for area in [true, false] {
            let odds = exact(&format!("[aim]\nopen_rolls = true\noffence = {offence}\narea = {area}"));
            let unresolved = odds.whole_law("hits", 0).unresolved;
            assert!(unresolved.abs() < 1e-12, "{unresolved}");
            assert_close(odds.p("hits", 0, 1), hit(offence), &format!("offence {offence}"));
        }
    }
}

#[test]
fn it_keeps_the_laws() {
    for toml in [
        "",
        "lingers = true\nresistance = 4\ndifficulty = 12",
        "trigger = true\nrounds = 12\ntargets = 2\nresistance = 1",
        "trigger = true\nlingers = true\nrounds = 9\nsustained_rounds = 7\n[aim]\nopen_rolls = true\noffence = 3",
        "lingers = true\nrounds = 8\npresence_limit = 9\n[aim]\narea = false\nadvantage = 1\nav = 1\n[[targets]]\nname = \"a\"\n\
         presence = 5\n[[targets]]\nname = \"b\"\npresence = 4\nwilling = true\n[[targets]]\nname = \"c\"\npresence = 3\ntrapped = true",
    ] {
        conforms(&rule(toml));
    }
}

/// Twelve targets that are told apart under one open offensive roll.
#[test]
fn an_area_aim_with_open_rolls_at_twelve_named_targets_is_exact() {
    let targets: String = (0..12).map(|i| format!("[[targets]]\nname = \"e{i}\"\nresistance = {i}\n")).collect();
    let start = std::time::Instant::now();
    let odds = exact(&format!("rounds = 6\n[aim]\noffence = 5\nopen_rolls = true\n{targets}"));
    eprintln!("twelve targets: {:?}", start.elapsed());
    let single = exact("[aim]\noffence = 5\nopen_rolls = true").p("hits", 0, 1);
    assert!((odds.law("hits", 0).mean() - 12.0 * single).abs() < 1e-11);
    let fails = |difficulty: i64| bf_sums().iter().filter(|(sum, _)| **sum < difficulty).map(|(_, p)| p).sum::<f64>();
    let mean: f64 = (0..12).map(|i| single * fails(8 - i)).sum();
    assert!((odds.law("rounds_afflicted", 0).mean() - mean).abs() < 1e-11);
}
