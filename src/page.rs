//! The page, within the program where it was built with the feature `page`.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// What its file is called.
pub const FILE: &str = "oddsmith.html";

/// The page as `gzip` has packed it.
#[cfg(feature = "page")]
const COMPRESSED_PAGE: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/page.gz")));
#[cfg(not(feature = "page"))]
const COMPRESSED_PAGE: Option<&[u8]> = None;

/// Whether this program holds it.
pub fn is_included() -> bool {
    COMPRESSED_PAGE.is_some()
}

/// Writes it to a file that is not there yet; how many bytes it has.
///
/// # Errors
/// When there is such a file, or it cannot be written.
pub fn write(path: &Path) -> io::Result<u64> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = io::copy(
        &mut flate2::read::GzDecoder::new(COMPRESSED_PAGE.unwrap_or_default()),
        &mut file,
    );
    written
        .and_then(|bytes| file.flush().map(|()| bytes))
        .inspect_err(|_| {
            // It was made a moment ago, by this very run.
            let _ = std::fs::remove_file(path);
        })
}
