//! A rule with its state type erased, so that one list can hold different rules.

use std::fmt;
use std::ops::Range;

use crate::explore::{
    Budget, Graph, Guide, Missing, Model, Stop, Watch, explore, explore_guided, explore_likeliest,
    explore_whole,
};
use crate::odds::Tally;
use crate::question::{Answers, JointQuestion};
use crate::simulate::{Stream, TrialEvent, pilot, play, play_questions, replay, replay_first};
use crate::{Choice, Parts, Policy, RuleError};

/// The state graph of a rule and, if the rule names its variables, the name and the value of each
/// variable in each state.
pub type StateSpace = (Graph, Option<Vec<Vec<(String, String)>>>);

/// A rule that computes only some slots of another rule, and these slots.
pub type Slice = (Box<dyn AnyRule>, Vec<u32>);

/// A rule with its state type erased.
pub trait AnyRule: fmt::Debug + Send + Sync {
    /// Returns the number of parts of the rule.
    fn part_count(&self) -> u32;

    /// Explores one part of the rule.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or exceeds the budget, or if the rule is wrong.
    fn explore(&self, part: u32, budget: &Budget, watch: &Watch) -> Result<Graph, Stop>;

    /// Explores the likeliest states of one part of the rule, or of all parts together; see
    /// [`explore_likeliest`](crate::explore::explore_likeliest).
    ///
    /// # Errors
    /// Fails like `explore`, and if too much would be missing.
    fn explore_likeliest(
        &self,
        part: Option<u32>,
        missing: Missing,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Graph, Stop>;

    /// Explores some of the states of all parts together, with open choices; see
    /// [`explore_guided`](crate::explore::explore_guided).
    ///
    /// # Errors
    /// Fails like that function.
    fn explore_guided(
        &self,
        budget: &Budget,
        watch: &Watch,
        judge: &mut dyn FnMut(&Graph) -> Result<Option<Guide>, Stop>,
    ) -> Result<(), Stop>;

    /// Returns all states and transitions of the rule. If the rule names its variables, also
    /// returns their values in each state.
    ///
    /// # Errors
    /// Fails like `explore`.
    fn state_space(&self, budget: &Budget, watch: &Watch) -> Result<StateSpace, Stop>;

    /// Explores all parts of the rule together.
    ///
    /// # Errors
    /// Fails like `explore`.
    fn explore_whole(&self, budget: &Budget, watch: &Watch) -> Result<Graph, Stop>;

    /// Returns whether two parts may be dependent; see
    /// [`Rule::parts_touch`](crate::Rule::parts_touch).
    fn parts_touch(&self, part: u32, other: u32) -> bool;

    /// Returns rules that compute only some slots of a part and have fewer states than the part,
    /// each with its slots.
    fn slices(&self, _part: u32) -> Vec<Slice> {
        Vec::new()
    }

    /// Returns a rule that computes only these slots; `None` if it has no fewer states than their
    /// parts.
    fn sliced(&self, _slots: &[u32]) -> Option<Box<dyn AnyRule>> {
        None
    }

    /// Simulates the same trials as `play`, and counts the answers to questions.
    ///
    /// # Errors
    /// Fails like `play`.
    fn play_asked(
        &self,
        asked: &[&JointQuestion],
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Answers<u64>>, Stop>;

    /// Returns the rule with every choice made by a policy; `None` if it has no choices.
    fn with_policy(&self, policy: Policy) -> Option<Box<dyn AnyRule>>;

    /// Returns the decisions that the rule leaves to a player.
    fn choices(&self) -> Vec<Choice>;

    /// Returns a key of everything that the odds of the rule depend on. Two rules of one scenario
    /// with equal keys have equal odds.
    fn depends_on(&self) -> String {
        format!("{self:?}")
    }

    /// Returns the parts of a situation by name, each with its value as text; `None` if the
    /// presentation of the rule's choices describes them.
    fn situation(&self, _choice: usize, _situation: &[i64]) -> Option<Vec<(String, String)>> {
        None
    }

    /// Returns how many cards of each kind the parts of a situation hold, under the key
    /// `part.kind`.
    fn card_counts(&self, _situation: &[i64]) -> Vec<(String, i64)> {
        Vec::new()
    }

    /// Returns a text that explains why the rule is too large to explore, with a fix; `None` if the
    /// reason is not known.
    fn growth_text(&self, _watch: &Watch) -> Option<String> {
        None
    }

    /// Returns the level above which the states repeat without an upper bound; `None` if a short
    /// search finds no such level.
    fn repeats_above(&self, _watch: &Watch) -> Option<i64> {
        None
    }

    /// Returns an error that a short search finds in the rule, with its position. Returns `None` if
    /// the search finds none, and for rules without a text.
    fn fault(&self, _watch: &Watch) -> Option<RuleError> {
        None
    }

    /// Simulates batches of whole trials. Returns one tally per slot.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or out of memory, or if the rule is wrong.
    fn play(
        &self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop>;

    /// Simulates a few trials. Returns the average cost of a trial, in faces, flips and cards, and
    /// the tallies.
    ///
    /// # Errors
    /// Fails like `play`.
    fn pilot(&self, stream: Stream, trials: u64, watch: &Watch) -> Result<(f64, Vec<Tally>), Stop>;

    /// Simulates one trial of a stream again, given by its index from 0, and describes it.
    ///
    /// # Errors
    /// Fails like `play`.
    fn replay(&self, stream: Stream, trial: u64, watch: &Watch) -> Result<ReplayedTrial, Stop>;

    /// Simulates the first trials of a stream again, and passes the events of each to `take`.
    ///
    /// # Errors
    /// Fails like `play`.
    fn replay_first(
        &self,
        stream: Stream,
        trials: u64,
        watch: &Watch,
        take: &mut dyn FnMut(Vec<TrialEvent>),
    ) -> Result<(), Stop>;
}

/// A trial that was simulated again, with its events.
#[derive(Debug)]
pub struct ReplayedTrial {
    /// Lines in the words of the rule's text, if it has one: its questions, their answers and its
    /// notes.
    pub lines: Vec<ReplayedLine>,
    /// All questions with their answers, and all observations.
    pub moments: Vec<TrialEvent>,
}

/// A line about one event in a trial of a rule file.
#[derive(Debug)]
pub struct ReplayedLine {
    /// The byte range in the text of the rule.
    pub span: Range<usize>,
    /// The text of the event.
    pub text: String,
    /// The names in the rule's text at this moment, each with its meaning, such as a unit and its
    /// name.
    pub names: Vec<(String, String)>,
}

/// Returns the selection that is explored for a part: all parts if the rule has only one.
fn explored_parts(rule: &impl AnyRule, part: u32) -> Parts {
    if rule.part_count() == 1 {
        Parts::ALL
    } else {
        Parts::only(part)
    }
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
        explore(self, &explored_parts(self, part), budget, watch)
    }

    fn explore_likeliest(
        &self,
        part: Option<u32>,
        missing: Missing,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Graph, Stop> {
        let parts = part.map_or(Parts::ALL, |part| explored_parts(self, part));
        explore_likeliest(self, &parts, missing, budget, watch)
    }

    fn explore_guided(
        &self,
        budget: &Budget,
        watch: &Watch,
        judge: &mut dyn FnMut(&Graph) -> Result<Option<Guide>, Stop>,
    ) -> Result<(), Stop> {
        explore_guided(self, budget, watch, judge)
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
