//! What makes a rule too large to be explored: a question with too many answers, or the name that has ever more values.

use std::collections::BTreeMap;

use oddsmith_engine::explore::Watch;
use rustc_hash::FxHashSet;

use super::look::look;
use crate::machine::{CallFrame, Machine};
use crate::rule::SetRule;
use crate::value::Datum;

/// What makes a rule too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growth {
    /// A name: of those that had new values to the end of the look, else of all, the one with the most.
    Name {
        /// The name.
        name: String,
        /// How many different values were seen before the look ended.
        values: usize,
        /// What to do about it.
        cure: String,
    },
    /// Metrics that are counted to the end of a trial, of a rule that is small without them.
    Counted {
        /// Their names.
        names: Vec<String>,
    },
    /// A question that cannot be explored.
    Question {
        /// The line in which it is asked, from 1.
        line: usize,
        /// What is too much about it.
        problem: String,
        /// What to do about it.
        cure: String,
    },
}

impl SetRule {
    /// What makes a rule too large to be explored, and what to do about it: a question, else the name that grows. `None`
    /// where neither is found.
    pub fn what_grows(&self, watch: &Watch) -> Option<Growth> {
        let (mut seen, mut looks) = (NamesSeen::default(), 0);
        // How else the look ends is of no interest: it is asked of rules that have no end.
        let looked = look(self, watch, |machine| {
            looks += 1;
            self.names(machine, looks, &mut seen);
        });
        if let Some(error) = looked.refused {
            let line = self.program.code.line(error.place.map_or(0, |place| place.start));
            let cure = error.help.lines().next().unwrap_or_default().to_owned();
            return Some(Growth::Question { line, problem: error.problem, cure });
        }
        let totals = self.program.code.metrics.iter().filter(|metric| metric.is_total);
        let names: Vec<String> = totals.map(|metric| metric.name.clone()).collect();
        if looked.graph.is_ok() && !names.is_empty() {
            return Some(Growth::Counted { names });
        }
        // What has an end has been seen whole by then, and what has none has not.
        let grows = |seen: &NameSeen| (2 * seen.latest > looks, seen.values.len());
        let ((function, slot), seen) = seen.into_iter().max_by_key(|(_, seen)| grows(seen))?;
        let name = self.program.code.functions[function as usize].slots[slot].clone();
        let cure = cure(&name, seen.is_list);
        (seen.values.len() > 1).then_some(Growth::Name { name, values: seen.values.len(), cure })
    }

    /// Takes down what the names of a machine hold, at a look of this number.
    fn names(&self, machine: &Machine, look: usize, seen: &mut NamesSeen) {
        let frames = machine.callers.iter().chain(std::iter::once(&machine.frame));
        for CallFrame { function, base, .. } in frames {
            let names = &self.program.code.functions[*function as usize].slots;
            for (slot, _) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                let value = machine.stack.get(*base as usize + slot).unwrap_or(&Datum::Nothing);
                if *value != Datum::Nothing {
                    let of_name = seen.entry((*function, slot)).or_default();
                    of_name.is_list |= value.as_list().is_some();
                    if of_name.values.insert(value.clone()) {
                        of_name.latest = look;
                    }
                }
            }
        }
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
        "give `{name}` fewer values: smaller parameters, an upper end where the game has one (`{name} = min({name}, 20)`), or, \
         where it is only recorded, let it change by `+=` alone and read it nowhere else"
    )
}

/// The values that a name has had.
#[derive(Default)]
struct NameSeen {
    values: FxHashSet<Datum>,
    /// When the last of them was new.
    latest: usize,
    is_list: bool,
}

/// What each name has held, by function and slot.
type NamesSeen = BTreeMap<(u32, usize), NameSeen>;
