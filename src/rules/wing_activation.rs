//! `wing-activation`: one to four Wings roll one to three dice each against a Quality Value.
//!
//! Published text 003. A Wing that fails some of its dice leaves the next Wing fewer to roll; two or
//! three dice that all fail end the turn.

use crate::chance::Chance;
use crate::chance::dice::{Dice, Die};
use crate::rule::metric::{ChartKind, Kind, Measure, Metric, Outcome, Presentation, Quantity, Tone, View};
use crate::rule::parameter::{Parameter, Shape};
use crate::rule::values::{Fault, Values};
use crate::rule::{Record, Rule, Step};

/// What it is, in one line.
pub const ABOUT: &str = "Wings of one to three dice against a Quality Value, white cubes, penalties passed on";

/// Dice that a Wing may roll at most; a penalty is taken off these.
const MOST_DICE: u32 = 3;

/// Its parameters.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new("dice", Shape::Whole { from: 1, to: MOST_DICE as i64 }, "3", "dice that the Wing wants to roll")
        .labelled("Dice", "Dice"),
    Parameter::new(
        "quality",
        Shape::Whole { from: 1, to: 12 },
        "4",
        "Quality Value (QV): a die succeeds if it shows this or more",
    )
    .labelled("Quality Value (QV)", "QV"),
    Parameter::new(
        "cubes",
        Shape::Whole { from: 0, to: 30 },
        "0",
        "white cubes of the Wing's officers; each raises a die by one pip",
    )
    .labelled("White cubes", "Cubes"),
    Parameter::new(
        "spend",
        Shape::Choice(&["greedy", "avert", "never"]),
        "\"greedy\"",
        "how cubes are spent: greedy makes the most successes, avert only prevents a total failure",
    )
    .labelled("Cubes are spent", ""),
    Parameter::new("units", Shape::Whole { from: 1, to: 100 }, "1", "units in the Wing; each takes every action")
        .labelled("Units", "Units"),
    Parameter::new("sides", Shape::Whole { from: 2, to: 20 }, "6", "faces of a die").labelled("Faces of a die", "d"),
    Parameter::new("penalties", Shape::Flag, "true", "false: no penalty is ever passed on, to see what the rule costs"),
    Parameter::new("ones_always_fail", Shape::Flag, "false", "a natural 1 never succeeds and cannot be raised"),
    Parameter::new(
        "wings",
        Shape::Entries { inherits: &["dice", "quality", "cubes", "spend", "units"], own: &[], most: 4 },
        "",
        "the Wings in the order in which they activate, each with a name; one Wing when absent",
    ),
];

const RESULTS: &[Outcome] = &[
    Outcome { name: "not-activated", label: "Not activated", tone: Tone::Neutral },
    Outcome { name: "all-fail", label: "All fail", tone: Tone::Failure },
    Outcome { name: "mixed", label: "Mixed", tone: Tone::Mixed },
    Outcome { name: "all-succeed", label: "All succeed", tone: Tone::Success },
];
const NOT_ACTIVATED: i64 = 0;
const ALL_FAIL: i64 = 1;
const MIXED: i64 = 2;
const ALL_SUCCEED: i64 = 3;

// Indices into `metrics()`.
const SUCCESSES: usize = 0;
const DICE: usize = 1;
const PENALTY: usize = 2;
const CUBES_LEFT: usize = 3;
const RESULT: usize = 4;
const ACTIONS: usize = 5;
const UNIT_ACTIONS: usize = 6;
const TURN_ENDED: usize = 7;
const ENDED_AT: usize = 8;
const WINGS_ACTIVATED: usize = 9;

/// How a Wing spends its cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spend {
    Greedy,
    Avert,
    Never,
}

#[derive(Clone, Debug)]
struct Wing {
    name: String,
    dice: u32,
    quality: u32,
    cubes: u32,
    spend: Spend,
    units: u32,
}

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct WingActivation {
    wings: Vec<Wing>,
    penalties: bool,
    ones_always_fail: bool,
    /// The pools of one, two and three dice.
    dice: Vec<Dice>,
}

/// A turn between two Wings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Wings that have activated.
    wing: u8,
    /// Dice of penalty that the next Wing is under.
    penalty: u8,
    actions: u16,
    unit_actions: u16,
}

