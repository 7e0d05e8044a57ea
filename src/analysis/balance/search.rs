//! A local search for scenarios with too many settings to try all. It starts at the published
//! numbers, and then at random settings. From each start it moves to the best setting nearby until
//! no neighbour is better.

use oddsmith_engine::simulate::{Purpose, Random, Stream};
use rustc_hash::FxHashSet;

use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::balance::{Balancing, MAX_LISTED, TriedSetting, settle};
use crate::scenario::balance::{Balance, Point};

/// The maximal number of values of a parameter that a search tries from its current setting. Of a
/// longer list it tries an even selection.
const MAX_VALUES_EACH: u16 = 16;
/// The number of unsuccessful starts in a row after which the search ends: if some setting meets
/// all goals, and if none does.
const MAX_FAILED_STARTS: [usize; 2] = [6, 12];
/// How many times the surroundings of the best settings are examined. Each round may find better
/// settings.
const ROUNDS_AROUND_BEST: usize = 4;
/// The maximal number of pairs of values that a map shows.
const MAX_PAIRS: usize = 2500;
/// The maximal number of random settings that are tried until one meets the condition.
const MAX_DRAWS: usize = 100_000;

/// A search among all settings. It proposes settings to judge, and decides from the results how to
/// continue. The same seed gives the same settings.
pub(super) struct Search {
    /// All settings that were proposed, whatever the result.
    seen: FxHashSet<Point>,
    most_settings: usize,
    random: Random,
    position: Position,
    /// The best setting that any start led to.
    best: Option<TriedSetting>,
    /// The number of starts since then that led to nothing better.
    failed_starts: usize,
}

/// The state of a search.
enum Position {
    /// It is about to start at this setting.
    Before(Point),
    /// The starting setting is being judged.
    Start,
    /// It is at this setting, and the neighbours are being judged.
    On(TriedSetting),
    /// It examines the surroundings of the best settings, this many more times.
    Around(usize),
}

