//! The targets of a power: those that are alike are counted together, and presence limits how many are affected.

use std::ops::Range;

use crate::chance::Chance;
use crate::rule::values::{ParameterError, Value, Values};
use crate::rules::kaiser::roll::Roll;
use crate::rules::kaiser::stacking;

/// The most targets.
pub const MOST_TARGETS: usize = 20;

/// Penalty to the defensive roll of a target that reaches no safe point ("Area Attack").
const TRAPPED: i64 = -8;

/// How many targets of each group.
pub type Counts = [u8; MOST_TARGETS];

/// What a target is.
#[derive(Clone, Debug, PartialEq)]
struct Kind {
    /// What a check adds to the dice, less the difficulty.
    offset: i64,
    willing: bool,
    presence: i64,
    /// What the defensive roll adds to the dice.
    defence: i64,
    /// Extra dice of a check: of which the highest count, and of which the lowest.
    extra: (u32, u32),
}

/// The targets of a power, group by group; the first group is that of the first target.
#[derive(Clone, Debug)]
pub struct Targets {
    /// Targets that are alike.
    pub groups: Vec<Group>,
    /// The groups in the order in which presence is spent on them.
    order: Vec<usize>,
    presence_limit: Option<i64>,
    /// The group of each target.
    group_of: Vec<usize>,
}

/// Targets that are alike.
#[derive(Clone, Debug)]
pub struct Group {
    kind: Kind,
    /// The dice of their checks.
    dice: Roll,
    count: u8,
}

impl Group {
    /// What the defensive roll adds to the dice.
    #[inline]
    pub fn defence(&self) -> i64 {
        self.kind.defence
    }

    /// The degree of a resistance check: 1 or more when it passes, -1 or less when it fails.
    #[inline]
    pub fn check(&self, chance: &mut impl Chance) -> i64 {
        // A willing target fails by choice, which has no shortfall: it counts as the least.
        if self.kind.willing {
            return -1;
        }
        match self.kind.offset + self.dice.roll(chance) {
            tie_or_more @ 0.. => tie_or_more.max(1),
            shortfall => shortfall,
        }
    }
}

impl Targets {
    /// The targets under these parameters.
    ///
    /// # Errors
    /// When a target has a defence and nothing is aimed.
    pub fn new(values: &Values) -> Result<Targets, ParameterError> {
        let each: Vec<Kind> = match values.get("targets") {
            Some(Value::List(entries)) => {
                let kind = |(i, entry): (usize, &Value)| Kind::new(entry.as_table(), values, Some(i));
                entries.iter().enumerate().map(kind).collect::<Result<_, _>>()?
            }
            _ => vec![Kind::new(values, values, None)?; values.count("targets") as usize],
        };
        let mut groups: Vec<Group> = Vec::new();
        for kind in each {
            match groups.iter_mut().find(|group| group.kind == kind) {
                Some(group) => group.count += 1,
                None => groups.push(Group { dice: Roll::new(kind.extra.0, kind.extra.1, false), kind, count: 1 }),
            }
        }
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&group| groups[group].kind.presence);
        let members = |(i, group): (usize, &Group)| std::iter::repeat_n(i, group.count.into());
        let group_of = groups.iter().enumerate().flat_map(members).collect();
        Ok(Targets { groups, order, presence_limit: values.whole_if("presence_limit"), group_of })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.group_of.len()
    }

    /// How many there are in each group.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        counts.iter_mut().zip(&self.groups).for_each(|(count, group)| *count = group.count);
        counts
    }

    /// The group of a target, by its number from 0.
    #[inline]
    pub fn group_of(&self, target: usize) -> usize {
        self.group_of[target]
    }

    /// Each group with the numbers of its targets.
    pub fn places(&self) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let mut next = 0;
        self.groups.iter().enumerate().map(move |(i, group)| {
            let first = next;
            next += usize::from(group.count);
            (i, first..next)
        })
    }

    /// Puts what is said of targets in order within each group: which of them is which is forgotten.
    #[inline]
    pub fn sort<T: Ord>(&self, said: &mut [T; MOST_TARGETS]) {
        self.places().for_each(|(_, places)| said[places].sort_unstable());
    }

    /// Of those that are hit, the ones that the power affects: as many as the limit of presence
    /// allows, and so the least present first; among equals the first listed.
    pub fn affected(&self, hits: Counts) -> Counts {
        let Some(mut presence) = self.presence_limit else {
            return hits;
        };
        let mut affected = Counts::default();
        for &group in &self.order {
            let each = self.groups[group].kind.presence;
            let room = presence.checked_div(each).unwrap_or(i64::MAX);
            affected[group] = room.min(hits[group].into()) as u8;
            presence -= i64::from(affected[group]) * each;
        }
        affected
    }
}

impl Kind {
    /// A target from its entry, or from the top level.
    fn new(entry: &Values, top: &Values, number: Option<usize>) -> Result<Kind, ParameterError> {
        let aim = top.table_if("aim");
        if let (None, Some(number)) = (aim, number) {
            for (key, given) in
                [("defence", entry.whole_if("defence").is_some()), ("trapped", entry.flag_if("trapped").is_some())]
            {
                if given {
                    return Err(ParameterError::new(
                        format!("targets.{number}.{key}"),
                        format!("`{key}` has no use: nothing is aimed at the targets"),
                        "add [parameters.aim] with an offence, or leave it out",
                    ));
                }
            }
        }
        let (defence, trapped) = aim.map_or((0, false), |aim| (aim.whole("defence"), aim.flag("trapped")));
        // The top level has no such keys: they are in `aim`.
        let own = number.map(|_| entry);
        let defence = own.and_then(|own| own.whole_if("defence")).unwrap_or(defence);
        let trapped = own.and_then(|own| own.flag_if("trapped")).unwrap_or(trapped);
        Ok(Kind {
            offset: entry.whole("resistance") + entry.whole("armour") + stacking::modifier(entry)
                - top.whole("difficulty"),
            willing: entry.flag("willing"),
            presence: entry.whole("presence"),
            defence: defence + if trapped { TRAPPED } else { 0 },
            extra: (entry.count("advantage"), entry.count("disadvantage")),
        })
    }
}
