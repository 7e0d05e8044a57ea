//! What was written on the page.

/// A scenario, and a rule file beside it.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// What the scenario is called, without an ending.
    pub name: String,
    /// The scenario.
    pub scenario: String,
    /// A rule file beside it: its name and its text.
    pub rule_file: Option<(String, String)>,
}
