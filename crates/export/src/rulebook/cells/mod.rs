//! The rows and columns of the table of a chart.

mod curves;

use oddsmith_model::chart_data::{AxisPlace, ChartData, ShownValue};
use oddsmith_model::estimate::{Estimate, MIN_SHOWN_SHARE, min_shown_share_text};
use oddsmith_model::goal::Goal;
use oddsmith_model::messages::Word;
use oddsmith_model::report::Axis;
use oddsmith_model::report::policy_grid::{PolicyCell, PolicyGrid};
use oddsmith_model::report::state_graph::StateGraph;
use oddsmith_model::rule::metric::Kind;
use oddsmith_model::rule::presentation::{ChartKind, Measure};
use oddsmith_model::table::Table;

/// Longer tables leave out values with negligible chances.
const LONG_TABLE_ROWS: usize = 24;

/// Returns the columns of a chart's table. The note is about its cells.
pub(super) fn table(data: &ChartData<'_>) -> Table {
    match data.chart.kind {
        ChartKind::Stacked => stacked(data),
        ChartKind::Lines | ChartKind::Heatmap => readings(data),
        ChartKind::Fan => fan(data),
        ChartKind::AtLeast | ChartKind::AtMost | ChartKind::Compare => curves::cells(data),
        ChartKind::Distribution if data.lines.len() > 1 => curves::cells(data),
        ChartKind::Distribution => distribution(data),
        ChartKind::Policy => policy(data),
        ChartKind::States => states(data),
    }
}

/// Returns the best option in each state, and what the second best costs.
fn policy(data: &ChartData<'_>) -> Table {
    let messages = data.words();
    let Ok(grid) = PolicyGrid::read(data.report, data.chart).map(|grid| grid.translated(messages))
    else {
        return Table::default();
    };
    let cell = |cell: &Option<PolicyCell>| match cell {
        Some(cell) => {
            let name = &grid.options[cell.option].name;
            let number = grid.number_text(cell, data.numerals());
            match (cell.share, cell.loss) {
                (Some(_), _) if cell.mix.is_some() => number,
                (Some(_), _) => format!("{name} {number}"),
                (None, Some(_)) => format!("{name} ({number})"),
                (None, None) => name.clone(),
            }
        }
        None => String::new(),
    };
    let group = |row: usize| {
        grid.groups
            .iter()
            .rfind(|group| group.1 <= row)
            .map(|group| group.0.as_str())
    };
    let named = |(row, name): (usize, &String)| match (group(row), name.as_str()) {
        (None, name) => name.to_owned(),
        (Some(group), "") => group.to_owned(),
        (Some(group), name) if messages.is_translated() => format!("{name} ({group})"),
        (Some(group), name) => format!("{name} ({})", oddsmith_model::labels::uncapitalize(group)),
    };
    let names: Vec<String> = grid.rows.1.iter().enumerate().map(named).collect();
    let heads = std::iter::once(grid.rows.0.clone()).chain(grid.columns.1.iter().cloned());
    let row = |(name, cells): (String, &Vec<Option<PolicyCell>>)| {
        std::iter::once(name)
            .chain(cells.iter().map(cell))
            .collect()
    };
    let rows = names.into_iter().zip(&grid.cells).map(row);
    let mut policy_cells = grid.cells.iter().flatten().flatten().peekable();
    let is_of_chances =
        policy_cells.peek().is_some() && policy_cells.all(|cell| cell.kind.is_chance());
    let unit = if is_of_chances {
        messages.text(Word::InPercentagePoints)
    } else {
        ""
    };
    let shown = || grid.cells.iter().flatten().flatten();
    let in_brackets = messages.fill(Word::InBrackets, &[("unit", unit)]);
    let mixed = grid.mix_note(messages);
    let has_losses = mixed.is_none() || shown().any(|cell| cell.loss.is_some());
    let marks = [has_losses.then_some(in_brackets), mixed];
    let mut note = marks.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if grid.is_merged {
        note += &format!(" {}", messages.text(Word::SeveralSituations));
    }
    Table {
        column_axis: grid.columns.0.clone(),
        note,
        ..Table::from_numbers(heads, rows)
    }
}

