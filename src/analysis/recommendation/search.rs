//! Searches for decision lists with a small loss, given the loss of each option in a single step.

use super::boxes::{FoundBox, best_boxes};
use super::list::{DecisionList, ListClause};
use super::table::Table;

/// The maximal number of clauses of a list.
const MAX_CLAUSES: usize = 3;
/// The maximal number of clauses of a family of thresholds on one feature.
const MAX_IN_FAMILY: usize = 6;
/// The number of lists that are kept for each length.
const BEAM: usize = 6;
/// The number of rounds in which each clause is fitted again.
const ROUNDS: usize = 3;
/// The number of lists of each length whose clauses are fitted again.
const REFINED: usize = 2;

/// The rows of a table with the loss of each option in each row, weighted by how often the row
/// occurs.
#[derive(Debug)]
pub(super) struct WeightedRows<'t> {
    pub(super) table: &'t Table,
    /// The losses row by row, with an entry for each option of the table.
    pub(super) losses: Vec<f64>,
    /// Sums that differ by less than this are equal.
    pub(super) margin: f64,
    /// The loss of a row that offers no option of the list.
    pub(super) undecided_loss: f64,
}

/// A list with its loss.
#[derive(Clone, Debug)]
pub(super) struct FoundList {
    pub(super) list: DecisionList,
    pub(super) loss: f64,
}

