//! Best play if players see only part of the situation.
//!
//! Decisions that a player cannot tell apart form an information set, and are decided alike. One
//! player who remembers what led to each set has a best response, found by backward induction over
//! the sets. One who forgets has a best decision rule, found by branch and bound. Two players have
//! mixed strategies, found by a linear program over the sequence form of the game. If the game is
//! large, they are found by counterfactual regret minimisation.

mod chance_cycle;
mod decision_rules;
mod mistakes;
mod play;
mod program;
mod regret;
mod sequence_form;
mod sets;
mod step;
#[cfg(test)]
mod tests;
mod walk;

pub use play::Optimality;
pub(super) use sets::is_hidden;

use super::best::{EdgeObjective, JointPlay};
use crate::budget::{Stop, Watch};
use crate::choice::Skill;
use crate::graph::{Decision, Graph};
use mistakes::mistaken_play;
use play::{OffPath, hidden_play};

/// Finds the play of all players if some see only part of the situation. Players who make mistakes
/// err by the values of their best play.
///
/// # Errors
/// Returns an error if the work is stopped, if trials can return to a state or split, or if the
/// game is too large. It also fails if one of two players forgets, or if a player who forgets is
/// short-sighted.
pub(super) fn hidden_joint_play(
    graph: &Graph,
    aim: &EdgeObjective<'_>,
    watch: &Watch,
) -> Result<(JointPlay, Option<Optimality>), Stop> {
    let mut choices = graph.decisions.iter().flat_map(Decision::sides);
    let is_best = |(choice, _)| aim.side_and_skill_of_choice(choice).1 == Skill::Best;
    if choices.all(is_best) {
        let (joint, optimality) = hidden_play(graph, aim, OffPath::Any, watch)?;
        return Ok((joint, Some(optimality)));
    }
    Ok((mistaken_play(graph, aim, watch)?, None))
}
