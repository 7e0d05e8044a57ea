//! Builds questions from the arguments of built-in functions, and checks the arguments.

use oddsmith_engine::chance::{Amount, DiceTerm, DiceText, KeptDice, WrittenTerm};

use super::request::{AnyDie, Request};
use crate::builtin::Chance;
use crate::grammar::item::MAX_LIST_LENGTH;
use crate::ratio::Ratio;
use crate::value::{Allowed, Datum, too_long};

/// The maximal number of dice of one question.
const MAX_DICE: i64 = 10_000;
/// The maximal number of faces of a die.
const MAX_FACES: i64 = 1_000_000;
/// The greatest weight of an entry: 10,000 of them still fit into 64 bits.
const MAX_WEIGHT: i64 = 900_000_000_000_000;

/// Returns the question that a function asks with these arguments. `dice` has a separate function.
pub(crate) fn chance_request(function: Chance, arguments: &[Datum]) -> Allowed<Request> {
    match function {
        Chance::Roll => roll(arguments),
        Chance::Pool => pool(arguments),
        Chance::Tally => tally(&arguments[0], &arguments[1]),
        Chance::Successes => successes(arguments),
        Chance::Event => chance(arguments),
        Chance::Binomial => Ok(Request::Binomial {
            n: number(&arguments[0], "events")?,
            p: probability(&arguments[1])?,
        }),
        Chance::Draw => draw(&arguments[0], &arguments[1], false),
        Chance::Hand => draw(&arguments[0], &arguments[1], true),
        Chance::Dice => not_dice_error("nothing"),
    }
}

/// Returns the error for a value that is not a dice text.
pub(crate) fn not_dice_error(shown: &str) -> Allowed<Request> {
    let help = "write dice(\"2d6\"), or dice(\"{n}d6\") with a name in braces. A die that scenarios can change \
        is luck = dice_of(\"d6\", \"luck die\") at the top, rolled by dice(luck); 0 means no die";
    Err((
        format!("`dice` expected dice such as \"2d6\", found {shown}"),
        help,
    ))
}

/// Rolls one die, or picks one entry of a list, with weights if they are given.
fn roll(arguments: &[Datum]) -> Allowed<Request> {
    let die = die(&arguments[0])?;
    let Some(given) = arguments.get(1) else {
        return Ok(Request::Roll(die));
    };
    let weights = weights(given, "roll", MAX_WEIGHT)?;
    if weights.len() != die.len() as usize {
        let problem = format!(
            "the list and its weights have different lengths: {} and {}",
            die.len(),
            weights.len()
        );
        return Err((
            problem,
            "give one weight for each entry: roll([\"a\", \"b\"], weights = [3, 1])",
        ));
    }
    Ok(Request::Weighted { die, weights })
}

/// Reads the number of dice, events or cards.
pub(crate) fn number(value: &Datum, noun: &str) -> Allowed<u32> {
    let Some(n) = value.as_whole() else {
        return Err((
            format!(
                "the number of {noun} must be a whole number, not {}",
                value.kind()
            ),
            "use a whole number",
        ));
    };
    match n {
        ..0 => Err((
            format!("the number of {noun} cannot be negative: {n}"),
            "use 0 or more: max(0, n) turns a negative number into 0",
        )),
        0..=MAX_DICE => Ok(n as u32),
        _ => Err((
            format!("{n} {noun} are too many for one roll"),
            "use at most 10,000",
        )),
    }
}

fn faces(value: &Datum) -> Allowed<u32> {
    match value.as_whole() {
        Some(sides @ 1..=MAX_FACES) => Ok(sides as u32),
        Some(sides) => Err((
            format!("a die cannot have {sides} faces"),
            "use 1 to 1,000,000 faces",
        )),
        None => Err((
            format!("expected a number of faces, found {}", value.kind()),
            "write roll(6) for a die, or roll(list) for a random entry of a list",
        )),
    }
}

fn die(value: &Datum) -> Allowed<AnyDie> {
    match value {
        Datum::List(entries) if entries.is_empty() => Err((
            "`roll` cannot choose from an empty list".to_owned(),
            "check the list first: if len(list) > 0:",
        )),
        Datum::List(entries) => Ok(AnyDie::Entries(entries.clone())),
        _ => faces(value).map(AnyDie::Faces),
    }
}

