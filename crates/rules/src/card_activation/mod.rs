//! `card-activation`: a player activates an effect card by an action that must overcome a
//! resistance.
//!
//! Published text 001.

mod decks;
mod draw;
mod scatter;
mod shown;
mod side;
mod words;

use oddsmith_engine::chance::DiceExpression;
use oddsmith_engine::{Ask, Choice, Metric, Parts, Rule, RuleError, Step};

use crate::build_with_choices;
use decks::Decks;
use draw::{Dealing, Draw};
use oddsmith_model::rule::choice::{ChoiceInfo, ChoiceWords, NumberWords, Part, ShownChoice};
use oddsmith_model::rule::values::{ParameterError, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use scatter::{LandingPoint, Scatter};
use shown::{
    ABOUT, ATTEMPTS_USED, FIZZLED, MARGIN, MISS_DISTANCE, NOT_TRIED, OFFSET_X, OFFSET_Y,
    PARAMETERS, RESISTED, RESULT, SCATTERED, SCORE, SUCCEEDED, SUCCESS,
};
use side::{CardSide, draws};

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "card-activation",
    about: ABOUT,
    words: words::WORDS,
    parameters: PARAMETERS,
    choices: CHOICES,
    metric_parameters: &[("where a failure scatters", "on_failure = \"scatter\"")],
    tables: &[],
    size_advice: "draw fewer cards, use fewer values in a deck, use fewer attempts",
    build,
};

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    let rule = CardActivation::new(values)?;
    let presentation = shown::presentation(rule.attempts, rule.scatter.is_some());
    let again_choice = || ShownChoice {
        name: AGAIN.to_owned(),
        options: NumberWords::Listed(TRY_AGAIN, vec!["yes".to_owned(), "no".to_owned()]),
        parts: vec![Part::number("attempts", "{} attempts made")],
        words: ChoiceWords::question("Try again?"),
        side: Default::default(),
    };
    let choices = rule.has_player_choice.then(|| vec![again_choice()]);
    Ok(build_with_choices(rule, presentation, choices))
}

/// The name of the player's choice in scenarios.
const AGAIN: &str = "again";
const CHOICES: &[ChoiceInfo] = &[ChoiceInfo {
    key: AGAIN,
    meaning: "Whether to try again after a fizzle, \"yes\" or \"no\", while attempts are left. By default yes.",
}];
const TRY_AGAIN: i64 = 0;
const GIVE_UP: i64 = 1;

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct CardActivation {
    attacker: CardSide,
    defender: CardSide,
    draws: Vec<Draw>,
    /// The fixed part of the resistance, without the defender's draw and dice.
    resistance: i64,
    ties_succeed: bool,
    scatter: Option<Scatter>,
    attempts: u32,
    /// Whether a player decides on another attempt.
    has_player_choice: bool,
}

/// A state within an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardState {
    attempt: u32,
    score: i64,
    resistance: i64,
    stage: CardStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CardStage {
    Draw { draw: u8, dealing: Dealing },
    Dice,
    DefenceDice,
    Scatter,
}

impl CardActivation {
    /// Returns the rule with these parameters.
    ///
    /// # Errors
    /// Returns an error if a deck cannot provide the cards, or if a scatter does not fit on a grid.
    pub fn new(values: &Values) -> Result<CardActivation, ParameterError> {
        let decks = Decks::new(values)?;
        let resistance = values.table("resistance");
        // Nearly every card exceeds the basic score of 1, and so does a d20.
        let usual = DiceExpression::parse("1d20").expect("dice");
        let attacker = CardSide::new(values, "draw", &decks, &usual)?;
        let nothing = DiceExpression::constant(0);
        let defender = CardSide::new(
            resistance.table("defence"),
            "resistance.defence.draw",
            &decks,
            &nothing,
        )?;
        let (scatter, scatters) = (
            Scatter::new(values.table("scatter"))?,
            values.text("on_failure") == "scatter",
        );
        let minimum = resistance.whole("creature_minimum");
        let creatures: i64 = resistance
            .wholes("creatures")
            .into_iter()
            .map(|creature| creature.max(minimum))
            .sum();
        Ok(CardActivation {
            draws: draws([&attacker, &defender], &decks)?,
            resistance: ["base", "range", "cover"]
                .map(|key| resistance.whole(key))
                .iter()
                .sum::<i64>()
                + resistance.whole("squares") * resistance.whole("per_square")
                + creatures
                + defender.fixed,
            attacker,
            defender,
            ties_succeed: values.text("ties") == "succeed",
            scatter: scatters.then_some(scatter),
            attempts: values.count("attempts"),
            has_player_choice: values.asks().has(AGAIN),
        })
    }

