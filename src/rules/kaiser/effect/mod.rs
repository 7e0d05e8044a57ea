//! `power-effect`: an Effect or Trigger power is aimed at targets, which resist it round after round.
//!
//! Published text 004. What a trial shows is asked of four parts that do not touch: the first
//! round, who is afflicted round by round, the sum of the rounds, the number of checks. Each plays
//! the same power and keeps no more than its own numbers need, so that each stays small.

mod parameters;
mod present;
mod targets;

use std::sync::Arc;

use crate::chance::Chance;
use crate::rule::metric::{Kind as Is, Metric, Presentation};
use crate::rule::values::{ParameterError, Values};
use crate::rule::{Record, Rule, Step};
use crate::rules::kaiser::roll::Roll;
use crate::rules::kaiser::stacking;
pub use parameters::PARAMETERS;
use targets::{Counts, MOST_TARGETS, Targets};

/// What it is, in one line.
pub const ABOUT: &str = "An Effect or Trigger power: aim, affected presence, resistance checks that repeat over rounds";

/// What a part keeps the books of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Book {
    /// Hits, affected targets and the degree of the first check.
    First,
    /// How many are afflicted at the end of each round.
    Afflicted,
    /// Rounds afflicted, summed over the targets.
    Rounds,
    /// Checks made.
    Checks,
}

#[derive(Clone, Debug)]
struct Power {
    targets: Targets,
    aim: Option<Aim>,
    lingers: bool,
    trigger: bool,
    /// The horizon.
    rounds: u32,
    /// The last round in which the power lasts, at most the horizon.
    end: u32,
}

#[derive(Clone, Debug)]
struct Aim {
    offence: i64,
    area: bool,
    offensive: Roll,
    defensive: Roll,
}

/// One part of the rule, ready to be played.
#[derive(Clone, Debug)]
pub struct Part {
    power: Arc<Power>,
    book: Book,
}

/// Rounds until a target's next check: above 0 it is afflicted so long, below 0 unafflicted, at 0 the
/// check is due.
type Clock = i16;
/// Never checks again.
const NEVER: Clock = Clock::MIN;

/// Between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(Stage);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// So many targets have been aimed at; the offensive roll stands until nobody defends against it any more.
    Aim { aimed: u8, offence: Option<i64>, hits: Counts, first_hit: bool },
    /// Before the first check.
    First { hits: u8, affected: u8, first_affected: bool },
    /// All targets side by side; those alike in order of their clocks, for which is which is forgotten.
    Together { round: u16, clocks: [Clock; MOST_TARGETS] },
    /// One target after the other, each from round 1 on: sums do not ask when.
    Apart { left: Counts, round: u16, sum: u32 },
}

/// The parts of the rule under these parameters.
///
/// # Errors
/// When a target has a defence and nothing is aimed.
pub fn parts(values: &Values) -> Result<Vec<Part>, ParameterError> {
    let rounds = values.count("rounds");
    let power = Arc::new(Power {
        targets: Targets::new(values)?,
        aim: values.table_if("aim").map(Aim::new),
        lingers: values.flag("lingers"),
        trigger: values.flag("trigger"),
        rounds,
        end: values.whole_if("sustained_rounds").map_or(rounds, |sustained| rounds.min(sustained as u32)),
    });
    let part = |book| Part { power: Arc::clone(&power), book };
    Ok([Book::First, Book::Afflicted, Book::Rounds, Book::Checks].map(part).into())
}

impl Aim {
    fn new(values: &Values) -> Aim {
        let roll = |advantage, disadvantage| {
            Roll::new(values.count(advantage), values.count(disadvantage), values.flag("open_rolls"))
        };
        Aim {
            offence: values.whole("offence") + stacking::modifier(values),
            area: values.flag("area"),
            offensive: roll("advantage", "disadvantage"),
            defensive: roll("defence_advantage", "defence_disadvantage"),
        }
    }
}

impl Power {
    /// Rounds from this one on in which a check by this degree leaves the target afflicted, or, below
    /// 0, not, until the next check; `NEVER` when there is none.
    fn clock(&self, degree: i64, round: u32) -> Clock {
        let left = i64::from(self.end - round) + 1;
        let clock = match (degree < 0, self.trigger) {
            (true, _) => {
                if self.lingers {
                    left.min(-degree)
                } else {
                    1
                }
            }
            // Immune in as many rounds as the degree, after this one.
            (false, true) if degree + 1 < left => -degree - 1,
            (false, _) => return NEVER,
        };
        clock as Clock
    }

    /// The clock at the start of the next round.
    fn tick(&self, clock: Clock) -> Clock {
        match clock {
            NEVER => NEVER,
            1 if !self.lingers && !self.trigger => NEVER,
            _ => clock - clock.signum(),
        }
    }
}

impl Part {
    /// The stage after aiming.
    fn after_aim(&self, hits: Counts, first_hit: bool) -> Stage {
        let targets = &self.power.targets;
        let affected = targets.affected(hits);
        match self.book {
            Book::First => Stage::First {
                hits: hits.iter().sum(),
                affected: affected.iter().sum(),
                first_affected: first_hit && affected[0] > 0,
            },
            Book::Afflicted => {
                let mut clocks = [NEVER; MOST_TARGETS];
                for (group, places) in targets.places() {
                    clocks[places][..usize::from(affected[group])].fill(0);
                }
                targets.sort(&mut clocks);
                Stage::Together { round: 1, clocks }
            }
            Book::Rounds | Book::Checks => Stage::Apart { left: affected, round: 1, sum: 0 },
        }
    }

