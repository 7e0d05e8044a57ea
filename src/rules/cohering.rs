//! `cohering`: the snowball of a unit that loses cohesion: inactive CEs make the order to cohere fail.
//!
//! Published text 000 (appendix PAT4) names the effect (pp. 193-194, 903); how fast CEs lapse, are
//! restored or snowball is the designer's to say.

use crate::chance::Chance;
use oddsmith_engine::chance::Probability;
use crate::rule::metric::{ChartKind, Kind, Measure, Metric, Presentation, Statistic, DefaultChart};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::{ParameterError, Values};
use crate::rule::{Record, Rule, Step};

use super::power_activation::activation::{Activation, Attempt, Stage, is_executed};
use super::power_activation::elements::{
    BASE, CAP, ENLIGHTENMENT, Elements, INACTIVE, MOST_ELEMENTS, PER_INACTIVE_CE, REROLL,
};
use super::power_activation::table::Check;

/// What it is, in one line.
pub const ABOUT: &str = "A unit that loses cohesion: inactive CEs make Cohering fail, and failures cost more CEs";

/// Its parameters.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new("elements", ParameterType::Whole { from: 1, to: MOST_ELEMENTS }, "6", "CEs of the unit")
        .labelled("CEs of the unit", "CEs"),
    Parameter::new("inactive", INACTIVE, "0", "CEs that are inactive at the start; at most `elements`")
        .labelled("Inactive CEs at the start", "Inactive CEs"),
    Parameter::new("turns", ParameterType::Whole { from: 1, to: 100 }, "12", "Regular Turns")
        .labelled("Regular Turns", "Turns"),
    Parameter::new("lapse", ParameterType::Probability, "0.05", "chance that an active CE goes inactive, each turn")
        .labelled("Chance that an active CE lapses", "Lapse"),
    Parameter::new("restored", INACTIVE, "1", "CEs that become active when Cohering is obeyed")
        .labelled("CEs restored when obeyed", "Restored"),
    Parameter::new("snowball", INACTIVE, "1", "further CEs that go inactive when Cohering fails")
        .labelled("CEs lost when Cohering fails", "Snowball"),
    Parameter::new(
        "check",
        ParameterType::Choice(Check::NAMES),
        "\"both\"",
        "what Cohering is checked against; the unit's own CEs are the ship's",
    )
    .labelled("What is checked", ""),
    Parameter::new("colony_inactive_ce", INACTIVE, "0", "inactive CEs of the colony, which do not change")
        .labelled("Inactive CEs of the colony", "Colony CEs"),
    BASE,
    PER_INACTIVE_CE,
    CAP,
    ENLIGHTENMENT,
    REROLL,
];

// Indices into `metrics()`.
const INACTIVE_CES: usize = 0;
const FAILED: usize = 1;
const COLLAPSED: usize = 2;
const RECOVERED: usize = 3;
const WORST: usize = 4;

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct Cohering {
    elements: u8,
    inactive: u8,
    turns: u8,
    lapse: Probability,
    restored: u8,
    snowball: u8,
    /// The order to cohere, by the unit's inactive CEs.
    orders: Vec<Activation>,
}

/// A unit between two questions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Regular Turns that are over.
    turn: u8,
    inactive: u8,
    /// The most CEs inactive at the start or the end of any turn.
    worst: u8,
    /// The order to cohere, once the turn's lapses are known.
    ordered: Option<Attempt>,
}

impl Cohering {
    /// The rule under these parameters.
    ///
    /// # Errors
    /// More inactive CEs than there are.
    pub fn new(values: &Values) -> Result<Cohering, ParameterError> {
        let (elements, inactive) = (values.count("elements"), values.count("inactive"));
        if inactive > elements {
            let problem = format!("{inactive} CEs are inactive at the start, but the unit has {elements}");
            return Err(ParameterError::new("inactive", problem, format!("0 to {elements}, or more elements")));
        }
        let odds = Elements::new(values);
        let colony = odds.failure(values.count("colony_inactive_ce"));
        let order = |inactive| {
            let check = |fails, second| Stage::Check { fails, second };
            let ship = odds.failure(inactive);
            let stages = match Check::named(values.text("check")) {
                None | Some(Check::None) => Vec::new(),
                Some(Check::Ship) => vec![check(ship, None)],
                Some(Check::Colony) => vec![check(colony, None)],
                Some(Check::Both) => vec![check(ship, None), check(colony, None)],
                Some(Check::ShipThenColony) => vec![check(ship, Some(colony))],
            };
            let rerolls = values.count("enlightenment") as u8;
            Activation { stages, rerolls, rerolls_one_check: values.text("reroll") == "check", ..Activation::default() }
        };
        Ok(Cohering {
            elements: elements as u8,
            inactive: inactive as u8,
            turns: values.count("turns") as u8,
            lapse: values.probability("lapse"),
            restored: values.count("restored") as u8,
            snowball: values.count("snowball") as u8,
            orders: (0..=elements).map(order).collect(),
        })
    }

