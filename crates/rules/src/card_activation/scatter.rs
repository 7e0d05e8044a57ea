//! The landing point of an effect that missed its square.
//!
//! Published text 001: "The Game Leader should randomly determine where the effect is located." It
//! does not say how. The scenario chooses a direction and a distance, or an area.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{DiceExpression, Weights};

use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::{ParameterError, Values};

/// The maximal radius of an area.
const FARTHEST: i64 = 20;

/// The default number of directions if no area is given.
const DIRECTIONS: i64 = 8;
const DISTANCE: &str = "1d3";

/// The parameter for scattering.
pub(super) const SCATTER: Parameter = Parameter::new(
    "scatter",
    ParameterType::Table(&[
        Parameter::new(
            "directions",
            ParameterType::Whole { from: 4, to: 8 },
            "",
            "How many directions there are, all equally likely: 4 or 8 on squares, 6 on hexes, where offsets are axial. By default 8.",
        )
        .labelled("Directions", "Directions"),
        Parameter::new(
            "distance",
            ParameterType::Dice,
            "",
            "How many squares the effect scatters in that direction. By default \"1d3\".",
        )
        .labelled("Distance", "Distance"),
        Parameter::new(
            "area",
            ParameterType::Whole { from: 1, to: FARTHEST },
            "",
            "Instead of both: the effect lands on any square within this distance, except the target's own. All squares are equally likely.",
        )
        .labelled("Maximum squares off target", "Area"),
    ]),
    "{}",
    "Where an effect that misses can land, if on_failure = \"scatter\".",
);

/// The neighbours of a square: those that share a side, followed by those at the corners.
const SQUARES: [(i64, i64); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];
/// The neighbours of a hex, in axial coordinates.
const HEXES: [(i64, i64); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A scatter with its parameters.
#[derive(Clone, Debug)]
pub(super) struct Scatter {
    /// The offsets, which are equally likely.
    offsets: Vec<(i64, i64)>,
    uniform: Weights,
    /// The factor of the offset.
    distance: DiceExpression,
}

/// The landing point of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LandingPoint {
    pub(super) x: i64,
    pub(super) y: i64,
    /// The distance in steps to a neighbouring square (also across a corner) or hex.
    pub(super) distance: i64,
}

impl Scatter {
    /// Reads `scatter`.
    ///
    /// # Errors
    /// Returns an error if an area is combined with a direction or a distance, if no grid has this
    /// number of directions, or if the distance may be negative.
    pub(super) fn new(values: &Values) -> Result<Scatter, ParameterError> {
        if let Some(area) = values.whole_if("area") {
            return Scatter::over_area(area, values);
        }
        let offsets: &[(i64, i64)] = match values.whole_if("directions").unwrap_or(DIRECTIONS) {
            4 => &SQUARES[..4],
            6 => &HEXES,
            8 => &SQUARES,
            other => {
                let problem = format!("no grid has {other} directions");
                return Err(ParameterError::new(
                    "scatter.directions",
                    problem,
                    "4 or 8 on squares, 6 on hexes",
                ));
            }
        };
        let one_to_three = DiceExpression::parse(DISTANCE).expect("a die");
        let distance = values.dice_if("distance").cloned().unwrap_or(one_to_three);
        if distance.least() < 0 {
            let problem = format!("the distance can be {}", distance.least());
            return Err(ParameterError::new(
                "scatter.distance",
                problem,
                "a distance is 0 or more, as in \"1d3\"",
            ));
        }
        Ok(Scatter::with_offsets(offsets.to_vec(), distance))
    }

    fn with_offsets(offsets: Vec<(i64, i64)>, distance: DiceExpression) -> Scatter {
        let uniform = Weights::uniform(offsets.len()).expect("somewhere to land");
        Scatter {
            offsets,
            uniform,
            distance,
        }
    }

    /// Returns a scatter over every square within a distance, except the target.
    fn over_area(area: i64, values: &Values) -> Result<Scatter, ParameterError> {
        if let Some(key) = ["directions", "distance"]
            .into_iter()
            .find(|key| values.get(key).is_some())
        {
            let problem = format!(
                "`{key}` has no effect with `area`: all squares of the area are equally likely"
            );
            return Err(ParameterError::new(
                format!("scatter.{key}"),
                problem,
                format!("leave out {key}, or area"),
            ));
        }
        let rows = (-area..=area).flat_map(|y| (-area..=area).map(move |x| (x, y)));
        Ok(Scatter::with_offsets(
            rows.filter(|&offset| offset != (0, 0)).collect(),
            DiceExpression::constant(1),
        ))
    }

    /// Samples the landing point.
    pub(super) fn land(&self, ask: &mut impl Ask) -> LandingPoint {
        let (x, y) = self.offsets[ask.pick(&self.uniform)];
        let times = ask.total(&self.distance);
        LandingPoint {
            x: x * times,
            y: y * times,
            distance: x.abs().max(y.abs()) * times,
        }
    }
}
