//! Cards that one or both sides draw from a deck without replacement.
//!
//! The hands are dealt value by value, from the best card down: how many cards of this value are
//! among all that are drawn, and how many of those went to the attacker. Which card came when is
//! never asked, so that even large hands have few states.

use oddsmith_engine::Ask;

/// The most cards of a deck.
pub(super) const MOST_CARDS: i64 = 120;

/// The attacker and the defender.
pub(super) type BySide<T> = [T; 2];

/// A deck and what is drawn from it.
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
    /// Cards of this value.
    cards: u32,
    /// Cards of this value or a lower one.
    total: u32,
}

/// Where the dealing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Dealing {
    row: u8,
    /// Cards that each side still wants.
    left: BySide<u8>,
}

impl Draw {
    /// A deck of (value, number of cards), and how many cards each side draws and counts; the deck
    /// holds as many as are drawn.
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

    /// Before the first card.
    pub(super) fn start(&self) -> Dealing {
        Dealing {
            row: 0,
            left: self.cards,
        }
    }

    /// Deals the cards of the next value, and of the last one with those before it, as nothing is
    /// open then: what both sides' cards that count add up to, and whether any are still to
    /// come.
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

    /// How many of the cards that a side gets count, where it still wants so many: the best cards
    /// come first, so that the first ones dealt are the ones kept.
    #[inline]
    fn counted_cards(&self, side: usize, left: u8, got: u8) -> u8 {
        let kept = (self.cards[side] - left).min(self.keep[side]);
        got.min(self.keep[side] - kept)
    }
}

/// How many cards are both marked and drawn, of so many in all; nothing is asked where only one
/// number can be. Marking and drawing can change places: the fewer of them are dealt.
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
