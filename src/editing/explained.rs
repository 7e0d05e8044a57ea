//! Explains a word: what it means, and its distribution if it depends on chance.

use oddsmith_engine::explore::Watch;
use oddsmith_language::reference::described;
use oddsmith_language::{NameRole, NamedPlace, Outline, WatchedKind};
use serde_json::Value;

use super::distribution::{histogram, mean, percent, sd};
use super::edited::{Edited, Known, boundary, word_at};
use super::explanation::Explained;
use super::line::CaretLine;
use super::metric_distribution::{metric_distribution, tell};
use super::offers::descend;
use super::rule_offers::role;
use super::watched::WatchedDistribution;
use crate::rule::words::sentence;
use crate::rule_file::FileRule;
use crate::scenario::document::Scenario;
use crate::scenario::named_rule::NamedRule;

impl Edited<'_> {
    /// Returns what the word or the expression at a byte means. Odds are at the values of the
    /// scenario, or at the default values of a rule file alone. They are left out once the
    /// watch is stopped.
    pub fn explained(&self, byte: usize, watch: &Watch) -> Option<Explained> {
        let byte = boundary(self.text, byte);
        let explanation = if self.is_rule_file() {
            self.of_rule_file(byte, watch)
        } else {
            self.of_scenario(byte, watch)
        };
        explanation.filter(|explanation| {
            !explanation.says.is_empty() || !explanation.distribution.is_empty()
        })
    }

    fn of_rule_file(&self, byte: usize, watch: &Watch) -> Option<Explained> {
        let word = word_at(self.text, byte);
        let outline = Outline::of(self.text);
        let rule = self.rule_file().ok();
        let mut explanation = Explained {
            span: word.clone(),
            ..Explained::default()
        };
        let before = &self.text[self.text[..byte].rfind('\n').map_or(0, |at| at + 1)..byte];
        if before.trim_start().starts_with('#') {
            return None;
        }
        let is_code = before.matches('"').count().is_multiple_of(2) && !before.contains('#');
        if let Some(found) = self.expected_at(&outline, byte, watch) {
            explanation.says.push(found);
        }
        let here = outline.at(byte);
        if let Some(place) = here {
            explanation
                .says
                .push(format!("`{}` is {}.", place.name, role(place.role)));
            self.of_name(place, rule.as_ref(), &mut explanation, watch);
        } else if &self.text[word.clone()] == "while" {
            self.of_loop(word.end, rule.as_ref(), &mut explanation, watch);
            return Some(explanation);
        } else if let Some(entry) = described(&self.text[word.clone()]).filter(|_| is_code) {
            explanation
                .says
                .extend([entry.usage.to_owned(), entry.about.to_owned()]);
        }
        let is_known = |place: &NamedPlace| {
            matches!(
                place.role,
                NameRole::Local | NameRole::Function | NameRole::Field
            )
        };
        if here.is_none_or(is_known)
            && let Some(rule) = &rule
            && let Some((watchable, distribution)) = self.distribution_at(rule, byte, watch)
        {
            explanation.span = watchable.span.start..watchable.span.end;
            if let Some(distribution) = distribution {
                // How often hangs on what a player decides, where one does.
                let often = rule.file.choices().is_empty().then_some(distribution.often);
                add_distribution(watchable.kind, &distribution, often, &mut explanation);
            }
        }
        Some(explanation)
    }

    /// Returns the result of an expectation that holds.
    fn expected_at(&self, outline: &Outline, byte: usize, watch: &Watch) -> Option<String> {
        let here = outline
            .expectations
            .iter()
            .find(|span| span.start <= byte && byte <= span.end)?;
        let (_, found) = self
            .held(watch)
            .into_iter()
            .find(|(span, _)| span.start == here.start)?;
        Some(format!("It holds: {}.", found.trim_start_matches("it is ")))
    }

    /// Adds how often the loop repeats whose `while` ends at a byte.
    fn of_loop(
        &self,
        byte: usize,
        rule: Option<&FileRule>,
        explanation: &mut Explained,
        watch: &Watch,
    ) {
        let distribution = rule
            .and_then(|rule| self.loop_distribution(rule, byte, watch))
            .filter(|distribution| distribution.often > 0.0);
        explanation
            .says
            .extend(distribution.map(|distribution| sentence(&distribution.rounds())));
    }

    /// Adds what the file says about a name that it declares.
    fn of_name(
        &self,
        place: &NamedPlace,
        rule: Option<&FileRule>,
        explanation: &mut Explained,
        watch: &Watch,
    ) {
        let Some(rule) = rule else { return };
        match place.role {
            NameRole::Parameter => {
                if let Some(parameter) = rule
                    .parameters
                    .iter()
                    .find(|parameter| parameter.key == place.name)
                {
                    explanation.says.push(sentence(parameter.meaning));
                    let usual = match parameter.default {
                        "" => String::new(),
                        usual => format!("; default: {}", usual.trim_matches('"')),
                    };
                    explanation
                        .says
                        .push(sentence(&format!("{}{usual}", parameter.shape.allowed())));
                }
            }
            NameRole::Metric => self.odds(&place.name, explanation, watch),
            NameRole::Player => {
                let choice = rule
                    .choices()
                    .into_iter()
                    .find(|(name, _)| *name == place.name);
                explanation
                    .says
                    .extend(choice.map(|(_, meaning)| sentence(&meaning)));
                self.best_play(&place.name, explanation, watch);
            }
            _ => (),
        }
    }

    fn of_scenario(&self, byte: usize, watch: &Watch) -> Option<Explained> {
        let caret = CaretLine::of(self.text, byte);
        let span = word_at(self.text, byte);
        if caret.is_comment() || span.is_empty() {
            return None;
        }
        let word = &self.text[span.clone()];
        let known = self.known();
        let mut explanation = Explained {
            span: span.clone(),
            ..Explained::default()
        };
        let is_key =
            caret.key().is_some() && byte - caret.start <= caret.line.find('=').unwrap_or(0);
        if let Some(header) = caret.header() {
            let (last, section) = header.split_last()?;
            let key_schema = descend(&known.schema, section)
                .and_then(|schema| schema.get("properties")?.get(*last));
            explanation.says.extend(key_schema.and_then(meaning));
        } else if is_key {
            let key = caret.key()?;
            self.of_key(key, &caret, &known, &mut explanation);
            if caret.section == ["play"] {
                self.best_play(key, &mut explanation, watch);
            }
        } else if known.metrics.iter().any(|metric| metric.name == word) {
            self.odds(word, &mut explanation, watch);
        } else {
            let outcome = known.metrics.iter().flat_map(|metric| {
                metric
                    .outcomes()
                    .iter()
                    .map(move |outcome| (outcome, format!("{}: {}.", metric.label, outcome.label)))
            });
            explanation.says.extend(
                outcome
                    .filter(|(outcome, _)| outcome.name == word)
                    .map(|(_, text)| text)
                    .take(1),
            );
        }
        Some(explanation)
    }

    fn of_key(&self, key: &str, caret: &CaretLine<'_>, known: &Known, explanation: &mut Explained) {
        let parameters = known
            .rule
            .as_ref()
            .map_or(&[][..], |rule| rule.parameters());
        let is_of_rule = matches!(caret.section.first(), Some(&"parameters" | &"sweep"));
        let of_rule = key
            .rsplit('.')
            .next()
            .and_then(|last| parameters.iter().find(|parameter| parameter.key == last));
        if let Some(parameter) = of_rule.filter(|_| is_of_rule) {
            explanation.says.push(sentence(parameter.meaning));
            explanation.says.push(sentence(&parameter.shape.allowed()));
        } else {
            let key_schema = descend(&known.schema, &caret.section)
                .and_then(|schema| schema.get("properties")?.get(key));
            explanation.says.extend(key_schema.and_then(meaning));
        }
    }
}

