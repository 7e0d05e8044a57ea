//! Findings of small multiples: what holds in every panel, or what tells two of them apart.

use super::claim::{Claim, Finding};
use super::clause::{Number, count, event, happening, headed, often};
use super::places::{place, slice};
use super::single::{LENGTHS, single};
use super::words::quoted;
use crate::chart_table::ChartTable;
use crate::estimate::MARGIN;
use crate::report::{Chart, Report};
use crate::rule::metric::{Kind, Tone};
use crate::rule::presentation::{ChartKind, Measure};

/// A number that is read from every panel in the same way, and how it is told.
struct Read {
    /// What is claimed of a panel.
    claim: Claim,
    value: f64,
    /// "on average 4.5 actions are taken".
    told: String,
    /// How it is told after another: "3.2".
    again: String,
}

/// The best that can be said of a family.
pub(super) fn finding(report: &Report, chart: &Chart) -> Option<Finding> {
    let members: Vec<Chart> = report.panels(chart);
    in_every_panel(report, &members).or_else(|| apart(report, chart, &members))
}

/// What is true of each panel in the same words.
fn in_every_panel(report: &Report, members: &[Chart]) -> Option<Finding> {
    let found: Vec<Finding> = members.iter().map(|member| single(report, member)).collect::<Option<_>>()?;
    let (first, others) = found.split_first()?;
    let is_same = others.iter().all(|other| other.sentence == first.sentence);
    let among = members.iter().zip(&found).filter_map(|(member, found)| Some((member.variant?, found.claim))).collect();
    is_same.then(|| Finding { claim: first.claim, sentence: first.sentence.clone(), among, also: Vec::new() })
}

/// The panel with the most of it and that with the least: "On average 4.5 actions are taken with “Best first”, 3.2 with
/// “Best last”".
fn apart(report: &Report, chart: &Chart, members: &[Chart]) -> Option<Finding> {
    let data: Vec<ChartTable> = members
        .iter()
        .map(|member| ChartTable::new(report, member).ok().filter(ChartTable::is_whole))
        .collect::<Option<_>>()?;
    // What is read at one place of all of them is a place that all of them have.
    if data.iter().any(|own| own.xs.len() != data[0].xs.len()) {
        return None;
    }
    let reads: Vec<Read> = readings(chart, &data)?;
    let by_value = |a: &usize, b: &usize| reads[*a].value.total_cmp(&reads[*b].value);
    let most = (0..reads.len()).max_by(|a, b| by_value(a, b).then(b.cmp(a)))?;
    let least = (0..reads.len()).min_by(by_value)?;
    // The first, which is the base, is told before what it is compared with.
    let (one, two) = if most == 0 || least != 0 { (most, least) } else { (least, most) };
    if reads[one].again == reads[two].again {
        return None;
    }
    let name = |nth: usize| quoted(&report.variants[members[nth].variant.unwrap_or_default()]);
    let (first, second) = (&reads[one], &reads[two]);
    let sentence = format!("{} with {}, {} with {}", first.told, name(one), second.again, name(two));
    let slice = slice_without_variant(report, &members[0]);
    let sentence = headed(&data[0].observed.metric, slice.as_deref(), &sentence);
    let among = [one, two].map(|nth| (members[nth].variant.unwrap_or_default(), reads[nth].claim)).to_vec();
    let claim = among[0].1;
    (sentence.chars().count() <= LENGTHS[1]).then_some(Finding { claim, sentence, among, also: Vec::new() })
}

fn slice_without_variant(report: &Report, member: &Chart) -> Option<String> {
    let chart = Chart { variant: None, ..member.clone() };
    slice(&ChartTable::new(report, &chart).ok()?)
}

