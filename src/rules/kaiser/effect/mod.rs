//! `power-effect`: an Effect or Trigger power is aimed at targets, which resist it round after round.
//!
//! Published text 004. Aiming goes on from target to target under one offensive roll; each target that is affected goes
//! a way of its own from there, for targets touch each other no more.

mod parameters;
mod shown;
mod targets;
mod told;

use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};

use crate::rule::metric::observed;
use crate::rule::presentation::Presentation;
use crate::rule::values::{ParameterError, Values};
use crate::rule::{Built, RuleInfo};
use crate::rules::kaiser::roll::KaiserRoll;
use crate::rules::kaiser::stacking;
use shown::{AFFECTED, AFFLICTED, CHECKS, FIRST_DEGREE, HITS, ROUNDS_AFFLICTED, STILL_AFFLICTED};
use targets::{Target, Targets};

/// The rule as scenarios name it.
pub const RULE: RuleInfo = RuleInfo {
    id: "power-effect",
    about: "An Effect or Trigger power: aim, affected presence, resistance checks that repeat over rounds",
    words: told::WORDS,
    parameters: parameters::PARAMETERS,
    choices: &[],
    tables: &[],
    smaller: "fewer rounds or targets",
    build,
};

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct PowerEffect {
    targets: Targets,
    aim: Option<EffectAim>,
    lingers: bool,
    trigger: bool,
    /// The horizon.
    rounds: u16,
    /// The last round in which the power lasts, at most the horizon.
    end: u16,
    metrics: Vec<Metric>,
}

#[derive(Clone, Debug)]
struct EffectAim {
    offence: i64,
    area: bool,
    offensive: KaiserRoll,
    defensive: KaiserRoll,
}

/// Between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectState {
    /// The power turns to one target after another.
    Aiming(Aiming),
    /// A target, by its way of life, is to check in this round.
    Held(u8, u16),
}

/// Which target is next, the offensive roll that stands, and the presence that can still be affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aiming {
    next: u8,
    offence: Option<i64>,
    presence: Option<u32>,
}

fn build(values: &Values) -> Result<Built, ParameterError> {
    let (rule, presentation) = PowerEffect::new(values)?;
    Ok(Built::new(rule, presentation))
}

impl EffectAim {
    /// At several targets, or at one, for which an area is as good as none.
    fn new(values: &Values, at_several: bool) -> EffectAim {
        let open = values.flag("open_rolls");
        EffectAim {
            offence: values.whole("offence") + stacking::modifier(values),
            area: values.flag("area") && at_several,
            offensive: KaiserRoll::new(values.count("advantage"), values.count("disadvantage"), open),
            defensive: KaiserRoll::new(0, 0, open),
        }
    }
}

impl PowerEffect {
    /// The rule under these parameters, and how it is shown.
    ///
    /// # Errors
    /// When a target has a defence and nothing is aimed.
    pub fn new(values: &Values) -> Result<(PowerEffect, Presentation), ParameterError> {
        let rounds = values.count("rounds") as u16;
        let targets = Targets::new(values)?;
        let end = values.whole_if("sustained_rounds").map_or(rounds, |sustained| sustained.min(rounds.into()) as u16);
        let (lingers, trigger) = (values.flag("lingers"), values.flag("trigger"));
        let is_cut = end == rounds && (lingers || trigger);
        let presentation = shown::presentation(&targets, values.table_if("aim").is_some(), rounds, is_cut);
        let aim = values.table_if("aim").map(|aim| EffectAim::new(aim, targets.len() > 1));
        let metrics = observed(&presentation.metrics);
        Ok((PowerEffect { targets, aim, lingers, trigger, rounds, end, metrics }, presentation))
    }

