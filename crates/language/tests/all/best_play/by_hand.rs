//! Solves a game by its whole tree, independently of the planner.

use oddsmith_engine::chance::Probability;
use oddsmith_engine::explore::Model;
use oddsmith_engine::solve::Aim;
use oddsmith_engine::{Ask, DecisionRule};
use oddsmith_language::SetRule;

use super::{aim_value, answer_all};

/// Follows a path of answers and records the next question. A player who decides at random rolls a
/// die first and then reports the decision, so that roll counts as the decision.
#[derive(Default)]
struct Path {
    answers: Vec<usize>,
    asked: usize,
    /// The first question after the path: the probability of each answer, and the choice, if it was
    /// one.
    next: Option<(Vec<f64>, Option<usize>)>,
    shown: i64,
}

impl Path {
    fn answer(&mut self, masses: impl FnOnce() -> Vec<f64>) -> usize {
        self.asked += 1;
        match self.answers.get(self.asked - 1) {
            Some(&answer) => answer,
            None => {
                self.next.get_or_insert_with(|| (masses(), None));
                0
            }
        }
    }
}

impl Ask for Path {
    fn below(&mut self, n: u64) -> u64 {
        self.answer(|| vec![1.0 / n as f64; n as usize]) as u64
    }
    fn happens(&mut self, p: Probability) -> bool {
        self.answer(|| vec![1.0 - p.value(), p.value()]) == 1
    }
    fn observe(&mut self, metric: usize, _: u32, value: i64) {
        self.shown += if metric == 0 { value } else { 0 };
    }
    fn observe_choice(&mut self, choice: usize, _: i64) {
        // The decision belongs to the die that was rolled last.
        if self.asked == self.answers.len() + 1
            && let Some((_, decided)) = &mut self.next
        {
            *decided = Some(choice);
        }
    }
}

/// Returns the value of a game by its whole tree: averages over chance, and the best decision of
/// each side, which remembers everything.
fn brute_force_value(
    rule: &SetRule,
    aim: &Aim,
    is_theirs: &[bool],
    answers: &mut Vec<usize>,
) -> f64 {
    let mut path = Path {
        answers: answers.clone(),
        ..Path::default()
    };
    rule.play(&mut path).expect("a rule without faults");
    let Some((masses, decided)) = path.next else {
        return aim_value(aim, path.shown);
    };
    let mut values = Vec::new();
    for answer in 0..masses.len() {
        answers.push(answer);
        values.push(brute_force_value(rule, aim, is_theirs, answers));
        answers.pop();
    }
    match decided {
        None => values
            .iter()
            .zip(&masses)
            .map(|(value, mass)| value * mass)
            .sum(),
        Some(choice) if is_theirs[choice] != aim.minimises => {
            values.into_iter().fold(f64::INFINITY, f64::min)
        }
        Some(_) => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
    }
}

/// Returns the value of a game; `theirs` are the choices of the opponent.
pub fn value_by_hand(rule: &SetRule, aim: &Aim, theirs: &[&str]) -> f64 {
    let choices = Model::choices(rule);
    let is_theirs: Vec<bool> = choices
        .iter()
        .map(|choice| theirs.contains(&choice.name.as_str()))
        .collect();
    brute_force_value(
        &answer_all(rule, DecisionRule::Uniform),
        aim,
        &is_theirs,
        &mut Vec::new(),
    )
}
