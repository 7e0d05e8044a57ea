//! A search among settings of which there are too many to try all: from the published numbers, and
//! then from others, always on to the best that is near, until nothing near is better.

use oddsmith_engine::simulate::{Purpose, Random, Stream};
use rustc_hash::FxHashSet;

use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::balance::{Balancing, SHOWN, TriedSetting, settled};
use crate::scenario::balance::{Balance, Point};

/// Values of a parameter up to which each is tried from where the search stands; of more only some.
const EACH: u16 = 16;
/// Starts in a row that found nothing better, after which it ends: where some setting meets all,
/// and where none does.
const IN_VAIN: [usize; 2] = [6, 12];
/// How often it is looked around the best settings, each look being able to find better ones.
const AROUND: usize = 4;
/// Pairs of values that a map shows at the most.
const MOST_PAIRS: usize = 2500;
/// Settings that are drawn until one makes sense.
const MOST_DRAWS: usize = 100_000;

/// A search among all settings: it says which are to be judged next, and goes on from what comes of
/// these. The same seed gives the same settings.
pub(super) struct Search {
    /// Every setting that was tried, whatever came of it.
    seen: FxHashSet<Point>,
    most: usize,
    random: Random,
    at: At,
    /// The best that any start led to, and how many starts in a row led to nothing better.
    best: Option<TriedSetting>,
    in_vain: usize,
}

/// Where a search stands.
enum At {
    /// Before it starts from a setting.
    Before(Point),
    /// That is being judged.
    Start,
    /// On a setting, what is near it being judged.
    On(TriedSetting),
    /// Looking around the best settings, so many times more.
    Around(usize),
}

impl Search {
    /// A search that may try so many at the most.
    ///
    /// # Errors
    /// Where no setting is found that makes sense.
    pub(super) fn new(
        balance: &Balance,
        found: &Balancing,
        most: usize,
        seed: u64,
    ) -> Result<Search, Diagnostics> {
        let first = nearest_to_published(found);
        let random = Stream {
            seed,
            case: 0,
            purpose: Purpose::Searched,
        }
        .numbers();
        let mut search = Search {
            seen: FxHashSet::default(),
            most,
            random,
            at: At::Start,
            best: None,
            in_vain: 0,
        };
        let first = Some(first)
            .filter(|point| balance.keeps(point))
            .or_else(|| search.any(balance));
        let what = "no setting meets the condition and the limits of the rule";
        let help = "make `keep` weaker, or give the parameters other values";
        search.at = At::Before(first.ok_or_else(|| Diagnostic::at(&balance.place, what, help))?);
        Ok(search)
    }

    /// The settings to judge next, given what came of those before; nothing where the search is
    /// over.
    pub(super) fn next(
        &mut self,
        balance: &Balance,
        found: &Balancing,
        judged: Vec<TriedSetting>,
    ) -> Option<Vec<Point>> {
        match std::mem::replace(&mut self.at, At::Start) {
            At::Before(point) => Some(self.fresh(balance, vec![point])),
            At::Start => match judged.into_iter().next() {
                Some(here) => Some(self.onward(balance, here)),
                None => self.arrived(balance, found, None),
            },
            At::On(here) => {
                let best = judged
                    .into_iter()
                    .min_by(|one, other| found.compared(one, other));
                match best.filter(|setting| found.compared(setting, &here).is_lt()) {
                    Some(setting) => Some(self.onward(balance, setting)),
                    None => self.arrived(balance, found, Some(here)),
                }
            }
            At::Around(left) => self.around_the_best(balance, found, left),
        }
    }

    /// Goes on to a setting, and what is near it.
    fn onward(&mut self, balance: &Balance, here: TriedSetting) -> Vec<Point> {
        let near = near(balance, &here.point);
        self.at = At::On(here);
        self.fresh(balance, near)
    }

    /// Nothing near is better than where a start led to: on to the next start, or to a look around
    /// the best.
    fn arrived(
        &mut self,
        balance: &Balance,
        found: &Balancing,
        reached: Option<TriedSetting>,
    ) -> Option<Vec<Point>> {
        let is_better = |setting: &TriedSetting| {
            self.best
                .as_ref()
                .is_none_or(|best| found.compared(setting, best).is_lt())
        };
        match reached.filter(is_better) {
            Some(setting) => (self.best, self.in_vain) = (Some(setting), 0),
            None => self.in_vain += 1,
        }
        let is_met = self
            .best
            .as_ref()
            .is_some_and(|setting| setting.is_met(found.asks.len()));
        let goes_on = self.in_vain < IN_VAIN[usize::from(!is_met)] && self.has_room();
        match goes_on.then(|| self.any(balance)).flatten() {
            Some(point) => Some(self.fresh(balance, vec![point])),
            None => self.around_the_best(balance, found, AROUND),
        }
    }

