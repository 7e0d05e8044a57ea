//! Places of what is swept, in a row, that have one leader.

use super::said::{place, place_name};
use crate::report::{Axis, Report};

/// Stretches that one sentence tells.
const MOST: usize = 3;

/// Places in a row with one leader.
pub(super) struct Stretch {
    /// Who leads, by an index of the caller's.
    pub(super) leader: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The stretches of what leads at each place, nothing where none does; `None` where they are one, or too many to tell.
pub(super) fn stretches(leaders: impl Iterator<Item = Option<usize>>) -> Option<Vec<Stretch>> {
    let mut found: Vec<Stretch> = Vec::new();
    for (nth, leader) in leaders.enumerate().filter_map(|(nth, leader)| Some((nth, leader?))) {
        match found.last_mut() {
            Some(last) if last.leader == leader => last.to = nth,
            _ => found.push(Stretch { leader, from: nth, to: nth }),
        }
    }
    (2..=MOST).contains(&found.len()).then_some(found)
}

impl Stretch {
    /// Where it is: "up to QV 3", "from QV 4 to QV 5", "at QV 6".
    pub(super) fn told(&self, report: &Report, (axis, along): (Axis, &[usize])) -> String {
        let name = |nth: usize| place_name(report, axis, along[nth]);
        match (self.from, self.to) {
            (from, to) if from == to => place(report, axis, along[from]),
            (0, to) => format!("up to {}", name(to)),
            (from, to) if to + 1 == along.len() => format!("from {} on", name(from)),
            (from, to) => format!("from {} to {}", name(from), name(to)),
        }
    }
}
