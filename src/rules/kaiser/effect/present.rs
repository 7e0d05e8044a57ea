//! How the numbers of `power-effect` are best shown.

use crate::rule::metric::{ChartKind, Measure, Presentation, Statistic, DefaultChart};

use super::Book;

/// The presentation of one part.
pub fn presentation(book: Book, aimed: bool, targets: usize) -> Presentation {
    let fails = Measure::AtMost(-1);
    let (headlines, charts) = match book {
        Book::First => {
            let mut charts = vec![
                DefaultChart::new(
                    ChartKind::Lines,
                    "first_degree",
                    fails,
                    "How often does the power take hold?",
                    "Chance that the first target fails its first check",
                ),
                DefaultChart::new(
                    ChartKind::Heatmap,
                    "first_degree",
                    fails,
                    "When does the power take hold?",
                    "Chance in % that the first target fails its first check",
                ),
                DefaultChart::new(
                    ChartKind::Distribution,
                    "first_degree",
                    Measure::Mean,
                    "By how much does the first check pass or fail?",
                    "Chance of each degree: below 0 the check fails, 0 there is none",
                ),
            ];
            if aimed {
                charts.push(DefaultChart::new(
                    ChartKind::Distribution,
                    "hits",
                    Measure::Mean,
                    if targets > 1 { "How many targets are hit?" } else { "Is the target hit?" },
                    "Chance of each number of hits",
                ));
            }
            (vec![Statistic::new("first_degree", fails, "First check fails")], charts)
        }
        Book::Afflicted => (
            vec![Statistic::new("still_afflicted", Measure::Is(1), "Still afflicted at the end")],
            vec![DefaultChart::new(
                ChartKind::Fan,
                "afflicted",
                Measure::Mean,
                "How many are afflicted as the rounds go by?",
                "Targets afflicted at the end of each round",
            )],
        ),
        Book::Rounds => (
            vec![Statistic::new("rounds_afflicted", Measure::Mean, "Mean rounds afflicted")],
            vec![
                DefaultChart::new(
                    ChartKind::Lines,
                    "rounds_afflicted",
                    Measure::Mean,
                    "How long does the power afflict?",
                    "Mean rounds afflicted, over all targets",
                ),
                DefaultChart::new(
                    ChartKind::AtLeast,
                    "rounds_afflicted",
                    Measure::Mean,
                    "How many rounds of affliction can you count on?",
                    "Chance of at least k rounds afflicted, over all targets",
                ),
            ],
        ),
        Book::Checks => (Vec::new(), Vec::new()),
    };
    Presentation { step: "Round".into(), step_names: Vec::new(), headlines, charts, notes: Vec::new() }
}
