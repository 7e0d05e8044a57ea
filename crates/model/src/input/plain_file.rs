//! Opens files that others named. What is no file, such as a pipe into which nobody writes, could
//! hold a run for ever.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a file to be read.
///
/// # Errors
/// As the system has them; and where it is a pipe, a device or the like.
pub fn open(path: &Path) -> io::Result<File> {
    let kind = path.metadata()?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        let problem = "it is not a regular file (it may be a pipe or a device)";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    File::open(path)
}
