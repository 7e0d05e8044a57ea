//! `simulate show messages`: all texts of charts, tables and headlines with examples, to review,
//! change or translate them.

use std::fmt::Write;

use crate::messages::{Word, placeholders};

/// The word after `simulate show`.
pub const TOPIC: &str = "messages";

/// Example values for the names in braces.
const EXAMPLES: [(&str, &str); 82] = [
    ("event", "the turn is cut short"),
    ("things", "2 or more dice"),
    ("shown", "chance of each outcome"),
    (
        "agreement",
        "Agrees with best play in 92.0% of decisions; costs 0.030 on average.",
    ),
    ("conditions", "20 or more points in the pot"),
    ("cost", "0.030 on average"),
    ("part", "points in the pot"),
    (
        "rule",
        "Again: bank with 20 or more points in the pot; else roll",
    ),
    ("what", "58.2%"),
    ("absent", "not activated"),
    ("aim", "Score"),
    ("all", "12"),
    ("ask", "Attacker wins"),
    ("axes", "attackers and defenders"),
    ("base", "50.6%"),
    ("bound", "over 50%"),
    ("case", "5 attackers, 3 defenders"),
    ("chance", "16.7%"),
    ("changes", "fast 4 (was 2)"),
    ("choice", "Again?"),
    ("count", "3"),
    ("cut", ", 1% or more"),
    ("difference", "25.0"),
    ("entry", "Vanguard"),
    ("extreme", "highest: 41.0% with 10 attackers"),
    ("file", "policy-again.png"),
    ("first", "3.33 with 1 die"),
    ("from", "with 3 dice"),
    ("gap", "0.040%"),
    ("goal", "60%"),
    ("half", "0.17%"),
    ("high", "57.9%"),
    ("label", "Attacker wins"),
    ("last", "5.38 with 12 dice"),
    ("least", "28.6%"),
    ("level", "95%"),
    ("line", "“Harsh”"),
    ("low", "29.6%"),
    ("many", "20"),
    ("met", "7"),
    ("metric", "hits"),
    ("most", "37.2%"),
    ("name", "“Harsh”"),
    ("names", "Mild and Harsh"),
    ("nth", "2"),
    ("number", "60%"),
    ("one", "58.2% with “Mild”"),
    ("option", "“roll”"),
    ("origin", "Rules, page 12"),
    ("other", "33.2% with “Harsh”"),
    ("others", "Odd"),
    ("outcome", "Defender"),
    ("p", "0.43"),
    ("parameter", "attackers"),
    ("place", "with 5 attackers"),
    ("places", "at wound roll 2+ and 3+"),
    ("range", "2 to 6"),
    ("reasons", "fast is at most 6"),
    ("reached", "reached at 3 of 5"),
    ("seed", "1"),
    ("share", "47.2%"),
    ("slight", "0.10"),
    ("some", "3"),
    ("step", "Turn 12"),
    ("there", "with 4"),
    ("title", "How long do the Acts last?"),
    ("to", "5"),
    ("tried", "500"),
    ("trials", "1,000,000 simulated trials per case"),
    ("play", "“best 90%”"),
    ("value", "50.6%"),
    ("variant", "with “Mild”"),
    ("unit", ", in percentage points"),
    ("ways", "to “Won”: 12.5%"),
    ("played", "23"),
    ("seen", "3.10"),
    ("expected", "4.44"),
    ("times", "140"),
    ("likely", "QV 5"),
    ("rival", "QV 4"),
    ("needed", "31"),
    ("wish", "Even odds"),
];

/// Returns all messages as a language file. Each has its English and its German text, and an
/// example if it contains names in braces.
pub fn language_file() -> String {
    let mut text = "# The words and sentences of headlines, charts and tables for rulebooks. Names in braces are replaced; titles of\n\
        # charts leave out what is in square brackets.\n\
        # To write your language: change the texts in quotation marks, save this file next to the scenario as fr.toml, and put\n\
        # language = \"fr.toml\" below [words] in the scenario. German is built in: language = \"de\".\n\n"
        .to_owned();
    for &word in Word::ALL {
        let example = example(word.english());
        let _ = writeln!(
            text,
            "{} = \"{}\"  # de: {}{example}",
            word.key(),
            word.english(),
            word.german()
        );
    }
    text
}

/// Returns an example such as "  # such as: Attacker wins: 50.6%". It is empty for a text without
/// names in braces.
fn example(text: &str) -> String {
    if placeholders(text).is_empty() {
        return String::new();
    }
    let value = |name: &str| {
        EXAMPLES
            .iter()
            .find(|(known, _)| *known == name)
            .map_or("…", |(_, value)| value)
    };
    let filled = placeholders(text)
        .iter()
        .fold(text.to_owned(), |filled, name| {
            filled.replace(&format!("{{{name}}}"), value(name))
        });
    format!("  # such as: {}", filled.replace(['[', ']'], ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_with_names_has_an_example() {
        let known = |name: &str| EXAMPLES.iter().any(|(known, _)| *known == name);
        for word in Word::ALL {
            let unknown: Vec<&str> = placeholders(word.english())
                .into_iter()
                .filter(|name| !known(name))
                .collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", word.key());
        }
        assert!(
            language_file().contains("  # such as: Attacker wins: 58.2%\n"),
            "{}",
            language_file()
        );
    }
}
