//! The parameters of an Effect or Trigger power.

use crate::kaiser::roll::extra_dice;
use crate::kaiser::stacking;
use oddsmith_model::rule::parameter::{Parameter, ParameterType};

use super::targets::MAX_TARGETS;

const VALUE: ParameterType = ParameterType::Whole {
    from: -stacking::LARGEST,
    to: stacking::LARGEST,
};

const SOAK: ParameterType = ParameterType::Whole {
    from: 0,
    to: stacking::LARGEST,
};

const AIM: &[Parameter] = &[
    Parameter::new("offence", VALUE, "0", "The Offensive Skill, added to the Offensive Roll.")
        .labelled("Offensive Skill", "Offensive Skill"),
    Parameter::new("defence", VALUE, "0", "The targets' Defensive Skill, added to their Defensive Rolls.")
        .labelled("Defensive Skill", "Defensive Skill"),
    Parameter::new(
        "absorption",
        SOAK,
        "0",
        "The targets' Absorption. It is applied before Units of Damage are counted.",
    )
    .labelled("Absorption", "Absorption"),
    Parameter::new("av", SOAK, "0", "The targets' AV, usually Force, applied together with the Absorption.")
        .labelled("AV", "AV"),
    Parameter::new(
        "base_damage",
        SOAK,
        "",
        "The Base Damage of a power that is also of the Attack type: what a target loses for each Unit of Damage. Without it the power deals no damage.",
    )
    .labelled("Base Damage", "Base Damage"),
    Parameter::new(
        "area",
        ParameterType::Flag,
        "true",
        "Whether it is an area attack, with one Offensive Roll for all targets. If not, there is a separate roll against each target.",
    ),
    Parameter::new(
        "trapped",
        ParameterType::Flag,
        "false",
        "Whether the targets cannot reach a safe point outside the area. If so, they have -8 on their Defensive Rolls.",
    ),
    Parameter::new(
        "open_rolls",
        ParameterType::Flag,
        "false",
        "Whether Offensive and Defensive Rolls are open. A double six adds a d6, and each further six adds another d6. A double one is a fumble and counts as 0.",
    ),
    extra_dice("advantage", "How many extra dice the Offensive Roll has, of which the two highest count."),
    extra_dice(
        "disadvantage",
        "How many extra dice the Offensive Roll has, of which the two lowest count. Disadvantage dice cancel advantage dice one for one.",
    ),
    stacking::SKILL_BONUSES,
    stacking::SKILL_PENALTIES,
    stacking::CHARACTERISTIC_BONUSES,
    stacking::CHARACTERISTIC_PENALTIES,
    stacking::SITUATION,
];

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::new("resistance", VALUE, "0", "The target's resistance, added to its Resistance Check.")
        .labelled("Resistance", "Resistance"),
    Parameter::new("difficulty", VALUE, "8", "The Difficulty that the Resistance Check must reach, 8 if the power lists none.")
        .labelled("Difficulty of the Resistance Check", "Difficulty"),
    Parameter::new("willing", ParameterType::Flag, "false", "Whether the target allows the effect. A willing target chooses to fail every Resistance Check, by 1."),
    Parameter::new("presence", ParameterType::Whole { from: 0, to: 1_000_000 }, "1", "The target's presence.")
        .labelled("Presence", "Presence"),
    Parameter::new(
        "presence_limit",
        ParameterType::Whole { from: 0, to: 1_000_000 },
        "",
        "The total presence that the power can affect. It affects as many targets as possible. Without this key there is no limit.",
    )
    .labelled("Presence that can be affected", "Limit"),
    stacking::SKILL_BONUSES,
    stacking::SKILL_PENALTIES,
    stacking::CHARACTERISTIC_BONUSES,
    stacking::CHARACTERISTIC_PENALTIES,
    stacking::SITUATION,
    Parameter::new(
        "aim",
        ParameterType::Table(AIM),
        "",
        "The values used to aim the power: skills, Absorption, AV, Base Damage and so on. If this table is left out, there is no Offensive Roll, as with a Trigger or Automatic power.",
    ),
    Parameter::new(
        "lingers",
        ParameterType::Flag,
        "false",
        "Whether the effect lingers. A lingering effect lasts for as many rounds as the Degree of Failure. Then the target checks again, until it passes.",
    ),
    Parameter::new(
        "trigger",
        ParameterType::AnyOf(&[ParameterType::Flag, ParameterType::Probability]),
        "false",
        "For a Trigger power: `true` if its condition is met in every round, or the chance that it is met in a round. A target that passes is immune for as many rounds as its Degree of Success.",
    )
    .labelled("Chance that the condition is met", "Trigger"),
    Parameter::new(
        "immune_from",
        ParameterType::Choice(&["next-round", "check"]),
        "\"next-round\"",
        "The first round of immunity to a Trigger: the round after the check, or the round of the check.",
    )
    .labelled("Immunity is counted from", ""),
    Parameter::new("rounds", ParameterType::Whole { from: 1, to: 1000 }, "60", "How many rounds are played.")
        .labelled("Rounds", "Rounds"),
    Parameter::new(
        "sustained_rounds",
        ParameterType::Whole { from: 1, to: 1_000_000 },
        "",
        "The number of rounds for which the power is maintained. Then it ends, and every affliction with it. Without this key the power does not end.",
    )
    .labelled("Rounds sustained", "Sustained"),
    Parameter::new(
        "targets",
        ParameterType::AnyOf(&[
            ParameterType::Whole { from: 1, to: MAX_TARGETS as i64 },
            ParameterType::Entries {
                inherits: &[
                    "resistance",
                    "willing",
                    "presence",
                    "skill_bonuses",
                    "skill_penalties",
                    "characteristic_bonuses",
                    "characteristic_penalties",
                    "situation",
                ],
                entry_parameters: &[
                    Parameter::new("defence", VALUE, "", "The target's own Defensive Skill, instead of the one in `aim`."),
                    Parameter::new("absorption", SOAK, "", "The target's own Absorption, instead of the one in `aim`."),
                    Parameter::new("av", SOAK, "", "The target's own AV, instead of the one in `aim`."),
                    Parameter::new(
                        "trapped",
                        ParameterType::Flag,
                        "",
                        "Whether the target cannot reach a safe point, instead of what `aim` says.",
                    ),
                ],
                most: MAX_TARGETS,
            },
        ]),
        "1",
        "The number of identical targets, or a list of named targets in [[parameters.targets]].",
    )
    .labelled("Targets", "Targets"),
];
