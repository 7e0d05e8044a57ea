//! Tries settings in small steps: judges them on all threads and records their answers.

use std::collections::VecDeque;

use oddsmith_engine::explore::Watch;
use rayon::prelude::*;

use super::judge::{Judge, Judgement};
use super::search::Search;
use crate::report::balance::{Balancing, TriedSetting};
use crate::scenario::balance::{Balance, Point};

/// How the settings to try are chosen.
pub(super) enum Strategy {
    /// All settings, by their indices.
    Whole(std::vec::IntoIter<u64>),
    /// A local search, if there are too many settings to try all.
    Search(Box<Search>),
}

/// A run through the settings, and what it found so far.
pub(super) struct Tries {
    pub(super) judge: Judge,
    pub(super) balance: Balance,
    pub(super) found: Balancing,
    pub(super) strategy: Strategy,
    /// The settings that are waiting to be judged.
    waiting: VecDeque<Point>,
    /// The results since the last request for settings.
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

    /// Judges at most this many further settings. Returns whether none is left.
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