/// A Wing's roll once its cubes are spent.
struct Roll {
    successes: u32,
    cubes_left: u32,
}

impl WingActivation {
    /// The rule under these parameters.
    ///
    /// # Errors
    /// None today: each value alone decides whether it is allowed.
    pub fn new(values: &Values) -> Result<WingActivation, Fault> {
        let entries = values.entries("wings");
        let wings = if entries.is_empty() {
            vec![Wing::new("Wing", values)]
        } else {
            entries.into_iter().map(|entry| Wing::new(entry.text("name"), entry)).collect()
        };
        let die = Die::new(values.count("sides"));
        Ok(WingActivation {
            wings,
            penalties: values.flag("penalties"),
            ones_always_fail: values.flag("ones_always_fail"),
            dice: (1..=MOST_DICE).map(|n| Dice::new(die, n)).collect(),
        })
    }

    /// Spends cubes on a roll and counts its successes.
    fn resolve(&self, wing: &Wing, faces: &[u32]) -> Roll {
        let hopeless = |face: u32| self.ones_always_fail && face == 1;
        let succeeded = faces.iter().filter(|&&face| face >= wing.quality && !hopeless(face)).count() as u32;
        // Failures from the one that needs the fewest pips on: faces come lowest first.
        let mut needs =
            faces.iter().rev().filter(|&&face| face < wing.quality && !hopeless(face)).map(|face| wing.quality - face);
        let mut roll = Roll { successes: succeeded, cubes_left: wing.cubes };
        let mut raises = match wing.spend {
            Spend::Greedy => faces.len(),
            Spend::Avert => usize::from(succeeded == 0),
            Spend::Never => 0,
        };
        while raises > 0
            && let Some(pips) = needs.next()
            && pips <= roll.cubes_left
        {
            roll.cubes_left -= pips;
            roll.successes += 1;
            raises -= 1;
        }
        roll
    }

    fn finish<R: Record>(&self, state: &State, ended: bool, record: &mut R) -> Step {
        for wing in usize::from(state.wing)..self.wings.len() {
            let step = wing as u32 + 1;
            for metric in [SUCCESSES, DICE, PENALTY] {
                record.at(metric, step, 0);
            }
            record.at(CUBES_LEFT, step, self.wings[wing].cubes.into());
            record.at(RESULT, step, NOT_ACTIVATED);
        }
        record.whole(ACTIONS, state.actions.into());
        record.whole(UNIT_ACTIONS, state.unit_actions.into());
        record.whole(TURN_ENDED, ended.into());
        record.whole(ENDED_AT, if ended { state.wing.into() } else { 0 });
        record.whole(WINGS_ACTIVATED, state.wing.into());
        Step::Done
    }
}

impl Wing {
    fn new(name: &str, values: &Values) -> Wing {
        Wing {
            name: name.to_owned(),
            dice: values.count("dice"),
            quality: values.count("quality"),
            cubes: values.count("cubes"),
            spend: match values.text("spend") {
                "greedy" => Spend::Greedy,
                "avert" => Spend::Avert,
                _ => Spend::Never,
            },
            units: values.count("units"),
        }
    }
}

