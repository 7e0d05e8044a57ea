//! Lists of what was rolled or drawn of which a place is given when it is first read: a situation
//! holds no more of such a list than the rule has seen of it, and may still see.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use oddsmith_engine::chance::{DiceTerm, KeptDice};
use oddsmith_engine::odds::Mass;

/// Places that are read one by one, at most, where another way is known.
const MAX_SEQUENTIAL_PLACES: usize = 200;

/// A list of which some places are still open. Nobody else holds it: who copies a list reads all of
/// it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unread<V> {
    pub(crate) lot: Arc<Lot<V>>,
    pub(crate) rest: Rest,
    /// Places that were read and may be read again, in order.
    known_places: Vec<(u32, V)>,
    /// Nobody reads a place before this one any more.
    forgotten_before: u32,
    len: u32,
}

/// What the places are filled from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lot<V> {
    /// Things fall into places, each of its own weight.
    Tallied(Vec<u64>),
    /// Cards come from places that hold so many.
    Drawn(Vec<u64>),
    /// Dice alike are sorted: their faces in the order in which they are given, each with its
    /// weight.
    Sorted {
        faces: Vec<(V, u64)>,
        highest_first: bool,
    },
    /// Dice of these sides, the largest first, are sorted: the highest face first.
    Mixed(Vec<u32>),
    /// Dice alike that explode are sorted.
    Exploding(ExplodingFaces<V>),
}

/// The faces of a die that explodes.
#[derive(Debug)]
pub(crate) struct ExplodingFaces<V> {
    pub(crate) sides: u32,
    pub(crate) highest_first: bool,
    /// In the order in which they are given, each with its chance among those from it on, and that
    /// of these without it.
    pub(crate) faces: Vec<(V, [Mass; 2])>,
}

impl<V> PartialEq for ExplodingFaces<V> {
    fn eq(&self, other: &ExplodingFaces<V>) -> bool {
        (self.sides, self.highest_first) == (other.sides, other.highest_first)
    }
}

impl<V> Eq for ExplodingFaces<V> {}

/// What is still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rest {
    /// So many things or cards are in the places that were not read, which weigh so much together.
    Counts { left: u32, weight: u64 },
    /// `next` is the first place that was not given: `more` dice show the face before `face`,
    /// `left` show that or a later one.
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
            &self.known_places,
            self.forgotten_before,
            self.len,
        )
            .hash(state);
    }
}

