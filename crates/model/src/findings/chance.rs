//! Findings of lines and heat maps of a chance: where it is likelier than not.

use super::claim::{Along, Claim, Finding};
use super::clause::{enough_of, event, often, tone};
use super::places::{every, everywhere, from_on, place, things, up_to};
use super::words::in_words;
use crate::chart_table::ChartTable;
use crate::estimate::Estimate;
use crate::report::Axis;
use crate::rule::metric::Tone;

/// A chance of over one half.
pub(super) const LIKELY: &str = "more often than not";

/// Readings of a chart, line by line, and what is said of them.
pub(super) struct Chances<'s> {
    data: &'s ChartTable<'s>,
    /// What happens: "all dice succeed".
    event: String,
    /// By line and place.
    readings: Vec<Vec<Estimate>>,
}

impl<'s> Chances<'s> {
    /// The chances that a chart shows; nothing where it shows means.
    pub(super) fn of(data: &'s ChartTable<'s>) -> Option<Chances<'s>> {
        if !data.is_probability() {
            return None;
        }
        let line = |line| (0..data.xs.len()).map(|x| data.reading(line, x)).collect::<Option<Vec<_>>>();
        let readings = (0..data.lines.len()).map(line).collect::<Option<Vec<_>>>()?;
        Some(Chances { data, event: event(&data.observed.metric, data.measure())?, readings })
    }

    /// Likely everywhere, or nowhere.
    pub(super) fn throughout(&self) -> Option<Finding> {
        let all = || self.readings.iter().flatten();
        let likely = all().all(|reading| reading.is_over(0.5));
        if !likely && !all().all(|reading| reading.is_within(0.5)) {
            return None;
        }
        let event = match likely {
            true if all().all(Estimate::is_certain) => format!("{} every time", self.event),
            true => format!("{} {LIKELY}", self.event),
            false if all().all(Estimate::is_impossible) => often(&self.event, "0%"),
            false => format!("{} at most half of the time", self.event),
        };
        let sentence = format!("{event} {}", everywhere(self.data)).trim_end().to_owned();
        let claim = match all().all(Estimate::is_impossible) {
            true => Claim::Range { value: None, from: 0.0, to: 0.0 },
            false => Claim::Throughout { likely },
        };
        Some(Finding::new(claim, sentence))
    }

    /// "From 3 cubes on, all dice succeed more often than not at every QV".
    pub(super) fn on_all(&self, along: Along) -> Option<Finding> {
        let (axis, other) = self.axes(along);
        self.data.numbers(axis)?;
        let at = |place: usize| self.across(along, place);
        let likely: Vec<bool> = (0..self.len(along)).map(|x| at(x).all(|reading| reading.is_over(0.5))).collect();
        let unlikely = |x: usize| at(x).any(|reading| reading.is_within(0.5));
        let (last, starts) = turn(&likely, unlikely)?;
        let when = if starts { up_to(self.data, axis, last) } else { from_on(self.data, axis, last + 1) }?;
        let others = self.len(if along == Along::X { Along::Lines } else { Along::X });
        let everywhere = if others > 1 { every(self.data, other) } else { String::new() };
        let sentence = format!("{when}, {} {LIKELY} {everywhere}", self.event).trim_end().to_owned();
        Some(Finding::new(Claim::LikelyUntil { along, across: None, last, likely: starts }, sentence))
    }

    /// "With 6 cubes, all dice succeed more often than not up to QV 4".
    pub(super) fn on_one(&self, along: Along, across: usize) -> Option<Finding> {
        let (axis, other) = self.axes(along);
        self.data.numbers(axis)?;
        let at = |place: usize| match along {
            Along::X => &self.readings[across][place],
            Along::Lines => &self.readings[place][across],
        };
        let likely: Vec<bool> = (0..self.len(along)).map(|x| at(x).is_over(0.5)).collect();
        let (last, starts) = turn(&likely, |x| at(x).is_within(0.5))?;
        let when = if starts { up_to(self.data, axis, last) } else { from_on(self.data, axis, last + 1) }?;
        let fixed = place(self.data, other, across).map_or_else(String::new, |spoken| format!("{}, ", spoken.at()));
        let sentence = format!("{fixed}{} {LIKELY} {when}", self.event);
        Some(Finding::new(Claim::LikelyUntil { along, across: Some(across), last, likely: starts }, sentence))
    }

    /// As [`Chances::on_one`] for each place of the other axis, the last first: where there is the most of it. Of places in
    /// no order, none is told of which another is the same.
    pub(super) fn on_each(&self, along: Along) -> Vec<Finding> {
        let others = self.len(if along == Along::X { Along::Lines } else { Along::X });
        let found: Vec<Finding> = (0..others).rev().filter_map(|across| self.on_one(along, across)).collect();
        if self.data.numbers(self.axes(along).1).is_some() {
            return found;
        }
        let turn = |found: &Finding| match found.claim {
            Claim::LikelyUntil { last, likely, .. } => Some((last, likely)),
            _ => None,
        };
        let is_alone = |own: &&Finding| found.iter().filter(|other| turn(other) == turn(own)).count() == 1;
        found.iter().filter(is_alone).cloned().collect()
    }

    /// "One cube is enough at QV 3, three at QV 4, five at QV 5": where along an axis of things the chance comes to be over
    /// one half, place by place of the other axis.
    pub(super) fn enough(&self, along: Along) -> Option<Finding> {
        let (axis, other) = self.axes(along);
        let Axis::Sweep(parameter) = axis else { return None };
        self.data.numbers(axis).and(self.data.numbers(other))?;
        let others = self.len(if along == Along::X { Along::Lines } else { Along::X });
        let at = |across: usize, place: usize| match along {
            Along::X => &self.readings[across][place],
            Along::Lines => &self.readings[place][across],
        };
        let mut turns = Vec::new();
        for across in 0..others {
            let likely: Vec<bool> = (0..self.len(along)).map(|place| at(across, place).is_over(0.5)).collect();
            let Some((last, false)) = turn(&likely, |place| at(across, place).is_within(0.5)) else { continue };
            turns.push((across, last));
        }
        let tone = tone(&self.data.observed.metric, self.data.measure());
        let (mut told, mut claims) = (Vec::<String>::new(), Vec::new());
        let mut before = None;
        for (across, last) in some_of(&turns) {
            let index = self.data.along(axis)[last + 1].index;
            let number = self.data.report.sweep[parameter].values[index].whole()?;
            let place = place(self.data, other, across)?.at();
            match told.last_mut() {
                None => {
                    let things = things(self.data.report, parameter, index)?;
                    told.push(format!("{} {place}", enough_of(&things, number, tone)));
                }
                Some(own) if before == Some(number) => own.push_str(&format!(" and {place}")),
                Some(_) => told.push(format!("{} {place}", in_words(number))),
            }
            before = Some(number);
            claims.push(Claim::LikelyUntil { along, across: Some(across), last, likely: false });
        }
        let (&claim, also) = claims.split_first().filter(|_| claims.len() > 1)?;
        let told = told.join(", ");
        let sentence = if tone == Tone::Success { told } else { format!("{told}, for better than even odds") };
        Some(Finding { also: also.to_vec(), ..Finding::new(claim, sentence) })
    }

    fn axes(&self, along: Along) -> (Axis, Axis) {
        match along {
            Along::X => (self.data.chart.x, self.data.series()),
            Along::Lines => (self.data.series(), self.data.chart.x),
        }
    }

    fn len(&self, along: Along) -> usize {
        if along == Along::X { self.data.xs.len() } else { self.data.lines.len() }
    }

    fn across(&self, along: Along, place: usize) -> impl Iterator<Item = &Estimate> {
        let lines = if along == Along::X { 0..self.readings.len() } else { place..place + 1 };
        let xs = if along == Along::X { place..place + 1 } else { 0..self.data.xs.len() };
        self.readings[lines].iter().flat_map(move |line| &line[xs.clone()])
    }
}

/// As many turning points as a sentence tells: all of a few; of many the first, one in the middle, and the last.
fn some_of(turns: &[(usize, usize)]) -> Vec<(usize, usize)> {
    const MOST: usize = 4;
    match turns.len() {
        0..=MOST => turns.to_vec(),
        many => vec![turns[0], turns[many / 2], turns[many - 1]],
    }
}

/// The last place before the one change, and whether it is likely up to there. At every place that is not likely, it
/// must be known not to be.
pub(super) fn turn(likely: &[bool], unlikely: impl Fn(usize) -> bool) -> Option<(usize, bool)> {
    let starts = *likely.first()?;
    let last = likely.iter().position(|&own| own != starts)?.checked_sub(1)?;
    let is_one_change = likely[last + 1..].iter().all(|&own| own != starts);
    let is_known = likely.iter().enumerate().all(|(x, &own)| own || unlikely(x));
    (is_one_change && is_known).then_some((last, starts))
}