/// What is read from every panel, by the kind of chart.
fn readings(chart: &Chart, data: &[ChartTable<'_>]) -> Option<Vec<Read>> {
    let metric = &data[0].observed.metric;
    match (chart.kind, &metric.kind) {
        (ChartKind::Fan, Kind::Count) => data.iter().map(typical).collect(),
        (ChartKind::Distribution, Kind::Count) => data.iter().map(on_average).collect(),
        (ChartKind::Distribution, Kind::When) => {
            let end = data.iter().filter_map(|data| data.values().last().copied()).max()?;
            // Where one is watched for longer than another, "by turn 8" is not said of both.
            let watched = |data: &ChartTable<'_>| {
                let all = data.cases.iter().flat_map(|case| &case.metrics).flat_map(|observed| &observed.laws);
                all.filter_map(|law| law.step).max()
            };
            let first = watched(&data[0]);
            if data.iter().any(|other| watched(other) != first) {
                return None;
            }
            data.iter().map(|data| by(data, end)).collect()
        }
        (ChartKind::Stacked, Kind::Category(outcomes)) => {
            let at =
                |value: i64, x: usize| data.iter().map(|data| share(data, value, x)).collect::<Option<Vec<Read>>>();
            let apart = |value: i64, x: usize| {
                let values: Vec<f64> = at(value, x).into_iter().flatten().map(|read| read.value).collect();
                values.iter().copied().fold(0.0, f64::max) - values.iter().copied().fold(1.0, f64::min)
            };
            let widest = |value: i64| {
                let x = (0..data[0].xs.len()).reduce(|a, b| if apart(value, b) > apart(value, a) { b } else { a })?;
                Some((value, x)).filter(|_| apart(value, x) > MARGIN)
            };
            // What is hoped for and feared is looked at first; of what is the same in every panel nothing tells them apart.
            let tones = [Tone::Success, Tone::Failure, Tone::Mixed];
            let coded = || (0..).zip(outcomes);
            let all = tones.iter().flat_map(|tone| coded().filter(|(_, own)| own.tone == *tone).map(|(code, _)| code));
            let (value, x) = all.filter_map(widest).next()?;
            at(value, x)
        }
        _ => None,
    }
}

/// "on average 4.5 actions are taken".
fn on_average(data: &ChartTable<'_>) -> Option<Read> {
    let mean = data.law(0, 0).map(|law| data.known(law, Measure::Mean)).filter(|mean| mean.is_exact)?;
    let again = mean.mean(data.numerals());
    let told = format!("on average {}", count(&data.observed.metric, Number::Written(again.clone()))?);
    Some(Read { claim: Claim::Mean { at: mean.value }, value: mean.value, told, again })
}

/// "typically seven Acts are left in Turn 12".
fn typical(data: &ChartTable<'_>) -> Option<Read> {
    let nth = data.xs.len().checked_sub(1)?;
    let at = data.median(data.law(0, nth)?)?;
    let what = count(&data.observed.metric, Number::Just(at))?;
    let told = format!("typically {what} {}", place(data, data.chart.x, nth)?.at());
    Some(Read {
        claim: Claim::MedianAt { at },
        value: at as f64,
        told,
        again: super::clause::again(&data.observed.metric, at),
    })
}

/// "by Turn 12 the last Act is gone 16% of the time".
fn by(data: &ChartTable<'_>, step: i64) -> Option<Read> {
    let of = data.known(data.law(0, 0)?, Measure::AtMost(step));
    let name = u32::try_from(step).ok().map(|step| data.step_place(step))?;
    let again = of.spoken(data.numerals());
    let told = format!("by {name}, {}", often(&happening(&data.observed.metric), &again));
    Some(Read { claim: Claim::By { step, of: of.value }, value: of.value, told, again })
}

/// "for Reserve, all dice succeed 13% of the time".
fn share(data: &ChartTable<'_>, value: i64, x: usize) -> Option<Read> {
    let of = data.known(data.law(0, x)?, Measure::Is(value));
    let again = of.spoken(data.numerals());
    let event = event(&data.observed.metric, Measure::Is(value))?;
    let told = often(&event, &again);
    let told = match place(data, data.chart.x, x) {
        Some(spoken) => format!("{}, {told}", spoken.at()),
        None => told,
    };
    Some(Read { claim: Claim::ShareAt { value, x, of: of.value }, value: of.value, told, again })
}
