//! Random questions: the exact odds must equal the enumeration of all trials.

use oddsmith_engine::question::{Comparison, Expression, JointQuestion};
use proptest::prelude::*;

use super::{SLOTS, assert_counted, bf_answers, bf_trials, in_a_row, joint, side_by_side};
use crate::support::graph;

/// Choices from a list, followed by zeros.
struct Choices<'c>(std::slice::Iter<'c, u8>);

impl Choices<'_> {
    fn below(&mut self, n: u8) -> u8 {
        self.0.next().map_or(0, |byte| byte % n)
    }

    fn expression_pair(&mut self, deep: u8) -> Box<[Expression; 2]> {
        Box::new([self.number(deep), self.number(deep)])
    }

    fn expression_list(
        &mut self,
        deep: u8,
        make_element: fn(&mut Self, u8) -> Expression,
    ) -> Vec<Expression> {
        (0..self.below(4))
            .map(|_| make_element(self, deep))
            .collect()
    }

    fn number(&mut self, deep: u8) -> Expression {
        if deep == 0 {
            return match self.below(5) {
                0 => Expression::Number(i64::from(self.below(9)) - 3),
                _ => Expression::Seen(u32::from(self.below(SLOTS as u8))),
            };
        }
        let deep = deep - 1;
        match self.below(12) {
            0 | 1 => Expression::Plus(self.expression_pair(deep)),
            2 | 3 => Expression::Minus(self.expression_pair(deep)),
            4 => Expression::Times(self.expression_pair(deep)),
            5 => Expression::Abs(Box::new(self.number(deep))),
            6 => Expression::Sum(self.expression_list(deep, Self::number)),
            7 => Expression::Min(self.expression_list(deep, Self::number)),
            8 => Expression::Max(self.expression_list(deep, Self::number)),
            9 => Expression::First(
                (1..=3)
                    .map(|number| (number, self.condition(deep)))
                    .collect(),
            ),
            10 => self.condition(deep),
            _ => self.number(0),
        }
    }

    fn condition(&mut self, deep: u8) -> Expression {
        let comparison = |choices: &mut Self, deep| {
            let comparisons = [
                Comparison::Equal,
                Comparison::Unequal,
                Comparison::Below,
                Comparison::AtMost,
                Comparison::Above,
                Comparison::AtLeast,
            ];
            let [first, other] = *choices.expression_pair(deep);
            Expression::compare(comparisons[usize::from(choices.below(6))], first, other)
        };
        if deep == 0 {
            return comparison(self, 0);
        }
        let deep = deep - 1;
        match self.below(7) {
            0..3 => comparison(self, deep),
            3 => Expression::Not(Box::new(self.condition(deep))),
            4 => Expression::All(self.expression_list(deep, Self::condition)),
            5 => Expression::Any(self.expression_list(deep, Self::condition)),
            _ => Expression::IsAbsent(Box::new(self.number(deep))),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn odds_of_random_questions_match_brute_force(bytes in prop::collection::vec(any::<u8>(), 4..90)) {
        let mut choices = Choices(bytes.iter());
        let expressions = (0..1 + choices.below(2)).map(|_| choices.number(3)).collect();
        let given = (choices.below(2) == 1).then(|| choices.condition(2));
        let asked = JointQuestion { expressions, given };
        assert_counted(&joint(&[&graph(&in_a_row())], &asked), &bf_answers(&asked, &bf_trials(true)));
        assert_counted(&joint(&[&graph(&side_by_side())], &asked), &bf_answers(&asked, &bf_trials(false)));
    }
}
