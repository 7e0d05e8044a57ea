//! The situations in which players decide, stored compactly: every text is stored once.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::play::Stake;
use crate::exactly;

/// The situations of a play, in the order in which trials reach them.
///
/// A game may have hundreds of thousands of them. A situation takes about 200 bytes and has no
/// separate allocation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Situations {
    /// Every text.
    texts: Vec<Box<str>>,
    /// Every name of a part with a value, as indices into `texts`.
    named_values: Vec<[u32; 2]>,
    /// The words of all situations, as indices into `texts`.
    words: Vec<u32>,
    /// The parts of all situations, as indices into `named_values`.
    parts: Vec<u32>,
    /// The options of all situations.
    offers: Vec<StoredOffer>,
    stored: Vec<StoredSituation>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredSituation {
    /// The ends of its words, parts and options in the lists of all situations.
    words_end: u32,
    parts_end: u32,
    offers_end: u32,
    choice: u32,
    best: u32,
    number: u32,
    is_game: bool,
    has_their_aim: bool,
    #[serde(with = "exactly")]
    value: f64,
    #[serde(with = "exactly")]
    reached: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredOffer {
    name: u32,
    is_best: bool,
    stake: Option<Stake>,
    #[serde(with = "exactly")]
    probability: f64,
}

/// A situation in which a player decides.
#[derive(Clone, Copy, Debug)]
pub struct MetSituation<'s> {
    situations: &'s Situations,
    index: usize,
}

/// An option in a situation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its value and its loss; `None` if a trial with this option can never end.
    pub stake: Option<Stake>,
    /// Whether it is tied with the best for all aims.
    pub is_best: bool,
    /// The probability that the play takes it.
    pub probability: f64,
}

impl Situations {
    /// Returns the number of situations.
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    /// Returns a situation.
    ///
    /// # Panics
    /// Panics if there is none with this index.
    pub fn get(&self, index: usize) -> MetSituation<'_> {
        assert!(index < self.len(), "no such situation");
        MetSituation {
            situations: self,
            index,
        }
    }

    /// Returns all situations.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = MetSituation<'_>> + ExactSizeIterator {
        (0..self.len()).map(|index| MetSituation {
            situations: self,
            index,
        })
    }

    fn text(&self, index: u32) -> &str {
        &self.texts[index as usize]
    }
}

impl<'s> MetSituation<'s> {
    fn stored(self) -> &'s StoredSituation {
        &self.situations.stored[self.index]
    }

    /// Returns a range in a list of all situations; `end` returns the end of a situation in it.
    fn range(self, end: impl Fn(&StoredSituation) -> u32) -> std::ops::Range<usize> {
        let before = self.index.checked_sub(1);
        let start = before.map_or(0, |before| end(&self.situations.stored[before]));
        start as usize..end(self.stored()) as usize
    }

    /// Returns the situation in words.
    pub fn words(self) -> String {
        let words = &self.situations.words[self.range(|stored| stored.words_end)];
        let texts: Vec<&str> = words
            .iter()
            .map(|&word| self.situations.text(word))
            .collect();
        texts.join(", ")
    }

    /// Returns its parts, each with its name and its value.
    pub fn parts(self) -> impl ExactSizeIterator<Item = (&'s str, &'s str)> {
        let parts = &self.situations.parts[self.range(|stored| stored.parts_end)];
        parts.iter().map(move |&part| {
            let [name, value] = self.situations.named_values[part as usize];
            (self.situations.text(name), self.situations.text(value))
        })
    }

    /// Returns the value of a part.
    pub fn part(self, name: &str) -> Option<&'s str> {
        let mut parts = self.parts();
        parts
            .find(|(part, _)| *part == name)
            .map(|(_, value)| value)
    }

    /// Returns the name of the choice.
    pub fn choice(self) -> &'s str {
        self.situations.text(self.stored().choice)
    }

    /// Returns the index of the choice among the rule's choices.
    pub fn number(self) -> usize {
        self.stored().number as usize
    }

    /// Returns the name of the best option.
    pub fn best(self) -> &'s str {
        self.situations.text(self.stored().best)
    }

    /// Returns the value of the aim from here on, with the best option and best play of this player
    /// afterwards.
    pub fn value(self) -> f64 {
        self.stored().value
    }

    /// Returns the available options.
    pub fn options(self) -> impl ExactSizeIterator<Item = Offer<'s>> {
        let offers = &self.situations.offers[self.range(|stored| stored.offers_end)];
        offers.iter().map(move |offer| Offer {
            name: self.situations.text(offer.name),
            stake: offer.stake,
            is_best: offer.is_best,
            probability: offer.probability,
        })
    }

    /// Returns whether the other side decides at the same time.
    pub fn is_game(self) -> bool {
        self.stored().is_game
    }

    /// Returns whether the values are those of the other side's aim, which is not the opposite.
    pub fn has_their_aim(self) -> bool {
        self.stored().has_their_aim
    }

    /// Returns the probability that a trial under this play reaches it. If it can recur, this is
    /// the average number of visits.
    pub fn reached(self) -> f64 {
        self.stored().reached
    }

    /// Returns the probability with which best play takes its likeliest option, if it mixes several
    /// because the other side decides at the same time.
    pub fn mixed_share(self) -> Option<f64> {
        let shares = || self.options().map(|offer| offer.probability);
        let is_mixed = self.is_game() && shares().filter(|&share| share > 0.0).count() > 1;
        is_mixed.then(|| shares().fold(0.0, f64::max))
    }
}

