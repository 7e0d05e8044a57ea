//! Comparisons with figures from other programs.

use super::*;
use oddsmith_testing::{assert_close, figure, reference};

#[test]
fn degrees_agree_with_the_reference() {
    let reference = reference("kaiser-powers.json");
    let cases = reference["resistance"].as_object().unwrap();
    assert_eq!(cases.len(), 3);
    for (name, case) in cases {
        let offset = &case["resistance_minus_difficulty"];
        let odds = exact_odds(&format!("difficulty = 0\nresistance = {offset}"));
        let distribution = odds.distribution("first_degree", 0);
        let pass = distribution.probability(|degree| degree > 0);
        assert_close(pass.value(), figure(&case["p_pass"]), name);
        assert_close(
            distribution.probability(|degree| degree < 0).value(),
            figure(&case["p_fail"]),
            name,
        );
        for (degree, expected) in case["degree_of_success_tie_counts_1"].as_object().unwrap() {
            assert_close(
                distribution.mass(degree.parse().unwrap()).value(),
                figure(expected),
                name,
            );
        }
        for (degree, expected) in case["degree_of_failure"].as_object().unwrap() {
            assert_close(
                distribution.mass(-degree.parse::<i64>().unwrap()).value(),
                figure(expected),
                name,
            );
        }
        for (margin, expected) in case["margin"].as_object().unwrap() {
            let margin: i64 = margin.parse().unwrap();
            // A tie and a margin of 1 are the same degree.
            if !(0..=1).contains(&margin) {
                assert_close(distribution.mass(margin).value(), figure(expected), name);
            }
        }
        let mean = |passes: bool| {
            let degrees = distribution
                .masses()
                .iter()
                .filter(|(degree, _)| (*degree > 0) == passes);
            let probability = if passes {
                pass.value()
            } else {
                1.0 - pass.value()
            };
            degrees
                .map(|(degree, mass)| degree.abs() as f64 * mass.value())
                .sum::<f64>()
                / probability
        };
        assert_close(
            mean(true),
            figure(&case["mean_degree_of_success_given_pass"]),
            name,
        );
        assert_close(
            mean(false),
            figure(&case["mean_degree_of_failure_given_fail"]),
            name,
        );
    }
}

#[test]
fn rounds_afflicted_agree_with_the_reference_to_their_horizon() {
    let reference = reference("kaiser-powers.json");
    let cases = reference["repeat_until_passed"].as_object().unwrap();
    assert_eq!(cases.len(), 2);
    for (name, case) in cases {
        let power = format!(
            "difficulty = {}\nlingers = true\nrounds = 60",
            case["needed_2d6"]
        );
        let odds = exact_odds(&power);
        let distribution = odds.distribution("rounds_afflicted", 0);
        // An effect that lasts longer than 60 rounds is counted up to the 60th.
        let mut table = case["rounds_afflicted"].clone();
        let longer = figure(&table["60"]) + figure(&case["p_more_than_60_rounds"]);
        table.as_object_mut().unwrap().remove("60");
        assert_close(distribution.mass(60).value(), longer, name);
        for (rounds, expected) in table.as_object().unwrap() {
            assert_close(
                distribution.mass(rounds.parse().unwrap()).value(),
                figure(expected),
                name,
            );
        }
        for (share, expected) in [(0.5, "p50"), (0.9, "p90"), (0.95, "p95"), (0.99, "p99")] {
            let quantile = case["quantiles"][expected].as_i64().unwrap_or(60);
            assert_eq!(
                distribution.quantile(share),
                Some(quantile),
                "{name}, {expected}"
            );
        }
        assert_close(
            exact_odds(&power).probability("still_afflicted", 0, 1),
            longer,
            name,
        );
        let pass = figure(&case["p_pass_each_check"]);
        assert_close(
            exact_odds(&power)
                .distribution("first_degree", 0)
                .probability(|d| d > 0)
                .value(),
            pass,
            name,
        );
    }
}

#[test]
fn long_horizons_have_the_means_of_the_reference() {
    let case = &reference("kaiser-powers.json")["repeat_until_passed"]["need7"];
    let power = "difficulty = 7\nlingers = true\nrounds = 200";
    let rounds = exact_odds(power);
    assert_close(
        rounds.distribution("rounds_afflicted", 0).mean(),
        figure(&case["mean_rounds_untruncated"]),
        "rounds",
    );
    let variance = rounds.distribution("rounds_afflicted", 0).sd().powi(2);
    assert_close(
        variance,
        figure(&case["variance_rounds_untruncated"]),
        "variance",
    );
    let checks = exact_odds(power).distribution("checks", 0).mean();
    assert_close(
        checks,
        figure(&case["mean_number_of_checks_untruncated"]),
        "checks",
    );
}
