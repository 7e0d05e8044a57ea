//! Files in memory, by their names within a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files by name.
#[derive(Debug, Default)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Files {
    /// Adds a file.
    pub fn add(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(name.to_owned(), bytes.into());
    }

    /// Writes all files into a folder, and prints their total size.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        for (name, bytes) in &self.0 {
            let path = folder.join(name);
            let describe_error = |error: std::io::Error| format!("{}: {error}", path.display());
            fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(describe_error)?;
            fs::write(&path, bytes).map_err(describe_error)?;
        }
        let bytes: usize = self.0.values().map(Vec::len).sum();
        println!(
            "{}: {} files, {:.2} MB",
            folder.display(),
            self.0.len(),
            bytes as f64 / 1e6
        );
        Ok(())
    }
}
