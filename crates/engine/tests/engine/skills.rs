//! Players of different skill, compared with backward induction on trees, with sums computed by
//! hand, and with simulated trials.

use std::sync::Arc;

use oddsmith_engine::chance::Die;
use oddsmith_engine::solve::{Aim, Plan, solve};
use oddsmith_engine::{
    Ask, Choice, DecisionRule, Fold, Metric, Parts, Policy, PolicyModel, Rule, RuleError, Side,
    Skill, Step,
};
use proptest::prelude::*;

use crate::support::{
    MAXIMISE_FIRST, MINIMISE_FIRST, make_plan, percent, simulated_mean, skills, with_answers,
};

/// A state of a random rule: who decides, if anybody, and the next states with their points.
#[derive(Clone, Debug)]
struct Place {
    decides: Option<usize>,
    turns: Vec<(usize, i64)>,
}

/// A random rule whose places lead to later places, with two players.
#[derive(Clone, Debug)]
struct Tour {
    places: Arc<[Place]>,
    skills: [Skill; 2],
}

const SIDES: [Side; 2] = [Side::Us, Side::Them];

impl Rule for Tour {
    type State = usize;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("points").fold(Fold::Sum)]
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |player: usize| {
            Choice::new(format!("player {player}"), ["place"])
                .with_side(SIDES[player])
                .with_skill(self.skills[player])
        };
        vec![choice(0), choice(1)]
    }

    fn start(&self, _: &Parts) -> usize {
        0
    }

    fn step<A: Ask>(&self, place: &mut usize, ask: &mut A) -> Result<Step<usize>, RuleError> {
        let Place { decides, turns } = &self.places[*place];
        let turn = match decides {
            None => ask.roll(Die::new(turns.len() as u32)) as usize - 1,
            Some(player) => {
                let options: Vec<i64> = (0..turns.len() as i64).collect();
                ask.choose(*player, &options, &[*place as i64]) as usize
            }
        };
        let (onward, points) = turns[turn];
        ask.observe_whole(0, points);
        *place += onward;
        Ok(if *place < self.places.len() {
            Step::Continue
        } else {
            Step::Done
        })
    }
}

impl Tour {
    fn with_skills(&self, skills: [Skill; 2]) -> Tour {
        Tour {
            skills,
            ..self.clone()
        }
    }

    fn plan(&self, aim: &Aim) -> Plan {
        let open = with_answers(self.clone(), &[DecisionRule::Best; 2]);
        make_plan(&open, aim)
    }

    /// Returns the value of the play by backward induction over the places, and the probabilities
    /// of the options at each place. It computes a value for each player and each number of choices
    /// that the player looks ahead.
    fn by_hand(&self) -> (f64, Vec<Vec<f64>>) {
        const LOOKED: usize = 4;
        // What follows: for the trial, and for each player if the player's next choices are the
        // best of these kinds: at random, with 1 to 3 choices that count, best, worst.
        #[derive(Clone, Copy, Default)]
        struct Outlook {
            trial: f64,
            ahead: [[f64; LOOKED]; 2],
            best: [f64; 2],
            worst: [f64; 2],
        }
        let mut outlooks = vec![Outlook::default(); self.places.len() + 1];
        let mut weights = vec![Vec::new(); self.places.len()];
        for place in (0..self.places.len()).rev() {
            let Place { decides, turns } = &self.places[place];
            // A choice with a single option is none.
            let decides = &decides.filter(|_| turns.len() > 1);
            let after = |read: &dyn Fn(&Outlook) -> f64| -> Vec<f64> {
                let after = |&(onward, points): &(usize, i64)| {
                    let next = (place + onward).min(self.places.len());
                    points as f64 + read(&outlooks[next])
                };
                turns.iter().map(after).collect()
            };
            let even = vec![1.0 / turns.len() as f64; turns.len()];
            let sign = |player: usize| if player == 0 { 1.0 } else { -1.0 };
            let argmax = |player: usize, values: &[f64]| {
                let mut best = 0;
                for (option, value) in values.iter().enumerate() {
                    let gain = (value - values[best]) * sign(player);
                    best = if gain > 1e-9 { option } else { best };
                }
                best
            };
            let taken = match *decides {
                None => even.clone(),
                Some(player) => {
                    let best = after(&|outlook| outlook.best[player]);
                    let only = |option: usize| {
                        let mut weights = vec![0.0; turns.len()];
                        weights[option] = 1.0;
                        weights
                    };
                    match self.skills[player] {
                        Skill::Best => only(argmax(player, &best)),
                        Skill::Worst => {
                            only(argmax(1 - player, &after(&|outlook| outlook.worst[player])))
                        }
                        Skill::ShortSighted(n) => {
                            let read = |outlook: &Outlook| outlook.ahead[player][n as usize - 1];
                            only(argmax(player, &after(&read)))
                        }
                        Skill::Mistakes(p) => {
                            let p = p.value();
                            let mut weights = vec![(1.0 - p) / turns.len() as f64; turns.len()];
                            weights[argmax(player, &best)] += p;
                            weights
                        }
                        Skill::Within(scale) => {
                            let top = best[argmax(player, &best)];
                            let weights = best
                                .iter()
                                .map(|value| (-(top - value).abs() / scale).exp());
                            let weights: Vec<f64> = weights.collect();
                            let total: f64 = weights.iter().sum();
                            weights.iter().map(|weight| weight / total).collect()
                        }
                    }
                }
            };
            let mean = |weights: &[f64], values: &[f64]| -> f64 {
                weights.iter().zip(values).map(|(w, v)| w * v).sum()
            };
            let mut outlook = Outlook {
                trial: mean(&taken, &after(&|outlook| outlook.trial)),
                ..Outlook::default()
            };
            for player in 0..2 {
                let is_mine = *decides == Some(player);
                let best = after(&|outlook| outlook.best[player]);
                let worst = after(&|outlook| outlook.worst[player]);
                (outlook.best[player], outlook.worst[player]) = if is_mine {
                    let least = worst[argmax(1 - player, &worst)];
                    (best[argmax(player, &best)], least)
                } else {
                    (mean(&taken, &best), mean(&taken, &worst))
                };
                for n in 0..LOOKED {
                    let same = after(&|outlook| outlook.ahead[player][n]);
                    outlook.ahead[player][n] = if !is_mine {
                        mean(&taken, &same)
                    } else if n == 0 {
                        mean(&even, &same)
                    } else {
                        let fewer = after(&|outlook| outlook.ahead[player][n - 1]);
                        fewer[argmax(player, &fewer)]
                    };
                }
            }
            outlooks[place] = outlook;
            weights[place] = taken;
        }
        (outlooks[0].trial, weights)
    }
}

