//! Builds the parts of the rule from parameters: published defaults, and errors for invalid values.

use oddsmith_engine::chance::Probability;

use oddsmith_model::rule::nearest::Help;
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};

use super::decay::{PILE_COUNT, Piles};
use super::kind::{COMMON_KEYS, ResourceKind};
use super::parameters::{LONE_ACTS, MAX_ITEMS, MAX_PLACES, keys_of_a_resource};
use super::resource::Resource;
use super::shown;
use super::stream::Amount;

/// Returns the resources of a scenario with this number of Government Titles, and errors for keys
/// that the kind of a resource does not have.
///
/// # Errors
/// Returns an error if the values of a resource are inconsistent, or if two metrics would have the
/// same name.
pub(super) fn resources(
    values: &Values,
    titles: u32,
) -> Result<(Vec<Resource>, Vec<ParameterError>), ParameterError> {
    let entries = values.entries("resources");
    let mut unused = Vec::new();
    let mut resource = |values: &Values, path: String, kind: &str, name: &str, alone| {
        let kind = ResourceKind::from_name(kind);
        let is_of_other_kind =
            |key: &str| !COMMON_KEYS.contains(&key) && !kind.keys().contains(&key);
        let misplaced = keys_of_a_resource().filter(|parameter| {
            is_of_other_kind(parameter.key) && values.get(parameter.key).is_some()
        });
        unused.extend(misplaced.map(|parameter| {
            let (id, keys) = (kind.id(), kind.keys().join(", "));
            let help = format!("keys of this kind: {keys}");
            ParameterError::new(
                format!("{path}{}", parameter.key),
                format!("{id} have no `{}`", parameter.key),
                help,
            )
        }));
        let is_misplaced = |key: &str| {
            keys_of_a_resource().any(|parameter| parameter.key == key) && is_of_other_kind(key)
        };
        WrittenResource {
            values: &values.clone().without(is_misplaced),
            path,
            kind,
            titles,
        }
        .resource(name, alone)
    };
    if entries.is_empty() {
        let lone = resource(
            values,
            String::new(),
            values.text("kind"),
            values.text("kind"),
            true,
        )?;
        return Ok((vec![lone], unused));
    }
    validate_no_stray_keys(values)?;
    let alone = entries.len() == 1;
    let mut resources = Vec::new();
    for (index, values) in entries.into_iter().enumerate() {
        let path = format!("resources.{index}.");
        let name = values.text("name");
        let Some(kind) = values.text_if("kind") else {
            let help = format!("add kind = \"...\": {}", shown::kinds());
            return Err(ParameterError::new(
                path.trim_end_matches('.'),
                format!("\"{name}\" has no kind"),
                help,
            ));
        };
        resources.push(resource(values, path, kind, name, alone)?);
    }
    validate_names(&resources)?;
    Ok((resources, unused))
}

/// Returns an error for keys of a single resource if the scenario has a list of resources.
fn validate_no_stray_keys(values: &Values) -> Result<(), ParameterError> {
    let nothing = ParameterValue::Dice(oddsmith_engine::chance::DiceExpression::constant(0));
    let stray = |key: &str| match key {
        "kind" => values.text(key) != ResourceKind::Acts.id(),
        "gain" | "spend" => values.get(key) != Some(&nothing),
        _ => values.get(key).is_some(),
    };
    match keys_of_a_resource().find(|parameter| stray(parameter.key)) {
        None => Ok(()),
        Some(parameter) => Err(ParameterError::new(
            parameter.key,
            format!("`{}` is said of no resource", parameter.key),
            "each resource under [[parameters.resources]] has its own: move it under the one that is meant",
        )),
    }
}

/// A resource named "Acts.lost" would have the same metric as the losses of one called "Acts".
fn validate_names(resources: &[Resource]) -> Result<(), ParameterError> {
    for (index, resource) in resources.iter().enumerate() {
        let hides = |other: &Resource| {
            shown::metric_names(other)
                .iter()
                .skip(1)
                .any(|metric| *metric == resource.name)
        };
        if let Some(other) = resources.iter().find(|other| hides(other)) {
            return Err(ParameterError::new(
                format!("resources.{index}.name"),
                format!(
                    "\"{}\" is also what \"{}\" is reported under",
                    resource.name, other.name
                ),
                "choose another name",
            ));
        }
    }
    Ok(())
}

/// The values of one resource in the scenario, with their position.
pub(super) struct WrittenResource<'v> {
    pub(super) values: &'v Values,
    /// The prefix of its keys: "" or "resources.2.".
    path: String,
    pub(super) kind: ResourceKind,
    /// The number of Government Titles of the position.
    pub(super) titles: u32,
}

