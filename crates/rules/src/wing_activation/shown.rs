//! The parameters, metrics, headline numbers and charts of `wing-activation`.

use oddsmith_engine::Fold;

use oddsmith_model::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};
use oddsmith_model::rule::steps::StepWords;

/// The description of the rule in one line.
pub(super) const ABOUT: &str =
    "Wings roll one to three dice against a Quality Value, with white cubes and penalties";

/// The maximal number of dice of a Wing, before a penalty.
pub(super) const MAX_DICE: u32 = 3;

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "dice",
        ParameterType::Whole { from: 1, to: MAX_DICE as i64 },
        "3",
        "How many dice the Wing wants to roll, from one to three. A penalty may leave it fewer dice.",
    )
    .labelled("Dice", "Dice"),
    Parameter::new(
        "quality",
        ParameterType::Whole { from: 1, to: 12 },
        "4",
        "The Quality Value (QV) of the Wing. A die that shows this or more is a success.",
    )
    .labelled("Quality Value (QV)", "QV")
    .as_die_target(),
    Parameter::new(
        "cubes",
        ParameterType::Whole { from: 0, to: 30 },
        "0",
        "White cubes that the Wing Commander and the Wing's other officers within command control range can spend. Each cube raises a die by one pip.",
    )
    .labelled("White cubes", "White cubes"),
    Parameter::new(
        "spend",
        ParameterType::Choice(&["greedy", "avert", "never"]),
        "\"greedy\"",
        "How white cubes are spent. `greedy` makes as many successes as possible, `avert` only keeps the dice from all failing (red), and `never` keeps all cubes.",
    )
    .labelled("Use of cubes", ""),
    Parameter::new(
        "units",
        ParameterType::Whole { from: 1, to: 100 },
        "1",
        "How many units the Wing has. Each unit can take as many actions as there are successes.",
    )
    .labelled("Units", "Units"),
    Parameter::new("sides", ParameterType::Whole { from: 2, to: 20 }, "6", "How many faces each die has.")
        .labelled("Faces of a die", "d"),
    Parameter::new(
        "penalties",
        ParameterType::Flag,
        "true",
        "Whether a mixed outcome (yellow) passes a penalty to the next Wing. Set `penalties = false` to see what the penalties cost.",
    ),
    Parameter::new("ones_always_fail", ParameterType::Flag, "false", "Whether a natural 1 always fails, whatever the QV, and cannot be raised."),
    Parameter::new(
        "cap_at_most_sides",
        ParameterType::Flag,
        "false",
        "Whether white cubes cannot raise a die above its highest face. With this cap, no cube helps a Wing with QV 7 and six-sided dice.",
    ),
    Parameter::new(
        "spend_before_roll",
        ParameterType::Flag,
        "false",
        "Whether white cubes are spent before the dice are rolled. Cubes go where they add the most successes on average, spread over the dice as evenly as possible.",
    ),
    Parameter::new(
        "declares_die",
        ParameterType::Flag,
        "true",
        "Whether each cube spent before the roll is declared for one die. Undeclared cubes raise the first die that needs them after the roll.",
    ),
    Parameter::new(
        "penalty_from_one_die",
        ParameterType::Flag,
        "false",
        "Whether a single die that fails passes a penalty of one die to the next Wing.",
    ),
    Parameter::new(
        "shared_cubes",
        ParameterType::Whole { from: 0, to: 30 },
        "",
        "White cubes in one pool that all Wings share, instead of separate cubes for each Wing. A cube that one Wing spends is gone for the others.",
    )
    .labelled("Shared white cubes", "Shared white cubes"),
    Parameter::new(
        "wings",
        ParameterType::Entries { inherits: &["dice", "quality", "cubes", "spend", "units"], entry_parameters: &[], most: 4 },
        "",
        "The Wings, each with a name, in the order in which they activate. Without this list there is one Wing, described at the top level.",
    ),
];

fn results() -> Kind {
    Kind::Category(vec![
        Outcome::new("not-activated", "Not activated", Tone::Neutral)
            .with_clause("the Wing is not activated"),
        Outcome::new("all-fail", "All fail", Tone::Failure).with_clause("all dice fail"),
        Outcome::new("mixed", "Mixed", Tone::Mixed).with_clause("the result is mixed"),
        Outcome::new("all-succeed", "All succeed", Tone::Success).with_clause("all dice succeed"),
    ])
}

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
pub(super) const CUT_SHORT: usize = 8;
pub(super) const ENDED_AT: usize = 9;
pub(super) const WINGS_ACTIVATED: usize = 10;
pub(super) const PLACE: usize = 11;

