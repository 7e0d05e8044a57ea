//! The kinds of values, as far as they are known before a trial.
//!
//! A kind decides where a value is stored: whole numbers, truths and texts are plain integers, and
//! all other values are boxed. A kind is only what is expected of a value, so an instruction that
//! takes a value out of a list checks it.

use crate::builtin::{Chance, Pure};
use crate::grammar::tree::Binary;
use crate::value::Datum;

/// The maximal depth of nested lists. The kind of a deeper list is `Other`.
const MAX_DEPTH: usize = 4;

/// The kind of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// The kind is not known yet.
    #[default]
    Unknown,
    /// The result of a function without `return`.
    Nothing,
    Whole,
    Truth,
    Text,
    /// A list of any length.
    List(Box<Kind>),
    /// A list whose entries have these kinds.
    Tuple(Vec<Kind>),
    /// Any other value, or one of several kinds.
    Other,
    /// Any value or none.
    Any,
}

/// How an integer becomes a value again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Nothing,
    Whole,
    Truth,
    Text,
}

impl Kind {
    pub(super) fn of(value: &Datum) -> Kind {
        match value {
            Datum::Nothing => Kind::Nothing,
            Datum::Whole(_) => Kind::Whole,
            Datum::Truth(_) => Kind::Truth,
            Datum::Text(_) => Kind::Text,
            Datum::List(list) => Kind::list(list.iter().map(Kind::of).collect()),
            _ => Kind::Other,
        }
    }

    /// Returns the kind of a list with these entries.
    pub(super) fn list(entries: Vec<Kind>) -> Kind {
        let kind = match entries.len() {
            1..=8 => Kind::Tuple(entries),
            _ => Kind::List(Box::new(join_all(&entries))),
        };
        kind.bounded(MAX_DEPTH)
    }

    /// Returns the kind with shallow lists only, so that kinds stay finite.
    fn bounded(self, depth: usize) -> Kind {
        match self {
            Kind::List(_) | Kind::Tuple(_) if depth == 0 => Kind::Other,
            Kind::List(entry) => Kind::List(Box::new(entry.bounded(depth - 1))),
            Kind::Tuple(entries) => Kind::Tuple(
                entries
                    .into_iter()
                    .map(|entry| entry.bounded(depth - 1))
                    .collect(),
            ),
            other => other,
        }
    }

    pub(super) fn join(&self, other: &Kind) -> Kind {
        match (self, other) {
            (Kind::Unknown, kind) | (kind, Kind::Unknown) => kind.clone(),
            (a, b) if a == b => a.clone(),
            (Kind::Tuple(a), Kind::Tuple(b)) if a.len() == b.len() => {
                Kind::Tuple(a.iter().zip(b).map(|(a, b)| a.join(b)).collect())
            }
            (Kind::List(_) | Kind::Tuple(_), Kind::List(_) | Kind::Tuple(_)) => {
                Kind::List(Box::new(self.entry().join(&other.entry())))
            }
            (Kind::Nothing | Kind::Any, _) | (_, Kind::Nothing | Kind::Any) => Kind::Any,
            _ => Kind::Other,
        }
    }

    /// Widens the kind, and returns whether it has changed.
    pub(super) fn widen(&mut self, other: &Kind) -> bool {
        let joined = self.join(other).bounded(MAX_DEPTH);
        let has_changed = joined != *self;
        *self = joined;
        has_changed
    }

    /// Returns the kind of the entries of a list.
    pub(super) fn entry(&self) -> Kind {
        match self {
            Kind::List(entry) => (**entry).clone(),
            Kind::Tuple(entries) => join_all(entries),
            Kind::Unknown => Kind::Unknown,
            _ => Kind::Other,
        }
    }

    /// Returns the kind of each of the values into which a list is unpacked.
    pub(super) fn unpacked(&self, n: usize) -> Vec<Kind> {
        match self {
            Kind::Tuple(entries) if entries.len() == n => entries.clone(),
            _ => vec![self.entry(); n],
        }
    }

    /// Returns the kind of a list after an entry, `depth` levels down, has been set to a value.
    pub(super) fn with_entry(&self, depth: usize, value: &Kind) -> Kind {
        match depth {
            0 => self.join(value),
            _ => Kind::List(Box::new(self.entry().with_entry(depth - 1, value))),
        }
    }

    /// Returns how the value is stored as an integer, or `None` if it is boxed.
    pub(super) fn form(&self) -> Option<Form> {
        match self {
            Kind::Nothing => Some(Form::Nothing),
            Kind::Whole => Some(Form::Whole),
            Kind::Truth => Some(Form::Truth),
            Kind::Text => Some(Form::Text),
            _ => None,
        }
    }

    /// Returns whether a value counts as a whole number. A truth counts as 0 or 1.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self, Kind::Whole | Kind::Truth)
    }

    fn is_list(&self) -> bool {
        matches!(self, Kind::List(_) | Kind::Tuple(_))
    }
}

