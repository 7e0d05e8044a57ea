//! Lazy lists: rolled or drawn lists whose entries are determined when they are first read. The
//! state holds only the entries that the rule has read and may read again.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use oddsmith_engine::chance::{DiceTerm, KeptDice};
use oddsmith_engine::odds::Mass;

/// The maximal number of entries that are read one by one if there is another way.
const MAX_SEQUENTIAL_ENTRIES: usize = 200;

/// A list with open entries. It has only one owner: copying the list reads all of it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unread<V> {
    pub(crate) lot: Arc<Lot<V>>,
    pub(crate) rest: Rest,
    /// The entries that were read and may be read again, in order.
    known_entries: Vec<(u32, V)>,
    /// Entries before this index are dead.
    forgotten_before: u32,
    /// The index of the entry that the rule sees as the first one. The entries before it are read
    /// and forgotten.
    first: u32,
    /// The index after the last entry.
    end: u32,
}

/// The random process that fills the list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lot<V> {
    /// Things fall into places with these weights.
    Tallied(Vec<u64>),
    /// Cards are drawn from kinds with these counts.
    Drawn(Vec<u64>),
    /// Equal dice are sorted: their faces in the order of the list, each with its weight.
    Sorted {
        faces: Vec<(V, u64)>,
        highest_first: bool,
    },
    /// Dice with these numbers of sides, the largest first, are sorted, the highest face first.
    Mixed(Vec<u32>),
    /// Equal exploding dice are sorted.
    Exploding(ExplodingFaces<V>),
}

/// The faces of an exploding die.
#[derive(Debug)]
pub(crate) struct ExplodingFaces<V> {
    pub(crate) sides: u32,
    pub(crate) highest_first: bool,
    /// The faces in the order of the list, each with its probability among the faces from it on,
    /// and the complement.
    pub(crate) faces: Vec<(V, [Mass; 2])>,
}

impl<V> PartialEq for ExplodingFaces<V> {
    fn eq(&self, other: &ExplodingFaces<V>) -> bool {
        (self.sides, self.highest_first) == (other.sides, other.highest_first)
    }
}

impl<V> Eq for ExplodingFaces<V> {}

/// The part that has not been decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rest {
    /// This many things or cards are in the entries that have not been read, whose total weight is
    /// `weight`.
    Counts { left: u32, weight: u64 },
    /// `next` is the first open entry: `more` dice show the face before `face`, and `left` dice
    /// show that face or a later one.
    Dice {
        next: u32,
        face: u32,
        more: u32,
        left: u32,
    },
}

impl<V: Hash> Hash for Unread<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (
            &self.lot,
            self.rest,
            &self.known_entries,
            self.forgotten_before,
            self.first,
            self.end,
        )
            .hash(state);
    }
}

/// Only the weights distinguish the remaining decks of one rule.
impl<V> Hash for Lot<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Lot::Tallied(weights) | Lot::Drawn(weights) => weights.hash(state),
            Lot::Sorted { faces, .. } => faces.len().hash(state),
            Lot::Mixed(sides) => sides.hash(state),
            Lot::Exploding(exploding) => (exploding.sides, exploding.highest_first).hash(state),
        }
    }
}

impl<V: Clone> Unread<V> {
    /// Returns a list of counts: `left` things in places with weights, or `left` cards from kinds
    /// with counts.
    pub(crate) fn counts(lot: Lot<V>, left: u32) -> Unread<V> {
        let (Lot::Tallied(weights) | Lot::Drawn(weights)) = &lot else {
            return Unread::sorted(Vec::new(), 0, true);
        };
        let (weight, len) = (weights.iter().sum(), weights.len() as u32);
        Unread {
            lot: Arc::new(lot),
            rest: Rest::Counts { left, weight },
            known_entries: Vec::new(),
            forgotten_before: 0,
            first: 0,
            end: len,
        }
    }

    /// Returns a sorted list of `left` dice with these faces, in order.
    pub(crate) fn sorted(faces: Vec<(V, u64)>, left: u32, highest_first: bool) -> Unread<V> {
        let rest = Rest::Dice {
            next: 0,
            face: 0,
            more: 0,
            left,
        };
        Unread {
            lot: Arc::new(Lot::Sorted {
                faces,
                highest_first,
            }),
            rest,
            known_entries: Vec::new(),
            forgotten_before: 0,
            first: 0,
            end: left,
        }
    }

