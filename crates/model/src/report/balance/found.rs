//! The result of a search, as plain data, and the order in which it is listed.

use crate::figures::NumberKind;
use std::cmp::Ordering;

use oddsmith_language::question::Bound;
use rustc_hash::FxHashMap;

use crate::report::value::Value;

/// The number of settings that are listed in full.
pub const MAX_LISTED: usize = 10;

/// What came of looking for numbers.
#[derive(Clone, Debug, Default)]
pub struct Balancing {
    /// The parameters that may be changed.
    pub parameters: Vec<BalancedParameter>,
    /// What is asked of each setting.
    pub asks: Vec<JudgedAsk>,
    /// The cases in each of which a setting must hold; one without a name where nothing varies.
    pub cases: Vec<String>,
    /// How the settings were gone through.
    pub extent: Extent,
    /// The settings that were judged, in the order of their numbers.
    pub tried: Vec<TriedSetting>,
    /// What the scenario answers as it is written; nothing where that could not be judged.
    pub published: Option<Vec<JudgedAnswer>>,
    /// Settings that the rule refuses, and the first reasons.
    pub refused: LeftOut,
    /// Settings that exact odds could not judge, and the first reasons.
    pub unjudged: LeftOut,
    /// The settings that were judged from the best on, by their places.
    pub order: Vec<usize>,
    /// Wishes that no setting meets together; only where all were tried.
    pub conflicts: Vec<WishConflict>,
    /// The two parameters that bear most on the wishes, by their places.
    pub leading_parameters: Vec<usize>,
    places: FxHashMap<Vec<u16>, usize>,
}

/// How the settings were gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Settings that there are; those that `keep` leaves out are not among them where that is
    /// known.
    pub settings: u64,
    /// Settings that `keep` leaves out, where that is known.
    pub left_out: Option<u64>,
    /// Whether it was a search, which does not try all.
    pub is_search: bool,
    /// Whether a setting was given up at its first broken wish.
    pub gives_up: bool,
    /// Whether it was stopped before its end.
    pub is_stopped: bool,
}

/// A parameter that may be changed.
#[derive(Clone, Debug)]
pub struct BalancedParameter {
    /// Its path.
    pub path: String,
    /// What it is called on an axis.
    pub label: String,
    /// What it is called before a value; may be empty.
    pub short: String,
    /// What it may be.
    pub values: Vec<Value>,
    /// What it is as published.
    pub published: Option<Value>,
    /// How many steps each value is away from that; 0 where it is that.
    pub steps: Vec<u32>,
}

/// A question that settings are judged by.
#[derive(Clone, Debug)]
pub struct JudgedAsk {
    /// What it is called.
    pub label: String,
    /// What kind of number the answer is.
    pub kind: NumberKind,
    /// What the answer should be, and how that was written; nothing where it only orders settings.
    pub want: Option<(Bound, String)>,
    /// Whether more is better, of one that only orders settings.
    pub is_maximised: bool,
}

/// A setting that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedSetting {
    /// The number of a value for each parameter.
    pub point: Vec<u16>,
    /// Its answers, in the order of the questions; those after the one at which it was given up
    /// are missing.
    pub answers: Vec<JudgedAnswer>,
}

/// An answer of a setting: that of the case that is furthest off, or nearest to being off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedAnswer {
    /// The answer; none where what is given never happens.
    pub value: Option<f64>,
    /// How much of the probability was cut, so that it could be more by as much.
    pub unresolved: f64,
    /// By how much it misses the wish; 0 where it does not.
    pub miss: f64,
    /// By how much it misses in all cases together.
    pub miss_in_all: f64,
    /// By how much it could be off before it misses; 0 where nothing is wanted.
    pub slack: f64,
    /// The case.
    pub case: u32,
}

/// Wishes that no setting meets together.
#[derive(Clone, Debug, PartialEq)]
pub struct WishConflict {
    /// The questions, by their places: one that no setting meets by itself, or two or three.
    pub asks: Vec<usize>,
    /// What each of them would cost, where giving way would let settings in.
    pub prices: Vec<Price>,
}

/// What a wish would cost: how far it has to give way so that settings meet the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The question.
    pub ask: usize,
    /// The number of its bound that gives way.
    pub from: f64,
    /// What it would be instead, rounded as it was written.
    pub to: f64,
    /// Decimals with which both are shown, a chance in percent.
    pub decimals: usize,
    /// How many settings that lets in.
    pub settings: usize,
    /// Whether these meet all wishes then, and not only those that are at odds.
    pub is_for_all: bool,
}

/// Settings that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// How many.
    pub count: u64,
    /// The first reasons, each once.
    pub reasons: Vec<String>,
}

