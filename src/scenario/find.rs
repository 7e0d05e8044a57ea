//! Finds scenarios: at a path, in `scenarios/` of the current folder, or bundled.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bundled::BUNDLED;
use crate::gallery::{self, GAMES};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::input::text_file::{ReadError, file_names, read, read_text};
use crate::rolls::{self, Rolls, anydice};
use crate::rule::nearest::{Help, nearest, nearest_of_many};
use crate::rule_file::find::{self as rule_files, is_rule_file};
use crate::rule_file::generated::GeneratedRule;
use crate::rules::RULES;

/// The name of standard input.
pub const STDIN: &str = "-";
/// The name of standard input in messages.
pub const STDIN_SOURCE: &str = "standard input";

/// A scenario that was found.
#[derive(Clone, Debug)]
pub struct FoundScenario {
    /// Its name: the file's stem.
    pub name: String,
    /// Its text.
    pub source: Arc<Source>,
    /// The folder of its file; `None` if it is bundled.
    pub folder: Option<PathBuf>,
    /// The generated rule file, if the scenario is typed dice or an AnyDice program.
    pub rule: Option<GeneratedRule>,
    /// Notes for the reader about the generated rule, a sentence each.
    pub notes: Vec<String>,
}

impl FoundScenario {
    /// Returns a scenario without a generated rule file.
    fn new(name: String, source: Source, folder: Option<PathBuf>) -> FoundScenario {
        FoundScenario {
            name,
            source: Arc::new(source),
            folder,
            rule: None,
            notes: Vec::new(),
        }
    }

    /// Returns the scenario of typed dice, or of an AnyDice program.
    fn of_rolls(rolls: Rolls) -> FoundScenario {
        let mut source = rolls.scenario;
        if (2..=rolls::MAX_IN_CHART).contains(&rolls.outputs.len()) {
            source.text +=
                &rolls::chart_section(rolls.choice, "distribution", rolls.are_conditions);
        }
        FoundScenario {
            rule: Some(rolls.rule),
            notes: rolls.notes.into_iter().map(|note| note.text).collect(),
            ..FoundScenario::new(rolls.name, source, None)
        }
    }
}

/// Finds the scenario that an option names: a file, a bundled scenario, an AnyDice program or dice.
///
/// # Errors
/// Returns an error if there is none, or if it cannot be read as text.
pub fn find(wanted: &str) -> Result<FoundScenario, Diagnostics> {
    if let Some(located) = locate(wanted) {
        return located?.scenario(&mut || true);
    }
    if rolls::is_expression(wanted) {
        return typed_dice(&[wanted], &mut || true);
    }
    let name = wanted.strip_suffix(".toml").unwrap_or(wanted);
    let nearest = nearest_file(name, std::iter::empty());
    let help =
        format!("it is not a file here or in scenarios/, and not a bundled scenario: {nearest}");
    Err(Diagnostic::nowhere(format!("there is no scenario {wanted}"), help).into())
}

/// A text that was found: a scenario or an AnyDice program.
struct Located {
    name: String,
    source: Source,
    folder: Option<PathBuf>,
}

impl Located {
    /// Returns the scenario of the text. A file that is not called TOML and that cannot be TOML is
    /// an AnyDice program if one of its lines starts like one.
    fn scenario(self, keep_going: &mut dyn FnMut() -> bool) -> Result<FoundScenario, Diagnostics> {
        let text = &self.source.text;
        let is_program = anydice::is_program(&self.source.name)
            || !self.source.name.contains(".toml")
                && anydice::is_program_text(text)
                && text.parse::<toml::Table>().is_err();
        if !is_program {
            return Ok(FoundScenario::new(self.name, self.source, self.folder));
        }
        let rolls = anydice::read(&self.name, &Arc::new(self.source), keep_going)?;
        Ok(FoundScenario::of_rolls(rolls))
    }
}

