//! A resource and what happens to it in a turn: what is spent, what arrives, what ages.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

use super::decay::{Decay, PILE_COUNT, Piles, is_uncertain, lose};
use super::kind::ResourceKind;
use super::stream::{Amount, value_on_turn};

/// Where Missions wait that were recruited on this turn, and can be lodged on the next.
const FRESH_PILE: usize = PILE_COUNT - 1;

/// A resource, ready to be played.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub(super) name: String,
    /// Whether it is the only one.
    pub(super) is_only: bool,
    pub(super) kind: ResourceKind,
    pub(super) decay: Decay,
    pub(super) start: Piles,
    /// What arrives, by turn.
    pub(super) gain: Vec<Amount>,
    pub(super) gains_before_aging: bool,
    /// What is used, by turn.
    pub(super) spend: Vec<Amount>,
    /// Whether what stands in several places or classes is used as listed, instead of the fullest
    /// first.
    pub(super) is_spent_as_listed: bool,
    /// Agings that something gained is still spared when it arrives: it waits in the pile of this
    /// number, and moves one down at each aging.
    pub(super) gain_grace: usize,
    /// Chance that a gained Aspect is placed dark.
    pub(super) dark_chance: Probability,
    /// Chance that each is lost to something else before it ages.
    pub(super) other_loss: Probability,
    /// Whether what is gained has to be lodged, on the turn after.
    pub(super) is_lodged: bool,
    /// Chance that a recruit is.
    pub(super) lodging_chance: Probability,
    /// Agings that it is spared then.
    pub(super) lodging_grace: usize,
    /// RPs on Cargo Ships.
    pub(super) cargo_ship_rps: u32,
}

/// What happens in a turn, each with a question at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Recruits of the turn before are lodged, or lost.
    Lodge,
    Spend,
    /// Gains arrive in this pile.
    Gain(usize),
    /// Some are lost to something else than age.
    Remove(usize),
    /// A title that became disrupted or changed strikes; as often as titles do.
    Strike,
    Age,
}

impl Resource {
    /// What happens in a turn, in order, and whether chance is asked.
    pub(super) fn deeds(&self, titles_strike: bool) -> Vec<(Deed, bool)> {
        let arrivals = match &self.decay {
            _ if self.is_lodged => FRESH_PILE..PILE_COUNT,
            Decay::Share(share) if share.classes > 1 => 0..share.classes,
            // Aspects placed before aging are on the board and not yet of those that turn.
            Decay::Flip if self.gains_before_aging => 2..3,
            _ => self.gain_grace..self.gain_grace + 1,
        };
        let asks_gain = self.gain.iter().any(Amount::is_random) || is_uncertain(self.dark_chance);
        let gains: Vec<(Deed, bool)> = match self.gain.iter().map(Amount::most).max() {
            Some(1..) => arrivals.map(|pile| (Deed::Gain(pile), asks_gain)).collect(),
            _ => Vec::new(),
        };
        let removed = if self.other_loss == Probability::ZERO {
            0..0
        } else {
            0..self.piles_in_use()
        };
        let removed = removed
            .chain((self.is_lodged && self.other_loss != Probability::ZERO).then_some(FRESH_PILE));
        let mut deeds = Vec::new();
        deeds.extend(
            self.is_lodged
                .then_some((Deed::Lodge, is_uncertain(self.lodging_chance))),
        );
        deeds.extend(
            self.spends()
                .then_some((Deed::Spend, self.spend.iter().any(Amount::is_random))),
        );
        let aging = removed.map(|pile| (Deed::Remove(pile), is_uncertain(self.other_loss)));
        let aging = aging
            .chain(titles_strike.then_some((Deed::Strike, true)))
            .chain([(Deed::Age, self.decay.is_random())]);
        if self.gains_before_aging {
            deeds.extend(gains.into_iter().chain(aging));
        } else {
            deeds.extend(aging.chain(gains));
        }
        deeds
    }

