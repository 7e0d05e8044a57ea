//! Finds the parameter values that affect the odds of a rule.

use std::collections::BTreeSet;

use super::model::SetRule;
use crate::code::{Code, Op};
use crate::machine::{Program, SetDice};

impl Program {
    /// Returns the functions that a trial may call, or that compute the distributions of calls. The
    /// functions that read lists entry by entry are not among them, unless the file calls them.
    pub(super) fn trial_functions(&self) -> BTreeSet<usize> {
        let rolled = self.dice.iter().filter_map(|dice| match dice {
            SetDice::Rolled(function) => Some(*function),
            SetDice::Plain(_) => None,
        });
        called_functions(&self.code, rolled.chain([self.code.trial]))
    }
}

impl SetRule {
    /// Returns a text that describes everything that affects the odds. If two rules of one file
    /// have equal texts, their odds are equal. Values that no trial reads are left out, such as an
    /// entry that another parameter excludes. This requires that the file selects the used values
    /// outside its functions.
    pub fn dependency_key(&self) -> String {
        let program = &self.program;
        let code = &program.code;
        let by_index = code
            .by_index_functions
            .iter()
            .map(|(_, function)| *function);
        let begin = by_index.chain(program.trial_functions());
        let read: Vec<_> = read_shared(code, &called_functions(code, begin))
            .into_iter()
            .map(|shared_index| {
                (
                    shared_index,
                    program.shared_values.get(usize::from(shared_index)),
                )
            })
            .collect();
        let dice = (&program.dice, &program.dice_texts);
        format!(
            "{read:?}{:?}{dice:?}{:?}{:?}{:?}",
            program.texts, program.record_layout, self.policy, self.flags
        )
    }
}

/// Returns these functions, and those that they call, directly or through others.
fn called_functions(code: &Code, begin: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    let mut met = BTreeSet::new();
    let mut open: Vec<usize> = begin.collect();
    while let Some(function) = open.pop() {
        let Some(routine) = code.functions.get(function) else {
            continue;
        };
        if !met.insert(function) {
            continue;
        }
        open.extend(routine.explored_as);
        open.extend(routine.ops.iter().filter_map(|op| match op {
            Op::Call { function, .. } => Some(usize::from(*function)),
            _ => None,
        }));
    }
    met
}

/// Returns the parameters and constants that these functions read.
fn read_shared(code: &Code, functions: &BTreeSet<usize>) -> BTreeSet<u16> {
    let ops = functions
        .iter()
        .flat_map(|&function| &code.functions[function].ops);
    ops.filter_map(|op| match op {
        Op::Shared(index) => Some(*index),
        _ => None,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::{RuleFile, Setting};

    const FILE: &str = "good = whole(2, 1, 6)\nbad = whole(3, 1, 6)\nis_good = yes_no(true)\nhits = count(\"Hits\")\n\
        need = good if is_good else bad\n\ndef tried():\n    return roll(6) >= need\n\ndef trial():\n    record(hits, 1 if tried() else 0)\n";

    #[test]
    fn dependency_key_ignores_unread_parameters() {
        let file = RuleFile::read(FILE).expect("a rule file");
        let with = |settings: &[(&str, Setting)]| {
            file.rule(settings)
                .expect("settings that fit")
                .dependency_key()
        };
        let usual = with(&[]);
        assert_eq!(usual, with(&[("bad", Setting::Whole(5))]));
        assert_ne!(usual, with(&[("good", Setting::Whole(5))]));
        assert_ne!(
            with(&[("is_good", Setting::YesNo(false))]),
            with(&[
                ("is_good", Setting::YesNo(false)),
                ("bad", Setting::Whole(5))
            ])
        );
    }
}
