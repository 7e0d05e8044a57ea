//! The Wings of a turn, and the state of a turn.

use oddsmith_engine::chance::Die;

use super::cubes::{PipTable, Spend};
use oddsmith_model::rule::choice::AskedChoiceNames;

/// The parameters of a Wing.
#[derive(Clone, Debug)]
pub(super) struct Wing {
    pub(super) name: String,
    pub(super) dice: u32,
    pub(super) quality: u32,
    pub(super) cubes: u32,
    pub(super) spend: Spend,
    /// The pips that its dice need, computed from all of these.
    pub(super) pip_table: PipTable,
    /// The distribution of cubes on one, two and three dice before the roll, by the number of
    /// cubes; empty if this is never needed.
    pub(super) cube_layouts: Vec<Vec<[u32; 3]>>,
    pub(super) units: u32,
}

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct WingActivation {
    pub(super) wings: Vec<Wing>,
    pub(super) die: Die,
    /// A mask for failed dice that are passed on as a penalty: all bits, or none if there are no
    /// penalties.
    pub(super) passed_on_bits: u32,
    pub(super) penalty_from_one_die: bool,
    pub(super) rare_settings: Option<RareSettings>,
}

/// Settings that few turns have. They are in one optional struct, so that usual turns check only
/// once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RareSettings {
    /// The number of white cubes that all Wings share, if they do.
    pub(super) shared_cubes: Option<u32>,
    /// Whether cubes are spent before the dice are seen.
    pub(super) spend_before_roll: bool,
    /// Whether the die of each cube is then declared.
    pub(super) declares_die: bool,
    pub(super) asked: AskedChoices,
}

/// The state of a turn between two Wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// The Wings that have activated, one bit each, if a player decides their order.
    pub(super) activated_bits: u32,
    /// The number of Wings that have activated.
    pub(super) activated_count: u32,
    /// The penalty of the next Wing, in dice.
    pub(super) penalty: u32,
    /// The number of shared white cubes that are left.
    pub(super) cubes: u32,
}

impl TurnState {
    #[inline]
    pub(super) fn has_activated(self, wing: usize) -> bool {
        self.activated_bits >> wing & 1 == 1
    }
}

impl WingActivation {
    pub(super) fn rare_settings(&self) -> RareSettings {
        self.rare_settings.unwrap_or_default()
    }

    pub(super) fn asked(&self) -> AskedChoices {
        self.rare_settings().asked
    }
}

/// The index of each choice among the selected ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AskedChoices {
    pub(super) order: Option<usize>,
    pub(super) dice: Option<usize>,
    pub(super) spend: Option<usize>,
}

impl AskedChoices {
    pub(super) fn of(asks: &AskedChoiceNames) -> AskedChoices {
        let mut next = 0;
        let mut index_of = |name| {
            asks.has(name).then(|| {
                next += 1;
                next - 1
            })
        };
        AskedChoices {
            order: index_of("order"),
            dice: index_of("dice"),
            spend: index_of("spend"),
        }
    }

    pub(super) fn any(&self) -> bool {
        self.order.or(self.dice).or(self.spend).is_some()
    }
}
