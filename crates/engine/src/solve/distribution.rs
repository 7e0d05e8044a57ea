//! The exact distribution of one metric at one step.

use super::moments::Moments;
use crate::budget::{Stop, Watch};
use crate::explore::is_negligible;
use crate::graph::{EdgeTarget, Flow, Graph};
use crate::odds::{Mass, Pmf};

/// The exact distribution of a metric at a step: the probabilities of its values, of its absence,
/// and of truncated trials.
///
/// These probabilities sum to 1.
///
/// ```
/// use oddsmith_engine::odds::{Mass, Pmf};
/// use oddsmith_engine::solve::ExactDistribution;
///
/// let coin = ExactDistribution::new(Pmf::new(vec![(0, Mass::ratio(1, 2)), (1, Mass::ratio(1, 2))]));
/// assert_eq!((coin.presence_probability(), coin.unresolved), (1.0, 0.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ExactDistribution {
    /// The probability of each value, including only trials that record one.
    pub pmf: Pmf,
    /// The probability that a trial records no value.
    pub absent: Mass,
    /// The truncated probability, which belongs to unknown values; 0 if nothing was truncated.
    pub unresolved: f64,
    /// For a truncated sum: the mean and the standard deviation over the trials that record it.
    /// They are solved without the distribution and include the truncated trials.
    pub moments: Option<Box<Moments>>,
    /// For a truncated distribution: the least and the greatest possible value, if known.
    pub ends: (Option<i64>, Option<i64>),
}

/// A distribution with at most this truncated probability is shown as complete, because the
/// truncation changes no number that is shown.
pub const SETTLED_THRESHOLD: f64 = 1e-9;
/// Values with at most this probability are omitted. So impossible and certain events stay
/// impossible and certain despite truncation.
pub const UNSEEN_THRESHOLD: f64 = 1e-15;
/// A smaller truncated probability may be a rounding error.
const ROUNDING_MASS: f64 = 1e-12;

/// A smaller probability of absence without a fraction is computed directly. The difference from 1
/// would lose too many digits.
const RARE_ABSENCE: f64 = 1e-3;

/// A smaller truncated mass is reported as it is, without comparing it to the mass that is left.
const SMALL_TRUNCATION: f64 = 1e-12;

/// The rounding error that a total may have.
const TOTAL_ROUNDING: f64 = 1e-9;

impl ExactDistribution {
    /// Returns a complete distribution of a metric that every trial records.
    pub fn new(pmf: Pmf) -> ExactDistribution {
        ExactDistribution {
            pmf,
            absent: Mass::ZERO,
            unresolved: 0.0,
            moments: None,
            ends: (None, None),
        }
    }

    /// Returns the mean and the standard deviation of a sum with too many values for a
    /// distribution.
    pub(super) fn from_moments(
        moments: Moments,
        ends: (Option<i64>, Option<i64>),
    ) -> ExactDistribution {
        ExactDistribution {
            unresolved: 1.0,
            moments: Some(Box::new(moments)),
            ends,
            ..ExactDistribution::new(Pmf::new(Vec::new()))
        }
    }

    /// Returns whether only the mean and the standard deviation are known.
    pub fn has_only_moments(&self) -> bool {
        self.moments.is_some() && self.pmf.masses().is_empty() && self.unresolved == 1.0
    }

    /// Returns the probability of each value, including only trials that record one.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// Returns a distribution whose values and absence were summed independently of each other.
    pub(super) fn from_truncated(pmf: Pmf, absent: Mass, truncated: Mass) -> ExactDistribution {
        let room = Mass::ONE - pmf.total() - absent;
        ExactDistribution::from_parts(pmf, absent, reported_truncation(truncated, room))
    }

    /// Builds a distribution. If much was truncated, no probability has a known fraction, because
    /// truncated trials may have any value.
    fn from_parts(pmf: Pmf, absent: Mass, unresolved: f64) -> ExactDistribution {
        let (pmf, absent) = if unresolved > SETTLED_THRESHOLD {
            (pmf.without_fractions(), absent.without_fraction())
        } else {
            (pmf, absent)
        };
        ExactDistribution {
            pmf,
            absent,
            unresolved,
            moments: None,
            ends: (None, None),
        }
    }

