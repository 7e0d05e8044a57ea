//! `power-collision`: a power is shot at another in flight, and the difference of two rolls decides which passes.
//!
//! Published text 004, "Power Collision".

mod bands;

use crate::chance::Chance;
use crate::rule::metric::{ChartKind, Kind, Measure, Metric, Outcome, Presentation, Statistic, Tone, DefaultChart};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::{ParameterError, Value, Values};
use crate::rule::{Record, Rule, Step};
use crate::rules::kaiser::roll::{Roll, extra_dice};
use crate::rules::kaiser::stacking;
use bands::{Bands, Effect};

/// What it is, in one line.
pub const ABOUT: &str = "Two powers meet in flight: which is cancelled, which passes, and with how much Base Damage";

/// How far behind initiative and offensive roll may be for a collision to come about.
const WITHIN: i64 = 5;

const DAMAGE: ParameterType = ParameterType::Whole { from: 0, to: stacking::LARGEST };
const VALUE: ParameterType = ParameterType::Whole { from: -stacking::LARGEST, to: stacking::LARGEST };

/// Its parameters.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "ours",
        ParameterType::AnyOf(&[DAMAGE, ParameterType::List(&DAMAGE)]),
        "10",
        "our Base Damage; a list combines as bonuses do: the highest, half of the second, a third of the third ...",
    )
    .labelled("Our Base Damage", "Ours"),
    Parameter::new("theirs", ParameterType::AnyOf(&[DAMAGE, ParameterType::List(&DAMAGE)]), "10", "their Base Damage, likewise")
        .labelled("Their Base Damage", "Theirs"),
    Parameter::new("initiative", VALUE, "0", "our initiative less theirs: below -5 there is no collision")
        .labelled("Initiative (ours less theirs)", "Initiative"),
    Parameter::new(
        "our_offence",
        VALUE,
        "",
        "our Offensive Skill; without both skills the offensive rolls are skipped and the powers meet",
    )
    .labelled("Our Offensive Skill", "Ours"),
    Parameter::new("their_offence", VALUE, "", "their Offensive Skill").labelled("Their Offensive Skill", "Theirs"),
    Parameter::new(
        "open_rolls",
        ParameterType::Flag,
        "false",
        "offensive rolls: a double six adds a d6, again on each six; a double one counts 0",
    ),
    extra_dice("advantage", "extra dice of our rolls, of which the two highest count")
        .labelled("Our advantage", "Advantage"),
    extra_dice("disadvantage", "extra dice of our rolls, of which the two lowest count")
        .labelled("Our disadvantage", "Disadvantage"),
    extra_dice("their_advantage", "extra dice of their rolls, of which the two highest count")
        .labelled("Their advantage", "Their advantage"),
    extra_dice("their_disadvantage", "extra dice of their rolls, of which the two lowest count")
        .labelled("Their disadvantage", "Their disadvantage"),
    stacking::SKILL_BONUSES,
    stacking::SKILL_PENALTIES,
    stacking::CHARACTERISTIC_BONUSES,
    stacking::CHARACTERISTIC_PENALTIES,
    stacking::SITUATION,
    Parameter::new(
        "bands",
        ParameterType::List(&ParameterType::Table(bands::BAND)),
        "[{ up_to = 5, effect = \"cancel\" }, { up_to = 10, effect = \"halved\" }, { effect = \"whole\" }]",
        "what a Degree of Difference does: both cancel, or the winner passes halved or whole",
    ),
];

const RESULTS: &[Outcome] = &[
    Outcome { name: "no-collision", label: "No collision", tone: Tone::Neutral },
    Outcome { name: "cancel", label: "Both cancel", tone: Tone::Mixed },
    Outcome { name: "ours-halved", label: "Ours halved", tone: Tone::Success },
    Outcome { name: "ours-whole", label: "Ours whole", tone: Tone::Success },
    Outcome { name: "theirs-halved", label: "Theirs halved", tone: Tone::Failure },
    Outcome { name: "theirs-whole", label: "Theirs whole", tone: Tone::Failure },
];
const NO_COLLISION: i64 = 0;
const CANCEL: i64 = 1;
const OURS_HALVED: i64 = 2;
const OURS_WHOLE: i64 = 3;
const THEIRS_HALVED: i64 = 4;
const THEIRS_WHOLE: i64 = 5;

// Indices into `metrics()`.
const DIFFERENCE: usize = 0;
const RESULT: usize = 1;
const OUR_DAMAGE: usize = 2;
const THEIR_DAMAGE: usize = 3;

/// What one side rolls with.
#[derive(Clone, Debug)]
struct Side {
    damage: i64,
    offensive: Roll,
    collision: Roll,
}

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct PowerCollision {
    ours: Side,
    theirs: Side,
    in_time: bool,
    /// Our Offensive Skill less theirs; the rolls are skipped without.
    offence: Option<i64>,
    bands: Bands,
}

/// How far the collision has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// The powers are on their way.
    Launched,
    /// Their offensive roll, less what we are ahead by, stands against ours.
    Aimed {
        /// What our dice must reach.
        needed: i64,
    },
    /// They meet.
    Met,
}

impl Side {
    fn new(values: &Values, damage: &str, advantage: &str, disadvantage: &str) -> Side {
        let roll = |open| Roll::new(values.count(advantage), values.count(disadvantage), open);
        let damage = match values.get(damage) {
            Some(Value::List(several)) => stacking::stacked(several.iter().map(Value::as_whole).collect()),
            _ => values.whole(damage),
        };
        Side { damage, offensive: roll(values.flag("open_rolls")), collision: roll(false) }
    }
}

