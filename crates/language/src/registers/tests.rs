//! Tests the translation of small rules. `tests/all/both_machines.rs` tests whether trials are
//! right.

#[path = "../../tests/all/both_machines/made_up.rs"]
mod made_up;

use oddsmith_engine::explore::Model;
use oddsmith_engine::{Ask, DecisionRule, Policy};

use super::instruction::{Instruction, RegisterProgram};
use super::play::play_with;
use super::translate::translate;
use super::work::Work;
use crate::machine::MachineFlags;
use crate::player::{self, TrialPlayer};
use crate::rule::{RuleFile, SetRule};

fn program(trial: &str) -> RegisterProgram {
    let text =
        format!("m = count(\"M\")\nsize = whole(6, 2, 20, \"faces\")\n{trial}    record(m, s)\n");
    let rule = RuleFile::read(&text).expect(&text).rule(&[]).expect(&text);
    translate(&rule.program).expect("few names")
}

fn trial(text: &str) -> Vec<Instruction> {
    let program = program(text);
    program.routines[program.trial].instructions.clone()
}

#[test]
fn an_iteration_of_arithmetic_takes_four_instructions() {
    let instructions =
        trial("def trial():\n    s = 1\n    for i in range(1000):\n        s = (s * 7 + i) % 11\n");
    let start = instructions
        .iter()
        .position(|instruction| matches!(instruction, Instruction::NextNumber { .. }))
        .expect("a loop");
    assert!(
        matches!(
            instructions[start + 1..start + 5],
            [
                Instruction::MultiplyNumber { number: 7, .. },
                Instruction::Add { .. },
                Instruction::RemainderNumber { number: 11, .. },
                Instruction::RepeatNumber { .. },
            ]
        ),
        "{instructions:#?}"
    );
}

/// The entries of a known list are constants. Of the loop, only its body is left.
#[test]
fn a_loop_over_a_known_list_is_repeated() {
    let instructions =
        trial("def trial():\n    s = 0\n    for x in [3, 1]:\n        s += roll(6) * x\n");
    assert!(
        matches!(
            instructions[..9],
            [
                Instruction::Set { .. },
                Instruction::RollDie { .. },
                Instruction::MultiplyNumber { number: 3, .. },
                Instruction::Add { .. },
                Instruction::CountEntry,
                Instruction::RollDie { .. },
                Instruction::Add { .. },
                Instruction::CountEntry,
                Instruction::Set { number: 1, .. },
            ]
        ),
        "{instructions:#?}"
    );
}

/// A loop whose body changes the loop's name stays a loop.
#[test]
fn a_loop_that_changes_its_name_is_not_repeated() {
    let instructions = trial(
        "def trial():\n    s = 0\n    for x in [3, 1]:\n        x += roll(6)\n        s += x\n",
    );
    let loops = |instruction: &Instruction| matches!(instruction, Instruction::NextEntry { .. });
    assert!(instructions.iter().any(loops), "{instructions:#?}");
}

/// A list that nothing reads again is not copied.
#[test]
fn a_list_is_rolled_where_a_loop_reads_it() {
    let instructions = trial(
        "def most(faces):\n    best = 0\n    for face in faces:\n        best = max(best, face)\n    return best\n\n\
         def trial():\n    s = most(pool(3, 6))\n",
    );
    let moves = |instruction: &Instruction| {
        matches!(
            instruction,
            Instruction::CopyBox { .. } | Instruction::TakeBox { .. }
        )
    };
    assert!(!instructions.iter().any(moves), "{instructions:#?}");
}

/// The faces of the die are a parameter of the rule and an argument of the function. Both become
/// constants.
#[test]
fn a_small_function_is_copied_with_its_arguments() {
    let instructions = trial(
        "def both(faces):\n    return roll(faces) + roll(faces)\n\ndef trial():\n    s = both(size)\n",
    );
    assert!(
        matches!(
            instructions[..3],
            [
                Instruction::RollDie { sides: 6, .. },
                Instruction::RollDie { sides: 6, .. },
                Instruction::Add { .. },
            ]
        ),
        "{instructions:#?}"
    );
}

#[test]
fn a_function_that_calls_itself_is_called() {
    let text = "def down(n):\n    if n < 1:\n        return 0\n    return 1 + down(n - 1)\n\n\
        def trial():\n    s = down(roll(6))\n";
    let calls = trial(text);
    let is_call = |instruction: &&Instruction| matches!(instruction, Instruction::Call { .. });
    assert_eq!(calls.iter().filter(is_call).count(), 1);
}

#[test]
fn known_values_are_computed_before_the_trial() {
    let instructions = trial(
        "def trial():\n    s = roll(6)\n    if size * 2 > 30 or size == 7:\n        s = max(size, 3) + 1\n",
    );
    let is_comparison = |instruction: &Instruction| {
        matches!(
            instruction,
            Instruction::JumpIfMoreThan { .. }
                | Instruction::JumpIfIs { .. }
                | Instruction::JumpIf { .. }
        )
    };
    assert!(!instructions.iter().any(is_comparison), "{instructions:#?}");
}

