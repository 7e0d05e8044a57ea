//! The reader that plays: the same program with real answers, and none of the savings.

use oddsmith_engine::chance::{Die as Dice, Keep, Probability, Term, Weights};
use oddsmith_engine::{Ask, RuleError, Wrong};

use crate::builtin::question::{Die, Question};
use crate::choice;
use crate::machine::value::{Value, order};
use crate::machine::{Fault, Machine, Manner, Pause, Program, Said};
use crate::ratio::Ratio;
use crate::situation::situation;
use crate::source::Span;

/// A line of a trial that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it happened.
    pub span: Span,
    /// What happened.
    pub text: String,
}

/// Dice, events and cards of a trial between two looks at whether it is to stop.
const LOOK: u64 = 4096;
/// Dice, events and cards of a trial that is taken to have no end.
const MAX_ASKED: u64 = 10_000_000;

/// Plays a trial, and hands on what it says; `tell` hears every question and its answer. What a player is told includes
/// running totals where `totals` says so.
pub(crate) fn play<A: Ask>(
    program: &Program,
    totals: bool,
    manner: Manner,
    ask: &mut A,
    mut tell: impl FnMut(Span, String),
) -> Result<(), Box<Fault>> {
    let mut machine = Machine::new(program, program.code.trial);
    let mut said = Said::default();
    let (mut asked, mut next_look) = (0u64, LOOK);
    loop {
        if asked >= next_look {
            next_look = asked + LOOK;
            check_end(&machine, program, asked, ask.is_stopped())?;
        }
        let pause = machine.run(program, manner, &mut said)?;
        said.notes.drain(..).for_each(|(span, note)| tell(span, note));
        match pause {
            Pause::Ask(question) => {
                // A player who answers alike for ever would keep a trial going without a die.
                let dice = if matches!(question, Question::Choose { .. }) { 1 } else { question.size() };
                asked += dice + u64::from(std::mem::take(&mut said.steps) / 16);
                // A player knows what has been shown so far.
                observe(&mut said, ask);
                let value = match &question {
                    Question::Choose { choice, options } => {
                        chosen(*choice, options, &situation(&machine, program, totals), ask)
                    }
                    _ => answer(&question, ask),
                };
                if manner.tells {
                    tell(machine.span(program), format!("{}: {}", question.words(program), value.show(&program.texts)));
                }
                machine.answer(value);
            }
            Pause::Returned(_) => program.finish(manner, &machine, &mut said.observations)?,
            Pause::Call { .. } | Pause::Checkpoint => continue,
        }
        observe(&mut said, ask);
        if machine.is_over() {
            return Ok(());
        }
    }
}

fn observe<A: Ask>(said: &mut Said, ask: &mut A) {
    said.observations.drain(..).for_each(|seen| ask.observe(seen.metric, seen.step, seen.value));
}

/// What a player decides.
fn chosen<A: Ask>(choice: u16, options: &[Value], situation: &[i64], ask: &mut A) -> Value {
    let numbers: Vec<i64> = options.iter().filter_map(choice::number).collect();
    let number = ask.choose(choice.into(), &numbers, situation);
    let at = numbers.iter().position(|own| *own == number).unwrap_or(0);
    options[at].clone()
}

/// Whether a long trial goes on: it is not stopped, and may still come to its end.
fn check_end(machine: &Machine, program: &Program, asked: u64, is_stopped: bool) -> Result<(), Box<Fault>> {
    if is_stopped {
        return Err(machine.fault(program, "the trial was stopped".to_owned(), ""));
    }
    if asked < MAX_ASKED {
        return Ok(());
    }
    let problem = "this trial goes on and on, and after ten million dice it has not come to its end".to_owned();
    let help = "can the loop's condition always become false? A trial must come to an end, however late";
    Err(Box::new(Fault { sort: Wrong::TooLong, ..*machine.fault(program, problem, help) }))
}

impl Machine {
    /// Whether the outermost function has returned.
    fn is_over(&self) -> bool {
        self.callers.is_empty() && self.stack.len() == self.frame.base as usize
    }
}

