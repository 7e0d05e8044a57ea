//! Valid rule files with inserted mistakes. Every text must be accepted or rejected, and explored
//! and simulated within small budgets, without panics or endless loops.

use std::path::Path;

use oddsmith_engine::chance::{DiceExpression, Die, Pool, Probability, Weights};
use oddsmith_engine::explore::{Budget, Model, Watch, explore};
use oddsmith_engine::{Ask, Parts};
use oddsmith_language::RuleFile;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Fragments of programs, and numbers at the limits.
pub const WORDS: [&str; 65] = [
    "def ",
    "trial",
    "(",
    ")",
    ":",
    "\n",
    "    ",
    "if ",
    "else",
    "elif ",
    "while ",
    "for ",
    "in ",
    "range(3)",
    "[",
    "]",
    ",",
    "=",
    "==",
    "+",
    "-",
    "*",
    "//",
    "<",
    "x",
    "n",
    "1",
    "0",
    "6",
    "\"us\"",
    "roll(6)",
    "and ",
    "not ",
    "return ",
    "break",
    "dice(\"2d6\")",
    "{",
    "#",
    "0.5",
    "-1",
    "10000",
    "1000000",
    "1000000000000000",
    "%",
    "+= 1",
    "-= 1",
    "while true:",
    "while 1 > 0:",
    "n = [n, n]",
    "n = n + n",
    "sorted(",
    "tally(20, 6)",
    "pool(10000, 2)",
    "draw([9, 9, 9, 9], 9)",
    "dice(\"9d9!kh3\")",
    "choose(again, [1, 2])",
    "choose_at_once(again, [1, 2], other, [3, 4])",
    "note(n)",
    "upto(9999)",
    "roll([7, 8], weights = [0, 1])",
    "chance(1, 3)",
    "'",
    "\"\"\"",
    "é",
    "\t",
];

/// Small random numbers, the same for the same seed.
pub struct Numbers(Xoshiro256PlusPlus);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }
}

/// Returns the bundled rule files.
pub fn bundled_files() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 10);
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// Inserts one to three mistakes into a valid file.
pub fn mutate_file(files: &[String], numbers: &mut Numbers) -> String {
    let mut text = files[numbers.below(files.len())].clone();
    for _ in 0..=numbers.below(3) {
        text = insert_mistake(&text, files, numbers);
    }
    text
}

fn insert_mistake(text: &str, files: &[String], numbers: &mut Numbers) -> String {
    let word = WORDS[numbers.below(WORDS.len())];
    let (start, end) = random_piece(text, numbers);
    let lines: Vec<&str> = text.lines().collect();
    let (line, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match numbers.below(8) {
        0 => format!("{}{}", &text[..start], &text[end..]),
        1 => format!("{}{}", &text[..end], &text[start..]),
        2 => format!("{}{word}{}", &text[..start], &text[start..]),
        3 => format!("{}{word}{}", &text[..start], &text[end..]),
        4 => replace_line(&lines, line, &[lines.get(other).copied().unwrap_or("")]),
        5 => replace_line(&lines, line, &[]),
        6 => {
            let strange: Vec<&str> = files[numbers.below(files.len())].lines().collect();
            replace_line(&lines, line, &[strange[numbers.below(strange.len())]])
        }
        _ => replace_number(text, word, numbers),
    }
}

/// Returns a short random range of a text, on character boundaries.
fn random_piece(text: &str, numbers: &mut Numbers) -> (usize, usize) {
    let boundary = |offset: usize| {
        (0..=offset.min(text.len()))
            .rev()
            .find(|&candidate| text.is_char_boundary(candidate))
            .unwrap_or(0)
    };
    let start = numbers.below(text.len() + 1);
    let length = numbers.below(12);
    (boundary(start), boundary(start + length))
}

fn replace_line(lines: &[&str], line: usize, with: &[&str]) -> String {
    let (before, after) = lines.split_at(line.min(lines.len()));
    [before, with, after.get(1..).unwrap_or(&[])]
        .concat()
        .join("\n")
}

/// Replaces one of the numbers by another number or a word.
fn replace_number(text: &str, word: &str, numbers: &mut Numbers) -> String {
    let places: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .map(|(offset, _)| offset)
        .collect();
    match places.get(numbers.below(places.len())) {
        Some(&offset) => format!("{}{word}{}", &text[..offset], &text[offset + 1..]),
        None => word.to_owned(),
    }
}

/// Reads a text; if it is a rule, explores and simulates it a little.
pub fn exercise(text: &str) {
    match RuleFile::read(text) {
        Ok(file) => {
            let Ok(rule) = file.rule(&[]) else { return };
            let budget = Budget {
                edges: 2_000,
                leaves: 20_000,
                bytes: 10_000_000,
            };
            explore(&rule, &Parts::ALL, &budget, &Watch::default()).ok();
            rule.play(&mut Impatient {
                numbers: Numbers::new(7),
                left: 20_000,
            })
            .ok();
        }
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty());
            for diagnostic in diagnostics {
                let (start, end) = (diagnostic.span.start, diagnostic.span.end);
                assert!(
                    start <= end && text.get(start..end).is_some(),
                    "{diagnostic:?}"
                );
                assert!(
                    !diagnostic.problem.is_empty() && !diagnostic.help.is_empty(),
                    "{diagnostic:?}"
                );
            }
        }
    }
}

/// Answers a number of questions, and then asks to stop.
struct Impatient {
    numbers: Numbers,
    left: usize,
}

impl Impatient {
    fn below(&mut self, end: u32) -> u32 {
        self.left = self.left.saturating_sub(1);
        self.numbers.below(end as usize) as u32
    }
}

impl Ask for Impatient {
    fn below(&mut self, n: u64) -> u64 {
        self.below(n as u32).into()
    }

    fn pick(&mut self, weights: &Weights) -> usize {
        let start = self.below(weights.len() as u32) as usize;
        let weights = weights.weights();
        // What has no weight never happens.
        let from_start = (start..weights.len()).chain(0..start);
        from_start
            .into_iter()
            .find(|&index| weights[index] > 0)
            .expect("a weight above 0")
    }

    fn happens(&mut self, p: Probability) -> bool {
        p == Probability::ONE || p != Probability::ZERO && self.below(2) == 1
    }

    fn roll(&mut self, die: Die) -> u32 {
        self.below(die.sides()) + 1
    }

    fn open_roll(&mut self, _: Die) -> u32 {
        1
    }

    fn pool(&mut self, die: Die, n: u32) -> Pool {
        let faces: Vec<u32> = (0..n).map(|_| self.roll(die)).collect();
        Pool::new(&faces)
    }

    fn total(&mut self, expression: &DiceExpression) -> i64 {
        expression.least()
    }

    fn binomial(&mut self, n: u32, _: Probability) -> u32 {
        self.below(n + 1)
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        drawn.saturating_sub(total - marked)
    }

    fn observe(&mut self, _: usize, _: u32, _: i64) {}

    fn is_stopped(&self) -> bool {
        self.left == 0
    }
}
