//! Tests of `power-collision` with its published text, reference figures and brute force.

use std::collections::BTreeMap;

use crate::kaiser::collision::{PowerCollision, RULE};
use oddsmith_model::rule::values::ParameterError;
use oddsmith_testing::{
    Odds, assert_close, assert_conforms, assert_distribution, build_error, figure, reference,
    scripted_trial, values,
};

const NO_COLLISION: i64 = 0;
const CANCEL: i64 = 1;
const OURS_HALVED: i64 = 2;
const OURS_WHOLE: i64 = 3;
const THEIRS_HALVED: i64 = 4;
const THEIRS_WHOLE: i64 = 5;

fn rule(toml: &str) -> PowerCollision {
    PowerCollision::new(&values(RULE.parameters, toml)).expect("sound parameters")
}

fn fault(toml: &str) -> ParameterError {
    build_error(&RULE, toml)
}

/// Returns the difference (if the powers collide), the result, our damage and theirs, for rolls of
/// two dice with these sums.
fn outcome(toml: &str, sums: &[i64]) -> (Option<i64>, i64, i64, i64) {
    let trial = scripted_trial(&rule(toml), sums);
    let [result, ours, theirs] =
        ["result", "our_damage", "their_damage"].map(|metric| trial[&(metric.into(), 0)]);
    (
        trial.get(&("difference".into(), 0)).copied(),
        result,
        ours,
        theirs,
    )
}

/// Returns the same for powers that collide.
fn collision_outcome(toml: &str, sums: &[i64]) -> (i64, i64, i64, i64) {
    let (difference, result, ours, theirs) = outcome(toml, sums);
    (difference.expect("a collision"), result, ours, theirs)
}

#[test]
fn differences_up_to_five_cancel_both_powers() {
    assert_eq!(collision_outcome("", &[7, 2]), (5, CANCEL, 0, 0));
    assert_eq!(collision_outcome("", &[2, 7]), (-5, CANCEL, 0, 0));
    assert_eq!(collision_outcome("", &[7, 7]), (0, CANCEL, 0, 0));
}

#[test]
fn differences_of_six_to_ten_halve_the_winner() {
    assert_eq!(
        collision_outcome("ours = 15\ntheirs = 15", &[8, 2]),
        (6, OURS_HALVED, 7, 0)
    );
    assert_eq!(
        collision_outcome("ours = 15\ntheirs = 15", &[2, 12]),
        (-10, THEIRS_HALVED, 0, 7)
    );
}

#[test]
fn differences_from_eleven_pass_the_winner_whole() {
    assert_eq!(
        collision_outcome("ours = 15\ntheirs = 14", &[12, 2]),
        (11, OURS_WHOLE, 15, 0)
    );
    assert_eq!(
        collision_outcome("ours = 10\ntheirs = 30", &[7, 7]),
        (-20, THEIRS_WHOLE, 0, 30)
    );
}

#[test]
fn combined_powers_count_fully_then_half_then_a_third() {
    assert_eq!(
        collision_outcome("ours = [7, 20, 11]\ntheirs = [10]", &[7, 7]),
        (17, OURS_WHOLE, 27, 0)
    );
    assert_eq!(
        collision_outcome("ours = 10\ntheirs = [1, 1, 1]", &[7, 7]).0,
        9
    );
}

#[test]
fn six_behind_in_initiative_is_too_late() {
    assert_eq!(
        outcome("initiative = -6\ntheirs = 13", &[]),
        (None, NO_COLLISION, 0, 13)
    );
    assert_eq!(collision_outcome("initiative = -5", &[7, 7]).1, CANCEL);
}

#[test]
fn the_offensive_roll_must_come_within_five() {
    let aimed = "our_offence = 2\ntheir_offence = 4\ntheirs = 13\nours = 13";
    // Their roll is first: 7 + 4 = 11 requires 6 from ours.
    assert_eq!(outcome(aimed, &[7, 3]), (None, NO_COLLISION, 0, 13));
    assert_eq!(
        collision_outcome(aimed, &[7, 4, 12, 2]),
        (10, OURS_HALVED, 6, 0)
    );
}

#[test]
fn bonuses_add_to_our_offensive_roll() {
    let aimed = "our_offence = 0\ntheir_offence = 4\nskill_bonuses = [2, 4]\nsituation = [-1]";
    assert_eq!(
        collision_outcome(aimed, &[7, 2, 7, 7]).1,
        CANCEL,
        "2 + 0 + 5 - 1 against 11"
    );
    assert_eq!(outcome(&aimed.replace("-1", "-2"), &[7, 2]).1, NO_COLLISION);
}

