//! What was found out about a case, from rows of a shard that anybody may have had in hands.

use oddsmith_engine::odds::{Mass, Pmf};
use oddsmith_engine::question::{Answers, Joint, Tuple};
use oddsmith_engine::solve::{ExactDistribution, Moments};

use super::found::FoundPiece;
use super::row::{ShardRow, Tells};
use crate::analysis::counts::{AskedCounts, Counts, CrossCheckCounts};
use crate::analysis::found::Computed;

/// What a row tells of a law, as yet without its values; nothing where it makes no sense.
fn distribution_of(row: &ShardRow) -> Option<ExactDistribution> {
    let (pmf, absent, moments) = (
        Pmf::new(Vec::new()),
        Mass::ZERO,
        moments_of(row).map(Box::new),
    );
    Some(ExactDistribution {
        pmf,
        absent,
        unresolved: row.unresolved?,
        moments,
        ends: ends_of(row)?,
    })
}

fn moments_of(row: &ShardRow) -> Option<Moments> {
    row.moments().map(|(mean, sd)| Moments { mean, sd })
}

/// The least and the greatest value of a law that was cut, from a row; nothing where it makes no
/// sense.
fn ends_of(row: &ShardRow) -> Option<(Option<i64>, Option<i64>)> {
    if row.answer.is_none() {
        return Some((None, None));
    }
    match row.answer()?.as_deref()? {
        [Some(least), Some(greatest)] if least > greatest => None,
        [least, greatest] => Some((*least, *greatest)),
        _ => None,
    }
}

/// Whether a mean and a deviation are there both or neither, and are what these can be.
fn has_valid_moments(row: &ShardRow) -> bool {
    match (row.mean, row.sd) {
        (None, None) => true,
        (Some(mean), Some(sd)) => mean.is_finite() && sd.is_finite() && sd >= 0.0,
        _ => false,
    }
}

/// Slots that a case may have, far above what any has: a row that names a later one is none of this
/// program's.
const MOST_SLOTS: usize = 1 << 24;

/// The place of a slot, made where rows before had no word of it.
fn place<T: Clone + Default>(of: &mut Vec<T>, slot: usize) -> Option<&mut T> {
    if slot >= MOST_SLOTS {
        return None;
    }
    if slot >= of.len() {
        of.resize(slot + 1, T::default());
    }
    of.get_mut(slot)
}

/// What a row of a case tells of: rows stand in this order, and none comes twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RowKey {
    Distribution(u32),
    /// Of a slot: a value, then how many trials do not show it.
    Value(u32, bool, Option<i64>),
    Asked(u32),
    Answer(u32, Tuple),
}

impl RowKey {
    fn of(row: &ShardRow) -> Option<RowKey> {
        let slot = row.slot?;
        Some(match row.tells {
            Tells::Run | Tells::Case | Tells::End => return None,
            Tells::Distribution => RowKey::Distribution(slot),
            Tells::Value => RowKey::Value(slot, row.value.is_none(), row.value),
            Tells::Asked => RowKey::Asked(slot),
            Tells::Answer => RowKey::Answer(slot, row.answer()?),
        })
    }

    /// Its block: that of metrics or of questions, then the slot, then what heads a slot.
    fn block(&self) -> (bool, u32, bool) {
        match *self {
            RowKey::Distribution(slot) => (false, slot, false),
            RowKey::Value(slot, ..) => (false, slot, true),
            RowKey::Asked(slot) => (true, slot, false),
            RowKey::Answer(slot, _) => (true, slot, true),
        }
    }

    fn is_before(&self, next: &RowKey) -> bool {
        self.block()
            .cmp(&next.block())
            .then_with(|| self.cmp(next))
            .is_lt()
    }
}

/// Rounding of a sum of probabilities.
const ROUNDING: f64 = 1e-9;
/// The reported truncation is a bound: it exceeds what is missing of the sum by at most so much.
const SLACK: f64 = 1e-6;

/// The trials of a slot or a question in its rows so far, those that check sampled ones, and their
/// exact odds.
#[derive(Clone, Copy, Debug, Default)]
struct RunningTotal {
    trials: u64,
    check_trials: u64,
    odds: f64,
}

