//! What is told beside the aim, under all plays that are as good as the best: the least and the most that it comes to.

use oddsmith_engine::explore::{Budget, Stop, Watch};
use oddsmith_engine::question::{Comparison, Expression, Statistic};
use oddsmith_engine::solve::{Plan, Ties};

use crate::analysis::run_error::{RunError, stopped};
use crate::estimate::ROUNDING;
use crate::report::play::{Spread, SpreadRange};
use crate::rule::Built;
use crate::rule::metric::Kind;
use crate::rule::presentation::{Headline, Measure, Presentation};
use crate::scenario::document::Scenario;

/// The numbers of a case that hang on how ties are broken; those that are not reckoned come without a range.
pub(super) fn spreads(
    scenario: &Scenario,
    case: usize,
    built: &Built,
    found: &Plan,
    watch: &Watch,
) -> Result<Vec<Spread>, RunError> {
    if !found.is_tied {
        return Ok(Vec::new());
    }
    let mut told = Vec::new();
    for (of, is_chance, expression) in numbers(scenario, case, built)? {
        let range = match (&found.ties, expression) {
            (Some(ties), Some(expression)) => range(ties, &expression, &scenario.settings.budget, watch)
                .map_err(|stop| stopped(scenario, case, stop))?,
            _ => None,
        };
        // A sum that is all, or nothing, but for rounding is that.
        let whole = |value: f64| if (value - value.round()).abs() <= ROUNDING { value.round() } else { value };
        let range = range.map(|own| match is_chance {
            true => SpreadRange { least: whole(own.least), most: whole(own.most) },
            false => own,
        });
        if range.is_none_or(|own| own.most - own.least > ROUNDING * own.most.abs().max(1.0)) {
            told.push(Spread { of, is_chance, range });
        }
    }
    Ok(told)
}

/// The least and the most; `None` where that cannot be reckoned, or costs too much.
fn range(ties: &Ties, of: &Expression, budget: &Budget, watch: &Watch) -> Result<Option<SpreadRange>, Stop> {
    match ties.range(of, budget, watch) {
        Ok((least, most)) => Ok(Some(SpreadRange { least, most })),
        Err(Stop::Asked) => Err(Stop::Asked),
        Err(_) => Ok(None),
    }
}

type AskedNumber = (String, bool, Option<Expression>);

/// The numbers that a table has: what is asked, and what is read first; each with whether it is a chance, and what it is the mean
/// or the chance of.
fn numbers(scenario: &Scenario, case: usize, built: &Built) -> Result<Vec<AskedNumber>, RunError> {
    let presentation = &built.presentation;
    let asking = scenario.asking(case, presentation)?;
    let ask = |(at, question): (usize, &oddsmith_language::question::Question)| {
        let written = &scenario.questions.asks[at];
        let label = written.label.clone().unwrap_or_else(|| written.value.text().unwrap_or_default().to_owned());
        let is_plain = matches!(question.statistic, Statistic::Mean | Statistic::Probability);
        let of = question.asked.of.first().filter(|_| is_plain && question.asked.given.is_none());
        (label, question.statistic == Statistic::Probability, of.cloned())
    };
    let is_other = |(at, _): &(usize, &oddsmith_language::question::Question)| scenario.questions.aim != Some(*at);
    let asks = asking.asks.iter().enumerate().filter(is_other).map(ask);
    let headlines = presentation.headlines.iter().map(|own| headline(own, presentation));
    Ok(asks.chain(headlines).collect())
}

fn headline(own: &Headline, presentation: &Presentation) -> AskedNumber {
    let kind = presentation.metrics.iter().find(|metric| metric.name == own.metric).map(|metric| &metric.kind);
    let is_chance = own.measure != Measure::Mean || kind == Some(&Kind::Flag);
    let seen = slot(own, presentation).map(Expression::Seen);
    let compared =
        |comparison, number| seen.clone().map(|seen| Expression::compare(comparison, seen, Expression::Number(number)));
    let of = match own.measure {
        Measure::Mean => seen.clone(),
        Measure::AtLeast(least) => compared(Comparison::AtLeast, least),
        Measure::AtMost(most) => compared(Comparison::AtMost, most),
        Measure::Is(just) => compared(Comparison::Equal, just),
    };
    // A share of those trials alone in which there is something is no sum over all of them.
    let may_be_absent = presentation.metrics.iter().any(|metric| metric.name == own.metric && metric.is_optional());
    (own.label.clone(), is_chance, of.filter(|_| !may_be_absent || kind == Some(&Kind::When)))
}

/// The slot of a metric at its step, the last where none is said.
fn slot(own: &Headline, presentation: &Presentation) -> Option<u32> {
    let mut first = 0;
    for metric in &presentation.metrics {
        let steps: Vec<Option<u32>> = metric.all_steps().collect();
        if metric.name == own.metric {
            let at = own.step.map_or(Some(steps.len() - 1), |step| steps.iter().position(|known| *known == Some(step)));
            return Some(first + at? as u32);
        }
        first += steps.len() as u32;
    }
    None
}