#[test]
fn open_rolls_continue_and_fumbles_count_nothing() {
    let open = "our_offence = 0\ntheir_offence = 0\nopen_rolls = true";
    let result = |answers: &[i64]| scripted_trial(&rule(open), answers)[&("result".into(), 0)];
    assert_eq!(result(&[12, 8, 9]), NO_COLLISION, "20 against 9");
    assert_eq!(result(&[12, 8, 12, 3, 7, 7]), CANCEL, "20 against 15");
    assert_eq!(result(&[2, 2, 7, 7]), CANCEL, "nothing against nothing");
    assert_eq!(result(&[6, 2]), NO_COLLISION, "6 against nothing");
}

#[test]
fn designer_bands_replace_the_published_ones() {
    let bands = "bands = [{ up_to = 0, effect = \"whole\" }, { up_to = 2, effect = \"halved\" }, { effect = \"cancel\" }]\n";
    let result_of = |sum: i64| collision_outcome(bands, &[sum, 5]).1;
    assert_eq!(
        [5, 6, 7, 8].map(result_of),
        [CANCEL, OURS_HALVED, OURS_HALVED, CANCEL],
        "nobody wins a tie"
    );
    assert_eq!(
        collision_outcome("bands = [{ effect = \"whole\" }]", &[3, 4]).1,
        THEIRS_WHOLE
    );
}

#[test]
fn bands_that_leave_a_gap_are_refused() {
    let gap =
        fault("bands = [{ up_to = 5, effect = \"cancel\" }, { up_to = 10, effect = \"halved\" }]");
    assert_eq!(
        (gap.path.as_str(), gap.problem.contains("gap")),
        ("bands.1.up_to", true),
        "{gap:?}"
    );
    let endless = fault("bands = [{ effect = \"cancel\" }, { effect = \"halved\" }]");
    assert_eq!(
        (endless.path.as_str(), endless.problem.contains("no end")),
        ("bands.0", true),
        "{endless:?}"
    );
    assert_eq!(fault("bands = []").path, "bands");
}

#[test]
fn band_limits_that_do_not_rise_are_refused() {
    for up_to in [5, 4] {
        let fault = fault(&format!(
            "bands = [{{ up_to = 5, effect = \"cancel\" }}, {{ up_to = {up_to}, effect = \"halved\" }}, {{ effect = \"whole\" }}]"
        ));
        assert_eq!(
            (
                fault.path.as_str(),
                fault.help.contains("small differences")
            ),
            ("bands.1.up_to", true),
            "{fault:?}"
        );
    }
}

#[test]
fn a_band_without_an_effect_is_refused() {
    assert_eq!(
        fault("bands = [{ up_to = 5, effect = \"cancel\" }, {}]").path,
        "bands.1"
    );
    assert_eq!(
        fault("bands = [{ up_to = 5 }, { effect = \"cancel\" }]").path,
        "bands.0"
    );
}

#[test]
fn one_skill_without_the_other_is_refused() {
    assert_eq!(fault("our_offence = 3").path, "our_offence");
    let other = fault("their_offence = 3");
    assert!(
        other.path == "their_offence" && other.help.contains("our_offence"),
        "{other:?}"
    );
}

#[test]
fn settings_of_missing_offensive_rolls_are_refused() {
    for (key, toml) in [
        ("situation", "[2]"),
        ("our_advantage", "1"),
        ("their_disadvantage", "2"),
        ("open_rolls", "true"),
    ] {
        let fault = fault(&format!("{key} = {toml}"));
        assert!(
            fault.path == key && fault.help.contains("our_offence"),
            "{fault:?}"
        );
    }
}

#[test]
fn a_side_without_a_power_is_refused() {
    assert_eq!(fault("theirs = []").path, "theirs");
}

#[test]
fn collisions_agree_with_the_reference() {
    let reference = reference("kaiser-powers.json");
    let cases = reference["collision"].as_object().unwrap();
    assert_eq!(cases.len(), 3);
    for (name, case) in cases {
        let ours = 10 + case["base_damage_a_minus_b"].as_i64().unwrap();
        let odds = Odds::of(&rule(&format!("ours = {ours}\ntheirs = 10")));
        assert_distribution(
            odds.distribution("difference", 0),
            &case["difference_a_minus_b"],
            name,
        );
        let results = [
            (NO_COLLISION, None),
            (CANCEL, Some("cancel")),
            (OURS_HALVED, Some("a_passes_half_damage")),
            (OURS_WHOLE, Some("a_passes_whole")),
            (THEIRS_HALVED, Some("b_passes_half_damage")),
            (THEIRS_WHOLE, Some("b_passes_whole")),
        ];
        for (result, key) in results {
            let expected = key.map_or(0.0, |key| figure(&case[key]));
            assert_close(
                odds.probability("result", 0, result),
                expected,
                &format!("{name}, result {result}"),
            );
        }
        assert_close(
            odds.probability("our_damage", 0, ours),
            figure(&case["a_passes_whole"]),
            name,
        );
    }
}

