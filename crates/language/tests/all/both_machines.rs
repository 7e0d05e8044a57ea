//! Holds the two machines against each other. A simulated trial runs on the register machine, and a
//! trial that is shown line by line runs on the stack machine. With the same random numbers, both
//! record the same values or report the same mistake.

pub mod made_up;

use std::fmt::Write;

use oddsmith_engine::explore::Model;
use oddsmith_engine::{Ask, DecisionRule, Policy, RuleError, RuleErrorKind};
use oddsmith_language::{RuleFile, SetRule};

use crate::mutate::{Numbers, bundled_files, mutate_file};

/// The questions after which a trial is stopped.
const MAX_QUESTIONS: u64 = 20_000;

/// A reader with random numbers, which keeps what is recorded.
struct Recorder {
    numbers: Numbers,
    asked: u64,
    seen: Vec<(usize, u32, i64)>,
}

impl Ask for Recorder {
    fn below(&mut self, n: u64) -> u64 {
        self.asked += 1;
        self.numbers.below(n as usize) as u64
    }

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.seen.push((metric, step, value));
    }

    fn is_stopped(&self) -> bool {
        self.asked > MAX_QUESTIONS
    }
}

fn trial(
    seed: u64,
    play: impl FnOnce(&mut Recorder) -> Result<(), RuleError>,
) -> (Result<(), RuleError>, Recorder) {
    let mut recorder = Recorder {
        numbers: Numbers::new(seed),
        asked: 0,
        seen: Vec::new(),
    };
    (play(&mut recorder), recorder)
}

/// Compares trials of a rule. Returns how many of them ended, and how many found a mistake.
fn compare(text: &str, rule: &SetRule, trials: u64) -> (u64, u64) {
    let (mut ended, mut wrong) = (0, 0);
    for seed in 0..trials {
        let (fast, fast_seen) = trial(seed, |ask| rule.play(ask));
        let (slow, slow_seen) = trial(seed, |ask| rule.trace_trial(ask).map(drop));
        if fast_seen.is_stopped() || slow_seen.is_stopped() {
            return (ended, wrong);
        }
        // The machines count the instructions of an endless trial differently.
        let is_endless = |result: &Result<(), RuleError>| {
            let kind = result.as_ref().err().map(|error| error.kind);
            matches!(kind, Some(RuleErrorKind::Endless | RuleErrorKind::TooLong))
        };
        if is_endless(&fast) && is_endless(&slow) {
            return (ended, wrong);
        }
        assert_eq!(fast, slow, "seed {seed}\n{text}");
        assert_eq!(fast_seen.asked, slow_seen.asked, "seed {seed}\n{text}");
        // What a trial records before its mistake does not count.
        match fast {
            Ok(()) => {
                assert_eq!(fast_seen.seen, slow_seen.seen, "seed {seed}\n{text}");
                ended += 1;
            }
            Err(_) => wrong += 1,
        }
    }
    (ended, wrong)
}

/// A trial that is shown line by line also computes its notes, which may ask for dice.
fn without_notes(text: &str) -> String {
    text.lines().fold(String::new(), |mut lines, line| {
        match line.trim_start().starts_with("note(") {
            true => writeln!(
                lines,
                "{}pass",
                &line[..line.len() - line.trim_start().len()]
            ),
            false => writeln!(lines, "{line}"),
        }
        .unwrap();
        lines
    })
}

fn rule_of(text: &str) -> Option<SetRule> {
    RuleFile::read(text).ok()?.rule(&[]).ok()
}

#[test]
fn bundled_rules_agree_on_both_machines() {
    for text in bundled_files() {
        let text = without_notes(&text);
        let rule = rule_of(&text).expect("a bundled rule");
        assert_eq!(compare(&text, &rule, 60), (60, 0), "{text}");
        let uniform = Policy::new(vec![DecisionRule::Uniform; rule.choices().len()]);
        if let Some(rule) = rule.answered_by(uniform) {
            assert_eq!(compare(&text, &rule, 60), (60, 0), "{text}");
        }
    }
}

#[test]
fn rules_with_mistakes_agree_on_both_machines() {
    let (files, mut numbers) = (bundled_files(), Numbers::new(0x2_0A11));
    let (mut ended, mut wrong) = (0, 0);
    for _ in 0..1500 {
        let text = without_notes(&mutate_file(&files, &mut numbers));
        if let Some(rule) = rule_of(&text) {
            let (more_ended, more_wrong) = compare(&text, &rule, 3);
            ended += more_ended;
            wrong += more_wrong;
        }
    }
    assert!(
        ended > 100 && wrong > 5,
        "{ended} ended, {wrong} were wrong"
    );
}

/// Ten thousand of them are compared with `cargo test --release -p oddsmith-language --test all --
/// --ignored made_up`.
#[test]
fn made_up_rules_agree_on_both_machines() {
    compare_made_up(400);
}

#[test]
#[ignore = "takes a minute"]
fn ten_thousand_made_up_rules_agree_on_both_machines() {
    compare_made_up(10_000);
}

fn compare_made_up(rules: u64) {
    let (mut ended, mut wrong, mut refused) = (0, 0, 0);
    for seed in 0..rules {
        let text = made_up::rule(seed);
        match rule_of(&text) {
            Some(rule) => {
                let (more_ended, more_wrong) = compare(&text, &rule, 6);
                ended += more_ended;
                wrong += more_wrong;
            }
            None => refused += 1,
        }
    }
    println!("{ended} trials ended, {wrong} found a mistake; {refused} rules were refused");
    assert!(
        ended > 2 * rules && wrong > rules / 100 && refused < rules / 2,
        "{ended} ended, {wrong} were wrong, {refused} of {rules} were refused"
    );
}
