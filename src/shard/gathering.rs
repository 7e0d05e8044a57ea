//! Rebuilds the results of a case from the rows of a shard. The rows are not trusted, since anyone
//! may have changed them.

use oddsmith_engine::odds::{Mass, Pmf};
use oddsmith_engine::question::{AnswerTuple, Answers, JointOdds};
use oddsmith_engine::solve::{ExactDistribution, Moments};

use super::found::CasePiece;
use super::row::{RowKind, ShardRow};
use crate::analysis::counts::{AskedCounts, Counts, CrossCheckCounts};
use crate::analysis::found::Computed;

/// Reads the distribution of a slot without its values; `None` if the row is not valid.
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

/// Reads the least and the greatest value of a truncated distribution; `None` if they are not
/// valid.
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

/// Returns whether a row has both a mean and a standard deviation or neither, and whether they are
/// possible values.
fn has_valid_moments(row: &ShardRow) -> bool {
    match (row.mean, row.sd) {
        (None, None) => true,
        (Some(mean), Some(sd)) => mean.is_finite() && sd.is_finite() && sd >= 0.0,
        _ => false,
    }
}

/// The most slots of a case, far more than any case has. A row with a higher slot does not come
/// from this program.
const MAX_SLOTS: usize = 1 << 24;

/// Returns the entry of a slot, and creates it if necessary.
fn slot_mut<T: Clone + Default>(slots: &mut Vec<T>, slot: usize) -> Option<&mut T> {
    if slot >= MAX_SLOTS {
        return None;
    }
    if slot >= slots.len() {
        slots.resize(slot + 1, T::default());
    }
    slots.get_mut(slot)
}

/// The position of a row within its case. Rows must be in this order, without duplicates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RowKey {
    Distribution(u32),
    /// A value of a slot. The row that counts trials without a value comes last.
    Value(u32, bool, Option<i64>),
    Asked(u32),
    Answer(u32, AnswerTuple),
}

impl RowKey {
    fn from_row(row: &ShardRow) -> Option<RowKey> {
        let slot = row.slot?;
        Some(match row.kind {
            RowKind::Run | RowKind::Case | RowKind::End => return None,
            RowKind::Distribution => RowKey::Distribution(slot),
            RowKind::Value => RowKey::Value(slot, row.value.is_none(), row.value),
            RowKind::Asked => RowKey::Asked(slot),
            RowKind::Answer => RowKey::Answer(slot, row.answer()?),
        })
    }

    /// Returns the block of the row: metrics before questions, then by slot, with the row about the
    /// whole slot first.
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

/// The tolerance for the rounding of a sum of probabilities.
const ROUNDING_TOLERANCE: f64 = 1e-9;
/// The reported truncation is an upper bound. It may exceed the missing part of the sum by at most
/// this.
const TRUNCATION_TOLERANCE: f64 = 1e-6;

/// The running totals of a slot or a question: its trials, the trials of its cross-check, and its
/// exact odds.
#[derive(Clone, Copy, Debug, Default)]
struct RunningTotal {
    trials: u64,
    check_trials: u64,
    odds: f64,
}

impl RunningTotal {
    /// Adds a row; `None` if a total becomes too large.
    fn add_row(&mut self, row: &ShardRow, most: u64, most_check_trials: u64) -> Option<()> {
        self.trials = self
            .trials
            .checked_add(row.count.unwrap_or(0))
            .filter(|sum| *sum <= most)?;
        self.check_trials = self
            .check_trials
            .checked_add(row.check_count.unwrap_or(0))
            .filter(|sum| *sum <= most_check_trials)?;
        // A row needs the complete probability or none.
        let odds = row.exact.unwrap_or(0.0);
        if row.exact.is_some() && row.mass().is_none() {
            return None;
        }
        self.odds += odds;
        (0.0..=1.0 + ROUNDING_TOLERANCE)
            .contains(&odds)
            .then_some(())
    }

    /// Returns whether the totals are complete, and whether the odds and the truncated part add up
    /// to 1.
    fn is_complete(&self, trials: u64, check_trials: u64, unresolved: Option<f64>) -> bool {
        let adds_up = |truncated: f64| {
            (0.0..=1.0).contains(&truncated)
                && (1.0 - ROUNDING_TOLERANCE..=1.0 + TRUNCATION_TOLERANCE)
                    .contains(&(self.odds + truncated))
        };
        self.trials == trials && self.check_trials == check_trials && unresolved.is_none_or(adds_up)
    }
}

/// Rebuilds a piece from its rows: from the row of a case up to the row of the next case.
#[derive(Debug)]
pub(super) struct PieceBuilder {
    piece: CasePiece,
    masses: Vec<Vec<(i64, Mass)>>,
    last_key: Option<RowKey>,
    /// The totals of the slots, and those of the questions.
    totals: [Vec<RunningTotal>; 2],
}

impl PieceBuilder {
    /// Starts with the row of a case; `None` if it is not valid.
    pub(super) fn begin(row: &ShardRow) -> Option<PieceBuilder> {
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
        Some(PieceBuilder {
            piece: CasePiece {
                case,
                computed,
                counts,
            },
            masses: Vec::new(),
            last_key: None,
            totals: Default::default(),
        })
    }

