//! Information sets: the decisions that a player cannot tell apart.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::graph::{Decision, Graph};
use crate::solve::best::EdgeObjective;

/// The decisions that a player cannot tell apart, so that the player decides all of them alike. A
/// decision that sees the whole situation is alone in its set.
#[derive(Debug)]
pub(super) struct InformationSet {
    /// The index of the player: 0 wants more, and 1 wants less.
    pub(super) player: usize,
    /// The index of the choice.
    pub(super) choice: u32,
    /// The number of options.
    pub(super) options: usize,
    /// Whether the player sees only part of the situation.
    pub(super) sees_part: bool,
    /// The numbers that the player sees.
    pub(super) situation: Box<[i64]>,
    /// The decisions of the set, as indices, and whether the player is the second of two who decide
    /// at once.
    pub(super) members: Vec<(u32, bool)>,
}

/// The key of an information set: the choice, the options and the seen numbers.
type Seen = (u32, Arc<[i64]>, Box<[i64]>);

/// The information sets of a graph.
#[derive(Debug)]
pub(super) struct InformationSets {
    pub(super) all: Vec<InformationSet>,
    /// The set of each decision. If two players decide at once and against each other, both sets.
    of: Vec<(u32, Option<u32>)>,
}

impl InformationSets {
    pub(super) fn new(graph: &Graph, aim: &EdgeObjective<'_>) -> InformationSets {
        let mut sets = InformationSets {
            all: Vec::new(),
            of: Vec::with_capacity(graph.decisions.len()),
        };
        let mut known: FxHashMap<Seen, u32> = FxHashMap::default();
        for (index, decision) in (0..).zip(&graph.decisions) {
            let player = usize::from(!aim.wants_more(decision));
            if let Some(both) = aim.opposed_choices(decision) {
                let mut add = |side: usize| {
                    let player = if side == 0 { player } else { 1 - player };
                    let choice = both.choices[side];
                    let options = both.options[side].len();
                    sets.add_alone(player, choice, options, (index, side == 1))
                };
                let pair = (add(0), Some(add(1)));
                sets.of.push(pair);
                continue;
            }
            let alone = (player, decision.choice, decision.options.len());
            if !decision.sees_part {
                let set = sets.add_alone(alone.0, alone.1, alone.2, (index, false));
                sets.of.push((set, None));
                continue;
            }
            let options = Arc::clone(&decision.options);
            let key = (decision.choice, options, decision.situation.clone());
            let set = *known.entry(key).or_insert_with(|| {
                let set = sets.add_alone(alone.0, alone.1, alone.2, (index, false));
                let added = &mut sets.all[set as usize];
                (added.sees_part, added.situation) = (true, decision.situation.clone());
                added.members.clear();
                set
            });
            sets.all[set as usize].members.push((index, false));
            sets.of.push((set, None));
        }
        sets
    }

    /// Adds a set of one decision, and returns its index.
    fn add_alone(
        &mut self,
        player: usize,
        choice: u32,
        options: usize,
        member: (u32, bool),
    ) -> u32 {
        self.all.push(InformationSet {
            player,
            choice,
            options,
            sees_part: false,
            situation: Box::default(),
            members: vec![member],
        });
        self.all.len() as u32 - 1
    }

    /// Returns the set of a decision, and the set of the other player if two decide at once.
    pub(super) fn of(&self, decision: usize) -> (u32, Option<u32>) {
        self.of[decision]
    }

    pub(super) fn decision_count(&self) -> usize {
        self.of.len()
    }

    /// Returns whether both players decide.
    pub(super) fn has_two_players(&self) -> bool {
        let mut players = self.all.iter().map(|set| set.player);
        let first = players.next();
        players.any(|player| Some(player) != first)
    }
}

/// Returns whether a player sees only part of the situation at some decision.
pub(in crate::solve) fn is_hidden(graph: &Graph) -> bool {
    let sees_part = |decision: &Decision| decision.sees_part;
    graph.decisions.iter().any(sees_part)
}
