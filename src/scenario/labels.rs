//! Labels of swept parameters, on axes and in rows.

use crate::rule::parameter::{Parameter, ParameterType};

/// The labels of a path of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathLabel {
    /// The label on an axis.
    pub label: String,
    /// The label before a value in a row.
    pub short: String,
    /// Whether the designer has given the label. Then it is shown as typed.
    pub is_named: bool,
}

/// Returns the label of a path: that of its parameter, after the name of the entry if there are
/// several. `given` returns the designer's label of a parameter, an entry or a path.
pub fn path_label<'g>(
    path: &str,
    parameters: &[Parameter],
    given: impl Fn(&str) -> Option<&'g str>,
    has_several_entries: bool,
) -> PathLabel {
    let words = |key: &str| key.replace('_', " ");
    let (head, last) = path.rsplit_once('.').unwrap_or(("", path));
    let Some(parameter) = parameter_at(parameters, path) else {
        return PathLabel {
            label: words(path),
            short: words(path),
            is_named: false,
        };
    };
    let given_label = designer_label(path, parameter, parameters, &given);
    let is_named = given_label.is_some();
    let (label, short) = match given_label {
        Some(label) => (label.to_owned(), label.to_owned()),
        None => {
            let label = if parameter.label.is_empty() {
                words(last)
            } else {
                parameter.label.to_owned()
            };
            let short = if parameter.short.is_empty() {
                label.clone()
            } else {
                parameter.short.to_owned()
            };
            (label, short)
        }
    };
    // A label of exactly this path needs no entry name.
    let Some((first, within)) = head.split_once('.').filter(|_| given(path).is_none()) else {
        return PathLabel {
            label,
            short,
            is_named,
        };
    };
    // The name of an entry is shown in full. Of nested tables, only the outermost name is shown.
    let is_table = |candidate: &&Parameter| {
        candidate.key == first && matches!(candidate.shape, ParameterType::Table(_))
    };
    let is_in_tables = parameters.iter().any(|candidate| is_table(&candidate));
    if !is_in_tables && !has_several_entries {
        return PathLabel {
            label,
            short,
            is_named,
        };
    }
    let owner = if is_in_tables {
        within.split('.').next().unwrap_or(within)
    } else {
        within
    };
    let owner = given(&format!("{first}.{owner}")).unwrap_or(owner);
    PathLabel {
        label: format!("{owner}: {label}"),
        short: format!("{owner}: {short}"),
        is_named,
    }
}

/// Returns the label that the designer gives a path: that of the path itself, of the parameter in
/// every entry, or of the rule's parameter.
fn designer_label<'g>(
    path: &str,
    parameter: &Parameter,
    parameters: &[Parameter],
    given: &impl Fn(&str) -> Option<&'g str>,
) -> Option<&'g str> {
    let (head, last) = path.rsplit_once('.').unwrap_or(("", path));
    let entries_label = || given(&format!("{}.{last}", head.split_once('.')?.0));
    let is_of_the_rule = parameters
        .iter()
        .any(|candidate| std::ptr::eq(candidate, parameter));
    given(path)
        .or_else(entries_label)
        .or_else(|| given(parameter.key).filter(|_| is_of_the_rule))
}

/// Returns the key for a label: `quality` for "QV" or "Quality Value". The name of an entry may
/// come before it. Returns `None` for a key, and if no label or several labels match.
pub(crate) fn key_of(parameters: &[Parameter], called: &str) -> Option<String> {
    let (head, last) = called
        .rsplit_once('.')
        .map_or(("", called), |(head, last)| (head, last));
    let path = |key: &str| {
        if head.is_empty() {
            key.to_owned()
        } else {
            format!("{head}.{key}")
        }
    };
    if last.trim().is_empty() || parameter_at(parameters, called).is_some() {
        return None;
    }
    let mut candidates: Vec<&Parameter> = parameters.iter().collect();
    for parameter in parameters {
        candidates.extend(
            match parameter.shape.entries().unwrap_or(&parameter.shape) {
                ParameterType::Entries {
                    entry_parameters, ..
                } => entry_parameters.iter(),
                ParameterType::Records { fields, .. } => fields.iter(),
                ParameterType::Table(inner) => inner.iter(),
                _ => [].iter(),
            },
        );
    }
    let mut keys: Vec<&str> = candidates
        .into_iter()
        .filter(|parameter| parameter.is_called(last))
        .map(|parameter| parameter.key)
        .collect();
    keys.dedup();
    match keys[..] {
        [key] => Some(path(key)).filter(|path| parameter_at(parameters, path).is_some()),
        _ => None,
    }
}