/// Each deck that may be left is another lot: their weights tell them apart.
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
    /// So many things in places of these weights, or cards from so many in each.
    pub(crate) fn counts(lot: Lot<V>, left: u32) -> Unread<V> {
        let (Lot::Tallied(weights) | Lot::Drawn(weights)) = &lot else {
            return Unread::sorted(Vec::new(), 0, true);
        };
        let (weight, len) = (weights.iter().sum(), weights.len() as u32);
        Unread {
            lot: Arc::new(lot),
            rest: Rest::Counts { left, weight },
            known_places: Vec::new(),
            forgotten_before: 0,
            len,
        }
    }

    /// So many dice with these faces, in their order.
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
            known_places: Vec::new(),
            forgotten_before: 0,
            len: left,
        }
    }

    /// Dice of these sides, the highest face first.
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
            known_places: Vec::new(),
            forgotten_before: 0,
            len,
        }
    }

    /// So many dice that explode.
    pub(crate) fn exploding(faces: ExplodingFaces<V>, left: u32) -> Unread<V> {
        Unread {
            lot: Arc::new(Lot::Exploding(faces)),
            ..Unread::sorted(Vec::new(), left, true)
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// What a place holds, where that has been read.
    pub(crate) fn value_at(&self, place: u32) -> Option<&V> {
        self.known_places
            .iter()
            .find(|(given_place, _)| *given_place == place)
            .map(|(_, value)| value)
    }

    /// Whether nothing of it has been read.
    pub(crate) fn is_untouched(&self) -> bool {
        let is_fresh = match (&*self.lot, self.rest) {
            (Lot::Sorted { .. } | Lot::Exploding(_), Rest::Dice { next, left, .. }) => {
                next == 0 && left == self.len
            }
            (Lot::Mixed(sides), Rest::Dice { next, face, .. }) => {
                next == 0 && face == 0 && sides.len() == self.len as usize
            }
            (Lot::Tallied(weights) | Lot::Drawn(weights), Rest::Counts { weight, .. }) => {
                weight == weights.iter().sum()
            }
            _ => false,
        };
        is_fresh && self.known_places.is_empty() && self.forgotten_before == 0
    }

    /// The list once another place is known.
    pub(crate) fn with_place(&self, place: u32, value: V, rest: Rest) -> Unread<V> {
        let mut known = Unread {
            rest,
            ..self.clone()
        };
        if place >= self.forgotten_before {
            let index = known
                .known_places
                .partition_point(|(given_place, _)| *given_place < place);
            known.known_places.insert(index, (place, value));
        }
        known
    }

    /// Forgets the places before this one.
    pub(crate) fn forget_before(&mut self, before: u32) {
        if before > self.forgotten_before {
            self.forgotten_before = before;
            self.known_places.retain(|(place, _)| *place >= before);
        }
    }

    /// The same dice, the highest first or the lowest, so many of them; `None` where they are none,
    /// or have been read.
    pub(crate) fn keep_first(&self, highest: bool, kept: u32) -> Option<Unread<V>> {
        let highest_first = match &*self.lot {
            Lot::Sorted { highest_first, .. } => *highest_first,
            Lot::Exploding(exploding) => exploding.highest_first,
            Lot::Mixed(_) => true,
            Lot::Tallied(_) | Lot::Drawn(_) => return None,
        };
        let len = self.len.min(kept);
        match &*self.lot {
            _ if !self.is_untouched() => None,
            _ if highest == highest_first => Some(Unread {
                len,
                ..self.clone()
            }),
            Lot::Sorted { faces, .. } => {
                let faces = faces.iter().rev().cloned().collect();
                Some(Unread {
                    len,
                    ..Unread::sorted(faces, self.len, highest)
                })
            }
            // What is given the other way round is read to the end.
            _ => None,
        }
    }

    /// The faces of the dice that it holds and how many of them it has, where they are plain dice
    /// of which nothing has been read.
    pub(crate) fn as_dice(&self, number: impl Fn(&V) -> Option<i64>) -> Option<DiceTerm> {
        let (Lot::Sorted { faces, .. }, Rest::Dice { next: 0, left, .. }) = (&*self.lot, self.rest)
        else {
            return None;
        };
        let is_plain = |((face, weight), expected_face): (&(V, u64), i64)| {
            *weight == 1 && number(face) == Some(expected_face)
        };
        let sides = faces.len() as i64;
        let (n, kept) = (u64::from(left), u64::from(self.len));
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

    /// What counts add up to, of which none has been read.
    pub(crate) fn total_count(&self) -> Option<u32> {
        match self.rest {
            Rest::Counts { left, .. } if self.is_untouched() => Some(left),
            _ => None,
        }
    }

    /// How many things have fallen and the weights of the places, where nothing has been read and
    /// either no odds of it are short fractions, or the places are too many to be read one by
    /// one.
    pub(crate) fn large_tally(&self) -> Option<(u32, &[u64])> {
        let (Lot::Tallied(weights), Some(n)) = (&*self.lot, self.total_count()) else {
            return None;
        };
        let total_weight: u64 = weights.iter().sum();
        let is_long = f64::from(n) * (total_weight as f64).log2() > f64::from(i64::BITS - 1);
        (is_long || weights.len() > MAX_SEQUENTIAL_PLACES).then_some((n, weights))
    }

    /// The values of all places, where all are known.
    pub(crate) fn values(&self) -> Vec<V> {
        self.known_places
            .iter()
            .map(|(_, value)| value.clone())
            .collect()
    }

    /// Returns the bytes that it takes outside its own struct.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Unread<V>>() + self.known_places.len() * size_of::<(u32, V)>()
    }
}
