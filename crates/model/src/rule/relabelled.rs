//! `[labels]`: what is shown under another name. Names in questions and files stay.

use rustc_hash::FxHashSet;

use crate::rule::choice::{NumberWords, ShownChoice};
use crate::rule::metric::{Kind, Wording};
use crate::rule::presentation::{Headline, Presentation};

/// What names the steps: "Turn", and before a dot those that are called so, or one of them.
const STEP: &str = "step";
/// What is said of trials that leave a metric out.
const ABSENT: &str = "absent";
/// The section that a choice stands in: `play.hold` is never a metric of that name.
const PLAY: &str = "play.";

/// What a key of `[labels]` means of what a rule shows, by its places there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelTarget {
    /// A metric.
    Metric(usize),
    /// An outcome of it.
    Outcome(usize, usize),
    /// That a trial leaves it out.
    Absent(usize),
    /// A choice.
    Choice(usize),
    /// An option of it, by its name.
    Option(usize, String),
    /// A part of the situation in which it is made.
    Part(usize, String),
    /// What the steps of this name are: "Turn".
    Step(String),
    /// The steps that are called so: "Vanguard".
    StepName(String),
}

impl Presentation {
    /// Renames what is shown. Names that there are not are passed over; what they are in the first
    /// case is checked elsewhere.
    pub fn relabel<'l>(&mut self, labels: impl Iterator<Item = (&'l str, &'l str)>) {
        for (key, label) in labels {
            let Some(named) = self.resolve_label_key(key) else {
                continue;
            };
            match named {
                LabelTarget::Metric(metric) => {
                    self.metrics[metric].wording = Wording::Named;
                    let old = std::mem::replace(&mut self.metrics[metric].label, label.to_owned());
                    self.rename_in_headlines(metric, &old, label);
                }
                LabelTarget::Outcome(metric, outcome) => {
                    let Kind::Category(outcomes) = &mut self.metrics[metric].kind else {
                        continue;
                    };
                    let renamed = &mut outcomes[outcome];
                    // An outcome with a new name is shown by that name: the rule's own sentence
                    // does not contain it.
                    renamed.clause.clear();
                    renamed.is_named = true;
                    let old = std::mem::replace(&mut renamed.label, label.to_owned());
                    self.rename_in_headlines(metric, &old, label);
                }
                LabelTarget::Absent(metric) => self.metrics[metric].absent = label.to_owned(),
                LabelTarget::Choice(choice) => {
                    self.choices[choice].words.label = Some(label.to_owned())
                }
                LabelTarget::Option(choice, name) => {
                    set_words(&mut self.choices[choice].words.options, name, label)
                }
                LabelTarget::Part(choice, name) => {
                    set_words(&mut self.choices[choice].words.parts, name, label)
                }
                LabelTarget::Step(name) => self.relabel_step(&name, label),
                LabelTarget::StepName(name) => self.relabel_steps(&name, label),
            }
        }
    }

    /// Shows an entry of the rule's parameters under another name: its steps, its metrics, and
    /// options that are called so.
    pub fn relabel_entry(&mut self, name: &str, label: &str) {
        self.relabel_steps(name, label);
        for index in 0..self.metrics.len() {
            let is_its = self.metrics[index]
                .name
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'));
            if is_its {
                let metric = &mut self.metrics[index];
                let new = replace_whole_mentions(&metric.label, name, label);
                let old = std::mem::replace(&mut metric.label, new.clone());
                metric.wording = Wording::Named;
                self.rename_in_headlines(index, &old, &new);
            }
        }
        for choice in self
            .choices
            .iter_mut()
            .filter(|choice| choice.options.number(name).is_some())
        {
            set_words(&mut choice.words.options, name.to_owned(), label);
        }
    }

    /// Shows what the steps of this name are under another: "Turn".
    fn relabel_step(&mut self, name: &str, label: &str) {
        for index in 0..self.metrics.len() {
            let step = &mut self.metrics[index].step;
            if step.name == name {
                let old = step
                    .label
                    .replace(label.to_owned())
                    .unwrap_or_else(|| name.to_owned());
                self.rename_in_headlines(index, &old, label);
            }
        }
    }

    /// Shows all steps that are called so under another name, also where a number to read first is
    /// of one.
    fn relabel_steps(&mut self, name: &str, label: &str) {
        for metric in &mut self.metrics {
            for (step_name, step) in metric
                .step
                .step_names
                .iter_mut()
                .zip(1u32..)
                .filter(|(step_name, _)| step_name.name == name)
            {
                let old = std::mem::replace(&mut step_name.label, label.to_owned());
                let is_its = |headline: &&mut Headline| {
                    headline.metric == metric.name && headline.step == Some(step)
                };
                for headline in self.headlines.iter_mut().filter(is_its) {
                    headline.label = replace_whole_mentions(&headline.label, &old, label);
                }
            }
        }
    }

    /// Renames what headlines say of a metric.
    fn rename_in_headlines(&mut self, metric: usize, old: &str, label: &str) {
        let name = &self.metrics[metric].name;
        for headline in self
            .headlines
            .iter_mut()
            .filter(|headline| headline.metric == *name)
        {
            headline.label = rename_mentions(&headline.label, old, label);
        }
    }

    /// What a key of `[labels]` means: of several things of one name the metric.
    pub fn resolve_label_key(&self, key: &str) -> Option<LabelTarget> {
        let choice_key = key.strip_prefix(PLAY);
        choice_key
            .and_then(|key| self.resolve_choice_key(key))
            .or_else(|| self.resolve_metric_key(key))
            .or_else(|| self.resolve_choice_key(key))
            .or_else(|| match key.split_once('.') {
                None if key == STEP => self
                    .only_step()
                    .map(|name| LabelTarget::Step(name.to_owned())),
                Some((STEP, name)) if self.step_names().any(|known_name| known_name == name) => {
                    Some(LabelTarget::StepName(name.to_owned()))
                }
                Some((STEP, name)) if self.steps().any(|known_name| known_name == name) => {
                    Some(LabelTarget::Step(name.to_owned()))
                }
                _ => None,
            })
    }

    /// What the steps of its metrics are: "Turn", and "Unit" of another.
    fn steps(&self) -> impl Iterator<Item = &str> {
        self.metrics
            .iter()
            .filter(|metric| metric.depends_on_steps())
            .map(|metric| metric.step.name.as_str())
    }

    /// The same where it is one thing for all of them.
    fn only_step(&self) -> Option<&str> {
        let first = self.steps().next()?;
        self.steps().all(|step| step == first).then_some(first)
    }

    fn step_names(&self) -> impl Iterator<Item = &str> {
        self.metrics.iter().flat_map(|metric| metric.step.names())
    }

    fn resolve_metric_key(&self, key: &str) -> Option<LabelTarget> {
        let metric = |name: &str| self.metrics.iter().position(|metric| metric.name == name);
        if let Some(metric) = metric(key) {
            return Some(LabelTarget::Metric(metric));
        }
        let (name, outcome) = key.rsplit_once('.')?;
        let metric = metric(name)?;
        let found = self.metrics[metric]
            .outcomes()
            .iter()
            .position(|known_outcome| known_outcome.name == outcome);
        let absent = || {
            (outcome == ABSENT && self.metrics[metric].is_optional())
                .then_some(LabelTarget::Absent(metric))
        };
        found
            .map(|outcome| LabelTarget::Outcome(metric, outcome))
            .or_else(absent)
    }

    fn resolve_choice_key(&self, key: &str) -> Option<LabelTarget> {
        let choice = |name: &str| self.choices.iter().position(|choice| choice.name == name);
        if let Some(choice) = choice(key) {
            return Some(LabelTarget::Choice(choice));
        }
        let (name, option_or_part) = key.split_once('.')?;
        let index = choice(name)?;
        let shown_choice = &self.choices[index];
        match shown_choice.options.number(option_or_part) {
            Some(_) => Some(LabelTarget::Option(index, option_or_part.to_owned())),
            None => parts(shown_choice)
                .any(|part| part == option_or_part)
                .then(|| LabelTarget::Part(index, option_or_part.to_owned())),
        }
    }

    /// Every key that `[labels]` may have of what is shown.
    pub fn label_keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for metric in &self.metrics {
            keys.push(metric.name.clone());
            keys.extend(
                metric
                    .outcomes()
                    .iter()
                    .map(|outcome| format!("{}.{}", metric.name, outcome.name)),
            );
            keys.extend(
                metric
                    .is_optional()
                    .then(|| format!("{}.{ABSENT}", metric.name)),
            );
        }
        for choice in &self.choices {
            keys.push(choice.name.clone());
            let options = match &choice.options {
                NumberWords::Listed(_, words)
                | NumberWords::Written {
                    known: Some(words), ..
                } => words.as_slice(),
                NumberWords::Numbers(..) | NumberWords::Written { known: None, .. } => &[],
            };
            keys.extend(
                options
                    .iter()
                    .map(String::as_str)
                    .chain(parts(choice))
                    .map(|name| format!("{}.{name}", choice.name)),
            );
        }
        match self.only_step() {
            Some(_) => keys.push(STEP.to_owned()),
            None => keys.extend(self.steps().map(|name| format!("{STEP}.{name}"))),
        }
        keys.extend(self.step_names().map(|name| format!("{STEP}.{name}")));
        let mut seen = FxHashSet::default();
        keys.retain(|key| seen.insert(key.clone()));
        keys
    }
}