/// Returns the parameter that a path ends at, through tables. After an entry's name, it is a
/// parameter of the entry, or one that entries inherit.
pub(crate) fn parameter_at<'p>(parameters: &'p [Parameter], path: &str) -> Option<&'p Parameter> {
    let by_key = |parameters: &'p [Parameter], key: &str| {
        parameters.iter().find(|parameter| parameter.key == key)
    };
    let Some((first, rest)) = path.split_once('.') else {
        return by_key(parameters, path);
    };
    let last = path.rsplit('.').next()?;
    let found = by_key(parameters, first).and_then(|parameter| {
        match parameter.shape.entries().unwrap_or(&parameter.shape) {
            ParameterType::Entries {
                entry_parameters, ..
            } => by_key(entry_parameters, last),
            ParameterType::Records { fields, .. } => by_key(fields, last),
            ParameterType::Table(inner) => parameter_at(inner, rest),
            _ => None,
        }
    });
    found.or_else(|| by_key(parameters, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_by_their_labels() {
        const WHOLE: ParameterType = ParameterType::Whole { from: 0, to: 9 };
        const HP: &[Parameter] =
            &[Parameter::new("wounds", WHOLE, "", "").labelled("Hit points (HP)", "HP")];
        let parameters = [
            Parameter::new("quality", WHOLE, "", "").labelled("Quality Value (QV)", "QV"),
            Parameter::new("ours", WHOLE, "", "").labelled("Strength", "Ours"),
            Parameter::new("theirs", WHOLE, "", "").labelled("Strength", "Theirs"),
            Parameter::new(
                "units",
                ParameterType::Records {
                    fields: HP,
                    least: 1,
                    most: 3,
                },
                "",
                "",
            ),
        ];
        let key = |called| key_of(&parameters, called);
        for called in [
            "QV",
            "qv",
            "Quality Value",
            "quality_value",
            "Quality Value (QV)",
        ] {
            assert_eq!(key(called).as_deref(), Some("quality"), "{called}");
        }
        assert_eq!(key("units.Ogre.HP").as_deref(), Some("units.Ogre.wounds"));
        // Two have this label, one is a key, none has this label.
        assert_eq!(
            ["Strength", "quality", "XY", "HP", ""].map(key),
            [const { None }; 5]
        );
    }

    #[test]
    fn path_label_comes_from_its_last_parameter() {
        const ANY: ParameterType = ParameterType::Flag;
        const CARDS: &[Parameter] =
            &[Parameter::new("cards", ANY, "", "").labelled("Cards drawn", "Cards")];
        const DRAW: &[Parameter] = &[Parameter::new("draw", ParameterType::Table(CARDS), "", "")];
        const DEFENCE: &[Parameter] = &[Parameter::new(
            "defence",
            ParameterType::Table(DRAW),
            "",
            "",
        )];
        const ENTRY_PARAMETERS: &[Parameter] =
            &[Parameter::new("trapped", ANY, "", "").labelled("No safe point", "Trapped")];
        const TARGETS: ParameterType = ParameterType::AnyOf(&[
            ANY,
            ParameterType::Entries {
                inherits: &["speed"],
                entry_parameters: ENTRY_PARAMETERS,
                most: 2,
            },
        ]);
        let parameters = [
            Parameter::new("speed", ANY, "", "").labelled("Speed of a target", "Speed"),
            Parameter::new("defence", ParameterType::Table(DRAW), "", ""),
            Parameter::new("resistance", ParameterType::Table(DEFENCE), "", ""),
            Parameter::new("targets", TARGETS, "", ""),
        ];
        let label = |path| path_label(path, &parameters, |_| None, true).label;
        assert_eq!(label("speed"), "Speed of a target");
        assert_eq!(label("defence.draw.cards"), "draw: Cards drawn");
        assert_eq!(
            label("resistance.defence.draw.cards"),
            "defence: Cards drawn"
        );
        assert_eq!(label("targets.Mk. 2.speed"), "Mk. 2: Speed of a target");
        assert_eq!(label("targets.Scout.trapped"), "Scout: No safe point");
        assert_eq!(label("targets.Scout.speed"), "Scout: Speed of a target");
        let given = |key: &str| match key {
            "speed" => Some("Tempo"),
            "targets.trapped" => Some("umstellt"),
            "targets.Scout" => Some("Späher"),
            "targets.Mk. 3.speed" => Some("Tempo des dritten"),
            _ => None,
        };
        let named = |path| path_label(path, &parameters, given, true).label;
        let alone = |path| path_label(path, &parameters, given, false).label;
        assert_eq!(named("targets.Scout.speed"), "Späher: Tempo");
        assert_eq!(alone("targets.Scout.speed"), "Tempo");
        assert_eq!(named("targets.Mk. 2.trapped"), "Mk. 2: umstellt");
        assert_eq!(named("targets.Mk. 3.speed"), "Tempo des dritten");
    }
}
