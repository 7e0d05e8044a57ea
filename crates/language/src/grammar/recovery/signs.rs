//! Signs of other languages and of word processors, and their fixes.

use crate::grammar::language::Language;

/// A sign of another language or of a word processor.
pub(in crate::grammar) struct SignFix {
    pub(in crate::grammar) written: &'static str,
    /// What reading goes on with; empty for nothing.
    pub(in crate::grammar) read_as: &'static str,
    /// Whether that is what it means, and can be written in its place.
    pub(in crate::grammar) is_meant: bool,
    pub(in crate::grammar) help: &'static str,
}

const fn meant(written: &'static str, read_as: &'static str, help: &'static str) -> SignFix {
    SignFix {
        written,
        read_as,
        is_meant: true,
        help,
    }
}

const fn other(written: &'static str, read_as: &'static str, help: &'static str) -> SignFix {
    SignFix {
        written,
        read_as,
        is_meant: false,
        help,
    }
}

const UNEQUAL: &str = "for \"not equal\", write !=";
const MINUS: &str = "write the ordinary minus -";
const POWER: &str =
    "write a product such as x * x. For a variable power use a loop with product *= x";
const POWER_OF: &str =
    "write x *= x for a square. For a variable power use a loop with product *= x";
const INCREASED: &str = "write x += 1";
const DECREASED: &str = "write x -= 1, or a single - to subtract";
const DIVIDED: &str = "write a // b to round down, or round_up(a, b) to round up";

const BOTH: &[SignFix] = &[
    meant("&&", "and", "write `and`"),
    meant("||", "or", "write `or`"),
    meant("&", "and", "write `and`"),
    meant("!", "not", "write `not`, or != for \"not equal\""),
    meant("<>", "!=", UNEQUAL),
    meant("=<", "<=", "write <="),
    meant("=>", ">=", "write >="),
    meant("≤", "<=", "write <="),
    meant("≥", ">=", "write >="),
    meant("≠", "!=", "write !="),
    meant("×", "*", "write *"),
    meant("−", "-", MINUS),
    meant("–", "-", MINUS),
    other("**", "*", POWER),
    other("^", "*", POWER),
];

const RULE_FILES: &[SignFix] = &[
    meant("|", "or", "write `or`"),
    meant(":=", "=", "write ="),
    meant("½", "0.5", "write 0.5"),
    meant("=+", "+=", "write +="),
    other("**=", "*=", POWER_OF),
    other("^=", "*=", POWER_OF),
    other("|=", "=", "write x = x or y"),
    other("&=", "=", "write x = x and y"),
    other("++", "+", INCREASED),
    other("--", "-", DECREASED),
    other(
        "->",
        ":",
        "remove it: functions do not declare their result",
    ),
    other("÷", "//", DIVIDED),
    other(
        "\\",
        "",
        "to continue a line, put brackets around it: ( and )",
    ),
];

const BRACES: &str = "use round brackets, and ask for each outcome: lot = ann or lot = bob";

const QUESTIONS: &[SignFix] = &[
    meant("…", "..", "write two dots: 1..4"),
    other(
        ":",
        "..",
        "write several steps with two dots, inside a function: sum(x@1..4)",
    ),
    other("{", "(", BRACES),
    other("}", ")", BRACES),
];

/// Returns the signs of other languages, what each is read as, and what to write instead.
pub(in crate::grammar) fn sign_fixes(language: Language) -> impl Iterator<Item = &'static SignFix> {
    let others = match language {
        Language::RuleFile => RULE_FILES,
        Language::Question => QUESTIONS,
    };
    BOTH.iter().chain(others)
}

/// Returns how a value that changes during the trial gets into a metric.
pub(crate) fn kept_for_metric(metric: &str) -> String {
    let count = format!("{metric}_so_far");
    format!(
        "a metric is recorded once, at the end. Write {count} = 0 at the start of the trial, change {count} here, and write \
         record({metric}, {count}) at the end"
    )
}
