//! What grows where a rule has too many situations: the name that holds the most different values.

use std::collections::BTreeMap;
use std::sync::Mutex;

use oddsmith_engine::explore::{Budget, Leaves, Model, Watch, explore};
use oddsmith_engine::{Ask, Metric, Parts, RuleError};
use rustc_hash::FxHashSet;

use super::{Scratch, State};
use crate::machine::value::Value;
use crate::machine::{Frame, Machine};
use crate::rule::Rule;

/// How far a rule is explored to see what grows: a small part of what a whole exploring may cost.
const LOOK: Budget = Budget { edges: 100_000, leaves: 1_000_000, bytes: 100_000_000 };

/// The name with the most different values among a rule's situations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The name.
    pub name: String,
    /// How many different values were seen before the look ended.
    pub values: usize,
    /// What to do about it.
    pub cure: String,
}

impl Rule {
    /// Which name has the most different values, and what to do about it: for a rule with more situations than may be
    /// explored. `None` where no name of the rule has any.
    pub fn what_grows(&self, watch: &Watch) -> Option<Growth> {
        let looking = Looking { rule: self, seen: Mutex::default() };
        // How it ends is of no interest: it is asked of rules that have no end.
        drop(explore(&looking, &Parts::ALL, &LOOK, watch));
        let seen = looking.seen.into_inner().ok()?;
        let ((function, slot), seen) = seen.into_iter().max_by_key(|(_, seen)| seen.values.len())?;
        let name = self.program.code.functions[function as usize].slots[slot].clone();
        let cure = cure(&name, seen.is_list);
        (seen.values.len() > 1).then_some(Growth { name, values: seen.values.len(), cure })
    }
}

fn cure(name: &str, is_list: bool) -> String {
    if is_list {
        return format!(
            "`{name}` is a list, and a list has one situation for every order of its entries: count kinds instead \
             (`tally`, `draw`), keep it sorted (`{name} = sorted({name})`), or keep only what is needed of it"
        );
    }
    format!(
        "give `{name}` fewer values: smaller parameters, an upper end (`{name} = min({name}, 20)`), or, where it is \
         only recorded, let it change by `+=` alone and read it nowhere else"
    )
}

/// The values that a name has had.
#[derive(Default)]
struct Seen {
    values: FxHashSet<Value>,
    is_list: bool,
}

/// A rule whose situations are looked at while it is explored.
struct Looking<'r> {
    rule: &'r Rule,
    /// By function and slot.
    seen: Mutex<BTreeMap<(u32, usize), Seen>>,
}

impl Looking<'_> {
    fn look(&self, machine: &Machine) {
        let Ok(mut seen) = self.seen.lock() else { return };
        let frames = machine.callers.iter().chain(std::iter::once(&machine.frame));
        for Frame { function, base, .. } in frames {
            let names = &self.rule.program.code.functions[*function as usize].slots;
            for (slot, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                let value = machine.stack.get(*base as usize + slot).unwrap_or(&Value::Nothing);
                if *value != Value::Nothing && !name.is_empty() {
                    let of_name = seen.entry((*function, slot)).or_default();
                    of_name.is_list |= value.as_list().is_some();
                    of_name.values.insert(value.clone());
                }
            }
        }
    }
}

impl Model for Looking<'_> {
    type State = State;
    type Scratch = Scratch;

    fn metrics(&self) -> Vec<Metric> {
        self.rule.metrics()
    }

    fn start(&self, parts: &Parts) -> State {
        self.rule.start(parts)
    }

    fn expand(&self, state: &State, scratch: &mut Scratch, leaves: &mut Leaves<State>) -> Result<(), RuleError> {
        self.look(&state.machine);
        self.rule.expand(state, scratch, leaves)
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        self.rule.play(ask)
    }
}
