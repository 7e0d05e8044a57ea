//! The note of a page: how the numbers were computed, and what was truncated.

use oddsmith_model::chart_data::ChartData;
use oddsmith_model::labels::capitalize_initial;
use oddsmith_model::messages::Word;
use oddsmith_model::provenance;
use oddsmith_model::rule::presentation::ChartKind;

/// The kind of a chart's whiskers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whiskers {
    None,
    /// Intervals of probabilities.
    Wilson,
    /// Intervals of means.
    Normal,
    /// There are intervals, but none is long enough to be visible.
    Unseen,
}

/// The note of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    /// A sentence on which numbers are exact; empty if the other sentences say so.
    exactness: String,
    /// The meaning of the marks, and the trials that the numbers are about.
    pub(super) legend: Vec<String>,
    /// The meaning of the whiskers, if there are any.
    whiskers: String,
    /// How the numbers were computed.
    source: String,
}

impl Note {
    /// Returns a note about exactness and the meaning of marks.
    pub(super) fn with_legend(exact: String, legend: String) -> Note {
        Note {
            exactness: exact,
            legend: [legend]
                .into_iter()
                .filter(|sentence| !sentence.is_empty())
                .collect(),
            ..Note::default()
        }
    }

    /// Returns a note with the given text and no legend.
    pub(super) fn from_text(text: String) -> Note {
        Note {
            source: text,
            ..Note::default()
        }
    }

    /// Returns whether there are visible whiskers.
    pub(super) fn has_whiskers(&self) -> bool {
        !self.whiskers.is_empty()
    }

    /// Returns the text. With a footer from the scenario, this is the legend, the meaning of the
    /// whiskers and the footer, or nothing if the footer is empty.
    pub(super) fn text(&self, footer: Option<&str>) -> String {
        let legend = self.legend.join(" ");
        let parts = match footer {
            None => vec![self.exactness.as_str(), &legend, &self.source],
            Some("") => Vec::new(),
            Some(footer) => vec![&legend, &self.whiskers, footer],
        };
        parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Returns the note of a chart with the sentences of its legend.
pub(super) fn for_chart(
    data: &ChartData<'_>,
    chart_legend: Vec<String>,
    whiskers: Whiskers,
) -> Note {
    let exact = data
        .distributions()
        .filter(|distribution| distribution.exact.is_some())
        .count();
    let (total, messages) = (data.distributions().count(), data.words());
    // If a chart has whiskers, their explanation says what is exact.
    let exactness = if exact == total && whiskers == Whiskers::None {
        messages.text(Word::Exact)
    } else if 0 < exact && exact < total {
        messages.text(Word::ExactWhere)
    } else {
        ""
    };
    let mut legend = chart_legend;
    legend.retain(|sentence| !sentence.is_empty());
    legend.extend(earlier_text(data));
    if !data.chart.counts_all_trials(data.observed) {
        legend.extend(provenance::absence_sentence(
            data.observed,
            data.report,
            data.distributions(),
            messages,
        ));
    }
    let mut source: Vec<String> = trials_text(data, whiskers, exact == total)
        .into_iter()
        .collect();
    if exact > 0 {
        source.extend(provenance::verdict_sentence(data.report, messages));
    }
    source.extend(provenance::unresolved_sentence(
        data.distributions(),
        messages,
    ));
    let whiskers = match whiskers {
        Whiskers::Wilson | Whiskers::Normal => {
            messages.fill(Word::Whiskers, &[("level", &level_text(data))])
        }
        Whiskers::None | Whiskers::Unseen => String::new(),
    };
    Note {
        exactness: exactness.to_owned(),
        legend,
        whiskers,
        source: source.join(" "),
    }
}

/// Returns the legend for the results of an earlier run.
fn earlier_text(data: &ChartData<'_>) -> Option<String> {
    let is_pinned = data.report.changes_since.as_ref()?.kind == "pinned";
    let [same, bars, corners, grey] = if is_pinned {
        [
            Word::PinnedSame,
            Word::PinnedBars,
            Word::PinnedCorners,
            Word::PinnedGrey,
        ]
    } else {
        [
            Word::EarlierSame,
            Word::EarlierBars,
            Word::EarlierCorners,
            Word::EarlierGrey,
        ]
    };
    let word = match (data.changed?, data.chart.kind) {
        (false, _) => same,
        (true, ChartKind::Stacked) => bars,
        (true, ChartKind::Heatmap) => corners,
        (true, _) => grey,
    };
    Some(data.words().text(word).to_owned())
}

/// Returns the trials and the whiskers in words: "1,000,000 simulated trials per case, seed 1;
/// whiskers are 95% Wilson intervals."
fn trials_text(data: &ChartData<'_>, whiskers: Whiskers, is_exact: bool) -> Option<String> {
    let (is_one, messages) = (
        data.cases.len() < 2 && data.chart.family.len() < 2,
        data.words(),
    );
    let per = if is_one {
        ""
    } else {
        messages.text(Word::PerCase)
    };
    let trials = provenance::trials_text(&data.cases, per, messages)?;
    let word = match whiskers {
        Whiskers::None if is_exact => None,
        Whiskers::None => Some(Word::Confidence),
        Whiskers::Wilson => Some(Word::WilsonWhiskers),
        Whiskers::Normal => Some(Word::PlainWhiskers),
        Whiskers::Unseen => Some(Word::UnseenWhiskers),
    };
    let whiskers = word.map_or_else(String::new, |word| {
        messages.fill(word, &[("level", &level_text(data))])
    });
    let text = format!(
        "{trials}, {}\u{a0}{}{whiskers}.",
        messages.text(Word::Seed),
        data.report.run.seed
    );
    Some(capitalize_initial(&text))
}

/// Returns the confidence level as text: "95%", "99.9%".
fn level_text(data: &ChartData<'_>) -> String {
    provenance::confidence_text(data.report, data.words())
}
