//! What to do, as a sentence that a player can remember: thresholds along the parts of the situation, best play's own where a
//! few say it, else the one that is right most often.

mod lines;
mod ways;

use std::ops::Range;

use crate::figures::Numerals;
use crate::labels::small_unless;
use crate::report::policy_grid::{PolicyCell, PolicyGrid};
use crate::wordbook::{Word, Wordbook};
use lines::{Lines, Side};
use ways::{Said, always, by_name, nearly, thresholds};

/// What is right less often is no advice: who keeps to it goes wrong too often to be told so.
const LEAST: f64 = 0.7;
/// What a sentence along two places alone is longer by, held against another.
const FLAT: usize = 40;
/// The longest sentence.
const LONGEST: usize = 200;
/// What is said of a part of the situations and is wrong in most of them is no advice either, however often the rest is met.
const LEAST_OF_PART: f64 = 0.5;

/// A sentence, and how often a player who keeps to it does what is best, of all decisions that come up.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The sentence, without a stop, as it stands behind what it is said of.
    pub sentence: String,
    /// What it says of each cell of the grid, row by row; nothing of a group that it says nothing of.
    pub says: Vec<Vec<Option<usize>>>,
    /// The share of the decisions in the cells of which it says something.
    pub right: f64,
}

/// The advice of a grid; `is_worded` says of which labels a player's own words are made, `is_named` which
/// the designer has given, `choice` is what heads what is decided: "Dice:".
pub fn advice(
    grid: &PolicyGrid,
    choice: &str,
    is_worded: impl Fn(&str) -> bool,
    is_named: impl Fn(&str) -> bool,
    (wordbook, numerals): (&Wordbook, Numerals),
) -> Option<Advice> {
    let (rows, heading) = main_group(grid);
    let sides = [(&grid.rows.0, &grid.rows.1[rows.clone()]), (&grid.columns.0, &grid.columns.1[..])];
    let [rows_side, columns_side] =
        sides.map(|(label, names)| Side { label, names, is_worded: is_worded(label), is_named: is_named(label) });
    let own = &grid.cells[rows.clone()];
    let down = Lines {
        grid,
        along: rows_side,
        across: columns_side,
        cells: (0..grid.columns.1.len()).map(|column| own.iter().map(|row| row[column]).collect()).collect(),
        first: rows.start,
        is_turned: true,
        wordbook,
    };
    let right = Lines {
        grid,
        along: columns_side,
        across: rows_side,
        cells: own.to_vec(),
        first: rows.start,
        is_turned: false,
        wordbook,
    };
    // What nobody can remember is no advice.
    let (says, sentence) = found(grid, &down, &right).filter(|own| own.1.chars().count() <= LONGEST)?;
    // Situations that share a cell may differ.
    let right = share(grid, &says, None);
    let is_misleading = |option: usize| share(grid, &says, Some(option)) < LEAST_OF_PART;
    let sentence = match right {
        right if right < LEAST || (0..grid.options.len()).any(is_misleading) => return None,
        right if right > 1.0 - 1e-9 => sentence,
        right => {
            // Of several groups one is told of, and what stands behind it says which.
            let of = if heading.is_some() { Word::DoRightOfThese } else { Word::DoRight };
            wordbook.fill(of, &[("what", &sentence), ("share", &numerals.chance(right))])
        }
    };
    let is_name = |name: &str| name.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase());
    let is_bare = grid.options.iter().any(|option| is_name(&option.name));
    let sentence = match heading {
        Some(heading) => {
            let label = heading.split(": ").next().unwrap_or_default();
            let sentence = sentence.strip_prefix("always ").unwrap_or(&sentence);
            format!("{sentence} ({})", small_unless(is_worded(label) || is_named(label), &heading))
        }
        None => sentence,
    };
    let sentence = if is_bare { format!("{choice} {sentence}") } else { sentence };
    Some(Advice { sentence, right, says })
}

/// What there is to say of the lines, whichever way they are read.
fn found(grid: &PolicyGrid, down: &Lines<'_>, right: &Lines<'_>) -> Option<Said> {
    let told = |down: &Lines<'_>, right: &Lines<'_>| {
        always(right).or_else(|| {
            // That both are as good somewhere makes no sentence worse; a side of two places has nothing that turns along it.
            let tie = down.wordbook.fill(Word::DoTie, &[("number", "\u{1}")]);
            let tie = tie.rsplit('\u{1}').next().unwrap_or_default();
            let length = |own: &Said| own.1.chars().count() - tie.chars().count() * own.1.matches(tie).count();
            let shortest = |all: [Option<Said>; 2]| all.into_iter().flatten().min_by_key(length);
            let turns = |lines: &Lines<'_>| {
                let short = if lines.along.names.len() > 2 { 0 } else { FLAT };
                thresholds(lines).map(|own| (length(&own) + short, own))
            };
            let turns = [turns(down), turns(right)].into_iter().flatten().min_by_key(|own| own.0).map(|own| own.1);
            // Along a single line it is told where it turns, and not place by place.
            let names = || shortest([by_name(down), by_name(right)]);
            if turns.is_some() && [down, right].iter().any(|own| own.cells.len() == 1) {
                return turns;
            }
            shortest([turns, names()])
        })
    };
    let nearest = || {
        let tries = [nearly(down), nearly(right)];
        tries.into_iter().flatten().max_by(|a, b| share(grid, &a.0, None).total_cmp(&share(grid, &b.0, None)))
    };
    // Where it takes too many words for all that may be, what best play meets is told.
    told(down, right).or_else(|| told(&down.met(), &right.met())).or_else(nearest)
}

