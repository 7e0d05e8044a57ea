//! Judges the sentences of titles: against what they claim, and against what they must name and must not say.

use super::judge::Truth;
use crate::figures::Numerals;
use crate::findings::single::LENGTHS;
use crate::findings::{Along, Claim, Finding, finding};
use crate::report::{Axis, Chart, Report, Value};
use crate::rule::metric::Kind;

/// What is wrong with the title of a chart; nothing where it claims nothing.
pub(super) fn wrongs(report: &Report, chart: &Chart) -> Vec<String> {
    let mut wrongs = Vec::new();
    let mut hold = |is_so: bool, what: String| wrongs.extend((!is_so).then_some(what));
    hold(!chart.title.trim().is_empty(), "it is empty".to_owned());
    let Some(finding) = finding(report, chart) else { return wrongs };
    if report.cases_of(chart).iter().any(|case| case.unresolved.is_none()) {
        return wrongs;
    }
    let sentence = finding.sentence.as_str();
    hold(chart.is_titled || chart.title == sentence, format!("{sentence} is not the title"));
    hold(sentence.chars().count() <= LENGTHS[1], "it is too long".to_owned());
    hold(!sentence.contains("  ") && !sentence.starts_with(char::is_lowercase), "it is badly written".to_owned());
    let mut metrics =
        report.cases_of(chart).into_iter().filter_map(|case| case.observed(&chart.metric)).map(|own| &own.metric);
    let first = metrics.next().map(|own| own.wording.clone());
    hold(metrics.all(|other| Some(&other.wording) == first.as_ref()), "the words are of one case alone".to_owned());
    let claims = claims(&finding);
    for (variant, claim) in &claims {
        let member = Chart { variant: variant.or(chart.variant), ..chart.clone() };
        let Some(truth) = Truth::of(report, &member) else { return wrongs };
        hold(truth.bears_out(claim), format!("false: {claim:?}"));
        if let Some((place, what)) = turning_point(report, &member, claim) {
            hold(
                places(report, &member, place).iter().any(|told| names(sentence, told) || in_words(sentence, told)),
                format!("{what} is not named"),
            );
        }
    }
    let stated: Vec<f64> = claims.iter().flat_map(|(_, claim)| Truth::stated(claim)).collect();
    let percents: Vec<String> = stated.iter().map(|&p| Numerals::ENGLISH.chance(p)).collect();
    for percent in percentages(sentence) {
        hold(percents.iter().any(|own| own == percent), format!("{percent} of {percents:?}, {claims:?}"));
    }
    for rare in rarities(sentence) {
        let told: Vec<String> = stated.iter().map(|&p| Numerals::ENGLISH.spoken_chance(p)).collect();
        hold(told.contains(&rare), format!("{rare} of {told:?}"));
    }
    if let Some(pair) = collision(sentence) {
        hold(false, format!("two numbers beside each other: {pair}"));
    }
    if let Some(what) = forbidden(sentence) {
        hold(false, format!("{what}: {sentence}"));
    }
    hold(is_headed(report, chart, sentence), "it guesses grammar".to_owned());
    for told in slice(report, chart) {
        hold(told.iter().any(|told| names(sentence, told)), format!("it holds for {told:?} alone"));
    }
    wrongs
}

/// What a finding claims, of the chart as it is or of variants of its family.
fn claims(finding: &Finding) -> Vec<(Option<usize>, Claim)> {
    match finding.among.as_slice() {
        [] => std::iter::once(&finding.claim).chain(&finding.also).map(|&claim| (None, claim)).collect(),
        among => among.iter().map(|&(variant, claim)| (Some(variant), claim)).collect(),
    }
}

/// A sentence without what stands in quotes, which belongs to names.
fn unquoted(sentence: &str) -> String {
    sentence.split('“').map(|part| part.rsplit('”').next().unwrap_or(part)).collect::<Vec<_>>().join("“”")
}

/// The percentages that a sentence states.
fn percentages(sentence: &str) -> Vec<&str> {
    let stated = sentence.split('“').map(|part| part.rsplit('”').next().unwrap_or(part));
    let words = stated.flat_map(str::split_whitespace).map(|word| word.trim_end_matches([',', ':', '.']));
    words.filter(|word| word.ends_with('%')).collect()
}

/// The rare chances that a sentence states: "1 in 2,160".
fn rarities(sentence: &str) -> Vec<String> {
    let text = unquoted(sentence);
    let after = text.split("1 in ").skip(1);
    let many = after.filter_map(|rest| rest.split_whitespace().next()).filter(|many| !many.ends_with('%'));
    many.map(|many| format!("1 in {}", many.trim_end_matches([',', ':', '.']))).collect()
}

/// Whether a sentence has this number as a word.
fn in_words(sentence: &str, told: &str) -> bool {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = told.parse::<usize>().ok().and_then(|number| WORDS.get(number));
    word.is_some_and(|word| names(&sentence.to_lowercase(), word))
}

/// What no title says: a range without its ends' places, what is absent, names of files, how many situations there are.
pub(super) fn forbidden(sentence: &str) -> Option<&'static str> {
    let text = unquoted(sentence);
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_range = |three: &[&str]| {
        three[0].ends_with('%') && three[1] == "to" && three[2].trim_end_matches([',', '.', ':']).ends_with('%')
    };
    let is_plural_one = |two: &[&str]| two[0] == "are" && two[1] == "1";
    match () {
        () if words.windows(3).any(is_range) && !text.contains(" from ") => Some("a bare range"),
        () if words.windows(2).any(is_plural_one) => Some("“are 1”"),
        () if words.contains(&"absent") => Some("“absent”"),
        () if text.contains('_') => Some("a key"),
        () if text.contains(" situations") => Some("a count of situations"),
        () => None,
    }
}

