//! The target of a transition, and the choice that it begins with.

use std::sync::Arc;

use crate::graph::AtOnce;

/// The target of a transition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Onward<S> {
    /// A state.
    State(S),
    /// The end of the trial.
    Done,
    /// Several independent states, all of which continue.
    Split(Vec<S>),
    /// No state: an unbounded question was truncated here.
    Truncated,
}

/// An open choice: the allowed options and the situation.
#[derive(Clone, Debug)]
pub struct OpenChoice {
    /// The index of the choice.
    pub choice: usize,
    /// The options, the usual one first. If two choices are made at once, these are the indices of
    /// all pairs of their options, starting at 0. The pairs with the first option of the first
    /// choice come first.
    pub options: Box<[i64]>,
    /// The situation: one number per part of the choice.
    pub situation: Box<[i64]>,
    /// Whether the player sees only part of the situation: these numbers.
    pub sees_part: bool,
    /// The index of the option that is tried, from 0.
    pub option: usize,
    /// Both choices, if two players make them at once; the first of them is `choice`.
    pub at_once: Option<Arc<AtOnce>>,
}

impl OpenChoice {
    /// Returns two choices that two players make at once, each with its options. The first pair of
    /// options is tried.
    pub fn at_once(sides: [(usize, &[i64]); 2], situation: &[i64]) -> OpenChoice {
        let [(first, first_options), (second, second_options)] = sides;
        let pairs = first_options.len() * second_options.len();
        OpenChoice {
            choice: first,
            options: (0..pairs as i64).collect(),
            situation: situation.into(),
            sees_part: false,
            option: 0,
            at_once: Some(Arc::new(AtOnce {
                choices: [first as u32, second as u32],
                options: [first_options.into(), second_options.into()],
            })),
        }
    }
}
