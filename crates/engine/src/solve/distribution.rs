//! The exact law of one metric at one step.

use super::moments::Moments;
use crate::budget::{Stop, Watch};
use crate::explore::is_negligible;
use crate::graph::{EdgeTarget, Flow, Graph};
use crate::odds::{Mass, Pmf};

/// The exact law of a metric at a step: the odds of its values, of its absence, and what was cut.
///
/// They add up to 1.
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
    /// The probability of each value, in trials that show one.
    pub pmf: Pmf,
    /// The probability that a trial shows none.
    pub absent: Mass,
    /// Probability that was cut, and belongs to values that are not known; 0 where nothing was.
    pub unresolved: f64,
    /// Of a sum of which something was cut: mean and standard deviation among the trials that show
    /// it, solved without its law, so that what was cut is in them.
    pub moments: Option<Box<Moments>>,
    /// Of a law of which something was cut: the least and the greatest value that there are, where
    /// they are known.
    pub ends: (Option<i64>, Option<i64>),
}

/// A distribution of which at most this much was truncated is shown as if it were complete: no
/// number that is shown differs.
pub const SETTLED_THRESHOLD: f64 = 1e-9;
/// Values that are no likelier than this are left out. So truncation leaves what never happens
/// otherwise impossible, and what always happens certain.
pub const UNSEEN_THRESHOLD: f64 = 1e-15;
/// What is cut below this may be rounding.
const ROUNDING_MASS: f64 = 1e-12;

/// Absence below this is computed by itself where it has no fraction: as a difference from 1 it
/// would have lost more digits than it may.
const RARE_ABSENCE: f64 = 1e-3;

/// A truncated mass below this is reported as it is, without comparing it to the mass that is left.
const SMALL_TRUNCATION: f64 = 1e-12;

/// Rounding that a total may have.
const TOTAL_ROUNDING: f64 = 1e-9;

impl ExactDistribution {
    /// A law that is known whole, of a metric that every trial shows.
    pub fn new(pmf: Pmf) -> ExactDistribution {
        ExactDistribution {
            pmf,
            absent: Mass::ZERO,
            unresolved: 0.0,
            moments: None,
            ends: (None, None),
        }
    }

    /// The law of a sum of which there are too many values, and yet a mean and a deviation: they
    /// add up.
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

    /// Whether nothing but mean and standard deviation is known.
    pub fn has_only_moments(&self) -> bool {
        self.moments.is_some() && self.pmf.masses().is_empty() && self.unresolved == 1.0
    }

    /// The probability of each value, in trials that show one.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// The law with these values and this absence, each added up from what it is made of.
    pub(super) fn from_truncated(pmf: Pmf, absent: Mass, truncated: Mass) -> ExactDistribution {
        let room = Mass::ONE - pmf.total() - absent;
        ExactDistribution::from_parts(pmf, absent, reported_truncation(truncated, room))
    }

    /// Where much was cut no value has a fraction that is known: what was cut may belong to any of
    /// them.
    fn from_parts(pmf: Pmf, absent: Mass, unresolved: f64) -> ExactDistribution {
        let (pmf, absent) = match unresolved > SETTLED_THRESHOLD {
            true => (pmf.without_fractions(), absent.without_fraction()),
            false => (pmf, absent),
        };
        ExactDistribution {
            pmf,
            absent,
            unresolved,
            moments: None,
            ends: (None, None),
        }
    }

    /// The law with these values, absent in what is left of 1 but for what was cut: all that is
    /// known where nobody has looked at how a trial may end.
    pub(super) fn with_complement(pmf: Pmf, truncated: Mass) -> ExactDistribution {
        let rest = Mass::ONE - pmf.total();
        let absent = rest - truncated;
        if rest.is_only_rounding() {
            return ExactDistribution::new(pmf);
        }
        let absent = match absent.float() {
            _ if absent.is_only_rounding() => Mass::ZERO,
            float if float > 0.0 => absent,
            // Too rare for a difference from 1, and yet not nothing: the residue knows.
            _ if truncated.is_zero() && absent.has_known_fraction() => {
                absent.with_float(f64::MIN_POSITIVE)
            }
            _ => Mass::ZERO,
        };
        let unresolved = reported_truncation(truncated, rest - absent);
        ExactDistribution::from_parts(pmf, absent, unresolved)
    }