    /// Adds another row; `None` if it is not valid.
    pub(super) fn add_row(&mut self, row: ShardRow) -> Option<()> {
        let key = RowKey::from_row(&row)?;
        if self
            .last_key
            .as_ref()
            .is_some_and(|last| !last.is_before(&key))
        {
            return None;
        }
        self.last_key = Some(key);
        if !has_valid_moments(&row) {
            return None;
        }
        let slot = row.slot? as usize;
        self.add_masses(&row, slot)?;
        let CasePiece {
            computed, counts, ..
        } = &mut self.piece;
        match row.kind {
            RowKind::Run | RowKind::Case | RowKind::End => return None,
            RowKind::Distribution => {
                *slot_mut(&mut computed.as_mut()?.distributions, slot)? =
                    Some(distribution_of(&row)?)
            }
            RowKind::Value => match row.value {
                None => {
                    slot_mut(&mut counts.tallies, slot)?;
                    if let Some(mass) = row.mass() {
                        slot_mut(&mut computed.as_mut()?.distributions, slot)?
                            .as_mut()?
                            .absent = mass;
                    }
                }
                Some(value) => {
                    slot_mut(&mut counts.tallies, slot)?.add(value, row.count.unwrap_or(0));
                    if let Some(check_count) = row.check_count {
                        slot_mut(&mut counts.cross_check.as_mut()?.tallies, slot)?
                            .add(value, check_count);
                    }
                    if let Some(mass) = row.mass() {
                        slot_mut(&mut self.masses, slot)?.push((value, mass));
                    }
                }
            },
            RowKind::Asked => {
                if let Some(trials) = row.trials {
                    let cross_check = row.check_trials.map(|trials| (trials, Answers::default()));
                    let asked = AskedCounts {
                        trials,
                        answers: Answers::default(),
                        cross_check,
                    };
                    *slot_mut(&mut counts.asked, slot)? = Some(asked);
                }
                if let Some(unresolved) = row.unresolved {
                    let (ends, moments) = (ends_of(&row)?, moments_of(&row));
                    let joint = JointOdds {
                        answers: Answers::default(),
                        unresolved,
                        ends,
                        moments,
                    };
                    *slot_mut(&mut computed.as_mut()?.joints, slot)? = Some(joint);
                }
            }
            RowKind::Answer => {
                let answer = row.answer()?;
                let asked = slot_mut(&mut counts.asked, slot)?;
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
                    slot_mut(&mut computed.as_mut()?.joints, slot)?
                        .as_mut()?
                        .answers
                        .add(answer, mass);
                }
            }
        }
        Some(())
    }

    /// Adds a row to the running totals; `None` if a total becomes too large.
    fn add_masses(&mut self, row: &ShardRow, slot: usize) -> Option<()> {
        let counts = &mut self.piece.counts;
        match row.kind {
            RowKind::Value => {
                let check_trials = counts
                    .cross_check
                    .as_ref()
                    .map_or(0, |check_counts| check_counts.trials);
                slot_mut(&mut self.totals[0], slot)?.add_row(row, counts.trials, check_trials)
            }
            RowKind::Answer => {
                let asked = slot_mut(&mut counts.asked, slot)?.as_ref();
                let check_trials = asked
                    .and_then(|asked| asked.cross_check.as_ref())
                    .map_or(0, |(trials, _)| *trials);
                slot_mut(&mut self.totals[1], slot)?.add_row(
                    row,
                    asked.map_or(0, |asked| asked.trials),
                    check_trials,
                )
            }
            _ => Some(()),
        }
    }

    /// Returns the piece after the last row; `None` if it is not complete.
    pub(super) fn finish(self) -> Option<CasePiece> {
        let PieceBuilder {
            piece: mut found,
            masses,
            totals,
            ..
        } = self;
        for (slot, masses) in masses
            .into_iter()
            .enumerate()
            .filter(|(_, masses)| !masses.is_empty())
        {
            slot_mut(&mut found.computed.as_mut()?.distributions, slot)?
                .as_mut()?
                .pmf = Pmf::new(masses);
        }
        let CasePiece {
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
        // Without any trials, a metric without odds has no rows.
        let is_complete = |slot: usize| {
            let distribution = distributions
                .get(slot)
                .and_then(Option::as_ref)
                .map(|distribution| distribution.unresolved);
            let total = slots.get(slot).copied().unwrap_or_default();
            total.is_complete(counts.trials, check_trials, distribution)
        };
        let is_answered = |question_index: usize| {
            let asked = counts.asked.get(question_index).and_then(Option::as_ref);
            let check_trials = asked
                .and_then(|asked| asked.cross_check.as_ref())
                .map_or(0, |(trials, _)| *trials);
            let odds = joints
                .get(question_index)
                .and_then(Option::as_ref)
                .map(|joint| joint.unresolved);
            let total = questions.get(question_index).copied().unwrap_or_default();
            total.is_complete(asked.map_or(0, |asked| asked.trials), check_trials, odds)
        };
        let is_valid = (0..slots.len().max(distributions.len())).all(is_complete)
            && (0..questions.len().max(joints.len()).max(counts.asked.len())).all(is_answered);
        is_valid.then_some(found)
    }
}
