//! `[play]`: how players decide the choices of the rule, and what they aim at.

use oddsmith_engine::question::Statistic;
use oddsmith_engine::solve::Aim;
use oddsmith_engine::{Choice, DecisionRule, Policy, Side, Skill};
use oddsmith_language::{COMMON_ANSWERS, RESERVED_PLAY_KEYS};

use crate::figures::NumberKind;
use crate::question::asking;
use crate::rule::choice::{AskedChoiceNames, ShownChoice};
use crate::rule::presentation::Presentation;

use super::heuristic::{FORM, parse_heuristic};
use super::informal_play::{meant_aim, meant_answer};
use super::named_rule::NamedRule;
use super::sections::PREFIX;
use super::skill_answer::{self, BEST, THEM, meant_skill, read_skill};
use super::sweep::{Sweep, Variant};
use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Place};
use crate::input::marked::suggest_text;
use crate::input::tree::{Key, Node, Tree};
use crate::question::questions::Questions;

const AIM: &str = "aim";
const THEN: &str = "then";
const THEIR_AIM: &str = "their_aim";
/// The aims that a player can have, for messages.
const ALLOWED: &str =
    "write mean(X) of a metric that every trial records, or P(EVENT) without a condition";
/// The answer for a random choice.
const UNIFORM: &str = "uniform";

/// How a player plays a case.
#[derive(Clone, Debug)]
pub(crate) struct CasePlay {
    /// The policy of all choices.
    pub(crate) policy: Policy,
    /// The answered choices, in the rule's order.
    pub(crate) answered: Vec<AnsweredChoice>,
    /// The aim, if any choice seeks the best option.
    pub(crate) aim: Option<PlayerAim>,
}

/// A choice with an answer.
#[derive(Clone, Debug)]
pub(crate) struct AnsweredChoice {
    /// Its index among the rule's choices.
    pub(crate) choice: usize,
    /// How it is decided.
    pub(crate) answer: DecisionRule,
    /// The side whose aim it serves, if it seeks the best option.
    pub(crate) side: Side,
    /// The skill of the player, if it seeks the best option.
    pub(crate) skill: Skill,
    /// The answer as it was written.
    pub(crate) written: String,
    /// The place of the answer.
    pub(crate) place: Place,
}

impl CasePlay {
    /// Returns whether the other side, and only the other side, plays best.
    pub(crate) fn is_theirs(&self) -> bool {
        let best = || {
            self.answered
                .iter()
                .filter(|answered| answered.answer == DecisionRule::Best)
        };
        best().next().is_some() && best().all(|answered| answered.side == Side::Them)
    }

    /// Returns the rule's choices with their sides and skills.
    pub(crate) fn with_sides(&self, mut choices: Vec<Choice>) -> Vec<Choice> {
        for answered in &self.answered {
            let choice = &mut choices[answered.choice];
            if answered.side == Side::Them {
                choice.side = Side::Them;
            }
            choice.skill = answered.skill;
        }
        choices
    }

    /// Returns the same play with another skill for a choice.
    pub(crate) fn with_skill(&self, choice: usize, skill: Skill) -> CasePlay {
        let mut play = self.clone();
        play.answered
            .iter_mut()
            .filter(|answered| answered.choice == choice)
            .for_each(|answered| answered.skill = skill);
        play
    }

    /// Returns the choices that a plan decides and whose players do not play best.
    pub(crate) fn erring(&self) -> impl Iterator<Item = &AnsweredChoice> {
        self.answered.iter().filter(|answered| {
            answered.answer == DecisionRule::Best && answered.skill != Skill::Best
        })
    }
}

/// The aim of a player.
#[derive(Clone, Debug)]
pub(crate) struct PlayerAim {
    /// The aim as written.
    pub(crate) text: String,
    /// The kind of its number.
    pub(crate) kind: NumberKind,
    /// The aim for the engine.
    pub(crate) aim: Aim,
    /// The place of the aim.
    pub(crate) place: Place,
    /// The second aim, which decides between equally good plays.
    pub(crate) then: Option<Box<PlayerAim>>,
    /// The aim of the other side, if written. Otherwise, it is the opposite.
    pub(crate) theirs: Option<Box<PlayerAim>>,
}

