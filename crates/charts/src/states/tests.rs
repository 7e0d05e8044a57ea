//! Tests state graphs: nothing overlaps, and every probability is written somewhere.

use super::layers::Layers;
use crate::fixture::{ReportFixture, chart};
use crate::tests::{LONG_NAME, check_drawing};
use crate::{ChartError, draw};
use oddsmith_model::report::state_graph::{DrawnState, StateGraph, StateTransition};
use oddsmith_model::report::{Axis, Chart, Report, Width};
use oddsmith_model::rule::metric::{Kind, Tone};
use oddsmith_model::rule::presentation::{ChartKind, Measure};

fn graph(words: &[&str], ends: &[(&str, Tone)], transitions: &[(usize, usize, f64)]) -> StateGraph {
    let state = |words: &&str| DrawnState {
        description: (*words).to_owned(),
        end: None,
        value: None,
        state_count: 1,
    };
    let end = |&(words, tone): &(&str, Tone)| DrawnState {
        description: words.to_owned(),
        end: Some(tone),
        value: None,
        state_count: 1,
    };
    StateGraph {
        states: words
            .iter()
            .map(state)
            .chain(ends.iter().map(end))
            .collect(),
        transitions: transitions
            .iter()
            .map(|&(from, to, chance)| StateTransition { from, to, chance })
            .collect(),
    }
}