/// Returns every transition between two states with its probability.
fn states(data: &ChartData<'_>) -> Table {
    let graph = StateGraph::read(data.report, data.chart);
    let rows = graph.iter().flat_map(|graph| {
        graph.transitions.iter().map(|transition| {
            let [from, to] = [transition.from, transition.to]
                .map(|state_index| graph.states[state_index].description.clone());
            vec![
                from,
                to,
                Estimate::known(transition.chance).percent(data.numerals()),
            ]
        })
    });
    let heads = [Word::FromColumn, Word::ToColumn, Word::Chance]
        .map(|word| data.words().text(word).to_owned());
    Table::from_numbers(heads, rows)
}

/// Returns the heading of an axis in the table.
fn axis_label(data: &ChartData<'_>, axis: Axis) -> String {
    let label = data.axis_label(axis);
    if axis == Axis::Variants && label.is_empty() {
        data.words().text(Word::Variant).to_owned()
    } else {
        label
    }
}

/// Returns a row for each place on the axis and a column for each outcome that occurs, in drawing
/// order.
fn stacked(data: &ChartData<'_>) -> Table {
    let values = data.shown_values();
    let heads = [axis_label(data, data.chart.x)]
        .into_iter()
        .chain(values.iter().map(|value| value.label.clone()));
    let row = |(nth, place): (usize, &AxisPlace)| {
        let cell = |value: &ShownValue| {
            let distribution = data.distribution(0, nth);
            distribution.map_or_else(String::new, |distribution| {
                data.estimate(distribution, Measure::Is(value.value))
                    .percent_or_dash(data.numerals())
            })
        };
        [place.tick.clone()]
            .into_iter()
            .chain(values.iter().map(cell))
            .collect()
    };
    Table::from_numbers(heads, data.xs.iter().enumerate().map(row))
}

/// Returns the chart's target, if there is one.
fn goal(data: &ChartData<'_>) -> Option<Goal> {
    let is_chance = data.is_tail() || data.is_probability();
    Some(Goal {
        value: data.chart.wishes.target?,
        is_chance,
        numerals: data.words().numerals(),
    })
}

/// Describes where each line reaches the chart's target; `None` without a target. A line lists the
/// names of its places with its values there.
fn goal_note(
    data: &ChartData<'_>,
    places: usize,
    lines: impl Iterator<Item = Vec<(String, f64)>>,
) -> Option<String> {
    let goal = goal(data)?;
    let line = |(values, line): (Vec<(String, f64)>, &AxisPlace)| (line.tick.clone(), values);
    Some(goal.reached_text(data.words(), places, lines.zip(&data.lines).map(line)))
}

/// Returns a row for each place and a column for each line. A heat map has the rows and columns of
/// the picture.
fn readings(data: &ChartData<'_>) -> Table {
    let (x, series) = (data.chart.x, data.series());
    let estimates: Vec<Vec<Option<Estimate>>> = (0..data.lines.len())
        .map(|line| {
            (0..data.xs.len())
                .map(|x| data.shown_estimate(line, x))
                .collect()
        })
        .collect();
    let numerals = data.numerals();
    let text = |estimate: &Estimate| {
        if data.is_probability() {
            estimate.percent_or_dash(numerals)
        } else {
            estimate.finite_mean(numerals)
        }
    };
    let texts = |column: &[Option<Estimate>]| {
        column
            .iter()
            .map(|reading| reading.as_ref().map_or_else(String::new, text))
            .collect::<Vec<_>>()
    };
    if data.chart.kind == ChartKind::Heatmap {
        let columns = data.xs.iter().map(|place| place.tick.clone());
        let heads = [axis_label(data, series)].into_iter().chain(columns);
        let columns = (0..data.xs.len())
            .map(|x| texts(&estimates.iter().map(|line| line[x]).collect::<Vec<_>>()));
        let columns: Vec<Vec<String>> = columns.collect();
        let row = |(line, place): (usize, &AxisPlace)| {
            [place.tick.clone()]
                .into_iter()
                .chain(columns.iter().map(|column| column[line].clone()))
                .collect()
        };
        let table = Table::from_numbers(heads, data.lines.iter().enumerate().map(row));
        return Table {
            column_axis: axis_label(data, x),
            ..table
        };
    }
    let only = data.words().capitalized(if data.is_probability() {
        Word::Chance
    } else {
        Word::Mean
    });
    let line_label = |line: &AxisPlace| {
        if series == Axis::Single {
            only.clone()
        } else {
            line.tick.clone()
        }
    };
    let along = if series == Axis::Variants {
        String::new()
    } else {
        axis_label(data, series)
    };
    let heads = [axis_label(data, x)]
        .into_iter()
        .chain(data.lines.iter().map(line_label));
    let columns: Vec<Vec<String>> = estimates.iter().map(|line| texts(line)).collect();
    let row = |(nth, place): (usize, &AxisPlace)| {
        [place.tick.clone()]
            .into_iter()
            .chain(columns.iter().map(|column| column[nth].clone()))
            .collect()
    };
    let value = |(reading, place): (&Option<Estimate>, &AxisPlace)| {
        reading
            .filter(|estimate| estimate.value.is_finite())
            .map(|estimate| (place.tick.clone(), estimate.value))
    };
    let lines = estimates
        .iter()
        .map(|line| line.iter().zip(&data.xs).filter_map(value).collect());
    let note = goal_note(data, data.xs.len(), lines).unwrap_or_default();
    Table {
        column_axis: along,
        note,
        ..Table::from_numbers(heads, data.xs.iter().enumerate().map(row))
    }
}

