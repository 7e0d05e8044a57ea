//! What a rule asks chance or a player: the question with its arguments checked.

use std::sync::Arc;

use oddsmith_engine::chance::{Amount, DiceText, Keep, Term, WrittenTerm};

use super::Chance;
use crate::grammar::item::MAX_LENGTH;
use crate::machine::Program;
use crate::machine::value::{Refusal, Value};
use crate::ratio::Ratio;

/// A question: equal ones have equal answers with equal odds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    Roll(Die),
    /// A sum of dice and numbers, each with its sign.
    Dice(Vec<(i64, Term)>),
    /// Several dice alike, highest first.
    Pool {
        n: u32,
        die: Die,
    },
    /// Dice of these faces, highest first.
    Mixed(Vec<u32>),
    Tally {
        n: u32,
        weights: Vec<u32>,
    },
    Successes {
        n: u32,
        sides: u32,
        least: i64,
    },
    Chance(Ratio),
    Binomial {
        n: u32,
        p: Ratio,
    },
    Pick(Vec<u32>),
    Draw {
        counts: Vec<u32>,
        n: u32,
    },
    /// A player decides.
    Choose {
        choice: u16,
        options: Arc<Vec<Value>>,
    },
}

/// What is rolled: faces from 1 up, or the entries of a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Die {
    Faces(u32),
    Entries(Arc<Vec<Value>>),
}

/// The most dice of one question, and the most faces of a die.
const MAX_DICE: i64 = 10_000;
const MAX_FACES: i64 = 1_000_000;

type Result<T> = std::result::Result<T, Refusal>;

impl Question {
    /// How many dice, events or cards it takes, and at least one.
    pub(crate) fn size(&self) -> u64 {
        let n = match self {
            Question::Pool { n, .. } | Question::Tally { n, .. } | Question::Successes { n, .. } => u64::from(*n),
            Question::Binomial { n, .. } | Question::Draw { n, .. } => u64::from(*n),
            Question::Mixed(faces) => faces.len() as u64,
            Question::Dice(terms) => terms.iter().map(|(_, term)| term.dice()).sum(),
            Question::Roll(_) | Question::Chance(_) | Question::Pick(_) => 1,
            // To find the situation, and what is best there, takes as long as so many dice.
            Question::Choose { .. } => 64,
        };
        n.max(1)
    }

    /// The question as it would be written in a rule.
    pub(crate) fn words(&self, program: &Program) -> String {
        match self {
            Question::Roll(die) => format!("roll({})", die.words(program)),
            Question::Dice(terms) => format!("dice(\"{}\")", sum_words(terms)),
            Question::Pool { n, die } => format!("pool({n}, {})", die.words(program)),
            Question::Mixed(faces) => format!("pool({faces:?})"),
            Question::Tally { n, weights } => format!("tally({n}, {weights:?})"),
            Question::Successes { n, sides, least } => format!("successes({n}, {sides}, {least})"),
            Question::Chance(p) => format!("chance({p})"),
            Question::Binomial { n, p } => format!("binomial({n}, {p})"),
            Question::Pick(weights) => format!("pick({weights:?})"),
            Question::Draw { counts, n } => format!("draw({counts:?}, {n})"),
            Question::Choose { choice, .. } => format!("choose(\"{}\")", program.code.choices[*choice as usize].name),
        }
    }
}

fn sum_words(terms: &[(i64, Term)]) -> String {
    let mut words = String::new();
    for (sign, term) in terms {
        let (is_negative, term) = match *term {
            Term::Number(number) => (sign * number < 0, number.abs().to_string()),
            Term::Dice { n, sides, keep: Keep::All } => (*sign < 0, format!("{n}d{sides}")),
            Term::Dice { n, sides, keep: Keep::Highest(kept) } => (*sign < 0, format!("{n}d{sides}kh{kept}")),
            Term::Dice { n, sides, keep: Keep::Lowest(kept) } => (*sign < 0, format!("{n}d{sides}kl{kept}")),
        };
        let first = if words.is_empty() { "" } else { "+" };
        words += if is_negative { "-" } else { first };
        words += &term;
    }
    words
}

impl Die {
    fn words(&self, program: &Program) -> String {
        match self {
            Die::Faces(sides) => sides.to_string(),
            Die::Entries(entries) => Value::List(entries.clone()).show(&program.texts),
        }
    }

