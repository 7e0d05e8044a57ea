//! What edges say, list by list: many edges say the same, and share one.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};

/// Lists of cells, by number; 0 is the empty one.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    cells: Vec<u32>,
    /// Where each list starts, and one past the last.
    starts: Vec<u32>,
}

impl Lists {
    pub(crate) fn new() -> Lists {
        Lists { cells: Vec::new(), starts: vec![0, 0] }
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of a list, by index.
    #[inline]
    pub(crate) fn get(&self, list: u32) -> &[u32] {
        &self.cells[self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize]
    }

    /// Forgets all but the first lists.
    pub(super) fn truncate(&mut self, lists: usize) {
        self.starts.truncate(lists + 1);
        self.cells.truncate(self.starts[lists] as usize);
    }

    fn push(&mut self, list: &[u32]) {
        self.cells.extend_from_slice(list);
        self.starts.push(self.cells.len() as u32);
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        4 * (self.cells.len() + self.starts.len())
    }
}

/// Finds lists by what they say.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// Lists, each at the place of its hash or after. As many as a power of two.
    places: Vec<Place>,
}

/// A list's hash, so that others are told from it without a look at what they say, and its number; 0 where there is none.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    hash: u32,
    number: u32,
}

impl Numbers {
    pub(crate) fn new() -> Numbers {
        Numbers { places: vec![Place::default(); 64] }
    }

    /// The number of a list, which is added where it is new.
    pub(crate) fn of(&mut self, lists: &mut Lists, list: &[u32]) -> u32 {
        if list.is_empty() {
            return 0;
        }
        if 2 * lists.len() >= self.places.len() {
            let wider = vec![Place::default(); 2 * self.places.len()];
            let before = std::mem::replace(&mut self.places, wider);
            for own in before.into_iter().filter(|place| place.number > 0) {
                let free = self.find(own.hash, |_| false);
                self.places[free] = own;
            }
        }
        let mut hasher: FxHasher = FxBuildHasher.build_hasher();
        list.iter().for_each(|cell| cell.hash(&mut hasher));
        let hash = hasher.finish() as u32;
        let place = self.find(hash, |number| lists.get(number) == list);
        if self.places[place].number == 0 {
            self.places[place] = Place { hash, number: lists.len() as u32 };
            lists.push(list);
        }
        self.places[place].number
    }

    /// The place of a list of this hash that is the one sought, or the free one where it goes.
    #[inline]
    fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let Place { hash: there, number } = self.places[at];
            if number == 0 || there == hash && is_it(number) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_number_however_many_come_after_it() {
        let (mut lists, mut numbers) = (Lists::new(), Numbers::new());
        let list = |i: u32| [i, i / 7, 3];
        for i in 0..5000 {
            assert_eq!(numbers.of(&mut lists, &list(i)), i + 1);
        }
        for i in 0..5000 {
            assert_eq!((numbers.of(&mut lists, &list(i)), lists.get(i + 1)), (i + 1, &list(i)[..]));
        }
        assert_eq!((numbers.of(&mut lists, &[]), lists.len()), (0, 5001));
    }
}
