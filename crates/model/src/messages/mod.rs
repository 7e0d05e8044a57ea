//! The messages in charts and rulebook tables, in the language of the report.

mod table;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::figures::Numerals;
use crate::labels::capitalize_initial;
use crate::rule::nouns::join_with_word;

pub use table::Word;

/// The messages of a language, and its number format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Messages {
    /// Whether the language is not English.
    is_translated: bool,
    texts: BTreeMap<Word, String>,
    numerals: Numerals,
    /// The language file of the scenario, if there is one: its name and its text.
    pub file: Option<(String, String)>,
}

impl Messages {
    /// Returns the English messages.
    pub fn english() -> &'static Messages {
        static ENGLISH: OnceLock<Messages> = OnceLock::new();
        ENGLISH.get_or_init(Messages::default)
    }

    /// Returns the German messages.
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

    /// Returns the messages of another language, none of which is set yet.
    pub fn other_language() -> Messages {
        Messages {
            is_translated: true,
            ..Messages::default()
        }
    }

    /// Sets a message.
    pub fn set(&mut self, word: Word, text: &str) {
        self.texts.insert(word, text.to_owned());
    }

    /// Returns whether it sets a message.
    pub fn has(&self, word: Word) -> bool {
        self.texts.contains_key(&word)
    }

    /// Returns whether the language is not English.
    pub fn is_translated(&self) -> bool {
        self.is_translated
    }

    /// Returns the number format.
    pub fn numerals(&self) -> Numerals {
        self.numerals
    }

    /// Returns a message.
    pub fn text(&self, word: Word) -> &str {
        self.texts.get(&word).map_or(word.english(), String::as_str)
    }

    /// Returns a message with an initial capital.
    pub fn capitalized(&self, word: Word) -> String {
        capitalize_initial(self.text(word))
    }

    /// Returns a message with its placeholders filled in.
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

    /// Returns a name in quotation marks.
    pub fn quote(&self, name: &str) -> String {
        self.fill(Word::Quoted, &[("name", name)])
    }

    /// Returns a number, true or false in the language; other text is returned unchanged.
    pub fn value(&self, text: &str) -> String {
        match text {
            "true" => self.text(Word::True).to_owned(),
            "false" => self.text(Word::False).to_owned(),
            text if text.parse::<f64>().is_ok() => self.numerals.localize(text),
            text => text.to_owned(),
        }
    }

    /// Joins names, with a word before the last.
    pub fn join_names(&self, names: &[&str], word: Word) -> String {
        join_with_word(names, self.text(word))
    }

    /// Adds the percent sign to a number.
    pub fn percent(&self, number: &str) -> String {
        self.numerals.percent(number)
    }

    /// Takes the number format from the messages.
    pub fn with_numerals(mut self) -> Messages {
        let letter = |word: Word| self.text(word).chars().next();
        // A message that is unchanged from English has more than one character and sets no sign.
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

/// Returns the names of the placeholders of a message, which are in braces.
pub fn placeholders(text: &str) -> Vec<&str> {
    let opened = text.split('{').skip(1);
    opened
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}
