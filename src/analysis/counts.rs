//! The counts from the trials of a case: plain integers, which add up across threads and machines.

use oddsmith_engine::odds::Tally;
use oddsmith_engine::question::Answers;
#[cfg(feature = "cli")]
use oddsmith_engine::simulate::merge_tallies;

/// The counts from all trials of a case, or from some of its batches.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    /// The number of trials that were run.
    pub(crate) trials: u64,
    /// Whether the trials were sampled; otherwise they were simulated.
    pub(crate) is_sampled: bool,
    /// The tally of each slot.
    pub(crate) tallies: Vec<Tally>,
    /// The simulated trials that check sampled ones. They belong to the first batch.
    pub(crate) cross_check: Option<CrossCheckCounts>,
    /// The answers to each question; `None` if they are read from the tally of a slot.
    pub(crate) asked: Vec<Option<AskedCounts>>,
}

/// Simulated trials that check sampled ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CrossCheckCounts {
    /// The number of completed trials.
    pub(crate) trials: u64,
    /// The number of trials that were abandoned because they took too many dice.
    pub(crate) unfinished: u64,
    /// The tally of each slot over the completed trials.
    pub(crate) tallies: Vec<Tally>,
}

/// The answers of trials to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AskedCounts {
    /// The number of trials that were asked.
    pub(crate) trials: u64,
    /// The answers, with how many trials gave each of them.
    pub(crate) answers: Answers<u64>,
    /// The number of simulated trials that check sampled ones, and their answers.
    pub(crate) cross_check: Option<(u64, Answers<u64>)>,
}

/// The answers of trials to a question, wherever they come from.
pub(super) struct Counted {
    pub(super) trials: u64,
    pub(super) answers: Answers<u64>,
    /// The number of simulated trials that check sampled ones, and their answers.
    pub(super) cross_check: Option<(u64, Answers<u64>)>,
}

impl Counts {
    /// Extends the tallies to this many slots. Counts from a file end at the last slot that was
    /// written.
    pub(super) fn extend_to(&mut self, slots: usize) {
        let cross_check_tallies = self
            .cross_check
            .iter_mut()
            .map(|counts| &mut counts.tallies);
        [&mut self.tallies]
            .into_iter()
            .chain(cross_check_tallies)
            .for_each(|tallies| tallies.resize(slots, Tally::default()));
    }

    /// Adds the counts of other batches of the same case.
    #[cfg(feature = "cli")]
    pub(crate) fn add(&mut self, other: Counts) {
        self.trials += other.trials;
        self.is_sampled |= other.is_sampled;
        self.tallies = merge(std::mem::take(&mut self.tallies), other.tallies);
        if let Some(more) = other.cross_check {
            let cross_check = self.cross_check.get_or_insert_default();
            cross_check.trials += more.trials;
            cross_check.unfinished += more.unfinished;
            cross_check.tallies = merge(std::mem::take(&mut cross_check.tallies), more.tallies);
        }
        if self.asked.len() < other.asked.len() {
            self.asked.resize(other.asked.len(), None);
        }
        for (asked, more) in self.asked.iter_mut().zip(other.asked) {
            let Some(more) = more else { continue };
            let asked = asked.get_or_insert_default();
            asked.trials += more.trials;
            add_answers(&mut asked.answers, &more.answers);
            if let Some((trials, answers)) = &more.cross_check {
                let (total_trials, gathered) = asked.cross_check.get_or_insert_default();
                *total_trials += trials;
                add_answers(gathered, answers);
            }
        }
    }
}

/// Adds tallies slot by slot. A list that is shorter than the other has no counts in the missing
/// slots.
#[cfg(feature = "cli")]
fn merge(mut into: Vec<Tally>, other: Vec<Tally>) -> Vec<Tally> {
    if into.len() < other.len() {
        into.resize(other.len(), Tally::default());
    }
    merge_tallies(into, other)
}

#[cfg(feature = "cli")]
fn add_answers(into: &mut Answers<u64>, more: &Answers<u64>) {
    more.rows()
        .for_each(|(answer, n)| into.add(answer.clone(), n));
}
