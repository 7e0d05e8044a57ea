//! The play of players with different skills: some play best, and others make mistakes.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::compare::ScaledValue;
use super::erring_pairs::{
    Facing, SidePlay, both_of, mixes_of_pair, pair_weights, pure_weights, side_worths,
    tied_weights, worths_of,
};
use super::group_graph::{decide_others, look_ahead};
use super::groups::Members;
use super::objective::EdgeObjective;
use super::play::{FoundPlay, best_play};
use super::skill_weights::skill_weights;
use crate::budget::{Stop, Watch};
use crate::choice::{Choice, Side, Skill, likeliest};
use crate::error::RuleError;
use crate::graph::{Graph, Play};
use crate::odds::Mass;

/// The plays of several groups have settled if no weight changes by more than this.
const SETTLED: f64 = 1e-12;
/// The maximal number of edges that rounds may visit if the plays of several groups depend on each
/// other.
const MAX_VISITS: usize = 3_000_000_000;
/// The number of rounds that are always tried.
const MIN_ROUNDS: usize = 50;

/// The play of all players, and the values that each of them could reach by best play.
#[derive(Clone, Debug)]
pub(in crate::solve) struct JointPlay {
    /// The probability of each option.
    pub(in crate::solve) play: Play,
    /// The best option of each decision, as an index into its options. The group that decides plays
    /// best afterwards, and everybody else plays as stated.
    pub(in crate::solve) best: Vec<u32>,
    /// For each decision, whether two players make it at once and against each other.
    pub(in crate::solve) is_game: Vec<bool>,
    /// The value of each decision with its best option.
    pub(in crate::solve) values: Vec<ScaledValue>,
    /// The same value for each option of each decision; `None` if no play can end the trial after
    /// it.
    pub(in crate::solve) worths: Vec<Option<ScaledValue>>,
    /// How far the best options are from optimal, relative to the scale of values.
    pub(in crate::solve) shortfall: f64,
    /// The value of a trial if all decisions are best.
    pub(in crate::solve) best_value: Option<f64>,
    /// The values for the second of two players who decide at once, if each side has a separate
    /// aim. The other values are then those of the first player.
    pub(in crate::solve) second: Option<SecondPlayers>,
    /// For each decision that two players make at once, one of whom makes mistakes: the plays of
    /// both. The keys are indices of decisions.
    pub(in crate::solve) erring: FxHashMap<usize, [SidePlay; 2]>,
}

/// The values of decisions and options for the second of two players who decide at once.
#[derive(Clone, Debug)]
pub(in crate::solve) struct SecondPlayers {
    pub(in crate::solve) values: Vec<ScaledValue>,
    pub(in crate::solve) worths: Vec<Option<ScaledValue>>,
}

impl SecondPlayers {
    pub(super) fn undecided(graph: &Graph) -> SecondPlayers {
        SecondPlayers {
            values: vec![ScaledValue::of(f64::NAN); graph.decisions.len()],
            worths: vec![None; graph.option_first_edges.len()],
        }
    }
}

/// Finds the play of all players. A group plays, or errs, by the values of its best play, with
/// everybody else playing as stated. If several groups depend on each other, each of them answers
/// the others in turn until nothing changes. Without cycles this ends: the decisions that come last
/// settle first.
///
/// If two players decide at once, a player who makes mistakes expects the other player's mix under
/// best play. A player who plays best knows how the other one errs.
///
/// # Errors
/// Returns an error if the work is stopped, if a trial would never end, or if a cycle takes too
/// long. It also fails if the plays of several groups do not settle.
pub(in crate::solve) fn joint_play(
    graph: &Graph,
    aim: &EdgeObjective<'_>,
    watch: &Watch,
) -> Result<JointPlay, Stop> {
    let groups = Members::of_all(graph, aim);
    let is_alone = groups.len() <= 1;
    let starts_best = !is_alone
        || groups
            .iter()
            .all(|members| members.group.skill == Skill::Best);
    let mut table = Table {
        graph,
        aim,
        watch,
        joint: JointPlay::undecided(graph),
        pairs: FxHashMap::default(),
    };
    table.pair_up(&groups);
    if starts_best {
        let found = best_play(graph, aim, watch)?;
        table.start_best(&found);
        if is_alone {
            let everybody: Vec<usize> = (0..graph.decisions.len()).collect();
            table.store_best(&everybody, &found);
            table.joint.shortfall = found.shortfall();
            return Ok(table.joint);
        }
    }
    let mut rounds = 0;
    loop {
        let (mut change, mut shortfall) = (0.0f64, 0.0f64);
        for members in &groups {
            let answer = table.answer(members)?;
            change = change.max(answer.change);
            shortfall = shortfall.max(answer.shortfall);
        }
        if is_alone || change <= SETTLED {
            table.joint.shortfall = shortfall;
            return Ok(table.into_joint());
        }
        rounds += 1;
        if rounds >= MIN_ROUNDS && rounds * graph.edge_count() > MAX_VISITS {
            return Err(unsettled_error());
        }
    }
}

