//! Names merged states by the parts that distinguish them.

use super::alike::Lumped;

/// The maximal number of values of a part, other than numbers, that are listed.
const MAX_NAMED: usize = 3;

/// Returns the name of each class.
///
/// # Errors
/// Fails if the states of the rule have no names.
pub(super) fn class_names(
    labels: &[(String, String)],
    found: &Lumped,
    named: Option<&[Vec<(String, String)>]>,
) -> Result<Vec<String>, String> {
    let single = || vec!["Start".to_owned()];
    let Some(named) = named else {
        let reason = "the states of this rule have no names: only those of rule files have";
        return if found.classes.len() == 1 {
            Ok(single())
        } else {
            Err(reason.to_owned())
        };
    };
    let states = || found.classes.iter().flatten();
    let value = |state: usize, name: &str| {
        named[state]
            .iter()
            .find(|entry| entry.0 == name)
            .map(|entry| entry.1.as_str())
    };
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in states().flat_map(|&state| &named[state]) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    // A part with the same value in all states is left out.
    let varies = |name: &&str| {
        let mut values = states().filter_map(|&state| value(state, name));
        let first = values.next();
        values.any(|other| Some(other) != first)
    };
    names.retain(varies);
    let class = |members: &Vec<usize>| {
        let part = |name: &&str| {
            let mut values: Vec<&str> = members
                .iter()
                .filter_map(|&state| value(state, name))
                .collect();
            values.sort_by_key(|value| (value.parse::<i64>().unwrap_or(i64::MAX), *value));
            values.dedup();
            part_text(labels, name, &values)
        };
        names.iter().filter_map(part).collect::<Vec<_>>().join(", ")
    };
    let mut words: Vec<String> = found.classes.iter().map(class).collect();
    // Different states must have different names.
    for index in 0..words.len() {
        if words[index].is_empty() {
            words[index] = if index == 0 {
                "Start".to_owned()
            } else {
                format!("State {}", index + 1)
            };
        }
        let same = words[..index]
            .iter()
            .filter(|other| **other == words[index])
            .count();
        if same > 0 {
            words[index] = format!("{} ({})", words[index], same + 1);
        }
    }
    Ok(words)
}

/// Describes a part with its values: "2 points in the pot", "pot 2 to 5", "how: fast or hard".
fn part_text(labels: &[(String, String)], name: &str, values: &[&str]) -> Option<String> {
    let numbers: Option<Vec<i64>> = values.iter().map(|value| value.parse().ok()).collect();
    let text = match (numbers, values) {
        (_, []) => return None,
        (_, [only]) => (*only).to_owned(),
        (Some(consecutive), _)
            if consecutive.windows(2).all(|pair| pair[1] == pair[0] + 1)
                && consecutive.len() > 2 =>
        {
            format!(
                "{} to {}",
                consecutive[0],
                consecutive[consecutive.len() - 1]
            )
        }
        (_, texts) if texts.len() > MAX_NAMED => format!("{} of {} values", texts[0], texts.len()),
        (_, texts) => crate::rule::nouns::join_with_word(texts, "or"),
    };
    let is_number = values.iter().all(|value| value.parse::<i64>().is_ok());
    Some(match labels.iter().find(|entry| entry.0 == name) {
        Some((_, label)) if is_number => format!("{text} {label}"),
        Some((_, label)) => format!("{label}: {text}"),
        None => format!("{} {text}", name.replace('_', " ")),
    })
}
