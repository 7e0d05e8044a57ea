//! Imports: `use "combat.odds": losses`. The imported definitions replace the `use` line.
//! Definitions that they need, but that the line does not name, are renamed so that no other code
//! can refer to them.

mod renaming;

use std::collections::{BTreeMap, BTreeSet};

use crate::declare::{Declarations, declare};
use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::rule_file;
use crate::grammar::token::{Token, TokenKind};
use crate::grammar::tree::{Module, Name, Statement, StatementKind};
use crate::source::Span;
use crate::{resolve, types};
use renaming::Renaming;

/// The maximal number of tokens of a file with its imports: instructions have two bytes for an
/// index.
pub(crate) const MAX_INDEXED: usize = u16::MAX as usize;

/// The name and the text of the standard library.
pub const STD: (&str, &str) = ("std", include_str!("../../std.odds"));

/// The maximum depth of files that import each other.
const MAX_USE_DEPTH: usize = 16;

/// Finds the text of another rule file by its name.
pub type FindFile<'f> = dyn Fn(&str) -> Result<String, UnreadFile> + 'f;

/// Explains why the text of another rule file is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadFile {
    /// There is no such file.
    NotThere {
        /// The searched folders, or advice.
        help: String,
    },
    /// The file is not readable as text.
    Unreadable {
        /// The problem.
        problem: String,
        /// The advice.
        help: String,
    },
}

/// Access to other files while one is read.
pub(crate) struct OtherFiles<'f> {
    find: &'f FindFile<'f>,
    /// The files that are being read, each imported by the one before.
    open: Vec<String>,
    /// The tokens of all files so far.
    token_count: usize,
}

/// A file without mistakes: its declarations, and its statements including the imported ones.
pub(crate) struct CheckedFile {
    pub(crate) declarations: Declarations,
    /// The labels of local names.
    pub(crate) labels: Vec<(String, String)>,
    body: Vec<Statement>,
}

impl<'f> OtherFiles<'f> {
    pub(crate) fn new(find: &'f FindFile<'f>) -> OtherFiles<'f> {
        OtherFiles {
            find,
            open: Vec::new(),
            token_count: 0,
        }
    }

    /// Reads and checks a file. If `is_run`, it needs a trial.
    pub(crate) fn check_file(
        &mut self,
        text: &str,
        is_run: bool,
    ) -> Result<CheckedFile, Vec<Mistake>> {
        let mut diagnostics = Mistakes::default();
        let (tokens, mut module) = rule_file(text, &mut diagnostics);
        self.token_count += tokens.len();
        if self.token_count > MAX_INDEXED {
            let span = tokens
                .get(MAX_INDEXED)
                .map_or(Span::default(), |token| token.span);
            let problem = format!(
                "together, a file and the files it uses can have at most {MAX_INDEXED} words and symbols"
            );
            diagnostics.add(
                span,
                problem,
                "write the result of long formulas as a number, or make them a parameter",
            );
        }
        // Syntax errors would cause follow-up mistakes, so name resolution and type checking wait
        // until there are none.
        diagnostics.take_result()?;
        self.resolve_uses(&mut module, &mut diagnostics);
        diagnostics.take_result()?;
        let body = module.body.clone();
        let declarations = declare(module, &mut diagnostics);
        declarations
            .check_trial(is_run)
            .unwrap_or_else(|wrong| diagnostics.push(wrong));
        diagnostics.take_result()?;
        resolve::check(&declarations, &mut diagnostics);
        diagnostics.take_result()?;
        types::check(&declarations, &mut diagnostics);
        diagnostics.take_result()?;
        let labels = labels(text, &tokens, &mut diagnostics);
        diagnostics.take_result()?;
        Ok(CheckedFile {
            declarations,
            labels,
            body,
        })
    }

    /// Replaces `use` lines by the imported statements.
    fn resolve_uses(&mut self, module: &mut Module, diagnostics: &mut Mistakes) {
        let mut lines = 0;
        let mut body = Vec::new();
        for statement in std::mem::take(&mut module.body) {
            let StatementKind::Use { file, names } = statement.kind else {
                body.push(statement);
                continue;
            };
            lines += 1;
            match self.used_statements(&file, &names, lines) {
                Ok(taken) => body.extend(taken),
                Err(wrong) => diagnostics.push(wrong),
            }
        }
        module.body = body;
    }

    /// Returns the statements that one line imports.
    fn used_statements(
        &mut self,
        file: &Name,
        names: &[Name],
        line: usize,
    ) -> Result<Vec<Statement>, Mistake> {
        let name = &file.text;
        if self.open.contains(name) || self.open.len() == MAX_USE_DEPTH {
            let import_chain = [&self.open[..], std::slice::from_ref(name)]
                .concat()
                .join(" > ");
            let help = format!("move what both files need into a third file: {import_chain}");
            return Err(Mistake::new(
                file.span,
                format!("`{name}` uses itself"),
                help,
            ));
        }
        let found = if *name == STD.0 {
            Ok(STD.1.to_owned())
        } else {
            (self.find)(name)
        };
        let text = found.map_err(|unread| match unread {
            UnreadFile::NotThere { help } => {
                Mistake::new(file.span, format!("there is no rule file `{name}`"), help)
            }
            UnreadFile::Unreadable { problem, help } => Mistake::new(file.span, problem, help),
        })?;
        self.open.push(name.clone());
        let read = self.check_file(&text, false);
        self.open.pop();
        let read = read.map_err(|mistakes| {
            let (line, first) = (mistakes[0].span.line(&text), &mistakes[0]);
            Mistake::new(
                file.span,
                format!("`{name}` has a mistake on line {line}: {}", first.problem),
                &first.help,
            )
        })?;
        UsedNames {
            from: &read,
            file,
            names,
            line,
        }
        .statements()
    }
}

