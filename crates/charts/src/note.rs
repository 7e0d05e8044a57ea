//! The last line of a page: how the numbers were got, and what was cut.

use oddsmith_model::chart_data::ChartData;
use oddsmith_model::messages::Word;
use oddsmith_model::provenance;
use oddsmith_model::rule::presentation::ChartKind;

/// What the whiskers of a chart show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whiskers {
    None,
    /// The intervals of probabilities.
    Wilson,
    /// The intervals of means.
    Normal,
    /// There are some, but none is long enough to be seen.
    Unseen,
}

/// The last line of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    /// Whether all of it is exact, and not said elsewhere; what a number of it is worth.
    exactness: String,
    /// What its marks mean, and of what its numbers are, one after another.
    pub(super) legend: Vec<String>,
    /// What its whiskers are, where it has any.
    whiskers: String,
    /// How its numbers were got.
    source: String,
}

impl Note {
    /// One that says what its numbers are, and explains its marks.
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

    /// One that is of the program's own, and of which nothing explains a mark.
    pub(super) fn from_text(text: String) -> Note {
        Note {
            source: text,
            ..Note::default()
        }
    }

    /// Whether there are whiskers to be seen.
    pub(super) fn has_whiskers(&self) -> bool {
        !self.whiskers.is_empty()
    }

    /// The whole; with a footer of the scenario's own, what explains its marks and then that, or
    /// nothing at all where that is empty.
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

/// The last line of a page, after what a chart has to say of itself.
pub(super) fn for_chart(table: &ChartData<'_>, chart_legend: &str, whiskers: Whiskers) -> Note {
    let exact = table
        .distributions()
        .filter(|distribution| distribution.exact.is_some())
        .count();
    let (total, messages) = (table.distributions().count(), table.words());
    // A chart with whiskers says itself what is exact in it.
    let exactness = match exact == total {
        true if whiskers == Whiskers::None => messages.text(Word::Exact),
        false if exact > 0 => messages.text(Word::ExactWhere),
        _ => "",
    };
    let mut legend: Vec<String> = [chart_legend.to_owned()]
        .into_iter()
        .filter(|sentence| !sentence.is_empty())
        .collect();
    legend.extend(earlier_text(table));
    if !table.chart.counts_all_trials(table.observed) {
        legend.extend(provenance::absence_sentence(
            table.observed,
            table.report,
            table.distributions(),
            messages,
        ));
    }
    let mut source: Vec<String> = trials_text(table, whiskers, exact == total)
        .into_iter()
        .collect();
    if exact > 0 {
        source.extend(provenance::verdict_sentence(table.report, messages));
    }
    source.extend(provenance::unresolved_sentence(
        table.distributions(),
        messages,
    ));
    let whiskers = match whiskers {
        Whiskers::Wilson | Whiskers::Normal => {
            messages.fill(Word::Whiskers, &[("level", &level_text(table))])
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

/// What is drawn of an earlier run.
fn earlier_text(table: &ChartData<'_>) -> Option<String> {
    let is_pinned = table.report.changes_since.as_ref()?.kind == "pinned";
    let [same, bars, corners, grey] = match is_pinned {
        true => [
            Word::PinnedSame,
            Word::PinnedBars,
            Word::PinnedCorners,
            Word::PinnedGrey,
        ],
        false => [
            Word::EarlierSame,
            Word::EarlierBars,
            Word::EarlierCorners,
            Word::EarlierGrey,
        ],
    };
    let word = match (table.changed?, table.chart.kind) {
        (false, _) => same,
        (true, ChartKind::Stacked) => bars,
        (true, ChartKind::Heatmap) => corners,
        (true, _) => grey,
    };
    Some(table.words().text(word).to_owned())
}

/// "1,000,000 simulated trials per case, seed 1; whiskers are 95% Wilson intervals."
fn trials_text(table: &ChartData<'_>, whiskers: Whiskers, is_exact: bool) -> Option<String> {
    let (is_one, messages) = (
        table.cases.len() < 2 && table.chart.family.len() < 2,
        table.words(),
    );
    let per = if is_one {
        ""
    } else {
        messages.text(Word::PerCase)
    };
    let trials = provenance::trials_text(&table.cases, per, messages)?;
    let word = match whiskers {
        Whiskers::None if is_exact => None,
        Whiskers::None => Some(Word::Confidence),
        Whiskers::Wilson => Some(Word::WilsonWhiskers),
        Whiskers::Normal => Some(Word::PlainWhiskers),
        Whiskers::Unseen => Some(Word::UnseenWhiskers),
    };
    let whiskers = word.map_or_else(String::new, |word| {
        messages.fill(word, &[("level", &level_text(table))])
    });
    let text = format!(
        "{trials}, {}\u{a0}{}{whiskers}.",
        messages.text(Word::Seed),
        table.report.run.seed
    );
    Some(
        text.chars()
            .take(1)
            .flat_map(char::to_uppercase)
            .chain(text.chars().skip(1))
            .collect(),
    )
}

/// The level of intervals as people write it: "95%", "99.9%".
fn level_text(table: &ChartData<'_>) -> String {
    provenance::confidence_text(table.report, table.words())
}
