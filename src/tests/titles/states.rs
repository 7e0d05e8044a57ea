//! What is said of a rule drawn, held against its arrows.

use super::made::{Made, chart, outcomes};
use crate::findings::states::found;
use crate::report::state_graph::{DrawnSituation, StateGraph, StateWay};
use crate::report::{Axis, Report};
use crate::rule::metric::Tone;
use crate::rule::presentation::{ChartKind, Measure};

/// A graph of three situations, of which so much leads to the worst end.
fn report(to_worst: [f64; 3]) -> Report {
    let report = Made::new(outcomes(), "Result").report(|_, _, _| vec![(1, 1), (3, 1)]);
    let case = &report.cases[0];
    let outcomes = case.metrics[0].metric.outcomes().to_vec();
    let with = |tone: Tone| outcomes.iter().position(|own| own.tone == tone).expect("an outcome");
    let end = |tone: Tone| {
        let value = Some(with(tone) as i64);
        DrawnSituation { words: outcomes[with(tone)].label.clone(), end: Some(tone), value, of: 1 }
    };
    let situation = |words: &str| DrawnSituation { words: words.to_owned(), end: None, value: None, of: 1 };
    let ways = (0..3).flat_map(|from| {
        let bad = to_worst[from];
        [
            StateWay { from, to: 4, chance: bad },
            StateWay { from, to: if from < 2 { from + 1 } else { 3 }, chance: 1.0 - bad },
        ]
    });
    let situations = vec![situation("a"), situation("b"), situation("c"), end(Tone::Success), end(Tone::Failure)];
    let key = (case.number, case.metrics[0].metric.name.clone());
    let graph = StateGraph { situations, ways: ways.collect() };
    Report { state_graphs: [(key, Ok(graph))].into(), ..report }
}

#[test]
fn it_tells_from_where_the_worst_end_is_nearest_and_nothing_where_two_are() {
    let chart = chart(ChartKind::States, Axis::Single, None, Measure::Mean);
    for to_worst in [[0.25, 0.5, 0.1], [0.6, 0.2, 0.3]] {
        let report = report(to_worst);
        let own = found(&report, &chart).expect("a finding");
        let graph = StateGraph::read(&report, &chart).expect("a graph");
        let way = graph.ways[own.way];
        assert_eq!(graph.situations[way.to].end, Some(Tone::Failure));
        let others = graph.ways.iter().filter(|other| other.to == way.to && other.from != way.from);
        assert!(others.clone().count() == 2 && others.into_iter().all(|other| other.chance < way.chance));
        let from = &graph.situations[way.from].words;
        let share = format!("{:.1}%", 100.0 * way.chance);
        assert!(own.sentence.contains(&format!("“{from}”")) && own.sentence.contains(&share), "{}", own.sentence);
        assert!(own.sentence.starts_with("All dice fail at the next step most often"), "{}", own.sentence);
    }
    let even = found(&report([0.5, 0.5, 0.1]), &chart);
    assert!(even.is_none_or(|own| !own.sentence.contains("fail")), "two are as near");
}
