//! The parameters, metrics, headline numbers and charts of `cohering`.

use oddsmith_engine::Fold;

use crate::power_activation::elements::{
    BASE, CAP, ENLIGHTENMENT, INACTIVE, MAX_ELEMENTS, PER_INACTIVE_CE, REROLL,
};
use oddsmith_model::rule::metric::{Kind, ShownMetric};
use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};
use oddsmith_model::rule::steps::StepWords;

use super::check::CHECKS;

/// The description of the rule in one line.
pub(super) const ABOUT: &str =
    "A unit that loses cohesion: inactive CEs make Cohering fail, and each failure costs more CEs";

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "elements",
        ParameterType::Whole { from: 1, to: MAX_ELEMENTS },
        "6",
        "How many Constructural Elements (CEs) the unit has, not counting Temporal ones.",
    )
    .labelled("CEs of the unit", "CEs"),
    Parameter::new("inactive", INACTIVE, "0", "How many of the unit's CEs are inactive at the start.")
        .labelled("Inactive CEs at the start", "Inactive CEs"),
    Parameter::new("turns", ParameterType::Whole { from: 1, to: 100 }, "12", "How many Regular Turns are played.")
        .labelled("Regular Turns", "Turns"),
    Parameter::new(
        "lapse",
        ParameterType::Probability,
        "0.05",
        "The chance that an active CE becomes inactive on a turn. The published text gives no number.",
    )
    .labelled("Chance that an active CE lapses", "Lapse"),
    Parameter::new(
        "restored",
        INACTIVE,
        "1",
        "How many CEs become active again if Cohering is obeyed. The published text gives no number.",
    )
    .labelled("CEs restored if obeyed", "Restored"),
    Parameter::new(
        "snowball",
        INACTIVE,
        "1",
        "How many more CEs become inactive if Cohering fails: the snowball effect. The published text gives no number.",
    )
    .labelled("CEs lost when Cohering fails", "Snowball"),
    Parameter::new(
        "check",
        ParameterType::Choice(CHECKS),
        "\"both\"",
        "Where Cohering is checked: at the ship, at the colony or at both. The unit's CEs count as the ship's.",
    )
    .labelled("Where CEs are checked", ""),
    Parameter::new("colony_inactive_ce", INACTIVE, "0", "How many CEs of the colony are inactive. They stay inactive.")
        .labelled("Inactive CEs of the colony", "Inactive colony CEs"),
    BASE,
    PER_INACTIVE_CE,
    CAP,
    ENLIGHTENMENT,
    REROLL,
];

// Indices into `metrics()`.
pub(super) const INACTIVE_CES: usize = 0;
pub(super) const FAILED: usize = 1;
pub(super) const COLLAPSED: usize = 2;
pub(super) const RECOVERED: usize = 3;
pub(super) const WORST: usize = 4;

/// Returns the metrics of a unit over this number of turns.
pub(super) fn metrics(turns: u32) -> Vec<ShownMetric> {
    vec![
        ShownMetric::per_step("inactive", Kind::Count, "Inactive CEs", 0, turns)
            .counted("CE is inactive", "CEs are inactive"),
        ShownMetric::per_step("failed", Kind::Flag, "Cohering failed", 1, turns)
            .event("Cohering fails"),
        ShownMetric::whole("collapsed", Kind::Flag, "All CEs were inactive")
            .fold(Fold::Max)
            .event("the unit collapses"),
        ShownMetric::whole("recovered", Kind::Flag, "No CE is inactive at the end")
            .event("the unit recovers by the end"),
        ShownMetric::whole("worst", Kind::Count, "Inactive CEs at the worst point")
            .fold(Fold::Max)
            .counted(
                "CE is inactive at the worst point",
                "CEs are inactive at the worst point",
            ),
    ]
}

/// Returns the presentation of a unit over this number of turns.
#[rustfmt::skip]
pub(super) fn presentation(turns: u32) -> Presentation {
    let happens = Measure::Is(1);
    let headlines = vec![
        Headline::new("collapsed", happens, "Collapses"),
        Headline::new("recovered", happens, "Recovers"),
        Headline::new("inactive", Measure::Mean, "Mean inactive CEs at the end").at_step(turns),
    ];
    let charts = vec![
        DefaultChart::new(ChartKind::Fan, "inactive", Measure::Mean),
        DefaultChart::new(ChartKind::Lines, "collapsed", happens),
        DefaultChart::new(ChartKind::Heatmap, "collapsed", happens),
        DefaultChart::new(ChartKind::Distribution, "worst", Measure::Mean),
        DefaultChart::new(ChartKind::AtLeast, "worst", Measure::Mean),
    ];
    Presentation { metrics: metrics(turns), headlines, charts, ..Presentation::default() }.with_step_words(&StepWords::new("Turn"))
}
