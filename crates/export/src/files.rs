//! The targets of result files: a folder or memory.

use std::io::{self, Write};

/// The file that identifies a results folder.
pub const MANIFEST: &str = "run.json";
/// The folder in which a results folder keeps the tables of the results that it replaced.
pub const PREVIOUS: &str = "previous";

/// A target for files.
pub trait Files {
    /// Writes a file piece by piece, so that only a part of it must be in memory.
    ///
    /// # Errors
    /// Returns an error of the target or of `make`.
    fn write_by(
        &mut self,
        name: &str,
        make: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Returns the names of the files written so far, in order.
    fn files(&self) -> &[String];

    /// Writes a file.
    ///
    /// # Errors
    /// Returns an error of the target.
    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.write_by(name, |out| out.write_all(bytes))
    }
}

/// Files in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    names: Vec<String>,
    /// The bytes of each file, in the order of the names.
    bytes: Vec<Vec<u8>>,
}

impl InMemory {
    /// Returns the files with their names, in the order in which they were written.
    pub fn into_files(self) -> impl Iterator<Item = (String, Vec<u8>)> {
        self.names.into_iter().zip(self.bytes)
    }
}

impl Files for InMemory {
    fn write_by(
        &mut self,
        name: &str,
        make: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        make(&mut bytes)?;
        self.names.push(name.to_owned());
        self.bytes.push(bytes);
        Ok(())
    }

    fn files(&self) -> &[String] {
        &self.names
    }
}