/// Whether what nobody has worded stands under its label.
fn is_headed(report: &Report, chart: &Chart, sentence: &str) -> bool {
    let cases = report.cases_of(chart);
    let Some(metric) = cases.iter().find_map(|case| case.observed(&chart.metric)).map(|own| &own.metric) else {
        return true;
    };
    let is_worded = match &metric.kind {
        Kind::Category(outcomes) => outcomes.iter().all(|own| !own.clause.is_empty()),
        _ => !metric.wording.is_of_label(),
    };
    let label = metric.label.split(" (").next().unwrap_or_default();
    let after = sentence.strip_prefix(label).and_then(|rest| rest.chars().next());
    is_worded || matches!(after, Some(':' | ','))
}

/// Two numbers with no word and no mark between them: "at least 2 42%".
pub(super) fn collision(sentence: &str) -> Option<String> {
    const WORDS: [&str; 14] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "none",
    ];
    let text = unquoted(sentence);
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || "<>≈−".contains(c));
    let ends = |word: &str| word.ends_with(|c: char| c.is_ascii_digit() || c == '%') || WORDS.contains(&word);
    words.windows(2).find(|pair| ends(pair[0]) && is_number(pair[1])).map(|pair| pair.join(" "))
}

/// Whether a sentence has this word, or nothing where that is "0".
fn names(sentence: &str, told: &str) -> bool {
    let bounds = |c: char| !c.is_alphanumeric() && c != '−' && c != '.';
    let is_word = |(at, _): (usize, &str)| {
        let (before, after) = (&sentence[..at], &sentence[at + told.len()..]);
        let mut next = after.chars();
        let ends = match next.next() {
            Some('.') => next.next().is_none_or(|c| !c.is_ascii_digit()),
            other => other.is_none_or(bounds),
        };
        before.chars().next_back().is_none_or(bounds) && ends
    };
    sentence.match_indices(told).any(is_word) || told == "0" && sentence.to_lowercase().contains("no ")
}

/// What a chart shows of all that was varied: for each thing that is held how it may be told.
fn slice(report: &Report, chart: &Chart) -> Vec<Vec<String>> {
    let swept = chart.held.iter().filter(|&&(own, _)| report.sweep[own].values.len() > 1);
    let mut told: Vec<Vec<String>> =
        swept.map(|&(own, value)| vec![report.sweep[own].values[value].in_print()]).collect();
    let all: usize = chart.family.iter().map(Vec::len).sum();
    let variant = chart.variant.filter(|_| report.variants.len() > 1 && all < report.variants.len());
    told.extend(variant.map(|own| vec![report.variants[own].clone()]));
    told
}

/// The place at which something turns, and how it was claimed.
fn turning_point(report: &Report, chart: &Chart, claim: &Claim) -> Option<((Axis, Vec<usize>), String)> {
    let lines = chart.series.unwrap_or(Axis::Single);
    let (axis, first) = match *claim {
        Claim::Overtakes { last, .. } | Claim::LikeliestUntil { last, .. } => (chart.x, last),
        Claim::LikelyUntil { along, last, .. } => (if along == Along::X { chart.x } else { lines }, last),
        Claim::AtLeastUntil { last, .. } => (lines, last),
        // From this place on, which is not the one after it.
        Claim::Stays { from, .. } | Claim::MedianStays { from, .. } => {
            return Some(((chart.x, vec![from]), format!("{:?}", places(report, chart, (chart.x, vec![from])))));
        }
        _ => return None,
    };
    Some(((axis, vec![first, first + 1]), format!("{axis:?} {first}")))
}

/// How the places of an axis that are meant may be told.
fn places(report: &Report, chart: &Chart, (axis, nth): (Axis, Vec<usize>)) -> Vec<String> {
    let told = |at: &usize| match axis {
        Axis::Sweep(own) => report.sweep[own].values.get(*at).map(Value::in_print),
        Axis::Variants => report.variants.get(*at).cloned(),
        Axis::Steps => {
            let laws = &chart.observed(&report.cases_of(chart))?.laws;
            laws.get(*at)?.step.map(|step| report.step_name(&chart.metric, step))
        }
        Axis::Values | Axis::Single => None,
    };
    nth.iter().filter_map(told).collect()
}

#[test]
fn a_judge_sees_numbers_that_run_into_each_other_and_words_that_are_named() {
    assert!(collision("The pool is at least 2 42% to 68% of the time").is_some());
    assert!(collision("In Turn 5 43 RPs are left").is_some() && collision("At least two 42% of the time").is_some());
    assert_eq!(collision("Typically the pool is 4 at QV 2, 3 at QV 6 with “Form 2” 4% of the time: 5"), None);
    assert_eq!(forbidden("We win 21% to 81% of the time"), Some("a bare range"));
    assert_eq!(forbidden("There are 1 hits"), Some("“are 1”"));
    assert_eq!(forbidden("We win 81% of the time at QV 2, 21% at QV 6"), None);
    assert!(in_words("One cube is enough at QV 3", "1") && !in_words("Someone wins", "1"));
    assert!(names("At QV 4, it fails", "4") && !names("At QV 14, it fails 40% of the time", "4"));
    assert!(names("With no cubes, all fail", "0") && names("Up to 0.25, it fails", "0.25") && !names("At 0.25", "0"));
}
