//! A resource and the stages of its turn: what is spent, what arrives, what ages.

use crate::chance::Chance;
use oddsmith_engine::chance::Expression;
use oddsmith_engine::chance::Probability;

use super::State;
use super::decay::{Decay, Piles, Toll};
use super::kind::Kind;

/// A resource, ready to be played.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub(super) name: String,
    /// Whether it is the only one.
    pub(super) alone: bool,
    pub(super) kind: Kind,
    pub(super) decay: Decay,
    pub(super) start: Piles,
    pub(super) gain: Expression,
    pub(super) gain_before_aging: bool,
    pub(super) spend: u32,
    /// Agings that something gained is still spared when it arrives: it waits in the pile of this
    /// number, and moves one down at each aging.
    pub(super) spared: usize,
    /// Chance that a gained Aspect is placed dark.
    pub(super) dark_placed: Probability,
    /// RPs on Cargo Ships.
    pub(super) on_cargo_ships: u32,
    /// What happens in a turn, and whether it asks chance for anything.
    pub(super) stages: Vec<(Stage, bool)>,
}

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Spend,
    /// Gains arrive in this pile.
    Gain(usize),
    /// Government Titles are disrupted that strike proficiencies.
    Disrupt,
    Age,
}

impl Resource {
    /// How often in a turn gains arrive: once for each class.
    pub(super) fn arrivals(&self) -> usize {
        self.stages.iter().filter(|(stage, _)| matches!(stage, Stage::Gain(_))).count()
    }

    /// What arrives each turn if the dice bring the least.
    pub(super) fn planned_gain(&self) -> i64 {
        self.arrivals() as i64 * self.gain.least().max(0)
    }

    /// Whether the sum of all losses follows from the stock: nothing else ever departs from the plan.
    pub(super) fn goes_by_plan(&self) -> bool {
        self.gain.fixed().is_some()
            && self.spend == 0
            && !matches!(self.decay, Decay::Flip(p) if p != Probability::ZERO)
    }

    /// Uses what there is, pile by pile from the oldest on; how much was not there.
    pub(super) fn spend(&self, piles: &mut Piles) -> u32 {
        let mut wanted = self.spend;
        for pile in piles {
            let used = wanted.min(*pile);
            *pile -= used;
            wanted -= used;
        }
        wanted
    }

    /// Gains arrive in a pile; how many more than the least.
    pub(super) fn gain<C: Chance>(&self, piles: &mut Piles, pile: usize, chance: &mut C) -> u32 {
        let gained = self.gain.roll(chance).max(0) as u32;
        let dark = match self.decay {
            Decay::Flip(_) => chance.binomial(gained, self.dark_placed),
            _ => gained,
        };
        piles[pile] += dark;
        if gained > dark {
            piles[pile + 1] += gained - dark;
        }
        gained - self.gain.least().max(0) as u32
    }

    /// Ages the exposed; those that were spared move on by one.
    pub(super) fn age<C: Chance>(&self, state: &mut State, chance: &mut C) -> Option<Toll> {
        let toll = self.decay.age(state, chance)?;
        let piles = &mut state.piles;
        if self.spared > 0 {
            piles[0] += piles[1];
            piles.copy_within(2..=self.spared, 1);
            piles[self.spared] = 0;
        }
        Some(toll)
    }
}
