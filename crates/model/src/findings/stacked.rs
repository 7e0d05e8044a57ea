//! Findings of stacked bars: which outcome leads, and where another overtakes it.

use super::claim::{Claim, Finding};
use super::clause::{Number, again, count, event, of_the_time, often};
use super::course::{ends, rises_or_falls};
use super::places::{every, past, place, up_to};
use crate::chart_table::ChartTable;
use crate::estimate::Estimate;
use crate::rule::metric::{Kind, Tone};
use crate::rule::presentation::Measure;

/// Outcomes of which each is told, where there is but one place.
const SIDES: usize = 3;

/// An outcome's chance at every place.
struct OutcomeChances {
    value: i64,
    tone: Tone,
    chances: Vec<Estimate>,
}

/// What a stacked chart shows, best first.
pub(super) fn findings(data: &ChartTable<'_>) -> Vec<Finding> {
    let outcomes = outcomes(data);
    let mut found = Vec::new();
    // What is asked of it is told first.
    if let Some(asked) = asked(data).and_then(|value| outcomes.iter().find(|own| own.value == value)) {
        found.extend(runs(data, asked));
        found.extend(extremes(data, asked));
    }
    found.extend(peaks(data));
    let wanted = [(Tone::Failure, Tone::Success), (Tone::Success, Tone::Failure)];
    for (winner, loser) in wanted {
        for a in outcomes.iter().filter(|outcome| outcome.tone == winner) {
            for b in outcomes.iter().filter(|outcome| outcome.tone == loser) {
                found.extend(overtakes(data, a, b));
            }
        }
    }
    found.extend(leads(data, &outcomes));
    for tone in [Tone::Success, Tone::Failure, Tone::Mixed] {
        for outcome in outcomes.iter().filter(|outcome| outcome.tone == tone) {
            found.extend(runs(data, outcome));
        }
    }
    for tone in [Tone::Success, Tone::Failure, Tone::Mixed] {
        found.extend(outcomes.iter().filter(|outcome| outcome.tone == tone).filter_map(|own| extremes(data, own)));
    }
    found
}

/// The outcome that is aimed at, else that which is asked for first.
fn asked(data: &ChartTable<'_>) -> Option<i64> {
    let own = data.report.aim().or_else(|| data.report.asks.first()?.plain.as_ref())?;
    match own.measure {
        Measure::Is(value) if own.metric == data.observed.metric.name => Some(value),
        _ => None,
    }
}

fn outcomes(data: &ChartTable<'_>) -> Vec<OutcomeChances> {
    let all = data.observed.metric.outcomes();
    let chances = |value: i64| -> Vec<Estimate> {
        (0..data.xs.len()).filter_map(|x| Some(data.known(data.law(0, x)?, Measure::Is(value)))).collect()
    };
    let of = |(code, own): (usize, &crate::rule::metric::Outcome)| {
        let value = code as i64;
        OutcomeChances { value, tone: own.tone, chances: chances(value) }
    };
    all.iter().enumerate().map(of).collect()
}

/// "Past QV 4, all dice fail more often than all dice succeed".
fn overtakes(data: &ChartTable<'_>, winner: &OutcomeChances, loser: &OutcomeChances) -> Option<Finding> {
    let pairs = || winner.chances.iter().zip(&loser.chances);
    let last = pairs().position(|(a, b)| a.exceeds(b))?.checked_sub(1)?;
    let before = pairs().take(last + 1).all(|(a, b)| b.reaches(a));
    let after = pairs().skip(last + 1).all(|(a, b)| a.exceeds(b));
    if !(before && after && loser.chances[0].exceeds(&winner.chances[0])) {
        return None;
    }
    let sentence = format!("{}, {}", past(data, data.chart.x, last)?, more_often(data, winner, loser)?);
    Some(Finding::new(Claim::Overtakes { winner: winner.value, loser: loser.value, last }, sentence))
}

