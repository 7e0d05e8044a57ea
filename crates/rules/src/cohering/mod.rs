//! `cohering`: the snowball effect of a unit that loses cohesion, because inactive CEs make the
//! order to cohere fail.
//!
//! Published text 000 (appendix PAT4) describes the effect (pp. 193-194, 903). The designer chooses
//! how fast CEs lapse, are restored or snowball.

mod check;
mod shown;
mod words;

use oddsmith_engine::chance::Probability;
use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};

use check::CoheringOrder;
use oddsmith_model::rule::values::{ParameterError, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use shown::{ABOUT, COLLAPSED, FAILED, INACTIVE_CES, PARAMETERS, RECOVERED, WORST};

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "cohering",
    about: ABOUT,
    words: words::WORDS,
    parameters: PARAMETERS,
    choices: &[],
    metric_parameters: &[],
    tables: &[],
    size_advice: "use fewer elements or turns",
    build,
};

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    let rule = Cohering::new(values)?;
    let presentation = shown::presentation(rule.turns);
    Ok(BuiltRule::new(rule, presentation))
}

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct Cohering {
    elements: u32,
    inactive: u32,
    turns: u32,
    lapse: Probability,
    restored: u32,
    snowball: u32,
    order: CoheringOrder,
}

/// The state of a unit between two Regular Turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoheringState {
    /// The number of finished Regular Turns.
    turn: u32,
    inactive: u32,
}

impl Cohering {
    /// Returns the rule with these parameters.
    ///
    /// # Errors
    /// Returns an error if there are more inactive CEs than CEs.
    pub fn new(values: &Values) -> Result<Cohering, ParameterError> {
        let (elements, inactive) = (values.count("elements"), values.count("inactive"));
        if inactive > elements {
            let problem =
                format!("{inactive} CEs are inactive at the start, but the unit has {elements}");
            return Err(ParameterError::new(
                "inactive",
                problem,
                format!("0 to {elements}, or more elements"),
            ));
        }
        Ok(Cohering {
            elements,
            inactive,
            turns: values.count("turns"),
            lapse: values.probability("lapse"),
            restored: values.count("restored"),
            snowball: values.count("snowball"),
            order: CoheringOrder::new(values),
        })
    }

    /// Records the state of a unit between two turns.
    fn show(&self, state: &CoheringState, ask: &mut impl Ask) {
        ask.observe(INACTIVE_CES, state.turn, state.inactive.into());
        ask.observe_whole(COLLAPSED, (state.inactive == self.elements).into());
        ask.observe_whole(WORST, state.inactive.into());
    }
}

impl Rule for Cohering {
    type State = CoheringState;

    fn metrics(&self) -> Vec<Metric> {
        oddsmith_model::rule::metric::engine_metrics(&shown::metrics(self.turns))
    }

    fn start(&self, _: &Parts) -> CoheringState {
        CoheringState {
            turn: 0,
            inactive: self.inactive,
        }
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut CoheringState,
        ask: &mut A,
    ) -> Result<Step<CoheringState>, RuleError> {
        if state.turn == 0 {
            self.show(state, ask);
        }
        state.turn += 1;
        state.inactive += ask.binomial(self.elements - state.inactive, self.lapse);
        // A unit without inactive CEs gives no order.
        let has_failed = state.inactive > 0 && !self.order.roll_order(state.inactive, ask);
        state.inactive = if has_failed {
            self.elements.min(state.inactive + self.snowball)
        } else {
            state.inactive.saturating_sub(self.restored)
        };
        ask.observe(FAILED, state.turn, has_failed.into());
        self.show(state, ask);
        if state.turn < self.turns {
            return Ok(Step::Continue);
        }
        ask.observe_whole(RECOVERED, (state.inactive == 0).into());
        Ok(Step::Done)
    }
}
