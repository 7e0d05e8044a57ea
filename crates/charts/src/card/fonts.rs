//! Font sizes on a card: larger if there is room.

use crate::text::Type;
use crate::typeface::Face;
use oddsmith_model::card::CardPlace;

/// The tried sizes, as multiples of the usual one.
pub(super) const SCALES: [f64; 5] = [1.5, 1.35, 1.2, 1.1, 1.0];
/// The width of a die in ems.
const DIE_EMS: f64 = 1.35;

/// The font and the size of each part of a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardFonts {
    pub(super) title: Type,
    pub(super) about: Type,
    pub(super) head: Type,
    /// The font of row names and column heads.
    pub(super) label: Type,
    pub(super) number: Type,
    pub(super) sentence: Type,
    pub(super) foot: Type,
}

impl CardFonts {
    pub(super) fn scaled(by: f64) -> CardFonts {
        let scaled_font = |face: Face, points: f64| Type {
            face,
            points: points * by,
        };
        CardFonts {
            title: scaled_font(Face::SemiBold, 11.0),
            about: scaled_font(Face::Regular, 7.5),
            head: scaled_font(Face::SemiBold, 7.0),
            label: scaled_font(Face::Regular, 7.0),
            number: scaled_font(Face::SemiBold, 8.0),
            sentence: scaled_font(Face::Regular, 7.5),
            foot: Type {
                face: Face::Regular,
                points: super::SMALLEST_POINTS,
            },
        }
    }

    /// Returns the width of a die.
    pub(super) fn die_width(&self) -> f64 {
        DIE_EMS * self.number.size()
    }

    /// Returns the width of a place.
    pub(super) fn place_width(&self, place: &CardPlace) -> f64 {
        match place.die {
            Some((_, after)) => self.die_width() + 0.4 + self.label.width(after),
            None => self.label.width(&place.text),
        }
    }

    /// Returns the minimum width of a place: that of its longest word.
    pub(super) fn least_place_width(&self, place: &CardPlace) -> f64 {
        match place.die {
            Some(_) => self.place_width(place),
            None => self.label.widest(place.text.split(' ')),
        }
    }
}
