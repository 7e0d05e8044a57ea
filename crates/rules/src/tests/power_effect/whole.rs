//! Tests of the whole rule: equal and different targets, many targets, and checks that every rule
//! must pass.

use oddsmith_engine::odds::Pmf;

use super::*;
use oddsmith_testing::{assert_close, assert_conforms};

#[test]
fn unnamed_targets_have_the_odds_of_named_ones() {
    let alike = "targets = 3\nlingers = true\nrounds = 6\npresence_limit = 2\n[aim]\noffence = 1\ntrapped = true";
    // Names do not distinguish targets, and neither do the sources of a defence.
    let named = "lingers = true\nrounds = 6\npresence_limit = 2\n[aim]\noffence = 1\n[[targets]]\nname = \"a\"\ntrapped = true\n\
                 [[targets]]\nname = \"b\"\ndefence = -8\n[[targets]]\nname = \"c\"\ndefence = -9\nav = 1";
    // The fractions are equal. The order of the terms determines the last digit of a float.
    let fractions = |distribution: &Pmf| {
        distribution
            .masses()
            .iter()
            .map(|&(value, mass)| (value, mass.to_raw().1))
            .collect::<Vec<_>>()
    };
    for (metric, steps) in [
        ("hits", 0..=0),
        ("affected", 0..=0),
        ("first_degree", 0..=0),
        ("afflicted", 1..=6),
    ] {
        let (a, b) = (exact_odds(alike), exact_odds(named));
        for step in steps {
            let (a, b) = (a.distribution(metric, step), b.distribution(metric, step));
            assert_eq!(fractions(a), fractions(b), "{metric} {step}");
            a.masses()
                .iter()
                .zip(b.masses())
                .for_each(|((_, a), (_, b))| assert_close(a.float(), b.float(), metric));
        }
    }
    // The mean of the sum over the targets equals the mean of the sum over the rounds.
    let afflicted = exact_odds(alike);
    let mean: f64 = (1..=6)
        .map(|round| afflicted.distribution("afflicted", round).mean())
        .sum();
    assert_close(
        mean,
        exact_odds(alike).distribution("rounds_afflicted", 0).mean(),
        "mean",
    );
}

#[test]
fn rule_conforms() {
    for toml in [
        "",
        "lingers = true\nresistance = 4\ndifficulty = 12",
        "trigger = true\nrounds = 12\ntargets = 2\nresistance = 1",
        "trigger = true\nlingers = true\nrounds = 9\nsustained_rounds = 7\n[aim]\nopen_rolls = true\noffence = 3",
        "lingers = true\nrounds = 8\npresence_limit = 9\n[aim]\narea = false\nadvantage = 1\nav = 1\n[[targets]]\nname = \"a\"\n\
         presence = 5\n[[targets]]\nname = \"b\"\npresence = 4\nwilling = true\n[[targets]]\nname = \"c\"\npresence = 3\ndefence = -8",
    ] {
        assert_conforms(&rule(toml));
    }
}

/// The rule has an area with twelve different targets, under one open offensive roll.
#[test]
fn twelve_named_targets_with_open_area_rolls_are_exact() {
    let targets: String = (0..12)
        .map(|i| format!("[[targets]]\nname = \"e{i}\"\nresistance = {i}\n"))
        .collect();
    let start = std::time::Instant::now();
    let odds = exact_odds(&format!(
        "rounds = 6\n[aim]\noffence = 5\nopen_rolls = true\n{targets}"
    ));
    eprintln!("twelve targets: {:?}", start.elapsed());
    let single = exact_odds("[aim]\noffence = 5\nopen_rolls = true").probability("hits", 0, 1);
    assert!((odds.distribution("hits", 0).mean() - 12.0 * single).abs() < 1e-11);
    let fails = |difficulty: i64| {
        brute_force_sums()
            .iter()
            .filter(|(sum, _)| **sum < difficulty)
            .map(|(_, p)| p)
            .sum::<f64>()
    };
    let mean: f64 = (0..12).map(|i| single * fails(8 - i)).sum();
    assert!((odds.distribution("rounds_afflicted", 0).mean() - mean).abs() < 1e-11);
}
