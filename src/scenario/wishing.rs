//! Writes the changes of a form into a scenario's text. The rest of the text stays the same.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use super::document::Scenario;
use super::path;
use super::put_in::set_value;
use crate::input::diagnostic::{Diagnostic, Diagnostics};

/// A change in a form.
#[derive(Clone, Debug)]
pub(crate) enum GoalEdit {
    /// The values that a parameter may have, as TOML; `None` if it must not change.
    Allow(String, Option<String>),
    /// The condition for settings that make sense; `None` if all do.
    Keep(Option<String>),
    /// The wanted answer to a question, by the question's index; `None` for any answer.
    Want(usize, Option<String>),
    /// A new question: three texts with its label, its value and its wanted answer.
    Ask([String; 3]),
}

impl Scenario {
    /// Returns the text after a change.
    ///
    /// # Errors
    /// Returns an error if the change cannot be written.
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

    /// Sets the values that a parameter may have. If it is swept, the sweep is removed.
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
            // A question has either `best` or `want`.
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