/// Returns a row for each step: the quantiles of the bands, the median and the mean.
fn fan(data: &ChartData<'_>) -> Table {
    const QUANTILES: [u64; 5] = [5, 25, 50, 75, 95];
    let means: Vec<Option<Estimate>> = (0..data.xs.len())
        .map(|x| {
            data.distribution(0, x)
                .map(|distribution| data.estimate(distribution, Measure::Mean))
        })
        .collect();
    let row = |(nth, place): (usize, &AxisPlace)| {
        let distribution = data.distribution(0, nth);
        let quantile = |percent| {
            distribution
                .and_then(|distribution| distribution.quantile(percent))
                .map_or_else(String::new, |value| data.number(value))
        };
        [place.tick.clone()]
            .into_iter()
            .chain(QUANTILES.map(quantile))
            .chain([means[nth].map_or_else(String::new, |mean| mean.finite_mean(data.numerals()))])
            .collect()
    };
    let messages = data.words();
    let percent = |number: &str| messages.percent(number);
    let [median, mean] = [Word::Median, Word::Mean].map(|word| messages.capitalized(word));
    let columns = [
        percent("5"),
        percent("25"),
        median,
        percent("75"),
        percent("95"),
        mean,
    ];
    let heads = [axis_label(data, data.chart.x)].into_iter().chain(columns);
    let note = messages.text(Word::Quantiles).to_owned();
    Table {
        note,
        ..Table::from_numbers(heads, data.xs.iter().enumerate().map(row))
    }
}

/// Returns the note that rows with negligible chances are left out.
fn faint_rows_note(data: &ChartData<'_>) -> String {
    data.words().fill(
        Word::FaintLeftOut,
        &[("share", &min_shown_share_text(data.words().numerals()))],
    )
}

/// Returns a row for each value.
fn distribution(data: &ChartData<'_>) -> Table {
    let Some(distribution) = data.distribution(0, 0) else {
        return Table::default();
    };
    let values = data.values();
    let chances = data.chances(distribution, &values);
    let is_shown =
        |chance: &Estimate| values.len() <= LONG_TABLE_ROWS || chance.value >= MIN_SHOWN_SHARE;
    let shown = values
        .iter()
        .zip(&chances)
        .filter(|(_, chance)| is_shown(chance));
    let mut rows: Vec<Vec<String>> = shown
        .map(|(&value, chance)| {
            vec![
                data.value_label(value),
                chance.percent_or_dash(data.numerals()),
            ]
        })
        .collect();
    let has_omitted_rows = rows.len() < values.len();
    // The chance that it never happens comes last.
    let never = distribution
        .absence_row(data.report.run.confidence)
        .filter(|_| data.observed.metric.kind == Kind::When);
    if let Some(row) = never {
        rows.push(vec![data.absent().to_owned(), {
            let exact = row
                .exact
                .map(|mass| Estimate::exact(mass.value(), distribution.unresolved()));
            let trials = distribution.trials;
            let sampled = || Estimate::sampled(row.count, trials, data.report.run.confidence);
            exact
                .unwrap_or_else(sampled)
                .percent_or_dash(data.numerals())
        }]);
    }
    let note = if has_omitted_rows {
        faint_rows_note(data)
    } else {
        String::new()
    };
    let heads = [
        data.axis_label(Axis::Values),
        data.words().text(Word::Chance).to_owned(),
    ];
    Table {
        note,
        ..Table::from_numbers(heads, rows)
    }
}