impl PlayerAim {
    /// Returns all aims, the most important first.
    pub(crate) fn aims(&self) -> Vec<Aim> {
        std::iter::once(&self.aim)
            .chain(self.then.iter().map(|then| &then.aim))
            .cloned()
            .collect()
    }
}

/// Returns the rest of a path into `[play]`.
pub(super) fn within_play(path: &Key) -> Option<Key> {
    let text = path.text.strip_prefix(PREFIX)?;
    Some(Key {
        text: text.to_owned(),
        place: path.place.clone(),
    })
}

/// Returns the aim of all cases, or `None` if cases have different aims.
pub(super) fn common_aim<'s>(
    play: &'s Node,
    sets: &'s [(Key, Node)],
    sweep: &[Sweep],
    variants: &[Variant],
) -> Option<&'s Node> {
    let set = sets
        .iter()
        .rev()
        .find(|(key, _)| is_aim(key))
        .map(|(_, value)| value);
    set.or_else(|| {
        if varies_aim(sweep, variants) {
            None
        } else {
            play.get(AIM)
        }
    })
}

/// Returns whether any case has an aim.
pub(super) fn has_aims(
    play: &Node,
    sets: &[(Key, Node)],
    sweep: &[Sweep],
    variants: &[Variant],
) -> bool {
    play.get(AIM).is_some()
        || sets.iter().any(|(key, _)| is_aim(key))
        || varies_aim(sweep, variants)
}

fn is_aim(key: &Key) -> bool {
    key.text.strip_prefix(PREFIX) == Some(AIM)
}

fn varies_aim(sweep: &[Sweep], variants: &[Variant]) -> bool {
    let varied = variants
        .iter()
        .flat_map(|variant| &variant.sets)
        .map(|(key, _)| key);
    varied
        .chain(sweep.iter().map(|sweep| &sweep.path))
        .any(is_aim)
}

/// Returns the choices that a `[play]` table answers. Unknown keys are reported.
pub(super) fn answered_choices(
    play: &Node,
    rule: &NamedRule,
    problems: &mut Vec<Diagnostic>,
) -> AskedChoiceNames {
    let Tree::Table(pairs) = &play.tree else {
        let help = "write [play] and its keys below it";
        problems.push(Diagnostic::at(&play.place, play.mismatch("a table"), help));
        return AskedChoiceNames::default();
    };
    let choices = rule.choices();
    if choices.is_empty() && !pairs.is_empty() {
        let problem = format!("{} has no choices for a player", rule.id());
        let key = &pairs[0].0;
        let help = "remove [play], and every `play.` key in variants, sweeps and --set";
        problems.push(Diagnostic::at(&key.place, problem, help));
        return AskedChoiceNames::default();
    }
    let known: Vec<&str> = RESERVED_PLAY_KEYS
        .into_iter()
        .chain(choices.iter().map(|(key, _)| key.as_str()))
        .collect();
    check::report_unknown_keys(pairs, &known, problems);
    let is_choice = |key: &str| choices.iter().any(|(choice, _)| choice == key);
    AskedChoiceNames(
        pairs
            .iter()
            .filter(|(key, _)| is_choice(&key.text))
            .map(|(key, _)| key.text.clone())
            .collect(),
    )
}

