//! Writes a form's changes and wishes into a scenario's text; all else of the text stays as it is.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use super::document::Scenario;
use super::path;
use super::put_in::set_value;
use crate::input::diagnostic::{Diagnostic, Diagnostics};

/// One thing that a form says.
#[derive(Clone, Debug)]
pub(crate) enum GoalEdit {
    /// What a parameter may be, as TOML; nothing where it stays as it is.
    Allow(String, Option<String>),
    /// Which settings make sense; nothing where all do.
    Keep(Option<String>),
    /// What the answer to a question should be, by its place among those written; nothing where
    /// anything will do.
    Want(usize, Option<String>),
    /// One question more, its label and what its answer should be.
    Ask([String; 3]),
}

impl Scenario {
    /// Its text with that in it.
    ///
    /// # Errors
    /// Where there is no place for it.
    pub(crate) fn with_goal_edit(&self, wish: &GoalEdit) -> Result<String, Diagnostics> {
        self.edited(|document| {
            let written = match wish {
                GoalEdit::Allow(path, values) => self.allow(document, path, values.as_deref()),
                GoalEdit::Keep(condition) => set_keep(document, condition.as_deref()),
                GoalEdit::Want(question_index, want) => {
                    set_want(document, *question_index, want.as_deref())
                }
                GoalEdit::Ask(ask) => add_question(document, ask),
            };
            let refused =
                || Diagnostic::nowhere("the scenario has no line for this", "add it by hand");
            written.ok_or_else(refused)
        })
    }

    /// What is swept is no longer swept where it is looked for.
    fn allow(&self, document: &mut DocumentMut, path: &str, values: Option<&str>) -> Option<()> {
        let entries = self.base_with_entries();
        let key = |table: &dyn TableLike| {
            let existing_key = table
                .iter()
                .map(|(key, _)| key.to_owned())
                .find(|key| path::with_entry_names(&entries, key) == path);
            existing_key.unwrap_or_else(|| path.to_owned())
        };
        let Some(values) = values else {
            let table = document.get_mut("balance")?.as_table_like_mut()?;
            let key = key(table);
            table.remove(&key);
            if table.iter().all(|(key, _)| key == "keep") {
                document.remove("balance");
            }
            return Some(());
        };
        if let Some(swept) = document.get_mut("sweep").and_then(Item::as_table_like_mut) {
            let key = key(swept);
            swept.remove(&key);
            if swept.is_empty() {
                document.remove("sweep");
            }
        }
        let balance = document
            .as_table_mut()
            .entry("balance")
            .or_insert_with(|| Item::Table(Table::new()));
        let table = balance.as_table_like_mut()?;
        let key = key(table);
        set_value(table, &key, values.parse().ok()?);
        Some(())
    }
}

fn set_keep(document: &mut DocumentMut, condition: Option<&str>) -> Option<()> {
    let table = document.get_mut("balance")?.as_table_like_mut()?;
    match condition {
        Some(condition) => set_value(table, "keep", condition.into()),
        None => drop(table.remove("keep")),
    }
    Some(())
}

fn set_want(document: &mut DocumentMut, question_index: usize, want: Option<&str>) -> Option<()> {
    let ask: &mut dyn TableLike = match document.get_mut("ask")? {
        Item::ArrayOfTables(asks) => asks.get_mut(question_index)?,
        item => item
            .as_array_mut()?
            .get_mut(question_index)?
            .as_inline_table_mut()?,
    };
    match want {
        Some(want) => {
            // Of the two only one may stand.
            ask.remove("best");
            set_value(ask, "want", want.into());
        }
        None => drop(ask.remove("want")),
    }
    Some(())
}

fn add_question(document: &mut DocumentMut, [label, value, want]: &[String; 3]) -> Option<()> {
    let pairs = || {
        [("label", label), ("value", value), ("want", want)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
    };
    let asks = document
        .as_table_mut()
        .entry("ask")
        .or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    match asks {
        Item::ArrayOfTables(asks) => {
            let mut ask = Table::new();
            pairs().for_each(|(key, text)| set_value(&mut ask, key, text.into()));
            asks.push(ask);
        }
        item => {
            let ask = pairs()
                .map(|(key, text)| (key, Value::from(text)))
                .collect();
            item.as_array_mut()?.push(Value::InlineTable(ask));
        }
    }
    Some(())
}
