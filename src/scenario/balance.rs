//! `[balance]`: which parameters a search may change to reach the wanted answers, to which values,
//! and which settings make sense.

use std::collections::HashSet;

use oddsmith_engine::question::Expression;
use oddsmith_language::question::{KnownMetric, ValueSource, ValueType, Vocabulary, quote_name};

use super::labels::parameter_at;
use super::settings::ExactMode;
use super::sweep::{self, Sweep, Variant};
use super::{path, play};
use crate::input::check;
use crate::input::diagnostic::{Diagnostic, Place, Source, nearest};
use crate::input::marked::locate_mistake;
use crate::input::tree::{Key, Node, Tree};
use crate::rule::parameter::Parameter;

/// The most settings that are checked one by one against `keep`.
pub(crate) const MAX_LISTED_SETTINGS: u64 = 2_000_000;
/// The key of the condition.
const KEEP: &str = "keep";

/// The parameters that a search may change, and their values.
#[derive(Clone, Debug)]
pub(crate) struct Balance {
    /// The parameters, each with its possible values.
    pub(crate) parameters: Vec<Sweep>,
    /// Parameters of `[balance]` that the command line sets. The search does not change them.
    fixed_keys: Vec<Key>,
    /// Which settings make sense: a condition over the parameters in their order, followed by those
    /// that the command line sets.
    keep: Option<Expression>,
    /// The number of each value in the condition. Parameters that the command line sets or sweeps
    /// come last.
    codes: Vec<Vec<i64>>,
    /// The place in the scenario.
    pub(crate) place: Place,
}

/// A setting: the index of a value for each parameter.
pub(crate) type Point = Vec<u16>;

impl Balance {
    /// Returns whether the search leaves a parameter alone because the command line sets it.
    pub(crate) fn is_fixed(&self, key: &Key) -> bool {
        self.fixed_keys
            .iter()
            .any(|fixed_key| fixed_key.text == key.text)
    }

    /// Returns the number of settings, including those that `keep` excludes.
    pub(crate) fn count(&self) -> u64 {
        self.parameters.iter().fold(1u64, |product, sweep| {
            product.saturating_mul(sweep.values.len() as u64)
        })
    }

    /// Returns a setting by its number. The last parameter varies fastest.
    pub(crate) fn point(&self, mut number: u64) -> Point {
        let mut point: Point = vec![0; self.parameters.len()];
        for (index, sweep) in self.parameters.iter().enumerate().rev() {
            point[index] = (number % sweep.values.len() as u64) as u16;
            number /= sweep.values.len() as u64;
        }
        point
    }

    /// Returns whether a point is a valid setting.
    pub(crate) fn contains(&self, point: &[u16]) -> bool {
        let is_value =
            |(sweep, &value_index): (&Sweep, &u16)| usize::from(value_index) < sweep.values.len();
        point.len() == self.parameters.len() && self.parameters.iter().zip(point).all(is_value)
    }

    /// Returns whether a setting meets the condition, for all values that the command line sweeps.
    pub(crate) fn keeps(&self, point: &[u16]) -> bool {
        let Some(keep) = &self.keep else { return true };
        let fixed = &self.codes[point.len()..];
        let cases = fixed.iter().fold(1, |product, codes| product * codes.len());
        (0..cases).all(|case| {
            let mut value = |slot: u32| {
                let index = slot as usize;
                let Some(&value) = point.get(index) else {
                    let before: usize = fixed[..index - point.len()].iter().map(Vec::len).product();
                    let codes = &self.codes[index];
                    return codes.get(case / before % codes.len()).copied();
                };
                self.codes[index].get(usize::from(value)).copied()
            };
            keep.holds(&mut value) == Some(true)
        })
    }

    /// Returns the values that a setting sets.
    pub(crate) fn sets(&self, point: &[u16]) -> Vec<(Key, Node)> {
        let set = |(sweep, &value): (&Sweep, &u16)| {
            (sweep.path.clone(), sweep.values[usize::from(value)].clone())
        };
        self.parameters.iter().zip(point).map(set).collect()
    }
}

/// The other parts of a scenario that `[balance]` is checked against.
pub(super) struct ScenarioContext<'s> {
    /// The scenario file.
    pub(super) source: &'s Source,
    pub(super) parameters: &'static [Parameter],
    /// The parameters as written, with the default entries of a rule file.
    pub(super) entries: &'s Node,
    pub(super) sweep: &'s [Sweep],
    pub(super) variants: &'s [Variant],
    /// The values from the command line.
    pub(super) sets: &'s [(Key, Node)],
    pub(super) exact: ExactMode,
}