pub(super) fn join_all(kinds: &[Kind]) -> Kind {
    kinds
        .iter()
        .fold(Kind::Unknown, |joined, kind| joined.join(kind))
}

/// Returns the kind of `left operator right`.
pub(super) fn binary_kind(operator: Binary, left: &Kind, right: &Kind) -> Kind {
    match (left, right) {
        (Kind::Unknown, _) | (_, Kind::Unknown) => Kind::Unknown,
        _ if operator == Binary::FloorDivide => Kind::Whole,
        _ if matches!(operator, Binary::Divide | Binary::Power) => Kind::Other,
        (left, right) if left.is_whole() && right.is_whole() => Kind::Whole,
        (left, right) if operator == Binary::Add && left.is_list() && right.is_list() => {
            Kind::List(Box::new(left.entry().join(&right.entry())))
        }
        _ => Kind::Other,
    }
}

/// Returns the kind of the result of a function.
pub(super) fn pure_kind(function: Pure, arguments: &[Kind]) -> Kind {
    let entries = match arguments {
        [list] if list.is_list() => list.entry(),
        [Kind::Unknown, ..] => Kind::Unknown,
        _ => join_all(arguments),
    };
    match function {
        Pure::RoundUp | Pure::Len | Pure::Distinct => Kind::Whole,
        Pure::Any | Pure::All => Kind::Truth,
        Pure::Min | Pure::Max => entries,
        Pure::Abs | Pure::Sum if entries == Kind::Truth => Kind::Whole,
        Pure::Abs | Pure::Sum => entries,
        Pure::Median if entries == Kind::Unknown => Kind::Unknown,
        Pure::Median => Kind::Other,
        Pure::Sorted | Pure::Highest | Pure::Lowest | Pure::Middle => match &arguments[0] {
            Kind::Unknown => Kind::Unknown,
            list => Kind::List(Box::new(list.entry())),
        },
        Pure::Range | Pure::Upto => Kind::List(Box::new(Kind::Whole)),
    }
}

/// Returns the kind of the running result of a function over entries of this kind.
pub(super) fn fold_kind(function: Pure, entry: &Kind) -> Kind {
    match function {
        Pure::Len => Kind::Whole,
        Pure::Any | Pure::All if *entry == Kind::Truth => Kind::Truth,
        Pure::Sum | Pure::Min | Pure::Max if *entry == Kind::Whole => Kind::Whole,
        _ if *entry == Kind::Unknown => Kind::Unknown,
        _ => Kind::Other,
    }
}

/// Returns the kind of the final result of a function over a list.
pub(super) fn folded_kind(function: Pure, running: &Kind) -> Kind {
    match function {
        Pure::Len | Pure::Distinct => Kind::Whole,
        Pure::Any | Pure::All => Kind::Truth,
        _ if running.form().is_some() || *running == Kind::Unknown => running.clone(),
        _ => Kind::Other,
    }
}

/// Returns the kind of the answer to a question to chance.
pub(super) fn chance_kind(function: Chance, arguments: &[Kind]) -> Kind {
    let first = &arguments[0];
    let face = |die: &Kind| match die {
        kind if kind.is_whole() => Kind::Whole,
        kind => kind.entry(),
    };
    let wholes = || Kind::List(Box::new(Kind::Whole));
    match (function, arguments) {
        _ if *first == Kind::Unknown => Kind::Unknown,
        (Chance::Roll, _) => face(first),
        (Chance::Dice | Chance::Successes | Chance::Binomial, _) => Kind::Whole,
        (Chance::Event, _) => Kind::Truth,
        (Chance::Pool, [_, die]) => Kind::List(Box::new(face(die))),
        (Chance::Pool | Chance::Tally, _) => wholes(),
        (Chance::Draw | Chance::Hand, _) if first.is_list() => {
            Kind::Tuple(vec![wholes(), wholes()])
        }
        (Chance::Draw | Chance::Hand, _) => Kind::Tuple(vec![Kind::Other, Kind::Other]),
    }
}

impl Form {
    /// Returns the integer of a value, or `None` if the value has another form.
    #[inline]
    pub(super) fn read(self, value: &Datum) -> Option<i64> {
        match (self, value) {
            (Form::Whole, Datum::Whole(number)) => Some(*number),
            (Form::Truth, Datum::Truth(truth)) => Some((*truth).into()),
            (Form::Text, Datum::Text(text)) => Some((*text).into()),
            (Form::Nothing, Datum::Nothing) => Some(0),
            _ => None,
        }
    }

    /// Returns the value of an integer.
    #[inline]
    pub(super) fn write(self, number: i64) -> Datum {
        match self {
            Form::Nothing => Datum::Nothing,
            Form::Whole => Datum::Whole(number),
            Form::Truth => Datum::Truth(number != 0),
            Form::Text => Datum::Text(number as u32),
        }
    }
}
