//! Findings of counts: what can be counted on, what a variant changes.

use super::alike::{alike, no_difference};
use super::chance::LIKELY;
use super::chance::turn;
use super::claim::{Along, Claim, Finding};
use super::clause::{Number, again, count, often};
use super::distribution::mode;
use super::places::{from_on, place, up_to};
use crate::chart_table::ChartTable;
use crate::estimate::{Estimate, MARGIN, ROUNDING};
use crate::report::Law;
use crate::rule::presentation::Measure;

/// What charts of "at least k" show, best first.
pub(super) fn at_least(data: &ChartTable<'_>) -> Vec<Finding> {
    let (values, mut found) = (data.values(), Vec::new());
    let tails: Vec<Vec<Estimate>> = line_laws(data).map(|law| data.tail(law, &values)).collect();
    match data.lines.len() {
        1 => {
            found.extend(always(data, &values));
            found.extend(likely_at_least(data, &values, &tails));
        }
        _ => {
            found.extend(alike(data));
            found.extend(medians(data, Along::Lines));
            found.extend(likely_until(data, &values, &tails));
            // That a better value is better goes without saying.
            if data.numbers(data.series()).is_none() {
                found.extend(means(data));
            }
            found.extend(widest(data, &values, &tails));
        }
    }
    found
}

/// What a comparison of two variants shows, best first.
pub(super) fn compare(data: &ChartTable<'_>) -> Vec<Finding> {
    let values = data.values();
    let tails: Vec<Vec<Estimate>> = line_laws(data).map(|law| data.tail(law, &values)).collect();
    differs(data, &values, &tails).into_iter().chain(means(data)).collect()
}

fn line_laws<'a>(data: &ChartTable<'a>) -> impl Iterator<Item = &'a Law> {
    (0..data.lines.len()).filter_map(|line| data.law(line, 0))
}

/// "On average 4.96 rounds are fought with disadvantage, 3.30 with advantage": the line with the most and that with the
/// least.
fn means(data: &ChartTable<'_>) -> Option<Finding> {
    let means: Vec<Estimate> = line_laws(data).map(|law| data.known(law, Measure::Mean)).collect();
    if means.len() != data.lines.len() || !means.iter().all(|mean| mean.is_exact && mean.value.is_finite()) {
        return None;
    }
    let most = Estimate::highest(&means)?;
    let least = (0..means.len()).reduce(|a, b| if means[b].value < means[a].value { b } else { a })?;
    let [high, low] = [most, least].map(|line| means[line].mean(data.numerals()));
    let what = count(&data.observed.metric, Number::Written(high.clone()))?;
    let (up, down) = (place(data, data.series(), most)?, place(data, data.series(), least)?);
    let sentence = format!("on average {what} {}, {low} {}", up.at(), down.again());
    let claim = Claim::Means { most, least, high: means[most].value, low: means[least].value };
    (high != low).then_some(Finding::new(claim, sentence))
}

/// "One action is taken every time".
fn always(data: &ChartTable<'_>, values: &[i64]) -> Option<Finding> {
    let (&[only], law) = (values, data.law(0, 0)?) else { return None };
    let chance = data.known(law, Measure::Is(only));
    if chance.is_exact && chance.is_certain() { mode(data, only, &chance) } else { None }
}

/// "At least five actions are taken more often than not".
fn likely_at_least(data: &ChartTable<'_>, values: &[i64], tails: &[Vec<Estimate>]) -> Option<Finding> {
    let tail = tails.first()?;
    let last = tail.iter().rposition(|chance| chance.is_over(0.5))?;
    let is_sharp = tail.get(last + 1).is_none_or(|next| next.is_within(0.5) && next.high + MARGIN < 0.5);
    // Values between the two are as rare as the next that occurs, so that k + 1 is no likelier than it.
    if !is_sharp || last == 0 {
        return None;
    }
    let k = values[last];
    let what = count(&data.observed.metric, Number::AtLeast(k))?;
    Some(Finding::new(Claim::AtLeast { k }, format!("{what} {LIKELY}")))
}

