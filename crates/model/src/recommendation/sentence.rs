//! Recommendations as sentences.

use super::mix::mix_text;
use super::{Condition, ConditionValues, Mix, Recommendation, RuleClause, ShortRule};
use crate::labels::{capitalize, parse_counted};
use crate::messages::{Messages, Word};
use crate::report::play::BestPlay;
use crate::report::policy_grid::PolicyGrid;
use crate::report::{Axis, Case, Chart, Report};
use crate::rule::choice::ChoiceWords;
use crate::rule::metric::Tone;
use crate::summary::{Claim, Sentence, best_play_case, places};

/// The maximal number of words of a rule in a chart's title, which begins with the player. A longer
/// rule goes into the note below the chart.
const MAX_TITLE_WORDS: usize = 11;
/// The maximal number of choices of a case that get a sentence.
const MAX_CHOICES: usize = 2;

/// Returns the recommendation for each choice of the player, in the usual case or in the first one
/// that has best play.
pub fn recommendation_sentences(report: &Report, words: &Messages) -> Vec<Sentence> {
    let best_play_cases: Vec<&Case> = report
        .cases
        .iter()
        .filter(|case| case.best_play.is_some())
        .collect();
    let usual = report.usual_case().map_or(0, |case| case.number - 1);
    let Some(case) = best_play_case(report, usual).map(|index| &report.cases[index]) else {
        return Vec::new();
    };
    let Some(play) = &case.best_play else {
        return Vec::new();
    };
    let aim_recommendations = play
        .recommendations
        .iter()
        .filter(|recommendation| play.is_theirs || !recommendation.is_theirs);
    let sentence = |recommendation: &Recommendation| {
        let place = case_phrase(
            report,
            case,
            &best_play_cases,
            &recommendation.choice,
            words,
        );
        Wording {
            report,
            words,
            choice: &recommendation.choice,
        }
        .sentence(case, play, recommendation, &place)
    };
    aim_recommendations
        .take(MAX_CHOICES)
        .map(sentence)
        .collect()
}

/// Returns the title of a policy chart: the recommended rule, if all shown cases have the same
/// rule. Of a longer rule with one condition, it is the clause alone. Returns `None` if that is too
/// long as well, or if the rule names a part of the situation that the chart does not show.
pub fn chart_title(report: &Report, chart: &Chart, words: &Messages) -> Option<String> {
    let forms = [RuleForm::Whole, RuleForm::Clause];
    forms.into_iter().find_map(|form| {
        chart_rule(report, chart, form, words)
            .filter(|rule| is_short(rule) && shows_parts_of_rule(report, chart))
    })
}

fn is_short(rule: &str) -> bool {
    rule.split_whitespace().count() <= MAX_TITLE_WORDS
}

/// How much of a rule is written.
#[derive(Clone, Copy, PartialEq)]
enum RuleForm {
    /// The choice, every clause, and the default.
    Whole,
    /// The only clause: "Bank with 20 or more points in the pot".
    Clause,
}

/// Returns whether a policy chart shows every part of the situation that its recommended rule
/// names.
fn shows_parts_of_rule(report: &Report, chart: &Chart) -> bool {
    let Some(asked) = &chart.policy else {
        return false;
    };
    let first_case = report
        .cases_of(chart)
        .into_iter()
        .find(|case| case.best_play.is_some());
    let rule = first_case.and_then(|case| recommendation(case, &asked.choice)?.rule.as_ref());
    let (Some(rule), Ok(grid)) = (rule, PolicyGrid::read(report, chart)) else {
        return false;
    };
    rule.parts()
        .into_iter()
        .all(|part| grid.parts.iter().any(|shown| shown == part))
}

/// Returns a recommended rule for a choice as a sentence: "Roll on? Bank with 20 or more points in
/// the pot; else roll on".
pub fn rule_text(report: &Report, choice: &str, rule: &ShortRule, words: &Messages) -> String {
    Wording {
        report,
        words,
        choice,
    }
    .rule(rule, "")
    .text()
}

