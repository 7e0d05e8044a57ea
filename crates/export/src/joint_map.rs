//! Heat maps of joint distributions. Each map is a report whose cases are the pairs of values.

use oddsmith_model::odds::ExactDistribution;
use oddsmith_model::odds::{Mass, Pmf, Tally};

use oddsmith_model::chart_data::{joined_ends, number_ends};
use oddsmith_model::labels::{capitalize, uncapitalize};
use oddsmith_model::messages::Word;
use oddsmith_model::report::{
    Axis, Case, Chart, Distribution, JointDistribution, JointRequest, JointRow, Observed, Report,
    Swept,
};
use oddsmith_model::rule::metric::{Kind, ShownMetric};
use oddsmith_model::rule::presentation::{ChartKind, Measure};
use oddsmith_model::summary;

/// The maximal number of cases with a map of each. With more cases, only the first one has maps.
const MAX_CASES: usize = 4;
/// The maximal number of values along a side.
const MAX_VALUES: usize = 40;
/// The name of the metric that says whether a pair of values occurs.
const PAIR_METRIC: &str = "comes";

/// Returns the maps of all joint distributions of two values. A map that cannot be drawn becomes a
/// warning.
pub fn maps(report: &Report, warnings: &mut Vec<String>) -> Vec<Report> {
    let cases = if report.cases.len() > MAX_CASES {
        &report.cases[..1]
    } else {
        &report.cases[..]
    };
    let mut maps = Vec::new();
    for (index, joint) in report.joints.iter().enumerate() {
        if joint.names.len() != 2 {
            continue;
        }
        let first = maps.len();
        for case in cases {
            match map(
                report,
                joint,
                case,
                &case.joints[index],
                report.cases.len() > 1,
            ) {
                Ok(map) => maps.push(map),
                Err(reason) => warnings.push(format!(
                    "the heat map of {}: {reason}: it is left out",
                    joint.names.join(" and ")
                )),
            }
        }
        // The maps of a joint distribution have one scale of colours.
        let joint_maps: &mut [Report] = &mut maps[first..];
        let ends: Vec<[f64; 2]> = joint_maps
            .iter()
            .filter_map(|map| number_ends(map, &map.charts[0]))
            .collect();
        for map in joint_maps {
            map.charts[0].heat_ends = joined_ends(&ends);
        }
    }
    let mut taken: Vec<String> = Vec::new();
    for map in &mut maps {
        taken.push("joint".to_owned());
        let file = if taken.len() > 1 {
            format!("joint-{}", taken.len())
        } else {
            "joint".to_owned()
        };
        map.charts[0].file = file;
    }
    maps
}

fn map(
    report: &Report,
    joint: &JointRequest,
    case: &Case,
    distribution: &JointDistribution,
    is_one_of_several: bool,
) -> Result<Report, String> {
    let values = |side: usize| {
        let mut values: Vec<Option<i64>> = distribution
            .rows
            .iter()
            .map(|row| row.values[side])
            .collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (rows, columns) = (values(0), values(1));
    let most = rows.len().max(columns.len());
    if most > MAX_VALUES {
        return Err(format!(
            "{most} values stand along a side, at most {MAX_VALUES} can be read"
        ));
    }
    let swept = |side: usize, values: &[Option<i64>]| {
        let values = values
            .iter()
            .map(|&value| joint.value(side, value, &report.messages))
            .collect();
        Swept::plain(&joint.names[side], &joint.labels[side], "", values)
    };
    let pair = |x: usize, y: usize| {
        let row = distribution
            .rows
            .iter()
            .find(|row| row.values == [rows[x], columns[y]]);
        let pair = chance_of_both(distribution, row);
        Case {
            number: x * columns.len() + y + 1,
            point: vec![x, y],
            metrics: vec![pair],
            ..bare_case(case, distribution)
        }
    };
    let cases = (0..rows.len())
        .flat_map(|x| (0..columns.len()).map(move |y| (x, y)))
        .map(|(x, y)| pair(x, y))
        .collect();
    let place = || {
        capitalize(&summary::case_place(
            report,
            case.number - 1,
            &report.messages,
        ))
    };
    let case_suffix = if is_one_of_several {
        format!(". {}", place())
    } else {
        String::new()
    };
    let chart = Chart {
        title: report.messages.fill(
            Word::Pairs,
            &[
                ("one", &joint.labels[0]),
                ("other", &uncapitalize(&joint.labels[1])),
            ],
        ),
        is_titled: true,
        subtitle: if report.messages.is_translated() {
            let subject = report.messages.text(Word::ShowsPairs);
            report.messages.fill(Word::InPercent, &[("what", subject)]) + &case_suffix
        } else {
            format!("Chance of each pair, in %{case_suffix}")
        },
        is_subtitled: true,
        measure: Measure::Is(1),
        x: Axis::Sweep(1),
        series: Some(Axis::Sweep(0)),
        is_grey: report.charts.first().is_some_and(|chart| chart.is_grey),
        ..Chart::of_metric(ChartKind::Heatmap, PAIR_METRIC, None)
    };
    Ok(Report {
        sweep: vec![swept(0, &rows), swept(1, &columns)],
        cases,
        charts: vec![chart],
        ..bare_report(report)
    })
}

/// Returns the chance of a pair of values, which may have no row.
fn chance_of_both(distribution: &JointDistribution, row: Option<&JointRow>) -> Observed {
    let count = row.map_or(0, |row| row.count);
    let mut tally = Tally::default();
    tally.add(1, count);
    tally.add(0, distribution.trials - count);
    let exact = distribution.unresolved.map(|unresolved| {
        let mass = row.and_then(|row| row.exact).unwrap_or(Mass::ZERO);
        let truncated = if unresolved > 0.0 {
            Mass::inexact(unresolved)
        } else {
            Mass::ZERO
        };
        let masses = [(0, Mass::ONE - mass - truncated), (1, mass)]
            .into_iter()
            .filter(|(_, mass)| *mass != Mass::ZERO);
        ExactDistribution {
            unresolved,
            ..ExactDistribution::new(Pmf::new(masses.collect()))
        }
    });
    let metric = ShownMetric::whole(PAIR_METRIC, Kind::Flag, "Chance of both");
    Observed {
        metric: metric.into(),
        distributions: vec![Distribution::new(None, distribution.trials, tally, exact)],
    }
}

/// Returns a case that contains only how it was run.
fn bare_case(case: &Case, distribution: &JointDistribution) -> Case {
    Case {
        number: 0,
        variant: None,
        point: Vec::new(),
        trials: distribution.trials,
        metrics: Vec::new(),
        answers: Vec::new(),
        decisions: Vec::new(),
        best_play: None,
        aim_bounds: None,
        joints: Vec::new(),
        source: case.source,
        cross_check_trials: case.cross_check_trials,
        unfinished: case.unfinished,
        cost: case.cost,
        unresolved: distribution.unresolved,
    }
}

/// Returns a report that contains only its title, its rule and its run.
fn bare_report(report: &Report) -> Report {
    Report {
        name: report.name.clone(),
        title: report.title.clone(),
        rule: report.rule.clone(),
        run: report.run.clone(),
        check_p: report.check_p,
        sampler_p: report.sampler_p,
        messages: report.messages.clone(),
        ..Report::default()
    }
}
