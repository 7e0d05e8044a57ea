//! Tests over many logs from known settings that p-values, confidence sets and plans have the
//! claimed properties.

use super::{Request, compared, fitting, rows, scenario};
use crate::input::tree::{Key, Tree};
use crate::playtest::plan_trials;
use crate::scenario::document::Scenario;
use oddsmith_engine::explore::Watch;

/// The number of logs of each rule, unless `ODDSMITH_RANDOM` sets another.
const LOGS: usize = 12;
/// The trials of a log.
const TRIALS: usize = 23;
/// A deviation that is less probable than this is a failure.
const IMPROBABLE: f64 = 1e-4;

/// The rules: a scenario, and a parameter with the values from which one is drawn.
const RULES: [(&str, &str, [&str; 4]); 5] = [
    ("wing-activation", "quality", ["3", "4", "5", "6"]),
    ("blades.odds", "n", ["1", "2", "3", "4"]),
    ("3d6", "", ["", "", "", ""]),
    ("race.odds", "ours", ["4", "6", "8", "10"]),
    ("duel.odds", "hard", ["3", "4", "5", "6"]),
];

/// Settings that make a rule small, so that thousands of logs take minutes.
fn small(name: &str) -> Option<&'static str> {
    (name == "race.odds").then_some("goal=12")
}

/// Returns a rule with these settings.
fn rule(name: &str, sets: &[&str]) -> Scenario {
    let sets: Vec<&str> = sets.iter().copied().chain(small(name)).collect();
    scenario(name, &sets)
}

fn log_count() -> usize {
    let set = std::env::var("ODDSMITH_RANDOM").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(LOGS)
}

/// Returns logs of simulated trials.
fn logs(scenario: &Scenario, count: usize, trials: usize, seed: u64) -> Vec<String> {
    let (header, rows) = rows(scenario, (count * trials) as u64, seed);
    rows.chunks_exact(trials)
        .map(|rows| format!("{header}\n{}\n", rows.join("\n")))
        .collect()
}

/// Checks that `P(p <= a) <= a` for every `a`: the empirical distribution of p-values may exceed
/// the diagonal by at most the bound of Dvoretzky, Kiefer and Wolfowitz (1956).
fn check_p_values(name: &str, mut p_values: Vec<f64>) {
    p_values.sort_by(f64::total_cmp);
    let count = p_values.len() as f64;
    let bound = ((1.0 / IMPROBABLE).ln() / (2.0 * count)).sqrt();
    let excess = p_values
        .iter()
        .enumerate()
        .map(|(index, p)| (index + 1) as f64 / count - p)
        .fold(f64::NEG_INFINITY, f64::max);
    println!("{name}: {count} p-values, P(p <= a) - a is at most {excess:.4} (bound {bound:.4})");
    assert!(excess <= bound, "{name}: {excess} is more than {bound}");
}

#[test]
fn p_values_are_at_most_as_small_as_they_claim() {
    let count = log_count();
    for (name, parameter, values) in RULES {
        let sets: Vec<String> = (!parameter.is_empty())
            .then(|| format!("{parameter}={}", values[1]))
            .into_iter()
            .collect();
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let scenario = rule(name, &sets);
        let mut of_metrics: Vec<(String, Vec<f64>)> = Vec::new();
        let mut least_adjusted = Vec::new();
        for text in logs(&scenario, count, TRIALS, 11) {
            let found = compared(&scenario, &text, &Request::default());
            let mut least = 1.0f64;
            for metric in &found.metrics {
                let Some(p) = metric.p else { continue };
                least = least.min(metric.adjusted_p.unwrap_or(1.0));
                match of_metrics
                    .iter_mut()
                    .find(|(column, _)| *column == metric.column)
                {
                    Some((_, p_values)) => p_values.push(p),
                    None => of_metrics.push((metric.column.clone(), vec![p])),
                }
            }
            least_adjusted.push(least);
        }
        assert!(!of_metrics.is_empty(), "{name}");
        for (column, p_values) in of_metrics {
            check_p_values(&format!("{name}, {column}"), p_values);
        }
        check_p_values(&format!("{name}, smallest of all (Holm)"), least_adjusted);
    }
}

