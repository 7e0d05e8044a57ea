//! Draws from a deck without replacement, by one or both sides.
//!
//! Hands are dealt value by value, from the best card down: the rule asks how many cards of a value
//! are among all drawn cards, and how many of those the attacker gets. The order of the draws is
//! never asked, so that even large hands have few states.

use oddsmith_engine::Ask;

/// The maximal number of cards in a deck.
pub(super) const MAX_CARDS: i64 = 120;

/// A pair for the attacker and the defender.
pub(super) type BySide<T> = [T; 2];

/// A deck and the draws from it.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    /// The values of its cards, best first.
    values: Vec<DrawRow>,
    cards: BySide<u8>,
    keep: BySide<u8>,
}

#[derive(Clone, Debug)]
struct DrawRow {
    value: i64,
    /// The number of cards of this value.
    cards: u32,
    /// The number of cards of this value or a lower one.
    total: u32,
}

/// The state of dealing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Dealing {
    row: u8,
    /// The number of cards that each side still draws.
    left: BySide<u8>,
}

impl Draw {
    /// Returns a draw from a deck of (value, number of cards). `cards` is the number that each side
    /// draws, and `keep` the number that counts. The deck must have enough cards.
    pub(super) fn new(deck: &[(i64, u32)], cards: BySide<u8>, keep: BySide<u8>) -> Draw {
        let mut deck: Vec<_> = deck.iter().copied().filter(|&(_, n)| n > 0).collect();
        deck.sort_unstable_by(|a, b| b.cmp(a));
        let mut total: u32 = deck.iter().map(|&(_, n)| n).sum();
        let row = |&(value, cards): &(i64, u32)| {
            let row = DrawRow {
                value,
                cards,
                total,
            };
            total -= cards;
            row
        };
        Draw {
            values: deck.iter().map(row).collect(),
            cards,
            keep,
        }
    }

    /// Returns the state before the first card.
    pub(super) fn start(&self) -> Dealing {
        Dealing {
            row: 0,
            left: self.cards,
        }
    }

    /// Deals the cards of the next value. It also deals those of the last value together with the
    /// value before, because nothing is open then. Returns the sums of the counted cards of both
    /// sides, and whether more cards follow.
    #[inline]
    pub(super) fn deal(&self, dealing: &mut Dealing, ask: &mut impl Ask) -> (BySide<i64>, bool) {
        let (sums, is_more_to_come) = self.deal_row(dealing, ask);
        if !is_more_to_come || usize::from(dealing.row) + 1 < self.values.len() {
            return (sums, is_more_to_come);
        }
        let (rest, is_more_to_come) = self.deal_row(dealing, ask);
        ([sums[0] + rest[0], sums[1] + rest[1]], is_more_to_come)
    }

    #[inline]
    fn deal_row(&self, dealing: &mut Dealing, ask: &mut impl Ask) -> (BySide<i64>, bool) {
        let row = &self.values[usize::from(dealing.row)];
        let [ours_left, theirs_left] = dealing.left;
        let wanted = u32::from(ours_left) + u32::from(theirs_left);
        let dealt = draw_overlap(row.total, row.cards, wanted, ask);
        let ours = draw_overlap(wanted, ours_left.into(), dealt, ask);
        let (ours, theirs) = (ours as u8, (dealt - ours) as u8);
        let sums = [
            i64::from(self.counted_cards(0, ours_left, ours)) * row.value,
            i64::from(self.counted_cards(1, theirs_left, theirs)) * row.value,
        ];
        *dealing = Dealing {
            row: dealing.row + 1,
            left: [ours_left - ours, theirs_left - theirs],
        };
        (sums, dealt < wanted)
    }

    /// Returns how many of the `got` cards count for a side that still draws `left` cards. The best
    /// cards are dealt first, so that the first ones count.
    #[inline]
    fn counted_cards(&self, side: usize, left: u8, got: u8) -> u8 {
        let kept = (self.cards[side] - left).min(self.keep[side]);
        got.min(self.keep[side] - kept)
    }
}

/// Returns how many cards are both marked and drawn. It asks no question if only one number is
/// possible. Marking and drawing are interchangeable, so the smaller number is dealt.
fn draw_overlap(total: u32, marked: u32, drawn: u32, ask: &mut impl Ask) -> u32 {
    let (smaller, larger) = if marked < drawn {
        (marked, drawn)
    } else {
        (drawn, marked)
    };
    if smaller == 0 || larger == total {
        return smaller;
    }
    ask.hypergeometric(total, larger, smaller)
}
