//! One activation, check by check: what it goes through, what Enlightenment rerolls, how it ends.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

// How an order may end: the codes of the category that `shown` names.

/// The activation failed; the order was not carried out.
pub const FAILED: i64 = 0;
/// Obeyed at once.
pub const OBEYED: i64 = 1;
/// Obeyed because the supporting colony's check did not fail.
pub const ON_SECOND_CHECK: i64 = 2;
/// Obeyed after at least one reroll, on whichever check.
pub const AFTER_ENLIGHTENMENT: i64 = 3;
/// Obeyed by the ship, but it did not get through.
pub const STOPPED: i64 = 4;
/// Obeyed, but the Writ's Conditions Precedent did not hold.
pub const CONDITIONS_NOT_MET: i64 = 5;
/// The process ended before this turn.
pub const NOT_REACHED: i64 = 6;
/// Obeyed, but the order that it needs was not carried out.
pub const NEEDS_NOT_MET: i64 = 7;

/// Whether an order with this ending was carried out.
pub fn is_executed(ending: i64) -> bool {
    matches!(ending, OBEYED | ON_SECOND_CHECK | AFTER_ENLIGHTENMENT)
}

/// What an activation must get past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It fails without a check with this chance, and no reroll helps. Stands before everything
    /// else.
    Barred(Probability),
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
    /// What it must get past, in order.
    pub stages: Vec<Stage>,
    /// Enlightenment assigned.
    pub rerolls: u8,
    /// Whether a reroll repeats the check that failed, instead of the whole activation.
    pub rerolls_one_check: bool,
}

/// An activation under way, between two questions. Each question leads to a greater one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// Enlightenment used.
    pub rerolled: u8,
    /// Stages passed.
    pub(super) stage: u8,
    /// The check of this stage failed, and the second one is to be made.
    is_second_check: bool,
    /// A second check saved it.
    is_saved: bool,
}

impl Activation {
    /// Whether there is a check that Enlightenment could reroll.
    pub fn is_checked(&self) -> bool {
        self.stages
            .iter()
            .any(|stage| matches!(stage, Stage::Check { .. }))
    }

    /// The same with nothing that cannot be noticed: no stage after one that nothing gets past, no
    /// Enlightenment where nothing can be rerolled.
    /// `has_spare` says whether there may be Enlightenment of a common stock.
    pub fn without_unused(mut self, has_spare: bool) -> Activation {
        let is_end = |stage: &Stage| match *stage {
            Stage::Barred(p) => p == Probability::ONE,
            Stage::Blockade(p) | Stage::Conditions(p) => p == Probability::ZERO,
            Stage::Check { .. } => false,
        };
        if let Some(end) = self.stages.iter().position(is_end) {
            self.stages.truncate(end + 1);
        }
        let is_check = |stage: &&Stage| matches!(stage, Stage::Check { .. });
        let checks = self.stages.iter().filter(is_check).count();
        if checks == 0 {
            self.rerolls = 0;
        }
        // Alone, and without a second one, a check is the whole activation.
        let alone = checks == 1
            && !self
                .stages
                .iter()
                .any(|stage| matches!(stage, Stage::Blockade(_)));
        let has_second = self.stages.iter().any(|stage| {
            matches!(
                stage,
                Stage::Check {
                    second: Some(_),
                    ..
                }
            )
        });
        self.rerolls_one_check &=
            (self.rerolls > 0 || has_spare && checks > 0) && (has_second || !alone);
        self
    }

    /// Asks one question; the ending, once it is known. Where the activation fails and has no
    /// Enlightenment of its own left, `spare` says whether one of a common stock is spent on
    /// it.
    pub fn ask_next<A: Ask>(
        &self,
        attempt: &mut Attempt,
        ask: &mut A,
        spare: impl FnOnce(Attempt, &mut A) -> bool,
    ) -> Option<i64> {
        match self.stages.get(usize::from(attempt.stage)) {
            Some(&Stage::Check { fails, second }) => {
                // One check rerolled alone is the ship's: the colony's has had its say.
                let second = second.filter(|_| !self.rerolls_one_check || attempt.rerolled == 0);
                match second {
                    Some(fails) if attempt.is_second_check => {
                        if ask.happens(fails) {
                            return self.fail(attempt, ask, spare);
                        }
                        attempt.is_saved = attempt.rerolled == 0;
                    }
                    _ if !ask.happens(fails) => {}
                    Some(_) => {
                        attempt.is_second_check = true;
                        return None;
                    }
                    None => return self.fail(attempt, ask, spare),
                }
            }
            Some(&Stage::Barred(p)) if ask.happens(p) => return Some(FAILED),
            Some(&Stage::Blockade(gets_through)) if !ask.happens(gets_through) => {
                return Some(STOPPED);
            }
            Some(&Stage::Conditions(hold)) if !ask.happens(hold) => {
                return Some(CONDITIONS_NOT_MET);
            }
            Some(Stage::Barred(_) | Stage::Blockade(_) | Stage::Conditions(_)) | None => {}
        }
        attempt.stage += 1;
        attempt.is_second_check = false;
        (usize::from(attempt.stage) >= self.stages.len()).then_some(match attempt {
            Attempt { rerolled: 1.., .. } => AFTER_ENLIGHTENMENT,
            Attempt { is_saved: true, .. } => ON_SECOND_CHECK,
            _ => OBEYED,
        })
    }

    /// The activation has failed, unless there is Enlightenment left.
    fn fail<A: Ask>(
        &self,
        attempt: &mut Attempt,
        ask: &mut A,
        spare: impl FnOnce(Attempt, &mut A) -> bool,
    ) -> Option<i64> {
        if attempt.rerolled >= self.rerolls && !spare(*attempt, ask) {
            return Some(FAILED);
        }
        // What bars an order is not asked again: it did not.
        let first = self
            .stages
            .iter()
            .take_while(|stage| matches!(stage, Stage::Barred(_)))
            .count() as u8;
        let stage = if self.rerolls_one_check {
            attempt.stage
        } else {
            first
        };
        *attempt = Attempt {
            rerolled: attempt.rerolled + 1,
            stage,
            ..Attempt::default()
        };
        None
    }
}
