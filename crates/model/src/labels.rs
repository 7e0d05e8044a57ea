//! Labels of metrics and parameters, also inside sentences.

use crate::rule::metric::{Kind, Outcome, ShownMetric, Wording};
use crate::rule::nouns::{is_plural, singular};
use crate::rule::presentation::Measure;

/// Returns a number with a true minus sign, and commas from 10,000 on.
pub(crate) fn number_text(number: i64) -> String {
    crate::figures::fixed(number as f64, 0)
}

/// Returns a sentence with an initial capital, also inside an initial quotation mark. A question
/// such as "mean(hits)" stays unchanged.
pub fn capitalize(sentence: &str) -> String {
    if sentence
        .split_once('(')
        .is_some_and(|(name, _)| !name.is_empty() && name.chars().all(char::is_alphanumeric))
    {
        return sentence.to_owned();
    }
    match sentence.strip_prefix('“') {
        Some(rest) => format!("“{}", capitalize_initial(rest)),
        None => capitalize_initial(sentence),
    }
}

/// Returns a text with a capital first letter.
pub fn capitalize_initial(text: &str) -> String {
    let mut letters = text.chars();
    let initial = letters.next().into_iter().flat_map(char::to_uppercase);
    initial.chain(letters).collect()
}

/// Returns a label with a capital first letter. Names such as "d6" and "x" stay unchanged.
pub fn capitalize_label(label: &str) -> String {
    let first = label.split_whitespace().next().unwrap_or("");
    if first.chars().count() > 1 && first.chars().all(char::is_alphabetic) {
        capitalize_initial(label)
    } else {
        label.to_owned()
    }
}

/// Returns a text with a small first letter.
pub(crate) fn uncapitalize_initial(text: &str) -> String {
    let mut letters = text.chars();
    let initial = letters.next().into_iter().flat_map(char::to_lowercase);
    initial.chain(letters).collect()
}

/// Returns a label with a small initial, for use inside a sentence. Abbreviations ("QV", "RPs"),
/// single letters and names ("Counter Missions") stay unchanged.
pub fn uncapitalize(label: &str) -> String {
    let is_abbreviation = |word: &str| {
        word.chars()
            .skip(1)
            .any(|c| c.is_uppercase() || c.is_ascii_digit())
    };
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase) && !is_abbreviation(word) && word.len() > 1
    };
    let mut words = label.split_whitespace();
    let first = words.next().unwrap_or("");
    // The name in "Ann’s dice" keeps its capital.
    if first.ends_with("'s") || first.ends_with("\u{2019}s") {
        return label.to_owned();
    }
    let is_article = ["The", "A", "An", "Our", "Their", "Your", "Its"].contains(&first);
    if !is_article && (first.chars().count() < 2 || is_abbreviation(first) || words.any(is_name)) {
        return label.to_owned();
    }
    uncapitalize_initial(label)
}

/// Returns a label for use inside a sentence. A label that the designer set stays unchanged.
pub(crate) fn uncapitalize_unless(is_named: bool, label: &str) -> String {
    if is_named {
        label.to_owned()
    } else {
        uncapitalize(label)
    }
}

/// Returns the label of a measure of a metric, in the wording of the rule if it has one. Examples
/// are "All dice succeed", "Actions in Turn 2: 4 or more", "The last Act is gone by Turn 6".
/// `place` is the step with a space before it, or empty.
pub fn measure_label(metric: &ShownMetric, measure: Measure, place: &str) -> String {
    let label = format!("{}{place}", metric.label);
    let clause = |words: &str| capitalize(words) + place;
    let (yes, no) = match &metric.wording {
        Wording::Event { yes, no } => (
            Some(yes.as_str()),
            Some(no.as_str()).filter(|no| !no.is_empty()),
        ),
        _ => (None, None),
    };
    let happens = yes.map_or_else(|| label.clone(), clause);
    let step = metric.step.word();
    match (&metric.kind, measure) {
        (Kind::Flag, Measure::Is(0)) => no.map_or_else(|| format!("{label}: no"), clause),
        (Kind::Flag, _) | (Kind::When, Measure::AtLeast(..=1)) => happens,
        (_, Measure::Mean) => label,
        (Kind::Category(outcomes), Measure::Is(code)) => {
            match usize::try_from(code)
                .ok()
                .and_then(|code| outcomes.get(code))
            {
                Some(outcome) if !outcome.clause.is_empty() => clause(&outcome.clause),
                Some(outcome) => format!("{label}: {}", outcome_in_sentence(outcome)),
                None => label,
            }
        }
        (Kind::When, Measure::AtLeast(least)) => format!("{happens} in {step} {least} or later"),
        (Kind::When, Measure::AtMost(most)) => format!("{happens} by {step} {most}"),
        (Kind::When, Measure::Is(just)) => format!("{happens} in {step} {just}"),
        (_, Measure::AtLeast(least)) => format!("{label}: {} or more", number_text(least)),
        (_, Measure::AtMost(most)) => format!("{label}: {} or less", number_text(most)),
        (_, Measure::Is(just)) => format!("{label}: {}", number_text(just)),
    }
}

