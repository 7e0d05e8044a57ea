//! One number read from the answers to a question: computed from exact odds, or estimated from trials.

use super::asked::Answers;
use super::joint::Joint;
use crate::odds::{Mass, Pmf, Tally};
use crate::solve::{ExactLaw, is_nothing};
use crate::stats::{Confidence, Interval, quantile_interval, spread_interval, straightened};

/// What is read from the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statistic {
    /// The probability of the condition that was asked about.
    Probability,
    /// The mean.
    Mean,
    /// The standard deviation.
    Sd,
    /// The smallest value whose cumulative probability reaches so many percent.
    Percentile(u32),
    /// The smallest value.
    Min,
    /// The greatest value.
    Max,
    /// The covariance of two numbers, over the trials that show both.
    Covariance,
    /// Their correlation.
    Correlation,
}

/// A number that was computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number.
    pub value: f64,
    /// The reduced fraction that it is, where it is a short one.
    pub fraction: Option<(i64, i64)>,
    /// How much more it may be, since something was cut: it lies between `value` and `value + unresolved`. Of anything but a
    /// probability the share that was cut, which is then hardly anything.
    pub unresolved: f64,
}

/// What exact odds say of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// It is this.
    Is(Figure),
    /// What is given never happens.
    Never,
    /// No trial in which what is given happens shows the number.
    Nothing,
    /// So much was cut that it is not known.
    Unknown,
}

/// What trials say of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate; none where no trial has one.
    pub value: Option<f64>,
    /// Its interval; none where trials say nothing of how far off it may be.
    pub interval: Option<Interval>,
    /// Trials in which what is given happened.
    pub trials: u64,
}

impl Reading {
    /// The number, where there is one.
    pub fn figure(self) -> Option<Figure> {
        match self {
            Reading::Is(figure) => Some(figure),
            Reading::Never | Reading::Nothing | Reading::Unknown => None,
        }
    }
}

impl Statistic {
    /// How many numbers it is of.
    pub fn arguments(self) -> usize {
        if matches!(self, Statistic::Covariance | Statistic::Correlation) { 2 } else { 1 }
    }

    /// The number that exact odds give. Where something was cut that shows, a probability lies between two ends, and all else is
    /// told only where what was cut cannot change it.
    pub fn of_odds(self, joint: &Joint) -> Reading {
        let rows: Vec<(&[Option<i64>], Mass)> = joint.answers.given().filter(|(_, mass)| *mass != Mass::ZERO).collect();
        if rows.is_empty() {
            return if joint.unresolved == 0.0 { Reading::Never } else { Reading::Unknown };
        }
        let weight: f64 = rows.iter().map(|(_, mass)| mass.float()).sum();
        let cut = if joint.unresolved > 0.0 { (joint.unresolved / (weight + joint.unresolved)).min(1.0) } else { 0.0 };
        if self == Statistic::Probability {
            let (share, fraction) = share(&rows, cut == 0.0);
            // Of all that is given, what was cut is a part of which nobody knows whether the condition holds.
            let value = if cut == 0.0 { share } else { share * (1.0 - cut) };
            return Reading::Is(Figure { value, fraction, unresolved: cut });
        }
        let solved = match (self, joint.moments) {
            (Statistic::Mean, Some(moments)) => Some(moments.mean),
            (Statistic::Sd, Some(moments)) => Some(moments.sd),
            _ => None,
        };
        let read = match self {
            _ if cut > 0.0 && solved.is_some() => solved.map(|value| (value, None)),
            Statistic::Covariance | Statistic::Correlation | Statistic::Mean | Statistic::Sd if !is_nothing(cut) => {
                return Reading::Unknown;
            }
            Statistic::Covariance => covariance(&rows),
            Statistic::Correlation => correlation(&rows),
            _ => {
                let values = sorted(&rows);
                match self.of_one(&values, cut, joint.ends) {
                    None if cut > 0.0 || !values.is_empty() => return Reading::Unknown,
                    read => read,
                }
            }
        };
        let is_whole = |read: &Read| cut == 0.0 || read.0.fract() == 0.0 && self.is_a_value();
        read.map_or(Reading::Nothing, |read| {
            let fraction = read.1.filter(|_| is_whole(&read));
            Reading::Is(Figure { value: read.0, fraction, unresolved: cut })
        })
    }

    /// Whether it is one of the values themselves.
    fn is_a_value(self) -> bool {
        matches!(self, Statistic::Min | Statistic::Max | Statistic::Percentile(_))
    }

