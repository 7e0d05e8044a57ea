//! What a graph records, path by path: nothing twice, nothing left out, whatever the odds.

mod ends;
mod paths;
mod said;

use crate::budget::{Stop, Watch};
use crate::graph::{Ends, Graph};
use crate::rule::Parts;
use ends::ends;
use said::Said;

/// States times slots that are said above which a graph is not looked at: one block of slots takes 36 bytes for each state.
const MOST: usize = 1 << 28;

/// States from which on two threads look at a graph, where there are two.
const LARGE: usize = if cfg!(test) { 2 } else { 4096 };

/// Looks at every path of a graph at once; `None` where it is too large for that.
///
/// # Errors
/// When something may be recorded twice that is recorded once, or never that is required; when a step that folds is
/// come back to after it was left; when a circle splits.
pub(super) fn check(graph: &Graph, parts: &Parts, watch: &Watch) -> Result<Option<Ends>, Stop> {
    let said = Said::of(graph);
    if graph.state_count().saturating_mul(said.places()) > MOST {
        return Ok(None);
    }
    let (mut unsaid, mut cut) = (Vec::new(), Vec::new());
    for block in said.blocks() {
        let (check, ends) = (|| paths::check(graph, &said, &block, watch), || ends(graph, &block, watch));
        // Neither needs the other. A large part is often the last that is explored, while other threads have nothing to do;
        // where there are no others, none are called for.
        let is_shared = graph.state_count() >= LARGE && rayon::current_thread_index().is_some();
        let ends = if is_shared {
            let (checked, ends) = rayon::join(check, ends);
            checked.and(ends)?
        } else {
            check()?;
            ends()?
        };
        unsaid.push(ends.unsaid);
        cut.push(ends.cut);
    }
    let layout = graph.layout();
    let of_slots = |sets: &[u64]| (0..layout.len()).map(|slot| said.has(sets, slot)).collect();
    let ends = Ends { unsaid: of_slots(&unsaid), cut: of_slots(&cut) };
    let is_required = |slot: usize| {
        let metric = &layout.metrics()[layout.metric_of(slot)];
        !metric.may_be_left_out() && parts.has(metric.part)
    };
    match (0..layout.len()).find(|&slot| is_required(slot) && ends.may_be_absent(slot)) {
        Some(slot) => Err(layout.missing(slot as u32).into()),
        None => Ok(Some(ends)),
    }
}

#[cfg(test)]
mod tests;