    /// How many ways it can fall.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Die::Faces(sides) => *sides,
            Die::Entries(entries) => entries.len() as u32,
        }
    }

    /// What the way of this index shows.
    pub(crate) fn face(&self, index: u32) -> Value {
        match self {
            Die::Faces(_) => Value::Whole(i64::from(index) + 1),
            Die::Entries(entries) => entries[index as usize].clone(),
        }
    }
}

/// The question that a function asks with these arguments; `dice` is not among them.
pub(crate) fn ask(function: Chance, arguments: &[Value]) -> Result<Question> {
    match function {
        Chance::Roll => Ok(Question::Roll(die(&arguments[0])?)),
        Chance::Pool => pool(arguments),
        Chance::Tally => tally(&arguments[0], &arguments[1]),
        Chance::Successes => successes(arguments),
        Chance::Event => chance(arguments),
        Chance::Binomial => {
            Ok(Question::Binomial { n: number(&arguments[0], "events")?, p: probability(&arguments[1])? })
        }
        Chance::Pick => Ok(Question::Pick(weights(&arguments[0], "pick")?)),
        Chance::Draw => draw(&arguments[0], &arguments[1]),
        Chance::Dice => {
            Err(("`dice` takes a text in quotes, or a parameter made with dice_of".to_owned(), "write dice(\"2d6\")"))
        }
    }
}

/// A number of dice, events or cards.
fn number(value: &Value, what: &str) -> Result<u32> {
    let Some(n) = value.as_whole() else {
        return Err((format!("the number of {what} is {}", value.kind()), "give a whole number"));
    };
    match n {
        ..0 => Err((format!("{n} {what}"), "a number of dice, events or cards is 0 or more: max(0, n) keeps it there")),
        0..=MAX_DICE => Ok(n as u32),
        _ => Err((format!("{n} {what} at once"), "at most 10,000 at once")),
    }
}

fn faces(value: &Value) -> Result<u32> {
    match value.as_whole() {
        Some(sides @ 1..=MAX_FACES) => Ok(sides as u32),
        Some(sides) => Err((format!("a die with {sides} faces"), "a die has 1 to 1,000,000 faces")),
        None => Err((
            format!("a die is given by its number of faces, and this is {}", value.kind()),
            "write roll(6), or roll(list) for one of a list's entries",
        )),
    }
}

fn die(value: &Value) -> Result<Die> {
    match value {
        Value::List(entries) if entries.is_empty() => {
            Err(("a roll of an empty list".to_owned(), "ask before: if len(list) > 0"))
        }
        Value::List(entries) => Ok(Die::Entries(entries.clone())),
        _ => faces(value).map(Die::Faces),
    }
}

fn pool(arguments: &[Value]) -> Result<Question> {
    let [n, kind] = arguments else { return mixed(&arguments[0]) };
    let die = die(kind)?;
    if let Die::Entries(entries) = &die
        && let Some(other) = entries.iter().find(|entry| entry.as_ratio().is_none())
    {
        return Err((
            format!("a pool is sorted by its numbers, and this list holds {}", other.kind()),
            "use tally(n, weights) to count kinds",
        ));
    }
    Ok(Question::Pool { n: number(n, "dice")?, die })
}

fn mixed(value: &Value) -> Result<Question> {
    let Value::List(list) = value else {
        return Err((
            "`pool` with one argument takes a list of dice".to_owned(),
            "write pool(3, 6), or pool([6, 8, 8])",
        ));
    };
    list.iter().map(faces).collect::<Result<_>>().map(Question::Mixed)
}

/// Weights that are whole, not negative and not all 0.
fn weights(value: &Value, name: &str) -> Result<Vec<u32>> {
    let weights = counts(value, name)?;
    if weights.iter().all(|&weight| weight == 0) {
        return Err((format!("the weights of `{name}` are all 0"), "at least one of them is above 0"));
    }
    Ok(weights)
}

fn counts(value: &Value, name: &str) -> Result<Vec<u32>> {
    let Value::List(list) = value else {
        return Err((
            format!("`{name}` takes a list of numbers, and this is {}", value.kind()),
            "write for example [3, 2, 1]",
        ));
    };
    let count = |value: &Value| match value.as_whole() {
        Some(count @ 0..=MAX_FACES) => Ok(count as u32),
        Some(count) => Err((format!("`{name}` of a list that holds {count}"), "its numbers are 0 to 1,000,000")),
        None => Err((format!("`{name}` of a list that holds {}", value.kind()), "its entries are whole numbers")),
    };
    list.iter().map(count).collect()
}