fn places() -> impl Strategy<Value = Arc<[Place]>> {
    let turns = prop::collection::vec((1..4usize, -9..10i64), 1..4);
    let decides = prop_oneof![Just(None), Just(Some(0)), Just(Some(1))];
    let place = (decides, turns).prop_map(|(decides, turns)| Place { decides, turns });
    prop::collection::vec(place, 1..14).prop_map(Into::into)
}

fn tours() -> impl Strategy<Value = Tour> {
    (places(), skills(0.05..20.0), skills(0.05..20.0)).prop_map(|(places, ours, theirs)| Tour {
        places,
        skills: [ours, theirs],
    })
}

/// Returns the mean of the first metric by its exact distribution.
fn distribution_mean(plan: &Plan) -> f64 {
    let distributions = solve(&plan.graph, &Default::default(), &Default::default());
    let mut distributions = distributions.expect("it ends");
    let pmf = distributions.remove(0).expect("it fits").pmf;
    pmf.masses()
        .iter()
        .map(|&(value, mass)| value as f64 * mass.float())
        .sum()
}

proptest! {
    #[test]
    fn any_two_players_play_as_by_backward_induction(tour in tours()) {
        let plan = tour.plan(&MAXIMISE_FIRST);
        let (value, weights) = tour.by_hand();
        prop_assert!((plan.value - value).abs() < 1e-9, "{} is not {value}", plan.value);
        prop_assert!((distribution_mean(&plan) - value).abs() < 1e-9);
        prop_assert!(plan.shortfall < 1e-9);
        for decision in plan.decisions.iter().chain(&plan.unmet) {
            let weights = &weights[decision.situation[0] as usize];
            for (mass, weight) in decision.weights.masses().iter().zip(weights) {
                prop_assert!((mass.float() - weight).abs() < 1e-9, "{decision:?} and {weights:?}");
            }
        }
    }

    #[test]
    fn no_skill_beats_best_and_none_is_worse_than_worst(
        tour in tours(),
        others_roll in any::<bool>(),
    ) {
        let others = if others_roll { DecisionRule::Uniform } else { DecisionRule::First };
        let value = |skill: Skill| {
            let tour = tour.with_skills([skill, Skill::Best]);
            make_plan(&with_answers(tour, &[DecisionRule::Best, others]), &MAXIMISE_FIRST).value
        };
        let played = value(tour.skills[0]);
        prop_assert!(value(Skill::Worst) <= played + 1e-9);
        prop_assert!(played <= value(Skill::Best) + 1e-9);
    }

    #[test]
    fn no_mistakes_is_best_and_only_mistakes_is_uniform(places in places(), theirs in skills(0.05..20.0)) {
        let tour = Tour { places, skills: [Skill::Best, theirs] };
        let perfect = tour.with_skills([percent(100), theirs]).plan(&MAXIMISE_FIRST);
        let best = tour.plan(&MAXIMISE_FIRST);
        prop_assert!((perfect.value - best.value).abs() < 1e-12);
        for (decision, same) in perfect.decisions.iter().zip(&best.decisions) {
            prop_assert_eq!(&decision.weights, &same.weights);
        }
        let random = tour.with_skills([percent(0), theirs]).plan(&MAXIMISE_FIRST);
        let open = with_answers(tour.clone(), &[DecisionRule::Uniform, DecisionRule::Best]);
        let uniform = make_plan(&open, &MAXIMISE_FIRST);
        prop_assert!((random.value - uniform.value).abs() < 1e-12);
    }
}