fn answer<A: Ask>(question: &Question, ask: &mut A) -> Value {
    match question {
        Question::Roll(die) => roll(die, ask),
        Question::Dice(terms) => Value::Whole(terms.iter().map(|(sign, term)| sign * rolled(*term, ask)).sum()),
        Question::Pool { n, die } => sorted((0..*n).map(|_| roll(die, ask)).collect()),
        Question::Mixed(faces) => sorted(faces.iter().map(|&sides| Value::Whole(face(sides, ask))).collect()),
        Question::Tally { n, weights } => tally(*n, weights, ask),
        Question::Successes { n, sides, least } => {
            Value::Whole((0..*n).filter(|_| face(*sides, ask) >= *least).count() as i64)
        }
        Question::Chance(p) => Value::Truth(happens(*p, ask)),
        Question::Binomial { n, p } => Value::Whole((0..*n).filter(|_| happens(*p, ask)).count() as i64),
        Question::Pick(weights) => Value::Whole(pick(weights, ask) as i64),
        Question::Draw { counts, n } => draw(counts, *n, ask),
        // Of a player, and not of chance.
        Question::Choose { options, .. } => options[0].clone(),
    }
}

fn face<A: Ask>(sides: u32, ask: &mut A) -> i64 {
    ask.roll(Dice::new(sides)).into()
}

fn roll<A: Ask>(die: &Die, ask: &mut A) -> Value {
    die.face(ask.roll(Dice::new(die.len())) - 1)
}

fn rolled<A: Ask>(term: Term, ask: &mut A) -> i64 {
    let (n, sides, keep) = match term {
        Term::Number(number) => return number,
        Term::Dice { n, sides, keep } => (n, sides, keep),
    };
    let mut faces: Vec<i64> = (0..n).map(|_| face(sides as u32, ask)).collect();
    faces.sort_unstable();
    match keep {
        Keep::All => faces.iter().sum(),
        Keep::Highest(kept) => faces.iter().rev().take(kept as usize).sum(),
        Keep::Lowest(kept) => faces.iter().take(kept as usize).sum(),
    }
}

/// Highest first.
fn sorted(mut faces: Vec<Value>) -> Value {
    faces.sort_by(|a, b| order(b, a).unwrap_or(std::cmp::Ordering::Equal));
    Value::list(faces)
}

fn happens<A: Ask>(p: Ratio, ask: &mut A) -> bool {
    // A probability was checked when it was asked: it is between 0 and 1.
    let p = Probability::ratio(p.numerator().unsigned_abs(), p.denominator().unsigned_abs());
    ask.happens(p.unwrap_or(Probability::ZERO))
}

fn pick<A: Ask>(weights: &[u32], ask: &mut A) -> usize {
    let weights: Vec<u64> = weights.iter().map(|&weight| weight.into()).collect();
    Weights::new(&weights).map_or(0, |weights| ask.pick(&weights))
}

fn tally<A: Ask>(n: u32, weights: &[u32], ask: &mut A) -> Value {
    let mut counts = vec![0i64; weights.len()];
    (0..n).for_each(|_| counts[pick(weights, ask)] += 1);
    Value::list(counts.into_iter().map(Value::Whole).collect())
}

/// Card by card.
fn draw<A: Ask>(deck: &[u32], n: u32, ask: &mut A) -> Value {
    let mut left = deck.to_vec();
    for _ in 0..n {
        let card = pick(&left, ask);
        left[card] -= 1;
    }
    let list = |counts: Vec<i64>| Value::list(counts.into_iter().map(Value::Whole).collect());
    let hand = deck.iter().zip(&left).map(|(&deck, &left)| i64::from(deck - left)).collect();
    Value::list(vec![list(hand), list(left.iter().map(|&count| count.into()).collect())])
}

/// A fault as the engines carry it: its help, then lines of what was met there.
impl From<Fault> for RuleError {
    fn from(fault: Fault) -> RuleError {
        error(fault)
    }
}

pub(crate) fn error(fault: Fault) -> RuleError {
    let mut help = fault.help;
    if !fault.variables.is_empty() {
        let values: Vec<String> = fault.variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        help += &format!("\nthere: {}", values.join(", "));
    }
    if !fault.path.is_empty() {
        help += &format!("\nafter: {}", fault.path.join(", "));
    }
    // What the engine found has no place here.
    let place = (fault.span != Span::default()).then_some(fault.span.start..fault.span.end);
    RuleError { problem: fault.problem, help, place, sort: fault.sort }
}
