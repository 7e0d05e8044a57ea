//! The colours of inks in light mode, in dark mode, and on grey pages. Their order stays
//! recognisable in grey and for the three kinds of colour blindness. Outcomes keep their order of
//! lightness in dark mode.

#[cfg(test)]
mod tests;

use super::palette::{Ink, SERIES, SHADES};
use oddsmith_model::rule::metric::Tone;

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

/// A colour scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    /// On white paper.
    Day,
    /// On a dark screen.
    Night,
    /// In black, white and grey.
    Grey,
    /// The grey scheme on a dark screen.
    GreyNight,
}

/// The use of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Boxes, which differ in lightness.
    Ground,
    /// Lines and markers, which differ in dashes and shapes, and must not be too pale.
    Line,
    Text,
}

const fn colour(code: u32) -> Colour {
    Colour((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

const BLACK: Colour = colour(0x000000);
const WHITE: Colour = colour(0xFFFFFF);
/// The colour of the page in dark mode.
const PAGE: Colour = colour(0x14171A);
/// The colour of text in dark mode.
const PALE: Colour = colour(0xECEEF0);
/// No line of a grey page is lighter than this luminance.
const PALEST_LINE: f64 = 0.25;

/// A colour in light and in dark mode.
type Pair = (u32, u32);

const SERIES_LINES: [Pair; SERIES] = [
    (0x0B4F8A, 0x86BDEB),
    (0xE08A1E, 0xE9A550),
    (0x5F98C6, 0x5F9FD4),
    (0x8A4B00, 0xC77F2B),
    (0x0A2A4A, 0xC5DEF5),
    (0xF0B765, 0xF3CB8F),
    (0x8FB8DA, 0x4A7FAE),
    (0xB86A0A, 0xD9922F),
];
const SERIES_TEXTS: [Pair; SERIES] = [
    (0x0B4F8A, 0x86BDEB),
    (0x9A5800, 0xE9A550),
    (0x2F6A9B, 0x7FB4DF),
    (0x8A4B00, 0xD9922F),
    (0x0A2A4A, 0xC5DEF5),
    (0x8A5A10, 0xF3CB8F),
    (0x3B719E, 0x7AA9D3),
    (0x8F5105, 0xDE9A3E),
];
/// The heat scale: from pale to deep in light mode, from deep to pale in dark mode.
const HEAT: [Pair; 4] = [
    (0xF5F8FB, 0x1E252C),
    (0xB5D0E6, 0x24445F),
    (0x5F98C6, 0x3F7FB3),
    (0x0F3F73, 0xA9D0F0),
];

/// Returns the shades of a tone, the colour of its name, and its shades without colour.
fn tone(tone: Tone) -> ([Pair; SHADES], Pair, [u32; SHADES]) {
    match tone {
        Tone::Success => (
            [
                (0x00614B, 0x1C8466),
                (0x4E9C86, 0x57AE94),
                (0xA5CFC2, 0x97CBBA),
            ],
            (0x00614B, 0x52C3A2),
            [0x303030, 0x6A6A6A, 0x969696],
        ),
        Tone::Mixed => (
            [
                (0xF4CE5B, 0xEBCB68),
                (0xC99A1E, 0xC29A30),
                (0xFBE9B0, 0xF3E3B2),
            ],
            (0x7A5C00, 0xEBCB68),
            [0xDADADA, 0xB8B8B8, 0xEEEEEE],
        ),
        Tone::Failure => (
            [
                (0xD9603B, 0xDB6C48),
                (0xF0A98F, 0xE9AB94),
                (0xB4431F, 0xB9502D),
            ],
            (0xA83A1B, 0xF0906F),
            [0xA0A0A0, 0xD0D0D0, 0x787878],
        ),
        Tone::Neutral => (
            [
                (0xC8C8C8, 0x7F878E),
                (0x9A9A9A, 0x555D64),
                (0xE4E4E4, 0xB9C0C6),
            ],
            (0x4D4D4D, 0xB9C0C6),
            [0xFFFFFF, 0xE8E8E8, 0xC8C8C8],
        ),
    }
}

/// Returns the share of a tone's colour in its palest background. Dark tones need less.
fn tint(tone: Tone) -> f64 {
    match tone {
        Tone::Success => 0.14,
        Tone::Mixed => 0.4,
        Tone::Failure => 0.22,
        Tone::Neutral => 0.3,
    }
}

/// Returns the hatching of a tone, and its grey.
fn hatch(tone: Tone, shade: usize) -> (Pair, u32) {
    match tone {
        Tone::Neutral => {
            let grey = [0x8A8A8A, 0x6A6A6A, 0x505050][shade];
            ((grey, grey), grey)
        }
        _ => {
            let coloured = [
                (0x9C3618, 0x7D2B12),
                (0xC4633F, 0x9A4425),
                (0x6E220B, 0x571C0A),
            ][shade];
            (coloured, [0x202020, 0x505050, 0x000000][shade])
        }
    }
}

impl Theme {
    /// Returns the scheme for dark mode.
    pub(super) fn by_night(self) -> Theme {
        match self {
            Theme::Day | Theme::Night => Theme::Night,
            Theme::Grey | Theme::GreyNight => Theme::GreyNight,
        }
    }

    /// Returns the colour of an ink.
    pub(super) fn colour(self, ink: Ink, used: Use) -> Colour {
        if let Some(ground) = ink.ground() {
            return self.colour(ground, Use::Ground).text_on();
        }
        match self {
            Theme::Day => ink_colour(ink, |pair| pair.0, |stop| stop.0),
            Theme::Night => ink_colour(ink, |pair| pair.1, |stop| stop.1),
            Theme::Grey => grey(ink, used),
            Theme::GreyNight => grey(ink, used).inverted(),
        }
    }
}

/// Returns the colour of an ink that is not text on a box, in light or dark mode.
fn ink_colour(ink: Ink, table: impl Fn(Pair) -> u32, stop: impl Fn(Pair) -> u32) -> Colour {
    let pair = match ink {
        Ink::Heat(share) => return heat(share, stop),
        Ink::Wash(nth, share) => {
            let paper = colour(table((0xFFFFFF, 0x14171A)));
            return paper.mixed(colour(table(SERIES_LINES[nth])), f64::from(share) / 100.0);
        }
        Ink::Tint(outcome) => {
            let paper = colour(table((0xFFFFFF, 0x14171A)));
            return paper.mixed(colour(table(tone(outcome).0[0])), tint(outcome));
        }
        Ink::Outcome(outcome, shade) => tone(outcome).0[shade],
        Ink::OutcomeText(outcome) => tone(outcome).1,
        Ink::Hatch(outcome, shade) => hatch(outcome, shade).0,
        Ink::Hue(hue) => hue.colours().fill,
        Ink::HueText(hue) => hue.colours().text,
        Ink::Series(nth) => SERIES_LINES[nth],
        Ink::SeriesText(nth) => SERIES_TEXTS[nth],
        Ink::Paper => (0xFFFFFF, 0x14171A),
        Ink::Grid => (0xDADADA, 0x343A40),
        Ink::Quiet => (0x4D4D4D, 0xB9C0C6),
        Ink::Faint => (0x6B6B6B, 0x98A1A9),
        Ink::Others => (0xA0A6AB, 0x6C747B),
        Ink::Earlier => (0xDCE0E3, 0x343B41),
        Ink::EarlierLine => (0x8B9298, 0x8A929A),
        Ink::Accent => (0x0B4F8A, 0x86BDEB),
        Ink::AccentPale => (0x85A7C4, 0x436380),
        Ink::Counter => (0xE08A1E, 0xE9A550),
        Ink::CounterText => (0x9A5800, 0xE9A550),
        Ink::CounterPale => (0xEFC48E, 0x7F5E35),
        Ink::Half => (0x9FC1DD, 0x2C5579),
        Ink::Wide => (0xD6E4F0, 0x1F364A),
        Ink::Text
        | Ink::OnHeat(_)
        | Ink::OnOutcome(..)
        | Ink::OnHue(_)
        | Ink::OnSeries(_)
        | Ink::OnWash(..)
        | Ink::OnGrid => (0x000000, 0xECEEF0),
    };
    colour(table(pair))
}

/// Returns a colour of the heat scale, from 0 to 1.
fn heat(share: f64, stop: impl Fn(Pair) -> u32) -> Colour {
    let place = share.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64;
    let below = (place as usize).min(HEAT.len() - 2);
    colour(stop(HEAT[below])).mixed(colour(stop(HEAT[below + 1])), place - below as f64)
}

/// Returns the grey of an ink: as light as its colour in light mode, except for outcomes, which
/// have separate greys.
fn grey(ink: Ink, used: Use) -> Colour {
    match ink {
        Ink::Outcome(outcome, shade) => colour(tone(outcome).2[shade]),
        Ink::Hatch(outcome, shade) => colour(hatch(outcome, shade).1),
        Ink::Hue(hue) => colour(hue.colours().grey),
        Ink::OutcomeText(_) | Ink::HueText(_) => BLACK,
        _ => Theme::Day.colour(ink, used).in_grey(used),
    }
}

impl Colour {
    /// Returns the grey of the same lightness.
    fn in_grey(self, used: Use) -> Colour {
        if self.0 == self.1 && self.1 == self.2 {
            return self;
        }
        let luminance = match used {
            Use::Ground => self.luminance(),
            Use::Line => self.luminance().min(PALEST_LINE),
            Use::Text => return BLACK,
        };
        let share = if luminance <= 0.003_130_8 {
            luminance * 12.92
        } else {
            1.055 * luminance.powf(1.0 / 2.4) - 0.055
        };
        let level = (share * 255.0).round() as u8;
        Colour(level, level, level)
    }

    /// Returns a grey in dark mode: black becomes the text colour, white the page colour.
    fn inverted(self) -> Colour {
        PALE.mixed(PAGE, f64::from(self.0) / 255.0)
    }

    fn mixed(self, other: Colour, share: f64) -> Colour {
        let mix =
            |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Colour(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// Returns the relative luminance of WCAG 2: 0 is black, 1 is white.
    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Returns black or white, whichever has more contrast to this colour: at least 4.58.
    fn text_on(self) -> Colour {
        let luminance = self.luminance();
        if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) {
            BLACK
        } else {
            WHITE
        }
    }
}
