//! The probabilities on the edges of a graph. Edges with equal probabilities share one.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::odds::Mass;

/// Different masses by index, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Masses {
    list: Arc<Vec<Mass>>,
    /// The index of each mass, found by its hash.
    numbers: HashTable<u32>,
}

fn hash(mass: Mass) -> u64 {
    let (float, residues) = mass.to_raw();
    FxBuildHasher.hash_one((float.to_bits(), residues[0]))
}

impl Masses {
    /// Returns the mass of an index.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Mass {
        self.list[number as usize]
    }

    /// Returns the index of a mass, which is added if it is new.
    #[inline]
    pub(crate) fn number(&mut self, mass: Mass) -> u32 {
        let hash_value = hash(mass);
        let list = &self.list;
        if let Some(&number) = self
            .numbers
            .find(hash_value, |&number| list[number as usize] == mass)
        {
            return number;
        }
        let number = self.list.len() as u32;
        let list = Arc::make_mut(&mut self.list);
        list.push(mass);
        self.numbers
            .insert_unique(hash_value, number, |&number| hash(list[number as usize]));
        number
    }

    /// Removes all but the first masses.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.numbers.retain(|&mut number| (number as usize) < count);
        Arc::make_mut(&mut self.list).truncate(count);
    }

    /// Returns the number of different masses.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.list.len() * (size_of::<Mass>() + 6)
    }
}