/// The result of a group's answer to the others.
#[derive(Default)]
struct Answer {
    /// The largest change of a weight.
    change: f64,
    shortfall: f64,
}

impl Answer {
    fn note_change(&mut self, before: impl Iterator<Item = Mass>, weights: &[Mass]) {
        let change = |(before, weight): (Mass, &Mass)| (before.float() - weight.float()).abs();
        self.change = before.zip(weights).map(change).fold(self.change, f64::max);
    }
}

impl JointPlay {
    pub(super) fn undecided(graph: &Graph) -> JointPlay {
        let decisions = graph.decisions.len();
        JointPlay {
            play: Play::pure(&graph.decisions, &vec![0; decisions]),
            best: vec![0; decisions],
            is_game: vec![false; decisions],
            values: vec![ScaledValue::of(f64::NAN); decisions],
            worths: vec![None; graph.option_first_edges.len()],
            shortfall: 0.0,
            best_value: None,
            second: None,
            erring: FxHashMap::default(),
        }
    }
}

/// A graph in which some decisions are open, and the aim over its edges.
struct OpenGame<'g> {
    graph: Cow<'g, Graph>,
    aim: Cow<'g, EdgeObjective<'g>>,
}

impl OpenGame<'_> {
    fn best_play<'s>(&'s self, watch: &'s Watch) -> Result<FoundPlay<'s>, Stop> {
        best_play(&self.graph, &self.aim, watch)
    }
}

/// The groups while they answer each other.
struct Table<'g> {
    graph: &'g Graph,
    aim: &'g EdgeObjective<'g>,
    watch: &'g Watch,
    joint: JointPlay,
    /// The decisions that two players make at once, if one of them makes mistakes.
    pairs: FxHashMap<usize, [SidePlay; 2]>,
}

impl<'g> Table<'g> {
    fn pair_up(&mut self, groups: &[Members]) {
        for &(index, _) in groups.iter().flat_map(|members| &members.paired) {
            let both = both_of(&self.graph.decisions[index]);
            let mixes = mixes_of_pair(both, 0);
            self.pairs.insert(index, mixes.map(SidePlay::unknown));
        }
    }

    /// Lets everybody play best at first.
    fn start_best(&mut self, found: &FoundPlay<'_>) {
        let decisions = &self.graph.decisions;
        self.joint.best_value = Some(found.value);
        self.joint.play = Play::pure(decisions, &found.best);
        for (index, weights) in found.pair_weights() {
            self.joint.play.mix(&decisions[index], &weights);
            self.joint.is_game[index] = !self.pairs.contains_key(&index);
        }
        for (&index, pair) in &mut self.pairs {
            *pair = found.mixes(index).map(SidePlay::unknown);
        }
    }

    fn into_joint(self) -> JointPlay {
        JointPlay {
            best_value: None,
            erring: self.pairs,
            ..self.joint
        }
    }

    /// Stores the best options of decisions, which were found in a graph with only these decisions.
    fn store_best(&mut self, open: &[usize], found: &FoundPlay<'_>) {
        let mut worths = found.worths().into_iter();
        for (&index, &best) in open.iter().zip(&found.best) {
            let decision = &self.graph.decisions[index];
            self.joint.best[index] = best;
            self.joint.values[index] = found.value_at(decision.state);
            let first = decision.first_option as usize;
            let options = &mut self.joint.worths[first..first + decision.options.len()];
            options
                .iter_mut()
                .zip(&mut worths)
                .for_each(|(stored, worth)| *stored = worth);
        }
    }

