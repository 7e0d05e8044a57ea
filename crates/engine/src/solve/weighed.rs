//! A graph with its best play for one aim after another. Each later aim chooses among the plays
//! that are optimal for the aims before it.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::aim::{Aim, AimedGraph};
use super::best::{
    EdgeObjective, JointPlay, ScaledValue, SecondPlayers, SidePlay, joint_play, relative,
    their_objective, two_sided_play,
};
use super::hidden::{Optimality, hidden_joint_play, is_hidden};
use crate::budget::{Budget, Stop, Watch};
use crate::choice::Choice;
use crate::error::RuleError;
use crate::explore::GraphUnderPlay;
use crate::graph::{Decision, Flow, Graph, Play};

/// A graph with the best play for an aim.
pub(super) struct WeighedGraph<'g> {
    /// The graph, augmented with what the aim remembers.
    pub(super) graph: Cow<'g, Graph>,
    /// For each state, the state in the graph of the first aim; empty if they are equal.
    base: Vec<u32>,
    /// The remembered slots, in the order in which situations list them.
    pub(super) slots: Vec<u32>,
    /// The best option of each decision, as an index into its options.
    pub(super) best: Vec<u32>,
    /// The play that the decided graph follows.
    pub(super) play: Play,
    /// Whether players may mix the options of each decision. They may if two players make it at
    /// once and against each other, or if players of the graph see only part of the situation.
    pub(super) is_game: Vec<bool>,
    /// How good the play is known to be, if players see only part of the situation.
    pub(super) optimality: Option<Optimality>,
    pub(super) value: ScaledValue,
    pub(super) shortfall: f64,
    /// The contribution of each edge to the aim.
    pub(super) worth: Vec<f64>,
    /// The value of every decision, if its player plays best from there on.
    values: Vec<ScaledValue>,
    /// The value of every option of every decision.
    worths: Vec<Option<ScaledValue>>,
    /// The aim of the other side, if it is not the opposite of ours.
    pub(super) theirs: Option<TheirAim>,
    /// For each decision that two players make at once, one of whom makes mistakes: the plays of
    /// both.
    erring: FxHashMap<usize, [SidePlay; 2]>,
    /// The graph under best play.
    pub(super) decided_graph: Graph,
    /// For each state of the decided graph, its state in `graph`.
    met_states: Vec<u32>,
    /// The expected visits of each state of the decided graph.
    visits: Vec<f64>,
}

/// The aim of the other side, if it is not the opposite of ours.
pub(super) struct TheirAim {
    /// Its value.
    pub(super) value: ScaledValue,
    /// The values for the second of two players who decide at once.
    second: SecondPlayers,
}

