//! Findings of counts: what can be counted on, what a variant changes, what is likeliest.

use super::chance::turn;
use super::claim::{Along, Claim, Finding};
use super::known::{Known, MARGIN, ROUNDING};
use super::lines::nowhere;
use super::places::{from_on, is_code, place, up_to};
use super::scene::{Scene, Spot};
use super::words::{bare, counted, in_digits, in_words, quoted, small};
use crate::report::Axis;
use crate::rule::metric::{Kind, Measure};

/// A value that is rarer than this is no news, however much it leads.
const NEWS: f64 = 1.0 / 3.0;

/// What charts of "at least k" show, best first.
pub(super) fn at_least(scene: &Scene<'_>) -> Vec<Finding> {
    let (values, mut found) = (scene.values(), Vec::new());
    let tails: Vec<Vec<Known>> = line_spots(scene).map(|spot| scene.tail(spot, &values)).collect();
    match scene.lines.len() {
        1 => found.extend(likely_at_least(scene, &values, &tails)),
        _ => {
            found.extend(medians(scene, Along::Lines));
            found.extend(likely_until(scene, &values, &tails));
            // That a better value is better goes without saying.
            if scene.numbers(scene.series()).is_none() {
                found.extend(nowhere(scene, &tails));
            }
        }
    }
    found
}

/// What a comparison of two variants shows, best first.
pub(super) fn compare(scene: &Scene<'_>) -> Vec<Finding> {
    let values = scene.values();
    let tails: Vec<Vec<Known>> = line_spots(scene).take(2).map(|spot| scene.tail(spot, &values)).collect();
    let mut found = Vec::new();
    if let [first, second] = &tails[..] {
        found.extend(differs(scene, &values, first, second));
        if scene.lines.len() == 2 {
            found.extend(nowhere(scene, &tails));
        }
    }
    found
}

fn line_spots<'a>(scene: &Scene<'a>) -> impl Iterator<Item = Spot<'a>> {
    (0..scene.lines.len()).filter_map(|line| scene.spot(line, 0))
}

/// "More often than not, there are at least 5 actions".
fn likely_at_least(scene: &Scene<'_>, values: &[i64], tails: &[Vec<Known>]) -> Option<Finding> {
    let tail = tails.first()?;
    let last = tail.iter().rposition(|chance| chance.is_over(0.5))?;
    let is_sharp = tail.get(last + 1).is_none_or(|next| next.is_within(0.5) && next.high + MARGIN < 0.5);
    // Values between the two are as rare as the next that occurs, so that k + 1 is no likelier than it.
    if !is_sharp || last == 0 || is_code(&scene.observed.metric.label) {
        return None;
    }
    let k = values[last];
    let what = match counted(&scene.observed.metric.label) {
        Some(noun) => format!("there {} at least {}", if k == 1 { "is" } else { "are" }, noun.number(k)),
        None => format!("{} is at least {}", the(&scene.observed.metric.label)?, in_digits(k)),
    };
    Some(Finding { claim: Claim::AtLeast { k }, sentence: format!("more often than not, {what}") })
}

/// "“At least 2 successes” is likelier than not up to QV 3": of the numbers of which such can be said, the middle one.
fn likely_until(scene: &Scene<'_>, values: &[i64], tails: &[Vec<Known>]) -> Option<Finding> {
    scene.numbers(scene.series())?;
    let label = &scene.observed.metric.label;
    let noun = counted(label).filter(|_| !is_code(label))?;
    let turned = |nth: usize| {
        let likely: Vec<bool> = tails.iter().map(|tail| tail[nth].is_over(0.5)).collect();
        turn(&likely, |line| tails[line][nth].is_within(0.5)).map(|(last, starts)| (values[nth], last, starts))
    };
    let turns: Vec<(i64, usize, bool)> = (0..values.len()).filter_map(turned).collect();
    let &(k, last, likely) = turns.get(turns.len() / 2)?;
    let series = scene.series();
    let when = if likely { up_to(scene, series, last) } else { from_on(scene, series, last + 1) }?;
    let sentence = format!("{} is likelier than not {when}", quoted(&format!("at least {}", noun.number(k))));
    Some(Finding { claim: Claim::AtLeastUntil { k, last, likely }, sentence })
}

