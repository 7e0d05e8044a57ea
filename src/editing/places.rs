//! Where a name is made, where else it stands, and what it is called then.

use std::ops::Range;
use std::path::Path;

use oddsmith_language::{Edit, NameRole, NamedPlace, Outline};

use super::edited::{Edited, word_at};
use crate::scenario::named_rule::NamedRule;

impl Edited<'_> {
    /// Where the word at a byte is made: in which file, and where in that. Of a scenario's words those that its rule file makes.
    pub fn definition(&self, byte: usize) -> Option<(String, Range<usize>)> {
        if !self.is_rule_file() {
            let Some(NamedRule::File(rule)) = self.known().rule else { return None };
            let word = &self.text[word_at(self.text, byte)];
            return declared(&rule.source.text, word).map(|span| (rule.source.name.clone(), span));
        }
        let outline = Outline::of(self.text);
        let here = outline.at(byte)?;
        let definition = outline.definition(here)?;
        let is_taken = outline.used.iter().rev().find(|(_, span)| span.end <= definition.span.start);
        let is_on_its_line = |span: usize| !self.text[span..definition.span.start].contains('\n');
        let from = is_taken.filter(|(_, span)| definition.role == NameRole::Function && is_on_its_line(span.end));
        if let Some((file, _)) = from
            && let Ok(rule) = self.rule_file()
            && let Some((_, other)) = rule.used.iter().find(|(name, _)| name == file)
            && Path::new(&other.name).is_file()
        {
            return declared(&other.text, &here.name).map(|span| (other.name.clone(), span));
        }
        Some((self.name.to_owned(), range(definition)))
    }

    /// Every place that means the same as the word at a byte.
    pub fn places(&self, byte: usize) -> Vec<Range<usize>> {
        if !self.is_rule_file() {
            return Vec::new();
        }
        let outline = Outline::of(self.text);
        outline.at(byte).map_or_else(Vec::new, |here| outline.places(here).map(range).collect())
    }

    /// What changes where the word at a byte is called otherwise.
    ///
    /// # Errors
    /// Why it cannot be called so.
    pub fn renamed(&self, byte: usize, name: &str) -> Result<Vec<Edit>, String> {
        let outline = Outline::of(self.text);
        if !self.is_rule_file() || self.rule_file().is_err() {
            return Err(
                "mend what is wrong first: a name on a line that cannot be read would be left as it is".to_owned()
            );
        }
        let here = outline.at(byte).ok_or("there is no name of this file here")?;
        if here.name == "trial" && here.role == NameRole::Function {
            return Err("what happens in a trial stands in `trial`".to_owned());
        }
        let change = |own: &NamedPlace| Edit { span: own.span, text: name.to_owned() };
        let edits: Vec<Edit> = outline.places(here).map(change).collect();
        let text = edits.iter().rev().fold(self.text.to_owned(), |text, edit| edit.applied(&text));
        match (Edited { text: &text, ..*self }).rule_file() {
            Ok(_) if joins(&outline, here, &Outline::of(&text)) => {
                Err(format!("`{name}` means something else in this file already"))
            }
            Ok(_) => Ok(edits),
            Err(problems) => {
                Err(problems.0.first().map_or_else(String::new, |own| format!("{}: {}", own.what, own.help)))
            }
        }
    }
}

/// Whether a name with its new text means the same as another that there was before.
fn joins(before: &Outline, here: &NamedPlace, after: &Outline) -> bool {
    let others = |outline: &Outline, own: &NamedPlace| outline.places(own).count();
    let index = before.names.iter().position(|own| own == here).unwrap_or(0);
    before.names.len() != after.names.len()
        || after.names.get(index).is_none_or(|renamed| others(after, renamed) != others(before, here))
}

fn range(own: &NamedPlace) -> Range<usize> {
    own.span.start..own.span.end
}

/// Where a rule file declares a name at its top, or a field.
fn declared(text: &str, name: &str) -> Option<Range<usize>> {
    let outline = Outline::of(text);
    outline.names.iter().find(|own| own.is_definition && own.within.is_none() && own.name == name).map(range)
}
