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
fn ends_of(answer: Option<&Tuple>) -> Option<(Option<i64>, Option<i64>)> {
    match answer.and_then(Option::as_deref) {
        None => Some((None, None)),
        Some(&[least, greatest]) => Some((least, greatest)),
        Some(_) => None,
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

/// Puts rows together again: those of some batches of a case, from the row of the case to the next.
#[derive(Debug)]
pub(super) struct Gathering {
    found: FoundPiece,
    masses: Vec<Vec<(i64, Mass)>>,
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
        let computed = row.cost.map(|cost| Computed { cost, best_play, offers, ..Computed::default() });
        let case = usize::try_from(row.case.checked_sub(1)?).ok()?;
        Some(Gathering { found: FoundPiece { case, computed, counts }, masses: Vec::new() })
    }

    /// Takes another row; nothing where it makes no sense.
    pub(super) fn take(&mut self, row: ShardRow) -> Option<()> {
        let slot = row.slot? as usize;
        let FoundPiece { computed, counts, .. } = &mut self.found;
        match row.tells {
            Tells::Run | Tells::Case | Tells::End => return None,
            Tells::Law => {
                let moments = row.moments().map(|(mean, sd)| Box::new(Moments { mean, sd }));
                let (pmf, absent) = (Pmf::new(Vec::new()), Mass::ZERO);
                let ends = ends_of(row.answer().as_ref())?;
                let law = ExactLaw { pmf, absent, unresolved: row.unresolved?, moments, ends };
                *place(&mut computed.as_mut()?.laws, slot)? = Some(law);
            }
            Tells::Value => match row.value {
                None => {
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
                    let ends = ends_of(row.answer().as_ref())?;
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
        let Gathering { mut found, masses } = self;
        for (slot, masses) in masses.into_iter().enumerate().filter(|(_, masses)| !masses.is_empty()) {
            place(&mut found.computed.as_mut()?.laws, slot)?.as_mut()?.pmf = Pmf::new(masses);
        }
        let is_sound = |trials: u64, tallies: &[Tally]| tallies.iter().all(|tally| tally.total() <= trials);
        let witness = found.counts.witness.as_ref().is_none_or(|beside| is_sound(beside.trials, &beside.tallies));
        (witness && is_sound(found.counts.trials, &found.counts.tallies)).then_some(found)
    }
}