#[test]
fn sets_cover_the_true_value() {
    let count = log_count();
    for (name, parameter, values) in RULES {
        if parameter.is_empty() {
            continue;
        }
        // Each value plays a quarter of the logs: the weights are equal.
        let each = count.div_ceil(values.len());
        let fit = format!("{parameter}={}", values.join(","));
        let mut covered = 0;
        for (index, value) in values.iter().enumerate() {
            let played = rule(name, &[&format!("{parameter}={value}")]);
            let asked = rule(name, &[]);
            for text in logs(&played, each, TRIALS, 100 + index as u64) {
                let found = compared(&asked, &text, &fitting(&[&fit]));
                let candidates = &found.fits[0].candidates;
                let is_true = |candidate: &&crate::report::playtest::Candidate| {
                    candidate.values == [(*value).to_owned()]
                };
                let candidate = candidates.iter().find(is_true).expect("the true value");
                covered += u32::from(candidate.is_in_set);
            }
        }
        let total = (each * values.len()) as f64;
        let share = f64::from(covered) / total;
        let error = (0.95 * 0.05 / total).sqrt();
        println!(
            "{name}, {parameter}: the set covers {:.2}% of {total} logs",
            share * 100.0
        );
        assert!(share >= 0.95 - 3.0 * error, "{name}: {share}");
    }
}

#[test]
fn plans_keep_their_promise() {
    let count = log_count();
    let plans = [
        (
            "wing-activation",
            "mean(successes)",
            "quality=4",
            "quality=5",
        ),
        ("race.odds", "P(winner = us)", "ours=6", "ours=10"),
    ];
    for (name, question, first, second) in plans {
        let asked = rule(name, &[]);
        let between = [first.to_owned(), second.to_owned()];
        let plan = plan_trials(&asked, question, &between, &Watch::default()).expect("a plan");
        for &(power, trials) in &plan.trials {
            let trials = trials.expect("a number of trials") as usize;
            for (tested, played) in [(first, second), (second, first)] {
                // A chance is the mean of a flag: its metric is one of the scenario's own.
                let mut tested = rule(name, &[tested]);
                let mut played = rule(name, &[played]);
                let column = if question.starts_with('P') {
                    add_flag(&mut tested, question);
                    add_flag(&mut played, question);
                    "asked"
                } else {
                    "successes@1"
                };
                let noticed = logs(&played, count, trials, 5)
                    .iter()
                    .filter(|text| {
                        let found = compared(&tested, text, &Request::default());
                        let metric = found.metrics.iter().find(|metric| metric.column == column);
                        metric.expect("the metric").p.is_some_and(|p| p <= 0.05)
                    })
                    .count();
                let share = noticed as f64 / count as f64;
                let error = (power * (1.0 - power) / count as f64).sqrt();
                println!(
                    "{name}: {trials} trials notice the difference in {:.1}% of {count} logs (promised {power})",
                    share * 100.0
                );
                assert!(
                    share >= power - 3.0 * error,
                    "{name}: {share} with {trials} trials"
                );
            }
        }
    }
}

/// Adds a metric: whether the event of a question happens.
fn add_flag(scenario: &mut Scenario, question: &str) {
    let inner = question.trim_start_matches("P(").trim_end_matches(')');
    let mut metrics = scenario.questions.metrics.clone();
    let node = |text: &str| {
        let mut node = scenario.parameters_as_written().clone();
        node.tree = Tree::Text(text.to_owned());
        node
    };
    let value = node(inner);
    let place = Key {
        text: String::new(),
        place: value.place.clone(),
    }
    .place;
    metrics.push(crate::question::questions::ScenarioMetric {
        name: "asked".to_owned(),
        label: "Asked".to_owned(),
        value,
        bands: Vec::new(),
        place,
    });
    scenario.questions.metrics = metrics;
}
