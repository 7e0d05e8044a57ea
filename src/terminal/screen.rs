//! The width of the terminal, and the output to it. All output goes through these functions, which
//! remove control characters.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use terminal_size::{Width, terminal_size_of};

use oddsmith_model::printable::{sanitize, wrap};

/// The width if it is unknown, in columns.
const DEFAULT_WIDTH: usize = 80;
/// The control sequences that standard output may contain: bold on and off.
const STYLES: [&str; 2] = ["\u{1b}[1m", "\u{1b}[0m"];

/// Returns the width of the terminal in columns.
pub fn width() -> usize {
    terminal_size_of(io::stdout()).map_or(DEFAULT_WIDTH, |(Width(columns), _)| usize::from(columns))
}

/// Prints to standard output.
///
/// # Errors
/// Returns the errors of the stream.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    out.write_all(sanitize(text, Some(&STYLES)).as_bytes())?;
    out.flush()
}

/// Prints to standard output. A terminal is cleared first.
///
/// # Errors
/// Returns the errors of the stream.
pub fn reprint(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        anstream::stdout().write_all(b"\x1b[2J\x1b[H")?;
    }
    print(text)
}

/// Makes a file size limit an error of writing, like a full disk, instead of the end of the
/// program.
pub fn ignore_file_size_signal() {
    // Handling the signal is enough, so the flag is not read. If handling fails, nothing changes.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Prints a message on standard error. Errors are ignored. Notes and warnings are wrapped to the
/// width of the terminal; diagnostics with a place have their own lines.
pub fn print_message(message: impl Display) {
    let message = message.to_string();
    let is_sentence = ["warning: ", "note: "]
        .iter()
        .any(|start| message.starts_with(start));
    let columns = terminal_size_of(io::stderr())
        .filter(|_| is_sentence)
        .map(|(Width(columns), _)| usize::from(columns));
    let message = columns.map_or_else(|| message.clone(), |columns| wrap(&message, columns));
    let _ = write!(anstream::stderr(), "{}", sanitize(&message, None));
}

/// Prints a message in place of the progress bar.
pub fn reprint_message(message: impl Display) {
    if io::stderr().is_terminal() {
        let _ = write!(anstream::stderr(), "\r\u{1b}[2K");
    }
    print_message(message);
}
