//! Questions from the values that a function is given: what is not allowed is refused.

use oddsmith_engine::chance::{Amount, DiceTerm, DiceText, KeptDice, WrittenTerm};

use super::request::{AnyDie, Request};
use crate::builtin::Chance;
use crate::grammar::item::MAX_LENGTH;
use crate::ratio::Ratio;
use crate::value::{Allowed, Datum, too_long};

/// The most dice of one question, and the most faces of a die.
const MAX_DICE: i64 = 10_000;
const MAX_FACES: i64 = 1_000_000;

/// The question that a function asks with these arguments; `dice` is not among them.
pub(crate) fn ask(function: Chance, arguments: &[Datum]) -> Allowed<Request> {
    match function {
        Chance::Roll => roll(arguments),
        Chance::Pool => pool(arguments),
        Chance::Tally => tally(&arguments[0], &arguments[1]),
        Chance::Successes => successes(arguments),
        Chance::Event => chance(arguments),
        Chance::Binomial => {
            Ok(Request::Binomial { n: number(&arguments[0], "events")?, p: probability(&arguments[1])? })
        }
        Chance::Draw => draw(&arguments[0], &arguments[1], false),
        Chance::Hand => draw(&arguments[0], &arguments[1], true),
        Chance::Dice => no_dice("nothing"),
    }
}

/// What stands for no dice.
pub(crate) fn no_dice(shown: &str) -> Allowed<Request> {
    let help = "write dice(\"2d6\"); what a scenario may set is luck = dice_of(\"d6\", \"luck die\") at the top, rolled by dice(luck), where 0 is \
                no die; a number has its name in braces: dice(\"{n}d6\")";
    Err((format!("`dice` takes dice, such as \"2d6\", and this is {shown}"), help))
}

/// One die, or one entry of a list, by weight where weights are given.
fn roll(arguments: &[Datum]) -> Allowed<Request> {
    let die = die(&arguments[0])?;
    let Some(given) = arguments.get(1) else { return Ok(Request::Roll(die)) };
    let weights = weights(given, "roll")?;
    if weights.len() != die.len() as usize {
        let problem = format!("{} weights for a roll of {}", weights.len(), die.len());
        return Err((problem, "give a weight for each entry: roll([\"a\", \"b\"], weights = [3, 1])"));
    }
    Ok(Request::Weighted { die, weights })
}

/// A number of dice, events or cards.
fn number(value: &Datum, what: &str) -> Allowed<u32> {
    let Some(n) = value.as_whole() else {
        return Err((format!("the number of {what} is {}", value.kind()), "give a whole number"));
    };
    match n {
        ..0 => Err((format!("{n} {what}"), "a number of dice, events or cards is 0 or more: max(0, n) keeps it there")),
        0..=MAX_DICE => Ok(n as u32),
        _ => Err((format!("{n} {what} at once"), "at most 10,000 at once")),
    }
}

fn faces(value: &Datum) -> Allowed<u32> {
    match value.as_whole() {
        Some(sides @ 1..=MAX_FACES) => Ok(sides as u32),
        Some(sides) => Err((format!("a die with {sides} faces"), "a die has 1 to 1,000,000 faces")),
        None => Err((
            format!("a die is given by its number of faces, and this is {}", value.kind()),
            "write roll(6), or roll(list) for one of a list's entries",
        )),
    }
}

fn die(value: &Datum) -> Allowed<AnyDie> {
    match value {
        Datum::List(entries) if entries.is_empty() => {
            Err(("a roll of an empty list".to_owned(), "ask before: if len(list) > 0"))
        }
        Datum::List(entries) => Ok(AnyDie::Entries(entries.clone())),
        _ => faces(value).map(AnyDie::Faces),
    }
}

fn pool(arguments: &[Datum]) -> Allowed<Request> {
    let [n, kind] = arguments else { return mixed(&arguments[0]) };
    let die = die(kind)?;
    if let AnyDie::Entries(entries) = &die
        && let Some(other) = entries.iter().find(|entry| entry.as_ratio().is_none())
    {
        return Err((
            format!("a pool is sorted by its numbers, and this list holds {}", other.kind()),
            "use tally(n, weights) to count kinds",
        ));
    }
    Ok(Request::Pool { n: number(n, "dice")?, die })
}

fn mixed(value: &Datum) -> Allowed<Request> {
    let Datum::List(list) = value else {
        return Err((
            "`pool` with one argument takes a list of dice".to_owned(),
            "write pool(3, 6), or pool([6, 8, 8])",
        ));
    };
    list.iter().map(faces).collect::<Allowed<_>>().map(Request::Mixed)
}

/// Weights that are whole, not negative and not all 0.
fn weights(value: &Datum, name: &str) -> Allowed<Vec<u32>> {
    let weights = counts(value, name)?;
    if weights.iter().all(|&weight| weight == 0) {
        return Err((format!("the weights of `{name}` are all 0"), "at least one of them is above 0"));
    }
    Ok(weights)
}

fn counts(value: &Datum, name: &str) -> Allowed<Vec<u32>> {
    let Datum::List(list) = value else {
        return Err((
            format!("`{name}` takes a list of numbers, and this is {}", value.kind()),
            "write for example [3, 2, 1]",
        ));
    };
    let count = |value: &Datum| match value.as_whole() {
        Some(count @ 0..=MAX_FACES) => Ok(count as u32),
        Some(count) => Err((format!("`{name}` of a list that holds {count}"), "its numbers are 0 to 1,000,000")),
        None => Err((
            format!("`{name}` of a list that holds {}", value.kind()),
            "its entries say how many there are of each kind: a deck of names is cards(silk = 1, tea = 2)",
        )),
    };
    list.iter().map(count).collect()
}