/// Reads a `[play]` table for the choices and metrics of a rule.
///
/// # Errors
/// Returns all mistakes.
pub(super) fn read_play(
    play: &Node,
    presentation: &Presentation,
    questions: &Questions,
) -> Result<CasePlay, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let (answered, policy) = read_answers(play, presentation, &mut problems);
    let minimises = read_minimise(play, &mut problems);
    // A missing key is not a mistake.
    let mut read = |key: &str, read: &dyn Fn(&Node) -> Result<PlayerAim, Diagnostic>| {
        let found = play.get(key).map(read)?;
        found.map_err(|problem| problems.push(problem)).ok()
    };
    let wanted = read(AIM, &|node| {
        read_aim(node, minimises, presentation, questions)
    });
    let then = read(THEN, &|node| read_tie_break(node, presentation, questions));
    let theirs = read(THEIR_AIM, &|node| {
        read_their_aim(node, presentation, questions)
    });
    if let (Some(then), Some(_)) = (play.get(THEN), play.get(THEIR_AIM)) {
        problems.push(Diagnostic::at(
            &then.place,
            "`then` cannot break ties if the other side has its own aim",
            "remove `then` or `their_aim`: of tied options, each side takes the first",
        ));
    }
    let best = answered
        .iter()
        .find(|answered_choice| answered_choice.answer == DecisionRule::Best);
    if play.get(AIM).is_none() {
        problems.extend(missing_aim_problems(play, best));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let aim = wanted.filter(|_| best.is_some()).map(|wanted| PlayerAim {
        then: then.map(Box::new),
        theirs: theirs.map(Box::new),
        ..wanted
    });
    Ok(CasePlay {
        policy,
        answered,
        aim,
    })
}

/// Reads the answers to the choices, and their policy.
fn read_answers(
    play: &Node,
    presentation: &Presentation,
    problems: &mut Vec<Diagnostic>,
) -> (Vec<AnsweredChoice>, Policy) {
    let (mut answered, mut policy) = (Vec::new(), Policy::default());
    for (index, choice) in presentation.choices.iter().enumerate() {
        let Some(node) = play.get(&choice.name) else {
            continue;
        };
        let parsed_heuristic = parse_heuristic(node, choice).transpose();
        let answer = parsed_heuristic.and_then(|heuristic| match heuristic {
            Some(heuristic) => {
                policy = policy.with_heuristic(index, heuristic);
                Ok((DecisionRule::Heuristic, choice.side, Skill::Best))
            }
            None => answer(node, choice),
        });
        match answer {
            Ok((answer, side, skill)) => answered.push(AnsweredChoice {
                choice: index,
                answer,
                side,
                skill,
                written: node.brief(),
                place: node.place.clone(),
            }),
            Err(problem) => problems.push(problem),
        }
    }
    policy = answered.iter().fold(policy, |policy, answered_choice| {
        policy.with_answer(answered_choice.choice, answered_choice.answer)
    });
    (answered, policy)
}

/// Reads `minimise`: whether less is better.
fn read_minimise(play: &Node, problems: &mut Vec<Diagnostic>) -> bool {
    match play.get("minimise").map(|node| (&node.tree, &node.place)) {
        None => false,
        Some((Tree::Flag(flag), _)) => *flag,
        Some((_, place)) => {
            problems.push(Diagnostic::at(
                place,
                "`minimise` must be true or false",
                "write minimise = true if less is better",
            ));
            false
        }
    }
}

/// Reports keys that make no sense without an aim.
fn missing_aim_problems(play: &Node, best: Option<&AnsweredChoice>) -> Vec<Diagnostic> {
    let leave_out = "add aim = \"mean(...)\" to [play], or remove this key";
    let add_aim = "add aim = \"mean(...)\" or aim = \"P(...)\" to [play]";
    let places = [THEN, "minimise", THEIR_AIM].map(|key| play.get(key).map(|node| &node.place));
    let [then, minimise, theirs] = places;
    let candidates = [
        (
            then,
            "`then` needs an aim: it decides between equally good options",
            leave_out,
        ),
        (minimise, "`minimise` needs an aim", leave_out),
        (theirs, "`their_aim` needs an aim of our side", leave_out),
    ];
    let problem = |answered: &AnsweredChoice| {
        let problem = format!("\"{}\" needs an aim", answered.written);
        Diagnostic::at(&answered.place, problem, add_aim)
    };
    candidates
        .into_iter()
        .filter_map(|(place, problem, help)| Some(Diagnostic::at(place?, problem, help)))
        .chain(best.map(problem))
        .collect()
}

type Answer = (DecisionRule, Side, Skill);

