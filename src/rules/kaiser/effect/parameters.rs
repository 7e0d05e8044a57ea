//! What a scenario may say of an Effect or Trigger power.

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rules::kaiser::roll::extra_dice;
use crate::rules::kaiser::stacking;

use super::targets::MOST_TARGETS;

const VALUE: ParameterType = ParameterType::Whole { from: -stacking::LARGEST, to: stacking::LARGEST };

const SOAK: ParameterType = ParameterType::Whole { from: 0, to: stacking::LARGEST };

const AIM: &[Parameter] = &[
    Parameter::new("offence", VALUE, "0", "Offensive Skill, added to the offensive roll")
        .labelled("Offensive Skill", "Offence"),
    Parameter::new("defence", VALUE, "0", "Defensive Skill of the targets, added to the defensive roll")
        .labelled("Defensive Skill", "Defence"),
    Parameter::new(
        "absorption",
        SOAK,
        "0",
        "Absorption of the targets, taken off before the one Unit of Damage is sought",
    )
    .labelled("Absorption", "Absorption"),
    Parameter::new("av", SOAK, "0", "AV of the targets, usually Force, taken off with the Absorption")
        .labelled("AV", "AV"),
    Parameter::new(
        "area",
        ParameterType::Flag,
        "true",
        "one offensive roll serves all targets; false: each is aimed at with a roll of its own",
    ),
    Parameter::new(
        "trapped",
        ParameterType::Flag,
        "false",
        "the targets reach no safe point: -8 to the defensive roll",
    ),
    Parameter::new(
        "open_rolls",
        ParameterType::Flag,
        "false",
        "a double six adds a d6, again on each six; a double one counts 0",
    ),
    extra_dice("advantage", "extra dice of the offensive roll, of which the two highest count"),
    extra_dice("disadvantage", "extra dice of the offensive roll, of which the two lowest count"),
    stacking::SKILL_BONUSES,
    stacking::SKILL_PENALTIES,
    stacking::CHARACTERISTIC_BONUSES,
    stacking::CHARACTERISTIC_PENALTIES,
    stacking::SITUATION,
];

/// Its parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::new("resistance", VALUE, "0", "Resistance of a target, added to its check")
        .labelled("Resistance", "Resistance"),
    Parameter::new("difficulty", VALUE, "8", "what the check must reach: a check without a listed Difficulty has 8")
        .labelled("Difficulty of the resistance check", "Difficulty"),
    Parameter::new("willing", ParameterType::Flag, "false", "the target chooses to fail, by 1, every check"),
    Parameter::new("presence", ParameterType::Whole { from: 0, to: 1_000_000 }, "1", "presence of a target")
        .labelled("Presence", "Presence"),
    Parameter::new(
        "presence_limit",
        ParameterType::Whole { from: 0, to: 1_000_000 },
        "",
        "the sum of presence that the power can affect; it takes as many targets as possible; no limit when absent",
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
        "how the power is aimed; absent for a Trigger or Automatic power, which takes no Offensive Roll",
    ),
    Parameter::new(
        "lingers",
        ParameterType::Flag,
        "false",
        "a failure by f afflicts for f rounds, and then the target checks again, until it passes",
    ),
    Parameter::new(
        "trigger",
        ParameterType::Flag,
        "false",
        "the condition is met in every round; who passes by s is immune for s rounds",
    ),
    Parameter::new("rounds", ParameterType::Whole { from: 1, to: 1000 }, "60", "rounds that are looked at")
        .labelled("Rounds", "Rounds"),
    Parameter::new(
        "sustained_rounds",
        ParameterType::Whole { from: 1, to: 1_000_000 },
        "",
        "rounds after which the power ends, and every affliction with it; absent: it does not end",
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
                    Parameter::new("defence", VALUE, "", "its own Defensive Skill; that of aim when absent"),
                    Parameter::new("absorption", SOAK, "", "its own Absorption; that of aim when absent"),
                    Parameter::new("av", SOAK, "", "its own AV; that of aim when absent"),
                    Parameter::new(
                        "trapped",
                        ParameterType::Flag,
                        "",
                        "it reaches no safe point; as aim says when absent",
                    ),
                ],
                most: MOST_TARGETS,
            },
        ]),
        "1",
        "how many targets there are, all alike; or [[parameters.targets]], each with a name",
    )
    .labelled("Targets", "Targets"),
];