    /// Piles in which there may be something, for what is lost from each.
    fn piles_in_use(&self) -> usize {
        match self.decay {
            Decay::Flip => 4,
            _ => self.deepest_spared_pile() + 1,
        }
    }

    /// The pile in which what is lodged waits: it is spared as lodged, and as long as it would have
    /// been unlodged.
    pub(super) fn lodged_pile(&self) -> usize {
        // It has been through an aging since it arrived, if it arrived before one.
        self.lodging_grace.max(
            self.gain_grace
                .saturating_sub(usize::from(self.gains_before_aging)),
        )
    }

    /// The deepest pile of what is spared.
    fn deepest_spared_pile(&self) -> usize {
        if self.is_lodged {
            self.lodged_pile()
        } else {
            self.gain_grace
        }
    }

    /// How many of a stock are lodged.
    pub(super) fn lodged_count(&self, piles: &Piles) -> u32 {
        piles[..FRESH_PILE].iter().sum()
    }

    /// Whether anything is ever used.
    pub(super) fn spends(&self) -> bool {
        self.spend.iter().any(|spent| spent.most() > 0)
    }

    /// Uses what there is, from the oldest pile on or from the fullest.
    pub(super) fn spend(&self, piles: &mut Piles, turn: u16, ask: &mut impl Ask) {
        let mut wanted = value_on_turn(&self.spend, turn).sample(ask);
        let by_size =
            !self.is_spent_as_listed && matches!(self.decay, Decay::Places(_) | Decay::Share(_));
        let mut order: [usize; PILE_COUNT] = std::array::from_fn(|pile| pile);
        if by_size {
            order.sort_by_key(|&pile| std::cmp::Reverse(piles[pile]));
        }
        for pile in order {
            let used = wanted.min(piles[pile]);
            piles[pile] -= used;
            wanted -= used;
        }
    }

    /// Gains arrive in a pile, of Aspects the light ones in the next.
    pub(super) fn gain(&self, piles: &mut Piles, pile: usize, turn: u16, ask: &mut impl Ask) {
        let gained = value_on_turn(&self.gain, turn).sample(ask);
        let dark = match self.decay {
            Decay::Flip => ask.binomial(gained, self.dark_chance),
            _ => gained,
        };
        piles[pile] += dark;
        if gained > dark {
            piles[pile + 1] += gained - dark;
        }
    }

    /// Recruits of the turn before are lodged; one that is not is lost.
    pub(super) fn lodge(&self, piles: &mut Piles, ask: &mut impl Ask) {
        let lodged = ask.binomial(std::mem::take(&mut piles[FRESH_PILE]), self.lodging_chance);
        piles[self.lodged_pile()] += lodged;
    }

    /// Ages the exposed, and those that were spared move on by one; how many age out.
    pub(super) fn age(
        &self,
        piles: &mut Piles,
        turn: u16,
        disrupted: u8,
        ask: &mut impl Ask,
    ) -> u32 {
        let mut lost = self
            .decay
            .age(piles, u32::from(turn) + 1, disrupted.into(), ask);
        let deepest = self.deepest_spared_pile();
        if deepest > 0 {
            piles[0] += piles[1];
            piles.copy_within(2..=deepest, 1);
            piles[deepest] = 0;
        }
        // Recruits without grace age on the very turn on which they arrive.
        if let (Decay::Each(loss), true, 0) =
            (&self.decay, self.gains_before_aging, self.gain_grace)
            && self.is_lodged
        {
            lost += lose(&mut piles[FRESH_PILE], *loss, ask);
        }
        lost
    }

    /// At the end of a turn places and classes are alike, unless they are used as listed.
    pub(super) fn settle(&self, piles: &mut Piles) {
        match &self.decay {
            _ if self.is_spent_as_listed => {}
            Decay::Share(share) => piles[..share.classes].sort_unstable_by(|a, b| b.cmp(a)),
            Decay::Places(_) => piles[1..].sort_unstable_by(|a, b| b.cmp(a)),
            _ => {}
        }
    }
}
