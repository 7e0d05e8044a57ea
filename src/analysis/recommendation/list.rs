//! A decision list over the rows of a table.

use super::table::{Feature, Row, Table};
use crate::recommendation::{Condition, ConditionValues, RuleClause};
use crate::rule::choice::ShownChoice;

/// For a feature with at most this many values, a condition on the last value does not say "or
/// more".
const MAX_FEW: usize = 3;

/// The values of a feature from the first index to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) feature: usize,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// A clause: it takes the option if all intervals hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListClause {
    pub(super) option: usize,
    pub(super) intervals: Vec<Interval>,
}

/// A decision list. Its options are indices into a table's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DecisionList {
    pub(super) clauses: Vec<ListClause>,
    pub(super) otherwise: usize,
}

impl Interval {
    pub(super) fn holds(&self, row: &Row) -> bool {
        (self.first..=self.last).contains(&row.value_indexes[self.feature])
    }

    fn condition(&self, features: &[Feature]) -> Condition {
        let feature = &features[self.feature];
        let is = || ConditionValues::Is(feature.values[self.first].clone());
        let end = feature.values.len() - 1;
        let values = match (
            feature.numbers.get(self.first),
            feature.numbers.get(self.last),
        ) {
            (Some(first), Some(last)) => match (self.first, self.last) {
                (0, 0) => is(),
                (first, last) if first == last && end < MAX_FEW => is(),
                (0, _) => ConditionValues::AtMost(*last),
                (_, last) if last == end => ConditionValues::AtLeast(*first),
                _ if first == last => is(),
                _ => ConditionValues::Between(*first, *last),
            },
            _ => is(),
        };
        Condition {
            part: feature.name.clone(),
            values,
        }
    }
}

impl ListClause {
    /// Returns whether the clause applies to a row.
    pub(super) fn decides(&self, row: &Row) -> bool {
        row.offers(self.option) && self.intervals.iter().all(|interval| interval.holds(row))
    }

    /// Returns the clause with the names of the rule.
    pub(super) fn to_rule_clause(&self, table: &Table, choice: &ShownChoice) -> RuleClause {
        let conditions = self
            .intervals
            .iter()
            .map(|interval| interval.condition(&table.features))
            .collect();
        RuleClause {
            option: choice.options.word(table.options[self.option]),
            conditions,
        }
    }
}

impl DecisionList {
    /// Returns the option that the list takes in a row; `None` if the row offers no option of the
    /// list.
    pub(super) fn decide(&self, row: &Row) -> Option<usize> {
        let clause = self
            .clauses
            .iter()
            .find(|clause| clause.decides(row))
            .map(|clause| clause.option);
        clause.or_else(|| row.offers(self.otherwise).then_some(self.otherwise))
    }

    /// Returns the length that a reader must remember: the number of clauses and conditions.
    pub(super) fn length(&self) -> usize {
        self.clauses
            .iter()
            .map(|clause| 1 + clause.intervals.len())
            .sum()
    }
}
