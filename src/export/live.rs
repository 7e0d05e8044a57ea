//! A report as the page shows it: charts drawn, and every number of the setting that is looked at.

use serde_json::{Value, json};

use super::picture::Picture;
use super::{asks, joint_map};
use crate::estimate::Estimate;
use crate::figures::{Numerals, outward};
use crate::question::written::question;
use crate::report::play::{SpreadRange, Worth};
use crate::report::{Case, Law, Observed, Reading, Report, Row};
use crate::rule::metric::Kind;
use crate::rule::metric::Tone;
use crate::rule::presentation::Headline;
use crate::summary::{SentencePart, summary};
use crate::wordbook::Wordbook;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::stats::Interval;
use oddsmith_model::provenance;
use oddsmith_model::table::Table;

/// Rows of tables that the page takes at a time; laws past that are left to the CSV files.
const MOST_ROWS: usize = 4000;

/// All that the page shows of a report: of the setting that is looked at; its charts are drawn by
/// themselves.
pub fn answer(report: &Report) -> Value {
    let case = case_of(report);
    json!({
        "name": report.name,
        "title": report.title,
        "description": report.description,
        "finding": finding(report),
        "setting": case.map(|case| report.case_name(case)),
        "laws": case.map(|case| laws(report, case)),
        "headlines": case.map(|case| report.headlines.iter().filter_map(|own| headline(report, case, own)).collect::<Vec<_>>()),
        "asks": asked(report, case),
        "play": case.and_then(play),
        "notes": report.notes,
        "fixed": report.fixed,
        "status": status(report),
    })
}

fn case_of(report: &Report) -> Option<&Case> {
    let is_now = |case: &&Case| {
        report
            .looked_at
            .as_ref()
            .is_some_and(|now| case.variant == now.variant && case.point == now.point)
    };
    report.cases.iter().find(is_now).or(report.cases.first())
}

/// Returns the maps of joint distributions.
pub fn maps(report: &Report, is_narrow: bool) -> Vec<Value> {
    let maps = joint_map::maps(report, &mut Vec::new());
    maps.iter()
        .filter_map(|map| chart(&Picture::Chart(map, &map.charts[0]), is_narrow))
        .collect()
}

/// A picture with its words, and its numbers as rows of cells, for a screen as narrow as a phone's
/// or for a wider one; nothing where it cannot be drawn.
pub fn chart(picture: &Picture<'_>, is_narrow: bool) -> Option<Value> {
    let drawing = picture.draw().ok()?;
    let live = drawing.live();
    let narrow = if is_narrow {
        picture.phone()
    } else {
        Vec::new()
    };
    let (kind, metric) = match picture {
        Picture::Chart(_, chart) => (chart.kind.name(), chart.metric.as_str()),
        Picture::Tornado(..) => ("tornado", ""),
        Picture::Balance(..) => ("balance", ""),
    };
    Some(json!({
        "kind": kind,
        "metric": metric,
        "file": picture.file(),
        "title": picture.title(),
        "subtitle": live.subtitle,
        "note": live.note,
        "isWide": drawing.is_wide(),
        "pictures": if narrow.is_empty() { vec![live.svg] } else { narrow },
        "table": picture.tables().map_or_else(|_| Vec::new(), |tables| tables.iter().flat_map(texts).collect()),
    }))
}

/// The title of a table, its heads and its rows, as rows of texts.
fn texts(table: &Table) -> Vec<Vec<String>> {
    let row = |at| table.row(at).map(|cell| cell.text.clone()).collect();
    let rows = (0..table.row_count()).map(row);
    [vec![table.title.clone()], table.joined_heads()]
        .into_iter()
        .chain(rows)
        .collect()
}

/// What the report opens with, part by part, each with its tone where it is a number; empty where
/// no odds are exact.
fn finding(report: &Report) -> Vec<Value> {
    let summary = summary(report, Wordbook::english());
    let part = |part: &SentencePart| json!([part.text, part.tone.map(Tone::name)]);
    summary
        .sentences
        .first()
        .map_or_else(Vec::new, |first| first.parts.iter().map(part).collect())
}

