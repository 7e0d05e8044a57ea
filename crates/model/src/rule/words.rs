//! A rule in plain sentences: what it says, where it comes from, how it was read where its text
//! leaves a choice.

/// What a bundled rule says of itself.
#[derive(Clone, Copy, Debug)]
pub struct RuleWords {
    /// The rule in five to ten sentences, with the words of the text that it is from.
    pub sentences: &'static [&'static str],
    /// Where it comes from.
    pub origin: &'static str,
    /// Where the text leaves a choice.
    pub interpretations: &'static [Interpretation],
}

/// How a text was read that can be read in several ways, or that leaves a number to the designer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interpretation {
    /// What holds where a scenario says nothing.
    pub default_reading: &'static str,
    /// What a scenario can say instead.
    pub alternatives: &'static [OtherReading],
}

/// Another reading, and how to take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherReading {
    /// The path of the parameter below `[parameters]`.
    pub key: &'static str,
    /// Its value, as TOML.
    pub value: &'static str,
    /// What holds then.
    pub meaning: &'static str,
}

impl OtherReading {
    /// As a scenario writes it: `ties = "succeed"`.
    pub fn setting(&self) -> String {
        format!("{} = {}", self.key, self.value)
    }
}

/// A reading that is taken, and the others.
pub const fn interpretation(
    taken: &'static str,
    alternatives: &'static [OtherReading],
) -> Interpretation {
    Interpretation {
        default_reading: taken,
        alternatives,
    }
}

/// Another reading: a path, a value as TOML, and what holds then.
pub const fn other_reading(
    key: &'static str,
    value: &'static str,
    means: &'static str,
) -> OtherReading {
    OtherReading {
        key,
        value,
        meaning: means,
    }
}

/// Any rule in words, a designer's own too: that one says what its file's title says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleDescription {
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Where it comes from; may be empty.
    pub origin: String,
    /// Where its text leaves a choice.
    pub interpretations: &'static [Interpretation],
}

impl RuleDescription {
    /// A bundled rule: its sentences are one paragraph.
    pub fn from_words(words: &RuleWords) -> RuleDescription {
        RuleDescription {
            paragraphs: vec![words.sentences.join(" ")],
            origin: words.origin.to_owned(),
            interpretations: words.interpretations,
        }
    }

    /// A rule file: the paragraphs of its title, which blank lines part.
    pub fn from_title(title: &str) -> RuleDescription {
        let mut says: Vec<String> = Vec::new();
        let mut goes_on = false;
        for line in title.lines().map(str::trim) {
            match says.last_mut().filter(|_| goes_on) {
                _ if line.is_empty() => {}
                Some(paragraph) => *paragraph = format!("{paragraph} {line}"),
                None => says.push(line.to_owned()),
            }
            goes_on = !line.is_empty();
        }
        RuleDescription {
            paragraphs: says,
            ..RuleDescription::default()
        }
    }
}

/// A text as a sentence: with a capital first letter, and a stop at its end.
pub fn to_sentence(text: &str) -> String {
    let text = text.trim();
    let mut characters = text.chars();
    let Some(first) = characters.next() else {
        return String::new();
    };
    let stop = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    first.to_uppercase().chain(characters).collect::<String>() + stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_file_titles_are_split_into_paragraphs() {
        let words = RuleDescription::from_title(
            "A drop\n\nIts chance rises\n  with every box.\n\n\nA pity box\nholds it.\n",
        );
        assert_eq!(
            words.paragraphs,
            [
                "A drop",
                "Its chance rises with every box.",
                "A pity box holds it."
            ]
        );
        assert_eq!(RuleDescription::from_title(""), RuleDescription::default());
    }

    #[test]
    fn a_text_becomes_a_sentence() {
        assert_eq!(
            ["dice", "Dice.", " our models ", "élan!", ""].map(to_sentence),
            ["Dice.", "Dice.", "Our models.", "Élan!", ""]
        );
    }
}
