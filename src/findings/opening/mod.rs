//! What a report opens with: what holds at the scenario's own parameters, the best and the worst case, what matters most. Each
//! sentence is taken from exact odds; what cannot be said truly is left out.

mod decision;
mod reading;
mod said;
mod sentence;
#[cfg(test)]
mod tests;

use crate::estimate::{Estimate, MARGIN};
use crate::report::{Axis, Report};
use crate::rule::metric::{Kind, Tone};
use crate::rule::presentation::{Headline, Measure};
use reading::Reader;
pub use sentence::{OpeningClaim, Sentence, SentencePart};

/// Charts that are looked through for one to stand beside the sentences.
const CHARTS: usize = 40;
/// One chance is a multiple of another worth telling from here on.
const MULTIPLE: f64 = 1.5;

/// The sentences that a report opens with.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The answer first; none where no odds are exact.
    pub sentences: Vec<Sentence>,
    /// What matters most, and a value of it that is worth a look: an index into a parameter's values, or a variant.
    pub lever: Option<(Axis, usize)>,
}

/// What a report opens with.
pub fn opening(report: &Report) -> Opening {
    let Some(usual) = report.usual_case().map(|case| case.number - 1) else { return Opening::default() };
    let readers: Vec<Reader<'_>> =
        report.headlines.iter().filter_map(|statistic| Reader::new(report, statistic)).collect();
    let Some(first) = readers.first() else { return Opening::default() };
    let mut sentences = vec![against(report, first, usual).unwrap_or_else(|| plainly(report, first, usual))];
    sentences.extend(decision::decision(report, usual).map(Sentence::begun));
    if report.cases.len() == 1 {
        sentences.extend(others(report, &readers));
        return Opening { sentences, lever: None };
    }
    let swings = first.swings(report, usual);
    let lever = swings.first().and_then(|swing| swing.worth_a_look(report, usual, &first.values));
    sentences.extend(ends(report, first));
    sentences.extend(widest(report, first, usual, &swings));
    Opening { sentences: sentences.into_iter().map(Sentence::begun).collect(), lever }
}

/// Where a case is, in words: "at QV 4 with no white cubes"; nothing where there is one case only.
pub fn at(report: &Report, case: usize) -> String {
    said::at(report, case)
}

/// Where a case is along an axis, in words: "with 3 white cubes".
pub fn place(report: &Report, axis: Axis, case: usize) -> String {
    said::place(report, axis, case)
}

/// The axes along which there are several cases that are otherwise like one, each with these cases in its order.
pub fn axes(report: &Report, case: usize) -> Vec<(Axis, Vec<usize>)> {
    reading::axes(report, case)
}

/// Which of the first charts say something, by their order; then which of them stands beside the sentences.
pub fn lead(report: &Report) -> (Vec<bool>, Option<usize>) {
    let found: Vec<bool> =
        report.charts.iter().take(CHARTS).map(|chart| super::finding(report, chart).is_some()).collect();
    let metric = report.headlines.first().map(|statistic| statistic.metric.as_str());
    let is_of_it = |at: &usize| metric == Some(report.charts[*at].metric.as_str());
    let told = || (0..found.len()).filter(|&at| found[at]);
    let lead = told().find(is_of_it).or_else(|| told().next());
    (found.clone(), lead.or((!report.charts.is_empty()).then_some(0)))
}

