//! Reads all prose of the project: pages, messages, comments, strings. It fails on words for which
//! there is a plainer one.

mod extract;

use std::fs;
use std::path::{Path, PathBuf};

use extract::{FileKind, prose};

/// Words that prose avoids, with their replacements.
const WORDS: [(&[&str], &str); 15] = [
    (&["told"], "shown, printed, reported or distinguished"),
    (&["beside"], "next to or as well as"),
    (&["reckon", "reckons", "reckoned", "reckoning"], "compute"),
    (&["mend", "mends", "mended", "mending"], "fix"),
    (&["slip", "slips", "slipped", "slipping"], "mistake or typo"),
    (
        &["work out", "works out", "worked out", "working out"],
        "compute",
    ),
    (&["whoever"], "the name of the person"),
    (&["as good"], "tied or equally good"),
    (&["crowd", "crowds"], "cohort"),
    (
        &["gives away", "give away", "giving away"],
        "costs or loses",
    ),
    (&["witness", "witnesses"], "cross-check"),
    (&["joint law", "joint laws"], "joint distribution"),
    (
        &["played trials", "drawn trials"],
        "simulated trials or sampled trials",
    ),
    (&["circle of states", "circles of states"], "cycle"),
    (
        &["what is wanted", "what comes of it", "comes of it"],
        "the name of the thing",
    ),
];

/// A use of a word that plain English needs.
struct Exception {
    /// The path of the file in the project.
    file: &'static str,
    /// The words around the use, on one line.
    phrase: &'static str,
    /// The reason why no other word fits.
    reason: &'static str,
}

const EXCEPTIONS: [Exception; 1] = [Exception {
    file: "gallery/advantage-d20/advantage-d20.toml",
    phrase: "is advantage as good as +5",
    reason: "It asks whether two bonuses are equal, as players ask.",
}];

/// The folders with prose, each with the file name endings that are read.
const FILES: [(&str, &[&str]); 11] = [
    ("docs", &["md", "json", "toml", "odds"]),
    ("src", &["rs", "css", "js", "toml"]),
    ("crates", &["rs", "md", "odds", "toml"]),
    ("tests", &["rs", "js"]),
    ("benches", &["rs", "toml"]),
    ("web", &["rs", "ts", "js", "mjs", "css", "html", "toml"]),
    ("editors", &["md", "json", "js", "mjs"]),
    ("examples", &["md", "odds", "toml"]),
    ("gallery", &["md", "odds", "toml"]),
    ("rules", &["md", "odds"]),
    ("scenarios", &["md", "toml"]),
];

/// Folders of packages and of build output.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// Files with prose in the top folder of the project.
const TOP_LEVEL_FILES: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.toml",
    "deny.toml",
    "build.rs",
];

/// Files that list the words.
const WORD_LISTS: [&str; 2] = ["tests/program/names.rs", "tests/program/prose.rs"];

/// Adds the files below a folder whose names have one of the endings.
fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) {
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.is_dir() {
            if !SKIPPED.contains(&name) {
                collect(&path, endings, files);
            }
        } else if path
            .extension()
            .and_then(|ending| ending.to_str())
            .is_some_and(|ending| endings.contains(&ending))
        {
            files.push(path);
        }
    }
}

/// A word in a text that has a plainer replacement.
#[derive(Debug, PartialEq)]
struct Hit {
    line: usize,
    column: usize,
    word: &'static str,
    replacement: &'static str,
}

/// Returns the byte offset after a phrase that begins at an offset. Line breaks and spaces may
/// separate its words. A file name such as `told.rs` does not count.
fn phrase_end(phrase: &str, text: &str, start: usize) -> Option<usize> {
    let mut offset = start;
    for (i, word) in phrase.split(' ').enumerate() {
        let rest = &text[offset..];
        let gap = rest.len() - rest.trim_start().len();
        if (gap > 0) != (i > 0) || !rest[gap..].starts_with(word) {
            return None;
        }
        offset += gap + word.len();
    }
    let mut next = text[offset..].chars();
    let is_end = match next.next() {
        Some('.') => !next.next().is_some_and(is_word_character),
        letter => !letter.is_some_and(is_word_character),
    };
    is_end.then_some(offset)
}