/// Which outcome is the likeliest: one everywhere, or one up to a place and another past it.
fn leads(data: &ChartTable<'_>, outcomes: &[OutcomeChances]) -> Option<Finding> {
    let leader = |x: usize| Estimate::highest(outcomes.iter().map(|own| &own.chances[x])).map(|at| &outcomes[at]);
    let leaders: Option<Vec<&OutcomeChances>> = (0..data.xs.len()).map(leader).collect();
    let leaders = leaders?;
    let (first, then) = (*leaders.first()?, *leaders.last()?);
    let last = leaders.iter().rposition(|own| own.value == first.value)?;
    if last + 1 == leaders.len() {
        if leaders.iter().any(|own| own.value != first.value) {
            return None;
        }
        let clause = first.clause(data)?;
        let is_certain = first.chances.iter().all(|chance| chance.is_certain());
        let sentence = match (is_certain, data.xs.len()) {
            (true, 1) => format!("{clause} every time"),
            (true, _) => format!("{clause} every time {}", every(data, data.chart.x)),
            (_, 1) => {
                let share = of_the_time(&first.chances[0].spoken(data.numerals()));
                format!("most often {clause}: {share}{}", others(data, outcomes, first)?)
            }
            _ => format!("{}, most often {clause}", every(data, data.chart.x)),
        };
        let claim = match data.xs.len() {
            1 => Claim::Mode { value: first.value, of: first.chances[0].value },
            _ => Claim::Likeliest { value: first.value },
        };
        return Some(Finding::new(claim, sentence));
    }
    let is_one_change = leaders[..=last].iter().all(|own| own.value == first.value)
        && leaders[last + 1..].iter().all(|own| own.value == then.value);
    data.numbers(data.chart.x).filter(|_| is_one_change)?;
    let (a, b) = (first.clause(data)?, then.clause(data)?);
    let sentence = format!("{}, most often {a}; then {b}", up_to(data, data.chart.x, last)?);
    Some(Finding::new(Claim::LikeliestUntil { first: first.value, then: then.value, last }, sentence))
}

/// Of three sides two are told beside the one that leads: ", theirs 25%, nobody 3%".
fn others(data: &ChartTable<'_>, outcomes: &[OutcomeChances], leader: &OutcomeChances) -> Option<String> {
    let may_be = |own: &&OutcomeChances| own.value != leader.value && !own.chances[0].is_impossible();
    let others = outcomes.iter().filter(may_be).filter(|_| outcomes.len() == SIDES);
    others.map(|own| Some(format!(", {} {}", own.clause(data)?, own.chances[0].spoken(data.numerals())))).collect()
}

impl OutcomeChances {
    /// What happens then: "all dice succeed".
    fn clause(&self, data: &ChartTable<'_>) -> Option<String> {
        event(&data.observed.metric, Measure::Is(self.value))
    }
}

/// "all dice fail more often than all dice succeed".
fn more_often(data: &ChartTable<'_>, winner: &OutcomeChances, loser: &OutcomeChances) -> Option<String> {
    Some(format!("{} more often than {}", winner.clause(data)?, loser.clause(data)?))
}

/// "All dice succeed 58% of the time at QV 2, <1% at QV 6".
fn runs(data: &ChartTable<'_>, outcome: &OutcomeChances) -> Option<Finding> {
    let (from, to) = (outcome.chances.first()?, outcome.chances.last()?);
    let (a, b) = (from.spoken(data.numerals()), to.spoken(data.numerals()));
    let (here, there) = rises_or_falls(data, &outcome.chances).filter(|_| a != b)?;
    let sentence = format!("{} {here}, {b} {there}", often(&outcome.clause(data)?, &a));
    Some(Finding::new(Claim::Runs { value: Some(outcome.value), from: from.value, to: to.value }, sentence))
}

/// "In Turn 12 six CEs are inactive 36% of the time, none 28%": of counts, whose shares have two peaks.
fn peaks(data: &ChartTable<'_>) -> Option<Finding> {
    let metric = &data.observed.metric;
    let nth = data.xs.len().checked_sub(1).filter(|_| metric.kind == Kind::Count)?;
    let law = data.law(0, nth).filter(|law| law.exact.is_some())?;
    let [first, second] = *crate::report::peaks::peaks(law).get(..2)? else { return None };
    let [a, b] = [first, second].map(|value| data.known(law, Measure::Is(value)));
    let what = count(metric, Number::Just(first))?;
    let at = place(data, data.chart.x, nth)?.at();
    let [a_text, b_text] = [a, b].map(|chance| chance.percent(data.numerals()));
    let sentence = format!("{at}, {what} in {a_text} of plays, {} in {b_text}", again(metric, second));
    Some(Finding::new(Claim::Peaks { high: (first, a.value), low: (second, b.value) }, sentence))
}

/// "We win 69% of the time with “Only we choose”, 40% with “Only they choose”": where it is most and where least.
fn extremes(data: &ChartTable<'_>, outcome: &OutcomeChances) -> Option<Finding> {
    let is_exact = outcome.chances.iter().all(|chance| chance.is_exact);
    let (least, most) = ends(outcome.chances.iter()).filter(|_| is_exact)?;
    let at = |value: f64| outcome.chances.iter().position(|chance| chance.value == value);
    let (low, high) = (least.spoken(data.numerals()), most.spoken(data.numerals()));
    let (up, down) = (place(data, data.chart.x, at(most.value)?)?, place(data, data.chart.x, at(least.value)?)?);
    let sentence = format!("{} {}, {low} {}", often(&outcome.clause(data)?, &high), up.at(), down.again());
    let claim = Claim::Range { value: Some(outcome.value), from: least.value, to: most.value };
    (low != high).then_some(Finding::new(claim, sentence))
}
