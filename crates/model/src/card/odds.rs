//! The table of odds on a card: the main numbers for all varied parameters.

use std::collections::HashMap;

use super::read::{CardNumber, card_numbers};
use super::sides::{CardSide, varied_axes};
use crate::chart_data::ChartData;
use crate::estimate::{Estimate, MIN_SHOWN_SHARE, min_shown_share_text};
use crate::figures::IMPOSSIBLE_MARK;
use crate::messages::Word;
use crate::report::{Axis, Case, Chart, Report};
use crate::rule::metric::{Kind, Tone};
use crate::rule::presentation::{ChartKind, Measure};
use crate::summary;

/// The most numbers of a case that a card shows.
const MAX_MEASURES: usize = 3;

/// A number on a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardCell {
    /// The text; a probability is in percent without the sign.
    pub text: String,
    /// The number.
    pub value: f64,
    /// Whether a large value is good news.
    pub tone: Tone,
    /// Whether it is exact.
    pub is_exact: bool,
}

/// A number that is shown for every case.
#[derive(Clone, Debug, PartialEq)]
pub struct CardMeasure {
    /// Its label.
    pub label: String,
    /// Whether it is a probability.
    pub is_chance: bool,
    /// The cells by block, row and column.
    pub cells: Vec<Vec<Vec<Option<CardCell>>>>,
}

/// The odds on a card: numbers with tones, along two sides and in blocks. The card transposes,
/// splits and arranges them to fit the page.
#[derive(Clone, Debug, PartialEq)]
pub struct CardOdds {
    /// The rows.
    pub rows: CardSide,
    /// The columns.
    pub columns: CardSide,
    /// The heading of each block. A single block has no heading.
    pub blocks: Vec<String>,
    /// The shown numbers, the most important first.
    pub measures: Vec<CardMeasure>,
    /// A note on values that were left out because they are rare.
    pub omitted: Option<String>,
}

impl CardOdds {
    /// Returns the odds of a report.
    pub(super) fn of(report: &Report) -> Result<CardOdds, String> {
        match varied_axes(report).as_slice() {
            [] => single_case_odds(report),
            [rows, rest @ ..] => Ok(varying_odds(report, *rows, rest)),
        }
        .and_then(|table: CardOdds| {
            if table.measures.is_empty() || table.rows.places.is_empty() {
                Err("it shows no number".to_owned())
            } else {
                Ok(table)
            }
        })
    }

    /// Returns the table with rows and columns swapped.
    pub fn transpose(&self) -> CardOdds {
        let turn = |block: &Vec<Vec<Option<CardCell>>>| {
            (0..self.columns.places.len())
                .map(|column| block.iter().map(|row| row[column].clone()).collect())
                .collect()
        };
        let measure = |original: &CardMeasure| CardMeasure {
            cells: original.cells.iter().map(turn).collect(),
            ..original.clone()
        };
        let measures = self.measures.iter().map(measure).collect();
        CardOdds {
            rows: self.columns.clone(),
            columns: self.rows.clone(),
            measures,
            ..self.clone()
        }
    }

    fn cells(&self) -> impl Iterator<Item = &CardCell> {
        self.measures
            .iter()
            .flat_map(|measure| measure.cells.iter().flatten().flatten().flatten())
    }

    /// Whether any cell shows an impossible event.
    pub(super) fn has_dashes(&self) -> bool {
        self.cells().any(|cell| cell.text == IMPOSSIBLE_MARK)
    }

    pub(super) fn has_chances(&self) -> bool {
        self.measures.iter().any(|measure| measure.is_chance)
    }

    /// Returns how many of the numbers are exact, and how many there are.
    pub(super) fn exact_and_total(&self) -> (usize, usize) {
        (
            self.cells().filter(|cell| cell.is_exact).count(),
            self.cells().count(),
        )
    }
}

