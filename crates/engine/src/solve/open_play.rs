//! A graph with its best play, kept to evaluate other plays.

use std::borrow::Cow;

use super::best::ScaledValue;
use super::weighed::WeighedGraph;
use crate::budget::{Stop, Watch};
use crate::explore::GraphUnderPlay;
use crate::graph::{Decision, Flow, Graph, Play};

/// A graph with a plan for its first aim, in which any other play can be evaluated exactly.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::question::Expression;
/// use oddsmith_engine::odds::Mass;
/// use oddsmith_engine::solve::{Aim, Play, plan_with_play};
/// use oddsmith_engine::{Ask, Choice, DecisionRule, Metric, Parts, PolicyModel, Policy, Rule, RuleError, Step};
///
/// /// Gives 3 points, or the points of a die.
/// #[derive(Clone)]
/// struct Sure;
///
/// impl Rule for Sure {
///     type State = ();
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("points")] }
///     fn choices(&self) -> Vec<Choice> { vec![Choice::new("roll", Vec::<String>::new())] }
///     fn start(&self, _: &Parts) {}
///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
///         let points = if ask.choose(0, &[0, 1], &[]) == 1 { ask.roll(Die::D6).into() } else { 3 };
///         ask.observe_whole(0, points);
///         Ok(Step::Done)
///     }
/// }
///
/// let rule = PolicyModel::new(Sure, Policy::new(vec![DecisionRule::Best]));
/// let (budget, watch) = (Budget::default(), Watch::default());
/// let graph = explore(&rule, &Parts::ALL, &budget, &watch).unwrap();
/// let aim = Aim { objective: Expression::Seen(0), minimises: false };
/// let (plan, play) = plan_with_play(&graph, &Sure.choices(), &[aim], &budget, &watch).unwrap();
/// assert_eq!((plan.value, play.best(0)), (3.5, 1));
/// // Option 0 costs half a point, and every trial reaches the decision.
/// let followed = play.follow(&Play::pure(play.decisions(), &[0]), &watch).unwrap();
/// assert_eq!((followed.value, followed.reached[0]), (3.0, 1.0));
/// assert_eq!(play.loss(0, 0), Some(0.5));
/// // A player who takes option 0 in a quarter of the trials loses a quarter of that.
/// let mut mixed = Play::pure(play.decisions(), &[1]);
/// mixed.mix(&play.decisions()[0], &[Mass::ratio(1, 4), Mass::ratio(3, 4)]);
/// assert_eq!(play.follow(&mixed, &watch).unwrap().value, 3.375);
/// ```
#[derive(Debug)]
pub struct OpenPlay<'g> {
    graph: Cow<'g, Graph>,
    /// The contribution of each edge to the aim.
    worth: Vec<f64>,
    best: Vec<u32>,
    play: Play,
    /// The scale of rounding errors of the value of the plan.
    scale: f64,
    /// The losses of all options of all decisions.
    losses: Vec<Option<f64>>,
    /// The expected number of times that the play of the plan reaches each decision.
    reached: Vec<f64>,
    /// The slots that the states remember. In a situation, their values follow the parts of the
    /// choice.
    remembered: Vec<u32>,
}

/// The result of a play.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowedPlay {
    /// The mean or the probability that the player optimises.
    pub value: f64,
    /// The expected number of times that a trial reaches each decision.
    pub reached: Vec<f64>,
}

impl<'g> OpenPlay<'g> {
    pub(super) fn from_weighed(weighed: WeighedGraph<'g>) -> OpenPlay<'g> {
        let mut losses = Vec::new();
        for (index, decision) in weighed.graph.decisions.iter().enumerate() {
            let worths = weighed.worths(decision);
            let best = worths[weighed.best[index] as usize];
            let loss = |(option, worth): (usize, &Option<ScaledValue>)| match (best, *worth) {
                (Some(_), Some(_)) if weighed.is_tied(index, option) => Some(0.0),
                (Some(best), Some(worth)) => Some(best.loss(worth)),
                _ => None,
            };
            losses.extend(worths.iter().enumerate().map(loss));
        }
        let reached = weighed
            .graph
            .decisions
            .iter()
            .map(|decision| weighed.reached(decision.state))
            .collect();
        let scale = weighed.value.scale;
        let WeighedGraph {
            graph,
            worth,
            best,
            play,
            slots: remembered,
            ..
        } = weighed;
        OpenPlay {
            graph,
            worth,
            best,
            play,
            scale,
            losses,
            reached,
            remembered,
        }
    }

    /// Returns all decisions, including those that best play does not reach.
    pub fn decisions(&self) -> &[Decision] {
        &self.graph.decisions
    }

    /// Returns the number of edges of the graph.
    pub fn edge_count(&self) -> usize {
        self.graph.edges.len()
    }

    /// Returns the play of the plan, in which players may make mistakes.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Returns the scale of rounding errors of the value of the plan: the mean sum of the absolute
    /// contributions to it.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the best option of a decision, as an index into its options. Among equally good
    /// options it is the first.
    pub fn best(&self, decision: usize) -> usize {
        self.best[decision] as usize
    }

    /// Returns the expected number of times that the play of the plan reaches a decision.
    pub fn reached(&self, decision: usize) -> f64 {
        self.reached[decision]
    }

    /// Returns the loss of an option: how much it costs to choose it once and play perfectly
    /// afterwards. It is 0 for equally good options, and `None` if no play can end the trial after
    /// it.
    pub fn loss(&self, decision: usize, option: usize) -> Option<f64> {
        self.losses[self.graph.decisions[decision].first_option as usize + option]
    }

    /// Returns the numbers that the rule passes to a decision, without those that the states
    /// remember for the aim.
    pub fn situation(&self, decision: usize) -> &[i64] {
        let situation = &self.graph.decisions[decision].situation;
        &situation[..situation.len() - self.remembered.len()]
    }

    /// Evaluates a play of these decisions.
    ///
    /// # Errors
    /// Returns an error if the work is stopped, or if this play never ends a trial.
    pub fn follow(&self, play: &Play, watch: &Watch) -> Result<FollowedPlay, Stop> {
        let graph = &*self.graph;
        let play = GraphUnderPlay::new(graph, play);
        let (rewired, states) = play.to_unchecked_graph();
        let visits = Flow::<f64>::from_state(&rewired, 0, watch)?.visits;
        let mut followed = FollowedPlay {
            value: 0.0,
            reached: vec![0.0; graph.decisions.len()],
        };
        for (&state, &visits) in states.iter().zip(&visits) {
            followed.value += visits * play.expected(state, |edge| self.worth[edge]);
            if let Some(index) = play.decision_at(state) {
                followed.reached[index] = visits;
            }
        }
        Ok(followed)
    }
}