/// A label with its article: "the pool", "our Base Damage that passes".
fn the(label: &str) -> Option<String> {
    let label = bare(label);
    if label.contains([':', ',']) {
        return None;
    }
    let first = label.split_whitespace().next()?.to_lowercase();
    let has_own = ["the", "our", "their", "its", "a", "an"].contains(&first.as_str());
    Some(if has_own { small(label) } else { format!("the {}", small(label)) })
}

/// "From QV 2 to QV 6, the median falls from 3 to 1".
pub(super) fn medians(scene: &Scene<'_>, along: Along) -> Option<Finding> {
    let (axis, count) = match along {
        Along::X => (scene.chart.x, scene.xs.len()),
        Along::Lines => (scene.series(), scene.lines.len()),
    };
    scene.numbers(axis)?;
    let spot = |nth| if along == Along::X { scene.spot(0, nth) } else { scene.spot(nth, 0) };
    let medians = (0..count).map(|nth| scene.median(spot(nth)?)).collect::<Option<Vec<i64>>>()?;
    let (from, to) = (*medians.first()?, *medians.last()?);
    let falls = medians.windows(2).all(|pair| pair[0] >= pair[1]);
    if from == to || !falls && !medians.windows(2).all(|pair| pair[0] <= pair[1]) {
        return None;
    }
    if is_code(&scene.observed.metric.label) {
        return None;
    }
    let verb = if falls { "falls" } else { "rises" };
    let (first, last) = (place(scene, axis, 0)?, place(scene, axis, count - 1)?);
    let (a, b) = (in_digits(from), in_digits(to));
    let sentence = format!("from {} to {}, the median {verb} from {a} to {b}", first.name, last.name);
    Some(Finding { claim: Claim::Medians { along, from, to }, sentence })
}

/// "“No penalties” matters most for 6 actions or more: +24 points".
fn differs(scene: &Scene<'_>, values: &[i64], first: &[Known], second: &[Known]) -> Option<Finding> {
    if !first.iter().chain(second).all(|chance| chance.is_exact) {
        return None;
    }
    let by: Vec<f64> = first.iter().zip(second).map(|(a, b)| b.value - a.value).collect();
    let names = [0, 1].map(|line| match scene.series() {
        Axis::Variants => scene.lines.get(line).map(|&index| quoted(&scene.report.variants[index])),
        axis => place(scene, axis, line).map(|spoken| spoken.name),
    });
    let [Some(a), Some(b)] = names else { return None };
    if by.iter().all(|by| by.abs() <= ROUNDING) {
        return Some(Finding { claim: Claim::Alike, sentence: format!("{a} and {b} have the same odds") });
    }
    let peak = (0..by.len()).max_by(|&i, &j| by[i].abs().total_cmp(&by[j].abs()).then(j.cmp(&i)))?;
    let only_there = (0..by.len()).all(|i| i == peak || by[i].abs() + MARGIN < by[peak].abs());
    let (k, points) = (values[peak], (by[peak] * 100.0).round());
    if points == 0.0 || is_code(&scene.observed.metric.label) {
        return None;
    }
    let one = if points.abs() == 1.0 { "point" } else { "points" };
    let sentence = if only_there {
        let what = match counted(&scene.observed.metric.label) {
            Some(noun) => format!("for {} or more", noun.number(k)),
            None => format!("for {} or more", in_digits(k)),
        };
        let sign = if points < 0.0 { '−' } else { '+' };
        format!("{b} matters most {what}: {sign}{} {one}", points.abs())
    } else {
        format!("{b} shifts the odds by up to {} {one}", points.abs())
    };
    Some(Finding { claim: Claim::Differs { k, by: by[peak], only_there }, sentence })
}