/// Returns the cell of a number in a case. If the number depends on how ties of best play are
/// broken, the cell shows its range.
fn cell(report: &Report, number: &CardNumber<'_>, case: &Case, tone: Tone) -> Option<CardCell> {
    let reading = number
        .reading(report, case)
        .filter(|reading| reading.exact_or_estimate().is_finite())?;
    let to_cell = |estimate: Estimate| {
        format_cell(
            report,
            estimate,
            reading.kind.is_chance(),
            reading.exact_or_estimate(),
            tone,
        )
    };
    let cell = to_cell(Estimate::from_reading(&reading));
    let Some(range) = number.tied_range(report, case) else {
        return Some(cell);
    };
    let [least, most] = [range.least, range.most].map(|value| to_cell(Estimate::known(value)).text);
    let text = if least == most {
        least
    } else {
        format!("{least}{}{most}", report.messages.text(Word::Range))
    };
    Some(CardCell { text, ..cell })
}

fn format_cell(
    report: &Report,
    estimate: Estimate,
    is_chance: bool,
    value: f64,
    tone: Tone,
) -> CardCell {
    let numerals = report.messages.numerals();
    let text = if is_chance {
        estimate.digits(numerals)
    } else {
        estimate.bare_mean(numerals)
    };
    CardCell {
        text,
        value,
        tone,
        is_exact: estimate.is_exact,
    }
}

/// Returns a table over the varied axes.
fn varying_odds(report: &Report, rows: Axis, rest: &[Axis]) -> CardOdds {
    let (columns, blocks) = match rest {
        [] => (CardSide::single(), Vec::new()),
        [columns, blocks @ ..] => (
            CardSide::of(report, *columns),
            blocks
                .iter()
                .map(|axis| CardSide::of(report, *axis))
                .collect(),
        ),
    };
    let rows = CardSide::of(report, rows);
    let blocks = block_combinations(&blocks);
    let case_at: HashMap<(Option<usize>, &[usize]), &Case> = report
        .cases
        .iter()
        .map(|case| ((case.variant, case.point.as_slice()), case))
        .collect();
    let usual = report.usual_case();
    let case = |places: &[(Axis, usize)]| {
        let (mut variant, mut point) = (usual?.variant, usual?.point.clone());
        for &(axis, index) in places {
            match axis {
                Axis::Sweep(parameter) => point[parameter] = index,
                _ => variant = Some(index),
            }
        }
        case_at.get(&(variant, point.as_slice())).copied()
    };
    let measure = |number: CardNumber<'_>| {
        let tone = number.tone(report);
        let cells = |block: &[(Axis, usize)], row: usize| {
            let cell = |column: usize| {
                let sides = [(&rows, row), (&columns, column)];
                let side_places = sides.iter().filter_map(|(side, index)| {
                    side.axis.as_ref().map(|axis| (axis.0, axis.1[*index]))
                });
                let case = case(&block.iter().copied().chain(side_places).collect::<Vec<_>>())?;
                cell(report, &number, case, tone)
            };
            (0..columns.places.len()).map(cell).collect::<Vec<_>>()
        };
        let block = |(_, block): &(String, Vec<(Axis, usize)>)| {
            (0..rows.places.len())
                .map(|row| cells(block, row))
                .collect()
        };
        let is_chance = report
            .cases
            .first()
            .and_then(|case| number.reading(report, case))
            .is_some_and(|reading| reading.kind.is_chance());
        CardMeasure {
            label: number.label(report),
            is_chance,
            cells: blocks.iter().map(block).collect(),
        }
    };
    let measures = card_numbers(report)
        .into_iter()
        .take(MAX_MEASURES)
        .map(measure)
        .collect();
    CardOdds {
        measures,
        blocks: blocks.iter().map(|block| block.0.clone()).collect(),
        rows: rows.clone(),
        columns: columns.clone(),
        omitted: None,
    }
}

/// Returns every combination of the sides that make blocks: its heading and its indices.
fn block_combinations(sides: &[CardSide]) -> Vec<(String, Vec<(Axis, usize)>)> {
    let mut blocks = vec![(String::new(), Vec::new())];
    for side in sides {
        let Some((axis, indices)) = &side.axis else {
            continue;
        };
        let longer = |(name, places): &(String, Vec<(Axis, usize)>)| {
            let name = name.clone();
            let places = places.clone();
            (0..indices.len())
                .map(move |nth| {
                    let heading = [name.as_str(), &side.place_in_words(nth)]
                        .iter()
                        .filter(|part| !part.is_empty())
                        .copied()
                        .collect::<Vec<_>>()
                        .join(", ");
                    (
                        heading,
                        places
                            .iter()
                            .copied()
                            .chain([(*axis, indices[nth])])
                            .collect(),
                    )
                })
                .collect::<Vec<_>>()
        };
        blocks = blocks.iter().flat_map(longer).collect();
    }
    blocks
}