impl WrittenResource<'_> {
    pub(super) fn fault(
        &self,
        key: &str,
        problem: impl Into<String>,
        help: impl Into<Help>,
    ) -> ParameterError {
        ParameterError::new(format!("{}{key}", self.path), problem, help)
    }

    pub(super) fn chance(&self, key: &str, published: &str) -> Probability {
        let published = || Probability::parse(published).expect("a published chance");
        self.values.probability_if(key).unwrap_or_else(published)
    }

    pub(super) fn count(&self, key: &str, published: u32) -> u32 {
        self.values.whole_if(key).map_or(published, |n| n as u32)
    }

    fn resource(&self, name: &str, alone: bool) -> Result<Resource, ParameterError> {
        let values = self.values;
        let gain_before_aging = values
            .flag_if("gain_before_aging")
            .unwrap_or(self.kind.gains_before_aging());
        // The aging in the turn of arrival counts as grace. Gains that arrive after aging have
        // already had it.
        let grace = self.count(
            "grace",
            if self.kind == ResourceKind::Missions {
                1
            } else {
                0
            },
        ) as usize;
        let spared = if gain_before_aging {
            grace
        } else {
            grace.saturating_sub(1)
        };
        let other_loss = if self.kind == ResourceKind::Aspects {
            "removed_early"
        } else {
            "other_loss"
        };
        let mut resource = Resource {
            name: name.to_owned(),
            is_only: alone,
            kind: self.kind,
            start: self.start()?,
            decay: self.decay()?,
            gain: self.amounts("gain", "brings")?,
            gains_before_aging: gain_before_aging,
            spend: self.amounts("spend", "takes")?,
            is_spent_as_listed: values.text_if("spend_from") == Some("oldest"),
            gain_grace: spared,
            dark_chance: self.chance("dark_placed", "0"),
            other_loss: self.chance(other_loss, "0"),
            is_lodged: self.kind == ResourceKind::Missions,
            lodging_chance: self.chance("lodging", "1"),
            lodging_grace: self.count("lodging_grace", 1) as usize,
            cargo_ship_rps: self.count("on_cargo_ships", 0),
        };
        let mut start = resource.start;
        resource.settle(&mut start);
        resource.start = start;
        Ok(resource)
    }

    /// Returns the values of a key by turn: a list, or one value for every turn.
    fn turn_values(&self, key: &str) -> Result<&[ParameterValue], ParameterError> {
        match self.values.get(key).expect("it has a default") {
            ParameterValue::List(list) if list.is_empty() => Err(self.fault(
                key,
                "this list is empty",
                "an entry for each turn, the last repeated",
            )),
            ParameterValue::List(list) => Ok(list),
            single => Ok(std::slice::from_ref(single)),
        }
    }

    /// Returns the amounts that arrive or are spent, by turn.
    fn amounts(&self, key: &str, does: &str) -> Result<Vec<Amount>, ParameterError> {
        let is_list = matches!(self.values.get(key), Some(ParameterValue::List(_)));
        let read = |(turn, value): (usize, &ParameterValue)| {
            let path = if is_list {
                format!("{key}.{turn}")
            } else {
                key.to_owned()
            };
            let amount = Amount::read(value).map_err(|wrong| {
                self.fault(&path, wrong.problem, wrong.help)
                    .with_byte_range(wrong.span)
            })?;
            if (0..=MAX_ITEMS).contains(&amount.most()) {
                return Ok(amount);
            }
            let problem = format!("this {does} at most {} a turn", amount.most());
            Err(self.fault(
                &path,
                problem,
                format!("allowed: dice whose greatest sum is 0 to {MAX_ITEMS}"),
            ))
        };
        self.turn_values(key)?
            .iter()
            .enumerate()
            .map(read)
            .collect()
    }

    /// Returns the piles before turn 1.
    fn start(&self) -> Result<Piles, ParameterError> {
        let start = self.count(
            "start",
            if self.path.is_empty() && self.kind == ResourceKind::Acts {
                LONE_ACTS
            } else {
                0
            },
        );
        let mut piles = [0; PILE_COUNT];
        piles[0] = start;
        let list = |key: &str| self.values.list_if(key).map(|_| self.values.wholes(key));
        if let Some(classes) = list("classes") {
            if classes.is_empty() || classes.len() > MAX_PLACES {
                let problem = format!("these are {} classes", classes.len());
                return Err(self.fault(
                    "classes",
                    problem,
                    format!("1 to {MAX_PLACES} Colleges are allowed"),
                ));
            }
            if start > 0 {
                let problem = "`start` and `classes` both say how many Faculties there are";
                return Err(self.fault("classes", problem, "leave out one of them"));
            }
            piles[0] = 0;
            for (pile, class) in piles.iter_mut().zip(classes) {
                *pile = class as u32;
            }
        }
        if let Some(places) = list("locations") {
            if places.len() > MAX_PLACES {
                let problem = format!("these are {} stars and planets", places.len());
                return Err(self.fault(
                    "locations",
                    problem,
                    format!("at most {MAX_PLACES} are allowed"),
                ));
            }
            for (pile, scenes) in piles[1..].iter_mut().zip(places) {
                *pile = scenes as u32;
            }
        }
        if self.kind == ResourceKind::Aspects {
            let dark = self.count("start_dark", 0);
            if dark > start {
                let problem = format!("{dark} of {start} Aspects cannot be dark");
                return Err(self.fault(
                    "start_dark",
                    problem,
                    format!("allowed: 0 to {start}, as many as `start` says"),
                ));
            }
            (piles[0], piles[1]) = (dark, start - dark);
        }
        Ok(piles)
    }
}
