//! Tests headlines and titles of random scenarios. They are made from the bundled ones, with other
//! swept values, with changes as variants, and with the charts of the rule.

use std::sync::Arc;

use super::hard_names;
use super::summary_judge::{check_chart, check_sentences, check_text};
use crate::analysis::{EngineMode, plan, run};
use crate::input::diagnostic::Source;
use crate::input::tree::{Node, Tree};
use crate::rule::metric::Kind;
use crate::scenario::bundled::BUNDLED;
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find;
use crate::scenario::steps::TriedStep;
use crate::scenario::sweep::Variant;
use oddsmith_engine::explore::Watch;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of scenarios that are tried, unless `ODDSMITH_RANDOM` sets another.
const SCENARIO_COUNT: usize = 120;
/// Scenarios with more cases than this take too long here.
const MAX_CASES: usize = 30;
/// The most memory of a case that is explored. Larger cases are left out.
const MAX_MEMORY: &str = "\"1 MB\"";

/// A source of random choices with one seed.
pub(super) struct Chance(pub(super) Xoshiro256PlusPlus);

impl Chance {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound.max(1) as u64) as usize
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

/// Returns how many scenarios are tried.
pub(in crate::tests) fn scenario_count() -> usize {
    std::env::var("ODDSMITH_RANDOM")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(SCENARIO_COUNT)
}

/// Returns the seed: `ODDSMITH_SEED`, if it is set.
pub(super) fn seed() -> u64 {
    std::env::var("ODDSMITH_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(0x0DD5)
}

/// Returns a random scenario made from a bundled one; `None` if the result is not valid.
pub(super) fn random_scenario(chance: &mut Chance) -> Option<(String, Scenario)> {
    let (name, _) = chance.pick(BUNDLED)?;
    let overrides = Overrides {
        run: vec![
            ("trials", "200".to_owned()),
            ("limit", MAX_MEMORY.to_owned()),
        ],
        ..Overrides::default()
    };
    let source = find::find(name).ok()?.source;
    let bundled = Scenario::parse(name, source, &overrides).ok()?;
    let bundled = text_with_questions(&bundled, chance).and_then(|text| {
        let source = Source {
            name: (*name).to_owned(),
            text,
        };
        Scenario::parse(name, Arc::new(source), &overrides)
            .ok()
            .filter(|scenario| plan(scenario).is_ok())
    });
    let bundled = bundled?;
    let mut scenario = if chance.below(3) == 0 {
        bundled
    } else {
        bundled.without_variation()
    };
    scenario.charts = None;
    let steps: Vec<TriedStep> = scenario.without_variation().steps().steps;
    let mut printed = (*name).to_owned();
    for _ in 0..chance.below(4) {
        let Some(step) = chance.pick(&steps) else {
            break;
        };
        let Some(values) = nearby_values(step, chance) else {
            continue;
        };
        let wider = scenario.with_sweep(&step.path, values.clone());
        if scenario.sweep.len() < 3 && wider.case_count() <= MAX_CASES && plan(&wider).is_ok() {
            let values: Vec<String> = values.iter().map(Node::brief).collect();
            printed += &format!(" --sweep {}={}", step.path.text, values.join(","));
            scenario = wider;
        }
    }
    let count = [0, 0, 2, 3][chance.below(4)];
    let mut variants = vec![Variant {
        name: "As it is".to_owned(),
        sets: Vec::new(),
    }];
    for nth in 1..count {
        let step = chance.pick(&steps)?;
        if scenario
            .sweep
            .iter()
            .all(|sweep| sweep.path.text != step.path.text)
        {
            printed += &format!(" [{}={}]", step.path.text, step.to.brief());
            let name = format!("{nth} {}", hard_names::name(chance));
            variants.push(Variant {
                name,
                sets: vec![(step.path.clone(), step.to.clone())],
            });
        }
    }
    if variants.len() > 1 && scenario.variants.is_empty() {
        scenario.variants = variants;
    }
    (scenario.case_count() <= MAX_CASES && plan(&scenario).is_ok()).then_some((printed, scenario))
}

/// Returns the text of a scenario with another title, and with questions about its metrics. Their
/// labels are hard to parse, and some have goals.
fn text_with_questions(scenario: &Scenario, chance: &mut Chance) -> Option<String> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let title = if chance.below(8) == 0 {
        String::new()
    } else {
        hard_names::name(chance)
    };
    let titled = |line: &str| {
        if line.starts_with("title = ") {
            format!("title = {}", quoted(&title))
        } else {
            line.to_owned()
        }
    };
    let mut text: String = scenario
        .source
        .text
        .lines()
        .map(|line| titled(line) + "\n")
        .collect();
    let built = scenario.build_case(0).ok()?;
    let mut before = String::new();
    for _ in 0..chance.below(3) {
        let metric = chance.pick(&built.presentation.metrics)?;
        let value = match &metric.kind {
            Kind::Category(outcomes) => {
                format!("P({} = {})", metric.name, chance.pick(outcomes)?.name)
            }
            Kind::Flag => format!("P({})", metric.name),
            _ if chance.below(2) == 0 => format!("mean({})", metric.name),
            _ => format!("P({} >= {})", metric.name, chance.below(5)),
        };
        let bound = if value.starts_with('P') {
            ["5%", "50%", "99%", "1/3"][chance.below(4)]
        } else {
            ["0", "1", "2.5", "10"][chance.below(4)]
        };
        let want = match chance.below(4) {
            0 => format!("want = \">= {bound}\"\n"),
            1 => format!("want = \"< {bound}\"\n"),
            _ => String::new(),
        };
        let label = quoted(&hard_names::name(chance));
        before += &format!("\n[[ask]]\nvalue = \"{value}\"\nlabel = {label}\n{want}");
    }
    // The headline is about the first question.
    let byte_offset = text.find("\n[[ask]]").unwrap_or(text.len());
    text.insert_str(byte_offset, &before);
    Some(text)
}

