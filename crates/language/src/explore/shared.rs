//! Distributions that are computed once for all states of an exploration, whichever thread needs
//! them first.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};

use oddsmith_engine::explore::Effort;
use rustc_hash::FxHashMap;

use super::call_distribution::{CallDistribution, CallKey};
use crate::asking::{AnswerDistribution, Request};

/// The maximal number of bytes of shared distributions. Beyond this, all are dropped and computed
/// again when needed.
const MAX_BYTES: usize = 200_000_000;

/// The shared distributions of an exploration.
#[derive(Debug, Default)]
pub(super) struct SharedDistributions {
    pub(super) answers: SharedTable<Request, Arc<AnswerDistribution>>,
    /// Without a distribution if the call is too deep to have a separate one.
    pub(super) calls: SharedTable<CallKey, Option<Arc<CallDistribution>>>,
    bytes: AtomicUsize,
    /// The work that all distributions took, in leaves.
    work: AtomicU64,
    /// How often all were dropped.
    drops: AtomicUsize,
}

/// Values by key.
#[derive(Debug)]
pub(super) struct SharedTable<K, V>(RwLock<FxHashMap<K, V>>);

/// The values of a shared table that one thread has used.
#[derive(Debug)]
pub(super) struct UsedValues<K, V>(FxHashMap<K, V>);

impl<K, V> Default for SharedTable<K, V> {
    fn default() -> SharedTable<K, V> {
        SharedTable(RwLock::default())
    }
}

impl<K, V> Default for UsedValues<K, V> {
    fn default() -> UsedValues<K, V> {
        UsedValues(FxHashMap::default())
    }
}

impl<K: Clone + Eq + Hash, V: Clone> UsedValues<K, V> {
    /// Returns the value of a key, if any thread has computed it.
    pub(super) fn get(&mut self, shared: &SharedTable<K, V>, key: &K) -> Option<V> {
        if let Some(used) = self.0.get(key) {
            return Some(used.clone());
        }
        let found = shared.0.read().ok()?.get(key).cloned()?;
        self.0.insert(key.clone(), found.clone());
        Some(found)
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl<K: Clone + Eq + Hash, V: Clone> SharedTable<K, V> {
    /// Adds a value, unless another thread was first. Returns the value that is kept, and whether
    /// it is new.
    fn add(&self, key: K, value: V) -> (V, bool) {
        let Ok(mut values) = self.0.write() else {
            return (value, false);
        };
        match values.entry(key) {
            Entry::Occupied(known) => (known.get().clone(), false),
            Entry::Vacant(free) => (free.insert(value).clone(), true),
        }
    }
}

impl SharedDistributions {
    /// Adds the answers of a request, which took this much work and memory. If they are new, the
    /// work is counted.
    pub(super) fn add_answers(
        &self,
        request: Request,
        answers: Arc<AnswerDistribution>,
        work: u64,
        bytes: usize,
        effort: &Effort,
    ) -> Arc<AnswerDistribution> {
        let (kept, is_new) = self.answers.add(request, answers);
        if is_new {
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
            self.work.fetch_add(work, Ordering::Relaxed);
            effort.add_shared(work);
        }
        kept
    }

    /// Adds the distribution of a call, which took this much work. If it is new, the work is
    /// counted.
    pub(super) fn add_call(
        &self,
        call: CallKey,
        distribution: Option<Arc<CallDistribution>>,
        work: u64,
        effort: &Effort,
    ) {
        if self.calls.add(call, distribution).1 {
            self.work.fetch_add(work, Ordering::Relaxed);
            effort.add_shared(work);
        }
    }

    /// Returns the work that all distributions took, in leaves.
    pub(super) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// Drops all distributions if they take too much memory. Returns how often this has happened.
    pub(super) fn drop_if_large(&self) -> usize {
        if self.bytes.load(Ordering::Relaxed) > MAX_BYTES
            && let (Ok(mut answers), Ok(mut calls)) = (self.answers.0.write(), self.calls.0.write())
        {
            answers.clear();
            calls.clear();
            self.bytes.store(0, Ordering::Relaxed);
            self.drops.fetch_add(1, Ordering::Relaxed);
        }
        self.drops.load(Ordering::Relaxed)
    }
}