    /// Returns a list of dice with these numbers of sides, the highest face first.
    pub(crate) fn mixed(mut sides: Vec<u32>) -> Unread<V> {
        sides.sort_unstable_by(|a, b| b.cmp(a));
        let len = sides.len() as u32;
        let rest = Rest::Dice {
            next: 0,
            face: 0,
            more: 0,
            left: 0,
        };
        Unread {
            lot: Arc::new(Lot::Mixed(sides)),
            rest,
            known_entries: Vec::new(),
            forgotten_before: 0,
            first: 0,
            end: len,
        }
    }

    /// Returns a list of `left` exploding dice.
    pub(crate) fn exploding(faces: ExplodingFaces<V>, left: u32) -> Unread<V> {
        Unread {
            lot: Arc::new(Lot::Exploding(faces)),
            ..Unread::sorted(Vec::new(), left, true)
        }
    }

    /// Returns the number of entries that the rule sees.
    pub(crate) fn len(&self) -> u32 {
        self.end - self.first
    }

    /// Returns the number of entries, including those before the first one that the rule sees.
    pub(crate) fn end(&self) -> u32 {
        self.end
    }

    /// Returns an entry that has been read.
    pub(crate) fn value_at(&self, index: u32) -> Option<&V> {
        let index = index.checked_add(self.first)?;
        self.known_entries
            .iter()
            .find(|(known_index, _)| *known_index == index)
            .map(|(_, value)| value)
    }

    /// Returns the number of probabilities that are computed when the next die is read.
    pub(crate) fn reading_work(&self) -> u64 {
        let faces = match &*self.lot {
            Lot::Tallied(_) | Lot::Drawn(_) => 0,
            Lot::Sorted { faces, .. } => faces.len() as u64,
            Lot::Mixed(sides) => u64::from(sides[0]),
            Lot::Exploding(exploding) => exploding.faces.len() as u64,
        };
        match self.rest {
            Rest::Dice {
                face,
                more: 0,
                left,
                ..
            } => u64::from(left).saturating_mul(faces.saturating_sub(face.into())),
            _ => 0,
        }
    }

    /// Returns whether nothing of the list has been read.
    pub(crate) fn is_untouched(&self) -> bool {
        let is_fresh = match (&*self.lot, self.rest) {
            (Lot::Sorted { .. } | Lot::Exploding(_), Rest::Dice { next, left, .. }) => {
                next == 0 && left == self.end
            }
            (Lot::Mixed(sides), Rest::Dice { next, face, .. }) => {
                next == 0 && face == 0 && sides.len() == self.end as usize
            }
            (Lot::Tallied(weights) | Lot::Drawn(weights), Rest::Counts { weight, .. }) => {
                weight == weights.iter().sum()
            }
            _ => false,
        };
        is_fresh && self.known_entries.is_empty() && self.forgotten_before == 0
    }

    /// Returns the list with another known entry. Its index counts from the first one of all.
    pub(crate) fn with_entry(&self, index: u32, value: V, rest: Rest) -> Unread<V> {
        let mut known = Unread {
            rest,
            ..self.clone()
        };
        if index >= self.forgotten_before {
            let position = known
                .known_entries
                .partition_point(|(known_index, _)| *known_index < index);
            known.known_entries.insert(position, (index, value));
        }
        known
    }

    /// Forgets the entries before this index.
    pub(crate) fn forget_before(&mut self, before: u32) {
        let before = before.saturating_add(self.first);
        if before > self.forgotten_before {
            self.forgotten_before = before;
            self.known_entries.retain(|(index, _)| *index >= before);
        }
    }

