//! What the ticks of an axis say.

use oddsmith_model::chart_data::{AxisPlace, ChartData};

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
        Tick {
            at,
            text,
            number: Some(at),
        }
    }

    /// A name.
    pub(super) fn named(at: f64, text: String) -> Tick {
        Tick {
            at,
            text,
            number: None,
        }
    }

    /// A value of a chart's metric.
    pub(super) fn of_value(table: &ChartData<'_>, value: i64) -> Tick {
        let of = if table.is_number(value) {
            Tick::number
        } else {
            Tick::named
        };
        of(value as f64, table.value_label(value))
    }

    /// A place of an axis.
    pub(super) fn of(at: f64, place: &AxisPlace) -> Tick {
        Tick {
            at,
            text: place.tick.clone(),
            number: place.number,
        }
    }
}