/// Returns whether a character is a part of a word or of a name.
fn is_word_character(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Finds the words in a text that contains only prose.
fn find_hits(prose: &str) -> Vec<Hit> {
    let text = prose.to_ascii_lowercase();
    let (mut hits, mut line, mut line_start, mut before) = (Vec::new(), 1, 0, ' ');
    for (offset, letter) in text.char_indices() {
        if !is_word_character(before) && letter.is_alphabetic() {
            for (forms, instead) in WORDS {
                if let Some(word) = forms
                    .iter()
                    .find(|form| phrase_end(form, &text, offset).is_some())
                {
                    hits.push(Hit {
                        line,
                        column: text[line_start..offset].chars().count() + 1,
                        word,
                        replacement: instead,
                    });
                }
            }
        }
        if letter == '\n' {
            (line, line_start) = (line + 1, offset + 1);
        }
        before = letter;
    }
    hits
}

#[test]
fn prose_uses_plain_words() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = TOP_LEVEL_FILES
        .iter()
        .map(|name| project.join(name))
        .collect();
    for (folder, endings) in FILES {
        collect(&project.join(folder), endings, &mut files);
    }
    files.sort();
    let (mut wrong, mut used) = (Vec::new(), [false; EXCEPTIONS.len()]);
    for path in files {
        let name = path
            .strip_prefix(project)
            .expect("a file of the project")
            .to_string_lossy()
            .replace('\\', "/");
        if WORD_LISTS.contains(&&*name) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let lines: Vec<&str> = text.lines().collect();
        for Hit {
            line,
            column,
            word,
            replacement: instead,
        } in find_hits(&prose(&text, FileKind::from_file_name(&name)))
        {
            let is_excepted = |exception: &Exception| {
                exception.file == name && lines[line - 1].contains(exception.phrase)
            };
            match EXCEPTIONS.iter().position(is_excepted) {
                Some(i) => used[i] = true,
                None => wrong.push(format!(
                    "{name}:{line}:{column}: \"{word}\": write {instead}"
                )),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} words to replace:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    for (
        Exception {
            file,
            phrase,
            reason: why,
        },
        is_used,
    ) in EXCEPTIONS.iter().zip(used)
    {
        assert!(
            is_used,
            "{file} has no \"{phrase}\" any more: remove the exception ({why})"
        );
    }
}

/// Returns the positions of the words that are found in a text.
fn find_words(text: &str, file: &str) -> Vec<(usize, usize, &'static str)> {
    find_hits(&prose(text, FileKind::from_file_name(file)))
        .into_iter()
        .map(|hit| (hit.line, hit.column, hit.word))
        .collect()
}

#[test]
fn words_are_found_in_prose_and_not_in_code() {
    let rust = "/// What is Told, as\n/// good, by `told`.\nfn told(told: &'a str) -> char {\n    // A slip.\n    '\"'\n}\n";
    assert_eq!(
        find_words(rust, "x.rs"),
        [(1, 13, "told"), (1, 19, "as good"), (4, 10, "slip")]
    );
    let strings =
        "let told = format!(\"{told} beside\\ntold\"); key(\"beside\"); r#\"a \"mended\" b\"#";
    assert_eq!(
        find_words(strings, "x.rs"),
        [(1, 28, "beside"), (1, 36, "told"), (1, 65, "mended")]
    );
    let script = "const told = /\"/.test(told) ? `so ${told} told` : 'reckon it'; /* slips */";
    assert_eq!(
        find_words(script, "x.ts"),
        [(1, 43, "told"), (1, 52, "reckon"), (1, 67, "slips")]
    );
    let page = "<p class=\"told\" title=\"whoever asks\">It isn't told.</p>";
    assert_eq!(
        find_words(page, "x.html"),
        [(1, 24, "whoever"), (1, 47, "told")]
    );
    assert_eq!(
        find_words("It `told` us:\n```console\ntold\n```\n", "x.md"),
        [(3, 1, "told")]
    );
    assert_eq!(
        find_words(
            "/// Told.\n/// ```\n/// told(); // told\n/// ```\n/// Told.\n",
            "x.rs"
        ),
        [(1, 5, "told"), (5, 5, "told")]
    );
    assert_eq!(
        find_words("[a slip](tests/slips/told.md), told {told} slip.rs", "x.md"),
        [(1, 4, "slip"), (1, 32, "told")]
    );
    assert_eq!(find_words("untold besides slipper", "x.md"), []);
}
