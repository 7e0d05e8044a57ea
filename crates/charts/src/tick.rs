//! The labels of an axis' ticks.

use oddsmith_model::chart_data::{AxisPlace, ChartData};

/// A tick of the x axis.
pub(super) struct Tick {
    /// The value at its position.
    pub(super) position: f64,
    pub(super) text: String,
    /// Its number, if it is one.
    pub(super) number: Option<f64>,
    /// Its rank among the ticks that are shown if there is room; `None` for others.
    pub(super) pin: Option<usize>,
}

impl Tick {
    /// Returns a tick with a number.
    pub(super) fn number(position: f64, text: String) -> Tick {
        Tick {
            position,
            text,
            number: Some(position),
            pin: None,
        }
    }

    /// Returns a tick with a name.
    pub(super) fn named(position: f64, text: String) -> Tick {
        Tick {
            position,
            text,
            number: None,
            pin: None,
        }
    }

    /// Returns the tick of a value of a chart's metric.
    pub(super) fn for_value(data: &ChartData<'_>, value: i64) -> Tick {
        let new_tick = if data.is_number(value) {
            Tick::number
        } else {
            Tick::named
        };
        new_tick(value as f64, data.value_label(value))
    }

    /// Returns the tick of a place on an axis.
    pub(super) fn for_place(position: f64, place: &AxisPlace) -> Tick {
        Tick {
            position,
            text: place.tick.clone(),
            number: place.number,
            pin: None,
        }
    }
}
