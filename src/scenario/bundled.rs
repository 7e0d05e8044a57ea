//! The scenarios that come with the program: each a question that a designer asks.

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../scenarios/", $name, ".toml")))),*]
    };
}

/// Their names and texts, rule by rule.
pub const BUNDLED: &[(&str, &str)] = bundled![
    "wing1d",
    "wing2d",
    "wing3d",
    "wing-turn",
    "wing-penalty",
    "wing-order",
    "ce-failure",
    "ce-both",
    "ce-enlightenment",
    "ce-fleet",
    "ce-taxation",
    "ce-blockade",
    "ce-process",
    "ce-softer",
    "cohering"
];