fn answer(node: &Node, choice: &ShownChoice) -> Result<Answer, Diagnostic> {
    let answer_text = node.brief();
    if answer_text == UNIFORM {
        return Ok((DecisionRule::Uniform, choice.side, Skill::Best));
    }
    // If options are computed, any text of the rule could be one, except a common answer.
    let is_common = COMMON_ANSWERS.contains(&answer_text.as_str());
    if let Some(option) = choice.options.number(&answer_text).filter(|_| !is_common) {
        return Ok((DecisionRule::Option(option), choice.side, Skill::Best));
    }
    if let Some(skilled) = read_skill(node) {
        return skilled
            .map(|(skill, side)| (DecisionRule::Best, side.unwrap_or(choice.side), skill));
    }
    let problem = format!("`{}` has no option {answer_text}", choice.name);
    let allowed_options = choice.options.allowed();
    let allowed = format!(
        "allowed: \"{BEST}\", \"{UNIFORM}\", \"{THEM}\", {}, {FORM}, {allowed_options}",
        skill_answer::ALLOWED
    );
    let meant = meant_answer(&answer_text, choice).or_else(|| meant_skill(&answer_text));
    Err(match meant {
        Some(option) => suggest_text(
            node,
            problem,
            format!("did you mean \"{option}\"? {allowed}"),
            &option,
        ),
        None => Diagnostic::at(&node.place, problem, allowed),
    })
}

/// Reads `then`, which decides between equally good plays: `least P(bust)`.
fn read_tie_break(
    node: &Node,
    presentation: &Presentation,
    questions: &Questions,
) -> Result<PlayerAim, Diagnostic> {
    let help = "write \"least P(EVENT)\", \"most P(EVENT)\", \"least mean(X)\" or \"most mean(X)\"";
    let Some(text) = node.text() else {
        return Err(Diagnostic::at(&node.place, node.mismatch("text"), help));
    };
    let (direction, asked) = text
        .trim_start()
        .split_once(char::is_whitespace)
        .unwrap_or((text, ""));
    let minimises = match direction {
        "least" => true,
        "most" => false,
        _ => {
            return Err(Diagnostic::at(
                &node.place,
                "expected `least` or `most`",
                help,
            ));
        }
    };
    let start = text.len() - asked.len();
    parse_aim(node, (asked, start), minimises, presentation, questions)
}

/// Reads the aim of the other side: `mean(X)`, `P(EVENT)` or `least mean(X)`.
fn read_their_aim(
    node: &Node,
    presentation: &Presentation,
    questions: &Questions,
) -> Result<PlayerAim, Diagnostic> {
    let first = node.text().and_then(|text| text.split_whitespace().next());
    match first {
        Some("least" | "most") => read_tie_break(node, presentation, questions),
        _ => read_aim(node, false, presentation, questions),
    }
}

fn read_aim(
    node: &Node,
    minimises: bool,
    presentation: &Presentation,
    questions: &Questions,
) -> Result<PlayerAim, Diagnostic> {
    let Some(text) = node.text() else {
        return Err(Diagnostic::at(&node.place, node.mismatch("text"), ALLOWED));
    };
    if let Some(aim) = meant_aim(text, presentation, questions) {
        let help = format!(
            "to get as much as possible write \"{aim}\", to get as little add minimise = true. {ALLOWED}"
        );
        return Err(suggest_text(node, "this cannot be an aim", help, &aim));
    }
    parse_aim(node, (text, 0), minimises, presentation, questions)
}

/// Reads an aim from a text, starting at a byte offset.
fn parse_aim(
    node: &Node,
    (text, start): (&str, usize),
    minimises: bool,
    presentation: &Presentation,
    questions: &Questions,
) -> Result<PlayerAim, Diagnostic> {
    let quantity = asking::resolve_question(node, (text, start), questions, presentation)?;
    match (
        quantity.statistic,
        quantity.asked.expressions.as_slice(),
        &quantity.asked.given,
    ) {
        (Statistic::Mean | Statistic::Probability, [expression], None) => Ok(PlayerAim {
            text: text.trim().to_owned(),
            kind: NumberKind::of(quantity.statistic),
            aim: Aim {
                objective: expression.clone(),
                minimises,
            },
            place: node.place.clone(),
            then: None,
            theirs: None,
        }),
        _ => Err(Diagnostic::at(
            &node.place,
            "this cannot be an aim",
            ALLOWED,
        )),
    }
}
