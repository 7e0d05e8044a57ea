//! What `power-effect` shows: metrics, the numbers to read first, charts.

use oddsmith_engine::Fold;

use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::{ChartKind, DefaultChart, Headline, Measure, Presentation};

use super::targets::Targets;

// Indices into the metrics.
pub(super) const HITS: usize = 0;
pub(super) const AFFECTED: usize = 1;
pub(super) const FIRST_DEGREE: usize = 2;
pub(super) const AFFLICTED: usize = 3;
pub(super) const STILL_AFFLICTED: usize = 4;
pub(super) const ROUNDS_AFFLICTED: usize = 5;
pub(super) const CHECKS: usize = 6;

/// Where the rounds and the release of a target with a name are.
pub(super) fn of_target(number: u8) -> (usize, usize) {
    let first = CHECKS + 1 + 2 * usize::from(number);
    (first, first + 1)
}

/// The metrics; `watched` says after what time rounds are cut.
fn metrics(targets: &Targets, rounds: u16, watched: &str) -> Vec<ShownMetric> {
    let whole = |name: &str, label: &str| ShownMetric::whole(name, Kind::Count, label).fold(Fold::Sum);
    // Means of what is cut off somewhere say where.
    let (of, within) = match watched {
        "" => (String::new(), String::new()),
        _ => (format!(" of the {rounds} watched"), format!(" in {rounds} rounds")),
    };
    // Rounds of several targets add up to more than are watched.
    let (one, is_spent, are_spent) = match targets.len() {
        0 | 1 => (of.clone(), "is spent afflicted".to_owned(), "are spent afflicted".to_owned()),
        _ => {
            let suffered = format!("suffered by all targets together{within}");
            (" of affliction".to_owned(), format!("is {suffered}"), format!("are {suffered}"))
        }
    };
    let still = format!("Still afflicted at the end of round {rounds}");
    let mut metrics = vec![
        whole("hits", "Targets hit").counted("target is hit", "targets are hit"),
        whole("affected", "Targets affected").counted("target is affected", "targets are affected"),
        ShownMetric::whole("first_degree", Kind::Count, "Degree of the first check")
            .or_absent("no check")
            .amount("the degree of the first check"),
        ShownMetric::per_step("afflicted", Kind::Count, "Targets afflicted", 1, rounds.into())
            .fold(Fold::Sum)
            .counted("target is afflicted", "targets are afflicted"),
        ShownMetric::whole("still_afflicted", Kind::Flag, still)
            .fold(Fold::Max)
            .event(format!("a target is still afflicted after round {rounds}")),
        whole("rounds_afflicted", &format!("Rounds afflicted{watched}"))
            .counted(format!("round{one} {is_spent}"), format!("rounds{one} {are_spent}")),
        whole("checks", &format!("Resistance checks{watched}"))
            .counted(format!("Resistance Check is made{within}"), format!("Resistance Checks are made{within}")),
    ];
    for name in targets.names() {
        metrics.push(
            whole(&format!("{name}.rounds_afflicted"), &format!("{name}: rounds afflicted{watched}")).counted(
                format!("round{of} is spent afflicted by {name}"),
                format!("rounds{of} are spent afflicted by {name}"),
            ),
        );
        let released = ShownMetric::whole(
            format!("{name}.released_on"),
            Kind::Count,
            format!("{name}: round after which it is free"),
        );
        metrics.push(released.fold(Fold::Min).or_absent("still held").amount(format!("{name}’s last round afflicted")));
    }
    metrics
}

/// How a power is best shown.
#[rustfmt::skip]
pub(super) fn presentation(targets: &Targets, is_aimed: bool, rounds: u16, is_cut: bool) -> Presentation {
    let watched = if is_cut { format!(", watched for {rounds} rounds") } else { String::new() };
    let fails = Measure::AtMost(-1);
    let headlines = vec![
        Headline::new("first_degree", fails, "First check fails"),
        Headline::new("rounds_afflicted", Measure::Mean, &format!("Mean rounds afflicted{watched}")),
        Headline::new("still_afflicted", Measure::Is(1), &format!("Still afflicted after round {rounds}")),
    ];
    let mut charts = vec![
        DefaultChart::new(ChartKind::Lines, "first_degree", fails,
            "How often does the power take hold?", "Chance that the first target fails its first check, where it makes one"),
        DefaultChart::new(ChartKind::Heatmap, "first_degree", fails,
            "When does the power take hold?", "Chance in % that the first target fails its first check, where it makes one"),
        DefaultChart::new(ChartKind::Distribution, "first_degree", Measure::Mean,
            "By how much does the first check pass or fail?", "Chance of each degree, where a check is made: below 0 it fails"),
        DefaultChart::new(ChartKind::Fan, "afflicted", Measure::Mean,
            "How many are afflicted as the rounds go by?", "Targets afflicted at the end of each round"),
        DefaultChart::new(ChartKind::Lines, "rounds_afflicted", Measure::Mean,
            "How long does the power afflict?", &format!("Mean rounds afflicted, over all targets{watched}")),
        DefaultChart::new(ChartKind::AtLeast, "rounds_afflicted", Measure::Mean,
            "How many rounds of affliction can you count on?",
            &format!("Chance of at least k rounds afflicted, over all targets{watched}")),
    ];
    if is_aimed {
        let question = if targets.len() > 1 { "How many targets are hit?" } else { "Is the target hit?" };
        charts.insert(3, DefaultChart::new(ChartKind::Distribution, "hits", Measure::Mean,
            question, "Chance of each number of hits"));
    }
    let metrics = metrics(targets, rounds, &watched);
    Presentation { metrics, step: "Round".to_owned(), headlines, charts, ..Presentation::default() }
}
