//! The ways to tell what to do: always one option, by thresholds, by name, or nearly so.

use super::lines::Lines;
use super::{is_right, share};
use crate::report::policy_grid::PolicyCell;
use crate::wordbook::Word;

/// Thresholds that one sentence tells.
const THRESHOLDS: usize = 3;
/// What is said of every cell, and the sentence that says it.
pub(super) type Said = (Vec<Vec<Option<usize>>>, String);

/// One option everywhere.
pub(super) fn always(lines: &Lines<'_>) -> Option<Said> {
    let options = lines.options();
    let grid = lines.grid;
    let is_tied = |cell: &PolicyCell| grid.options[cell.option].is_tie();
    let only = match options[..] {
        [only] => only,
        // Where options are as good as each other none of them is advised.
        [] if lines.cells.iter().flatten().flatten().any(is_tied) => return None,
        [] => (0..grid.options.len()).find(|&at| !grid.options[at].is_tie())?,
        _ => return None,
    };
    let says = lines.says(|_, _| only);
    let is_best = lines.cells.iter().flatten().flatten().all(|cell| is_right(grid, cell, only));
    let sentence = lines.told(Word::DoAlways, only);
    let sentence = match lines.cells.iter().flatten().flatten().any(is_tied) {
        true => lines.wordbook.fill(Word::DoAlso, &[("what", &sentence)]),
        false => sentence,
    };
    is_best.then_some((says, sentence))
}

/// One option up to a number and another from the next on, each line by one of a few thresholds.
pub(super) fn thresholds(lines: &Lines<'_>) -> Option<Said> {
    let values: Vec<i64> = lines.along.names.iter().map(|name| name.parse().ok()).collect::<Option<_>>()?;
    // Along a line of one place nothing turns.
    let ([one, two], true) = (&lines.options()[..], values.len() > 1) else { return None };
    let (one, two) = (*one, *two);
    // Which of the two comes first along the lines.
    let last = |option: usize| {
        lines.certain().filter(move |own| own.2 == option).map(|own| own.1).sum::<usize>() as f64
            / lines.certain().filter(|own| own.2 == option).count().max(1) as f64
    };
    let (low, high) = if last(one) <= last(two) { (one, two) } else { (two, one) };
    // The places from which the second may begin, line by line; the end stands for never.
    let room = |line: usize| {
        let of = |option: usize| lines.certain().filter(move |own| own.0 == line && own.2 == option).map(|own| own.1);
        let (first, last) = (of(low).max().map_or(0, |at| at + 1), of(high).min().unwrap_or(values.len()));
        (first <= last).then_some((first, last, of(low).count() + of(high).count()))
    };
    let rooms: Vec<(usize, usize, usize)> = (0..lines.cells.len()).map(room).collect::<Option<_>>()?;
    let weight = |line: usize| {
        let met = lines.certain().filter(|own| own.0 == line).map(|own| own.3).sum::<f64>();
        met + 1e-6 * rooms[line].2 as f64
    };
    let found = grouped(&rooms, values.len(), weight)?;
    let threshold = |line: usize| found.iter().find(|own| own.1.contains(&line)).map_or(found[0].0, |own| own.0);
    let says = lines.says(|line, at| if at < threshold(line) { low } else { high });
    let (a, b) = (lines.name(low).to_owned(), lines.name(high).to_owned());
    let told = |at: usize, is_first: bool| match at {
        0 => lines.told(Word::DoAlways, high),
        at if at == values.len() => lines.told(Word::DoAlways, low),
        at if is_first => lines.turning(&a, &b, at),
        at => lines.from(&b, at),
    };
    let is_turning = found[0].0 > 0 && found[0].0 < values.len();
    // Where all that some lines tell leaves a gap, both may be as good in it.
    let turned = |(at, own): &(usize, Vec<usize>)| {
        let known = own.iter().map(|&line| rooms[line]).filter(|own| own.2 > 0);
        let (first, last) = known.fold((0, values.len()), |(first, last), own| (first.max(own.0), last.min(own.1)));
        let is_open = first > 0 && first < last && last < values.len() && lines.are_ties(own, first..last);
        if is_open { lines.turning_over(&a, &b, first..last) } else { told(*at, true) }
    };
    let lead = if is_turning { turned(&found[0]) } else { told(found[0].0, true) };
    let (mut parts, mut is_told) = (Vec::new(), is_turning);
    for group in &found[1..] {
        let (at, own) = group;
        let place = if is_told || *at == 0 || *at == values.len() { told(*at, false) } else { turned(group) };
        is_told |= *at > 0 && *at < values.len();
        parts.push(format!("{}, {place}", lines.across(own)));
    }
    // "Always" is said of what is left when the others have been told.
    match is_turning || parts.is_empty() {
        true => parts.insert(0, lead),
        false => parts.push(lines.wordbook.fill(Word::DoOtherwise, &[("what", &lead)])),
    }
    Some((says, parts.join("; ")))
}

