//! The reasons why a chart could not be drawn.

use std::error::Error;
use std::fmt;

/// The reason why a chart could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartError {
    /// The report has no data for the chart.
    Empty(String),
    /// The kind of chart does not suit the data.
    Unsuitable(String),
    /// The picture could not be built or encoded.
    Picture(String),
}

impl ChartError {
    #[cfg(feature = "print")]
    pub(super) fn picture_error(reason: impl fmt::Display) -> ChartError {
        ChartError::Picture(reason.to_string())
    }
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChartError::Empty(reason) => write!(f, "nothing to draw: {reason}"),
            ChartError::Unsuitable(reason) => {
                write!(f, "this kind of chart does not suit: {reason}")
            }
            ChartError::Picture(reason) => write!(f, "the picture could not be made: {reason}"),
        }
    }
}

impl Error for ChartError {}
