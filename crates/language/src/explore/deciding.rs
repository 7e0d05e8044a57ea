//! The decisions of players while a rule is explored: by a policy, or left open for best play.

use std::sync::Arc;

use oddsmith_engine::explore::OpenChoice;
use oddsmith_engine::odds::Mass;

use super::explored_rule::ExploredRule;
use super::scratch::{Scratch, choice_distribution, pairs};
use crate::asking::{AnswerDistribution, Request};
use crate::choice;
use crate::heuristic_inputs::heuristic_input_values;
use crate::machine::{Faulty, Machine};
use crate::situation::{encode_seen, encode_situation};
use crate::value::Datum;

fn numbers(options: &[Datum]) -> Vec<i64> {
    options.iter().filter_map(choice::number).collect()
}

/// Returns the open choice of a request. If both of two players who choose at once are left open,
/// it has their pairs of options.
pub(super) fn open_choice(rule: ExploredRule, machine: &Machine, request: &Request) -> OpenChoice {
    let seen = request.seen();
    let situation = match seen {
        Some(seen) => encode_seen(seen),
        None => encode_situation(machine, rule.program, !rule.flags.sums_totals),
    };
    let open: Vec<(usize, Vec<i64>)> = request
        .sides()
        .filter(|(choice, options)| rule.is_open(*choice, options.len()))
        .map(|(choice, options)| (choice.into(), numbers(options)))
        .collect();
    match &open[..] {
        [(first, first_options), (second, second_options)] => OpenChoice::at_once(
            [(*first, first_options), (*second, second_options)],
            &situation,
        ),
        _ => {
            let (choice, options) = open.into_iter().next().expect("a side is open");
            OpenChoice {
                choice,
                options: options.into(),
                situation: situation.into(),
                sees_part: seen.is_some(),
                option: 0,
                at_once: None,
            }
        }
    }
}

/// Returns the answers to a request if its open choice takes an option, with their probabilities.
/// There are several if the other one of two players who choose at once mixes options.
pub(super) fn answers_of_option(
    rule: ExploredRule,
    machine: &Machine,
    request: &Request,
    option: usize,
) -> AnswerDistribution {
    let is_open = |(choice, options): (u16, &Arc<Vec<Datum>>)| rule.is_open(choice, options.len());
    let certain = |value: &Datum| vec![(value.clone(), Mass::ONE)];
    match request {
        Request::ChooseAtOnce { choices, options } => {
            let columns = options[1].len();
            let taken = match [0, 1].map(|side| is_open((choices[side], &options[side]))) {
                [true, true] => [option / columns, option % columns],
                _ => [option; 2],
            };
            let [first, second] = [0, 1].map(|side| {
                if is_open((choices[side], &options[side])) {
                    certain(&options[side][taken[side]])
                } else {
                    side_answers(rule, machine, choices[side], &options[side])
                }
            });
            pairs(&first, &second)
        }
        Request::Choose { options, .. } => certain(&options[option]),
        _ => Vec::new(),
    }
}

/// Returns the distribution of a request that is not left open.
pub(super) fn decided_answers(
    rule: ExploredRule,
    scratch: &mut Scratch,
    machine: &Machine,
    request: &Request,
) -> Faulty<Arc<AnswerDistribution>> {
    // A rule of thumb reads the situation, so that its answers cannot be kept for equal requests.
    if !has_heuristic(rule, request) {
        return scratch.distribution(&rule, machine, request);
    }
    let answers =
        |(choice, options): (u16, &Arc<Vec<Datum>>)| side_answers(rule, machine, choice, options);
    let sides: Vec<AnswerDistribution> = request.sides().map(answers).collect();
    Ok(Arc::new(match &sides[..] {
        [first, second] => pairs(first, second),
        _ => sides.into_iter().flatten().collect(),
    }))
}

/// Returns how many dice, events and cards a request takes if it is not left open.
pub(super) fn decided_size(rule: ExploredRule, request: &Request) -> f64 {
    if has_heuristic(rule, request) {
        1.0
    } else {
        request.size() as f64
    }
}

fn has_heuristic(rule: ExploredRule, request: &Request) -> bool {
    let mut sides = request.sides();
    sides.any(|(choice, _)| rule.policy.heuristic(choice.into()).is_some())
}

/// Returns the distribution of the answers of one player, whose choice is not left open.
fn side_answers(
    rule: ExploredRule,
    machine: &Machine,
    choice: u16,
    options: &[Datum],
) -> AnswerDistribution {
    let Some(heuristic) = rule.policy.heuristic(choice.into()) else {
        return choice_distribution(rule.policy.answer(choice.into()), options);
    };
    let numbers = numbers(options);
    let values = heuristic_input_values(machine, &rule.program.code, choice.into());
    let option = heuristic.option(&numbers, &values);
    let index = numbers.iter().position(|number| *number == option);
    vec![(options[index.unwrap_or(0)].clone(), Mass::ONE)]
}