impl Offer<'_> {
    /// Returns the value of the aim with this option.
    pub fn value(&self) -> Option<f64> {
        self.stake.map(|stake| stake.value)
    }

    /// Returns the loss compared with the best option.
    pub fn loss(&self) -> Option<f64> {
        self.stake.map(|stake| stake.loss)
    }
}

/// Facts about a situation, apart from its words, parts and options.
#[derive(Clone, Copy, Debug)]
pub struct SituationFacts<'f> {
    /// The name of the choice.
    pub choice: &'f str,
    /// The index of the choice among the rule's choices.
    pub number: usize,
    /// The name of the best option.
    pub best: &'f str,
    /// See [`MetSituation::value`].
    pub value: f64,
    /// See [`MetSituation::is_game`].
    pub is_game: bool,
    /// See [`MetSituation::has_their_aim`].
    pub has_their_aim: bool,
    /// See [`MetSituation::reached`].
    pub reached: f64,
}

/// Collects situations.
#[derive(Debug, Default)]
pub struct SituationsBuilder {
    situations: Situations,
    texts: FxHashMap<Box<str>, u32>,
    named_values: FxHashMap<[u32; 2], u32>,
}

impl SituationsBuilder {
    /// Adds a situation without options: its facts, its words, and its parts with their values.
    pub fn push<T: AsRef<str>>(
        &mut self,
        facts: &SituationFacts<'_>,
        words: impl IntoIterator<Item = T>,
        parts: impl IntoIterator<Item = (T, T)>,
    ) {
        for word in words {
            let word = self.text(word.as_ref());
            self.situations.words.push(word);
        }
        for (name, value) in parts {
            let named = [self.text(name.as_ref()), self.text(value.as_ref())];
            let known = &mut self.situations.named_values;
            let part = *self.named_values.entry(named).or_insert_with(|| {
                known.push(named);
                known.len() as u32 - 1
            });
            self.situations.parts.push(part);
        }
        let stored = StoredSituation {
            words_end: self.situations.words.len() as u32,
            parts_end: self.situations.parts.len() as u32,
            offers_end: self.situations.offers.len() as u32,
            choice: self.text(facts.choice),
            best: self.text(facts.best),
            number: facts.number as u32,
            is_game: facts.is_game,
            has_their_aim: facts.has_their_aim,
            value: facts.value,
            reached: facts.reached,
        };
        self.situations.stored.push(stored);
    }

    /// Adds an option to the last situation.
    ///
    /// # Panics
    /// Panics if there is no situation.
    pub fn push_offer(&mut self, offer: &Offer<'_>) {
        let stored = StoredOffer {
            name: self.text(offer.name),
            is_best: offer.is_best,
            stake: offer.stake,
            probability: offer.probability,
        };
        self.situations.offers.push(stored);
        let last = self.situations.stored.last_mut();
        last.expect("an option belongs to a situation").offers_end =
            self.situations.offers.len() as u32;
    }

    /// Returns the situations.
    pub fn finish(mut self) -> Situations {
        let situations = &mut self.situations;
        situations.words.shrink_to_fit();
        situations.parts.shrink_to_fit();
        situations.offers.shrink_to_fit();
        situations.stored.shrink_to_fit();
        self.situations
    }

    fn text(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.texts.get(text) {
            return index;
        }
        let index = self.situations.texts.len() as u32;
        self.situations.texts.push(text.into());
        self.texts.insert(text.into(), index);
        index
    }
}