    fn attempt(&self, attempt: u32) -> CardState {
        CardState {
            attempt,
            score: self.attacker.fixed,
            resistance: self.resistance,
            stage: self.stage(0),
        }
    }

    /// Returns the stage in which this draw is dealt, or the stage after the last draw.
    fn stage(&self, draw: u8) -> CardStage {
        self.draws
            .get(usize::from(draw))
            .map_or(CardStage::Dice, |cards| CardStage::Draw {
                draw,
                dealing: cards.start(),
            })
    }

    /// Returns whether the cards alone decide.
    fn is_without_dice(&self) -> bool {
        self.attacker.is_without_dice() && self.defender.is_without_dice()
    }

    /// Compares the score with the resistance.
    fn resolve(&self, state: &mut CardState, ask: &mut impl Ask) -> Step<CardState> {
        let CardState {
            attempt,
            score,
            resistance,
            ..
        } = *state;
        let margin = score - resistance;
        let result = match margin {
            1.. => SUCCEEDED,
            0 if self.ties_succeed => SUCCEEDED,
            _ if self.scatter.is_some() => SCATTERED,
            _ => FIZZLED,
        };
        ask.observe_all(
            attempt,
            [
                (SCORE, score),
                (RESISTED, resistance),
                (MARGIN, margin),
                (RESULT, result),
            ],
        );
        match result {
            SCATTERED => {
                *state = CardState {
                    attempt,
                    score: 0,
                    resistance: 0,
                    stage: CardStage::Scatter,
                }
            }
            FIZZLED if attempt < self.attempts && self.tries_again(attempt, ask) => {
                *state = self.attempt(attempt + 1)
            }
            _ => return self.finish(attempt, result == SUCCEEDED, ask),
        }
        Step::Continue
    }

    fn tries_again(&self, attempt: u32, ask: &mut impl Ask) -> bool {
        !self.has_player_choice
            || ask.choose(0, &[TRY_AGAIN, GIVE_UP], &[attempt.into()]) == TRY_AGAIN
    }

    fn finish(&self, attempt: u32, succeeded: bool, ask: &mut impl Ask) -> Step<CardState> {
        (attempt + 1..=self.attempts).for_each(|untried| ask.observe(RESULT, untried, NOT_TRIED));
        ask.observe_whole_all([(SUCCESS, succeeded.into()), (ATTEMPTS_USED, attempt.into())]);
        Step::Done
    }
}

impl Rule for CardActivation {
    type State = CardState;

    fn metrics(&self) -> Vec<Metric> {
        oddsmith_model::rule::metric::engine_metrics(&shown::metrics(
            self.attempts,
            self.scatter.is_some(),
        ))
    }

    fn choices(&self) -> Vec<Choice> {
        if self.has_player_choice {
            vec![Choice::new(AGAIN, ["attempts"])]
        } else {
            Vec::new()
        }
    }

    fn start(&self, _: &Parts) -> CardState {
        self.attempt(1)
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut CardState,
        ask: &mut A,
    ) -> Result<Step<CardState>, RuleError> {
        match &mut state.stage {
            CardStage::Draw { draw, dealing } => {
                let ([score, resistance], is_more_to_come) =
                    self.draws[usize::from(*draw)].deal(dealing, ask);
                state.score += score;
                state.resistance += resistance;
                if !is_more_to_come {
                    state.stage = self.stage(*draw + 1);
                    if state.stage == CardStage::Dice && self.is_without_dice() {
                        return Ok(self.resolve(state, ask));
                    }
                }
            }
            CardStage::Dice => {
                state.score += self.attacker.roll(ask);
                if self.defender.is_without_dice() {
                    return Ok(self.resolve(state, ask));
                }
                state.stage = CardStage::DefenceDice;
            }
            CardStage::DefenceDice => {
                state.resistance += self.defender.roll(ask);
                return Ok(self.resolve(state, ask));
            }
            CardStage::Scatter => {
                if let Some(scatter) = &self.scatter {
                    let LandingPoint { x, y, distance } = scatter.land(ask);
                    ask.observe_whole(OFFSET_X, x);
                    ask.observe_whole(OFFSET_Y, y);
                    ask.observe_whole(MISS_DISTANCE, distance);
                }
                return Ok(self.finish(state.attempt, false, ask));
            }
        }
        Ok(Step::Continue)
    }
}
