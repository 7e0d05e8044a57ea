//! Reads `[words]` of a scenario, and a language file in its folder.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::input::diagnostic::{Diagnostic, Diagnostics, Source, nearest};
use crate::input::tree::{Key, Node};
use crate::messages::{Messages, Word, placeholders};

/// The name of the section, also for `simulate show`.
const TOPIC: &str = "words";
/// The key that names a language.
const LANGUAGE: &str = "language";
/// The bundled languages.
const BUNDLED: [&str; 2] = ["en", "de"];
/// The file name ending of a language file.
const ENDING: &str = ".toml";
/// Words that are a single character or empty.
const SINGLE_CHARACTERS: [Word; 5] = [
    Word::DecimalPoint,
    Word::Thousands,
    Word::BeforePercent,
    Word::Range,
    Word::OneIn,
];
/// The most keys that a message lists.
const MAX_LISTED: usize = 5;

/// The messages of a scenario, and a diagnostic about those that its language file does not have.
pub type ReadWords = (Messages, Option<Diagnostic>);

/// Reads `[words]` of a scenario. `load_file` reads a file in the scenario's folder by its name.
pub fn read(
    document: &Node,
    load_file: impl Fn(&str) -> Result<Source, Diagnostic>,
    problems: &mut Vec<Diagnostic>,
) -> ReadWords {
    let Some(node) = document.get(TOPIC) else {
        return ReadWords::default();
    };
    let Some(pairs) = node.pairs() else {
        let help = "write [words], and below it language = \"de\"";
        problems.push(Diagnostic::at(&node.place, node.mismatch("a table"), help));
        return ReadWords::default();
    };
    let language_words = node
        .get(LANGUAGE)
        .map(|node| read_language(node, load_file));
    let (mut book, left_out) = match language_words.transpose() {
        Ok(book) => book.unwrap_or_default(),
        Err(more) => {
            problems.extend(more.0);
            ReadWords::default()
        }
    };
    let entries = pairs.iter().filter(|(key, _)| key.text != LANGUAGE);
    entries.for_each(|(key, node)| set_message(&mut book, key, node, &[LANGUAGE], problems));
    (book.with_numerals(), left_out)
}

/// Returns the messages of a language, either bundled or from a file.
fn read_language(
    node: &Node,
    load_file: impl Fn(&str) -> Result<Source, Diagnostic>,
) -> Result<ReadWords, Diagnostics> {
    let name = node.text().unwrap_or_default();
    match name {
        "en" => return Ok(ReadWords::default()),
        "de" => return Ok((Messages::german(), None)),
        name if name.ends_with(ENDING) => {}
        _ => {
            let message = format!("there is no language {}", node.brief());
            let help = nearest(name, &BUNDLED)
                .with_more("; or a language file next to the scenario, such as \"fr.toml\"");
            return Err(Diagnostic::at(&node.place, message, help).into());
        }
    }
    let source = load_file(name).map_err(|wrong| Diagnostic {
        place: Some(node.place.clone()),
        ..wrong
    })?;
    let source = Arc::new(source);
    let document = Node::document(&source)?;
    let mut book = Messages::other_language();
    let mut problems = Vec::new();
    document
        .pairs()
        .unwrap_or(&[])
        .iter()
        .for_each(|(key, node)| set_message(&mut book, key, node, &[], &mut problems));
    if !problems.is_empty() {
        return Err(Diagnostics(problems));
    }
    book.file = Some((name.to_owned(), source.text.clone()));
    let missing: Vec<&str> = Word::ALL
        .iter()
        .filter(|word| !book.has(**word))
        .map(|word| word.key())
        .collect();
    let left_out = (!missing.is_empty()).then(|| {
        let more = missing.len().saturating_sub(MAX_LISTED);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let listed = missing[..missing.len().min(MAX_LISTED)].join(", ");
        let message = format!("{name} has no text for {listed}{more}, so these stay in English");
        Diagnostic::at(
            &node.place,
            message,
            format!("`simulate show {TOPIC}` lists all texts"),
        )
    });
    Ok((book, left_out))
}

/// Sets the text of one message.
fn set_message(
    book: &mut Messages,
    key: &Key,
    node: &Node,
    other_keys: &[&str],
    problems: &mut Vec<Diagnostic>,
) {
    let Some(&word) = Word::ALL.iter().find(|word| word.key() == key.text) else {
        let known: Vec<&str> = other_keys
            .iter()
            .copied()
            .chain(Word::ALL.iter().map(|word| word.key()))
            .collect();
        let message = format!("no text has the key `{}`", key.text);
        problems.push(Diagnostic::at(
            &key.place,
            message,
            nearest(&key.text, &known),
        ));
        return;
    };
    match checked_text(word, node) {
        Ok(text) => book.set(word, text),
        Err((message, help)) => problems.push(Diagnostic::at(&node.place, message, help)),
    }
}

/// Returns the text of a word if it can replace the built-in one, or else what is wrong and what
/// to do.
fn checked_text(word: Word, node: &Node) -> Result<&str, (String, String)> {
    let one_line = || "use text on one line".to_owned();
    let Some(text) = node.text() else {
        return Err((node.mismatch("text"), one_line()));
    };
    if text.contains(['\n', '\r']) || text.trim().is_empty() && !SINGLE_CHARACTERS.contains(&word) {
        return Err((
            "this text is empty, or has more than one line".to_owned(),
            one_line(),
        ));
    }
    if SINGLE_CHARACTERS.contains(&word) && text != word.english() {
        let is_one = text.chars().count() == 1
            && !text.contains(|c: char| c.is_alphanumeric() || "+-−<>%".contains(c));
        let may_be_none = matches!(word, Word::Thousands | Word::BeforePercent) && text.is_empty();
        let help = "use one character that is neither a letter nor a digit";
        return if is_one || may_be_none {
            Ok(text)
        } else {
            Err((
                format!("`{}` cannot be \"{text}\"", word.key()),
                help.to_owned(),
            ))
        };
    }
    let (found, wanted) = (placeholders(text), placeholders(word.english()));
    let help = || format!("the English text is \"{}\"", word.english());
    if let Some(unknown) = found.iter().find(|part| !wanted.contains(part)) {
        return Err((format!("this text has no value for {{{unknown}}}"), help()));
    }
    match wanted.iter().find(|wanted| !found.contains(wanted)) {
        Some(missing) => Err((format!("this text must contain {{{missing}}}"), help())),
        None => Ok(text),
    }
}
