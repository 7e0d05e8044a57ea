//! The play of two sides with aims that are not opposite: one equilibrium, by backward induction.
//!
//! At a decision, the side that decides takes the option that is best for its aim, and of equal
//! options the first. Where two players decide at once, the state is a bimatrix game. States to
//! which a trial can return are solved only if nobody decides there.

use super::bimatrix::{BimatrixGame, MAX_OPTIONS};
use super::compare::{ScaledValue, endless_play_error, relative};
use super::cycle::decide_cycle;
use super::layers::Layers;
use super::matrix_game::masses_of_mix;
use super::objective::EdgeObjective;
use super::players::{JointPlay, SecondPlayers};
use super::search::{BestPlaySearch, DecidedState};
use crate::budget::{Stop, Watch};
use crate::choice::{Side, Skill};
use crate::error::RuleError;
use crate::graph::{AtOnce, Decision, Graph, Play};
use crate::odds::Mass;

/// The aims of both sides: ours and theirs.
type TwoAims<'a> = [&'a EdgeObjective<'a>; 2];

/// Returns the objective of the other side. `minimises` says whether the other side minimises it.
pub(in crate::solve) fn their_objective<'c>(
    by_edge: Vec<f64>,
    minimises: bool,
    ours: &EdgeObjective<'c>,
) -> EdgeObjective<'c> {
    // In `EdgeObjective`, `minimises` is for our side, and the other side wants the opposite.
    EdgeObjective {
        by_edge,
        minimises: !minimises,
        choices: ours.choices,
    }
}

fn index_of(side: Side) -> usize {
    match side {
        Side::Us => 0,
        Side::Them => 1,
    }
}

/// The search for an equilibrium: the values of all states for both aims.
struct TwoSidedSearch<'g> {
    searches: [BestPlaySearch<'g>; 2],
}

/// Finds an equilibrium of two sides. All players play best.
///
/// # Errors
/// Returns an error if the work is stopped, if players make mistakes, if a trial can return to a
/// decision, or if a trial never ends. It also fails if a game of two players who decide at once is
/// too large.
pub(in crate::solve) fn two_sided_play(
    graph: &Graph,
    aims: TwoAims<'_>,
    watch: &Watch,
) -> Result<JointPlay, Stop> {
    if graph
        .decisions
        .iter()
        .any(|decision| errs(aims[0], decision))
    {
        return Err(mistaken_error());
    }
    let searches = aims.map(|aim| BestPlaySearch::new(graph, aim, watch));
    let mut found = TwoSidedSearch { searches };
    let layers = Layers::new(graph, &found.searches[0].ending);
    if !found.searches[0].ending.contains(0) {
        return Err(endless_play_error());
    }
    for &component in layers.iter().flatten() {
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        let states = layers.states(component);
        let decided: [Vec<DecidedState>; 2] = match *states {
            [alone] if !graph.leads_back(alone) => found.weigh(alone)?.map(|state| vec![state]),
            _ => {
                let decision = states.iter().find_map(|&state| graph.decision_at(state));
                if let Some((_, decision)) = decision {
                    return Err(cycle_error(aims[0].name_of(decision)));
                }
                let [ours, theirs] = &found.searches;
                [
                    decide_cycle(ours, states, &layers)?.decided().collect(),
                    decide_cycle(theirs, states, &layers)?.decided().collect(),
                ]
            }
        };
        for (search, decided) in found.searches.iter_mut().zip(decided) {
            search.store(states.iter(), decided);
        }
    }
    Ok(found.into_play(graph))
}

fn errs(aim: &EdgeObjective<'_>, decision: &Decision) -> bool {
    aim.side_and_skill(decision).1 != Skill::Best || aim.has_erring_simultaneous_player(decision)
}