/// Returns the labels that the comments of a file give to its names: `pot = 0  # "points in the
/// pot"`. If a line assigns several names, it has a text for each, in order: `hp, us = 10, 4  #
/// "wounds left", "models left"`.
fn labels(text: &str, tokens: &[Token], diagnostics: &mut Mistakes) -> Vec<(String, String)> {
    let mut labels: Vec<(String, String)> = Vec::new();
    for line in tokens.split(|token| token.kind == TokenKind::Newline) {
        let names = assigned_names(line);
        let Some(end) = line
            .last()
            .map(|last| last.span.end)
            .filter(|_| !names.is_empty())
        else {
            continue;
        };
        let behind = text[end..].lines().next().unwrap_or("");
        let Some(texts) = quoted_texts(behind) else {
            continue;
        };
        if texts.len() <= names.len() {
            labels.extend(
                names
                    .into_iter()
                    .zip(texts)
                    .filter(|(_, label)| !label.is_empty()),
            );
            continue;
        }
        let problem = format!(
            "this comment has more labels ({}) than the line has names ({})",
            texts.len(),
            names.len()
        );
        let each: Vec<String> = texts[..names.len()]
            .iter()
            .map(|text| format!("\"{text}\""))
            .collect();
        let start = end + behind.len() - behind.trim_start().len();
        let span = Span {
            start,
            end: end + behind.trim_end().len(),
        };
        diagnostics.push(Mistake::new(
            span,
            problem,
            format!("give one label for each name: # {}", each.join(", ")),
        ));
    }
    labels
}

/// Returns the names that a line assigns. There are none if it is not an assignment.
fn assigned_names(line: &[Token]) -> Vec<String> {
    let begins = line
        .iter()
        .position(|token| !matches!(token.kind, TokenKind::Indent | TokenKind::Dedent));
    let mut names = Vec::new();
    for pair in line[begins.unwrap_or(line.len())..].chunks(2) {
        match pair {
            [
                Token {
                    kind: TokenKind::Name(name),
                    ..
                },
                Token {
                    kind: TokenKind::Symbol(between),
                    ..
                },
            ] => {
                names.push(name.clone());
                match *between {
                    "=" => return names,
                    "," => {}
                    _ => break,
                }
            }
            _ => break,
        }
    }
    Vec::new()
}

/// Returns the texts of a comment that consists only of quoted texts with commas between them.
fn quoted_texts(behind: &str) -> Option<Vec<String>> {
    let mut rest = behind.trim().strip_prefix('#')?.trim();
    let mut texts = Vec::new();
    loop {
        let (text, after) = rest.strip_prefix('"')?.split_once('"')?;
        texts.push(text.trim().to_owned());
        rest = after.trim_start();
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => return rest.is_empty().then_some(texts),
        }
    }
}

/// The names that a line imports from a file.
struct UsedNames<'t> {
    from: &'t CheckedFile,
    file: &'t Name,
    names: &'t [Name],
    /// The index of the line among the `use` lines.
    line: usize,
}