fn tally(n: &Value, kind: &Value) -> Result<Question> {
    let n = number(n, "dice")?;
    let weights = match kind {
        Value::List(_) => weights(kind, "tally")?,
        _ => vec![1; tallied(faces(kind)?)?],
    };
    Ok(Question::Tally { n, weights })
}

fn tallied(sides: u32) -> Result<usize> {
    match sides as usize <= MAX_LENGTH {
        true => Ok(sides as usize),
        false => Err((format!("a tally of {sides} places is too long"), "lists hold up to 10,000 entries")),
    }
}

fn successes(arguments: &[Value]) -> Result<Question> {
    let Some(least) = arguments[2].as_whole() else {
        return Err((format!("the least face that succeeds is {}", arguments[2].kind()), "give a whole number"));
    };
    Ok(Question::Successes { n: number(&arguments[0], "dice")?, sides: faces(&arguments[1])?, least })
}

fn chance(arguments: &[Value]) -> Result<Question> {
    let [n, of] = arguments else { return probability(&arguments[0]).map(Question::Chance) };
    let fraction = n.as_whole().zip(of.as_whole()).and_then(|(n, of)| Ratio::new(n.into(), of.into()));
    match fraction {
        Some(p) => between(p).map(Question::Chance),
        None => Err((
            "`chance(a, b)` takes two whole numbers, the second above 0".to_owned(),
            "write chance(1, 6) for one in six",
        )),
    }
}

fn probability(value: &Value) -> Result<Ratio> {
    match value.as_ratio() {
        Some(p) => between(p),
        None => Err((
            format!("a probability is a number from 0 to 1, and this is {}", value.kind()),
            "write 0.25, or chance(1, 4)",
        )),
    }
}

fn between(p: Ratio) -> Result<Ratio> {
    match p >= Ratio::whole(0) && p <= Ratio::whole(1) {
        true => Ok(p),
        false => Err((format!("a probability of {p}"), "it is 0 to 1; max(0, min(1, p)) keeps it there")),
    }
}

fn draw(list: &Value, n: &Value) -> Result<Question> {
    let (counts, n) = (counts(list, "draw")?, number(n, "cards")?);
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if u64::from(n) > total {
        return Err((format!("{n} are drawn from {total}"), "draw min(n, sum(deck)) to take what is there"));
    }
    if total > MAX_FACES as u64 {
        return Err((format!("a deck of {total}"), "a deck holds at most 1,000,000"));
    }
    Ok(Question::Draw { counts, n })
}

/// The question of a dice text, with the values of its names in braces.
pub(crate) fn dice(text: &DiceText, open: &[Value]) -> Result<Question> {
    let terms = text.terms.iter().map(|(sign, term)| Ok((*sign, rolled(term, open)?)));
    terms.collect::<Result<_>>().map(Question::Dice)
}

fn rolled(term: &WrittenTerm, open: &[Value]) -> Result<Term> {
    let said = amount(term.number, open)?;
    let Some(sides) = term.sides else { return Ok(Term::Number(said)) };
    let n = number(&Value::Whole(said), "dice")?.into();
    let sides = faces(&Value::Whole(amount(sides, open)?))?.into();
    let keep = match term.kept {
        Some((kept, said)) => {
            let said = number(&Value::Whole(amount(said, open)?), "dice kept or dropped")?;
            kept.of(n, said.into())
        }
        None => Keep::All,
    };
    Ok(Term::Dice { n, sides, keep })
}

fn amount(amount: Amount, open: &[Value]) -> Result<i64> {
    let value = match amount {
        Amount::Number(number) => return Ok(number as i64),
        Amount::Name(index) => &open[index],
    };
    match value.as_whole() {
        Some(number) if number.abs() <= MAX_FACES => Ok(number),
        Some(number) => Err((format!("{number} in braces is too large"), "numbers in dice reach to 1,000,000")),
        None => Err((format!("the name in braces holds {}", value.kind()), "it holds a whole number")),
    }
}