    /// Returns a distribution whose absence is the rest up to 1, minus the truncated mass. It is
    /// used if it is not known how trials may end.
    pub(super) fn with_complement(pmf: Pmf, truncated: Mass) -> ExactDistribution {
        let rest = Mass::ONE - pmf.total();
        let absent = rest - truncated;
        if rest.is_only_rounding() {
            return ExactDistribution::new(pmf);
        }
        let absent = match absent.float() {
            _ if absent.is_only_rounding() => Mass::ZERO,
            float if float > 0.0 => absent,
            // The float rounds to 0, but the residue shows that the probability is positive.
            _ if truncated.is_zero() && absent.has_known_fraction() => {
                absent.with_float(f64::MIN_POSITIVE)
            }
            _ => Mass::ZERO,
        };
        let unresolved = reported_truncation(truncated, rest - absent);
        ExactDistribution::from_parts(pmf, absent, unresolved)
    }

    /// Returns the distribution of a slot with these values. For a whole graph it is known how
    /// trials may end. So a metric that cannot be absent is never absent, and no probability is the
    /// difference of nearly equal numbers.
    pub(super) fn for_slot(
        graph: &Graph,
        slot: usize,
        pmf: Pmf,
        truncated: Mass,
        watch: &Watch,
    ) -> Result<ExactDistribution, Stop> {
        let Some(ends) = &graph.ends else {
            return Ok(ExactDistribution::with_complement(pmf, truncated));
        };
        let rest = Mass::ONE - pmf.total();
        let is_accurate = || {
            rest.float() > RARE_ABSENCE && rest.has_known_fraction() || rest.fraction().is_some()
        };
        let absent = if !ends.may_be_absent(slot) {
            Mass::ZERO
        } else if truncated.is_zero() && is_accurate() {
            rest
        } else {
            match never_recorded_mass(graph, slot, watch)? {
                Some(absent) if rest.has_known_fraction() && truncated.is_zero() => {
                    rest.with_float(absent.float())
                }
                Some(absent) => absent,
                None => (rest - truncated).with_float((rest - truncated).float().max(0.0)),
            }
        };
        let unresolved = reported_truncation(truncated, rest - absent);
        Ok(ExactDistribution::from_parts(pmf, absent, unresolved))
    }

    /// Returns whether the truncated probability is negligible or 0.
    pub fn is_settled(&self) -> bool {
        self.unresolved <= SETTLED_THRESHOLD * (1.0 - self.absent.float())
    }

    /// Returns the mean over the trials that record a value; `None` if no trial does, or if too
    /// much was truncated.
    pub fn mean(&self) -> Option<f64> {
        let mean_of_values = || {
            self.pmf
                .mean_if_any()
                .filter(|_| is_negligible(self.truncated_share(), 1))
        };
        self.moments
            .as_ref()
            .map(|moments| moments.mean)
            .or_else(mean_of_values)
    }

    /// Returns the standard deviation over the trials that record a value; `None` like
    /// [`mean`](ExactDistribution::mean).
    pub fn sd(&self) -> Option<f64> {
        let sd_of_values = || {
            (!self.pmf.masses().is_empty() && is_negligible(self.truncated_share(), 2))
                .then(|| self.pmf.sd())
        };
        self.moments
            .as_ref()
            .map(|moments| moments.sd)
            .or_else(sd_of_values)
    }

    /// Returns the truncated probability as a share of the trials that may record a value.
    fn truncated_share(&self) -> f64 {
        if self.unresolved == 0.0 {
            0.0
        } else {
            self.unresolved / (1.0 - self.absent.float())
        }
    }

