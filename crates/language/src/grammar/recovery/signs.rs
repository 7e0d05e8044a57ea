//! Symbols of other languages and of word processors, and their fixes.

use crate::grammar::language::Language;

/// A symbol of another language or of a word processor.
pub(in crate::grammar) struct SignFix {
    pub(in crate::grammar) written: &'static str,
    /// The symbol that it is read as; empty for none.
    pub(in crate::grammar) read_as: &'static str,
    /// Whether this symbol is a complete fix.
    pub(in crate::grammar) is_replacement: bool,
    pub(in crate::grammar) help: &'static str,
}

const fn replacement(written: &'static str, read_as: &'static str, help: &'static str) -> SignFix {
    SignFix {
        written,
        read_as,
        is_replacement: true,
        help,
    }
}

const fn hint_only(written: &'static str, read_as: &'static str, help: &'static str) -> SignFix {
    SignFix {
        written,
        read_as,
        is_replacement: false,
        help,
    }
}

const UNEQUAL_HELP: &str = "for \"not equal\", write !=";
const MINUS_HELP: &str = "write the ordinary minus -";
const POWER_HELP: &str = "write a product such as x * x";
const INCREMENT_HELP: &str = "write x += 1";
const DECREMENT_HELP: &str = "write x -= 1, or a single - to subtract";
const DIVISION_HELP: &str = "write a // b to round down, or round_up(a, b) to round up";

const SHARED_FIXES: &[SignFix] = &[
    replacement("&&", "and", "write `and`"),
    replacement("||", "or", "write `or`"),
    replacement("&", "and", "write `and`"),
    replacement("!", "not", "write `not`, or != for \"not equal\""),
    replacement("<>", "!=", UNEQUAL_HELP),
    replacement("=<", "<=", "write <="),
    replacement("=>", ">=", "write >="),
    replacement("≤", "<=", "write <="),
    replacement("≥", ">=", "write >="),
    replacement("≠", "!=", "write !="),
    replacement("×", "*", "write *"),
    replacement("−", "-", MINUS_HELP),
    replacement("–", "-", MINUS_HELP),
];

const RULE_FILE_FIXES: &[SignFix] = &[
    replacement("|", "or", "write `or`"),
    replacement(":=", "=", "write ="),
    replacement("½", "0.5", "write 0.5"),
    replacement("=+", "+=", "write +="),
    replacement("^", "**", "write **"),
    replacement("^=", "**=", "write **="),
    hint_only("|=", "=", "write x = x or y"),
    hint_only("&=", "=", "write x = x and y"),
    hint_only("++", "+", INCREMENT_HELP),
    hint_only("--", "-", DECREMENT_HELP),
    hint_only(
        "->",
        ":",
        "remove it: functions do not declare their result",
    ),
    hint_only("÷", "//", DIVISION_HELP),
    hint_only(
        "\\",
        "",
        "to continue a line, put brackets around it: ( and )",
    ),
];

const BRACES_HELP: &str = "use round brackets, and ask for each outcome: lot = ann or lot = bob";

const QUESTION_FIXES: &[SignFix] = &[
    replacement("…", "..", "write two dots: 1..4"),
    hint_only("**", "*", POWER_HELP),
    hint_only("^", "*", POWER_HELP),
    hint_only(
        ":",
        "..",
        "write several steps with two dots, inside a function: sum(x@1..4)",
    ),
    hint_only("{", "(", BRACES_HELP),
    hint_only("}", ")", BRACES_HELP),
];

/// Returns the known symbols of other languages and their fixes.
pub(in crate::grammar) fn sign_fixes(language: Language) -> impl Iterator<Item = &'static SignFix> {
    let language_fixes = match language {
        Language::RuleFile => RULE_FILE_FIXES,
        Language::Question => QUESTION_FIXES,
    };
    SHARED_FIXES.iter().chain(language_fixes)
}

/// Returns help for recording a value that changes during the trial.
pub(crate) fn metric_value_help(metric: &str) -> String {
    let count = format!("{metric}_so_far");
    format!(
        "a metric is recorded once, at the end. Write {count} = 0 at the start of the trial, change {count} here, and write \
         record({metric}, {count}) at the end"
    )
}
