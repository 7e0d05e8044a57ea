//! `simulate show dice`: the notation of dice.

use oddsmith_engine::chance::DiceExpression;

use crate::rule::parameter::{Parameter, ParameterType};
use crate::rules::RULES;

use super::paragraph::wrap;

/// The word after `simulate show`.
pub const TOPIC: &str = "dice";

/// Every form of a dice expression, with its meaning.
pub const FORMS: &[(&str, &str)] = &[
    ("3", "a plain number, which needs no quotes"),
    ("2d6", "the sum of two six-sided dice"),
    ("d20", "one die; the 1 before the d is optional"),
    ("1d6+1d4", "the sum of different dice"),
    ("2d6+1", "two dice plus a number"),
    ("10-3d6", "a number minus dice"),
    ("-1+d4", "an expression may begin with a minus sign"),
    ("3d1", "three dice with one face: always 3"),
    ("d%", "a die with 100 faces"),
    ("4dF", "four Fudge dice: each is -1, 0 or 1"),
    ("4d6kh3", "keep the three highest of four (kh)"),
    ("4d6kl3", "keep the three lowest of four (kl)"),
    ("2d20kh1", "advantage: the higher of two"),
    ("2d20kl1", "disadvantage: the lower of two"),
    ("4d6k3", "the same as 4d6kh3"),
    ("4d6dl1", "drop the lowest (dl)"),
    ("4d6dh1", "drop the highest (dh)"),
    ("3d6!", "exploding: each six adds another die (!)"),
    ("8d10!>=9", "exploding on 9 or more"),
    ("2d6r1", "reroll ones, once (r1)"),
    (
        "2d6r2",
        "reroll ones and twos, once: r2 means 2 or less, where some programs reroll only twos",
    ),
    ("2d6ro<=2", "the same as 2d6r2"),
    ("2d{1, 1, 2}", "two dice with these faces"),
    ("d{0..9}", "a die with the faces 0 to 9"),
    ("2d20kh1+4d6kh3-2", "several of these forms combined"),
    (" 2 + 2D6 ", "spaces and capitals are allowed"),
];

/// Expressions that scenarios do not accept, and what to write instead.
pub(super) const REFUSED: &[(&str, &str)] = &[
    (
        "3d6!>5",
        "other programs disagree about it: write 3d6!>=5 or 3d6!>=6",
    ),
    (
        "2d6ro<3",
        "other programs disagree about it: write 2d6ro<=2 or 2d6ro<=3",
    ),
    ("2d6ro2", "other programs reroll only twos: write 2d6ro<=2"),
    (
        "5d10>=7",
        "a rule file compares: dice(\"5d10\") >= 7 for the total, successes(5, 10, 7) for the dice",
    ),
    (
        "2d6*2",
        "2d6+2d6 rolls four dice; to double a roll, use a rule file: 2 * dice(\"2d6\")",
    ),
    (
        "1d6/2",
        "to halve a roll, use a rule file: dice(\"1d6\") // 2",
    ),
    ("2(d6)", "brackets are not allowed"),
    ("2d6 1d4", "write + or - between dice"),
    ("2d6+", "a number or dice must follow the sign"),
    ("0d6", "write 0 instead"),
    ("1d0", "a die has at least one face"),
    ("4d6kh5", "four dice cannot keep five"),
    ("1.5", "use whole numbers"),
];

/// The largest accepted expressions, and the smallest that are too large.
pub(super) const LIMITS: &[(&str, &str, &str)] = &[
    ("1000d6", "1001d6", "at most 1,000 dice"),
    ("99d100", "101d101", "at most 10,000 different values"),
    ("20d6kh3", "21d6kh3", "keep and drop: at most 20 dice"),
    ("2d100kh1", "2d101kh1", "keep and drop: at most 100 faces"),
    ("25d6!", "30d6!", "exploding: at most about 25 dice"),
    ("1000000", "1000001", "values from -1,000,000 to 1,000,000"),
];