/// Returns the step of a metric, with a space before it: " in Turn 20", " by Turn 20", " for
/// Vanguard".
pub(crate) fn step_phrase(metric: &ShownMetric, name: Option<&str>, step: u32) -> String {
    match name {
        Some(name) => format!(" for {name}"),
        None if metric.is_cumulative => format!(" by {} {step}", metric.step.word()),
        None => format!(" in {} {step}", metric.step.word()),
    }
}

/// Returns the label of a metric for use inside a sentence. It keeps a capital that the rule or the
/// designer uses inside sentences.
pub fn label_in_sentence(metric: &ShownMetric, label: &str) -> String {
    let first = label.split(' ').next().unwrap_or_default();
    let is_name = match &metric.wording {
        Wording::Counted { plural: many, .. } => many.split(' ').any(|word| word == first),
        Wording::Amount(phrase) | Wording::Event { yes: phrase, .. } => {
            phrase.split(' ').any(|word| word == first)
        }
        Wording::Named => true,
        Wording::ByLabel => false,
    };
    if is_name {
        label.to_owned()
    } else {
        uncapitalize(label)
    }
}

/// Returns an outcome for use inside a sentence. A label that the designer set, or a name with a
/// capital in the rule file, stays unchanged.
pub fn outcome_in_sentence(outcome: &Outcome) -> String {
    let is_name = outcome.is_named || outcome.name.starts_with(char::is_uppercase);
    if is_name {
        outcome.label.clone()
    } else {
        uncapitalize(&outcome.label)
    }
}

/// Returns a label without the text in brackets: "Quality Value" for "Quality Value (QV)".
pub(crate) fn without_brackets(label: &str) -> &str {
    label.split(" (").next().unwrap_or(label).trim()
}

/// Returns the possessive of a name: "Vanguard’s ", or an empty text without a name.
pub(crate) fn possessive(owner: &str) -> String {
    match owner {
        "" => String::new(),
        _ => format!("{owner}{} ", if owner.ends_with('s') { "’" } else { "’s" }),
    }
}

/// Quotes a label that begins with a preposition ("At Census"), so that another preposition may
/// precede it. Also quotes a label that would read as a bound ("at least 4").
pub(crate) fn quote_if_ambiguous(label: &str) -> String {
    let first = label.split_whitespace().next().unwrap_or("").to_lowercase();
    if ["at", "on", "per", "by", "with", "from", "least", "most"].contains(&first.as_str()) {
        format!("“{label}”")
    } else {
        label.to_owned()
    }
}

/// Returns whether a label names an owner, so that no number can precede it: "our wounds", "Ann’s
/// dice", "each goblin's hits".
pub(crate) fn names_owner(label: &str) -> bool {
    const OWNERS: [&str; 9] = [
        "our", "their", "your", "my", "his", "her", "its", "each", "every",
    ];
    let first = label.split_whitespace().next().unwrap_or("").to_lowercase();
    let is_name = |word: &str| word.ends_with("'s") || word.ends_with("\u{2019}s");
    label.split_whitespace().any(is_name) || OWNERS.contains(&first.as_str())
}

/// Finds the noun that a label counts ("Orders not executed", "Dice rolled", "White cubes left");
/// `None` if it counts nothing.
pub(crate) fn parse_counted(label: &str) -> Option<CountedLabel<'_>> {
    let label = without_brackets(label);
    if label.contains([':', ',']) {
        return None;
    }
    // "8 our wounds" would be wrong.
    if names_owner(label) {
        return None;
    }
    // The counted noun is at the start, before its modifiers.
    let is_noun = |word: &&str| {
        ![
            "of", "that", "to", "with", "for", "from", "in", "per", "the",
        ]
        .contains(word)
    };
    let first = label
        .split_whitespace()
        .take(3)
        .take_while(is_noun)
        .position(is_plural)?;
    let start = label
        .split_whitespace()
        .take(first)
        .map(|word| word.len() + 1)
        .sum::<usize>();
    let (before, rest) = label.split_at_checked(start)?;
    let (word, after) = rest
        .split_once(' ')
        .map_or((rest, ""), |(word, after)| (word, after));
    Some(CountedLabel {
        before,
        word,
        after,
    })
}

