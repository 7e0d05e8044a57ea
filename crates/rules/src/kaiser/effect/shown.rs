//! The presentation of `power-effect`: metrics, key numbers, charts.

use oddsmith_engine::Fold;

use oddsmith_model::rule::metric::{Kind, ShownMetric};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};
use oddsmith_model::rule::steps::StepWords;

use super::targets::Targets;

// Indices into the metrics.
pub(super) const HITS: usize = 0;
pub(super) const AFFECTED: usize = 1;
pub(super) const FIRST_DEGREE: usize = 2;
pub(super) const AFFLICTED: usize = 3;
pub(super) const STILL_AFFLICTED: usize = 4;
pub(super) const ROUNDS_AFFLICTED: usize = 5;
pub(super) const CHECKS: usize = 6;

/// The indices of metrics that not every power has.
#[derive(Clone, Copy, Debug)]
pub(super) struct MetricIndices {
    /// The Units of Damage of the first target, if the power is aimed. They are followed by the
    /// damage, if the power deals any.
    pub(super) first_target_units: usize,
    /// The index of the first metric of named targets.
    named_targets: usize,
    /// The number of metrics of each named target.
    metrics_per_target: usize,
}

/// The indices of the metrics of a named target.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetMetrics {
    pub(super) rounds: usize,
    pub(super) released_on: usize,
    /// Its Units of Damage, followed by the damage.
    pub(super) hit_units: usize,
}

impl MetricIndices {
    pub(super) fn target_metrics(&self, number: u8) -> TargetMetrics {
        let first = self.named_targets + self.metrics_per_target * usize::from(number);
        TargetMetrics {
            rounds: first,
            released_on: first + 1,
            hit_units: first + 2,
        }
    }
}

/// Returns the metrics of a target: its Units of Damage and, if the power deals any, the damage.
fn hit_metrics(name: &str, target: &str, deals: bool) -> Vec<ShownMetric> {
    let named = |metric: &str| {
        if name.is_empty() {
            metric.to_owned()
        } else {
            format!("{name}.{metric}")
        }
    };
    let [of_phrase, to] = ["of", "to"].map(|word| {
        if target.is_empty() {
            String::new()
        } else {
            format!(" {word} {target}")
        }
    });
    let units = ShownMetric::whole(
        named("units"),
        Kind::Count,
        format!("Units of Damage{of_phrase}"),
    )
    .or_absent("not hit");
    let units = units.counted(
        format!("Unit of Damage{of_phrase} is left"),
        format!("Units of Damage{of_phrase} are left"),
    );
    let damage = ShownMetric::whole(named("damage"), Kind::Count, format!("Damage{to}"));
    let damage = damage.counted(
        format!("point of damage{to} is dealt"),
        format!("points of damage{to} are dealt"),
    );
    std::iter::once(units)
        .chain(deals.then_some(damage))
        .collect()
}

/// Returns the metrics, and the indices of those that not every power has. `watched` is a phrase
/// for the number of recorded rounds.
fn metrics(
    targets: &Targets,
    is_aimed: bool,
    deals: bool,
    rounds: u16,
    watched: &str,
) -> (MetricIndices, Vec<ShownMetric>) {
    // Means of values that are cut off name the limit.
    let (horizon_phrase, within) = match watched {
        "" => (String::new(), String::new()),
        _ => (
            format!(" of the first {rounds}"),
            format!(" in {rounds} rounds"),
        ),
    };
    let mut metrics = metrics_of_all_targets(targets, rounds, watched, &horizon_phrase, &within);
    let first_target_units = metrics.len();
    if is_aimed {
        let target = if targets.len() > 1 {
            "the first target"
        } else {
            ""
        };
        metrics.extend(hit_metrics("", target, deals));
    }
    let indices = MetricIndices {
        first_target_units,
        named_targets: metrics.len(),
        metrics_per_target: 2 + usize::from(is_aimed) + usize::from(deals),
    };
    for name in targets.names() {
        metrics.extend(target_outcome_metrics(name, &horizon_phrase, watched));
        if is_aimed {
            metrics.extend(hit_metrics(name, name, deals));
        }
    }
    (indices, metrics)
}