fn chart_rule(report: &Report, chart: &Chart, form: RuleForm, words: &Messages) -> Option<String> {
    let choice = &chart.policy.as_ref()?.choice;
    let cases = report.cases_of(chart);
    let best_play_cases: Vec<&Case> = cases
        .into_iter()
        .filter(|case| case.best_play.is_some())
        .collect();
    let first = recommendation(best_play_cases.first()?, choice)?;
    if !first
        .rule
        .as_ref()
        .is_some_and(|rule| has_labels(report, choice, rule))
    {
        return None;
    }
    let is_same = |case: &&Case| {
        recommendation(case, choice).is_some_and(|other| has_same_rule(first, other))
    };
    if !best_play_cases.iter().all(is_same) {
        return None;
    }
    // If several cases have different rules, the title names the case that the chart shows.
    let report_cases: Vec<&Case> = report
        .cases
        .iter()
        .filter(|case| case.best_play.is_some())
        .collect();
    let place = if let [case] = best_play_cases[..] {
        case_phrase(report, case, &report_cases, choice, words)
    } else {
        String::new()
    };
    let rule = first.rule.as_ref()?;
    let wording = Wording {
        report,
        words,
        choice,
    };
    match (form, &rule.clauses[..]) {
        (RuleForm::Whole, _) => Some(wording.rule(rule, &place).text()),
        (RuleForm::Clause, [clause]) if place.is_empty() && offers_two_options(report, chart) => {
            Some(capitalize(&wording.clause(clause)))
        }
        (RuleForm::Clause, _) => None,
    }
}

/// Returns whether a policy chart has two options, so that a rule for one of them implies the
/// other.
fn offers_two_options(report: &Report, chart: &Chart) -> bool {
    PolicyGrid::read(report, chart).is_ok_and(|grid| {
        let options = grid.options.iter().filter(|option| !option.is_tie());
        options.count() == 2
    })
}

/// Returns the note of a policy chart about the rule: how often it agrees with best play, and its
/// cost, if the chart shows one case. If the rule is too long for the title, the note begins with
/// it.
pub fn chart_note(report: &Report, chart: &Chart, words: &Messages) -> Option<String> {
    let choice = &chart.policy.as_ref()?.choice;
    let mut best_plays = report
        .cases_of(chart)
        .into_iter()
        .filter_map(|case| Some((case, case.best_play.as_ref()?)));
    let ((case, play), None) = (best_plays.next()?, best_plays.next()) else {
        return None;
    };
    let rule = recommendation(case, choice)?.rule.as_ref()?;
    if !has_labels(report, choice, rule) {
        return None;
    }
    let agreement = Wording {
        report,
        words,
        choice,
    }
    .agreement(play, rule);
    let fillers = |rule: String| {
        [
            ("rule", Sentence::plain(rule)),
            ("agreement", agreement.clone()),
        ]
    };
    let with_rule = |rule| Sentence::fill(words, Word::SayRecommended, &fillers(rule)).text();
    let whole = chart_rule(report, chart, RuleForm::Whole, words);
    let untitled = whole.filter(|rule| chart_title(report, chart, words).as_ref() != Some(rule));
    Some(untitled.map_or_else(|| agreement.text(), with_rule))
}

/// Returns whether every part of the situation that a rule names has a label. Pictures show no
/// names of variables.
fn has_labels(report: &Report, choice: &str, rule: &ShortRule) -> bool {
    let words = report.words_of(choice);
    rule.parts()
        .into_iter()
        .all(|part| words.is_some_and(|words| words.part(part).is_some()))
}

fn recommendation<'c>(case: &'c Case, choice: &str) -> Option<&'c Recommendation> {
    case.best_play
        .as_ref()?
        .recommendations
        .iter()
        .find(|recommendation| recommendation.choice == choice)
}

/// Returns whether two recommendations have the same rule.
fn has_same_rule(first: &Recommendation, other: &Recommendation) -> bool {
    let rule_content = |recommendation: &Recommendation| {
        recommendation
            .rule
            .as_ref()
            .map(|rule| (rule.clauses.clone(), rule.otherwise.clone()))
    };
    if first.mix != other.mix {
        return false;
    }
    rule_content(first) == rule_content(other)
}

