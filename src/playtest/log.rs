//! A log whose cells have been read: the notes of each row, and its setting.

use rustc_hash::FxHashMap;

use super::columns::Columns;
use super::note::{Note, allowed, read_note};
use super::table::LogTable;
use crate::input::diagnostic::Diagnostic;
use crate::report::playtest::SkippedRow;

/// A row of a log: indices into the lists of the log.
#[derive(Clone, Debug)]
pub(super) struct LogRow {
    /// The index of its row in the table.
    pub(super) index: usize,
    /// Its note of each slot.
    pub(super) notes: Box<[u32]>,
    pub(super) setting: u32,
    pub(super) group: u32,
}

/// A cell that is wrong.
#[derive(Clone, Debug)]
pub(super) struct CellMistake {
    /// The index of its row in the table.
    row: usize,
    column: usize,
    problem: String,
    help: String,
}

/// A log whose cells have been read.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) rows: Vec<LogRow>,
    /// The different notes of each slot.
    pub(super) notes: Vec<Vec<Note>>,
    /// For each setting, the cells of the parameters and of the variant, and the first row.
    pub(super) settings: Vec<(Vec<String>, usize)>,
    /// The values of the column of `--by`.
    pub(super) groups: Vec<String>,
    pub(super) mistakes: Vec<CellMistake>,
    /// The slots in which empty cells are read as absent.
    pub(super) read_as_absent: Vec<usize>,
}

/// Gives equal texts the same number.
#[derive(Default)]
struct Numbering {
    known: FxHashMap<String, u32>,
}

impl Numbering {
    /// Returns the number of a text, and whether it is new.
    fn number(&mut self, text: &str) -> (u32, bool) {
        if let Some(&number) = self.known.get(text) {
            return (number, false);
        }
        let number = self.known.len() as u32;
        self.known.insert(text.to_owned(), number);
        (number, true)
    }
}

/// Reads the rows of a log one after the other.
struct LogReader<'t> {
    table: &'t LogTable,
    columns: &'t Columns,
    group: Option<usize>,
    log: Log,
    /// The texts of each slot, and whether each can be read.
    texts: Vec<(Numbering, Vec<bool>)>,
    settings: Numbering,
    groups: Numbering,
}

impl LogReader<'_> {
    fn read_row(&mut self, index: usize) {
        let row = &self.table.rows[index];
        let mistakes = self.log.mistakes.len();
        let mut notes = Vec::with_capacity(self.columns.slots.len());
        for (nth, (column, slot)) in self.columns.slots.iter().enumerate() {
            let cell = row.cell(*column);
            let (numbering, readable) = &mut self.texts[nth];
            let (number, is_new) = numbering.number(cell);
            if is_new {
                let note = read_note(cell, &slot.metric);
                readable.push(note.is_some());
                self.log.notes[nth].push(note.unwrap_or(Note::Nothing));
            }
            if !readable[number as usize] {
                let problem = format!("`{cell}` is no value of `{}`", slot.column());
                let help = format!("allowed: {}", allowed(&slot.metric));
                self.log.add_mistake(index, *column, problem, help);
            }
            notes.push(number);
        }
        let cells: Vec<&str> = self
            .columns
            .settings()
            .map(|column| row.cell(column))
            .collect();
        let (setting, is_new) = self.settings.number(&cells.join("\u{0}"));
        if is_new {
            let cells = cells.iter().map(|&cell| cell.to_owned()).collect();
            self.log.settings.push((cells, index));
        }
        let part = self.group.map_or("", |column| row.cell(column));
        let (group, is_new) = self.groups.number(part);
        if is_new {
            self.log.groups.push(part.to_owned());
        }
        if self.log.mistakes.len() == mistakes {
            self.log.rows.push(LogRow {
                index,
                notes: notes.into(),
                setting,
                group,
            });
        }
    }

    /// Reads empty cells of a metric that can be absent as absent, like those of `trials.csv`. If a
    /// column contains "absent", its empty cells mean that nothing was noted.
    fn read_absences(&mut self) {
        for (nth, (_, slot)) in self.columns.slots.iter().enumerate() {
            let notes = &mut self.log.notes[nth];
            let empty = self.texts[nth].0.known.get("").copied();
            let (Some(empty), true) = (empty, slot.metric.is_optional()) else {
                continue;
            };
            if !notes.contains(&Note::Absent) {
                notes[empty as usize] = Note::Absent;
                self.log.read_as_absent.push(nth);
            }
        }
    }
}

impl Log {
    /// Reads all rows. Rows with mistakes are not among the rows of the log.
    pub(super) fn read(table: &LogTable, columns: &Columns, group: Option<usize>) -> Log {
        let slots = columns.slots.len();
        let mut texts = Vec::new();
        texts.resize_with(slots, Default::default);
        let mut reader = LogReader {
            table,
            columns,
            group,
            log: Log {
                notes: vec![Vec::new(); slots],
                ..Log::default()
            },
            texts,
            settings: Numbering::default(),
            groups: Numbering::default(),
        };
        (0..table.rows.len()).for_each(|index| reader.read_row(index));
        reader.read_absences();
        reader.log
    }

    /// Reads empty cells of slots that are never absent as cells without a note.
    pub(super) fn read_absences_as_nothing(&mut self, is_never_absent: impl Fn(usize) -> bool) {
        let (never, may_be): (Vec<usize>, Vec<usize>) = self
            .read_as_absent
            .iter()
            .partition(|&&nth| is_never_absent(nth));
        self.read_as_absent = may_be;
        for nth in never {
            let notes = self.notes[nth].iter_mut();
            notes
                .filter(|note| **note == Note::Absent)
                .for_each(|note| *note = Note::Nothing);
        }
    }

    /// Returns what a row notes of a slot.
    pub(super) fn note(&self, row: &LogRow, slot: usize) -> &Note {
        &self.notes[slot][row.notes[slot] as usize]
    }

    /// Adds a mistake in a cell.
    pub(super) fn add_mistake(&mut self, row: usize, column: usize, problem: String, help: String) {
        self.mistakes.push(CellMistake {
            row,
            column,
            problem,
            help,
        });
    }

    /// Removes the rows with these indices in the table.
    pub(super) fn remove_mistaken_rows(&mut self) {
        let mut wrong: Vec<usize> = self.mistakes.iter().map(|mistake| mistake.row).collect();
        wrong.sort_unstable();
        self.rows
            .retain(|row| wrong.binary_search(&row.index).is_err());
    }

    /// Returns the mistakes as diagnostics, in the order of the lines.
    pub(super) fn diagnostics(&mut self, table: &LogTable) -> Vec<Diagnostic> {
        self.mistakes
            .sort_by_key(|mistake| (mistake.row, mistake.column));
        let at = |mistake: &CellMistake| {
            let place = table.cell_place(&table.rows[mistake.row], mistake.column);
            Diagnostic::at(&place, mistake.problem.as_str(), mistake.help.as_str())
        };
        self.mistakes.iter().map(at).collect()
    }

    /// Returns the rows that are left out because of mistakes, each with its first one.
    pub(super) fn skipped(&mut self, table: &LogTable) -> Vec<SkippedRow> {
        self.mistakes
            .sort_by_key(|mistake| (mistake.row, mistake.column));
        let mut skipped: Vec<SkippedRow> = Vec::new();
        for mistake in &self.mistakes {
            let line = table.rows[mistake.row].line;
            if skipped.last().is_none_or(|last| last.line != line) {
                skipped.push(SkippedRow {
                    line,
                    reason: mistake.problem.clone(),
                });
            }
        }
        skipped
    }
}