impl Rule for WingActivation {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        let last = self.wings.len() as u32;
        let step = |name: &str, kind, label: &str| Metric::per_step(name, kind, label, 1, last);
        vec![
            step("successes", Kind::Count, "Successes"),
            step("dice", Kind::Count, "Dice rolled"),
            step("penalty", Kind::Count, "Dice of penalty passed on"),
            step("cubes_left", Kind::Count, "White cubes left"),
            step("result", Kind::Category(RESULTS), "Result"),
            Metric::whole("actions", Kind::Count, "Actions"),
            Metric::whole("unit_actions", Kind::Count, "Actions of all units"),
            Metric::whole("turn_ended", Kind::Flag, "The turn ended early"),
            Metric::whole("ended_at", Kind::Count, "Wing that ended the turn (0: none)"),
            Metric::whole("wings_activated", Kind::Count, "Wings activated"),
        ]
    }

    fn presentation(&self) -> Presentation {
        let turn = self.wings.len() > 1;
        let quantity = |metric: &str, step, measure, label: &str| Quantity {
            metric: metric.into(),
            step,
            measure,
            label: label.into(),
        };
        let view = |kind, metric: &str, step, measure, question: &str, shows: &str| View {
            kind,
            metric: metric.into(),
            step,
            measure,
            question: question.into(),
            shows: shows.into(),
        };
        let (headlines, views) = if turn {
            (
                vec![
                    quantity("actions", None, Measure::Mean, "Mean actions"),
                    quantity("turn_ended", None, Measure::Is(1), "Turn ends early"),
                    quantity("wings_activated", None, Measure::AtLeast(self.wings.len() as i64), "All Wings act"),
                ],
                vec![
                    view(
                        ChartKind::Stacked,
                        "result",
                        None,
                        Measure::Is(ALL_SUCCEED),
                        "How does each Wing's activation turn out?",
                        "Chance of each result, Wing by Wing",
                    ),
                    view(
                        ChartKind::Distribution,
                        "actions",
                        None,
                        Measure::Mean,
                        "How many actions does a turn bring?",
                        "Chance of each number of actions in a turn",
                    ),
                    view(
                        ChartKind::AtLeast,
                        "actions",
                        None,
                        Measure::Mean,
                        "How many actions can you count on?",
                        "Chance of at least k actions in a turn",
                    ),
                    view(
                        ChartKind::Heatmap,
                        "actions",
                        None,
                        Measure::Mean,
                        "Where do the most actions come from?",
                        "Mean actions in a turn",
                    ),
                ],
            )
        } else {
            (
                vec![
                    quantity("result", Some(1), Measure::Is(ALL_SUCCEED), "All succeed"),
                    quantity("result", Some(1), Measure::Is(ALL_FAIL), "All fail"),
                    quantity("successes", Some(1), Measure::Mean, "Mean successes"),
                ],
                vec![
                    view(
                        ChartKind::Stacked,
                        "result",
                        Some(1),
                        Measure::Is(ALL_SUCCEED),
                        "How does a Wing's activation turn out?",
                        "Chance of each result when the Wing rolls",
                    ),
                    view(
                        ChartKind::Heatmap,
                        "result",
                        Some(1),
                        Measure::Is(ALL_SUCCEED),
                        "When does the whole Wing succeed?",
                        "Chance in % that all dice succeed",
                    ),
                    view(
                        ChartKind::AtLeast,
                        "successes",
                        Some(1),
                        Measure::Mean,
                        "How many successes can you count on?",
                        "Chance of at least k successes",
                    ),
                    view(
                        ChartKind::Distribution,
                        "successes",
                        Some(1),
                        Measure::Mean,
                        "How many dice succeed?",
                        "Chance of each number of successes",
                    ),
                ],
            )
        };
        Presentation {
            step: "Wing".into(),
            step_names: self.wings.iter().map(|wing| wing.name.clone()).collect(),
            headlines,
            views,
            notes: Vec::new(),
        }
    }

    fn start(&self) -> State {
        State::default()
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        let wing = &self.wings[usize::from(state.wing)];
        let dice = wing.dice.min(MOST_DICE - u32::from(state.penalty));
        let pool = chance.pool(&self.dice[dice as usize - 1]);
        let roll = self.resolve(wing, pool.faces());
        let failures = dice - roll.successes;
        let result = match (roll.successes, failures) {
            (_, 0) => ALL_SUCCEED,
            (0, _) => ALL_FAIL,
            _ => MIXED,
        };
        let penalty = if self.penalties && result == MIXED { failures } else { 0 };
        let ended = result == ALL_FAIL && dice > 1;

        state.wing += 1;
        state.penalty = penalty as u8;
        state.actions += roll.successes as u16;
        state.unit_actions += (roll.successes * wing.units) as u16;

        let step = u32::from(state.wing);
        record.at(SUCCESSES, step, roll.successes.into());
        record.at(DICE, step, dice.into());
        record.at(PENALTY, step, penalty.into());
        record.at(CUBES_LEFT, step, roll.cubes_left.into());
        record.at(RESULT, step, result);
        if ended || usize::from(state.wing) == self.wings.len() {
            return self.finish(state, ended, record);
        }
        Step::Continue
    }
}
