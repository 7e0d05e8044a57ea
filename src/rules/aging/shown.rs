//! What `aging` shows: metrics, the numbers to read first, charts, and what has a closed form.

use crate::rule::metric::{ChartKind, Kind as Numbers, Measure, Metric, Presentation, Statistic, DefaultChart};

use super::Part;
use super::decay::{Decay, Strikes};
use super::kind::Kind;
use super::resource::Resource;
use super::titles::Disrupted;

/// The names of all metrics of a resource.
pub(super) fn names(resource: &Resource) -> Vec<String> {
    let name = &resource.name;
    let own = |metric: &str| format!("{name}.{metric}");
    vec![name.clone(), own("lost"), own("gone_on"), own("total_lost"), own("safe")]
}

/// What the items are called in a sentence: by the resource's own name, or by the kind of a lone one.
fn items(resource: &Resource) -> &str {
    if resource.name == resource.kind.id() { resource.kind.plural() } else { &resource.name }
}

/// The metrics of a part, in the order of the indices that it records under.
pub(super) fn metrics(part: &Part) -> Vec<Metric> {
    let Part { resource, ledger, turns } = part;
    let items = items(resource);
    let [stock, lost, gone_on, total, safe] = names(resource).try_into().expect("five names");
    let mut metrics = Vec::new();
    if ledger.has_turns() {
        metrics.push(Metric::per_step(stock, Numbers::Count, format!("{items} left"), 0, *turns));
        metrics.push(Metric::per_step(lost, Numbers::Count, format!("{items} aged out"), 1, *turns));
        metrics.push(Metric::whole(gone_on, Numbers::When, format!("{items}: first turn with none left (0: never)")));
    }
    if ledger.total().is_some() {
        metrics.push(Metric::whole(total, Numbers::Count, format!("{items} aged out in all")));
    }
    if ledger.has_turns() && resource.kind == Kind::ResourcePoints {
        metrics.push(Metric::per_step(safe, Numbers::Count, format!("{items} left, Cargo Ships included"), 0, *turns));
    }
    metrics
}

/// How a part is best shown. The part that only sums losses adds its sum to the headlines.
pub(super) fn presentation(part: &Part) -> Presentation {
    let Part { resource, ledger, turns } = part;
    let items = items(resource);
    let [stock, _, gone_on, total, _] = names(resource).try_into().expect("five names");
    let mut headlines = Vec::new();
    let mut charts = Vec::new();
    let mut notes = Vec::new();
    if ledger.has_turns() {
        headlines.push(Statistic::new(&stock, Measure::Mean, &format!("{items} after turn {turns}")).at(*turns));
        if can_run_out(resource) {
            let label = format!("{items} gone by turn {turns}");
            headlines.push(Statistic::new(&gone_on, Measure::AtLeast(1), &label));
        }
        charts = views_of(resource, items, &stock, &gone_on);
        notes = facts(resource).into_iter().map(|(label, fact)| (format!("{items}: {label}"), fact.words)).collect();
    }
    if ledger.total().is_some() && resource.alone {
        headlines.push(Statistic::new(&total, Measure::Mean, &format!("{items} aged out in all")));
    }
    Presentation { step: "Turn".to_owned(), step_names: Vec::new(), headlines, charts, notes }
}

#[rustfmt::skip]
fn views_of(resource: &Resource, items: &str, stock: &str, gone_on: &str) -> Vec<DefaultChart> {
    let mut charts = vec![
        DefaultChart::new(ChartKind::Fan, stock, Measure::Mean,
            &format!("How long do {items} last?"), &format!("{items} left at the end of each turn")),
        DefaultChart::new(ChartKind::Compare, stock, Measure::Mean,
            &format!("How many {items} are left in the end?"), &format!("Chance of at least k {items} left")),
    ];
    if can_run_out(resource) {
        charts.push(DefaultChart::new(ChartKind::Lines, stock, Measure::AtLeast(1),
            &format!("Are there any {items} left?"), &format!("Chance that any {items} are left")));
        charts.push(DefaultChart::new(ChartKind::Distribution, gone_on, Measure::Mean,
            &format!("When are the last {items} gone?"), "Chance of each turn as the first with none left (0: never)"));
    }
    charts
}

