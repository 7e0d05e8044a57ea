//! The order to cohere: it is checked against the inactive CEs of unit and colony, and
//! Enlightenment rerolls it.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

use crate::power_activation::elements::Elements;
use oddsmith_model::rule::values::Values;

/// The names of the checks in scenarios.
pub(super) const CHECKS: &[&str] = &["none", "ship", "colony", "both", "ship-then-colony"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckedBody {
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
    check: CheckedBody,
    /// The probability that the ship's check fails, by the number of the unit's inactive CEs.
    ship: Vec<Probability>,
    /// The probability that the colony's check fails.
    colony: Probability,
    enlightenment: u32,
    /// Whether an Enlightenment rerolls the whole activation, not just the failed check.
    rerolls_all: bool,
}

impl CoheringOrder {
    pub(super) fn new(values: &Values) -> CoheringOrder {
        let elements = Elements::new(values);
        let check = match values.text("check") {
            "none" => CheckedBody::None,
            "ship" => CheckedBody::Ship,
            "colony" => CheckedBody::Colony,
            "both" => CheckedBody::Both,
            _ => CheckedBody::ShipThenColony,
        };
        // Settings without effect are removed, so that equivalent rules are equal.
        let (at_ship, at_colony) = (
            !matches!(check, CheckedBody::None | CheckedBody::Colony),
            !matches!(check, CheckedBody::None | CheckedBody::Ship),
        );
        let by_inactive = |is_checked: bool| {
            if is_checked {
                0..=values.count("elements")
            } else {
                0..=0
            }
        };
        let enlightenment = if check == CheckedBody::None {
            0
        } else {
            values.count("enlightenment")
        };
        CoheringOrder {
            check,
            ship: by_inactive(at_ship)
                .map(|inactive| elements.failure(inactive))
                .collect(),
            colony: if at_colony {
                elements.failure(values.count("colony_inactive_ce"))
            } else {
                Probability::ZERO
            },
            enlightenment,
            rerolls_all: values.text("reroll") == "activation"
                || enlightenment == 0
                || !(at_ship && at_colony),
        }
    }

    /// Returns whether a unit with this number of inactive CEs obeys, with Enlightenment if needed.
    pub(super) fn is_obeyed(&self, inactive: u32, ask: &mut impl Ask) -> bool {
        // If the ship is not checked, its probability is not used.
        let ship = self
            .ship
            .get(inactive as usize)
            .copied()
            .unwrap_or(Probability::ZERO);
        let checks: &[Probability] = match self.check {
            CheckedBody::None => &[],
            CheckedBody::Ship => &[ship],
            CheckedBody::Colony => &[self.colony],
            CheckedBody::Both => &[ship, self.colony],
            CheckedBody::ShipThenColony => return self.is_saved(ship, ask),
        };
        if self.rerolls_all {
            // The first failure ends a try, and the next try starts again.
            return (0..=self.enlightenment)
                .any(|_| checks.iter().all(|&fails| !ask.happens(fails)));
        }
        let mut tries = self.enlightenment + 1;
        checks.iter().all(|&fails| {
            while ask.happens(fails) {
                tries -= 1;
                if tries == 0 {
                    return false;
                }
            }
            true
        })
    }

    /// Returns whether the order succeeds with a second check against the colony. If only one check
    /// is rerolled, it is the ship's, because the colony's check is over.
    fn is_saved(&self, ship: Probability, ask: &mut impl Ask) -> bool {
        (0..=self.enlightenment).any(|reroll| {
            let has_second = reroll == 0 || self.rerolls_all;
            !ask.happens(ship) || has_second && !ask.happens(self.colony)
        })
    }
}
