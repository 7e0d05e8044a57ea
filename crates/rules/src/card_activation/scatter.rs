//! Where an effect lands that missed its square.
//!
//! Published text 001: "The Game Leader should randomly determine where the effect is located." How
//! is not said: by a direction and a distance, or anywhere within an area.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{DiceExpression, Weights};

use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::{ParameterError, Values};

/// The farthest that an area may reach.
const FARTHEST: i64 = 20;

/// What is taken when neither an area nor the key itself is given.
const DIRECTIONS: i64 = 8;
const DISTANCE: &str = "1d3";

/// How it scatters.
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

/// The squares around one: those that share a side, then those at the corners.
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
/// The hexes around one, in axial coordinates.
const HEXES: [(i64, i64); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Ready to be thrown.
#[derive(Clone, Debug)]
pub(super) struct Scatter {
    /// Offsets, each as likely.
    offsets: Vec<(i64, i64)>,
    uniform: Weights,
    /// How many times the offset.
    distance: DiceExpression,
}

/// Where an effect landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LandingPoint {
    pub(super) x: i64,
    pub(super) y: i64,
    /// In steps of one square, also across a corner, or of one hex.
    pub(super) distance: i64,
}

impl Scatter {
    /// Reads `scatter`.
    ///
    /// # Errors
    /// When an area is given with a direction or a distance, no grid has so many directions, or the
    /// distance may be less than nothing.
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

    /// Over every square within a distance but the target's own.
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

    /// Throws it off its target.
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
