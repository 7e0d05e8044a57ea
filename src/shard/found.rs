//! What was found out about a case, as rows of a shard; and from rows.

use std::collections::BTreeSet;

use oddsmith_engine::odds::{Mass, Pmf, Tally};
use oddsmith_engine::question::{Answers, Joint, Tuple};
use oddsmith_engine::solve::{ExactLaw, Moments};

use super::row::{ShardRow, Tells};
use crate::analysis::counts::{AskedCounts, BesideCounts, Counts};
use crate::analysis::found::Computed;
use crate::rule::metric::ShownMetric;

/// What was found out about some batches of a case.
#[derive(Clone, Debug)]
pub(super) struct FoundPiece {
    /// The case, from 0.
    pub(super) case: usize,
    /// What is computed of it, with its first batch.
    pub(super) computed: Option<Computed>,
    pub(super) counts: Counts,
}

/// The columns that name a slot: its metric and its step.
pub(super) fn names(metrics: &[ShownMetric]) -> Vec<(String, Option<u32>)> {
    metrics.iter().flat_map(|metric| metric.all_steps().map(|step| (metric.name.clone(), step))).collect()
}

impl FoundPiece {
    /// Hands over its rows, one after another.
    ///
    /// # Errors
    /// As they are taken.
    pub(super) fn rows<E>(
        &self,
        names: &[(String, Option<u32>)],
        take: &mut impl FnMut(ShardRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let row = || ShardRow { case: self.case as u64 + 1, ..ShardRow::default() };
        let Counts { trials, is_drawn, tallies, witness, asked } = &self.counts;
        let computed = self.computed.as_ref();
        let play = computed.and_then(|computed| computed.best_play.as_ref());
        let offers = computed.map(|computed| &computed.offers).filter(|offers| !offers.is_empty());
        take(ShardRow {
            trials: Some(*trials),
            trials_played: witness.as_ref().map(|beside| beside.trials),
            count: witness.as_ref().map(|beside| beside.unfinished).filter(|&unfinished| unfinished > 0),
            cost: computed.map(|computed| computed.cost),
            drawn: Some(*is_drawn),
            play: play.map(|play| serde_json::to_string(play).expect("values of JSON")),
            offers: offers.map(|offers| serde_json::to_string(offers).expect("values of JSON")),
            ..row()
        })?;
        for (slot, (metric, step)) in names.iter().enumerate() {
            let law = computed.and_then(|computed| computed.laws.get(slot)?.as_ref());
            let named =
                |tells| ShardRow { tells, slot: Some(slot as u32), metric: Some(metric.clone()), step: *step, ..row() };
            if let Some(law) = law {
                let moments = law.moments.as_deref().map(|moments| (moments.mean, moments.sd));
                let row = ShardRow { unresolved: Some(law.unresolved), ..named(Tells::Law) };
                take(row.with_moments(moments).with_answer(ends(law.ends).as_ref()))?;
            }
            let shown = (*trials, tallies.get(slot));
            let beside = witness.as_ref().map(|beside| (beside.trials, beside.tallies.get(slot)));
            for (value, count, played, exact) in values(shown, beside, law) {
                take(ShardRow { value, count, played, ..named(Tells::Value) }.with_mass(exact))?;
            }
        }
        let joints = computed.map_or(&[][..], |computed| &computed.joints);
        for at in 0..asked.len().max(joints.len()) {
            let (joint, counts) = (joints.get(at).and_then(Option::as_ref), asked.get(at).and_then(Option::as_ref));
            let named = |tells| ShardRow { tells, slot: Some(at as u32), ..row() };
            if joint.is_none() && counts.is_none() {
                continue;
            }
            let witness = counts.and_then(|counts| counts.witness.as_ref());
            let row = ShardRow {
                trials: counts.map(|counts| counts.trials),
                trials_played: witness.map(|(trials, _)| *trials),
                unresolved: joint.map(|joint| joint.unresolved),
                ..named(Tells::Asked)
            };
            let moments = joint.and_then(|joint| joint.moments).map(|moments| (moments.mean, moments.sd));
            take(row.with_moments(moments).with_answer(joint.and_then(|joint| ends(joint.ends)).as_ref()))?;
            let (none, no_odds) = (Answers::default(), Answers::default());
            let shown = counts.map_or(&none, |counts| &counts.answers);
            let beside = witness.map_or(&none, |(_, answers)| answers);
            let odds = joint.map_or(&no_odds, |joint| &joint.answers);
            let all = shown.rows().chain(beside.rows()).map(|(answer, _)| answer);
            let all: BTreeSet<&Tuple> = all.chain(odds.rows().map(|(answer, _)| answer)).collect();
            for answer in all {
                let (count, played, exact) = (shown.weight(answer), beside.weight(answer), odds.weight(answer));
                take(ShardRow { count, played, ..named(Tells::Answer) }.with_mass(exact).with_answer(Some(answer)))?;
            }
        }
        Ok(())
    }
}

/// The least and the greatest value of a law that was cut, as an answer has two values.
fn ends(ends: (Option<i64>, Option<i64>)) -> Option<Tuple> {
    (ends != (None, None)).then(|| Some([ends.0, ends.1].into()))
}

/// The same from a row; nothing where it makes no sense.
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

type ValueRow = (Option<i64>, Option<u64>, Option<u64>, Option<Mass>);

/// The values of a slot, lowest first, and last how many trials do not show it.
fn values(
    shown: (u64, Option<&Tally>),
    beside: Option<(u64, Option<&Tally>)>,
    law: Option<&ExactLaw>,
) -> Vec<ValueRow> {
    let none = Tally::default();
    let (trials, tally) = (shown.0, shown.1.unwrap_or(&none));
    let (played_trials, played) = beside.map_or((0, &none), |(trials, tally)| (trials, tally.unwrap_or(&none)));
    let masses = law.map_or(&[][..], |law| law.pmf.masses());
    let mut values: Vec<i64> = tally.iter().chain(played.iter()).map(|(value, _)| value).collect();
    values.extend(masses.iter().map(|&(value, _)| value));
    values.sort_unstable();
    values.dedup();
    let some = |count: u64| (count > 0).then_some(count);
    let of = |value: i64| {
        let exact = masses.binary_search_by_key(&value, |&(value, _)| value).ok().map(|at| masses[at].1);
        (Some(value), some(tally.count(value)), some(played.count(value)), exact)
    };
    let mut rows: Vec<ValueRow> = values.into_iter().map(of).collect();
    let exact = law.map(|law| law.absent).filter(|absent| *absent != Mass::ZERO);
    let (count, beside) = (some(trials - tally.total()), some(played_trials - played.total()));
    if exact.is_some() || count.is_some() || beside.is_some() {
        rows.push((None, count, beside, exact));
    }
    rows
}

/// Slots that a case may have, far above what any has: a row that names a later one is none of this program's.
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
        self.block().cmp(&next.block()).then_with(|| self.cmp(next)).is_lt()
    }
}

