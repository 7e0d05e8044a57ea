//! Findings of one count: the likeliest value, or what most trials bring.

use super::chance::LIKELY;
use super::claim::{Claim, Finding};
use super::clause::{Number, count, happening, is_one_of_many, of_the_time, often};
use super::words::in_digits;
use crate::chart_table::ChartTable;
use crate::estimate::{Estimate, MARGIN};
use crate::report::Law;
use crate::report::peaks::{Stretch, stretches};
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::Measure;

/// A value that is rarer than this is no news, however much it leads.
const NEWS: f64 = 1.0 / 3.0;

/// What a distribution shows, best first.
pub(super) fn findings(data: &ChartTable<'_>) -> Vec<Finding> {
    let Some(law) = data.law(0, 0) else { return Vec::new() };
    let metric = &data.observed.metric;
    if metric.kind == Kind::Flag {
        let share = data.known(law, Measure::Is(1));
        let sentence = often(&happening(metric), &share.spoken(data.numerals()));
        return vec![Finding::new(Claim::Share { low: 1, high: 1, of: share.value }, sentence)];
    }
    if metric.kind == Kind::When {
        return when(data, law);
    }
    let values = data.values();
    let chances = data.chances(law, &values);
    let likeliest = Estimate::highest(&chances);
    let mode = likeliest.and_then(|nth| mode(data, values[nth], &chances[nth]));
    let share = shortest(&values, &chances).and_then(|(low, high)| {
        let sum = data.known(law, Measure::AtLeast(low)).value - data.known(law, Measure::AtLeast(high + 1)).value;
        share(data, (low, high), values.first() == Some(&low), sum).filter(|_| law.exact.is_some())
    });
    let even = even(metric, &values, &chances);
    let is_news = likeliest.is_some_and(|nth| chances[nth].value >= NEWS);
    let best = if is_news { [mode, share] } else { [share, mode] };
    let apart = apart(data, law);
    even.into_iter().chain(apart).chain(best.into_iter().flatten()).collect()
}

/// "2 to 8 bushels are brought in in 50% of plays, 63 to 78 in 50%": of values with an empty middle.
fn apart(data: &ChartTable<'_>, law: &Law) -> Option<Finding> {
    let all = stretches(law);
    let (first, last) = (all.first()?, all.last().filter(|_| all.len() > 1 && law.exact.is_some())?);
    let number = |own: &Stretch| match own.low == own.high {
        true => Number::Just(own.low),
        false => Number::Between(own.low, own.high),
    };
    let what = [first, last].map(|own| count(&data.observed.metric, number(own)));
    let [Some(a), Some(b)] = what else { return None };
    let share = |own: &Stretch| data.numerals().chance(own.share);
    let sentence = format!("in {} of plays {a}, in {} {b}", share(first), share(last));
    let claim = |own: &Stretch| (own.low, own.high, own.share);
    Some(Finding::new(Claim::Stretches { low: claim(first), high: claim(last) }, sentence))
}

/// "The last Act is gone by Turn 5 more often than not", or "16% of the time … by Turn 12": by the first step by which it
/// is likely, else by the last.
fn when(data: &ChartTable<'_>, law: &Law) -> Vec<Finding> {
    let metric = &data.observed.metric;
    let by = |step: i64| data.known(law, Measure::AtMost(step));
    let values = data.values();
    let (event, Some(&last)) = (happening(metric), values.last()) else { return Vec::new() };
    let name = |step: i64| match u32::try_from(step) {
        Ok(step) if data.own_step_name(step).is_some() => format!("at {} or before it", data.step_place(step)),
        Ok(step) => format!("by {}", data.step_place(step)),
        Err(_) => format!("by {}", in_digits(step)),
    };
    // The later the likelier.
    let first = values.partition_point(|&step| !by(step).is_over(0.5));
    if let Some(&step) = values.get(first) {
        // Steps between the one before and this one never occur.
        let is_sharp = first == 0 || by(values[first - 1]).is_within(0.5);
        let sentence = format!("{event} {} {LIKELY}", name(step));
        return if is_sharp { vec![Finding::new(Claim::LikelyBy { step }, sentence)] } else { Vec::new() };
    }
    // No step past the last that occurs adds anything.
    let end = last;
    let of = by(end);
    let sentence = match data.names_steps() {
        // Of steps that have names it goes without saying which is the last.
        true => often(&event, &of.spoken(data.numerals())),
        false => {
            let share = of.spoken(data.numerals());
            let when = name(end);
            if is_one_of_many(&share) {
                format!("{event} {when}: {share}")
            } else {
                format!("{share} of the time {event} {when}")
            }
        }
    };
    vec![Finding::new(Claim::By { step: end, of: of.value }, sentence)]
}

/// "Most often one target is hit: 49% of the time".
pub(super) fn mode(data: &ChartTable<'_>, value: i64, chance: &Estimate) -> Option<Finding> {
    let claim = Claim::Mode { value, of: chance.value };
    let what = count(&data.observed.metric, Number::Just(value))?;
    let sentence = match chance.is_certain() {
        true => format!("{what} every time"),
        false => format!("most often {what}: {}", of_the_time(&chance.spoken(data.numerals()))),
    };
    Some(Finding::new(claim, sentence))
}

/// "71% of the time three to six actions are taken".
fn share(data: &ChartTable<'_>, (low, high): (i64, i64), is_least: bool, of: f64) -> Option<Finding> {
    let percent = data.numerals().chance(of);
    let number = if is_least && low == 0 { Number::AtMost(high) } else { Number::Between(low, high) };
    let sentence = format!("{percent} of the time {}", count(&data.observed.metric, number)?);
    Some(Finding::new(Claim::Share { low, high, of }, sentence))
}

/// "Each from 0 to 9 as likely as the others: the score".
fn even(metric: &ShownMetric, values: &[i64], chances: &[Estimate]) -> Option<Finding> {
    let (low, high) = (*values.first()?, *values.last()?);
    let is_even = chances.iter().all(|own| own.is_exact && (own.value - chances[0].value).abs() < MARGIN);
    let is_gapless = high - low + 1 == values.len() as i64;
    if !is_even || !is_gapless || values.len() < 3 {
        return None;
    }
    let sentence = format!("{}: each as likely", count(metric, Number::Between(low, high))?);
    Some(Finding::new(Claim::Even { low, high }, sentence))
}

/// The shortest run of values that holds two thirds of the odds, of those the likeliest.
fn shortest(values: &[i64], chances: &[Estimate]) -> Option<(i64, i64)> {
    let mut best: Option<(i64, f64, (i64, i64))> = None;
    let (mut start, mut sum) = (0, 0.0);
    for end in 0..values.len() {
        sum += chances[end].value;
        while sum - chances[start].value >= 2.0 / 3.0 && start < end {
            sum -= chances[start].value;
            start += 1;
        }
        let (low, high) = (values[start], values[end]);
        let is_better =
            |(width, held, _): &(i64, f64, (i64, i64))| high - low < *width || high - low == *width && sum > *held;
        if sum >= 2.0 / 3.0 && high > low && best.as_ref().is_none_or(is_better) {
            best = Some((high - low, sum, (low, high)));
        }
    }
    let (width, held, ends) = best?;
    // Values that are all about as likely have no middle.
    if held < (width + 1) as f64 / values.len() as f64 + 0.1 {
        return None;
    }
    // Nearly all of them is no news.
    (width + 2 < values.len() as i64 + 1 && values.len() > 3).then_some(ends)
}
