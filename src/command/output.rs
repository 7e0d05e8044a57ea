//! The output of a successful command.

/// The text that a successful command prints, and its exit code.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandOutput {
    /// The text for standard output.
    pub text: String,
    /// The number of bytes of the text that have been printed already.
    pub printed_length: usize,
    /// The exit code. It is 0; or 3 if an answer misses its goal; or 4 if simulated trials disagree
    /// with the exact odds.
    pub exit_code: u8,
}

impl CommandOutput {
    /// Returns the text that is still to be printed.
    pub fn rest(&self) -> &str {
        &self.text[self.printed_length..]
    }
}

impl From<String> for CommandOutput {
    fn from(text: String) -> CommandOutput {
        CommandOutput {
            text,
            printed_length: 0,
            exit_code: 0,
        }
    }
}
