//! The presentation of `aging`: metrics, key numbers, charts, and closed forms.

use oddsmith_engine::Fold;
use oddsmith_engine::chance::Probability;

use oddsmith_model::rule::metric::{Kind, ShownMetric};
use oddsmith_model::rule::nouns::{is_plural, singular};
use oddsmith_model::rule::presentation::{
    ChartKind, DefaultChart, Headline, Measure, Presentation,
};
use oddsmith_model::rule::steps::StepWords;

use super::decay::Decay;
use super::kind::ResourceKind;
use super::resource::Resource;
use super::stream::Amount;
use super::titles::Titles;

// The offsets of a resource's metrics from its first one.
pub(super) const STOCK: usize = 0;
pub(super) const LOST: usize = 1;
pub(super) const GONE_ON: usize = 2;
pub(super) const TOTAL_LOST: usize = 3;
pub(super) const SAFE: usize = 4;
/// Only Missions have this metric, and they cannot be on Cargo Ships.
pub(super) const LODGED: usize = 4;

/// Returns the names of all metrics of a resource.
pub(super) fn metric_names(resource: &Resource) -> Vec<String> {
    let name = &resource.name;
    let metric_name = |metric: &str| format!("{name}.{metric}");
    vec![
        name.clone(),
        metric_name("lost"),
        metric_name("gone_on"),
        metric_name("total_lost"),
        metric_name("safe"),
        metric_name("lodged"),
    ]
}

/// Returns the noun for its items in a sentence: the resource's name, or the kind of a single
/// resource.
fn items(resource: &Resource) -> &str {
    if resource.name == resource.kind.id() {
        resource.kind.plural()
    } else {
        &resource.name
    }
}

/// Returns singular and plural, such as "Act" and "Acts". If the name of the resource is a singular
/// ("Treasury"), they are "RP of Treasury" and so on.
fn singular_and_plural(resource: &Resource) -> (String, String) {
    let (kind_singular, kind_plural) = (resource.kind.singular(), resource.kind.plural());
    let last = resource.name.split_whitespace().next_back().unwrap_or("");
    if resource.name == resource.kind.id() {
        (kind_singular.to_owned(), kind_plural.to_owned())
    } else if is_plural(last) {
        (
            resource.name.replace(last, &singular(last)),
            resource.name.clone(),
        )
    } else {
        (
            format!("{kind_singular} of {}", resource.name),
            format!("{kind_plural} of {}", resource.name),
        )
    }
}

/// Returns the event that none are left. It is permanent only if none are gained.
fn gone_event(resource: &Resource, item: &str, plural: &str) -> String {
    if resource.gain.iter().all(|gain| gain.most() <= 0) {
        format!("the last {item} is gone")
    } else {
        format!("a turn ends without {plural}")
    }
}

