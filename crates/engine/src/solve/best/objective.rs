//! The objective of a player as a sum over edges.

use crate::choice::{Choice, Side, Skill};
use crate::graph::{AtOnce, Decision};

/// The objective of a player as a sum over the edges of a trial.
#[derive(Clone, Debug)]
pub(crate) struct EdgeObjective<'c> {
    /// The contribution of each edge of the graph.
    pub(crate) by_edge: Vec<f64>,
    /// Whether the player minimises it.
    pub(crate) minimises: bool,
    /// The choices of the rule. They give the side that decides.
    pub(crate) choices: &'c [Choice],
}

impl EdgeObjective<'_> {
    /// Returns whether some contributions are above 0 and others below it.
    pub(crate) fn has_both_signs(&self) -> bool {
        self.by_edge.iter().any(|&worth| worth > 0.0)
            && self.by_edge.iter().any(|&worth| worth < 0.0)
    }

    /// Returns whether this decision maximises. If two players decide at once, this is the first of
    /// them.
    pub(crate) fn wants_more(&self, decision: &Decision) -> bool {
        (self.side_and_skill(decision).0 == Side::Us) != self.minimises
    }

    /// Returns the side that makes this decision, and its skill. If two players decide at once,
    /// this is the first of them.
    pub(crate) fn side_and_skill(&self, decision: &Decision) -> (Side, Skill) {
        self.side_and_skill_of_choice(decision.choice)
    }

    /// Returns the side that makes a choice, and its skill.
    pub(crate) fn side_and_skill_of_choice(&self, choice: u32) -> (Side, Skill) {
        let choice = self.choices.get(choice as usize);
        choice
            .map(|choice| (choice.side, choice.skill))
            .unwrap_or_default()
    }

    /// Returns the name of the choice of a decision. If two players decide at once, this is the
    /// first of them.
    pub(crate) fn name_of(&self, decision: &Decision) -> &str {
        let choice = self.choices.get(decision.choice as usize);
        choice.map_or("", |choice| &choice.name)
    }

    /// Returns both choices of a decision if two players decide at once, and against each other.
    /// Two players of the same side agree on a pair of options, as one player would.
    pub(crate) fn opposed_choices<'d>(&self, decision: &'d Decision) -> Option<&'d AtOnce> {
        let both = decision.at_once.as_deref();
        // In the graph of a later aim, such a decision has one option left: the best mix for the
        // first aim.
        let both = both.filter(|_| decision.options.len() > 1)?;
        let [first, second] = both
            .choices
            .map(|choice| self.side_and_skill_of_choice(choice).0);
        (first != second).then_some(both)
    }

    /// Returns whether two players decide at once, and one of them does not play best.
    pub(crate) fn has_erring_simultaneous_player(&self, decision: &Decision) -> bool {
        let both = decision.at_once.as_deref();
        both.is_some_and(|both| {
            let mut skills = both
                .choices
                .map(|choice| self.side_and_skill_of_choice(choice).1)
                .into_iter();
            skills.any(|skill| skill != Skill::Best)
        })
    }

    /// Returns the same objective for another graph, whose edges are these edges.
    pub(crate) fn for_graph_of(&self, edges: &[u32]) -> Self {
        EdgeObjective {
            by_edge: edges
                .iter()
                .map(|&edge| self.by_edge[edge as usize])
                .collect(),
            ..*self
        }
    }
}