impl TwoSidedSearch<'_> {
    /// Decides a state by the values of its successors, for both aims.
    fn weigh(&self, state: u32) -> Result<[DecidedState; 2], Stop> {
        let [ours, _] = &self.searches;
        let Some((_, decision)) = ours.decision(state) else {
            return Ok(self.searches.each_ref().map(|search| search.weigh(state)));
        };
        if let Some(both) = ours.aim.opposed_choices(decision) {
            return self.weigh_game(decision, both);
        }
        let side = index_of(ours.aim.side_and_skill(decision).0);
        let option = self.searches[side].weigh(state).best;
        Ok(self.searches.each_ref().map(|search| {
            let worth = search.option_worth(decision, option as usize);
            DecidedState::new(worth.unwrap_or(ScaledValue::of(f64::NAN)), option)
        }))
    }

    /// Finds an equilibrium of two players who decide at once.
    fn weigh_game(&self, decision: &Decision, both: &AtOnce) -> Result<[DecidedState; 2], Stop> {
        let sizes = both.options.each_ref().map(|options| options.len());
        if sizes.iter().any(|&size| size > MAX_OPTIONS) {
            return Err(large_game_error(sizes));
        }
        // The players are the rows and columns of the game. Each wants more of its payoffs.
        let [first, second] = self.players(decision);
        let payoffs = [first, second].map(|side| self.payoffs(decision, side));
        let game = BimatrixGame {
            payoffs: [&payoffs[0], &payoffs[1]],
            columns: sizes[1],
        };
        let mixes = game.equilibrium().ok_or_else(no_equilibrium_error)?;
        let mut values = [ScaledValue::default(); 2];
        values[first] = self.sign(first) * game.value(0, &mixes);
        values[second] = self.sign(second) * game.value(1, &mixes);
        let [rows, columns] = mixes;
        Ok(values.map(|value| DecidedState::mixed(value, rows.clone(), columns.clone())))
    }

    /// Returns the sides of the players who decide, as indices.
    fn players(&self, decision: &Decision) -> [usize; 2] {
        let first = index_of(self.searches[0].aim.side_and_skill(decision).0);
        [first, 1 - first]
    }

    /// Returns 1 if a side wants more of its aim, and −1 if it wants less.
    fn sign(&self, side: usize) -> f64 {
        let aim = self.searches[side].aim;
        if aim.minimises == (side == 0) {
            -1.0
        } else {
            1.0
        }
    }

    /// Returns what a side gains by each pair of options.
    fn payoffs(&self, decision: &Decision, side: usize) -> Vec<ScaledValue> {
        let search = &self.searches[side];
        let never = ScaledValue::of(f64::NAN);
        let worth = |pair: usize| search.option_worth(decision, pair).unwrap_or(never);
        let pairs = 0..decision.options.len();
        pairs.map(|pair| self.sign(side) * worth(pair)).collect()
    }

    /// Returns the play and the values of all options, each for the side that decides.
    fn into_play(self, graph: &Graph) -> JointPlay {
        let [ours, _] = &self.searches;
        let mut joint = JointPlay::undecided(graph);
        joint.play = Play::pure(&graph.decisions, &ours.best);
        joint.best.clone_from(&ours.best);
        let mut second = SecondPlayers::undecided(graph);
        for (index, decision) in graph.decisions.iter().enumerate() {
            let [player, other] = self.players(decision);
            let first = decision.first_option as usize;
            for option in 0..decision.options.len() {
                let worth = |side: usize| self.searches[side].option_worth(decision, option);
                joint.worths[first + option] = worth(player);
                second.worths[first + option] = worth(other);
            }
            joint.values[index] = self.searches[player].value(decision.state);
            second.values[index] = self.searches[other].value(decision.state);
            if let Some(mixes) = ours.mixes.get(&index) {
                let [rows, columns] = [0, 1].map(|side| masses_of_mix(&mixes[side]));
                let pairs = rows
                    .iter()
                    .flat_map(|&weight| columns.iter().map(move |&other| weight * other));
                joint.play.mix(decision, &pairs.collect::<Vec<Mass>>());
                joint.is_game[index] = true;
            }
        }
        joint.shortfall = self.shortfall(graph, &joint.play);
        joint.second = Some(second);
        joint.best_value = Some(ours.values[0]);
        joint
    }

    /// Returns the larger of two errors, relative to the scale of values. One is the most that a
    /// side could gain by another option in any state. The other is the difference between the
    /// value of a state and its mean over what follows.
    fn shortfall(&self, graph: &Graph, play: &Play) -> f64 {
        let mut most = 0.0f64;
        for (side, search) in self.searches.iter().enumerate() {
            for state in (0..graph.state_count() as u32).filter(|&s| search.ending.contains(s)) {
                let value = search.value(state);
                let mean = match search.decision(state) {
                    None => search.weigh(state).value,
                    Some((_, decision)) => {
                        let mut mean = ScaledValue::default();
                        for (option, weight) in play.taken(decision) {
                            let worth = search.option_worth(decision, option);
                            mean += weight.float() * worth.unwrap_or_default();
                        }
                        most = most.max(self.gain(side, decision, play, mean));
                        mean
                    }
                };
                let off = (mean.value - value.value).abs();
                most = most.max(relative(off, mean.scale.max(value.scale)));
            }
        }
        most
    }

    /// Returns the most that a side could gain by another option of a decision, relative to the
    /// scale of the values. `value` is the value of the decision for this side.
    fn gain(&self, side: usize, decision: &Decision, play: &Play, value: ScaledValue) -> f64 {
        let search = &self.searches[side];
        let part = |worth: ScaledValue| {
            let gain = self.sign(side) * (worth.value - value.value);
            relative(gain, worth.scale.max(value.scale))
        };
        let Some(both) = search.aim.opposed_choices(decision) else {
            if index_of(search.aim.side_and_skill(decision).0) != side {
                return 0.0;
            }
            let options = search.ending_options(decision);
            let worths = options.filter_map(|option| search.option_worth(decision, option));
            return worths.map(part).fold(0.0, f64::max);
        };
        // The player of this side, and how likely the other one takes each option.
        let player = usize::from(self.players(decision)[0] != side);
        let mut others = vec![0.0; both.options[1 - player].len()];
        let mut means = vec![ScaledValue::default(); both.options[player].len()];
        for (pair, weight) in play.weights(decision).enumerate() {
            others[both.pair(pair)[1 - player]] += weight.float();
        }
        for pair in 0..decision.options.len() {
            let options = both.pair(pair);
            let worth = search.option_worth(decision, pair).unwrap_or_default();
            means[options[player]] += others[options[1 - player]] * worth;
        }
        means.into_iter().map(part).fold(0.0, f64::max)
    }
}

