//! The values of variables. A function sees the variables of its caller, and changes only its
//! copies.

use rustc_hash::FxHashMap;

use crate::syntax::Variable;
use crate::value::Value;

/// The variables of the program and of all functions that are being called.
#[derive(Default)]
pub(crate) struct Environment {
    frames: Vec<FxHashMap<Variable, Value>>,
}

impl Environment {
    pub(crate) fn new() -> Self {
        Self {
            frames: vec![FxHashMap::default()],
        }
    }

    /// Returns the value that is visible now.
    pub(crate) fn get(&self, variable: Variable) -> Option<&Value> {
        self.frames
            .iter()
            .rev()
            .find_map(|frame| frame.get(&variable))
    }

    /// Sets a variable of the innermost function.
    pub(crate) fn set(&mut self, variable: Variable, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(variable, value);
        }
    }

    /// Returns how many functions are being called, plus one for the program.
    pub(crate) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Enters a function.
    pub(crate) fn enter(&mut self) {
        self.frames.push(FxHashMap::default());
    }

    /// Leaves a function.
    pub(crate) fn leave(&mut self) {
        self.frames.pop();
    }

    /// Returns all variables that have a value.
    pub(crate) fn known(&self) -> impl Iterator<Item = Variable> + '_ {
        self.frames.iter().flat_map(|frame| frame.keys().copied())
    }
}
