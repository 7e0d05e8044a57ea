//! `power-maintenance`: a pool pays for maintained powers in every End Phase, as long as it can.
//!
//! Published text 004, "Maintaining Powers".

use crate::chance::Chance;
use oddsmith_engine::chance::Expression;
use crate::rule::metric::{ChartKind, Kind, Measure, Metric, Presentation, Statistic, DefaultChart};
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::{ParameterError, Values};
use crate::rule::{Record, Rule, Step};
use crate::rules::kaiser::stacking;

/// What it is, in one line.
pub const ABOUT: &str =
    "A pool that pays for maintained powers each round: how long it lasts, and which power ends first";

/// The most powers: a bit for each that still runs.
const MOST_POWERS: usize = 32;
const LARGEST: i64 = 1_000_000;

/// Rounds from payment to payment: a minute is 10 rounds, ten minutes are 100, a day 14,400.
const INTERVALS: [(&str, u32); 4] = [("turn", 1), ("minor", 10), ("major", 100), ("daily", 14_400)];

/// Its parameters.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new("pool", ParameterType::Whole { from: 0, to: LARGEST }, "10", "what the pool holds at the start")
        .labelled("Pool at the start", "Pool"),
    Parameter::new(
        "pool_max",
        ParameterType::Whole { from: 0, to: LARGEST },
        "",
        "the most that the pool holds; what is gained above it is lost; no limit when absent",
    )
    .labelled("Most that the pool holds", "Pool at most"),
    Parameter::new(
        "gain",
        ParameterType::Dice,
        "0",
        "gained in each round before anything is paid, such as 2 or \"1d6\"; never less than 0",
    )
    .labelled("Gain of a round", "Gain"),
    stacking::SKILL_BONUSES,
    stacking::SKILL_PENALTIES,
    stacking::CHARACTERISTIC_BONUSES,
    stacking::CHARACTERISTIC_PENALTIES,
    stacking::SITUATION,
    Parameter::new("cost", ParameterType::Whole { from: 0, to: LARGEST }, "1", "what a power costs each time")
        .labelled("Cost", "Cost"),
    Parameter::new(
        "maintenance",
        ParameterType::Choice(&[INTERVALS[0].0, INTERVALS[1].0, INTERVALS[2].0, INTERVALS[3].0]),
        "\"turn\"",
        "when it is paid: every round, every 10, every 100, every 14,400 rounds",
    )
    .labelled("Maintenance", ""),
    Parameter::new("rounds", ParameterType::Whole { from: 1, to: 100_000 }, "100", "rounds that are looked at")
        .labelled("Rounds", "Rounds"),
    Parameter::new(
        "powers",
        ParameterType::Entries { inherits: &["cost", "maintenance"], own: &[], most: MOST_POWERS },
        "",
        "the powers in the order in which they are paid, each with a name; one power when absent",
    ),
];

// Indices into `metrics()`; the powers come after.
const POOL: usize = 0;
const ALL_SUSTAINED: usize = 1;
const POWERS: usize = 2;

#[derive(Clone, Debug)]
struct Power {
    name: String,
    cost: i64,
    every: u32,
}

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct PowerMaintenance {
    pool: i64,
    pool_max: i64,
    gain: Expression,
    /// What bonuses and penalties add to each gain.
    modifier: i64,
    powers: Vec<Power>,
    rounds: u32,
}

/// After a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    round: u32,
    pool: i64,
    /// A bit for each power that still runs.
    running: u32,
}

impl Power {
    fn new(name: &str, values: &Values) -> Power {
        let word = values.text("maintenance");
        let every = INTERVALS.iter().find(|(name, _)| *name == word).map_or(1, |&(_, rounds)| rounds);
        Power { name: name.to_owned(), cost: values.whole("cost"), every }
    }
}

