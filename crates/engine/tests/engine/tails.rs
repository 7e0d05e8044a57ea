//! Unbounded counters, which are solved together above a level, compared with closed forms.

use oddsmith_engine::chance::Probability;
use oddsmith_engine::explore::{Budget, Leaves, Level, Model, StepNode, Watch};
use oddsmith_engine::solve::{ExactDistribution, solve};
use oddsmith_engine::{Ask, Metric, Parts, RuleError, Step};

use crate::support::{Game, assert_near, graph};

/// The number that represents all large numbers as a phase. No game reaches it.
const FAR: i64 = 1 << 40;

/// A game with one number, whose transitions are equal for all large numbers.
struct Repeating(Game<i64>);

impl Model for Repeating {
    type State = StepNode<i64>;
    type Scratch = <Game<i64> as Model>::Scratch;

    fn metrics(&self) -> Vec<Metric> {
        Model::metrics(&self.0)
    }

    fn start(&self, parts: &Parts) -> StepNode<i64> {
        Model::start(&self.0, parts)
    }

    fn level(&self, state: &StepNode<i64>, least: i64) -> Level<StepNode<i64>> {
        match state {
            StepNode::Step(number) if *number > FAR / 2 => {
                Level::Far(StepNode::Step(FAR), number - FAR)
            }
            StepNode::Step(number) if *number >= least => Level::Far(StepNode::Step(FAR), *number),
            StepNode::Step(_) => Level::Near,
            StepNode::Choice(..) => Level::Unclear,
        }
    }

    fn at_level(&self, _: &StepNode<i64>, level: i64) -> StepNode<i64> {
        StepNode::Step(level)
    }

    fn expand(
        &self,
        node: &StepNode<i64>,
        scratch: &mut Self::Scratch,
        leaves: &mut Leaves<StepNode<i64>>,
    ) -> Result<(), RuleError> {
        self.0.expand(node, scratch, leaves)
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        self.0.play(ask)
    }
}

/// A walk up or down until nothing is left or owed. A storm may end it before every step. It
/// records what was left, and 1 for a storm.
fn walk(start: i64, up: (i64, u64, u64), down: i64, storm: u64) -> ExactDistribution {
    let game = Game::new(
        [Metric::whole("left")],
        start,
        move |number: &mut i64, ask| {
            if storm > 0 && ask.happens(Probability::ratio(1, storm).unwrap()) {
                ask.observe_whole(0, 1);
                return Step::Done;
            }
            *number += if ask.happens(Probability::ratio(up.1, up.2).unwrap()) {
                up.0
            } else {
                -down
            };
            if *number > 0 {
                return Step::Continue;
            }
            ask.observe_whole(0, *number);
            Step::Done
        },
    );
    let graph = graph(&Repeating(game));
    assert!(graph.repeats_above().is_some(), "it does not repeat itself");
    let mut distributions = solve(&graph, &Budget::default(), &Watch::default())
        .unwrap_or_else(|stop| panic!("{stop}"));
    distributions.pop().flatten().expect("within the budget")
}

#[test]
fn unit_down_steps_always_reach_zero() {
    for (start, chance) in [(10, 50), (10, 49), (1, 50), (90, 50), (1000, 40)] {
        let distribution = walk(start, (1, chance, 100), 1, 0);
        assert_eq!(
            (distribution.pmf.mass(0).fraction(), distribution.unresolved),
            (Some((1, 1)), 0.0),
            "{start} at {chance}%"
        );
    }
}

/// Up by 1 with probability 2/3, and down by 2 with 1/3. The probability h of ending at exactly 0
/// is the bounded solution of h(x) = 2/3 h(x + 1) + 1/3 h(x - 2) with h(0) = 1 and h(-1) = 0, which
/// is 2/3 + 1/3 (-1/2)^x.
#[test]
fn landing_probabilities_match_closed_form_at_every_height() {
    for start in [1, 2, 3, 63, 64, 65, 129, 400] {
        let distribution = walk(start, (1, 2, 3), 2, 0);
        assert_near(
            distribution.pmf.mass(0).float(),
            2.0 / 3.0 + (-0.5f64).powi(start as i32) / 3.0,
            1e-12,
        );
        assert_near(
            distribution.pmf.mass(0).float() + distribution.pmf.mass(-1).float(),
            1.0,
            1e-12,
        );
        assert_eq!(distribution.unresolved, 0.0);
    }
}

/// A fair walk that a storm ends with probability 1/n per step reaches 0 with probability z^x,
/// where z is the smaller root of (1 - 1/n) (z^2 + 1) / 2 = z. The storm is so rare that the walk
/// goes far up.
#[test]
fn random_stop_probability_matches_closed_form() {
    for (start, storm) in [(1i64, 100u64), (10, 100), (70, 1000), (300, 1_000_000)] {
        let distribution = walk(start, (1, 1, 2), 1, storm);
        let stays = 1.0 - 1.0 / storm as f64;
        let z = (1.0 - (1.0 - stays * stays).sqrt()) / stays;
        assert_near(
            distribution.pmf.mass(0).float(),
            z.powi(start as i32),
            1e-11,
        );
        assert_near(
            distribution.pmf.mass(0).float() + distribution.pmf.mass(1).float(),
            1.0,
            1e-12,
        );
    }
}