/// Returns the case of a recommendation: "at goal 20, with “Best play”". Empty if all cases have
/// the same rule.
fn case_phrase(
    report: &Report,
    case: &Case,
    best_play_cases: &[&Case],
    choice: &str,
    words: &Messages,
) -> String {
    let first = recommendation(case, choice);
    let is_same = |other: &&Case| match (first, recommendation(other, choice)) {
        (Some(expected), Some(other)) => has_same_rule(expected, other),
        _ => false,
    };
    if best_play_cases.iter().all(is_same) {
        return String::new();
    }
    let is_varied = |parameter: &usize| {
        best_play_cases
            .iter()
            .any(|other| other.point[*parameter] != case.point[*parameter])
    };
    let swept = (0..report.sweep.len()).filter(is_varied).map(Axis::Sweep);
    let is_one_of_several = best_play_cases
        .iter()
        .any(|other| other.variant != case.variant);
    let axes = swept.chain(is_one_of_several.then_some(Axis::Variants));
    places(report, axes, case.number - 1, words)
}

/// The context for wording a recommendation.
struct Wording<'r> {
    report: &'r Report,
    words: &'r Messages,
    choice: &'r str,
}

impl Wording<'_> {
    /// Returns the rule, how often it agrees with best play, and its cost.
    fn sentence(
        &self,
        case: &Case,
        play: &BestPlay,
        recommendation: &Recommendation,
        place: &str,
    ) -> Sentence {
        let case = case.number - 1;
        if let Some(mix) = &recommendation.mix {
            return self.mix(mix, place).with_claim(Claim::Mixes {
                case,
                choice: self.choice.to_owned(),
            });
        }
        let Some(rule) = &recommendation.rule else {
            let claim = Claim::NoShortRule {
                case,
                choice: self.choice.to_owned(),
            };
            return self
                .with_heading(
                    Sentence::plain(self.words.text(Word::SayNoShortRule)),
                    place,
                )
                .with_text(".")
                .with_claim(claim);
        };
        let claim = Claim::Recommends {
            case,
            choice: self.choice.to_owned(),
            agreement: rule.agreement,
            cost: rule.cost,
        };
        let fillers = [
            ("rule", self.rule(rule, place)),
            ("agreement", self.agreement(play, rule)),
        ];
        Sentence::fill(self.words, Word::SayRecommended, &fillers).with_claim(claim)
    }

    /// Returns how the player mixes options: "Our order? Feint one time in three; else strike".
    fn mix(&self, mix: &Mix, place: &str) -> Sentence {
        match mix {
            Mix::Always(mix) => {
                let text = mix_text(mix, self.words, |option| self.option(option));
                let rule = self.with_heading(Sentence::plain(text), place);
                Sentence::fill(self.words, Word::SayMix, &[("rule", rule)])
            }
            Mix::Varies => {
                let text = Sentence::plain(self.words.text(Word::SayMixVaries));
                self.with_heading(text, place).with_text(".")
            }
        }
    }

    /// Returns how often the rule agrees with best play, and its cost.
    fn agreement(&self, play: &BestPlay, rule: &ShortRule) -> Sentence {
        let (numerals, words) = (self.words.numerals(), self.words);
        if rule.cost == 0.0 {
            return Sentence::plain(words.text(Word::SayAgreesAlways));
        }
        let figure = |text: String| Sentence::number(text, Tone::Neutral);
        let difference = figure(numerals.loss(rule.cost, play.kind));
        let cost = if play.kind.is_chance() {
            Sentence::fill(
                words,
                Word::SayPercentagePoints,
                &[("difference", difference)],
            )
        } else {
            Sentence::fill(words, Word::SayAverage, &[("value", difference)])
        };
        let share = figure(numerals.chance(rule.agreement));
        Sentence::fill(words, Word::SayAgrees, &[("share", share), ("cost", cost)])
    }

    /// Returns the rule: "Roll on? Roll on with 19 or fewer points in the pot; else bank".
    fn rule(&self, rule: &ShortRule, place: &str) -> Sentence {
        let otherwise = self.option(&rule.otherwise);
        let Some(first) = rule.clauses.first() else {
            let always = self.words.fill(Word::SayAlways, &[("option", &otherwise)]);
            return self.with_heading(Sentence::plain(always), place);
        };
        let mut text = self.clause(first);
        for pair in rule.clauses.windows(2) {
            text = if pair[0].option == pair[1].option && !pair[1].conditions.is_empty() {
                let conditions = self.conditions(&pair[1]);
                self.words.fill(
                    Word::SayOrWith,
                    &[("what", &text), ("conditions", &conditions)],
                )
            } else {
                self.words.fill(
                    Word::SayElse,
                    &[("what", &text), ("option", &self.clause(&pair[1]))],
                )
            };
        }
        let text = self
            .words
            .fill(Word::SayElse, &[("what", &text), ("option", &otherwise)]);
        self.with_heading(Sentence::plain(text), place)
    }

    /// Adds the heading of the choice before a text, and the case if there are several.
    fn with_heading(&self, sentence: Sentence, place: &str) -> Sentence {
        let heading = self.report.choice_heading(self.choice);
        let (heading, text) = match (heading.strip_suffix(':'), place.is_empty()) {
            (Some(_), true) => (heading, sentence.text()),
            (Some(label), false) => (format!("{label}, {place}:"), sentence.text()),
            // A new sentence begins after a question mark.
            (None, true) => (heading, capitalize(&sentence.text())),
            (None, false) => (
                heading,
                format!("{}: {}", capitalize(place), sentence.text()),
            ),
        };
        let fillers = [
            ("choice", Sentence::plain(capitalize(&heading))),
            ("rule", Sentence::plain(text)),
        ];
        Sentence::fill(self.words, Word::SayHeaded, &fillers)
    }

    fn clause(&self, clause: &RuleClause) -> String {
        let option = self.option(&clause.option);
        if clause.conditions.is_empty() {
            return self.words.fill(Word::SayIfOffered, &[("option", &option)]);
        }
        let conditions = self.conditions(clause);
        self.words.fill(
            Word::SayOptionWith,
            &[("option", &option), ("conditions", &conditions)],
        )
    }

    fn conditions(&self, clause: &RuleClause) -> String {
        let condition_texts: Vec<String> = clause
            .conditions
            .iter()
            .map(|condition| self.condition(condition))
            .collect();
        self.words.join_names(
            &condition_texts
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>(),
            Word::And,
        )
    }

    /// Returns a condition: "19 or fewer points in the pot" if the rule has wording for the part,
    /// else "`pot` 19 or less".
    fn condition(&self, condition: &Condition) -> String {
        let label = self
            .words_of_choice()
            .and_then(|words| words.part(&condition.part));
        let part = label.map_or_else(|| format!("`{}`", condition.part), str::to_owned);
        let number = |number: i64| self.words.numerals().fixed(number as f64, 0);
        let with_number = |counted, named, value: i64| {
            let word = if label.is_some() { counted } else { named };
            self.words
                .fill(word, &[("number", &number(value)), ("part", &part)])
        };
        match &condition.values {
            ConditionValues::AtLeast(least) => {
                with_number(Word::SayCountOrMore, Word::SayPartOrMore, *least)
            }
            ConditionValues::AtMost(most) => {
                with_number(Word::SayCountOrFewer, Word::SayPartOrLess, *most)
            }
            ConditionValues::Between(least, most) => {
                let word = if label.is_some() {
                    Word::SayCountRange
                } else {
                    Word::SayPartRange
                };
                self.words.fill(
                    word,
                    &[
                        ("from", &number(*least)),
                        ("to", &number(*most)),
                        ("part", &part),
                    ],
                )
            }
            ConditionValues::Is(value) => match value.parse::<i64>() {
                Ok(1) if label.is_some() && !self.words.is_translated() => {
                    let singular = parse_counted(&part)
                        .map_or(part.clone(), |counted_label| counted_label.noun(true));
                    self.words.fill(
                        Word::SayCount,
                        &[("number", &number(1)), ("part", &singular)],
                    )
                }
                Ok(value) => with_number(Word::SayCount, Word::SayPart, value),
                // For a part that is true, the rule's wording is enough: "with an ace".
                Err(_) if label.is_some() && value == "true" => part,
                Err(_) if label.is_some() || self.words.is_translated() => self.words.fill(
                    Word::SayPart,
                    &[("part", &part), ("number", &self.words.value(value))],
                ),
                // After a name in code type, the value is written as in the rule.
                Err(_) => self
                    .words
                    .fill(Word::SayPart, &[("part", &part), ("number", value)]),
            },
        }
    }

    fn words_of_choice(&self) -> Option<&ChoiceWords> {
        self.report.words_of(self.choice)
    }

    fn option(&self, name: &str) -> String {
        self.words_of_choice()
            .map_or(name, |words| words.option(name))
            .to_owned()
    }
}
