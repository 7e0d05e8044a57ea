//! How a stock ages: one way for each manner of loss that the published kinds have.

use crate::chance::Chance;
use oddsmith_engine::chance::Probability;
use oddsmith_engine::chance::Weights;

use super::State;
use super::parameters::MOST_PLACES;
use super::titles::Disrupted;

/// Piles that a stock may be in: the places of Scenes and one more.
pub(super) const PILES: usize = MOST_PLACES + 1;

/// A stock, in piles that age apart. Pile 0 is what is exposed to aging; what the others are is said
/// at each [`Decay`].
pub(super) type Piles = [u32; PILES];

/// A manner of aging.
#[derive(Clone, Debug)]
pub(super) enum Decay {
    /// Each item is lost on its own.
    Each(Probability),
    /// A share of each class is lost: a class is a pile, the fullest first.
    Share(Share),
    /// Scenes stand at places; those of a place that leaves are lost together. Pile 0 stands where
    /// nothing is lost, each other pile at a place, the fullest first.
    Places(Probability),
    /// Aspects: piles 0 dark, 1 light, and while the turn lasts 2 and 3, placed dark and light. Each
    /// is removed early with the chance given, then the dark ones go and the others turn.
    Flip(Probability),
    /// Proficiencies: each may be lost at a Census and for every Government Title disrupted.
    Strikes(Strikes),
}

/// What a turn's aging took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Toll {
    /// Aged out.
    pub(super) lost: u32,
    /// Removed by other causes.
    pub(super) removed: u32,
}

/// A share of a stock is lost.
#[derive(Clone, Debug)]
pub(super) struct Share {
    /// Every share that may be lost.
    pub(super) shares: Vec<Probability>,
    /// Their law.
    pub(super) law: Weights,
    pub(super) rounding: Rounding,
    pub(super) classes: usize,
}

/// How a share of whole things becomes whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    /// To the nearest, half up.
    Nearest,
    Down,
    Up,
}

impl Rounding {
    pub(super) fn share_of(self, n: u32, share: Probability) -> u32 {
        let (numerator, denominator) = share.fraction();
        let (product, whole) = (u128::from(n) * u128::from(numerator), u128::from(denominator));
        let rounded = match self {
            Rounding::Nearest => (2 * product + whole) / (2 * whole),
            Rounding::Down => product / whole,
            Rounding::Up => product.div_ceil(whole),
        };
        rounded as u32
    }
}

/// Loss at a Census and at disruptions.
#[derive(Clone, Debug)]
pub(super) struct Strikes {
    pub(super) census_every: u32,
    /// Chance that each is lost at a Census, and to a disruption.
    pub(super) census: Probability,
    pub(super) each: Probability,
    pub(super) disrupted: Disrupted,
    /// Chance that a proficiency is lost to so many disruptions, without a Census and with one.
    losses: Vec<[Probability; 2]>,
}

impl Strikes {
    /// Every proficiency survives each strike on its own, so that several are one strike with the
    /// product of their chances; of more than have a fraction of 64 bits, the rest strike after.
    pub(super) fn new(census_every: u32, census: Probability, each: Probability, disrupted: Disrupted) -> Strikes {
        let mut kept = [Some(Probability::ONE), Some(census.complement())];
        let mut losses = Vec::new();
        while let [Some(calm), Some(counted)] = kept
            && losses.len() <= disrupted.most() as usize
        {
            losses.push([calm.complement(), counted.complement()]);
            kept = [calm.and(each.complement()), counted.and(each.complement())];
        }
        Strikes { census_every, census, each, disrupted, losses }
    }
}

impl Decay {
    /// Whether aging may ask chance for anything.
    pub(super) fn asks(&self) -> bool {
        match self {
            Decay::Each(p) | Decay::Places(p) | Decay::Flip(p) => *p != Probability::ZERO && *p != Probability::ONE,
            Decay::Share(share) => share.shares.len() > 1,
            Decay::Strikes(_) => true,
        }
    }

    /// Draws the disruptions that strike in this turn.
    pub(super) fn disrupt<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if let Decay::Strikes(strikes) = self {
            state.strikes = strikes.disrupted.draw(chance) as u8;
        }
    }

    /// Ages the stock at the end of a turn; `None` while strikes are left, which fall in steps of their own.
    #[inline]
    pub(super) fn age<C: Chance>(&self, state: &mut State, chance: &mut C) -> Option<Toll> {
        let piles = &mut state.piles;
        let mut toll = Toll::default();
        match self {
            Decay::Each(loss) => {
                toll.lost = chance.binomial(piles[0], *loss);
                piles[0] -= toll.lost;
            }
            Decay::Share(share) => {
                for class in piles[..share.classes].iter_mut().filter(|class| **class > 0) {
                    let drawn = if share.shares.len() > 1 { chance.pick(&share.law) } else { 0 };
                    let lost = share.rounding.share_of(*class, share.shares[drawn]);
                    *class -= lost;
                    toll.lost += lost;
                }
            }
            Decay::Places(leaves) => {
                // Places with as many Scenes are alike: only how many of them leave matters.
                let mut first = 1;
                while first < PILES && piles[first] > 0 {
                    let scenes = piles[first];
                    let alike = piles[first..].iter().take_while(|&&pile| pile == scenes).count();
                    let leaving = chance.binomial(alike as u32, *leaves);
                    piles[first..first + leaving as usize].fill(0);
                    toll.lost += leaving * scenes;
                    first += alike;
                }
                piles[1..].sort_unstable_by(|a, b| b.cmp(a));
            }
            Decay::Flip(removed_early) => {
                for pile in &mut piles[..4] {
                    let removed = chance.binomial(*pile, *removed_early);
                    *pile -= removed;
                    toll.removed += removed;
                }
                toll.lost = piles[0];
                (piles[0], piles[1], piles[2], piles[3]) = (piles[1] + piles[2], piles[3], 0, 0);
            }
            Decay::Strikes(strikes) => {
                let turn = u32::from(state.turn) + 1;
                let census = !state.aging && strikes.census_every > 0 && turn.is_multiple_of(strikes.census_every);
                let now = usize::from(state.strikes).min(strikes.losses.len() - 1);
                let lost = chance.binomial(piles[0], strikes.losses[now][usize::from(census)]);
                piles[0] -= lost;
                state.struck += lost;
                state.strikes -= now as u8;
                state.aging = state.strikes > 0;
                if state.aging {
                    return None;
                }
                toll.lost = std::mem::take(&mut state.struck);
            }
        }
        Some(toll)
    }
}