/// Returns the metrics that count all targets together.
fn metrics_of_all_targets(
    targets: &Targets,
    rounds: u16,
    watched: &str,
    horizon_phrase: &str,
    within: &str,
) -> Vec<ShownMetric> {
    let whole =
        |name: &str, label: &str| ShownMetric::whole(name, Kind::Count, label).fold(Fold::Sum);
    // The rounds of several targets may add up to more than the recorded rounds.
    let (round_phrase, is_spent, are_spent) = match targets.len() {
        0 | 1 => (
            horizon_phrase.to_owned(),
            "is spent afflicted".to_owned(),
            "are spent afflicted".to_owned(),
        ),
        _ => {
            let suffered = format!("suffered by all targets together{within}");
            (
                " of affliction".to_owned(),
                format!("is {suffered}"),
                format!("are {suffered}"),
            )
        }
    };
    let first_check = if targets.len() > 1 {
        "the first target’s first check"
    } else {
        "the first check"
    };
    let still = format!("Still afflicted at the end of round {rounds}");
    vec![
        whole("hits", "Targets hit").counted("target is hit", "targets are hit"),
        whole("affected", "Targets affected").counted("target is affected", "targets are affected"),
        ShownMetric::whole(
            "first_degree",
            Kind::Count,
            format!("Degree of Success in {first_check}"),
        )
        .or_absent("no check")
        .amount(format!("the Degree of Success in {first_check}")),
        ShownMetric::per_step(
            "afflicted",
            Kind::Count,
            "Targets afflicted",
            1,
            rounds.into(),
        )
        .fold(Fold::Sum)
        .counted("target is afflicted", "targets are afflicted"),
        ShownMetric::whole("still_afflicted", Kind::Flag, still)
            .fold(Fold::Max)
            .event(format!("a target is still afflicted after round {rounds}")),
        whole("rounds_afflicted", &format!("Rounds afflicted{watched}")).counted(
            format!("round{round_phrase} {is_spent}"),
            format!("rounds{round_phrase} {are_spent}"),
        ),
        whole("checks", &format!("Resistance Checks{within}")).counted(
            format!("Resistance Check is made{within}"),
            format!("Resistance Checks are made{within}"),
        ),
    ]
}

/// Returns the metrics of one target: how long it is afflicted, and when it is free.
fn target_outcome_metrics(name: &str, horizon_phrase: &str, watched: &str) -> [ShownMetric; 2] {
    let label = format!("{name}: rounds afflicted{watched}");
    let afflicted = ShownMetric::whole(format!("{name}.rounds_afflicted"), Kind::Count, label)
        .fold(Fold::Sum)
        .counted(
            format!("round{horizon_phrase} is spent afflicted by {name}"),
            format!("rounds{horizon_phrase} are spent afflicted by {name}"),
        );
    let label = format!("{name}: last round afflicted");
    let released =
        ShownMetric::whole(format!("{name}.released_on"), Kind::Count, label).fold(Fold::Min);
    [
        afflicted,
        released
            .or_absent("still afflicted")
            .amount(format!("{name}’s last round afflicted")),
    ]
}

/// Returns the presentation of a power.
#[rustfmt::skip]
pub(super) fn presentation(
    targets: &Targets,
    is_aimed: bool,
    deals: bool,
    rounds: u16,
    is_truncated: bool,
) -> (MetricIndices, Presentation) {
    let watched = if is_truncated { format!(" (out of {rounds})") } else { String::new() };
    let fails = Measure::AtMost(-1);
    let mut headlines = vec![
        Headline::new("first_degree", fails, "First check fails"),
        Headline::new("rounds_afflicted", Measure::Mean, &format!("Mean rounds afflicted{watched}")),
        Headline::new("still_afflicted", Measure::Is(1), &format!("Still afflicted after round {rounds}")),
    ];
    let mut charts = vec![
        DefaultChart::new(ChartKind::Lines, "first_degree", fails),
        DefaultChart::new(ChartKind::Heatmap, "first_degree", fails),
        DefaultChart::new(ChartKind::Distribution, "first_degree", Measure::Mean),
        DefaultChart::new(ChartKind::Fan, "afflicted", Measure::Mean),
        DefaultChart::new(ChartKind::Lines, "rounds_afflicted", Measure::Mean),
        DefaultChart::new(ChartKind::AtLeast, "rounds_afflicted", Measure::Mean),
    ];
    if is_aimed {
        charts.insert(3, DefaultChart::new(ChartKind::Distribution, "hits", Measure::Mean));
    }
    if deals {
        let to = if targets.len() > 1 { " to the first target" } else { "" };
        headlines.insert(0, Headline::new("damage", Measure::Mean, &format!("Mean damage{to}")));
        charts.insert(3, DefaultChart::new(ChartKind::Distribution, "damage", Measure::Mean));
    }
    let (indices, metrics) = metrics(targets, is_aimed, deals, rounds, &watched);
    (indices, Presentation { metrics, headlines, charts, ..Presentation::default() }.with_step_words(&StepWords::new("Round")))
}
