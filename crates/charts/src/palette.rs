//! Inks: the meanings of colours. The module `theme` has their values.

use super::hue::Hue;
use oddsmith_model::rule::metric::Tone;

/// An ink: the meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// The page itself.
    Paper,
    /// Titles, labels and axes.
    Text,
    /// Grid lines, and cells with tied options.
    Grid,
    /// Secondary text, such as subtitles and axis labels.
    Quiet,
    /// The note of a page, and lines to labels.
    Faint,
    /// Lines other than the highlighted one.
    Others,
    /// Boxes of an earlier run.
    Earlier,
    /// Lines of an earlier run.
    EarlierLine,
    /// Highlights: a median, the selection, an increase.
    Accent,
    /// A bar over an accent-coloured one.
    AccentPale,
    /// The counterpart of the accent: trials, a decrease.
    Counter,
    /// Text in the counterpart's colour.
    CounterText,
    /// A bar over a counterpart-coloured one.
    CounterPale,
    /// The middle 50%, and plain bars.
    Half,
    /// The middle 90%.
    Wide,
    /// A colour of the heat scale, from 0 to 1.
    Heat(f64),
    /// An outcome, with its tone and the index of its shade.
    Outcome(Tone, usize),
    /// Hatching of an outcome.
    Hatch(Tone, usize),
    /// The label and the numbers of an outcome next to its bar.
    OutcomeText(Tone),
    /// An outcome that is named after a colour.
    Hue(Hue),
    /// The label and the numbers of such an outcome next to its bar.
    HueText(Hue),
    /// A series.
    Series(usize),
    /// The label and the numbers of a series.
    SeriesText(usize),
    /// A series at this intensity, from 0 to 100.
    Wash(usize, u8),
    /// The background of a number that is good or bad news, pale enough for black text.
    Tint(Tone),
    /// Text on a heat colour.
    OnHeat(f64),
    /// Text on an outcome.
    OnOutcome(Tone, usize),
    /// Text on an outcome that is named after a colour.
    OnHue(Hue),
    /// Text on a series colour.
    OnSeries(usize),
    /// Text on a pale series colour.
    OnWash(usize, u8),
    /// Text on a grid-coloured box.
    OnGrid,
}

/// The number of series inks.
pub(super) const SERIES: usize = 8;
/// The number of shades of a tone.
pub(super) const SHADES: usize = 3;

impl Ink {
    /// Returns the ink of text on a box in this ink.
    pub(super) fn text_on(self) -> Ink {
        match self {
            Ink::Heat(share) => Ink::OnHeat(share),
            Ink::Outcome(tone, shade) => Ink::OnOutcome(tone, shade),
            Ink::Hue(hue) => Ink::OnHue(hue),
            Ink::Series(nth) => Ink::OnSeries(nth),
            Ink::Wash(nth, share) => Ink::OnWash(nth, share),
            Ink::Grid => Ink::OnGrid,
            _ => Ink::Text,
        }
    }

    /// Returns the ink of the box under this text ink; `None` for text on the page.
    pub(super) fn ground(self) -> Option<Ink> {
        match self {
            Ink::OnHeat(share) => Some(Ink::Heat(share)),
            Ink::OnOutcome(tone, shade) => Some(Ink::Outcome(tone, shade)),
            Ink::OnHue(hue) => Some(Ink::Hue(hue)),
            Ink::OnSeries(nth) => Some(Ink::Series(nth)),
            Ink::OnWash(nth, share) => Some(Ink::Wash(nth, share)),
            Ink::OnGrid => Some(Ink::Grid),
            _ => None,
        }
    }
}

/// Hatching.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hatch {
    pub(super) ink: Ink,
    /// Whether the lines fall from left to right.
    pub(super) is_falling: bool,
}

/// The colours of an outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    /// The colour of its bar.
    pub(super) fill: Ink,
    /// The hatching of its bar.
    pub(super) hatch: Option<Hatch>,
    /// The colour of its label and its numbers next to the bar.
    pub(super) text: Ink,
}

/// Returns the paint of the `nth` of `count` outcomes of a tone. Outcomes are ordered from the best
/// to the worst; the more extreme, the darker. On grey pages, neutral outcomes are hatched, too.
pub(super) fn tone_paint(tone: Tone, nth: usize, count: usize, grey: bool) -> Paint {
    let shade = shade_index(tone, nth, count);
    let hatch = match tone {
        Tone::Failure => Some(false),
        Tone::Neutral if grey => Some(true),
        _ => None,
    };
    let hatch = hatch.map(|falls| Hatch {
        ink: Ink::Hatch(tone, shade),
        is_falling: falls,
    });
    Paint {
        fill: Ink::Outcome(tone, shade),
        hatch,
        text: Ink::OutcomeText(tone),
    }
}

/// Returns the index of a shade: the main, the second or the third one.
fn shade_index(tone: Tone, nth: usize, count: usize) -> usize {
    let order: &[usize] = match (tone, count) {
        (_, 0 | 1) => &[0],
        // The first of several good outcomes is the best and the darkest.
        (Tone::Success, _) => &[0, 1, 2],
        // The last of several bad outcomes is the worst: main and dark, or light, main and dark.
        (Tone::Failure, 2) => &[1, 0],
        (Tone::Failure, _) => &[1, 0, 2],
        (_, 2) => &[0, 1],
        (_, _) => &[2, 0, 1],
    };
    order[nth % order.len()]
}

/// Returns the paint of an outcome that is named after a colour.
pub(super) fn hue_paint(hue: Hue) -> Paint {
    Paint {
        fill: Ink::Hue(hue),
        hatch: None,
        text: Ink::HueText(hue),
    }
}

/// Returns the paint of the `nth` of `count` values that are neither good nor bad.
pub(super) fn value_paint(nth: usize, count: usize) -> Paint {
    let share = if count > 1 {
        nth as f64 / (count - 1) as f64
    } else {
        1.0
    };
    Paint {
        fill: Ink::Heat(0.15 + 0.85 * share),
        hatch: None,
        text: Ink::Text,
    }
}

/// Returns the colours of the `nth` of `count` series of increasing numbers and of its text: one
/// hue from light to dark.
pub(super) fn ordered_inks(nth: usize, count: usize) -> (Ink, Ink) {
    let share = nth as f64 / (count.max(2) - 1) as f64;
    // The two constants are the palest line and the palest text that are readable on white.
    (
        Ink::Heat(0.45 + 0.55 * share),
        Ink::Heat(0.78 + 0.22 * share),
    )
}

/// Returns the colours of the `nth` series and of its text.
pub(super) fn series_inks(nth: usize) -> (Ink, Ink) {
    (Ink::Series(nth % SERIES), Ink::SeriesText(nth % SERIES))
}
