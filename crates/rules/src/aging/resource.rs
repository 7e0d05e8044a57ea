//! A resource and its actions in a turn: spending, gaining, aging.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

use super::decay::{Decay, PILE_COUNT, Piles, is_uncertain, lose};
use super::kind::ResourceKind;
use super::stream::{Amount, value_on_turn};

/// The pile of Missions that were recruited in this turn and can be lodged in the next.
const FRESH_PILE: usize = PILE_COUNT - 1;

/// A resource with its parameters.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub(super) name: String,
    /// Whether it is the only resource.
    pub(super) is_only: bool,
    pub(super) kind: ResourceKind,
    pub(super) decay: Decay,
    pub(super) start: Piles,
    /// The gains by turn.
    pub(super) gain: Vec<Amount>,
    pub(super) gains_before_aging: bool,
    /// The amounts spent by turn.
    pub(super) spend: Vec<Amount>,
    /// Whether items in several places or classes are used in the listed order, instead of the
    /// fullest first.
    pub(super) is_spent_as_listed: bool,
    /// The number of agings for which a gained item is spared. It arrives in the pile with this
    /// index, and moves one pile down at each aging.
    pub(super) gain_grace: usize,
    /// The probability that a gained Aspect is placed dark.
    pub(super) dark_chance: Probability,
    /// The probability that an item is lost for another reason before it ages.
    pub(super) other_loss: Probability,
    /// Whether gained items have to be lodged in the next turn.
    pub(super) is_lodged: bool,
    /// The probability that a recruit is lodged.
    pub(super) lodging_chance: Probability,
    /// The number of agings for which a lodged item is spared.
    pub(super) lodging_grace: usize,
    /// The RPs on Cargo Ships.
    pub(super) cargo_ship_rps: u32,
}

/// The actions in a turn. Each asks at most one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Recruits of the last turn are lodged or lost.
    Lodge,
    Spend,
    /// Gains arrive in this pile.
    Gain(usize),
    /// Items of this pile are lost for another reason than aging.
    Remove(usize),
    /// A title that became disrupted or changed hands strikes. This is repeated for each strike.
    Strike,
    Age,
}

impl Resource {
    /// Returns the actions of a turn in order, and whether each asks for chance.
    pub(super) fn deeds(&self, titles_strike: bool) -> Vec<(Deed, bool)> {
        let arrivals = match &self.decay {
            _ if self.is_lodged => FRESH_PILE..PILE_COUNT,
            Decay::Share(share) if share.classes > 1 => 0..share.classes,
            // Aspects that are placed before aging are on the board but do not turn yet.
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

    /// Returns the number of piles that may have items.
    fn piles_in_use(&self) -> usize {
        match self.decay {
            Decay::Flip => 4,
            _ => self.deepest_spared_pile() + 1,
        }
    }

    /// Returns the pile of lodged items. They are spared as lodged items, and at least for the rest
    /// of their grace as gained items.
    pub(super) fn lodged_pile(&self) -> usize {
        // An item that arrived before aging has been through one aging since.
        self.lodging_grace.max(
            self.gain_grace
                .saturating_sub(usize::from(self.gains_before_aging)),
        )
    }

    /// Returns the last pile of spared items.
    fn deepest_spared_pile(&self) -> usize {
        if self.is_lodged {
            self.lodged_pile()
        } else {
            self.gain_grace
        }
    }

    /// Returns the number of lodged items in a stock.
    pub(super) fn lodged_count(&self, piles: &Piles) -> u32 {
        piles[..FRESH_PILE].iter().sum()
    }

    /// Returns whether anything is ever spent.
    pub(super) fn spends(&self) -> bool {
        self.spend.iter().any(|spent| spent.most() > 0)
    }

    /// Spends items, from the oldest pile on or from the fullest.
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

    /// Adds gains to a pile. Light Aspects go into the next pile.
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

    /// Lodges the recruits of the last turn. A recruit that is not lodged is lost.
    pub(super) fn lodge(&self, piles: &mut Piles, ask: &mut impl Ask) {
        let lodged = ask.binomial(std::mem::take(&mut piles[FRESH_PILE]), self.lodging_chance);
        piles[self.lodged_pile()] += lodged;
    }

    /// Ages the exposed items, and moves the spared ones on by one pile. Returns the number that
    /// age out.
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
        // Recruits without grace age in the turn of their arrival.
        if let (Decay::Each(loss), true, 0) =
            (&self.decay, self.gains_before_aging, self.gain_grace)
            && self.is_lodged
        {
            lost += lose(&mut piles[FRESH_PILE], *loss, ask);
        }
        lost
    }

    /// Sorts places and classes at the end of a turn, unless they are used in the listed order.
    pub(super) fn settle(&self, piles: &mut Piles) {
        match &self.decay {
            _ if self.is_spent_as_listed => {}
            Decay::Share(share) => piles[..share.classes].sort_unstable_by(|a, b| b.cmp(a)),
            Decay::Places(_) => piles[1..].sort_unstable_by(|a, b| b.cmp(a)),
            _ => {}
        }
    }
}
