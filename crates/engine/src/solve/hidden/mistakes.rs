//! Players who make mistakes, if some players see only part of the situation. Their mistakes start
//! from the best play of everybody. Players who play best answer them.

use rustc_hash::FxHashMap;

use super::play::{OffPath, hidden_play, too_large};
use super::sequence_form::{SequenceForm, Unfit};
use super::sets::InformationSets;
use super::walk::Walk;
use crate::budget::{Stop, Watch};
use crate::choice::{Choice, Side, Skill, likeliest};
use crate::error::RuleError;
use crate::graph::{AtOnce, Decision, Graph};
use crate::odds::Mass;
use crate::solve::best::{
    EdgeObjective, Facing, JointPlay, ScaledValue, SidePlay, decide_others, pair_weights,
    pure_weights, side_worths, skill_weights, tied_weights,
};

/// A choice at a decision: the index of the decision, and the side. The side is 1 for the second of
/// two players who decide at once, and 0 otherwise.
type Seat = (usize, usize);

/// How likely the players who make mistakes are to take each option, for each of their choices.
type Weights = FxHashMap<Seat, Vec<Mass>>;

/// Finds the play of all players. Those who make mistakes err by the best play of everybody. The
/// others know how they err.
///
/// # Errors
/// Fails like [`hidden_play`], and if a player who forgets is short-sighted.
pub(super) fn mistaken_play(
    graph: &Graph,
    aim: &EdgeObjective<'_>,
    watch: &Watch,
) -> Result<JointPlay, Stop> {
    let (best, _) = hidden_play(graph, aim, OffPath::Trembling, watch)?;
    let mut meant = Meant {
        graph,
        aim,
        watch,
        best,
        weights: Weights::default(),
    };
    let players = players(graph, aim);
    for &(side, skill) in &players {
        if skill != Skill::Worst {
            meant.decide(side, skill)?;
        }
    }
    if players.iter().any(|&(_, skill)| skill == Skill::Worst) {
        meant.decide_worst()?;
    }
    meant.answer()
}

/// Returns the different players who make mistakes.
fn players(graph: &Graph, aim: &EdgeObjective<'_>) -> Vec<(Side, Skill)> {
    let mut players = Vec::new();
    for (choice, _) in graph.decisions.iter().flat_map(Decision::sides) {
        let player = aim.side_and_skill_of_choice(choice);
        if player.1 != Skill::Best && !players.contains(&player) {
            players.push(player);
        }
    }
    players
}

/// The intended choices of the players who make mistakes.
struct Meant<'g> {
    graph: &'g Graph,
    aim: &'g EdgeObjective<'g>,
    watch: &'g Watch,
    /// The best play of everybody.
    best: JointPlay,
    weights: Weights,
}