/// The rows of the group that is met most often, and what heads it where there are several.
fn main_group(grid: &PolicyGrid) -> (Range<usize>, Option<String>) {
    let starts = grid.groups.iter().map(|own| own.1);
    let ends = starts.clone().skip(1).chain([grid.cells.len()]);
    let weight =
        |rows: &Range<usize>| grid.cells[rows.clone()].iter().flatten().flatten().map(|own| own.reached).sum::<f64>();
    let ranges: Vec<Range<usize>> =
        starts.zip(ends).map(|(start, end)| start..end).filter(|own| !own.is_empty()).collect();
    match ranges.iter().max_by(|a, b| weight(a).total_cmp(&weight(b)).then(b.start.cmp(&a.start))) {
        Some(rows) if ranges.len() > 1 => {
            let heading = grid.groups.iter().find(|own| own.1 == rows.start).map(|own| own.0.clone());
            (rows.clone(), heading)
        }
        Some(rows) => (rows.clone(), None),
        None => (0..grid.cells.len(), None),
    }
}

/// How often what is said is best, of the decisions that come up where something is said, of one option or of any, and on
/// which something hangs; 1 where there are none.
fn share(grid: &PolicyGrid, says: &[Vec<Option<usize>>], option: Option<usize>) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for own in grid.met.iter().filter(|own| own.is_weighty) {
        let (row, column) = own.place;
        let said = says.get(row).and_then(|row| row[column]);
        let Some(said) = said.filter(|said| option.is_none_or(|only| only == *said)) else { continue };
        all += own.reached;
        right += if own.best.contains(&said) { own.reached } else { 0.0 };
    }
    if all > 0.0 { right / all } else { 1.0 }
}

