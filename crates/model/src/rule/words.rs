//! Descriptions of rules: what they say, their source, and interpretations of unclear text.

use crate::labels::capitalize_initial;

/// The description of a bundled rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleWords {
    /// The rule in five to ten sentences, with the terms of its source.
    pub sentences: &'static [&'static str],
    /// The source.
    pub origin: &'static str,
    /// Interpretations of unclear text.
    pub interpretations: &'static [Interpretation],
}

/// An interpretation of unclear text, or of a number that the text leaves to the designer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interpretation {
    /// The default interpretation.
    pub default: &'static str,
    /// The alternatives that a scenario can choose.
    pub alternatives: &'static [OtherInterpretation],
}

/// An alternative interpretation, and how to choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherInterpretation {
    /// The path of the parameter below `[parameters]`.
    pub key: &'static str,
    /// Its value, as TOML.
    pub value: &'static str,
    /// The meaning.
    pub meaning: &'static str,
}

impl OtherInterpretation {
    /// Returns the setting as a scenario writes it: `ties = "succeed"`.
    pub fn setting(&self) -> String {
        format!("{} = {}", self.key, self.value)
    }
}

/// Returns an interpretation and its alternatives.
pub const fn interpretation(
    default: &'static str,
    alternatives: &'static [OtherInterpretation],
) -> Interpretation {
    Interpretation {
        default,
        alternatives,
    }
}

/// Returns an alternative: a path, a value as TOML, and the meaning.
pub const fn other_interpretation(
    key: &'static str,
    value: &'static str,
    means: &'static str,
) -> OtherInterpretation {
    OtherInterpretation {
        key,
        value,
        meaning: means,
    }
}

/// The description of any rule. For a rule file, it comes from the file's title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleDescription {
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// The source; may be empty.
    pub origin: String,
    /// Interpretations of unclear text.
    pub interpretations: &'static [Interpretation],
}

impl RuleDescription {
    /// Describes a bundled rule. Its sentences are one paragraph.
    pub fn from_words(words: &RuleWords) -> RuleDescription {
        RuleDescription {
            paragraphs: vec![words.sentences.join(" ")],
            origin: words.origin.to_owned(),
            interpretations: words.interpretations,
        }
    }

    /// Describes a rule file by the paragraphs of its title, which are separated by blank lines.
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

/// Returns a text as a sentence, with an initial capital and a full stop.
pub fn to_sentence(text: &str) -> String {
    let text = text.trim();
    let has_stop = text.is_empty() || text.ends_with(['.', '!', '?']);
    capitalize_initial(text) + if has_stop { "" } else { "." }
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