impl Meant<'_> {
    /// Returns the choices that a test accepts, in order.
    fn seats(&self, is_wanted: impl Fn((Side, Skill)) -> bool) -> Vec<Seat> {
        let decisions = self.graph.decisions.iter().enumerate();
        let seats = decisions.flat_map(|(index, decision)| {
            let sides = decision.sides().enumerate();
            sides.map(move |(side, (choice, _))| ((index, side), choice))
        });
        seats
            .filter(|&(_, choice)| is_wanted(self.aim.side_and_skill_of_choice(choice)))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Returns how the players of a decision mix their options in the best play of everybody.
    fn mixes(&self, index: usize) -> [Vec<Mass>; 2] {
        let decision = &self.graph.decisions[index];
        let weights = self.best.play.weights(decision);
        match &decision.at_once {
            Some(both) => marginal(both, weights.collect()),
            None => [weights.collect(), Vec::new()],
        }
    }

    /// Returns the value of each option of a choice against the best play of the others.
    fn worths(&self, (index, side): Seat) -> Vec<Option<ScaledValue>> {
        let decision = &self.graph.decisions[index];
        let first = decision.first_option as usize;
        let worths = &self.best.worths[first..first + decision.options.len()];
        match &decision.at_once {
            Some(both) => side_worths(both, side, worths, &self.mixes(index)[1 - side]),
            None => worths.to_vec(),
        }
    }

    /// Computes how likely a player is to take each option, at all choices of the player. It does
    /// not handle [`Skill::Worst`].
    fn decide(&mut self, side: Side, skill: Skill) -> Result<(), Stop> {
        let seats = self.seats(|player| player == (side, skill));
        let meant = match skill {
            Skill::ShortSighted(choices) => self.short_sighted_options(&seats, choices)?,
            Skill::Best | Skill::Worst | Skill::Mistakes(_) | Skill::Within(_) => {
                let mix = |&(index, side): &Seat| self.mixes(index)[side].clone();
                seats.iter().map(mix).collect()
            }
        };
        for (&seat, meant) in seats.iter().zip(&meant) {
            let weights = skill_weights(skill, &self.worths(seat), meant);
            self.weights.insert(seat, weights);
        }
        Ok(())
    }

    /// Returns the graph in which only these choices are open, and the original of each edge. The
    /// others are made by the best play of everybody.
    fn graph_of(&self, seats: &[Seat]) -> (Graph, Vec<u32>) {
        let mut facing = Facing::default();
        for &(index, side) in seats {
            if self.graph.decisions[index].at_once.is_some() && facing.remove(&index).is_none() {
                facing.insert(index, (side, self.mixes(index)[1 - side].clone()));
            }
        }
        decide_others(
            self.graph,
            &self.best.play,
            &decision_indices(seats),
            &facing,
        )
    }

    /// Reads the weights of choices from those of the decisions of their graph.
    fn read(
        &self,
        seats: &[Seat],
        graph: &Graph,
        weights: impl Fn(usize) -> Vec<Mass>,
    ) -> Vec<Vec<Mass>> {
        let indices = decision_indices(seats);
        let read = |&(index, side): &Seat| {
            let open_index = indices.binary_search(&index).expect("it is open");
            let weights = weights(open_index);
            match &graph.decisions[open_index].at_once {
                None => weights,
                Some(both) => {
                    let pair = both.pair(likeliest(weights.iter().map(|mass| mass.float())));
                    pure_weights(both.options[side].len(), pair[side])
                }
            }
        };
        seats.iter().map(read).collect()
    }

    /// Computes how likely players who want the opposite of their aim are to take each option.
    /// Players who play best know them, so that such a player and a best player of the other side
    /// form a team.
    fn decide_worst(&mut self) -> Result<(), Stop> {
        let open = self.open_game(|skill| matches!(skill, Skill::Best | Skill::Worst));
        let turned = |choice: &Choice| match (choice.skill, choice.side) {
            (Skill::Worst, Side::Us) => choice.clone().with_side(Side::Them),
            (Skill::Worst, Side::Them) => choice.clone().with_side(Side::Us),
            _ => choice.clone(),
        };
        let choices: Vec<Choice> = self.aim.choices.iter().map(turned).collect();
        let aim = EdgeObjective {
            choices: &choices,
            ..self.aim.for_graph_of(&open.edges)
        };
        let found =
            hidden_play(&open.graph, &aim, OffPath::Trembling, self.watch).map_err(|stop| {
                match stop {
                    Stop::Rule(_) => Stop::Rule(worst_error()),
                    stop => stop,
                }
            })?;
        for (index, side) in self.seats(|(_, skill)| skill == Skill::Worst) {
            let open_index = open.indices.binary_search(&index).expect("it is open");
            let decision = &open.graph.decisions[open_index];
            let weights = found.0.play.weights(decision).collect();
            let weights = match &decision.at_once {
                None => weights,
                Some(both) => marginal(both, weights)[side].clone(),
            };
            self.weights.insert((index, side), weights);
        }
        Ok(())
    }

    /// Returns the graph in which the choices of players with some skills are open. The other
    /// choices follow the weights of the players who make mistakes.
    fn open_game(&self, is_open: impl Fn(Skill) -> bool) -> OpenGame {
        let mut play = self.best.play.clone();
        let mut facing = Facing::default();
        let seats = self.seats(|(_, skill)| is_open(skill));
        for (index, decision) in self.graph.decisions.iter().enumerate() {
            if let Some(weights) = self.decided(index) {
                play.mix(decision, &weights);
            }
        }
        for &(index, side) in &seats {
            let other = (index, 1 - side);
            if let Some(weights) = self.weights.get(&other).filter(|_| !seats.contains(&other)) {
                facing.insert(index, (side, weights.clone()));
            }
        }
        let indices = decision_indices(&seats);
        let (graph, edges) = decide_others(self.graph, &play, &indices, &facing);
        OpenGame {
            graph,
            edges,
            indices,
            facing,
        }
    }

    /// Returns the options that would be best if, after this many choices, the player's further
    /// choices were random.
    fn short_sighted_options(&self, seats: &[Seat], choices: u32) -> Result<Vec<Vec<Mass>>, Stop> {
        let (graph, edges) = self.graph_of(seats);
        let aim = self.aim.for_graph_of(&edges);
        let sets = InformationSets::new(&graph, &aim);
        let walk = Walk::new(&graph, &aim)?;
        let form = SequenceForm::new(&walk, &sets, self.watch).map_err(|unfit| match unfit {
            Unfit::Forgets { .. } => forgetful_error().into(),
            Unfit::TooLarge => too_large(&graph),
            Unfit::Stopped(stop) => stop,
        })?;
        let player = usize::from(!aim.wants_more(&graph.decisions[0]));
        let worths = form.short_sighted_worths(player, choices);
        // A decision that sees everything may be reached in several ways.
        let mut sums: Vec<Vec<f64>> = sets.all.iter().map(|set| vec![0.0; set.options]).collect();
        let mut chances = vec![0.0; sets.all.len()];
        for set in &form.sets[player] {
            let index = set.set as usize;
            chances[index] += set.chances.values().sum::<f64>();
            let worths = &worths[set.sequences()];
            sums[index]
                .iter_mut()
                .zip(worths)
                .for_each(|(sum, worth)| *sum += worth);
        }
        let weights = |index: usize| {
            let set = sets.of(index).0 as usize;
            let worth = |sum: &f64| {
                let value = if chances[set] > 0.0 {
                    sum / chances[set]
                } else {
                    0.0
                };
                Some(ScaledValue {
                    value,
                    scale: walk.scale(),
                })
            };
            let worths: Vec<Option<ScaledValue>> = sums[set].iter().map(worth).collect();
            let wants_more = player == 0;
            let better = |best: usize, option: usize| {
                let pair = worths[option].zip(worths[best]);
                let is_better = pair.is_some_and(|(worth, best)| worth.is_better(wants_more, best));
                if is_better { option } else { best }
            };
            let best = (1..worths.len()).fold(0, better);
            let decision = &graph.decisions[index];
            match decision.at_once {
                // A team agrees on a pair.
                Some(_) => pure_weights(worths.len(), best),
                None => tied_weights(&worths, best, &self.mix_of(decision)),
            }
        };
        Ok(self.read(seats, &graph, weights))
    }

    /// Returns the mix of a choice in the best play of everybody, given its decision in a graph in
    /// which it is open.
    fn mix_of(&self, decision: &Decision) -> Vec<Mass> {
        let known = self.graph.decision_at(decision.state);
        let (index, original) = known.expect("graphs have the same states");
        let mut sides = original.sides();
        let side = sides.position(|(choice, _)| choice == decision.choice);
        self.mixes(index)[side.unwrap_or(0)].clone()
    }

    /// Lets the players who play best answer the others.
    fn answer(self) -> Result<JointPlay, Stop> {
        let mut joint = JointPlay {
            best_value: None,
            ..self.best_of_erring()
        };
        for (index, decision) in self.graph.decisions.iter().enumerate() {
            if let Some(weights) = self.decided(index) {
                joint.play.mix(decision, &weights);
            }
        }
        let open = self.open_game(|skill| skill == Skill::Best);
        if open.indices.is_empty() {
            return Ok(joint);
        }
        let aim = self.aim.for_graph_of(&open.edges);
        let (answer, _) = hidden_play(&open.graph, &aim, OffPath::Trembling, self.watch)?;
        joint.shortfall = joint.shortfall.max(answer.shortfall);
        for (open_index, &index) in open.indices.iter().enumerate() {
            let (found, decision) = (
                &open.graph.decisions[open_index],
                &self.graph.decisions[index],
            );
            let first = found.first_option as usize;
            let worths = &answer.worths[first..first + found.options.len()];
            let weights: Vec<Mass> = answer.play.weights(found).collect();
            if let Some((side, other)) = open.facing.get(&index) {
                let mut pair = [&weights[..], other];
                if *side == 1 {
                    pair.swap(0, 1);
                }
                joint.play.mix(decision, &pair_weights(pair));
                let both = joint.erring.get_mut(&index).expect("one of them errs");
                both[*side] = SidePlay {
                    value: answer.values[open_index],
                    worths: worths.to_vec(),
                    best: answer.best[open_index] as usize,
                    weights,
                };
                continue;
            }
            joint.best[index] = answer.best[open_index];
            joint.values[index] = answer.values[open_index];
            let first = decision.first_option as usize;
            joint.worths[first..first + worths.len()].copy_from_slice(worths);
            joint.play.mix(decision, &weights);
            joint.is_game[index] = answer.is_game[open_index];
        }
        Ok(joint)
    }

    /// Returns the weights of a decision if all its players make mistakes.
    fn decided(&self, index: usize) -> Option<Vec<Mass>> {
        let first = self.weights.get(&(index, 0))?;
        match self.graph.decisions[index].at_once {
            None => Some(first.clone()),
            Some(_) => {
                let second = self.weights.get(&(index, 1))?;
                Some(pair_weights([first, second]))
            }
        }
    }

    /// Returns the best play of everybody. For decisions that two players make at once, it also has
    /// the plays of the players who make mistakes.
    fn best_of_erring(&self) -> JointPlay {
        let mut joint = self.best.clone();
        joint.is_game.fill(false);
        for (index, decision) in self.graph.decisions.iter().enumerate() {
            if !self.aim.has_erring_simultaneous_player(decision) {
                continue;
            }
            let mixes = self.mixes(index);
            let side = |side: usize| SidePlay {
                weights: self
                    .weights
                    .get(&(index, side))
                    .unwrap_or(&mixes[side])
                    .clone(),
                value: self.best.values[index],
                worths: self.worths((index, side)),
                best: likeliest(mixes[side].iter().map(|mass| mass.float())),
            };
            joint.erring.insert(index, [side(0), side(1)]);
        }
        joint
    }
}

