//! The space for graphs that a run keeps until their trials are sampled.

use std::sync::atomic::{AtomicUsize, Ordering};

use oddsmith_engine::explore::Graph;

use super::trial_method::TrialMethod;

/// The maximal number of bytes of graphs that a run keeps over all cases.
pub(super) const MAX_GRAPH_BYTES: usize = 100_000_000;
/// The minimal number of bytes of a graph, because of the names of its metrics and its tables.
const MIN_GRAPH_BYTES: usize = 4000;
/// The number of bytes for the index of a state in the order of states.
const ORDER_BYTES: usize = 8;

/// The remaining space for graphs in a run. If it is used up, a case is explored again when its
/// trials are sampled, with the same result.
#[derive(Debug)]
pub(super) struct GraphSpace(AtomicUsize);

impl GraphSpace {
    /// Returns the space for a run in this method. A run that samples nothing needs no graphs
    /// again.
    pub(super) fn for_method(method: TrialMethod) -> GraphSpace {
        GraphSpace(AtomicUsize::new(if method.prefers_sampling {
            MAX_GRAPH_BYTES
        } else {
            0
        }))
    }

    /// Returns whether there is any space left.
    pub(super) fn has_any(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Reserves the bytes of these graphs, if they are left.
    pub(super) fn reserve(&self, graphs: &[Graph]) -> bool {
        let graph_bytes =
            |graph: &Graph| MIN_GRAPH_BYTES + graph.bytes() + graph.state_count() * ORDER_BYTES;
        let bytes = graphs.iter().map(graph_bytes).sum();
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(bytes)
            })
            .is_ok()
    }
}