impl Search {
    /// Creates a search that tries at most this many settings.
    ///
    /// # Errors
    /// Fails if it finds no setting that meets the condition.
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
        .random_numbers();
        let mut search = Search {
            seen: FxHashSet::default(),
            most_settings: most,
            random,
            position: Position::Start,
            best: None,
            failed_starts: 0,
        };
        let first = Some(first)
            .filter(|point| balance.keeps(point))
            .or_else(|| search.random_point(balance));
        let message = "no setting meets the condition and the limits of the rule";
        let help = "make `keep` weaker, or give the parameters other values";
        search.position =
            Position::Before(first.ok_or_else(|| Diagnostic::at(&balance.place, message, help))?);
        Ok(search)
    }

    /// Returns the settings to judge next, given the results of the previous ones; `None` if the
    /// search is over.
    pub(super) fn next(
        &mut self,
        balance: &Balance,
        found: &Balancing,
        judged: Vec<TriedSetting>,
    ) -> Option<Vec<Point>> {
        match std::mem::replace(&mut self.position, Position::Start) {
            Position::Before(point) => Some(self.take_untried(balance, vec![point])),
            Position::Start => match judged.into_iter().next() {
                Some(setting) => Some(self.move_to(balance, setting)),
                None => self.restart(balance, found, None),
            },
            Position::On(current) => {
                let best = judged
                    .into_iter()
                    .min_by(|setting, other| found.compare_settings(setting, other));
                match best.filter(|setting| found.compare_settings(setting, &current).is_lt()) {
                    Some(setting) => Some(self.move_to(balance, setting)),
                    None => self.restart(balance, found, Some(current)),
                }
            }
            Position::Around(left) => self.points_around_best(balance, found, left),
        }
    }

    /// Moves to a setting and returns its neighbours.
    fn move_to(&mut self, balance: &Balance, setting: TriedSetting) -> Vec<Point> {
        let near = neighbours(balance, &setting.point);
        self.position = Position::On(setting);
        self.take_untried(balance, near)
    }

    /// Ends a start, as no neighbour is better. Returns the setting of the next start, or the
    /// surroundings of the best settings.
    fn restart(
        &mut self,
        balance: &Balance,
        found: &Balancing,
        reached: Option<TriedSetting>,
    ) -> Option<Vec<Point>> {
        let is_better = |setting: &TriedSetting| {
            self.best
                .as_ref()
                .is_none_or(|best| found.compare_settings(setting, best).is_lt())
        };
        match reached.filter(is_better) {
            Some(setting) => (self.best, self.failed_starts) = (Some(setting), 0),
            None => self.failed_starts += 1,
        }
        let is_met = self
            .best
            .as_ref()
            .is_some_and(|setting| setting.is_met(found.asks.len()));
        let goes_on =
            self.failed_starts < MAX_FAILED_STARTS[usize::from(!is_met)] && self.can_try_more();
        match goes_on.then(|| self.random_point(balance)).flatten() {
            Some(point) => Some(self.take_untried(balance, vec![point])),
            None => self.points_around_best(balance, found, ROUNDS_AROUND_BEST),
        }
    }

    fn can_try_more(&self) -> bool {
        self.seen.len() < self.most_settings
    }

    /// Returns a random setting that meets the condition and was not proposed before.
    fn random_point(&mut self, balance: &Balance) -> Option<Point> {
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
        (0..MAX_DRAWS)
            .map(|_| draw())
            .find(|point| balance.keeps(point) && !self.seen.contains(point))
    }

    /// Keeps the settings that meet the condition and were not proposed before, up to the limit.
    fn take_untried(&mut self, balance: &Balance, points: Vec<Point>) -> Vec<Point> {
        let mut fresh = Vec::new();
        for point in points {
            if self.can_try_more() && balance.keeps(&point) && self.seen.insert(point.clone()) {
                fresh.push(point);
            }
        }
        fresh
    }

    /// Returns the settings that explain the result. These are every single step from each of the
    /// best settings, and all values of each parameter at the best one. All pairs of values of the
    /// two parameters with the largest effect are also among them.
    fn points_around_best(
        &mut self,
        balance: &Balance,
        found: &Balancing,
        left: usize,
    ) -> Option<Vec<Point>> {
        // These settings explain the result and are not part of the search, so its limit does not
        // apply.
        self.most_settings = usize::MAX;
        self.position = Position::Around(left.checked_sub(1)?);
        let found = settle(found.clone());
        let best: Vec<&TriedSetting> = found.ranked_settings().take(MAX_LISTED).collect();
        let first = best.first()?;
        let mut wanted: Vec<Point> = best
            .iter()
            .flat_map(|setting| neighbours(balance, &setting.point))
            .collect();
        let value_indexes = |parameter: usize| 0..found.parameters[parameter].values.len() as u16;
        let with = |changes: &[(usize, u16)]| {
            let mut other = first.point.clone();
            changes
                .iter()
                .for_each(|&(parameter, to)| other[parameter] = to);
            other
        };
        wanted.extend(
            (0..found.parameters.len())
                .flat_map(|parameter| value_indexes(parameter).map(move |to| (parameter, to)))
                .map(|change| with(&[change])),
        );
        if let [parameter, other] = found.leading_parameters[..] {
            let pairs = value_indexes(parameter).flat_map(|first| {
                value_indexes(other).map(move |second| [(parameter, first), (other, second)])
            });
            wanted.extend(pairs.take(MAX_PAIRS).map(|pair| with(&pair)));
        }
        Some(self.take_untried(balance, wanted)).filter(|fresh| !fresh.is_empty())
    }
}

/// Returns the setting that is nearest to the published numbers, whether it meets the condition or
/// not.
fn nearest_to_published(found: &Balancing) -> Point {
    let nearest = |steps: &Vec<u32>| {
        (0..steps.len())
            .min_by_key(|&index| steps[index])
            .unwrap_or(0) as u16
    };
    found
        .parameters
        .iter()
        .map(|parameter| nearest(&parameter.steps))
        .collect()
}

/// Returns the neighbours of a setting: another value of one parameter, or one step of each of two
/// parameters.
fn neighbours(balance: &Balance, point: &[u16]) -> Vec<Point> {
    let length = |parameter: usize| balance.parameters[parameter].values.len() as u16;
    let with = |changes: &[(usize, u16)]| {
        let mut other = point.to_vec();
        changes
            .iter()
            .for_each(|&(parameter, to)| other[parameter] = to);
        other
    };
    let step = |parameter: usize| {
        let (down, up) = (
            point[parameter].checked_sub(1),
            Some(point[parameter] + 1).filter(|&up| up < length(parameter)),
        );
        down.into_iter()
            .chain(up)
            .map(move |to| (parameter, to))
            .collect::<Vec<_>>()
    };
    let mut near = Vec::new();
    for (parameter, &current) in point.iter().enumerate() {
        let each = length(parameter).div_ceil(MAX_VALUES_EACH).max(1) as usize;
        let far = (0..length(parameter))
            .step_by(each)
            .filter(|&to| to != current)
            .map(|to| (parameter, to));
        near.extend(far.chain(step(parameter)).map(|change| with(&[change])));
    }
    for parameter in 0..point.len() {
        for other in parameter + 1..point.len() {
            for first in step(parameter) {
                near.extend(step(other).into_iter().map(|second| with(&[first, second])));
            }
        }
    }
    near
}
