//! The targets of a power: their defences, and the order in which the power is aimed at them.

use oddsmith_engine::Ask;

use crate::kaiser::roll::KaiserRoll;
use crate::kaiser::stacking;
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};

/// The maximal number of targets.
pub(super) const MAX_TARGETS: usize = 20;

/// The penalty to the defensive roll of a target that reaches no safe point ("Area Attack").
const TRAPPED_PENALTY: i64 = -8;

/// A target.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Its name, if targets have names.
    pub(super) name: Option<String>,
    /// The index of its behaviour after it is affected. Unnamed targets are alike, except for the
    /// first.
    pub(super) life: u8,
    /// The bonus of a check minus its difficulty.
    offset: i64,
    is_willing: bool,
    pub(super) presence: u32,
    /// The defence in addition to the defensive dice: Defensive Skill, Absorption and AV.
    pub(super) defence: i64,
}

/// The targets of a power in the order in which it is aimed at them.
#[derive(Clone, Debug)]
pub(super) struct Targets {
    targets: Vec<Target>,
    pub(super) presence_limit: Option<u32>,
}

impl Target {
    /// Makes a resistance check. Returns its degree: at least 1 if it passes, at most -1 if it
    /// fails.
    pub(super) fn check(&self, ask: &mut impl Ask) -> i64 {
        // A willing target fails without a roll. This counts as the smallest failure.
        if self.is_willing {
            return -1;
        }
        match self.offset + KaiserRoll::PLAIN.roll(ask) {
            tie_or_more @ 0.. => tie_or_more.max(1),
            shortfall => shortfall,
        }
    }

    /// Reads a target from its entry, or from the top level.
    fn new(
        entry: &Values,
        top: &Values,
        number: Option<usize>,
        unused: &mut Vec<ParameterError>,
    ) -> Target {
        let aim = top.table_if("aim");
        if let (None, Some(number)) = (aim, number) {
            let given = ["defence", "trapped", "absorption", "av"]
                .into_iter()
                .filter(|key| entry.get(key).is_some());
            unused.extend(given.map(|key| {
                let problem = format!("`{key}` changes nothing: nothing is aimed at the targets");
                let help = "add [parameters.aim] with an offence, or leave it out";
                ParameterError::new(format!("targets.{number}.{key}"), problem, help)
            }));
        }
        // The top level has no such keys: they are in `aim`.
        let entry_value = |key: &str| number.and_then(|_| entry.whole_if(key));
        let whole = |key: &str| {
            entry_value(key)
                .or_else(|| aim.map(|aim| aim.whole(key)))
                .unwrap_or(0)
        };
        let trapped = number
            .and_then(|_| entry.flag_if("trapped"))
            .or_else(|| aim.map(|aim| aim.flag("trapped")));
        let is_area = aim.is_none_or(|aim| aim.flag("area"));
        let penalty = if trapped.unwrap_or(false) && is_area {
            TRAPPED_PENALTY
        } else {
            0
        };
        if trapped == Some(true) && !is_area {
            let path = number
                .filter(|_| entry.flag_if("trapped").is_some())
                .map_or_else(
                    || "aim.trapped".to_owned(),
                    |i| format!("targets.{i}.trapped"),
                );
            let problem = "nobody is trapped by a power that is not an area attack";
            let help = "leave it out, or set aim.area = true; another penalty to the Defensive Roll is part of `defence`";
            unused.push(ParameterError::new(path, problem, help));
        }
        let willing = entry.flag("willing");
        let offset =
            entry.whole("resistance") + stacking::modifier(entry) - top.whole("difficulty");
        Target {
            name: number.map(|_| entry.text("name").to_owned()),
            life: number.unwrap_or(0) as u8,
            // A willing target makes no roll.
            offset: if willing { 0 } else { offset },
            is_willing: willing,
            presence: entry.count("presence"),
            defence: whole("defence") + whole("absorption") + whole("av") + penalty,
        }
    }
}

impl Targets {
    /// Reads the targets, and returns them with errors for unused parameters.
    pub(super) fn new(values: &Values) -> (Targets, Vec<ParameterError>) {
        let mut unused = Vec::new();
        let mut targets: Vec<Target> = match values.get("targets") {
            Some(ParameterValue::List(entries)) => {
                let entries = entries.iter().enumerate();
                entries
                    .map(|(i, entry)| Target::new(entry.as_table(), values, Some(i), &mut unused))
                    .collect()
            }
            _ => vec![
                Target::new(values, values, None, &mut unused);
                values.count("targets") as usize
            ],
        };
        if !targets.iter().all(|target| target.name.is_some()) {
            targets
                .iter_mut()
                .skip(1)
                .for_each(|target| target.life = 1);
        }
        let sum: u64 = targets
            .iter()
            .map(|target| u64::from(target.presence))
            .sum();
        // A limit that excludes no target is removed.
        let presence_limit = values
            .whole_if("presence_limit")
            .map(|limit| limit as u32)
            .filter(|&limit| u64::from(limit) < sum);
        match presence_limit {
            // Targets with the least presence come first, so that as many as possible are affected.
            // Ties keep the listed order.
            Some(_) => targets.sort_by_key(|target| target.presence),
            None => targets.iter_mut().for_each(|target| target.presence = 0),
        }
        (
            Targets {
                targets,
                presence_limit,
            },
            unused,
        )
    }

    /// Returns the number of targets.
    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns the next target after this number of others.
    pub(super) fn target_after(&self, before: u8) -> Option<&Target> {
        self.targets.get(usize::from(before))
    }

    /// Returns a target with this behaviour.
    pub(super) fn with_life(&self, life: u8) -> &Target {
        self.targets
            .iter()
            .find(|target| target.life == life)
            .expect("someone lives so")
    }

    /// Returns whether the targets have names.
    pub(super) fn is_named(&self) -> bool {
        self.targets[0].name.is_some()
    }

    /// Returns the range of behaviours of named targets.
    pub(super) fn named_lives(&self) -> std::ops::Range<u8> {
        0..if self.is_named() {
            self.targets.len() as u8
        } else {
            0
        }
    }

    /// Returns the names in the listed order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.named_lives()
            .filter_map(|life| self.with_life(life).name.as_deref())
    }
}
