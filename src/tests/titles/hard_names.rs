//! Names and titles that are hard to read.

use super::random::Chance;

/// Names that are hard to read: marks of templates, quotes, words of sentences, other scripts.
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

/// A name of one or two hard words; now and then a long one.
pub(super) fn name(chance: &mut Chance) -> String {
    let mut words: Vec<&str> = (0..1 + chance.below(2))
        .filter_map(|_| chance.pick(&HARD_NAMES).copied())
        .collect();
    if chance.below(40) == 0 {
        words = vec!["hard to read "; 15];
    }
    words.join(" ").trim().to_owned()
}

/// So many names, each different from the others.
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
