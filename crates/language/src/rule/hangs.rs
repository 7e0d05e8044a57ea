//! Finds the parameter values that affect the odds of a rule.

use std::collections::BTreeSet;

use super::model::SetRule;
use crate::code::{Code, Op};
use crate::machine::SetDice;

impl SetRule {
    /// Returns a text of everything that affects the odds. If it is equal for two rules of one
    /// file, their odds are equal. Values that no trial reads are left out, such as an entry that
    /// another parameter excludes, if the file selects the used values outside its functions.
    pub fn dependency_key(&self) -> String {
        let program = &self.program;
        let rolled = program.dice.iter().filter_map(|dice| match dice {
            SetDice::Rolled(function) => Some(*function),
            SetDice::Plain(_) => None,
        });
        let begin = rolled
            .chain(
                program
                    .code
                    .by_index_functions
                    .iter()
                    .map(|(_, function)| *function),
            )
            .chain([program.code.trial]);
        let read: Vec<_> = read_shared(&program.code, begin)
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
            program.texts, program.record_layout, self.policy, self.manner
        )
    }
}

/// Returns the parameters and constants that these functions read, directly or through calls.
fn read_shared(code: &Code, begin: impl Iterator<Item = usize>) -> BTreeSet<u16> {
    let (mut read, mut met) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<usize> = begin.collect();
    while let Some(function) = open.pop() {
        if !met.insert(function) {
            continue;
        }
        let Some(routine) = code.functions.get(function) else {
            continue;
        };
        open.extend(routine.explored_as);
        for op in &routine.ops {
            match op {
                Op::Shared(place) => drop(read.insert(*place)),
                Op::Call { function, .. } => open.push(usize::from(*function)),
                _ => {}
            }
        }
    }
    read
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