    /// Makes the offensive roll, or the next target's defensive roll against it.
    fn aim(&self, stage: &mut Stage, chance: &mut impl Chance) {
        let (Stage::Aim { aimed, offence, hits, first_hit }, Some(aim)) = (&mut *stage, &self.power.aim) else {
            unreachable!("only an aimed power is aimed");
        };
        // The offensive roll is a step of its own: of two open rolls in one, too much would be cut.
        let Some(attack) = *offence else {
            *offence = Some(aim.offence + aim.offensive.roll(chance));
            return;
        };
        let targets = &self.power.targets;
        let group = targets.group_of(usize::from(*aimed));
        let defence = targets.groups[group].defence();
        let hit = attack > defence + aim.defensive.up_to(attack - defence, chance);
        hits[group] += u8::from(hit);
        // Nobody but the first check asks whether the first target was among the hit.
        *first_hit |= hit && *aimed == 0 && self.book == Book::First;
        *aimed += 1;
        if !aim.area {
            *offence = None;
        }
        if usize::from(*aimed) == targets.len() {
            let (hits, first_hit) = (*hits, *first_hit);
            *stage = self.after_aim(hits, first_hit);
        }
    }

    /// Makes the check that is due, then lets rounds pass until the next is.
    fn together<C: Chance, R: Record>(
        &self,
        round: &mut u16,
        clocks: &mut [Clock; MOST_TARGETS],
        chance: &mut C,
        record: &mut R,
    ) -> Step {
        let (power, targets) = (&*self.power, &self.power.targets);
        if let Some(due) = clocks.iter().position(|&clock| clock == 0) {
            let degree = targets.groups[targets.group_of(due)].check(chance);
            clocks[due] = power.clock(degree, (*round).into());
        }
        while !clocks.contains(&0) {
            let afflicted = clocks.iter().filter(|&&clock| clock > 0).count() as i64;
            record.at(0, (*round).into(), afflicted);
            *round += 1;
            if u32::from(*round) > power.end {
                (power.end + 1..=power.rounds).for_each(|round| record.at(0, round, 0));
                record.whole(1, (power.end == power.rounds && afflicted > 0).into());
                return Step::Done;
            }
            clocks.iter_mut().for_each(|clock| *clock = power.tick(*clock));
        }
        targets.sort(clocks);
        Step::Continue
    }

    /// Makes one target's next check; then turns to the next target, if it makes no other.
    fn apart<C: Chance>(&self, left: &mut Counts, round: &mut u16, sum: &mut u32, chance: &mut C) -> Step {
        let power = &*self.power;
        let Some(group) = left.iter().position(|&targets| targets > 0) else {
            return Step::Done;
        };
        let clock = power.clock(power.targets.groups[group].check(chance), (*round).into());
        *sum += match self.book {
            Book::Rounds => clock.max(0) as u32,
            _ => 1,
        };
        let again = match clock {
            NEVER => None,
            1.. if !power.lingers && !power.trigger => None,
            _ => Some(u32::from(*round) + u32::from(clock.unsigned_abs())).filter(|&next| next <= power.end),
        };
        *round = again.unwrap_or(1) as u16;
        left[group] -= u8::from(again.is_none());
        if left.iter().any(|&targets| targets > 0) { Step::Continue } else { Step::Done }
    }
}

impl Rule for Part {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        match self.book {
            Book::First => vec![
                Metric::whole("hits", Is::Count, "Targets hit"),
                Metric::whole("affected", Is::Count, "Targets affected"),
                Metric::whole("first_degree", Is::Count, "Degree of the first check (0: none was made)"),
            ],
            Book::Afflicted => vec![
                Metric::per_step("afflicted", Is::Count, "Targets afflicted", 1, self.power.rounds),
                Metric::whole("still_afflicted", Is::Flag, "Still afflicted at the end"),
            ],
            Book::Rounds => vec![Metric::whole("rounds_afflicted", Is::Count, "Rounds afflicted")],
            Book::Checks => vec![Metric::whole("checks", Is::Count, "Resistance checks")],
        }
    }

    fn presentation(&self) -> Presentation {
        present::presentation(self.book, self.power.aim.is_some(), self.power.targets.len())
    }

    fn start(&self) -> State {
        State(match self.power.aim {
            Some(_) => Stage::Aim { aimed: 0, offence: None, hits: Counts::default(), first_hit: false },
            None => self.after_aim(self.power.targets.counts(), true),
        })
    }

    fn step<C: Chance, R: Record>(&self, State(stage): &mut State, chance: &mut C, record: &mut R) -> Step {
        match stage {
            Stage::Aim { .. } => {
                self.aim(stage, chance);
                Step::Continue
            }
            Stage::First { hits, affected, first_affected } => {
                let degree = if *first_affected { self.power.targets.groups[0].check(chance) } else { 0 };
                record.whole(0, (*hits).into());
                record.whole(1, (*affected).into());
                record.whole(2, degree);
                Step::Done
            }
            Stage::Together { round, clocks } => self.together(round, clocks, chance, record),
            Stage::Apart { left, round, sum } => {
                let step = self.apart(left, round, sum, chance);
                if step == Step::Done {
                    record.whole(0, (*sum).into());
                }
                step
            }
        }
    }
}
