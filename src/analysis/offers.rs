//! Checks the answers in `[play]` against the options that occur. An option that is never offered
//! is a mistake. A choice that never has more than one option needs no answer.

use std::collections::BTreeSet;

use oddsmith_engine::explore::Graph;
use oddsmith_engine::{DecisionRule, Policy};
use serde::{Deserialize, Serialize};

use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::play::BestPlay;
use crate::scenario::document::Scenario;
use crate::scenario::play::AnsweredChoice;

use super::run_error::RunError;

/// The known facts about the options of a choice in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Offered {
    /// Nothing is known, because a part of the case has no graph.
    Unknown,
    /// The player had a decision, but the graphs do not list the options.
    Asked,
    /// The choice offered these options.
    Options(BTreeSet<i64>),
    /// The choice never had more than one option.
    Never,
}

/// Returns what the graphs of a case say about each of its choices. `best` is used for choices that
/// best play decides.
pub(super) fn offers_in_graphs(
    graphs: &[Option<Graph>],
    best: Option<&BestPlay>,
    choices: usize,
) -> Vec<Offered> {
    if graphs.iter().any(Option::is_none) {
        return vec![Offered::Unknown; choices];
    }
    let choice_offer = |choice: usize| {
        let sets = graphs
            .iter()
            .flatten()
            .filter_map(|graph| graph.offered(choice));
        let options: BTreeSet<i64> = sets.flatten().copied().collect();
        let is_met = best.is_some_and(|best| {
            best.situations
                .iter()
                .any(|situation| situation.number() == choice)
        });
        if !options.is_empty() {
            Offered::Options(options)
        } else if is_met {
            Offered::Asked
        } else {
            Offered::Never
        }
    };
    (0..choices).map(choice_offer).collect()
}

/// Fails if `[play]` names an option that occurs in no case. `offers` holds what is known about the
/// choices of each case.
///
/// # Errors
/// Returns every such answer with its position.
pub(super) fn refuse_unoffered_answers(
    scenario: &Scenario,
    offers: &[Vec<Offered>],
) -> Result<(), RunError> {
    let mut found: Vec<((String, std::ops::Range<usize>), Diagnostic, bool)> = Vec::new();
    for (case, offers) in offers
        .iter()
        .enumerate()
        .filter(|(_, offers)| !offers.is_empty())
    {
        let presentation = scenario.build_case(case)?.presentation;
        let choices = &presentation.choices;
        let mut playing = scenario.case_play(case, &presentation)?;
        for answered in std::mem::take(&mut playing.answered) {
            let choice = &choices[answered.choice];
            let Some(wanted_options) = answered_options(&playing.policy, &answered) else {
                continue;
            };
            let (never, on_offer) = match &offers[answered.choice] {
                Offered::Options(offered) => (
                    wanted_options
                        .iter()
                        .copied()
                        .find(|wanted| !offered.contains(wanted)),
                    offered
                        .iter()
                        .map(|&option| choice.options.word(option))
                        .collect(),
                ),
                _ => (None, Vec::<String>::new()),
            };
            let is_wrong = never.is_some();
            let message = format!(
                "{} is never an option of `{}`",
                choice.options.word(never.unwrap_or(wanted_options[0])),
                choice.name
            );
            let help = format!("its options: {}", on_offer.join(", "));
            let problem = Diagnostic::at(&answered.place, message, help);
            let place = (
                answered.place.source.name.clone(),
                answered.place.span.clone(),
            );
            match found.iter_mut().find(|(known, ..)| *known == place) {
                Some((.., is_always)) => *is_always &= is_wrong,
                None => found.push((place, problem, is_wrong)),
            }
        }
    }
    let wrong: Vec<Diagnostic> = found
        .into_iter()
        .filter(|(.., is_always)| *is_always)
        .map(|(_, problem, _)| problem)
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(RunError::Diagnostics(Diagnostics(wrong)))
    }
}

/// Returns the options that an answer names.
fn answered_options(policy: &Policy, answered: &AnsweredChoice) -> Option<Vec<i64>> {
    match (answered.answer, policy.heuristic(answered.choice)) {
        (DecisionRule::Option(wanted), _) => Some(vec![wanted]),
        (_, heuristic) => heuristic.map(|heuristic| {
            heuristic
                .clauses
                .iter()
                .map(|clause| clause.option)
                .chain(heuristic.otherwise)
                .collect()
        }),
    }
}

/// Returns notes about answers to choices that never have more than one option. These answers have
/// no effect.
pub(super) fn unused_answer_notes(scenario: &Scenario, offers: &[Vec<Offered>]) -> Vec<String> {
    let mut names: Vec<(String, bool)> = Vec::new();
    for (case, offers) in offers.iter().enumerate() {
        let Ok(built) = scenario.build_case(case) else {
            return Vec::new();
        };
        let Ok(playing) = scenario.case_play(case, &built.presentation) else {
            return Vec::new();
        };
        for answered in playing.answered {
            let name = &built.presentation.choices[answered.choice].name;
            let is_set = answered.answer != DecisionRule::Uniform;
            let is_unused = is_set && offers.get(answered.choice) == Some(&Offered::Never);
            match names.iter_mut().find(|(known, _)| known == name) {
                Some((_, is_always)) => *is_always &= is_unused,
                None => names.push((name.clone(), is_unused)),
            }
        }
    }
    let note = |(name, _): (String, bool)| {
        format!(
            "`{name}` in [play] has no effect: with this play, the player never has more than one \
                option there"
        )
    };
    names
        .into_iter()
        .filter(|(_, is_unused)| *is_unused)
        .map(note)
        .collect()
}
