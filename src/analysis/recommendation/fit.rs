//! Fits a decision list to the decisions of a choice, and evaluates the best ones exactly.

use std::cmp::Ordering;

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::solve::{FollowedPlay, OpenPlay};

use super::boxes::cost_of_boxes;
use super::list::DecisionList;
use super::search::{FoundList, WeightedRows};
use super::table::Table;
use crate::recommendation::ShortRule;
use crate::rule::choice::ShownChoice;

/// The number of rounds. In each round, lists are fitted to the decisions that the best list so far
/// reaches.
const ROUNDS: usize = 2;
/// The number of lists that are evaluated exactly in each round.
const MAX_EVALUATED: usize = 4;
/// The maximal number of lists with a moved interval end that are evaluated exactly.
const MAX_MOVED: usize = 24;
/// The maximal number of edges that this evaluation may visit.
const MAX_MOVED_EDGES: usize = 1_500_000;
/// The total weight of the decisions that neither play reaches. The weights of the others add up to
/// about 1.
const UNREACHED: f64 = 1e-6;
/// Losses in single steps that differ by less than this, relative to the largest loss, are equal.
const MARGIN: f64 = 1e-13;
/// Differences between plays below this share of the value are rounding errors.
pub(super) const ROUNDING: f64 = 1e-9;
/// The minimal saving of an additional clause or condition, as a share of the difference between
/// best and random play.
const CONDITION_PRICE_SHARE: f64 = 1e-4;
/// The maximal number of sums that the search may compute for each edge of the graph.
const SUMS_PER_EDGE: usize = 100;
/// The number of sums that the search may compute in addition.
const SUMS: usize = 2_000_000;

/// A list with the result of following it.
#[derive(Clone, Debug)]
pub(super) struct EvaluatedList<'t> {
    table: &'t Table,
    list: DecisionList,
    play: FollowedPlay,
    pub(super) cost: f64,
    agreement: f64,
}

/// The fit of a list to the decisions of one choice.
pub(super) struct Fit<'f, 'g> {
    play: &'f OpenPlay<'g>,
    table: &'f Table,
    value: f64,
    /// The minimal saving of an additional clause or condition.
    price: f64,
    watch: &'f Watch,
    /// The loss that counts for an option that never ends a trial.
    endless_loss: f64,
}

impl<'f, 'g> Fit<'f, 'g> {
    pub(super) fn new(
        play: &'f OpenPlay<'g>,
        table: &'f Table,
        value: f64,
        gap: f64,
        watch: &'f Watch,
    ) -> Fit<'f, 'g> {
        let losses = table
            .rows
            .iter()
            .flat_map(|row| &row.decisions)
            .flat_map(|&number| {
                (0..play.decisions()[number].options.len())
                    .filter_map(move |option| play.loss(number, option))
            });
        let endless = 10.0 * losses.fold(0.0, f64::max);
        Fit {
            play,
            table,
            value,
            price: CONDITION_PRICE_SHARE * gap,
            watch,
            endless_loss: endless,
        }
    }

