//! Compares questions about a turn of several Wings with the enumeration of all turns.

use crate::questions::{number, run};
use crate::support::Bench;

/// The results of a turn.
struct Turn {
    successes: [Option<i64>; 4],
    /// 1: all fail, 2: mixed, 3: all succeed, 0: not activated.
    results: [i64; 4],
    actions: i64,
}

/// Computes a turn as the published rule defines it. Each Wing has three dice, less the failures of
/// a mixed result before it. If all of two or three dice fail, the turn ends. `hits` returns
/// whether a die shows this Quality Value or more.
fn brute_force_turn(hits: &mut impl FnMut(u32) -> bool) -> Turn {
    let mut turn = Turn {
        successes: [None; 4],
        results: [0; 4],
        actions: 0,
    };
    let mut penalty = 0;
    for (wing, quality) in [3, 4, 4, 5].into_iter().enumerate() {
        let dice = 3 - penalty;
        let hit = (0..dice).filter(|_| hits(quality)).count() as i64;
        turn.successes[wing] = Some(hit);
        turn.actions += hit;
        turn.results[wing] = match hit {
            hit if hit == dice => 3,
            0 => 1,
            _ => 2,
        };
        penalty = if turn.results[wing] == 2 {
            dice - hit
        } else {
            0
        };
        if turn.results[wing] == 1 && dice > 1 {
            break;
        }
    }
    turn
}

/// Returns every turn with its probability. Each die may hit or miss, in the order in which the
/// turn asks.
fn brute_force_turns() -> Vec<(Turn, f64)> {
    fn explore(before: &mut Vec<bool>, found: &mut Vec<(Turn, f64)>) {
        let (mut index, mut p) = (0, 1.0);
        let turn = brute_force_turn(&mut |quality| {
            let hits = before.get(index).copied().unwrap_or(false);
            let faces = if hits { 7 - quality } else { quality - 1 };
            p *= f64::from(faces) / 6.0;
            index += 1;
            hits
        });
        if index == before.len() {
            return found.push((turn, p));
        }
        for hits in [false, true] {
            before.push(hits);
            explore(before, found);
            before.pop();
        }
    }
    let mut found = Vec::new();
    explore(&mut Vec::new(), &mut found);
    found
}

#[test]
fn multi_wing_answers_agree_with_brute_force() {
    let bench = Bench::with_turn(
        "[[ask]]\nlabel = \"Six after a mixed start\"\nvalue = \"P(actions >= 6 | result@1 = mixed)\"\n\
         [[ask]]\nvalue = \"cov(successes@1, successes@Left)\"\n[[ask]]\nvalue = \"mean(sum(successes@2..4) | result@Vanguard = mixed)\"\n\
         [[ask]]\nvalue = \"P(first(result = all-fail) is absent)\"\n[[joint]]\nof = [\"result@1\", \"result@2\"]\n",
    );
    let table = run(&bench, &[]);
    assert!(table.contains("Six after a mixed start"), "{table}");
    let turns = brute_force_turns();
    assert!((turns.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
    let p = |allows: &dyn Fn(&Turn) -> bool| {
        turns
            .iter()
            .filter(|(turn, _)| allows(turn))
            .map(|(_, p)| p)
            .sum::<f64>()
    };
    let mixed = p(&|turn| turn.results[0] == 2);
    let success_pairs: Vec<(f64, f64, f64)> = turns
        .iter()
        .filter_map(|(turn, p)| Some((turn.successes[0]? as f64, turn.successes[1]? as f64, *p)))
        .collect();
    let total: f64 = success_pairs.iter().map(|pair| pair.2).sum();
    let mean = |value_of: &dyn Fn(f64, f64) -> f64| {
        success_pairs
            .iter()
            .map(|&(x, y, p)| value_of(x, y) * p)
            .sum::<f64>()
            / total
    };
    let covariance = mean(&|x, y| x * y) - mean(&|x, _| x) * mean(&|_, y| y);
    let rest = |turn: &Turn| turn.successes[1..].iter().flatten().sum::<i64>() as f64;
    let rest = turns
        .iter()
        .filter(|(turn, _)| turn.results[0] == 2)
        .map(|(turn, p)| rest(turn) * p)
        .sum::<f64>();
    let expected = [
        p(&|turn| turn.actions >= 6 && turn.results[0] == 2) / mixed,
        covariance,
        rest / mixed,
        p(&|turn| !turn.results.contains(&1)),
    ];
    let answers = bench.rows("output/turn/asks.csv");
    assert_eq!(answers.len(), 4);
    for (row, expected) in answers.iter().zip(expected) {
        assert!(
            (number(&row["exact"]) / expected - 1.0).abs() < 1e-11,
            "{row:?} is not {expected}"
        );
        assert!(
            number(&row["ci_low"]) < number(&row["value"])
                && number(&row["value"]) < number(&row["ci_high"])
        );
        let spread = number(&row["ci_high"]) - number(&row["ci_low"]);
        assert!(
            (number(&row["value"]) - expected).abs() < 2.5 * spread,
            "{row:?}"
        );
    }
    assert_eq!(answers[0]["ask"], "Six after a mixed start");
    assert_eq!(answers[1]["ask"], "cov(successes@1, successes@Left)");
    let names = ["not-activated", "all-fail", "mixed", "all-succeed"];
    let joint = bench.rows("output/turn/joint.csv");
    assert!((joint.iter().map(|row| number(&row["exact"])).sum::<f64>() - 1.0).abs() < 1e-12);
    for row in &joint {
        let code = |name: &str| {
            names
                .iter()
                .position(|known_name| *known_name == name)
                .expect("an outcome") as i64
        };
        let (first, other) = (code(&row["result@1"]), code(&row["result@2"]));
        let expected = p(&|turn| (turn.results[0], turn.results[1]) == (first, other));
        assert!(
            (number(&row["exact"]) - expected).abs() < 1e-12,
            "{row:?} is not {expected}"
        );
    }
    let manifest: serde_json::Value =
        serde_json::from_str(&bench.read("output/turn/run.json")).unwrap();
    assert!(manifest["check_p"].as_f64().is_some_and(|p| p > 1e-4));
    assert_eq!(
        manifest["asks"][0]["question"],
        "P(actions >= 6 | result@1 = mixed)"
    );
}
