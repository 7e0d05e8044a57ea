//! What the ticks of an axis say.

use oddsmith_model::chart_data::{AxisPlace, ChartData};

/// A label of the x axis.
pub(super) struct Tick {
    /// The value where it stands.
    pub(super) position: f64,
    pub(super) text: String,
    /// The number that it tells.
    pub(super) number: Option<f64>,
}

impl Tick {
    /// A number where it stands.
    pub(super) fn number(position: f64, text: String) -> Tick {
        Tick {
            position,
            text,
            number: Some(position),
        }
    }

    /// A name.
    pub(super) fn named(position: f64, text: String) -> Tick {
        Tick {
            position,
            text,
            number: None,
        }
    }

    /// A value of a chart's metric.
    pub(super) fn for_value(table: &ChartData<'_>, value: i64) -> Tick {
        let new_tick = if table.is_number(value) {
            Tick::number
        } else {
            Tick::named
        };
        new_tick(value as f64, table.value_label(value))
    }

    /// A place of an axis.
    pub(super) fn for_place(position: f64, place: &AxisPlace) -> Tick {
        Tick {
            position,
            text: place.tick.clone(),
            number: place.number,
        }
    }
}
