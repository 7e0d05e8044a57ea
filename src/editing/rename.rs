//! Renames a name of a rule file in all files that use it, or says why it cannot be renamed.

use std::path::Path;

use oddsmith_language::{Edit, NameRole, NamedPlace, Outline, Span};

use super::edited::Edited;
use super::symbol::{Symbol, dependents};
use crate::input::diagnostic::{Diagnostic, Source};
use crate::rule_file::find::{FileLocation, is_rule_file};

impl Symbol {
    /// Returns the changes that give the symbol another name: for each changed text its index and
    /// the edits, in order.
    ///
    /// # Errors
    /// Fails with the reason why the symbol cannot have this name.
    pub fn rename(&self, name: &str, texts: &[Source]) -> Result<Vec<(usize, Vec<Edit>)>, String> {
        self.check_name(name, texts)?;
        let edit = |span: std::ops::Range<usize>| Edit {
            span: Span {
                start: span.start,
                end: span.end,
            },
            text: name.to_owned(),
        };
        let occurrences = self.occurrences(texts).into_iter();
        let edits: Vec<(usize, Vec<Edit>)> = occurrences
            .map(|(index, places)| {
                (
                    index,
                    places.into_iter().map(|place| edit(place.span)).collect(),
                )
            })
            .collect();
        let dependents = dependents(&self.file, texts);
        let mut readable = Vec::new();
        for &index in &dependents {
            match first_mistake(&texts[index], texts) {
                None => readable.push(index),
                Some(mistake) if self.may_be_missed(index, &edits, texts) => {
                    return Err(format!(
                        "fix this mistake first, then rename `{}`: {mistake}",
                        self.name()
                    ));
                }
                Some(_) => (),
            }
        }
        let renamed: Vec<Source> = texts
            .iter()
            .enumerate()
            .map(|(index, text)| apply_edits(text, index, &edits))
            .collect();
        for index in readable {
            if let Some(mistake) = first_mistake(&renamed[index], &renamed) {
                return Err(format!(
                    "`{}` cannot be renamed to `{name}`: {mistake}",
                    self.name()
                ));
            }
        }
        match edits
            .iter()
            .find(|(index, edits)| merges_names(&texts[*index], &renamed[*index], &edits[0]))
        {
            Some((index, _)) => Err(format!(
                "`{name}` already means something else in {}",
                file_name(&texts[*index].name)
            )),
            None => Ok(edits),
        }
    }

    fn check_name(&self, name: &str, texts: &[Source]) -> Result<(), String> {
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if name.is_empty() || !is_name {
            return Err(format!(
                "`{name}` is not a name: use letters, digits and `_`, and begin with a letter"
            ));
        }
        if texts.iter().all(|text| text.name != self.file) {
            let file = file_name(&self.file);
            return Err(format!(
                "`{}` is defined in {file}, which is bundled and cannot be changed",
                self.name()
            ));
        }
        if self.name() == "trial" && self.place.role == NameRole::Function {
            return Err(
                "`trial` cannot be renamed: oddsmith runs the function with this name".to_owned(),
            );
        }
        Ok(())
    }

    /// Returns whether a text with a mistake may contain an occurrence that is not found. This is
    /// so if the text would be changed, or if it is a scenario that is not valid TOML and contains
    /// the word.
    fn may_be_missed(&self, index: usize, edits: &[(usize, Vec<Edit>)], texts: &[Source]) -> bool {
        let is_scenario_name = !matches!(
            self.place.role,
            NameRole::Local | NameRole::Function | NameRole::Constant
        );
        let text = &texts[index];
        edits.iter().any(|(edited, _)| *edited == index)
            || is_scenario_name && !is_rule_file(&text.name) && text.text.contains(self.name())
    }
}

fn apply_edits(source: &Source, index: usize, edits: &[(usize, Vec<Edit>)]) -> Source {
    let edits = edits
        .iter()
        .filter(|(edited, _)| *edited == index)
        .flat_map(|(_, edits)| edits.iter().rev());
    let text = edits.fold(source.text.clone(), |text, edit| edit.apply(&text));
    Source {
        name: source.name.clone(),
        text,
    }
}

/// Returns a message about the first mistake that reading the texts shows, with its file and line.
fn first_mistake(source: &Source, texts: &[Source]) -> Option<String> {
    let context = FileLocation::Edited(
        Path::new(&source.name).parent().unwrap_or(Path::new("")),
        texts,
    );
    let edited = Edited {
        name: &source.name,
        text: &source.text,
        context,
        asked_by: None,
    };
    let Diagnostic {
        problem: message,
        help,
        place,
        ..
    } = edited.read().problems.into_iter().next()?.diagnostic;
    let (name, line) = match &place {
        Some(place) => (&place.source.name, place.source.line(place.span.start)),
        None => (&source.name, 1),
    };
    let help = if help.is_empty() {
        String::new()
    } else {
        format!(": {help}")
    };
    Some(format!("{}, line {line}: {message}{help}", file_name(name)))
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or_else(
        || path.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Returns whether the edits make a name of a rule file mean the same as another name.
fn merges_names(before: &Source, after: &Source, first: &Edit) -> bool {
    if !is_rule_file(&before.name) {
        return false;
    }
    let (before, after) = (Outline::read(&before.text), Outline::read(&after.text));
    let count = |outline: &Outline, place: &NamedPlace| outline.places(place).count();
    let Some(index) = before
        .names
        .iter()
        .position(|place| place.span == first.span)
    else {
        return true;
    };
    before.names.len() != after.names.len()
        || count(&after, &after.names[index]) != count(&before, &before.names[index])
}
