//! Reads, plans, runs and writes many scenarios with mistakes in them:
//! `cargo test --release --workspace --test campaign-scenarios -- 100000`.
//!
//! The scenarios are bundled ones with mistakes: their keys, values, lines and sections are
//! exchanged, left out, doubled or altered. Most of them are nearly valid, since such texts find
//! most bugs. Each is read and planned. Valid scenarios are run, and their files are written. A run
//! that takes longer than two seconds is asked to stop, and must then stop within ten seconds. A
//! panic message has the number of its text, and `... -- 1 NUMBER` runs it again. At the end, the
//! campaign prints the slowest text and the peak memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use oddsmith::analysis::{self, EngineMode, RunError};
use oddsmith::export::{self, Format, folder::Folder, html};
use oddsmith::input::diagnostic::Source;
use oddsmith::scenario::bundled::BUNDLED;
use oddsmith::scenario::document::{Overrides, Scenario};
use oddsmith_engine::explore::Watch;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// After this time a scenario is asked to stop. The second constant limits how long it may then
/// take.
const STOP_AFTER: Duration = Duration::from_secs(2);
const HARD_LIMIT: Duration = Duration::from_secs(10);
/// The most bytes that the process may use.
const MEMORY_LIMIT: u64 = 3_000_000_000;
/// The most cases of a valid scenario that is run.
const MAX_CASES: usize = 200;

/// Small random numbers. The same seed gives the same numbers.
struct RandomNumbers(Xoshiro256PlusPlus);

impl RandomNumbers {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound.max(1) as u64) as usize
    }

    fn pick<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.below(options.len())]
    }
}

/// Values at and beyond the limits of what is allowed.
const VALUES: [&str; 40] = [
    "0",
    "1",
    "-1",
    "2",
    "6",
    "10",
    "100",
    "1000",
    "1_000_000",
    "9223372036854775807",
    "-9223372036854775808",
    "0.5",
    "1.0",
    "1e-300",
    "1e300",
    "nan",
    "inf",
    "-inf",
    "true",
    "false",
    "\"\"",
    "\"best\"",
    "\"uniform\"",
    "\"1/3\"",
    "\"50%\"",
    "\"2d6\"",
    "\"mean(actions)\"",
    "\"P(successes@1 >= 2)\"",
    "\"P(1 = 1)\"",
    "\">= 10%\"",
    "[]",
    "[1, 2, 3]",
    "{}",
    "{ from = 0, to = 5 }",
    "{ from = 5, to = 0 }",
    "{ from = 0, to = 1e9, step = 1e-9 }",
    "1979-05-27",
    "\"\u{202e}\\u0000\"",
    "\"=1+1\"",
    "[[1], [2]]",
];

/// The parts that scenarios are made of.
struct Pieces {
    texts: Vec<&'static str>,
    keys: Vec<&'static str>,
    values: Vec<&'static str>,
}

impl Pieces {
    fn new() -> Pieces {
        let texts: Vec<&str> = BUNDLED.iter().map(|(_, text)| *text).collect();
        let pairs = || {
            texts
                .iter()
                .flat_map(|text| text.lines())
                .filter_map(|line| line.split_once(" = "))
        };
        let keys = pairs().map(|(key, _)| key.trim()).collect();
        let values = pairs().map(|(_, value)| value).chain(VALUES).collect();
        Pieces {
            texts,
            keys,
            values,
        }
    }

    /// Returns a bundled scenario with a few mistakes, or sometimes with none.
    fn text(&self, number: u64) -> String {
        let mut numbers = RandomNumbers(Xoshiro256PlusPlus::seed_from_u64(number));
        let mut lines: Vec<String> = numbers
            .pick(&self.texts)
            .lines()
            .map(str::to_owned)
            .collect();
        for _ in 0..numbers.below(5) {
            let index = numbers.below(lines.len());
            let Some(line) = lines.get(index).cloned() else {
                continue;
            };
            match (numbers.below(9), line.split_once(" = ")) {
                (0 | 1, Some((key, _))) => {
                    lines[index] = format!("{key} = {}", numbers.pick(&VALUES))
                }
                (2, Some((key, _))) => {
                    lines[index] = format!("{key} = {}", numbers.pick(&self.values))
                }
                (3, Some((_, value))) => {
                    lines[index] = format!("{} = {value}", numbers.pick(&self.keys))
                }
                (4, _) => drop(lines.remove(index)),
                (5, _) => lines.insert(numbers.below(lines.len()), line),
                (6, _) => lines.insert(
                    index,
                    format!(
                        "{} = {}",
                        numbers.pick(&self.keys),
                        numbers.pick(&self.values)
                    ),
                ),
                (7, _) => {
                    // Inserts lines of another scenario.
                    let other: Vec<&str> = numbers.pick(&self.texts).lines().collect();
                    let first = numbers.below(other.len());
                    let stretch = other
                        .iter()
                        .skip(first)
                        .take(1 + numbers.below(12))
                        .map(|line| (*line).to_owned());
                    let stretch: Vec<String> = stretch.collect();
                    lines.splice(index..index, stretch);
                }
                _ => {
                    // Changes one or two characters.
                    let mut characters: Vec<char> = line.chars().collect();
                    let place = numbers.below(characters.len() + 1);
                    let more = numbers.pick(&[
                        "\"", "[", "]", "=", "\n", "\0", "é", "9", ".", "-", "#", "{", "\u{feff}",
                    ]);
                    characters.splice(
                        place..(place + numbers.below(2)).min(characters.len()),
                        more.chars(),
                    );
                    lines[index] = characters.into_iter().collect();
                }
            }
        }
        lines.join("\n")
    }
}