    /// The same of one number, by its values in order, of which such a share was cut; `None` where that may change it, and of
    /// no values.
    fn of_one(self, values: &[(i64, Mass)], cut: f64, ends: (Option<i64>, Option<i64>)) -> Option<Read> {
        let whole = |value: i64| Some((value as f64, Some((value, 1))));
        let (first, last) = (values.first()?.0, values.last()?.0);
        match self {
            Statistic::Mean => Some(mean(values)),
            Statistic::Sd => {
                let values: Vec<(f64, f64)> =
                    values.iter().map(|&(value, mass)| (beyond(value, first), mass.float())).collect();
                Some((variance(&values).max(0.0).sqrt(), None))
            }
            Statistic::Min if cut == 0.0 || ends.0 == Some(first) => whole(first),
            Statistic::Max if cut == 0.0 || ends.1 == Some(last) => whole(last),
            Statistic::Percentile(percent) => {
                let law = ExactLaw { unresolved: cut, ..ExactLaw::new(Pmf::new(shares(values, 1.0 - cut))) };
                whole(law.quantile(f64::from(percent) / 100.0)?)
            }
            _ => None,
        }
    }

    /// The number that trials give, with its interval.
    pub fn of_trials(self, answers: &Answers<u64>, confidence: Confidence) -> Estimate {
        let rows: Vec<(&[Option<i64>], u64)> = answers.given().collect();
        let trials: u64 = rows.iter().map(|(_, n)| n).sum();
        if self == Statistic::Probability {
            let hits = rows.iter().filter(|(values, _)| values[0] == Some(1)).map(|(_, n)| n).sum();
            let value = (trials > 0).then(|| hits as f64 / trials as f64);
            return Estimate { value, interval: Some(confidence.wilson(hits, trials)), trials };
        }
        let (value, interval) = match self {
            Statistic::Covariance | Statistic::Correlation => self.of_pairs(&rows, confidence),
            _ => {
                let mut tally = Tally::default();
                rows.iter().for_each(|(values, n)| values[0].into_iter().for_each(|value| tally.add(value, *n)));
                self.of_tally(&tally, confidence)
            }
        };
        Estimate { value, interval, trials }
    }

    fn of_tally(self, tally: &Tally, confidence: Confidence) -> (Option<f64>, Option<Interval>) {
        let n = tally.total();
        let whole = |value: Option<i64>| value.map(|value| value as f64);
        match self {
            Statistic::Mean => {
                let spread = tally.sd().filter(|&sd| sd > 0.0);
                (tally.mean(), tally.mean().zip(spread).map(|(mean, sd)| confidence.normal(mean, sd, n)))
            }
            Statistic::Sd if n > 1 => (tally.sd(), spread_interval(tally, confidence)),
            Statistic::Min => (whole(tally.iter().next().map(|(value, _)| value)), None),
            Statistic::Max => (whole(tally.iter().next_back().map(|(value, _)| value)), None),
            Statistic::Percentile(percent) => {
                let percent = u64::from(percent);
                let interval = quantile_interval(tally, percent, confidence);
                let interval = interval.map(|(low, high)| Interval { low: low as f64, high: high as f64 });
                (whole(tally.quantile(percent)), interval)
            }
            _ => (None, None),
        }
    }

    fn of_pairs(self, rows: &[(&[Option<i64>], u64)], confidence: Confidence) -> (Option<f64>, Option<Interval>) {
        let pairs = pairs(rows, |n| n as f64);
        let n: f64 = pairs.iter().map(|pair| pair.2).sum();
        if n < 2.0 {
            return (None, None);
        }
        let both = Both::of(&pairs);
        if self == Statistic::Covariance {
            let value = both.covariance * n / (n - 1.0);
            let error = confidence.z() * ((both.squares - both.covariance.powi(2)).max(0.0) / n).sqrt();
            let interval = (error > 0.0).then_some(Interval { low: value - error, high: value + error });
            return (Some(value), interval);
        }
        let Some(r) = both.correlation() else { return (None, None) };
        let interval = if n > 3.0 && r.abs() < 1.0 { both.around(&pairs, r, confidence) } else { None };
        (Some(r), interval)
    }
}

/// A number and the fraction that it is.
type Read = (f64, Option<(i64, i64)>);

/// The same values with so much probability in all.
fn shares(values: &[(i64, Mass)], all: f64) -> Vec<(i64, Mass)> {
    let sum: f64 = values.iter().map(|(_, mass)| mass.float()).sum();
    values.iter().map(|&(value, mass)| (value, Mass::inexact(mass.float() / sum * all))).collect()
}

/// The values of the first number, each once, lowest first.
fn sorted(rows: &[(&[Option<i64>], Mass)]) -> Vec<(i64, Mass)> {
    let mut values: Vec<(i64, Mass)> = rows.iter().filter_map(|&(values, mass)| Some((values[0]?, mass))).collect();
    values.sort_unstable_by_key(|&(value, _)| value);
    values
}

