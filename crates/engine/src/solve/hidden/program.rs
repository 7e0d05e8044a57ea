//! Solves a game in sequence form by a linear program (Koller, Megiddo and von Stengel 1996).
//!
//! The variables are the weights of the sequences of player 0, and for each information set of
//! player 1 the mean payoff from there on. All payoffs are shifted to be positive, so that more
//! weight is always better for player 0. The equations of a plan may then be inequalities, and the
//! slack variables are a first basis. The shadow prices are the plan of player 1.

use super::sequence_form::SequenceForm;
use crate::solve::best::{NEGLIGIBLE, Tableau};

/// The maximal number of entries of the tableau.
const MAX_ENTRIES: usize = 12_000_000;

/// Returns whether the linear program of a game is small enough to be solved.
pub(super) fn fits(form: &SequenceForm) -> bool {
    let [rows, columns] = size(form);
    (rows + 1).saturating_mul(rows + columns + 1) <= MAX_ENTRIES
}

/// Returns the number of inequalities and of variables.
fn size(form: &SequenceForm) -> [usize; 2] {
    let [first, second] = &form.sets;
    [
        first.len() + form.sequences[1] - 1,
        form.sequences[0] - 1 + second.len(),
    ]
}

/// Returns an optimal plan of each player, up to rounding errors.
///
/// With a tremble, each player takes a random option with this probability at every set, so that
/// play reaches all sets. The weights of a sequence are then those of the options that the player
/// means to take, after any earlier play.
pub(super) fn solve(form: &SequenceForm, tremble: f64) -> [Vec<f64>; 2] {
    let (most, least) = form.extremes;
    let range = if most > least { most - least } else { 1.0 };
    // Payoffs of trials are between 1 and 2.
    let shifted = |value: f64, ending: f64| (value - least * ending) / range + ending;
    let [first, second] = &form.sets;
    let lines = [0, 1].map(|player| Lineages::new(form, player, tremble));
    let meant = 1.0 - tremble;
    let weights = form.sequences[0] - 1;
    let [rows, columns] = size(form);
    let mut program = Tableau::new(rows, columns);
    for (row, set) in first.iter().enumerate() {
        set.sequences()
            .for_each(|sequence| program.add(row, sequence - 1, 1.0));
        for &(parent, share) in lines[0].of(set.parent) {
            match parent.checked_sub(1) {
                Some(parent) => program.add(row, parent as usize, -share * meant),
                None => program.add_right(row, share * meant),
            }
        }
    }
    // Payoffs from a set on are relative to the chance of the set, so that all numbers have similar
    // magnitudes.
    let chances: Vec<f64> = second
        .iter()
        .map(|set| set.chances.values().sum())
        .collect();
    // The row of a sequence of player 1, and the chance of its set.
    let mut row_of = vec![(0, 1.0); form.sequences[1]];
    for (set, &chance) in second.iter().zip(&chances) {
        for sequence in set.sequences() {
            row_of[sequence] = (first.len() + sequence - 1, chance);
        }
    }
    for (index, set) in second.iter().enumerate() {
        let variable = weights + index;
        for sequence in set.sequences() {
            program.add(row_of[sequence].0, variable, 1.0);
        }
        for &(parent, share) in lines[1].of(set.parent) {
            let onward = share * meant * chances[index];
            match parent {
                0 => program.add_objective(variable, onward),
                parent => {
                    let (row, chance) = row_of[parent as usize];
                    program.add(row, variable, -onward / chance);
                }
            }
        }
    }
    for payoff in &form.payoffs {
        let value = shifted(payoff.value, payoff.ending);
        let [first, second] = payoff.sequences;
        for &(weight, share) in lines[0].of(first) {
            for &(column, other_share) in lines[1].of(second) {
                let value = value * share * other_share;
                let (row, chance) = row_of[column as usize];
                match (weight, column) {
                    (0, 0) => {}
                    (weight, 0) => program.add_objective(weight as usize - 1, value),
                    (0, _) => program.add_right(row, value / chance),
                    (weight, _) => program.add(row, weight as usize - 1, -value / chance),
                }
            }
        }
    }
    // If players decide only after rare events, all coefficients are small.
    let objective = program.scale_objective();
    program.optimise(NEGLIGIBLE);
    let (prices, values) = program.solution();
    let mut plans = [vec![1.0; form.sequences[0]], vec![1.0; form.sequences[1]]];
    plans[0][1..].copy_from_slice(&values[..weights]);
    for (sequence, &(row, chance)) in row_of.iter().enumerate().skip(1) {
        plans[1][sequence] = objective * prices[row] / chance;
    }
    plans
}

/// For each sequence of a player, the sequences after which a tremble, or several in turn, lead to
/// it, each with their probability. The sequence itself has the probability 1.
struct Lineages(Vec<Vec<(u32, f64)>>);

impl Lineages {
    fn new(form: &SequenceForm, player: usize, tremble: f64) -> Lineages {
        let mut lines = vec![vec![(0, 1.0)]; form.sequences[player]];
        for set in &form.sets[player] {
            let share = tremble / set.options as f64;
            for sequence in set.sequences() {
                let before = lines[set.parent as usize].iter();
                let mut line: Vec<(u32, f64)> = before
                    .map(|&(earlier, chance)| (earlier, share * chance))
                    .filter(|&(_, chance)| chance > 0.0)
                    .collect();
                line.push((sequence as u32, 1.0));
                lines[sequence] = line;
            }
        }
        Lineages(lines)
    }

    fn of(&self, sequence: u32) -> &[(u32, f64)] {
        &self.0[sequence as usize]
    }
}
