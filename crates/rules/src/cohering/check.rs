//! The order to cohere: checked against the inactive CEs of unit and colony, and rerolled by
//! Enlightenment.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

use crate::power_activation::elements::Elements;
use oddsmith_model::rule::values::Values;

/// What is checked, as scenarios name it.
pub(super) const CHECKS: &[&str] = &["none", "ship", "colony", "both", "ship-then-colony"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckedBody {
    None,
    Ship,
    Colony,
    Both,
    /// Where the ship's check fails, the colony's saves the order.
    ShipThenColony,
}

/// The order, ready to be given.
#[derive(Clone, Debug)]
pub(super) struct CoheringOrder {
    check: CheckedBody,
    /// The chance that the ship's check fails, by the unit's inactive CEs.
    ship: Vec<Probability>,
    /// The chance that the colony's check fails.
    colony: Probability,
    enlightenment: u32,
    /// An Enlightenment rerolls the whole activation, not just the check that failed.
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
        // Nothing is kept that no check can notice, so that rules that do the same are the same.
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

    /// Whether a unit with so many inactive CEs obeys, all Enlightenment used if need be.
    pub(super) fn is_obeyed(&self, inactive: u32, ask: &mut impl Ask) -> bool {
        // Where the ship is not checked, its chance is not looked at.
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
            // Whatever fails first ends a try; the next one starts all over.
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

    /// The ship's check with a second one against the colony. One check rerolled alone is the
    /// ship's: the colony's has had its say.
    fn is_saved(&self, ship: Probability, ask: &mut impl Ask) -> bool {
        (0..=self.enlightenment).any(|reroll| {
            let has_second = reroll == 0 || self.rerolls_all;
            !ask.happens(ship) || has_second && !ask.happens(self.colony)
        })
    }
}
