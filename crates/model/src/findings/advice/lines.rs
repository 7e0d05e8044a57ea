//! The cells of a map of best play, line by line.

use std::ops::Range;

use crate::labels::small_unless;
use crate::report::policy_grid::{PolicyCell, PolicyGrid};
use crate::rule::nouns::{is_plural, singular};
use crate::wordbook::{Word, Wordbook};

/// A side of the grid: what it is called, what stands along it, whether a player's words call it so.
#[derive(Clone, Copy)]
pub(super) struct Side<'g> {
    pub(super) label: &'g str,
    pub(super) names: &'g [String],
    pub(super) is_worded: bool,
    /// Whether the designer has named it: then its label stays as it was typed.
    pub(super) is_named: bool,
}

/// The cells of one group, line by line along which something may turn.
pub(super) struct Lines<'g> {
    pub(super) grid: &'g PolicyGrid,
    pub(super) along: Side<'g>,
    pub(super) across: Side<'g>,
    pub(super) cells: Vec<Vec<Option<PolicyCell>>>,
    /// The first row of the group.
    pub(super) first: usize,
    pub(super) is_turned: bool,
    /// The words that it is told in.
    pub(super) wordbook: &'g Wordbook,
}

impl<'g> Lines<'g> {
    /// Options that alone are best somewhere.
    pub(super) fn options(&self) -> Vec<usize> {
        let mut options: Vec<usize> = self.certain().map(|(_, _, option, _)| option).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Where one option alone is best: line, place, option, how often that comes up.
    pub(super) fn certain(&self) -> impl Iterator<Item = (usize, usize, usize, f64)> + '_ {
        let cells = self.cells.iter().enumerate();
        let all = cells.flat_map(|(line, own)| own.iter().enumerate().map(move |(at, cell)| (line, at, cell)));
        all.filter_map(|(line, at, cell)| {
            let cell = cell.as_ref().filter(|own| !self.grid.options[own.option].is_tie())?;
            Some((line, at, cell.option, cell.reached))
        })
    }

    /// What an option says of every cell of the group.
    pub(super) fn says(&self, of: impl Fn(usize, usize) -> usize) -> Vec<Vec<Option<usize>>> {
        let mut says = vec![vec![None; self.grid.columns.1.len()]; self.grid.cells.len()];
        for (line, cells) in self.cells.iter().enumerate() {
            for (at, _) in cells.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
                let (row, column) = if self.is_turned { (at, line) } else { (line, at) };
                says[self.first + row][column] = Some(of(line, at));
            }
        }
        says
    }

    /// The same of what best play meets alone.
    pub(super) fn met(&self) -> Lines<'g> {
        let met = |cell: &Option<PolicyCell>| cell.filter(PolicyCell::is_met);
        Lines {
            cells: self.cells.iter().map(|line| line.iter().map(met).collect()).collect(),
            grid: self.grid,
            along: self.along,
            across: self.across,
            first: self.first,
            is_turned: self.is_turned,
            wordbook: self.wordbook,
        }
    }

    pub(super) fn name(&self, option: usize) -> &str {
        &self.grid.options[option].name
    }

    /// One option with a word around it: "always bank".
    pub(super) fn told(&self, word: Word, option: usize) -> String {
        self.wordbook.fill(word, &[("option", self.name(option))])
    }

    /// The lines of which something is said, in words: "at up 4 to 6", "with 2 or 3 Wings to come", "for Survey".
    pub(super) fn across(&self, lines: &[usize]) -> String {
        let all: Vec<&str> = lines.iter().map(|&line| self.across.names[line].as_str()).collect();
        let numbers: Option<Vec<i64>> = all.iter().map(|name| name.parse().ok()).collect();
        let label = small_unless(self.across.is_named || self.across.is_worded, self.across.label);
        let wordbook = self.wordbook;
        match numbers {
            None if all.iter().all(|name| ["true", "false"].contains(name)) && wordbook.is_foreign() => {
                self.behind(&format!("{}: {}", label, wordbook.value(all[0])))
            }
            None if all.iter().all(|name| ["true", "false"].contains(name)) => {
                format!("with {}: {}", label, if all == ["true"] { "yes" } else { "no" })
            }
            None => wordbook.fill(Word::DoFor, &[("names", &wordbook.in_a_row(&all, Word::And))]),
            Some(numbers) => {
                let is_run = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
                let told = match numbers[..] {
                    [only] => only.to_string(),
                    [first, .., last] if is_run && last == numbers[numbers.len() - 1] && numbers.len() > 2 => {
                        format!("{first}{}{last}", wordbook.say(Word::Range))
                    }
                    _ => wordbook.in_a_row(&all, Word::Or),
                };
                match self.across.is_worded {
                    _ if wordbook.is_foreign() => self.behind(&format!("{} {told}", wordbook.quoted(&label))),
                    true => format!("with {told} {}", of_so_many(&told, &label)),
                    false => format!("at {label} {told}"),
                }
            }
        }
    }

    /// Where something is done, in another language than English, whose cases nobody guesses: "bei „Wölfe“ 2".
    fn behind(&self, place: &str) -> String {
        self.wordbook.fill(Word::AtValue, &[("value", place)])
    }

    /// "19 points in the pot", "hard 17"; again without what was said.
    pub(super) fn place(&self, at: usize, is_first: bool) -> String {
        let name = &self.along.names[at];
        match (is_first, self.along.is_worded) {
            (false, _) => name.clone(),
            _ if self.along.label.is_empty() => name.clone(),
            _ if self.wordbook.is_foreign() => format!("{} {name}", self.wordbook.quoted(self.along.label)),
            (true, true) => format!("{name} {}", of_so_many(name, self.along.label)),
            (true, false) => format!("{} {name}", small_unless(self.along.is_named, self.along.label)),
        }
    }
}

