//! `simulate show anydice`: the supported parts of the language AnyDice.

use super::paragraph::wrap;

/// The word after `simulate show`.
pub const TOPIC: &str = "anydice";

/// Programs, each with an explanation.
pub(super) const PROGRAMS: &[(&str, &[(&str, &str)])] = &[
    (
        "Dice and sequences",
        &[
            ("output 2d6+1", "numbers, dice and arithmetic: + - * / ^"),
            ("output d{1, 1, 2:3, 4..6}", "a die with these faces"),
            ("output (d4)d6", "a roll says how many dice are rolled"),
            (
                "output 2@4d6",
                "the second highest die; 2@135 is the digit 3",
            ),
            ("output #{1..5}", "the length of a sequence"),
            ("output 3d6 > 9", "a chance: = != < > <= >=, & and |"),
        ],
    ),
    (
        "Statements",
        &[
            (
                "X: 3 output Xd6 named \"[X] dice\"",
                "variables, and names of outputs",
            ),
            ("loop N over {1..3} { output Nd6 }", "loops"),
            (
                "if 2 > 1 { output d6 } else { output d8 }",
                "conditions on numbers",
            ),
            (
                "function: f A:n { if A = 6 { result: 1 } result: 0 } output [f d6]",
                "functions; A:n is a number, A:s a sequence and A:d a die",
            ),
        ],
    ),
    (
        "Functions that are built in",
        &[
            ("output [highest 3 of 4d6]", "also lowest and middle"),
            ("output [highest of d6 and d8]", "also lowest of"),
            ("output [explode d6]", "up to the explode depth, which is 2"),
            (
                "output [count {5, 6} in 4d6]",
                "how many dice show these faces",
            ),
            ("output [{1, 2} contains 2]", "1 or 0"),
            ("output [absolute d6-d6]", "without the sign"),
            ("output [maximum of 2d6]", "the highest face of the die"),
            ("output [reverse {1..3}]", "also sort"),
        ],
    ),
    (
        "Settings",
        &[
            (
                "set \"explode depth\" to 4 output [explode d6]",
                "how often a die explodes",
            ),
            (
                "set \"maximum function depth\" to 20 output d6",
                "how deep functions call themselves; 10 without it",
            ),
            (
                "set \"position order\" to \"lowest first\" output 1@3d6",
                "1@ is the lowest die",
            ),
        ],
    ),
];

/// Differences from AnyDice.
const DIFFERENCES: [&str; 5] = [
    "There is no time limit: Ctrl-C stops a long program.",
    "Outputs whose results are only 0 and 1 are shown as chances, and others as distributions.",
    "`print` shows nothing: a note names its line.",
    "A function that can end without `result:` leaves these rolls out, as in AnyDice. A note names its line.",
    "A chance that has too many digits for a rule file is rounded by at most 1e-12. A note names the output.",
];

/// Returns the page, in lines that fit the width.
pub fn page(width: usize) -> String {
    let mut text = "anydice: programs of the language AnyDice\n\n".to_owned();
    text += &wrap(
        "simulate program.anydice runs a program, and simulate import program.anydice prints it as a \
         rule file. A program on standard input runs with simulate -, and one line of it can be \
         typed: simulate \"output [highest 3 of 4d6]\".",
        width,
        "",
        "",
    );
    for (heading, programs) in PROGRAMS {
        text += &format!("\n{heading}\n");
        for (program, words) in *programs {
            text += &wrap(program, width, "  ", "    ");
            text += &wrap(words, width, "      ", "      ");
        }
    }
    text.push_str("\nDifferences\n");
    for difference in DIFFERENCES {
        text += &wrap(difference, width, "  ", "  ");
    }
    text
}