/// How far the program got with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Refused,
    Valid,
    Ran,
    Stopped,
}

fn run_scenario(text: &str, number: u64, watch: &Watch, output: &std::path::Path) -> Outcome {
    let source = Arc::new(Source {
        name: "it.toml".into(),
        text: text.to_owned(),
    });
    let run = vec![("trials", "200".to_owned())];
    let overrides = Overrides {
        run,
        ..Overrides::default()
    };
    let assert_has_text =
        |problems: &dyn std::fmt::Display| assert!(!problems.to_string().is_empty());
    let scenario = match Scenario::parse("it", source, &overrides) {
        Ok(scenario) => scenario,
        Err(problems) => {
            assert_has_text(&problems);
            return Outcome::Refused;
        }
    };
    if scenario.case_count() > MAX_CASES {
        return Outcome::Valid;
    }
    let plan = match analysis::plan(&scenario) {
        Ok(plan) => plan,
        Err(problems) => {
            assert_has_text(&problems);
            return Outcome::Refused;
        }
    };
    let mode = [EngineMode::Auto, EngineMode::Play, EngineMode::Graph][(number % 3) as usize];
    let mut report = match analysis::run(&plan, mode, watch) {
        Ok(report) => report,
        Err(RunError::Interrupted) => return Outcome::Stopped,
        Err(problems) => {
            assert_has_text(&problems);
            return Outcome::Refused;
        }
    };
    report.charts = oddsmith_charts::sheets(&report);
    let formats: &[Format] = if number.is_multiple_of(8) {
        &[Format::Svg, Format::Md, Format::Tex]
    } else {
        &[]
    };
    let mut folder = Folder::open(output, "it", &|_| false).expect("a folder");
    let is_stopped = || watch.is_stopped();
    let page = (number.is_multiple_of(8)).then_some(html::Readers::Designers);
    let written = export::write(
        &report,
        formats,
        page,
        &mut folder,
        || Duration::ZERO,
        &is_stopped,
    );
    match written {
        Ok(_) => folder
            .finish()
            .map(|()| Outcome::Ran)
            .expect("the folder in place"),
        Err(export::ExportError::Stopped) => Outcome::Stopped,
        Err(error) => panic!("{error}"),
    }
}

/// The watch of the current run, and its number; `None` between runs.
type Running = Option<(Arc<Watch>, u64)>;

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|argument| argument.parse::<u64>().expect("a number"));
    let (count, first) = (
        arguments.next().unwrap_or(10_000),
        arguments.next().unwrap_or(0),
    );
    let pieces = Pieces::new();
    let output = tempfile::tempdir().expect("a temporary folder");
    // Stops scenarios that take too long, and ends the process if they do not stop.
    let running: Arc<Mutex<Running>> = Arc::default();
    let (ended, alive) = channel::<()>();
    let seen = Arc::clone(&running);
    std::thread::spawn(move || {
        let mut begun: Option<(u64, Instant)> = None;
        while alive.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
            let now = seen.lock().expect("no panic while it is held").clone();
            let Some((watch, number)) = now else { continue };
            match begun {
                Some((begun_number, since)) if begun_number == number => {
                    if since.elapsed() > STOP_AFTER {
                        watch.stop();
                    }
                    if since.elapsed() > HARD_LIMIT {
                        println!("text {number} hangs");
                        std::process::exit(1);
                    }
                }
                _ => begun = Some((number, Instant::now())),
            }
        }
    });
    let (mut failed, mut slowest, mut came) = (0, (Duration::ZERO, 0), [0u64; 4]);
    for number in first..first + count {
        let text = pieces.text(number);
        let watch = Arc::new(Watch::default());
        *running.lock().expect("no panic while it is held") = Some((Arc::clone(&watch), number));
        let begun = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| {
            run_scenario(&text, number, &watch, output.path())
        })) {
            Ok(outcome) => came[outcome as usize] += 1,
            Err(_) => {
                failed += 1;
                println!("text {number} fails:\n{text}\n");
            }
        }
        slowest = slowest.max((begun.elapsed(), number));
        if number % 10_000 == 9_999 {
            println!("{} texts, {failed} failed, {came:?}", number + 1 - first);
        }
    }
    drop(ended);
    if count == 1 {
        println!("{}", pieces.text(first));
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = status.lines().find_map(|line| {
        line.strip_prefix("VmHWM:")?
            .split_whitespace()
            .next()?
            .parse::<u64>()
            .ok()
    });
    let bytes = memory.map_or(0, |kilobytes| kilobytes * 1024);
    let [refused, valid, ran, stopped] = came;
    println!(
        "{count} scenarios: {refused} refused, {valid} sound and too large, {ran} run and written, {stopped} stopped after \
         {STOP_AFTER:?}, {failed} failed; slowest {:?} (text {}), {} MB",
        slowest.0,
        slowest.1,
        bytes / 1_000_000
    );
    let left: Vec<_> = std::fs::read_dir(output.path())
        .expect("the folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert!(
        left.iter().all(|name| name == "it"),
        "left behind: {left:?}"
    );
    assert!(bytes < MEMORY_LIMIT, "{bytes} bytes were used");
    assert_eq!(failed, 0, "every text is refused, or run and written");
}
