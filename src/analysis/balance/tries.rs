//! Settings that are being tried, some at a time: judged on all threads, and their answers
//! recorded.

use std::collections::VecDeque;

use oddsmith_engine::explore::Watch;
use rayon::prelude::*;

use super::judge::{Judge, Judgement};
use super::search::Search;
use crate::report::balance::{Balancing, TriedSetting};
use crate::scenario::balance::{Balance, Point};

/// How the settings are gone through.
pub(super) enum Strategy {
    /// All of them, by their numbers.
    Whole(std::vec::IntoIter<u64>),
    /// On to what is better, of more than can be tried.
    Search(Box<Search>),
}

/// Settings that are being tried.
pub(super) struct Tries {
    pub(super) judge: Judge,
    pub(super) balance: Balance,
    pub(super) found: Balancing,
    pub(super) strategy: Strategy,
    /// Settings that wait to be judged, and those that were judged since they were asked for.
    waiting: VecDeque<Point>,
    judged: Vec<TriedSetting>,
}

impl Tries {
    pub(super) fn new(
        judge: Judge,
        balance: Balance,
        found: Balancing,
        strategy: Strategy,
    ) -> Tries {
        Tries {
            judge,
            balance,
            found,
            strategy,
            waiting: VecDeque::new(),
            judged: Vec::new(),
        }
    }

    /// Judges so many settings more at the most; tells whether there are none left.
    pub(super) fn step(&mut self, most: usize, watch: &Watch) -> bool {
        if self.waiting.is_empty() {
            let judged = std::mem::take(&mut self.judged);
            let next = match &mut self.strategy {
                Strategy::Whole(numbers) => {
                    let points: Vec<Point> = numbers
                        .take(most)
                        .map(|number| self.balance.point(number))
                        .collect();
                    (!points.is_empty()).then_some(points)
                }
                Strategy::Search(search) => search.next(&self.balance, &self.found, judged),
            };
            let Some(points) = next else { return true };
            self.waiting = points.into();
        }
        let points: Vec<Point> = self.waiting.drain(..most.min(self.waiting.len())).collect();
        self.judge_all(points, watch);
        false
    }

    /// Judges settings on all threads, and records their answers.
    fn judge_all(&mut self, points: Vec<Point>, watch: &Watch) {
        let (judge, balance) = (&self.judge, &self.balance);
        let judged = points.into_par_iter().map(|point| {
            let setting = judge.scenario.with_values_set(balance.sets(&point));
            (judge.judge(&setting, watch), point)
        });
        let judged: Vec<(Judgement, Point)> = judged.collect();
        for (judgement, point) in judged {
            match judgement {
                Judgement::Answers(answers) => {
                    let tried = TriedSetting { point, answers };
                    if let Strategy::Search(_) = self.strategy {
                        self.judged.push(tried.clone());
                    }
                    self.found.tried.push(tried);
                }
                Judgement::Refused(reason) => self.found.refused.add(reason),
                Judgement::Unknown(reason) => self.found.unjudged.add(reason),
                Judgement::Stopped => {}
            }
        }
    }
}