/// A graph in which some choices are open.
struct OpenGame {
    graph: Graph,
    /// The original of each edge.
    edges: Vec<u32>,
    /// The open decisions, by their indices in the original graph.
    indices: Vec<usize>,
    /// The decisions that only one of two players makes, because the other one makes mistakes.
    facing: Facing,
}

/// Returns the weights of the options of each of two players, given those of their pairs.
fn marginal(both: &AtOnce, weights: Vec<Mass>) -> [Vec<Mass>; 2] {
    let mut sides = [0, 1].map(|side| vec![Mass::ZERO; both.options[side].len()]);
    for (index, weight) in weights.into_iter().enumerate() {
        let pair = both.pair(index);
        (0..2).for_each(|side| sides[side][pair[side]] += weight);
    }
    sides
}

/// Returns the decisions of these choices, as indices.
fn decision_indices(seats: &[Seat]) -> Vec<usize> {
    let mut indices: Vec<usize> = seats.iter().map(|&(index, _)| index).collect();
    indices.dedup();
    indices
}

impl SequenceForm {
    /// Returns the mean payoff of each sequence of a single player, times the chance of its set.
    /// The player makes this many choices in the best way, of which the last one of the sequence is
    /// the first. Later choices are random.
    fn short_sighted_worths(&self, player: usize, choices: u32) -> Vec<f64> {
        let sign = if player == 0 { 1.0 } else { -1.0 };
        let payoffs = self.gradient(player, &self.empty_plan(1 - player));
        let after = |value_of: &dyn Fn(&[f64]) -> f64, before: &[f64]| {
            let mut worths = payoffs.clone();
            for set in self.sets[player].iter() {
                worths[set.parent as usize] += value_of(&before[set.sequences()]);
            }
            worths
        };
        // At first, all choices are random. Later sets come first, because earlier sets need their
        // values.
        let mut worths = payoffs.clone();
        for set in self.sets[player].iter().rev() {
            let options = &worths[set.sequences()];
            let mean = options.iter().sum::<f64>() / options.len() as f64;
            worths[set.parent as usize] += mean;
        }
        let best = |options: &[f64]| {
            let most = options.iter().map(|worth| sign * worth);
            sign * most.fold(f64::NEG_INFINITY, f64::max)
        };
        for _ in 1..choices {
            worths = after(&best, &worths);
        }
        worths
    }
}

fn worst_error() -> RuleError {
    let help = "let all choices of this side be \"worst\", or none of them";
    let problem = "players of one side cannot play both best and worst if choices see only part of the situation";
    RuleError::no_such_play(problem, help)
}

fn forgetful_error() -> RuleError {
    let help =
        "let `sees` list what the player saw and chose before, or let the player be \"best 90%\"";
    let problem = "a player who forgets cannot be short-sighted";
    RuleError::no_such_play(problem, help)
}
