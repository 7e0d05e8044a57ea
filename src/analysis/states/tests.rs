//! Compares the probabilities of transitions with counting by hand, and with the odds of the whole
//! trial.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use oddsmith_engine::explore::Watch;

use crate::analysis::{EngineMode, plan, run};
use crate::input::diagnostic::Source;
use crate::report::Report;
use crate::report::state_graph::StateGraph;
use crate::rule_file::find::FileLocation;
use crate::scenario::document::{Overrides, Scenario};

const PIG: &str = "\"\"\"A turn\"\"\"\nenough = whole(10, 2, 60, \"points at which we stop\")\n\
    lost = flag(\"The turn is lost\", yes = \"the turn is lost\", no = \"the pot is kept\")\n\
    def trial():\n    pot, bust = 0, false\n    while pot < enough and not bust:\n        face = roll(6)\n\
    \x20       if face == 1:\n            bust = true\n        else:\n            pot += face\n    record(lost, bust)\n";

fn report(scenario: &str, rule: Option<&str>) -> Report {
    let source = Arc::new(Source {
        name: "it.toml".into(),
        text: scenario.into(),
    });
    let overrides = Overrides {
        run: vec![("trials", "200".to_owned())],
        ..Overrides::default()
    };
    let texts: Vec<Source> = rule
        .map(|text| Source {
            name: "mine.odds".into(),
            text: text.into(),
        })
        .into_iter()
        .collect();
    let location = if texts.is_empty() {
        FileLocation::Bundled
    } else {
        FileLocation::Texts(&texts)
    };
    let scenario = Scenario::parse_at("it", source, location, &overrides)
        .unwrap_or_else(|error| panic!("{error}"));
    let plan = plan(&scenario).unwrap_or_else(|error| panic!("{error}"));
    run(&plan, EngineMode::Auto, &Watch::default()).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn graph(report: &Report) -> StateGraph {
    StateGraph::read(report, &report.charts[0])
        .unwrap_or_else(|error| panic!("{error}"))
        .clone()
}

/// Returns the probability of moving from one state to another, by their names; 0 if there is no
/// such transition.
fn chance(graph: &StateGraph, from: &str, to: &str) -> f64 {
    let state_index = |words: &str| {
        let found = graph
            .states
            .iter()
            .position(|state| state.description == words);
        found.unwrap_or_else(|| panic!("no {words}: {:?}", graph.states))
    };
    let (from, to) = (state_index(from), state_index(to));
    graph
        .transitions
        .iter()
        .filter(|transition| (transition.from, transition.to) == (from, to))
        .map(|transition| transition.chance)
        .sum()
}

/// Checks that the probabilities of each state add up to 1, and that following the transitions
/// gives the exact odds of each outcome.
fn assert_consistent(report: &Report, graph: &StateGraph) {
    for (index, state) in graph.states.iter().enumerate() {
        let sum: f64 = graph
            .transitions_from(index)
            .map(|transition| transition.chance)
            .sum();
        assert!(
            (sum - if state.end.is_some() { 0.0 } else { 1.0 }).abs() < 1e-12,
            "{}: {sum}",
            state.description
        );
    }
    let mut probabilities = vec![0.0; graph.states.len()];
    probabilities[0] = 1.0;
    for _ in 0..5000 {
        let mut next: Vec<f64> = probabilities
            .iter()
            .zip(&graph.states)
            .map(|(probability, state)| {
                if state.end.is_some() {
                    *probability
                } else {
                    0.0
                }
            })
            .collect();
        graph.transitions.iter().for_each(|transition| {
            next[transition.to] += probabilities[transition.from] * transition.chance
        });
        probabilities = next;
    }
    let distribution = report.cases[0]
        .distribution(&report.charts[0].metric, None)
        .expect("a distribution");
    let pmf = distribution.pmf().expect("exact odds");
    for (state, chance) in graph.states.iter().zip(&probabilities) {
        let Some(value) = state.value else { continue };
        assert!(
            (pmf.mass(value).value() - chance).abs() < 1e-12,
            "{}: {chance}",
            state.description
        );
    }
}

#[test]
fn pig_turn_matches_hand_count() {
    let report = report(
        "rule = \"mine.odds\"\n[[charts]]\nkind = \"states\"\n",
        Some(PIG),
    );
    let graph = graph(&report);
    assert_consistent(&report, &graph);
    let words: Vec<&str> = graph
        .states
        .iter()
        .map(|state| state.description.as_str())
        .collect();
    // From 8 and from 9, every face but a 1 is enough.
    let wanted = [
        "Start",
        "pot 2",
        "pot 3",
        "pot 4",
        "pot 5",
        "pot 6",
        "pot 7",
        "pot 8 or 9",
        "The pot is kept",
        "The turn is lost",
    ];
    assert_eq!(BTreeSet::from_iter(words), BTreeSet::from(wanted));
    let name = |pot: usize| match pot {
        8 | 9 => "pot 8 or 9".to_owned(),
        0 => "Start".to_owned(),
        10.. => "The pot is kept".to_owned(),
        pot => format!("pot {pot}"),
    };
    for pot in [0, 2, 3, 4, 5, 6, 7, 8] {
        assert!((chance(&graph, &name(pot), "The turn is lost") - 1.0 / 6.0).abs() < 1e-15);
        for to in (2..=6).map(|face| name(pot + face)) {
            let faces = (2..=6).filter(|face| name(pot + face) == to).count();
            assert!(
                (chance(&graph, &name(pot), &to) - faces as f64 / 6.0).abs() < 1e-15,
                "{pot} {to}"
            );
        }
    }
}

#[test]
fn small_battle_matches_hand_count() {
    let text = "rule = \"battle.odds\"\n[parameters]\nours = 2\ntheirs = 2\n[[charts]]\nkind = \"states\"\nmetric = \"winner\"\n";
    let report = report(text, None);
    let graph = graph(&report);
    assert_consistent(&report, &graph);
    // A model is taken out with probability 1/2 x 2/3. A side that has lost one of two models stays
    // if 2d6 show 6 or less.
    let losses = |attackers: u32, targets: u32| -> [f64; 3] {
        let p: f64 = 1.0 / 3.0;
        let hits = match attackers {
            1 => [1.0 - p, p, 0.0],
            _ => [(1.0 - p) * (1.0 - p), 2.0 * p * (1.0 - p), p * p],
        };
        let stays = 15.0 / 36.0;
        match targets {
            1 => [hits[0], hits[1] + hits[2], 0.0],
            _ => [hits[0], hits[1] * stays, hits[2] + hits[1] * (1.0 - stays)],
        }
    };
    let name = |us: usize, them: usize| match (us, them) {
        (0, 0) => "Nobody is left".to_owned(),
        (_, 0) => "We win".to_owned(),
        (0, _) => "They win".to_owned(),
        _ => format!("us {us}, them {them}"),
    };
    for (us, them) in [(2, 2), (2, 1), (1, 2), (1, 1)] {
        let (ours, theirs) = (
            losses(them as u32, us as u32),
            losses(us as u32, them as u32),
        );
        let mut wanted = BTreeMap::new();
        for (a, p) in ours.iter().enumerate().take(us + 1) {
            for (b, q) in theirs.iter().enumerate().take(them + 1) {
                *wanted.entry(name(us - a, them - b)).or_insert(0.0) += p * q;
            }
        }
        for (to, wanted) in wanted {
            assert!(
                (chance(&graph, &name(us, them), &to) - wanted).abs() < 1e-14,
                "{us} {them} to {to}"
            );
        }
    }
}

#[test]
fn undrawable_state_graphs_explain_why() {
    let error_of = |text: &str, rule: Option<&str>| {
        let report = report(text, rule);
        StateGraph::read(&report, &report.charts[0]).expect_err("too much")
    };
    let text = "rule = \"mine.odds\"\n[parameters]\nenough = 60\n[[charts]]\nkind = \"states\"\n";
    let printed = error_of(text, Some(PIG));
    assert!(
        printed.contains("the rule has 58 states") && printed.contains("[parameters]"),
        "{printed}"
    );
    let wings = "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"Left\"\n[[parameters.wings]]\nname = \"Right\"\n\
        [[charts]]\nkind = \"states\"\nmetric = \"actions\"\n";
    let printed = error_of(wings, None);
    assert!(printed.contains("have no names"), "{printed}");
}
