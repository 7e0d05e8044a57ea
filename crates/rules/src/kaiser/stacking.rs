//! How bonuses and penalties from several powers add up (published text 004, "Stacking of Powers").

use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::Values;

/// The largest bonus, penalty or Base Damage that may be written.
pub const LARGEST: i64 = 10_000;

const SIZES: ParameterType = ParameterType::List(&ParameterType::Whole {
    from: 0,
    to: LARGEST,
});

/// Skill bonuses, all but the highest of which count in part.
pub const SKILL_BONUSES: Parameter = Parameter::new(
    "skill_bonuses",
    SIZES,
    "[]",
    "Skill bonuses from powers. The highest counts fully, the second-highest counts half, the third-highest a third, and so on, each rounded down.",
);

/// Skill penalties, all but the worst of which count in part.
pub const SKILL_PENALTIES: Parameter = Parameter::new(
    "skill_penalties",
    SIZES,
    "[]",
    "Skill penalties from powers, written without a minus sign. Penalties stack like bonuses, with the worst first.",
);

/// Characteristic bonuses, of which one counts.
pub const CHARACTERISTIC_BONUSES: Parameter = Parameter::new(
    "characteristic_bonuses",
    SIZES,
    "[]",
    "Bonuses from powers to the characteristic behind the value. Only the greatest bonus counts.",
);

/// Characteristic penalties, of which one counts.
pub const CHARACTERISTIC_PENALTIES: Parameter = Parameter::new(
    "characteristic_penalties",
    SIZES,
    "[]",
    "Penalties from powers to the characteristic behind the value, written without a minus sign. Only the worst counts.",
);

/// What is simply added.
pub const SITUATION: Parameter = Parameter::new(
    "situation",
    ParameterType::List(&ParameterType::Whole {
        from: -LARGEST,
        to: LARGEST,
    }),
    "[]",
    "Bonuses and penalties from a Maneuver, Situation or State. Write penalties with a minus sign. All are added.",
);

/// The keys of the parameters above, for entries that inherit them.
pub const KEYS: [&str; 5] = [
    "skill_bonuses",
    "skill_penalties",
    "characteristic_bonuses",
    "characteristic_penalties",
    "situation",
];

/// All that the five keys of a table come to.
pub fn modifier(values: &Values) -> i64 {
    let best = |key| values.wholes(key).into_iter().max().unwrap_or(0);
    stack(values.wholes("skill_bonuses")) - stack(values.wholes("skill_penalties"))
        + best("characteristic_bonuses")
        - best("characteristic_penalties")
        + values.wholes("situation").into_iter().sum::<i64>()
}

/// The first of [`KEYS`] under which anything is written.
pub fn first_given_key(values: &Values) -> Option<&'static str> {
    KEYS.into_iter().find(|key| !values.wholes(key).is_empty())
}

/// Several sizes as one.
///
/// # Formula
/// The highest, half of the second, a third of the third, and so on, each rounded down.
pub fn stack(mut sizes: Vec<i64>) -> i64 {
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    (1..).zip(sizes).map(|(share, size)| size / share).sum()
}
