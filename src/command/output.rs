//! What a command that did what it was asked says.

/// What a command that did what it was asked prints, and the exit code that goes with it.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandOutput {
    /// The text for standard output.
    pub text: String,
    /// So much of it stands there already, in bytes.
    pub printed_length: usize,
    /// 0; or, if everything was written, 3 where an answer misses its wish, and 4 where simulated
    /// trials disagree with the exact odds.
    pub exit_code: u8,
}

impl CommandOutput {
    /// What is still to be printed.
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