/// A label that counts something: "White " + "cubes" + "left".
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CountedLabel<'l> {
    before: &'l str,
    word: &'l str,
    /// The modifiers after the noun: "left", "not executed".
    pub(crate) after: &'l str,
}

impl CountedLabel<'_> {
    /// Returns the noun phrase: "actions", "white cubes left", or "action" for one.
    pub(crate) fn noun(&self, is_one: bool) -> String {
        let word = if is_one {
            singular(self.word)
        } else {
            self.word.to_owned()
        };
        uncapitalize(format!("{}{word} {}", self.before, self.after).trim())
    }

    /// Returns whether it counts this noun, such as "dice".
    pub(crate) fn counts(&self, noun: &str) -> bool {
        self.word.eq_ignore_ascii_case(noun)
    }

    /// Returns a number with the noun: "5 actions", "1 action".
    pub(crate) fn number(&self, number: i64) -> String {
        format!("{} {}", number_text(number), self.noun(number == 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_lose_their_capital_in_sentences_unless_names() {
        let kept_labels = [
            "QV",
            "RPs spent",
            "X",
            "Counter Missions left",
            "Degree of Difference",
        ];
        assert_eq!(kept_labels.map(uncapitalize), kept_labels);
        assert_eq!(
            ["Mixed", "White cubes", "Inactive CEs"].map(uncapitalize),
            ["mixed", "white cubes", "inactive CEs"]
        );
        assert_eq!(uncapitalize("Our Base Damage"), "our Base Damage");
    }

    #[test]
    fn named_outcomes_keep_their_capitals() {
        use crate::rule::metric::Tone;
        let outcome = |name: &str, label: &str| Outcome::new(name, label, Tone::Neutral);
        let outcomes = [
            outcome("gambler", "Gambler"),
            outcome("Gambler", "Gambler"),
            Outcome {
                is_named: true,
                ..outcome("a", "Bernd")
            },
        ];
        assert_eq!(
            outcomes.each_ref().map(outcome_in_sentence),
            ["gambler", "Gambler", "Bernd"]
        );
    }

    #[test]
    fn counted_labels_have_singular_and_plural() {
        let counted_text =
            |label: &'static str, number| parse_counted(label).map(|noun| noun.number(number));
        assert_eq!(counted_text("Successes", 1).as_deref(), Some("1 success"));
        assert_eq!(
            counted_text("Orders not executed", 3).as_deref(),
            Some("3 orders not executed")
        );
        assert_eq!(
            counted_text("Orders not executed", 1).as_deref(),
            Some("1 order not executed")
        );
        assert_eq!(
            counted_text("White cubes left", 1).as_deref(),
            Some("1 white cube left")
        );
        assert_eq!(
            counted_text("Dice rolled", 1).as_deref(),
            Some("1 die rolled")
        );
        assert_eq!(
            counted_text("Inactive CEs", 2).as_deref(),
            Some("2 inactive CEs")
        );
        assert_eq!(
            counted_text("Faculties left", 1).as_deref(),
            Some("1 faculty left")
        );
        assert_eq!(
            counted_text("Disrupted Government Titles", 1).as_deref(),
            Some("1 Disrupted Government Title")
        );
        for label in [
            "Wing of Dice",
            "Pool",
            "Degree of Difference (ours less theirs)",
            "Ours",
            "Loss",
            "our wounds",
            "The orc's hit points",
            "Each goblin's hit points",
            "Acts: first turn with none left",
        ] {
            assert_eq!(counted_text(label, 2), None, "{label}");
        }
    }

    #[test]
    fn labels_begin_with_a_capital_unless_they_are_names() {
        let labels = ["inactive CEs", "d6 rolled", "x", "its value", ""];
        assert_eq!(
            labels.map(capitalize_label),
            ["Inactive CEs", "d6 rolled", "x", "Its value", ""]
        );
    }

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(
            [capitalize(""), capitalize("“all fail” leads")],
            ["", "“All fail” leads"]
        );
    }
}
