//! `simulate show dice`: how dice are written, in scenarios and in rule files.

use oddsmith_engine::chance::DiceExpression;

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rules::RULES;

use super::paragraph::wrapped;

/// What is asked for by `simulate show`.
pub const TOPIC: &str = "dice";

/// Every form of a dice expression, and what it is.
pub(super) const FORMS: &[(&str, &str)] = &[
    ("3", "a plain number; it needs no quotes"),
    ("2d6", "two dice of six faces, added"),
    ("d20", "one die: the 1 before the d may be left out"),
    ("1d6+1d4", "dice of several kinds"),
    ("2d6+1", "a number added"),
    ("10-3d6", "dice taken off"),
    ("-1+d4", "a minus may come first"),
    ("3d1", "a die of one face, which is a number"),
    ("d%", "a die of a hundred faces"),
    ("4dF", "four Fudge dice: each is -1, 0 or 1"),
    ("4d6kh3", "the three highest of four are kept (kh)"),
    ("4d6kl3", "the three lowest of four are kept (kl)"),
    ("2d20kh1", "advantage: the higher of two"),
    ("2d20kl1", "disadvantage: the lower of two"),
    ("2d20kh1+4d6kh3-2", "all of this together"),
    (" 2 + 2D6 ", "blanks between and capitals are read"),
];

/// What is refused, and what to write in its place.
pub(super) const REFUSED: &[(&str, &str)] = &[
    ("4d6dl1", "dropping the lowest of four is keeping the others: 4d6kh3"),
    ("4d6dh1", "dropping the highest is keeping the others: 4d6kl3"),
    ("4d6k3", "say which are kept: 4d6kh3"),
    ("3d6!", "dice that explode are for rule files: dice(\"3d6!\")"),
    ("2d6r1", "dice that are rolled again are for rule files: dice(\"2d6r1\")"),
    ("2d6*2", "2d6+2d6 rolls four dice; a doubled roll is for rule files: 2 * dice(\"2d6\")"),
    ("1d6/2", "half of a roll is for rule files: dice(\"1d6\") // 2"),
    ("2(d6)", "there are no brackets"),
    ("2d6 1d4", "a + or - stands between"),
    ("2d6+", "something follows a sign"),
    ("0d6", "no dice are the number 0"),
    ("1d0", "a die has a face at least"),
    ("4d6kh5", "five of four dice cannot be kept"),
    ("1.5", "numbers are whole"),
];

/// The largest expressions of their kind, and the first that are too large.
pub(super) const LIMITS: &[(&str, &str, &str)] = &[
    ("1000d6", "1001d6", "at most 1,000 dice"),
    ("99d100", "101d101", "at most 10,000 different values"),
    ("20d6kh3", "21d6kh3", "some are kept of at most 20 dice"),
    ("2d100kh1", "2d101kh1", "with at most 100 faces each"),
    ("1000000", "1000001", "no value past 1,000,000, nor below -1,000,000"),
];

/// What rule files read beside the forms above.
pub(super) const IN_RULE_FILES: &[(&str, &str)] = &[
    ("3d6!", "open: a six brings another die, again on each six"),
    ("2d6r1", "a one is rolled again, once (r); r2 ones and twos"),
    ("4d6dl1", "the lowest is dropped (dl)"),
    ("4d6dh1", "the highest is dropped (dh)"),
    ("{n}d6+{bonus}", "names in braces: whole numbers of the program"),
];

/// Open rolls that a rule has of itself: the rule and the key.
pub(super) const OPEN_ROLLS: &[(&str, &str)] = &[("power-effect", "aim.open_rolls"), ("power-collision", "open_rolls")];

/// The page, in lines that fit the width.
pub fn page(width: usize) -> String {
    let mut text = "dice: how dice are written\n\n".to_owned();
    let prose = |words: &str| wrapped(words, width, "", "");
    text += &prose(
        "A parameter that takes dice takes a whole number, or a dice expression in quotes: numbers and dice with + and - \
         between. It is rolled die by die, and its odds are exact. An error points at the character.",
    );
    text.push_str("\nForms\n");
    for (form, words) in FORMS {
        let range = DiceExpression::parse(form).map_or_else(|_| String::new(), |dice| range(&dice));
        text += &row(form, &format!("{words}{range}"), width);
    }
    text.push_str("\nRefused in scenarios\n");
    for (form, words) in REFUSED {
        let why = DiceExpression::parse(form).err().map_or_else(String::new, |error| format!("{}: ", error.problem));
        text += &row(form, &format!("{why}{words}"), width);
    }
    text.push_str("\nLimits\n");
    for (largest, _, words) in LIMITS {
        text += &row(largest, words, width);
    }
    let open: Vec<String> = OPEN_ROLLS.iter().map(|(rule, key)| format!("{key} = true ({rule})")).collect();
    text.push_str("\nOpen rolls\n");
    text += &wrapped(
        &format!(
            "An open roll, a double six that goes on and a double one that fumbles, belongs to a rule and is a key of its own: \
             {}.",
            open.join(", ")
        ),
        width,
        "  ",
        "  ",
    );
    text.push_str("\nWith a chance\n");
    text +=
        &row("20 @ 0.8", "only in a gain of aging: 20 with the chance 0.8, else nothing; \"2d6 @ 0.25\" too", width);
    text.push_str("\nIn rule files\n");
    text += &wrapped(
        "dice(\"...\") reads all of the forms above, and also these, whatever scenarios refuse; with a cap on how often \
         a die explodes: use \"std\": exploding",
        width,
        "  ",
        "  ",
    );
    for (form, words) in IN_RULE_FILES {
        text += &row(form, words, width);
    }
    text.push_str("\nParameters that take dice\n");
    for rule in RULES {
        let keys = keys_of_dice(rule.parameters, "");
        if !keys.is_empty() {
            text += &row(rule.id, &keys.join(", "), width);
        }
    }
    text
}

/// Columns of the first of two.
const FORM: usize = 20;

fn row(form: &str, words: &str, width: usize) -> String {
    let before = format!("  {form:FORM$}");
    wrapped(words, width, &before, &" ".repeat(FORM + 4))
}

/// What an expression may come to, where dice have a say.
fn range(dice: &DiceExpression) -> String {
    if dice.fixed().is_some() {
        return String::new();
    }
    let mean = format!("{:.2}", dice.mean());
    let mean = mean.trim_end_matches('0').trim_end_matches('.');
    format!(" ({} to {}, on average {mean})", dice.least(), dice.most())
}

/// The paths of the parameters that take dice.
pub(super) fn keys_of_dice(parameters: &[Parameter], before: &str) -> Vec<String> {
    let of = |parameter: &Parameter| {
        let path = format!("{before}{}", parameter.key);
        match parameter.shape {
            _ if takes_dice(&parameter.shape) => vec![path],
            ParameterType::Table(inner) => keys_of_dice(inner, &format!("{path}.")),
            // What the entries of a list may say, the top level may say too.
            _ => Vec::new(),
        }
    };
    parameters.iter().flat_map(of).collect()
}

fn takes_dice(shape: &ParameterType) -> bool {
    match shape {
        ParameterType::Dice => true,
        ParameterType::AnyOf(shapes) => shapes.iter().any(takes_dice),
        _ => false,
    }
}
