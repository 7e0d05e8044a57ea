//! What best play is worth against rules of thumb.

use super::said::all_but;
use super::{OpeningClaim, Quantity, Sentence};
use crate::estimate::MARGIN;
use crate::figures::Numerals;
use crate::findings::words::capital;
use crate::report::{Axis, Case, Report};
use crate::rule::metric::Tone;

/// The best rule of thumb beside best play: "Best play is worth 0.35 more than “Stop from 4”"; `None` where there are none.
pub(super) fn thumbs(report: &Report, usual: usize) -> Option<Sentence> {
    let aim = report.asks.iter().position(|ask| ask.is_aim)?;
    let is_chance = report.asks[aim].is_probability();
    let beside = |case: &Case| !report.thumbs_beside(case).is_empty();
    let best = std::iter::once(&report.cases[usual]).chain(&report.cases).find(|case| beside(case))?;
    let minimises = best.best_play.as_ref()?.minimises;
    let value = |case: &Case| Some(case.answers.get(aim)?.figure()?.value);
    let sign = if minimises { -1.0 } else { 1.0 };
    let known = report.thumbs_beside(best).into_iter().filter_map(|(name, case)| Some((name, case, value(case)?)));
    let known: Vec<_> = known.collect();
    let best_of_them = if known.len() > 1 { ", the best rule of thumb here" } else { "" };
    let (name, case, theirs) =
        known.into_iter().reduce(|one, other| if sign * other.2 > sign * one.2 { other } else { one })?;
    let by = sign * (value(best)? - theirs);
    let statistic = Quantity::Ask(aim);
    if by.abs() <= MARGIN {
        let claim = OpeningClaim::Apart { statistic, more: best.number - 1, less: case.number - 1, by: 0.0 };
        return Some(Sentence::default().words(format!("“{name}” is as good as best play.")).claim(claim));
    }
    let (more, less) = if minimises { (case, best) } else { (best, case) };
    let claim = OpeningClaim::Apart {
        statistic,
        more: more.number - 1,
        less: less.number - 1,
        by: by.abs() * if is_chance { 100.0 } else { 1.0 },
    };
    let unit = if is_chance { " percentage points" } else { "" };
    let (of, both) = report.sides_of_play(best, case).map_or_else(Default::default, |(own, both)| {
        (format!(" for {own}"), format!(", with best play for {both} in both"))
    });
    let sentence = Sentence::default()
        .words(match at(report, best.number - 1, best.variant.map(|_| Axis::Variants)) {
            place if place.is_empty() => format!("Best play{of} is worth "),
            place => format!("{}, best play{of} is worth ", capital(&place)),
        })
        .figure(Numerals::ENGLISH.difference(by, report.asks[aim].kind()), Tone::Neutral)
        .words(format!("{unit} {} than “{name}”{best_of_them}{both}.", if minimises { "less" } else { "more" }));
    Some(sentence.claim(claim))
}

/// Where a case is, but for how it is played.
fn at(report: &Report, case: usize, played_by: Option<Axis>) -> String {
    let by_play = |(_, swept): &(usize, &crate::report::Swept)| swept.key.starts_with("play.");
    let swept = report.sweep.iter().enumerate().filter(by_play).map(|(at, _)| Axis::Sweep(at));
    all_but(report, case, &swept.chain(played_by).collect::<Vec<_>>())
}