/// What a distribution shows, best first.
pub(super) fn distribution(scene: &Scene<'_>) -> Vec<Finding> {
    let (Some(spot), label) = (scene.spot(0, 0), scene.observed.metric.label.as_str()) else { return Vec::new() };
    let chance = |value| scene.known(spot, Measure::Is(value));
    if scene.observed.metric.kind == Kind::Flag {
        let share = chance(1);
        let sentence = format!("{}: {} of the time", quoted(&small(bare(label))), share.percent());
        return vec![Finding { claim: Claim::Share { low: 1, high: 1, of: share.value }, sentence }];
    }
    if is_code(label) {
        return Vec::new();
    }
    let values = scene.values();
    let chances: Vec<Known> = values.iter().map(|&value| chance(value)).collect();
    let leads = |&nth: &usize| (0..chances.len()).all(|other| other == nth || chances[nth].exceeds(&chances[other]));
    let mode = (0..chances.len()).find(leads).and_then(|nth| mode(label, values[nth], &chances[nth]));
    let share = shortest(&values, &chances).and_then(|(low, high)| {
        let sum = scene.known(spot, Measure::AtLeast(low)).value - scene.known(spot, Measure::AtLeast(high + 1)).value;
        share(label, low, high, sum).filter(|_| spot.law.exact.is_some())
    });
    let is_news = (0..chances.len()).find(leads).is_some_and(|nth| chances[nth].value >= NEWS);
    if is_news { mode.into_iter().chain(share).collect() } else { share.into_iter().chain(mode).collect() }
}

/// "Two actions are likeliest, at 38%".
fn mode(label: &str, value: i64, chance: &Known) -> Option<Finding> {
    let claim = Claim::Mode { value, of: chance.value };
    let percent = chance.percent();
    let is_certain = chance.low >= 1.0 - ROUNDING;
    let sentence = match counted(label) {
        Some(noun) => {
            let (number, noun) = (in_words(value), noun.noun(value == 1));
            let verb = if value == 1 { "is" } else { "are" };
            if is_certain { format!("{number} {noun} {verb} certain") } else { format!("{number} {noun} {verb} likeliest, at {percent}") }
        }
        None if is_certain => format!("{} is always {}", the(label)?, in_digits(value)),
        None => format!("{} is likeliest to be {}, at {percent}", the(label)?, in_digits(value)),
    };
    Some(Finding { claim, sentence })
}

/// "Three to six actions, 71% of the time".
fn share(label: &str, low: i64, high: i64, of: f64) -> Option<Finding> {
    let percent = Known::exact(of, 0.0).percent();
    let sentence = match counted(label) {
        Some(noun) => {
            let to = if high - low == 1 { "or" } else { "to" };
            format!("{} {to} {} {}, {percent} of the time", in_words(low), in_words(high), noun.noun(false))
        }
        None => format!("{} is {} to {} {percent} of the time", the(label)?, in_digits(low), in_digits(high)),
    };
    Some(Finding { claim: Claim::Share { low, high, of }, sentence })
}

/// The shortest run of values that holds two thirds of the odds, of those the likeliest.
fn shortest(values: &[i64], chances: &[Known]) -> Option<(i64, i64)> {
    let mut best: Option<(i64, f64, (i64, i64))> = None;
    let (mut start, mut sum) = (0, 0.0);
    for end in 0..values.len() {
        sum += chances[end].value;
        while sum - chances[start].value >= 2.0 / 3.0 && start < end {
            sum -= chances[start].value;
            start += 1;
        }
        let (low, high) = (values[start], values[end]);
        let is_better = |(width, held, _): &(i64, f64, (i64, i64))| high - low < *width || high - low == *width && sum > *held;
        if sum >= 2.0 / 3.0 && high > low && best.as_ref().is_none_or(is_better) {
            best = Some((high - low, sum, (low, high)));
        }
    }
    let (width, _, ends) = best?;
    // Nearly all of them is no news.
    (width + 2 < values.len() as i64 + 1 && values.len() > 3).then_some(ends)
}
