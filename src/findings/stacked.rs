//! Findings of stacked bars: which outcome leads, and where another overtakes it.

use super::chart_data::ChartData;
use super::claim::{Claim, Finding};
use super::places::{every, past, place, up_to};
use super::words::{named, quoted, small};
use crate::estimate::Estimate;
use crate::rule::metric::{Measure, Tone};

/// An outcome's chance at every place.
struct Outcome {
    value: i64,
    label: String,
    tone: Tone,
    chances: Vec<Estimate>,
}

/// What a stacked chart shows, best first.
pub(super) fn findings(data: &ChartData<'_>) -> Vec<Finding> {
    let outcomes = outcomes(data);
    let mut found = Vec::new();
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
    found
}

fn outcomes(data: &ChartData<'_>) -> Vec<Outcome> {
    let all = data.observed.metric.outcomes();
    let chances = |value: i64| -> Vec<Estimate> {
        (0..data.xs.len()).filter_map(|x| Some(data.known(data.law(0, x)?, Measure::Is(value)))).collect()
    };
    let of = |(code, own): (usize, &crate::rule::metric::Outcome)| {
        let value = code as i64;
        Outcome { value, label: own.label.clone(), tone: own.tone, chances: chances(value) }
    };
    all.iter().enumerate().map(of).collect()
}

/// "Past QV 4, “all fail” overtakes “all succeed”".
fn overtakes(data: &ChartData<'_>, winner: &Outcome, loser: &Outcome) -> Option<Finding> {
    let pairs = || winner.chances.iter().zip(&loser.chances);
    let last = pairs().position(|(a, b)| a.exceeds(b))?.checked_sub(1)?;
    let before = pairs().take(last + 1).all(|(a, b)| b.reaches(a));
    let after = pairs().skip(last + 1).all(|(a, b)| a.exceeds(b));
    if !(before && after && loser.chances[0].exceeds(&winner.chances[0])) {
        return None;
    }
    let [a, b] = named([&winner.label, &loser.label]);
    let sentence = format!("{}, {a} overtakes {b}", past(data, data.chart.x, last)?);
    Some(Finding { claim: Claim::Overtakes { winner: winner.value, loser: loser.value, last }, sentence })
}

/// Which outcome is the likeliest: one everywhere, or one up to a place and another past it.
fn leads(data: &ChartData<'_>, outcomes: &[Outcome]) -> Option<Finding> {
    let leader = |x: usize| {
        let leads =
            |own: &&Outcome| outcomes.iter().all(|b| b.value == own.value || own.chances[x].exceeds(&b.chances[x]));
        outcomes.iter().find(leads)
    };
    let leaders: Option<Vec<&Outcome>> = (0..data.xs.len()).map(leader).collect();
    let leaders = leaders?;
    let (first, then) = (*leaders.first()?, *leaders.last()?);
    let last = leaders.iter().rposition(|own| own.value == first.value)?;
    if last + 1 == leaders.len() {
        if leaders.iter().any(|own| own.value != first.value) {
            return None;
        }
        let [name] = named([&first.label]);
        let range = first.chances.iter().all(|chance| chance.is_certain());
        let sentence = match (range, data.xs.len()) {
            (true, 1) => format!("{name} is certain"),
            (_, 1) => format!("{name} is the likeliest result, at {}", first.chances[0].percent()),
            _ => format!("{name} is the likeliest result {}", every(data, data.chart.x)),
        };
        let claim = match data.xs.len() {
            1 => Claim::Mode { value: first.value, of: first.chances[0].value },
            _ => Claim::Likeliest { value: first.value },
        };
        return Some(Finding { claim, sentence });
    }
    let is_one_change = leaders[..=last].iter().all(|own| own.value == first.value)
        && leaders[last + 1..].iter().all(|own| own.value == then.value);
    data.numbers(data.chart.x).filter(|_| is_one_change)?;
    let [a, b] = named([&first.label, &then.label]);
    let sentence = match last {
        0 => format!("{a} is the likeliest result {}, then {b}", up_to(data, data.chart.x, last)?),
        _ => format!("{}, {a} is the likeliest result; then {b}", up_to(data, data.chart.x, last)?),
    };
    Some(Finding { claim: Claim::LikeliestUntil { first: first.value, then: then.value, last }, sentence })
}

/// "“All succeed” falls from 58% at QV 2 to <1% at QV 6".
fn runs(data: &ChartData<'_>, outcome: &Outcome) -> Option<Finding> {
    let (from, to) = (outcome.chances.first()?, outcome.chances.last()?);
    let name = if outcome.label.contains(' ') { quoted(&small(&outcome.label)) } else { small(&outcome.label) };
    let sentence = run(data, &name, &outcome.chances, Estimate::percent)?;
    Some(Finding { claim: Claim::Runs { value: Some(outcome.value), from: from.value, to: to.value }, sentence })
}

/// A chance or a mean that rises or falls from place to place, in words.
pub(super) fn run(
    data: &ChartData<'_>,
    name: &str,
    readings: &[Estimate],
    shown: impl Fn(&Estimate) -> String,
) -> Option<String> {
    data.numbers(data.chart.x)?;
    let rises = readings.windows(2).all(|pair| pair[1].reaches(&pair[0]));
    let falls = readings.windows(2).all(|pair| pair[0].reaches(&pair[1]));
    let (first, last) = (shown(readings.first()?), shown(readings.last()?));
    if readings.len() < 2 || !(rises || falls) || first == last {
        return None;
    }
    let (from, to) = (place(data, data.chart.x, 0)?, place(data, data.chart.x, readings.len() - 1)?);
    let verb = if rises { "rises" } else { "falls" };
    Some(format!("{name} {verb} from {first} {} to {last} {}", from.at(), to.again()))
}
