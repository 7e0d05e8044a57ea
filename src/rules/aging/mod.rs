//! `aging`: resources side by side, each of which ages out at the end of every Regular Turn.
//!
//! Published text 002 (appendix AGE). Resources touch each other only through the disruptions of
//! Government Titles, which strike RPs and proficiencies alike; as every metric is of one resource,
//! each draws its own, and each resource is a part that is played and solved alone.

mod build;
mod decay;
mod kind;
mod losses;
mod parameters;
mod resource;
mod shown;
mod titles;

use crate::chance::Chance;
use crate::rule::metric::{Metric, Presentation};
use crate::rule::{Record, Rule, Step};

pub use build::parts;
pub use parameters::{ABOUT, PARAMETERS};

use decay::{Decay, Piles};
use kind::Kind;
use resource::{Resource, Stage};

/// A resource, ready to be played for one of its ledgers.
#[derive(Clone, Debug)]
pub struct Part {
    resource: Resource,
    ledger: Ledger,
    turns: u32,
}

/// What a part writes down. The sum of all losses would multiply the states of the turns, so it has a
/// part of its own unless it follows from the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ledger {
    Turns,
    Total,
    Both,
}

/// A resource between two steps. A step ends with the turn, or where chance would be asked again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Turns that are over.
    turn: u16,
    /// The stage of the turn that comes next.
    stage: u8,
    /// Disruptions of the turn that have yet to strike, and what aging took before.
    strikes: u8,
    struck: u32,
    /// Whether the turn's aging has begun, and strikes are left.
    aging: bool,
    /// Whether a turn has ended with none left.
    gone: bool,
    /// What arrived or stayed unspent beyond the plan, less what was removed: with the stock it says
    /// how many have been lost. It stays 0 unless the ledger needs it.
    margin: i32,
    piles: Piles,
}

// Indices into `metrics()`.
const STOCK: usize = 0;
const LOST: usize = 1;
const GONE_ON: usize = 2;

impl Ledger {
    fn has_turns(self) -> bool {
        self != Ledger::Total
    }

    /// The index of the sum of all losses.
    fn total(self) -> Option<usize> {
        match self {
            Ledger::Turns => None,
            Ledger::Total => Some(0),
            Ledger::Both => Some(GONE_ON + 1),
        }
    }

    /// The index of what is safe, the last of all.
    fn safe(self) -> usize {
        self.total().unwrap_or(GONE_ON) + 1
    }
}

impl Part {
    fn record_stock<R: Record>(&self, state: &State, record: &mut R) -> u32 {
        let stock = state.piles.iter().sum::<u32>();
        if self.ledger.has_turns() {
            record.at(STOCK, state.turn.into(), stock.into());
            if self.resource.kind == Kind::ResourcePoints {
                record.at(self.ledger.safe(), state.turn.into(), i64::from(stock + self.resource.on_cargo_ships));
            }
        }
        stock
    }

    fn end_turn<R: Record>(&self, state: &mut State, record: &mut R) -> Step {
        state.turn += 1;
        state.stage = 0;
        if let Decay::Share(share) = &self.resource.decay {
            // Classes are alike, whichever College has them.
            state.piles[..share.classes].sort_unstable_by(|a, b| b.cmp(a));
        }
        let stock = self.record_stock(state, record);
        let over = u32::from(state.turn) == self.turns;
        if self.ledger.has_turns() && !state.gone && (stock == 0 || over) {
            state.gone = true;
            record.whole(GONE_ON, if stock == 0 { state.turn.into() } else { 0 });
        }
        if over && let Some(total) = self.ledger.total() {
            let start: i64 = self.resource.start.iter().copied().map(i64::from).sum();
            let planned = i64::from(self.turns) * (self.resource.planned_gain() - i64::from(self.resource.spend));
            record.whole(total, start + planned + i64::from(state.margin) - i64::from(stock));
        }
        if over { Step::Done } else { Step::Continue }
    }
}

impl Rule for Part {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        shown::metrics(self)
    }

    fn presentation(&self) -> Presentation {
        shown::presentation(self)
    }

    fn start(&self) -> State {
        State { piles: self.resource.start, ..State::default() }
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        if (state.turn, state.stage, state.aging) == (0, 0, false) {
            self.record_stock(state, record);
        }
        let keeps_margin = self.ledger.total().is_some();
        let mut asked = false;
        while let Some(&(stage, asks)) = self.resource.stages.get(usize::from(state.stage)) {
            if asked && asks {
                return Step::Continue;
            }
            asked |= asks;
            let departs = match stage {
                Stage::Spend => self.resource.spend(&mut state.piles) as i32,
                Stage::Gain(pile) => self.resource.gain(&mut state.piles, pile, chance) as i32,
                Stage::Disrupt => {
                    self.resource.decay.disrupt(state, chance);
                    0
                }
                Stage::Age => {
                    let Some(toll) = self.resource.age(state, chance) else { return Step::Continue };
                    if self.ledger.has_turns() {
                        record.at(LOST, u32::from(state.turn) + 1, toll.lost.into());
                    }
                    -(toll.removed as i32)
                }
            };
            if keeps_margin {
                state.margin += departs;
            }
            state.stage += 1;
        }
        self.end_turn(state, record)
    }
}
