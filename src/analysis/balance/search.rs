//! A search among settings of which there are too many to try all: from the published numbers, and then from others, always on to
//! the best that is near, until nothing near is better.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashSet;

use super::tries::Tries;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::balance::{SHOWN, TriedSetting, settled};
use crate::scenario::balance::Point;

/// Values of a parameter up to which each is tried from where the search stands; of more only some.
const EACH: u16 = 16;
/// Starts in a row that found nothing better, after which it ends: where some setting meets all, and where none does.
const IN_VAIN: [usize; 2] = [6, 12];
/// How often it is looked around the best settings, each look being able to find better ones.
const AROUND: usize = 4;
/// Pairs of values that a map shows at the most.
const MOST_PAIRS: usize = 2500;
/// Settings that are drawn until one makes sense.
const DRAWN: usize = 100_000;

/// Searches among all settings, trying so many at the most. The same seed gives the same settings.
///
/// # Errors
/// Where no setting is found that makes sense.
pub(super) fn search(tries: &mut Tries<'_>, most: usize, seed: u64) -> Result<(), Diagnostics> {
    tries.found.extent.is_search = true;
    let mut search =
        Searching { tries, seen: FxHashSet::default(), most, drawn: SplitMix64::from_seed(seed.to_le_bytes()) };
    let first = search.nearest_to_published();
    let mut best: Option<TriedSetting> = None;
    let mut in_vain = 0;
    let mut next = Some(first).filter(|point| search.tries.balance.keeps(point)).or_else(|| search.any());
    if next.is_none() {
        let what = "no setting was found that makes sense";
        return Err(Diagnostic::at(
            &search.tries.balance.place,
            what,
            "loosen `keep`, or give the parameters other values",
        )
        .into());
    }
    while let Some(point) = next.take().filter(|_| search.has_room()) {
        let reached = search.climb(point);
        let is_better =
            |own: &TriedSetting| best.as_ref().is_none_or(|best| search.tries.found.compared(own, best).is_lt());
        match reached.filter(is_better) {
            Some(own) => (best, in_vain) = (Some(own), 0),
            None => in_vain += 1,
        }
        let is_met = best.as_ref().is_some_and(|own| own.is_met(search.tries.found.asks.len()));
        if in_vain >= IN_VAIN[usize::from(!is_met)] {
            break;
        }
        next = search.any();
    }
    search.around_the_best();
    Ok(())
}

struct Searching<'s, 't> {
    tries: &'s mut Tries<'t>,
    /// Every setting that was tried, whatever came of it.
    seen: FxHashSet<Point>,
    most: usize,
    drawn: SplitMix64,
}

impl Searching<'_, '_> {
    fn has_room(&self) -> bool {
        self.seen.len() < self.most && !self.tries.found.extent.is_stopped
    }

    /// The setting that is nearest to the published numbers, whether it makes sense or not.
    fn nearest_to_published(&self) -> Point {
        let nearest = |steps: &Vec<u32>| (0..steps.len()).min_by_key(|&at| steps[at]).unwrap_or(0) as u16;
        self.tries.found.parameters.iter().map(|own| nearest(&own.steps)).collect()
    }

    /// Some setting that makes sense.
    fn any(&mut self) -> Option<Point> {
        let lengths: Vec<u64> = self.tries.balance.parameters.iter().map(|own| own.values.len() as u64).collect();
        let mut draw =
            || lengths.iter().map(|&length| (self.drawn.next_u64() % length.max(1)) as u16).collect::<Point>();
        (0..DRAWN).map(|_| draw()).find(|point| self.tries.balance.keeps(point) && !self.seen.contains(point))
    }

    /// Goes on to the best setting nearby as long as that is better.
    fn climb(&mut self, from: Point) -> Option<TriedSetting> {
        let mut here = self.tried(vec![from]).into_iter().next()?;
        loop {
            let near = self.near(&here.point);
            let found = self.tried(near);
            let best = found.into_iter().min_by(|one, other| self.tries.found.compared(one, other));
            match best.filter(|own| self.tries.found.compared(own, &here).is_lt()) {
                Some(own) => here = own,
                None => return Some(here),
            }
        }
    }

    /// Tries those of these settings that make sense and have not been tried, as long as there is room.
    fn tried(&mut self, points: Vec<Point>) -> Vec<TriedSetting> {
        let mut fresh = Vec::new();
        for point in points {
            let is_fresh = self.has_room() && self.tries.balance.keeps(&point) && !self.seen.contains(&point);
            if is_fresh {
                self.seen.insert(point.clone());
                fresh.push(point);
            }
        }
        self.tries.judge_all(fresh).into_iter().flatten().collect()
    }

    /// The settings near one: another value of one parameter, or two parameters a step each.
    fn near(&self, point: &[u16]) -> Vec<Point> {
        let length = |at: usize| self.tries.balance.parameters[at].values.len() as u16;
        let with = |changes: &[(usize, u16)]| {
            let mut other = point.to_vec();
            changes.iter().for_each(|&(at, to)| other[at] = to);
            other
        };
        let step = |at: usize| {
            let (down, up) = (point[at].checked_sub(1), Some(point[at] + 1).filter(|&up| up < length(at)));
            down.into_iter().chain(up).map(move |to| (at, to)).collect::<Vec<_>>()
        };
        let mut near = Vec::new();
        for (at, &own) in point.iter().enumerate() {
            let each = length(at).div_ceil(EACH).max(1) as usize;
            let far = (0..length(at)).step_by(each).filter(|&to| to != own).map(|to| (at, to));
            near.extend(far.chain(step(at)).map(|change| with(&[change])));
        }
        for one in 0..point.len() {
            for other in one + 1..point.len() {
                for first in step(one) {
                    near.extend(step(other).into_iter().map(|second| with(&[first, second])));
                }
            }
        }
        near
    }

    /// Tries what is needed to tell of the best settings: every single step from each, all values of each parameter at the best, and
    /// all pairs of those two that bear most on the wishes.
    fn around_the_best(&mut self) {
        // This is told of what was found, and not a part of the search: there is room for it.
        self.most = usize::MAX;
        for _ in 0..AROUND {
            let found = settled(self.tries.found.clone());
            let best: Vec<&TriedSetting> = found.best().take(SHOWN).collect();
            let Some(first) = best.first() else { return };
            let mut wanted: Vec<Point> = best.iter().flat_map(|own| self.near(&own.point)).collect();
            let all = |at: usize| 0..found.parameters[at].values.len() as u16;
            let with = |changes: &[(usize, u16)]| {
                let mut other = first.point.clone();
                changes.iter().for_each(|&(at, to)| other[at] = to);
                other
            };
            wanted.extend(
                (0..found.parameters.len()).flat_map(|at| all(at).map(move |to| (at, to))).map(|one| with(&[one])),
            );
            if let [one, other] = found.leading[..] {
                let pairs = all(one).flat_map(|first| all(other).map(move |second| [(one, first), (other, second)]));
                wanted.extend(pairs.take(MOST_PAIRS).map(|pair| with(&pair)));
            }
            let before = self.seen.len();
            self.tried(wanted);
            if self.seen.len() == before || self.tries.found.extent.is_stopped {
                return;
            }
        }
    }
}
