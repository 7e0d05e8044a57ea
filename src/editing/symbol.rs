//! A name of a rule file, and every occurrence of it in the files that use it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use oddsmith_language::{NameRole, NamedPlace, Outline, Span};

use super::edited::{Edited, rule_key};
use super::scenario_names::{ScenarioName, scenario_names};
use crate::input::diagnostic::Source;
use crate::rule_file::find::{self as rule_files, FileLocation, is_rule_file};

/// A name, and its definition in a rule file.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The file that defines it: its path, or the name of a bundled text.
    pub file: String,
    pub(super) place: NamedPlace,
}

/// An occurrence of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The bytes of the name.
    pub span: Range<usize>,
    /// Whether the symbol is defined here.
    pub is_definition: bool,
}

/// The names that a `use` line imports.
struct Import<'o> {
    /// The path of the file, or the name of a bundled text.
    file: String,
    names: Vec<&'o NamedPlace>,
}

impl Edited<'_> {
    /// Returns the symbol at a byte.
    pub fn symbol(&self, byte: usize) -> Option<Symbol> {
        if self.is_rule_file() {
            let outline = Outline::read(self.text);
            let place = outline.name_at(byte)?.clone();
            return find_definition(
                &Source {
                    name: self.name.to_owned(),
                    text: self.text.to_owned(),
                },
                &place,
                self.context,
            );
        }
        let scenario = Source {
            name: self.name.to_owned(),
            text: self.text.to_owned(),
        };
        let rule = rule_files::source(rule_key(self.text)?.name, self.context)?;
        let outline = Outline::read(&rule.text);
        let names = scenario_names(&scenario)?;
        let names_at_byte = names
            .iter()
            .filter(|name| name.span.start <= byte && byte <= name.span.end);
        let definition = names_at_byte.flat_map(|name| {
            outline.names.iter().filter(|place| {
                place.is_definition && place.name == name.name && name.may_be(place.role)
            })
        });
        let place = definition.into_iter().next()?;
        find_definition(&rule, place, self.context)
    }

    /// Returns the bytes of the name at a byte, if it is a symbol.
    pub fn name_at(&self, byte: usize) -> Option<Range<usize>> {
        let texts = [Source {
            name: self.name.to_owned(),
            text: self.text.to_owned(),
        }];
        let occurrences = self.symbol(byte)?.occurrences_in(&texts[0], self.context);
        occurrences
            .into_iter()
            .map(|place| place.span)
            .find(|span| span.start <= byte && byte <= span.end)
    }

    /// Returns the definition of the word at a byte: its file, and the bytes in that file. In a
    /// scenario, these are words that its rule file declares.
    pub fn definition(&self, byte: usize) -> Option<(String, Range<usize>)> {
        let symbol = self.symbol(byte)?;
        let can_be_opened = symbol.file == self.name
            || self.is_open(&symbol.file)
            || Path::new(&symbol.file).is_file();
        can_be_opened.then_some((symbol.file, symbol.place.span.start..symbol.place.span.end))
    }

    fn is_open(&self, file: &str) -> bool {
        matches!(self.context, FileLocation::Edited(_, open) if open.iter().any(|source| source.name == file))
    }
}

/// Follows a name from one `use` line to the next, up to the file that defines it.
fn find_definition(source: &Source, place: &NamedPlace, files: FileLocation<'_>) -> Option<Symbol> {
    let (mut source, mut place) = (
        Source {
            name: source.name.clone(),
            text: source.text.clone(),
        },
        place.clone(),
    );
    // If files import each other in a cycle, there is no definition.
    for _ in 0..64 {
        let outline = Outline::read(&source.text);
        let definition = outline.definition(&place)?.clone();
        let imports = imports(&source, &outline, files);
        let Some(import) = imports
            .iter()
            .find(|import| import.names.contains(&&definition))
        else {
            return Some(Symbol {
                file: source.name,
                place: definition,
            });
        };
        let used = text_of(&import.file, files)?;
        let outline = Outline::read(&used.text);
        let is_meant = |name: &&NamedPlace| {
            name.is_definition && name.within.is_none() && name.name == definition.name
        };
        place = outline.names.iter().find(is_meant)?.clone();
        source = used;
    }
    None
}

/// Returns what the `use` lines of a file import.
fn imports<'o>(source: &Source, outline: &'o Outline, files: FileLocation<'_>) -> Vec<Import<'o>> {
    let folder = Path::new(&source.name).parent().unwrap_or(Path::new(""));
    let files = in_folder(folder, files);
    let import = |(file, span): &(String, Span)| {
        let line_end = source.text[span.end..]
            .find('\n')
            .map_or(source.text.len(), |more| span.end + more);
        let is_taken = |name: &&NamedPlace| {
            name.is_definition
                && name.role == NameRole::Function
                && (span.end..line_end).contains(&name.span.start)
        };
        let names = outline.names.iter().filter(is_taken).collect();
        Some(Import {
            file: rule_files::source(file, files)?.name,
            names,
        })
    };
    outline.used_files.iter().filter_map(import).collect()
}

