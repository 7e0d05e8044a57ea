//! The heading of a question: its label or, without one, the question with the labels of its
//! metrics.

use oddsmith_model::labels::outcome_in_sentence;
use oddsmith_model::odds::Statistic;
use oddsmith_model::report::{Case, Report, ReportQuestion};
use oddsmith_model::rule::metric::{Kind, ShownMetric};
use oddsmith_model::rule::presentation::{Headline, Measure};

/// Returns the heading of the column of a question.
pub(super) fn heading(report: &Report, ask: &ReportQuestion) -> String {
    if ask.label != ask.question {
        return ask.label.clone();
    }
    ask.plain
        .as_ref()
        .and_then(|plain| reading_heading(report, plain))
        .unwrap_or_else(|| question_heading(report, ask))
}

/// Returns the heading of a question about one metric: "Score, mean", "Actions, Turn 2: 4 or more",
/// "Result: mixed". Returns `None` if no case has the metric.
fn reading_heading(report: &Report, reading: &Headline) -> Option<String> {
    let observed = report
        .cases
        .iter()
        .find_map(|case| case.observed(&reading.metric))?;
    let metric = &observed.metric;
    let label = match reading.step {
        // If a step has different names in different cases, the heading is the question itself.
        Some(step) if metric.step.step_name(step).is_some() => {
            format!(
                "{}, {}",
                metric.label,
                report.shared_step_name(&metric.name, step)?
            )
        }
        Some(step) if observed.distributions.len() > 1 => {
            format!("{}, {}", metric.label, metric.step.step_label(step))
        }
        _ => metric.label.clone(),
    };
    let value = |value: i64| match metric.kind {
        Kind::When => u32::try_from(value)
            .map_or_else(|_| value.to_string(), |step| metric.step.step_label(step)),
        Kind::Category(_) => metric
            .outcomes()
            .get(value as usize)
            .map_or_else(String::new, outcome_in_sentence),
        _ => value.to_string(),
    };
    Some(match (&metric.kind, reading.measure) {
        (Kind::Flag, Measure::Mean | Measure::Is(1)) => label,
        (Kind::Flag, Measure::Is(_)) => format!("{label}: no"),
        (_, Measure::Mean) => format!("{label}, mean"),
        (Kind::When, Measure::AtMost(most)) => format!("{label}: by {}", value(most)),
        (Kind::When, Measure::AtLeast(least)) => format!("{label}: {} or later", value(least)),
        (_, Measure::AtLeast(least)) => format!("{label}: {} or more", value(least)),
        (_, Measure::AtMost(most)) => format!("{label}: {} or fewer", value(most)),
        (_, Measure::Is(just)) => format!("{label}: {}", value(just)),
    })
}

/// Returns the heading of a question about several metrics or with a condition, with the labels of
/// the metrics: "Actions if Result (Vanguard) = mixed, mean".
fn question_heading(report: &Report, ask: &ReportQuestion) -> String {
    let asked = ask.question.trim();
    let inner = asked
        .split_once('(')
        .and_then(|(_, rest)| rest.strip_suffix(')'))
        .unwrap_or(asked);
    let statistic = match ask.statistic {
        Statistic::Probability => String::new(),
        Statistic::Mean => ", mean".to_owned(),
        Statistic::Sd => ", standard deviation".to_owned(),
        Statistic::Percentile(50) => ", median".to_owned(),
        Statistic::Percentile(percent) => format!(", {percent}% quantile"),
        Statistic::Min => ", minimum".to_owned(),
        Statistic::Max => ", maximum".to_owned(),
        Statistic::Covariance => ", covariance".to_owned(),
        Statistic::Correlation => ", correlation".to_owned(),
    };
    with_labels(report, inner) + &statistic
}

/// Replaces the metrics of an expression with their labels.
fn with_labels(report: &Report, expression: &str) -> String {
    let mut text = String::new();
    let mut rest = expression;
    while let Some(letter) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        if end == 0 {
            text.push_str(if letter == '|' {
                "if"
            } else {
                &rest[..letter.len_utf8()]
            });
            rest = &rest[letter.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        let metric_in = |case: &Case| case.observed(word).map(|observed| observed.metric.clone());
        let metric = report.cases.iter().find_map(metric_in);
        rest = after;
        let Some(metric) = metric else {
            text.push_str(word);
            continue;
        };
        // Within an expression, a label of several words is quoted, to separate it from the next
        // word.
        let is_whole = word == expression.trim();
        let label = &metric.label;
        text.push_str(&if label.contains(' ') && !is_whole {
            format!("“{label}”")
        } else {
            label.clone()
        });
        if let Some(step_text) = after.strip_prefix('@') {
            let end = step_text
                .find(|c: char| !is_part(c))
                .unwrap_or(step_text.len());
            let step = step_label(report, &metric, &step_text[..end]);
            text.push_str(&format!(" ({step})"));
            rest = &step_text[end..];
        }
    }
    text
}

/// Returns the name of a step if it is the same in all cases, else its number: "Vanguard", "Turn
/// 2", "Unit 1".
fn step_label(report: &Report, metric: &ShownMetric, asked: &str) -> String {
    let Ok(step) = asked.parse() else {
        return asked.to_owned();
    };
    let name = report
        .shared_step_name(&metric.name, step)
        .map(str::to_owned);
    name.unwrap_or_else(|| format!("{} {step}", metric.step.word()))
}
