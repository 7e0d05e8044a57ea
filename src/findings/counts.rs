//! Findings of counts: what can be counted on, what a variant changes.

use super::chance::turn;
use super::chart_data::ChartData;
use super::claim::{Along, Claim, Finding};
use super::lines::nowhere;
use super::places::{from_on, is_code, place, up_to};
use super::words::{bare, counted, in_digits, quoted, small};
use crate::estimate::{Estimate, MARGIN, ROUNDING};
use crate::report::{Axis, Law};

/// What charts of "at least k" show, best first.
pub(super) fn at_least(data: &ChartData<'_>) -> Vec<Finding> {
    let (values, mut found) = (data.values(), Vec::new());
    let tails: Vec<Vec<Estimate>> = line_laws(data).map(|law| data.tail(law, &values)).collect();
    match data.lines.len() {
        1 => found.extend(likely_at_least(data, &values, &tails)),
        _ => {
            found.extend(medians(data, Along::Lines));
            found.extend(likely_until(data, &values, &tails));
            // That a better value is better goes without saying.
            if data.numbers(data.series()).is_none() {
                found.extend(nowhere(data, &tails));
            }
        }
    }
    found
}

/// What a comparison of two variants shows, best first.
pub(super) fn compare(data: &ChartData<'_>) -> Vec<Finding> {
    let values = data.values();
    let tails: Vec<Vec<Estimate>> = line_laws(data).take(2).map(|law| data.tail(law, &values)).collect();
    let mut found = Vec::new();
    if let [first, second] = &tails[..] {
        found.extend(differs(data, &values, first, second));
        if data.lines.len() == 2 {
            found.extend(nowhere(data, &tails));
        }
    }
    found
}

fn line_laws<'a>(data: &ChartData<'a>) -> impl Iterator<Item = &'a Law> {
    (0..data.lines.len()).filter_map(|line| data.law(line, 0))
}

/// "More often than not, there are at least 5 actions".
fn likely_at_least(data: &ChartData<'_>, values: &[i64], tails: &[Vec<Estimate>]) -> Option<Finding> {
    let tail = tails.first()?;
    let last = tail.iter().rposition(|chance| chance.is_over(0.5))?;
    let is_sharp = tail.get(last + 1).is_none_or(|next| next.is_within(0.5) && next.high + MARGIN < 0.5);
    // Values between the two are as rare as the next that occurs, so that k + 1 is no likelier than it.
    if !is_sharp || last == 0 || is_code(data) {
        return None;
    }
    let k = values[last];
    let what = match counted(&data.observed.metric.label) {
        Some(noun) => format!("there {} at least {}", if k == 1 { "is" } else { "are" }, noun.number(k)),
        None => format!("{} is at least {}", the(&data.observed.metric.label)?, in_digits(k)),
    };
    Some(Finding { claim: Claim::AtLeast { k }, sentence: format!("more often than not, {what}") })
}

/// "“At least 2 successes” is likelier than not up to QV 3": of the numbers of which such can be said, the middle one.
fn likely_until(data: &ChartData<'_>, values: &[i64], tails: &[Vec<Estimate>]) -> Option<Finding> {
    data.numbers(data.series())?;
    let label = &data.observed.metric.label;
    let noun = counted(label).filter(|_| !is_code(data))?;
    let turned = |nth: usize| {
        let likely: Vec<bool> = tails.iter().map(|tail| tail[nth].is_over(0.5)).collect();
        turn(&likely, |line| tails[line][nth].is_within(0.5)).map(|(last, starts)| (values[nth], last, starts))
    };
    let turns: Vec<(i64, usize, bool)> = (0..values.len()).filter_map(turned).collect();
    let &(k, last, likely) = turns.get(turns.len() / 2)?;
    let series = data.series();
    let when = if likely { up_to(data, series, last) } else { from_on(data, series, last + 1) }?;
    let sentence = format!("{} is likelier than not {when}", quoted(&format!("at least {}", noun.number(k))));
    Some(Finding { claim: Claim::AtLeastUntil { k, last, likely }, sentence })
}

/// A label with its article: "the pool", "our Base Damage that passes".
pub(super) fn the(label: &str) -> Option<String> {
    let label = bare(label);
    if label.contains([':', ',']) {
        return None;
    }
    let first = label.split_whitespace().next()?.to_lowercase();
    let has_own = ["the", "our", "their", "its", "a", "an"].contains(&first.as_str());
    Some(if has_own { small(label) } else { format!("the {}", small(label)) })
}

/// "From QV 2 to QV 6, the median falls from 3 to 1".
pub(super) fn medians(data: &ChartData<'_>, along: Along) -> Option<Finding> {
    let (axis, count) = match along {
        Along::X => (data.chart.x, data.xs.len()),
        Along::Lines => (data.series(), data.lines.len()),
    };
    data.numbers(axis)?;
    let law = |nth| if along == Along::X { data.law(0, nth) } else { data.law(nth, 0) };
    let medians = (0..count).map(|nth| data.median(law(nth)?)).collect::<Option<Vec<i64>>>()?;
    let (from, to) = (*medians.first()?, *medians.last()?);
    let falls = medians.windows(2).all(|pair| pair[0] >= pair[1]);
    if from == to || !falls && !medians.windows(2).all(|pair| pair[0] <= pair[1]) {
        return None;
    }
    if is_code(data) {
        return None;
    }
    let verb = if falls { "falls" } else { "rises" };
    let (first, last) = (place(data, axis, 0)?, place(data, axis, count - 1)?);
    let (a, b) = (in_digits(from), in_digits(to));
    let sentence = format!("from {} to {}, the median {verb} from {a} to {b}", first.name, last.name);
    Some(Finding { claim: Claim::Medians { along, from, to }, sentence })
}

/// "“No penalties” matters most for 6 actions or more: +24 points".
fn differs(data: &ChartData<'_>, values: &[i64], first: &[Estimate], second: &[Estimate]) -> Option<Finding> {
    if !first.iter().chain(second).all(|chance| chance.is_exact) {
        return None;
    }
    let by: Vec<f64> = first.iter().zip(second).map(|(a, b)| b.value - a.value).collect();
    let names = [0, 1].map(|line| match data.series() {
        Axis::Variants => data.lines.get(line).map(|&index| quoted(&data.report.variants[index])),
        axis => place(data, axis, line).map(|spoken| spoken.name),
    });
    let [Some(a), Some(b)] = names else { return None };
    if by.iter().all(|by| by.abs() <= ROUNDING) {
        return Some(Finding { claim: Claim::Alike, sentence: format!("{a} and {b} have the same odds") });
    }
    let peak = (0..by.len()).max_by(|&i, &j| by[i].abs().total_cmp(&by[j].abs()).then(j.cmp(&i)))?;
    let only_there = (0..by.len()).all(|i| i == peak || by[i].abs() + MARGIN < by[peak].abs());
    let (k, points) = (values[peak], (by[peak] * 100.0).round());
    if points == 0.0 || is_code(data) {
        return None;
    }
    let one = if points.abs() == 1.0 { "point" } else { "points" };
    let sentence = if only_there {
        let what = match counted(&data.observed.metric.label) {
            Some(noun) => format!("for {} or more", noun.number(k)),
            None => format!("for {} or more", in_digits(k)),
        };
        let sign = if points < 0.0 { '−' } else { '+' };
        format!("{b} matters most {what}: {sign}{} {one}", points.abs())
    } else {
        format!("{b} shifts the odds by up to {} {one}", points.abs())
    };
    Some(Finding { claim: Claim::Differs { k, by: by[peak], only_there }, sentence })
}