/// Draws a graph with this width, checks it, and returns its texts.
fn drawn_text(name: &str, graph: StateGraph, width: u32, grey: bool) -> String {
    let chart = Chart {
        width: Width::Millimetres(width),
        is_grey: grey,
        ..chart(ChartKind::States, Axis::Single, None, Measure::Mean)
    };
    let report = ReportFixture::new(Kind::Flag).report(|_, _, _| vec![(0, 1), (1, 1)]);
    let key = (report.cases[0].number, chart.metric.clone());
    let report = Report {
        state_graphs: [(key, Ok(graph))].into(),
        ..report
    };
    let drawing = draw(&report, &chart).unwrap_or_else(|error| panic!("{name}: {error}"));
    check_drawing(name, &drawing);
    assert!(
        (drawing.size_mm().0 - f64::from(width)).abs() < 1e-9 && drawing.size_mm().1 <= 297.0,
        "{name}"
    );
    let inline_svg = drawing.inline_svg();
    assert!(
        inline_svg.svg.contains("--s:"),
        "{name} has no colours for the night"
    );
    drawing
        .text_boxes()
        .iter()
        .map(|text_box| text_box.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns a turn of Pig that stops at a number of points.
fn pig(enough: usize) -> StateGraph {
    let pots: Vec<usize> = (0..enough).filter(|&pot| pot != 1).collect();
    let index_of = |pot: usize| pots.iter().position(|&other_pot| other_pot == pot);
    let mut transitions = Vec::new();
    for (from, pot) in pots.iter().enumerate() {
        let beyond = (2..=6).filter(|face| pot + face >= enough).count();
        transitions
            .extend((2..=6).filter_map(|face| Some((from, index_of(pot + face)?, 1.0 / 6.0))));
        transitions.extend((beyond > 0).then_some((from, pots.len(), beyond as f64 / 6.0)));
        transitions.push((from, pots.len() + 1, 1.0 / 6.0));
    }
    let words: Vec<String> = pots
        .iter()
        .map(|pot| format!("{pot} points in the pot"))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    graph(
        &words,
        &[
            ("The pot is kept", Tone::Success),
            ("The turn is lost", Tone::Failure),
        ],
        &transitions,
    )
}

#[test]
fn small_rules_fit_any_page_width() {
    for (width, grey) in [(80, false), (84, true), (174, false)] {
        drawn_text(&format!("states_pig_{width}"), pig(10), width, grey);
        let transitions = [
            (0, 0, 0.4),
            (0, 1, 0.3),
            (0, 2, 0.3),
            (1, 0, 0.25),
            (1, 1, 0.25),
            (1, 3, 0.5),
            (2, 3, 1.0),
        ];
        let duel = graph(
            &["both stand", "we are down", "they are down"],
            &[("Over", Tone::Neutral)],
            &transitions,
        );
        let text = drawn_text(&format!("states_back_{width}"), duel, width, grey);
        assert!(
            ["40.0%", "25.0%", "50.0%"]
                .iter()
                .all(|chance| text.contains(chance)),
            "{text}"
        );
    }
    drawn_text(
        "states_certain",
        graph(&["Start"], &[("End", Tone::Neutral)], &[(0, 1, 1.0)]),
        84,
        false,
    );
    let ends: Vec<(&str, Tone)> = (0..9).map(|_| (LONG_NAME, Tone::Mixed)).collect();
    let transitions: Vec<(usize, usize, f64)> =
        (1..10).map(|to| (0, to, to as f64 / 45.0)).collect();
    drawn_text(
        "states_long",
        graph(&[LONG_NAME], &ends, &transitions),
        84,
        false,
    );
}

#[test]
fn every_chance_is_written() {
    let mut transitions = Vec::new();
    for from in 0..20usize {
        let total: f64 = (1..=5)
            .map(|step| (from * 7 + step * step) as f64 + 1.0)
            .sum();
        transitions.extend((1..=5).map(|step| {
            (
                from,
                (from + step).min(20),
                ((from * 7 + step * step) as f64 + 1.0) / total,
            )
        }));
    }
    let words: Vec<String> = (0..20)
        .map(|number_left| format!("{number_left} left"))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut state_graph = graph(&words, &[("End", Tone::Neutral)], &[]);
    for (from, to, chance) in transitions {
        match state_graph
            .transitions
            .iter_mut()
            .find(|transition| (transition.from, transition.to) == (from, to))
        {
            Some(transition) => transition.chance += chance,
            None => state_graph
                .transitions
                .push(StateTransition { from, to, chance }),
        }
    }
    let transition_count = state_graph.transitions.len();
    let text = drawn_text("states_dense", state_graph.clone(), 174, false);
    let shown_count = text
        .split_whitespace()
        .filter(|word| word.trim_end_matches([';', '.']).ends_with('%'))
        .count();
    let each = text.matches("% each").count();
    assert!(
        shown_count >= transition_count || each > 0,
        "{shown_count} of {transition_count}: {text}"
    );
}

#[test]
fn links_lead_down_and_row_order_avoids_crossings() {
    let layers = Layers::of(&pig(10), 9);
    let row = |item: usize| {
        layers
            .rows
            .iter()
            .position(|row| row.contains(&item))
            .unwrap()
    };
    for link in &layers.links {
        assert!(
            link.path
                .windows(2)
                .all(|pair| row(pair[1]) == row(pair[0]) + 1),
            "{link:?}"
        );
    }
    let back = graph(
        &["a", "b"],
        &[("End", Tone::Neutral)],
        &[(0, 1, 1.0), (1, 0, 0.5), (1, 2, 0.5)],
    );
    let layers = Layers::of(&back, 9);
    assert_eq!(layers.links.iter().filter(|link| link.is_back).count(), 1);
    // Two pairs whose transitions would cross in the original order.
    let crossed = graph(
        &["s", "a", "b", "c", "d"],
        &[],
        &[(0, 1, 0.5), (0, 2, 0.5), (1, 4, 1.0), (2, 3, 1.0)],
    );
    assert_eq!(Layers::of(&crossed, 9).crossings(), 0);
}

#[test]
fn undrawable_graphs_report_the_reason() {
    let report = ReportFixture::new(Kind::Flag).report(|_, _, _| vec![(0, 1)]);
    let states_chart = chart(ChartKind::States, Axis::Single, None, Measure::Mean);
    let key = (report.cases[0].number, states_chart.metric.clone());
    let report = Report {
        state_graphs: [(key, Err("the rule has 99 situations".to_owned()))].into(),
        ..report
    };
    assert!(
        matches!(draw(&report, &states_chart), Err(ChartError::Unsuitable(reason)) if reason.contains("99"))
    );
}
