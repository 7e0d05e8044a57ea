//! Metrics: the whole numbers that a trial records.

/// A whole number that a trial records, at each of its steps or once for the whole trial.
///
/// A metric that is not recorded in a trial is *absent* there. This is not the value 0.
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
    /// The name.
    pub name: String,
    /// The first and the last step at which it is recorded; `None` for a metric of the whole trial.
    pub steps: Option<(u32, u32)>,
    /// How several observations of one slot are combined.
    pub fold: Fold,
    /// Whether it may be absent in a trial.
    pub is_optional: bool,
    /// The value in trials that do not record it. With such a value, the metric is never absent.
    pub otherwise: Option<i64>,
    /// Whether the explorer keeps several observations within one step of the rule separate.
    pub is_apart: bool,
    /// The part of the rule that records it, from 0; see [`Parts`](crate::Parts).
    pub part: u32,
}

/// How several observations of a metric are combined: those at one step, or, for a metric of the
/// whole trial, all of them.
///
/// Let a metric have the values 4, 1, 6 at the steps 1, 2, 3. Then `Last` is 6, `Sum` 11, `Min` 1,
/// `Max` 6 and `First` 1 (the step). A sum beyond 64 bits is an error of the rule. A metric that
/// folds at each of its steps must record the steps in order. Going back to an earlier step is an
/// error, which only exploring finds.
///
/// ```
/// use oddsmith_engine::{Fold, Metric};
///
/// assert!(Metric::whole("first hit").fold(Fold::First).is_optional);
/// assert_eq!(Fold::default(), Fold::Once);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Only one observation is allowed: a second one is an error of the rule.
    #[default]
    Once,
    /// The last observation.
    Last,
    /// The sum of all observations.
    Sum,
    /// The smallest observation.
    Min,
    /// The greatest observation.
    Max,
    /// The first step with a value other than 0; absent if there is none.
    First,
}

impl Metric {
    /// Returns a metric of the whole trial that is recorded once in every trial.
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

    /// Returns a metric that is recorded once at every step from `first` to `last`.
    pub fn steps(name: impl Into<String>, first: u32, last: u32) -> Metric {
        Metric {
            steps: Some((first, last)),
            ..Metric::whole(name)
        }
    }

    /// Returns the metric with another fold. [`Fold::First`] also makes it optional.
    pub fn fold(self, fold: Fold) -> Metric {
        Metric {
            fold,
            is_optional: self.is_optional || fold == Fold::First,
            ..self
        }
    }

    /// Returns the metric as optional: it may be absent in a trial.
    pub fn optional(self) -> Metric {
        Metric {
            is_optional: true,
            ..self
        }
    }

    /// Returns the metric with a value for trials that do not record it. The states then do not
    /// need to remember whether it has been recorded.
    ///
    /// ```
    /// use oddsmith_engine::chance::Die;
    /// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step, exact};
    ///
    /// /// Records which of ten dice show a six.
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

    /// Returns the metric with several observations within one step kept separate by the explorer.
    /// [`frequencies`](crate::solve::frequencies) needs this, because it counts every observation.
    pub fn apart(self) -> Metric {
        Metric {
            is_apart: true,
            ..self
        }
    }

    /// Returns whether a trial may end without recording it.
    pub(crate) fn may_be_left_out(&self) -> bool {
        self.is_optional || self.otherwise.is_some()
    }

    /// Returns the metric as one of this part of the rule.
    pub fn part(self, part: u32) -> Metric {
        Metric { part, ..self }
    }

    /// Returns its steps in order; one `None` for a metric of the whole trial.
    pub fn all_steps(&self) -> impl Iterator<Item = Option<u32>> + use<> {
        let (first, last) = self.steps.unwrap_or((0, 0));
        let is_whole = self.steps.is_none();
        (first..=last).map(move |step| (!is_whole).then_some(step))
    }
}

impl Fold {
    /// Combines observations, each with its step, in the order in which they were made. Returns
    /// `None` if there are none.
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
        // A finished trial has no second value of a `Once` metric, and no sum beyond 64 bits.
        Some(entered.fold(first, |earlier, later| {
            self.combine(earlier, later).unwrap_or(later)
        }))
    }

    /// Returns the number that an observation contributes: for `First` its step, or `None` if the
    /// value is 0; otherwise its value.
    #[inline]
    pub(crate) fn entry_value(self, step: u32, value: i64) -> Option<i64> {
        match self {
            Fold::First => (value != 0).then_some(i64::from(step)),
            _ => Some(value),
        }
    }

    /// Combines two contributions, of which `later` was observed after `earlier`. Returns `None` if
    /// two are not allowed or their sum overflows.
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
