//! The table of odds on a card: the main numbers for all varied parameters.

use std::collections::HashMap;

use super::read::{CardNumber, card_numbers};
use super::sides::{CardPlace, CardSide, varied_axes};
use crate::chart_data::ChartData;
use crate::estimate::{Estimate, MIN_SHOWN_SHARE, min_shown_share_text};
use crate::figures::IMPOSSIBLE_MARK;
use crate::messages::Word;
use crate::report::{Axis, Case, Chart, Report};
use crate::rule::metric::{Kind, Tone};
use crate::rule::presentation::{ChartKind, Measure};
use crate::summary;

/// The maximal number of numbers of a case that a card shows.
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
    /// Returns the odds of a report, and numbers that are not part of the table.
    pub(super) fn of(report: &Report) -> Result<(CardOdds, Vec<CardFact>), String> {
        let (table, facts) = match varied_axes(report).as_slice() {
            [] => single_case(report)?,
            [rows, rest @ ..] => (varying_odds(report, *rows, rest), Vec::new()),
        };
        if table.measures.is_empty() || table.rows.places.is_empty() {
            return Err("it shows no number".to_owned());
        }
        Ok((table, facts))
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

    /// Returns whether any cell shows an impossible event.
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

/// A number below the table of a single case.
#[derive(Clone, Debug, PartialEq)]
pub struct CardFact {
    /// Its label.
    pub label: String,
    /// The label and the number.
    pub text: String,
}

/// Returns the table of a single case, and its other numbers. All numbers of the table have one
/// unit. They are the distribution of the first metric, or else the chances of the case, or else
/// its other numbers.
pub(super) fn single_case(report: &Report) -> Result<(CardOdds, Vec<CardFact>), String> {
    let case = report.cases.first().ok_or("no case is left")?;
    let metric = subject_metric(report, case).ok_or("it shows no metric")?;
    let distribution = distribution_odds(report, &metric)?;
    let numbers: Vec<(CardNumber<'_>, CardCell, bool)> = card_numbers(report)
        .into_iter()
        .filter_map(|number| {
            let reading = number.reading(report, case)?;
            let cell = cell(report, &number, case, number.tone(report))?;
            Some((number, cell, reading.kind.is_chance()))
        })
        .collect();
    let has_chances = numbers.iter().any(|(.., is_chance)| *is_chance);
    let is_row = |number: &CardNumber<'_>, is_chance: bool| match &distribution {
        Some(_) => number.headline(report).is_some_and(|headline| {
            headline.metric == metric && matches!(headline.measure, Measure::Is(_))
        }),
        None => is_chance == has_chances,
    };
    let (rows, others): (Vec<_>, Vec<_>) = numbers
        .into_iter()
        .partition(|(number, _, is_chance)| is_row(number, *is_chance));
    let fact = |(number, cell, is_chance): &(CardNumber<'_>, CardCell, bool)| {
        let label = number.label(report);
        let value = if *is_chance {
            report.messages.percent(&cell.text)
        } else {
            cell.text.clone()
        };
        let text = format!("{label}: {value}");
        CardFact { label, text }
    };
    let facts = others.iter().map(fact).collect();
    let table = distribution.unwrap_or_else(|| number_rows(report, rows, has_chances));
    Ok((table, facts))
}

/// Returns a table with a row for each number.
fn number_rows(
    report: &Report,
    numbers: Vec<(CardNumber<'_>, CardCell, bool)>,
    are_chances: bool,
) -> CardOdds {
    let (places, cells) = numbers
        .into_iter()
        .map(|(number, cell, _)| (plain_place(number.label(report)), vec![Some(cell)]))
        .unzip();
    one_column(report, String::new(), places, cells, are_chances)
}

/// Returns a table of one column.
fn one_column(
    report: &Report,
    label: String,
    places: Vec<CardPlace>,
    cells: Vec<Vec<Option<CardCell>>>,
    is_chance: bool,
) -> CardOdds {
    let heading = if is_chance {
        report.messages.text(Word::Chance).to_owned()
    } else {
        String::new()
    };
    CardOdds {
        rows: CardSide {
            label,
            places,
            ..CardSide::single()
        },
        columns: CardSide::single(),
        blocks: vec![String::new()],
        measures: vec![CardMeasure {
            label: heading,
            is_chance,
            cells: vec![cells],
        }],
        omitted: None,
    }
}

fn plain_place(text: String) -> CardPlace {
    CardPlace { text, die: None }
}

/// Returns the distribution of a metric of the only case. Returns `None` if the metric is only yes
/// or no. Also returns `None` if its distribution depends on how ties of best play are broken,
/// because it is then only that of one play.
fn distribution_odds(report: &Report, metric: &str) -> Result<Option<CardOdds>, String> {
    let step = report
        .headlines
        .iter()
        .find(|headline| headline.metric == metric)
        .and_then(|headline| headline.step);
    let chart = Chart::of_metric(ChartKind::Distribution, metric, step);
    let data = ChartData::for_print(report, &chart)?;
    let distribution = data.distribution(0, 0).ok_or("it was never seen")?;
    let kind = &data.observed.metric.kind;
    if report.depends_on_ties(metric) || *kind == Kind::Flag {
        return Ok(None);
    }
    let values = data.shown_values();
    let codes: Vec<i64> = values.iter().map(|shown_value| shown_value.value).collect();
    let chances = data.chances(distribution, &codes);
    let is_count = !matches!(kind, Kind::Category(_));
    let is_faint = |chance: &Estimate| is_count && chance.value < MIN_SHOWN_SHARE;
    let faint = chances.iter().filter(|chance| is_faint(chance)).count();
    let (places, cells) = values
        .iter()
        .zip(&chances)
        .filter(|(_, chance)| !is_faint(chance))
        .map(|(shown_value, chance)| {
            let tone = shown_value.tone.unwrap_or(Tone::Neutral);
            let cell = format_cell(report, *chance, true, chance.value, tone);
            (plain_place(shown_value.label.clone()), vec![Some(cell)])
        })
        .unzip();
    let least = min_shown_share_text(report.messages.numerals());
    let faint_note = || {
        report.messages.fill(
            Word::FaintValues,
            &[("count", &faint.to_string()), ("share", &least)],
        )
    };
    Ok(Some(CardOdds {
        omitted: (faint > 0).then(faint_note),
        ..one_column(report, data.label(), places, cells, true)
    }))
}
