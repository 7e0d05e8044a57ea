//! What a chart shows as data, for who draws it on a screen: the same numbers, names and cuts as on paper.

use serde_json::{Value, json};

use super::bars::Bars;
use super::error::ChartError;
use super::pick::Pick;
use super::places::AxisPlace;
use super::segments::segments;
use super::survival::Survival;
use super::{fan, note};
use crate::estimate::Estimate;
use crate::figures::{Company, fixed};
use crate::report::{Axis, Chart, Law, Report};
use crate::rule::metric::{ChartKind, Kind, Measure, Tone};

/// The setting that a reader looks at: a variant, and an index into the values of each swept parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// The variant, where there are any.
    pub variant: Option<usize>,
    /// The swept values.
    pub point: Vec<usize>,
}

impl Now {
    fn is_at(&self, place: &AxisPlace) -> bool {
        match place.axis {
            Axis::Sweep(parameter) => self.point.get(parameter) == Some(&place.index),
            Axis::Variants => self.variant == Some(place.index),
            Axis::Steps | Axis::Values | Axis::Single => false,
        }
    }
}

/// A chart of a report as data.
///
/// # Errors
/// Where it has nothing to show.
pub fn data(report: &Report, chart: &Chart, now: &Now) -> Result<Value, ChartError> {
    let panels = report.panels(chart);
    if let ([first, ..], true) = (&panels[..], panels.len() > 1) {
        let mut data = one(report, first, now)?;
        data["title"] = json!(chart.title);
        data["panels"] = panels.iter().map(|panel| one(report, panel, now)).collect::<Result<_, _>>()?;
        return Ok(data);
    }
    one(report, chart, now)
}

/// A chart of one variant, or of what has none.
fn one(report: &Report, chart: &Chart, now: &Now) -> Result<Value, ChartError> {
    let shown: fn(&Pick, &Now) -> Result<Value, ChartError> = match chart.kind {
        ChartKind::Stacked => stacked,
        ChartKind::Heatmap | ChartKind::Lines => |pick, now| Ok(readings(pick, now)),
        ChartKind::Fan => |pick, _| fanned(pick),
        ChartKind::AtLeast | ChartKind::Compare => falling,
        ChartKind::Distribution => |pick, _| bars(pick),
        // It shows no metric.
        ChartKind::Policy => return Ok(named(super::screen::policy(report, chart)?, chart)),
    };
    let pick = Pick::new(report, chart)?;
    let mut data = shown(&pick, now)?;
    data["decimals"] = json!(report.company.percents());
    data["note"] = json!(note::of(&pick, "", note::Whiskers::None).text(None));
    Ok(named(data, chart))
}

/// The same with what the chart is called, and of what it is.
fn named(mut data: Value, chart: &Chart) -> Value {
    data["kind"] = json!(chart.kind.name());
    data["file"] = json!(chart.file);
    data["title"] = json!(chart.title);
    data["subtitle"] = json!(chart.subtitle);
    data["metric"] = json!(chart.metric);
    data
}

/// The name of a tone, as the page paints it.
pub(crate) fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Success => "success",
        Tone::Mixed => "mixed",
        Tone::Failure => "failure",
        Tone::Neutral => "neutral",
    }
}

fn place(place: &AxisPlace, now: &Now) -> Value {
    json!({ "name": place.name, "tick": place.tick, "now": now.is_at(place) })
}

fn places(places: &[AxisPlace], now: &Now) -> Value {
    places.iter().map(|own| place(own, now)).collect()
}

fn chance(own: &Estimate, company: Company) -> Value {
    json!({ "v": own.value, "low": own.low, "high": own.high, "exact": own.is_exact, "text": own.percent_or_dash(company) })
}

fn stacked(pick: &Pick, now: &Now) -> Result<Value, ChartError> {
    let rows = pick.rows();
    let laws: Vec<(&AxisPlace, &Law)> = rows.iter().filter_map(|place| Some((place, pick.law(&[place])?))).collect();
    let named: Vec<(String, &Law)> = laws.iter().map(|(place, law)| (place.name.clone(), *law)).collect();
    let segments = segments(pick, &named)?;
    let confidence = pick.report.run.confidence;
    let row = |(own, law): &(&AxisPlace, &Law)| {
        let cells = segments.iter().map(|segment| {
            let reading = pick.observed.read(law, Measure::Is(segment.value), confidence);
            chance(&Estimate::read(&reading), pick.report.company)
        });
        let mut row = place(own, now);
        row["cells"] = cells.collect();
        row
    };
    let of = segments.len();
    let segment = |(nth, own): (usize, &super::segments::Segment)| json!({ "label": own.label, "tone": own.tone.map(tone), "nth": nth, "of": of });
    Ok(json!({
        "segments": segments.iter().enumerate().map(segment).collect::<Vec<_>>(),
        "rows": laws.iter().map(row).collect::<Vec<_>>(),
        "y": pick.axis_label(pick.chart.x),
    }))
}

