//! `power-effect`: an Effect or Trigger power is aimed at targets, which resist it round after
//! round.
//!
//! Published text 004. One offensive roll applies to target after target. Each affected target
//! continues as an independent part of the trial.

mod parameters;
mod shown;
mod targets;
mod words;

use oddsmith_engine::chance::Probability;
use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};

use crate::kaiser::roll::KaiserRoll;
use crate::kaiser::stacking;
use oddsmith_model::rule::metric::engine_metrics;
use oddsmith_model::rule::presentation::Presentation;
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo};
use shown::{
    AFFECTED, AFFLICTED, CHECKS, FIRST_DEGREE, HITS, MetricIndices, ROUNDS_AFFLICTED,
    STILL_AFFLICTED,
};
use targets::{Target, Targets};

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "power-effect",
    about: "An Effect or Trigger power, with aim, affected presence and Resistance Checks over several rounds",
    words: words::WORDS,
    parameters: parameters::PARAMETERS,
    choices: &[],
    metric_parameters: &[
        ("where the power is aimed", "aim = {}"),
        ("where it deals damage", "aim = { base_damage = 1 }"),
        (
            "of each target with a name",
            "aim = { base_damage = 1 }\ntargets = [{ name = \"NAME\" }]",
        ),
    ],
    tables: &[],
    size_advice: "use fewer rounds or targets",
    build,
};

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct PowerEffect {
    targets: Targets,
    aim: Option<EffectAim>,
    lingers: bool,
    trigger: Option<Trigger>,
    /// The number of recorded rounds.
    rounds: u16,
    /// The last round in which the power lasts, at most `rounds`.
    last_round: u16,
    metrics: Vec<Metric>,
    metric_indices: MetricIndices,
}

/// The parameters of a Trigger.
#[derive(Clone, Copy, Debug)]
struct Trigger {
    /// The probability that its condition is met in a round.
    condition: Probability,
    /// The number of rounds, in addition to the Degree of Success, until a target that passed may
    /// have to check again.
    extra_rounds: i64,
}

#[derive(Clone, Debug)]
struct EffectAim {
    offence: i64,
    /// The damage of a target per Unit of Damage, if the power is also of the Attack type.
    base_damage: Option<i64>,
    is_area: bool,
    offensive: KaiserRoll,
    defensive: KaiserRoll,
}

/// The state between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectState {
    /// The power is aimed at one target after another.
    Aiming(Aiming),
    /// A target has to make a check.
    Checking(PendingCheck),
}

/// A target before its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PendingCheck {
    /// The index of its behaviour after it is affected.
    life: u8,
    round: u16,
    /// Whether it only checks if the Trigger's condition is met.
    waits_for_trigger: bool,
    /// Whether it is the first target, before its first check.
    is_first: bool,
}

/// The next target, the current offensive roll, and the presence that can still be affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aiming {
    next_target: u8,
    offence: Option<i64>,
    presence: Option<u32>,
}

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    let (rule, presentation, unused) = PowerEffect::new(values);
    Ok(BuiltRule::new(rule, presentation).with_unused(unused))
}

impl EffectAim {
    /// Reads how the power is aimed. An area has no effect on a single target, so it is ignored
    /// there.
    fn new(values: &Values, at_several: bool) -> EffectAim {
        let open = values.flag("open_rolls");
        EffectAim {
            offence: values.whole("offence") + stacking::modifier(values),
            base_damage: values.whole_if("base_damage"),
            is_area: values.flag("area") && at_several,
            offensive: KaiserRoll::new(
                values.count("advantage"),
                values.count("disadvantage"),
                open,
            ),
            defensive: KaiserRoll::new(0, 0, open),
        }
    }
}

impl Trigger {
    fn from_values(values: &Values) -> Option<Trigger> {
        let condition = match values.get("trigger") {
            Some(ParameterValue::Flag(true)) => Probability::ONE,
            Some(&ParameterValue::Probability(condition)) => condition,
            _ => return None,
        };
        // A target is immune for a number of rounds equal to the degree. The round of the check may
        // count or not.
        let beyond = if values.text("immune_from") == "check" {
            0
        } else {
            1
        };
        Some(Trigger {
            condition,
            extra_rounds: beyond,
        })
    }
}

