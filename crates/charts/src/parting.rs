//! The positions and probabilities of the bars of a distribution, so that readers of the page can
//! split it.

use serde_json::json;

/// The data for splitting a distribution, in millimetres.
#[derive(Clone, Debug)]
pub(super) struct Parting {
    /// The outer edges of the first and the last bar.
    pub(super) from: f64,
    pub(super) to: f64,
    /// The top of the plot.
    pub(super) top: f64,
    /// The lowest and the highest value of each bar.
    pub(super) ends: Vec<[i64; 2]>,
    pub(super) odds: Vec<f64>,
    /// The probabilities below the first bar and above the last; 0 if no tail is cut.
    pub(super) tails: [f64; 2],
    /// The probability of "never"; `None` if it has no bar.
    pub(super) never: Option<f64>,
}

impl Parting {
    /// Returns the data as JSON for the script of the page, with lengths in units of the picture.
    pub(super) fn json(&self, units: impl Fn(f64) -> i64) -> String {
        let short = |number: &f64| (number * 1e12).round() / 1e12;
        json!({
            "x": [units(self.from), units(self.to)],
            "top": units(self.top),
            "ends": self.ends,
            "odds": self.odds.iter().map(short).collect::<Vec<_>>(),
            "tails": self.tails,
            "never": self.never,
        })
        .to_string()
    }
}