/// Lines by the place from which their second option begins: the place that fits those of most weight first. `None` where there
/// would be too many.
fn grouped(
    rooms: &[(usize, usize, usize)],
    end: usize,
    weight: impl Fn(usize) -> f64,
) -> Option<Vec<(usize, Vec<usize>)>> {
    let mut left: Vec<usize> = (0..rooms.len()).filter(|&line| rooms[line].2 > 0).collect();
    let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
    while !left.is_empty() {
        let fits = |at: usize, line: &usize| (rooms[*line].0..=rooms[*line].1).contains(&at);
        let held = |at: usize| left.iter().filter(|line| fits(at, line)).map(|&line| weight(line)).sum::<f64>();
        let at = (0..=end).max_by(|&a, &b| held(a).total_cmp(&held(b)).then(a.cmp(&b)))?;
        let (own, rest): (Vec<usize>, Vec<usize>) = left.into_iter().partition(|line| fits(at, line));
        found.push((at, own));
        left = rest;
        if found.len() > THRESHOLDS {
            return None;
        }
    }
    Some(found)
}

/// Each line has one option: "spend for Trade Mission and Survey; keep for Load Cargo".
pub(super) fn by_name(lines: &Lines<'_>) -> Option<Said> {
    const OPTIONS: usize = 4;
    let of_line = |line: usize| -> Option<Option<usize>> {
        let mut options: Vec<usize> = lines.certain().filter(|own| own.0 == line).map(|own| own.2).collect();
        options.dedup();
        match options[..] {
            [] => Some(None),
            [only] => Some(Some(only)),
            _ => None,
        }
    };
    let all: Vec<Option<usize>> = (0..lines.cells.len()).map(of_line).collect::<Option<_>>()?;
    let options = lines.options();
    // Where every option is as good there is nothing to tell.
    let first = *options.first()?;
    if options.len() > OPTIONS {
        return None;
    }
    let told = options.iter().map(|&option| {
        let own: Vec<usize> = (0..all.len()).filter(|&line| all[line] == Some(option)).collect();
        format!("{} {}", lines.name(option), lines.across(&own))
    });
    let sentence = told.collect::<Vec<_>>().join("; ");
    Some((lines.says(|line, _| all[line].unwrap_or(first)), sentence))
}

/// The one threshold, or the one option, that is right most often.
pub(super) fn nearly(lines: &Lines<'_>) -> Option<Said> {
    let options = lines.options();
    let is_numbers = lines.along.names.iter().all(|name| name.parse::<i64>().is_ok());
    let places = lines.along.names.len();
    let mut tries: Vec<Said> = Vec::new();
    for &one in &options {
        tries.push((lines.says(|_, _| one), lines.told(Word::DoMostly, one)));
        let others = options.iter().filter(|&&two| two != one && is_numbers);
        for (&two, from) in others.flat_map(|two| (1..places).map(move |from| (two, from))) {
            let (a, b) = (lines.name(one).to_owned(), lines.name(two).to_owned());
            let told = lines.turning(&a, &b, from);
            tries.push((lines.says(|_, at| if at < from { one } else { two }), told));
        }
    }
    let mut best: Option<(f64, Said)> = None;
    for own in tries {
        let right = share(lines.grid, &own.0, None);
        if best.as_ref().is_none_or(|(most, _)| right > most + 1e-9) {
            best = Some((right, own));
        }
    }
    best.map(|(_, own)| own)
}
