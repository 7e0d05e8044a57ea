//! The exact law of one metric at one step.

use super::flow::Flow;
use crate::explore::{Graph, Target, Watch};
use crate::odds::{Mass, Pmf};

/// The exact law of a metric at a step: the odds of its values, of its absence, and what was cut.
///
/// They add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactLaw {
    /// The probability of each value, in trials that show one.
    pub pmf: Pmf,
    /// The probability that a trial shows none.
    pub absent: Mass,
    /// Probability that was cut, and belongs to values that are not known; 0 where nothing was.
    pub unresolved: f64,
}

/// Absence below this is worked out by itself where it has no fraction: as a difference from 1 it would have lost
/// more digits than it may.
const RARE: f64 = 1e-3;

/// Rounding that a total may have.
const ROUNDING: f64 = 1e-9;

impl ExactLaw {
    /// A law that is known whole, of a metric that every trial shows.
    pub fn new(pmf: Pmf) -> ExactLaw {
        ExactLaw { pmf, absent: Mass::ZERO, unresolved: 0.0 }
    }

    /// The law with these values, absent in what is left.
    pub(super) fn completed(pmf: Pmf, unresolved: Mass) -> ExactLaw {
        let rest = Mass::ONE - pmf.total() - unresolved;
        let absent = match rest.float() {
            _ if rest.is_nothing() => Mass::ZERO,
            float => rest.with_float(float),
        };
        ExactLaw { pmf, absent, unresolved: unresolved.float() }
    }

    /// Whether its values add up to more than 1: something was observed twice.
    pub(super) fn is_overfull(&self) -> bool {
        self.absent.float() < -ROUNDING
    }

    /// The same with a rare absence worked out by itself.
    pub(super) fn with_rare_absence(self, graph: &Graph, slot: usize) -> ExactLaw {
        if self.absent.is_zero() || self.absent.float() > RARE || self.absent.fraction().is_some() {
            return self;
        }
        match never(graph, slot) {
            Some(float) => ExactLaw { absent: self.absent.with_float(float), ..self },
            None => self,
        }
    }

    /// The law of the values among the trials that show one; `None` where all do, or none does: then it is
    /// [`pmf`](ExactLaw::pmf) itself.
    pub fn given_present(&self) -> Option<Pmf> {
        if self.absent.is_zero() || self.pmf.masses().is_empty() {
            return None;
        }
        // What is present, from the values themselves where nothing was cut: a difference from 1 would lose digits.
        let present = if self.unresolved == 0.0 { self.pmf.total() } else { Mass::ONE - self.absent };
        Some(self.pmf.scaled(present.inverse()))
    }

    /// The probability that a trial shows a value.
    pub fn present(&self) -> f64 {
        if self.absent.is_zero() && self.unresolved == 0.0 { 1.0 } else { self.pmf.total().value() }
    }
}

/// The probability that a trial ends without ever saying anything in a slot; `None` where trials split.
fn never(graph: &Graph, slot: usize) -> Option<f64> {
    if !graph.splits().is_empty() {
        return None;
    }
    let says = |edge: usize| graph.seen(edge).iter().any(|&cell| graph.cells()[cell as usize].slot as usize == slot);
    let flow = Flow::<f64>::along(graph, 0, &Watch::default(), |edge| !says(edge)).ok()?;
    let done = |state: usize| {
        let ends = graph.edges_of(state).filter(|&e| graph.target(e) == Target::Done && !says(e));
        ends.map(|e| flow.visits[state] * graph.edges()[e].mass.float()).sum::<f64>()
    };
    Some((0..graph.state_count()).map(done).sum())
}
