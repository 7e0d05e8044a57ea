//! Compares several ways to play by the likelihood of a log.

use oddsmith_engine::Side;

use super::fit::Likelihood;
use super::setting::Setting;
use crate::analysis::RunError;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::tree::{Key, Node, Tree};
use crate::report::playtest::{Fit, Fitted};
use crate::rule::choice::{NumberWords, ShownChoice};
use crate::scenario::document::Scenario;

/// The word for ways to play in `--fit`.
pub(super) const PLAY: &str = "play";
/// The answers for best play, of the player and of the other side.
const BEST: &str = "best";
const THEM: &str = "them";
/// The most options of a choice that are compared one by one.
const MAX_OPTIONS: i64 = 8;

/// Ways to answer every choice: the name of each, and its answers in `[play]` for the player and
/// for the other side.
const WAYS: [(&str, [&str; 2]); 3] = [
    ("best play", [BEST, THEM]),
    ("90% best play", ["best 90%", "them 90%"]),
    ("random options", ["uniform"; 2]),
];

/// A way to play: its name, and the answers that differ from the scenario.
struct Way {
    name: String,
    answers: Vec<(Key, Node)>,
    /// Whether players make mistakes.
    errs: bool,
}

/// Returns the likelihood of the log with each way to play.
///
/// # Errors
/// Fails if the rule has no choice for a player, or if the odds are not exact.
pub(super) fn fit_play(
    likelihood: &Likelihood<'_>,
    base: &Scenario,
    settings: &[Setting],
) -> Result<Fit, RunError> {
    let ways = ways(base)?;
    let mut columns: Vec<usize> = (0..likelihood.slots.len()).collect();
    let (mut found, mut usual) = (Vec::new(), None);
    for way in &ways {
        let scenarios: Vec<Scenario> = settings
            .iter()
            .map(|setting| {
                setting
                    .scenario
                    .with_variant(0)
                    .with_values_set(way.answers.clone())
            })
            .collect();
        let (likelihoods, used) = match likelihood.likelihoods(&scenarios) {
            // Some kinds of mistakes cannot be combined, such as forgetting and being
            // short-sighted.
            Err(RunError::Diagnostics(_)) if way.errs => continue,
            found => found?,
        };
        if way.answers.is_empty() {
            usual = Some(found.len());
        }
        found.push((way.name.clone(), likelihoods[0], used.clone()));
        if used.len() < columns.len() {
            columns = used;
        }
    }
    // Likelihoods of different columns cannot be compared.
    if found.iter().any(|(_, _, used)| *used != columns) {
        let problem = "the joint odds of the columns are too large for some ways to play";
        let help = "compare fewer columns: leave some out of the log";
        return Err(Diagnostics::from(Diagnostic::nowhere(problem, help)).into());
    }
    let named = found
        .into_iter()
        .map(|(name, likelihood, _)| (name, Vec::new(), likelihood))
        .collect();
    Ok(likelihood.with_columns(Fit::new(Fitted::Play, named), &columns, usual))
}

/// Returns the ways to play: the scenario's, the general ones, and each option every time.
fn ways(scenario: &Scenario) -> Result<Vec<Way>, RunError> {
    let built = scenario.with_variant(0).build_case(0)?;
    let (source, span) = Source::option("--fit", PLAY);
    let place = Place { source, span };
    let choices = players_choices(scenario, &built.presentation.choices);
    if choices.is_empty() {
        let problem = "the rule leaves no choice to a player";
        let help = "fit a parameter instead: --fit KEY";
        return Err(Diagnostics::from(Diagnostic::at(&place, problem, help)).into());
    }
    // If the other side made its best answer to each way, the log of two players would be
    // impossible with most ways. Both sides therefore change together.
    let theirs: Vec<String> = {
        let all = built.presentation.choices.iter();
        let answer = |name: &String| scenario.play_answer(name);
        let is_theirs = |name: &String| answer(name).is_some_and(|text| text.starts_with(THEM));
        let names = all.map(|choice| choice.name.clone());
        names
            .filter(|name| is_theirs(name) && !choices.contains(name))
            .collect()
    };
    let way = |name: &str, [answer, other_answer]: [&str; 2]| {
        let set = |(choice, answer): (&String, &str)| {
            let key = Key {
                text: format!("play.{choice}"),
                place: place.clone(),
            };
            let node = Node {
                tree: Tree::Text(answer.to_owned()),
                place: place.clone(),
            };
            (key, node)
        };
        Way {
            name: name.to_owned(),
            answers: {
                let ours = choices.iter().map(|choice| (choice, answer));
                let theirs = theirs.iter().map(|choice| (choice, other_answer));
                ours.chain(theirs).map(set).collect()
            },
            errs: answer.starts_with(BEST) && answer != BEST,
        }
    };
    let is_answered = choices
        .iter()
        .any(|choice| scenario.play_answer(choice).is_some());
    let written = is_answered.then(|| Way {
        name: "the scenario's play".to_owned(),
        answers: Vec::new(),
        errs: false,
    });
    let general = WAYS
        .iter()
        .filter(|(_, [answer, _])| !answer.starts_with(BEST) || scenario.has_aims())
        .map(|&(name, answers)| way(name, answers));
    let only = match &choices[..] {
        [only] if theirs.is_empty() => built
            .presentation
            .choices
            .iter()
            .find(|choice| choice.name == *only),
        _ => None,
    };
    let options = only.into_iter().flat_map(|choice| {
        let always = |option: String| {
            let label = choice.words.option(&option);
            way(&format!("{label} every time"), [&option; 2])
        };
        option_names(choice)
            .into_iter()
            .map(always)
            .collect::<Vec<_>>()
    });
    let mut ways: Vec<Way> = general.chain(options).collect();
    // The scenario's play may be the same as one of the others.
    let same = written.as_ref().and_then(|_| {
        let answers = |way: &Way| {
            way.answers.iter().all(|(key, node)| {
                scenario.play_answer(&key.text["play.".len()..]).as_deref() == node.text()
            })
        };
        ways.iter().position(answers)
    });
    match same {
        Some(index) => ways[index].answers.clear(),
        None => ways.splice(0..0, written).for_each(drop),
    }
    Ok(ways)
}

/// Returns the choices whose answers differ between the ways to play: those that `[play]` answers
/// with best play, or else all that are not the other side's.
fn players_choices(scenario: &Scenario, choices: &[ShownChoice]) -> Vec<String> {
    let answer = |choice: &ShownChoice| scenario.play_answer(&choice.name);
    let named = |suits: &dyn Fn(&&ShownChoice) -> bool| -> Vec<String> {
        let suitable = choices.iter().filter(|choice| suits(choice));
        suitable.map(|choice| choice.name.clone()).collect()
    };
    let best = named(&|choice| answer(choice).as_deref() == Some(BEST));
    if best.is_empty() {
        named(&|choice| choice.side == Side::Us && answer(choice).as_deref() != Some(THEM))
    } else {
        best
    }
}

/// Returns the names of the options of a choice, if they are few.
fn option_names(choice: &ShownChoice) -> Vec<String> {
    match &choice.options {
        NumberWords::Numbers(from, to) if to - from < MAX_OPTIONS => {
            (*from..=*to).map(|number| number.to_string()).collect()
        }
        NumberWords::Listed(_, words) if words.len() as i64 <= MAX_OPTIONS => words.clone(),
        NumberWords::Written {
            known: Some(known), ..
        } if known.len() as i64 <= MAX_OPTIONS => known.clone(),
        _ => Vec::new(),
    }
}