/// Rounding of a sum of probabilities.
const ROUNDING: f64 = 1e-9;
/// What is told as cut is at most so much more than what is missing of the sum: it is a bound.
const SLACK: f64 = 1e-6;

/// The trials of a slot or a question that its rows have told so far, those played beside, and their exact odds.
#[derive(Clone, Copy, Debug, Default)]
struct ToldSoFar {
    trials: u64,
    played: u64,
    odds: f64,
}

impl ToldSoFar {
    /// Takes what a row tells; nothing where that is more than there is.
    fn take(&mut self, row: &ShardRow, most: u64, most_played: u64) -> Option<()> {
        self.trials = self.trials.checked_add(row.count.unwrap_or(0)).filter(|own| *own <= most)?;
        self.played = self.played.checked_add(row.played.unwrap_or(0)).filter(|own| *own <= most_played)?;
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
        let adds_up =
            |cut: f64| (0.0..=1.0).contains(&cut) && (1.0 - ROUNDING..=1.0 + SLACK).contains(&(self.odds + cut));
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
        let best_play = row.play.as_deref().map(serde_json::from_str).transpose().ok()?;
        let offers = row.offers.as_deref().map(serde_json::from_str).transpose().ok()?.unwrap_or_default();
        if row.cost.is_some_and(|cost| !cost.is_finite() || cost < 0.0) {
            return None;
        }
        let computed = row.cost.map(|cost| Computed { cost, best_play, offers, ..Computed::default() });
        let case = usize::try_from(row.case.checked_sub(1)?).ok()?;
        Some(Gathering {
            found: FoundPiece { case, computed, counts },
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
        let FoundPiece { computed, counts, .. } = &mut self.found;
        match row.tells {
            Tells::Value => {
                let beside = counts.witness.as_ref().map_or(0, |beside| beside.trials);
                place(&mut self.told[0], slot)?.take(&row, counts.trials, beside)?;
            }
            Tells::Answer => {
                let asked = place(&mut counts.asked, slot)?.as_ref();
                let beside = asked.and_then(|asked| asked.witness.as_ref()).map_or(0, |(trials, _)| *trials);
                place(&mut self.told[1], slot)?.take(&row, asked.map_or(0, |asked| asked.trials), beside)?;
            }
            _ => {}
        }
        match row.tells {
            Tells::Run | Tells::Case | Tells::End => return None,
            Tells::Law => {
                let moments = row.moments().map(|(mean, sd)| Box::new(Moments { mean, sd }));
                let (pmf, absent) = (Pmf::new(Vec::new()), Mass::ZERO);
                let ends = ends_of(&row)?;
                let law = ExactLaw { pmf, absent, unresolved: row.unresolved?, moments, ends };
                *place(&mut computed.as_mut()?.laws, slot)? = Some(law);
            }
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
                    let asked = AskedCounts { trials, answers: Answers::default(), witness };
                    *place(&mut counts.asked, slot)? = Some(asked);
                }
                if let Some(unresolved) = row.unresolved {
                    let moments = row.moments().map(|(mean, sd)| Moments { mean, sd });
                    let ends = ends_of(&row)?;
                    let joint = Joint { answers: Answers::default(), unresolved, ends, moments };
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
                    asked.as_mut()?.witness.as_mut()?.1.add(answer.clone(), played);
                }
                if let Some(mass) = row.mass() {
                    place(&mut computed.as_mut()?.joints, slot)?.as_mut()?.answers.add(answer, mass);
                }
            }
        }
        Some(())
    }

