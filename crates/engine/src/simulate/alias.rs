//! The alias method: a sample from any finite distribution with one `u64` and one table look-up.

/// A table for sampling an index with probability proportional to its weight.
///
/// The method is by Walker (1977), with the construction by Vose (1991). The number of slots is a
/// power of two. So the high bits of one `u64` select the slot, and the other bits are compared
/// with the threshold.
#[derive(Clone, Debug)]
pub struct AliasTable {
    slots: Vec<AliasSlot>,
    bits: u32,
}

#[derive(Clone, Copy, Debug)]
struct AliasSlot {
    /// The index of the slot itself is chosen if the fraction is below this, in units of 2^-64.
    threshold: u64,
    alias: u32,
}

impl AliasTable {
    /// Returns a table for weights that are finite, not negative and not all zero. They need not
    /// sum to 1.
    pub fn new(weights: impl ExactSizeIterator<Item = f64> + Clone) -> AliasTable {
        let bits = weights.len().max(2).next_power_of_two().trailing_zeros();
        let size = 1usize << bits;
        let total: f64 = weights.clone().sum();
        let mut share = vec![0.0; size];
        for (slot, weight) in share.iter_mut().zip(weights) {
            *slot = weight / total * size as f64;
        }
        let mut slots: Vec<AliasSlot> = (0..size as u32)
            .map(|i| AliasSlot {
                threshold: u64::MAX,
                alias: i,
            })
            .collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..size).partition(|&i| share[i] < 1.0);
        while let (Some(poor), Some(&rich)) = (small.pop(), large.last()) {
            slots[poor] = AliasSlot {
                threshold: (share[poor] * 2f64.powi(64)) as u64,
                alias: rich as u32,
            };
            share[rich] -= 1.0 - share[poor];
            if share[rich] < 1.0 {
                large.pop();
                small.push(rich);
            }
        }
        AliasTable { slots, bits }
    }

    /// Returns the index that 64 uniform random bits select.
    #[inline]
    pub fn index(&self, random: u64) -> usize {
        let slot = (random >> (64 - self.bits)) as usize;
        let AliasSlot { threshold, alias } = self.slots[slot];
        if random << self.bits < threshold {
            slot
        } else {
            alias as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the share of each index over random words in even strides through all 2^64.
    fn shares(weights: &[f64]) -> Vec<f64> {
        let table = AliasTable::new(weights.iter().copied());
        let strides = 1u64 << 20;
        let mut counts = vec![0.0; weights.len()];
        for i in 0..strides {
            counts[table.index(i << 44 | 1 << 43)] += 1.0 / strides as f64;
        }
        counts
    }

    #[test]
    fn index_shares_match_weights() {
        for weights in [
            &[1.0][..],
            &[0.25, 0.75],
            &[1.0, 0.0, 2.0],
            &[91.0, 75.0, 50.0],
            &[1e-9, 1.0, 0.5, 0.25, 3.0],
        ] {
            let total: f64 = weights.iter().sum();
            for (share, weight) in shares(weights).iter().zip(weights) {
                assert!(
                    (share - weight / total).abs() < 1e-5,
                    "{share} for {weight} of {weights:?}"
                );
            }
        }
    }

    #[test]
    fn zero_weight_is_never_sampled() {
        let table = AliasTable::new([0.0, 1.0, 0.0, 3.0, 0.0].into_iter());
        for i in 0..100_000u64 {
            let index = table.index(i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            assert!(index == 1 || index == 3);
        }
    }
}
