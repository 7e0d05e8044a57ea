//! Nodes as simply as they can be said: numbers worked out, bounds made use of, what is decided left out.

use super::{Facts, Id, Node, Nodes, Test};
use crate::question::expression::Comparison;

impl Nodes {
    pub(super) fn product(&mut self, one: Id, other: Id) -> Id {
        match (self.node(one).clone(), self.node(other).clone()) {
            (Node::Absent, _) | (_, Node::Absent) => self.push(Node::Absent),
            (Node::Number(times), _) => self.sum(true, 0, &[(times, other)]),
            (_, Node::Number(times)) => self.sum(true, 0, &[(times, one)]),
            _ => self.push(Node::Product(one.min(other), one.max(other))),
        }
    }

    pub(super) fn abs(&mut self, one: Id) -> Id {
        match self.node(one) {
            Node::Absent => one,
            &Node::Number(number) => {
                let number = self.held(i128::from(number).abs());
                self.number(number)
            }
            _ if self.facts[one as usize].low >= 0 => one,
            _ => self.push(Node::Abs(one)),
        }
    }

    /// The sum of a number and of multiples of nodes. Sums within are taken apart where that changes nothing.
    pub(super) fn sum(&mut self, is_strict: bool, number: i128, terms: &[(i64, Id)]) -> Id {
        let mut number = number;
        let mut flat: Vec<(i128, Id)> = Vec::with_capacity(terms.len());
        for &(times, id) in terms {
            let times = i128::from(times);
            match self.node(id).clone() {
                Node::Number(own) => number += times * i128::from(own),
                Node::Absent if is_strict => return self.push(Node::Absent),
                Node::Absent => {}
                // One that is never absent may stand in any sum.
                Node::Sum { is_strict: own, number: more, terms }
                    if own == is_strict || !self.may_be_absent(id) && own =>
                {
                    number += times * i128::from(more);
                    flat.extend(terms.iter().map(|&(inner, id)| (times * i128::from(inner), id)));
                }
                Node::Sum { is_strict: false, number: more, terms } if more != 0 => {
                    number += times * i128::from(more);
                    let rest = self.push(Node::Sum { is_strict: false, number: 0, terms });
                    flat.push((times, rest));
                }
                _ => flat.push((times, id)),
            }
        }
        flat.sort_unstable_by_key(|&(_, id)| id);
        let mut terms: Vec<(i64, Id)> = Vec::with_capacity(flat.len());
        for (times, id) in flat {
            let times = self.held(times);
            match terms.last_mut() {
                Some((known, last)) if *last == id => {
                    let both = i128::from(*known) + i128::from(times);
                    *known = both as i64;
                    self.is_overgrown |= i64::try_from(both).is_err();
                }
                _ => terms.push((times, id)),
            }
        }
        // Nothing of it is nothing, but for its being absent.
        terms.retain(|&(times, id)| times != 0 || is_strict && self.may_be_absent(id));
        let is_strict = is_strict || terms.iter().all(|&(_, id)| !self.may_be_absent(id));
        let number = self.held(number);
        match terms.as_slice() {
            [] => self.number(number),
            &[(1, id)] if is_strict && number == 0 => id,
            _ => self.push(Node::Sum { is_strict, number, terms: terms.into() }),
        }
    }

    pub(super) fn end(&mut self, is_max: bool, number: Option<i64>, of: &[Id]) -> Id {
        let mut number = number;
        let further = |a: i64, b: i64| if is_max { a.max(b) } else { a.min(b) };
        let mut open = Vec::with_capacity(of.len());
        for &id in of {
            match self.node(id) {
                Node::Absent => {}
                &Node::Number(own) => number = Some(number.map_or(own, |number| further(number, own))),
                Node::End { is_max: same, number: own, of } if *same == is_max => {
                    number = match (number, *own) {
                        (Some(a), Some(b)) => Some(further(a, b)),
                        (a, b) => a.or(b),
                    };
                    open.extend_from_slice(of);
                }
                _ => open.push(id),
            }
        }
        if let Some(number) = number {
            // What cannot go past the number that is there already does not matter.
            let facts = &self.facts;
            open.retain(|&id| {
                let own = &facts[id as usize];
                if is_max { own.high > number.into() } else { own.low < number.into() }
            });
        }
        open.sort_unstable();
        open.dedup();
        match (number, open.as_slice()) {
            (Some(number), []) => self.number(number),
            (None, []) => self.push(Node::Absent),
            (None, &[alone]) => alone,
            _ => self.push(Node::End { is_max, number, of: open.into() }),
        }
    }