#[test]
fn worst_is_the_best_play_of_the_opposite_aim() {
    let place = |decides, turns: &[(usize, i64)]| Place {
        decides,
        turns: turns.to_vec(),
    };
    let tour = Tour {
        places: [
            place(Some(0), &[(1, 3), (2, 1), (1, 0)]),
            place(None, &[(1, 5), (2, -4)]),
            place(Some(0), &[(1, 2), (1, -2)]),
        ]
        .into(),
        skills: [Skill::Worst, Skill::Best],
    };
    let worst = tour.plan(&MAXIMISE_FIRST);
    let opposite = tour.with_skills([Skill::Best; 2]).plan(&MINIMISE_FIRST);
    assert_eq!(worst.value, opposite.value);
    // The value and the losses are those of the player's best play.
    assert_eq!(
        (worst.decisions[0].best, worst.decisions[0].value),
        (0, 4.5)
    );
}

/// A d6 that may be rolled up to `rolls` times. The last face counts.
#[derive(Clone, Copy)]
struct Reroll {
    rolls: u32,
    skill: Skill,
}

impl Rule for Reroll {
    type State = u32;

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("face")]
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new("again", ["rolls left", "face"]).with_skill(self.skill)]
    }

    fn start(&self, _: &Parts) -> u32 {
        self.rolls
    }

    fn step<A: Ask>(&self, left: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
        let face = i64::from(ask.roll(Die::D6));
        *left -= 1;
        if *left > 0 && ask.choose(0, &[0, 1], &[i64::from(*left), face]) == 1 {
            return Ok(Step::Continue);
        }
        ask.observe_whole(0, face);
        Ok(Step::Done)
    }
}

fn reroll(rolls: u32, skill: Skill) -> (Plan, PolicyModel<Reroll>) {
    let rule = Reroll { rolls, skill };
    let plan = make_plan(&with_answers(rule, &[DecisionRule::Best]), &MAXIMISE_FIRST);
    let policy = Policy::new(vec![DecisionRule::Best]).with_plan(&plan);
    (plan, PolicyModel::new(rule, policy))
}

#[test]
fn mistakes_have_exact_fractions() {
    let (plan, _) = reroll(2, percent(90));
    let distributions = solve(&plan.graph, &Default::default(), &Default::default());
    let pmf = distributions.expect("it ends")[0]
        .clone()
        .expect("it fits")
        .pmf;
    // The right option is taken in 19 of 20 trials: low faces are rolled again, high ones kept.
    // Half of all trials roll again: 19/40 + 1/40.
    assert_eq!(pmf.mass(1).fraction(), Some((11, 120)));
    assert_eq!(pmf.mass(6).fraction(), Some((29, 120)));
}

#[test]
fn quantal_response_of_one_reroll_is_that_computed_by_hand() {
    let scale = 0.5;
    let (plan, model) = reroll(2, Skill::Within(scale));
    let mut mean = 0.0;
    for face in 1..=6 {
        let (keep, roll) = (f64::from(face), 3.5);
        let (keep_weight, roll_weight) = ((keep / scale).exp(), (roll / scale).exp());
        mean += (keep_weight * keep + roll_weight * roll) / (keep_weight + roll_weight) / 6.0;
    }
    assert!((plan.value - mean).abs() < 1e-12, "{} {mean}", plan.value);
    assert!((simulated_mean(&model) - mean).abs() < 0.02);
}

#[test]
fn player_who_errs_without_end_still_ends() {
    /// A player may stop, wait, or go where nothing ever ends.
    #[derive(Clone)]
    struct Dawdle(Skill);

    impl Rule for Dawdle {
        type State = bool;

        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("waits").fold(Fold::Sum)]
        }

        fn choices(&self) -> Vec<Choice> {
            vec![Choice::new("what", Vec::<String>::new()).with_skill(self.0)]
        }

        fn start(&self, _: &Parts) -> bool {
            false
        }

        fn step<A: Ask>(&self, lost: &mut bool, ask: &mut A) -> Result<Step<bool>, RuleError> {
            if *lost {
                return Ok(Step::Continue);
            }
            match ask.choose(0, &[0, 1, 2], &[]) {
                0 => {
                    ask.observe_whole(0, 0);
                    return Ok(Step::Done);
                }
                1 => ask.observe_whole(0, 1),
                _ => *lost = true,
            }
            Ok(Step::Continue)
        }
    }

    let plan = |skill: Skill| {
        let open = with_answers(Dawdle(skill), &[DecisionRule::Best]);
        make_plan(&open, &MINIMISE_FIRST)
    };
    // One of two options that end is a mistake in a tenth of all decisions: 1/20 wait each time.
    let erring = plan(percent(90));
    assert!((erring.value - 1.0 / 19.0).abs() < 1e-12);
    assert_eq!(erring.decisions[0].weights.masses()[2].float(), 0.0);
}