fn pool(arguments: &[Datum]) -> Allowed<Request> {
    let [n, kind] = arguments else {
        return mixed(&arguments[0]);
    };
    let die = die(kind)?;
    if let AnyDie::Entries(entries) = &die
        && let Some(other) = entries.iter().find(|entry| entry.as_ratio().is_none())
    {
        return Err((
            format!(
                "`pool` sorts numbers, but this list contains {}",
                other.kind()
            ),
            "to count each kind, write tally(n, weights)",
        ));
    }
    Ok(Request::Pool {
        n: number(n, "dice")?,
        die,
    })
}

fn mixed(value: &Datum) -> Allowed<Request> {
    let Datum::List(list) = value else {
        return Err((
            "`pool` with one argument needs a list of dice".to_owned(),
            "write pool(3, 6), or pool([6, 8, 8])",
        ));
    };
    list.iter()
        .map(faces)
        .collect::<Allowed<_>>()
        .map(Request::Mixed)
}

/// Reads weights: whole numbers that are not negative and not all 0.
fn weights(value: &Datum, name: &str, most: i64) -> Allowed<Vec<u64>> {
    let weights = whole_numbers(value, name, most)?;
    if weights.iter().all(|&weight| weight == 0) {
        return Err((
            format!("all weights of `{name}` are 0"),
            "make at least one weight greater than 0",
        ));
    }
    Ok(weights)
}

fn counts(value: &Datum, name: &str) -> Allowed<Vec<u32>> {
    let counts = whole_numbers(value, name, MAX_FACES)?;
    Ok(counts.into_iter().map(|count| count as u32).collect())
}

/// Returns the numbers of a list, which are whole and from 0 to `most`.
fn whole_numbers(value: &Datum, name: &str, most: i64) -> Allowed<Vec<u64>> {
    let Datum::List(list) = value else {
        return Err((
            format!(
                "`{name}` expected a list of numbers, found {}",
                value.kind()
            ),
            "write a list such as [3, 2, 1]",
        ));
    };
    let count = |value: &Datum| match value.as_whole() {
        Some(count) if (0..=most).contains(&count) => Ok(count as u64),
        Some(count) => Err((
            format!("`{name}` does not accept {count} in its list"),
            if most == MAX_WEIGHT {
                "use numbers from 0 to 900,000,000,000,000"
            } else {
                "use numbers from 0 to 1,000,000"
            },
        )),
        None => Err((
            format!(
                "`{name}` expected a list of whole numbers, but the list contains {}",
                value.kind()
            ),
            "give the number of each kind; for a deck with names write cards(silk = 1, tea = 2)",
        )),
    };
    list.iter().map(count).collect()
}

fn tally(n: &Datum, kind: &Datum) -> Allowed<Request> {
    let n = number(n, "dice")?;
    let weights = match kind {
        Datum::List(_) => weights(kind, "tally", MAX_FACES)?
            .into_iter()
            .map(|weight| weight as u32)
            .collect(),
        _ => vec![1; tally_length(faces(kind)?)?],
    };
    Ok(Request::Tally { n, weights })
}

fn tally_length(sides: u32) -> Allowed<usize> {
    if sides as usize <= MAX_LIST_LENGTH {
        Ok(sides as usize)
    } else {
        Err((
            format!("a tally of {sides} kinds is too long"),
            "use at most 10,000 kinds",
        ))
    }
}

fn successes(arguments: &[Datum]) -> Allowed<Request> {
    let Some(least) = arguments[2].as_whole() else {
        return Err((
            format!(
                "the lowest successful face must be a whole number, not {}",
                arguments[2].kind()
            ),
            "use a whole number",
        ));
    };
    Ok(Request::Successes {
        n: number(&arguments[0], "dice")?,
        sides: faces(&arguments[1])?,
        least,
    })
}

fn chance(arguments: &[Datum]) -> Allowed<Request> {
    let [n, total] = arguments else {
        return probability(&arguments[0]).map(Request::Chance);
    };
    let fraction = n
        .as_whole()
        .zip(total.as_whole())
        .and_then(|(n, total)| Ratio::new(n.into(), total.into()));
    match fraction {
        Some(p) => check_probability(p).map(Request::Chance),
        None => Err((
            "`chance(a, b)` needs two whole numbers, and the second must be greater than 0"
                .to_owned(),
            "for a chance of 1 in 6 write chance(1, 6)",
        )),
    }
}

