//! `card-activation`: a player activates an effect card by an action that must overcome a resistance.
//!
//! Published text 001.

mod draw;
mod present;
mod scatter;
mod side;

use crate::chance::Chance;
use crate::rule::metric::{Kind, Metric, Outcome, Presentation, Tone};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::{ParameterError, Values};
use crate::rule::{Record, Rule, Step};
use draw::{Dealing, Draw};
use scatter::Scatter;
use side::{Decks, LARGEST, Side, draws};

/// What it is, in one line.
pub const ABOUT: &str = "An effect card is activated by cards, draws and dice against a resistance; it may scatter";

const PART: ParameterType = ParameterType::Whole { from: -LARGEST, to: LARGEST };

const RESISTANCE: &[Parameter] = &[
    Parameter::new("base", PART, "1", "the basic score of one").labelled("Basic resistance", "Base"),
    Parameter::new("range", PART, "0", "bonus of the situation for range").labelled("Resistance from range", "Range"),
    Parameter::new("cover", PART, "0", "bonus of the situation for cover").labelled("Resistance from cover", "Cover"),
    Parameter::new(
        "squares",
        ParameterType::Whole { from: 0, to: LARGEST },
        "0",
        "squares targeted by an indirect attack or a card with Area Resistance",
    )
    .labelled("Squares targeted", "Squares"),
    Parameter::new("per_square", PART, "1", "resistance for each of those squares")
        .labelled("Resistance of a square", "Per square"),
    Parameter::new(
        "creatures",
        ParameterType::List(&PART),
        "[]",
        "minimum resistances of the creatures in the squares; each adds its own, even a willing one",
    ),
    Parameter::new("creature_minimum", PART, "1", "the least that a creature adds")
        .labelled("Least resistance of a creature", "Minimum"),
    Parameter::new(
        "defence",
        ParameterType::Table(&[side::PLAYED, side::DRAW, side::DICE]),
        "{}",
        "the defender's own score, built as the activation's: cards, draw, dice",
    ),
];

/// Its parameters.
pub const PARAMETERS: &[Parameter] = &[
    side::PLAYED,
    side::DRAW,
    side::DICE,
    Parameter::new("resistance", ParameterType::Table(RESISTANCE), "{}", "what the activation has to overcome"),
    Parameter::new(
        "ties",
        ParameterType::Choice(&["fail", "succeed"]),
        "\"fail\"",
        "a score that equals the resistance does not beat it; succeed is the other reading",
    )
    .labelled("Ties", ""),
    Parameter::new(
        "on_failure",
        ParameterType::Choice(&["fizzle", "scatter"]),
        "\"fizzle\"",
        "fizzle: it simply fails; scatter: an attack's effect is active, but elsewhere",
    )
    .labelled("A failure", ""),
    scatter::SCATTER,
    Parameter::new(
        "attempts",
        ParameterType::Whole { from: 1, to: 100 },
        "1",
        "how often the action is tried while it fizzles; decks are reshuffled between",
    )
    .labelled("Attempts", "Attempts"),
    side::DECKS,
];

const RESULTS: &[Outcome] = &[
    Outcome { name: "not-tried", label: "Not tried", tone: Tone::Neutral },
    Outcome { name: "fizzled", label: "Fizzled", tone: Tone::Failure },
    Outcome { name: "scattered", label: "Scattered", tone: Tone::Mixed },
    Outcome { name: "succeeded", label: "Succeeded", tone: Tone::Success },
];
const NOT_TRIED: i64 = 0;
const FIZZLED: i64 = 1;
const SCATTERED: i64 = 2;
const SUCCEEDED: i64 = 3;

// Indices into `metrics()`.
const SCORE: usize = 0;
const RESISTED: usize = 1;
const MARGIN: usize = 2;
const RESULT: usize = 3;
const SUCCESS: usize = 4;
const ATTEMPTS_USED: usize = 5;
const OFFSET_X: usize = 6;
const OFFSET_Y: usize = 7;
const MISS_DISTANCE: usize = 8;

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct CardActivation {
    attacker: Side,
    defender: Side,
    draws: Vec<Draw>,
    /// All of the resistance but the defender's draw and dice.
    resistance: i64,
    ties_succeed: bool,
    scatter: Option<Scatter>,
    attempts: u32,
}

/// Somewhere within an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    attempt: u32,
    score: i64,
    resistance: i64,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Draw { draw: u8, dealing: Dealing },
    Dice,
    DefenceDice,
    Scatter,
}

