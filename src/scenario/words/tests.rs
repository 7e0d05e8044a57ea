use super::*;
use crate::catalogue::messages::language_file;
use crate::figures::Numerals;

fn document(text: &str) -> Node {
    Node::document(&Arc::new(Source {
        name: "own.toml".to_owned(),
        text: text.to_owned(),
    }))
    .expect("TOML")
}

fn read_with_file(text: &str, file: &str) -> (ReadWords, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let load_file = |name: &str| {
        Ok(Source {
            name: name.to_owned(),
            text: file.to_owned(),
        })
    };
    let book = read(&document(text), load_file, &mut problems);
    (book, problems)
}

#[test]
fn message_keys_are_unique_and_placeholders_match_across_languages() {
    let mut keys: Vec<&str> = Word::ALL.iter().map(|word| word.key()).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
    for &word in Word::ALL {
        let [mut english, mut german] = [word.english(), word.german()].map(placeholders);
        english.sort_unstable();
        german.sort_unstable();
        assert_eq!(english, german, "{}", word.key());
    }
}

#[test]
fn listed_messages_form_a_complete_language_file() {
    let ((book, left_out), problems) =
        read_with_file("[words]\nlanguage = \"own.toml\"", &language_file());
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        (left_out.is_none(), book.numerals(), book.is_translated()),
        (true, Numerals::ENGLISH, true)
    );
    assert!(
        Word::ALL
            .iter()
            .all(|&word| book.text(word) == word.english())
    );
}

#[test]
fn single_messages_override_the_language() {
    let ((book, _), problems) =
        read_with_file("[words]\nlanguage = \"de\"\nmedian = \"Zentralwert\"", "");
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        [book.text(Word::Median), book.text(Word::Mean)],
        ["Zentralwert", "Mittelwert"]
    );
    assert_eq!(
        book.fill(Word::OfTrials, &[("share", &book.percent("90"))]),
        "90\u{202f}% der Durchgänge"
    );
    assert_eq!(book.join_names(&["A", "B", "C"], Word::And), "A, B und C");
    let ((messages, _), _) = read_with_file("[words]\nmedian = \"middle\"", "");
    assert!(!messages.is_translated() && messages.text(Word::Median) == "middle");
}

#[test]
fn invalid_words_are_reported() {
    let printed = |text: &str, file: &str| {
        let problems = read_with_file(text, file).1;
        problems
            .iter()
            .map(|problem| format!("{}; {}", problem.problem, problem.help))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let unknown = printed("[words]\nmedain = \"Median\"", "");
    assert!(
        unknown.starts_with("no text has the key `medain`; did you mean `median`?"),
        "{unknown}"
    );
    let language = printed("[words]\nlanguage = \"dee\"", "");
    assert!(
        language.starts_with("there is no language dee; did you mean `de`?"),
        "{language}"
    );
    assert_eq!(
        printed("[words]\nof_trials = \"der Fälle\"", ""),
        "this text must contain {share}; the English text is \"{share} of trials\""
    );
    assert!(printed("[words]\nmedian = \"{x}\"", "").starts_with("this text has no value for {x}"));
    assert!(
        printed("[words]\ndecimal_point = \"komma\"", "")
            .starts_with("`decimal_point` cannot be \"komma\"")
    );
    assert!(
        printed("[words]\nlanguage = \"fr.toml\"", "median = 3")
            .starts_with("expected text, found a whole number")
    );
    assert!(printed("words = 3", "").starts_with("expected a table, found a whole number"));
}

#[test]
fn missing_messages_stay_english_and_are_reported_once() {
    let ((book, left_out), problems) = read_with_file(
        "[words]\nlanguage = \"fr.toml\"",
        "median = \"médiane\"\ndecimal_point = \",\"",
    );
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        [book.text(Word::Median), book.text(Word::Mean)],
        ["médiane", "mean"]
    );
    assert_eq!(book.numerals().fixed(2.5, 1), "2,5");
    assert!(
        left_out
            .expect("a note")
            .problem
            .starts_with("fr.toml has no text for thousands, before_percent, range")
    );
}
