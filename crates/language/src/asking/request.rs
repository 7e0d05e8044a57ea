//! A question to chance or to a player, with checked arguments.

use std::sync::Arc;

use oddsmith_engine::chance::{DiceTerm, KeptDice};

use crate::choice::ChoiceCode;
use crate::ratio::Ratio;
use crate::value::{Datum, Unread};

/// A question to chance or to a player. Equal questions have the same answers with the same
/// probabilities.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Request {
    Roll(AnyDie),
    /// A sum of dice and numbers, each with its sign.
    Dice(Vec<(i64, DiceTerm)>),
    /// Several equal dice, highest first.
    Pool {
        n: u32,
        die: AnyDie,
    },
    /// Dice with these numbers of sides, highest first.
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
    /// One roll of a die whose faces have weights.
    Weighted {
        die: AnyDie,
        weights: Vec<u64>,
    },
    Draw {
        counts: Vec<u32>,
        n: u32,
        /// For cards with names: which of all field names are kinds of the deck.
        kinds: Option<Arc<[bool]>>,
        /// Whether only the hand is needed, not the remaining deck.
        is_hand: bool,
    },
    /// A die that is rolled again and added up while it shows its highest face.
    Exploding(u32),
    /// One roll repeated several times, sorted.
    SortedRolls {
        n: u32,
        each: Box<Request>,
        highest_first: bool,
    },
    /// An entry of a list that was rolled before and is read now.
    Index {
        unread: Arc<Unread>,
        index: u32,
    },
    /// All remaining entries of such a list.
    Rest(Arc<Unread>),
    /// The largest or the smallest count of a tally that was rolled before.
    Extreme {
        n: u32,
        weights: Vec<u64>,
        is_largest: bool,
    },
    /// The number of different faces of dice that were rolled before.
    Distinct {
        n: u32,
        weights: Vec<u64>,
    },
    /// The sum of dice that were rolled before.
    Total(DiceTerm),
    /// A decision of a player.
    Choose {
        choice: u16,
        options: Arc<Vec<Datum>>,
        /// The values that the player sees; `None` if the player sees everything.
        seen: Option<Arc<SeenValues>>,
    },
    /// The decisions of two players who choose at once.
    ChooseAtOnce {
        choices: [u16; 2],
        options: [Arc<Vec<Datum>>; 2],
    },
}

/// The values that a player sees at a choice that hides part of the situation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SeenValues {
    /// The index of the names of the values in the program.
    pub(crate) names: u16,
    pub(crate) values: Vec<Datum>,
}

/// A die: faces from 1 up, or the entries of a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AnyDie {
    Faces(u32),
    Entries(Arc<Vec<Datum>>),
}

impl Request {
    /// Returns how many dice, events or cards the question takes, and at least one. A list that was
    /// rolled before takes none. A tally with many places, and a decision, count as the dice that
    /// take as long.
    pub(crate) fn size(&self) -> u64 {
        let n = match self {
            Request::Index { .. }
            | Request::Rest(_)
            | Request::Total(_)
            | Request::Extreme { .. }
            | Request::Distinct { .. } => {
                return 0;
            }
            Request::SortedRolls { n, each, .. } => u64::from(*n) * each.size(),
            Request::Pool { n, .. } | Request::Successes { n, .. } => u64::from(*n),
            // Filling a place takes a quarter of the time of a die.
            Request::Tally { n, weights } => u64::from(*n).max(weights.len() as u64 / 4),
            Request::Binomial { n, .. } | Request::Draw { n, .. } => u64::from(*n),
            Request::Mixed(faces) => faces.len() as u64,
            Request::Dice(terms) => terms.iter().map(|(_, term)| term.dice()).sum(),
            Request::Roll(_)
            | Request::Chance(_)
            | Request::Weighted { .. }
            | Request::Exploding(_) => 1,
            // Finding the state and its best option takes about as long as this many dice.
            Request::Choose { .. } => 64,
            Request::ChooseAtOnce { .. } => 128,
        };
        n.max(1)
    }

