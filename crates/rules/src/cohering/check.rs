//! The order to cohere: it is checked against the inactive CEs of unit and colony, and
//! Enlightenment rerolls it.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

use crate::power_activation::elements::Elements;
use oddsmith_model::rule::values::Values;

/// The names of the checks in scenarios.
pub(super) const CHECKS: &[&str] = &["none", "ship", "colony", "both", "ship-then-colony"];

/// The bodies whose CEs check the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChecksAt {
    None,
    Ship,
    Colony,
    Both,
    /// If the ship's check fails, the colony's check can save the order.
    ShipThenColony,
}

/// The order with its parameters.
#[derive(Clone, Debug)]
pub(super) struct CoheringOrder {
    checks_at: ChecksAt,
    /// The probability that the ship's check fails, by the number of the unit's inactive CEs.
    ship_failures: Vec<Probability>,
    /// The probability that the colony's check fails.
    colony_failure: Probability,
    /// The number of rerolls by Enlightenment.
    rerolls: u32,
    /// Whether an Enlightenment rerolls the whole activation, not just the failed check.
    rerolls_all: bool,
}

impl CoheringOrder {
    pub(super) fn new(values: &Values) -> CoheringOrder {
        let elements = Elements::new(values);
        let checks_at = match values.text("check") {
            "none" => ChecksAt::None,
            "ship" => ChecksAt::Ship,
            "colony" => ChecksAt::Colony,
            "both" => ChecksAt::Both,
            _ => ChecksAt::ShipThenColony,
        };
        // Settings without effect are removed, so that equivalent rules are equal.
        let (at_ship, at_colony) = (
            !matches!(checks_at, ChecksAt::None | ChecksAt::Colony),
            !matches!(checks_at, ChecksAt::None | ChecksAt::Ship),
        );
        let by_inactive = |is_checked: bool| {
            if is_checked {
                0..=values.count("elements")
            } else {
                0..=0
            }
        };
        let rerolls = if checks_at == ChecksAt::None {
            0
        } else {
            values.count("enlightenment")
        };
        CoheringOrder {
            checks_at,
            ship_failures: by_inactive(at_ship)
                .map(|inactive| elements.failure(inactive))
                .collect(),
            colony_failure: if at_colony {
                elements.failure(values.count("colony_inactive_ce"))
            } else {
                Probability::ZERO
            },
            rerolls,
            rerolls_all: values.text("reroll") == "activation"
                || rerolls == 0
                || !(at_ship && at_colony),
        }
    }

    /// Rolls the checks of a unit with this number of inactive CEs, with Enlightenment if needed.
    /// Returns whether the unit obeys.
    pub(super) fn roll_order(&self, inactive: u32, ask: &mut impl Ask) -> bool {
        // If the ship is not checked, its probability is not used.
        let ship_failure = self
            .ship_failures
            .get(inactive as usize)
            .copied()
            .unwrap_or(Probability::ZERO);
        let failures: &[Probability] = match self.checks_at {
            ChecksAt::None => &[],
            ChecksAt::Ship => &[ship_failure],
            ChecksAt::Colony => &[self.colony_failure],
            ChecksAt::Both => &[ship_failure, self.colony_failure],
            ChecksAt::ShipThenColony => return self.roll_ship_then_colony(ship_failure, ask),
        };
        if self.rerolls_all {
            // The first failure ends a try, and the next try starts again.
            return (0..=self.rerolls)
                .any(|_| failures.iter().all(|&failure| !ask.happens(failure)));
        }
        let mut tries = self.rerolls + 1;
        failures.iter().all(|&failure| {
            while ask.happens(failure) {
                tries -= 1;
                if tries == 0 {
                    return false;
                }
            }
            true
        })
    }

    /// Rolls the ship's check, and the colony's if it fails. Returns whether the order succeeds. If
    /// only one check is rerolled, it is the ship's, because the colony's check is over.
    fn roll_ship_then_colony(&self, ship_failure: Probability, ask: &mut impl Ask) -> bool {
        (0..=self.rerolls).any(|reroll| {
            let has_second = reroll == 0 || self.rerolls_all;
            !ask.happens(ship_failure) || has_second && !ask.happens(self.colony_failure)
        })
    }
}
