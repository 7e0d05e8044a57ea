//! How a stock ages: one way for each manner of loss that the published kinds have.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::{Probability, Weights};

use super::parameters::MOST_PLACES;

/// Piles that a stock may be in: the places of Scenes and one more.
pub(super) const PILE_COUNT: usize = MOST_PLACES + 1;

/// A stock, in piles that age apart. Pile 0 is what is exposed to aging; what the others are is
/// said at each [`Decay`].
pub(super) type Piles = [u32; PILE_COUNT];

/// A manner of aging.
#[derive(Clone, Debug)]
pub(super) enum Decay {
    /// Each item is lost on its own.
    Each(Probability),
    /// A share of each class is lost: a class is a pile.
    Share(LostShare),
    /// Scenes stand at places; those of a place that leaves are lost together. Pile 0 stands where
    /// nothing is lost, each other pile at a place.
    Places(Probability),
    /// Aspects: piles 0 dark, 1 light, and while the turn lasts 2 and 3, placed dark and light. The
    /// dark ones go and the others turn.
    Flip,
    /// Proficiencies: each may be lost at a Census, and to every strike.
    Census {
        every: u32,
        loss: Probability,
        strike: Probability,
    },
}

/// A share of a stock is lost.
#[derive(Clone, Debug)]
pub(super) struct LostShare {
    /// Every share that may be lost, equally likely.
    pub(super) shares: Vec<Probability>,
    pub(super) distribution: Weights,
    /// What is lost more for each disrupted Government Title.
    pub(super) per_title: Probability,
    pub(super) rounding: Rounding,
    pub(super) classes: usize,
    /// The shares with so many titles disrupted, from none on; the last stands for all above it.
    by_titles: Vec<Vec<Probability>>,
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

/// Whether chance has a say in it.
pub(super) fn is_uncertain(p: Probability) -> bool {
    p != Probability::ZERO && p != Probability::ONE
}

impl Decay {
    /// Whether aging may ask chance for anything.
    pub(super) fn is_random(&self) -> bool {
        match self {
            Decay::Each(p) | Decay::Places(p) | Decay::Census { loss: p, .. } => is_uncertain(*p),
            Decay::Share(share) => share.shares.len() > 1,
            Decay::Flip => false,
        }
    }

    /// Ages a stock at the end of a turn, with so many Government Titles disrupted; how many age
    /// out.
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
    /// One of these shares is lost, and so much more for each of the Government Titles that is
    /// disrupted.
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

/// Each item of a pile is lost on its own; how many are.
#[inline]
pub(super) fn lose(pile: &mut u32, loss: Probability, ask: &mut impl Ask) -> u32 {
    let lost = ask.binomial(*pile, loss);
    *pile -= lost;
    lost
}

/// Places leave, each with what stands there; places next to each other with as many Scenes are
/// alike, and only how many of them leave matters.
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
