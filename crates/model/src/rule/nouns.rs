//! English nouns: singular and plural, and lists of names.

/// Joins names with "and": "As published, Harsh and Mild".
pub fn join_with_and(names: &[&str]) -> String {
    join_with_word(names, "and")
}

/// Joins names with a word before the last: "5, 6 or 7".
pub fn join_with_word(names: &[&str], word: &str) -> String {
    match names {
        [before @ .., second_to_last, last] => {
            let before: String = before.iter().map(|name| format!("{name}, ")).collect();
            format!("{before}{second_to_last} {word} {last}")
        }
        names => names.concat(),
    }
}

/// Returns whether a word is a plural noun.
pub fn is_plural(word: &str) -> bool {
    // Possessives and these words also end in s.
    const NOT: [&str; 13] = [
        "ours", "theirs", "yours", "its", "this", "has", "is", "less", "plus", "bias", "gas",
        "canvas", "atlas",
    ];
    let small = word.to_lowercase();
    small == "dice"
        || small.len() > 2
            && small.ends_with('s')
            && !["ss", "us", "is"].iter().any(|end| small.ends_with(end))
            && !NOT.contains(&small.as_str())
}

/// Returns the singular: "die" for "dice".
pub fn singular(word: &str) -> String {
    let replace_suffix =
        |end: &str, with: &str| word.strip_suffix(end).map(|stem| format!("{stem}{with}"));
    match word {
        "dice" => "die".to_owned(),
        "Dice" => "Die".to_owned(),
        "knives" => "knife".to_owned(),
        "lives" => "life".to_owned(),
        "dwarves" | "elves" | "halves" | "thieves" | "wolves" => word.replace("ves", "f"),
        _ => replace_suffix("ies", "y")
            .or_else(|| replace_suffix("sses", "ss"))
            .or_else(|| replace_suffix("xes", "x"))
            .or_else(|| replace_suffix("ches", "ch"))
            .or_else(|| replace_suffix("s", ""))
            .unwrap_or_else(|| word.to_owned()),
    }
}
