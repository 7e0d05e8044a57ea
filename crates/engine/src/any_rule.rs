//! A rule with the type of its state forgotten, so that rules of every kind can stand in one list.

use std::fmt;
use std::ops::Range;

use crate::explore::{Budget, Graph, Model, Stop, Watch, explore, explore_whole};
use crate::odds::Tally;
use crate::question::{Answers, JointQuestion};
use crate::simulate::{Stream, TrialEvent, pilot, play, play_questions, replay, replay_first};
use crate::{Choice, Parts, Policy, RuleError};

/// The situations of a rule with the ways between them, and for each the names that matter there
/// with their values.
pub type StateSpace = (Graph, Option<Vec<Vec<(String, String)>>>);

/// A rule that does a part of what another does, and the slots that it shows.
pub type Slice = (Box<dyn AnyRule>, Vec<u32>);

/// A rule with its state forgotten: what can be asked of any.
pub trait AnyRule: fmt::Debug + Send + Sync {
    /// How many parts it falls into.
    fn part_count(&self) -> u32;

    /// Explores one of its parts.
    ///
    /// # Errors
    /// When it is stopped, past the budget, or the rule is at fault.
    fn explore(&self, part: u32, budget: &Budget, watch: &Watch) -> Result<Graph, Stop>;

    /// Every situation of it and the ways between them; the names that matter in each, with their
    /// values, where it has any.
    ///
    /// # Errors
    /// As for `explore`.
    fn state_space(&self, budget: &Budget, watch: &Watch) -> Result<StateSpace, Stop>;

    /// Explores all of it as one.
    ///
    /// # Errors
    /// As for `explore`.
    fn explore_whole(&self, budget: &Budget, watch: &Watch) -> Result<Graph, Stop>;

    /// Whether two of its parts touch.
    fn parts_touch(&self, part: u32, other: u32) -> bool;

    /// The rules that do what some slots of a part need of a trial and have fewer states than the
    /// part, each with the slots that it shows.
    fn slices(&self, _part: u32) -> Vec<Slice> {
        Vec::new()
    }

    /// The rule that does what these slots need of a trial, where that has fewer states than their
    /// parts.
    fn sliced(&self, _slots: &[u32]) -> Option<Box<dyn AnyRule>> {
        None
    }

