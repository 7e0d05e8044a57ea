//! What a scenario may say of an Effect or Trigger power.

use crate::kaiser::roll::extra_dice;
use crate::kaiser::stacking;
use oddsmith_model::rule::parameter::{Parameter, ParameterType};

use super::targets::MOST_TARGETS;

const VALUE: ParameterType = ParameterType::Whole { from: -stacking::LARGEST, to: stacking::LARGEST };

const SOAK: ParameterType = ParameterType::Whole { from: 0, to: stacking::LARGEST };

const AIM: &[Parameter] = &[
    Parameter::new("offence", VALUE, "0", "The Offensive Skill, added to the Offensive Roll.")
        .labelled("Offensive Skill", "Offence"),
    Parameter::new("defence", VALUE, "0", "The targets' Defensive Skill, added to their Defensive Rolls.")
        .labelled("Defensive Skill", "Defence"),
    Parameter::new(
        "absorption",
        SOAK,
        "0",
        "The targets' Absorption, applied before it is seen whether one Unit of Damage is left.",
    )
    .labelled("Absorption", "Absorption"),
    Parameter::new("av", SOAK, "0", "The targets' AV, usually Force, applied with the Absorption.")
        .labelled("AV", "AV"),
    Parameter::new(
        "base_damage",
        SOAK,
        "",
        "The Base Damage of a power that is of the Attack type too: what a target loses for each Unit of Damage. Without it the power deals no damage.",
    )
    .labelled("Base Damage", "Base Damage"),
    Parameter::new(
        "area",
        ParameterType::Flag,
        "true",
        "Whether it is an area attack, so that one Offensive Roll serves for all targets; if not, each is aimed at with a roll of its own.",
    ),
    Parameter::new(
        "trapped",
        ParameterType::Flag,
        "false",
        "Whether the targets reach no safe point outside the area, which is -8 to their Defensive Rolls.",
    ),
    Parameter::new(
        "open_rolls",
        ParameterType::Flag,
        "false",
        "Whether Offensive and Defensive Rolls are open: a double six adds a d6, again on each six; a double one fumbles and counts 0.",
    ),
    extra_dice("advantage", "How many extra dice the Offensive Roll has, of which the two highest count."),
    extra_dice(
        "disadvantage",
        "How many extra dice the Offensive Roll has, of which the two lowest count; it cancels advantage.",
    ),
    stacking::SKILL_BONUSES,
    stacking::SKILL_PENALTIES,
    stacking::CHARACTERISTIC_BONUSES,
    stacking::CHARACTERISTIC_PENALTIES,
    stacking::SITUATION,
];

/// Its parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::new("resistance", VALUE, "0", "The resistance of a target, added to its Resistance Check.")
        .labelled("Resistance", "Resistance"),
    Parameter::new("difficulty", VALUE, "8", "The Difficulty that the Resistance Check must reach: 8 where the power lists none.")
        .labelled("Difficulty of the resistance check", "Difficulty"),
    Parameter::new("willing", ParameterType::Flag, "false", "Whether the target allows the effect: it chooses to fail every Resistance Check, by 1."),
    Parameter::new("presence", ParameterType::Whole { from: 0, to: 1_000_000 }, "1", "The presence of a target.")
        .labelled("Presence", "Presence"),
    Parameter::new(
        "presence_limit",
        ParameterType::Whole { from: 0, to: 1_000_000 },
        "",
        "The sum of presence that the power can affect; it takes as many targets as possible. Without it there is no limit.",
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
        "How the power is aimed; without it there is no Offensive Roll, as of a Trigger or Automatic power.",
    ),
    Parameter::new(
        "lingers",
        ParameterType::Flag,
        "false",
        "Whether the effect lingers: it holds for as many rounds as the Degree of Failure, then the target checks again, until it passes.",
    ),
    Parameter::new(
        "trigger",
        ParameterType::AnyOf(&[ParameterType::Flag, ParameterType::Probability]),
        "false",
        "Whether it is a Trigger power, its condition being met in every round, or the chance that it is met in a round; who passes is immune for as many rounds as its Degree of Success.",
    )
    .labelled("Chance that the condition is met", "Trigger"),
    Parameter::new(
        "immune_from",
        ParameterType::Choice(&["next-round", "check"]),
        "\"next-round\"",
        "From when the rounds of immunity to a Trigger are counted: from the round after the check, or with the round of the check.",
    )
    .labelled("Immunity is counted from", ""),
    Parameter::new("rounds", ParameterType::Whole { from: 1, to: 1000 }, "60", "How many rounds are looked at.")
        .labelled("Rounds", "Rounds"),
    Parameter::new(
        "sustained_rounds",
        ParameterType::Whole { from: 1, to: 1_000_000 },
        "",
        "After how many rounds the power ends, because it is no longer maintained, and every affliction with it. Without it, it does not end.",
    )
    .labelled("Rounds sustained", "Sustained"),
    Parameter::new(
        "targets",
        ParameterType::AnyOf(&[
            ParameterType::Whole { from: 1, to: MOST_TARGETS as i64 },
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
                own: &[
                    Parameter::new("defence", VALUE, "", "Its own Defensive Skill, in place of that of aim."),
                    Parameter::new("absorption", SOAK, "", "Its own Absorption, in place of that of aim."),
                    Parameter::new("av", SOAK, "", "Its own AV, in place of that of aim."),
                    Parameter::new(
                        "trapped",
                        ParameterType::Flag,
                        "",
                        "Whether it reaches no safe point, in place of what aim says.",
                    ),
                ],
                most: MOST_TARGETS,
            },
        ]),
        "1",
        "How many targets there are, all alike; or [[parameters.targets]], each with a name.",
    )
    .labelled("Targets", "Targets"),
];
