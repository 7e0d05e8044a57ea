//! The tables of a program that is being compiled, to which instructions refer by number.

use crate::code::Code;
use crate::declare::Declarations;
use crate::grammar::tree::Definition;
use crate::value::Datum;

pub(super) struct CodeTables<'d> {
    pub(super) declarations: &'d Declarations,
    pub(super) code: Code,
    pub(super) prelude: Vec<Definition>,
    /// Whether a function of the prelude is being compiled. The prelude calls only itself, and
    /// files do not call it by name, so that a file may use its names for other functions.
    pub(super) is_in_prelude: bool,
    /// For each function, the options that are offered to its player parameter, or `None` if some
    /// are computed.
    pub(super) offered_to_any: Vec<Option<Vec<i64>>>,
}

impl CodeTables<'_> {
    pub(super) fn text(&mut self, text: &str) -> u32 {
        let found = self.code.texts.iter().position(|known| known == text);
        found.unwrap_or_else(|| {
            self.code.texts.push(text.to_owned());
            self.code.texts.len() - 1
        }) as u32
    }

    pub(super) fn constant(&mut self, value: Datum) -> u32 {
        let found = self.code.constants.iter().position(|known| *known == value);
        found.unwrap_or_else(|| {
            self.code.constants.push(value);
            self.code.constants.len() - 1
        }) as u32
    }

    /// Returns the index of the function that a call names.
    pub(super) fn function_index(&self, name: &str) -> Option<usize> {
        if self.is_in_prelude {
            self.prelude_index(name)
        } else {
            self.declarations.function_index(name)
        }
    }

    /// Returns the index of a function of the prelude. They come after those of the file.
    pub(super) fn prelude_index(&self, name: &str) -> Option<usize> {
        let index = self
            .prelude
            .iter()
            .position(|function| function.name.text == name);
        index.map(|index| index + self.declarations.functions.len())
    }
}
