//! Tests the translation of small rules. Whether trials are right, `tests/all/both_machines.rs`
//! decides.

use super::instruction::{Instruction, RegisterProgram};
use super::translate::translate;
use crate::rule::RuleFile;

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

/// The faces of the die are a parameter of the rule and an argument of the function. Both are put
/// in.
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