/// Returns a text by the path of its file, or by the name of a bundled text.
fn text_of(file: &str, files: FileLocation<'_>) -> Option<Source> {
    let path = Path::new(file);
    let name = path.file_name()?.to_str()?.trim_end_matches(" (bundled)");
    rule_files::source(
        name,
        in_folder(path.parent().unwrap_or(Path::new("")), files),
    )
}

fn in_folder<'p>(folder: &'p Path, files: FileLocation<'p>) -> FileLocation<'p> {
    match files {
        FileLocation::Edited(_, open) => FileLocation::Edited(folder, open),
        other => other,
    }
}

impl Symbol {
    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.place.name
    }

    /// Returns every occurrence of the symbol: for each text, its index and the occurrences in it.
    pub fn occurrences(&self, texts: &[Source]) -> Vec<(usize, Vec<Occurrence>)> {
        let files = FileLocation::Edited(Path::new(""), texts);
        let found = texts
            .iter()
            .map(|text| self.occurrences_in(text, files))
            .enumerate();
        found.filter(|(_, places)| !places.is_empty()).collect()
    }

    fn occurrences_in(&self, source: &Source, files: FileLocation<'_>) -> Vec<Occurrence> {
        if !is_rule_file(&source.name) {
            return self.occurrences_in_scenario(source, files);
        }
        let outline = Outline::read(&source.text);
        let is_here = source.name == self.file;
        let place = if is_here {
            Some(&self.place)
        } else if matches!(self.place.role, NameRole::Function | NameRole::Constant)
            && outline
                .names
                .iter()
                .any(|name| name.name == self.place.name)
        {
            let imports = imports(source, &outline, files);
            let mut names = imports.into_iter().flat_map(|import| import.names);
            names.find(|name| {
                let symbol = (name.name == self.place.name)
                    .then(|| find_definition(source, name, files))
                    .flatten();
                symbol.is_some_and(|symbol| symbol.file == self.file)
            })
        } else {
            None
        };
        let places = place.into_iter().flat_map(|place| outline.places(place));
        let occurrence = |place: &NamedPlace| Occurrence {
            span: place.span.start..place.span.end,
            is_definition: is_here && place.is_definition,
        };
        places.map(occurrence).collect()
    }

    fn occurrences_in_scenario(&self, source: &Source, files: FileLocation<'_>) -> Vec<Occurrence> {
        let is_asked = rule_of(source, files).is_some_and(|rule| rule == self.file);
        let names = is_asked
            .then(|| scenario_names(source))
            .flatten()
            .unwrap_or_default()
            .into_iter();
        let is_meant =
            |name: &ScenarioName| name.name == self.place.name && name.may_be(self.place.role);
        let occurrence = |name: ScenarioName| Occurrence {
            span: name.span,
            is_definition: false,
        };
        let mut places: Vec<Occurrence> = names.filter(is_meant).map(occurrence).collect();
        places.sort_by_key(|place| place.span.start);
        places
    }
}

/// Returns the path of the rule file that a scenario names, or the name of a bundled one.
fn rule_of(scenario: &Source, files: FileLocation<'_>) -> Option<String> {
    let folder = Path::new(&scenario.name).parent().unwrap_or(Path::new(""));
    Some(rule_files::source(rule_key(&scenario.text)?.name, in_folder(folder, files))?.name)
}

/// Returns the indices of a file and of all texts that depend on it: rule files that use it, and
/// scenarios.
pub(super) fn dependents(file: &str, texts: &[Source]) -> Vec<usize> {
    let files = FileLocation::Edited(Path::new(""), texts);
    let used = |source: &Source| -> Vec<String> {
        if is_rule_file(&source.name) {
            imports(source, &Outline::read(&source.text), files)
                .into_iter()
                .map(|import| import.file)
                .collect()
        } else {
            rule_of(source, files).into_iter().collect()
        }
    };
    let used: Vec<Vec<String>> = texts.iter().map(used).collect();
    let mut known = BTreeSet::from([file.to_owned()]);
    loop {
        let is_new = |(source, used): &(&Source, &Vec<String>)| {
            !known.contains(&source.name) && used.iter().any(|file| known.contains(file))
        };
        let more: Vec<String> = texts
            .iter()
            .zip(&used)
            .filter(is_new)
            .map(|(source, _)| source.name.clone())
            .collect();
        if more.is_empty() {
            break;
        }
        known.extend(more);
    }
    (0..texts.len())
        .filter(|&index| known.contains(&texts[index].name))
        .collect()
}
