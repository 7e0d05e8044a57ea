//! The colours of outcomes that are named after a colour: "Red", "Blue".

/// A colour that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hue {
    Black,
    Blue,
    Brown,
    Purple,
    Red,
    Green,
    Orange,
    Pink,
    Grey,
    Yellow,
    White,
}

/// The values of a hue.
pub(super) struct HueColours {
    /// The colours of its boxes in light and in dark mode.
    pub(super) fill: (u32, u32),
    /// The colours of its texts in light and in dark mode.
    pub(super) text: (u32, u32),
    /// The grey of its boxes on grey pages.
    pub(super) grey: u32,
}

impl Hue {
    /// Every hue, ordered by its grey, from dark to light.
    #[cfg(test)]
    pub(super) const ALL: [Hue; 11] = [
        Hue::Black,
        Hue::Blue,
        Hue::Brown,
        Hue::Purple,
        Hue::Red,
        Hue::Green,
        Hue::Orange,
        Hue::Pink,
        Hue::Grey,
        Hue::Yellow,
        Hue::White,
    ];

    /// Returns the hue that a label names, in English or in German. The label must be the name of
    /// the colour and nothing else.
    pub(super) fn named(label: &str) -> Option<Hue> {
        Some(match label.trim().to_lowercase().as_str() {
            "black" | "schwarz" => Hue::Black,
            "blue" | "blau" => Hue::Blue,
            "brown" | "braun" => Hue::Brown,
            "purple" | "violet" | "lila" | "violett" => Hue::Purple,
            "red" | "rot" => Hue::Red,
            "green" | "grün" => Hue::Green,
            "orange" => Hue::Orange,
            "pink" | "rosa" => Hue::Pink,
            "grey" | "gray" | "grau" => Hue::Grey,
            "yellow" | "gelb" => Hue::Yellow,
            "white" | "weiß" | "weiss" => Hue::White,
            _ => return None,
        })
    }

    /// Returns the colours of the hue.
    pub(super) fn colours(self) -> HueColours {
        let (fill, text, grey) = match self {
            Hue::Black => ((0x1A1A1A, 0x454B52), (0x000000, 0xECEEF0), 0x1A1A1A),
            Hue::Blue => ((0x1F4E9E, 0x3F74C8), (0x1F4E9E, 0x8DBBF0), 0x3A3A3A),
            Hue::Brown => ((0x6B3E1D, 0x8A5A30), (0x6B3E1D, 0xD0A078), 0x545454),
            Hue::Purple => ((0x7D4BB0, 0x9B6BCB), (0x6A3390, 0xC9A2E4), 0x6E6E6E),
            Hue::Red => ((0xC4261D, 0xD24A41), (0xB3261E, 0xF28B82), 0x888888),
            Hue::Green => ((0x4FB25A, 0x6CC47A), (0x1F6B2C, 0x74CC86), 0xA0A0A0),
            Hue::Orange => ((0xF29A38, 0xF3AC5E), (0x8F4B00, 0xF0A860), 0xB4B4B4),
            Hue::Pink => ((0xF0A6C4, 0xF2B4CE), (0xA8326D, 0xF0AACB), 0xC6C6C6),
            Hue::Grey => ((0xBDBDBD, 0x9AA1A8), (0x4D4D4D, 0xB9C0C6), 0xD4D4D4),
            Hue::Yellow => ((0xF7D548, 0xF0D568), (0x7A5C00, 0xEBCB65), 0xE6E6E6),
            Hue::White => ((0xFFFFFF, 0xECEEF0), (0x4D4D4D, 0xECEEF0), 0xFFFFFF),
        };
        HueColours { fill, text, grey }
    }

    /// Returns whether its boxes need an outline to differ from the page.
    pub(super) fn has_outline(self) -> bool {
        matches!(self, Hue::White | Hue::Black)
    }
}