fn number(value: f64) -> Value {
    if value.is_finite() {
        json!(value)
    } else {
        Value::Null
    }
}

fn estimate(reading: &Reading, tied: Option<SpreadRange>, numerals: Numerals) -> Value {
    let own = Estimate::read(reading);
    json!({
        "v": number(own.value), "low": number(own.low), "high": number(own.high), "exact": own.is_exact,
        "isProbability": reading.kind.is_chance(),
        "text": Estimate::under_ties(reading, tied, numerals),
    })
}

fn headline(report: &Report, case: &Case, own: &Headline) -> Option<Value> {
    let observed = case.observed(&own.metric)?;
    let law = case.law(&own.metric, own.step)?;
    let reading = observed.read(law, own.measure, report.run.confidence);
    let mut value = estimate(&reading, case.under_ties(&own.label), Numerals::ENGLISH);
    value["label"] = json!(own.label);
    value["question"] = json!(question(&observed.metric, own.step, own.measure));
    Some(value)
}

/// The laws of a case: for each metric and step a row for every value.
fn laws(report: &Report, case: &Case) -> Vec<Value> {
    let confidence = report.run.confidence;
    let mut room = MOST_ROWS;
    let mut told = Vec::new();
    for observed in &case.metrics {
        for law in &observed.laws {
            let rows = law.rows(confidence);
            if rows.len() > room {
                continue;
            }
            room -= rows.len();
            told.push(one(report, observed, law, &rows));
        }
    }
    told
}

/// What is known of a row of a law.
fn row_estimate(own: &Row, law: &Law) -> Estimate {
    match own.exact {
        Some(mass) => Estimate::exact(mass.value(), law.unresolved()),
        None => Estimate::with_interval(own.estimate, Some(own.interval)),
    }
}

/// What trials leave open, with as many digits as that has: "57.80 to 58.00%"; nothing where there
/// are none.
fn range(interval: Interval, is_chance: bool, trials: u64) -> String {
    let (scale, unit) = if is_chance { (100.0, "%") } else { (1.0, "") };
    // Trials that were all alike have no interval.
    if trials == 0 || interval.low.is_nan() || interval.low >= interval.high {
        return String::new();
    }
    let [low, high] = outward(
        interval.low * scale,
        interval.high * scale,
        Numerals::ENGLISH,
    );
    format!("{low} to {high}{unit}")
}

fn one(report: &Report, observed: &Observed, law: &Law, rows: &[Row]) -> Value {
    let confidence = report.run.confidence;
    let metric = &observed.metric;
    let label = |value: i64| match (&metric.kind, value) {
        (Kind::Flag, 0) => "No".to_owned(),
        (Kind::Flag, 1) => "Yes".to_owned(),
        _ => observed.value_label(value),
    };
    let tone = |value: i64| {
        let outcome = usize::try_from(value)
            .ok()
            .and_then(|code| metric.outcomes().get(code));
        outcome.map(|outcome| outcome.tone.name())
    };
    let row = |own: &Row| {
        json!({
            "value": own.value,
            "label": label(own.value),
            "tone": tone(own.value),
            "exact": own.exact.map(Mass::value),
            "fraction": own.exact.and_then(Mass::fraction).map(|(n, d)| format!("{n}/{d}")),
            "count": own.count,
            "estimate": number(own.estimate),
            "low": number(own.interval.low),
            "high": number(own.interval.high),
            "text": row_estimate(own, law).percent(Numerals::ENGLISH),
            "range": range(own.interval, true, law.trials),
        })
    };
    let mean = observed.is_number() && metric.kind != Kind::Flag;
    let mean = mean.then(|| law.read(crate::rule::presentation::Measure::Mean, confidence));
    json!({
        "metric": metric.name,
        "label": metric.label,
        "step": law.step,
        "stepName": law.step.map(|step| report.step_name(&metric.name, step)),
        "of": if law.step.is_some() { metric.step.word() } else { "" },
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
        "mean": mean.map(|mean| json!({
            "exact": mean.exact, "estimate": number(mean.estimate), "low": number(mean.interval.low), "high": number(mean.interval.high),
            "text": Estimate::read(&mean).mean(Numerals::ENGLISH), "range": range(mean.interval, false, law.trials),
        })),
        "absent": law.may_be_absent().then(|| json!({
            "label": metric.absent, "count": law.absent(), "exact": law.exact.as_ref().map(|exact| exact.absent.value()),
            "text": row_estimate(&law.share_absent(confidence), law).percent(Numerals::ENGLISH),
        })),
        "trials": law.trials,
    })
}

