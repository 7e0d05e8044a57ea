//! Simulates trials: runs the program with random answers, without any reduction.

use std::sync::Arc;

use oddsmith_engine::chance::{DiceTerm, Die, KeptDice, Probability, Weights};
use oddsmith_engine::{Ask, DecisionRule, Policy, RuleErrorKind};

use crate::asking::{AnyDie, Request, cards};
use crate::choice;
use crate::heuristic_inputs::heuristic_input_values;
use crate::machine::{Fault, Faulty, Machine, MachineFlags, Pause, Program, RunLog};
use crate::ratio::Ratio;
use crate::situation::{encode_seen, encode_situation};
use crate::source::Span;
use crate::value::{Datum, order};

/// A line of the record of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialLine {
    /// The span of the question or note.
    pub span: Span,
    /// The question with its answer, or the note.
    pub text: String,
    /// The names of the current function that have plain values at this moment, with these values.
    /// An entry is shown by its name.
    pub names: Vec<(String, String)>,
}

/// The number of dice, events and cards between two checks whether a trial has been stopped.
const STOP_CHECK_INTERVAL: u64 = 4096;
/// The number of dice, events and cards after which a trial is assumed to be endless.
pub(crate) const MAX_TRIAL_DICE: u64 = 10_000_000;

/// The cost of a player's decision in instructions.
pub(crate) const CHOICE_EFFORT: u64 = 64;

/// The settings for the decisions in a simulated trial.
#[derive(Clone, Copy)]
pub(crate) struct TrialPlayer<'p> {
    pub(crate) policy: &'p Policy,
    /// Whether the situation of a decision includes accumulators.
    pub(crate) sees_totals: bool,
}

/// Runs a trial and passes its observations to `ask`. `tell` receives every question with its
/// answer.
pub(crate) fn play<A: Ask>(
    program: &Program,
    who: TrialPlayer<'_>,
    flags: MachineFlags,
    ask: &mut A,
    tell: impl FnMut(TrialLine),
) -> Faulty {
    let machine = Machine::new(program, program.code.trial);
    go_on(machine, program, who, flags, ask, 0, tell)
}

/// Runs the rest of a trial. `asked` is the number of dice, events and cards so far.
pub(crate) fn go_on<A: Ask>(
    mut machine: Machine,
    program: &Program,
    who: TrialPlayer<'_>,
    flags: MachineFlags,
    ask: &mut A,
    mut asked: u64,
    mut tell: impl FnMut(TrialLine),
) -> Faulty {
    let mut log = RunLog::default();
    let mut next_check = asked + STOP_CHECK_INTERVAL;
    loop {
        if asked >= next_check {
            next_check = asked + STOP_CHECK_INTERVAL;
            check_end(&machine, program, asked, ask.is_stopped())?;
        }
        let pause = machine.run(program, flags, &mut log)?;
        for (span, text) in log.notes.drain(..) {
            tell(TrialLine {
                span,
                text,
                names: plain_names(&machine, program),
            });
        }
        match pause {
            Pause::Ask(request) => {
                // A player who always gives the same answer could keep a trial going without any
                // die.
                let dice = if request.asks_player() {
                    1
                } else {
                    request.size()
                };
                let instructions = u64::from(std::mem::take(&mut log.steps));
                asked += dice + instructions / 16;
                ask.worked(instructions + effort(&request));
                // The player sees everything that has been observed so far.
                observe(&mut log, ask);
                let value = decide(&machine, program, who, &request, ask)
                    .unwrap_or_else(|| answer(&request, ask));
                if flags.shows_notes {
                    let asked = request.words(&program.texts, &program.code.choices);
                    let text = format!("{asked}: {}", program.value_text(&value));
                    tell(TrialLine {
                        span: machine.span(program),
                        text,
                        names: plain_names(&machine, program),
                    });
                }
                machine.answer(value);
            }
            Pause::Returned(_) => machine.finish(program, flags, &mut log.observations)?,
            Pause::Call { .. } | Pause::Checkpoint => continue,
        }
        observe(&mut log, ask);
        if machine.has_returned() {
            ask.worked(u64::from(log.steps));
            return Ok(());
        }
    }
}