/// What was hoped for against what was feared: "all dice succeed as often as all dice fail: 12.5% and 12.5%".
fn against(report: &Report, first: &Reader<'_>, usual: usize) -> Option<Sentence> {
    let Kind::Category(outcomes) = &first.metric.kind else { return None };
    let tone = first.tone();
    let opposite = match tone {
        Tone::Success => Tone::Failure,
        Tone::Failure => Tone::Success,
        Tone::Mixed | Tone::Neutral => return None,
    };
    let mut codes = (0..).zip(outcomes).filter(|(_, outcome)| outcome.tone == opposite).map(|(code, _)| code);
    let (code, None) = (codes.next()?, codes.next()) else { return None };
    let other = Headline { measure: Measure::Is(code), label: String::new(), ..first.statistic.clone() };
    let second = Reader::new(report, &other)?;
    let (a, b) = (first.values[usual], second.values[usual]);
    let (more, less, high, low) =
        if a.value + MARGIN >= b.value { (first, &second, a, b) } else { (&second, first, b, a) };
    let times = high.value / low.value;
    let is_equal = (high.value - low.value).abs() <= MARGIN;
    let (high_text, low_text) = said::both(report, true, &high, &low);
    let how = match is_equal {
        true => "as often as".to_owned(),
        false if low.is_impossible() => return None,
        // Beside each other two chances that differ must not be said to and look alike.
        false if high_text == low_text => "hardly more often than".to_owned(),
        false if times < MULTIPLE => "more often than".to_owned(),
        false => format!("{} times as often as", said::times(times)),
    };
    let told = if is_equal { 1.0 } else { times };
    let sentence = Sentence::default()
        .words(format!("{}{} {how} {}: ", said::before(report, usual), more.event(), less.event()))
        .figure(high_text, more.tone())
        .words(if is_equal { " and " } else { " against " })
        .figure(low_text, less.tone())
        .words(".")
        .claim(reads(more, usual))
        .claim(reads(less, usual));
    let sides = (more.statistic.clone(), less.statistic.clone());
    let is_told = is_equal || times >= MULTIPLE;
    let sentence = match is_told {
        true => sentence.claim(OpeningClaim::Times { case: usual, more: sides.0, less: sides.1, times: told }),
        false => sentence,
    };
    Some(sentence.begun())
}

/// The first number as it is: "the turn is cut short 30% of the time".
fn plainly(report: &Report, first: &Reader<'_>, usual: usize) -> Sentence {
    let before = said::before(report, usual);
    first.told(usual, Sentence::default().words(before), report.company).words(".").begun()
}

/// Of a single case: what its other numbers are.
fn others(report: &Report, readers: &[Reader<'_>]) -> Vec<Sentence> {
    const MOST: usize = 2;
    let mut seen = vec![&readers[0].statistic.metric];
    let mut told = Vec::new();
    for reader in &readers[1..] {
        if told.len() < MOST && !seen.contains(&&reader.statistic.metric) {
            seen.push(&reader.statistic.metric);
            told.push(
                reader.told(0, Sentence::default().words(said::before(report, 0)), report.company).words(".").begun(),
            );
        }
    }
    told
}

fn reads(reader: &Reader<'_>, case: usize) -> OpeningClaim {
    OpeningClaim::Reads { case, statistic: reader.statistic.clone(), value: reader.values[case].value }
}

/// The best case and the worst; of what is neither good nor bad, the greatest and the least.
fn ends(report: &Report, reader: &Reader<'_>) -> Option<Sentence> {
    let (greatest, least) = (reader.extreme(true), reader.extreme(false));
    let value = |case: usize| reader.values[case];
    let (up, down) = (value(greatest.0), value(least.0));
    if (up.value - down.value).abs() <= MARGIN {
        let same = OpeningClaim::Same { statistic: reader.statistic.clone() };
        let told = Sentence::default().words(format!("In all {} cases alike, ", report.cases.len()));
        return Some(reader.told(greatest.0, told, report.company).words(".").claim(same));
    }
    let claim = |(case, others), is_greatest| OpeningClaim::Extreme {
        case,
        statistic: reader.statistic.clone(),
        is_greatest,
        others,
    };
    let is = |case: usize, word: &str| said::is(report, case, word);
    let as_many = |others: usize| match others {
        0 => String::new(),
        1 => ", and so is 1 other case".to_owned(),
        many => format!(", and so are {many} other cases"),
    };
    let (high, low) = said::both(report, reader.is_chance(), &up, &down);
    if high == low {
        return None;
    }
    let tone = reader.tone();
    let sentence = match tone {
        Tone::Success | Tone::Failure => {
            let (best, worst) = if tone == Tone::Success { (greatest, least) } else { (least, greatest) };
            let (good, bad) = if tone == Tone::Success { (high, low) } else { (low, high) };
            Sentence::default()
                .words(format!("{}{}: {} ", is(best.0, "best"), as_many(best.1), reader.event()))
                .figure(good, Tone::Neutral)
                .words(format!(" of the time. {}{}: ", super::words::capital(&is(worst.0, "worst")), as_many(worst.1)))
                .figure(bad, Tone::Neutral)
        }
        Tone::Mixed | Tone::Neutral if reader.is_chance() => Sentence::default()
            .words(format!("{} most often {} (", reader.event(), said::at(report, greatest.0)))
            .figure(high, Tone::Neutral)
            .words(format!("{}) and least often {} (", as_well(greatest.1), said::at(report, least.0)))
            .figure(low, Tone::Neutral)
            .words(format!("{})", as_well(least.1))),
        Tone::Mixed | Tone::Neutral => Sentence::default()
            .words(format!("The highest average of {} is ", reader.matter()))
            .figure(high, Tone::Neutral)
            .words(format!(", {}{}; the lowest is ", said::at(report, greatest.0), as_well_of(greatest.1)))
            .figure(low, Tone::Neutral)
            .words(format!(", {}{}", said::at(report, least.0), as_well_of(least.1))),
    };
    let sentence = sentence.words(".").claim(reads(reader, greatest.0)).claim(reads(reader, least.0));
    Some(sentence.claim(claim(greatest, true)).claim(claim(least, false)))
}

/// "; in 3 more cases too".
fn as_well(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => "; in 1 other case too".to_owned(),
        many => format!("; in {many} other cases too"),
    }
}