/// "At least four actions are taken 64% of the time with “No penalties”, 44% with “As published”": the number at which the
/// lines lie farthest apart, on the line where it is likeliest and on that where it is least so.
fn widest(data: &ChartTable<'_>, values: &[i64], tails: &[Vec<Estimate>]) -> Option<Finding> {
    let ends = |nth: usize| {
        let of = |better: fn(&f64, &f64) -> bool| {
            tails.iter().map(|tail| tail[nth].value).reduce(|a, b| if better(&a, &b) { a } else { b })
        };
        Some((of(|a, b| a <= b)?, of(|a, b| a >= b)?))
    };
    let apart = |nth: &usize| ends(*nth).map_or(0.0, |(low, high)| high - low);
    let nth = (0..values.len()).max_by(|a, b| apart(a).total_cmp(&apart(b)).then(b.cmp(a)))?;
    let (from, to) = ends(nth)?;
    let line = |value: f64| tails.iter().position(|tail| tail[nth].value == value);
    let (least, most) = (line(from)?, line(to)?);
    let [low, high] = [least, most].map(|line| tails[line][nth].spoken(data.numerals()));
    let what = count(&data.observed.metric, Number::AtLeast(values[nth]))?;
    let (up, down) = (place(data, data.series(), most)?, place(data, data.series(), least)?);
    let sentence = format!("{} {}, {low} {}", often(&what, &high), up.at(), down.again());
    let is_exact = tails.iter().flatten().all(|chance| chance.is_exact);
    (is_exact && low != high).then_some(Finding::new(Claim::TailRange { k: values[nth], from, to }, sentence))
}

/// "At least two dice succeed more often than not up to QV 3": of the numbers of which such can be said, the middle one.
fn likely_until(data: &ChartTable<'_>, values: &[i64], tails: &[Vec<Estimate>]) -> Option<Finding> {
    data.numbers(data.series())?;
    let turned = |nth: usize| {
        let likely: Vec<bool> = tails.iter().map(|tail| tail[nth].is_over(0.5)).collect();
        turn(&likely, |line| tails[line][nth].is_within(0.5)).map(|(last, starts)| (values[nth], last, starts))
    };
    let turns: Vec<(i64, usize, bool)> = (0..values.len()).filter_map(turned).collect();
    let &(k, last, likely) = turns.get(turns.len() / 2)?;
    let series = data.series();
    let when = if likely { up_to(data, series, last) } else { from_on(data, series, last + 1) }?;
    let sentence = format!("{} {LIKELY} {when}", count(&data.observed.metric, Number::AtLeast(k))?);
    Some(Finding::new(Claim::AtLeastUntil { k, last, likely }, sentence))
}

/// "Typically three dice succeed at QV 2, one at QV 6": medians, which the chart shows.
pub(super) fn medians(data: &ChartTable<'_>, along: Along) -> Option<Finding> {
    let (axis, places) = match along {
        Along::X => (data.chart.x, data.xs.len()),
        Along::Lines => (data.series(), data.lines.len()),
    };
    data.numbers(axis)?;
    let law = |nth| if along == Along::X { data.law(0, nth) } else { data.law(nth, 0) };
    let medians = (0..places).map(|nth| data.median(law(nth)?)).collect::<Option<Vec<i64>>>()?;
    let (from, to) = (*medians.first()?, *medians.last()?);
    let falls = medians.windows(2).all(|pair| pair[0] >= pair[1]);
    if from == to || !falls && !medians.windows(2).all(|pair| pair[0] <= pair[1]) {
        return None;
    }
    let (first, last) = (place(data, axis, 0)?, place(data, axis, places - 1)?);
    let start = count(&data.observed.metric, Number::Just(from))?;
    let sentence = format!("typically {start} {}, {} {}", first.at(), again(&data.observed.metric, to), last.again());
    Some(Finding::new(Claim::Medians { along, from, to }, sentence))
}

/// "At least six actions are taken 44% of the time with “No penalties”, 20% with “As published”": where another line
/// differs most from the first.
fn differs(data: &ChartTable<'_>, values: &[i64], tails: &[Vec<Estimate>]) -> Option<Finding> {
    if tails.len() < 2 || !tails.iter().flatten().all(|chance| chance.is_exact) {
        return None;
    }
    let metric = &data.observed.metric;
    let at = |line: usize| place(data, data.series(), line);
    let by = |line: usize, nth: usize| tails[line][nth].value - tails[0][nth].value;
    let cells = (1..tails.len()).flat_map(|line| (0..values.len()).map(move |nth| (line, nth)));
    // The first of those that differ by as much, as the chart marks it.
    let greater = |best: (usize, usize), own: (usize, usize)| {
        if by(own.0, own.1).abs() > by(best.0, best.1).abs() + ROUNDING { own } else { best }
    };
    let (line, nth) = cells.reduce(greater)?;
    if by(line, nth).abs() <= ROUNDING {
        return no_difference(data);
    }
    let (one, two) = (&tails[0][nth], &tails[line][nth]);
    let [first, second] = [one, two].map(|own| own.spoken(data.numerals()));
    if first == second {
        return None;
    }
    let what = count(metric, Number::AtLeast(values[nth]))?;
    let (a, b) = (at(0)?, at(line)?);
    let sentence = format!("{} {}, {} {}", often(&what, &second), b.at(), first, a.again());
    let claim = Claim::Differs { k: values[nth], line, from: one.value, to: two.value };
    Some(Finding::new(claim, sentence))
}
