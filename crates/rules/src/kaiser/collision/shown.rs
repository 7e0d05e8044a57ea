//! The parameters, metrics, headline numbers and charts of `power-collision`.

use crate::kaiser::stacking;
use oddsmith_model::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};

use super::bands::BAND;
use super::offence::EXTRA_DICE;

/// The description of the rule in one line.
pub(super) const ABOUT: &str =
    "Two powers meet in flight: which is cancelled, which passes, and with how much Base Damage";

const DAMAGE: ParameterType = ParameterType::Whole {
    from: 0,
    to: stacking::LARGEST,
};
const POWERS: ParameterType = ParameterType::AnyOf(&[DAMAGE, ParameterType::List(&DAMAGE)]);
const VALUE: ParameterType = ParameterType::Whole {
    from: -stacking::LARGEST,
    to: stacking::LARGEST,
};
/// The type of a number of extra dice.
const EXTRA: ParameterType = ParameterType::Whole { from: 0, to: 10 };

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "ours",
        POWERS,
        "10",
        "The Base Damage of our power. Several powers in a list combine: the highest counts fully, the second-highest counts half, the third-highest a third, and so on.",
    )
    .labelled("Our Base Damage", "Ours"),
    Parameter::new("theirs", POWERS, "10", "The Base Damage of the opponent's power, or a list of several, as for `ours`.").labelled("Their Base Damage", "Theirs"),
    Parameter::new("initiative", VALUE, "0", "Our Initiative minus theirs. Below -5 there is no collision.")
        .labelled("Initiative (ours minus theirs)", "Initiative"),
    Parameter::new(
        "our_offence",
        VALUE,
        "",
        "Our Offensive Skill. If neither skill is given, the Offensive Rolls are skipped and the powers are compared at once.",
    )
    .labelled("Our Offensive Skill", "Our skill"),
    Parameter::new("their_offence", VALUE, "", "Their Offensive Skill. Our Offensive Roll must come within 5 points of theirs, or surpass it.")
        .labelled("Their Offensive Skill", "Their skill"),
    Parameter::new(
        "open_rolls",
        ParameterType::Flag,
        "false",
        "Whether the Offensive Rolls are open. A double six adds a d6, and each further six adds another d6. A double one is a fumble and counts as 0.",
    ),
    Parameter::new(EXTRA_DICE[0], EXTRA, "0", "How many extra dice we roll for our Offensive Roll, where only the two highest dice count.")
        .labelled("Our advantage", "Our advantage"),
    Parameter::new(EXTRA_DICE[1], EXTRA, "0", "How many extra dice our Offensive Roll has, of which the two lowest count. Disadvantage dice cancel our advantage dice one for one.")
        .labelled("Our disadvantage", "Our disadvantage"),
    Parameter::new(EXTRA_DICE[2], EXTRA, "0", "How many extra dice they roll for their Offensive Roll, where only the two highest dice count.")
        .labelled("Their advantage", "Their advantage"),
    Parameter::new(EXTRA_DICE[3], EXTRA, "0", "How many extra dice their Offensive Roll has, of which the two lowest count. Disadvantage dice cancel their advantage dice one for one.")
        .labelled("Their disadvantage", "Their disadvantage"),
    stacking::SKILL_BONUSES,
    stacking::SKILL_PENALTIES,
    stacking::CHARACTERISTIC_BONUSES,
    stacking::CHARACTERISTIC_PENALTIES,
    stacking::SITUATION,
    Parameter::new(
        "bands",
        ParameterType::List(&ParameterType::Table(BAND)),
        "[{ up_to = 5, effect = \"cancel\" }, { up_to = 10, effect = \"halved\" }, { effect = \"whole\" }]",
        "The Degree of Difference (DoD) table. Either the powers cancel each other out, or the winner's power goes through at half or full strength. A difference of 0 always cancels both.",
    ),
];

pub(super) const NO_COLLISION: i64 = 0;
pub(super) const CANCEL: i64 = 1;
pub(super) const OURS_HALVED: i64 = 2;
pub(super) const OURS_WHOLE: i64 = 3;
pub(super) const THEIRS_HALVED: i64 = 4;
pub(super) const THEIRS_WHOLE: i64 = 5;

fn result_kind() -> Kind {
    Kind::Category(vec![
        Outcome::new("no-collision", "No collision", Tone::Neutral)
            .with_clause("the powers do not collide"),
        Outcome::new("cancel", "Both cancel", Tone::Mixed).with_clause("both powers cancel"),
        Outcome::new("ours-halved", "Ours halved", Tone::Success)
            .with_clause("our power passes at half"),
        Outcome::new("ours-whole", "Ours whole", Tone::Success)
            .with_clause("our power passes whole"),
        Outcome::new("theirs-halved", "Theirs halved", Tone::Failure)
            .with_clause("their power passes at half"),
        Outcome::new("theirs-whole", "Theirs whole", Tone::Failure)
            .with_clause("their power passes whole"),
    ])
}

/// The order from our best result to theirs.
const DRAWING_ORDER: [i64; 6] = [
    OURS_WHOLE,
    OURS_HALVED,
    CANCEL,
    THEIRS_HALVED,
    THEIRS_WHOLE,
    NO_COLLISION,
];

// Indices into `metrics()`.
pub(super) const DIFFERENCE: usize = 0;
pub(super) const RESULT: usize = 1;
pub(super) const OUR_DAMAGE: usize = 2;
pub(super) const THEIR_DAMAGE: usize = 3;

/// Returns the metrics.
pub(super) fn metrics() -> Vec<ShownMetric> {
    let difference = "Degree of Difference (ours minus theirs)";
    vec![
        ShownMetric::whole("difference", Kind::Count, difference)
            .or_absent("no collision")
            .amount("the Degree of Difference"),
        ShownMetric::whole("result", result_kind(), "Result of the collision")
            .drawing_order(&DRAWING_ORDER),
        ShownMetric::whole("our_damage", Kind::Count, "Our damage that gets through")
            .amount("our damage that gets through"),
        ShownMetric::whole(
            "their_damage",
            Kind::Count,
            "Their damage that gets through",
        )
        .amount("their damage that gets through"),
    ]
}

/// Returns the presentation of a collision with these Base Damages.
#[rustfmt::skip]
pub(super) fn presentation(ours: i64, theirs: i64) -> Presentation {
    let headlines = vec![
        Headline::new("result", Measure::Is(CANCEL), "Both cancel"),
        Headline::new("our_damage", Measure::Mean, "Our mean damage"),
        Headline::new("their_damage", Measure::Mean, "Their mean damage"),
    ];
    let charts = vec![
        DefaultChart::new(ChartKind::Stacked, "result", Measure::Is(CANCEL)),
        DefaultChart::new(ChartKind::Lines, "our_damage", Measure::Mean),
        DefaultChart::new(ChartKind::Heatmap, "result", Measure::Is(CANCEL)),
        DefaultChart::new(ChartKind::Distribution, "difference", Measure::Mean),
    ];
    let notes = [("Our Base Damage, combined", ours), ("Their Base Damage, combined", theirs)];
    let notes = notes.map(|(label, damage)| (label.to_owned(), damage.to_string())).into();
    Presentation { metrics: metrics(), headlines, charts, notes, ..Presentation::default() }
}