    /// Returns the highest or the lowest `kept` dice, or `None` if this is not a list of dice or
    /// has been read.
    pub(crate) fn keep_first(&self, highest: bool, kept: u32) -> Option<Unread<V>> {
        let highest_first = match &*self.lot {
            Lot::Sorted { highest_first, .. } => *highest_first,
            Lot::Exploding(exploding) => exploding.highest_first,
            Lot::Mixed(_) => true,
            Lot::Tallied(_) | Lot::Drawn(_) => return None,
        };
        let end = self.end.min(kept);
        match &*self.lot {
            _ if !self.is_untouched() => None,
            _ if highest == highest_first => Some(Unread {
                end,
                ..self.clone()
            }),
            Lot::Sorted { faces, .. } => {
                let faces = faces.iter().rev().cloned().collect();
                Some(Unread {
                    end,
                    ..Unread::sorted(faces, self.end, highest)
                })
            }
            // A list in the opposite order is read to the end.
            _ => None,
        }
    }

    /// Returns the `kept` middle dice, highest first, or `None` if this is not a list of dice or
    /// has been read. Of an odd number of further dice, one more is below them than above.
    pub(crate) fn keep_middle(&self, kept: u32) -> Option<Unread<V>> {
        let all = self.keep_first(true, self.end)?;
        let kept = all.end.min(kept);
        let first = (all.end - kept) / 2;
        Some(Unread {
            first,
            forgotten_before: first,
            end: first + kept,
            ..all
        })
    }

    /// Returns the number of dice and the weights of their faces, if these are equal dice of which
    /// nothing has been read.
    pub(crate) fn untouched_dice(&self) -> Option<(u32, Vec<u64>)> {
        match &*self.lot {
            Lot::Sorted { faces, .. } if self.is_untouched() => {
                Some((self.end, faces.iter().map(|(_, weight)| *weight).collect()))
            }
            _ => None,
        }
    }

    /// Returns whether the entries are dice, which are sorted.
    pub(crate) fn is_sorted(&self) -> bool {
        !matches!(*self.lot, Lot::Tallied(_) | Lot::Drawn(_))
    }

    /// Returns the number of dice and their faces, if these are plain dice of which nothing has
    /// been read.
    pub(crate) fn as_dice(&self, number: impl Fn(&V) -> Option<i64>) -> Option<DiceTerm> {
        let (Lot::Sorted { faces, .. }, Rest::Dice { next: 0, left, .. }, 0) =
            (&*self.lot, self.rest, self.first)
        else {
            return None;
        };
        let is_plain = |((face, weight), expected_face): (&(V, u64), i64)| {
            *weight == 1 && number(face) == Some(expected_face)
        };
        let sides = faces.len() as i64;
        let (n, kept) = (u64::from(left), u64::from(self.end));
        let keep = match (
            faces.iter().zip(1..).all(is_plain),
            faces.iter().zip((1..=sides).rev()).all(is_plain),
        ) {
            (false, false) => return None,
            _ if kept == n => KeptDice::All,
            (true, _) => KeptDice::Lowest(kept),
            _ => KeptDice::Highest(kept),
        };
        Some(DiceTerm::Dice {
            n,
            sides: sides as u64,
            keep,
        })
    }

    /// Returns the sum of the counts, if nothing has been read.
    pub(crate) fn total_count(&self) -> Option<u32> {
        match self.rest {
            Rest::Counts { left, .. } if self.is_untouched() => Some(left),
            _ => None,
        }
    }

    /// Returns the number of things and the weights of a tally of which nothing has been read.
    /// Returns `None` for a small tally, whose entries can be read one by one with exact
    /// probabilities.
    pub(crate) fn large_tally(&self) -> Option<(u32, &[u64])> {
        let (Lot::Tallied(weights), Some(n)) = (&*self.lot, self.total_count()) else {
            return None;
        };
        let total_weight: u64 = weights.iter().sum();
        let is_long = f64::from(n) * (total_weight as f64).log2() > f64::from(i64::BITS - 1);
        (is_long || weights.len() > MAX_SEQUENTIAL_ENTRIES).then_some((n, weights))
    }

    /// Returns the values of the known entries, in order.
    pub(crate) fn values(&self) -> Vec<V> {
        self.known_entries
            .iter()
            .map(|(_, value)| value.clone())
            .collect()
    }

    /// Returns the bytes that it takes outside its struct.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Unread<V>>() + self.known_entries.len() * size_of::<(u32, V)>()
    }
}