    /// Plays the same trials as `play`, and counts the answers to questions.
    ///
    /// # Errors
    /// As for `play`.
    fn play_asked(
        &self,
        asked: &[&JointQuestion],
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Answers<u64>>, Stop>;

    /// The same rule with every choice answered by a policy; `None` where it leaves nothing to a
    /// player.
    fn with_policy(&self, policy: Policy) -> Option<Box<dyn AnyRule>>;

    /// What it leaves to a player.
    fn choices(&self) -> Vec<Choice>;

    /// All that its odds hang on: two rules of one scenario that hang on the same have the same
    /// odds.
    fn depends_on(&self) -> String {
        format!("{self:?}")
    }

    /// The parts of a situation by name, each with its value in words; `None` where the
    /// presentation of its choices tells them.
    fn situation(&self, _choice: usize, _situation: &[i64]) -> Option<Vec<(String, String)>> {
        None
    }

    /// Returns how many cards of each kind the parts of a situation hold, by the name of the part,
    /// a dot and the kind.
    fn card_counts(&self, _situation: &[i64]) -> Vec<(String, i64)> {
        Vec::new()
    }

    /// What makes it too large to be explored, in words, with a cure; `None` where it cannot tell.
    fn growth_text(&self, _watch: &Watch) -> Option<String> {
        None
    }

    /// The number above which its situations repeat themselves without a bound, as far as a short
    /// look shows it.
    fn repeats_above(&self, _watch: &Watch) -> Option<i64> {
        None
    }

    /// What is wrong with it, with a place, as far as a short look shows it; `None` where that
    /// finds nothing, and for rules that have no text.
    fn fault(&self, _watch: &Watch) -> Option<RuleError> {
        None
    }

    /// Plays batches of whole trials; a tally for each slot.
    ///
    /// # Errors
    /// When it is stopped, out of memory, or the rule is at fault.
    fn play(
        &self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop>;

    /// Plays a few trials: what one costs on average, in faces, flips and cards, and their tallies.
    ///
    /// # Errors
    /// As for `play`.
    fn pilot(&self, stream: Stream, trials: u64, watch: &Watch) -> Result<(f64, Vec<Tally>), Stop>;

    /// Plays one trial of a stream again, from 0, and tells it.
    ///
    /// # Errors
    /// As for `play`.
    fn replay(&self, stream: Stream, trial: u64, watch: &Watch) -> Result<ReplayedTrial, Stop>;

    /// Plays the first trials of a stream again, and gives what each asked and showed.
    ///
    /// # Errors
    /// As for `play`.
    fn replay_first(
        &self,
        stream: Stream,
        trials: u64,
        watch: &Watch,
        take: &mut dyn FnMut(Vec<TrialEvent>),
    ) -> Result<(), Stop>;
}

/// A trial that was played again, with what happened in it.
#[derive(Debug)]
pub struct ReplayedTrial {
    /// In the rule's own words, where it has any: its questions, their answers, its notes.
    pub lines: Vec<ReplayedLine>,
    /// What was asked and seen.
    pub moments: Vec<TrialEvent>,
}

/// A line of a rule file's trial.
#[derive(Debug)]
pub struct ReplayedLine {
    /// The bytes of the rule's text where it happened.
    pub span: Range<usize>,
    /// What happened.
    pub text: String,
    /// What the rule's names stand for then: a unit by its name.
    pub names: Vec<(String, String)>,
}

impl<M: Model + fmt::Debug + 'static> AnyRule for M {
    fn with_policy(&self, policy: Policy) -> Option<Box<dyn AnyRule>> {
        self.answered_by(policy)
            .map(|model| Box::new(model) as Box<dyn AnyRule>)
    }

    fn choices(&self) -> Vec<Choice> {
        Model::choices(self)
    }

    fn part_count(&self) -> u32 {
        self.metrics()
            .iter()
            .map(|metric| metric.part + 1)
            .max()
            .unwrap_or(1)
    }

    fn explore(&self, part: u32, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
        let parts = if self.part_count() == 1 {
            Parts::ALL
        } else {
            Parts::only(part)
        };
        explore(self, &parts, budget, watch)
    }

    fn explore_whole(&self, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
        explore(self, &Parts::ALL, budget, watch)
    }

    fn state_space(&self, budget: &Budget, watch: &Watch) -> Result<StateSpace, Stop> {
        Ok((explore_whole(self, &Parts::ALL, budget, watch)?, None))
    }

    fn parts_touch(&self, part: u32, other: u32) -> bool {
        Model::parts_touch(self, part, other)
    }

    fn play_asked(
        &self,
        asked: &[&JointQuestion],
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Answers<u64>>, Stop> {
        play_questions(self, asked, stream, batches, trials, watch)
    }

    fn play(
        &self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop> {
        play(self, stream, batches, trials, watch)
    }

    fn pilot(&self, stream: Stream, trials: u64, watch: &Watch) -> Result<(f64, Vec<Tally>), Stop> {
        pilot(self, stream, trials, watch)
    }

    fn replay(&self, stream: Stream, trial: u64, watch: &Watch) -> Result<ReplayedTrial, Stop> {
        let ((), moments) = replay(self, stream, trial, watch, |ask| Model::play(self, ask))?;
        Ok(ReplayedTrial {
            lines: Vec::new(),
            moments,
        })
    }

    fn replay_first(
        &self,
        stream: Stream,
        trials: u64,
        watch: &Watch,
        take: &mut dyn FnMut(Vec<TrialEvent>),
    ) -> Result<(), Stop> {
        replay_first(self, stream, trials, watch, take)
    }
}