/// A race to three fields in which a failed step changes nothing, so that states recur. Each player
/// chooses between a short step, which is likely, and a long one.
#[derive(Clone, Copy)]
struct Race([Skill; 2]);

const GOAL: u32 = 3;
/// The chances of the steps, in sixths, and their lengths.
const STEPS: [(u32, u32); 2] = [(4, 1), (3, 2)];

impl Rule for Race {
    type State = ([u32; 2], usize);

    fn metrics(&self) -> Vec<Metric> {
        vec![Metric::whole("we win")]
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |player: usize| {
            Choice::new(format!("player {player}"), ["ours", "theirs"])
                .with_side(SIDES[player])
                .with_skill(self.0[player])
        };
        vec![choice(0), choice(1)]
    }

    fn start(&self, _: &Parts) -> Self::State {
        ([0, 0], 0)
    }

    fn step<A: Ask>(
        &self,
        state: &mut Self::State,
        ask: &mut A,
    ) -> Result<Step<Self::State>, RuleError> {
        let (at, player) = state;
        let situation = at.map(i64::from);
        let (chance, length) = STEPS[ask.choose(*player, &[0, 1], &situation) as usize];
        if ask.roll(Die::D6) <= chance {
            at[*player] += length;
        }
        if at[*player] >= GOAL {
            ask.observe_whole(0, i64::from(*player == 0));
            return Ok(Step::Done);
        }
        *player = 1 - *player;
        Ok(Step::Continue)
    }
}

/// Returns our chance to win by value iteration: for each state the chance under the play, and
/// under the best play of each player with the other playing as stated.
fn race_by_iteration(skills: [Skill; 2]) -> f64 {
    let size = (GOAL * GOAL * 2) as usize;
    let index = |at: [u32; 2], player: usize| (at[0] * GOAL + at[1]) as usize * 2 + player;
    let mut values = vec![[0.5f64; 3]; size];
    for _ in 0..5_000 {
        for state in 0..size {
            let player = state % 2;
            let at = [(state / 2) as u32 / GOAL, (state / 2) as u32 % GOAL];
            let option = |step: usize| {
                let (chance, length) = STEPS[step];
                let chance = f64::from(chance) / 6.0;
                let mut moved = at;
                moved[player] += length;
                let stays = values[index(at, 1 - player)];
                let moves = if moved[player] >= GOAL {
                    [if player == 0 { 1.0 } else { 0.0 }; 3]
                } else {
                    values[index(moved, 1 - player)]
                };
                [0, 1, 2].map(|kind| chance * moves[kind] + (1.0 - chance) * stays[kind])
            };
            let options = [option(0), option(1)];
            let mover = player + 1;
            let sign = if player == 0 { 1.0 } else { -1.0 };
            let gain = (options[1][mover] - options[0][mover]) * sign;
            let best = usize::from(gain > 1e-12);
            let weight = match skills[player] {
                Skill::Mistakes(p) => {
                    let right = p.value() + (1.0 - p.value()) / 2.0;
                    if best == 1 { right } else { 1.0 - right }
                }
                Skill::Within(scale) => 1.0 / (1.0 + (-gain / scale).exp()),
                _ => best as f64,
            };
            let mixed = |kind: usize| weight * options[1][kind] + (1.0 - weight) * options[0][kind];
            values[state] = [0, 1, 2].map(|kind| {
                if kind == mover {
                    options[best][kind]
                } else {
                    mixed(kind)
                }
            });
        }
    }
    values[0][0]
}

#[test]
fn players_who_err_in_a_cycle_agree_with_value_iteration() {
    let kinds = [Skill::Best, percent(80), percent(0), Skill::Within(0.1)];
    for ours in kinds {
        for theirs in kinds {
            let open = with_answers(Race([ours, theirs]), &[DecisionRule::Best; 2]);
            let plan = make_plan(&open, &MAXIMISE_FIRST);
            let expected = race_by_iteration([ours, theirs]);
            assert!(
                (plan.value - expected).abs() < 1e-9,
                "{ours:?} against {theirs:?}: {} is not {expected}",
                plan.value
            );
        }
    }
}
