//! Simplifies nodes: computes numbers, uses bounds, and removes decided parts.

use super::facts::Facts;
use super::node::{NodeId, Residual, Test};
use super::nodes::Residuals;
use crate::expression::Comparison;

impl Residuals {
    /// Returns the simplest form of a node whose operands are already simplified.
    pub(super) fn simplify(&mut self, node: Residual) -> NodeId {
        match node {
            Residual::Number(_) | Residual::Absent | Residual::Open { .. } => self.push(node),
            Residual::Sum {
                is_strict,
                number,
                terms,
            } => self.sum(is_strict, number.into(), &terms),
            Residual::Product(first, other) => self.product(first, other),
            Residual::Abs(operand) => self.absolute(operand),
            Residual::Extremum {
                is_max,
                number,
                operands: of,
            } => self.extremum(is_max, number, &of),
            Residual::First(list) => self.first(&list),
            Residual::Test {
                test,
                operand: of,
                number,
            } => self.test(test, of, number.into()),
            Residual::IsAbsent(operand) => self.absence(operand),
            Residual::Not(condition) => self.negation(condition),
            Residual::All(list) => self.all_or_any(&list, true),
            Residual::Any(list) => self.all_or_any(&list, false),
        }
    }

    fn product(&mut self, first: NodeId, other: NodeId) -> NodeId {
        match (self.node(first).clone(), self.node(other).clone()) {
            (Residual::Absent, _) | (_, Residual::Absent) => self.push(Residual::Absent),
            (Residual::Number(times), _) => self.sum(true, 0, &[(times, other)]),
            (_, Residual::Number(times)) => self.sum(true, 0, &[(times, first)]),
            _ => self.push(Residual::Product(first.min(other), first.max(other))),
        }
    }

    fn absolute(&mut self, operand: NodeId) -> NodeId {
        match self.node(operand) {
            Residual::Absent => operand,
            &Residual::Number(number) => {
                let number = self.narrow_to_i64(i128::from(number).abs());
                self.add_number(number)
            }
            _ if self.facts[operand as usize].low >= 0 => operand,
            _ => self.push(Residual::Abs(operand)),
        }
    }

    /// Returns the sum of a number and of multiples of nodes. Nested sums are flattened if that
    /// does not change the value.
    pub(super) fn sum(&mut self, is_strict: bool, number: i128, terms: &[(i64, NodeId)]) -> NodeId {
        let mut number = number;
        let mut flat: Vec<(i128, NodeId)> = Vec::with_capacity(terms.len());
        for &(times, id) in terms {
            let times = i128::from(times);
            match self.node(id).clone() {
                Residual::Number(inner_number) => number += times * i128::from(inner_number),
                Residual::Absent if is_strict => return self.push(Residual::Absent),
                Residual::Absent => {}
                // A strict sum that is never absent may be flattened into any sum.
                Residual::Sum {
                    is_strict: is_inner_strict,
                    number: more,
                    terms,
                } if is_inner_strict == is_strict || !self.may_be_absent(id) && is_inner_strict => {
                    number += times * i128::from(more);
                    flat.extend(
                        terms
                            .iter()
                            .map(|&(inner, id)| (times * i128::from(inner), id)),
                    );
                }
                Residual::Sum {
                    is_strict: false,
                    number: more,
                    terms,
                } if more != 0 => {
                    number += times * i128::from(more);
                    let rest = self.push(Residual::Sum {
                        is_strict: false,
                        number: 0,
                        terms,
                    });
                    flat.push((times, rest));
                }
                _ => flat.push((times, id)),
            }
        }
        flat.sort_unstable_by_key(|&(_, id)| id);
        let mut terms: Vec<(i64, NodeId)> = Vec::with_capacity(flat.len());
        for (times, id) in flat {
            let times = self.narrow_to_i64(times);
            match terms.last_mut() {
                Some((known, last)) if *last == id => {
                    let combined = i128::from(*known) + i128::from(times);
                    *known = combined as i64;
                    self.has_overflowed |= i64::try_from(combined).is_err();
                }
                _ => terms.push((times, id)),
            }
        }
        // A term with the factor 0 matters only if it may make the sum absent.
        terms.retain(|&(times, id)| times != 0 || is_strict && self.may_be_absent(id));
        let is_strict = is_strict || terms.iter().all(|&(_, id)| !self.may_be_absent(id));
        let number = self.narrow_to_i64(number);
        match terms.as_slice() {
            [] => self.add_number(number),
            &[(1, id)] if is_strict && number == 0 => id,
            _ => self.push(Residual::Sum {
                is_strict,
                number,
                terms: terms.into(),
            }),
        }
    }

    fn extremum(&mut self, is_max: bool, number: Option<i64>, operands: &[NodeId]) -> NodeId {
        let mut number = number;
        let further = |a: i64, b: i64| if is_max { a.max(b) } else { a.min(b) };
        let mut open = Vec::with_capacity(operands.len());
        for &id in operands {
            match self.node(id) {
                Residual::Absent => {}
                &Residual::Number(inner_number) => {
                    number =
                        Some(number.map_or(inner_number, |number| further(number, inner_number)))
                }
                Residual::Extremum {
                    is_max: same,
                    number: inner_number,
                    operands: of,
                } if *same == is_max => {
                    number = match (number, *inner_number) {
                        (Some(a), Some(b)) => Some(further(a, b)),
                        (a, b) => a.or(b),
                    };
                    open.extend_from_slice(of);
                }
                _ => open.push(id),
            }
        }
        if let Some(number) = number {
            // Operands that cannot exceed the known number do not matter.
            let facts = &self.facts;
            open.retain(|&id| {
                let node_facts = &facts[id as usize];
                if is_max {
                    node_facts.high > number.into()
                } else {
                    node_facts.low < number.into()
                }
            });
        }
        open.sort_unstable();
        open.dedup();
        match (number, open.as_slice()) {
            (Some(number), []) => self.add_number(number),
            (None, []) => self.push(Residual::Absent),
            (None, &[alone]) => alone,
            _ => self.push(Residual::Extremum {
                is_max,
                number,
                operands: open.into(),
            }),
        }
    }