/// A reader with random numbers, which keeps what is recorded.
struct Recorder {
    state: u64,
    seen: Vec<(usize, u32, i64)>,
}

impl Ask for Recorder {
    fn below(&mut self, n: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.state >> 33) % n
    }

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.seen.push((metric, step, value));
    }
}

/// Hands a trial over after different numbers of instructions, and compares it with a trial that
/// the stack machine plays alone. Returns the number of comparisons.
fn hand_over(text: &str, rule: &SetRule, seed: u64) -> usize {
    let code = translate(&rule.program).expect("few names");
    let policy = Policy::new(vec![DecisionRule::Uniform; rule.program.code.choices.len()]);
    let who = TrialPlayer {
        policy: &policy,
        sees_totals: true,
    };
    let recorder = || Recorder {
        state: seed,
        seen: Vec::new(),
    };
    let mut alone = recorder();
    let expected = {
        let mut ask = policy.reader(&mut alone);
        player::play(&rule.program, who, MachineFlags::PLAIN, &mut ask, |_| ())
    };
    for after in 1..40 {
        let mut recorder = recorder();
        let work = Work {
            next_check: u64::MAX,
            leaves_after: Some(after * after),
            ..Work::default()
        };
        let result = play_with(
            &code,
            &rule.program,
            who,
            &mut policy.reader(&mut recorder),
            work,
        );
        assert_eq!(result, expected, "after {}\n{text}", after * after);
        if expected.is_ok() {
            assert_eq!(recorder.seen, alone.seen, "after {}\n{text}", after * after);
        }
    }
    39
}

#[test]
fn the_stack_machine_takes_over_anywhere() {
    let mut compared = 0;
    for seed in 0..300 {
        let text = made_up::rule(seed);
        let rule = RuleFile::read(&text)
            .ok()
            .and_then(|file| file.rule(&[]).ok());
        if let Some(rule) = rule {
            compared += hand_over(&text, &rule, seed);
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// The stack machine plays rules with more names than a window has registers.
#[test]
fn too_many_names_are_not_translated() {
    let names: String = (0..300)
        .map(|i| format!("    n{i} = roll(6)\n    s += n{i}\n"))
        .collect();
    let text = format!("m = count(\"M\")\n\ndef trial():\n    s = 0\n{names}    record(m, s)\n");
    let rule = RuleFile::read(&text)
        .expect("a rule")
        .rule(&[])
        .expect("a rule");
    assert!(translate(&rule.program).is_none());
    let mut recorder = Recorder {
        state: 1,
        seen: Vec::new(),
    };
    rule.play(&mut recorder).expect("a trial");
    assert!(
        matches!(recorder.seen[..], [(0, 0, 300..=1800)]),
        "{:?}",
        recorder.seen
    );
}

/// The least whole number also marks a name without a value. It must stay a number.
#[test]
fn the_least_number_is_a_value() {
    let text = "m = count(\"M\")\n\ndef trial():\n    x = -roll(1)\n    for i in range(63):\n        x = x * 2\n    y = x / 4\n    \
        z = sum(x + 0 * k for k in range(1))\n    s = y + 2 ** 61 == 0 and z == x\n    record(m, 1 if s else 0)\n";
    let rule = RuleFile::read(text).expect(text).rule(&[]).expect(text);
    let mut recorder = Recorder {
        state: 1,
        seen: Vec::new(),
    };
    rule.play(&mut recorder).expect("a trial");
    assert_eq!(recorder.seen, [(0, 0, 1)]);
    hand_over(text, &rule, 1);
}

/// Whatever a register or box held before must not appear as the value of a name.
#[test]
fn names_of_a_copied_function_begin_without_a_value() {
    let looping = "    for i in range(3):\n        q = 12 // (roll(6) - 1)\n        z = q + p\n";
    let branching =
        "    if roll(2) == 1:\n        l = [p]\n    q = 12 // (roll(6) - 1)\n    p += len(l)\n";
    for body in [looping, branching] {
        let text = format!(
            "m = count(\"M\")\n\ndef f(p):\n{body}    return p\n\n\
            def trial():\n    s = f(1) + f(2) + f(3)\n    record(m, s)\n"
        );
        let rule = RuleFile::read(&text).expect(&text).rule(&[]).expect(&text);
        for seed in 0..40 {
            hand_over(&text, &rule, seed);
        }
    }
}

#[test]
fn an_endless_loop_ends_with_a_mistake() {
    let text =
        "m = count(\"M\")\ndef trial():\n    x = 1\n    while true: range(3)\n    record(m, x)\n";
    let rule = RuleFile::read(text).expect(text).rule(&[]).expect(text);
    let mut recorder = Recorder {
        state: 1,
        seen: Vec::new(),
    };
    let error = rule.play(&mut recorder).expect_err("an endless loop");
    assert_eq!(error.kind, oddsmith_engine::RuleErrorKind::Endless);
}
