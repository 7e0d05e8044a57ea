//! A report made up for tests: successes of a few dice, by their number and by what they need.

use crate::figures::Company;
use crate::report::{Case, CountSource, Law, Observed, Report, Run, Swept, Value};
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::{Headline, Measure};
use crate::rule::words::InWords;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::odds::Pmf;
use oddsmith_engine::odds::Tally;
use oddsmith_engine::solve::ExactLaw;
use oddsmith_engine::stats::Confidence;

/// A swept parameter with the values from 1 to `to`.
fn swept(label: &str, to: usize) -> Swept {
    let values = (1..=to as i64).map(Value::Whole).collect();
    Swept { key: label.to_lowercase(), label: label.to_owned(), short: String::new(), values, usual: 0 }
}

/// A report of a metric `m`, for two variants and `qualities` by `dice` swept values; `law` gives the weights of
/// values, which are also how often they were seen.
pub fn report(
    kind: Kind,
    (qualities, dice): (usize, usize),
    is_exact: bool,
    law: impl Fn(usize, usize, usize) -> Vec<(i64, u64)>,
) -> Report {
    let metric = ShownMetric::whole("m", kind, "Successes");
    let mut cases = Vec::new();
    for number in 0..2 * qualities * dice {
        let (variant, quality, die) = (number / dice / qualities, number / dice % qualities, number % dice);
        let weights = law(variant, quality, die);
        let all: u64 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut tally = Tally::default();
        weights.iter().for_each(|&(value, weight)| tally.add(value, weight));
        let mass = |&(value, weight): &(i64, u64)| (value, Mass::ratio(u128::from(weight), u128::from(all)));
        let exact = is_exact.then(|| ExactLaw::new(Pmf::new(weights.iter().map(mass).collect())));
        cases.push(Case {
            number: number + 1,
            variant: Some(variant),
            point: vec![quality, die],
            trials: all,
            source: CountSource::Played,
            witness_trials: None,
            unfinished: 0,
            cost: 2.0,
            unresolved: is_exact.then_some(0.0),
            answers: Vec::new(),
            joints: Vec::new(),
            step_names: [].into(),
            best_play: None,
            metrics: vec![Observed { metric: metric.clone().into(), laws: vec![Law::new(None, all, tally, exact)] }],
        });
    }
    Report {
        name: "made-up".to_owned(),
        title: "Made up".to_owned(),
        description: String::new(),
        rule: "made-up".to_owned(),
        source: String::new(),
        rule_text: None,
        words: InWords::default(),
        overrides: Vec::new(),
        rerun: "simulate --scenario made-up.toml".to_owned(),
        parameters: Vec::new(),
        changes: vec![Vec::new(), vec![("quality".to_owned(), "6".to_owned())]],
        run: Run {
            trials: 216,
            seed: 1,
            seed_drawn: false,
            confidence: Confidence::new(0.95).unwrap(),
            precision: None,
        },
        step: "Turn".to_owned(),
        variants: vec!["As published".to_owned(), "Harsh".to_owned()],
        sweep: vec![swept("Quality", qualities), swept("Dice", dice)],
        fixed: Vec::new(),
        cases,
        witness_p: is_exact.then_some(0.4),
        drawn_p: None,
        company: Company::WHOLE,
        headlines: vec![
            Headline::new("m", Measure::AtLeast(1), "Any success"),
            Headline::new("m", Measure::Mean, "Mean"),
        ],
        notes: Vec::new(),
        charts: Vec::new(),
        asks: Vec::new(),
        sensitivity: None,
        changes_since: None,
        looked_at: None,
        samples: None,
        histories: Default::default(),
        joints: Vec::new(),
        idle_play: Vec::new(),
        without_trials: None,
    }
}

/// Of 36 throws of two dice that each succeed in `of_six` cases of six, how many bring no, one, two successes.
pub fn two_dice(of_six: u64) -> Vec<(i64, u64)> {
    let fails = 6 - of_six;
    vec![(0, fails * fails), (1, 2 * of_six * fails), (2, of_six * of_six)]
}
