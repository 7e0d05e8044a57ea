//! The Wings of a turn, and where a turn stands.

use oddsmith_engine::chance::Die;

use super::cubes::{DiceAim, Spend};
use oddsmith_model::rule::choice::AskedChoiceNames;

/// A Wing as its parameters have it.
#[derive(Clone, Debug)]
pub(super) struct Wing {
    pub(super) name: String,
    pub(super) dice: u32,
    pub(super) quality: u32,
    pub(super) cubes: u32,
    pub(super) spend: Spend,
    /// What its dice aim at, by all of these.
    pub(super) aim: DiceAim,
    /// How cubes are laid on one die, on two and on three that are not rolled yet, by how many
    /// cubes there are; nothing where that is never done.
    pub(super) cube_layouts: Vec<Vec<[u32; 3]>>,
    pub(super) units: u32,
}

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct WingActivation {
    pub(super) wings: Vec<Wing>,
    pub(super) die: Die,
    /// The bits of failed dice that are passed on as a penalty: all, or none where there are no
    /// penalties.
    pub(super) passed_on_bits: u32,
    pub(super) penalty_from_one_die: bool,
    pub(super) unusual: Option<Unusual>,
}

/// What hardly any turn has. All of it is one thing that is there or not, so that a turn without it
/// looks once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unusual {
    /// White cubes of all Wings together, where they share them.
    pub(super) shared_cubes: Option<u32>,
    /// Cubes are spent before the dice are seen.
    pub(super) spend_before_roll: bool,
    /// It is declared then which die each of them raises.
    pub(super) declares_die: bool,
    pub(super) asked: AskedChoices,
}

/// A turn between two Wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// The Wings that have activated, a bit each, where a player decides on their order.
    pub(super) activated_bits: u32,
    /// How many have.
    pub(super) activated_count: u32,
    /// Dice of penalty that the next Wing is under.
    pub(super) penalty: u32,
    /// White cubes that are left of those that the Wings share.
    pub(super) cubes: u32,
}

impl TurnState {
    #[inline]
    pub(super) fn has_activated(self, wing: usize) -> bool {
        self.activated_bits >> wing & 1 == 1
    }
}

impl WingActivation {
    pub(super) fn unusual(&self) -> Unusual {
        self.unusual.unwrap_or_default()
    }

    pub(super) fn asked(&self) -> AskedChoices {
        self.unusual().asked
    }
}

/// The place of each choice among those that are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AskedChoices {
    pub(super) order: Option<usize>,
    pub(super) dice: Option<usize>,
    pub(super) spend: Option<usize>,
}

impl AskedChoices {
    pub(super) fn of(asks: &AskedChoiceNames) -> AskedChoices {
        let mut next = 0;
        let mut place = |name| {
            asks.has(name).then(|| {
                next += 1;
                next - 1
            })
        };
        AskedChoices {
            order: place("order"),
            dice: place("dice"),
            spend: place("spend"),
        }
    }

    pub(super) fn any(&self) -> bool {
        self.order.or(self.dice).or(self.spend).is_some()
    }
}