/// Locates the text that a name means: a file, or a bundled scenario. Returns `None` if nothing has
/// this name.
fn locate(wanted: &str) -> Option<Result<Located, Diagnostic>> {
    if wanted.trim().is_empty() {
        return Some(Err(Diagnostic::nowhere(
            "--scenario needs a name",
            "name a file, or a scenario from `simulate list`",
        )));
    }
    if wanted == STDIN {
        return Some(standard_input());
    }
    // A folder means the scenario in it that has the folder's name.
    let in_folder = |path: &Path| Some(path.join(path.file_name()?).with_extension("toml"));
    let with_ending = |path: PathBuf| match path.extension() {
        Some(_) => vec![path],
        None => [path.clone(), path.with_extension("toml")]
            .into_iter()
            .chain(in_folder(&path))
            .collect(),
    };
    let candidates = [PathBuf::from(wanted), Path::new("scenarios").join(wanted)]
        .into_iter()
        .flat_map(with_ending)
        // A browser has no files.
        .filter(|_| !cfg!(target_family = "wasm"));
    for path in candidates {
        match read(&path) {
            Ok(text) => {
                let source = Source {
                    name: path.display().to_string(),
                    text,
                };
                return Some(Ok(Located {
                    name: stem(&path),
                    source,
                    folder: path.parent().map(Path::to_path_buf),
                }));
            }
            Err(ReadError::NotFound) => {}
            Err(ReadError::Unreadable(reason, help)) => {
                let problem = format!("{}: {reason}", path.display());
                return Some(Err(Diagnostic::nowhere(problem, help)));
            }
        }
    }
    let name = wanted.strip_suffix(".toml").unwrap_or(wanted);
    let game = gallery::game(wanted).map(|game| (game.name, game.scenario));
    let (found_name, text) = BUNDLED
        .iter()
        .copied()
        .find(|(known_name, _)| *known_name == name)
        .or(game)?;
    let source = Source {
        name: format!("{found_name}.toml (bundled)"),
        text: text.to_owned(),
    };
    Some(Ok(Located {
        name: found_name.to_owned(),
        source,
        folder: None,
    }))
}

/// Finds the scenarios of plain arguments, in their order: scenarios, rules and rule files with
/// their defaults, and AnyDice programs. All typed dice make one scenario, the last. `keep_going`
/// is called regularly while a program is translated.
pub fn find_all(
    wanted: &[String],
    keep_going: &mut dyn FnMut() -> bool,
) -> Vec<Result<FoundScenario, Diagnostics>> {
    let (dice, named): (Vec<&String>, Vec<&String>) =
        wanted.iter().partition(|wanted| is_typed_dice(wanted));
    let mut found: Vec<_> = named
        .into_iter()
        .map(|wanted| find_named(wanted, keep_going))
        .collect();
    if !dice.is_empty() {
        found.push(typed_dice(&dice, keep_going));
    }
    found
}

/// Finds the scenario of one plain argument.
///
/// # Errors
/// Returns an error if nothing has this name and it is not dice, or if it cannot be read.
pub fn find_any(wanted: &str) -> Result<FoundScenario, Diagnostics> {
    if is_typed_dice(wanted) {
        return typed_dice(&[wanted], &mut || true);
    }
    find_named(wanted, &mut || true)
}

/// Returns whether an argument is dice to roll. A file, a scenario or a rule with that name takes
/// precedence.
pub fn is_typed_dice(wanted: &str) -> bool {
    rolls::is_expression(wanted)
        && !is_rule_file(wanted)
        && locate(wanted).is_none()
        && !RULES.iter().any(|rule| rule.id == wanted)
}