/// The values or plays of the two players of a decision that they make at once.
#[derive(Clone, Copy)]
pub(super) enum KnownSides<'k> {
    /// Both play best, and the decision has the values for both of them.
    Alike,
    /// The sides have different aims: the value of the decision and of the pairs for the second
    /// player.
    Second(ScaledValue, &'k [Option<ScaledValue>]),
    /// One of them makes mistakes.
    Erring(&'k [SidePlay; 2]),
}

impl<'g> WeighedGraph<'g> {
    /// Finds the best play.
    pub(super) fn new(
        graph: &'g Graph,
        aim: &Aim,
        choices: &[Choice],
        budget: &Budget,
        watch: &Watch,
    ) -> Result<WeighedGraph<'g>, Stop> {
        let first = WeighedGraph::build(Cow::Borrowed(graph), &[], aim, choices, budget, watch)?;
        Ok(WeighedGraph {
            base: Vec::new(),
            ..first
        })
    }

    /// Finds the best play for the next aim among the plays that are tied for this one.
    pub(super) fn with_next_aim(
        &self,
        aim: &Aim,
        choices: &[Choice],
        budget: &Budget,
        watch: &Watch,
    ) -> Result<WeighedGraph<'static>, Stop> {
        let (graph, reached) = self.tied_graph();
        let mut next =
            WeighedGraph::build(Cow::Owned(graph), &self.slots, aim, choices, budget, watch)?;
        let base_of = |state: usize| next.base.get(state).map_or(state, |&state| state as usize);
        next.base = (0..next.graph.state_count())
            .map(|state| self.base(reached[base_of(state)]))
            .collect();
        Ok(next)
    }

    fn build(
        graph: Cow<'g, Graph>,
        before: &[u32],
        aim: &Aim,
        choices: &[Choice],
        budget: &Budget,
        watch: &Watch,
    ) -> Result<WeighedGraph<'g>, Stop> {
        let AimedGraph {
            graph: augmented,
            worths: [worth],
            slots,
            base_states: of,
        } = AimedGraph::new(&graph, [&aim.objective], budget, watch)?;
        let augmented = match augmented {
            Cow::Owned(augmented) => Some(augmented),
            Cow::Borrowed(_) => None,
        };
        let graph = augmented.map_or(graph, Cow::Owned);
        let objective = EdgeObjective {
            by_edge: worth,
            minimises: aim.minimises,
            choices,
        };
        let (joint, optimality) = if is_hidden(&graph) {
            hidden_joint_play(&graph, &objective, watch)?
        } else {
            (joint_play(&graph, &objective, watch)?, None)
        };
        let slots = [before, &slots].concat();
        let found = WeighedGraph::follow(graph, objective, joint, watch)?;
        Ok(WeighedGraph {
            base: of,
            slots,
            optimality,
            ..found
        })
    }

    /// Finds the play of two sides with an aim each. If one wants the opposite of the other, this
    /// is best play for our aim.
    pub(super) fn of_two_sides(
        graph: &'g Graph,
        [ours, theirs]: [&Aim; 2],
        choices: &[Choice],
        budget: &Budget,
        watch: &Watch,
    ) -> Result<WeighedGraph<'g>, Stop> {
        let objectives = [&ours.objective, &theirs.objective];
        let aimed = AimedGraph::new(graph, objectives, budget, watch)?;
        if aimed.is_opposite([ours.minimises, theirs.minimises]) {
            return WeighedGraph::new(graph, ours, choices, budget, watch);
        }
        if is_hidden(graph) {
            return Err(hidden_aims_error().into());
        }
        let AimedGraph {
            graph,
            worths: [our_worth, their_worth],
            slots,
            ..
        } = aimed;
        let objective = EdgeObjective {
            by_edge: our_worth,
            minimises: ours.minimises,
            choices,
        };
        let other = their_objective(their_worth, theirs.minimises, &objective);
        let mut joint = two_sided_play(&graph, [&objective, &other], watch)?;
        let second = joint.second.take();
        let mut found = WeighedGraph::follow(graph, objective, joint, watch)?;
        let by_play = GraphUnderPlay::new(&found.graph, &found.play);
        let value = followed_value(&other, &by_play, &found.met_states, &found.visits);
        found.theirs = second.map(|second| TheirAim { value, second });
        Ok(WeighedGraph { slots, ..found })
    }

    /// Follows a play through the graph.
    fn follow(
        graph: Cow<'g, Graph>,
        objective: EdgeObjective<'_>,
        joint: JointPlay,
        watch: &Watch,
    ) -> Result<WeighedGraph<'g>, Stop> {
        let JointPlay {
            play,
            best,
            is_game,
            values,
            worths,
            shortfall,
            best_value,
            second: _,
            erring,
        } = joint;
        let by_play = GraphUnderPlay::new(&graph, &play);
        let (decided, met) = by_play.to_graph(watch)?;
        let visits = Flow::<f64>::from_state(&decided, 0, watch)?.visits;
        let followed = followed_value(&objective, &by_play, &met, &visits);
        let value = ScaledValue {
            value: best_value.unwrap_or(followed.value),
            scale: followed.scale,
        };
        let off = (followed.value - value.value).abs();
        let shortfall = shortfall.max(relative(off, value.scale.max(value.value.abs())));
        Ok(WeighedGraph {
            graph,
            base: Vec::new(),
            slots: Vec::new(),
            best,
            play,
            is_game,
            optimality: None,
            value,
            shortfall,
            worth: objective.by_edge,
            values,
            worths,
            theirs: None,
            erring,
            decided_graph: decided,
            met_states: met,
            visits,
        })
    }

    /// Returns the state in the graph of the first aim.
    pub(super) fn base(&self, state: u32) -> u32 {
        self.base.get(state as usize).copied().unwrap_or(state)
    }

    /// Returns the probability that best play reaches a state, or the expected number of times if
    /// it can be reached again.
    pub(super) fn reached(&self, state: u32) -> f64 {
        self.met_states
            .binary_search(&state)
            .map_or(0.0, |index| self.visits[index])
    }

    /// Returns the value of a decision, if its player plays best from there on.
    pub(super) fn value_of(&self, index: usize) -> ScaledValue {
        self.values[index]
    }

    /// Returns the value of each option of a decision if best play follows; `None` if no play can
    /// end the trial after it.
    pub(super) fn worths(&self, decision: &Decision) -> &[Option<ScaledValue>] {
        let first = decision.first_option as usize;
        &self.worths[first..first + decision.options.len()]
    }

    /// Returns what is known about the players of a decision, if two players make it at once.
    pub(super) fn known_sides(&self, index: usize) -> KnownSides<'_> {
        if let Some(sides) = self.erring.get(&index) {
            return KnownSides::Erring(sides);
        }
        match &self.theirs {
            Some(theirs) if self.is_game[index] => {
                let decision = &self.graph.decisions[index];
                let first = decision.first_option as usize;
                let worths = &theirs.second.worths[first..first + decision.options.len()];
                KnownSides::Second(theirs.second.values[index], worths)
            }
            _ => KnownSides::Alike,
        }
    }

    /// Returns whether an option is tied with the best one. At a decision that no play reaches, all
    /// options are tied. In a game, only the best pair of options counts as tied, because the
    /// players mix their options.
    pub(super) fn is_tied(&self, index: usize, option: usize) -> bool {
        if self.is_game[index] {
            return option == self.best[index] as usize;
        }
        let worths = self.worths(&self.graph.decisions[index]);
        match (worths[self.best[index] as usize], worths[option]) {
            (Some(best), Some(worth)) => best.is_tied(worth),
            (best, _) => best.is_none(),
        }
    }

    /// Returns whether best play reaches a decision with several tied options.
    pub(super) fn has_ties(&self) -> bool {
        let is_tied = |(index, decision): (usize, &Decision)| {
            let equals = (0..decision.options.len()).filter(|&option| self.is_tied(index, option));
            equals.take(2).count() > 1 && self.reached(decision.state) > 0.0
        };
        self.graph.decisions.iter().enumerate().any(is_tied)
    }

    /// Returns the graph of all plays that are tied with the best, and the original state of each
    /// of its states.
    pub(super) fn tied_graph(&self) -> (Graph, Vec<u32>) {
        self.graph.restrict_options(
            &self.play,
            |index| self.is_game[index],
            |index, option| self.is_tied(index, option),
        )
    }
}

fn hidden_aims_error() -> RuleError {
    let help = "remove `their_aim`, so that the other side wants the opposite";
    let problem = "choices cannot see only part of the situation if each side has its own aim";
    RuleError::new(problem, help)
}

/// Returns the value of a play as the sum of expected contributions, computed forwards.
fn followed_value(
    objective: &EdgeObjective<'_>,
    play: &GraphUnderPlay<'_>,
    met: &[u32],
    visits: &[f64],
) -> ScaledValue {
    let mut followed = ScaledValue::default();
    for (&state, &visits) in met.iter().zip(visits) {
        followed.value += visits * play.expected(state, |edge| objective.by_edge[edge]);
        followed.scale += visits * play.expected(state, |edge| objective.by_edge[edge].abs());
    }
    followed
}
