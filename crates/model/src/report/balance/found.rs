//! The result of a search, as plain data, and the order in which it is listed.

use crate::figures::NumberKind;
use std::cmp::Ordering;

use oddsmith_language::question::Bound;
use rustc_hash::FxHashMap;

use crate::report::value::Value;

/// The number of settings that are listed in full.
pub const MAX_LISTED: usize = 10;

/// The result of a balance search.
#[derive(Clone, Debug, Default)]
pub struct Balancing {
    /// The parameters that may change.
    pub parameters: Vec<BalancedParameter>,
    /// The questions for each setting.
    pub asks: Vec<JudgedAsk>,
    /// The cases in which a setting must meet the goals. If nothing varies, there is one without a
    /// name.
    pub cases: Vec<String>,
    /// The extent of the search.
    pub extent: Extent,
    /// The judged settings, sorted by their points.
    pub tried: Vec<TriedSetting>,
    /// The answers for the published setting; `None` if it could not be judged.
    pub published: Option<Vec<JudgedAnswer>>,
    /// The settings that the rule rejects, and the first reasons.
    pub refused: LeftOut,
    /// The settings that exact odds could not judge, and the first reasons.
    pub unjudged: LeftOut,
    /// The indices of the judged settings, the best first.
    pub order: Vec<usize>,
    /// Goals that no setting meets together. Only filled if all settings were tried.
    pub conflicts: Vec<WishConflict>,
    /// The indices of the two parameters that affect the goals most.
    pub leading_parameters: Vec<usize>,
    places: FxHashMap<Vec<u16>, usize>,
}

/// The extent of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The number of settings, without those that `keep` excludes if that is known.
    pub settings: u64,
    /// The number of settings that `keep` excludes, if known.
    pub left_out: Option<u64>,
    /// Whether it was a search that does not try all settings.
    pub is_search: bool,
    /// Whether a setting was abandoned at its first missed goal.
    pub gives_up: bool,
    /// Whether it was stopped early.
    pub is_stopped: bool,
}

/// A parameter that may change.
#[derive(Clone, Debug)]
pub struct BalancedParameter {
    /// Its path.
    pub path: String,
    /// Its label on an axis.
    pub label: String,
    /// Its label before a value; may be empty.
    pub short: String,
    /// Its possible values.
    pub values: Vec<Value>,
    /// Its published value.
    pub published: Option<Value>,
    /// The number of steps of each value from the published one.
    pub steps: Vec<u32>,
}

/// A question by which settings are judged.
#[derive(Clone, Debug)]
pub struct JudgedAsk {
    /// Its label.
    pub label: String,
    /// The kind of number.
    pub kind: NumberKind,
    /// The bound and its text; `None` if the question only orders settings.
    pub want: Option<(Bound, String)>,
    /// Whether larger is better, if it only orders settings.
    pub is_maximised: bool,
}

/// A setting that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedSetting {
    /// The index of the value of each parameter.
    pub point: Vec<u16>,
    /// Its answers, in the order of the questions. If it was abandoned, the last ones are missing.
    pub answers: Vec<JudgedAnswer>,
}

/// The answer of a setting in its worst case, which is furthest from the goal or closest to missing
/// it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedAnswer {
    /// The answer; `None` if the condition is never met.
    pub value: Option<f64>,
    /// The truncated probability, by which the answer could be larger.
    pub unresolved: f64,
    /// The distance from the goal; 0 if it is met.
    pub miss: f64,
    /// The sum of this distance over all cases.
    pub miss_in_all: f64,
    /// The distance by which the answer could change before it misses the goal; 0 without a goal.
    pub slack: f64,
    /// The case.
    pub case: u32,
}

/// Goals that no setting meets together.
#[derive(Clone, Debug, PartialEq)]
pub struct WishConflict {
    /// The indices of one, two or three questions that no setting meets together.
    pub asks: Vec<usize>,
    /// The price of relaxing each of them, if that would allow settings.
    pub prices: Vec<Price>,
}

/// The price of a goal: how far it must be relaxed so that some settings meet the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The question.
    pub ask: usize,
    /// The current number of its bound.
    pub from: f64,
    /// The relaxed number, rounded like the current one.
    pub to: f64,
    /// The decimals of both numbers, in percent for a probability.
    pub decimals: usize,
    /// The number of settings that this allows.
    pub settings: usize,
    /// Whether these meet all goals, and not only those in conflict.
    pub is_for_all: bool,
}

/// Settings that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Their number.
    pub count: u64,
    /// The first different reasons.
    pub reasons: Vec<String>,
}

impl LeftOut {
    /// Adds a setting.
    pub fn add(&mut self, reason: String) {
        const MAX_REASONS: usize = 3;
        self.count += 1;
        if self.reasons.len() < MAX_REASONS && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

impl JudgedAsk {
    /// Returns the scale of a miss, so that misses of several questions can be added.
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
    /// Returns whether it meets all goals.
    pub fn is_met(&self, asks: usize) -> bool {
        self.answers.len() == asks && self.answers.iter().all(|answer| answer.miss == 0.0)
    }
}

impl Balancing {
    /// Sorts the settings.
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

    /// Returns the sum of all scaled misses over all cases; 0 if all goals are met.
    pub fn total_miss(&self, setting: &TriedSetting) -> f64 {
        setting
            .answers
            .iter()
            .zip(&self.asks)
            .map(|(answer, ask)| answer.miss_in_all / ask.scale())
            .sum()
    }

    /// Returns how many parameters are changed, and by how many steps in all.
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

    /// Returns a tried setting.
    pub fn setting_at(&self, point: &[u16]) -> Option<&TriedSetting> {
        self.places.get(point).map(|&index| &self.tried[index])
    }

    /// Returns the settings that meet all goals, the best first.
    pub fn settings_meeting_all(&self) -> impl Iterator<Item = &TriedSetting> {
        self.ranked_settings()
            .take_while(|setting| setting.is_met(self.asks.len()))
    }

    /// Returns all completely judged settings, the best first.
    pub fn ranked_settings(&self) -> impl Iterator<Item = &TriedSetting> {
        self.order.iter().map(|&index| &self.tried[index])
    }

    /// Returns whether any setting meets all goals.
    pub fn is_met(&self) -> bool {
        self.settings_meeting_all().next().is_some()
    }

    /// Returns the questions with a goal, with their indices.
    pub fn wants(&self) -> impl Iterator<Item = (usize, &JudgedAsk, &Bound)> {
        self.asks
            .iter()
            .enumerate()
            .filter_map(|(index, ask)| Some((index, ask, &ask.want.as_ref()?.0)))
    }

    /// Returns the changes of a setting: each parameter that differs from the published value, with
    /// its new value.
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
