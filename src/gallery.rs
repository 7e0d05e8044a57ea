//! Which charts a report draws, once its odds are known: a picture that cannot show them becomes one that can, charts of
//! several variants become one, and no picture is drawn twice.

use rustc_hash::FxHashMap;

use crate::chart_table::ChartTable;
use crate::findings;
use crate::findings::peaks::peaks;
use crate::report::policy_grid::PolicyGrid;
use crate::report::{Axis, Chart, Law, Report};
use crate::rule::nouns::in_a_row;
use crate::rule::presentation::{ChartKind, Measure};

/// Charts that are drawn where the scenario names none.
const MOST: usize = 8;
/// The most values that are told apart in bars of shares.
const MOST_SHARES: usize = 8;
/// Settles the charts of a report; `named` says that the scenario names them, which keeps each as a chart of its own.
pub(crate) fn settle(report: &mut Report, named: bool) {
    let mut charts = std::mem::take(&mut report.charts);
    if !named {
        charts.retain(|chart| applies(report, chart));
    }
    for chart in &mut charts {
        fit(report, chart);
    }
    if !named {
        charts = families(report, charts);
        charts = most_telling(without_repeats(report, charts));
    }
    name_apart(&mut charts);
    report.charts = charts;
}

/// Whether every case that a chart shows has what it shows, and one of them ever shows a value of it.
fn applies(report: &Report, chart: &Chart) -> bool {
    if chart.kind == ChartKind::Policy {
        let cells = |grid: PolicyGrid| grid.cells.iter().flatten().flatten().count();
        return PolicyGrid::read(report, chart).is_ok_and(|grid| cells(grid) > 1);
    }
    let cases = report.cases_of(chart);
    let has_value = |law: &Law| law.tally.total() > 0 || law.pmf().is_some_and(|pmf| !pmf.masses().is_empty());
    if [Some(chart.x), chart.series].contains(&Some(Axis::Steps)) {
        // One that shows every step shows what there is at any.
        let all = cases.iter().filter_map(|case| case.observed(&chart.metric));
        return all.flat_map(|observed| &observed.laws).any(has_value);
    }
    let laws: Option<Vec<_>> = cases.iter().map(|case| case.law(&chart.metric, chart.step)).collect();
    laws.is_some_and(|laws| laws.into_iter().any(has_value))
}

/// Gives charts that would share a file a number each from the second on: a family goes by its name without a variant.
fn name_apart(charts: &mut [Chart]) {
    let mut taken: Vec<String> = Vec::new();
    for chart in charts {
        let numbered = |number: usize| match number {
            1 => chart.file.clone(),
            _ => format!("{}-{number}", chart.file),
        };
        let file = (1..).map(numbered).find(|file| !taken.contains(file)).unwrap_or_default();
        taken.push(file.clone());
        chart.file = file;
    }
}

/// A fan of what either is or is not becomes a line of its chance; a fan that would hide two peaks becomes shares.
fn fit(report: &Report, chart: &mut Chart) {
    if chart.kind != ChartKind::Fan {
        return;
    }
    let Some(data) = ChartTable::new(report, chart).ok().filter(ChartTable::is_whole) else { return };
    let values = data.values();
    let fixed = chart.subtitle.find(". ").map_or("", |at| &chart.subtitle[at..]).to_owned();
    if values.iter().all(|value| (0..=1).contains(value)) {
        let event = findings::event(&data.observed.metric, Measure::Is(1));
        let shows = event.map_or_else(|| chart.subtitle.clone(), |event| format!("Chance that {event}{fixed}"));
        (chart.kind, chart.measure, chart.subtitle) = (ChartKind::Lines, Measure::AtLeast(1), shows);
    } else if values.len() <= MOST_SHARES && data.laws().last().is_some_and(|law| peaks(law).len() > 1) {
        let shows = format!("Share of the trials with each number of {}{fixed}", data.observed.metric.label);
        (chart.kind, chart.subtitle) = (ChartKind::Stacked, shows);
    }
}

