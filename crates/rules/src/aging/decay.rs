//! Aging: one method for each kind of loss in the published text.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{Probability, Weights};

use super::parameters::MAX_PLACES;

/// The number of piles of a stock: the places of Scenes and one more.
pub(super) const PILE_COUNT: usize = MAX_PLACES + 1;

/// A stock in piles that age separately. Pile 0 is exposed to aging. Each [`Decay`] explains the
/// others.
pub(super) type Piles = [u32; PILE_COUNT];

/// A method of aging.
#[derive(Clone, Debug)]
pub(super) enum Decay {
    /// Each item is lost independently.
    Each(Probability),
    /// A share of each class is lost. Each class is a pile.
    Share(LostShare),
    /// Scenes are at places, and all Scenes of a place that leaves are lost. Pile 0 is a safe
    /// place, and each other pile is a place.
    Places(Probability),
    /// Aspects: pile 0 is dark, pile 1 is light, and piles 2 and 3 are those placed dark and light
    /// in this turn. The dark ones are lost, and the others turn.
    Flip,
    /// Proficiencies: each may be lost at a Census, and at every strike.
    Census {
        every: u32,
        loss: Probability,
        strike: Probability,
    },
}

/// The share of a stock that is lost.
#[derive(Clone, Debug)]
pub(super) struct LostShare {
    /// All shares that may be lost, with equal probability.
    pub(super) shares: Vec<Probability>,
    pub(super) distribution: Weights,
    /// The additional loss for each disrupted Government Title.
    pub(super) per_title: Probability,
    pub(super) rounding: Rounding,
    pub(super) classes: usize,
    /// The shares by the number of disrupted titles, from 0. The last entry is for all higher
    /// numbers.
    by_titles: Vec<Vec<Probability>>,
}

/// How a share of whole items is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    /// To the nearest integer, with halves up.
    Nearest,
    Down,
    Up,
}

impl Rounding {
    pub(super) fn share_of(self, n: u32, share: Probability) -> u32 {
        let (numerator, denominator) = share.fraction();
        let (quotient, rest) = match u64::from(n).checked_mul(numerator) {
            Some(product) => (product / denominator, product % denominator),
            None => {
                let (product, whole) = (
                    u128::from(n) * u128::from(numerator),
                    u128::from(denominator),
                );
                ((product / whole) as u64, (product % whole) as u64)
            }
        };
        let is_up = match self {
            Rounding::Nearest => rest >= denominator - rest,
            Rounding::Down => false,
            Rounding::Up => rest > 0,
        };
        quotient as u32 + u32::from(is_up)
    }
}

/// Returns whether the probability is neither 0 nor 1.
pub(super) fn is_uncertain(p: Probability) -> bool {
    p != Probability::ZERO && p != Probability::ONE
}

impl Decay {
    /// Returns whether aging may ask for chance.
    pub(super) fn is_random(&self) -> bool {
        match self {
            Decay::Each(p) | Decay::Places(p) | Decay::Census { loss: p, .. } => is_uncertain(*p),
            Decay::Share(share) => share.shares.len() > 1,
            Decay::Flip => false,
        }
    }

    /// Ages a stock at the end of a turn. Returns the number of items that age out.
    #[inline]
    pub(super) fn age(
        &self,
        piles: &mut Piles,
        turn: u32,
        disrupted: u32,
        ask: &mut impl Ask,
    ) -> u32 {
        match self {
            Decay::Each(loss) => lose(&mut piles[0], *loss, ask),
            Decay::Share(share) => share.age(piles, disrupted, ask),
            Decay::Places(leaves) => lose_places(piles, *leaves, ask),
            Decay::Flip => {
                let lost = piles[0];
                (piles[0], piles[1], piles[2], piles[3]) = (piles[1] + piles[2], piles[3], 0, 0);
                lost
            }
            Decay::Census { every, loss, .. } => {
                let is_census = *every > 0 && turn.is_multiple_of(*every);
                if is_census {
                    lose(&mut piles[0], *loss, ask)
                } else {
                    0
                }
            }
        }
    }
}

impl LostShare {
    /// Returns a loss of one of these shares, plus an additional share for each disrupted
    /// Government Title.
    pub(super) fn new(
        shares: Vec<Probability>,
        per_title: Probability,
        rounding: Rounding,
        classes: usize,
        titles: u32,
    ) -> LostShare {
        let distribution = Weights::uniform(shares.len()).expect("a range has a first share");
        let most = if per_title == Probability::ZERO {
            0
        } else {
            titles
        };
        let raised = |disrupted| {
            shares
                .iter()
                .map(|&share| share + per_title * disrupted)
                .collect()
        };
        LostShare {
            by_titles: (0..=most).map(raised).collect(),
            shares,
            distribution,
            per_title,
            rounding,
            classes,
        }
    }

    fn age(&self, piles: &mut Piles, disrupted: u32, ask: &mut impl Ask) -> u32 {
        let shares = &self.by_titles[self.by_titles.len().min(disrupted as usize + 1) - 1];
        let mut lost = 0;
        for class in piles[..self.classes].iter_mut().filter(|class| **class > 0) {
            let share_index = if self.shares.len() > 1 {
                ask.pick(&self.distribution)
            } else {
                0
            };
            let gone = self.rounding.share_of(*class, shares[share_index]);
            *class -= gone;
            lost += gone;
        }
        lost
    }
}

/// Loses each item of a pile independently. Returns the number of lost items.
#[inline]
pub(super) fn lose(pile: &mut u32, loss: Probability, ask: &mut impl Ask) -> u32 {
    let lost = ask.binomial(*pile, loss);
    *pile -= lost;
    lost
}

/// Removes places, each with its Scenes. Returns the number of lost Scenes. Neighbouring places
/// with equal numbers of Scenes are interchangeable, so only the number of them that leave matters.
fn lose_places(piles: &mut Piles, leaves: Probability, ask: &mut impl Ask) -> u32 {
    let (mut first, mut lost) = (1, 0);
    while first < PILE_COUNT {
        let scenes = piles[first];
        let alike = piles[first..]
            .iter()
            .take_while(|&&pile| pile == scenes)
            .count();
        if scenes > 0 {
            let leaving = ask.binomial(alike as u32, leaves);
            piles[first..first + leaving as usize].fill(0);
            lost += leaving * scenes;
        }
        first += alike;
    }
    lost
}
