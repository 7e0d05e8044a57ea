//! How the numbers of `card-activation` are best shown.

use crate::rule::metric::{ChartKind, Measure, Presentation, Statistic, DefaultChart};

/// The presentation, for several attempts or one, with scatter or without.
pub fn presentation(repeated: bool, scatters: bool) -> Presentation {
    let yes = Measure::Is(1);
    let mut headlines = vec![Statistic::new("succeeded", yes, "Activated")];
    if repeated {
        headlines.push(Statistic::new("attempts_used", Measure::Mean, "Mean attempts"));
    }
    headlines.push(match scatters {
        true => Statistic::new("miss_distance", Measure::Mean, "Mean squares off"),
        false => Statistic::new("margin", Measure::Mean, "Mean margin").at(1),
    });
    let results = DefaultChart::new(
        ChartKind::Stacked,
        "result",
        Measure::Is(super::SUCCEEDED),
        "How does the activation turn out?",
        "Chance of each result of an attempt",
    );
    let mut charts = vec![
        DefaultChart::new(
            ChartKind::Lines,
            "succeeded",
            yes,
            "How often is the effect activated?",
            "Chance that the activation succeeds",
        ),
        DefaultChart::new(
            ChartKind::Heatmap,
            "succeeded",
            yes,
            "When is the effect activated?",
            "Chance in % that the activation succeeds",
        ),
        if repeated { results } else { results.at(1) },
        DefaultChart::new(
            ChartKind::Distribution,
            "margin",
            Measure::Mean,
            "By how much does the activation succeed or fail?",
            "Chance of each margin of the score over the resistance, first attempt",
        )
        .at(1),
    ];
    if scatters {
        charts.push(DefaultChart::new(
            ChartKind::Distribution,
            "miss_distance",
            Measure::Mean,
            "How far from its target does the effect land?",
            "Chance of each distance in squares; 0 is on target",
        ));
        charts.push(DefaultChart::new(
            ChartKind::Distribution,
            "offset_x",
            Measure::Mean,
            "How far to the side does the effect land?",
            "Chance of each offset in squares, left (below 0) or right",
        ));
        charts.push(DefaultChart::new(
            ChartKind::Distribution,
            "offset_y",
            Measure::Mean,
            "How far ahead or behind does the effect land?",
            "Chance of each offset in squares, short (below 0) or long",
        ));
    }
    Presentation { step: "Attempt".into(), step_names: Vec::new(), headlines, charts, notes: Vec::new() }
}
