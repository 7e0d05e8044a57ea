//! What may have been said before each state of a graph and what may be said from it on, of one block of slots.

use std::sync::Arc;

use super::said::{Block, Said, Set};
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::graph::{Components, Graph};
use crate::layout::Layout;

/// What may be said on the paths through a graph: the same for all states of a component, which can all come to each
/// other.
struct Paths<'g> {
    graph: &'g Graph,
    said: &'g Said<'g>,
    block: &'g Block,
    components: Arc<Components>,
    /// The component of each state.
    of: Vec<u32>,
    /// What may have been said before each component; empty where nobody asks.
    before: Vec<Set>,
    /// What may be said from each component on.
    after: Vec<Set>,
}

/// Looks at all paths of a graph.
///
/// # Errors
/// When something may be said again that is said once, or a step that folds after another; when a circle splits.
pub(super) fn check(graph: &Graph, said: &Said, block: &Block, watch: &Watch) -> Result<(), Stop> {
    let paths = Paths::new(graph, said, block, watch)?;
    for state in 0..graph.state_count() {
        for edge in graph.edges_of(state) {
            paths.check_once(edge)?;
            paths.check_order(state, edge)?;
        }
    }
    Ok(())
}

impl<'g> Paths<'g> {
    fn new(graph: &'g Graph, said: &'g Said<'g>, block: &'g Block, watch: &Watch) -> Result<Paths<'g>, Stop> {
        let components = graph.order();
        let mut of = vec![0; graph.state_count()];
        for (number, states) in components.iter().enumerate() {
            states.iter().for_each(|&state| of[state as usize] = number as u32);
        }
        let after = vec![0; components.len()];
        let mut paths = Paths { graph, said, block, components, of, before: Vec::new(), after };
        for component in (0..paths.components.len()).rev() {
            paths.look_ahead(component)?;
            is_going_on(component, watch)?;
        }
        if said.has_folded_steps() {
            paths.before = vec![0; paths.components.len()];
            for component in 0..paths.components.len() {
                paths.pass_on(component);
                is_going_on(component, watch)?;
            }
        }
        Ok(paths)
    }

    /// What an edge says something in.
    #[inline]
    fn says(&self, edge: usize) -> Set {
        self.block.lists[self.graph.list(edge) as usize]
    }

    #[inline]
    fn component_of(&self, state: u32) -> usize {
        self.of[state as usize] as usize
    }

    #[inline]
    fn after(&self, state: u32) -> Set {
        self.after[self.component_of(state)]
    }

    fn edges(&self, component: usize) -> impl Iterator<Item = usize> {
        let graph = self.graph;
        self.components.get(component).iter().flat_map(move |&state| graph.edges_of(state as usize))
    }

    fn look_ahead(&mut self, component: usize) -> Result<(), RuleError> {
        let mut after = 0;
        for edge in self.edges(component) {
            after |= self.says(edge);
            for &target in self.graph.onward(edge) {
                let target = self.component_of(target);
                if target != component {
                    after |= self.after[target];
                } else if self.graph.split(edge).is_some() {
                    return Err(splits_for_ever());
                }
            }
        }
        self.after[component] = after;
        Ok(())
    }

    /// Tells what may have been said before a component, and in it, to all that it leads to.
    fn pass_on(&mut self, component: usize) {
        let graph = self.graph;
        let is_within = |edge: &usize| graph.onward(*edge).iter().any(|&target| self.component_of(target) == component);
        let within = self.edges(component).filter(is_within).fold(0, |set, edge| set | self.says(edge));
        let before = self.before[component] | within;
        for &state in Arc::clone(&self.components).get(component) {
            for edge in graph.edges_of(state as usize) {
                for &target in graph.onward(edge) {
                    let target = self.component_of(target);
                    if target != component {
                        self.before[target] |= before | self.says(edge);
                    }
                }
            }
        }
        self.before[component] = before;
    }

    /// What is seen once is not seen again after it was, nor on two sides of a split.
    #[inline]
    fn check_once(&self, edge: usize) -> Result<(), RuleError> {
        let (says, once) = (self.says(edge), self.block.once);
        let mut after = 0;
        for &target in self.graph.onward(edge) {
            let here = self.after(target);
            let again = here & (says | after) & once;
            if again != 0 {
                return Err(self.layout().twice(self.slot(again)));
            }
            after |= here;
        }
        Ok(())
    }

    /// A metric that folds at each of its steps has done with a step when it comes to another.
    fn check_order(&self, state: usize, edge: usize) -> Result<(), RuleError> {
        let said = self.said.folded(edge);
        for (i, &place) in said.iter().enumerate() {
            let before = self.before[self.of[state] as usize];
            let (earlier, later) = (&said[..i], &said[i + 1..]);
            let (steps, own) = (self.said.steps(place), self.block.bit(place).unwrap_or(0));
            // Said before this step, on the edge or on the way to it, and after it, on the edge or behind it.
            let set = |places: &[usize]| {
                let of_metric = places.iter().filter(|place| steps.contains(place));
                of_metric.filter_map(|&place| self.block.bit(place)).fold(0, |set, bit| set | bit)
            };
            let others = self.block.range(steps) & !own;
            let behind = self.graph.onward(edge).iter().fold(0, |set, &target| set | self.after(target));
            let again = (set(earlier) | before) & (set(later) | behind) & others;
            if again != 0 {
                return Err(self.layout().out_of_order(self.slot(again)));
            }
        }
        Ok(())
    }

    fn layout(&self) -> &Layout {
        self.graph.layout()
    }

    /// The first slot of a set that is not empty.
    #[cold]
    fn slot(&self, set: Set) -> u32 {
        self.said.slot(self.block.first_of(set)) as u32
    }
}

/// Looks every thousand components whether to go on.
pub(super) fn is_going_on(component: usize, watch: &Watch) -> Result<(), Stop> {
    if component.is_multiple_of(1024) && watch.is_stopped() { Err(Stop::Asked) } else { Ok(()) }
}

fn splits_for_ever() -> RuleError {
    let help = "let each side come to its end by itself; what goes round and round goes on as one state";
    RuleError::new("a trial can split again and again without an end", help)
}
