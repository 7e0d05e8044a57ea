//! Runs README.md and the pages of `docs/`: their files are written, their commands run, and their
//! output compared.
//!
//! A page has a folder. A block whose info string names a file (` ```toml boss.toml `) is written
//! into it. A `console` block runs its lines `$ simulate …`, and what follows such a line must be
//! what the program prints. A line `…` stands for any lines left out. A picture
//! `docs/images/NAME/FILE` must be `output/NAME/FILE` if a command of the page writes that. With
//! `UPDATE_DOCS=1` the printed output and the pictures replace what differs.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use tempfile::TempDir;

/// A line that stands for lines left out.
const ELISION: &str = "…";

/// Trials of a command that shows nothing that depends on their number.
const FEW_TRIALS: &str = "1000";

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns README.md and the pages of `docs/`.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(project().join("docs")).expect("docs/");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.push(project().join("README.md"));
    pages.sort();
    pages
}

/// A fenced block of a page.
struct Block<'p> {
    /// The words after the fence: a language, and perhaps a file name.
    info: &'p str,
    /// The index of the block's first line in the page.
    start: usize,
    lines: Vec<&'p str>,
}

impl Block<'_> {
    /// Returns the name of the file that the block holds.
    fn file_name(&self) -> Option<&str> {
        self.info.split_whitespace().nth(1)
    }

    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Returns the fenced blocks of a page, in order.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (index, line) in page.lines().enumerate() {
        let fence = line.strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(info)) => {
                open = Some(Block {
                    info,
                    start: index + 1,
                    lines: Vec::new(),
                })
            }
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(
        open.is_none(),
        "a block is never closed: {}",
        open.map_or("", |block| block.info)
    );
    blocks
}

/// A command of a page, and the lines that the page shows below it.
struct Step<'p> {
    command: &'p str,
    /// The index of the first shown line in the page.
    start: usize,
    shown: Vec<&'p str>,
}

impl Step<'_> {
    /// Returns the arguments of `simulate`, or nothing if the command is another.
    fn arguments(&self) -> Option<Vec<String>> {
        let rest = self.command.strip_prefix("$ simulate")?;
        let mut arguments = words(rest);
        let has_option = |name: &str| arguments.iter().any(|word| word == name);
        let shows_trials = self.shown.is_empty()
            || self
                .shown
                .iter()
                .any(|line| line.contains("trials") || line.contains('±'));
        if has_option("--no-save") && !has_option("--trials") && !shows_trials {
            arguments.extend(["--trials".to_owned(), FEW_TRIALS.to_owned()]);
        }
        Some(arguments)
    }
}

/// Returns the commands of a `console` block, each with what is shown below it.
fn steps<'p>(block: &Block<'p>) -> Vec<Step<'p>> {
    let mut steps: Vec<Step<'p>> = Vec::new();
    for (offset, &line) in block.lines.iter().enumerate() {
        if line.starts_with("$ ") {
            steps.push(Step {
                command: line,
                start: block.start + offset + 1,
                shown: Vec::new(),
            });
        } else if let Some(step) = steps.last_mut() {
            step.shown.push(line);
        }
    }
    steps
}

/// Splits a command line into words. A text in single or double quotes is one word.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => words.last_mut().unwrap().push(c),
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == ' ' => words.push(String::new()),
            None => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Runs the program and returns the lines that a terminal would show, without the time that a run
/// took.
fn run(folder: &Path, arguments: &[String]) -> Vec<String> {
    let mut arguments = arguments.to_vec();
    let target = arguments
        .iter()
        .position(|word| word == ">")
        .map(|index| arguments.split_off(index)[1].clone());
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("simulate"));
    command
        .current_dir(folder)
        .args(&arguments)
        .stderr(writer.try_clone().expect("a second end"));
    match target {
        Some(name) => command.stdout(fs::File::create(folder.join(name)).expect("a file")),
        None => command.stdout(writer),
    };
    let mut child = command.spawn().expect("a run");
    // The command holds the ends that write; the pipe closes only without it.
    drop(command);
    let mut printed = String::new();
    reader.read_to_string(&mut printed).expect("UTF-8");
    child.wait().expect("an end");
    let is_timing = |line: &str| line.contains(" files in ") && line.ends_with(" s");
    printed
        .lines()
        .filter(|line| !is_timing(line))
        .map(str::to_owned)
        .collect()
}

/// Returns whether the printed output matches what a page shows; `…` matches any lines.
fn matches(shown: &[&str], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&ELISION, rest)) => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((line, rest)) => {
            printed.first().is_some_and(|first| first == line) && matches(rest, &printed[1..])
        }
    }
}

/// Returns what a page should show: as many lines before and after `…` as before.
fn updated_lines(shown: &[&str], printed: &[String]) -> Vec<String> {
    let Some(first) = shown.iter().position(|line| *line == ELISION) else {
        return printed.to_vec();
    };
    let after = shown.len() - first - 1;
    let several = shown[first + 1..].contains(&ELISION);
    if several || first + after == 0 || first + after >= printed.len() {
        return printed.to_vec();
    }
    let (head, tail) = (&printed[..first], &printed[printed.len() - after..]);
    head.iter()
        .cloned()
        .chain([ELISION.to_owned()])
        .chain(tail.iter().cloned())
        .collect()
}

/// The result of running a page.
struct PageCheck {
    /// The page as it should be.
    text: String,
    commands: usize,
    /// A description of the differences.
    differences: String,
    /// Pictures that differ: their paths, and their new bytes.
    pictures: Vec<(PathBuf, Vec<u8>)>,
}

