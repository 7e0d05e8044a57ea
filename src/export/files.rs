//! Where files of results go: into a folder, or into memory.

use std::io::{self, Write};

/// The file by which a folder of results is known.
pub const MANIFEST: &str = "run.json";
/// Where a folder of results keeps the tables of those that it replaced.
pub const PREVIOUS: &str = "previous";

/// A place that takes files.
pub trait Files {
    /// Writes a file as it is made, so that no more than a part of it needs to be in memory.
    ///
    /// # Errors
    /// As the place has them, or as they are made.
    fn write_by(
        &mut self,
        name: &str,
        make: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// The files written so far, in order.
    fn files(&self) -> &[String];

    /// Writes a file.
    ///
    /// # Errors
    /// As the place has them.
    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.write_by(name, |out| out.write_all(bytes))
    }
}

/// Files that stay in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    names: Vec<String>,
    /// The bytes of each, in the order of the names.
    bytes: Vec<Vec<u8>>,
}

impl InMemory {
    /// The files with their names, in the order written.
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