/// Returns the scenario of typed dice. Lines that start with `output` are an AnyDice program.
fn typed_dice(
    typed: &[impl AsRef<str>],
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<FoundScenario, Diagnostics> {
    let lines: Vec<&str> = typed.iter().map(AsRef::as_ref).collect();
    let rolls = rolls::read_lines(&lines.join("\n"), keep_going)?;
    Ok(FoundScenario::of_rolls(rolls))
}

/// Reads and translates an AnyDice program.
///
/// # Errors
/// Returns an error if there is no such file, or if it has a mistake.
pub fn read_program(
    path: &str,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Rolls, Diagnostics> {
    let text = read(Path::new(path)).map_err(|error| match error {
        ReadError::NotFound => Diagnostic::nowhere(
            format!("there is no AnyDice program {path}"),
            "save the program in a file of this name",
        ),
        ReadError::Unreadable(reason, help) => {
            Diagnostic::nowhere(format!("{path}: {reason}"), help)
        }
    })?;
    let source = Arc::new(Source {
        name: path.to_owned(),
        text,
    });
    anydice::read(&stem(Path::new(path)), &source, keep_going)
}

/// Finds a scenario, an AnyDice program, or a rule or rule file, which runs with its defaults.
fn find_named(
    wanted: &str,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<FoundScenario, Diagnostics> {
    if is_rule_file(wanted) {
        return Ok(default_scenario(wanted)?);
    }
    if anydice::is_program(wanted) {
        return Ok(FoundScenario::of_rolls(read_program(wanted, keep_going)?));
    }
    let is_rule = || RULES.iter().any(|rule| rule.id == wanted);
    match locate(wanted) {
        Some(located) => located?.scenario(keep_going),
        None if is_rule() => Ok(default_scenario(wanted)?),
        None if Path::new(wanted).is_dir() => {
            let problem = format!("{wanted} is a folder, and it has no scenario of that name");
            Err(Diagnostic::nowhere(problem, "name a file in it").into())
        }
        None => {
            let nearest = match rolls::meant_expression(wanted) {
                Some(dice) => format!("did you mean `{dice}`?"),
                None => {
                    nearest_file(wanted, RULES.iter().map(|rule| rule.id.to_owned())).to_string()
                }
            };
            let (problem, help) = if wanted.ends_with(".toml") {
                (format!("there is no file {wanted}"), nearest)
            } else {
                let help = "it is not a file, a bundled scenario, a rule or dice";
                (
                    format!("there is no scenario or rule {wanted}"),
                    format!("{help}: {nearest}"),
                )
            };
            Err(Diagnostic::nowhere(problem, help).into())
        }
    }
}

/// Suggests the nearest name among the scenarios here, in `scenarios/` and bundled, and
/// `other_names`.
fn nearest_file(wanted: &str, other_names: impl Iterator<Item = String>) -> Help {
    let folders = [Path::new("."), Path::new("scenarios")];
    let local_names = folders
        .into_iter()
        .flat_map(|folder| file_names(folder, ".toml"));
    let local_names = local_names.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned));
    if let Some(game) = GAMES.iter().find(|game| game.name == wanted) {
        return format!("did you mean `{}`?", game.path()).into();
    }
    let bundled = BUNDLED
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .chain(GAMES.iter().map(gallery::Game::path));
    let names: Vec<String> = local_names.chain(bundled).chain(other_names).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    nearest_of_many(
        wanted.strip_suffix(".toml").unwrap_or(wanted),
        &names,
        "simulate list",
    )
}

/// Returns a scenario of a rule with its defaults.
///
/// # Errors
/// Returns an error if there is no such rule, or no such rule file.
pub fn default_scenario(id: &str) -> Result<FoundScenario, Diagnostic> {
    let path = Path::new(id);
    if is_rule_file(id) {
        rule_files::look_for(id)?;
    } else if !RULES.iter().any(|rule| rule.id == id) {
        let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
        return Err(Diagnostic::nowhere(
            format!("there is no rule {id}"),
            nearest(id, &ids),
        ));
    }
    let (name, rule) = match is_rule_file(id) {
        true => (
            stem(path),
            path.file_name()
                .map_or(id.into(), |name| name.to_string_lossy()),
        ),
        false => (id.to_owned(), id.into()),
    };
    let text = format!(
        "rule = \"{}\"\n",
        rule.replace('\\', "\\\\").replace('"', "\\\"")
    );
    let folder =
        is_rule_file(id).then(|| path.parent().map_or_else(PathBuf::new, Path::to_path_buf));
    let source = Source {
        name: format!("{id} with its defaults"),
        text,
    };
    Ok(FoundScenario::new(name, source, folder))
}

/// Reads the text on standard input. The rule file that it names is looked for in the current
/// folder.
fn standard_input() -> Result<Located, Diagnostic> {
    let refused =
        |reason: String, help: &str| Diagnostic::nowhere(format!("standard input: {reason}"), help);
    let text = match read_text(std::io::stdin().lock()) {
        Ok(text) => text,
        Err(ReadError::NotFound) => String::new(),
        Err(ReadError::Unreadable(reason, help)) => return Err(refused(reason, help)),
    };
    if text.trim().is_empty() {
        return Err(refused(
            "the text is empty".to_owned(),
            "pass a scenario on standard input: simulate - < harsh.toml",
        ));
    }
    let source = Source {
        name: STDIN_SOURCE.to_owned(),
        text,
    };
    Ok(Located {
        name: "stdin".to_owned(),
        source,
        folder: Some(PathBuf::new()),
    })
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(
        || "scenario".to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