impl PowerCollision {
    /// The rule under these parameters.
    ///
    /// # Errors
    /// When a side has no power, one Offensive Skill is given without the other, bonuses are given
    /// with no skill to add them to, or the bands do not hold every difference once.
    pub fn new(values: &Values) -> Result<PowerCollision, ParameterError> {
        for key in ["ours", "theirs"] {
            if values.get(key) == Some(&Value::List(Vec::new())) {
                return Err(ParameterError::new(key, "there is no power to collide", "give at least one Base Damage"));
            }
        }
        let offence = match (values.whole_if("our_offence"), values.whole_if("their_offence")) {
            (Some(ours), Some(theirs)) => Some(ours + stacking::modifier(values) - theirs),
            (None, None) => match stacking::given(values) {
                None => None,
                Some(key) => {
                    let problem = format!("`{key}` has nothing to add to: there are no Offensive Skills");
                    return Err(ParameterError::new(key, problem, "give our_offence and their_offence too"));
                }
            },
            (ours, _) => {
                let (given, missing) =
                    if ours.is_some() { ("our_offence", "their_offence") } else { ("their_offence", "our_offence") };
                let problem = format!("`{given}` has no roll to be held against");
                return Err(ParameterError::new(given, problem, format!("give {missing} too, or neither to skip the rolls")));
            }
        };
        Ok(PowerCollision {
            ours: Side::new(values, "ours", "advantage", "disadvantage"),
            theirs: Side::new(values, "theirs", "their_advantage", "their_disadvantage"),
            in_time: values.whole("initiative") >= -WITHIN,
            offence,
            bands: Bands::new(values)?,
        })
    }

    /// What the stacked Base Damages come to.
    fn notes(&self) -> Vec<(String, String)> {
        let sides = [("Our Base Damage, combined", &self.ours), ("Their Base Damage, combined", &self.theirs)];
        sides.map(|(label, side)| (label.to_owned(), side.damage.to_string())).into()
    }

    /// The result of a collision and the Base Damage that passes, ours and theirs.
    fn outcome(&self, difference: i64) -> (i64, i64, i64) {
        // Nobody has won by nothing: both cancel, whatever the first band says.
        let effect = if difference == 0 { Effect::Cancel } else { self.bands.effect(difference.abs()) };
        match (effect, difference > 0) {
            (Effect::Cancel, _) => (CANCEL, 0, 0),
            (Effect::Halved, true) => (OURS_HALVED, self.ours.damage / 2, 0),
            (Effect::Whole, true) => (OURS_WHOLE, self.ours.damage, 0),
            (Effect::Halved, false) => (THEIRS_HALVED, 0, self.theirs.damage / 2),
            (Effect::Whole, false) => (THEIRS_WHOLE, 0, self.theirs.damage),
        }
    }
}

impl Rule for PowerCollision {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        vec![
            Metric::whole("difference", Kind::Count, "Degree of Difference (ours less theirs)"),
            Metric::whole("result", Kind::Category(RESULTS), "Result"),
            Metric::whole("our_damage", Kind::Count, "Our Base Damage that passes"),
            Metric::whole("their_damage", Kind::Count, "Their Base Damage that passes"),
        ]
    }

    fn presentation(&self) -> Presentation {
        Presentation {
            step: String::new(),
            step_names: Vec::new(),
            notes: self.notes(),
            headlines: vec![
                Statistic::new("result", Measure::Is(CANCEL), "Both cancel"),
                Statistic::new("our_damage", Measure::Mean, "Mean damage of ours"),
                Statistic::new("their_damage", Measure::Mean, "Mean damage of theirs"),
            ],
            charts: vec![
                DefaultChart::new(
                    ChartKind::Stacked,
                    "result",
                    Measure::Is(CANCEL),
                    "Which power passes when two collide?",
                    "Chance of each result of the collision",
                ),
                DefaultChart::new(
                    ChartKind::Lines,
                    "our_damage",
                    Measure::Mean,
                    "How much of our Base Damage passes?",
                    "Mean Base Damage of ours that passes",
                ),
                DefaultChart::new(
                    ChartKind::Heatmap,
                    "result",
                    Measure::Is(CANCEL),
                    "When do both powers cancel?",
                    "Chance in % that both cancel",
                ),
                DefaultChart::new(
                    ChartKind::Distribution,
                    "difference",
                    Measure::Mean,
                    "How far apart are the two rolls?",
                    "Chance of each Degree of Difference, ours less theirs",
                ),
            ],
        }
    }

    fn start(&self) -> State {
        State::Launched
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        // The power that nothing met goes on as it was; the shot at it was aimed at nobody.
        let missed = (0, (NO_COLLISION, 0, self.theirs.damage));
        let (difference, (result, ours, theirs)) = match *state {
            State::Launched if !self.in_time => missed,
            State::Launched => {
                *state = match self.offence {
                    // The offensive roll must be within 5 points of the opposing roll, or surpass it.
                    Some(ahead) => State::Aimed { needed: self.theirs.offensive.roll(chance) - ahead - WITHIN },
                    None => State::Met,
                };
                return Step::Continue;
            }
            State::Aimed { needed } if self.ours.offensive.up_to(needed, chance) >= needed => {
                *state = State::Met;
                return Step::Continue;
            }
            State::Aimed { .. } => missed,
            State::Met => {
                let ours = self.ours.damage + self.ours.collision.roll(chance);
                let difference = ours - self.theirs.damage - self.theirs.collision.roll(chance);
                (difference, self.outcome(difference))
            }
        };
        record.whole(DIFFERENCE, difference);
        record.whole(RESULT, result);
        record.whole(OUR_DAMAGE, ours);
        record.whole(THEIR_DAMAGE, theirs);
        Step::Done
    }
}
