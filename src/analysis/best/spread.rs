//! Computes the range of a number over all optimal plays, if the number is not the aim itself. All
//! commands use this module.

use crate::figures::{NumberKind, Numerals};
use oddsmith_engine::explore::{Budget, Stop, Watch};
use oddsmith_engine::question::{Comparison, Expression, Statistic};
use oddsmith_engine::solve::{Plan, Ties};
use oddsmith_language::question::Question;

use crate::analysis::run_error::{RunError, stop_error};
use crate::estimate::{Estimate, ROUNDING};
use crate::report::Report;
use crate::report::play::{Spread, SpreadRange};
use crate::rule::BuiltRule;
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure, Presentation};
use crate::scenario::document::Scenario;

/// The range of a number over all optimal plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OptimalPlayRange {
    /// All optimal plays give the same number.
    Same,
    /// The number lies in this range.
    Between(SpreadRange),
    /// The range was not computed. The number is neither a mean nor an unconditional chance, or
    /// computing the range would take too long.
    Unknown,
}

impl OptimalPlayRange {
    /// Computes the range for the mean of an expression.
    pub(crate) fn for_expression(
        found: &Plan,
        kind: NumberKind,
        expression: Option<&Expression>,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<OptimalPlayRange, Stop> {
        if !found.is_tied {
            return Ok(OptimalPlayRange::Same);
        }
        let (Some(ties), Some(expression)) = (&found.ties, expression) else {
            return Ok(OptimalPlayRange::Unknown);
        };
        let Some(range) = range(ties, expression, budget, watch)? else {
            return Ok(OptimalPlayRange::Unknown);
        };
        // A chance that differs from 1 only by rounding is exactly 1.
        let whole = |value: f64| {
            if (value - 1.0).abs() <= ROUNDING {
                1.0
            } else {
                value
            }
        };
        let range = match kind {
            NumberKind::Chance => SpreadRange {
                least: whole(range.least),
                most: whole(range.most),
            },
            _ => range,
        };
        let is_one = range.most - range.least <= ROUNDING * range.most.abs().max(range.least.abs());
        Ok(if is_one {
            OptimalPlayRange::Same
        } else {
            OptimalPlayRange::Between(range)
        })
    }

    /// Computes the range for a question.
    pub(crate) fn for_question(
        found: &Plan,
        question: &Question,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<OptimalPlayRange, Stop> {
        let (kind, expression) = summed_expression(question);
        OptimalPlayRange::for_expression(found, kind, expression, budget, watch)
    }
}

/// Returns a note that in some cases the first answer depends on which optimal play is used, with
/// the widest range. Returns `None` if it depends on this in no case.
pub(crate) fn tied_plays_note(report: &Report) -> Option<String> {
    let label = &report.asks.first()?.label;
    let spreads = report.cases.iter().filter_map(|case| {
        case.best_play
            .as_ref()?
            .spreads
            .iter()
            .find(|spread| spread.label == *label)
    });
    let spreads: Vec<&Spread> = spreads.collect();
    let widest = spreads
        .iter()
        .filter_map(|spread| spread.range)
        .max_by(|a, b| (a.most - a.least).total_cmp(&(b.most - b.least)));
    let how_far = match widest {
        Some(range) => {
            let text =
                |end: f64| Estimate::known(end).text(report.asks[0].kind(), Numerals::ENGLISH);
            format!(
                ", at most from {} to {}",
                text(range.least),
                text(range.most)
            )
        }
        None => String::new(),
    };
    let (count, case_count) = (spreads.len(), report.cases.len());
    (count > 0).then(|| {
        format!(
            "In {count} of {case_count} cases this number depends on which of several equally good plays is used{how_far}: the \
             numbers here are those of one of them."
        )
    })
}

/// Returns the kind of number that a question asks for, and the expression whose mean or chance it
/// is. The expression is `None` for other statistics and for questions with a condition.
fn summed_expression(question: &Question) -> (NumberKind, Option<&Expression>) {
    let is_plain = matches!(question.statistic, Statistic::Mean | Statistic::Probability);
    let expression = question
        .asked
        .expressions
        .first()
        .filter(|_| is_plain && question.asked.given.is_none());
    (NumberKind::of(question.statistic), expression)
}

/// Returns the numbers of a case that depend on which optimal play is used. A number without a
/// computed range has `None`.
pub(super) fn spreads(
    scenario: &Scenario,
    case: usize,
    built: &BuiltRule,
    found: &Plan,
    watch: &Watch,
) -> Result<Vec<Spread>, RunError> {
    if !found.is_tied {
        return Ok(Vec::new());
    }
    let mut spreads = Vec::new();
    for (label, kind, expression) in asked_numbers(scenario, case, built)? {
        let over = OptimalPlayRange::for_expression(
            found,
            kind,
            expression.as_ref(),
            &scenario.settings.budget,
            watch,
        );
        let range = match over.map_err(|stop| stop_error(scenario, case, stop))? {
            OptimalPlayRange::Same => continue,
            OptimalPlayRange::Between(range) => Some(range),
            OptimalPlayRange::Unknown => None,
        };
        spreads.push(Spread { label, kind, range });
    }
    Ok(spreads)
}

/// Returns the minimum and the maximum; `None` if they cannot be computed, or at too high a cost.
fn range(
    ties: &Ties,
    expression: &Expression,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<SpreadRange>, Stop> {
    match ties.range(expression, budget, watch) {
        Ok((least, most)) => Ok(Some(SpreadRange { least, most })),
        Err(Stop::Requested) => Err(Stop::Requested),
        Err(_) => Ok(None),
    }
}

type AskedNumber = (String, NumberKind, Option<Expression>);

/// Returns the numbers of a case's table, questions first and then headlines: label, kind, and the
/// expression whose mean or chance each number is.
fn asked_numbers(
    scenario: &Scenario,
    case: usize,
    built: &BuiltRule,
) -> Result<Vec<AskedNumber>, RunError> {
    let presentation = &built.presentation;
    let asking = scenario.asking(case, presentation)?;
    let ask = |(index, question): (usize, &Question)| {
        let written = &scenario.questions.asks[index];
        let label = written
            .label
            .clone()
            .unwrap_or_else(|| written.value.text().unwrap_or_default().to_owned());
        let (kind, expression) = summed_expression(question);
        (label, kind, expression.cloned())
    };
    let is_other = |(index, _): &(usize, &Question)| scenario.questions.aim != Some(*index);
    let asks = asking.asks.iter().enumerate().filter(is_other).map(ask);
    let headlines = presentation
        .headlines
        .iter()
        .map(|shown_headline| headline_number(shown_headline, presentation));
    Ok(asks.chain(headlines).collect())
}

fn headline_number(headline: &Headline, presentation: &Presentation) -> AskedNumber {
    let kind = presentation
        .metrics
        .iter()
        .find(|metric| metric.name == headline.metric)
        .map(|metric| &metric.kind);
    let is_chance = headline.measure != Measure::Mean || kind == Some(&Kind::Flag);
    let number = if is_chance {
        NumberKind::Chance
    } else {
        NumberKind::Mean
    };
    let seen = headline_slot(headline, presentation).map(Expression::Seen);
    let compared = |comparison, number| {
        seen.clone()
            .map(|seen| Expression::compare(comparison, seen, Expression::Number(number)))
    };
    let expression = match headline.measure {
        Measure::Mean => seen.clone(),
        Measure::AtLeast(least) => compared(Comparison::AtLeast, least),
        Measure::AtMost(most) => compared(Comparison::AtMost, most),
        Measure::Is(just) => compared(Comparison::Equal, just),
    };
    // A share of only those trials that have a value is not the mean of an expression over all
    // trials.
    let may_be_absent = presentation
        .metrics
        .iter()
        .any(|metric| metric.name == headline.metric && metric.is_optional());
    (
        headline.label.clone(),
        number,
        expression.filter(|_| !may_be_absent || kind == Some(&Kind::When)),
    )
}

/// Returns the slot of a headline's metric at its step, or at the metric's last step if the
/// headline names none.
fn headline_slot(headline: &Headline, presentation: &Presentation) -> Option<u32> {
    let mut first = 0;
    for metric in &presentation.metrics {
        let steps: Vec<Option<u32>> = metric.all_steps().collect();
        if metric.name == headline.metric {
            let step_index = headline.step.map_or(Some(steps.len() - 1), |step| {
                steps.iter().position(|known| *known == Some(step))
            });
            return Some(first + step_index? as u32);
        }
        first += steps.len() as u32;
    }
    None
}