    fn has_room(&self) -> bool {
        self.seen.len() < self.most
    }

    /// Some setting that makes sense.
    fn any(&mut self, balance: &Balance) -> Option<Point> {
        let lengths: Vec<u64> = balance
            .parameters
            .iter()
            .map(|parameter| parameter.values.len() as u64)
            .collect();
        let mut draw = || {
            lengths
                .iter()
                .map(|&length| self.random.below(length) as u16)
                .collect::<Point>()
        };
        (0..MOST_DRAWS)
            .map(|_| draw())
            .find(|point| balance.keeps(point) && !self.seen.contains(point))
    }

    /// Those of these settings that make sense and have not been tried, as long as there is room.
    fn fresh(&mut self, balance: &Balance, points: Vec<Point>) -> Vec<Point> {
        let mut fresh = Vec::new();
        for point in points {
            if self.has_room() && balance.keeps(&point) && self.seen.insert(point.clone()) {
                fresh.push(point);
            }
        }
        fresh
    }

    /// What is needed to tell of the best settings: every single step from each, all values of each
    /// parameter at the best, and all pairs of those two that bear most on the wishes.
    fn around_the_best(
        &mut self,
        balance: &Balance,
        found: &Balancing,
        left: usize,
    ) -> Option<Vec<Point>> {
        // These settings explain the result and are not part of the search, so its limit does not
        // apply.
        self.most = usize::MAX;
        self.at = At::Around(left.checked_sub(1)?);
        let found = settled(found.clone());
        let best: Vec<&TriedSetting> = found.best().take(SHOWN).collect();
        let first = best.first()?;
        let mut wanted: Vec<Point> = best
            .iter()
            .flat_map(|setting| near(balance, &setting.point))
            .collect();
        let all = |at: usize| 0..found.parameters[at].values.len() as u16;
        let with = |changes: &[(usize, u16)]| {
            let mut other = first.point.clone();
            changes.iter().for_each(|&(at, to)| other[at] = to);
            other
        };
        wanted.extend(
            (0..found.parameters.len())
                .flat_map(|at| all(at).map(move |to| (at, to)))
                .map(|one| with(&[one])),
        );
        if let [one, other] = found.leading[..] {
            let pairs = all(one)
                .flat_map(|first| all(other).map(move |second| [(one, first), (other, second)]));
            wanted.extend(pairs.take(MOST_PAIRS).map(|pair| with(&pair)));
        }
        Some(self.fresh(balance, wanted)).filter(|fresh| !fresh.is_empty())
    }
}

/// The setting that is nearest to the published numbers, whether it makes sense or not.
fn nearest_to_published(found: &Balancing) -> Point {
    let nearest =
        |steps: &Vec<u32>| (0..steps.len()).min_by_key(|&at| steps[at]).unwrap_or(0) as u16;
    found
        .parameters
        .iter()
        .map(|parameter| nearest(&parameter.steps))
        .collect()
}

/// The settings near one: another value of one parameter, or two parameters a step each.
fn near(balance: &Balance, point: &[u16]) -> Vec<Point> {
    let length = |at: usize| balance.parameters[at].values.len() as u16;
    let with = |changes: &[(usize, u16)]| {
        let mut other = point.to_vec();
        changes.iter().for_each(|&(at, to)| other[at] = to);
        other
    };
    let step = |at: usize| {
        let (down, up) = (
            point[at].checked_sub(1),
            Some(point[at] + 1).filter(|&up| up < length(at)),
        );
        down.into_iter()
            .chain(up)
            .map(move |to| (at, to))
            .collect::<Vec<_>>()
    };
    let mut near = Vec::new();
    for (at, &current) in point.iter().enumerate() {
        let each = length(at).div_ceil(EACH).max(1) as usize;
        let far = (0..length(at))
            .step_by(each)
            .filter(|&to| to != current)
            .map(|to| (at, to));
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
