//! Tests five sets of goals for bundled rules, as a designer would state them. The results of
//! `simulate balance` are compared with an ordinary run over all settings, which the test judges
//! itself.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Bench, rows, stderr};

/// Returns whether a setting meets the condition.
type MakesSense = fn(&[f64]) -> bool;

/// The goals of a designer for a rule.
struct Wish {
    /// The scenario, without goals and without the parameters that may change.
    scenario: &'static str,
    /// The parameters that may change: the path, the published value, and all values in order.
    allowed_values: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// The condition on settings.
    keep: Option<(&'static str, MakesSense)>,
    /// The questions, and the limits between which their answers should be.
    goals: &'static [(&'static str, f64, f64)],
    /// The number of settings that meet all goals.
    met_count: usize,
    /// The changes of the nearest of these settings. If there is none, those of the setting with
    /// the smallest miss.
    nearest: &'static [(&'static str, &'static str)],
}

/// "Two Wings in a turn should come to two and a half to three actions, and a turn should end early
/// in one of ten."
const TURN: Wish = Wish {
    scenario: "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"Vanguard\"\nquality = 3\n\
        [[parameters.wings]]\nname = \"Reserve\"\nquality = 5\n",
    allowed_values: &[
        ("wings.Vanguard.quality", "3", &["2", "3", "4", "5"]),
        ("wings.Reserve.quality", "5", &["3", "4", "5", "6"]),
        ("dice", "3", &["1", "2", "3"]),
        ("cubes", "0", &["0", "1", "2"]),
    ],
    keep: Some((
        "'wings.Vanguard.quality' < 'wings.Reserve.quality'",
        |values| values[0] < values[1],
    )),
    goals: &[("mean(actions)", 2.5, 3.0), ("P(turn_ended)", 0.05, 0.15)],
    met_count: 3,
    nearest: &[
        ("wings.Reserve.quality", "4"),
        ("dice", "2"),
        ("cubes", "1"),
    ],
};

/// "A shield stops three bolts of five, and hardly any comes through whole; but it has to hurt a
/// little."
const SHIELD: Wish = Wish {
    scenario: "rule = \"power-collision\"\n[parameters]\nours = 8\ntheirs = 14\n",
    allowed_values: &[
        (
            "ours",
            "8",
            &["6", "7", "8", "9", "10", "11", "12", "13", "14"],
        ),
        ("theirs", "14", &["10", "12", "14", "16"]),
    ],
    keep: None,
    goals: &[
        ("P(result = cancel)", 0.55, 0.65),
        ("P(result = theirs-whole)", 0.0, 0.1),
        ("mean(their_damage)", 2.0, 99.0),
    ],
    met_count: 3,
    nearest: &[("ours", "9")],
};

/// "Nine units of ten live through twelve turns, and yet each feels it: two or three CEs gone at
/// the worst."
const CREW: Wish = Wish {
    scenario: "rule = \"cohering\"\n",
    allowed_values: &[
        ("elements", "6", &["4", "5", "6", "7", "8"]),
        ("lapse", "0.05", &["0.02", "0.05", "0.1"]),
        ("restored", "1", &["1", "2"]),
        ("snowball", "1", &["0", "1", "2"]),
    ],
    keep: None,
    goals: &[("P(collapsed)", 0.0, 0.1), ("mean(worst)", 2.0, 3.0)],
    met_count: 6,
    nearest: &[("lapse", "0.1"), ("snowball", "0")],
};

/// "Ten to fourteen boxes until the drop; no more than two of five are lucky early, and hardly
/// anybody opens thirty."
const CRATE: Wish = Wish {
    scenario: "rule = \"loot.odds\"\n",
    allowed_values: &[
        ("base", "0.02", &["0.01", "0.02", "0.03", "0.05"]),
        ("rise", "0.01", &["0.0", "0.005", "0.01", "0.02"]),
        ("pity", "60", &["20", "30", "40", "50", "60"]),
    ],
    keep: None,
    goals: &[
        ("mean(boxes)", 10.0, 14.0),
        ("P(lucky)", 0.0, 0.4),
        ("P(boxes > 30)", 0.0, 0.05),
    ],
    met_count: 1,
    nearest: &[("rise", "0.005"), ("pity", "20")],
};