impl Lines<'_> {
    /// Whether in these lines several options are best at all of these places, and somewhere at each.
    pub(super) fn are_ties(&self, lines: &[usize], mut places: Range<usize>) -> bool {
        let is_tie = |cell: &PolicyCell| self.grid.options[cell.option].is_tie();
        places.all(|at| {
            let mut cells = lines.iter().filter_map(|&line| self.cells[line][at].as_ref()).peekable();
            cells.peek().is_some() && cells.all(is_tie)
        })
    }

    /// "roll on up to 19 points in the pot, bank from 21; at 20 both are as good".
    pub(super) fn turning_over(&self, a: &str, b: &str, ties: Range<usize>) -> String {
        let (one, other) = (self.place(ties.start, false), self.place(ties.end - 1, false));
        let at = if one == other { one } else { format!("{one}{}{other}", self.wordbook.say(Word::Range)) };
        let tie = self.wordbook.fill(Word::DoTie, &[("number", &at)]);
        format!("{}, {}; {tie}", self.up_to(a, ties.start), self.from(b, ties.end))
    }

    /// "roll on up to 19 points in the pot, bank from 20".
    pub(super) fn turning(&self, a: &str, b: &str, at: usize) -> String {
        format!("{}, {}", self.up_to(a, at), self.from(b, at))
    }

    /// "bank from 20".
    pub(super) fn from(&self, option: &str, at: usize) -> String {
        self.wordbook.fill(Word::DoFrom, &[("option", option), ("number", &self.place(at, false))])
    }

    fn up_to(&self, a: &str, at: usize) -> String {
        let how = match (at, self.along.is_worded) {
            (1, true) => Word::DoWith,
            (1, false) => Word::DoAt,
            _ => Word::DoUpTo,
        };
        self.wordbook.fill(how, &[("option", a), ("place", &self.place(at - 1, true))])
    }
}

/// The words of a part behind a number: "1 wolf seen", where they are "wolves seen".
fn of_so_many(number: &str, label: &str) -> String {
    let first = label.split(' ').next().unwrap_or_default();
    match number == "1" && is_plural(first) {
        true => label.replacen(first, &singular(first), 1),
        false => label.to_owned(),
    }
}
