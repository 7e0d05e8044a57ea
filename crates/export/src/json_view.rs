//! A report as JSON for the page: drawn charts, and every number of the selected setting.

use serde_json::{Value, json};

use super::picture::Picture;
use super::{asks, joint_map};
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{Numerals, round_outward};
use oddsmith_model::messages::Messages;
use oddsmith_model::odds::Interval;
use oddsmith_model::odds::Mass;
use oddsmith_model::provenance;
use oddsmith_model::question_text::question;
use oddsmith_model::report::play::{SpreadRange, Worth};
use oddsmith_model::report::{Case, Distribution, Observed, Reading, Report, Row};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::metric::Tone;
use oddsmith_model::rule::presentation::Headline;
use oddsmith_model::summary::{SentencePart, summary};
use oddsmith_model::table::Table;

/// The maximal number of rows of tables that the page gets. Further distributions are only in the
/// CSV files.
const MAX_ROWS: usize = 4000;

/// Returns everything that the page shows of a report for the selected setting, except the charts.
pub fn report_view(report: &Report) -> Value {
    let case = viewed_case(report);
    json!({
        "name": report.name,
        "title": report.title,
        "description": report.description,
        "finding": summary_sentence(report),
        "setting": case.map(|case| report.case_name(case)),
        "distributions": case.map(|case| distributions(report, case)),
        "headlines": case.map(|case| report.headlines.iter().filter_map(|quantity| headline(report, case, quantity)).collect::<Vec<_>>()),
        "asks": answers_json(report, case),
        "play": case.and_then(play),
        "notes": report.notes,
        "fixed": report.fixed,
        "status": status(report),
    })
}

