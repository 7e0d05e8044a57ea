//! Findings of lines and heat maps: where they level off, lead, peak.

use super::alike::alike;
use super::apart::nowhere;
use super::chance::Chances;
use super::claim::{Along, Claim, Finding};
use super::clause::{Number, count, event, of_the_time};
use super::course::{ends, rises_or_falls};
use super::places::{everywhere, from_on};
use super::told::{shown, spot, told};
use crate::chart_table::ChartTable;
use crate::estimate::{Estimate, ROUNDING};
use crate::report::Axis;
use crate::rule::metric::Kind;

/// What lines show, best first.
pub(super) fn lines(data: &ChartTable<'_>) -> Vec<Finding> {
    let Some(readings) = readings(data).filter(|_| is_told(data)) else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(same(data, &readings));
    found.extend(alike(data));
    if data.lines.len() == 1 {
        found.extend(stays(data, &readings[0]));
    } else if data.numbers(data.series()).is_none() {
        // That more of a thing does more goes without saying.
        found.extend(nowhere(data, &readings));
    }
    if let Some(chances) = Chances::of(data) {
        found.extend(if data.lines.len() == 1 { chances.on_one(Along::X, 0) } else { chances.on_all(Along::X) });
    }
    if data.lines.len() == 1 {
        found.extend(runs(data, &readings[0]));
    }
    // Where it is most says more than that it is likely, or unlikely, everywhere.
    found.extend(highest(data, &readings));
    found.extend(Chances::of(data).and_then(|chances| chances.throughout()));
    found.extend(extremes(data, &readings));
    found
}

/// What a heat map shows, best first.
pub(super) fn heatmap(data: &ChartTable<'_>) -> Vec<Finding> {
    let Some(readings) = readings(data).filter(|_| is_told(data)) else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(same(data, &readings));
    if let Some(chances) = Chances::of(data) {
        found.extend(chances.enough(Along::X));
        found.extend(chances.enough(Along::Lines));
        found.extend(chances.on_all(Along::X));
        found.extend(chances.on_each(Along::Lines));
        found.extend(chances.on_all(Along::Lines));
        found.extend(chances.on_each(Along::X));
    }
    if data.series() == Axis::Variants {
        found.extend(nowhere(data, &readings));
    }
    found.extend(highest(data, &readings));
    found.extend(Chances::of(data).and_then(|chances| chances.throughout()));
    found.extend(extremes(data, &readings));
    found
}

/// Whether its readings are told: a mean is told of counts alone.
fn is_told(data: &ChartTable<'_>) -> bool {
    data.is_probability() || data.observed.metric.kind == Kind::Count
}

/// The readings by line and place.
fn readings(data: &ChartTable<'_>) -> Option<Vec<Vec<Estimate>>> {
    let line = |line| (0..data.xs.len()).map(|x| data.reading(line, x)).collect::<Option<Vec<_>>>();
    (0..data.lines.len()).map(line).collect()
}

/// "On average 1.50 actions are taken with any number of units": the same reading everywhere.
fn same(data: &ChartTable<'_>, readings: &[Vec<Estimate>]) -> Option<Finding> {
    let all = || readings.iter().flatten();
    let first = all().next().filter(|_| all().count() > 1)?;
    let is_same = |own: &Estimate| own.is_exact && (own.value - first.value).abs() <= ROUNDING;
    // What is certain or impossible everywhere has words of its own.
    let is_plain = !data.is_probability() || !(first.is_certain() || first.is_impossible());
    if !is_plain || !all().all(is_same) {
        return None;
    }
    let sentence = format!("{} {}", told(data, shown(data, first))?, everywhere(data)).trim_end().to_owned();
    Some(Finding::new(Claim::Range { value: None, from: first.value, to: first.value }, sentence))
}

/// "An order fails 50% of the time from 3 inactive CEs on": the same reading to the end, and another at each place
/// before.
fn stays(data: &ChartTable<'_>, readings: &[Estimate]) -> Option<Finding> {
    data.numbers(data.chart.x)?;
    let end = readings.last().filter(|_| readings.iter().all(|reading| reading.is_exact))?;
    let same = |reading: &Estimate| (reading.value - end.value).abs() <= ROUNDING;
    let from = readings.iter().rposition(|reading| !same(reading))? + 1;
    let before = &readings[..from];
    let is_run = before.windows(2).all(|pair| pair[1].exceeds(&pair[0])) && end.exceeds(&before[0])
        || before.windows(2).all(|pair| pair[0].exceeds(&pair[1])) && before[0].exceeds(end);
    let is_apart = before.iter().all(|reading| reading.exceeds(end) || end.exceeds(reading));
    if from + 1 >= readings.len() || !is_run || !is_apart {
        return None;
    }
    let when = from_on(data, data.chart.x, from)?;
    let sentence = format!("{} {when}", told(data, shown(data, end))?);
    Some(Finding::new(Claim::Stays { from, at: end.value }, sentence))
}

/// "On average 2.9 dice succeed at QV 2, 1.2 at QV 6".
fn runs(data: &ChartTable<'_>, readings: &[Estimate]) -> Option<Finding> {
    let (from, to) = (readings.first()?, readings.last()?);
    let (a, b) = (shown(data, from), shown(data, to));
    let (here, there) = rises_or_falls(data, readings).filter(|_| a != b)?;
    let sentence = format!("{} {here}, {b} {there}", told(data, a)?);
    let claim = Claim::Runs { value: None, from: from.value, to: to.value };
    Some(Finding::new(claim, sentence))
}

/// "An order fails 50% of the time with 3 inactive CEs, 5% with none": where it is most and where least.
fn extremes(data: &ChartTable<'_>, readings: &[Vec<Estimate>]) -> Option<Finding> {
    let (least, most) = ends(readings.iter().flatten())?;
    let [low, high] = [least, most].map(|end| shown(data, end));
    let cell = |end: &Estimate| {
        let line = readings.iter().position(|line| line.iter().any(|own| own.value == end.value))?;
        Some((line, readings[line].iter().position(|own| own.value == end.value)?))
    };
    let sentence =
        format!("{} {}, {low} {}", told(data, high.clone())?, spot(data, cell(most)?), spot(data, cell(least)?));
    let claim = Claim::Range { value: None, from: least.value, to: most.value };
    // What is the same, as far as figures tell, is no range.
    let is_exact = readings.iter().flatten().all(|reading| reading.is_exact);
    (is_exact && low != high).then_some(Finding::new(claim, sentence))
}

/// "All dice succeed most often at QV 2, with 6 cubes: 98% of the time".
fn highest(data: &ChartTable<'_>, readings: &[Vec<Estimate>]) -> Option<Finding> {
    let cells = || (0..readings.len()).flat_map(|line| (0..readings[line].len()).map(move |x| (line, x)));
    let top = Estimate::highest(readings.iter().flatten())?;
    let (line, x) = cells().nth(top).filter(|_| cells().count() > 1)?;
    let top = &readings[line][x];
    let (metric, shown, ends) = (&data.observed.metric, shown(data, top), spot(data, (line, x)));
    let sentence = if data.is_probability() {
        format!("{} most often {ends}: {}", event(metric, data.measure())?, of_the_time(&shown))
    } else {
        let most = Number::Written(shown);
        format!("on average {} {ends}, the most of all", count(metric, most)?)
    };
    Some(Finding::new(Claim::Highest { line, x, at: top.value }, sentence))
}
