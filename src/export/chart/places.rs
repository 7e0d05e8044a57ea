//! Places along an axis, and what its ticks say.

use crate::report::Axis;

/// A place along an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AxisPlace {
    pub(super) axis: Axis,
    pub(super) index: usize,
    /// What a row says: "QV 4".
    pub(super) name: String,
    /// What a tick says: "4".
    pub(super) tick: String,
    /// The number that it is.
    pub(super) number: Option<f64>,
    /// Whether it is where a reader looks.
    pub(super) is_now: bool,
}

/// A label of the x axis.
pub(super) struct Tick {
    /// The value where it stands.
    pub(super) at: f64,
    pub(super) text: String,
    /// The number that it tells.
    pub(super) number: Option<f64>,
}

impl Tick {
    /// A number where it stands.
    pub(super) fn number(at: f64, text: String) -> Tick {
        Tick { at, text, number: Some(at) }
    }

    /// A name.
    pub(super) fn named(at: f64, text: String) -> Tick {
        Tick { at, text, number: None }
    }

    /// A place of an axis.
    pub(super) fn of(at: f64, place: &AxisPlace) -> Tick {
        Tick { at, text: place.tick.clone(), number: place.number }
    }
}