impl WeightedRows<'_> {
    fn loss(&self, row: usize, option: Option<usize>) -> f64 {
        option.map_or(self.undecided_loss, |option| {
            self.losses[row * self.table.options.len() + option]
        })
    }

    fn with_loss(&self, list: DecisionList) -> FoundList {
        let loss = self
            .table
            .rows
            .iter()
            .enumerate()
            .map(|(row_index, row)| self.loss(row_index, list.decide(row)))
            .sum();
        FoundList { list, loss }
    }

    /// Returns the best lists that were found for each number of clauses, shortest first, and the
    /// best families of thresholds.
    pub(super) fn search(&self) -> Vec<FoundList> {
        let options = || 0..self.table.options.len();
        let start = |otherwise| {
            self.with_loss(DecisionList {
                clauses: Vec::new(),
                otherwise,
            })
        };
        let mut beam: Vec<FoundList> = options().map(start).collect();
        let mut found = Vec::new();
        for length in 0..=MAX_CLAUSES {
            self.keep_best(&mut beam);
            let refined: Vec<FoundList> = beam
                .iter()
                .take(REFINED)
                .map(|found_list| self.refine(found_list.clone()))
                .collect();
            found.extend(
                refined
                    .into_iter()
                    .reduce(|found_list, other| self.better(found_list, other)),
            );
            if length < MAX_CLAUSES {
                beam = beam
                    .iter()
                    .flat_map(|found_list| self.extensions(found_list))
                    .collect();
            }
        }
        // Families of thresholds use one option and its alternative, so they need exactly two
        // options.
        if self.table.options.len() == 2 {
            found.extend(
                [(0, 1), (1, 0)]
                    .into_iter()
                    .flat_map(|(option, otherwise)| self.families(option, otherwise)),
            );
        }
        found
    }

    fn better(&self, found_list: FoundList, other: FoundList) -> FoundList {
        let is_less = other.loss < found_list.loss - self.margin;
        let is_equal = other.loss <= found_list.loss + self.margin;
        if is_less || is_equal && other.list.length() < found_list.list.length() {
            other
        } else {
            found_list
        }
    }

    /// Keeps the lists with the smallest losses. Of lists with the same effect it keeps one.
    fn keep_best(&self, beam: &mut Vec<FoundList>) {
        let rounded = |found_list: &FoundList| (found_list.loss / self.margin).floor();
        let by_length = |found_list: &FoundList, other: &FoundList| {
            found_list.list.length().cmp(&other.list.length())
        };
        beam.sort_by(|found_list, other| {
            rounded(found_list)
                .total_cmp(&rounded(other))
                .then_with(|| by_length(found_list, other))
        });
        beam.dedup_by(|found_list, other| {
            (found_list.loss - other.loss).abs() <= self.margin
                && found_list.list.otherwise == other.list.otherwise
        });
        beam.truncate(BEAM);
    }

    /// Returns the lists with one more clause in front.
    fn extensions(&self, found: &FoundList) -> Vec<FoundList> {
        let rest: Vec<f64> = self
            .table
            .rows
            .iter()
            .enumerate()
            .map(|(row_index, row)| self.loss(row_index, found.list.decide(row)))
            .collect();
        let mut extended = Vec::new();
        for option in 0..self.table.options.len() {
            for FoundBox { sum, intervals } in self.boxes(option, &rest, |_| true) {
                let mut list = found.list.clone();
                list.clauses.insert(0, ListClause { option, intervals });
                extended.push(FoundList {
                    list,
                    loss: found.loss + sum,
                });
            }
        }
        extended
    }

    /// Returns the conditions under which an option gains most over the rest of the list, among the
    /// rows that are open to it.
    fn boxes(&self, option: usize, rest: &[f64], is_open: impl Fn(usize) -> bool) -> Vec<FoundBox> {
        let gain = |(row_index, rest): (usize, &f64)| {
            let is_offered = self.table.rows[row_index].offers(option);
            if is_offered && is_open(row_index) {
                self.loss(row_index, Some(option)) - rest
            } else {
                0.0
            }
        };
        let row_gains: Vec<f64> = rest.iter().enumerate().map(gain).collect();
        let mut boxes = best_boxes(self.table, &row_gains, self.margin);
        let total: f64 = row_gains.iter().sum();
        if total < -self.margin && !self.table.is_always_offered(option) {
            boxes.insert(
                0,
                FoundBox {
                    sum: total,
                    intervals: Vec::new(),
                },
            );
        }
        boxes
    }

    /// Fits each clause again while the others stay, as long as this reduces the loss.
    fn refine(&self, mut found: FoundList) -> FoundList {
        for _ in 0..ROUNDS {
            let before = found.loss;
            for clause_index in 0..found.list.clauses.len() {
                found = self.refit_clause(found, clause_index, |_| true);
            }
            if found.loss >= before - self.margin {
                break;
            }
        }
        found
    }

    /// Fits one clause again, using only conditions that are allowed.
    fn refit_clause(
        &self,
        found: FoundList,
        clause_index: usize,
        is_allowed: impl Fn(&FoundBox) -> bool,
    ) -> FoundList {
        let rows = || self.table.rows.iter().enumerate();
        let before = &found.list.clauses[..clause_index];
        let is_open: Vec<bool> = rows()
            .map(|(_, row)| !before.iter().any(|clause| clause.decides(row)))
            .collect();
        let clauses = found.list.clauses[clause_index + 1..].to_vec();
        let after = DecisionList {
            clauses,
            otherwise: found.list.otherwise,
        };
        let rest: Vec<f64> = rows()
            .map(|(row, values)| self.loss(row, after.decide(values)))
            .collect();
        let option = found.list.clauses[clause_index].option;
        let boxes = self.boxes(option, &rest, |row| is_open[row]);
        let candidate = |FoundBox { intervals, .. }: FoundBox| {
            let mut list = found.list.clone();
            list.clauses[clause_index] = ListClause { option, intervals };
            self.with_loss(list)
        };
        let allowed = boxes.into_iter().filter(|found_box| is_allowed(found_box));
        allowed
            .map(candidate)
            .fold(found.clone(), |best, list| self.better(best, list))
    }

    /// Returns families of thresholds: lists whose clauses all take the same option, each with a
    /// condition on the same feature.
    fn families(&self, option: usize, otherwise: usize) -> Vec<FoundList> {
        let ordered = (0..self.table.features.len())
            .filter(|&feature| self.table.features[feature].is_ordered());
        ordered
            .flat_map(|feature| self.family(option, otherwise, feature))
            .collect()
    }

    fn family(&self, option: usize, otherwise: usize, feature: usize) -> Vec<FoundList> {
        let is_on_feature = |found_box: &FoundBox| {
            found_box
                .intervals
                .iter()
                .any(|interval| interval.feature == feature)
        };
        let mut found = self.with_loss(DecisionList {
            clauses: Vec::new(),
            otherwise,
        });
        let mut lists = Vec::new();
        for length in 1..=MAX_IN_FAMILY {
            let rows = self.table.rows.iter().enumerate();
            let rest: Vec<f64> = rows
                .map(|(row_index, row)| self.loss(row_index, found.list.decide(row)))
                .collect();
            let boxes = self
                .boxes(option, &rest, |_| true)
                .into_iter()
                .filter(is_on_feature);
            let Some(FoundBox { intervals, .. }) =
                boxes.min_by(|found_box, other| found_box.sum.total_cmp(&other.sum))
            else {
                break;
            };
            let mut list = found.list.clone();
            list.clauses.push(ListClause { option, intervals });
            found = self.with_loss(list);
            for clause_index in 0..length {
                found = self.refit_clause(found, clause_index, is_on_feature);
            }
            if length > MAX_CLAUSES {
                lists.push(found.clone());
            }
        }
        lists
    }
}
