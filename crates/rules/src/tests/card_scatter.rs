//! Tests of `card-activation`: the landing point of an effect that missed, compared with closed
//! forms and an enumeration of squares.

use std::collections::BTreeMap;

use crate::card_activation::{CardActivation, RULE};
use oddsmith_model::rule::values::ParameterError;
use oddsmith_testing::{Odds, assert_close, assert_conforms, build_error, scripted_trial, values};

const NOT_TRIED: i64 = 0;
const SCATTERED: i64 = 2;

fn rule(toml: &str) -> CardActivation {
    CardActivation::new(&values(RULE.parameters, toml)).expect("sound parameters")
}

fn fault(toml: &str) -> ParameterError {
    build_error(&RULE, toml)
}

fn play(toml: &str, answers: &[i64]) -> BTreeMap<(String, u32), i64> {
    scripted_trial(&rule(toml), answers)
}

fn whole_trial_value(trial: &BTreeMap<(String, u32), i64>, metric: &str) -> i64 {
    trial[&(metric.to_owned(), 0)]
}

#[test]
fn missed_grenades_land_elsewhere_and_are_not_thrown_again() {
    let grenade = "dice = \"1d6\"\non_failure = \"scatter\"\nattempts = 3\n[resistance]\nbase = 4";
    let missed = play(grenade, &[1, 5, 2]);
    assert_eq!(missed[&("result".into(), 1)], SCATTERED);
    assert_eq!(
        ["offset_x", "offset_y", "miss_distance"].map(|metric| whole_trial_value(&missed, metric)),
        [2, -2, 2]
    );
    assert_eq!(
        (
            whole_trial_value(&missed, "succeeded"),
            whole_trial_value(&missed, "attempts_used")
        ),
        (0, 1)
    );
    assert_eq!(missed[&("result".into(), 2)], NOT_TRIED);
    let hit = play(grenade, &[6]);
    for metric in ["offset_x", "offset_y", "miss_distance"] {
        assert!(
            !hit.contains_key(&(metric.into(), 0)),
            "{metric}: nothing scattered"
        );
    }
}

#[test]
fn attempts_with_a_scatter_are_noted_as_one() {
    let notes = |toml: &str| {
        (RULE.build)(&values(RULE.parameters, toml))
            .expect("sound")
            .presentation
            .notes
            .len()
    };
    assert_eq!(notes("on_failure = \"scatter\"\nattempts = 3"), 1);
    assert_eq!(
        (notes("on_failure = \"scatter\""), notes("attempts = 3")),
        (0, 0)
    );
}

#[test]
fn only_scattering_effects_show_offsets() {
    let names = |toml: &str| {
        oddsmith_engine::Rule::metrics(&rule(toml))
            .into_iter()
            .map(|metric| metric.name)
            .collect::<Vec<_>>()
    };
    assert!(!names("").contains(&"miss_distance".to_owned()));
    assert!(names("on_failure = \"scatter\"").contains(&"miss_distance".to_owned()));
}

#[test]
fn scatter_without_grid_or_distance_is_refused() {
    assert_eq!(
        fault("scatter = { directions = 5 }").path,
        "scatter.directions"
    );
    assert_eq!(
        fault("scatter = { distance = \"1d3-2\" }").path,
        "scatter.distance"
    );
}

#[test]
fn area_with_direction_or_distance_is_refused() {
    for (key, value) in [("directions", "8"), ("distance", "2")] {
        let fault = fault(&format!("scatter = {{ area = 2, {key} = {value} }}"));
        assert!(
            fault.path == format!("scatter.{key}") && fault.problem.contains("area"),
            "{fault:?}"
        );
    }
    // The order is row by row from the far left, without the target's own square.
    let area = "dice = 0\non_failure = \"scatter\"\nscatter = { area = 1 }";
    let landed = |square| {
        let trial = play(area, &[square]);
        ["offset_x", "offset_y", "miss_distance"].map(|metric| whole_trial_value(&trial, metric))
    };
    assert_eq!(
        [0, 3, 4, 7].map(landed),
        [[-1, -1, 1], [-1, 0, 1], [1, 0, 1], [1, 1, 1]]
    );
}

/// The test enumerates every square around the target.
#[test]
fn area_scatter_is_uniform_over_squares() {
    for area in 1..=4i64 {
        let mut bf: BTreeMap<(&str, i64), f64> = BTreeMap::new();
        let side = 2 * area + 1;
        for square in (0..side * side).filter(|square| *square != side * side / 2) {
            let (x, y) = (square % side - area, square / side - area);
            let distance = x.abs().max(y.abs());
            for (metric, value) in [
                ("offset_x", x),
                ("offset_y", y),
                ("miss_distance", distance),
            ] {
                // Three of four throws miss.
                *bf.entry((metric, value)).or_insert(0.0) += 0.75 / (side * side - 1) as f64;
            }
        }
        let odds = Odds::of(&rule(&format!(
            "dice = \"1d4\"\non_failure = \"scatter\"\nscatter = {{ area = {area} }}\n[resistance]\nbase = 3"
        )));
        for ((metric, value), expected) in bf {
            assert_close(
                odds.probability(metric, 0, value),
                expected,
                &format!("{metric} {value}, area {area}"),
            );
        }
        assert_close(odds.absence("miss_distance", 0), 0.25, "on target");
    }
}

#[test]
fn scatter_is_uniform_over_directions_and_follows_distance() {
    for (directions, towards) in [(4, 1.0), (6, 2.0), (8, 3.0)] {
        // Three of four throws miss, and this number of directions changes x.
        let odds = Odds::of(&rule(&format!(
            "dice = \"1d4\"\non_failure = \"scatter\"\nscatter = {{ directions = {directions}, distance = \"1d3\" }}\n[resistance]\nbase = 3"
        )));
        for distance in 1..=3 {
            assert_eq!(odds.fraction("miss_distance", 0, distance), Some((1, 4)));
            for metric in ["offset_x", "offset_y"] {
                for offset in [distance, -distance] {
                    assert_close(
                        odds.probability(metric, 0, offset),
                        towards / f64::from(directions) / 4.0,
                        metric,
                    );
                }
            }
        }
        assert_eq!(
            odds.full_distribution("miss_distance", 0).absent.fraction(),
            Some((1, 4)),
            "on target"
        );
    }
}

#[test]
fn rule_conforms() {
    assert_conforms(&rule(
        "dice = \"2d6\"\non_failure = \"scatter\"\nscatter = { directions = 6, distance = \"2d4-2\" }\n[resistance.defence]\ndice = \"1d10\"",
    ));
}