    /// Returns the question as a rule would write it.
    pub(crate) fn words(&self, texts: &[String], choices: &[ChoiceCode]) -> String {
        match self {
            Request::Roll(die) => format!("roll({})", die.words(texts)),
            Request::Dice(terms) => format!("dice(\"{}\")", sum_words(terms)),
            Request::Exploding(sides) => format!("dice(\"1d{sides}!\")"),
            Request::Pool { n, die } => format!("pool({n}, {})", die.words(texts)),
            Request::Mixed(faces) => format!("pool({faces:?})"),
            Request::Tally { n, weights } => format!("tally({n}, {weights:?})"),
            Request::Successes { n, sides, least } => format!("successes({n}, {sides}, {least})"),
            Request::Chance(p) => format!("chance({p})"),
            Request::Binomial { n, p } => format!("binomial({n}, {p})"),
            Request::Weighted { die, weights } => {
                format!("roll({}, weights = {weights:?})", die.words(texts))
            }
            Request::Draw { counts, n, .. } => format!("draw({counts:?}, {n})"),
            Request::SortedRolls { n, each, .. } => {
                format!("{} {n} times", each.words(texts, choices))
            }
            Request::Index { index, .. } => format!("index {index} of the roll"),
            Request::Rest(_) => "the rest of the roll".to_owned(),
            Request::Extreme {
                n,
                weights,
                is_largest: largest,
            } => {
                format!(
                    "{}(tally({n}, {weights:?}))",
                    if *largest { "max" } else { "min" }
                )
            }
            Request::Distinct { n, weights } => {
                format!(
                    "the number of different faces of {n} dice with {} faces",
                    weights.len()
                )
            }
            Request::Total(term) => format!("the sum of {}", sum_words(&[(1, *term)])),
            Request::Choose { choice, .. } => {
                format!("choose({})", choices[usize::from(*choice)].name)
            }
            Request::ChooseAtOnce {
                choices: [first, second],
                ..
            } => {
                let name = |choice: u16| &choices[usize::from(choice)].name;
                format!("choose_at_once({}, {})", name(*first), name(*second))
            }
        }
    }

    /// Returns each choice of the question with its options: none if it asks chance.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (u16, &Arc<Vec<Datum>>)> {
        let (choices, options) = match self {
            Request::Choose {
                choice, options, ..
            } => (std::slice::from_ref(choice), std::slice::from_ref(options)),
            Request::ChooseAtOnce { choices, options } => (&choices[..], &options[..]),
            _ => (&[][..], &[][..]),
        };
        choices.iter().copied().zip(options)
    }

    /// Returns the values that the player sees, if the player sees only part of the situation.
    pub(crate) fn seen(&self) -> Option<&SeenValues> {
        match self {
            Request::Choose { seen, .. } => seen.as_deref(),
            _ => None,
        }
    }

    /// Returns whether the question asks players.
    pub(crate) fn asks_player(&self) -> bool {
        self.sides().next().is_some()
    }
}

/// Returns counts of cards as a value: an entry with a field for each kind, or a list if the cards
/// have no names.
pub(crate) fn cards(counts: Vec<i64>, kinds: Option<&Arc<[bool]>>) -> Datum {
    let mut counts = counts.into_iter().map(Datum::Whole);
    match kinds {
        None => Datum::list(counts.collect()),
        Some(kinds) => {
            let field =
                |is_kind: &bool| is_kind.then(|| counts.next()).flatten().unwrap_or_default();
            Datum::Cards(Arc::new(kinds.iter().map(field).collect()))
        }
    }
}

fn sum_words(terms: &[(i64, DiceTerm)]) -> String {
    let mut words = String::new();
    for (sign, term) in terms {
        let (is_negative, term) = match *term {
            DiceTerm::Number(number) => (sign * number < 0, number.abs().to_string()),
            DiceTerm::Dice {
                n,
                sides,
                keep: KeptDice::All,
            } => (*sign < 0, format!("{n}d{sides}")),
            DiceTerm::Dice {
                n,
                sides,
                keep: KeptDice::Highest(kept),
            } => (*sign < 0, format!("{n}d{sides}kh{kept}")),
            DiceTerm::Dice {
                n,
                sides,
                keep: KeptDice::Lowest(kept),
            } => (*sign < 0, format!("{n}d{sides}kl{kept}")),
        };
        let first = if words.is_empty() { "" } else { "+" };
        words += if is_negative { "-" } else { first };
        words += &term;
    }
    words
}

impl AnyDie {
    fn words(&self, texts: &[String]) -> String {
        match self {
            AnyDie::Faces(sides) => sides.to_string(),
            AnyDie::Entries(entries) => Datum::List(entries.clone()).show(texts),
        }
    }

    /// Returns the number of faces.
    pub(crate) fn len(&self) -> u32 {
        match self {
            AnyDie::Faces(sides) => *sides,
            AnyDie::Entries(entries) => entries.len() as u32,
        }
    }

    /// Returns the face at this index.
    pub(crate) fn face(&self, index: u32) -> Datum {
        match self {
            AnyDie::Faces(_) => Datum::Whole(i64::from(index) + 1),
            AnyDie::Entries(entries) => entries[index as usize].clone(),
        }
    }
}