#[cold]
fn mistaken_error() -> Stop {
    let help = "let all of them play \"best\" or \"them\", or remove `their_aim`";
    Stop::Rule(RuleError::no_such_play(
        "players cannot make mistakes if each side has its own aim",
        help,
    ))
}

#[cold]
fn cycle_error(name: &str) -> Stop {
    let help = "count the rounds and end the trial after the last one, such as with \
        `for turn in upto(20):`; or remove `their_aim`, so that they want the opposite";
    let problem = format!(
        "a trial can return to the choice `{name}` in the same situation: best play cannot be found if \
            each side has its own aim"
    );
    Stop::Rule(RuleError::new(problem, help))
}

#[cold]
fn large_game_error(sizes: [usize; 2]) -> Stop {
    let [rows, columns] = sizes;
    let problem = format!(
        "players who choose at the same time have {rows} and {columns} options; if each side has its \
            own aim, at most {MAX_OPTIONS} are allowed"
    );
    let help = "offer fewer options, or remove `their_aim`, so that they want the opposite";
    Stop::Rule(RuleError::new(problem, help))
}

#[cold]
fn no_equilibrium_error() -> Stop {
    let help = "use numbers of similar size for what players gain";
    Stop::Rule(RuleError::new(
        "rounding errors hide the equilibrium of players who choose at the same time",
        help,
    ))
}
