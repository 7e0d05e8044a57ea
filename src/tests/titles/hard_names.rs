//! Names and titles that are hard to parse.

use super::random::Chance;

/// Names that are hard to parse: placeholders of templates, quotes, words of sentences, other
/// scripts.
const HARD_NAMES: [&str; 36] = [
    "QV",
    "Bonus dice",
    "dice",
    "Hits on",
    "the enemy's save",
    "Vanguard: QV",
    "Score",
    "Attacker wins",
    "Is A better than B?",
    "more",
    "than",
    "and",
    "with",
    "at",
    "or more",
    "only at 3",
    "over 50%",
    "12.5%",
    "3",
    "0",
    "100%",
    "[",
    "{",
    "{label}",
    "[; {share}",
    "“Harsh”",
    "\"quoted\"",
    "Müller größer",
    "🎲🎲",
    "احتمال",
    "a, b; c",
    "Wins: ours",
    "?",
    "...",
    "(simulated)",
    "throughout",
];

/// Returns a name of one or two hard words, and sometimes a long one.
pub(super) fn name(chance: &mut Chance) -> String {
    let mut words: Vec<&str> = (0..1 + chance.below(2))
        .filter_map(|_| chance.pick(&HARD_NAMES).copied())
        .collect();
    if chance.below(40) == 0 {
        words = vec!["hard to read "; 15];
    }
    words.join(" ").trim().to_owned()
}

/// Returns this many names, all different.
pub(super) fn names(chance: &mut Chance, count: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    while found.len() < count {
        let name = name(chance);
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
