//! Where the bars of a distribution stand along its picture and how likely each is, so that a page
//! can let its reader part it.

use serde_json::json;

/// What parting a distribution takes, in millimetres.
#[derive(Clone, Debug)]
pub(super) struct Parting {
    /// The outer edges of the first bar and of the last, and the top of the plot.
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) top: f64,
    /// The lowest and the highest value of each bar.
    pub(super) ends: Vec<[i64; 2]>,
    pub(super) odds: Vec<f64>,
    /// What lies below the first bar and above the last, where faint tails are cut; and what never
    /// happens.
    pub(super) tails: [f64; 2],
    pub(super) never: Option<f64>,
}

impl Parting {
    /// As the page's script reads it, lengths in units of a picture.
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
