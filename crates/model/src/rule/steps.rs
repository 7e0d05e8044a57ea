//! The names of steps. One rule may have metrics with different kinds of steps, such as turns and
//! units.

/// The names of a metric's steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepWords {
    /// The word of the rule for a step: "Wing", "Turn", "Round".
    pub name: String,
    /// The designer's word for a step, which stays unchanged.
    pub label: Option<String>,
    /// The names of the steps from 1 on, if they have names. An empty name means that cases use
    /// different names.
    pub step_names: Vec<StepName>,
}

/// The name of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepName {
    /// Its name in questions and files.
    pub name: String,
    /// Its label.
    pub label: String,
}

impl StepName {
    /// Returns a step whose label is its name.
    pub fn new(name: impl Into<String>) -> StepName {
        let name = name.into();
        StepName {
            label: name.clone(),
            name,
        }
    }
}

impl Default for StepWords {
    fn default() -> StepWords {
        StepWords::new("Step")
    }
}

impl StepWords {
    /// Returns steps with numbers: "Turn".
    pub fn new(name: impl Into<String>) -> StepWords {
        StepWords {
            name: name.into(),
            label: None,
            step_names: Vec::new(),
        }
    }

    /// Sets the names of the steps from step 1 on.
    pub fn named(self, names: impl IntoIterator<Item = impl Into<String>>) -> StepWords {
        StepWords {
            step_names: names.into_iter().map(StepName::new).collect(),
            ..self
        }
    }

    /// Returns the word for a step: "Wing", "Turn".
    pub fn word(&self) -> &str {
        self.label.as_ref().unwrap_or(&self.name)
    }

    /// Returns the names of the steps in questions and files, from step 1 on.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.step_names
            .iter()
            .map(|step_name| step_name.name.as_str())
    }

    /// Returns the name of a step, if it has one.
    pub fn step_name(&self, step: u32) -> Option<&StepName> {
        self.step_names
            .get((step as usize).checked_sub(1)?)
            .filter(|step_name| !step_name.name.is_empty())
    }

    /// Returns the label of a step: its name, or its number.
    pub fn short_step_label(&self, step: u32) -> String {
        self.step_name(step)
            .map_or_else(|| step.to_string(), |step_name| step_name.label.clone())
    }

    /// Returns the label of a step outside its context: "Knight", "Turn 3".
    pub fn step_label(&self, step: u32) -> String {
        self.step_name(step).map_or_else(
            || format!("{} {step}", self.word()),
            |step_name| step_name.label.clone(),
        )
    }
}