/// "With advantage or without, the hero wins half to two thirds of the time, in three to five
/// rounds." That cannot be had.
const SWORDS: Wish = Wish {
    scenario: "rule = \"advantage.odds\"\n[sweep]\nadvantage = [\"advantage\", \"none\"]\n",
    allowed_values: &[
        ("class", "15", &["14", "15", "16"]),
        ("bonus", "5", &["4", "5", "6"]),
        ("health", "20", &["16", "20", "24"]),
    ],
    keep: None,
    goals: &[("P(winner = us)", 0.45, 0.7), ("mean(rounds)", 3.0, 5.0)],
    met_count: 0,
    nearest: &[("health", "24")],
};

/// A setting with its own results.
struct Setting {
    values: Vec<&'static str>,
    /// The answers of each case.
    answers: Vec<Vec<f64>>,
    /// The miss of each goal, over all cases.
    misses: Vec<f64>,
    changed_count: usize,
    step_count: usize,
}

impl Setting {
    fn is_met(&self) -> bool {
        self.misses.iter().all(|&miss| miss == 0.0)
    }
}

/// Returns every setting, from one ordinary run over all of them.
fn brute_force_settings(bench: &Bench, wish: &Wish) -> Vec<Setting> {
    bench.write("force.toml", wish.scenario);
    let sweeps: Vec<String> = wish
        .allowed_values
        .iter()
        .map(|(key, _, values)| format!("{key}={}", values.join(",")))
        .collect();
    let options = sweeps.iter().flat_map(|sweep| ["--sweep", sweep]);
    let asks = wish
        .goals
        .iter()
        .flat_map(|(question, ..)| ["--ask", question]);
    let args: Vec<&str> = ["force.toml", "--json", "--no-save", "--trials", "100"]
        .into_iter()
        .chain(options)
        .chain(asks)
        .collect();
    let run = bench.json(&args);
    let asked = |case: &Value| -> Vec<f64> {
        case["asks"]
            .as_array()
            .expect("answers")
            .iter()
            .map(|ask| ask["exact"].as_f64().expect("exact odds"))
            .collect()
    };
    let cases: Vec<Vec<f64>> = run[0]["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .map(asked)
        .collect();
    let mut points: Vec<Vec<usize>> = vec![Vec::new()];
    for (_, _, values) in wish.allowed_values {
        points = points
            .iter()
            .flat_map(|point| {
                (0..values.len()).map(|value_index| [&point[..], &[value_index]].concat())
            })
            .collect();
    }
    let setting = |(index, point): (usize, &Vec<usize>)| {
        let answers: Vec<Vec<f64>> = cases
            .iter()
            .skip(index)
            .step_by(points.len())
            .cloned()
            .collect();
        let miss = |(nth, &(_, low, high)): (usize, &(&str, f64, f64))| {
            let off = |value: f64| {
                Some((low - value).max(value - high))
                    .filter(|&off| off > 1e-9)
                    .unwrap_or(0.0)
            };
            answers.iter().map(|case| off(case[nth])).sum()
        };
        let away = |(&value_index, (_, published, values)): (&usize, &(&str, &str, &[&str]))| {
            value_index.abs_diff(
                values
                    .iter()
                    .position(|value| value == published)
                    .expect("published"),
            )
        };
        let steps: Vec<usize> = point.iter().zip(wish.allowed_values).map(away).collect();
        Setting {
            values: point
                .iter()
                .zip(wish.allowed_values)
                .map(|(&value_index, parameter)| parameter.2[value_index])
                .collect(),
            misses: wish.goals.iter().enumerate().map(miss).collect(),
            answers,
            changed_count: steps.iter().filter(|&&step| step > 0).count(),
            step_count: steps.iter().sum(),
        }
    };
    let settings = points.iter().enumerate().map(setting);
    let numbers = |setting: &Setting| {
        setting
            .values
            .iter()
            .map(|value| value.parse().expect("a number"))
            .collect::<Vec<f64>>()
    };
    settings
        .filter(|setting| wish.keep.is_none_or(|(_, keeps)| keeps(&numbers(setting))))
        .collect()
}

/// Returns the rows of `simulate balance`, and its output.
fn balance_rows(bench: &Bench, wish: &Wish) -> (Vec<BTreeMap<String, String>>, String) {
    let mut text = format!("{}[balance]\n", wish.scenario);
    for (key, _, values) in wish.allowed_values {
        text.push_str(&format!("\"{key}\" = [{}]\n", values.join(", ")));
    }
    text.extend(
        wish.keep
            .map(|(condition, _)| format!("keep = \"{condition}\"\n")),
    );
    for (question, low, high) in wish.goals {
        text.push_str(&format!(
            "[[ask]]\nvalue = \"{question}\"\nwant = \"{low} to {high}\"\n"
        ));
    }
    bench.write("wish.toml", text);
    let output = bench.run(&[
        "balance",
        "wish.toml",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
    ]);
    assert_eq!(
        output.status.code(),
        Some(if wish.met_count == 0 { 3 } else { 0 }),
        "{}",
        stderr(&output)
    );
    (
        rows(&bench.read("output/wish/balance.csv")),
        String::from_utf8(output.stdout).expect("text"),
    )
}

/// Compares both. Returns every setting, and the output.
fn checked_settings(wish: &Wish) -> (Vec<Setting>, String) {
    let bench = Bench::new();
    let (mut settings, (found, printed)) = (
        brute_force_settings(&bench, wish),
        balance_rows(&bench, wish),
    );
    assert_eq!(
        (
            found.len(),
            settings.iter().filter(|setting| setting.is_met()).count()
        ),
        (settings.len(), wish.met_count)
    );
    for row in &found {
        let is_it = |setting: &&Setting| {
            setting
                .values
                .iter()
                .zip(wish.allowed_values)
                .all(|(value, (key, ..))| row[*key] == *value)
        };
        let setting = settings
            .iter()
            .find(is_it)
            .expect("a setting that there is");
        assert_eq!(
            row["meets_all"],
            if setting.is_met() { "yes" } else { "no" },
            "{:?}",
            setting.values
        );
        assert_eq!(
            [&row["changed"], &row["steps"]],
            [
                &setting.changed_count.to_string(),
                &setting.step_count.to_string()
            ]
        );
        for (nth, (question, ..)) in wish.goals.iter().enumerate() {
            let answer: f64 = row[*question].parse().expect("an answer");
            assert!(
                setting
                    .answers
                    .iter()
                    .any(|case| (case[nth] - answer).abs() < 1e-9),
                "{:?} {question}",
                setting.values
            );
        }
    }
    // The setting that meets all goals and is nearest to the published one comes first. If there is
    // none, the one with the smallest total miss does.
    let scale = |index: usize| {
        let (question, low, high) = wish.goals[index];
        if question.starts_with('P') {
            1.0
        } else {
            f64::max(low, high)
        }
    };
    let off = |setting: &Setting| {
        setting
            .misses
            .iter()
            .enumerate()
            .map(|(index, miss)| miss / scale(index))
            .sum::<f64>()
    };
    let rank = |setting: &Setting| (off(setting), setting.changed_count, setting.step_count);
    settings.sort_by(|setting, other| rank(setting).partial_cmp(&rank(other)).expect("numbers"));
    let nearest: Vec<&str> = wish
        .allowed_values
        .iter()
        .map(|(key, published, _)| {
            wish.nearest
                .iter()
                .find(|change| change.0 == *key)
                .map_or(*published, |change| change.1)
        })
        .collect();
    assert_eq!(settings[0].values, nearest);
    assert_eq!(
        wish.allowed_values
            .iter()
            .map(|(key, ..)| found[0][*key].as_str())
            .collect::<Vec<_>>(),
        nearest
    );
    (settings, printed)
}

#[test]
fn two_wing_turn_meets_its_goals() {
    checked_settings(&TURN);
}

#[test]
fn shield_meets_its_goals() {
    checked_settings(&SHIELD);
}

#[test]
fn crew_meets_its_goals() {
    checked_settings(&CREW);
}

#[test]
fn crate_meets_its_goals() {
    checked_settings(&CRATE);
}

#[test]
fn conflicting_advantage_goals_report_their_price() {
    let (settings, printed) = checked_settings(&SWORDS);
    // The number of whole percentage points by which the goal must be relaxed, for the worst case
    // of the best setting.
    let worst = |setting: &Setting| {
        setting
            .answers
            .iter()
            .map(|case| (0.45 - case[0]).max(case[0] - 0.7))
            .fold(f64::MIN, f64::max)
    };
    let candidates = || settings.iter().filter(|setting| setting.misses[1] == 0.0);
    let least = candidates().map(worst).fold(f64::MAX, f64::min);
    let gives = (least * 100.0).ceil() as usize;
    let lets_in = candidates()
        .filter(|setting| worst(setting) <= gives as f64 / 100.0)
        .count();
    let price = format!(
        "P(winner = us): {} instead of 0.7 would allow {lets_in} of the settings",
        0.7 + gives as f64 / 100.0
    );
    let shown = price.replace("0.73", "73%").replace("0.7 ", "70% ");
    assert!(printed.contains(&shown), "no {shown:?} in\n{printed}");
    assert!(
        printed.contains("No setting meets \u{201c}P(winner = us)\u{201d}\n"),
        "{printed}"
    );
}