    /// Turns to the next target: makes the offensive roll where none stands, or sees who is affected.
    fn aim(&self, aiming: &mut Aiming, ask: &mut impl Ask) -> Step<EffectState> {
        let Some(target) = self.targets.in_order(aiming.next) else {
            return self.show_nothing(ask);
        };
        if let (Some(aim), None) = (&self.aim, aiming.offence) {
            aiming.offence = Some(aim.offence + aim.offensive.roll(ask));
            return Step::Continue;
        }
        let is_hit = self.is_hit(target, aiming, ask);
        aiming.next += 1;
        if !self.aim.as_ref().is_some_and(|aim| aim.area) || self.targets.in_order(aiming.next).is_none() {
            aiming.offence = None;
        }
        let room = aiming.presence.map_or(Some(None), |left| left.checked_sub(target.presence).map(Some));
        ask.whole(HITS, is_hit.into());
        match room.filter(|_| is_hit) {
            Some(left) => {
                aiming.presence = left;
                ask.whole(AFFECTED, 1);
                Step::Split(vec![EffectState::Held(target.life, 1), EffectState::Aiming(*aiming)])
            }
            None => {
                self.show_release(target.life, 0, ask);
                Step::Continue
            }
        }
    }

    /// Whether the offensive roll leaves a Unit of Damage: the target applies its Absorption and AV first.
    fn is_hit(&self, target: &Target, aiming: &Aiming, ask: &mut impl Ask) -> bool {
        match (&self.aim, aiming.offence) {
            (Some(aim), Some(offence)) => aim.defensive.is_below(offence - target.defence, ask),
            _ => true,
        }
    }

    /// What a trial shows whatever becomes of the targets: sums start from nothing.
    fn show_nothing(&self, ask: &mut impl Ask) -> Step<EffectState> {
        for metric in [HITS, AFFECTED, STILL_AFFLICTED, ROUNDS_AFFLICTED, CHECKS] {
            ask.whole(metric, 0);
        }
        (1..=self.rounds).for_each(|round| ask.observe(AFFLICTED, round.into(), 0));
        self.targets.named().for_each(|life| ask.whole(shown::of_target(life).0, 0));
        Step::Done
    }

    /// The target is free after this round.
    fn show_release(&self, life: u8, round: u16, ask: &mut impl Ask) {
        if self.targets.is_named() {
            ask.whole(shown::of_target(life).1, round.into());
        }
    }

    /// Makes a resistance check, and turns to the next one if there is any.
    fn check(&self, life: u8, round: &mut u16, ask: &mut impl Ask) -> Step<EffectState> {
        let degree = self.targets.of_life(life).check(ask);
        ask.whole(CHECKS, 1);
        if (life, *round) == (0, 1) {
            ask.whole(FIRST_DEGREE, degree);
        }
        let next = match degree {
            ..0 => self.afflict(life, *round, -degree, ask),
            _ => {
                self.show_release(life, *round - 1, ask);
                // Immune in as many rounds as the degree, after this one.
                self.trigger.then(|| i64::from(*round) + degree + 1)
            }
        };
        match next.filter(|&next| next <= self.end.into()) {
            Some(next) => {
                *round = next as u16;
                Step::Continue
            }
            None => Step::Done,
        }
    }

    /// A failure by so much in a round; the round of the next check, if the target makes any.
    fn afflict(&self, life: u8, round: u16, failure: i64, ask: &mut impl Ask) -> Option<i64> {
        let left = i64::from(self.end - round) + 1;
        let span = if self.lingers { left.min(failure) } else { 1 };
        let last = round + span as u16 - 1;
        (round..=last).for_each(|round| ask.observe(AFFLICTED, round.into(), 1));
        ask.whole(ROUNDS_AFFLICTED, span);
        if self.targets.is_named() {
            ask.whole(shown::of_target(life).0, span);
        }
        let goes_on = (self.lingers || self.trigger) && last < self.end;
        if last == self.rounds {
            ask.whole(STILL_AFFLICTED, 1);
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
        EffectState::Aiming(Aiming { next: 0, offence: None, presence: self.targets.presence_limit })
    }

    #[inline]
    fn step<A: Ask>(&self, state: &mut EffectState, ask: &mut A) -> Result<Step<EffectState>, RuleError> {
        Ok(match state {
            EffectState::Aiming(aiming) => self.aim(aiming, ask),
            EffectState::Held(life, round) => self.check(*life, round, ask),
        })
    }
}
