//! What `wing-activation` is told and what it shows: parameters, metrics, the numbers to read first, charts.

use crate::rule::metric::{ChartKind, Kind, Measure, Metric, Outcome, Presentation, Quantity, Tone, View};
use crate::rule::parameter::{Parameter, Shape};

/// What it is, in one line.
pub const ABOUT: &str = "Wings of one to three dice against a Quality Value, white cubes, penalties passed on";

/// Dice that a Wing may roll at most; a penalty is taken off these.
pub(super) const MOST_DICE: u32 = 3;

/// Its parameters.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new("dice", Shape::Whole { from: 1, to: MOST_DICE as i64 }, "3", "dice that the Wing wants to roll")
        .labelled("Dice", "Dice"),
    Parameter::new(
        "quality",
        Shape::Whole { from: 1, to: 12 },
        "4",
        "Quality Value (QV): a die succeeds if it shows this or more",
    )
    .labelled("Quality Value (QV)", "QV"),
    Parameter::new(
        "cubes",
        Shape::Whole { from: 0, to: 30 },
        "0",
        "white cubes of the Wing's officers; each raises a die by one pip",
    )
    .labelled("White cubes", "Cubes"),
    Parameter::new(
        "spend",
        Shape::Choice(&["greedy", "avert", "never"]),
        "\"greedy\"",
        "how cubes are spent: greedy makes the most successes, avert only prevents a total failure",
    )
    .labelled("Cubes are spent", ""),
    Parameter::new("units", Shape::Whole { from: 1, to: 100 }, "1", "units in the Wing; each takes every action")
        .labelled("Units", "Units"),
    Parameter::new("sides", Shape::Whole { from: 2, to: 20 }, "6", "faces of a die").labelled("Faces of a die", "d"),
    Parameter::new("penalties", Shape::Flag, "true", "false: no penalty is ever passed on, to see what the rule costs"),
    Parameter::new("ones_always_fail", Shape::Flag, "false", "a natural 1 never succeeds and cannot be raised"),
    Parameter::new(
        "wings",
        Shape::Entries { inherits: &["dice", "quality", "cubes", "spend", "units"], own: &[], most: 4 },
        "",
        "the Wings in the order in which they activate, each with a name; one Wing when absent",
    ),
];

const RESULTS: &[Outcome] = &[
    Outcome { name: "not-activated", label: "Not activated", tone: Tone::Neutral },
    Outcome { name: "all-fail", label: "All fail", tone: Tone::Failure },
    Outcome { name: "mixed", label: "Mixed", tone: Tone::Mixed },
    Outcome { name: "all-succeed", label: "All succeed", tone: Tone::Success },
];
pub(super) const NOT_ACTIVATED: i64 = 0;
pub(super) const ALL_FAIL: i64 = 1;
pub(super) const MIXED: i64 = 2;
pub(super) const ALL_SUCCEED: i64 = 3;

// Indices into `metrics()`.
pub(super) const SUCCESSES: usize = 0;
pub(super) const DICE: usize = 1;
pub(super) const PENALTY: usize = 2;
pub(super) const CUBES_LEFT: usize = 3;
pub(super) const RESULT: usize = 4;
pub(super) const ACTIONS: usize = 5;
pub(super) const UNIT_ACTIONS: usize = 6;
pub(super) const TURN_ENDED: usize = 7;
pub(super) const ENDED_AT: usize = 8;
pub(super) const WINGS_ACTIVATED: usize = 9;

/// The metrics of a turn of so many Wings.
pub(super) fn metrics(wings: u32) -> Vec<Metric> {
    let step = |name: &str, kind, label: &str| Metric::per_step(name, kind, label, 1, wings);
    vec![
        step("successes", Kind::Count, "Successes"),
        step("dice", Kind::Count, "Dice rolled"),
        step("penalty", Kind::Count, "Dice of penalty passed on"),
        step("cubes_left", Kind::Count, "White cubes left"),
        step("result", Kind::Category(RESULTS), "Result"),
        Metric::whole("actions", Kind::Count, "Actions"),
        Metric::whole("unit_actions", Kind::Count, "Actions of all units"),
        Metric::whole("turn_ended", Kind::Flag, "The turn ended early"),
        Metric::whole("ended_at", Kind::When, "Wing that ended the turn (0: none)"),
        Metric::whole("wings_activated", Kind::Count, "Wings activated"),
    ]
}

/// How the Wings of these names are best shown: one by its results, several by the actions of their turn.
pub(super) fn presentation(wings: Vec<String>) -> Presentation {
    let (headlines, views) = if wings.len() > 1 { turn(wings.len() as i64) } else { single() };
    Presentation { step: "Wing".to_owned(), step_names: wings, headlines, views, notes: Vec::new() }
}

#[rustfmt::skip]
fn turn(wings: i64) -> (Vec<Quantity>, Vec<View>) {
    let headlines = vec![
        Quantity::new("actions", Measure::Mean, "Mean actions"),
        Quantity::new("turn_ended", Measure::Is(1), "Turn ended early"),
        Quantity::new("wings_activated", Measure::AtLeast(wings), "All Wings act"),
    ];
    let views = vec![
        View::new(ChartKind::Stacked, "result", Measure::Is(ALL_SUCCEED),
            "How does each Wing's activation turn out?", "Chance of each result, Wing by Wing"),
        View::new(ChartKind::Distribution, "actions", Measure::Mean,
            "How many actions does a turn bring?", "Chance of each number of actions in a turn"),
        View::new(ChartKind::AtLeast, "actions", Measure::Mean,
            "How many actions can you count on?", "Chance of at least k actions in a turn"),
        View::new(ChartKind::Heatmap, "actions", Measure::Mean,
            "Where do the most actions come from?", "Mean actions in a turn"),
    ];
    (headlines, views)
}

#[rustfmt::skip]
fn single() -> (Vec<Quantity>, Vec<View>) {
    let headlines = vec![
        Quantity::new("result", Measure::Is(ALL_SUCCEED), "All succeed").at(1),
        Quantity::new("result", Measure::Is(ALL_FAIL), "All fail").at(1),
        Quantity::new("successes", Measure::Mean, "Mean successes").at(1),
    ];
    let views = vec![
        View::new(ChartKind::Stacked, "result", Measure::Is(ALL_SUCCEED),
            "How does a Wing's activation turn out?", "Chance of each result when the Wing rolls").at(1),
        View::new(ChartKind::Heatmap, "result", Measure::Is(ALL_SUCCEED),
            "When does the whole Wing succeed?", "Chance in % that all dice succeed").at(1),
        View::new(ChartKind::AtLeast, "successes", Measure::Mean,
            "How many successes can you count on?", "Chance of at least k successes").at(1),
        View::new(ChartKind::Distribution, "successes", Measure::Mean,
            "How many dice succeed?", "Chance of each number of successes").at(1),
    ];
    (headlines, views)
}