/// Returns the description of a key in a schema.
fn meaning(schema: &Value) -> Option<String> {
    schema["description"].as_str().map(sentence)
}

/// Adds the distribution of an expression.
fn add_distribution(
    kind: WatchedKind,
    distribution: &WatchedDistribution,
    often: Option<f64>,
    explanation: &mut Explained,
) {
    if distribution.often <= 0.0 {
        explanation.says.push("No trial reaches this.".to_owned());
        return;
    }
    let often = match often.unwrap_or(1.0) {
        often if (often - 1.0).abs() < 1e-9 => String::new(),
        often if often < 1.0 => format!("; reached in {} of trials", percent(often)),
        often => format!("; reached {} times per trial on average", mean(often)),
    };
    if kind == WatchedKind::Truth {
        let yes = distribution
            .distribution
            .iter()
            .find(|entry| entry.value == 1);
        let fraction = yes
            .and_then(|entry| entry.fraction)
            .filter(|fraction| fraction.1 > 1 && fraction.1 < 1_000_000);
        let fraction = fraction.map_or_else(String::new, |(n, d)| format!(", {n}/{d}"));
        explanation.says.push(format!(
            "True: {}{fraction}{often}.",
            percent(distribution.mean)
        ));
        return;
    }
    let what = if kind == WatchedKind::List {
        "Sum: mean"
    } else {
        "Mean"
    };
    let sd = sd(&distribution.distribution);
    let sd = if sd > 0.0 {
        format!(", standard deviation {}", mean(sd))
    } else {
        String::new()
    };
    explanation
        .says
        .push(format!("{what} {}{sd}{often}.", mean(distribution.mean)));
    explanation.distribution = histogram(&distribution.distribution);
}

impl Edited<'_> {
    /// Returns the scenario whose values count: itself, or the one that asks the rule file.
    fn meant(&self) -> Option<Scenario> {
        if self.is_rule_file() {
            self.asking()
        } else {
            self.scenario().ok()
        }
    }

    /// Adds the distribution of a metric.
    fn odds(&self, name: &str, explanation: &mut Explained, watch: &Watch) {
        let scenario = self.meant();
        let built = match &scenario {
            Some(scenario) => scenario.built(scenario.usual_case()).ok(),
            None if self.is_rule_file() => {
                let rule = self.rule_file().ok();
                rule.and_then(|rule| NamedRule::File(rule.into()).by_default().ok())
            }
            None => self.known().rule.and_then(|rule| rule.by_default().ok()),
        };
        let Some(built) = built else { return };
        let metrics = &built.presentation.metrics;
        let Some(at) = metrics.iter().position(|metric| metric.name == name) else {
            return;
        };
        let metric = &metrics[at];
        let of_steps =
            metric
                .steps
                .map_or_else(String::new, |(_, last)| match metric.step.step_name(last) {
                    Some(step_name) => format!(", for {}", step_name.label),
                    None => format!(", in {} {last}", metric.step.word()),
                });
        explanation
            .says
            .push(format!("{}{of_steps}.", metric.label));
        if !metric.outcomes().is_empty() {
            let names: Vec<&str> = metric
                .outcomes()
                .iter()
                .map(|outcome| outcome.name.as_str())
                .collect();
            explanation
                .says
                .push(format!("Outcomes: {}.", names.join(", ")));
        }
        if let Some(distribution) = metric_distribution(&built, at, watch) {
            let values = scenario
                .as_ref()
                .map_or("the default values", |_| "the scenario's values");
            tell(metric, &distribution, values, explanation);
        }
    }
}