fn as_well_of(others: usize) -> String {
    if others == 0 { String::new() } else { format!(" ({})", as_well(others).trim_start_matches("; ")) }
}

/// What matters most of what varies, with all else as usual; of one thing that varies, which step of it.
fn widest(report: &Report, reader: &Reader<'_>, usual: usize, swings: &[reading::Swing]) -> Option<Sentence> {
    let [first, rest @ ..] = swings else { return None };
    let Some(second) = rest.first() else { return step(report, reader, first) };
    if first.size() <= second.size() + MARGIN {
        return None;
    }
    let ends = |swing: &reading::Swing| {
        let (from, to) = swing.ends();
        let texts = said::both(report, reader.is_chance(), &reader.values[from], &reader.values[to]);
        (from, to, texts)
    };
    let (from, to, (a, b)) = ends(first);
    if a == b {
        return None;
    }
    let (what, verb) = said::axis(report, first.axis);
    let rest = said::rest(report, usual, first.axis);
    let sentence = Sentence::default()
        .words(format!("{what} {verb} most of all that was varied: {rest}, {} goes from ", reader.subject()))
        .figure(a, Tone::Neutral)
        .words(format!(" {} to ", said::place(report, first.axis, from)))
        .figure(b, Tone::Neutral)
        .words(format!(" {}.", said::place(report, first.axis, to)))
        .claim(reads(reader, from))
        .claim(reads(reader, to));
    let rest = super::words::capital(&said::rest(report, usual, second.axis));
    let sentence = if second.size() <= MARGIN {
        sentence.words(format!(" {rest}, {}.", said::changes_nothing(report, second.axis)))
    } else {
        let (from, to, (a, b)) = ends(second);
        let sentence = sentence.claim(reads(reader, from)).claim(reads(reader, to));
        if a == b {
            sentence.words(format!(" {rest}, it hardly changes."))
        } else {
            sentence
                .words(format!(" {rest}, it goes only from "))
                .figure(a, Tone::Neutral)
                .words(format!(" {} to ", said::place(report, second.axis, from)))
                .figure(b, Tone::Neutral)
                .words(format!(" {}.", said::place(report, second.axis, to)))
        }
    };
    let (low, high) = (first.low, first.high);
    Some(sentence.claim(OpeningClaim::Widest { statistic: reader.statistic.clone(), axis: first.axis, low, high }))
}

/// Of the only thing that varies, the step that changes most.
fn step(report: &Report, reader: &Reader<'_>, swing: &reading::Swing) -> Option<Sentence> {
    let (from, to) = swing.widest_step(report, &reader.values)?;
    let (a, b) = said::both(report, reader.is_chance(), &reader.values[from], &reader.values[to]);
    if a == b {
        return None;
    }
    let sentence = Sentence::default()
        .words(format!(
            "The step from {} to {} changes most: from ",
            said::place_name(report, swing.axis, from),
            said::place_name(report, swing.axis, to)
        ))
        .figure(a, Tone::Neutral)
        .words(" to ")
        .figure(b, Tone::Neutral)
        .words(".");
    let sentence = sentence.claim(reads(reader, from)).claim(reads(reader, to));
    Some(sentence.claim(OpeningClaim::Step { statistic: reader.statistic.clone(), from, to }))
}

/// Whether a number is exact enough to be told as a fact.
fn is_sure(estimate: &Estimate) -> bool {
    estimate.is_exact && estimate.high - estimate.low <= MARGIN
}