    /// Returns the best list; `None` if no list ends every trial, or if the search would take too
    /// long.
    pub(super) fn best_list(&self) -> Result<Option<EvaluatedList<'f>>, Stop> {
        // The approximate number of searches for boxes, for each option and list.
        const SEARCHES: usize = 90;
        let sums = SEARCHES * self.table.options.len() * cost_of_boxes(self.table);
        if sums > SUMS + SUMS_PER_EDGE * self.play.edge_count() {
            return Ok(None);
        }
        let mut best: Option<EvaluatedList<'f>> = None;
        for _ in 0..ROUNDS {
            let before = best.clone();
            for found in self.finalists(best.as_ref().map(|evaluated_list| &evaluated_list.play)) {
                let evaluated = self.evaluate(found.list)?;
                best = best
                    .into_iter()
                    .chain(evaluated)
                    .reduce(|candidate, other| self.better(candidate, other));
            }
            let is_same = before.as_ref().map(|evaluated_list| &evaluated_list.list)
                == best.as_ref().map(|evaluated_list| &evaluated_list.list);
            if is_same
                || best
                    .as_ref()
                    .is_some_and(|evaluated_list| evaluated_list.cost <= self.rounding())
            {
                break;
            }
        }
        best.map(|best| self.move_ends(best)).transpose()
    }

    fn rounding(&self) -> f64 {
        ROUNDING * self.play.scale()
    }

    /// Returns the lists with the smallest losses in single steps. Decisions are weighted by how
    /// often best play and another play reach them.
    fn finalists(&self, other: Option<&FollowedPlay>) -> Vec<FoundList> {
        let count = self.table.options.len();
        let unreached = UNREACHED / self.play.decisions().len() as f64;
        let mut losses = vec![0.0; self.table.rows.len() * count];
        for (row_index, row) in self.table.rows.iter().enumerate() {
            for &number in &row.decisions {
                let weight = self.play.reached(number)
                    + other.map_or(0.0, |other| other.reached[number])
                    + unreached;
                for (option, &index) in row.offered.iter().enumerate() {
                    losses[row_index * count + index] +=
                        weight * self.play.loss(number, option).unwrap_or(self.endless_loss);
                }
            }
        }
        let margin = MARGIN * self.endless_loss;
        let rows = WeightedRows {
            table: self.table,
            losses,
            margin,
            undecided_loss: 10.0 * self.endless_loss,
        };
        let mut found = rows.search();
        let priced = |found_list: &FoundList| {
            ((found_list.loss + self.price * found_list.list.length() as f64) / margin).floor()
        };
        found.sort_by(|found_list, other| priced(found_list).total_cmp(&priced(other)));
        found.dedup_by(|found_list, other| found_list.list == other.list);
        found.truncate(MAX_EVALUATED);
        found
    }

    /// Evaluates a list; `None` if trials would not end, or if they reach a decision that offers
    /// none of the list's options.
    fn evaluate(&self, list: DecisionList) -> Result<Option<EvaluatedList<'f>>, Stop> {
        let decisions = self.play.decisions();
        let mut list_play = self.play.play().clone();
        let mut undecided: Vec<usize> = Vec::new();
        for row in &self.table.rows {
            let taken = list
                .decide(row)
                .and_then(|option| row.offered.iter().position(|&offered| offered == option));
            match taken {
                Some(option) => row
                    .decisions
                    .iter()
                    .for_each(|&number| list_play.take(&decisions[number], option)),
                None => undecided.extend(&row.decisions),
            }
        }
        let play = match self.play.follow(&list_play, self.watch) {
            Ok(play) => play,
            Err(Stop::Requested) => return Err(Stop::Requested),
            Err(_) => return Ok(None),
        };
        if undecided.iter().any(|&number| play.reached[number] > 0.0) {
            return Ok(None);
        }
        let (mut total, mut agreed) = (0.0, 0.0);
        for &number in self.table.rows.iter().flat_map(|row| &row.decisions) {
            let reached = play.reached[number];
            total += reached;
            let taken = list_play.certain_option(&decisions[number]);
            let loss = taken.and_then(|option| self.play.loss(number, option));
            agreed += if loss == Some(0.0) { reached } else { 0.0 };
        }
        let agreement = if total > 0.0 { agreed / total } else { 1.0 };
        let cost = if total - agreed <= 0.0 {
            0.0
        } else {
            (self.value - play.value).abs()
        };
        Ok(Some(EvaluatedList {
            table: self.table,
            list,
            play,
            cost,
            agreement,
        }))
    }

    /// Returns the cheaper list, if each clause and condition has a price. Of equally cheap lists
    /// it returns the shorter one, and then the one with fewer decisions per trial.
    fn better(&self, candidate: EvaluatedList<'f>, other: EvaluatedList<'f>) -> EvaluatedList<'f> {
        let priced = |evaluated: &EvaluatedList<'_>| {
            evaluated.cost + self.price * evaluated.list.length() as f64
        };
        let decisions = |evaluated: &EvaluatedList<'_>| {
            let rows = evaluated.table.rows.iter();
            rows.flat_map(|row| &row.decisions)
                .map(|&number| evaluated.play.reached[number])
                .sum::<f64>()
        };
        let compared = |value: f64, other: f64| {
            if (value - other).abs() <= self.rounding() {
                Ordering::Equal
            } else {
                value.total_cmp(&other)
            }
        };
        let by_length = || candidate.list.length().cmp(&other.list.length());
        let by_decisions = || compared(decisions(&candidate), decisions(&other));
        let order = compared(priced(&candidate), priced(&other))
            .then_with(by_length)
            .then_with(by_decisions);
        if order == Ordering::Greater {
            other
        } else {
            candidate
        }
    }

    /// Moves the ends of intervals by one value each, as long as this improves the list.
    fn move_ends(&self, mut best: EvaluatedList<'f>) -> Result<EvaluatedList<'f>, Stop> {
        let mut left = MAX_MOVED.min(MAX_MOVED_EDGES / self.play.edge_count().max(1));
        loop {
            let before = best.list.clone();
            for list in neighbours(self.table, &before) {
                if left == 0 {
                    return Ok(best);
                }
                left -= 1;
                if let Some(evaluated) = self.evaluate(list)? {
                    best = self.better(best, evaluated);
                }
            }
            if best.list == before {
                return Ok(best);
            }
        }
    }
}

/// Returns all lists in which one end of an interval is moved by one value. Ends at the first or
/// the last value of the feature stay.
fn neighbours(table: &Table, list: &DecisionList) -> Vec<DecisionList> {
    let mut lists = Vec::new();
    for (clause_index, clause) in list.clauses.iter().enumerate() {
        for (nth, interval) in clause.intervals.iter().enumerate() {
            let feature = &table.features[interval.feature];
            let end = feature.values.len() - 1;
            if !feature.is_ordered() {
                continue;
            }
            let mut with = |first: usize, last: usize| {
                let is_whole = first == 0 && last == end;
                if first <= last && last <= end && !is_whole {
                    let mut moved = list.clone();
                    let interval = &mut moved.clauses[clause_index].intervals[nth];
                    (interval.first, interval.last) = (first, last);
                    lists.push(moved);
                }
            };
            if interval.first > 0 {
                with(interval.first - 1, interval.last);
                with(interval.first + 1, interval.last);
            }
            if interval.last < end {
                with(interval.first, interval.last + 1);
                with(interval.first, interval.last.wrapping_sub(1));
            }
        }
    }
    lists
}

impl EvaluatedList<'_> {
    /// Returns the list with the names of the rule.
    pub(super) fn into_short_rule(self, choice: &ShownChoice) -> ShortRule {
        let clauses = self
            .list
            .clauses
            .iter()
            .map(|clause| clause.to_rule_clause(self.table, choice))
            .collect();
        ShortRule {
            clauses,
            otherwise: choice.options.word(self.table.options[self.list.otherwise]),
            agreement: self.agreement,
            value: self.play.value,
            cost: self.cost,
        }
    }
}
