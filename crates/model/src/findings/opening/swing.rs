//! How far a number goes along each thing that varies.

use super::reading::Reader;
use super::said::place_of;
use crate::estimate::{Estimate, MARGIN};
use crate::report::{Axis, Report, Value, rising};

/// How far a number goes along an axis, with all else as usual.
#[derive(Clone, Debug)]
pub(super) struct Swing {
    pub(super) axis: Axis,
    /// The cases along the axis, in its order.
    pub(super) along: Vec<usize>,
    /// Where it is least.
    pub(super) low: usize,
    /// Where it is greatest.
    pub(super) high: usize,
    size: f64,
}

impl Reader<'_> {
    /// From its least to its greatest along some cases.
    pub(super) fn range(&self, along: &[usize]) -> f64 {
        let values = || along.iter().map(|&at| self.values[at].value);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    }

    /// How far it goes along each axis that has several places, the widest first.
    pub(super) fn swings(&self, report: &Report, usual: usize) -> Vec<Swing> {
        let value = |at: &usize| self.values[*at].value;
        let swing = |(axis, along): (Axis, Vec<usize>)| {
            let low = along.iter().copied().reduce(|a, b| if value(&b) < value(&a) - MARGIN { b } else { a })?;
            let high = along.iter().copied().reduce(|a, b| if value(&b) > value(&a) + MARGIN { b } else { a })?;
            Some(Swing { axis, size: value(&high) - value(&low), along, low, high })
        };
        let mut swings: Vec<Swing> = axes(report, usual).into_iter().filter_map(swing).collect();
        swings.sort_by(|a, b| b.size.total_cmp(&a.size));
        swings
    }
}

impl Swing {
    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// Its ends in the order of the axis.
    pub(super) fn ends(&self) -> (usize, usize) {
        (self.low.min(self.high), self.low.max(self.high))
    }

    /// A place half way between the usual one and that which differs most from it.
    pub(super) fn worth_a_look(&self, report: &Report, usual: usize, values: &[Estimate]) -> Option<(Axis, usize)> {
        if self.size <= MARGIN {
            return None;
        }
        let gap = |at: usize| (values[at].value - values[usual].value).abs();
        let far = if gap(self.low) > gap(self.high) { self.low } else { self.high };
        let place = |at: usize| self.along.iter().position(|&own| own == at);
        let (from, to) = (place(usual)?, place(far)?);
        let half = if to > from { from + (to - from).div_ceil(2) } else { from - (from - to).div_ceil(2) };
        Some((self.axis, place_of(report, self.axis, self.along[half])))
    }

    /// The two neighbours between which it changes most, beyond doubt; nothing where there are but two places or these
    /// are in no order.
    pub(super) fn widest_step(&self, report: &Report, values: &[Estimate]) -> Option<(usize, usize)> {
        let Axis::Sweep(parameter) = self.axis else { return None };
        rising(report.sweep[parameter].values.iter().map(Value::number))?;
        if self.along.len() < 3 {
            return None;
        }
        let mut steps: Vec<(f64, usize, usize)> = self
            .along
            .windows(2)
            .map(|pair| ((values[pair[1]].value - values[pair[0]].value).abs(), pair[0], pair[1]))
            .collect();
        steps.sort_by(|a, b| b.0.total_cmp(&a.0));
        (steps[0].0 > steps[1].0 + MARGIN).then_some((steps[0].1, steps[0].2))
    }
}

/// The axes that have several places, each with its cases: all else is as in the usual case.
pub(super) fn axes(report: &Report, usual: usize) -> Vec<(Axis, Vec<usize>)> {
    let home = &report.cases[usual];
    let along = |varies: Axis| -> Vec<usize> {
        let fits = |case: &&crate::report::Case| {
            let points = case.point.iter().zip(&home.point).enumerate();
            let is_alike = |(at, (a, b)): (usize, (&usize, &usize))| a == b || varies == Axis::Sweep(at);
            (case.variant == home.variant || varies == Axis::Variants) && points.into_iter().all(is_alike)
        };
        report.cases.iter().filter(fits).map(|case| case.number - 1).collect()
    };
    let swept = (0..report.sweep.len()).map(Axis::Sweep);
    let all = swept.chain((!report.variants.is_empty()).then_some(Axis::Variants));
    all.map(|axis| (axis, along(axis))).filter(|(_, cases)| cases.len() > 1).collect()
}
