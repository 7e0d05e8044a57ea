//! The distribution of one entry of a list that has not been read yet, given the entries that were
//! read. Also the distribution of all remaining entries.

use std::collections::hash_map::Entry;

use oddsmith_engine::chance::{binomial, binomial_up_to, hypergeometric};
use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::answer::{AnswerDistribution, check_list_memory, share};
use crate::value::{Allowed, Datum, Lot, Rest, Unread};

/// Returns what the list may become when the entry at `index` is read, or the next entry before it.
pub(super) fn index_distribution(unread: &Unread, index: u32) -> Vec<(Unread, Mass)> {
    match (&*unread.lot, unread.rest) {
        (Lot::Tallied(weights), Rest::Counts { left, weight }) => {
            let entry_weight = weights[index as usize];
            count_outcomes(
                unread,
                index,
                entry_weight,
                &binomial(left, share(entry_weight, weight)),
                left,
                weight,
            )
        }
        (Lot::Drawn(counts), Rest::Counts { left, weight }) => {
            let entry_weight = counts[index as usize];
            count_outcomes(
                unread,
                index,
                entry_weight,
                &hypergeometric(weight as u32, entry_weight as u32, left),
                left,
                weight,
            )
        }
        (
            lot,
            Rest::Dice {
                next,
                face,
                more,
                left,
            },
        ) => die_distribution(unread, lot, [next, face, more, left]),
        _ => Vec::new(),
    }
}

/// Returns what the list may become when the next of its sorted dice is read. For `dice`, see
/// [`next_die`].
fn die_distribution(unread: &Unread, lot: &Lot, dice: [u32; 4]) -> Vec<(Unread, Mass)> {
    match lot {
        Lot::Sorted { faces, .. } => {
            // The weight of each face and all later faces.
            let mut weights: Vec<u64> = faces.iter().map(|(_, weight)| *weight).collect();
            (1..weights.len())
                .rev()
                .for_each(|face_index| weights[face_index - 1] += weights[face_index]);
            let showing = |face_index: usize, alike, most| {
                let p = share(faces[face_index].1, weights[face_index]);
                binomial_up_to(alike, p, most)
            };
            let value = |face_index: usize| faces[face_index].0.clone();
            next_die(unread, dice, faces.len(), value, |_| 0, showing)
        }
        Lot::Mixed(sides) => {
            // All dice that have this face or a higher one are alike. If a die shows no more than
            // the face, each face up to it is equally likely.
            let most = sides[0] as usize;
            let joining = |face_index: usize| {
                sides
                    .iter()
                    .filter(|die_sides| **die_sides as usize == most - face_index)
                    .count() as u32
            };
            let showing = |face_index: usize, alike, most_shown| {
                let p = share(1, (most - face_index) as u64);
                binomial_up_to(alike, p, most_shown)
            };
            let value = |face_index: usize| Datum::Whole((most - face_index) as i64);
            next_die(unread, dice, most, value, joining, showing)
        }
        Lot::Exploding(exploding) => {
            let faces = &exploding.faces;
            let showing = |face_index: usize, alike, most| {
                binomial_masses_up_to(alike, faces[face_index].1, most)
            };
            let value = |face_index: usize| faces[face_index].0.clone();
            next_die(unread, dice, faces.len(), value, |_| 0, showing)
        }
        _ => Vec::new(),
    }
}

/// Returns the possible counts of an entry with this weight, each with its probability.
fn count_outcomes(
    unread: &Unread,
    index: u32,
    entry_weight: u64,
    masses: &[Mass],
    left: u32,
    weight: u64,
) -> Vec<(Unread, Mass)> {
    let possible = masses
        .iter()
        .zip(0u32..)
        .filter(|(mass, _)| **mass != Mass::ZERO);
    let known = |(mass, count): (&Mass, u32)| {
        let rest = Rest::Counts {
            left: left - count,
            weight: weight - entry_weight,
        };
        (
            unread.with_entry(index, Datum::Whole(count.into()), rest),
            *mass,
        )
    };
    possible.map(known).collect()
}