/// Whether a turn can end with none left: not where some always arrive that are spared.
fn can_run_out(resource: &Resource) -> bool {
    let spared = !resource.gain_before_aging || resource.spared > 0;
    let kept = match resource.decay {
        Decay::Flip(removed) => spared || removed == crate::chance::probability::Probability::ZERO,
        _ => spared,
    };
    resource.gain.least() <= 0 || !kept
}

/// A fact with a closed form: a number of turns or items, and in words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    pub(super) value: f64,
    pub(super) words: String,
}

/// What can be said of a resource without playing it. Chances become floats here: nothing of this is played.
///
/// # Formula
/// Where each of a stock is lost with chance p a turn, half of it is left after ln 2 / -ln(1 - p)
/// turns, and one of it lasts 1/p turns, the one of its loss counted. With g gained a turn, of which
/// f cohorts stand unaged at a turn's end, it settles at g (f + (1 - p) / p).
pub(super) fn facts(resource: &Resource) -> Vec<(&'static str, Fact)> {
    let turns = |value: f64| Fact { value, words: format!("{value:.2} turns") };
    let gain: f64 = resource.gain.law().map(|(value, mass)| value.max(0) as f64 * mass.float()).sum();
    let settles = |value: f64| Fact { value, words: format!("{value:.2} on average, at {gain:.2} gained a turn") };
    let steady = gain > 0.0 && resource.spend == 0;
    let mut facts = Vec::new();
    if let Decay::Flip(removed) = resource.decay {
        let (dark, kept) = (resource.dark_placed.value(), 1.0 - removed.value());
        let first = if resource.gain_before_aging { kept } else { 1.0 };
        if steady {
            facts.push(("settle at", settles(gain * first * (1.0 + (1.0 - dark) * kept))));
        }
        return facts;
    }
    let Some((loss, each)) = loss_per_turn(resource) else { return facts };
    if loss > 0.0 && loss < 1.0 {
        facts.push(("half-life", turns(2f64.ln() / -(-loss).ln_1p())));
    }
    if loss > 0.0 && each {
        facts.push(("expected lifetime", turns(1.0 / loss)));
    }
    let every_turn = !matches!(&resource.decay, Decay::Strikes(strikes) if strikes.census_every > 1);
    // Where one share is always lost, the rounding is always the same, and decides where it settles.
    let smooth = match &resource.decay {
        Decay::Share(share) => share.shares.len() > 1,
        Decay::Places(_) => false,
        _ => true,
    };
    if loss > 0.0 && steady && every_turn && smooth {
        let unaged = resource.spared as f64 + if resource.gain_before_aging { 0.0 } else { 1.0 };
        facts.push(("settle at", settles(gain * (unaged + (1.0 - loss) / loss))));
    }
    facts
}

/// The chance that one is lost in a turn, on average over the turns, and whether each is lost on its own.
fn loss_per_turn(resource: &Resource) -> Option<(f64, bool)> {
    match &resource.decay {
        Decay::Each(loss) => Some((loss.value(), true)),
        Decay::Places(leaves) => Some((leaves.value(), true)),
        Decay::Share(share) => {
            let mean = share.shares.iter().zip(share.law.masses()).map(|(share, mass)| share.value() * mass.float());
            Some((mean.sum(), false))
        }
        Decay::Strikes(strikes) => Some((strikes_per_turn(strikes), strikes.census_every <= 1)),
        Decay::Flip(_) => None,
    }
}

/// One less the geometric mean of what is kept over the turns from one Census to the next.
fn strikes_per_turn(strikes: &Strikes) -> f64 {
    let kept: f64 = match &strikes.disrupted {
        Disrupted::Always(n) => (1.0 - strikes.each.value()).powi(*n as i32),
        Disrupted::Any(law) => {
            (0..).zip(law.masses()).map(|(n, mass)| (1.0 - strikes.each.value()).powi(n) * mass.float()).sum()
        }
    };
    match strikes.census_every {
        0 => 1.0 - kept,
        every => 1.0 - kept * (1.0 - strikes.census.value()).powf(1.0 / f64::from(every)),
    }
}

/// The kinds by name.
pub(super) fn kinds() -> String {
    Kind::ALL.map(Kind::id).join(", ")
}
