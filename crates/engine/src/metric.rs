//! Metrics: the whole numbers that a trial shows.

/// A whole number that a trial shows, at each of its steps or once over the whole trial.
///
/// A metric that is not observed in a trial is *absent* there: nothing of the kind happened, which
/// is not 0.
///
/// ```
/// use oddsmith_engine::{Fold, Metric};
///
/// let hits = Metric::whole("hits").fold(Fold::Sum);
/// let margin = Metric::steps("margin", 1, 4).optional();
/// assert_eq!((hits.steps, margin.steps), (None, Some((1, 4))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Its name.
    pub name: String,
    /// The steps at which it is seen, first and last; `None`: once, over the whole trial.
    pub steps: Option<(u32, u32)>,
    /// What becomes of several observations in one place.
    pub fold: Fold,
    /// Whether a trial may leave it out.
    pub is_optional: bool,
    /// What it is in a trial that leaves it out, where that is a value like others: it is never
    /// absent then.
    pub otherwise: Option<i64>,
    /// Whether several observations within one step of the rule are kept apart where it is
    /// explored.
    pub is_apart: bool,
    /// The part of the rule that shows it, from 0; see [`Parts`](crate::Parts).
    pub part: u32,
}

/// What becomes of several observations of a metric at one step, or of a metric of the whole trial
/// over all steps.
///
/// Of the faces 4, 1, 6 that a metric shows at the steps 1, 2, 3, `Last` is 6, `Sum` 11, `Min` 1,
/// `Max` 6 and `First` 1, the step. Sums stay within 64 bits; one that does not is an error of the
/// rule. What folds at each of its steps is recorded step by step: one that was left and comes
/// again is an error that exploring finds, and playing does not look for.
///
/// ```
/// use oddsmith_engine::{Fold, Metric};
///
/// assert!(Metric::whole("first hit").fold(Fold::First).is_optional);
/// assert_eq!(Fold::default(), Fold::Once);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fold {
    /// There is one only: a second is an error of the rule.
    #[default]
    Once,
    /// The last one counts.
    Last,
    /// They are added up.
    Sum,
    /// The smallest counts.
    Min,
    /// The greatest counts.
    Max,
    /// The first step with a value other than 0; absent where there is none.
    First,
}

impl Metric {
    /// A metric of the whole trial, observed once in every trial.
    pub fn whole(name: impl Into<String>) -> Metric {
        Metric {
            name: name.into(),
            steps: None,
            fold: Fold::Once,
            is_optional: false,
            otherwise: None,
            is_apart: false,
            part: 0,
        }
    }

    /// A metric of every step from `first` to `last`, observed once at each.
    pub fn steps(name: impl Into<String>, first: u32, last: u32) -> Metric {
        Metric {
            steps: Some((first, last)),
            ..Metric::whole(name)
        }
    }

    /// The same, with several observations made one.
    pub fn fold(self, fold: Fold) -> Metric {
        Metric {
            fold,
            is_optional: self.is_optional || fold == Fold::First,
            ..self
        }
    }

    /// The same, which a trial may leave out.
    pub fn optional(self) -> Metric {
        Metric {
            is_optional: true,
            ..self
        }
    }

    /// The same, which is this value in a trial that leaves it out. A rule that says so needs not
    /// remember what it has shown.
    ///
    /// ```
    /// use oddsmith_engine::chance::Die;
    /// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step, exact};
    ///
    /// /// Whether each of ten dice shows a six.
    /// struct Sixes;
    ///
    /// impl Rule for Sixes {
    ///     type State = u32;
    ///     fn metrics(&self) -> Vec<Metric> { vec![Metric::steps("six", 1, 10).otherwise(0)] }
    ///     fn start(&self, _: &Parts) -> u32 { 0 }
    ///     fn step<A: Ask>(&self, rolled: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
    ///         *rolled += 1;
    ///         if ask.roll(Die::D6) == 6 {
    ///             ask.observe(0, *rolled, 1);
    ///         }
    ///         Ok(if *rolled < 10 { Step::Continue } else { Step::Done })
    ///     }
    /// }
    ///
    /// let last = &exact(&Sixes).unwrap()[("six", 10)];
    /// assert_eq!((last.pmf().mass(0).fraction(), last.absent.value()), (Some((5, 6)), 0.0));
    /// ```
    pub fn otherwise(self, value: i64) -> Metric {
        Metric {
            otherwise: Some(value),
            ..self
        }
    }

    /// The same, of which several observations within one step of the rule are kept apart where it
    /// is explored: for [`frequencies`](crate::solve::frequencies), which count every one.
    pub fn apart(self) -> Metric {
        Metric {
            is_apart: true,
            ..self
        }
    }

    /// Whether a trial may end without having shown it.
    pub(crate) fn may_be_left_out(&self) -> bool {
        self.is_optional || self.otherwise.is_some()
    }

    /// The same, of this part of the rule.
    pub fn part(self, part: u32) -> Metric {
        Metric { part, ..self }
    }

    /// Its steps in order, `None` for the whole trial.
    pub fn all_steps(&self) -> impl Iterator<Item = Option<u32>> + use<> {
        let (first, last) = self.steps.unwrap_or((0, 0));
        let is_whole = self.steps.is_none();
        (first..=last).map(move |step| (!is_whole).then_some(step))
    }
}

impl Fold {
    /// Folds observations in the order in which they were made, each with its step; `None` where
    /// there is nothing.
    ///
    /// ```
    /// use oddsmith_engine::Fold;
    ///
    /// let faces = [(1, 4), (2, 0), (3, 6)];
    /// let apply = |fold: Fold| fold.apply(faces);
    /// assert_eq!([apply(Fold::Sum), apply(Fold::Min), apply(Fold::Last), apply(Fold::First)], [Some(10), Some(0), Some(6), Some(1)]);
    /// ```
    pub fn apply(self, observed: impl IntoIterator<Item = (u32, i64)>) -> Option<i64> {
        let mut entered = observed
            .into_iter()
            .filter_map(|(step, value)| self.entry_value(step, value));
        let first = entered.next()?;
        // A rule that was played showed no second value where there may be one only, and no sum
        // past 64 bits.
        Some(entered.fold(first, |earlier, later| {
            self.combine(earlier, later).unwrap_or(later)
        }))
    }

    /// What an observation is worth to the fold: itself, or, where the first step is sought, its
    /// step.
    #[inline]
    pub(crate) fn entry_value(self, step: u32, value: i64) -> Option<i64> {
        match self {
            Fold::First => (value != 0).then_some(i64::from(step)),
            _ => Some(value),
        }
    }

    /// One of two, `later` having been observed after `earlier`; `None` where there may not be two.
    #[inline]
    pub(crate) fn combine(self, earlier: i64, later: i64) -> Option<i64> {
        match self {
            Fold::Once => None,
            Fold::Last => Some(later),
            Fold::Sum => earlier.checked_add(later),
            Fold::Min | Fold::First => Some(earlier.min(later)),
            Fold::Max => Some(earlier.max(later)),
        }
    }
}
