//! What the steps of a metric are called: one rule may count turns and tell units apart.

/// What the steps of a metric are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepWords {
    /// What each of them is, as the rule has it: "Wing", "Turn", "Round".
    pub name: String,
    /// What it is shown as, where the designer has named it: then it stays as it was typed.
    pub label: Option<String>,
    /// The steps from 1 on, where they have names of their own; an empty one where cases call a
    /// step otherwise.
    pub step_names: Vec<StepName>,
}

/// A step that has a name of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepName {
    /// Its name in questions and files.
    pub name: String,
    /// What it is shown as.
    pub label: String,
}

impl StepName {
    /// A step that is shown by its name.
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
    /// Steps that have numbers: "Turn".
    pub fn new(name: impl Into<String>) -> StepWords {
        StepWords {
            name: name.into(),
            label: None,
            step_names: Vec::new(),
        }
    }

    /// Steps that have names of their own, from step 1 on.
    pub fn named(self, names: impl IntoIterator<Item = impl Into<String>>) -> StepWords {
        StepWords {
            step_names: names.into_iter().map(StepName::new).collect(),
            ..self
        }
    }

    /// What each of them is shown as: "Wing", "Turn".
    pub fn word(&self) -> &str {
        self.label.as_ref().unwrap_or(&self.name)
    }

    /// The names of the steps in questions and files, from step 1 on.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.step_names
            .iter()
            .map(|step_name| step_name.name.as_str())
    }

    /// A step that has a name of its own.
    pub fn step_name(&self, step: u32) -> Option<&StepName> {
        self.step_names
            .get((step as usize).checked_sub(1)?)
            .filter(|step_name| !step_name.name.is_empty())
    }

    /// What a step is shown as: by its own name, or its number.
    pub fn short_step_label(&self, step: u32) -> String {
        self.step_name(step)
            .map_or_else(|| step.to_string(), |step_name| step_name.label.clone())
    }

    /// The same where it stands by itself: "Knight", "Turn 3".
    pub fn step_label(&self, step: u32) -> String {
        self.step_name(step).map_or_else(
            || format!("{} {step}", self.word()),
            |step_name| step_name.label.clone(),
        )
    }
}
