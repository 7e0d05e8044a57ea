//! Trials walked singly over a graph, each carrying what it folds.

use super::alias::AliasTable;
use super::random::Random;
use super::recorder::Recorder;
use crate::explore::{Graph, Stop, Watch};

/// Trials between two looks at whether to stop.
const LOOK: u64 = 256;

/// Walks trials one by one: an edge is drawn in each state, from a table.
#[derive(Debug)]
pub(super) struct Walker {
    graph: Graph,
    /// For each state with a choice: a table over its edges.
    tables: Vec<Option<AliasTable>>,
}

/// A table over the edges of every state that has several.
pub(super) fn tables(graph: &Graph) -> Vec<Option<AliasTable>> {
    let table = |state| {
        let edges = &graph.edges()[graph.edges_of(state)];
        (edges.len() > 1).then(|| AliasTable::new(edges.iter().map(|edge| edge.mass.float())))
    };
    (0..graph.state_count()).map(table).collect()
}

impl Walker {
    pub(super) fn new(graph: Graph) -> Walker {
        Walker { tables: tables(&graph), graph }
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(super) fn walk(
        &self,
        random: &mut Random,
        recorder: &mut Recorder<'_>,
        trials: u64,
        watch: &Watch,
    ) -> Result<(), Stop> {
        let mut waiting = Vec::new();
        for trial in 0..trials {
            if trial % LOOK == 0 && watch.is_stopped() {
                return Err(Stop::Asked);
            }
            waiting.push(0);
            while let Some(state) = waiting.pop() {
                self.walk_from(state, random, recorder, &mut waiting);
            }
            recorder.end_trial()?;
        }
        watch.add_trials(trials);
        Ok(())
    }

    /// Walks from a state to the end, or to where the trial splits.
    fn walk_from(&self, mut state: u32, random: &mut Random, recorder: &mut Recorder<'_>, waiting: &mut Vec<u32>) {
        loop {
            let edges = self.graph.edges_of(state as usize);
            let edge = match &self.tables[state as usize] {
                Some(table) => edges.start + table.index(random.word()),
                None => edges.start,
            };
            for &cell in self.graph.seen(edge) {
                let cell = self.graph.cells()[cell as usize];
                recorder.see(cell.slot, cell.value);
            }
            match self.graph.onward(edge) {
                &[next] => state = next,
                many => {
                    waiting.extend(many.iter().rev());
                    return;
                }
            }
        }
    }
}
