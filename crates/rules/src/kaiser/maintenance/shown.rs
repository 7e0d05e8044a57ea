//! The parameters, metrics, headline numbers and charts of `power-maintenance`.

use oddsmith_model::rule::metric::{Kind, ShownMetric};
use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};
use oddsmith_model::rule::steps::StepWords;

/// The description of the rule in one line.
pub(super) const ABOUT: &str = "A pool that pays for maintained powers each round: how long it lasts, and which power ends first";

/// The maximal number of powers, one bit each.
pub(super) const MAX_POWERS: usize = 32;
const LARGEST_POOL: i64 = 1_000_000;

/// The number of rounds between payments: a minute is 10 rounds, ten minutes are 100, a day is
/// 14,400.
pub(super) const INTERVALS: [(&str, u32); 4] =
    [("turn", 1), ("minor", 10), ("major", 100), (DAILY, DAY)];
/// The interval of payments at dawn, regardless of the start.
pub(super) const DAILY: &str = "daily";
const DAY: u32 = 14_400;

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::new("pool", ParameterType::Whole { from: 0, to: LARGEST_POOL }, "10", "What the pool holds at the start.")
        .labelled("Starting pool", "Pool"),
    Parameter::new(
        "pool_max",
        ParameterType::Whole { from: 0, to: LARGEST_POOL },
        "",
        "The most that the pool can hold. Any gain above this maximum is lost. Without this key there is no limit.",
    )
    .labelled("Maximum pool", "Maximum pool"),
    Parameter::new(
        "gain",
        ParameterType::Dice,
        "0",
        "What accumulates in the pool each round before anything is paid, such as 2 or \"1d6\". A result below 0 counts as 0.",
    )
    .labelled("Gain per round", "Gain"),
    Parameter::new(
        "cost",
        ParameterType::Whole { from: 0, to: LARGEST_POOL },
        "1",
        "What the pool pays for a power each time, in the End Phase.",
    )
    .labelled("Cost", "Cost"),
    Parameter::new(
        "maintenance",
        ParameterType::Choice(&[INTERVALS[0].0, INTERVALS[1].0, INTERVALS[2].0, INTERVALS[3].0]),
        "\"turn\"",
        "When the cost is paid. Turn: each round. Minor Sustain: every 10 rounds. Major Sustain: every 100 rounds. Daily: at dawn, every 14,400 rounds.",
    )
    .labelled("Maintenance", ""),
    Parameter::new(
        "dawn_in",
        ParameterType::Whole { from: 1, to: DAY as i64 },
        "14400",
        "For daily: the round at whose End Phase the first dawn comes. Later dawns follow every 14,400 rounds.",
    )
    .labelled("Round of the first dawn", "Dawn"),
    Parameter::new("rounds", ParameterType::Whole { from: 1, to: 100_000 }, "100", "How many rounds are played.")
        .labelled("Rounds", "Rounds"),
    Parameter::new(
        "powers",
        ParameterType::Entries { inherits: &["cost", "maintenance"], entry_parameters: &[], most: MAX_POWERS },
        "",
        "The powers, each with a name, in the order in which they are paid for. Without this list there is one power, described at the top level.",
    ),
];

// Indices into `metrics()`. Two metrics for each power follow.
pub(super) const POOL: usize = 0;
pub(super) const POOL_WHILE_UP: usize = 1;
pub(super) const ALL_SUSTAINED: usize = 2;
const POWERS: usize = 3;

/// Returns the index of the metric for the rounds in which a power runs.
pub(super) fn rounds_metric(power: usize) -> usize {
    POWERS + 2 * power
}

/// Returns the index of the metric for the round in which a power ends.
pub(super) fn ended_in_metric(power: usize) -> usize {
    rounds_metric(power) + 1
}

fn all_run_clause(powers: &[&str]) -> &'static str {
    if powers.len() == 1 {
        "the power runs"
    } else {
        "all powers run"
    }
}

/// Returns the metrics of powers with these names over this number of rounds.
pub(super) fn metrics(powers: &[&str], rounds: u32) -> Vec<ShownMetric> {
    let mut metrics = vec![
        ShownMetric::per_step("pool", Kind::Count, "Pool", 1, rounds).amount("the pool"),
        // What a pool regains after the last power has ended does not show how long it lasts.
        ShownMetric::per_step(
            "pool_while_up",
            Kind::Count,
            format!("Pool while {}", all_run_clause(powers)),
            1,
            rounds,
        )
        .or_absent(if powers.len() == 1 {
            "the power has ended"
        } else {
            "a power has ended"
        })
        .amount("the pool"),
        ShownMetric::whole(
            "all_sustained",
            Kind::Flag,
            format!("All powers sustained for {rounds} rounds"),
        )
        .event(format!("all powers hold for {rounds} rounds")),
    ];
    for name in powers {
        let sustained = format!("Rounds with {name} up (out of {rounds})");
        metrics.push(
            ShownMetric::whole(format!("{name}.rounds"), Kind::Count, sustained).counted(
                format!("round of {rounds} has {name} active"),
                format!("rounds of {rounds} have {name} active"),
            ),
        );
        let ended = format!("Last round of {name}");
        let never = format!("sustained for {rounds} rounds");
        metrics.push(
            ShownMetric::whole(format!("{name}.ended_in"), Kind::When, ended)
                .or_absent(&never)
                .event(format!("{name} ends")),
        );
    }
    metrics
}

/// Returns the presentation of powers with these names over this number of rounds.
#[rustfmt::skip]
pub(super) fn presentation(powers: &[&str], rounds: u32) -> Presentation {
    let first = format!("{}.rounds", powers[0]);
    let mean = format!("Mean rounds of {}", powers[0]);
    let headlines = vec![
        Headline::new("all_sustained", Measure::Is(1), "All sustained"),
        Headline::new(&first, Measure::Mean, &mean),
        Headline::new("pool", Measure::Mean, "Mean pool at the end").at_step(rounds),
    ];
    let charts = vec![
        DefaultChart::new(ChartKind::Lines, &first, Measure::Mean),
        DefaultChart::new(ChartKind::Fan, "pool_while_up", Measure::Mean),
        DefaultChart::new(ChartKind::Heatmap, &first, Measure::Mean),
        DefaultChart::new(ChartKind::Distribution, &first, Measure::Mean),
    ];
    let metrics = metrics(powers, rounds);
    Presentation { metrics, headlines, charts, ..Presentation::default() }.with_step_words(&StepWords::new("Round"))
}