/// The probability of a condition: never 0 where it may happen, never 1 where it may not.
fn share(rows: &[(&[Option<i64>], Mass)], is_whole: bool) -> Read {
    let holds = |row: &&(&[Option<i64>], Mass)| row.0[0] == Some(1);
    let hits: Vec<&(&[Option<i64>], Mass)> = rows.iter().filter(holds).collect();
    if hits.is_empty() {
        return (0.0, is_whole.then_some((0, 1)));
    }
    if hits.len() == rows.len() && is_whole {
        return (1.0, Some((1, 1)));
    }
    let hit: Mass = hits.iter().map(|(_, mass)| *mass).sum();
    let all: Mass = rows.iter().map(|(_, mass)| *mass).sum();
    let share = quotient(hit, all);
    match share.fraction().filter(|_| is_whole) {
        Some((n, d)) => (n as f64 / d as f64, Some((n as i64, d as i64))),
        None => (share.float().clamp(f64::MIN_POSITIVE, 1.0f64.next_down()), None),
    }
}

/// One of two masses, as a share of the other.
fn quotient(part: Mass, all: Mass) -> Mass {
    if all == Mass::ONE { part } else { part * all.inverse() }
}

/// A whole number as a mass, to weigh masses with.
fn times(number: i128) -> Mass {
    Mass::ratio(number.unsigned_abs(), 1)
}

fn mean(values: &[(i64, Mass)]) -> Read {
    let (low, high) = (values[0].0, values[values.len() - 1].0);
    if low == high {
        return (low as f64, Some((low, 1)));
    }
    let all: Mass = values.iter().map(|(_, mass)| *mass).sum();
    let float =
        low as f64 + values.iter().map(|&(value, mass)| beyond(value, low) * mass.float()).sum::<f64>() / all.float();
    // A fraction is known of what lies between 0 and 1: of the mean, how far it is from the lowest to the highest.
    let width = i128::from(high) - i128::from(low);
    let above: Mass = values.iter().map(|&(value, mass)| mass * times(i128::from(value) - i128::from(low))).sum();
    let share = quotient(above, all) * times(width).inverse();
    match share.fraction().and_then(|(n, d)| rational(i128::from(low) * i128::from(d) + width * i128::from(n), d)) {
        Some((n, d)) => (n as f64 / d as f64, Some((n, d))),
        None => (float, None),
    }
}

/// The reduced fraction, where it has at most 18 digits above and below.
fn rational(above: i128, below: u64) -> Option<(i64, i64)> {
    const MOST: i128 = 1_000_000_000_000_000_000;
    let (mut a, mut b) = (above.unsigned_abs(), u128::from(below));
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = (a as i128).max(1);
    let (above, below) = (above / divisor, i128::from(below) / divisor);
    (above.abs() < MOST && below < MOST).then_some((above as i64, below as i64))
}

/// How far a value lies beyond another: of numbers with many digits the differences keep theirs.
fn beyond(value: i64, from: i64) -> f64 {
    (i128::from(value) - i128::from(from)) as f64
}

/// Pairs of values that are both there, as distances from the first of them, with their weights.
fn pairs<W: Copy>(rows: &[(&[Option<i64>], W)], weight: impl Fn(W) -> f64) -> Vec<(f64, f64, f64)> {
    let pair = |&(values, own): &(&[Option<i64>], W)| Some((values[0]?, values[1]?, own));
    let pairs = || rows.iter().filter_map(pair);
    let Some((x, y, _)) = pairs().next() else { return Vec::new() };
    pairs().map(|(own_x, own_y, own)| (beyond(own_x, x), beyond(own_y, y), weight(own))).collect()
}

fn covariance(rows: &[(&[Option<i64>], Mass)]) -> Option<Read> {
    let pairs: Vec<(i64, i64, Mass)> =
        rows.iter().filter_map(|&(values, mass)| Some((values[0]?, values[1]?, mass))).collect();
    if pairs.is_empty() {
        return None;
    }
    let float = Both::of(&self::pairs(rows, Mass::float)).covariance;
    Some(exact_covariance(&pairs, float).map_or((float, None), |(n, d)| (n as f64 / d as f64, Some((n, d)))))
}

