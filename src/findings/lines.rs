//! Findings of lines and heat maps: where they level off, lead, peak.

use super::chance::Chances;
use super::chart_data::ChartData;
use super::claim::{Along, Claim, Finding};
use super::places::{from_on, place, subject};
use super::stacked::run;
use super::words::quoted;
use crate::estimate::{Estimate, ROUNDING};
use crate::report::Axis;

/// What lines show, best first.
pub(super) fn lines(data: &ChartData<'_>) -> Vec<Finding> {
    let Some(readings) = readings(data) else { return Vec::new() };
    let mut found = Vec::new();
    if data.lines.len() == 1 {
        found.extend(stays(data, &readings[0]));
    } else if data.numbers(data.series()).is_none() {
        // That more of a thing does more goes without saying.
        found.extend(nowhere(data, &readings));
    }
    if let Some(chances) = Chances::of(data) {
        found.extend(if data.lines.len() == 1 { chances.on_one(Along::X, 0) } else { chances.on_all(Along::X) });
        if data.lines.len() > 1 {
            found.extend(chances.throughout());
        }
    }
    if data.lines.len() == 1 {
        found.extend(runs(data, &readings[0]));
        found.extend(Chances::of(data).and_then(|chances| chances.throughout()));
    }
    found.extend(highest(data, &readings));
    found
}

/// What a heat map shows, best first.
pub(super) fn heatmap(data: &ChartData<'_>) -> Vec<Finding> {
    let Some(readings) = readings(data) else { return Vec::new() };
    let mut found = Vec::new();
    if let Some(chances) = Chances::of(data) {
        found.extend(chances.on_all(Along::X));
        found.extend(chances.on_each(Along::Lines));
        found.extend(chances.on_all(Along::Lines));
        found.extend(chances.on_each(Along::X));
        found.extend(chances.throughout());
    }
    if data.series() == Axis::Variants {
        found.extend(nowhere(data, &readings));
    }
    found.extend(highest(data, &readings));
    found
}

/// The readings by line and place.
fn readings(data: &ChartData<'_>) -> Option<Vec<Vec<Estimate>>> {
    let line = |line| (0..data.xs.len()).map(|x| data.reading(line, x)).collect::<Option<Vec<_>>>();
    (0..data.lines.len()).map(line).collect()
}

/// A reading in words: a percentage, or a number with the decimals it deserves.
fn shown(data: &ChartData<'_>, reading: &Estimate) -> String {
    if data.is_probability() { reading.percent() } else { reading.number(reading.decimals()) }
}

/// "From 3 inactive CEs on it stays at 50%": the same reading to the end, and another at each place before.
fn stays(data: &ChartData<'_>, readings: &[Estimate]) -> Option<Finding> {
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
    let sentence = format!("{when}, {} stays at {}", subject(data)?, shown(data, end));
    Some(Finding { claim: Claim::Stays { from, at: end.value }, sentence })
}

/// "The mean rises from 1.2 at QV 6 to 2.9 at QV 2".
fn runs(data: &ChartData<'_>, readings: &[Estimate]) -> Option<Finding> {
    let sentence = run(data, &subject(data)?, readings, |reading| shown(data, reading))?;
    let claim = Claim::Runs { value: None, from: readings.first()?.value, to: readings.last()?.value };
    Some(Finding { claim, sentence })
}

/// "“As published” is nowhere lower than the others": the one line that no other crosses.
pub(super) fn nowhere(data: &ChartData<'_>, lines: &[Vec<Estimate>]) -> Vec<Finding> {
    let others = match lines.len() {
        0 | 1 => return Vec::new(),
        2 => None,
        _ => Some("the others"),
    };
    let finding = |lower: bool| {
        let is_never = |own: &[Estimate], other: &[Estimate]| {
            let over = |(a, b): (&Estimate, &Estimate)| if lower { a.reaches(b) } else { b.reaches(a) };
            let apart = |(a, b): (&Estimate, &Estimate)| if lower { a.exceeds(b) } else { b.exceeds(a) };
            own.iter().zip(other).all(over) && own.iter().zip(other).any(apart)
        };
        let leads =
            |line: &usize| (0..lines.len()).all(|other| other == *line || is_never(&lines[*line], &lines[other]));
        let line = (0..lines.len()).find(leads)?;
        let name = |line: usize| name(data, line);
        let than = others.map_or_else(|| name(1 - line), |others| Some(others.to_owned()))?;
        let side = if lower { "lower" } else { "higher" };
        let sentence = format!("{} is nowhere {side} than {than}", name(line)?);
        Some(Finding { claim: Claim::Nowhere { line, lower }, sentence })
    };
    [finding(true), finding(false)].into_iter().flatten().collect()
}

/// The name of a line: a variant's in quotes, a value as it is.
fn name(data: &ChartData<'_>, line: usize) -> Option<String> {
    match data.series() {
        Axis::Variants => data.lines.get(line).map(|&index| quoted(&data.report.variants[index])),
        axis => place(data, axis, line).map(|spoken| spoken.name),
    }
}

/// "The mean is highest at QV 2, with 6 cubes: 2.9".
fn highest(data: &ChartData<'_>, readings: &[Vec<Estimate>]) -> Option<Finding> {
    let cells = || (0..readings.len()).flat_map(|line| (0..readings[line].len()).map(move |x| (line, x)));
    let is_top = |own: &(usize, usize)| {
        cells().all(|other| other == *own || readings[own.0][own.1].exceeds(&readings[other.0][other.1]))
    };
    let (line, x) = cells().find(is_top).filter(|_| cells().count() > 1)?;
    let ends = [place(data, data.series(), line), place(data, data.chart.x, x)];
    let ends: Vec<String> = ends.into_iter().flatten().map(|spoken| spoken.at()).collect();
    let top = &readings[line][x];
    let sentence = format!("{} is highest {}: {}", subject(data)?, ends.join(", "), shown(data, top));
    Some(Finding { claim: Claim::Highest { line, x, at: top.value }, sentence })
}