    fn first(&mut self, list: &[(i64, NodeId)]) -> NodeId {
        let mut open = Vec::with_capacity(list.len());
        for &(number, id) in list {
            match self.node(id) {
                Residual::Number(0) => {}
                Residual::Number(_) => {
                    open.push((number, id));
                    break;
                }
                _ => open.push((number, id)),
            }
        }
        match open.as_slice() {
            [] => self.push(Residual::Absent),
            &[(number, id)] if matches!(self.node(id), Residual::Number(_)) => {
                self.add_number(number)
            }
            _ => self.push(Residual::First(open.into())),
        }
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        first: NodeId,
        other: NodeId,
    ) -> NodeId {
        let (sign, least) = match comparison {
            Comparison::Equal | Comparison::Unequal | Comparison::AtLeast => (1, 0),
            Comparison::Above => (1, 1),
            Comparison::AtMost => (-1, 0),
            Comparison::Below => (-1, 1),
        };
        let difference = self.sum(true, 0, &[(sign, first), (-sign, other)]);
        let test = match comparison {
            Comparison::Equal => Test::Is,
            Comparison::Unequal => Test::IsNot,
            _ => Test::AtLeast,
        };
        self.test(test, difference, least)
    }

    /// Returns a test of a node. A constant term moves to the other side.
    fn test(&mut self, test: Test, operand: NodeId, number: i128) -> NodeId {
        let (operand, number) = match self.node(operand).clone() {
            Residual::Sum {
                is_strict,
                number: inner_number,
                terms,
            } => {
                let (mut terms, mut number) = (terms, number - i128::from(inner_number));
                // For example, x = 3 and -x = -3 become the same node.
                if test != Test::AtLeast
                    && is_strict
                    && terms[0].0 < 0
                    && terms.iter().all(|term| term.0 != i64::MIN)
                {
                    terms.iter_mut().for_each(|term| term.0 = -term.0);
                    number = -number;
                }
                (self.sum(is_strict, 0, &terms), number)
            }
            _ => (operand, number),
        };
        let Facts { low, high, .. } = self.facts[operand as usize];
        let (is_absent, is_alone) = (matches!(self.node(operand), Residual::Absent), low == high);
        match test {
            _ if is_absent => self.add_truth(false),
            Test::AtLeast if high < number => self.add_truth(false),
            Test::AtLeast if low >= number => self.presence(operand),
            Test::Is if number < low || number > high => self.add_truth(false),
            Test::Is if is_alone => self.presence(operand),
            Test::IsNot if number < low || number > high => self.presence(operand),
            Test::IsNot if is_alone => self.add_truth(false),
            _ => {
                let number = self.narrow_to_i64(number);
                self.push(Residual::Test {
                    test,
                    operand,
                    number,
                })
            }
        }
    }

    fn presence(&mut self, operand: NodeId) -> NodeId {
        let absent = self.absence(operand);
        self.negation(absent)
    }

    fn absence(&mut self, operand: NodeId) -> NodeId {
        if matches!(self.node(operand), Residual::Absent) || !self.may_be_absent(operand) {
            let is_absent = matches!(self.node(operand), Residual::Absent);
            return self.add_truth(is_absent);
        }
        match self.node(operand).clone() {
            Residual::Sum { terms, .. } => {
                let list: Vec<NodeId> = terms.iter().map(|&(_, id)| self.absence(id)).collect();
                self.all_or_any(&list, false)
            }
            Residual::Product(first, other) => {
                let list = [self.absence(first), self.absence(other)];
                self.all_or_any(&list, false)
            }
            Residual::Abs(inner) => self.absence(inner),
            Residual::Extremum { operands: of, .. } => {
                let list: Vec<NodeId> = of.iter().map(|&id| self.absence(id)).collect();
                self.all_or_any(&list, true)
            }
            Residual::First(list) => {
                let list: Vec<NodeId> = list.iter().map(|&(_, id)| self.negation(id)).collect();
                self.all_or_any(&list, true)
            }
            _ => self.push(Residual::IsAbsent(operand)),
        }
    }

    fn negation(&mut self, condition: NodeId) -> NodeId {
        match self.node(condition) {
            Residual::Number(truth) => {
                let truth = *truth == 0;
                self.add_truth(truth)
            }
            &Residual::Not(inner) => inner,
            _ => self.push(Residual::Not(condition)),
        }
    }

    /// Returns whether all conditions hold, or whether any does. A single condition that decides
    /// the result replaces the list.
    fn all_or_any(&mut self, list: &[NodeId], is_all: bool) -> NodeId {
        let mut open = Vec::with_capacity(list.len());
        for &id in list {
            match self.node(id) {
                Residual::Number(truth) if (*truth != 0) == is_all => {}
                Residual::Number(_) => return self.add_truth(!is_all),
                Residual::All(inner) if is_all => open.extend_from_slice(inner),
                Residual::Any(inner) if !is_all => open.extend_from_slice(inner),
                _ => open.push(id),
            }
        }
        open.sort_unstable();
        open.dedup();
        match open.as_slice() {
            [] => self.add_truth(is_all),
            &[alone] => alone,
            _ if is_all => self.push(Residual::All(open.into())),
            _ => self.push(Residual::Any(open.into())),
        }
    }
}
