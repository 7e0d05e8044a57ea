//! A deck of cards: values with how many cards bear each, drawn without replacement.

use super::weights::Weights;

/// A deck. Cards of one value are alike, so that a draw has as many alternatives as values are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Deck {
    cards: Vec<(i64, u32)>,
}

impl Deck {
    /// A deck of (value, number of such cards); values with no cards are left out.
    pub fn new(cards: impl IntoIterator<Item = (i64, u32)>) -> Deck {
        let mut cards: Vec<_> = cards.into_iter().filter(|&(_, n)| n > 0).collect();
        cards.sort_unstable();
        Deck { cards }
    }

    /// How many cards are left.
    pub fn len(&self) -> u32 {
        self.cards.iter().map(|&(_, n)| n).sum()
    }

    /// Whether no card is left.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The values left and how many cards bear each, lowest value first.
    pub fn cards(&self) -> &[(i64, u32)] {
        &self.cards
    }

    /// The law of the next card's kind: an index into [`cards`](Deck::cards).
    pub fn weights(&self) -> Weights {
        let counts: Vec<u64> = self.cards.iter().map(|&(_, n)| n.into()).collect();
        Weights::new(&counts)
    }

    /// Takes one card of this kind and gives its value.
    pub fn take(&mut self, kind: usize) -> i64 {
        let (value, left) = &mut self.cards[kind];
        let value = *value;
        *left -= 1;
        if *left == 0 {
            self.cards.remove(kind);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_taken_is_gone() {
        let mut deck = Deck::new([(5, 1), (2, 2), (9, 0)]);
        assert_eq!(deck.len(), 3);
        assert_eq!(deck.take(1), 5);
        assert_eq!(deck.cards(), [(2, 2)]);
        assert_eq!(deck.weights().masses()[0].fraction(), Some((1, 1)));
    }
}