impl CardActivation {
    /// The rule under these parameters.
    ///
    /// # Errors
    /// When a deck is asked for what it is not, or a scatter has no place on a grid.
    pub fn new(values: &Values) -> Result<CardActivation, ParameterError> {
        let decks = Decks::new(values)?;
        let resistance = values.table("resistance");
        let attacker = Side::new(values, "draw", &decks)?;
        let defender = Side::new(resistance.table("defence"), "resistance.defence.draw", &decks)?;
        let scatter = Scatter::new(values.table("scatter"))?;
        let minimum = resistance.whole("creature_minimum");
        let creatures: i64 = resistance.wholes("creatures").into_iter().map(|own| own.max(minimum)).sum();
        Ok(CardActivation {
            draws: draws([&attacker, &defender], &decks)?,
            resistance: ["base", "range", "cover"].map(|key| resistance.whole(key)).iter().sum::<i64>()
                + resistance.whole("squares") * resistance.whole("per_square")
                + creatures
                + defender.fixed,
            attacker,
            defender,
            ties_succeed: values.text("ties") == "succeed",
            scatter: (values.text("on_failure") == "scatter").then_some(scatter),
            attempts: values.count("attempts"),
        })
    }

    fn attempt(&self, attempt: u32) -> State {
        State { attempt, score: self.attacker.fixed, resistance: self.resistance, stage: self.stage(0) }
    }

    /// The stage in which this draw is dealt, or what follows the last.
    fn stage(&self, draw: u8) -> Stage {
        self.draws.get(usize::from(draw)).map_or(Stage::Dice, |cards| Stage::Draw { draw, dealing: cards.start() })
    }

    /// Holds the score against the resistance.
    fn resolve<R: Record>(&self, state: &mut State, record: &mut R) -> Step {
        let State { attempt, score, resistance, .. } = *state;
        let margin = score - resistance;
        let result = match margin {
            1.. => SUCCEEDED,
            0 if self.ties_succeed => SUCCEEDED,
            _ if self.scatter.is_some() => SCATTERED,
            _ => FIZZLED,
        };
        record.at(SCORE, attempt, score);
        record.at(RESISTED, attempt, resistance);
        record.at(MARGIN, attempt, margin);
        record.at(RESULT, attempt, result);
        match result {
            SCATTERED => *state = State { attempt, score: 0, resistance: 0, stage: Stage::Scatter },
            FIZZLED if attempt < self.attempts => *state = self.attempt(attempt + 1),
            _ => return self.finish(attempt, result == SUCCEEDED, (0, 0, 0), record),
        }
        Step::Continue
    }

    fn finish<R: Record>(&self, attempt: u32, succeeded: bool, landed: (i64, i64, i64), record: &mut R) -> Step {
        for untried in attempt + 1..=self.attempts {
            for metric in [SCORE, RESISTED, MARGIN] {
                record.at(metric, untried, 0);
            }
            record.at(RESULT, untried, NOT_TRIED);
        }
        record.whole(SUCCESS, succeeded.into());
        record.whole(ATTEMPTS_USED, attempt.into());
        if self.scatter.is_some() {
            record.whole(OFFSET_X, landed.0);
            record.whole(OFFSET_Y, landed.1);
            record.whole(MISS_DISTANCE, landed.2);
        }
        Step::Done
    }
}

impl Rule for CardActivation {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        let step = |name: &str, kind, label: &str| Metric::per_step(name, kind, label, 1, self.attempts);
        let mut metrics = vec![
            step("score", Kind::Count, "Activation score"),
            step("resistance", Kind::Count, "Resistance"),
            step("margin", Kind::Count, "Score less resistance"),
            step("result", Kind::Category(RESULTS), "Result"),
            Metric::whole("succeeded", Kind::Flag, "Activated"),
            Metric::whole("attempts_used", Kind::Count, "Attempts used"),
        ];
        if self.scatter.is_some() {
            metrics.extend([
                Metric::whole("offset_x", Kind::Count, "Squares off to the right"),
                Metric::whole("offset_y", Kind::Count, "Squares off ahead"),
                Metric::whole("miss_distance", Kind::Count, "Squares off target"),
            ]);
        }
        metrics
    }

    fn presentation(&self) -> Presentation {
        present::presentation(self.attempts > 1, self.scatter.is_some())
    }

    fn start(&self) -> State {
        self.attempt(1)
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        match &mut state.stage {
            Stage::Draw { draw, dealing } => {
                let sums = [&mut state.score, &mut state.resistance];
                if !self.draws[usize::from(*draw)].deal(dealing, sums, chance) {
                    state.stage = self.stage(*draw + 1);
                }
                Step::Continue
            }
            Stage::Dice => {
                state.score += self.attacker.dice.as_ref().map_or(0, |dice| dice.roll(chance));
                if self.defender.dice.is_none() {
                    return self.resolve(state, record);
                }
                state.stage = Stage::DefenceDice;
                Step::Continue
            }
            Stage::DefenceDice => {
                state.resistance += self.defender.dice.as_ref().map_or(0, |dice| dice.roll(chance));
                self.resolve(state, record)
            }
            Stage::Scatter => {
                let landed = self.scatter.as_ref().map_or((0, 0, 0), |scatter| scatter.land(chance));
                self.finish(state.attempt, false, landed, record)
            }
        }
    }
}