/// Returns values near that of a step, in order.
fn nearby_values(step: &TriedStep, chance: &mut Chance) -> Option<Vec<Node>> {
    let node_of = |tree: Tree| Node {
        tree,
        place: step.to.place.clone(),
    };
    match &step.to.tree {
        Tree::Whole(value) => {
            let (first, count, stride) = (
                value - chance.below(3) as i64,
                2 + chance.below(4) as i64,
                1 + chance.below(2) as i64,
            );
            Some(
                (0..count)
                    .map(|nth| node_of(Tree::Whole(first + nth * stride)))
                    .collect(),
            )
        }
        Tree::Flag(_) => Some(
            [false, true]
                .into_iter()
                .map(|flag| node_of(Tree::Flag(flag)))
                .collect(),
        ),
        Tree::Decimal(digits) => {
            let from: f64 = step.from.parse().ok()?;
            let tree = if step.from.contains('.') {
                Tree::Decimal(step.from.clone())
            } else {
                Tree::Whole(from as i64)
            };
            let to: f64 = digits.parse().ok()?;
            let mut ends = [(from, node_of(tree)), (to, node_of(step.to.tree.clone()))];
            ends.sort_by(|a, b| a.0.total_cmp(&b.0));
            Some(ends.into_iter().map(|(_, node)| node).collect())
        }
        _ => None,
    }
}

#[test]
fn sentences_of_random_scenarios_are_true() {
    let tried = scenario_count();
    let mut chance = Chance(Xoshiro256PlusPlus::seed_from_u64(seed()));
    let (mut printed, mut read) = (0, [0; 2]);
    for _ in 0..tried {
        let Some((name, scenario)) = random_scenario(&mut chance) else {
            continue;
        };
        let Ok(plan) = plan(&scenario) else { continue };
        let Ok(report) = run(&plan, EngineMode::Auto, &Watch::default()) else {
            continue;
        };
        printed += report
            .charts
            .iter()
            .filter(|chart| check_chart(&name, &report, chart))
            .count();
        printed += check_sentences(&name, &report);
        let [well, not] = check_text(&name, &report);
        read = [read[0] + well, read[1] + not];
    }
    println!("{printed} sentences, {read:?} read back and not read");
    assert!(2 * printed >= tried, "only {printed} sentences");
    assert!(
        read[0] > 3 * read[1],
        "too many sentences cannot be read: {read:?}"
    );
}