/// Reads `[balance]`. All other sections have been read before.
pub(super) fn read(
    document: &Node,
    context: &ScenarioContext<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Balance> {
    let node = document.get("balance")?;
    let (before, mut table) = (problems.len(), node.clone());
    let mut keep = None;
    if let Tree::Table(pairs) = &mut table.tree {
        // A parameter may be called `keep`. Then its value is not text.
        let is_keep = |(key, node): &(Key, Node)| key.text == KEEP && node.text().is_some();
        keep = pairs
            .iter()
            .position(is_keep)
            .map(|index| pairs.remove(index).1);
    }
    let mut parameters = sweep::read_swept_values("balanced", &table, problems);
    parameters.iter_mut().for_each(|sweep| {
        sweep.path.text = path::with_entry_names(context.entries, &sweep.path.text)
    });
    parameters
        .iter()
        .for_each(|sweep| check_parameter(sweep, context, problems));
    if parameters.is_empty() && problems.len() == before {
        let help = "name a parameter and its values, such as fast = { from = 2, to = 6 }";
        problems.push(Diagnostic::at(
            &node.place,
            "[balance] has no parameter",
            help,
        ));
    }
    for (index, sweep) in parameters.iter().enumerate() {
        if let Some(other) = parameters[..index]
            .iter()
            .find(|other| path::is_within(&sweep.path, &other.path))
        {
            let problem = format!(
                "`{}` and `{}` are the same value",
                other.path.text, sweep.path.text
            );
            problems.push(Diagnostic::at(
                &sweep.path.place,
                problem,
                "remove one of them",
            ));
        }
    }
    problems.extend(goal_problem(document, node, context));
    if problems.len() > before {
        return None;
    }
    // The search leaves parameters alone that the command line sets, but the condition may name
    // them.
    let is_free = |sweep: &Sweep| command_line_values(sweep, context).is_none();
    let (free, fixed): (Vec<Sweep>, Vec<Sweep>) = parameters.into_iter().partition(is_free);
    let value_lists = free.iter().map(|sweep| (sweep, sweep.values.clone()));
    let value_lists = value_lists.chain(fixed.iter().map(|sweep| {
        (
            sweep,
            command_line_values(sweep, context).unwrap_or_default(),
        )
    }));
    let (metrics, codes): (Vec<KnownMetric>, Vec<Vec<i64>>) = value_lists
        .zip(0..)
        .map(|((sweep, values), slot)| parameter_as_metric(sweep, &values, slot))
        .unzip();
    let is_whole = fixed.is_empty();
    let fixed_keys = fixed.into_iter().map(|sweep| sweep.path).collect();
    let mut balance = Balance {
        parameters: free,
        fixed_keys,
        keep: None,
        codes,
        place: node.place.clone(),
    };
    if let Some(keep) = keep {
        match condition(&keep, metrics) {
            Ok(read) => balance.keep = Some(read),
            Err(problem) => problems.push(problem),
        }
        problems.extend(unmet_condition(&balance, &keep).filter(|_| is_whole));
    }
    Some(balance).filter(|_| problems.len() == before)
}

/// Returns the values that the command line gives a parameter, if any. The search then leaves it
/// alone.
fn command_line_values(sweep: &Sweep, context: &ScenarioContext<'_>) -> Option<Vec<Node>> {
    let is_it = |key: &Key| path::is_within(key, &sweep.path);
    let is_of_the_file = |value: &Node| value.place.source.name == context.source.name;
    let set = context
        .sets
        .iter()
        .rev()
        .find(|(key, _)| is_it(key))
        .map(|(_, value)| vec![value.clone()]);
    let swept = context
        .sweep
        .iter()
        .find(|swept| is_it(&swept.path) && !swept.values.iter().all(is_of_the_file));
    set.or_else(|| swept.map(|swept| swept.values.clone()))
}

/// Checks a parameter that may be changed.
fn check_parameter(sweep: &Sweep, context: &ScenarioContext<'_>, problems: &mut Vec<Diagnostic>) {
    let key = &sweep.path.text;
    let mut refuse = |place: &Place, problem: String, help: &str| {
        problems.push(Diagnostic::at(place, problem, help))
    };
    if play::within_play(&sweep.path).is_some() {
        let problem = format!("`{key}` is a player's choice, not a parameter of the rule");
        return refuse(
            &sweep.path.place,
            problem,
            "remove it: with \"best\" in [play], each setting is judged at its best play",
        );
    }
    let Some(parameter) = parameter_at(context.parameters, key) else {
        let known: Vec<&str> = context
            .parameters
            .iter()
            .map(|parameter| parameter.key)
            .collect();
        let last = key.rsplit('.').next().unwrap_or(key);
        return problems.push(Diagnostic::at(
            &sweep.path.place,
            format!("there is no parameter `{key}`"),
            nearest(last, &known),
        ));
    };
    if let [only] = &sweep.values[..] {
        let problem = format!("`{key}` has only the value {}", only.brief());
        refuse(
            &sweep.path.place,
            problem,
            "give it two values or more, or set it in [parameters]",
        );
    }
    if context
        .sweep
        .iter()
        .any(|swept| path::is_within(&swept.path, &sweep.path))
        && command_line_values(sweep, context).is_none()
    {
        let problem = format!("`{key}` is in both [sweep] and [balance]");
        refuse(
            &sweep.path.place,
            problem,
            "remove it from one of them: a goal must hold in every case of [sweep]",
        );
    }
    let sets = |variant: &&Variant| {
        variant
            .sets
            .iter()
            .any(|(set, value)| path::is_lost(set, value, &sweep.path))
    };
    if let Some(variant) = context.variants.iter().find(sets) {
        let problem = format!(
            "`{key}` is in [balance], and the variant \"{}\" sets it",
            variant.name
        );
        refuse(&sweep.path.place, problem, "remove it from one of the two");
    }
    if sweep.values.len() > usize::from(u16::MAX) {
        refuse(
            &sweep.path.place,
            format!("`{key}` has {} values", sweep.values.len()),
            "use fewer values",
        );
    }
    let before = problems.len();
    sweep
        .values
        .iter()
        .for_each(|value| drop(check::value(value, &parameter.shape, problems)));
    if let (true, Some(value)) = (problems.len() == before, sweep.values.first()) {
        problems.extend(path::set(&mut context.entries.clone(), &sweep.path, value).err());
    }
}

/// Returns a problem if no question has a wanted answer, or if exact odds cannot judge them.
fn goal_problem(document: &Node, node: &Node, context: &ScenarioContext<'_>) -> Option<Diagnostic> {
    // A `want` with a mistake is reported elsewhere.
    let asks = document.get("ask").map_or(&[][..], |asks| {
        if let Tree::List(asks) = &asks.tree {
            asks
        } else {
            &[]
        }
    });
    if asks.iter().all(|ask| ask.get("want").is_none()) {
        let help = "add a goal to an [[ask]], such as want = \"0.45 to 0.55\"";
        return Some(Diagnostic::at(&node.place, "[balance] needs a goal", help));
    }
    let exact = document.get("run").and_then(|run| run.get("exact"));
    let is_never = context.exact == ExactMode::Never;
    exact.filter(|_| is_never).map(|exact| {
        let help = "remove `exact` from [run]: goals need exact odds";
        Diagnostic::at(&exact.place, "[balance] cannot use simulated odds", help)
    })
}

/// Returns a parameter as a metric of the condition, and the number of each value: a number, a flag
/// or a category.
fn parameter_as_metric(sweep: &Sweep, values: &[Node], slot: u32) -> (KnownMetric, Vec<i64>) {
    let all_values = || sweep.values.iter().chain(values);
    let kind = if all_values().all(|value| matches!(value.tree, Tree::Whole(_))) {
        ValueType::Number
    } else if all_values().all(|value| matches!(value.tree, Tree::Flag(_))) {
        ValueType::Flag
    } else {
        let mut names: Vec<String> = all_values().map(Node::brief).collect();
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        ValueType::Category(names)
    };
    let code = |value: &Node| match (&value.tree, &kind) {
        (_, ValueType::Category(names)) => names
            .iter()
            .position(|name| *name == value.brief())
            .unwrap_or(0) as i64,
        (Tree::Whole(number), _) => *number,
        (tree, _) => i64::from(matches!(tree, Tree::Flag(true))),
    };
    let codes = values.iter().map(code).collect();
    (
        KnownMetric {
            name: sweep.path.text.clone(),
            kind,
            steps: None,
            step_names: Vec::new(),
            source: ValueSource::Slot(slot),
            is_when: false,
        },
        codes,
    )
}

/// Reads the condition.
fn condition(node: &Node, metrics: Vec<KnownMetric>) -> Result<Expression, Diagnostic> {
    let names: Vec<String> = metrics
        .iter()
        .map(|metric| quote_name(&metric.name))
        .collect();
    let vocabulary = Vocabulary {
        metrics,
        ..Vocabulary::default()
    };
    let read = vocabulary
        .value(node.text().unwrap_or_default())
        .map_err(|mut wrong| {
            // The condition names parameters, not metrics.
            wrong.problem = wrong
                .problem
                .replace("no metric", "no parameter in [balance]");
            wrong.help = wrong
                .help
                .replace("metrics:", "parameters in [balance]:")
                .replace("a metric", "a parameter");
            if let Some(dotted) = names.iter().find(|name| name.starts_with('\'')) {
                wrong.help = wrong.help.replace("'Acts.lost'", dotted);
            }
            locate_mistake(node, wrong)
        })?;
    if read.kind != ValueType::Flag {
        let help = format!(
            "write a condition, such as keep = \"{} <= {}\"",
            names[0],
            names.get(1).map_or("3", String::as_str)
        );
        return Err(Diagnostic::at(
            &node.place,
            "expected a condition, found a number",
            help,
        ));
    }
    Ok(read.expression)
}

/// Returns a problem if no setting meets the condition. With too many settings, none is checked.
fn unmet_condition(balance: &Balance, keep: &Node) -> Option<Diagnostic> {
    let setting_count = balance.count();
    let is_met = || (0..setting_count).any(|number| balance.keeps(&balance.point(number)));
    (setting_count <= MAX_LISTED_SETTINGS && !is_met()).then(|| {
        let problem = format!("none of the {setting_count} settings meets this condition");
        Diagnostic::at(
            &keep.place,
            problem,
            "make the condition weaker, or give the parameters other values",
        )
    })
}
