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

impl Default for Lists {
    fn default() -> Lists {
        Lists {
            cells: Vec::new(),
            starts: vec![0, 0],
        }
    }
}

impl Lists {
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
    pub(crate) fn truncate(&mut self, lists: usize) {
        self.starts.truncate(lists + 1);
        self.cells.truncate(self.starts[lists] as usize);
    }

    fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.cells.extend(list);
        self.starts.push(self.cells.len() as u32);
    }

    /// Bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.cells.len() + self.starts.len())
    }
}

/// Finds lists by what they say.
#[derive(Debug)]
pub(crate) struct ListNumbers {
    /// Lists, each at the place of its hash or after. As many as a power of two.
    places: Vec<ListPlace>,
    /// Those that were asked for last, by the end of their hash: the table of all may be far from
    /// the processor.
    recent: Vec<ListPlace>,
}

/// The table of those that are kept near is so many times smaller than the table of all. A power of
/// two.
const PLACES_A_RECENT: usize = 16;

/// A list's hash, which distinguishes most lists without comparing their contents, and its number;
/// 0 where there is none.
#[derive(Clone, Copy, Debug, Default)]
struct ListPlace {
    hash: u32,
    number: u32,
}

/// Where a list goes that is new.
#[derive(Debug)]
pub(crate) struct NewList {
    place: usize,
    hash: u32,
}

impl Default for ListNumbers {
    fn default() -> ListNumbers {
        ListNumbers {
            places: vec![ListPlace::default(); 64],
            recent: vec![ListPlace::default(); 64 / PLACES_A_RECENT],
        }
    }
}

impl ListNumbers {
    /// The number of a list, which is added where it is new.
    pub(crate) fn of(&mut self, lists: &mut Lists, list: &[u32]) -> u32 {
        self.known(lists, list, |number, element| number == *element)
            .unwrap_or_else(|new| self.add(lists, new, list.iter().copied()))
    }

    /// The number of a list of things that have numbers, or where it goes if it is new.
    #[inline]
    pub(crate) fn known<T: Hash>(
        &mut self,
        lists: &Lists,
        list: &[T],
        is_number: impl Fn(u32, &T) -> bool,
    ) -> Result<u32, NewList> {
        if list.is_empty() {
            return Ok(0);
        }
        if 2 * lists.len() >= self.places.len() {
            self.grow();
        }
        let mut hasher: FxHasher = FxBuildHasher.build_hasher();
        list.iter().for_each(|thing| thing.hash(&mut hasher));
        let hash = hasher.finish() as u32;
        let is_it = |number: u32| {
            let known = lists.get(number);
            known.len() == list.len()
                && known
                    .iter()
                    .zip(list)
                    .all(|(&number, thing)| is_number(number, thing))
        };
        let near = self.recent[self.near(hash)];
        if near.number > 0 && near.hash == hash && is_it(near.number) {
            return Ok(near.number);
        }
        let place = self.find(hash, is_it);
        match self.places[place].number {
            0 => Err(NewList { place, hash }),
            number => {
                let near = self.near(hash);
                self.recent[near] = self.places[place];
                Ok(number)
            }
        }
    }

    /// Adds a list that is new; its number.
    pub(crate) fn add(
        &mut self,
        lists: &mut Lists,
        NewList { place, hash }: NewList,
        list: impl Iterator<Item = u32>,
    ) -> u32 {
        let number = lists.len() as u32;
        self.places[place] = ListPlace { hash, number };
        let near = self.near(hash);
        self.recent[near] = self.places[place];
        lists.push(list);
        number
    }

    /// Where a list of this hash is kept near.
    #[inline]
    fn near(&self, hash: u32) -> usize {
        hash as usize & (self.recent.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.recent
            .resize(2 * self.recent.len(), ListPlace::default());
        let wider = vec![ListPlace::default(); 2 * self.places.len()];
        let before = std::mem::replace(&mut self.places, wider);
        for old_place in before.into_iter().filter(|place| place.number > 0) {
            let free = self.find(old_place.hash, |_| false);
            self.places[free] = old_place;
        }
    }

    /// The place of a list of this hash that is the one sought, or the free one where it goes.
    #[inline]
    fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let ListPlace {
                hash: there,
                number,
            } = self.places[at];
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
        let (mut lists, mut numbers) = (Lists::default(), ListNumbers::default());
        let list = |i: u32| [i, i / 7, 3];
        for i in 0..5000 {
            assert_eq!(numbers.of(&mut lists, &list(i)), i + 1);
        }
        for i in 0..5000 {
            assert_eq!(
                (numbers.of(&mut lists, &list(i)), lists.get(i + 1)),
                (i + 1, &list(i)[..])
            );
        }
        assert_eq!((numbers.of(&mut lists, &[]), lists.len()), (0, 5001));
    }
}