/// Reads the next of the sorted dice, face by face. At each face some dice join those that can show
/// it, and some of these do. `face` is the number of faces that have been passed. `more` is the
/// number of further dice that show the last of these faces. `left` is the number of dice that
/// could have shown it and show a later face.
fn next_die(
    unread: &Unread,
    [next, face, more, left]: [u32; 4],
    faces: usize,
    value: impl Fn(usize) -> Datum,
    joining: impl Fn(usize) -> u32,
    showing: impl Fn(usize, u32, u32) -> Vec<Mass>,
) -> Vec<(Unread, Mass)> {
    if more > 0 {
        let rest = Rest::Dice {
            next: next + 1,
            face,
            more: more - 1,
            left,
        };
        return vec![(
            unread.with_entry(next, value(face as usize - 1), rest),
            Mass::ONE,
        )];
    }
    let open = unread.end() - next;
    let (mut distribution, mut none_so_far, mut alike) = (Vec::new(), Mass::ONE, left);
    for face_index in face as usize..faces {
        alike += joining(face_index);
        // All counts from the number of open entries on are one.
        let masses = showing(face_index, alike, open);
        for (&mass, count) in masses.iter().zip(0u32..).skip(1) {
            if mass == Mass::ZERO {
                continue;
            }
            let left = if count == open { 0 } else { alike - count };
            let rest = Rest::Dice {
                next: next + 1,
                face: face_index as u32 + 1,
                more: count - 1,
                left,
            };
            distribution.push((
                unread.with_entry(next, value(face_index), rest),
                none_so_far * mass,
            ));
        }
        none_so_far = none_so_far * masses[0];
        if none_so_far == Mass::ZERO {
            break;
        }
    }
    distribution
}

/// Returns the probabilities of 0 to `n` successes in `n` independent trials. The last one is the
/// probability of `most` or more.
fn binomial_masses_up_to(n: u32, [yes, no]: [Mass; 2], most: u32) -> Vec<Mass> {
    let last = n.min(most) as usize;
    let mut masses = vec![Mass::ZERO; last + 1];
    masses[0] = Mass::ONE;
    for _ in 0..n {
        for count in (0..=last).rev() {
            let stays = if count == most as usize {
                masses[count]
            } else {
                masses[count] * no
            };
            let more = count
                .checked_sub(1)
                .map_or(Mass::ZERO, |before| masses[before] * yes);
            masses[count] = stays + more;
        }
    }
    masses
}

/// Returns the distribution of the whole list, given what has been read of it.
pub(super) fn rest_distribution(unread: &Unread) -> Allowed<AnswerDistribution> {
    let mut open = vec![(unread.clone(), Mass::ONE)];
    for index in 0..unread.len() {
        // The entries before the first one that the rule sees are read first, so several steps may
        // be needed.
        while open
            .iter()
            .any(|(known, _)| known.value_at(index).is_none())
        {
            let mut next = Merged::default();
            for (known, mass) in open {
                match known.value_at(index) {
                    Some(_) => next.add(known, mass),
                    None => index_distribution(&known, index)
                        .into_iter()
                        .for_each(|(known, chance)| next.add(known, mass * chance)),
                }
            }
            open = next.lists;
            check_list_memory(open.len() as u64, unread.len().into())?;
        }
    }
    Ok(open
        .into_iter()
        .map(|(known, mass)| (Datum::list(known.values()), mass))
        .collect())
}

/// Lists with their probabilities, in which equal lists are merged.
#[derive(Default)]
struct Merged {
    lists: Vec<(Unread, Mass)>,
    indices: FxHashMap<Unread, usize>,
}

impl Merged {
    fn add(&mut self, list: Unread, mass: Mass) {
        match self.indices.entry(list) {
            Entry::Occupied(known) => self.lists[*known.get()].1 += mass,
            Entry::Vacant(vacant) => {
                self.lists.push((vacant.key().clone(), mass));
                vacant.insert(self.lists.len() - 1);
            }
        }
    }
}
