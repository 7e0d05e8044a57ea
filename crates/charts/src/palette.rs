//! What colours mean. Which colour that is, a theme says (`super::theme`).

use oddsmith_model::rule::metric::Tone;

/// An ink: what a colour of the page means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// The page itself.
    Paper,
    /// Titles, names and axes.
    Text,
    /// Lines that help the eye, and cells in which options are tied.
    Grid,
    /// Text that goes with the names: what is plotted, what an axis is.
    Quiet,
    /// The last line of a page, and lines that lead to a name.
    Faint,
    /// Lines that are not the highlighted one.
    Others,
    /// Boxes of what an earlier run found.
    Earlier,
    /// Lines of what an earlier run found.
    EarlierLine,
    /// What stands out: a median, what is looked at, a change for more.
    Accent,
    /// A bar that lies on one in the ink of what stands out.
    AccentPale,
    /// What stands against it: trials, a change for less.
    Counter,
    /// The same as text.
    CounterText,
    /// A bar that lies on one in the ink of what stands against.
    CounterPale,
    /// The middle half, and plain bars.
    Half,
    /// The middle nine tenths.
    Wide,
    /// A heat from 0 to 1.
    Heat(f64),
    /// An outcome: the tone and which of its shades.
    Outcome(Tone, usize),
    /// Lines across an outcome.
    Hatch(Tone, usize),
    /// The name and the numbers of an outcome next to its bar.
    OutcomeText(Tone),
    /// One of several series.
    Series(usize),
    /// The name and the numbers of one of several series.
    SeriesText(usize),
    /// A series as light as this share of its colour, from 0 to 100.
    Wash(usize, u8),
    /// The ground of a number that is good news or bad, pale enough for text in black.
    Tint(Tone),
    /// Text on a heat.
    OnHeat(f64),
    /// Text on an outcome.
    OnOutcome(Tone, usize),
    /// Text on a box in the ink of a series.
    OnSeries(usize),
    /// Text on a series that is made light.
    OnWash(usize, u8),
    /// Text on a box in the ink of the grid.
    OnGrid,
}

/// How many inks there are for series.
pub(super) const SERIES: usize = 8;
/// How many shades a tone has.
pub(super) const SHADES: usize = 3;

impl Ink {
    /// The ink of text on a box in this one.
    pub(super) fn text_on(self) -> Ink {
        match self {
            Ink::Heat(share) => Ink::OnHeat(share),
            Ink::Outcome(tone, shade) => Ink::OnOutcome(tone, shade),
            Ink::Series(nth) => Ink::OnSeries(nth),
            Ink::Wash(nth, share) => Ink::OnWash(nth, share),
            Ink::Grid => Ink::OnGrid,
            _ => Ink::Text,
        }
    }

    /// The ink of the box that this is the text on; none where it stands on the page.
    pub(super) fn ground(self) -> Option<Ink> {
        match self {
            Ink::OnHeat(share) => Some(Ink::Heat(share)),
            Ink::OnOutcome(tone, shade) => Some(Ink::Outcome(tone, shade)),
            Ink::OnSeries(nth) => Some(Ink::Series(nth)),
            Ink::OnWash(nth, share) => Some(Ink::Wash(nth, share)),
            Ink::OnGrid => Some(Ink::Grid),
            _ => None,
        }
    }
}

/// Lines across a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hatch {
    pub(super) ink: Ink,
    /// Whether they fall from left to right.
    pub(super) is_falling: bool,
}

/// How an outcome is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    /// The colour of its bar.
    pub(super) fill: Ink,
    /// The lines across it.
    pub(super) hatch: Option<Hatch>,
    /// The colour of its name and its numbers next to the bar.
    pub(super) text: Ink,
}

/// The paint of the `nth` of `count` outcomes of a tone, in the order in which they are drawn: from
/// the best good news to the worst bad news. The further out, the darker. Without colour one tone
/// more has lines across it.
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

/// Which of the three shades of a tone: its own, a second and a third.
fn shade_index(tone: Tone, nth: usize, count: usize) -> usize {
    let order: &[usize] = match (tone, count) {
        (_, 0 | 1) => &[0],
        // Of good news the first is the best and the darkest.
        (Tone::Success, _) => &[0, 1, 2],
        // Of bad news the last is the worst: own and dark, or light, own and dark.
        (Tone::Failure, 2) => &[1, 0],
        (Tone::Failure, _) => &[1, 0, 2],
        (_, 2) => &[0, 1],
        (_, _) => &[2, 0, 1],
    };
    order[nth % order.len()]
}

/// The paint of the `nth` of `count` values that are neither good nor bad.
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

/// The colour of the `nth` of `count` series of numbers that rise, and that of its text: one hue,
/// from light to dark.
pub(super) fn ordered_inks(nth: usize, count: usize) -> (Ink, Ink) {
    let share = nth as f64 / (count.max(2) - 1) as f64;
    // The palest that a line on white may be, and the palest that its text may be.
    (
        Ink::Heat(0.45 + 0.55 * share),
        Ink::Heat(0.78 + 0.22 * share),
    )
}

/// The colour of the `nth` series, and that of its text.
pub(super) fn series_inks(nth: usize) -> (Ink, Ink) {
    (Ink::Series(nth % SERIES), Ink::SeriesText(nth % SERIES))
}
