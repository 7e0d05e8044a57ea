//! Opens files that users name. Reading a pipe without a writer could block forever, so only
//! regular files are opened.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a file for reading.
///
/// # Errors
///
/// Fails if the system does, or if the path is a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    let kind = path.metadata()?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        let problem = "it is not a regular file (it may be a pipe or a device)";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    File::open(path)
}