impl RunningTotal {
    /// Takes what a row tells; nothing where that is more than there is.
    fn take(&mut self, row: &ShardRow, most: u64, most_check_trials: u64) -> Option<()> {
        self.trials = self
            .trials
            .checked_add(row.count.unwrap_or(0))
            .filter(|sum| *sum <= most)?;
        self.check_trials = self
            .check_trials
            .checked_add(row.check_count.unwrap_or(0))
            .filter(|sum| *sum <= most_check_trials)?;
        // A probability is whole or it is none.
        let odds = row.exact.unwrap_or(0.0);
        if row.exact.is_some() && row.mass().is_none() {
            return None;
        }
        self.odds += odds;
        (0.0..=1.0 + ROUNDING).contains(&odds).then_some(())
    }

    /// Whether it is all there is, and odds add up to 1 with what may have been cut of them.
    fn is_whole(&self, trials: u64, check_trials: u64, unresolved: Option<f64>) -> bool {
        let adds_up = |truncated: f64| {
            (0.0..=1.0).contains(&truncated)
                && (1.0 - ROUNDING..=1.0 + SLACK).contains(&(self.odds + truncated))
        };
        self.trials == trials && self.check_trials == check_trials && unresolved.is_none_or(adds_up)
    }
}

/// Puts rows together again: those of some batches of a case, from the row of the case to the next.
#[derive(Debug)]
pub(super) struct Gathering {
    found: FoundPiece,
    masses: Vec<Vec<(i64, Mass)>>,
    last: Option<RowKey>,
    /// By slot, then by question.
    totals: [Vec<RunningTotal>; 2],
}

impl Gathering {
    /// Begins with the row of a case; nothing where it makes no sense.
    pub(super) fn begin(row: &ShardRow) -> Option<Gathering> {
        let counts = Counts {
            trials: row.trials?,
            is_sampled: row.is_sampled?,
            cross_check: row.check_trials.map(|trials| CrossCheckCounts {
                trials,
                unfinished: row.count.unwrap_or(0),
                tallies: Vec::new(),
            }),
            ..Counts::default()
        };
        let best_play = row
            .play
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .ok()?;
        let offers = row
            .offers
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .ok()?
            .unwrap_or_default();
        if row.cost.is_some_and(|cost| !cost.is_finite() || cost < 0.0) {
            return None;
        }
        let computed = row.cost.map(|cost| Computed {
            cost,
            best_play,
            offers,
            ..Computed::default()
        });
        let case = usize::try_from(row.case.checked_sub(1)?).ok()?;
        Some(Gathering {
            found: FoundPiece {
                case,
                computed,
                counts,
            },
            masses: Vec::new(),
            last: None,
            totals: Default::default(),
        })
    }

    /// Takes another row; nothing where it makes no sense.
    pub(super) fn take(&mut self, row: ShardRow) -> Option<()> {
        let key = RowKey::of(&row)?;
        if self.last.as_ref().is_some_and(|last| !last.is_before(&key)) {
            return None;
        }
        self.last = Some(key);
        if !has_valid_moments(&row) {
            return None;
        }
        let slot = row.slot? as usize;
        self.add_up(&row, slot)?;
        let FoundPiece {
            computed, counts, ..
        } = &mut self.found;
        match row.tells {
            Tells::Run | Tells::Case | Tells::End => return None,
            Tells::Distribution => {
                *place(&mut computed.as_mut()?.distributions, slot)? = Some(distribution_of(&row)?)
            }
            Tells::Value => match row.value {
                None => {
                    place(&mut counts.tallies, slot)?;
                    if let Some(mass) = row.mass() {
                        place(&mut computed.as_mut()?.distributions, slot)?
                            .as_mut()?
                            .absent = mass;
                    }
                }
                Some(value) => {
                    place(&mut counts.tallies, slot)?.add(value, row.count.unwrap_or(0));
                    if let Some(check_count) = row.check_count {
                        place(&mut counts.cross_check.as_mut()?.tallies, slot)?
                            .add(value, check_count);
                    }
                    if let Some(mass) = row.mass() {
                        place(&mut self.masses, slot)?.push((value, mass));
                    }
                }
            },
            Tells::Asked => {
                if let Some(trials) = row.trials {
                    let cross_check = row.check_trials.map(|trials| (trials, Answers::default()));
                    let asked = AskedCounts {
                        trials,
                        answers: Answers::default(),
                        cross_check,
                    };
                    *place(&mut counts.asked, slot)? = Some(asked);
                }
                if let Some(unresolved) = row.unresolved {
                    let (ends, moments) = (ends_of(&row)?, moments_of(&row));
                    let joint = Joint {
                        answers: Answers::default(),
                        unresolved,
                        ends,
                        moments,
                    };
                    *place(&mut computed.as_mut()?.joints, slot)? = Some(joint);
                }
            }
            Tells::Answer => {
                let answer = row.answer()?;
                let asked = place(&mut counts.asked, slot)?;
                if let Some(count) = row.count {
                    asked.as_mut()?.answers.add(answer.clone(), count);
                }
                if let Some(check_count) = row.check_count {
                    asked
                        .as_mut()?
                        .cross_check
                        .as_mut()?
                        .1
                        .add(answer.clone(), check_count);
                }
                if let Some(mass) = row.mass() {
                    place(&mut computed.as_mut()?.joints, slot)?
                        .as_mut()?
                        .answers
                        .add(answer, mass);
                }
            }
        }
        Some(())
    }

