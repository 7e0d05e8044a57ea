//! What was found out about a case, from rows of a shard that anybody may have had in hands.

use oddsmith_engine::odds::{Mass, Pmf};
use oddsmith_engine::question::{Answers, Joint, Tuple};
use oddsmith_engine::solve::{ExactLaw, Moments};

use super::found::FoundPiece;
use super::row::{ShardRow, Tells};
use crate::analysis::counts::{AskedCounts, BesideCounts, Counts};
use crate::analysis::found::Computed;

/// What a row tells of a law, as yet without its values; nothing where it makes no sense.
fn law_of(row: &ShardRow) -> Option<ExactLaw> {
    let (pmf, absent, moments) = (
        Pmf::new(Vec::new()),
        Mass::ZERO,
        moments_of(row).map(Box::new),
    );
    Some(ExactLaw {
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
fn has_sound_moments(row: &ShardRow) -> bool {
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
    Law(u32),
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
            Tells::Law => RowKey::Law(slot),
            Tells::Value => RowKey::Value(slot, row.value.is_none(), row.value),
            Tells::Asked => RowKey::Asked(slot),
            Tells::Answer => RowKey::Answer(slot, row.answer()?),
        })
    }

    /// Its block: that of metrics or of questions, then the slot, then what heads a slot.
    fn block(&self) -> (bool, u32, bool) {
        match *self {
            RowKey::Law(slot) => (false, slot, false),
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
struct ToldSoFar {
    trials: u64,
    played: u64,
    odds: f64,
}

impl ToldSoFar {
    /// Takes what a row tells; nothing where that is more than there is.
    fn take(&mut self, row: &ShardRow, most: u64, most_played: u64) -> Option<()> {
        self.trials = self
            .trials
            .checked_add(row.count.unwrap_or(0))
            .filter(|own| *own <= most)?;
        self.played = self
            .played
            .checked_add(row.played.unwrap_or(0))
            .filter(|own| *own <= most_played)?;
        // A probability is whole or it is none.
        let odds = row.exact.unwrap_or(0.0);
        if row.exact.is_some() && row.mass().is_none() {
            return None;
        }
        self.odds += odds;
        (0.0..=1.0 + ROUNDING).contains(&odds).then_some(())
    }

    /// Whether it is all there is, and odds add up to 1 with what may have been cut of them.
    fn is_whole(&self, trials: u64, played: u64, unresolved: Option<f64>) -> bool {
        let adds_up = |cut: f64| {
            (0.0..=1.0).contains(&cut)
                && (1.0 - ROUNDING..=1.0 + SLACK).contains(&(self.odds + cut))
        };
        self.trials == trials && self.played == played && unresolved.is_none_or(adds_up)
    }
}

/// Puts rows together again: those of some batches of a case, from the row of the case to the next.
#[derive(Debug)]
pub(super) struct Gathering {
    found: FoundPiece,
    masses: Vec<Vec<(i64, Mass)>>,
    last: Option<RowKey>,
    /// By slot, then by question.
    told: [Vec<ToldSoFar>; 2],
}

impl Gathering {
    /// Begins with the row of a case; nothing where it makes no sense.
    pub(super) fn begin(row: &ShardRow) -> Option<Gathering> {
        let counts = Counts {
            trials: row.trials?,
            is_drawn: row.drawn?,
            witness: row.trials_played.map(|trials| BesideCounts {
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
            told: Default::default(),
        })
    }

    /// Takes another row; nothing where it makes no sense.
    pub(super) fn take(&mut self, row: ShardRow) -> Option<()> {
        let key = RowKey::of(&row)?;
        if self.last.as_ref().is_some_and(|last| !last.is_before(&key)) {
            return None;
        }
        self.last = Some(key);
        if !has_sound_moments(&row) {
            return None;
        }
        let slot = row.slot? as usize;
        self.add_up(&row, slot)?;
        let FoundPiece {
            computed, counts, ..
        } = &mut self.found;
        match row.tells {
            Tells::Run | Tells::Case | Tells::End => return None,
            Tells::Law => *place(&mut computed.as_mut()?.laws, slot)? = Some(law_of(&row)?),
            Tells::Value => match row.value {
                None => {
                    place(&mut counts.tallies, slot)?;
                    if let Some(mass) = row.mass() {
                        place(&mut computed.as_mut()?.laws, slot)?.as_mut()?.absent = mass;
                    }
                }
                Some(value) => {
                    place(&mut counts.tallies, slot)?.add(value, row.count.unwrap_or(0));
                    if let Some(played) = row.played {
                        place(&mut counts.witness.as_mut()?.tallies, slot)?.add(value, played);
                    }
                    if let Some(mass) = row.mass() {
                        place(&mut self.masses, slot)?.push((value, mass));
                    }
                }
            },
            Tells::Asked => {
                if let Some(trials) = row.trials {
                    let witness = row.trials_played.map(|trials| (trials, Answers::default()));
                    let asked = AskedCounts {
                        trials,
                        answers: Answers::default(),
                        witness,
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
                if let Some(played) = row.played {
                    asked
                        .as_mut()?
                        .witness
                        .as_mut()?
                        .1
                        .add(answer.clone(), played);
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
                let beside = counts.witness.as_ref().map_or(0, |beside| beside.trials);
                place(&mut self.told[0], slot)?.take(row, counts.trials, beside)
            }
            Tells::Answer => {
                let asked = place(&mut counts.asked, slot)?.as_ref();
                let beside = asked
                    .and_then(|asked| asked.witness.as_ref())
                    .map_or(0, |(trials, _)| *trials);
                place(&mut self.told[1], slot)?.take(
                    row,
                    asked.map_or(0, |asked| asked.trials),
                    beside,
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
            told,
            ..
        } = self;
        for (slot, masses) in masses
            .into_iter()
            .enumerate()
            .filter(|(_, masses)| !masses.is_empty())
        {
            place(&mut found.computed.as_mut()?.laws, slot)?
                .as_mut()?
                .pmf = Pmf::new(masses);
        }
        let FoundPiece {
            computed, counts, ..
        } = &found;
        let beside = counts.witness.as_ref().map_or(0, |beside| beside.trials);
        let [slots, questions] = &told;
        let laws = computed.as_ref().map_or(&[][..], |computed| &computed.laws);
        let joints = computed
            .as_ref()
            .map_or(&[][..], |computed| &computed.joints);
        // Of no trials at all, a metric without odds has no row.
        let is_told = |slot: usize| {
            let law = laws
                .get(slot)
                .and_then(Option::as_ref)
                .map(|law| law.unresolved);
            let told = slots.get(slot).copied().unwrap_or_default();
            told.is_whole(counts.trials, beside, law)
        };
        let is_answered = |at: usize| {
            let asked = counts.asked.get(at).and_then(Option::as_ref);
            let witness = asked
                .and_then(|asked| asked.witness.as_ref())
                .map_or(0, |(trials, _)| *trials);
            let odds = joints
                .get(at)
                .and_then(Option::as_ref)
                .map(|joint| joint.unresolved);
            let told = questions.get(at).copied().unwrap_or_default();
            told.is_whole(asked.map_or(0, |asked| asked.trials), witness, odds)
        };
        let is_sound = (0..slots.len().max(laws.len())).all(is_told)
            && (0..questions.len().max(joints.len()).max(counts.asked.len())).all(is_answered);
        is_sound.then_some(found)
    }
}
