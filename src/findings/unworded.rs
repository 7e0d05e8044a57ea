//! Charts for which nobody has said what they ask and show: of metrics of rule files and of a scenario's own, and those that
//! a scenario names and the rule does not have.

use super::clause::{asked, event};
use super::words::{capital, counted, small};
use crate::rule::metric::{ChartKind, DefaultChart, Kind, Measure, Metric, Wording};

/// A chart of a metric, with what it asks and what it shows.
pub(crate) fn chart(kind: ChartKind, metric: &Metric, measure: Measure) -> DefaultChart {
    DefaultChart::new(kind, &metric.name, measure, &question(kind, metric, measure), &shows(kind, metric, measure))
}

/// What a chart asks: "How many actions are taken?", "Score: how much can you count on?"
pub(crate) fn question(kind: ChartKind, metric: &Metric, measure: Measure) -> String {
    let label = &metric.label;
    let how_many = |more: &str| match counted(label) {
        Some(_) => format!("How many {}{more}?", small(label)),
        None => format!("{label}: how much{more}?"),
    };
    match (kind, &metric.kind, measure) {
        (ChartKind::Stacked, Kind::Category(_), _) => format!("{label}: what comes of it?"),
        (ChartKind::Fan, ..) => how_many(" as it goes on"),
        (ChartKind::AtLeast | ChartKind::Compare, ..) => how_many(" can you count on"),
        (ChartKind::Distribution, Kind::When, _) => format!("{label}: when?"),
        (ChartKind::Distribution, Kind::Count, _) => {
            asked(metric).map_or_else(|| how_many(""), |asked| format!("{}?", capital(&asked)))
        }
        (_, Kind::Count | Kind::When, Measure::Mean) => how_many(" on average"),
        (_, Kind::Flag, _) if metric.wording == Wording::ByLabel => format!("{label}: how often?"),
        (_, Kind::Flag, Measure::Mean) => often(metric, Measure::Is(1)),
        _ => often(metric, measure),
    }
}

/// "How often is it that at least two actions are taken?"
fn often(metric: &Metric, measure: Measure) -> String {
    match event(metric, measure) {
        Some(clause) => format!("How often is it that {clause}?"),
        None => format!("{}: how often?", metric.label),
    }
}

/// What a chart shows: "Chance of at least k hits".
pub(crate) fn shows(kind: ChartKind, metric: &Metric, measure: Measure) -> String {
    let label = &metric.label;
    let chance = if kind == ChartKind::Heatmap { "Chance in %" } else { "Chance" };
    match (kind, measure) {
        (ChartKind::Stacked, _) => format!("Chance of each outcome: {label}"),
        (ChartKind::Fan, _) => format!("{label}: median, 50% and 90% bands"),
        (ChartKind::AtLeast | ChartKind::Compare, _) => format!("Chance of at least k {}", small(label)),
        (ChartKind::Distribution, _) if metric.kind == Kind::When => format!("When: {label}"),
        (ChartKind::Distribution, _) => format!("Chance of each number of {}", small(label)),
        (_, Measure::Mean) if metric.kind != Kind::Flag => format!("Mean {}", small(label)),
        (_, measure) => {
            let measure = if measure == Measure::Mean { Measure::Is(1) } else { measure };
            let is_bare = metric.kind == Kind::Flag && metric.wording == Wording::ByLabel;
            match event(metric, measure).filter(|_| !is_bare) {
                Some(clause) => format!("{chance} that {clause}"),
                None => format!("{chance}: {label}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_asks_in_words_that_fit_its_metric() {
        let asks = |label: &str, kind: Kind, chart_kind: ChartKind| {
            chart(chart_kind, &Metric::whole("m", kind, label), Measure::Mean).question
        };
        assert_eq!(asks("Hits", Kind::Count, ChartKind::Distribution), "How many hits are there?");
        assert_eq!(asks("Score", Kind::Count, ChartKind::Distribution), "Score: how much?");
        assert_eq!(asks("Hits", Kind::Count, ChartKind::AtLeast), "How many hits can you count on?");
        assert_eq!(asks("HP left", Kind::Count, ChartKind::Fan), "HP left: how much as it goes on?");
        assert_eq!(asks("First failure", Kind::When, ChartKind::Distribution), "First failure: when?");
        assert_eq!(asks("Lost", Kind::Flag, ChartKind::Lines), "Lost: how often?");
    }
}
