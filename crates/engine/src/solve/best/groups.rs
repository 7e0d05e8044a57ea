//! Groups of players who decide together.

use super::erring_pairs::both_of;
use super::objective::EdgeObjective;
use crate::choice::{Side, Skill};
use crate::graph::Graph;

/// Players who decide together: with the same skill and, unless they play best, for the same side.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Group {
    pub(super) skill: Skill,
    side: Option<Side>,
}

impl Group {
    fn of(aim: &EdgeObjective<'_>, choice: u32) -> Group {
        let (side, skill) = aim.side_and_skill_of_choice(choice);
        Group {
            skill,
            side: (skill != Skill::Best).then_some(side),
        }
    }
}

/// The decisions of a group, as indices.
pub(super) struct Members {
    pub(super) group: Group,
    /// The decisions that it makes alone, or that its players make at once without mistakes.
    pub(super) alone: Vec<usize>,
    /// The decisions that two players make at once, one of whom makes mistakes, and the side of the
    /// group: 0 for the first player. It has both sides if both players belong to the group.
    pub(super) paired: Vec<(usize, usize)>,
}

impl Members {
    /// Returns the decisions of each group, in the order of the groups' first decisions.
    pub(super) fn of_all(graph: &Graph, aim: &EdgeObjective<'_>) -> Vec<Members> {
        let mut groups: Vec<Members> = Vec::new();
        let index_of = |group: Group, groups: &mut Vec<Members>| {
            let known = groups.iter().position(|known| known.group == group);
            known.unwrap_or_else(|| {
                groups.push(Members {
                    group,
                    alone: Vec::new(),
                    paired: Vec::new(),
                });
                groups.len() - 1
            })
        };
        for (index, decision) in graph.decisions.iter().enumerate() {
            if aim.has_erring_simultaneous_player(decision) {
                for (side, &choice) in both_of(decision).choices.iter().enumerate() {
                    let group_index = index_of(Group::of(aim, choice), &mut groups);
                    groups[group_index].paired.push((index, side));
                }
            } else {
                let group_index = index_of(Group::of(aim, decision.choice), &mut groups);
                groups[group_index].alone.push(index);
            }
        }
        groups
    }

    /// Returns all decisions of the group, in order.
    pub(super) fn open(&self) -> Vec<usize> {
        let paired = self.paired.iter().map(|&(index, _)| index);
        let mut open: Vec<usize> = self.alone.iter().copied().chain(paired).collect();
        open.sort_unstable();
        open.dedup();
        open
    }
}