impl PowerMaintenance {
    /// The rule under these parameters.
    ///
    /// # Errors
    /// When the pool starts above the most that it holds.
    pub fn new(values: &Values) -> Result<PowerMaintenance, ParameterError> {
        let (pool, pool_max) = (values.whole("pool"), values.whole_if("pool_max"));
        if let Some(most) = pool_max
            && pool > most
        {
            let problem = format!("the pool starts at {pool} and holds {most} at most");
            return Err(ParameterError::new("pool", problem, format!("start at {most} or less, or raise pool_max")));
        }
        let entries = values.entries("powers");
        let powers = if entries.is_empty() {
            vec![Power::new("Power", values)]
        } else {
            entries.into_iter().map(|entry| Power::new(entry.text("name"), entry)).collect()
        };
        Ok(PowerMaintenance {
            pool,
            pool_max: pool_max.unwrap_or(i64::MAX),
            gain: values.dice("gain").clone(),
            modifier: stacking::modifier(values),
            powers,
            rounds: values.count("rounds"),
        })
    }
}

impl Rule for PowerMaintenance {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        let sustained = |power: &Power| {
            let label = format!("Rounds of {}, the one in which it ends included", power.name);
            Metric::whole(format!("{}.rounds", power.name), Kind::Count, label)
        };
        let mut metrics = vec![
            Metric::per_step("pool", Kind::Count, "Pool", 1, self.rounds),
            Metric::whole("all_sustained", Kind::Flag, "All powers sustained"),
        ];
        metrics.extend(self.powers.iter().map(sustained));
        metrics
    }

    fn presentation(&self) -> Presentation {
        let first = format!("{}.rounds", self.powers[0].name);
        let yes = Measure::Is(1);
        let mean = format!("Mean rounds of {}", self.powers[0].name);
        Presentation {
            step: "Round".into(),
            step_names: Vec::new(),
            notes: Vec::new(),
            headlines: vec![
                Statistic::new("all_sustained", yes, "All sustained"),
                Statistic::new(&first, Measure::Mean, &mean),
                Statistic::new("pool", Measure::Mean, "Mean pool at the end").at(self.rounds),
            ],
            charts: vec![
                DefaultChart::new(ChartKind::Lines, &first, Measure::Mean, "How long can the power be kept up?", &mean),
                DefaultChart::new(
                    ChartKind::Fan,
                    "pool",
                    Measure::Mean,
                    "How does the pool hold out?",
                    "Pool after each round",
                ),
                DefaultChart::new(ChartKind::Heatmap, &first, Measure::Mean, "When can the power be kept up?", &mean),
                DefaultChart::new(
                    ChartKind::Distribution,
                    &first,
                    Measure::Mean,
                    "When does the power end?",
                    "Chance of each number of rounds sustained",
                ),
            ],
        }
    }

    fn start(&self) -> State {
        State { round: 0, pool: self.pool, running: u32::MAX >> (MOST_POWERS - self.powers.len()) }
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        state.round += 1;
        // Penalties can use a gain up, but take nothing out of the pool.
        let gain = (self.gain.roll(chance) + self.modifier).max(0);
        // Accumulation comes first.
        state.pool = (state.pool + gain).min(self.pool_max);
        for (i, power) in self.powers.iter().enumerate() {
            if state.running >> i & 1 == 0 || !state.round.is_multiple_of(power.every) {
                continue;
            }
            if power.cost <= state.pool {
                state.pool -= power.cost;
            } else {
                // It ends when the round does: the round still counts.
                state.running &= !(1 << i);
                record.whole(POWERS + i, state.round.into());
            }
        }
        record.at(POOL, state.round, state.pool);
        if state.round < self.rounds {
            return Step::Continue;
        }
        for i in (0..self.powers.len()).filter(|i| state.running >> i & 1 == 1) {
            record.whole(POWERS + i, self.rounds.into());
        }
        record.whole(ALL_SUSTAINED, (state.running.count_ones() as usize == self.powers.len()).into());
        Step::Done
    }
}