fn probability(value: &Datum) -> Allowed<Ratio> {
    match value.as_ratio() {
        Some(p) => check_probability(p),
        None => Err((
            format!("expected a probability from 0 to 1, found {}", value.kind()),
            "write 0.25, or chance(1, 4)",
        )),
    }
}

fn check_probability(p: Ratio) -> Allowed<Ratio> {
    if p >= Ratio::whole(0) && p <= Ratio::whole(1) {
        Ok(p)
    } else {
        Err((
            format!("{p} is not a probability"),
            "use a number from 0 to 1: 65% is 0.65. max(0, min(1, p)) limits a computed number",
        ))
    }
}

fn draw(deck: &Datum, n: &Datum, is_hand: bool) -> Allowed<Request> {
    let cards = deck.as_cards().map(Datum::list);
    let (counts, n) = (
        counts(cards.as_ref().unwrap_or(deck), "draw")?,
        number(n, "cards")?,
    );
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if u64::from(n) > total {
        let help = match total {
            0 => "the deck is empty: end the loop when sum(deck) == 0, or start a new deck",
            _ => "to draw no more cards than are left, write min(n, sum(deck))",
        };
        return Err((format!("cannot draw {n} cards from {total}"), help));
    }
    if total > MAX_FACES as u64 {
        return Err((
            format!("a deck of {total} cards is too large"),
            "use at most 1,000,000 cards",
        ));
    }
    let kinds = match deck {
        Datum::Cards(fields) => Some(
            fields
                .iter()
                .map(|count| *count != Datum::Nothing)
                .collect(),
        ),
        _ => None,
    };
    Ok(Request::Draw {
        counts,
        n,
        kinds,
        is_hand,
    })
}

/// Rolls an exploding die.
pub(crate) fn exploding_die(sides: &Datum) -> Allowed<Request> {
    match faces(sides)? {
        1 => Err((
            "a die with one face explodes forever".to_owned(),
            "use 2 faces or more",
        )),
        sides => Ok(Request::Exploding(sides)),
    }
}

/// Repeats a roll several times and sorts the results.
pub(crate) fn sorted_rolls(n: &Datum, each: Request, highest_first: bool) -> Allowed<Request> {
    let n = n
        .as_whole()
        .unwrap_or(0)
        .clamp(0, MAX_LIST_LENGTH as i64 + 1);
    if n > MAX_LIST_LENGTH as i64 {
        return Err(too_long());
    }
    Ok(Request::SortedRolls {
        n: n as u32,
        each: Box::new(each),
        highest_first,
    })
}

/// Returns the question of a dice text with these values for the names in its braces.
pub(crate) fn dice(text: &DiceText, open: &[Datum]) -> Allowed<Request> {
    let terms = text
        .terms
        .iter()
        .map(|(sign, term)| Ok((*sign, dice_term(term, open)?)));
    terms.collect::<Allowed<_>>().map(Request::Dice)
}

fn dice_term(term: &WrittenTerm, open: &[Datum]) -> Allowed<DiceTerm> {
    let value = amount(term.number, open)?;
    let Some(sides) = term.sides else {
        return Ok(DiceTerm::Number(value));
    };
    let n = number(&Datum::Whole(value), "dice")?.into();
    let sides = faces(&Datum::Whole(amount(sides, open)?))?.into();
    let keep = match term.kept {
        Some((kept, kept_amount)) => {
            let kept_count = number(
                &Datum::Whole(amount(kept_amount, open)?),
                "dice to keep or drop",
            )?;
            kept.resolve(n, kept_count.into())
        }
        None => KeptDice::All,
    };
    Ok(DiceTerm::Dice { n, sides, keep })
}

const BRACES_HELP: &str = "use a whole number. A die that scenarios can change is luck = dice_of(\"d6\", \"luck die\") at the \
    top, rolled by dice(luck); 0 means no die";

fn amount(amount: Amount, open: &[Datum]) -> Allowed<i64> {
    let value = match amount {
        Amount::Number(number) => return Ok(number as i64),
        Amount::Name(index) => &open[index],
    };
    match value.as_whole() {
        Some(number) if number.abs() <= MAX_FACES => Ok(number),
        Some(number) => Err((
            format!("{number} in braces is too large"),
            "use numbers up to 1,000,000 in dice",
        )),
        None => Err((
            format!(
                "the value of the name in braces must be a whole number, not {}",
                value.kind()
            ),
            BRACES_HELP,
        )),
    }
}