/// Returns the names of the current function that have plain values. Names that are read again come
/// last.
fn plain_names(machine: &Machine, program: &Program) -> Vec<(String, String)> {
    let routine = &program.code.functions[machine.frame.function as usize];
    let plain = |value: &Datum| match value {
        Datum::Whole(_) | Datum::Truth(_) | Datum::Text(_) => Some(value.show(&program.texts)),
        Datum::Entry(fields) => {
            let name = program
                .code
                .fields
                .iter()
                .position(|field| field == "name")?;
            Some(
                fields
                    .get(name)?
                    .show(&program.texts)
                    .trim_matches('"')
                    .to_owned(),
            )
        }
        _ => None,
    };
    let values = &machine.stack[machine.frame.base as usize..];
    let dead = (machine.frame.next_op as usize)
        .checked_sub(1)
        .and_then(|op_index| routine.dead_after.get(op_index));
    let is_read = |slot: u16| dead.is_none_or(|dead| !dead.contains(&slot));
    let named = (0..)
        .zip(routine.slots.iter().zip(values))
        .filter(|(_, (name, _))| !name.is_empty());
    let mut names: Vec<(u16, (String, String))> = named
        .filter_map(|(slot, (name, value))| Some((slot, (name.clone(), plain(value)?))))
        .collect();
    names.sort_by_key(|(slot, _)| is_read(*slot));
    names.into_iter().map(|(_, named)| named).collect()
}

/// Returns the cost of an answer in instructions, without its faces. Cards are dealt and put into
/// lists, and a player reads the state and decides.
pub(crate) fn effort(request: &Request) -> u64 {
    match request {
        Request::Draw { n, .. } => 80 + 24 * u64::from(*n),
        // Wide tallies are filled, and added up, place by place.
        Request::Tally { n, weights } => (80 + 24 * u64::from(*n)).max(16 * weights.len() as u64),
        Request::Weighted { .. } => 24,
        Request::Choose { .. } => CHOICE_EFFORT,
        Request::ChooseAtOnce { .. } => 2 * CHOICE_EFFORT,
        _ => 0,
    }
}

fn observe<A: Ask>(log: &mut RunLog, ask: &mut A) {
    log.observations
        .drain(..)
        .for_each(|seen| ask.observe(seen.metric, seen.step, seen.value));
}

/// Lets players decide if the machine waits for a decision. Returns `None` if the request is for
/// chance.
///
/// Two players who choose at once get the same situation, so that neither sees the other's option.
pub(crate) fn decide<A: Ask>(
    machine: &Machine,
    program: &Program,
    who: TrialPlayer<'_>,
    request: &Request,
    ask: &mut A,
) -> Option<Datum> {
    let mut decide = |(choice, options): (u16, &Arc<Vec<Datum>>)| {
        let answer = who.policy.answer(choice.into());
        let situation = match (answer, request.seen()) {
            (DecisionRule::Heuristic, _) => {
                heuristic_input_values(machine, &program.code, choice.into())
            }
            (_, Some(seen)) => encode_seen(seen),
            (_, None) => encode_situation(machine, program, who.sees_totals),
        };
        ask_choice(choice, options, &situation, request.seen().is_some(), ask)
    };
    match request {
        Request::Choose {
            choice, options, ..
        } => Some(decide((*choice, options))),
        Request::ChooseAtOnce { .. } => Some(Datum::list(request.sides().map(decide).collect())),
        _ => None,
    }
}

/// Asks a player for a decision. `sees_part` says whether the player sees only part of the
/// situation.
fn ask_choice<A: Ask>(
    choice: u16,
    options: &[Datum],
    situation: &[i64],
    sees_part: bool,
    ask: &mut A,
) -> Datum {
    let numbers: Vec<i64> = options.iter().filter_map(choice::number).collect();
    let number = if sees_part {
        ask.choose_seeing(choice.into(), &numbers, situation)
    } else {
        ask.choose(choice.into(), &numbers, situation)
    };
    let option_index = numbers
        .iter()
        .position(|option| *option == number)
        .unwrap_or(0);
    options[option_index].clone()
}

/// Fails if a long trial is stopped or seems to be endless.
pub(crate) fn check_end(
    machine: &Machine,
    program: &Program,
    asked: u64,
    is_stopped: bool,
) -> Faulty {
    if is_stopped {
        return Err(machine.fault(program, "the trial was stopped".to_owned(), ""));
    }
    if asked < MAX_TRIAL_DICE {
        return Ok(());
    }
    let problem = "this trial does not end within ten million dice rolls".to_owned();
    let help = "can the loop's condition always become false? Every trial must end";
    Err(Box::new(Fault {
        sort: RuleErrorKind::TooLong,
        ..*machine.fault(program, problem, help)
    }))
}

impl Machine {
    /// Returns whether the outermost function has returned.
    fn has_returned(&self) -> bool {
        self.callers.is_empty() && self.stack.len() == self.frame.base as usize
    }
}