    /// The law of a slot with these values. Of the whole graph it is known how a trial may end, so
    /// that what cannot be absent is not, whatever rounding says, and what is absent or cut is
    /// never a difference of nearly equal numbers.
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
        let absent = match ends.may_be_absent(slot) {
            false => Mass::ZERO,
            true if truncated.is_zero()
                && rest.float() > RARE_ABSENCE
                && rest.has_known_fraction() =>
            {
                rest
            }
            true if truncated.is_zero() && rest.fraction().is_some() => rest,
            true => match never_shown_mass(graph, slot, watch)? {
                Some(absent) if rest.has_known_fraction() && truncated.is_zero() => {
                    rest.with_float(absent.float())
                }
                Some(absent) => absent,
                None => (rest - truncated).with_float((rest - truncated).float().max(0.0)),
            },
        };
        let unresolved = reported_truncation(truncated, rest - absent);
        Ok(ExactDistribution::from_parts(pmf, absent, unresolved))
    }

    /// Whether hardly anything was cut, or nothing.
    pub fn is_settled(&self) -> bool {
        self.unresolved <= SETTLED_THRESHOLD * (1.0 - self.absent.float())
    }

    /// The mean among the trials that show a value; `None` where none does, and where so much was
    /// cut that it is not known.
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

    /// The standard deviation, likewise.
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

    /// What was cut, as a share of the trials that may show a value.
    fn truncated_share(&self) -> f64 {
        if self.unresolved == 0.0 {
            0.0
        } else {
            self.unresolved / (1.0 - self.absent.float())
        }
    }

    /// The smallest value whose cumulative probability, among the trials that show one, reaches
    /// `share`; `None` where what was cut could change it.
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

    /// The least value that there is, where it is known.
    pub fn least(&self) -> Option<i64> {
        let known = self.pmf.masses().first().map(|&(value, _)| value);
        known.filter(|&value| self.unresolved == 0.0 || self.ends.0 == Some(value))
    }

    /// The greatest value that there is, where it is known.
    pub fn greatest(&self) -> Option<i64> {
        let known = self.pmf.masses().last().map(|&(value, _)| value);
        known.filter(|&value| self.unresolved == 0.0 || self.ends.1 == Some(value))
    }

    /// What is absent is this value.
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

    /// Whether its values add up to more than 1: something was observed twice.
    pub(super) fn is_overfull(&self) -> bool {
        self.pmf.total().float() > 1.0 + TOTAL_ROUNDING
    }

    /// The law of the values among the trials that show one; `None` where all do, or none does:
    /// then it is [`pmf`](ExactDistribution::pmf) itself.
    pub fn pmf_if_present(&self) -> Option<Pmf> {
        if self.absent.is_zero() || self.pmf.masses().is_empty() {
            return None;
        }
        // What is present, from the values themselves where nothing was cut: a difference from 1
        // would lose digits.
        let present = if self.unresolved == 0.0 {
            self.pmf.total()
        } else {
            Mass::ONE - self.absent
        };
        Some(self.pmf.scaled(present.inverse()))
    }

    /// The probability that a trial shows a value.
    pub fn presence_probability(&self) -> f64 {
        if self.absent.is_zero() {
            1.0 - self.unresolved
        } else {
            self.pmf.total().value()
        }
    }
}

/// Returns the truncated mass that is reported: at most what the known mass leaves. If little was
/// truncated, rounding would decide what is left, so the truncated mass is reported as it is.
fn reported_truncation(truncated: Mass, room: Mass) -> f64 {
    match truncated.float() {
        _ if truncated.is_zero() => 0.0,
        // Too little for a float is not nothing.
        0.0 => f64::MIN_POSITIVE,
        float if float < SMALL_TRUNCATION => float,
        float => room.float().clamp(0.0, float),
    }
}

/// The probability that a trial ends without ever saying anything in a slot; `None` where trials
/// split.
pub(super) fn never_shown_mass(
    graph: &Graph,
    slot: usize,
    watch: &Watch,
) -> Result<Option<Mass>, Stop> {
    if !graph.splits.is_empty() {
        return Ok(None);
    }
    let says = |edge: usize| {
        graph
            .edge_cell_indices(edge)
            .iter()
            .any(|&cell| graph.cells[cell as usize].slot as usize == slot)
    };
    let flow = Flow::<Mass>::along_edges(graph, 0, watch, |edge| !says(edge))?;
    let done = |state: usize| {
        let ends = graph
            .edges_of(state)
            .filter(|&e| graph.target(e) == EdgeTarget::Done && !says(e));
        ends.map(|e| flow.visits[state] * graph.edges[e].mass)
            .sum::<Mass>()
    };
    Ok(Some((0..graph.state_count()).map(done).sum()))
}
