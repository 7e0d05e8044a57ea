//! `power-maintenance`: a pool pays for maintained powers in every End Phase, as long as it can.
//!
//! Published text 004, "Maintaining Powers".

mod choices;
mod round;
mod shown;
mod words;

use oddsmith_engine::{Ask, Choice, Metric, Parts, Rule, RuleError, Step};

use crate::build_with_choices;
use oddsmith_model::rule::values::{ParameterError, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use round::{MaintenanceState, Power};
use shown::{ABOUT, ALL_SUSTAINED, MAX_POWERS, PARAMETERS, POOL, POOL_WHILE_UP, rounds_metric};

pub use round::PowerMaintenance;

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "power-maintenance",
    about: ABOUT,
    words: words::WORDS,
    parameters: PARAMETERS,
    choices: choices::CHOICES,
    metric_parameters: &[(
        "of each of several powers",
        "powers = [{ name = \"NAME\" }]",
    )],
    tables: &[],
    size_advice: "set pool_max, use fewer rounds, use a gain with fewer values",
    build,
};

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    let rule = PowerMaintenance::new(values)?;
    let presentation = shown::presentation(&rule.names(), rule.rounds);
    let choices = rule.has_player_choice.then(|| rule.shown_choices());
    Ok(build_with_choices(rule, presentation, choices))
}

impl PowerMaintenance {
    /// Returns the rule with these parameters.
    ///
    /// # Errors
    /// Returns an error if the pool starts above its maximum.
    pub fn new(values: &Values) -> Result<PowerMaintenance, ParameterError> {
        let (pool, pool_max) = (values.whole("pool"), values.whole_if("pool_max"));
        if let Some(most) = pool_max
            && pool > most
        {
            let problem = format!("the pool starts at {pool}, but holds at most {most}");
            return Err(ParameterError::new(
                "pool",
                problem,
                format!("start at {most} or less, or raise pool_max"),
            ));
        }
        let (entries, dawn_in, rounds) = (
            values.entries("powers"),
            values.count("dawn_in"),
            values.count("rounds"),
        );
        let powers = if entries.is_empty() {
            vec![Power::new("Power", values, dawn_in, rounds)]
        } else {
            entries
                .into_iter()
                .map(|entry| Power::new(entry.text("name"), entry, dawn_in, rounds))
                .collect()
        };
        Ok(PowerMaintenance {
            pool,
            // A pool without gains never reaches its maximum.
            pool_max: pool_max
                .filter(|_| values.dice("gain").most() > 0)
                .unwrap_or(i64::MAX),
            gain: values.dice("gain").clone(),
            powers,
            rounds,
            has_player_choice: values.asks().has(choices::DROP),
        })
    }

    fn names(&self) -> Vec<&str> {
        self.powers
            .iter()
            .map(|power| power.name.as_str())
            .collect()
    }

    /// Pays for the powers that are due, in the listed order.
    fn pay_in_order(&self, state: &mut MaintenanceState, ask: &mut impl Ask) {
        if self.has_player_choice {
            self.drop_as_chosen(state, ask);
        }
        for (i, power) in self.powers.iter().enumerate() {
            if state.running >> i & 1 == 0 || !power.is_due(state.round) {
                continue;
            }
            if power.cost <= state.pool {
                state.pool -= power.cost;
                continue;
            }
            self.end_power(state, i, ask);
        }
    }

    fn finish(&self, state: &MaintenanceState, ask: &mut impl Ask) {
        let is_running = |i: &usize| state.running >> i & 1 == 1;
        for i in (0..self.powers.len()).filter(is_running) {
            ask.observe_whole(rounds_metric(i), self.rounds.into());
        }
        ask.observe_whole(
            ALL_SUSTAINED,
            (state.running.count_ones() as usize == self.powers.len()).into(),
        );
    }
}

impl Rule for PowerMaintenance {
    type State = MaintenanceState;

    fn metrics(&self) -> Vec<Metric> {
        oddsmith_model::rule::metric::engine_metrics(&shown::metrics(&self.names(), self.rounds))
    }

    fn choices(&self) -> Vec<Choice> {
        if self.has_player_choice {
            self.engine_choices()
        } else {
            Vec::new()
        }
    }

    fn start(&self, _: &Parts) -> MaintenanceState {
        MaintenanceState {
            round: 0,
            pool: self.pool,
            running: u32::MAX >> (MAX_POWERS - self.powers.len()),
        }
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut MaintenanceState,
        ask: &mut A,
    ) -> Result<Step<MaintenanceState>, RuleError> {
        state.round += 1;
        // Accumulation comes first. A negative total of the dice does not reduce the pool.
        let gain = ask.total(&self.gain).max(0);
        state.pool = state.pool.saturating_add(gain).min(self.pool_max);
        self.pay_in_order(state, ask);
        ask.observe(POOL, state.round, state.pool);
        if state.running.count_ones() as usize == self.powers.len() {
            ask.observe(POOL_WHILE_UP, state.round, state.pool);
        }
        if state.round < self.rounds {
            return Ok(Step::Continue);
        }
        self.finish(state, ask);
        Ok(Step::Done)
    }
}
