//! What the program says of itself on charts and in tables for rulebooks, in the designer's
//! language.

mod table;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::figures::Numerals;
use crate::rule::nouns::join_with_word;

pub use table::Word;

/// The words of a language, and how it writes numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Messages {
    /// Whether it is of another language than English.
    is_translated: bool,
    texts: BTreeMap<Word, String>,
    numerals: Numerals,
    /// The file of the designer's own that it is from: its name and its text.
    pub file: Option<(String, String)>,
}

impl Messages {
    /// The program's own words.
    pub fn english() -> &'static Messages {
        static ENGLISH: OnceLock<Messages> = OnceLock::new();
        ENGLISH.get_or_init(Messages::default)
    }

    /// German.
    pub fn german() -> Messages {
        let texts = Word::ALL
            .iter()
            .map(|&word| (word, word.german().to_owned()))
            .collect();
        Messages {
            texts,
            ..Messages::other_language()
        }
        .with_numerals()
    }

    /// Another language, of which no word is known yet.
    pub fn other_language() -> Messages {
        Messages {
            is_translated: true,
            ..Messages::default()
        }
    }

    /// Takes another text for a word.
    pub fn set(&mut self, word: Word, text: &str) {
        self.texts.insert(word, text.to_owned());
    }

    /// Whether it has a text of its own for a word.
    pub fn has(&self, word: Word) -> bool {
        self.texts.contains_key(&word)
    }

    /// Whether charts are in another language than English.
    pub fn is_translated(&self) -> bool {
        self.is_translated
    }

    /// How numbers are written.
    pub fn numerals(&self) -> Numerals {
        self.numerals
    }

    /// A word.
    pub fn text(&self, word: Word) -> &str {
        self.texts.get(&word).map_or(word.english(), String::as_str)
    }

    /// A word that stands at a beginning.
    pub fn capitalized(&self, word: Word) -> String {
        let mut letters = self.text(word).chars();
        letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect()
    }

    /// A word with what is put into it.
    pub fn fill(&self, word: Word, parts: &[(&str, &str)]) -> String {
        let (mut text, mut rest) = (String::new(), self.text(word));
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, after)) = after.split_once('}') else {
                break;
            };
            text.push_str(before);
            text.push_str(
                parts
                    .iter()
                    .find(|(part_name, _)| *part_name == name)
                    .map_or("", |(_, part)| part),
            );
            rest = after;
        }
        text + rest
    }

    /// A name in quotation marks.
    pub fn quote(&self, name: &str) -> String {
        self.fill(Word::Quoted, &[("name", name)])
    }

    /// A value that was written as a text: a number, true or false; all else stays what it is.
    pub fn value(&self, text: &str) -> String {
        match text {
            "true" => self.text(Word::True).to_owned(),
            "false" => self.text(Word::False).to_owned(),
            text if text.parse::<f64>().is_ok() => self.numerals.localize(text),
            text => text.to_owned(),
        }
    }

    /// Several names, with a word before the last.
    pub fn join_names(&self, names: &[&str], word: Word) -> String {
        join_with_word(names, self.text(word))
    }

    /// A number of percent.
    pub fn percent(&self, number: &str) -> String {
        self.numerals.percent(number)
    }

    /// The same with how numbers are written taken from its words.
    pub fn with_numerals(mut self) -> Messages {
        let letter = |word: Word| self.text(word).chars().next();
        // What has more than one character in English is none here.
        let sign = |word: Word| letter(word).filter(|_| self.text(word) != word.english());
        self.numerals = Numerals {
            decimal: letter(Word::DecimalPoint).unwrap_or('.'),
            thousands: letter(Word::Thousands),
            before_percent: letter(Word::BeforePercent),
            range: sign(Word::Range),
            one_in: sign(Word::OneIn),
        };
        self
    }
}

/// What is put into a text: the names in its braces.
pub fn placeholders(text: &str) -> Vec<&str> {
    let opened = text.split('{').skip(1);
    opened
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}
