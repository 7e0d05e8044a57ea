//! Where a trial can come to and stay for ever, whatever is chosen.

use super::order::components;
use crate::explore::{Graph, Target};

impl Graph {
    /// A state that a trial can come to, by chance or by choice, and from which nothing leads to an end; `None` where
    /// every state has a way out.
    ///
    /// ```
    /// use oddsmith_engine::chance::Die;
    /// use oddsmith_engine::explore::{Budget, Watch, explore};
    /// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};
    ///
    /// /// Rolls until a d6 shows this face.
    /// struct Until(u32);
    ///
    /// impl Rule for Until {
    ///     type State = ();
    ///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("rolls").optional()] }
    ///     fn start(&self, _: &Parts) {}
    ///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
    ///         Ok(if ask.roll(Die::D6) == self.0 { Step::Done } else { Step::Continue })
    ///     }
    /// }
    ///
    /// let graph = |face| explore(&Until(face), &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
    /// assert_eq!(graph(6).stays(), None);
    /// assert_eq!(graph(7).stays(), Some(0));
    /// ```
    pub fn stays(&self) -> Option<usize> {
        let order = components(self, 0);
        let mut ends = vec![false; self.state_count()];
        // Backwards: what a component leads to has been looked at before it.
        for states in (0..order.len()).rev().map(|number| order.get(number)) {
            let leads_out = |state: u32| {
                self.edges_of(state as usize).any(|edge| match self.target(edge) {
                    Target::Done | Target::Cut => true,
                    Target::State(target) => ends[target as usize],
                    // A side that comes back here has to end as well.
                    Target::Split(targets) => targets.iter().all(|&target| ends[target as usize]),
                })
            };
            if !states.iter().any(|&state| leads_out(state)) {
                return states.iter().min().map(|&state| state as usize);
            }
            states.iter().for_each(|&state| ends[state as usize] = true);
        }
        None
    }
}