impl UsedNames<'_> {
    /// Returns the named definitions and all that they need, in the order of their file.
    fn statements(&self) -> Result<Vec<Statement>, Mistake> {
        let mut needed: BTreeSet<String> = BTreeSet::new();
        for name in self.names {
            self.check_available(name)?;
            let mut open = vec![name.text.clone()];
            while let Some(next) = open.pop() {
                if needed.insert(next.clone()) {
                    open.extend(self.dependencies(&next, name)?);
                }
            }
        }
        let is_named = |text: &str| self.names.iter().any(|name| name.text == text);
        // A name cannot begin with a digit, so the file cannot contain this one. The braces of dice
        // texts allow it.
        let called = |name: &String| {
            if is_named(name) {
                name.clone()
            } else {
                format!("{}_{name}", self.line)
            }
        };
        let calls = needed
            .iter()
            .map(|name| (name.clone(), called(name)))
            .collect();
        let gives = |statement: &&Statement| {
            defined_names(statement)
                .iter()
                .any(|name| needed.contains(*name))
        };
        let taken = self.from.body.iter().filter(gives).cloned();
        Ok(taken
            .map(|mut statement| {
                let mut renaming = Renaming::new(&calls, self.file.span, self.line);
                renaming.rename_top_level(&mut statement);
                statement
            })
            .collect())
    }

    /// Checks that the file has a function or a constant of this name.
    fn check_available(&self, name: &Name) -> Result<(), Mistake> {
        let (name_text, file, from) = (&name.text, &self.file.text, &self.from.declarations);
        if let Some(kind) = declared_kind(from, name_text) {
            let help = format!(
                "only functions and constants can be used: declare it in this file, and pass it to \
                    functions of {file}"
            );
            return Err(Mistake::new(
                name.span,
                format!("`{name_text}` is a {kind} of {file} and cannot be imported"),
                help,
            ));
        }
        if name_text == "trial" {
            let help = "use the functions that it calls";
            return Err(Mistake::new(
                name.span,
                format!("`trial` of {file} cannot be used"),
                help,
            ));
        }
        let known = || from.importable_names();
        if known().any(|known| known == name_text) {
            return Ok(());
        }
        let help = || match known().next() {
            Some(_) => format!("it has {}", known().collect::<Vec<_>>().join(", ")),
            None => "it has none".to_owned(),
        };
        let problem = format!("{file} has no function or constant `{name_text}`");
        Err(Mistake::unknown(
            name.span,
            name_text,
            problem,
            known(),
            help,
        ))
    }

    /// Returns the names that a function or a constant reads and calls.
    fn dependencies(&self, declared_name: &str, name: &Name) -> Result<BTreeSet<String>, Mistake> {
        let from = &self.from.declarations;
        let mut met = BTreeSet::new();
        for statement in self
            .from
            .body
            .iter()
            .filter(|statement| defined_names(statement).contains(&declared_name))
        {
            let calls = BTreeMap::new();
            let mut looking = Renaming::new(&calls, Span::default(), self.line);
            looking.rename_top_level(&mut statement.clone());
            met.extend(looking.referenced_names);
        }
        if let Some((other, kind)) = met
            .iter()
            .find_map(|other| Some((other, declared_kind(from, other)?)))
        {
            let file = &self.file.text;
            let problem = format!(
                "`{}` of {file} needs the {kind} `{other}`, which cannot be used",
                name.text
            );
            let help = match kind {
                "metric" => "return the value from the function, and record it in the trial",
                _ => "make it an argument of the function",
            };
            return Err(Mistake::new(name.span, problem, help));
        }
        met.retain(|other| {
            from.function_index(other).is_some()
                || from.constant_names().any(|constant| constant == other)
        });
        // A line may define several names at once.
        let lines = self
            .from
            .body
            .iter()
            .map(defined_names)
            .filter(|names| names.contains(&declared_name));
        met.extend(lines.flatten().map(str::to_owned));
        Ok(met)
    }
}

/// Returns what a name is declared as, if it is neither a function nor a constant.
fn declared_kind(from: &Declarations, name: &str) -> Option<&'static str> {
    if from.parameter(name).is_some() {
        Some("parameter")
    } else if from.metric_index(name).is_some() {
        Some("metric")
    } else if from.player_index(name).is_some() {
        Some("player")
    } else {
        None
    }
}

/// Returns the names that a top-level statement defines.
fn defined_names(statement: &Statement) -> Vec<&str> {
    match &statement.kind {
        StatementKind::Define(function) => vec![&function.name.text],
        StatementKind::Assign { targets, .. } => targets
            .iter()
            .map(|target| target.name.text.as_str())
            .collect(),
        _ => Vec::new(),
    }
}
