//! Changes numbers in a scenario's text. The rest of the text stays the same, including comments.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::document::Scenario;
use super::{line_ends, path};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::input::tree::{Key, Node, Tree};

impl Scenario {
    /// Returns the text with the numbers of a setting of its `[balance]`.
    ///
    /// # Errors
    /// Returns an error if a number cannot be written.
    pub(crate) fn with_numbers(&self, point: &[u16]) -> Result<String, Diagnostics> {
        let sets = self
            .balance
            .as_ref()
            .map_or_else(Vec::new, |balance| balance.sets(point));
        let is_other = |(key, node): &(Key, Node)| {
            self.node_of(&key.text)
                .is_none_or(|current| current.canonical() != node.canonical())
        };
        let sets: Vec<(Key, Node)> = sets.into_iter().filter(is_other).collect();
        let entries = self
            .with_values_set(sets.iter().cloned())
            .base_with_entries();
        let refused = |key: &Key| {
            let problem = format!("the scenario has no line that sets `{}`", key.text);
            Diagnostic::at(&key.place, problem, "add one by hand, with any number")
        };
        self.edited(|document| {
            for (key, value) in &sets {
                let item = document
                    .as_table_mut()
                    .entry("parameters")
                    .or_insert_with(|| Item::Table(Table::new()));
                put_value(item, &entries, &key.text, value).ok_or_else(|| refused(key))?;
            }
            Ok(())
        })
    }

    /// Returns the text after an edit. Line ends and a byte-order mark stay the same.
    pub(super) fn edited(
        &self,
        edit: impl FnOnce(&mut DocumentMut) -> Result<(), Diagnostic>,
    ) -> Result<String, Diagnostics> {
        let mut document: DocumentMut = self.source.text.parse().map_err(|_| {
            Diagnostic::nowhere(
                "oddsmith could not read the scenario again",
                "change the numbers by hand",
            )
        })?;
        edit(&mut document)?;
        Ok(line_ends::keep(&self.source.text, &document.to_string()))
    }
}

/// Sets the value at a path below an item. `known` is the same item with the default entries of a
/// rule file.
fn put_value(item: &mut Item, known: &Node, path: &str, value: &Node) -> Option<()> {
    if let Some(tables) = item.as_array_of_tables_mut() {
        let names: Vec<String> = tables.iter().map(|table| entry_name(table)).collect();
        let (index, rest) = path::entry_by_name(&names, path)?;
        return put_into(tables.get_mut(index)?, known, rest, value);
    }
    if let Some(list) = item.as_array_mut() {
        let names: Vec<String> = list
            .iter()
            .map(|element| {
                element
                    .as_inline_table()
                    .map_or_else(String::new, |table| entry_name(table))
            })
            .collect();
        let (index, rest) = path::entry_by_name(&names, path)?;
        return put_into(
            list.get_mut(index)?.as_inline_table_mut()?,
            known,
            rest,
            value,
        );
    }
    put_into(item.as_table_like_mut()?, known, path, value)
}

/// Returns the name of an entry.
fn entry_name(table: &dyn TableLike) -> String {
    table
        .get("name")
        .and_then(Item::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn put_into(table: &mut dyn TableLike, known: &Node, path: &str, value: &Node) -> Option<()> {
    let Some((first, rest)) = path.split_once('.') else {
        set_value(table, path, as_value(value)?);
        return Some(());
    };
    let inner = known.get(first);
    if !table.contains_key(first) {
        let missing = match inner.map(|node| &node.tree) {
            Some(Tree::List(entries)) => Item::ArrayOfTables(
                entries
                    .iter()
                    .map(as_table)
                    .collect::<Option<ArrayOfTables>>()?,
            ),
            _ => Item::Table(Table::new()),
        };
        table.insert(first, missing);
    }
    put_value(table.get_mut(first)?, inner.unwrap_or(known), rest, value)
}

/// Sets the value of a key of a table.
pub(super) fn set_value(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(current) => {
            // Blanks and comments around the value stay.
            *value.decor_mut() = current.decor().clone();
            *current = value;
        }
        None => drop(table.insert(key, Item::Value(value))),
    }
}

fn as_table(node: &Node) -> Option<Table> {
    let mut table = Table::new();
    for (key, value) in node.pairs()? {
        table.insert(&key.text, Item::Value(as_value(value)?));
    }
    Some(table)
}

fn as_value(node: &Node) -> Option<Value> {
    Some(match &node.tree {
        Tree::Whole(number) => Value::from(*number),
        Tree::Decimal(digits) => digits.parse().ok()?,
        Tree::Flag(flag) => Value::from(*flag),
        Tree::Text(text) => Value::from(text.as_str()),
        Tree::List(nodes) => Value::Array(nodes.iter().map(as_value).collect::<Option<Array>>()?),
        Tree::Table(pairs) => {
            let mut table = InlineTable::new();
            for (key, value) in pairs {
                table.insert(&key.text, as_value(value)?);
            }
            Value::InlineTable(table)
        }
        Tree::Other(_) => return None,
    })
}
