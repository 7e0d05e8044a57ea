//! Exploring with several threads: the graph is the same with any number.

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, EdgeTarget, Graph, Watch, explore};
use oddsmith_engine::{Fold, Metric, Parts, Step};
use rayon::ThreadPoolBuilder;

use crate::support::Game;

/// The edges of a graph, each with its state, its probability, its cells and its target.
fn edges(graph: &Graph) -> Vec<String> {
    let of_state = |state: usize| {
        graph.edges_of(state).map(move |edge| {
            let target = match graph.target(edge) {
                EdgeTarget::State(target) => target.to_string(),
                other => format!("{other:?}"),
            };
            let cells: Vec<_> = graph.edge_cells(edge).collect();
            format!("{state} {:?} {cells:?} {target}", graph.mass(edge).to_raw())
        })
    };
    (0..graph.state_count()).flat_map(of_state).collect()
}

#[test]
fn graph_does_not_depend_on_the_number_of_threads() {
    // Two runners race. Hundreds of states wait at once, so they are expanded in parallel.
    let race = Game::new(
        [
            Metric::whole("rounds").fold(Fold::Sum),
            Metric::whole("first"),
        ],
        (0u32, 0u32),
        |(us, them): &mut (u32, u32), ask| {
            ask.observe_whole(0, 1);
            *us += ask.roll(Die::D6);
            *them += ask.roll(Die::new(8));
            if *us < 90 && *them < 90 {
                return Step::Continue;
            }
            ask.observe_whole(1, (*us >= 90).into());
            Step::Done
        },
    );
    let explored = |threads: usize| {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let (budget, watch) = (Budget::default(), Watch::default());
        let graph = pool.install(|| explore(&race, &Parts::ALL, &budget, &watch));
        edges(&graph.expect("it is small"))
    };
    let alone = explored(1);
    assert!(alone.len() > 100_000, "{}", alone.len());
    assert!(explored(2) == alone && explored(7) == alone);
}
