//! Findings of a fan: when half is gone, where the median settles.

use super::claim::{Along, Claim, Finding};
use super::clause::{Number, count, of_the_time, stock};
use super::counts::medians;
use super::places::{from_on, place};
use super::words::{in_words, small_unless};
use crate::chart_table::ChartTable;
use crate::estimate::Estimate;
use crate::report::peaks::{Stretch, stretches};
use crate::rule::presentation::Measure;

/// A mean that moves by no more, or by no more of itself, stands still.
const STILL: f64 = 0.5;
const STILL_SHARE: f64 = 0.05;

/// From here on a value is common, and so many times as often as the median it makes that one untypical.
const COMMON: f64 = 0.2;
const TIMES: f64 = 2.0;

/// What a fan shows, best first.
pub(super) fn findings(data: &ChartTable<'_>) -> Vec<Finding> {
    if let Some(found) = parted(data) {
        return vec![found];
    }
    // Where the median is a rare value beside a common one, it is no typical one.
    if let Some(found) = lopsided(data) {
        return halved(data).into_iter().chain([found]).collect();
    }
    [halved(data), stays(data), medians(data, Along::X), last(data)].into_iter().flatten().collect()
}

/// "Most often no sack is left in Week 6: 33% of the time": at the end, of a law whose likeliest value is far from its median and
/// far likelier.
fn lopsided(data: &ChartTable<'_>) -> Option<Finding> {
    let nth = data.xs.len().checked_sub(1)?;
    let law = data.law(0, nth)?;
    let values: Vec<i64> = law.pmf()?.masses().iter().map(|own| own.0).collect();
    let chances = data.observed.chances(law, &values, data.report.run.confidence);
    let chances: Vec<Estimate> = chances.iter().map(Estimate::read).collect();
    let median = data.median(law)?;
    let of = |value: i64| values.iter().position(|own| *own == value).map_or(0.0, |at| chances[at].value);
    let mode = Estimate::highest(&chances)?;
    let (value, share) = (values[mode], &chances[mode]);
    if (value - median).abs() < 2 || share.value < COMMON || share.value < TIMES * of(median) {
        return None;
    }
    let what = count(&data.observed.metric, Number::Just(value))?;
    let at = place(data, data.chart.x, nth)?.at();
    let sentence = format!("most often {what} {at}: {}", of_the_time(&share.spoken(data.numerals())));
    Some(Finding::new(Claim::ShareAt { value, x: nth, of: share.value }, sentence))
}

/// "In Turn 10 the position is −5 to 5 in 50% of plays, 35 to 45 in 50%": of values with an empty middle at the end.
fn parted(data: &ChartTable<'_>) -> Option<Finding> {
    let nth = data.xs.len().checked_sub(1)?;
    let law = data.law(0, nth).filter(|law| law.exact.is_some())?;
    let all = stretches(law);
    let (first, last) = (all.first()?, all.last().filter(|_| all.len() > 1)?);
    let share = |own: &Stretch| data.numerals().chance(own.share);
    let number =
        |own: &Stretch| if own.low == own.high { Number::Just(own.low) } else { Number::Between(own.low, own.high) };
    let at = place(data, data.chart.x, nth)?.at();
    let what = count(&data.observed.metric, number(first))?;
    let again = count(&data.observed.metric, number(last))?;
    let sentence = format!("{at}, in {} of plays {what}, in {} {again}", share(first), share(last));
    let claim = |own: &Stretch| (own.low, own.high, own.share);
    Some(Finding::new(Claim::Stretches { low: claim(first), high: claim(last) }, sentence))
}

/// "Half the Acts are gone after five turns": half of them or more, more often than not.
fn halved(data: &ChartTable<'_>) -> Option<Finding> {
    let first = data.law(0, 0).filter(|law| law.step == Some(0))?;
    let start = first.quantile(0)?;
    if !data.known(first, Measure::Is(start)).is_certain() || start < 2 {
        return None;
    }
    let chances: Vec<Estimate> = (0..data.xs.len())
        .map(|x| Some(data.known(data.law(0, x)?, Measure::AtMost(start.div_euclid(2)))))
        .collect::<Option<_>>()?;
    let at = chances.iter().position(|chance| chance.is_over(0.5))?;
    // It is gone once, and does not come back.
    let stays = chances[at..].iter().all(|chance| chance.is_over(0.5));
    if !stays || !chances[..at].iter().all(|chance| chance.is_within(0.5)) {
        return None;
    }
    let sentence = match stock(&data.observed.metric) {
        Some(things) if !data.names_steps() => {
            let step = &data.observed.metric.step;
            let steps = small_unless(step.label.is_some(), step.word());
            let ending = if at == 1 { "" } else { "s" };
            let after = format!("{} {steps}{ending}", in_words(at as i64));
            format!("half the {things} are gone after {after}")
        }
        _ if data.names_steps() => return None,
        _ => {
            let half = count(&data.observed.metric, Number::AtMost(start.div_euclid(2)))?;
            format!("typically {half} by {}", place(data, data.chart.x, at)?.name)
        }
    };
    Some(Finding::new(Claim::Halved { at }, sentence))
}

/// "Typically 43 RPs are left in Turn 8": the median at the end.
fn last(data: &ChartTable<'_>) -> Option<Finding> {
    let nth = data.xs.len().checked_sub(1)?;
    let at = data.median(data.law(0, nth)?)?;
    let what = count(&data.observed.metric, Number::Just(at))?;
    let sentence = format!("typically {what} {}", place(data, data.chart.x, nth)?.at());
    Some(Finding::new(Claim::MedianAt { at }, sentence))
}

/// "Typically five Acts are left from Turn 6 on": the median.
fn stays(data: &ChartTable<'_>) -> Option<Finding> {
    let medians = (0..data.xs.len()).map(|x| data.median(data.law(0, x)?)).collect::<Option<Vec<i64>>>()?;
    let end = *medians.last()?;
    let from = medians.iter().rposition(|&median| median != end)? + 1;
    // Long enough to call it settled.
    if medians.len() - from < 3.max(medians.len() / 3) {
        return None;
    }
    // A median may stand while all around it goes on, where values come in steps.
    let mean = |x: usize| Some(data.known(data.law(0, x)?, Measure::Mean).value);
    if (mean(medians.len() - 1)? - mean(from)?).abs() > STILL.max(STILL_SHARE * mean(from)?.abs()) {
        return None;
    }
    let typical = count(&data.observed.metric, Number::Just(end))?;
    let sentence = format!("typically {typical} {}", from_on(data, data.chart.x, from)?);
    Some(Finding::new(Claim::MedianStays { from, at: end }, sentence))
}