fn faces(n: u32) -> impl Iterator<Item = Vec<i64>> {
    (0..6u32.pow(n)).map(move |i| (0..n).map(|d| i64::from(i / 6u32.pow(d) % 6 + 1)).collect())
}

/// The test enumerates all faces of a collision with offensive rolls and advantage, which applies
/// only to these rolls.
#[test]
fn aimed_collisions_agree_with_brute_force() {
    let ours = |mut faces: Vec<i64>| {
        faces.sort_unstable();
        faces[1] + faces[2]
    };
    let sum = |faces: Vec<i64>| faces.iter().sum::<i64>();
    let mut bf_met = 0.0;
    for our in faces(3).map(ours) {
        for their in faces(2).map(sum) {
            bf_met += if our + 1 + 5 >= their + 6 {
                1.0 / 6f64.powi(5)
            } else {
                0.0
            };
        }
    }
    let mut bf_difference: BTreeMap<i64, f64> = BTreeMap::new();
    for four in faces(4) {
        let difference = four[0] + four[1] + 14 - four[2] - four[3] - 8;
        *bf_difference.entry(difference).or_insert(0.0) += 1.0 / 6f64.powi(4);
    }
    let bf_whole: f64 = bf_difference.range(11..).map(|(_, p)| p).sum();
    let odds = Odds::of(&rule(
        "ours = 14\ntheirs = 8\nour_offence = 1\ntheir_offence = 6\nour_advantage = 1",
    ));
    assert_close(
        1.0 - odds.probability("result", 0, NO_COLLISION),
        bf_met,
        "met",
    );
    assert_close(
        odds.probability("our_damage", 0, 14),
        bf_met * bf_whole,
        "whole",
    );
    assert_close(
        odds.probability("their_damage", 0, 8),
        1.0 - bf_met,
        "not stopped",
    );
    assert_close(
        odds.absence("difference", 0),
        1.0 - bf_met,
        "no difference without a collision",
    );
    for (difference, expected) in bf_difference {
        assert_close(
            odds.probability("difference", 0, difference),
            bf_met * expected,
            &format!("difference {difference}"),
        );
    }
}

/// # Formula
/// An open roll after a double six adds at least 6 k + j (with j from 1 to 6) with probability 6^-k
/// (7 - j) / 6.
#[test]
fn open_rolls_after_double_six_have_a_closed_form() {
    // Their roll is the dice plus 8, and ours needs at least 5 less. The dice of a fumble count 0.
    let odds = Odds::of(&rule(
        "our_offence = 0\ntheir_offence = 8\nopen_rolls = true",
    ));
    let plain = |sum: i64| (6 - (sum - 7).abs()) as f64 / 36.0;
    let reaches = |least: i64| {
        let probability = |sum: i64| match sum {
            2 => f64::from(u8::from(0 >= least)),
            12 if least > 12 => {
                let (k, j) = ((least - 13) / 6, (least - 13) % 6 + 1);
                6f64.powi(-k as i32) * (7 - j) as f64 / 6.0
            }
            12 => 1.0,
            sum => f64::from(u8::from(sum >= least)),
        };
        (2..=12)
            .map(|sum| plain(sum) * probability(sum))
            .sum::<f64>()
    };
    let mut met = 0.0;
    for sum in 3..=11 {
        met += plain(sum) * reaches(sum + 8 - 5);
    }
    met += plain(2) * reaches(8 - 5);
    for sixes in 0..60 {
        for face in 1..=5 {
            met += 6f64.powi(-sixes - 1) / 36.0 * reaches(12 + 6 * i64::from(sixes) + face + 8 - 5);
        }
    }
    assert_close(
        1.0 - odds.probability("result", 0, NO_COLLISION),
        met,
        "met",
    );
}

#[test]
fn rule_conforms() {
    assert_conforms(&rule(""));
    assert_conforms(&rule(
        "ours = [14, 9]\nour_offence = 1\ntheir_offence = 3\nopen_rolls = true\ntheir_disadvantage = 2",
    ));
    assert_conforms(&rule("initiative = -6"));
}
