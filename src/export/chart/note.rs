//! The last line of a page: how the numbers were got, and what was cut.

use crate::chart_table::ChartTable;
use crate::export::provenance;
use crate::rule::presentation::ChartKind;

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
    /// Whether all of it is exact, and not said elsewhere.
    exact: &'static str,
    /// What its marks mean, and of what its numbers are.
    pub(super) legend: String,
    /// What its whiskers are, where it has any.
    whiskers: String,
    /// How its numbers were got.
    source: String,
}

impl Note {
    /// One that is of the program's own, and of which nothing explains a mark.
    pub(super) fn plain(text: String) -> Note {
        Note { source: text, ..Note::default() }
    }

    /// Whether there are whiskers to be seen.
    pub(super) fn has_whiskers(&self) -> bool {
        !self.whiskers.is_empty()
    }

    /// The whole; with a footer of the scenario's own, what explains its marks and then that, or nothing at all where that is
    /// empty.
    pub(super) fn text(&self, footer: Option<&str>) -> String {
        let parts = match footer {
            None => vec![self.exact, &self.legend, &self.source],
            Some("") => Vec::new(),
            Some(footer) => vec![&self.legend, &self.whiskers, footer],
        };
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// The last line of a page, after what a chart has to say of itself.
pub(super) fn of(table: &ChartTable<'_>, own: &str, whiskers: Whiskers) -> Note {
    let exact = table.laws().filter(|law| law.exact.is_some()).count();
    let of = table.laws().count();
    // A chart with whiskers says itself what is exact in it.
    let told = match exact == of {
        true if whiskers == Whiskers::None => "Exact.",
        false if exact > 0 => "Exact where it was computed.",
        _ => "",
    };
    let mut legend: Vec<String> = [own.to_owned()].into_iter().filter(|own| !own.is_empty()).collect();
    legend.extend(earlier(table));
    if !table.chart.is_of_all(table.observed) {
        legend.extend(provenance::absent(table.observed, table.report, table.laws()));
    }
    let mut source: Vec<String> = trials(table, whiskers, exact == of).into_iter().collect();
    if exact > 0 {
        source.extend(provenance::verdict(table.report));
    }
    source.extend(provenance::unresolved(table.laws()));
    let level = percent_of(table.report.run.confidence.level());
    let whiskers = match whiskers {
        Whiskers::Wilson | Whiskers::Normal => format!("Whiskers are {level} intervals."),
        Whiskers::None | Whiskers::Unseen => String::new(),
    };
    Note { exact: told, legend: legend.join(" "), whiskers, source: source.join(" ") }
}

/// What is drawn of an earlier run.
fn earlier(table: &ChartTable<'_>) -> Option<String> {
    let which = table.report.changes_since.as_ref()?.which;
    Some(match (table.changed?, table.chart.kind) {
        (false, _) => format!("The {which} results are the same."),
        (true, ChartKind::Stacked) => format!("Grey, under a bar: where its parts met in the {which} results."),
        (true, ChartKind::Heatmap) => format!("Corners: up or down since the {which} results."),
        (true, _) => format!("Grey: the {which} results."),
    })
}

/// "1,000,000 trials played per case, seed 1; whiskers are 95% Wilson intervals."
fn trials(table: &ChartTable<'_>, whiskers: Whiskers, is_exact: bool) -> Option<String> {
    let is_one = table.cases.len() < 2 && table.chart.family.len() < 2;
    let per = if is_one { "" } else { " per case" };
    let trials = provenance::trials(&table.cases, per)?;
    let level = percent_of(table.report.run.confidence.level());
    let whiskers = match whiskers {
        Whiskers::None if is_exact => String::new(),
        Whiskers::None => format!(", {level} confidence"),
        Whiskers::Wilson => format!("; whiskers are {level} Wilson intervals"),
        Whiskers::Normal => format!("; whiskers are {level} intervals"),
        Whiskers::Unseen => format!("; its {level} intervals are too short to be seen"),
    };
    let text = format!("{trials}, seed\u{a0}{}{whiskers}.", table.report.run.seed);
    Some(text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect())
}

/// A level as people write it: "95%", "99.9%".
pub(super) fn percent_of(level: f64) -> String {
    let text = format!("{:.3}", level * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}
