//! Replaces terms of statistics with everyday words, for playtesters.

/// Terms and their replacements. They are replaced in this order, so a term comes before the terms
/// that are part of it.
const WORDS: [(&str, &str); 21] = [
    ("Median", "Middle"),
    ("median", "middle"),
    ("50% and 90% bands", "half and nine in ten of all games"),
    ("Mean", "Average"),
    ("mean", "average"),
    ("Distribution", "Spread"),
    ("distribution", "spread"),
    ("Probability", "Chance"),
    ("probability", "chance"),
    ("simulated", "played"),
    ("trials", "games"),
    ("trial", "game"),
    ("Standard deviation", "Spread"),
    ("standard deviation", "spread"),
    ("quantiles", "steps"),
    ("95% interval", "range"),
    ("intervals", "ranges"),
    ("interval", "range"),
    ("flags switched", "yes and no exchanged"),
    ("parameters", "settings"),
    ("parameter", "setting"),
];

/// Replaces the terms in a text. Only whole words are replaced: "means" and "meaning" stay.
pub fn text(text: &str) -> String {
    WORDS.iter().fold(text.to_owned(), |text, &(word, plain)| {
        replace_word(&text, word, plain)
    })
}

fn replace_word(text: &str, word: &str, plain: &str) -> String {
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find(word) {
        let (before, found) = rest.split_at(position);
        let after = &found[word.len()..];
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_whole = !is_letter(before.chars().next_back()) && !is_letter(after.chars().next());
        done.push_str(before);
        done.push_str(if is_whole { plain } else { word });
        rest = after;
    }
    done + rest
}

/// Removes from the last line of a chart how its numbers were checked.
pub fn note(note: &str) -> String {
    let is_kept = |sentence: &&str| {
        let small = sentence.to_lowercase();
        ![
            "checked by",
            "exact",
            "trials",
            "seed",
            "interval",
            "simulated",
            "sample",
            "unresolved",
        ]
        .iter()
        .any(|word| small.contains(word))
    };
    let kept: Vec<&str> = note.split_inclusive(". ").filter(is_kept).collect();
    text(kept.concat().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_become_everyday_words() {
        assert_eq!(
            text("Mean actions: median 4, what it means"),
            "Average actions: middle 4, what it means"
        );
        assert_eq!(text("<text>mean 2.28</text>"), "<text>average 2.28</text>");
        assert_eq!(
            note("Exact. Rounded; a row may not add up to 100%. Checked by 100 trials, seed 1."),
            "Rounded; a row may not add up to 100%."
        );
    }
}
