//! Counterfactual regret minimisation (Zinkevich et al. 2007), in the variant CFR+ (Tammelin 2014).
//! In this variant, negative regrets become 0, the players take turns, and later plans count for
//! more.

use super::sequence_form::SequenceForm;
use crate::budget::{Stop, Watch};

/// The number of products after which the search ends.
const MAX_PRODUCTS: u64 = 4_000_000_000;
/// The search ends if neither player can gain more than this, relative to the scale of payoffs.
const WANTED_GAP: f64 = 1e-6;
/// The number of rounds between two checks of what players can gain.
const CHECK_INTERVAL: u64 = 50;

/// Returns a plan of each player, such that neither can gain much.
///
/// # Errors
/// Returns an error if the work is stopped.
pub(super) fn minimise(form: &SequenceForm, watch: &Watch) -> Result<[Vec<f64>; 2], Stop> {
    let mut learners = [Learner::new(form, 0), Learner::new(form, 1)];
    let round_cost = 2 * (form.payoffs.len() + form.sequences[0] + form.sequences[1]) as u64;
    let rounds = (MAX_PRODUCTS / round_cost).clamp(CHECK_INTERVAL, 200_000);
    for round in 1..=rounds {
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        for player in [0, 1] {
            let (first, second) = learners.split_at_mut(1);
            let (learner, other) = if player == 0 {
                (&mut first[0], &second[0])
            } else {
                (&mut second[0], &first[0])
            };
            learner.learn(form, &other.plan, round as f64);
        }
        if round % CHECK_INTERVAL == 0 {
            let plans = averages(&learners);
            let (high, low) = form.bounds(&plans);
            if high - low <= WANTED_GAP * form.scale {
                return Ok(plans);
            }
        }
    }
    Ok(averages(&learners))
}

fn averages(learners: &[Learner; 2]) -> [Vec<f64>; 2] {
    [0, 1].map(|player| {
        let sums = &learners[player].sums;
        sums.iter().map(|sum| sum / sums[0]).collect()
    })
}

/// The state of a learning player.
struct Learner {
    player: usize,
    /// The gain that each sequence would have brought the player, at least 0.
    regrets: Vec<f64>,
    /// The current plan.
    plan: Vec<f64>,
    /// The weighted sum of all plans.
    sums: Vec<f64>,
}

impl Learner {
    fn new(form: &SequenceForm, player: usize) -> Learner {
        let length = form.sequences[player];
        let mut learner = Learner {
            player,
            regrets: vec![0.0; length],
            plan: vec![0.0; length],
            sums: vec![0.0; length],
        };
        learner.follow_regrets(form);
        learner
    }

    /// Takes each option with a probability proportional to its regret.
    fn follow_regrets(&mut self, form: &SequenceForm) {
        self.plan[0] = 1.0;
        for set in &form.sets[self.player] {
            let before = self.plan[set.parent as usize];
            let total: f64 = self.regrets[set.sequences()].iter().sum();
            for sequence in set.sequences() {
                let share = if total > 0.0 {
                    self.regrets[sequence] / total
                } else {
                    1.0 / set.options as f64
                };
                self.plan[sequence] = before * share;
            }
        }
    }

    fn learn(&mut self, form: &SequenceForm, other_plan: &[f64], weight: f64) {
        let sign = if self.player == 0 { 1.0 } else { -1.0 };
        let mut worth = form.gradient(self.player, other_plan);
        for set in form.sets[self.player].iter().rev() {
            let total: f64 = self.regrets[set.sequences()].iter().sum();
            let share = |sequence: usize| {
                if total > 0.0 {
                    self.regrets[sequence] / total
                } else {
                    1.0 / set.options as f64
                }
            };
            let value: f64 = set
                .sequences()
                .map(|index| share(index) * worth[index])
                .sum();
            for sequence in set.sequences() {
                let gain = sign * (worth[sequence] - value);
                self.regrets[sequence] = (self.regrets[sequence] + gain).max(0.0);
            }
            worth[set.parent as usize] += value;
        }
        self.follow_regrets(form);
        self.sums
            .iter_mut()
            .zip(&self.plan)
            .for_each(|(sum, plan)| *sum += weight * plan);
    }
}