/// The text for a Wing that was never activated.
const NO_ACTIVATION: &str = "not activated";

/// Returns the metrics of a turn with this number of Wings. `has_places` adds the position of each
/// Wing in the turn, if a player decides the order.
pub(super) fn metrics(wings: u32, has_places: bool) -> Vec<ShownMetric> {
    let step = |name: &str, kind, label: &str| ShownMetric::per_step(name, kind, label, 1, wings);
    let rolled = |name: &str, label: &str| step(name, Kind::Count, label).or_absent(NO_ACTIVATION);
    let places = has_places
        .then(|| rolled("place", "Place in the turn").amount("the Wing’s place in the turn"));
    let metrics = vec![
        rolled("successes", "Successes").counted("die succeeds", "dice succeed"),
        rolled("dice", "Dice rolled").counted("die is rolled", "dice are rolled"),
        rolled("penalty", "Penalty dice passed on")
            .counted("penalty die is passed on", "penalty dice are passed on"),
        rolled("cubes_left", "White cubes left")
            .counted("white cube is left", "white cubes are left"),
        step("result", results(), "Result of the roll"),
        ShownMetric::whole("actions", Kind::Count, "Actions taken")
            .fold(Fold::Sum)
            .counted("action is taken", "actions are taken"),
        ShownMetric::whole("unit_actions", Kind::Count, "Actions of all units")
            .fold(Fold::Sum)
            .counted(
                "action is taken by the units",
                "actions are taken by the units",
            ),
        ShownMetric::whole("turn_ended", Kind::Flag, "All dice of a Wing failed")
            .event("all dice of a Wing fail"),
        ShownMetric::whole("cut_short", Kind::Flag, "Turn cut short")
            .event("the turn is cut short"),
        ShownMetric::whole("ended_at", Kind::When, "Wing that ended the turn")
            .or_absent("none")
            .event("a Wing ends the turn"),
        ShownMetric::whole("wings_activated", Kind::Count, "Wings activated")
            .counted("Wing is activated", "Wings are activated"),
    ];
    metrics.into_iter().chain(places).collect()
}

/// Returns the presentation of Wings with these names: the results of a single Wing, or the actions
/// of a turn with several Wings.
pub(super) fn presentation(wings: Vec<String>, has_places: bool) -> Presentation {
    let (headlines, charts) = if wings.len() > 1 {
        turn_view(wings.len() as i64)
    } else {
        single_wing_view()
    };
    let metrics = metrics(wings.len() as u32, has_places);
    let wing = StepWords::new("Wing").named(wings);
    Presentation {
        metrics,
        headlines,
        charts,
        ..Presentation::default()
    }
    .with_step_words(&wing)
}

#[rustfmt::skip]
fn turn_view(wings: i64) -> (Vec<Headline>, Vec<DefaultChart>) {
    let headlines = vec![
        Headline::new("actions", Measure::Mean, "Mean actions"),
        Headline::new("cut_short", Measure::Is(1), "Turn cut short"),
        Headline::new("wings_activated", Measure::AtLeast(wings), "All Wings act"),
    ];
    let charts = vec![
        DefaultChart::new(ChartKind::Stacked, "result", Measure::Is(ALL_SUCCEED)),
        DefaultChart::new(ChartKind::Distribution, "actions", Measure::Mean),
        DefaultChart::new(ChartKind::AtLeast, "actions", Measure::Mean),
        DefaultChart::new(ChartKind::Heatmap, "actions", Measure::Mean),
    ];
    (headlines, charts)
}

#[rustfmt::skip]
fn single_wing_view() -> (Vec<Headline>, Vec<DefaultChart>) {
    let headlines = vec![
        Headline::new("result", Measure::Is(ALL_SUCCEED), "All succeed").at_step(1),
        Headline::new("result", Measure::Is(ALL_FAIL), "All fail").at_step(1),
        Headline::new("successes", Measure::Mean, "Mean successes").at_step(1),
    ];
    let charts = vec![
        DefaultChart::new(ChartKind::Stacked, "result", Measure::Is(ALL_SUCCEED)).at_step(1),
        DefaultChart::new(ChartKind::Heatmap, "result", Measure::Is(ALL_SUCCEED)).at_step(1),
        DefaultChart::new(ChartKind::AtLeast, "successes", Measure::Mean).at_step(1),
        DefaultChart::new(ChartKind::Distribution, "successes", Measure::Mean).at_step(1),
    ];
    (headlines, charts)
}
