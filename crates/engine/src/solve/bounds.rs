//! Bounds for the value of best play, if only a part of the states is known.

use super::aim::{Aim, AimedGraph};
use super::best::{EdgeObjective, best_play};
use super::hidden::is_hidden;
use crate::budget::{Budget, Stop, Watch};
use crate::choice::{Choice, Skill, unlisted_choice_error};
use crate::error::RuleError;
use crate::explore::Guide;
use crate::graph::{EdgeTarget, Graph};

/// The probability of an event under best play lies between these bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayBounds {
    /// The value if the event never happens in trials that reach an unknown state, less its
    /// possible error.
    pub least: f64,
    /// The value if it always happens there, plus its possible error.
    pub most: f64,
    /// The number of known states.
    pub states: usize,
    /// The number of their transitions.
    pub edges: usize,
}

impl PlayBounds {
    /// Returns the difference between the bounds.
    pub fn width(&self) -> f64 {
        self.most - self.least
    }
}

/// Bounds the value of best play on a graph whose truncated edges lead to unknown states. The
/// objective must be an event: 1 if it happens, and otherwise 0. If players on both sides decide,
/// the bounds hold for the value of the game.
///
/// The guide leads to the unknown states that the bounds depend on. The side that wants a high
/// value takes the best options of the upper bound, and the other side those of the lower bound.
/// Then the bounds differ at most by the probability of reaching an unknown state (McMahan,
/// Likhachev and Gordon 2005).
///
/// # Errors
/// Returns an error if the work is stopped or exceeds the budget, or if there is no best play. It
/// also fails if the method does not apply. This is so if a trial splits, if a player does not play
/// best, or if a player sees only part of the situation.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore_guided};
/// use oddsmith_engine::question::{Comparison, Expression};
/// use oddsmith_engine::solve::{Aim, bound_best_play};
/// use oddsmith_engine::{Ask, Choice, DecisionRule, Metric, Parts, PolicyModel, Policy, Rule, RuleError, Step};
///
/// /// Takes a d6 as it is, or rolls again, up to three times.
/// #[derive(Clone)]
/// struct Again;
///
/// impl Rule for Again {
///     type State = (u32, i64);
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("face")] }
///     fn choices(&self) -> Vec<Choice> { vec![Choice::new("again", ["rolls", "face"])] }
///     fn start(&self, _: &Parts) -> (u32, i64) { (0, 0) }
///     fn step<A: Ask>(&self, state: &mut (u32, i64), ask: &mut A) -> Result<Step<(u32, i64)>, RuleError> {
///         let (rolls, face) = *state;
///         if rolls == 3 || rolls > 0 && ask.choose(0, &[0, 1], &[rolls.into(), face]) == 0 {
///             ask.observe_whole(0, face);
///             return Ok(Step::Done);
///         }
///         *state = (rolls + 1, ask.roll(Die::D6).into());
///         Ok(Step::Continue)
///     }
/// }
///
/// let rule = PolicyModel::new(Again, Policy::new(vec![DecisionRule::Best]));
/// let (budget, watch) = (Budget::default(), Watch::default());
/// let six = Expression::compare(Comparison::Equal, Expression::Seen(0), Expression::Number(6));
/// let aim = Aim { objective: six, minimises: false };
/// let mut bounds = None;
/// explore_guided(&rule, &budget, &watch, &mut |graph| {
///     let (found, guide) = bound_best_play(graph, &Again.choices(), &aim, &budget, &watch)?;
///     bounds = Some(found);
///     Ok(Some(guide))
/// }).unwrap();
/// let sure = 1.0 - (5f64 / 6.0).powi(3);
/// let bounds = bounds.unwrap();
/// assert!((bounds.least - sure).abs() < 1e-9 && (bounds.most - sure).abs() < 1e-9, "{bounds:?}");
/// ```
pub fn bound_best_play(
    graph: &Graph,
    choices: &[Choice],
    aim: &Aim,
    budget: &Budget,
    watch: &Watch,
) -> Result<(PlayBounds, Guide), Stop> {
    let mut sides = graph.decisions.iter().flat_map(|decision| decision.sides());
    if let Some((open, _)) = sides.find(|&(choice, _)| choice as usize >= choices.len()) {
        return Err(unlisted_choice_error(open as usize, choices.len()).into());
    }
    let errs = |(choice, _): (u32, &_)| choices[choice as usize].skill != Skill::Best;
    let mut sides = graph.decisions.iter().flat_map(|decision| decision.sides());
    if !graph.splits.is_empty() || is_hidden(graph) || sides.any(errs) {
        return Err(unbounded_error().into());
    }
    let AimedGraph {
        graph: aimed,
        worths: [worth],
        base_states,
        ..
    } = AimedGraph::at_ends(graph, [&aim.objective], budget, watch)?;
    let mut objective = EdgeObjective {
        by_edge: worth,
        minimises: aim.minimises,
        choices,
    };
    let (least, error_below, lower_options) = value(&aimed, &objective, watch)?;
    for edge in 0..aimed.edges.len() {
        if aimed.target(edge) == EdgeTarget::Truncated {
            objective.by_edge[edge] = 1.0;
        }
    }
    let (most, error_above, upper_options) = value(&aimed, &objective, watch)?;
    let mut guide = vec![None; graph.decisions.len()];
    for (number, decision) in aimed.decisions.iter().enumerate() {
        let state = decision.state;
        let base = base_states.get(state as usize).copied().unwrap_or(state);
        let Some((index, _)) = graph.decision_at(base) else {
            continue;
        };
        // Players who decide at once mix their options.
        if objective.opposed_choices(decision).is_none() {
            let options = if objective.wants_more(decision) {
                &upper_options
            } else {
                &lower_options
            };
            guide[index].get_or_insert(options[number]);
        }
    }
    let bounds = PlayBounds {
        least: (least - error_below).max(0.0),
        most: (most + error_above).min(1.0),
        states: graph.state_count(),
        edges: graph.edges.len(),
    };
    Ok((bounds, Guide(guide)))
}

/// Returns the value of best play, its possible error, and its best options.
fn value(
    graph: &Graph,
    objective: &EdgeObjective<'_>,
    watch: &Watch,
) -> Result<(f64, f64, Vec<u32>), Stop> {
    let found = best_play(graph, objective, watch)?;
    Ok((found.value, found.shortfall(), found.best))
}

fn unbounded_error() -> RuleError {
    let help = "let all players play best, with the whole situation in sight";
    RuleError::new(
        "this play has no bounds as long as states are unknown",
        help,
    )
}
