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
    exact: String,
    /// What its marks mean, and of what its numbers are, one after another.
    pub(super) legend: Vec<String>,
    /// What its whiskers are, where it has any.
    whiskers: String,
    /// How its numbers were got.
    source: String,
}

impl Note {
    /// One that says what its numbers are, and explains its marks.
    pub(super) fn explaining(exact: String, legend: String) -> Note {
        Note {
            exact,
            legend: [legend]
                .into_iter()
                .filter(|sentence| !sentence.is_empty())
                .collect(),
            ..Note::default()
        }
    }

    /// One that is of the program's own, and of which nothing explains a mark.
    pub(super) fn plain(text: String) -> Note {
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
            None => vec![self.exact.as_str(), &legend, &self.source],
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
pub(super) fn of(table: &ChartData<'_>, chart_legend: &str, whiskers: Whiskers) -> Note {
    let exact = table
        .distributions()
        .filter(|distribution| distribution.exact.is_some())
        .count();
    let (of, messages) = (table.distributions().count(), table.words());
    // A chart with whiskers says itself what is exact in it.
    let exactness = match exact == of {
        true if whiskers == Whiskers::None => messages.say(Word::Exact),
        false if exact > 0 => messages.say(Word::ExactWhere),
        _ => "",
    };
    let mut legend: Vec<String> = [chart_legend.to_owned()]
        .into_iter()
        .filter(|sentence| !sentence.is_empty())
        .collect();
    legend.extend(earlier(table));
    if !table.chart.is_of_all(table.observed) {
        legend.extend(provenance::absent(
            table.observed,
            table.report,
            table.distributions(),
            messages,
        ));
    }
    let mut source: Vec<String> = trials(table, whiskers, exact == of).into_iter().collect();
    if exact > 0 {
        source.extend(provenance::verdict(table.report, messages));
    }
    source.extend(provenance::unresolved(table.distributions(), messages));
    let whiskers = match whiskers {
        Whiskers::Wilson | Whiskers::Normal => {
            messages.fill(Word::Whiskers, &[("level", &level(table))])
        }
        Whiskers::None | Whiskers::Unseen => String::new(),
    };
    Note {
        exact: exactness.to_owned(),
        legend,
        whiskers,
        source: source.join(" "),
    }
}

/// What is drawn of an earlier run.
fn earlier(table: &ChartData<'_>) -> Option<String> {
    let is_pinned = table.report.changes_since.as_ref()?.which == "pinned";
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
    Some(table.words().say(word).to_owned())
}

/// "1,000,000 simulated trials per case, seed 1; whiskers are 95% Wilson intervals."
fn trials(table: &ChartData<'_>, whiskers: Whiskers, is_exact: bool) -> Option<String> {
    let (is_one, messages) = (
        table.cases.len() < 2 && table.chart.family.len() < 2,
        table.words(),
    );
    let per = if is_one {
        ""
    } else {
        messages.say(Word::PerCase)
    };
    let trials = provenance::trials(&table.cases, per, messages)?;
    let word = match whiskers {
        Whiskers::None if is_exact => None,
        Whiskers::None => Some(Word::Confidence),
        Whiskers::Wilson => Some(Word::WilsonWhiskers),
        Whiskers::Normal => Some(Word::PlainWhiskers),
        Whiskers::Unseen => Some(Word::UnseenWhiskers),
    };
    let whiskers = word.map_or_else(String::new, |word| {
        messages.fill(word, &[("level", &level(table))])
    });
    let text = format!(
        "{trials}, {}\u{a0}{}{whiskers}.",
        messages.say(Word::Seed),
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
fn level(table: &ChartData<'_>) -> String {
    provenance::level(table.report, table.words())
}