/// Lines, or the rows of a heat map: a number at each place.
fn readings(pick: &Pick, now: &Now) -> Value {
    let (xs, lines) = (pick.places(pick.chart.x), pick.series());
    let confidence = pick.report.run.confidence;
    let read = |line: &AxisPlace, x: &AxisPlace| {
        let law = pick.law(&[line, x])?;
        let reading = pick.observed.read(law, pick.chart.measure, confidence);
        reading.best().is_finite().then(|| Estimate::read(&reading))
    };
    let all: Vec<Vec<Option<Estimate>>> = lines.iter().map(|line| xs.iter().map(|x| read(line, x)).collect()).collect();
    let is_probability = pick.chart.measure != Measure::Mean || pick.observed.metric.kind == Kind::Flag;
    let company = pick.report.company;
    let cell = |own: &Option<Estimate>| match own {
        Some(own) if is_probability => chance(own, company),
        Some(own) => json!({
            "v": own.value, "low": own.low, "high": own.high, "exact": own.is_exact, "text": own.mean(company),
        }),
        None => Value::Null,
    };
    let line = |(own, cells): (&AxisPlace, &Vec<Option<Estimate>>)| {
        let mut line = place(own, now);
        line["cells"] = cells.iter().map(cell).collect();
        line
    };
    json!({
        "xs": places(&xs, now),
        "series": lines.iter().zip(&all).map(line).collect::<Vec<_>>(),
        "x": pick.axis_label(pick.chart.x),
        "y": pick.axis_label(pick.chart.series.unwrap_or(Axis::Single)),
        "isProbability": is_probability,
    })
}

fn fanned(pick: &Pick) -> Result<Value, ChartError> {
    if !matches!(pick.observed.metric.kind, Kind::Count) {
        return Err(ChartError::Unsuitable("a fan takes a count".to_owned()));
    }
    let slices = fan::slices_of(pick);
    let slice = |own: &fan::Slice| {
        let mean = Estimate::read(&own.mean);
        json!({ "tick": own.tick, "quantiles": own.quantiles, "mean": mean.value, "text": mean.mean(pick.report.company) })
    };
    Ok(json!({ "slices": slices.iter().map(slice).collect::<Vec<_>>(), "x": pick.axis_label(Axis::Steps) }))
}

/// The chance of at least k.
fn falling(pick: &Pick, now: &Now) -> Result<Value, ChartError> {
    let survival = Survival::of(pick)?;
    if pick.chart.kind == ChartKind::Compare && survival.count() < 2 {
        return Err(ChartError::Unsuitable("there is nothing to compare with".to_owned()));
    }
    let series = pick.series();
    let line = |nth: usize| {
        let name = survival.name(nth);
        let is_now = series.iter().any(|own| own.name == name && now.is_at(own));
        let cells: Vec<Value> =
            survival.ks.iter().map(|&k| chance(&survival.chance(nth, k), pick.report.company)).collect();
        json!({ "name": name, "now": is_now, "cells": cells })
    };
    let ticks =
        survival.ks.iter().map(|&k| json!({ "name": fixed(k as f64, 0), "tick": fixed(k as f64, 0), "now": false }));
    Ok(json!({
        "xs": ticks.collect::<Vec<_>>(),
        "series": (0..survival.count()).map(line).collect::<Vec<_>>(),
        "x": format!("At least so many {}", pick.metric_in_words()),
        "y": "",
        "isProbability": true,
        "own": survival.own_note(),
    }))
}

fn bars(pick: &Pick) -> Result<Value, ChartError> {
    let law = pick.law(&[]).ok_or_else(|| ChartError::Empty("there is no such step".to_owned()))?;
    let confidence = pick.report.run.confidence;
    let bars = Bars::of(law, None, confidence, pick.observed.metric.kind == Kind::When)?;
    let step = bars.step();
    let label = |value: i64| match step {
        1 => pick.value_label(value),
        _ => format!("{}–{}", pick.value_label(value), pick.value_label(value + step - 1)),
    };
    let bar = |label: String, own: &super::bars::Bar| {
        let mut bar = chance(&own.chance, pick.report.company);
        bar["label"] = json!(label);
        bar["ciLow"] = json!(own.low);
        bar["ciHigh"] = json!(own.high);
        bar
    };
    let never = bars.never.iter().map(|own| bar(pick.observed.metric.absent.clone(), own));
    let all = bars.bars.iter().map(|own| bar(label(own.value), own)).chain(never);
    let is_count = matches!(pick.observed.metric.kind, Kind::Count);
    let mean = is_count.then(|| Estimate::read(&law.read(Measure::Mean, confidence)));
    Ok(json!({
        "bars": all.collect::<Vec<_>>(),
        "x": pick.axis_label(Axis::Values),
        "mean": mean.map(|mean| mean.mean(pick.report.company)),
        "median": is_count.then(|| law.quantile(50)).flatten(),
    }))
}
