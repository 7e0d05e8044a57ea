//! Sets of slots, one for each of many states, in one piece of memory.

use std::ops::Range;

/// As many sets as there are rows, each of the same slots.
#[derive(Clone, Debug)]
pub(super) struct Table {
    words: usize,
    bits: Vec<u64>,
}

impl Table {
    /// Empty sets.
    pub(super) fn new(rows: usize, slots: usize) -> Table {
        let words = words(slots);
        Table { words, bits: vec![0; rows * words] }
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }
}

/// Words that a set of so many slots takes.
fn words(slots: usize) -> usize {
    slots.div_ceil(64)
}

/// The empty set.
pub(super) fn none(slots: usize) -> Vec<u64> {
    vec![0; words(slots)]
}

/// The set of all slots.
pub(super) fn all(slots: usize) -> Vec<u64> {
    let mut bits = none(slots);
    (0..slots).for_each(|slot| insert(&mut bits, slot));
    bits
}

#[inline]
pub(super) fn has(bits: &[u64], slot: usize) -> bool {
    (bits[slot / 64] >> (slot % 64)) & 1 == 1
}

#[inline]
pub(super) fn insert(bits: &mut [u64], slot: usize) {
    bits[slot / 64] |= 1 << (slot % 64);
}

#[inline]
pub(super) fn add(bits: &mut [u64], more: &[u64]) {
    bits.iter_mut().zip(more).for_each(|(bits, more)| *bits |= more);
}

#[inline]
pub(super) fn add_all_but(bits: &mut [u64], more: &[u64], but: &[u64]) {
    let words = more.iter().zip(but);
    bits.iter_mut().zip(words).for_each(|(bits, (more, but))| *bits |= more & !but);
}

#[inline]
pub(super) fn keep(bits: &mut [u64], those: &[u64]) {
    bits.iter_mut().zip(those).for_each(|(bits, those)| *bits &= those);
}

/// The first slot of a range that is in both, but for one.
pub(super) fn common_in(one: &[u64], other: &[u64], range: Range<usize>, but: usize) -> Option<usize> {
    let mut words = range.start / 64..range.end.div_ceil(64);
    words.find_map(|word| {
        let first = word * 64;
        // Of this word, the bits from the start of the range on and those before its end.
        let from = u64::MAX << range.start.saturating_sub(first);
        let to = u64::MAX >> (first + 64).saturating_sub(range.end);
        let but = if but / 64 == word { 1 << (but % 64) } else { 0 };
        let both = one[word] & other[word] & from & to & !but;
        (both != 0).then(|| first + both.trailing_zeros() as usize)
    })
}

/// The first slot in all of these.
pub(super) fn common(one: &[u64], other: &[u64], third: &[u64]) -> Option<usize> {
    let words = one.iter().zip(other).zip(third).map(|((a, b), c)| a & b & c);
    words.enumerate().find(|&(_, word)| word != 0).map(|(i, word)| i * 64 + word.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_in_both_within_a_range_is_what_looking_at_each_finds() {
        let set = |step: usize| {
            let mut bits = none(200);
            (0..200).step_by(step).for_each(|slot| insert(&mut bits, slot));
            bits
        };
        let (one, other) = (set(2), set(3));
        for start in 0..200 {
            for end in start..=200 {
                let found = common_in(&one, &other, start..end, 66);
                assert_eq!(found, (start..end).find(|slot| slot % 6 == 0 && *slot != 66), "{start}..{end}");
            }
        }
    }
}