pub(crate) fn answer<A: Ask>(request: &Request, ask: &mut A) -> Datum {
    match request {
        Request::Roll(die) => roll(die, ask),
        Request::Dice(terms) => Datum::Whole(
            terms
                .iter()
                .map(|(sign, term)| sign * roll_term(*term, ask))
                .sum(),
        ),
        Request::Pool { n, die } => sorted_faces((0..*n).map(|_| roll(die, ask)).collect()),
        Request::Mixed(faces) => sorted_faces(
            faces
                .iter()
                .map(|&sides| Datum::Whole(roll_face(sides, ask)))
                .collect(),
        ),
        Request::Tally { n, weights } => tally(*n, weights, ask),
        Request::Successes { n, sides, least } => {
            Datum::Whole((0..*n).filter(|_| roll_face(*sides, ask) >= *least).count() as i64)
        }
        Request::Chance(p) => Datum::Truth(happens(*p, ask)),
        Request::Binomial { n, p } => {
            Datum::Whole((0..*n).filter(|_| happens(*p, ask)).count() as i64)
        }
        Request::Weighted { die, weights } => {
            let index = Weights::new(weights).map_or(0, |weights| ask.pick(&weights));
            die.face(index as u32)
        }
        Request::Draw {
            counts, n, kinds, ..
        } => draw(counts, *n, kinds.as_ref(), ask),
        // This is a question to a player, not to chance.
        Request::Choose { options, .. } => options[0].clone(),
        Request::ChooseAtOnce { options, .. } => {
            Datum::list(options.iter().map(|options| options[0].clone()).collect())
        }
        // A simulation rolls every die and reads its face, so it never asks these.
        Request::Exploding(_)
        | Request::SortedRolls { .. }
        | Request::Index { .. }
        | Request::Rest(_)
        | Request::Total(_)
        | Request::Extreme { .. }
        | Request::Distinct { .. } => Datum::Nothing,
    }
}

fn roll_face<A: Ask>(sides: u32, ask: &mut A) -> i64 {
    ask.roll(Die::new(sides)).into()
}

fn roll<A: Ask>(die: &AnyDie, ask: &mut A) -> Datum {
    die.face(ask.roll(Die::new(die.len())) - 1)
}

pub(crate) fn roll_term<A: Ask>(term: DiceTerm, ask: &mut A) -> i64 {
    let (n, sides, keep) = match term {
        DiceTerm::Number(number) => return number,
        DiceTerm::Dice {
            n,
            sides,
            keep: KeptDice::All,
        } => return (0..n).map(|_| roll_face(sides as u32, ask)).sum(),
        DiceTerm::Dice { n, sides, keep } => (n, sides, keep),
    };
    let mut faces: Vec<i64> = (0..n).map(|_| roll_face(sides as u32, ask)).collect();
    faces.sort_unstable();
    match keep {
        KeptDice::All => faces.iter().sum(),
        KeptDice::Highest(kept) => faces.iter().rev().take(kept as usize).sum(),
        KeptDice::Lowest(kept) => faces.iter().take(kept as usize).sum(),
    }
}

/// Sorts faces, highest first.
fn sorted_faces(mut faces: Vec<Datum>) -> Datum {
    faces.sort_by(|a, b| order(b, a).unwrap_or(std::cmp::Ordering::Equal));
    Datum::list(faces)
}

fn happens<A: Ask>(p: Ratio, ask: &mut A) -> bool {
    // The probability was checked when the question was built, so it is between 0 and 1.
    let p = Probability::ratio(p.numerator().unsigned_abs(), p.denominator().unsigned_abs());
    ask.happens(p.unwrap_or(Probability::ZERO))
}

fn pick<A: Ask>(weights: &[u32], ask: &mut A) -> usize {
    to_weights(weights).map_or(0, |weights| ask.pick(&weights))
}

/// Returns the weights as the engine takes them. Returns `None` if all of them are 0.
fn to_weights(weights: &[u32]) -> Option<Weights> {
    let weights: Vec<u64> = weights.iter().map(|&weight| weight.into()).collect();
    Weights::new(&weights)
}

fn tally<A: Ask>(n: u32, weights: &[u32], ask: &mut A) -> Datum {
    let mut counts = vec![0i64; weights.len()];
    let weights = to_weights(weights);
    for _ in 0..n {
        counts[weights.as_ref().map_or(0, |weights| ask.pick(weights))] += 1;
    }
    Datum::list(counts.into_iter().map(Datum::Whole).collect())
}

/// Draws one card at a time.
fn draw<A: Ask>(deck: &[u32], n: u32, kinds: Option<&Arc<[bool]>>, ask: &mut A) -> Datum {
    let mut left = deck.to_vec();
    for _ in 0..n {
        let card = pick(&left, ask);
        left[card] -= 1;
    }
    let hand = deck
        .iter()
        .zip(&left)
        .map(|(&deck, &left)| i64::from(deck - left))
        .collect();
    Datum::list(vec![
        cards(hand, kinds),
        cards(left.into_iter().map(i64::from).collect(), kinds),
    ])
}
