//! What company the numbers of a report are in: all that its tables, pictures and sentences tell.

use crate::estimate::Estimate;
use crate::figures::Company;
use crate::report::{Reading, Report};
use crate::rule::metric::{Kind, Measure};

/// The company of a report: its columns are what was asked and the numbers to read first, each over all cases, and the laws
/// behind these, each by itself. Numbers that are estimated have the decimals of those that are computed.
pub fn company(report: &Report) -> Company {
    let (mut chances, mut means) = (Vec::new(), Vec::new());
    let mut add = |column: Vec<Reading>| {
        let known = |is_chance: bool| {
            let own = column.iter().filter(|reading| reading.is_probability == is_chance && reading.exact.is_some());
            own.map(|reading| Estimate::read(reading).value).filter(|value| value.is_finite()).collect::<Vec<f64>>()
        };
        chances.push(known(true));
        means.push(known(false));
    };
    for (at, ask) in report.asks.iter().enumerate() {
        add(report.cases.iter().map(|case| case.answers[at].reading(ask.is_probability())).collect());
    }
    for own in &report.headlines {
        add(report.cases.iter().filter_map(|case| report.reading(case, own)).collect());
        for case in &report.cases {
            let (Some(observed), Some(law)) = (case.observed(&own.metric), case.law(&own.metric, own.step)) else {
                continue;
            };
            add(match observed.metric.kind {
                Kind::Flag => vec![law.read(Measure::Is(1), report.run.confidence)],
                _ => {
                    let values: Vec<i64> = law.pmf().into_iter().flat_map(|pmf| pmf.masses()).map(|own| own.0).collect();
                    observed.chances(law, &values, report.run.confidence)
                }
            });
        }
    }
    let company = Company::of(&chances, &means);
    // What a mistake costs is often less than a point.
    let mut plays = report.cases.iter().filter_map(|case| case.best_play.as_ref());
    if plays.any(|play| play.is_chance) { company.with_decimal() } else { company }
}
