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
    indices: HashTable<u32>,
}

fn hash(mass: Mass) -> u64 {
    let (float, residues) = mass.to_raw();
    FxBuildHasher.hash_one((float.to_bits(), residues[0]))
}

impl Masses {
    /// Returns the mass of an index.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> Mass {
        self.list[index as usize]
    }

    /// Returns the index of a mass, which is added if it is new.
    #[inline]
    pub(crate) fn get_or_add(&mut self, mass: Mass) -> u32 {
        let hash_value = hash(mass);
        let list = &self.list;
        if let Some(&index) = self
            .indices
            .find(hash_value, |&index| list[index as usize] == mass)
        {
            return index;
        }
        let index = self.list.len() as u32;
        let list = Arc::make_mut(&mut self.list);
        list.push(mass);
        self.indices
            .insert_unique(hash_value, index, |&index| hash(list[index as usize]));
        index
    }

    /// Removes all but the first masses.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.indices.retain(|&mut index| (index as usize) < count);
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