/// The answers to what the scenario asks, in the case that is looked at, and in how many cases each
/// is as wanted.
fn asked(report: &Report, case: Option<&Case>) -> Vec<Value> {
    let Some(case) = case else { return Vec::new() };
    let one = |(at, (ask, answer)): (
        usize,
        (&crate::report::ReportQuestion, &crate::report::Answer),
    )| {
        let reading = answer.reading(ask.statistic);
        let mut value = estimate(&reading, case.under_ties(&ask.label), Numerals::ENGLISH);
        let met = |case: &&Case| case.answers[at].met == Some(crate::report::Met::Yes);
        let cells = asks::cells(ask, answer);
        value["label"] = json!(ask.label);
        value["question"] = json!(ask.question);
        value["want"] = json!(ask.want);
        value["met"] = json!(answer.met.map(crate::report::Met::name));
        value["metIn"] = json!(report.cases.iter().filter(met).count());
        value["of"] = json!(report.cases.len());
        value["fraction"] = json!(cells[5]);
        value["isKnown"] = json!(answer.best().is_some());
        value
    };
    report
        .asks
        .iter()
        .zip(&case.answers)
        .enumerate()
        .map(one)
        .collect()
}

fn play(case: &Case) -> Option<Value> {
    let best = case.best_play.as_ref()?;
    let kind = best.kind;
    let told = |value: f64| Estimate::known(value).text(kind, Numerals::ENGLISH);
    let cost = |loss: f64| Numerals::ENGLISH.change(-loss, kind);
    let situation = |own: &crate::report::play::MetSituation| {
        let options: Vec<Value> = own
            .options
            .iter()
            .map(|offer| json!({ "name": offer.name, "value": offer.value(), "loss": offer.loss(), "text": offer.loss().map(cost) }))
            .collect();
        json!({ "words": own.words, "choice": own.choice, "best": own.best, "value": own.value, "reached": own.reached, "options": options, "text": told(own.value), "met": Numerals::ENGLISH.chance(own.reached.min(1.0)) })
    };
    let held = |own: &crate::report::play::HeldChoice| json!({ "choice": own.choice, "answer": own.answered(), "value": own.value(), "text": own.value().map(told) });
    Some(json!({
        "aim": best.aim,
        "isChance": best.kind.is_chance(),
        "value": best.value,
        "text": told(best.value),
        "minimises": best.minimises,
        "situations": best.situations.iter().take(200).map(situation).collect::<Vec<_>>(),
        "of": best.situations.len(),
        "held": best.held.iter().flatten().filter(|own| own.worth != Worth::Unknown).map(held).collect::<Vec<_>>(),
    }))
}

/// How the numbers were got.
fn status(report: &Report) -> Value {
    let exact = report
        .cases
        .iter()
        .filter(|case| case.unresolved.is_some())
        .count();
    let drawn = report
        .cases
        .iter()
        .filter(|case| case.witness_trials.is_some())
        .count();
    let trials = |of: &dyn Fn(&Case) -> u64| report.cases.iter().map(of).max().unwrap_or(0);
    let widest = report
        .cases
        .iter()
        .map(|case| case.half_width(report.run.confidence))
        .fold(0.0, f64::max);
    json!({
        "cases": report.cases.len(),
        "exact": exact,
        "drawn": drawn,
        "trials": trials(&|case| case.trials),
        "playedBeside": trials(&|case| case.witness_trials.unwrap_or(0)),
        "verdict": provenance::verdict(report, Wordbook::english()),
        "disagrees": report.verdict().is_bad(),
        "agrees": report.verdict() == crate::report::Verdict::Agrees,
        "widest": number(widest),
        "level": report.run.confidence.level(),
        "seed": report.run.seed,
    })
}
