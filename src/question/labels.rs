//! `[labels]`: what is shown under another name. Names in questions and files stay.

use crate::rule::metric::{Kind, Wording};
use crate::rule::presentation::Presentation;

impl Presentation {
    /// Renames what is shown: by a metric's name, or by that and an outcome's after a dot. Names that there are not are
    /// passed over; what they are in the first case is checked elsewhere.
    pub(crate) fn relabel<'l>(&mut self, labels: impl Iterator<Item = (&'l str, &'l str)>) {
        for (key, label) in labels {
            let Some((metric, outcome)) = self.labelled(key) else { continue };
            let own = &mut self.metrics[metric];
            let name = own.name.clone();
            let old = match (&mut own.kind, outcome) {
                // What has another name is told by that name: the rule's own sentence would not have it.
                (Kind::Category(outcomes), Some(outcome)) => {
                    outcomes[outcome].clause.clear();
                    std::mem::replace(&mut outcomes[outcome].label, label.to_owned())
                }
                _ => {
                    own.wording = Wording::ByLabel;
                    std::mem::replace(&mut own.label, label.to_owned())
                }
            };
            for headline in self.headlines.iter_mut().filter(|headline| headline.metric == name) {
                headline.label = renamed(&headline.label, &old, label);
            }
            for chart in self.charts.iter_mut().filter(|chart| chart.metric == name) {
                chart.question = renamed(&chart.question, &old, label);
                chart.shows = renamed(&chart.shows, &old, label);
            }
        }
    }

    /// The metric that a key of `[labels]` means, and the outcome.
    pub(crate) fn labelled(&self, key: &str) -> Option<(usize, Option<usize>)> {
        if let Some(metric) = self.metrics.iter().position(|metric| metric.name == key) {
            return Some((metric, None));
        }
        let (name, outcome) = key.rsplit_once('.')?;
        let metric = self.metrics.iter().position(|metric| metric.name == name)?;
        let outcome = self.metrics[metric].outcomes().iter().position(|own| own.name == outcome)?;
        Some((metric, Some(outcome)))
    }
}

/// A text with every whole mention of a name renamed, at the beginning of a sentence and within.
fn renamed(text: &str, old: &str, new: &str) -> String {
    let lower = |name: &str| {
        let mut chars = name.chars();
        chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
    };
    let text = replaced(text, old, new);
    if lower(old) == old { text } else { replaced(&text, &lower(old), &lower(new)) }
}

fn replaced(text: &str, old: &str, new: &str) -> String {
    if old.is_empty() {
        return text.to_owned();
    }
    let (mut done, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        let is_whole = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
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
    fn whole_mentions_are_renamed_in_the_case_in_which_they_stand() {
        assert_eq!(renamed("Successes: how many successes?", "Successes", "Hits"), "Hits: how many hits?");
        assert_eq!(renamed("Mixed or unmixed", "Mixed", "Partly"), "Partly or unmixed");
        assert_eq!(renamed("Mean", "", "Hits"), "Mean");
    }
}