/// The forms that only rule files accept.
pub const IN_RULE_FILES: &[(&str, &str)] = &[("{n}d6+{bonus}", "names of whole numbers in braces")];

/// Rules with open rolls: the rule and the key.
pub(super) const OPEN_ROLLS: &[(&str, &str)] = &[
    ("power-effect", "aim.open_rolls"),
    ("power-collision", "open_rolls"),
];

/// Returns the page, in lines that fit the width.
pub fn page(width: usize) -> String {
    let mut text = "dice: the notation of dice\n\n".to_owned();
    let prose = |words: &str| wrap(words, width, "", "");
    text += &prose(
        "A parameter that takes dice accepts a whole number, or a dice expression in quotes: numbers and dice joined by + \
         and -. On the command line, dice need no quotes, and may be part of any expression of the rule language: \
         simulate 4d6kh3, simulate \"2d6 >= 7\", simulate \"count(5d10 >= 7)\". The odds are exact.",
    );
    text.push_str("\nForms\n");
    for (form, words) in FORMS {
        let range =
            DiceExpression::parse(form).map_or_else(|_| String::new(), |dice| range(form, &dice));
        text += &row(form, &format!("{words}{range}"), width);
    }
    text.push_str("\nNot accepted in scenarios\n");
    for (form, words) in REFUSED {
        let reason = DiceExpression::parse(form)
            .err()
            .map_or_else(String::new, |error| format!("{}: ", error.problem));
        text += &row(form, &format!("{reason}{words}"), width);
    }
    text.push_str("\nLimits\n");
    for (largest, _, words) in LIMITS {
        text += &row(largest, words, width);
    }
    let open: Vec<String> = OPEN_ROLLS
        .iter()
        .map(|(rule, key)| format!("{key} = true ({rule})"))
        .collect();
    text.push_str("\nOpen rolls\n");
    text += &wrap(
        &format!(
            "An open roll continues after a double six and fumbles on a double one. It is a parameter of two rules: {}.",
            open.join(", ")
        ),
        width,
        "  ",
        "  ",
    );
    text.push_str("\nWith a chance\n");
    text += &row(
        "20 @ 0.8",
        "only in a gain of the rule aging: 20 with probability 0.8, else 0; \"2d6 @ 0.25\" works too",
        width,
    );
    text.push_str("\nIn rule files\n");
    text += &wrap(
        "dice(\"...\") accepts all of the forms above, and also this one. To limit how often a die explodes: \
         use \"std\": exploding",
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

/// The width of the first column.
const FORM_WIDTH: usize = 20;

fn row(form: &str, words: &str, width: usize) -> String {
    let before = format!("  {form:FORM_WIDTH$}");
    wrap(words, width, &before, &" ".repeat(FORM_WIDTH + 4))
}

/// Returns the range and the mean of an expression that has dice.
fn range(form: &str, dice: &DiceExpression) -> String {
    if dice.fixed_value().is_some() {
        return String::new();
    }
    let mean = format!("{:.2}", dice.mean());
    let has_no_limit = form.contains('!');
    let mean = mean.trim_end_matches('0').trim_end_matches('.');
    if has_no_limit {
        return format!(" ({} or more, mean {mean})", dice.least());
    }
    format!(" ({} to {}, mean {mean})", dice.least(), dice.most())
}

/// Returns the paths of the parameters that take dice.
pub(super) fn keys_of_dice(parameters: &[Parameter], before: &str) -> Vec<String> {
    let keys_of = |parameter: &Parameter| {
        let path = format!("{before}{}", parameter.key);
        match parameter.shape {
            _ if takes_dice(&parameter.shape) => vec![path],
            ParameterType::Table(inner) => keys_of_dice(inner, &format!("{path}.")),
            // The entries of a list have the same parameters as the top level.
            _ => Vec::new(),
        }
    };
    parameters.iter().flat_map(keys_of).collect()
}

fn takes_dice(shape: &ParameterType) -> bool {
    match shape {
        ParameterType::Dice => true,
        ParameterType::AnyOf(shapes) => shapes.iter().any(takes_dice),
        _ => false,
    }
}
