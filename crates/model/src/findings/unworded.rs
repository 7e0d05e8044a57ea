//! Charts for which nobody has said what they ask and show: of metrics of rule files and of a scenario's own, and those that
//! a scenario names and the rule does not have.

use super::clause::{asked, event, happening, heading, otherwise};
use super::words::{capital, small};
use crate::rule::metric::{Kind, ShownMetric, Wording};
use crate::rule::presentation::{ChartKind, DefaultChart, Measure};

/// A chart of a metric, with what it asks and what it shows.
pub fn chart(kind: ChartKind, metric: &ShownMetric, measure: Measure) -> DefaultChart {
    let (question, shows) = (question(kind, metric, measure), shows(kind, metric, measure));
    DefaultChart::new(kind, &metric.name, measure, &question, &shows)
}

/// What a chart asks: "How many actions are taken?", "Score: how much at least?"
pub fn question(kind: ChartKind, metric: &ShownMetric, measure: Measure) -> String {
    let label = &metric.label;
    // "How many targets are afflicted on average?", "Score: how much on average?"
    let how_many = |more: &str| match asked(metric) {
        Some(asked) => format!("{}{more}?", capital(&asked)),
        None => format!("{label}: how much{more}?"),
    };
    match (kind, &metric.kind, measure) {
        (ChartKind::States, ..) => "What comes next, and how likely?".to_owned(),
        (ChartKind::Stacked, Kind::Category(_), _) => format!("{label}: what comes of it?"),
        (ChartKind::Fan, ..) => how_many(" as it goes on"),
        (ChartKind::AtLeast | ChartKind::Compare, ..) => how_many(" at least"),
        (ChartKind::Distribution, Kind::When, _) => format!("{label}: when?"),
        (ChartKind::Distribution, Kind::Count, _) => how_many(""),
        (_, Kind::Count | Kind::When, Measure::Mean) => how_many(" on average"),
        (_, Kind::Flag, Measure::Is(0)) if otherwise(metric).is_none_or(|no| no == "no") => {
            format!("{label}: how often not?")
        }
        (_, Kind::Flag, _) if metric.wording.is_of_label() => format!("{label}: how often?"),
        (_, Kind::Flag, Measure::Mean) => often(metric, Measure::Is(1)),
        _ => often(metric, measure),
    }
}

/// "How often is it that at least two actions are taken?"
fn often(metric: &ShownMetric, measure: Measure) -> String {
    match (clause(metric, measure), heading(metric)) {
        (Some(clause), None) => format!("How often is it that {clause}?"),
        (Some(clause), Some(label)) => format!("{label}: how often {clause}?"),
        (None, _) => format!("{}: how often?", metric.label),
    }
}

/// What happens where a chance is read; of what happens at some time also by when: "the last Act is gone by Turn 6".
fn clause(metric: &ShownMetric, measure: Measure) -> Option<String> {
    if metric.kind != Kind::When || measure == Measure::AtLeast(1) {
        return event(metric, measure);
    }
    let happens = happening(metric);
    let clause = clause_of_when(measure, &happens, metric.step.word());
    clause.map(|clause| clause.trim_start().to_owned())
}

fn clause_of_when(measure: Measure, happens: &str, step: &str) -> Option<String> {
    match measure {
        Measure::Mean => None,
        Measure::AtLeast(least) => Some(format!("{happens} in {step} {least} or later")),
        Measure::AtMost(most) => Some(format!("{happens} by {step} {most}")),
        Measure::Is(just) => Some(format!("{happens} in {step} {just}")),
    }
}