fn viewed_case(report: &Report) -> Option<&Case> {
    let is_now = |case: &&Case| {
        report
            .selected_setting
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

/// Returns a picture for a narrow or a wide screen, with its text, and with its numbers as rows of
/// cells. Returns `None` if it cannot be drawn.
pub fn chart(picture: &Picture<'_>, is_narrow: bool) -> Option<Value> {
    let drawing = picture.draw().ok()?;
    let inline_svg = drawing.inline_svg();
    let narrow = if is_narrow {
        picture.phone_panels()
    } else {
        Vec::new()
    };
    let (kind, metric) = match picture {
        Picture::Chart(_, chart) => (chart.kind.name(), chart.metric.as_str()),
        Picture::Tornado(..) => ("tornado", ""),
        Picture::Skill(..) => ("skill", ""),
        Picture::Balance(..) => ("balance", ""),
        Picture::Playtest(_, metric, _) => ("playtest", metric.metric.name.as_str()),
        Picture::Likelihood(..) => ("likelihood", ""),
    };
    Some(json!({
        "kind": kind,
        "metric": metric,
        "file": picture.file(),
        "title": picture.title(),
        "subtitle": inline_svg.subtitle,
        "note": inline_svg.note,
        "isWide": drawing.is_wide(),
        "pictures": if narrow.is_empty() { vec![inline_svg.svg] } else { narrow },
        "table": picture.tables().map_or_else(|_| Vec::new(), |tables| tables.iter().flat_map(text_rows).collect()),
    }))
}

/// Returns a table as rows of texts: the title, the heads and the rows.
pub(super) fn text_rows(table: &Table) -> Vec<Vec<String>> {
    let row = |index| table.row(index).map(|cell| cell.text.clone()).collect();
    let rows = (0..table.row_count()).map(row);
    [vec![table.title.clone()], table.joined_heads()]
        .into_iter()
        .chain(rows)
        .collect()
}

/// Returns the parts of the first headline sentence, each number with its tone; empty if no odds
/// are exact.
fn summary_sentence(report: &Report) -> Vec<Value> {
    let summary = summary(report, Messages::english());
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
    let estimate = Estimate::from_reading(reading);
    json!({
        "v": number(estimate.value), "low": number(estimate.low), "high": number(estimate.high), "exact": estimate.is_exact,
        "isProbability": reading.kind.is_chance(),
        "text": Estimate::text_under_ties(reading, tied, numerals),
    })
}

fn headline(report: &Report, case: &Case, quantity: &Headline) -> Option<Value> {
    let observed = case.observed(&quantity.metric)?;
    let distribution = case.distribution(&quantity.metric, quantity.step)?;
    let reading = observed.read(distribution, quantity.measure, report.run.confidence);
    let mut value = estimate(
        &reading,
        case.tied_range(&quantity.label),
        Numerals::ENGLISH,
    );
    value["label"] = json!(quantity.label);
    value["question"] = json!(question(&observed.metric, quantity.step, quantity.measure));
    Some(value)
}

/// Returns the distributions of a case: for each metric and step a row for every value.
fn distributions(report: &Report, case: &Case) -> Vec<Value> {
    let confidence = report.run.confidence;
    let mut room = MAX_ROWS;
    let mut tables = Vec::new();
    for observed in &case.metrics {
        for distribution in &observed.distributions {
            let rows = distribution.rows(confidence);
            if rows.len() > room {
                continue;
            }
            room -= rows.len();
            tables.push(distribution_json(report, observed, distribution, &rows));
        }
    }
    tables
}

/// Returns the estimate of a row of a distribution.
fn row_estimate(row: &Row, distribution: &Distribution) -> Estimate {
    match row.exact {
        Some(mass) => Estimate::exact(mass.value(), distribution.unresolved()),
        None => Estimate::with_interval(row.estimate, Some(row.interval)),
    }
}

/// Returns the text of an interval, rounded outward: "57.80 to 58.00%"; empty if there is none.
fn interval_text(interval: Interval, is_chance: bool, trials: u64) -> String {
    let (scale, unit) = if is_chance { (100.0, "%") } else { (1.0, "") };
    // If all trials agree, there is no interval.
    if trials == 0 || interval.low.is_nan() || interval.low >= interval.high {
        return String::new();
    }
    let [low, high] = round_outward(
        interval.low * scale,
        interval.high * scale,
        Numerals::ENGLISH,
    );
    format!("{low} to {high}{unit}")
}

fn distribution_json(
    report: &Report,
    observed: &Observed,
    distribution: &Distribution,
    rows: &[Row],
) -> Value {
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
    let row = |row: &Row| {
        json!({
            "value": row.value,
            "label": label(row.value),
            "tone": tone(row.value),
            "exact": row.exact.map(Mass::value),
            "fraction": row.exact.and_then(Mass::fraction).map(|(n, d)| format!("{n}/{d}")),
            "count": row.count,
            "estimate": number(row.estimate),
            "low": number(row.interval.low),
            "high": number(row.interval.high),
            "text": row_estimate(row, distribution).percent(Numerals::ENGLISH),
            "range": interval_text(row.interval, true, distribution.trials),
        })
    };
    let mean = observed.is_number() && metric.kind != Kind::Flag;
    let mean = mean.then(|| {
        distribution.read(
            oddsmith_model::rule::presentation::Measure::Mean,
            confidence,
        )
    });
    json!({
        "metric": metric.name,
        "label": metric.label,
        "step": distribution.step,
        "stepName": distribution.step.map(|step| report.step_name(&metric.name, step)),
        "stepWord": if distribution.step.is_some() { metric.step.word() } else { "" },
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
        "mean": mean.map(|mean| json!({
            "exact": mean.exact, "estimate": number(mean.estimate), "low": number(mean.interval.low), "high": number(mean.interval.high),
            "text": Estimate::from_reading(&mean).mean(Numerals::ENGLISH), "range": interval_text(mean.interval, false, distribution.trials),
        })),
        "absent": distribution.may_be_absent().then(|| json!({
            "label": metric.absent, "count": distribution.absent(), "exact": distribution.exact.as_ref().map(|exact| exact.absent.value()),
            "text": row_estimate(&distribution.absent_share_row(confidence), distribution).percent(Numerals::ENGLISH),
        })),
        "trials": distribution.trials,
    })
}

/// Returns the answers to the questions in the selected case, and the number of cases that meet
/// each goal.
fn answers_json(report: &Report, case: Option<&Case>) -> Vec<Value> {
    let Some(case) = case else { return Vec::new() };
    let answer_json = |(index, (ask, answer)): (
        usize,
        (
            &oddsmith_model::report::ReportQuestion,
            &oddsmith_model::report::Answer,
        ),
    )| {
        let reading = answer.reading(ask.statistic);
        let mut value = estimate(&reading, case.tied_range(&ask.label), Numerals::ENGLISH);
        let met = |case: &&Case| case.answers[index].met == Some(oddsmith_model::report::Met::Yes);
        let cells = asks::ask_cells(ask, answer);
        value["label"] = json!(ask.label);
        value["question"] = json!(ask.question);
        value["want"] = json!(ask.want);
        value["met"] = json!(answer.met.map(oddsmith_model::report::Met::name));
        value["metIn"] = json!(report.cases.iter().filter(met).count());
        value["caseCount"] = json!(report.cases.len());
        value["fraction"] = json!(cells[5]);
        value["isKnown"] = json!(answer.best().is_some());
        value
    };
    report
        .asks
        .iter()
        .zip(&case.answers)
        .enumerate()
        .map(answer_json)
        .collect()
}

fn play(case: &Case) -> Option<Value> {
    let best = case.best_play.as_ref()?;
    let kind = best.kind;
    let value_text = |value: f64| Estimate::known(value).text(kind, Numerals::ENGLISH);
    let cost = |loss: f64| Numerals::ENGLISH.lost(loss, kind);
    let situation = |situation: oddsmith_model::report::play::MetSituation<'_>| {
        let options: Vec<Value> = situation
            .options()
            .map(|offer| json!({ "name": offer.name, "value": offer.value(), "loss": offer.loss(), "probability": offer.probability, "text": offer.loss().map(cost) }))
            .collect();
        json!({ "words": situation.words(), "choice": situation.choice(), "best": situation.best(), "value": situation.value(), "reached": situation.reached(), "options": options, "text": value_text(situation.value()), "met": Numerals::ENGLISH.chance(situation.reached().min(1.0)) })
    };
    let held = |held_choice: &oddsmith_model::report::play::HeldChoice| json!({ "choice": held_choice.choice, "answer": held_choice.answer_text(), "value": held_choice.value(), "text": held_choice.value().map(value_text) });
    Some(json!({
        "aim": best.aim,
        "isChance": best.kind.is_chance(),
        "value": best.value,
        "text": value_text(best.value),
        "minimises": best.minimises,
        "situations": best.situations.iter().take(200).map(situation).collect::<Vec<_>>(),
        "situationCount": best.situations.len(),
        "held": best.held.iter().flatten().filter(|held_choice| held_choice.worth != Worth::Unknown).map(held).collect::<Vec<_>>(),
    }))
}

/// Describes the sources of the numbers.
fn status(report: &Report) -> Value {
    let exact = report
        .cases
        .iter()
        .filter(|case| case.unresolved.is_some())
        .count();
    let sampled = report
        .cases
        .iter()
        .filter(|case| case.cross_check_trials.is_some())
        .count();
    let trials =
        |trials_of: &dyn Fn(&Case) -> u64| report.cases.iter().map(trials_of).max().unwrap_or(0);
    let widest = report
        .cases
        .iter()
        .map(|case| case.half_width(report.run.confidence))
        .fold(0.0, f64::max);
    json!({
        "cases": report.cases.len(),
        "exact": exact,
        "sampled": sampled,
        "trials": trials(&|case| case.trials),
        "checkTrials": trials(&|case| case.cross_check_trials.unwrap_or(0)),
        "verdict": provenance::verdict_sentence(report, Messages::english()),
        "disagrees": report.verdict().is_bad(),
        "agrees": report.verdict() == oddsmith_model::report::Verdict::Agrees,
        "widest": number(widest),
        "level": report.run.confidence.level(),
        "seed": report.run.seed,
    })
}
