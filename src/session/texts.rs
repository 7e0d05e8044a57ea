//! The texts on the page.

/// A scenario and its rule file.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The name of the scenario, without a file ending.
    pub name: String,
    /// The scenario.
    pub scenario: String,
    /// Its rule file: the name and the text.
    pub rule_file: Option<(String, String)>,
}
