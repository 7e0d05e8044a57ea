//! Lists of cells. Edges with equal observations share a list.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};

/// Lists of cells by index. The list 0 is empty.
#[derive(Clone, Debug)]
pub(crate) struct CellLists {
    cells: Vec<u32>,
    /// The start of each list, followed by the number of cells.
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
    /// Returns the number of lists.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the cells of a list, as indices.
    #[inline]
    pub(crate) fn get(&self, list: u32) -> &[u32] {
        &self.cells[self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize]
    }

    /// Removes all but the first lists.
    pub(crate) fn truncate(&mut self, lists: usize) {
        self.starts.truncate(lists + 1);
        self.cells.truncate(self.starts[lists] as usize);
    }

    fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.cells.extend(list);
        self.starts.push(self.cells.len() as u32);
    }

    /// Returns the size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.cells.len() + self.starts.len())
    }
}

/// A hash table that finds lists by their contents.
#[derive(Debug)]
pub(crate) struct CellListIndex {
    /// An open-addressing table. Its size is a power of two.
    entries: Vec<ListEntry>,
    /// A small table of lists that were found recently. Unlike the whole table, it fits in the
    /// processor's cache.
    recent: Vec<ListEntry>,
}

/// The whole table has this many times as many entries as the small one. It is a power of two.
const ENTRIES_PER_RECENT: usize = 16;

/// The hash of a list, which distinguishes most lists without comparing their contents, and its
/// index; 0 if there is none.
#[derive(Clone, Copy, Debug, Default)]
struct ListEntry {
    hash: u32,
    number: u32,
}

/// The entry for a new list.
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
    /// Returns the index of a list, and adds it if it is new.
    pub(crate) fn get_or_add(&mut self, lists: &mut CellLists, list: &[u32]) -> u32 {
        self.find_list(lists, list, |number, element| number == *element)
            .unwrap_or_else(|new| self.add(lists, new, list.iter().copied()))
    }

    /// Returns the index of a list whose elements have indices, or the entry for it if it is new.
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
        let index = self.find_index(hash, is_it);
        match self.entries[index].number {
            0 => Err(NewList { index, hash }),
            number => {
                let near = self.recent_index(hash);
                self.recent[near] = self.entries[index];
                Ok(number)
            }
        }
    }

    /// Adds a new list. Returns its index.
    pub(crate) fn add(
        &mut self,
        lists: &mut CellLists,
        NewList { index, hash }: NewList,
        list: impl Iterator<Item = u32>,
    ) -> u32 {
        let number = lists.len() as u32;
        self.entries[index] = ListEntry { hash, number };
        let near = self.recent_index(hash);
        self.recent[near] = self.entries[index];
        lists.push(list);
        number
    }

    /// Returns the entry in the small table for this hash.
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
        for old_entry in before.into_iter().filter(|entry| entry.number > 0) {
            let free = self.find_index(old_entry.hash, |_| false);
            self.entries[free] = old_entry;
        }
    }

    /// Returns the entry of the list with this hash that `is_it` accepts, or a free one.
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
