//! Bounds for the value of best play, from a part of the states, compared with the value that is
//! found from all states.

use std::sync::Arc;

use oddsmith_engine::chance::Die;
use oddsmith_engine::explore::{Budget, Watch, explore_guided};
use oddsmith_engine::question::{Comparison, Expression};
use oddsmith_engine::solve::{Aim, PlayBounds, bound_best_play};
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Rule, RuleError, Side, Step,
};
use proptest::prelude::*;

use crate::support::{make_plan, with_answers};

/// A place of a random game. Chance decides at every second place, and may end the game there.
#[derive(Clone, Debug)]
struct Place {
    /// The player who decides at the place before this one.
    player: usize,
    /// The places among which the player decides.
    offered: Vec<usize>,
    /// For each face, the next place; the game ends at places that do not exist.
    faces: Vec<usize>,
}

/// A random game of two players, with cycles.
#[derive(Clone, Debug)]
struct Maze(Arc<[Place]>);

impl Rule for Maze {
    /// The place, and whether a player has decided where to go.
    type State = (usize, bool);

    fn metrics(&self) -> Vec<Metric> {
        vec![
            Metric::whole("end"),
            Metric::whole("farthest").fold(Fold::Max),
        ]
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |side| Choice::new(format!("{side:?}"), ["place"]).with_side(side);
        vec![choice(Side::Us), choice(Side::Them)]
    }

    fn start(&self, _: &Parts) -> (usize, bool) {
        (0, false)
    }

    fn step<A: Ask>(
        &self,
        state: &mut (usize, bool),
        ask: &mut A,
    ) -> Result<Step<(usize, bool)>, RuleError> {
        let place = &self.0[state.0];
        ask.observe_whole(1, state.0 as i64);
        if !state.1 {
            let options: Vec<i64> = place.offered.iter().map(|&option| option as i64).collect();
            let option = ask.choose(place.player, &options, &[state.0 as i64]);
            *state = (option as usize, true);
            return Ok(Step::Continue);
        }
        let face = ask.roll(Die::new(place.faces.len() as u32));
        let next = place.faces[face as usize - 1];
        *state = (next, false);
        if next < self.0.len() {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, next as i64);
        Ok(Step::Done)
    }
}

fn maze() -> impl Strategy<Value = Maze> {
    (2..110usize).prop_flat_map(|count| {
        let offered = prop::collection::btree_set(0..count, 1..5);
        // Every face may end the game, and one of them always does.
        let faces = prop::collection::vec(0..count + count / 4, 0..5);
        let place = (0..2usize, offered, faces, 0..8usize);
        let place = place.prop_map(move |(player, offered, mut faces, end)| {
            faces.push(count + end);
            Place {
                player,
                offered: offered.into_iter().collect(),
                faces,
            }
        });
        prop::collection::vec(place, count).prop_map(|places| Maze(places.into()))
    })
}

/// Returns the bounds that are known with this number of edges, if there are any.
fn bounds(maze: &Maze, aim: &Aim, edges: usize) -> Option<PlayBounds> {
    let rule = with_answers(maze.clone(), &[DecisionRule::Best; 2]);
    let (budget, watch) = (
        Budget {
            edges,
            ..Budget::default()
        },
        Watch::default(),
    );
    let mut bounds = None;
    let explored = explore_guided(&rule, &budget, &watch, &mut |graph| {
        let solved = bound_best_play(graph, &maze.choices(), aim, &Budget::default(), &watch)?;
        bounds = Some(solved.0);
        Ok(Some(solved.1))
    });
    explored.expect("the game is finite");
    bounds
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bounds_contain_the_value_of_the_whole_game(
        maze in maze(),
        far in any::<bool>(),
        share in 0.0..1.0f64,
        minimises in any::<bool>(),
    ) {
        // The event depends on the last place, or on the farthest place, which states remember.
        let count = maze.0.len();
        let (slot, least) = if far { (1, (share * count as f64) as i64) } else { (0, count as i64 + 4) };
        let objective = Expression::compare(
            Comparison::AtLeast,
            Expression::Seen(slot),
            Expression::Number(least),
        );
        let aim = Aim { objective, minimises };
        let whole = with_answers(maze.clone(), &[DecisionRule::Best; 2]);
        let value = make_plan(&whole, &aim).value;
        let mut before = PlayBounds { least: 0.0, most: 1.0, states: 0, edges: 0 };
        for edges in [16, 128, 512, 100_000] {
            let found = bounds(&maze, &aim, edges).expect("the method applies");
            prop_assert!(found.least <= value + 1e-12 && value <= found.most + 1e-12);
            prop_assert!(found.least >= before.least - 1e-9 && found.most <= before.most + 1e-9);
            before = found;
        }
        prop_assert!(before.width() < 1e-6, "all states are known");
    }
}