/// Returns the pictures of a page that differ from those that its commands drew in `folder`.
fn changed_pictures(page: &str, folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut changed = Vec::new();
    for name in page
        .split("images/")
        .skip(1)
        .filter_map(|rest| rest.split([')', '"']).next())
    {
        let path = project().join("docs/images").join(name);
        let shown = fs::read(&path).ok();
        match fs::read(folder.join("output").join(name)) {
            Ok(picture) if shown.as_ref() != Some(&picture) => changed.push((path, picture)),
            Ok(_) => {}
            Err(_) => assert!(shown.is_some(), "there is no picture {}", path.display()),
        }
    }
    changed
}

fn check_page(path: &Path) -> PageCheck {
    let page = fs::read_to_string(path).expect("a page");
    let folder = TempDir::new().expect("a folder");
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    let mut changes = Vec::new();
    let mut checked = PageCheck {
        text: String::new(),
        commands: 0,
        differences: String::new(),
        pictures: Vec::new(),
    };
    for block in blocks(&page) {
        if let Some(name) = block.file_name() {
            let target = folder.path().join(name);
            fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
            fs::write(target, block.text()).expect("a file");
        }
        if block.info != "console" {
            continue;
        }
        for step in steps(&block) {
            let Some(arguments) = step.arguments() else {
                continue;
            };
            let printed = run(folder.path(), &arguments);
            checked.commands += 1;
            if step.shown == [ELISION] || !matches(&step.shown, &printed) {
                let (page, line, command) = (path.display(), step.start, step.command);
                let renewed = updated_lines(&step.shown, &printed);
                let (shown, printed) = (step.shown.join("\n"), printed.join("\n"));
                let text =
                    format!("{page}:{line}: {command}\nshown:\n{shown}\nprinted:\n{printed}\n\n");
                checked.differences.push_str(&text);
                changes.push((step.start..step.start + step.shown.len(), renewed));
            }
        }
    }
    checked.pictures = changed_pictures(&page, folder.path());
    for (picture, _) in &checked.pictures {
        writeln!(
            checked.differences,
            "{}: {} is drawn anew",
            path.display(),
            picture.display()
        )
        .expect("text");
    }
    for (range, printed) in changes.into_iter().rev() {
        lines.splice(range, printed);
    }
    lines
        .iter()
        .for_each(|line| writeln!(checked.text, "{line}").expect("text"));
    checked
}

#[test]
fn page_commands_print_what_the_page_shows() {
    let pages = pages();
    let checked: Vec<PageCheck> = thread::scope(|scope| {
        let threads: Vec<_> = pages
            .iter()
            .map(|page| scope.spawn(|| check_page(page)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a page"))
            .collect()
    });
    let count: usize = checked.iter().map(|page| page.commands).sum();
    assert!(count >= 30, "{count} commands");
    let differences: String = checked
        .iter()
        .map(|page| page.differences.as_str())
        .collect();
    if std::env::var_os("UPDATE_DOCS").is_none() {
        assert!(
            differences.is_empty(),
            "UPDATE_DOCS=1 rewrites what follows.\n\n{differences}"
        );
        return;
    }
    for (path, page) in pages
        .iter()
        .zip(&checked)
        .filter(|(_, page)| !page.differences.is_empty())
    {
        fs::write(path, &page.text).expect("a page");
        for (picture, bytes) in &page.pictures {
            fs::create_dir_all(picture.parent().expect("a folder")).expect("a folder");
            fs::write(picture, bytes).expect("a picture");
        }
    }
}

/// A bundled file that a page shows is the same in both places.
#[test]
fn bundled_files_on_pages_are_unchanged() {
    let mut found = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        for block in blocks(&page) {
            let Some(name) = block.file_name() else {
                continue;
            };
            let bundled = ["scenarios", "rules"]
                .iter()
                .find_map(|folder| fs::read_to_string(project().join(folder).join(name)).ok());
            if let Some(bundled) = bundled {
                assert_eq!(
                    block.text(),
                    bundled,
                    "{} shows another {name}",
                    path.display()
                );
                found += 1;
            }
        }
    }
    assert!(found > 0);
}

#[test]
fn wrong_missing_and_extra_lines_are_noticed() {
    let printed = ["a", "b", "c"].map(str::to_owned);
    for right in [
        &["a", "b", "c"][..],
        &["a", ELISION],
        &[ELISION, "c"],
        &["a", ELISION, "c"],
        &[ELISION, "b", ELISION],
    ] {
        assert!(matches(right, &printed), "{right:?}");
    }
    for wrong in [
        &["a", "b"][..],
        &["a", "b", "c", "d"],
        &["a", "x", "c"],
        &[ELISION, "b"],
        &["b", ELISION],
        &[],
    ] {
        assert!(!matches(wrong, &printed), "{wrong:?}");
    }
    assert_eq!(
        updated_lines(&["x", ELISION, "y"], &printed),
        ["a", ELISION, "c"]
    );
    assert_eq!(updated_lines(&["x"], &printed), printed);
}

#[test]
fn quotes_hold_words_together() {
    assert_eq!(
        words(r#" a --ask "P(x = 1)" --set 'play.again=draw while pot < 4'"#).len(),
        5
    );
    assert_eq!(words(r#" --ask "P(x = 'a b')""#), ["--ask", "P(x = 'a b')"]);
}