    /// Adds up what a row tells of a law or of answers; nothing where that is more than there is.
    fn add_up(&mut self, row: &ShardRow, slot: usize) -> Option<()> {
        let counts = &mut self.found.counts;
        match row.tells {
            Tells::Value => {
                let check_trials = counts
                    .cross_check
                    .as_ref()
                    .map_or(0, |check_counts| check_counts.trials);
                place(&mut self.totals[0], slot)?.take(row, counts.trials, check_trials)
            }
            Tells::Answer => {
                let asked = place(&mut counts.asked, slot)?.as_ref();
                let check_trials = asked
                    .and_then(|asked| asked.cross_check.as_ref())
                    .map_or(0, |(trials, _)| *trials);
                place(&mut self.totals[1], slot)?.take(
                    row,
                    asked.map_or(0, |asked| asked.trials),
                    check_trials,
                )
            }
            _ => Some(()),
        }
    }

    /// All rows are taken.
    pub(super) fn end(self) -> Option<FoundPiece> {
        let Gathering {
            mut found,
            masses,
            totals,
            ..
        } = self;
        for (slot, masses) in masses
            .into_iter()
            .enumerate()
            .filter(|(_, masses)| !masses.is_empty())
        {
            place(&mut found.computed.as_mut()?.distributions, slot)?
                .as_mut()?
                .pmf = Pmf::new(masses);
        }
        let FoundPiece {
            computed, counts, ..
        } = &found;
        let check_trials = counts
            .cross_check
            .as_ref()
            .map_or(0, |check_counts| check_counts.trials);
        let [slots, questions] = &totals;
        let distributions = computed
            .as_ref()
            .map_or(&[][..], |computed| &computed.distributions);
        let joints = computed
            .as_ref()
            .map_or(&[][..], |computed| &computed.joints);
        // Of no trials at all, a metric without odds has no row.
        let is_complete = |slot: usize| {
            let distribution = distributions
                .get(slot)
                .and_then(Option::as_ref)
                .map(|distribution| distribution.unresolved);
            let total = slots.get(slot).copied().unwrap_or_default();
            total.is_whole(counts.trials, check_trials, distribution)
        };
        let is_answered = |at: usize| {
            let asked = counts.asked.get(at).and_then(Option::as_ref);
            let check_trials = asked
                .and_then(|asked| asked.cross_check.as_ref())
                .map_or(0, |(trials, _)| *trials);
            let odds = joints
                .get(at)
                .and_then(Option::as_ref)
                .map(|joint| joint.unresolved);
            let total = questions.get(at).copied().unwrap_or_default();
            total.is_whole(asked.map_or(0, |asked| asked.trials), check_trials, odds)
        };
        let is_valid = (0..slots.len().max(distributions.len())).all(is_complete)
            && (0..questions.len().max(joints.len()).max(counts.asked.len())).all(is_answered);
        is_valid.then_some(found)
    }
}