/// Returns the index of the first metric of each resource, and all metrics. Each resource is a
/// part.
pub(super) fn metrics(resources: &[Resource], turns: u32) -> (Vec<usize>, Vec<ShownMetric>) {
    let (mut places, mut metrics) = (Vec::new(), Vec::new());
    for (resource, part) in resources.iter().zip(0..) {
        places.push(metrics.len());
        let (items, (item, plural)) = (items(resource), singular_and_plural(resource));
        let [stock, lost, gone_on, total, safe, lodged] =
            metric_names(resource).try_into().expect("six names");
        let gone = format!("First turn with no {items} left");
        // Strikes and a Census are recorded one after another.
        let fold = if matches!(resource.decay, Decay::Census { .. }) {
            Fold::Sum
        } else {
            Fold::Once
        };
        let mut resource_metrics = vec![
            ShownMetric::per_step(stock, Kind::Count, format!("{items} left"), 0, turns)
                .counted(format!("{item} is left"), format!("{plural} are left")),
            ShownMetric::per_step(lost, Kind::Count, format!("{items} aged out"), 1, turns)
                .fold(fold)
                .counted(format!("{item} ages out"), format!("{plural} age out")),
            ShownMetric::whole(gone_on, Kind::When, gone)
                .fold(Fold::First)
                .or_absent("never")
                .event(gone_event(resource, &item, &plural)),
            ShownMetric::whole(total, Kind::Count, format!("{items} aged out in total"))
                .fold(Fold::Sum)
                .counted(
                    format!("{item} ages out in total"),
                    format!("{plural} age out in total"),
                ),
        ];
        if resource.kind == ResourceKind::ResourcePoints {
            let label = format!("{items} left, including Cargo Ships");
            resource_metrics.push(
                ShownMetric::per_step(safe, Kind::Count, label, 0, turns).counted(
                    format!("{item} is left or on Cargo Ships"),
                    format!("{plural} are left or on Cargo Ships"),
                ),
            );
        }
        if resource.kind == ResourceKind::Missions {
            resource_metrics.push(
                ShownMetric::per_step(lodged, Kind::Count, format!("{items} lodged"), 0, turns)
                    .counted(format!("{item} is lodged"), format!("{plural} are lodged")),
            );
        }
        metrics.extend(resource_metrics.into_iter().map(|metric| metric.part(part)));
    }
    (places, metrics)
}

