//! Pieces of code of the rule language.

use std::rc::Rc;

use crate::pool::Pool;

/// The precedence of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    Conditional,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Negative,
    Atom,
}

/// The type of the value of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Number,
    Truth,
    List,
}

/// A piece of code.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) strength: Strength,
    pub(super) kind: Kind,
    /// Whether two evaluations may differ.
    pub(super) is_random: bool,
    /// The lowest and highest number that it can yield, if known.
    pub(super) range: Option<(i64, i64)>,
    /// The length of the list, if known.
    pub(super) length: Option<i64>,
}

impl Piece {
    pub(super) fn new(text: String, strength: Strength, kind: Kind, is_random: bool) -> Self {
        Self {
            text,
            strength,
            kind,
            is_random,
            range: None,
            length: None,
        }
    }

    /// Makes the piece of a call or a name.
    pub(super) fn atom(text: String, kind: Kind, is_random: bool) -> Self {
        Self::new(text, Strength::Atom, kind, is_random)
    }

    pub(super) fn with_range(mut self, range: Option<(i64, i64)>) -> Self {
        self.range = range;
        self
    }

    pub(super) fn with_length(mut self, length: Option<i64>) -> Self {
        self.length = length;
        self
    }

    /// Returns the text, in brackets if it binds less tightly than it has to.
    pub(super) fn at(&self, strength: Strength) -> String {
        if self.strength < strength {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }

    /// Returns the piece as a number.
    pub(super) fn number(self) -> Self {
        if self.kind != Kind::Truth {
            return self;
        }
        Self {
            text: format!("1 if {} else 0", self.at(Strength::Or)),
            strength: Strength::Conditional,
            kind: Kind::Number,
            range: Some((0, 1)),
            ..self
        }
    }
}

/// The translation of an expression.
#[derive(Clone, Debug)]
pub(super) enum Code {
    Number(i64),
    Sequence(Rc<[i64]>),
    /// Dice that can be rolled again at each use.
    Dice(Pool),
    /// Terms in dice notation, such as "2d6+1", whose sum is rolled at each use.
    Notation(String, Option<(i64, i64)>),
    Piece(Piece),
}

impl Code {
    pub(super) fn is_random(&self) -> bool {
        match self {
            Self::Number(_) | Self::Sequence(_) => false,
            Self::Dice(_) | Self::Notation(..) => true,
            Self::Piece(piece) => piece.is_random,
        }
    }

    /// Returns whether it is a sequence or a list.
    pub(super) fn is_list(&self) -> bool {
        match self {
            Self::Sequence(_) => true,
            Self::Piece(piece) => piece.kind == Kind::List,
            _ => false,
        }
    }
}

/// Returns a list of numbers.
pub(super) fn list(values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("[{}]", values.join(", "))
}
