//! The rule with its parameters, without settings that have no effect.

use oddsmith_engine::chance::Die;

use super::cubes::{Cubes, PipTable, Spend};
use super::shown::MAX_DICE;
use super::turn::{AskedChoices, RareSettings, Wing, WingActivation};
use oddsmith_model::rule::choice::COMMON_ANSWERS;
use oddsmith_model::rule::values::{ParameterError, Values};

/// Returns the error of settings that conflict with shared cubes or with a choice about cubes.
pub(super) fn find_conflict(values: &Values) -> Option<ParameterError> {
    let asks = values.asks();
    if asks.has("spend") && values.flag("spend_before_roll") {
        let help = "remove `spend_before_roll`, or leave `spend` to its parameter";
        return Some(ParameterError::new(
            "spend_before_roll",
            "`spend` is decided after the roll, but these cubes are spent before it",
            help,
        ));
    }
    let is_answer = |(_, wing): &(usize, &Values)| COMMON_ANSWERS.contains(&wing.text("name"));
    if asks.has("order")
        && let Some((index, wing)) = values
            .entries("wings")
            .iter()
            .copied()
            .enumerate()
            .find(is_answer)
    {
        let name = wing.text("name");
        let problem = format!(
            "a Wing called \"{name}\" cannot be distinguished from the answer \"{name}\" to `order`"
        );
        return Some(ParameterError::new(
            format!("wings.{index}.name"),
            problem,
            "give the Wing another name",
        ));
    }
    let has_cubes = |entry: &Values| entry.count("cubes") > 0;
    let entries = values.entries("wings");
    if values.whole_if("shared_cubes").is_some()
        && (has_cubes(values) || entries.iter().any(|wing| has_cubes(wing)))
    {
        let help = "remove the Wings' own `cubes`, or remove `shared_cubes`";
        return Some(ParameterError::new(
            "shared_cubes",
            "the Wings share their cubes, but also have cubes of their own",
            help,
        ));
    }
    None
}

impl WingActivation {
    /// Returns the rule with these parameters.
    pub fn new(values: &Values) -> WingActivation {
        let entries = values.entries("wings");
        let wings = if entries.is_empty() {
            vec![Wing::new("Wing", values)]
        } else {
            entries
                .into_iter()
                .map(|entry| Wing::new(entry.text("name"), entry))
                .collect()
        };
        let (sides, penalties) = (values.count("sides"), values.flag("penalties"));
        let mut rule = WingActivation {
            wings,
            die: Die::new(sides),
            passed_on_bits: if penalties { u32::MAX } else { 0 },
            penalty_from_one_die: penalties && values.flag("penalty_from_one_die"),
            rare_settings: Some(RareSettings {
                shared_cubes: values.whole_if("shared_cubes").map(|cubes| cubes as u32),
                spend_before_roll: values.flag("spend_before_roll"),
                declares_die: values.flag("declares_die"),
                asked: AskedChoices::of(values.asks()),
            }),
        };
        let cubes = Cubes {
            ones_always_fail: values.flag("ones_always_fail"),
            highest: if values.flag("cap_at_most_sides") {
                sides
            } else {
                u32::MAX
            },
        };
        rule.reset_unused(cubes, sides);
        rule
    }

    /// Resets settings without effect, so that equivalent rules are equal.
    fn reset_unused(&mut self, mut cubes: Cubes, sides: u32) {
        let mut rare_settings = self.rare_settings();
        let shares = rare_settings.shared_cubes.is_some_and(|cubes| cubes > 0);
        for wing in &mut self.wings {
            if wing.cubes == 0 && !shares {
                wing.spend = Spend::Never;
            } else if rare_settings.spend_before_roll && wing.spend == Spend::Avert {
                // Pledged cubes are spent on any roll.
                wing.spend = Spend::Greedy;
            }
        }
        // A single Wing that never rolls a single die cannot pass on a penalty of 1.
        let may_roll_one =
            self.wings.len() > 1 || rare_settings.asked.dice.is_some() || self.wings[0].dice == 1;
        self.penalty_from_one_die &= may_roll_one;
        let spends = |wing: &Wing| wing.spend != Spend::Never;
        rare_settings.spend_before_roll &= self.wings.iter().any(spends);
        rare_settings.declares_die &= rare_settings.spend_before_roll;
        cubes.ones_always_fail &= self
            .wings
            .iter()
            .any(|wing| wing.quality == 1 || spends(wing));
        if !self
            .wings
            .iter()
            .any(|wing| spends(wing) && wing.quality > sides)
        {
            cubes.highest = u32::MAX;
        }
        for wing in &mut self.wings {
            wing.pip_table = cubes.pip_table(wing.quality, wing.spend);
            if rare_settings.declares_die {
                let most = rare_settings.shared_cubes.unwrap_or(wing.cubes);
                let is_spent = wing.spend != Spend::Never;
                let laid = |dice, cubes| {
                    if is_spent {
                        wing.pip_table.lay_cubes(dice, cubes, sides)
                    } else {
                        [0; 3]
                    }
                };
                wing.cube_layouts = (1..=MAX_DICE as usize)
                    .map(|dice| (0..=most).map(|n| laid(dice, n)).collect())
                    .collect();
            }
        }
        let has_rare_settings = rare_settings.shared_cubes.is_some()
            || rare_settings.spend_before_roll
            || rare_settings.asked.any();
        self.rare_settings = has_rare_settings.then_some(rare_settings);
    }
}

impl Wing {
    fn new(name: &str, values: &Values) -> Wing {
        Wing {
            name: name.to_owned(),
            dice: values.count("dice"),
            quality: values.count("quality"),
            cubes: values.count("cubes"),
            spend: Spend::from_name(values.text("spend")),
            pip_table: PipTable::default(),
            cube_layouts: Vec::new(),
            units: values.count("units"),
        }
    }
}