    fn end_turn<R: Record>(&self, state: &mut State, failed: bool, record: &mut R) -> Step {
        state.turn += 1;
        state.worst = state.worst.max(state.inactive);
        state.ordered = None;
        record.at(INACTIVE_CES, state.turn.into(), state.inactive.into());
        record.at(FAILED, state.turn.into(), failed.into());
        if state.turn < self.turns {
            return Step::Continue;
        }
        record.whole(COLLAPSED, (state.worst == self.elements).into());
        record.whole(RECOVERED, (state.inactive == 0).into());
        record.whole(WORST, state.worst.into());
        Step::Done
    }
}

impl Rule for Cohering {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        let last = self.turns.into();
        vec![
            Metric::per_step("inactive", Kind::Count, "Inactive CEs", 0, last),
            Metric::per_step("failed", Kind::Flag, "Cohering failed", 1, last),
            Metric::whole("collapsed", Kind::Flag, "All CEs were inactive"),
            Metric::whole("recovered", Kind::Flag, "No CE is inactive at the end"),
            Metric::whole("worst", Kind::Count, "Inactive elements at the worst"),
        ]
    }

    fn presentation(&self) -> Presentation {
        let quantity = |metric: &str, step, measure, label: &str| Statistic {
            metric: metric.into(),
            step,
            measure,
            label: label.into(),
        };
        let view = |kind, metric: &str, measure, question: &str, shows: &str| DefaultChart {
            kind,
            metric: metric.into(),
            step: None,
            measure,
            question: question.into(),
            shows: shows.into(),
        };
        let happens = Measure::Is(1);
        Presentation {
            step: "Turn".into(),
            headlines: vec![
                quantity("collapsed", None, happens, "Collapses"),
                quantity("recovered", None, happens, "Recovers"),
                quantity("inactive", Some(self.turns.into()), Measure::Mean, "Mean inactive at the end"),
            ],
            charts: vec![
                view(
                    ChartKind::Fan,
                    "inactive",
                    Measure::Mean,
                    "How fast does the loss of cohesion snowball?",
                    "Inactive CEs of the unit after each turn",
                ),
                view(
                    ChartKind::Lines,
                    "collapsed",
                    happens,
                    "How often does the unit collapse?",
                    "Chance that all CEs are inactive at some time",
                ),
                view(
                    ChartKind::Heatmap,
                    "collapsed",
                    happens,
                    "When does the unit collapse?",
                    "Chance in % that all CEs are inactive at some time",
                ),
                view(
                    ChartKind::Distribution,
                    "worst",
                    Measure::Mean,
                    "How bad does it get?",
                    "Chance of each greatest number of inactive CEs",
                ),
                view(
                    ChartKind::AtLeast,
                    "worst",
                    Measure::Mean,
                    "How bad does it get?",
                    "Chance that at least k CEs are inactive at some time",
                ),
            ],
            ..Presentation::default()
        }
    }

    fn start(&self) -> State {
        State { turn: 0, inactive: self.inactive, worst: self.inactive, ordered: None }
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        let Some(attempt) = &mut state.ordered else {
            if state.turn == 0 {
                record.at(INACTIVE_CES, 0, state.inactive.into());
            }
            let active = u32::from(self.elements - state.inactive);
            state.inactive += chance.binomial(active, self.lapse) as u8;
            if state.inactive == 0 {
                return self.end_turn(state, false, record);
            }
            state.ordered = Some(Attempt::default());
            return Step::Continue;
        };
        let Some(ending) = self.orders[usize::from(state.inactive)].next(attempt, chance) else {
            return Step::Continue;
        };
        let obeyed = is_executed(ending);
        state.inactive = if obeyed {
            state.inactive.saturating_sub(self.restored)
        } else {
            self.elements.min(state.inactive + self.snowball)
        };
        self.end_turn(state, !obeyed, record)
    }
}