impl PowerEffect {
    /// Returns the rule with these parameters, its presentation, and errors for unused parameters.
    pub fn new(values: &Values) -> (PowerEffect, Presentation, Vec<ParameterError>) {
        let rounds = values.count("rounds") as u16;
        let (targets, unused) = Targets::new(values);
        let end = values
            .whole_if("sustained_rounds")
            .map_or(rounds, |sustained| sustained.min(rounds.into()) as u16);
        let (lingers, trigger) = (values.flag("lingers"), Trigger::from_values(values));
        let is_truncated = end == rounds && (lingers || trigger.is_some());
        let aim = values
            .table_if("aim")
            .map(|aim| EffectAim::new(aim, targets.len() > 1));
        let deals = aim.as_ref().is_some_and(|aim| aim.base_damage.is_some());
        let (places, presentation) =
            shown::presentation(&targets, aim.is_some(), deals, rounds, is_truncated);
        let metrics = engine_metrics(&presentation.metrics);
        (
            PowerEffect {
                targets,
                aim,
                lingers,
                trigger,
                rounds,
                last_round: end,
                metrics,
                metric_indices: places,
            },
            presentation,
            unused,
        )
    }

    /// Processes the next target: makes the offensive roll if there is none, or determines who is
    /// affected.
    fn aim(&self, aiming: &mut Aiming, ask: &mut impl Ask) -> Step<EffectState> {
        let Some(target) = self.targets.target_after(aiming.next_target) else {
            return self.show_nothing(ask);
        };
        if let (Some(aim), None) = (&self.aim, aiming.offence) {
            aiming.offence = Some(aim.offence + aim.offensive.roll(ask));
            return Step::Continue;
        }
        let units = self.units(target, aiming, ask);
        let is_hit = units.is_none_or(|units| units > 0);
        aiming.next_target += 1;
        if !self.aim.as_ref().is_some_and(|aim| aim.is_area)
            || self.targets.target_after(aiming.next_target).is_none()
        {
            aiming.offence = None;
        }
        let room = aiming.presence.map_or(Some(None), |left| {
            left.checked_sub(target.presence).map(Some)
        });
        ask.observe_whole(HITS, is_hit.into());
        match room.filter(|_| is_hit) {
            Some(left) => {
                aiming.presence = left;
                ask.observe_whole(AFFECTED, 1);
                self.show_units(target.life, units.unwrap_or(0), ask);
                let (waits, is_first) = (self.waits_for_trigger(), target.life == 0);
                let held = PendingCheck {
                    life: target.life,
                    round: 1,
                    waits_for_trigger: waits,
                    is_first,
                };
                Step::Split(vec![
                    EffectState::Checking(held),
                    EffectState::Aiming(*aiming),
                ])
            }
            None => {
                self.show_units(target.life, 0, ask);
                self.show_release(target.life, 0, ask);
                Step::Continue
            }
        }
    }

    /// Returns the Units of Damage of the Offensive Roll, after the target's Absorption and AV, or
    /// 0 if it misses. Returns `None` if the power is not aimed.
    fn units(&self, target: &Target, aiming: &Aiming, ask: &mut impl Ask) -> Option<i64> {
        let (aim, offence) = (self.aim.as_ref()?, aiming.offence?);
        let sought = offence - target.defence;
        Some(
            aim.defensive
                .roll_below(sought, ask)
                .map_or(0, |roll| sought - roll),
        )
    }

    /// Records the Units of Damage of a target, which are absent if there are none, and the damage.
    fn show_units(&self, life: u8, units: i64, ask: &mut impl Ask) {
        let Some(aim) = &self.aim else { return };
        let first = (life == 0).then_some(self.metric_indices.first_target_units);
        let target_place = self
            .targets
            .is_named()
            .then(|| self.metric_indices.target_metrics(life).hit_units);
        for place in first.into_iter().chain(target_place) {
            if units > 0 {
                ask.observe_whole(place, units);
            }
            if let Some(base) = aim.base_damage {
                ask.observe_whole(place + 1, units * base);
            }
        }
    }