/// The covariance as a fraction: of the numbers as shares of their width it lies between -1 and 1, and half of that
/// and 1 together between 0 and 1.
fn exact_covariance(pairs: &[(i64, i64, Mass)], float: f64) -> Option<(i64, i64)> {
    let ends = |of: fn(&(i64, i64, Mass)) -> i64| {
        let (low, high) = (pairs.iter().map(of).min()?, pairs.iter().map(of).max()?);
        Some((i128::from(low), i128::from(high) - i128::from(low)))
    };
    let ((low_x, width_x), (low_y, width_y)) = (ends(|pair| pair.0)?, ends(|pair| pair.1)?);
    let area = width_x.checked_mul(width_y)?;
    if area == 0 {
        return Some((0, 1));
    }
    let (mut all, mut xs, mut ys, mut products) = (Mass::ZERO, Mass::ZERO, Mass::ZERO, Mass::ZERO);
    for &(x, y, mass) in pairs {
        let (x, y) = (i128::from(x) - low_x, i128::from(y) - low_y);
        all += mass;
        xs += mass * times(x);
        ys += mass * times(y);
        products += mass * times(x.checked_mul(y)?);
    }
    let [xs, ys, products] = [(xs, width_x), (ys, width_y), (products, area)]
        .map(|(sum, width)| quotient(sum, all) * times(width).inverse());
    let half = (products + Mass::ONE - xs * ys) * Mass::ratio(1, 2);
    let (n, d) = half.with_float((float / area as f64 + 1.0) / 2.0).fraction()?;
    rational((2 * i128::from(n) - i128::from(d)).checked_mul(area)?, d)
}

fn correlation(rows: &[(&[Option<i64>], Mass)]) -> Option<Read> {
    let pairs = pairs(rows, Mass::float);
    if pairs.is_empty() {
        return None;
    }
    Both::of(&pairs).correlation().map(|value| (value, None))
}

/// The mean of the squared distances from the mean.
fn variance(values: &[(f64, f64)]) -> f64 {
    let all: f64 = values.iter().map(|(_, weight)| weight).sum();
    let mean = values.iter().map(|(value, weight)| value * weight).sum::<f64>() / all;
    values.iter().map(|(value, weight)| (value - mean).powi(2) * weight).sum::<f64>() / all
}

/// How two numbers vary together.
struct Both {
    means: (f64, f64),
    covariance: f64,
    variances: (f64, f64),
    /// The mean of the squares of the products of their distances from their means.
    squares: f64,
}

impl Both {
    fn of(pairs: &[(f64, f64, f64)]) -> Both {
        let all: f64 = pairs.iter().map(|pair| pair.2).sum();
        let mean = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y, n)| of(x, y) * n).sum::<f64>() / all;
        let (mean_x, mean_y) = (mean(&|x, _| x), mean(&|_, y| y));
        let product = |x: f64, y: f64| (x - mean_x) * (y - mean_y);
        Both {
            means: (mean_x, mean_y),
            covariance: mean(&product),
            variances: (mean(&|x, _| (x - mean_x).powi(2)), mean(&|_, y| (y - mean_y).powi(2))),
            squares: mean(&|x, y| product(x, y).powi(2)),
        }
    }

    /// The mean of something of both, as distances from their means in standard deviations.
    fn mean(&self, pairs: &[(f64, f64, f64)], of: impl Fn(f64, f64) -> f64) -> f64 {
        let (sd_x, sd_y) = (self.variances.0.sqrt(), self.variances.1.sqrt());
        let standard = |x: f64, y: f64| of((x - self.means.0) / sd_x, (y - self.means.1) / sd_y);
        let all: f64 = pairs.iter().map(|pair| pair.2).sum();
        pairs.iter().map(|&(x, y, n)| standard(x, y) * n).sum::<f64>() / all
    }

    /// The interval of their correlation r: the wider ends of two. The hyperbolic arc tangent of r is nearly normal (Fisher
    /// 1921); how wide it spreads is told by what a pair adds to r, a b - r (a² + b²)/2 of distances in standard deviations,
    /// which is 1 - r² on average of normal pairs. The other is freed of the skewness of what they add.
    fn around(&self, pairs: &[(f64, f64, f64)], r: f64, confidence: Confidence) -> Option<Interval> {
        let (n, z) = (pairs.iter().map(|pair| pair.2).sum::<f64>(), confidence.z());
        let added = |power: i32| self.mean(pairs, |a, b| (a * b - r * (a * a + b * b) / 2.0).powi(power));
        let spread = added(2).sqrt();
        if spread <= 0.0 {
            return None;
        }
        let error = spread / (n - 3.0).sqrt();
        let of_tangent = |z: f64| (r.atanh() + z * error / (1.0 - r * r)).tanh();
        let skew = added(3) / spread.powi(3) / n.sqrt();
        let straight = |z: f64| (r - error * straightened(z, skew)).clamp(-1.0, 1.0);
        Some(Interval { low: of_tangent(-z).min(straight(z)), high: of_tangent(z).max(straight(-z)) })
    }

    /// Nothing where one of them does not vary.
    fn correlation(&self) -> Option<f64> {
        let spread = (self.variances.0 * self.variances.1).sqrt();
        (spread > 0.0).then(|| (self.covariance / spread).clamp(-1.0, 1.0))
    }
}