    /// Returns the graph in which these decisions are open. One player makes those in `facing`.
    fn open_game(&self, open: &[usize], facing: &Facing) -> OpenGame<'g> {
        if open.len() == self.graph.decisions.len() && facing.is_empty() {
            return OpenGame {
                graph: Cow::Borrowed(self.graph),
                aim: Cow::Borrowed(self.aim),
            };
        }
        let (graph, edges) = decide_others(self.graph, &self.joint.play, open, facing);
        OpenGame {
            graph: Cow::Owned(graph),
            aim: Cow::Owned(self.aim.for_graph_of(&edges)),
        }
    }

    /// Lets a group answer the others.
    fn answer(&mut self, members: &Members) -> Result<Answer, Stop> {
        if members.group.skill == Skill::Best {
            return self.answer_best(members);
        }
        // The best play of this group.
        let open = members.open();
        let game = self.open_game(&open, &Facing::default());
        let found = game.best_play(self.watch)?;
        self.store_best(&open, &found);
        let mut answer = Answer {
            shortfall: found.shortfall(),
            ..Answer::default()
        };
        let mixes: FxHashMap<usize, [Vec<Mass>; 2]> = open
            .iter()
            .enumerate()
            .filter(|(_, index)| self.pairs.contains_key(index))
            .map(|(open_index, &index)| (index, found.mixes(open_index)))
            .collect();
        let meant = match members.group.skill {
            Skill::Worst => self.worst_options(members, &open)?,
            Skill::ShortSighted(choices) => {
                self.short_sighted_options(members, &open, &mixes, choices)?
            }
            Skill::Best | Skill::Mistakes(_) | Skill::Within(_) => {
                let best = |open_index: usize| {
                    let options = self.graph.decisions[open[open_index]].options.len();
                    pure_weights(options, found.best[open_index] as usize)
                };
                let mix = |open_index: usize, side: usize| mixes[&open[open_index]][side].clone();
                meant_by(members, &open, best, mix)
            }
        };
        for &index in &members.alone {
            let worths = worths_of(self.graph, index, &self.joint.worths);
            let weights = skill_weights(members.group.skill, worths, &meant[&(index, 0)]);
            self.take(index, &weights, &mut answer);
        }
        for &(index, side) in &members.paired {
            let both = both_of(&self.graph.decisions[index]);
            let worths = worths_of(self.graph, index, &self.joint.worths);
            let mixes = &mixes[&index];
            let worths = side_worths(both, side, worths, &mixes[1 - side]);
            let weights = skill_weights(members.group.skill, &worths, &meant[&(index, side)]);
            let play = SidePlay {
                weights,
                value: self.joint.values[index],
                worths,
                best: likeliest(mixes[side].iter().map(|mass| mass.float())),
            };
            self.take_side(index, side, play, &mut answer);
        }
        Ok(answer)
    }

    /// Returns what these players know of the others who decide at the same time: how they err.
    fn facing<'m>(&self, paired: impl Iterator<Item = &'m (usize, usize)>) -> Facing {
        let weights = |index: usize, side: usize| self.pairs[&index][side].weights.clone();
        paired
            .map(|&(index, side)| (index, (side, weights(index, 1 - side))))
            .collect()
    }

    /// Lets the players who play best answer the others. They know how a player errs who decides at
    /// the same time.
    fn answer_best(&mut self, members: &Members) -> Result<Answer, Stop> {
        let open = members.open();
        let facing = self.facing(members.paired.iter());
        let game = self.open_game(&open, &facing);
        let found = game.best_play(self.watch)?;
        let mut answer = Answer {
            shortfall: found.shortfall(),
            ..Answer::default()
        };
        let found_worths = found.worths();
        let pairs: FxHashMap<usize, Vec<Mass>> = found.pair_weights().collect();
        for (open_index, &index) in open.iter().enumerate() {
            let decision = &self.graph.decisions[index];
            let (best, value) = (found.best[open_index], found.value_at(decision.state));
            let worths = worths_of(&game.graph, open_index, &found_worths);
            let pure = || pure_weights(worths.len(), best as usize);
            if let Some((side, _)) = facing.get(&index) {
                let play = SidePlay {
                    weights: pure(),
                    value,
                    worths: worths.to_vec(),
                    best: best as usize,
                };
                self.take_side(index, *side, play, &mut answer);
                continue;
            }
            self.joint.best[index] = best;
            self.joint.values[index] = value;
            let first = decision.first_option as usize;
            self.joint.worths[first..first + worths.len()].copy_from_slice(worths);
            let weights = pairs.get(&open_index).cloned().unwrap_or_else(pure);
            self.take(index, &weights, &mut answer);
        }
        Ok(answer)
    }

    /// Returns the options of a group that wants the opposite of its aim. Another player who plays
    /// best, or wants the opposite as well, knows this.
    fn worst_options(&self, members: &Members, open: &[usize]) -> Result<Meant, Stop> {
        let skill_of_other = |index: usize, side: usize| {
            let both = both_of(&self.graph.decisions[index]);
            self.aim.side_and_skill_of_choice(both.choices[1 - side]).1
        };
        let errs = |&&(index, side): &&(usize, usize)| {
            !matches!(skill_of_other(index, side), Skill::Best | Skill::Worst)
        };
        let facing = self.facing(members.paired.iter().filter(errs));
        let game = self.open_game(open, &facing);
        let turned = |choice: &Choice| {
            let side = match choice.side {
                Side::Us => Side::Them,
                Side::Them => Side::Us,
            };
            let is_worst = choice.skill == Skill::Worst;
            let side = if is_worst { side } else { choice.side };
            choice.clone().with_side(side)
        };
        let choices: Vec<Choice> = self.aim.choices.iter().map(turned).collect();
        let aim = EdgeObjective {
            choices: &choices,
            ..game.aim.as_ref().clone()
        };
        let found = best_play(&game.graph, &aim, self.watch)?;
        let of_index = |open_index: usize| {
            let options = game.graph.decisions[open_index].options.len();
            pure_weights(options, found.best[open_index] as usize)
        };
        let taken = |open_index: usize, side: usize| {
            if facing.contains_key(&open[open_index]) {
                of_index(open_index)
            } else {
                found.mixes(open_index)[side].clone()
            }
        };
        Ok(meant_by(members, open, of_index, taken))
    }

    /// Returns the options of a group that looks only this many choices ahead. Another player who
    /// decides at the same time plays the mix of best play. Among tied options, the group takes
    /// each as often as in the mix of best play.
    fn short_sighted_options(
        &self,
        members: &Members,
        open: &[usize],
        mixes: &FxHashMap<usize, [Vec<Mass>; 2]>,
        choices: u32,
    ) -> Result<Meant, Stop> {
        let mut facing = Facing::default();
        for &(index, side) in &members.paired {
            let is_team = facing.remove(&index).is_some();
            if !is_team {
                facing.insert(index, (side, mixes[&index][1 - side].clone()));
            }
        }
        let game = self.open_game(open, &facing);
        let allowed = game.best_play(self.watch)?.worths();
        let allowed: Vec<bool> = allowed.iter().map(Option::is_some).collect();
        let (layered, edges) = look_ahead(&game.graph, choices, &allowed);
        let aim = game.aim.for_graph_of(&edges);
        let found = best_play(&layered, &aim, self.watch)?;
        let (first, worths) = (found.best.len() - open.len(), found.worths());
        let of_index = |open_index: usize| {
            let options = game.graph.decisions[open_index].options.len();
            pure_weights(options, found.best[first + open_index] as usize)
        };
        let taken = |open_index: usize, side: usize| {
            if !facing.contains_key(&open[open_index]) {
                return found.mixes(first + open_index)[side].clone();
            }
            let worths = worths_of(&layered, first + open_index, &worths);
            let best = found.best[first + open_index] as usize;
            tied_weights(worths, best, &mixes[&open[open_index]][side])
        };
        Ok(meant_by(members, open, of_index, taken))
    }

    /// Changes the weights of a decision.
    fn take(&mut self, index: usize, weights: &[Mass], answer: &mut Answer) {
        let decision = &self.graph.decisions[index];
        answer.note_change(self.joint.play.weights(decision), weights);
        self.joint.play.mix(decision, weights);
    }

    /// Changes the play of one of two players who decide at once.
    fn take_side(&mut self, index: usize, side: usize, play: SidePlay, answer: &mut Answer) {
        let pair = self.pairs.get_mut(&index).expect("one of them errs");
        answer.note_change(pair[side].weights.iter().copied(), &play.weights);
        pair[side] = play;
        let weights = pair_weights([&pair[0].weights, &pair[1].weights]);
        self.joint.play.mix(&self.graph.decisions[index], &weights);
    }
}