    /// Records the initial values of sums, so that they are 0 whatever happens to the targets.
    fn show_nothing(&self, ask: &mut impl Ask) -> Step<EffectState> {
        for metric in [HITS, AFFECTED, STILL_AFFLICTED, ROUNDS_AFFLICTED, CHECKS] {
            ask.observe_whole(metric, 0);
        }
        (1..=self.rounds).for_each(|round| ask.observe(AFFLICTED, round.into(), 0));
        self.targets
            .named_lives()
            .for_each(|life| ask.observe_whole(self.metric_indices.target_metrics(life).rounds, 0));
        Step::Done
    }

    /// Records that the target is free after this round.
    fn show_release(&self, life: u8, round: u16, ask: &mut impl Ask) {
        if self.targets.is_named() {
            ask.observe_whole(
                self.metric_indices.target_metrics(life).released_on,
                round.into(),
            );
        }
    }

    /// Returns whether a check may have to wait for the Trigger's condition.
    fn waits_for_trigger(&self) -> bool {
        self.trigger
            .is_some_and(|trigger| trigger.condition != Probability::ONE)
    }

    /// Makes a resistance check, and continues with the next one if there is any.
    fn check(&self, held: &mut PendingCheck, ask: &mut impl Ask) -> Step<EffectState> {
        let PendingCheck {
            life,
            round,
            waits_for_trigger: waits,
            is_first,
        } = *held;
        let is_met = !waits
            || self
                .trigger
                .is_none_or(|trigger| ask.happens(trigger.condition));
        // A lingering effect requires its next check without a trigger.
        let mut waits = self.waits_for_trigger();
        let next = if !is_met {
            self.show_release(life, round - 1, ask);
            Some(i64::from(round) + 1)
        } else {
            let degree = self.targets.with_life(life).check(ask);
            ask.observe_whole(CHECKS, 1);
            if is_first {
                ask.observe_whole(FIRST_DEGREE, degree);
            }
            waits &= degree > 0 || !self.lingers;
            match degree {
                ..0 => self.afflict(life, round, -degree, ask),
                _ => {
                    self.show_release(life, round - 1, ask);
                    self.trigger
                        .map(|trigger| i64::from(round) + degree + trigger.extra_rounds)
                }
            }
        };
        match next.filter(|&next| next <= self.last_round.into()) {
            Some(next) => {
                *held = PendingCheck {
                    life,
                    round: next as u16,
                    waits_for_trigger: waits,
                    is_first: is_first && !is_met,
                };
                Step::Continue
            }
            None => Step::Done,
        }
    }

    /// Applies a failure of this degree in a round. Returns the round of the next check, if the
    /// target makes any.
    fn afflict(&self, life: u8, round: u16, failure: i64, ask: &mut impl Ask) -> Option<i64> {
        let left = i64::from(self.last_round - round) + 1;
        let span = if self.lingers { left.min(failure) } else { 1 };
        let last = round + span as u16 - 1;
        (round..=last).for_each(|round| ask.observe(AFFLICTED, round.into(), 1));
        ask.observe_whole(ROUNDS_AFFLICTED, span);
        if self.targets.is_named() {
            ask.observe_whole(self.metric_indices.target_metrics(life).rounds, span);
        }
        let goes_on = (self.lingers || self.trigger.is_some()) && last < self.last_round;
        if last == self.rounds {
            ask.observe_whole(STILL_AFFLICTED, 1);
        } else if !goes_on {
            self.show_release(life, last, ask);
        }
        goes_on.then_some(i64::from(last) + 1)
    }
}

impl Rule for PowerEffect {
    type State = EffectState;

    fn metrics(&self) -> Vec<Metric> {
        self.metrics.clone()
    }

    fn start(&self, _: &Parts) -> EffectState {
        EffectState::Aiming(Aiming {
            next_target: 0,
            offence: None,
            presence: self.targets.presence_limit,
        })
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut EffectState,
        ask: &mut A,
    ) -> Result<Step<EffectState>, RuleError> {
        Ok(match state {
            EffectState::Aiming(aiming) => self.aim(aiming, ask),
            EffectState::Checking(held) => self.check(held, ask),
        })
    }
}
