//! How bonuses and penalties from several powers add up (published text 004, "Stacking of Powers").

use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::Values;

/// The largest bonus, penalty or Base Damage.
pub const LARGEST: i64 = 10_000;

const SIZES: ParameterType = ParameterType::List(&ParameterType::Whole {
    from: 0,
    to: LARGEST,
});

/// The parameter for skill bonuses. All but the highest count in part.
pub const SKILL_BONUSES: Parameter = Parameter::new(
    "skill_bonuses",
    SIZES,
    "[]",
    "Skill bonuses from powers. The highest counts fully, the second-highest counts half, the third-highest a third, and so on, each rounded down.",
);

/// The parameter for skill penalties. All but the worst count in part.
pub const SKILL_PENALTIES: Parameter = Parameter::new(
    "skill_penalties",
    SIZES,
    "[]",
    "Skill penalties from powers, written without a minus sign. Penalties stack like bonuses, with the worst first.",
);

/// The parameter for characteristic bonuses, of which only one counts.
pub const CHARACTERISTIC_BONUSES: Parameter = Parameter::new(
    "characteristic_bonuses",
    SIZES,
    "[]",
    "Bonuses from powers to the characteristic behind the value. Only the greatest bonus counts.",
);

/// The parameter for characteristic penalties, of which only one counts.
pub const CHARACTERISTIC_PENALTIES: Parameter = Parameter::new(
    "characteristic_penalties",
    SIZES,
    "[]",
    "Penalties from powers to the characteristic behind the value, written without a minus sign. Only the worst counts.",
);

/// The parameter for modifiers that are simply added.
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

/// Returns the total of the five keys of a table.
pub fn modifier(values: &Values) -> i64 {
    let best = |key| values.wholes(key).into_iter().max().unwrap_or(0);
    stack(values.wholes("skill_bonuses")) - stack(values.wholes("skill_penalties"))
        + best("characteristic_bonuses")
        - best("characteristic_penalties")
        + values.wholes("situation").into_iter().sum::<i64>()
}

/// Returns the first of the [`KEYS`] that is given.
pub fn first_given_key(values: &Values) -> Option<&'static str> {
    KEYS.into_iter().find(|key| !values.wholes(key).is_empty())
}

/// Combines several modifiers.
///
/// # Formula
/// The sum is the highest, half of the second, a third of the third, and so on, each rounded down.
pub fn stack(mut sizes: Vec<i64>) -> i64 {
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    (1..).zip(sizes).map(|(share, size)| size / share).sum()
}
