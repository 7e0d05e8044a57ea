//! Tests the tables of each kind of chart.

use insta::assert_snapshot;

use oddsmith_model::report::{Axis, Chart, Report};
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{ChartKind, Measure};
use oddsmith_testing::made::{ReportFixture, binomial, chart, outcomes, results, swept};

fn markdown(report: &Report, chart: &Chart) -> Result<String, String> {
    super::chart(report, chart).map(|table| table.to_markdown())
}

fn latex(report: &Report, chart: &Chart) -> Result<String, String> {
    super::chart(report, chart).map(|table| table.to_latex(&report.messages))
}

fn stacked() -> Chart {
    chart(ChartKind::Stacked, Axis::Sweep(0), None, Measure::Is(3))
}

fn wing() -> ReportFixture {
    ReportFixture {
        sweep: vec![swept("QV", &[1, 2, 6])],
        ..ReportFixture::new(outcomes(), "Result")
    }
}

#[test]
fn stacked_bars_are_rows() {
    let report = wing().report(|_, values, _| results(3, (7 - values[0]) as u64));
    assert_snapshot!(markdown(&report, &stacked()).unwrap(), @r"
    **How does it turn out?**

    Chance of it

    | QV of the Wing | All succeed | Mixed | All fail |
    | :------------- | ----------: | ----: | -------: |
    | 1              |        100% |     – |        – |
    | 2              |       57.9% | 41.7% |    0.46% |
    | 6              |       0.46% | 41.7% |    57.9% |

    *– means impossible. Exact; 10,000 simulated trials per case, seed 7. Simulated trials agree with the exact odds.*
    ");
    assert_snapshot!(latex(&report, &stacked()).unwrap(), @r"
    % Needs \usepackage{booktabs}
    \begin{table}
      \centering
      \caption{How does it turn out?}
      {\small Chance of it\par}
      \smallskip
      \begin{tabular}{@{}lrrr@{}}
        \toprule
        QV of the Wing & All succeed & Mixed & All fail \\
        \midrule
        1 & 100\% & -- & -- \\
        2 & 57.9\% & 41.7\% & 0.46\% \\
        6 & 0.46\% & 41.7\% & 57.9\% \\
        \bottomrule
      \end{tabular}

      \smallskip
      {\footnotesize -- means impossible. Exact; 10,000 simulated trials per case, seed 7. Simulated trials agree with the exact odds.\par}
    \end{table}
    ");
}

#[test]
fn simulated_odds_have_no_more_digits_than_their_intervals() {
    let report = ReportFixture {
        is_exact: false,
        trials: 100,
        ..wing()
    }
    .report(|_, values, _| results(3, (7 - values[0]) as u64));
    assert_snapshot!(markdown(&report, &stacked()).unwrap(), @r"
    **How does it turn out?**

    Chance of it

    | QV of the Wing | All succeed |      Mixed |   All fail |
    | :------------- | ----------: | ---------: | ---------: |
    | 1              |      >96.3% |      <3.7% |      <3.7% |
    | 2              |  58.0% ±9.8 | 42.0% ±9.8 |      <3.7% |
    | 6              |       <3.7% | 42.0% ±9.8 | 58.0% ±9.8 |

    *100 simulated trials per case, seed 7, 95% confidence.*
    ");
}

#[test]
fn heat_maps_keep_their_rows_and_columns() {
    let fixture = ReportFixture {
        sweep: vec![swept("QV", &[2, 6]), swept("Dice", &[1, 2, 5])],
        ..ReportFixture::new(Kind::Count, "Successes")
    };
    let report = fixture.report(|_, values, _| binomial(values[1] as u32, (7 - values[0]) as u64));
    let heat = chart(
        ChartKind::Heatmap,
        Axis::Sweep(1),
        Some(Axis::Sweep(0)),
        Measure::AtLeast(2),
    );
    assert_snapshot!(markdown(&report, &heat).unwrap(), @r"
    **How does it turn out?**

    Chance of it

    | QV of the Wing / Dice of the Wing |   1 |     2 |      5 |
    | :-------------------------------- | --: | ----: | -----: |
    | 2                                 |   – | 69.4% | 99.67% |
    | 6                                 |   – |  2.8% |  19.6% |

    *– means impossible. Exact; 10,000 simulated trials per case, seed 7. Simulated trials agree with the exact odds.*
    ");
    let dice = |dice: &[i64]| vec![swept("QV", &[2, 6]), swept("Dice", dice)];
    let few = ReportFixture {
        sweep: dice(&[1, 2]),
        ..ReportFixture::new(Kind::Count, "Successes")
    };
    let few = few.report(|_, values, _| binomial(values[1] as u32, (7 - values[0]) as u64));
    let text = latex(&few, &heat).unwrap();
    assert!(
        text.contains("    QV of the Wing / Dice of the Wing & 1 & 2 "),
        "no room above: {text}"
    );
    let more = ReportFixture {
        sweep: dice(&[1, 2, 3, 4, 5]),
        ..fixture
    };
    let more = more.report(|_, values, _| binomial(values[1] as u32, (7 - values[0]) as u64));
    let text = latex(&more, &heat).unwrap();
    let heads = "    & \\multicolumn{5}{c}{Dice of the Wing} \\\\\n    \\cmidrule(l){2-6}\n    QV of the Wing & 1 & 2 & 3 & 4 & 5 \\\\\n";
    assert!(text.contains(heads), "{text}");
    let lines = chart(
        ChartKind::Lines,
        Axis::Sweep(1),
        Some(Axis::Sweep(0)),
        Measure::Mean,
    );
    assert_snapshot!(markdown(&report, &lines).unwrap(), @r"
    **How does it turn out?**

    Chance of it

    | Dice of the Wing / QV of the Wing |    2 |    6 |
    | :-------------------------------- | ---: | ---: |
    | 1                                 | 0.83 | 0.17 |
    | 2                                 | 1.67 | 0.33 |
    | 5                                 | 4.17 | 0.83 |

    *Exact; 10,000 simulated trials per case, seed 7. Simulated trials agree with the exact odds.*
    ");
}

#[test]
fn comparisons_have_a_difference() {
    let fixture = ReportFixture {
        variants: &["As published", "No_penalties"],
        ..ReportFixture::new(Kind::Count, "Actions")
    };
    let report = fixture.report(|variant, _, _| binomial(3, [3, 4][variant]));
    let pair = chart(
        ChartKind::Compare,
        Axis::Values,
        Some(Axis::Variants),
        Measure::Mean,
    );
    assert_snapshot!(markdown(&report, &pair).unwrap(), @r"
    **How does it turn out?**

    Chance of it

    | Actions | As published | No\_penalties | Difference |
    | :------ | -----------: | ------------: | ---------: |
    | 0       |         100% |          100% |       0 pp |
    | 1       |        87.5% |         96.3% |    +8.8 pp |
    | 2       |        50.0% |         74.1% |   +24.1 pp |
    | 3       |        12.5% |         29.6% |   +17.1 pp |

    *Chance of each value or more. Difference: the second minus the first, in percentage points, rounded separately. Exact; 10,000 simulated trials per case, seed 7. Simulated trials agree with the exact odds.*
    ");
    assert_snapshot!(latex(&report, &pair).unwrap(), @r"
    % Needs \usepackage{booktabs}
    \begin{table}
      \centering
      \caption{How does it turn out?}
      {\small Chance of it\par}
      \smallskip
      \begin{tabular}{@{}lrrr@{}}
        \toprule
        Actions & As published & No\_penalties & Difference \\
        \midrule
        0 & 100\% & 100\% & 0 pp \\
        1 & 87.5\% & 96.3\% & +8.8 pp \\
        2 & 50.0\% & 74.1\% & +24.1 pp \\
        3 & 12.5\% & 29.6\% & +17.1 pp \\
        \bottomrule
      \end{tabular}

      \smallskip
      {\footnotesize Chance of each value or more. Difference: the second minus the first, in percentage points, rounded separately. Exact; 10,000 simulated trials per case, seed 7. Simulated trials agree with the exact odds.\par}
    \end{table}
    ");
}

#[test]
fn every_variant_is_compared_with_the_first() {
    let fixture = ReportFixture {
        variants: &["Old", "Mild", "Harsh"],
        ..ReportFixture::new(Kind::Count, "Actions")
    };
    let report =
        fixture.report(|variant, _, _| vec![(0, [4, 2, 3][variant]), (1, [4, 6, 5][variant])]);
    let comparison = chart(
        ChartKind::Compare,
        Axis::Values,
        Some(Axis::Variants),
        Measure::Mean,
    );
    let table = markdown(&report, &comparison).unwrap();
    let cells = |start: &str| -> Vec<&str> {
        let row = table.lines().find(|line| line.starts_with(start)).unwrap();
        row.split('|')
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect()
    };
    assert_eq!(
        cells("| Actions"),
        [
            "Actions",
            "Old",
            "Mild",
            "Harsh",
            "Difference of Mild",
            "Difference of Harsh"
        ]
    );
    assert_eq!(
        cells("| 1 "),
        ["1", "50.0%", "75.0%", "62.5%", "+25.0 pp", "+12.5 pp"]
    );
}

#[test]
fn fans_and_distributions_become_tables() {
    let fixture = ReportFixture {
        steps: Some((0, 2)),
        ..ReportFixture::new(Kind::Count, "Acts left")
    };
    let report = fixture.report(|_, _, step| binomial(12, 6 - u64::from(step)));
    let fan = chart(ChartKind::Fan, Axis::Steps, None, Measure::Mean);
    assert_snapshot!(markdown(&report, &fan).unwrap(), @r"
    **How does it turn out?**

    Chance of it

    | Turn |  5% | 25% | Median | 75% | 95% |  Mean |
    | :--- | --: | --: | -----: | --: | --: | ----: |
    | 0    |  12 |  12 |     12 |  12 |  12 | 12.00 |
    | 1    |   8 |   9 |     10 |  11 |  12 | 10.00 |
    | 2    |   5 |   7 |      8 |   9 |  11 |  8.00 |

    *The p% column is the smallest number that at least p% of trials do not exceed. Exact; 10,000 simulated trials, seed 7. Simulated trials agree with the exact odds.*
    ");
    let report = ReportFixture::new(Kind::Count, "Successes").report(|_, _, _| binomial(3, 1));
    let bars = chart(ChartKind::Distribution, Axis::Values, None, Measure::Mean);
    assert_snapshot!(markdown(&report, &bars).unwrap(), @r"
    **How does it turn out?**

    Chance of it

    | Successes | Chance |
    | :-------- | -----: |
    | 0         |  57.9% |
    | 1         |  34.7% |
    | 2         |   6.9% |
    | 3         |  0.46% |

    *Exact; 10,000 simulated trials, seed 7. Simulated trials agree with the exact odds.*
    ");
}

#[test]
fn long_tables_repeat_their_heads_on_each_page() {
    let fixture = ReportFixture {
        steps: Some((1, 31)),
        ..ReportFixture::new(Kind::Count, "Pool")
    };
    let report = fixture.report(|_, _, _| binomial(3, 3));
    let text = latex(
        &report,
        &chart(ChartKind::Fan, Axis::Steps, None, Measure::Mean),
    )
    .unwrap();
    for part in [
        "% Needs \\usepackage{booktabs,longtable}",
        "\\begin{longtable}{@{}lrrrrrr@{}}",
        "\\endfirsthead",
        "\\endhead",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("Median").count(), 2);
    assert!(!text.contains("\\begin{table}"));
}

#[test]
fn chart_without_numbers_is_an_error() {
    let report = wing().report(|_, _, _| results(3, 3));
    let lost = Chart {
        metric: "unknown".into(),
        ..stacked()
    };
    assert!(markdown(&report, &lost).is_err() && latex(&report, &lost).is_err());
}
