//! Settings that are being tried: judged on all threads, and what comes of it taken in.

use rayon::prelude::*;

use super::judge::{Judge, Judgement};
use crate::report::balance::{Balancing, TriedSetting};
use crate::scenario::balance::{Balance, Point};

/// Settings that are judged before it is looked up whether to stop.
const AT_ONCE: usize = 256;

/// Settings that are being tried.
pub(super) struct Tries<'t> {
    pub(super) judge: &'t Judge<'t>,
    pub(super) balance: &'t Balance,
    pub(super) found: Balancing,
}

impl Tries<'_> {
    /// Tries all settings of these numbers.
    pub(super) fn whole(&mut self, numbers: &[u64]) {
        for numbers in numbers.chunks(AT_ONCE) {
            let points: Vec<Point> = numbers.iter().map(|&number| self.balance.point(number)).collect();
            self.judge_all(points);
            if self.found.extent.is_stopped {
                break;
            }
        }
    }

    /// Judges settings on all threads, and takes in what comes of it.
    pub(super) fn judge_all(&mut self, points: Vec<Point>) -> Vec<Option<TriedSetting>> {
        let (judge, balance) = (self.judge, self.balance);
        let judged = points.into_par_iter().map(|point| {
            let setting = judge.scenario.setting(balance.sets(&point));
            (judge.judged(&setting), point)
        });
        let judged: Vec<(Judgement, Point)> = judged.collect();
        self.found.extent.is_stopped |= judge.watch.is_stopped();
        judged.into_iter().map(|(judgement, point)| self.take(judgement, point)).collect()
    }

    fn take(&mut self, judgement: Judgement, point: Point) -> Option<TriedSetting> {
        match judgement {
            Judgement::Answers(answers) => {
                let tried = TriedSetting { point, answers };
                self.found.tried.push(tried.clone());
                return Some(tried);
            }
            Judgement::Refused(why) => self.found.refused.add(why),
            Judgement::Unknown(why) => self.found.unjudged.add(why),
            Judgement::Stopped => {}
        }
        None
    }
}
