//! Describes a rule file's parameters like those of bundled rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use oddsmith_language as language;
use oddsmith_language::{Entry, ParameterWording, Ratio, Setting};

use crate::input::entries::label_from_name;
use crate::labels::capitalize_initial;
use crate::rule::parameter::{Parameter, ParameterType, ValueWording};

/// The most characters of a part of a name that counts as letters, not as a word.
const MAX_LETTERS: usize = 2;

/// Returns the parameters of a file with a static lifetime. They are kept as long as the program
/// runs, but equal declarations are kept only once.
pub fn static_parameters(parameters: &[language::DeclaredParameter]) -> &'static [Parameter] {
    static KEPT: Mutex<BTreeMap<String, &'static [Parameter]>> = Mutex::new(BTreeMap::new());
    let model_parameters: Vec<Parameter> = parameters.iter().map(parameter).collect();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry(format!("{model_parameters:?}"))
        .or_insert_with(|| model_parameters.leak())
}

fn parameter(declared: &language::DeclaredParameter) -> Parameter {
    let words = label_from_name(&declared.name);
    // After a colon, the help explains the label: "dice: with none, two are rolled".
    let named = declared.help.split(':').next().unwrap_or("").trim();
    let label = if named.is_empty() {
        words.clone()
    } else {
        capitalize_initial(named)
    };
    // Letters such as "Kn hp" explain nothing in a row, so the label is used.
    let is_letters = |word: &str| word.chars().count() <= MAX_LETTERS;
    let short = if words.split(' ').any(is_letters) {
        label.clone()
    } else {
        words.clone()
    };
    let meaning = if declared.help.is_empty() {
        words.to_lowercase()
    } else {
        declared.help.clone()
    };
    let default = default_toml(&declared.kind, &declared.default);
    let ParameterWording { unit, says, die } = &declared.wording;
    let wording = ValueWording {
        unit: static_text(unit.clone()),
        phrases: static_choices(says),
        die_suffix: static_text(die.clone()),
    };
    let parameter = Parameter::new(
        static_text(declared.name.clone()),
        shape(&declared.kind),
        static_text(default),
        static_text(meaning),
    );
    Parameter {
        wording,
        ..parameter.labelled(static_text(label), static_text(short))
    }
}

fn shape(kind: &language::DeclaredType) -> ParameterType {
    match kind {
        language::DeclaredType::Whole { min, max } => ParameterType::Whole {
            from: *min,
            to: *max,
        },
        language::DeclaredType::YesNo => ParameterType::Flag,
        language::DeclaredType::Decimal { min, max } => ParameterType::Decimal {
            from: *min,
            to: *max,
        },
        language::DeclaredType::OneOf(words) => ParameterType::Choice(static_choices(words)),
        language::DeclaredType::Dice => ParameterType::DiceText,
        language::DeclaredType::Entries { min, max, fields } => ParameterType::Records {
            fields: static_parameters(fields),
            least: *min,
            most: *max,
        },
    }
}

/// Returns a default as TOML.
fn default_toml(kind: &language::DeclaredType, setting: &Setting) -> String {
    match (setting, kind) {
        (Setting::Entries(entries), language::DeclaredType::Entries { fields, .. }) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|list_entry| entry_toml(fields, list_entry))
                .collect();
            format!("[{}]", entries.join(", "))
        }
        (Setting::Whole(number), _) => number.to_string(),
        (Setting::YesNo(truth), _) => truth.to_string(),
        (Setting::Decimal(number), _) => decimal_text(*number),
        (Setting::Text(text), _) => toml_string(text),
        (Setting::Entries(_), _) => String::new(),
    }
}

fn entry_toml(fields: &[language::DeclaredParameter], list_entry: &Entry) -> String {
    let pairs = fields.iter().zip(&list_entry.fields);
    let pairs = pairs.map(|(field, setting)| {
        format!(
            ", {} = {}",
            toml_key(&field.name),
            default_toml(&field.kind, setting)
        )
    });
    format!(
        "{{ name = {}{} }}",
        toml_string(&list_entry.name),
        pairs.collect::<String>()
    )
}

/// Returns a name as a TOML key. Without quotes, TOML allows only English letters, digits and `_`
/// here.
fn toml_key(name: &str) -> String {
    let is_bare = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_bare {
        name.to_owned()
    } else {
        toml_string(name)
    }
}

/// Returns a decimal with all its digits as written, or a fraction if it has too many digits.
fn decimal_text(number: Ratio) -> String {
    let (above, below) = (
        i128::from(number.numerator()),
        i128::from(number.denominator()),
    );
    let written = (0..=30u32).find_map(|places| {
        let scale = 10i128.pow(places);
        let scaled = (scale % below == 0).then(|| (scale / below).checked_mul(above.abs()))??;
        let sign = if above < 0 { "-" } else { "" };
        let (whole, part) = (scaled / scale, scaled % scale);
        Some(match places {
            0 => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{part:0places$}", places = places as usize),
        })
    });
    written.unwrap_or_else(|| number.to_string())
}

fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn static_text(text: String) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text.as_str()) {
        return known;
    }
    let text: &'static str = text.leak();
    kept.insert(text);
    text
}

/// Returns the words of a choice with a static lifetime. Equal words are kept only once.
fn static_choices(words: &[String]) -> &'static [&'static str] {
    static KEPT: Mutex<BTreeSet<&'static [&'static str]>> = Mutex::new(BTreeSet::new());
    let kept_words: Vec<&'static str> =
        words.iter().map(|word| static_text(word.clone())).collect();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(kept_words.as_slice()) {
        return known;
    }
    let leaked_words: &'static [&'static str] = kept_words.leak();
    kept.insert(leaked_words);
    leaked_words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_up_to_a_colon_is_the_label() {
        let label = |help: &str| {
            let text = format!(
                "n = whole(1, 0, 9, {help:?})\nx = count(\"X\")\ndef trial():\n    record(x, n)\n"
            );
            let rule = language::RuleFile::read(&text).expect("a rule");
            static_parameters(rule.parameters())[0].label
        };
        assert_eq!(label("dice: with none, two are rolled"), "Dice");
        assert_eq!(
            label("dice rolled (by us), at most 9"),
            "Dice rolled (by us), at most 9"
        );
        assert_eq!(label(""), "N");
    }

    #[test]
    fn equal_declarations_are_stored_once() {
        let text = "how = one_of(\"a\", \"b\")\nn = whole(1, 0, 9, \"dice\")\nx = count(\"X\")\ndef trial():\n    record(x, n)\n";
        let read = |text: &str| {
            static_parameters(language::RuleFile::read(text).expect("a rule").parameters())
        };
        let (once, second) = (read(text), read(&format!("# another comment\n{text}")));
        assert!(std::ptr::eq(once, second));
        assert!(!std::ptr::eq(once, read(&text.replace("dice", "cards"))));
    }
}
