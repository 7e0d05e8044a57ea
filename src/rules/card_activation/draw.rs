//! Cards that one or both sides draw from a deck without replacement.
//!
//! The hands are dealt value by value, from the best card down: how many cards of this value are
//! among all that are drawn, and how many of those went to the attacker. Which card came when is
//! never asked, so that even large hands have few states.

use crate::chance::Chance;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::chance::Weights;

/// The most cards of a deck: the number of hands that it can deal, at most C(120, 60), fits a `u128`
/// with room for the product on the way.
pub const MOST_CARDS: i64 = 120;

/// The attacker and the defender.
pub type Both<T> = [T; 2];

/// A deck and what is drawn from it.
#[derive(Clone, Debug)]
pub struct Draw {
    rows: Vec<Row>,
    cards: Both<u8>,
    keep: Both<u8>,
    /// How many cards of a value go to the attacker, by cards that the attacker and the defender
    /// still want and cards of the value; empty where one side draws alone.
    shares: Vec<Weights>,
    most: usize,
}

/// The cards of one value.
#[derive(Clone, Debug)]
struct Row {
    value: i64,
    /// By the number of cards still to come: how many of them have this value.
    among: Vec<Weights>,
}

/// Where the dealing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dealing {
    row: u8,
    /// Cards that each side still wants.
    left: Both<u8>,
}

impl Draw {
    /// A deck of (value, number of cards), and how many cards each side draws and counts; the deck
    /// holds as many as are drawn.
    pub fn new(deck: &[(i64, u32)], cards: Both<u8>, keep: Both<u8>) -> Draw {
        let mut deck: Vec<_> = deck.iter().copied().filter(|&(_, n)| n > 0).collect();
        deck.sort_unstable_by(|a, b| b.cmp(a));
        let drawn = u32::from(cards[0]) + u32::from(cards[1]);
        let mut total: u32 = deck.iter().map(|&(_, n)| n).sum();
        let most = deck.iter().map(|&(_, n)| n.min(drawn)).max().unwrap_or(0);
        let row = |&(value, n): &(i64, u32)| {
            let among = (0..=drawn.min(total)).map(|left| marked(n, total, left)).collect();
            total -= n;
            Row { value, among }
        };
        let rows = deck.iter().map(row).collect();
        let mut shares = Vec::new();
        if cards[0] > 0 && cards[1] > 0 {
            for (ours, theirs) in (0..=cards[0]).flat_map(|ours| (0..=cards[1]).map(move |theirs| (ours, theirs))) {
                let wanted = u32::from(ours) + u32::from(theirs);
                shares.extend((0..=most).map(|n| marked(ours.into(), wanted, n.min(wanted))));
            }
        }
        Draw { rows, cards, keep, shares, most: most as usize }
    }

    /// Before the first card.
    pub fn start(&self) -> Dealing {
        Dealing { row: 0, left: self.cards }
    }

    /// Deals the cards of the next value and adds those that count; whether any are still to come.
    #[inline]
    pub fn deal(&self, dealing: &mut Dealing, sums: Both<&mut i64>, chance: &mut impl Chance) -> bool {
        let Dealing { row, left } = dealing;
        let wanted = left[0] + left[1];
        let Row { value, among } = &self.rows[usize::from(*row)];
        let last = usize::from(*row) + 1 == self.rows.len();
        let here = if last { wanted } else { chance.pick(&among[usize::from(wanted)]) as u8 };
        let ours = match *left {
            [0, _] => 0,
            [_, 0] => here,
            _ if here == 0 || here == wanted => left[0].min(here),
            [ours, theirs] => {
                let hand = usize::from(ours) * (usize::from(self.cards[1]) + 1) + usize::from(theirs);
                chance.pick(&self.shares[hand * (self.most + 1) + usize::from(here)]) as u8
            }
        };
        for (side, (sum, got)) in sums.into_iter().zip([ours, here - ours]).enumerate() {
            // The best cards come first, so that the first ones dealt are the ones kept.
            let kept = (self.cards[side] - left[side]).min(self.keep[side]);
            *sum += i64::from(got.min(self.keep[side] - kept)) * value;
            left[side] -= got;
        }
        *row += 1;
        here < wanted
    }
}

/// How many of `drawn` cards are marked, out of `total` cards of which `of` are.
///
/// # Formula
/// P(k) = C(of, k) C(total - of, drawn - k) / C(total, drawn).
fn marked(of: u32, total: u32, drawn: u32) -> Weights {
    let hands = choose(total, drawn);
    let ways = |k| choose(of, k) * choose(total - of, drawn - k);
    (0..=of.min(drawn)).map(|k| Mass::ratio(ways(k), hands)).collect()
}

/// C(n, k), 0 where k is past n.
fn choose(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1, |ways, i| ways * u128::from(n - i) / u128::from(i + 1))
}