/// The weights with which players mean to take their options, by the index of the decision and the
/// side. The side is 1 for the second of two players who decide at once, and 0 otherwise.
type Meant = FxHashMap<(usize, usize), Vec<Mass>>;

/// Returns the weights that the players of a group intend. `alone` returns them for a decision of
/// one player, and `paired` for a decision of two players and a side. Both get the index of the
/// decision among the open ones.
fn meant_by(
    members: &Members,
    open: &[usize],
    alone: impl Fn(usize) -> Vec<Mass>,
    paired: impl Fn(usize, usize) -> Vec<Mass>,
) -> Meant {
    let open_index = |index: usize| open.binary_search(&index).expect("it is open");
    let of_alone = members.alone.iter();
    let of_alone = of_alone.map(|&index| ((index, 0), alone(open_index(index))));
    let of_pairs = members.paired.iter();
    let of_pairs = of_pairs.map(|&(index, side)| ((index, side), paired(open_index(index), side)));
    of_alone.chain(of_pairs).collect()
}

#[cold]
fn unsettled_error() -> Stop {
    let help = "let one of them play \"best\", at random or by a rule of thumb";
    Stop::Rule(RuleError::new(
        "the players do not settle on a way to play: each answers the others' mistakes in turn forever",
        help,
    ))
}
