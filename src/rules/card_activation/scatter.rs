//! Where an effect lands that missed its square.

use crate::chance::Chance;
use oddsmith_engine::chance::Expression;
use oddsmith_engine::chance::Weights;
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::{ParameterError, Values};

/// How it scatters.
pub const SCATTER: Parameter = Parameter::new(
    "scatter",
    ParameterType::Table(&[
        Parameter::new(
            "directions",
            ParameterType::Whole { from: 4, to: 8 },
            "8",
            "directions, each as likely: 4 or 8 on squares, 6 on hexes (offsets are then axial coordinates)",
        )
        .labelled("Directions", "Directions"),
        Parameter::new("distance", ParameterType::Dice, "\"1d3\"", "how far it scatters, in squares")
            .labelled("Distance", "Distance"),
    ]),
    "{}",
    "where the effect is when on_failure = \"scatter\"",
);

/// The squares around one: those that share a side, then those at the corners.
const SQUARES: [(i64, i64); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The hexes around one, in axial coordinates.
const HEXES: [(i64, i64); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Ready to be thrown.
#[derive(Clone, Debug)]
pub struct Scatter {
    around: &'static [(i64, i64)],
    uniform: Weights,
    distance: Expression,
}

impl Scatter {
    /// Reads `scatter`.
    ///
    /// # Errors
    /// When no grid has so many directions, or the distance may be less than nothing.
    pub fn new(values: &Values) -> Result<Scatter, ParameterError> {
        let around: &[(i64, i64)] = match values.whole("directions") {
            4 => &SQUARES[..4],
            6 => &HEXES,
            8 => &SQUARES,
            other => {
                let problem = format!("no grid has {other} directions");
                return Err(ParameterError::new("scatter.directions", problem, "4 or 8 on squares, 6 on hexes"));
            }
        };
        let distance = values.dice("distance").clone();
        if distance.least() < 0 {
            let problem = format!("the distance may be {}", distance.least());
            return Err(ParameterError::new("scatter.distance", problem, "a distance is 0 or more, as in \"1d3\""));
        }
        Ok(Scatter { around, uniform: Weights::uniform(around.len()), distance })
    }

    /// The offset in both directions and the distance, one square a step, also across a corner.
    pub fn land(&self, chance: &mut impl Chance) -> (i64, i64, i64) {
        let (x, y) = self.around[chance.pick(&self.uniform)];
        let distance = self.distance.roll(chance);
        (x * distance, y * distance, distance)
    }
}