/// Returns the presentation of the resources.
pub(super) fn presentation(
    resources: &[Resource],
    titles: &Titles,
    turns: u32,
    metrics: Vec<ShownMetric>,
) -> Presentation {
    let (mut headlines, mut charts, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for resource in resources {
        let items = items(resource);
        let [stock, _, gone_on, total, _, _] =
            metric_names(resource).try_into().expect("six names");
        headlines.push(
            Headline::new(
                &stock,
                Measure::Mean,
                &format!("{items} after turn {turns}"),
            )
            .at_step(turns),
        );
        if can_run_out(resource) {
            let label = format!("{items} gone by turn {turns}");
            headlines.push(Headline::new(&gone_on, Measure::AtLeast(1), &label));
        }
        if resource.is_only {
            headlines.push(Headline::new(
                &total,
                Measure::Mean,
                &format!("{items} aged out in total"),
            ));
        }
        charts.extend(charts_of(resource, &stock, &gone_on));
        let facts = facts(resource, titles).into_iter();
        notes.extend(facts.map(|(label, words)| (label.replace("{items}", items), words)));
    }
    Presentation {
        metrics,
        headlines,
        charts,
        notes,
        ..Presentation::default()
    }
    .with_step_words(&StepWords::new("Turn"))
}

#[rustfmt::skip]
fn charts_of(resource: &Resource, stock: &str, gone_on: &str) -> Vec<DefaultChart> {
    let mut charts = vec![
        DefaultChart::new(ChartKind::Fan, stock, Measure::Mean),
        DefaultChart::new(ChartKind::Compare, stock, Measure::Mean),
    ];
    if can_run_out(resource) {
        charts.push(DefaultChart::new(ChartKind::Lines, stock, Measure::AtLeast(1)));
        charts.push(DefaultChart::new(ChartKind::Distribution, gone_on, Measure::Mean));
    }
    charts
}

/// Returns whether a turn can end with no items left. This is impossible if spared items always
/// arrive.
fn can_run_out(resource: &Resource) -> bool {
    let spared = !ages_at_once(resource) || matches!(resource.decay, Decay::Flip);
    let taken = resource.gains_before_aging && resource.other_loss != Probability::ZERO;
    !spared || taken || resource.gain.iter().any(|gain| gain.least() == 0)
}

/// Returns facts about a resource that need no simulation. Probabilities become floats here.
///
/// # Formula
/// If each item is lost with probability p per turn, half of the stock is left after ln 2 / -ln(1 -
/// p) turns, and an item lasts 1/p turns, including the turn of its loss. With g items gained per
/// turn, of which f cohorts are unaged at the end of a turn, the stock converges to g (f + (1 - p)
/// / p).
fn facts(resource: &Resource, titles: &Titles) -> Vec<(&'static str, String)> {
    let turns = |value: f64| format!("{value:.2} turns");
    let gain = match &*resource.gain {
        [always] => Amount::mean(always),
        _ => 0.0,
    };
    let settles = |value: f64| format!("{value:.2} with a gain of {gain:.2} per turn");
    let is_steady = gain > 0.0 && resource.spend.iter().all(|spent| spent.most() == 0);
    let mut facts = Vec::new();
    if matches!(resource.decay, Decay::Flip) {
        let (dark, kept) = (
            resource.dark_chance.value(),
            1.0 - resource.other_loss.value(),
        );
        let first = if resource.gains_before_aging {
            kept
        } else {
            1.0
        };
        if is_steady {
            facts.push((
                "Long-run average number of {items}",
                settles(gain * first * (1.0 + (1.0 - dark) * kept)),
            ));
        }
        return facts;
    }
    // Recruits without grace age before they can be lodged, and again afterwards.
    let waits = resource.is_lodged
        && (resource.lodging_chance != Probability::ONE || ages_at_once(resource));
    let only_ages = resource.other_loss == Probability::ZERO && !waits;
    let Some((loss, is_each)) = loss_per_turn(resource, titles).filter(|_| only_ages) else {
        return facts;
    };
    if loss > 0.0 && loss < 1.0 {
        facts.push((
            "half-life (time until half have aged out)",
            turns(2f64.ln() / -(-loss).ln_1p()),
        ));
    }
    if loss > 0.0 && is_each {
        facts.push(("Expected lifetime of {items}", turns(1.0 / loss)));
    }
    // If the lost share is constant, the rounding is always the same and determines the limit.
    let is_smooth = match &resource.decay {
        Decay::Share(share) => share.shares.len() > 1,
        Decay::Census { every, .. } => *every <= 1,
        Decay::Each(_) => true,
        Decay::Places(_) | Decay::Flip => false,
    };
    if loss > 0.0 && is_steady && is_smooth {
        let unaged = if resource.is_lodged {
            1.0 + resource.lodged_pile() as f64
        } else {
            resource.gain_grace as f64
                + if resource.gains_before_aging {
                    0.0
                } else {
                    1.0
                }
        };
        facts.push((
            "Long-run average number of {items}",
            settles(gain * (unaged + (1.0 - loss) / loss)),
        ));
    }
    facts
}

/// Returns whether gained items age in the turn of their arrival.
fn ages_at_once(resource: &Resource) -> bool {
    resource.gains_before_aging && resource.gain_grace == 0
}

/// Returns the average probability per turn that an item is lost, and whether items are lost
/// independently. Returns `None` if disruptions last, because turns then differ.
fn loss_per_turn(resource: &Resource, titles: &Titles) -> Option<(f64, bool)> {
    match &resource.decay {
        Decay::Each(loss) => Some((loss.value(), true)),
        Decay::Places(leaves) => Some((leaves.value(), true)),
        Decay::Share(share) => {
            let mean: f64 = share.shares.iter().map(|share| share.value()).sum::<f64>()
                / share.shares.len() as f64;
            let per_title = share.per_title.value();
            let more = if per_title > 0.0 {
                per_title * titles.mean_disrupted()?
            } else {
                0.0
            };
            Some(((mean + more).min(1.0), false))
        }
        // The probability is 1 minus the geometric mean of the kept shares, over the turns from one
        // Census to the next.
        Decay::Census {
            every,
            loss,
            strike,
        } => {
            let kept = titles.survival_chance(strike.value())?;
            let loss = match every {
                0 => 1.0 - kept,
                every => 1.0 - kept * (1.0 - loss.value()).powf(1.0 / f64::from(*every)),
            };
            Some((loss, *every <= 1))
        }
        Decay::Flip => None,
    }
}

/// Returns the names of the kinds.
pub(super) fn kinds() -> String {
    ResourceKind::ALL.map(ResourceKind::id).join(", ")
}
