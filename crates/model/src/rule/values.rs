//! Checked parameter values, from which rules are built.

use std::collections::BTreeMap;
use std::ops::Range;

use oddsmith_engine::chance::DiceExpression;
use oddsmith_engine::chance::Probability;
use oddsmith_language::Ratio;

use super::choice::AskedChoiceNames;
use super::nearest::Help;

/// A value that fits its [`ParameterType`](super::parameter::ParameterType).
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// A whole number.
    Whole(i64),
    /// A probability.
    Probability(Probability),
    /// A number of a rule file, kept exactly.
    Decimal(Ratio),
    /// `true` or `false`.
    Flag(bool),
    /// A word or a text.
    Text(String),
    /// A whole number or dice.
    Dice(DiceExpression),
    /// A list.
    List(Vec<ParameterValue>),
    /// A table, or an entry.
    Table(Values),
    /// A table with keys that the designer chooses, in the order of the scenario.
    Map(Vec<(String, ParameterValue)>),
}

/// The parameters of a rule, of an entry or of a table. Every key with a default has a value.
///
/// The getters panic on a key or type that the rule does not describe. That is a mistake in the
/// rule, not in a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    values: BTreeMap<String, ParameterValue>,
    asks: AskedChoiceNames,
}

/// The reason why a rule cannot be built from valid values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError {
    /// The path of keys and entry numbers (from 0) below `[parameters]`, such as "wings.1.cubes".
    pub path: String,
    /// The problem.
    pub problem: String,
    /// The allowed values or advice.
    pub help: Help,
    /// The bytes of the text with the mistake, if it is only a part of the value.
    pub byte_range: Option<Range<usize>>,
}

impl ParameterError {
    /// Returns an error at a path.
    pub fn new(
        path: impl Into<String>,
        problem: impl Into<String>,
        help: impl Into<Help>,
    ) -> ParameterError {
        ParameterError {
            path: path.into(),
            problem: problem.into(),
            help: help.into(),
            byte_range: None,
        }
    }

    /// Sets the bytes of the text with the mistake.
    pub fn with_byte_range(self, byte_range: Range<usize>) -> ParameterError {
        ParameterError {
            byte_range: Some(byte_range),
            ..self
        }
    }
}

macro_rules! getter {
    ($name:ident, $optional:ident, $variant:ident, $result:ty, $words:literal, |$value:ident| $get:expr) => {
        #[doc = concat!("The ", $words, " under a key that always has one.")]
        pub fn $name(&self, key: &str) -> $result {
            self.$optional(key)
                .unwrap_or_else(|| panic!("the parameter {key} has no value"))
        }

        #[doc = concat!("The ", $words, " under a key, if it was given or has a default.")]
        pub fn $optional(&self, key: &str) -> Option<$result> {
            match self.values.get(key)? {
                ParameterValue::$variant($value) => Some($get),
                other => panic!("the parameter {key} is {other:?}"),
            }
        }
    };
}

impl Values {
    /// Returns the choices that `[play]` asks about.
    pub fn asks(&self) -> &AskedChoiceNames {
        &self.asks
    }

    /// Sets the choices that `[play]` asks about.
    pub fn with_asked_choices(self, asks: AskedChoiceNames) -> Values {
        Values { asks, ..self }
    }

    /// Sets a value.
    pub fn insert(&mut self, key: impl Into<String>, value: ParameterValue) {
        self.values.insert(key.into(), value);
    }

    /// Returns the values without some keys.
    pub fn without(mut self, is_left_out: impl Fn(&str) -> bool) -> Values {
        self.values.retain(|key, _| !is_left_out(key));
        self
    }

    /// Returns the value under a key, of any type.
    pub fn get(&self, key: &str) -> Option<&ParameterValue> {
        self.values.get(key)
    }

    getter!(whole, whole_if, Whole, i64, "whole number", |value| *value);
    getter!(
        probability,
        probability_if,
        Probability,
        Probability,
        "probability",
        |value| *value
    );
    getter!(flag, flag_if, Flag, bool, "flag", |value| *value);
    getter!(text, text_if, Text, &str, "text or word", |value| value
        .as_str());
    getter!(
        dice,
        dice_if,
        Dice,
        &DiceExpression,
        "dice expression",
        |value| value
    );
    getter!(list, list_if, List, &[ParameterValue], "list", |value| {
        value.as_slice()
    });
    getter!(table, table_if, Table, &Values, "table", |value| value);
    getter!(
        map,
        map_if,
        Map,
        &[(String, ParameterValue)],
        "map",
        |value| value.as_slice()
    );

    /// Returns the whole number under a key as an unsigned number; its bounds exclude negative
    /// ones.
    pub fn count(&self, key: &str) -> u32 {
        u32::try_from(self.whole(key)).unwrap_or_else(|_| panic!("the parameter {key} is no count"))
    }

    /// Returns the entries under a key; none if there is no such list.
    pub fn entries(&self, key: &str) -> Vec<&Values> {
        self.list_if(key)
            .unwrap_or(&[])
            .iter()
            .map(ParameterValue::as_table)
            .collect()
    }

    /// Returns the whole numbers of a list.
    pub fn wholes(&self, key: &str) -> Vec<i64> {
        self.list_if(key)
            .unwrap_or(&[])
            .iter()
            .map(ParameterValue::as_whole)
            .collect()
    }
}

impl ParameterValue {
    /// Returns the table.
    ///
    /// # Panics
    ///
    /// Panics if it is something else.
    pub fn as_table(&self) -> &Values {
        match self {
            ParameterValue::Table(values) => values,
            other => panic!("not a table: {other:?}"),
        }
    }

    /// Returns the whole number.
    ///
    /// # Panics
    ///
    /// Panics if it is something else.
    pub fn as_whole(&self) -> i64 {
        match self {
            ParameterValue::Whole(value) => *value,
            other => panic!("not a whole number: {other:?}"),
        }
    }
}