    /// All rows are taken.
    pub(super) fn end(self) -> Option<FoundPiece> {
        let Gathering { mut found, masses, told, .. } = self;
        for (slot, masses) in masses.into_iter().enumerate().filter(|(_, masses)| !masses.is_empty()) {
            place(&mut found.computed.as_mut()?.laws, slot)?.as_mut()?.pmf = Pmf::new(masses);
        }
        let FoundPiece { computed, counts, .. } = &found;
        let beside = counts.witness.as_ref().map_or(0, |beside| beside.trials);
        let [slots, questions] = &told;
        let laws = computed.as_ref().map_or(&[][..], |computed| &computed.laws);
        let joints = computed.as_ref().map_or(&[][..], |computed| &computed.joints);
        // Of no trials at all, a metric without odds has no row.
        let is_told = |slot: usize| {
            let law = laws.get(slot).and_then(Option::as_ref).map(|law| law.unresolved);
            let told = slots.get(slot).copied().unwrap_or_default();
            told.is_whole(counts.trials, beside, law)
        };
        let is_answered = |at: usize| {
            let asked = counts.asked.get(at).and_then(Option::as_ref);
            let witness = asked.and_then(|asked| asked.witness.as_ref()).map_or(0, |(trials, _)| *trials);
            let odds = joints.get(at).and_then(Option::as_ref).map(|joint| joint.unresolved);
            let told = questions.get(at).copied().unwrap_or_default();
            told.is_whole(asked.map_or(0, |asked| asked.trials), witness, odds)
        };
        let is_sound = (0..slots.len().max(laws.len())).all(is_told)
            && (0..questions.len().max(joints.len()).max(counts.asked.len())).all(is_answered);
        is_sound.then_some(found)
    }
}
