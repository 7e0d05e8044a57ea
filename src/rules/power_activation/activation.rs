//! One activation, check by check: what it goes through, what Enlightenment rerolls, how it ends.

use std::collections::BTreeMap;

use crate::chance::Chance;
use crate::chance::enumerator::Enumerator;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::chance::Probability;
use crate::rule::metric::{Outcome, Tone};

/// How an order may end, by code. The last is for the turns of a process that ended before them.
pub const OUTCOMES: &[Outcome] = &[
    Outcome { name: "failed", label: "Failed", tone: Tone::Failure },
    Outcome { name: "obeyed", label: "Obeyed", tone: Tone::Success },
    Outcome { name: "obeyed-on-second-check", label: "Obeyed on the second check", tone: Tone::Mixed },
    Outcome { name: "obeyed-after-enlightenment", label: "Obeyed after Enlightenment", tone: Tone::Mixed },
    Outcome { name: "stopped-by-blockade", label: "Stopped by the Blockade", tone: Tone::Failure },
    Outcome { name: "conditions-not-met", label: "Conditions not met", tone: Tone::Failure },
    Outcome { name: "not-reached", label: "Never reached", tone: Tone::Neutral },
];
/// The activation failed; the order was not carried out, and nothing was spent on it.
pub const FAILED: usize = 0;
/// Obeyed at once.
pub const OBEYED: usize = 1;
/// Obeyed because the supporting colony's check did not fail.
pub const ON_SECOND_CHECK: usize = 2;
/// Obeyed after at least one reroll, on whichever check.
pub const AFTER_ENLIGHTENMENT: usize = 3;
/// Obeyed by the ship, but it did not get through.
pub const STOPPED: usize = 4;
/// Obeyed, but the Writ's Conditions Precedent did not hold.
pub const CONDITIONS_NOT_MET: usize = 5;
/// The process ended before this turn.
pub const NOT_REACHED: usize = 6;
/// Ways in which an activation that is tried may end.
pub const ENDINGS: usize = 6;

/// Whether an order with this ending was carried out.
pub fn is_executed(ending: usize) -> bool {
    matches!(ending, OBEYED | ON_SECOND_CHECK | AFTER_ENLIGHTENMENT)
}

/// What an activation must get past.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// A check against inactive CEs, and the second check that is made where it fails.
    Check {
        /// The chance that it fails.
        fails: Probability,
        /// The chance that the supporting colony's check fails too.
        second: Option<Probability>,
    },
    /// The run through a Blockade.
    Blockade(Probability),
    /// The Conditions Precedent of a Writ.
    Conditions(Probability),
}

/// An activation, ready to be tried.
#[derive(Clone, Debug, Default)]
pub struct Activation {
    /// It fails without a check, and no reroll helps.
    pub doomed: bool,
    /// What it must get past, in order.
    pub stages: Vec<Stage>,
    /// Enlightenment assigned.
    pub rerolls: u8,
    /// Whether a reroll repeats the check that failed, instead of the whole activation.
    pub rerolls_one_check: bool,
}

/// An activation under way, between two questions. Each question leads to a greater one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    /// Enlightenment used.
    rerolled: u8,
    /// Stages passed.
    stage: u8,
    /// The check of this stage failed, and the second one is to be made.
    on_second: bool,
    /// A second check saved it.
    saved: bool,
}

impl Activation {
    /// Asks one question; the ending (a code of [`OUTCOMES`]), once it is known.
    pub fn next<C: Chance>(&self, attempt: &mut Attempt, chance: &mut C) -> Option<usize> {
        if self.doomed {
            return Some(FAILED);
        }
        match self.stages.get(usize::from(attempt.stage)) {
            Some(&Stage::Check { fails, second }) => {
                // One check rerolled alone is the ship's: the colony's has had its say.
                let second = second.filter(|_| !self.rerolls_one_check || attempt.rerolled == 0);
                match second {
                    Some(fails) if attempt.on_second => {
                        if chance.happens(fails) {
                            return self.fail(attempt);
                        }
                        attempt.saved = attempt.rerolled == 0;
                    }
                    _ if !chance.happens(fails) => {}
                    Some(_) => {
                        attempt.on_second = true;
                        return None;
                    }
                    None => return self.fail(attempt),
                }
            }
            Some(&Stage::Blockade(gets_through)) if !chance.happens(gets_through) => return Some(STOPPED),
            Some(&Stage::Conditions(hold)) if !chance.happens(hold) => return Some(CONDITIONS_NOT_MET),
            Some(Stage::Blockade(_) | Stage::Conditions(_)) | None => {}
        }
        attempt.stage += 1;
        attempt.on_second = false;
        (usize::from(attempt.stage) >= self.stages.len()).then_some(match attempt {
            Attempt { rerolled: 1.., .. } => AFTER_ENLIGHTENMENT,
            Attempt { saved: true, .. } => ON_SECOND_CHECK,
            _ => OBEYED,
        })
    }

    /// The activation has failed, unless there is Enlightenment left.
    fn fail(&self, attempt: &mut Attempt) -> Option<usize> {
        if attempt.rerolled == self.rerolls {
            return Some(FAILED);
        }
        let stage = if self.rerolls_one_check { attempt.stage } else { 0 };
        *attempt = Attempt { rerolled: attempt.rerolled + 1, stage, ..Attempt::default() };
        None
    }

    /// The odds of each ending: every answer to every question, equal attempts merged.
    pub fn law(&self) -> [Mass; ENDINGS] {
        let mut law = [Mass::ZERO; ENDINGS];
        let mut waiting = BTreeMap::from([(Attempt::default(), Mass::ONE)]);
        let mut chance = Enumerator::new();
        while let Some((attempt, mass)) = waiting.pop_first() {
            loop {
                chance.rewind();
                let mut next = attempt;
                let ending = self.next(&mut next, &mut chance);
                let here = mass * chance.mass();
                match ending {
                    Some(ending) => law[ending] += here,
                    None => *waiting.entry(next).or_insert(Mass::ZERO) += here,
                }
                if !chance.advance() {
                    break;
                }
            }
        }
        law
    }
}
