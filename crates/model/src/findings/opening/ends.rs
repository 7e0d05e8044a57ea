//! The best case and the worst, or that all are alike.

use super::reading::Reader;
use super::{OpeningClaim, Sentence, said};
use crate::estimate::MARGIN;
use crate::figures::Numerals;
use crate::findings::clause::around_share;
use crate::findings::words::capital;
use crate::report::Report;
use crate::rule::metric::Tone;

/// That all cases have the same number.
pub(super) fn same(report: &Report, reader: &Reader<'_>) -> Option<Sentence> {
    let is_same = reader.values.iter().all(|own| (own.value - reader.values[0].value).abs() <= MARGIN);
    let same = OpeningClaim::Same { statistic: reader.quantity.clone() };
    let place = match report.cases.len() {
        2 => "in both cases alike".to_owned(),
        all => format!("in all {all} cases alike"),
    };
    is_same.then(|| reader.told(0, &place, Numerals::ENGLISH).words(".").claim(same).begun())
}

/// The best case and the worst; of what is neither good nor bad, the greatest and the least.
pub(super) fn ends(report: &Report, reader: &Reader<'_>) -> Option<Sentence> {
    let (greatest, least) = (reader.extreme(true), reader.extreme(false));
    let value = |case: usize| reader.values[case];
    let (up, down) = (value(greatest.0), value(least.0));
    // Two cases are in the answer already.
    let (high, low) = said::both(reader.is_chance(), &up, &down);
    if high == low || report.cases.len() == 2 {
        return None;
    }
    let claim = |(case, others), is_greatest| OpeningClaim::Extreme {
        case,
        statistic: reader.quantity.clone(),
        is_greatest,
        others,
    };
    let as_many = |others: usize| match others {
        0 => String::new(),
        1 => ", and so is 1 other case".to_owned(),
        many => format!(", and so are {many} other cases"),
    };
    let at = |case: usize| said::at(report, case);
    let before = reader.before("");
    let event = reader.event();
    let sentence = match reader.tone() {
        tone @ (Tone::Success | Tone::Failure) if before.is_empty() => {
            let (best, worst) = if tone == Tone::Success { (greatest, least) } else { (least, greatest) };
            let (good, bad) = if tone == Tone::Success { (high, low) } else { (low, high) };
            let is = |case: usize, word: &str| said::is(report, case, word);
            let [ahead, after] = around_share(&event, &good);
            Sentence::default()
                .words(format!("{}{}: {event}{ahead}", is(best.0, "best"), as_many(best.1)))
                .figure(good, Tone::Neutral)
                .words(format!("{after}. {}{}: ", capital(&is(worst.0, "worst")), as_many(worst.1)))
                .figure(bad, Tone::Neutral)
        }
        _ if reader.is_chance() => Sentence::default()
            .words(format!("{before}{event} most often {} (", at(greatest.0)).replace("  ", " "))
            .figure(high, Tone::Neutral)
            .words(format!("{}) and least often {} (", as_well(greatest.1), at(least.0)))
            .figure(low, Tone::Neutral)
            .words(format!("{})", as_well(least.1))),
        _ => {
            let (ahead, after) = reader.around();
            Sentence::default()
                .words(format!("{before}{ahead}"))
                .figure(high, Tone::Neutral)
                .words(format!("{after} on average {}, the most{}, and ", at(greatest.0), as_well_of(greatest.1)))
                .figure(low, Tone::Neutral)
                .words(format!(" {}, the least{}", at(least.0), as_well_of(least.1)))
        }
    };
    let sentence = sentence.words(".").claim(reader.reads(greatest.0)).claim(reader.reads(least.0));
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
