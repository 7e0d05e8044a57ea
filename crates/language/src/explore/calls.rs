//! The distributions of what functions return, each computed once for each set of arguments.

use std::sync::Arc;

use oddsmith_engine::explore::Observation;
use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::call_distribution::{CallDistribution, CallKey, CallOutcome};
use super::shared::{SharedDistributions, UsedValues};
use super::walk_end::{WalkEnd, WalkSink};
use crate::machine::Faulty;
use crate::value::Datum;

/// The distributions of calls: the known ones, and those that are being computed.
#[derive(Debug)]
pub(super) struct CallDistributions {
    /// The distributions that this thread has used; `None` for a call that is too deep to have a
    /// separate distribution.
    known: UsedValues<CallKey, Option<Arc<CallDistribution>>>,
    /// Calls whose distributions are being computed, each with its current approximation; `None`
    /// for a call that is run step by step instead.
    open: Vec<(CallKey, Option<Arc<CallDistribution>>)>,
    /// The outermost open call that the current computation has used.
    outermost_touched: usize,
}

/// A call whose distribution is being computed: its index among the open calls, and the outermost
/// call that its caller had used.
pub(super) struct OpenCall {
    pub(super) index: usize,
    outer_touched: usize,
}

impl Default for CallDistributions {
    fn default() -> CallDistributions {
        CallDistributions {
            known: UsedValues::default(),
            open: Vec::new(),
            outermost_touched: usize::MAX,
        }
    }
}

impl CallDistributions {
    /// Returns the distribution of a call, if it is known or being computed. For a recursive call
    /// this is the current approximation, or `None` if it must be run step by step.
    pub(super) fn find(
        &mut self,
        shared: &SharedDistributions,
        call: &CallKey,
    ) -> Option<Option<Arc<CallDistribution>>> {
        if let Some(known) = self.known.get(&shared.calls, call) {
            return Some(known);
        }
        let open = self.open.iter().position(|(open, _)| open == call)?;
        self.outermost_touched = self.outermost_touched.min(open);
        Some(self.open[open].1.clone())
    }

    pub(super) fn open_count(&self) -> usize {
        self.open.len()
    }

    pub(super) fn begin(&mut self, call: &CallKey) -> OpenCall {
        let nothing = CallDistribution {
            outcomes: vec![(CallOutcome::Truncated, Mass::ONE)],
            dice: 0.0,
        };
        self.open.push((call.clone(), Some(Arc::new(nothing))));
        OpenCall {
            index: self.open.len() - 1,
            outer_touched: std::mem::replace(&mut self.outermost_touched, usize::MAX),
        }
    }

    /// Returns whether the call has called itself with the same arguments, and has used what is
    /// known of its distribution so far.
    pub(super) fn is_recursive(&self, open: &OpenCall) -> bool {
        self.outermost_touched <= open.index && self.open[open.index].1.is_some()
    }

    /// Replaces the approximation of an open call; `None` means that the call is run step by step.
    pub(super) fn update(&mut self, open: &OpenCall, so_far: Option<Arc<CallDistribution>>) {
        self.open[open.index].1 = so_far;
    }

    /// Returns whether the computed distribution is final. One that depends on another open call is
    /// computed again later.
    pub(super) fn finish(&mut self, open: &OpenCall) -> bool {
        self.open.pop();
        let touched = self.outermost_touched;
        self.outermost_touched = if touched < open.index {
            open.outer_touched.min(touched)
        } else {
            open.outer_touched
        };
        touched >= open.index
    }

    /// Forgets the calls that this thread has used.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }
}

/// Collects the outcomes of a call.
#[derive(Default)]
pub(super) struct CallOutcomes {
    pub(super) distribution: CallDistribution,
    values: FxHashMap<Datum, usize>,
}

impl WalkSink for CallOutcomes {
    fn add_cost(&mut self, dice: f64) {
        self.distribution.dice += dice;
    }

    fn take(&mut self, mass: Mass, _: &mut Vec<Observation>, end: WalkEnd) -> Faulty {
        let outcome = match end {
            WalkEnd::Returned(_, value) => match self.values.get(value) {
                Some(&index) => {
                    self.distribution.outcomes[index].1 += mass;
                    return Ok(());
                }
                None => {
                    self.values
                        .insert(value.clone(), self.distribution.outcomes.len());
                    CallOutcome::Value(value.clone())
                }
            },
            WalkEnd::Waiting(machine, waiting) => {
                CallOutcome::Waiting(machine.clone(), waiting.clone())
            }
            WalkEnd::Truncated | WalkEnd::Checkpoint(_) => {
                let known = self
                    .distribution
                    .outcomes
                    .iter_mut()
                    .find(|(outcome, _)| matches!(outcome, CallOutcome::Truncated));
                if let Some((_, known)) = known {
                    *known += mass;
                    return Ok(());
                }
                CallOutcome::Truncated
            }
        };
        self.distribution.outcomes.push((outcome, mass));
        Ok(())
    }
}
