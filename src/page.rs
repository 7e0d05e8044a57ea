//! The web page, which builds with the feature `page` contain.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// The name of its file.
pub const FILE: &str = "oddsmith.html";

/// The page, compressed with `gzip`.
#[cfg(feature = "page")]
const COMPRESSED_PAGE: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/page.gz")));
#[cfg(not(feature = "page"))]
const COMPRESSED_PAGE: Option<&[u8]> = None;

/// Returns whether this build contains the page.
pub fn is_included() -> bool {
    COMPRESSED_PAGE.is_some()
}

/// Writes the page to a new file, and returns the number of bytes.
///
/// # Errors
/// Returns an error if the file exists already or cannot be written.
pub fn write(path: &Path) -> io::Result<u64> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = io::copy(
        &mut flate2::read::GzDecoder::new(COMPRESSED_PAGE.unwrap_or_default()),
        &mut file,
    );
    written
        .and_then(|bytes| file.flush().map(|()| bytes))
        .inspect_err(|_| {
            // This call has created the file.
            let _ = std::fs::remove_file(path);
        })
}