/// The parts of the situation in which a choice is made.
fn parts(choice: &ShownChoice) -> impl Iterator<Item = &str> {
    let worded = choice.words.parts.iter().map(|(name, _)| name.as_str());
    choice
        .parts
        .iter()
        .map(|part| part.name.as_str())
        .chain(worded)
}

/// Puts words in the place of those that a name has, or adds them.
fn set_words(words: &mut Vec<(String, String)>, name: String, label: &str) {
    words.retain(|(known_name, _)| *known_name != name);
    words.push((name, label.to_owned()));
}

/// A text with every whole mention of a name renamed, at the beginning of a sentence and within.
/// The new name stays as it was typed.
pub fn rename_mentions(text: &str, old: &str, new: &str) -> String {
    let mut letters = old.chars();
    let small: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(letters)
        .collect();
    let text = replace_whole_mentions(text, old, new);
    if small == old {
        text
    } else {
        replace_whole_mentions(&text, &small, new)
    }
}

/// The same of the name as it is written alone.
pub fn replace_whole_mentions(text: &str, old: &str, new: &str) -> String {
    if old.is_empty() {
        return text.to_owned();
    }
    let (mut done, mut rest) = (String::new(), text);
    while let Some(position) = rest.find(old) {
        let (before, after) = (&rest[..position], &rest[position + old.len()..]);
        let is_whole =
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        done.push_str(before);
        done.push_str(if is_whole { new } else { old });
        rest = after;
    }
    done + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_mentions_are_renamed_exactly_as_typed() {
        assert_eq!(
            rename_mentions("Successes: how many successes?", "Successes", "Treffer"),
            "Treffer: how many Treffer?"
        );
        assert_eq!(
            rename_mentions("Mixed or unmixed", "Mixed", "partly"),
            "partly or unmixed"
        );
        assert_eq!(rename_mentions("Mean", "", "Hits"), "Mean");
    }
}
