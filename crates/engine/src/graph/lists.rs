//! What edges say, list by list: many edges say the same, and share one.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};

/// Lists of cells, by number; 0 is the empty one.
#[derive(Clone, Debug)]
pub(crate) struct CellLists {
    cells: Vec<u32>,
    /// Where each list starts, and one past the last.
    starts: Vec<u32>,
}

impl Default for CellLists {
    fn default() -> CellLists {
        CellLists {
            cells: Vec::new(),
            starts: vec![0, 0],
        }
    }
}

impl CellLists {
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
pub(crate) struct CellListIndex {
    /// Lists, each at the place of its hash or after. As many as a power of two.
    entries: Vec<ListEntry>,
    /// Those that were asked for last, by the end of their hash: the table of all may be far from
    /// the processor.
    recent: Vec<ListEntry>,
}

/// The table of those that are kept near is so many times smaller than the table of all. A power of
/// two.
const ENTRIES_PER_RECENT: usize = 16;

/// A list's hash, which distinguishes most lists without comparing their contents, and its number;
/// 0 where there is none.
#[derive(Clone, Copy, Debug, Default)]
struct ListEntry {
    hash: u32,
    number: u32,
}

/// Where a list goes that is new.
#[derive(Debug)]
pub(crate) struct NewList {
    index: usize,
    hash: u32,
}

impl Default for CellListIndex {
    fn default() -> CellListIndex {
        CellListIndex {
            entries: vec![ListEntry::default(); 64],
            recent: vec![ListEntry::default(); 64 / ENTRIES_PER_RECENT],
        }
    }
}

impl CellListIndex {
    /// The number of a list, which is added where it is new.
    pub(crate) fn get_or_add(&mut self, lists: &mut CellLists, list: &[u32]) -> u32 {
        self.find_list(lists, list, |number, element| number == *element)
            .unwrap_or_else(|new| self.add(lists, new, list.iter().copied()))
    }

    /// The number of a list of things that have numbers, or where it goes if it is new.
    #[inline]
    pub(crate) fn find_list<T: Hash>(
        &mut self,
        lists: &CellLists,
        list: &[T],
        is_number: impl Fn(u32, &T) -> bool,
    ) -> Result<u32, NewList> {
        if list.is_empty() {
            return Ok(0);
        }
        if 2 * lists.len() >= self.entries.len() {
            self.grow();
        }
        let mut hasher: FxHasher = FxBuildHasher.build_hasher();
        list.iter().for_each(|element| element.hash(&mut hasher));
        let hash = hasher.finish() as u32;
        let is_it = |number: u32| {
            let known = lists.get(number);
            known.len() == list.len()
                && known
                    .iter()
                    .zip(list)
                    .all(|(&number, element)| is_number(number, element))
        };
        let near = self.recent[self.recent_index(hash)];
        if near.number > 0 && near.hash == hash && is_it(near.number) {
            return Ok(near.number);
        }
        let place = self.find_index(hash, is_it);
        match self.entries[place].number {
            0 => Err(NewList { index: place, hash }),
            number => {
                let near = self.recent_index(hash);
                self.recent[near] = self.entries[place];
                Ok(number)
            }
        }
    }

    /// Adds a list that is new; its number.
    pub(crate) fn add(
        &mut self,
        lists: &mut CellLists,
        NewList { index: place, hash }: NewList,
        list: impl Iterator<Item = u32>,
    ) -> u32 {
        let number = lists.len() as u32;
        self.entries[place] = ListEntry { hash, number };
        let near = self.recent_index(hash);
        self.recent[near] = self.entries[place];
        lists.push(list);
        number
    }

    /// Where a list of this hash is kept near.
    #[inline]
    fn recent_index(&self, hash: u32) -> usize {
        hash as usize & (self.recent.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.recent
            .resize(2 * self.recent.len(), ListEntry::default());
        let wider = vec![ListEntry::default(); 2 * self.entries.len()];
        let before = std::mem::replace(&mut self.entries, wider);
        for old_place in before.into_iter().filter(|place| place.number > 0) {
            let free = self.find_index(old_place.hash, |_| false);
            self.entries[free] = old_place;
        }
    }

    /// The place of a list of this hash that is the one sought, or the free one where it goes.
    #[inline]
    fn find_index(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mask = self.entries.len() - 1;
        let mut index = hash as usize & mask;
        loop {
            let ListEntry {
                hash: entry_hash,
                number,
            } = self.entries[index];
            if number == 0 || entry_hash == hash && is_it(number) {
                return index;
            }
            index = (index + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_numbers() {
        let (mut lists, mut numbers) = (CellLists::default(), CellListIndex::default());
        let list = |i: u32| [i, i / 7, 3];
        for i in 0..5000 {
            assert_eq!(numbers.get_or_add(&mut lists, &list(i)), i + 1);
        }
        for i in 0..5000 {
            assert_eq!(
                (numbers.get_or_add(&mut lists, &list(i)), lists.get(i + 1)),
                (i + 1, &list(i)[..])
            );
        }
        assert_eq!(
            (numbers.get_or_add(&mut lists, &[]), lists.len()),
            (0, 5001)
        );
    }
}
