//! One activation, check by check: its stages, rerolls by Enlightenment, and its ending.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

// The endings of an order: the codes of the category that `shown` names.

/// The activation failed, and the order was not carried out.
pub const FAILED: i64 = 0;
/// The order was obeyed at once.
pub const OBEYED: i64 = 1;
/// The order was obeyed because the supporting colony's check did not fail.
pub const ON_SECOND_CHECK: i64 = 2;
/// The order was obeyed after at least one reroll of any check.
pub const AFTER_ENLIGHTENMENT: i64 = 3;
/// The ship obeyed, but did not get through.
pub const STOPPED: i64 = 4;
/// The order was obeyed, but the Writ's Conditions Precedent were not met.
pub const CONDITIONS_NOT_MET: i64 = 5;
/// The process ended before this turn.
pub const NOT_REACHED: i64 = 6;
/// The order was obeyed, but the order that it needs was not carried out.
pub const NEEDS_NOT_MET: i64 = 7;

/// Returns whether an order with this ending was carried out.
pub fn is_executed(ending: i64) -> bool {
    matches!(ending, OBEYED | ON_SECOND_CHECK | AFTER_ENLIGHTENMENT)
}

/// A stage of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The order fails without a check with this probability, and a reroll does not help. This is
    /// always the first stage.
    Barred(Probability),
    /// A check against inactive CEs, and a second check if it fails.
    Check {
        /// The probability that it fails.
        fails: Probability,
        /// The probability that the supporting colony's check fails, too.
        second: Option<Probability>,
    },
    /// The run through a Blockade.
    Blockade(Probability),
    /// The Conditions Precedent of a Writ.
    Conditions(Probability),
}

/// An activation with its parameters.
#[derive(Clone, Debug, Default)]
pub struct Activation {
    /// The stages in order.
    pub stages: Vec<Stage>,
    /// The number of assigned Enlightenments.
    pub rerolls: u8,
    /// Whether a reroll repeats only the failed check, instead of the whole activation.
    pub rerolls_one_check: bool,
}

/// The state of an activation between two questions. Each question leads to a greater state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// The number of used Enlightenments.
    pub rerolled: u8,
    /// The number of passed stages.
    pub(super) stage: u8,
    /// Whether the check of this stage failed, so that the second one is made.
    is_second_check: bool,
    /// Whether a second check saved it.
    is_saved: bool,
}

impl Activation {
    /// Returns whether there is a check that Enlightenment could reroll.
    pub fn is_checked(&self) -> bool {
        self.stages
            .iter()
            .any(|stage| matches!(stage, Stage::Check { .. }))
    }

    /// Returns the activation without parts that have no effect: stages after a certain failure,
    /// and Enlightenment if nothing can be rerolled. `has_spare` is whether there may be
    /// Enlightenment in a common stock.
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
        // A single check without a second one is the whole activation.
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

    /// Asks one question. Returns the ending once it is known. If the activation fails without own
    /// Enlightenment left, `spare` decides whether one of a common stock is spent.
    pub fn ask_next<A: Ask>(
        &self,
        attempt: &mut Attempt,
        ask: &mut A,
        spare: impl FnOnce(Attempt, &mut A) -> bool,
    ) -> Option<i64> {
        match self.stages.get(usize::from(attempt.stage)) {
            Some(&Stage::Check { fails, second }) => {
                // If only one check is rerolled, it is the ship's, because the colony's check is
                // over.
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

    /// Handles a failed check, unless there is Enlightenment left.
    fn fail<A: Ask>(
        &self,
        attempt: &mut Attempt,
        ask: &mut A,
        spare: impl FnOnce(Attempt, &mut A) -> bool,
    ) -> Option<i64> {
        if attempt.rerolled >= self.rerolls && !spare(*attempt, ask) {
            return Some(FAILED);
        }
        // The first stage did not bar the order, so it is not asked again.
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