/// Returns the metric of the summary, else that of the first headline, else the first one.
fn subject_metric(report: &Report, case: &Case) -> Option<String> {
    let first_headline = || Some(report.headlines.first()?.metric.clone());
    let first_metric = || Some(case.metrics.first()?.metric.name.clone());
    summary::metric(report)
        .or_else(first_headline)
        .or_else(first_metric)
}

/// Returns the table of a single case: the distribution of its first metric, and its other numbers.
fn single_case_odds(report: &Report) -> Result<CardOdds, String> {
    let messages = &*report.messages;
    let case = report.cases.first().ok_or("no case is left")?;
    let metric = subject_metric(report, case).ok_or("it shows no metric")?;
    let step = report
        .headlines
        .iter()
        .find(|headline| headline.metric == metric)
        .and_then(|headline| headline.step);
    let chart = Chart::of_metric(ChartKind::Distribution, &metric, step);
    let data = ChartData::for_print(report, &chart)?;
    let distribution = data.distribution(0, 0).ok_or("it was never seen")?;
    let values = data.shown_values();
    let codes: Vec<i64> = values.iter().map(|shown_value| shown_value.value).collect();
    let chances = data.chances(distribution, &codes);
    let is_count = !matches!(data.observed.metric.kind, Kind::Category(_) | Kind::Flag);
    let (mut rows, mut cells, mut left_out) = (CardSide::single(), Vec::new(), 0);
    rows.places.clear();
    // The distribution is left out if it depends on how ties of best play are broken, because then
    // it is only that of one play.
    let values = if report.depends_on_ties(&metric) {
        &[][..]
    } else {
        &values[..]
    };
    for (shown_value, chance) in values.iter().zip(&chances) {
        if is_count && chance.value < MIN_SHOWN_SHARE {
            left_out += 1;
            continue;
        }
        let tone = shown_value.tone.unwrap_or(Tone::Neutral);
        rows.places.push(super::CardPlace {
            text: shown_value.label.clone(),
            die: None,
        });
        cells.push(vec![Some(format_cell(
            report,
            *chance,
            true,
            chance.value,
            tone,
        ))]);
    }
    rows.label = if values.is_empty() {
        String::new()
    } else {
        data.label()
    };
    let cells_of_values = rows.places.len();
    // Means and numbers of other metrics are not in the rows.
    for number in card_numbers(report) {
        let is_there = number.headline(report).is_some_and(|headline| {
            headline.metric == metric && matches!(headline.measure, Measure::Is(_))
        });
        let is_shown = is_there && !values.is_empty();
        let Some(reading) = number.reading(report, case).filter(|_| !is_shown) else {
            continue;
        };
        let Some(found) = cell(report, &number, case, number.tone(report)) else {
            continue;
        };
        let text = if reading.kind.is_chance() {
            report.messages.percent(&found.text)
        } else {
            found.text.clone()
        };
        rows.places.push(super::CardPlace {
            text: number.label(report),
            die: None,
        });
        cells.push(vec![Some(CardCell { text, ..found })]);
    }
    let least = min_shown_share_text(report.messages.numerals());
    let faint_note = |count: i32| {
        messages.fill(
            Word::FaintValues,
            &[("count", &count.to_string()), ("share", &least)],
        )
    };
    let faint = (left_out > 0).then(|| faint_note(left_out));
    let label = if rows.places.len() == cells_of_values {
        messages.text(Word::Chance).to_owned()
    } else {
        String::new()
    };
    let measure = CardMeasure {
        label,
        is_chance: true,
        cells: vec![cells],
    };
    Ok(CardOdds {
        rows,
        columns: CardSide::single(),
        blocks: vec![String::new()],
        measures: vec![measure],
        omitted: faint,
    })
}