impl LeftOut {
    /// Counts one more.
    pub fn add(&mut self, reason: String) {
        const MOST: usize = 3;
        self.count += 1;
        if self.reasons.len() < MOST && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

impl JudgedAsk {
    /// What a miss is measured against, where misses of several questions are put together.
    fn scale(&self) -> f64 {
        let size = match self.want {
            Some((Bound::Between(low, high), _)) => low.value.abs().max(high.value.abs()),
            Some((Bound::Is(_, number), _)) => number.value.abs(),
            None => 1.0,
        };
        if self.kind.is_chance() || size < f64::EPSILON {
            1.0
        } else {
            size
        }
    }
}

impl TriedSetting {
    /// Whether it meets all that is wanted.
    pub fn is_met(&self, asks: usize) -> bool {
        self.answers.len() == asks && self.answers.iter().all(|answer| answer.miss == 0.0)
    }
}

impl Balancing {
    /// Puts what was tried in order.
    pub(super) fn sort_settings(mut self) -> Balancing {
        self.tried
            .sort_by(|setting, other| setting.point.cmp(&other.point));
        self.places = self
            .tried
            .iter()
            .zip(0..)
            .map(|(setting, index)| (setting.point.clone(), index))
            .collect();
        let mut order: Vec<usize> = (0..self.tried.len())
            .filter(|&index| self.is_whole(&self.tried[index]))
            .collect();
        order.sort_by(|&index, &other| {
            self.compare_settings(&self.tried[index], &self.tried[other])
        });
        self.order = order;
        self
    }

    fn is_whole(&self, setting: &TriedSetting) -> bool {
        setting.answers.len() == self.asks.len()
    }

    /// Orders two settings. The one that misses less comes first; of equals, the one nearer to the
    /// published numbers, and then the better one.
    pub fn compare_settings(&self, setting: &TriedSetting, other: &TriedSetting) -> Ordering {
        let off = |setting: &TriedSetting| self.total_miss(setting);
        off(setting)
            .total_cmp(&off(other))
            .then(
                self.distance(&setting.point)
                    .cmp(&self.distance(&other.point)),
            )
            .then_with(|| self.compare_objectives(setting, other))
            .then_with(|| setting.point.cmp(&other.point))
    }

    /// How far a setting is off over all cases, each wish in its own measure; 0 where it meets all.
    pub fn total_miss(&self, setting: &TriedSetting) -> f64 {
        setting
            .answers
            .iter()
            .zip(&self.asks)
            .map(|(answer, ask)| answer.miss_in_all / ask.scale())
            .sum()
    }

    /// How many parameters are changed, and by how many steps in all.
    pub fn distance(&self, point: &[u16]) -> (usize, u32) {
        let steps = || {
            self.parameters
                .iter()
                .zip(point)
                .map(|(parameter, &value)| parameter.steps[usize::from(value)])
        };
        (
            steps().filter(|&step_count| step_count > 0).count(),
            steps().sum(),
        )
    }

    fn compare_objectives(&self, setting: &TriedSetting, other: &TriedSetting) -> Ordering {
        let ordering = |(index, ask): (usize, &JudgedAsk)| {
            let value = |setting: &TriedSetting| {
                setting
                    .answers
                    .get(index)
                    .and_then(|answer| answer.value)
                    .map_or(
                        f64::INFINITY,
                        |value| if ask.is_maximised { -value } else { value },
                    )
            };
            value(setting).total_cmp(&value(other))
        };
        let orders = self
            .asks
            .iter()
            .enumerate()
            .filter(|(_, ask)| ask.want.is_none());
        orders
            .map(ordering)
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// A setting that was tried.
    pub fn setting_at(&self, point: &[u16]) -> Option<&TriedSetting> {
        self.places.get(point).map(|&index| &self.tried[index])
    }

    /// The settings that meet all that is wanted, the best first.
    pub fn settings_meeting_all(&self) -> impl Iterator<Item = &TriedSetting> {
        self.ranked_settings()
            .take_while(|setting| setting.is_met(self.asks.len()))
    }

    /// All settings that were judged whole, the best first.
    pub fn ranked_settings(&self) -> impl Iterator<Item = &TriedSetting> {
        self.order.iter().map(|&index| &self.tried[index])
    }

    /// Whether any setting meets all that is wanted.
    pub fn is_met(&self) -> bool {
        self.settings_meeting_all().next().is_some()
    }

    /// The questions that something is wanted of, by their places.
    pub fn wants(&self) -> impl Iterator<Item = (usize, &JudgedAsk, &Bound)> {
        self.asks
            .iter()
            .enumerate()
            .filter_map(|(index, ask)| Some((index, ask, &ask.want.as_ref()?.0)))
    }

    /// What a setting sets: each parameter that is another than as published, and to what.
    pub fn changes<'s>(
        &'s self,
        point: &'s [u16],
    ) -> impl Iterator<Item = (&'s BalancedParameter, &'s Value)> {
        let pairs = self
            .parameters
            .iter()
            .zip(point)
            .map(|(parameter, &value)| (parameter, usize::from(value)));
        pairs
            .filter(|(parameter, value)| parameter.steps[*value] > 0)
            .map(|(parameter, value)| (parameter, &parameter.values[value]))
    }
}