fn tally(n: &Datum, kind: &Datum) -> Allowed<Request> {
    let n = number(n, "dice")?;
    let weights = match kind {
        Datum::List(_) => weights(kind, "tally")?,
        _ => vec![1; tallied(faces(kind)?)?],
    };
    Ok(Request::Tally { n, weights })
}

fn tallied(sides: u32) -> Allowed<usize> {
    match sides as usize <= MAX_LENGTH {
        true => Ok(sides as usize),
        false => Err((format!("a tally of {sides} places is too long"), "lists hold up to 10,000 entries")),
    }
}

fn successes(arguments: &[Datum]) -> Allowed<Request> {
    let Some(least) = arguments[2].as_whole() else {
        return Err((format!("the least face that succeeds is {}", arguments[2].kind()), "give a whole number"));
    };
    Ok(Request::Successes { n: number(&arguments[0], "dice")?, sides: faces(&arguments[1])?, least })
}

fn chance(arguments: &[Datum]) -> Allowed<Request> {
    let [n, of] = arguments else { return probability(&arguments[0]).map(Request::Chance) };
    let fraction = n.as_whole().zip(of.as_whole()).and_then(|(n, of)| Ratio::new(n.into(), of.into()));
    match fraction {
        Some(p) => between(p).map(Request::Chance),
        None => Err((
            "`chance(a, b)` takes two whole numbers, the second above 0".to_owned(),
            "write chance(1, 6) for one in six",
        )),
    }
}

fn probability(value: &Datum) -> Allowed<Ratio> {
    match value.as_ratio() {
        Some(p) => between(p),
        None => Err((
            format!("a probability is a number from 0 to 1, and this is {}", value.kind()),
            "write 0.25, or chance(1, 4)",
        )),
    }
}

fn between(p: Ratio) -> Allowed<Ratio> {
    match p >= Ratio::whole(0) && p <= Ratio::whole(1) {
        true => Ok(p),
        false => Err((format!("a probability of {p}"), "it is 0 to 1: 65% is 0.65; max(0, min(1, p)) keeps it there")),
    }
}

fn draw(deck: &Datum, n: &Datum, is_hand: bool) -> Allowed<Request> {
    let own = deck.as_cards().map(Datum::list);
    let (counts, n) = (counts(own.as_ref().unwrap_or(deck), "draw")?, number(n, "cards")?);
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if u64::from(n) > total {
        let help = match total {
            0 => "nothing is left: end the loop where sum(deck) == 0, or begin a new deck",
            _ => "draw min(n, sum(deck)) to take what is there",
        };
        return Err((format!("{n} are drawn from {total}"), help));
    }
    if total > MAX_FACES as u64 {
        return Err((format!("a deck of {total}"), "a deck holds at most 1,000,000"));
    }
    let kinds = match deck {
        Datum::Cards(fields) => Some(fields.iter().map(|count| *count != Datum::Nothing).collect()),
        _ => None,
    };
    Ok(Request::Draw { counts, n, kinds, is_hand })
}

/// A die that explodes.
pub(crate) fn exploding(sides: &Datum) -> Allowed<Request> {
    match faces(sides)? {
        1 => Err(("a die with one face explodes for ever".to_owned(), "give it 2 faces or more")),
        sides => Ok(Request::Exploding(sides)),
    }
}

/// Several rolls alike, sorted.
pub(crate) fn many(n: &Datum, each: Request, highest_first: bool) -> Allowed<Request> {
    let n = n.as_whole().unwrap_or(0).clamp(0, MAX_LENGTH as i64 + 1);
    if n > MAX_LENGTH as i64 {
        return Err(too_long());
    }
    Ok(Request::Many { n: n as u32, each: Box::new(each), highest_first })
}

/// The question of a dice text, with the values of its names in braces.
pub(crate) fn dice(text: &DiceText, open: &[Datum]) -> Allowed<Request> {
    let terms = text.terms.iter().map(|(sign, term)| Ok((*sign, rolled(term, open)?)));
    terms.collect::<Allowed<_>>().map(Request::Dice)
}

fn rolled(term: &WrittenTerm, open: &[Datum]) -> Allowed<DiceTerm> {
    let said = amount(term.number, open)?;
    let Some(sides) = term.sides else { return Ok(DiceTerm::Number(said)) };
    let n = number(&Datum::Whole(said), "dice")?.into();
    let sides = faces(&Datum::Whole(amount(sides, open)?))?.into();
    let keep = match term.kept {
        Some((kept, said)) => {
            let said = number(&Datum::Whole(amount(said, open)?), "dice kept or dropped")?;
            kept.of(n, said.into())
        }
        None => KeptDice::All,
    };
    Ok(DiceTerm::Dice { n, sides, keep })
}

const IN_BRACES: &str = "it holds a whole number; dice that a scenario may set are luck = dice_of(\"d6\", \"luck die\") at the top, rolled by \
                         dice(luck), where 0 is no die";

fn amount(amount: Amount, open: &[Datum]) -> Allowed<i64> {
    let value = match amount {
        Amount::Number(number) => return Ok(number as i64),
        Amount::Name(index) => &open[index],
    };
    match value.as_whole() {
        Some(number) if number.abs() <= MAX_FACES => Ok(number),
        Some(number) => Err((format!("{number} in braces is too large"), "numbers in dice reach to 1,000,000")),
        None => Err((format!("the name in braces holds {}", value.kind()), IN_BRACES)),
    }
}