/// Charts that differ by their variant alone become one, in which those with the same odds share a panel.
fn families(report: &Report, charts: Vec<Chart>) -> Vec<Chart> {
    let mut settled: Vec<Chart> = Vec::new();
    for chart in charts {
        let Some(variant) = chart.variant.filter(|_| is_in_families(chart.kind)) else {
            settled.push(chart);
            continue;
        };
        let same = |other: &&mut Chart| is_in_families(other.kind) && is_same_but_variant(other, &chart);
        match settled.iter_mut().find(same) {
            Some(first) => {
                let shown = |group: &Vec<usize>| Chart { variant: Some(group[0]), ..first.clone() };
                let alike = first.family.iter().position(|group| is_alike(report, &shown(group), &chart));
                match alike {
                    Some(at) => first.family[at].push(variant),
                    None => first.family.push(vec![variant]),
                }
            }
            None => settled.push(Chart { family: vec![vec![variant]], ..chart }),
        }
    }
    for chart in &mut settled {
        let members = chart.family.iter().map(Vec::len).sum::<usize>();
        if members < 2 {
            chart.family.clear();
        } else {
            // The panels name the variants, so the page does not.
            let name = format!(", {}", report.variants[chart.family[0][0]]);
            let own = format!(". {}", report.variants[chart.family[0][0]]);
            let subtitle = chart.subtitle.strip_suffix(&name).or_else(|| chart.subtitle.strip_suffix(&own));
            let how = match (chart.family.len(), members == report.variants.len()) {
                (1, true) => ". The same with every variant".to_owned(),
                // The others show nothing of it, or another kind of chart.
                (1, false) => {
                    let names = chart.family[0].iter().map(|&variant| report.variants[variant].as_str());
                    format!(". The same with {}", in_a_row(&names.collect::<Vec<_>>()))
                }
                _ => ", by variant".to_owned(),
            };
            chart.subtitle = subtitle.unwrap_or(&chart.subtitle).to_owned() + &how;
            chart.file = chart.stem.clone();
        }
    }
    settled
}

/// Kinds that show one variant each.
fn is_in_families(kind: ChartKind) -> bool {
    matches!(kind, ChartKind::Fan | ChartKind::Distribution | ChartKind::Stacked | ChartKind::Lines)
}

fn is_same_but_variant(a: &Chart, b: &Chart) -> bool {
    let same =
        |chart: &Chart| (chart.kind, chart.metric.clone(), chart.step, chart.x, chart.series, chart.held.clone());
    same(a) == same(b) && a.measure == b.measure && a.variant.is_some() && a.variant != b.variant
}

/// No picture is drawn twice: of charts of one kind with the same odds the first is kept.
fn without_repeats(report: &Report, charts: Vec<Chart>) -> Vec<Chart> {
    let mut kept: Vec<Chart> = Vec::new();
    for chart in charts {
        let is_repeat = |other: &Chart| {
            other.kind == chart.kind
                && other.metric == chart.metric
                && other.policy == chart.policy
                && (other.x, other.series, other.measure) == (chart.x, chart.series, chart.measure)
                && other.family == chart.family
                && is_alike(report, other, &chart)
        };
        if !kept.iter().any(is_repeat) {
            kept.push(chart);
        }
    }
    kept
}

/// Whether two charts show the same odds, place by place.
fn is_alike(report: &Report, a: &Chart, b: &Chart) -> bool {
    let (Ok(a), Ok(b)) = (ChartTable::new(report, a), ChartTable::new(report, b)) else { return false };
    let mut pairs = a.laws().zip(b.laws());
    a.laws().count() == b.laws().count() && pairs.all(|(a, b)| a.is_like(b))
}

/// At most eight: of each thing that is shown the first charts go before the further ones.
fn most_telling(charts: Vec<Chart>) -> Vec<Chart> {
    if charts.len() <= MOST {
        return charts;
    }
    let mut shown: FxHashMap<String, usize> = FxHashMap::default();
    let mut ranked: Vec<(usize, usize, Chart)> = Vec::new();
    for (nth, chart) in charts.into_iter().enumerate() {
        let thing = chart.metric.split('.').next().unwrap_or_default().to_owned();
        let rank = shown.entry(thing).or_default();
        ranked.push((*rank, nth, chart));
        *rank += 1;
    }
    ranked.sort_by_key(|&(rank, nth, _)| (rank, nth));
    ranked.truncate(MOST);
    ranked.sort_by_key(|&(_, nth, _)| nth);
    ranked.into_iter().map(|(_, _, chart)| chart).collect()
}