    /// Returns the smallest value whose cumulative probability, over the trials that record one,
    /// reaches `share`; `None` if the truncated trials could change it.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        let value = self.pmf.quantile(share)?;
        if self.unresolved <= ROUNDING_MASS {
            return Some(value);
        }
        let total = self.pmf.total().float() + self.unresolved;
        let below = self.pmf.probability(|other| other < value).float() + self.unresolved;
        let up_to = self.pmf.probability(|other| other <= value).float();
        (below < share * total && up_to >= share * total).then_some(value)
    }

    /// Returns the least possible value, if known.
    pub fn least(&self) -> Option<i64> {
        let known = self.pmf.masses().first().map(|&(value, _)| value);
        known.filter(|&value| self.unresolved == 0.0 || self.ends.0 == Some(value))
    }

    /// Returns the greatest possible value, if known.
    pub fn greatest(&self) -> Option<i64> {
        let known = self.pmf.masses().last().map(|&(value, _)| value);
        known.filter(|&value| self.unresolved == 0.0 || self.ends.1 == Some(value))
    }

    /// Replaces absence with this value.
    pub(super) fn fill_absent(&mut self, value: i64) {
        let absent = std::mem::take(&mut self.absent);
        if !absent.is_zero() {
            let masses = self.pmf.masses();
            let other_masses = masses.iter().filter(|(other, _)| *other != value).copied();
            self.pmf = Pmf::new(
                other_masses
                    .chain([(value, self.pmf.mass(value) + absent)])
                    .collect(),
            );
        }
    }

    /// Returns whether the values sum to more than 1, because a value was recorded twice.
    pub(super) fn is_overfull(&self) -> bool {
        self.pmf.total().float() > 1.0 + TOTAL_ROUNDING
    }

    /// Returns the distribution over the trials that record a value. Returns `None` if all trials
    /// or none do; then it equals [`pmf`](ExactDistribution::pmf).
    pub fn pmf_if_present(&self) -> Option<Pmf> {
        if self.absent.is_zero() || self.pmf.masses().is_empty() {
            return None;
        }
        // If nothing was truncated, the probability that a value is present is the sum over the
        // values. The difference from 1 would lose digits.
        let present = if self.unresolved == 0.0 {
            self.pmf.total()
        } else {
            Mass::ONE - self.absent
        };
        Some(self.pmf.scaled(present.inverse()))
    }

    /// Returns the probability that a trial records a value.
    pub fn presence_probability(&self) -> f64 {
        if self.absent.is_zero() {
            1.0 - self.unresolved
        } else {
            self.pmf.total().value()
        }
    }
}

/// Returns the truncated mass to report: at most what the known mass leaves. A small truncated mass
/// is reported as it is, because the mass that is left would mostly be rounding errors.
fn reported_truncation(truncated: Mass, room: Mass) -> f64 {
    match truncated.float() {
        _ if truncated.is_zero() => 0.0,
        // A mass that is too small for a float is still positive.
        0.0 => f64::MIN_POSITIVE,
        float if float < SMALL_TRUNCATION => float,
        float => room.float().clamp(0.0, float),
    }
}

/// Returns the probability that a trial ends without recording a slot; `None` if trials split.
pub(super) fn never_recorded_mass(
    graph: &Graph,
    slot: usize,
    watch: &Watch,
) -> Result<Option<Mass>, Stop> {
    if !graph.splits.is_empty() {
        return Ok(None);
    }
    let records = |edge: usize| {
        graph
            .edge_cell_indices(edge)
            .iter()
            .any(|&cell| graph.cells[cell as usize].slot as usize == slot)
    };
    let flow = Flow::<Mass>::along_edges(graph, 0, watch, |edge| !records(edge))?;
    let done = |state: usize| {
        let ends = graph
            .edges_of(state)
            .filter(|&e| graph.target(e) == EdgeTarget::Done && !records(e));
        ends.map(|e| flow.visits[state] * graph.mass(e))
            .sum::<Mass>()
    };
    Ok(Some((0..graph.state_count()).map(done).sum()))
}