/// What a chart shows: "Chance of at least k hits".
pub fn shows(kind: ChartKind, metric: &ShownMetric, measure: Measure) -> String {
    let label = &metric.label;
    let chance = if kind == ChartKind::Heatmap { "Chance in %" } else { "Chance" };
    let is_bare = heading(metric).is_some();
    match (kind, measure) {
        (ChartKind::AtLeast | ChartKind::Compare, _) if is_bare => format!("{label}: chance of at least k"),
        (ChartKind::States, _) => format!("Each box a situation, each arrow a way on with its chance: {label}"),
        (ChartKind::Stacked, _) => format!("Chance of each outcome: {label}"),
        (ChartKind::Fan, _) => format!("{label}: median, 50% and 90% bands"),
        (ChartKind::AtLeast | ChartKind::Compare, _) => format!("Chance of at least k {}", within(metric, label)),
        (ChartKind::Distribution, _) if metric.kind == Kind::When => {
            format!("{label}: chance of each {}", small(metric.step.word()))
        }
        (ChartKind::Distribution, _) if metric.kind == Kind::Flag => format!("Chance: {label}"),
        (ChartKind::Distribution, _) if is_bare => format!("{label}: chance of each value"),
        (ChartKind::Distribution, _) => format!("Chance of each number of {}", within(metric, label)),
        (_, Measure::Mean) if is_bare && metric.kind != Kind::Flag => format!("{label}: mean"),
        (_, Measure::Mean) if metric.kind != Kind::Flag => format!("Mean {}", within(metric, label)),
        (_, Measure::Is(0)) if metric.kind == Kind::Flag && otherwise(metric).is_none_or(|no| no == "no") => {
            format!("{chance} of not: {label}")
        }
        (_, measure) => {
            let measure = if measure == Measure::Mean { Measure::Is(1) } else { measure };
            let is_flag = metric.kind == Kind::Flag;
            match clause(metric, measure).filter(|_| !is_bare || !is_flag) {
                Some(clause) if is_bare => format!("{chance}: {label}, {clause}"),
                Some(clause) => format!("{chance} that {clause}"),
                None => format!("{chance}: {label}"),
            }
        }
    }
}

/// The label of a metric within a sentence: its first word small, but where the rule's own words have it so, or the
/// designer has named it.
pub fn within(metric: &ShownMetric, label: &str) -> String {
    let first = label.split(' ').next().unwrap_or_default();
    let is_name = match &metric.wording {
        Wording::Counted { many, .. } => many.split(' ').any(|word| word == first),
        Wording::Amount(what) | Wording::Event { yes: what, .. } => what.split(' ').any(|word| word == first),
        Wording::Named => true,
        Wording::ByLabel => false,
    };
    if is_name { label.to_owned() } else { small(label) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::steps::StepWords;

    #[test]
    fn a_chart_asks_in_words_that_fit_its_metric() {
        let asks = |label: &str, kind: Kind, chart_kind: ChartKind| {
            chart(chart_kind, &ShownMetric::whole("m", kind, label), Measure::Mean).question
        };
        assert_eq!(asks("Score", Kind::Count, ChartKind::Distribution), "Score: how much?");
        assert_eq!(asks("Score", Kind::Count, ChartKind::AtLeast), "Score: how much at least?");
        assert_eq!(asks("HP left", Kind::Count, ChartKind::Fan), "HP left: how much as it goes on?");
        assert_eq!(asks("First failure", Kind::When, ChartKind::Distribution), "First failure: when?");
        assert_eq!(asks("Lost", Kind::Flag, ChartKind::Lines), "Lost: how often?");
        let gone = ShownMetric::whole("gone", Kind::When, "First turn with none left").event("the last Act is gone");
        let gone = ShownMetric { step: StepWords::new("Turn"), ..gone };
        let told = |measure| (shows(ChartKind::Lines, &gone, measure), question(ChartKind::Lines, &gone, measure));
        assert_eq!(told(Measure::AtMost(6)).0, "Chance that the last Act is gone by Turn 6");
        assert_eq!(told(Measure::AtLeast(9)).1, "How often is it that the last Act is gone in Turn 9 or later?");
        let lost = ShownMetric::whole("lost", Kind::Flag, "Lost").event("the battle is lost");
        assert_eq!(shows(ChartKind::Lines, &lost, Measure::Is(0)), "Chance of not: Lost");
        assert_eq!(question(ChartKind::Lines, &lost, Measure::Is(0)), "Lost: how often not?");
    }
}
