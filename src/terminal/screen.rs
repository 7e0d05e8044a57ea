//! The terminal itself: how wide it is, and what is said on it. All text that reaches it leaves by
//! one of two doors, and neither lets pass what commands it.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use terminal_size::{Width, terminal_size_of};

use oddsmith_model::printable::{sanitize, wrap};

/// Columns of a terminal that nobody knows.
const DEFAULT_WIDTH: usize = 80;
/// What standard output is styled with: headings in bold.
const STYLES: [&str; 2] = ["\u{1b}[1m", "\u{1b}[0m"];

/// The columns of the terminal that standard output goes to.
pub fn width() -> usize {
    terminal_size_of(io::stdout()).map_or(DEFAULT_WIDTH, |(Width(columns), _)| usize::from(columns))
}

/// Prints to standard output.
///
/// # Errors
/// As the stream has them.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    out.write_all(sanitize(text, Some(&STYLES)).as_bytes())?;
    out.flush()
}

/// The same, on a terminal in the place of what stood there.
///
/// # Errors
/// As the stream has them.
pub fn reprint(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        anstream::stdout().write_all(b"\x1b[2J\x1b[H")?;
    }
    print(text)
}

/// Has a file that may grow no further be an error of writing, as a full disk is, and not the end
/// of the program.
pub fn ignore_file_size_signal() {
    // The flag is for nobody: that somebody listens is enough. Where the system cannot listen, all
    // is as it was.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Says something on standard error. Where nobody can hear it, the work goes on. Notes and warnings
/// keep to the width of a terminal; what shows a place in a text has lines of its own.
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

/// The same in the place of a line that is drawn again and again, as a progress bar is.
pub fn reprint_message(message: impl Display) {
    if io::stderr().is_terminal() {
        let _ = write!(anstream::stderr(), "\r\u{1b}[2K");
    }
    print_message(message);
}