/// Whether an option is best in a cell, or as good.
fn is_right(grid: &PolicyGrid, cell: &PolicyCell, option: usize) -> bool {
    let own = &grid.options[cell.option];
    cell.option == option || own.is_tie() && own.of.contains(&grid.options[option].name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::NumberKind;

    fn english() -> (&'static Wordbook, Numerals) {
        (Wordbook::english(), Numerals::ENGLISH)
    }
    use crate::labels::capital;
    use crate::report::policy_grid::{MetCell, PolicyOption};

    /// A grid of rows from 1 on and columns from 1 on: a letter is the option, a capital one is met, a point is nothing.
    fn grid(rows: &[&str], options: &[&str]) -> PolicyGrid {
        let names = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
        let cell = |letter: char| {
            let option = "ab".find(letter.to_ascii_lowercase())?;
            let reached = if letter.is_uppercase() { 1.0 } else { 0.0 };
            Some(PolicyCell { option, loss: Some(0.5), kind: NumberKind::Mean, reached })
        };
        let option = |name: &&str| PolicyOption { name: (*name).to_owned(), of: vec![(*name).to_owned()] };
        PolicyGrid {
            columns: ("up".to_owned(), names(rows[0].len())),
            rows: ("points in the pot".to_owned(), names(rows.len())),
            groups: Vec::new(),
            met: {
                let rows = rows.iter().enumerate();
                let all =
                    rows.flat_map(|(row, own)| own.chars().enumerate().map(move |(column, own)| (row, column, own)));
                let met =
                    all.filter_map(|(row, column, own)| Some((row, column, cell(own).filter(PolicyCell::is_met)?)));
                met.map(|(row, column, own)| MetCell {
                    place: (row, column),
                    best: vec![own.option],
                    is_weighty: true,
                    reached: 1.0,
                })
                .collect()
            },
            cells: rows.iter().map(|row| row.chars().map(cell).collect()).collect(),
            options: options.iter().map(option).collect(),
            variant: None,
            is_merged: false,
            aim: None,
            held: Vec::new(),
        }
    }

    fn says(rows: &[&str]) -> (String, f64) {
        let is_worded = |label: &str| label == "points in the pot";
        let found =
            advice(&grid(rows, &["roll on", "bank"]), "Again:", is_worded, |_| false, english()).expect("advice");
        for (cell, said) in grid(rows, &["", ""]).cells.iter().flatten().zip(found.says.iter().flatten()) {
            assert!(found.right < 1.0 || cell.is_none_or(|cell| !cell.is_met() || Some(cell.option) == *said));
        }
        (capital(&found.sentence), found.right)
    }

    #[test]
    fn what_to_do_is_told_by_thresholds() {
        assert_eq!(says(&["AA", "AA"]), ("Always roll on".to_owned(), 1.0));
        let plain = ("Roll on up to 2 points in the pot, bank from 3".to_owned(), 1.0);
        assert_eq!(says(&["AA", "AA", "BB", "bB"]), plain);
        let two = "Roll on up to 2 points in the pot, bank from 3; at up 3, bank from 2".to_owned();
        assert_eq!(says(&["AAA", "AAB", "BBB"]), (two, 1.0));
        let always = "Bank at up 1, roll on from 2; with 3 points in the pot, always bank".to_owned();
        assert_eq!(says(&["BAA", "BAA", "BBB"]), (always, 1.0));
    }

    #[test]
    fn where_no_few_thresholds_say_it_all_it_is_told_how_often_they_are_right() {
        let (sentence, right) = says(&["ABABAA", "AABABA", "AAAAAA"]);
        assert!(sentence.ends_with("of the decisions that come up") && right < 1.0, "{sentence}");
        // What best play never meets does not count.
        assert_eq!(says(&["AbAbAb", "AAAAAA", "BBBBBB"]).0, "Roll on up to 2 points in the pot, bank from 3");
    }

    #[test]
    fn what_is_wrong_more_often_than_right_is_no_advice() {
        let advised = |wrong: usize| {
            let mut own = grid(&["ABABAA", "AABABA", "AAAAAA"], &["roll on", "bank"]);
            // What is best hangs on more than the map shows.
            own.met.iter_mut().take(wrong).for_each(|met| met.best = vec![2]);
            advice(&own, "Again:", |_| true, |_| false, english())
        };
        assert_eq!(advised(12), None);
        assert!(advised(0).is_some_and(|own| own.right > LEAST));
    }

    #[test]
    fn what_is_as_good_at_the_turning_point_is_told() {
        let tie = PolicyOption { name: "roll or bank".to_owned(), of: vec!["roll".into(), "bank".into()] };
        let mut even = grid(&["A", "A", "A", "B", "B"], &["roll", "bank"]);
        even.options.push(tie);
        even.cells[2][0].as_mut().expect("a cell").option = 2;
        even.met[2].best = vec![0, 1];
        let found = advice(&even, "Again:", |_| true, |_| false, english()).expect("advice");
        assert_eq!(found.sentence, "roll up to 2 points in the pot, bank from 4; at 3 both are as good");
        assert!((found.right - 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_option_everywhere_is_told_with_what_is_as_good() {
        let mut even = grid(&["AA", "AA"], &["roll on", "bank"]);
        even.options
            .push(PolicyOption { name: "roll on or bank".to_owned(), of: vec!["roll on".into(), "bank".into()] });
        even.cells[1][0].as_mut().expect("a cell").option = 2;
        even.met[2].best = vec![0, 1];
        let of = |own| advice(&even, "Again:", |_| true, |_| false, own).map(|own| own.sentence);
        assert_eq!(of(english()).as_deref(), Some("always roll on; sometimes another is as good"));
        let german = Wordbook::german();
        let said = of((&german, Numerals::ENGLISH));
        assert_eq!(said.as_deref(), Some("immer roll on; mitunter ist anderes gleich gut"));
    }

    #[test]
    fn where_every_option_is_as_good_there_is_no_advice() {
        let tie = |_| PolicyOption { name: "roll on or bank".to_owned(), of: vec!["roll on".into(), "bank".into()] };
        let even = PolicyGrid { options: (0..1).map(tie).collect(), ..grid(&["AA", "AA"], &["", ""]) };
        assert_eq!(advice(&even, "Again:", |_| true, |_| false, english()), None);
    }

    #[test]
    fn advice_is_told_in_the_words_of_another_language() {
        let german = Wordbook::german();
        let of = |rows: &[&str]| {
            let grid = grid(rows, &["weiter", "heim"]);
            advice(&grid, "Weiter?", |_| true, |_| false, (&german, Numerals::ENGLISH)).map(|own| own.sentence)
        };
        assert_eq!(of(&["AA", "AA"]).as_deref(), Some("immer weiter"));
        assert_eq!(of(&["AA", "AA", "BB"]).as_deref(), Some("weiter bis „points in the pot“ 2, heim ab 3"));
        let two = "weiter bis „points in the pot“ 2, heim ab 3; bei „up“ 3, heim ab 2";
        assert_eq!(of(&["AAA", "AAB", "BBB"]).as_deref(), Some(two));
        assert!(of(&["ABABAA", "AABABA", "AAAAAA"]).is_some_and(|own| own.contains(": richtig in ")));
    }

    #[test]
    fn options_without_words_stand_behind_what_is_decided() {
        let found = advice(&grid(&["AA", "BB"], &["3", "1"]), "Dice:", |_| false, |_| false, english());
        assert_eq!(found.map(|own| own.sentence).as_deref(), Some("Dice: 3 at points in the pot 1, 1 from 2"));
    }
}