    pub(super) fn first(&mut self, list: &[(i64, Id)]) -> Id {
        let mut open = Vec::with_capacity(list.len());
        for &(number, id) in list {
            match self.node(id) {
                Node::Number(0) => {}
                Node::Number(_) => {
                    open.push((number, id));
                    break;
                }
                _ => open.push((number, id)),
            }
        }
        match open.as_slice() {
            [] => self.push(Node::Absent),
            &[(number, id)] if matches!(self.node(id), Node::Number(_)) => self.number(number),
            _ => self.push(Node::First(open.into())),
        }
    }

    pub(super) fn compare(&mut self, comparison: Comparison, one: Id, other: Id) -> Id {
        let (sign, least) = match comparison {
            Comparison::Equal | Comparison::Unequal | Comparison::AtLeast => (1, 0),
            Comparison::Above => (1, 1),
            Comparison::AtMost => (-1, 0),
            Comparison::Below => (-1, 1),
        };
        let difference = self.sum(true, 0, &[(sign, one), (-sign, other)]);
        let test = match comparison {
            Comparison::Equal => Test::Is,
            Comparison::Unequal => Test::IsNot,
            _ => Test::AtLeast,
        };
        self.test(test, difference, least)
    }

    /// A test of a node, its own number taken to the other side.
    pub(super) fn test(&mut self, test: Test, of: Id, number: i128) -> Id {
        let (of, number) = match self.node(of).clone() {
            Node::Sum { is_strict, number: own, terms } => {
                let (mut terms, mut number) = (terms, number - i128::from(own));
                // x = 3 and -x = -3 are the same.
                if test != Test::AtLeast && is_strict && terms[0].0 < 0 && terms.iter().all(|term| term.0 != i64::MIN) {
                    terms.iter_mut().for_each(|term| term.0 = -term.0);
                    number = -number;
                }
                (self.sum(is_strict, 0, &terms), number)
            }
            _ => (of, number),
        };
        let Facts { low, high, .. } = self.facts[of as usize];
        let (is_absent, is_alone) = (matches!(self.node(of), Node::Absent), low == high);
        match test {
            _ if is_absent => self.truth(false),
            Test::AtLeast if high < number => self.truth(false),
            Test::AtLeast if low >= number => self.is_present(of),
            Test::Is if number < low || number > high => self.truth(false),
            Test::Is if is_alone => self.is_present(of),
            Test::IsNot if number < low || number > high => self.is_present(of),
            Test::IsNot if is_alone => self.truth(false),
            _ => {
                let number = self.held(number);
                self.push(Node::Test { test, of, number })
            }
        }
    }

    pub(super) fn is_present(&mut self, of: Id) -> Id {
        let absent = self.is_absent(of);
        self.not(absent)
    }

    pub(super) fn is_absent(&mut self, of: Id) -> Id {
        if matches!(self.node(of), Node::Absent) || !self.may_be_absent(of) {
            let is_absent = matches!(self.node(of), Node::Absent);
            return self.truth(is_absent);
        }
        match self.node(of).clone() {
            Node::Sum { terms, .. } => {
                let list: Vec<Id> = terms.iter().map(|&(_, id)| self.is_absent(id)).collect();
                self.any(&list)
            }
            Node::Product(one, other) => {
                let list = [self.is_absent(one), self.is_absent(other)];
                self.any(&list)
            }
            Node::Abs(one) => self.is_absent(one),
            Node::End { of, .. } => {
                let list: Vec<Id> = of.iter().map(|&id| self.is_absent(id)).collect();
                self.all(&list)
            }
            Node::First(list) => {
                let list: Vec<Id> = list.iter().map(|&(_, id)| self.not(id)).collect();
                self.all(&list)
            }
            _ => self.push(Node::IsAbsent(of)),
        }
    }

    pub(super) fn not(&mut self, one: Id) -> Id {
        match self.node(one) {
            Node::Number(truth) => {
                let truth = *truth == 0;
                self.truth(truth)
            }
            &Node::Not(inner) => inner,
            _ => self.push(Node::Not(one)),
        }
    }

    pub(super) fn all(&mut self, list: &[Id]) -> Id {
        self.joined(list, true)
    }

    pub(super) fn any(&mut self, list: &[Id]) -> Id {
        self.joined(list, false)
    }

    /// Whether all hold, or whether any does: one that decides it is all that is left.
    pub(super) fn joined(&mut self, list: &[Id], is_all: bool) -> Id {
        let mut open = Vec::with_capacity(list.len());
        for &id in list {
            match self.node(id) {
                Node::Number(truth) if (*truth != 0) == is_all => {}
                Node::Number(_) => return self.truth(!is_all),
                Node::All(inner) if is_all => open.extend_from_slice(inner),
                Node::Any(inner) if !is_all => open.extend_from_slice(inner),
                _ => open.push(id),
            }
        }
        open.sort_unstable();
        open.dedup();
        match open.as_slice() {
            [] => self.truth(is_all),
            &[alone] => alone,
            _ if is_all => self.push(Node::All(open.into())),
            _ => self.push(Node::Any(open.into())),
        }
    }
}
