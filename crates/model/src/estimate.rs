//! The best that is known of a number, computed or estimated, between two bounds.

#[cfg(test)]
mod tests;

use crate::figures::{Company, NEVER, Numerals, one_in};
use crate::report::Reading;
use crate::report::play::SpreadRange;
use oddsmith_engine::solve::{SETTLED, UNSEEN};
use oddsmith_engine::stats::Confidence;

/// Two computed numbers nearer than this are not told apart.
pub const MARGIN: f64 = 1e-9;
/// What rounding over long sums may do to a computed number.
pub const ROUNDING: f64 = 1e-12;
/// What is rarer than this, 0.1%, is left out of long charts and tables, which say so.
pub const FAINT: f64 = 0.001;
/// Decimals of means in a column, however small one of them is.
const MOST_DECIMALS: usize = 3;

/// The same as it is told.
pub fn faint(numerals: Numerals) -> String {
    numerals.percent(&numerals.fixed(FAINT * 100.0, 1))
}
/// A half-width of an interval from which on whole percents say too much.
const COARSE: f64 = 0.05;
/// A cut tail may hold large values: what is unresolved weighs on a mean by this much, per unit of its size.
const TAIL: f64 = 1e3;

/// The end of an interval in percent: rounded up, to a whole one, or below that to one digit.
fn bound(high: f64, numerals: Numerals) -> String {
    let percent = high * 100.0;
    if percent > 1.0 {
        return numerals.fixed(percent.ceil(), 0);
    }
    let decimals = (-percent.log10().floor()).clamp(0.0, 3.0) as usize;
    let unit = 10f64.powi(decimals as i32);
    numerals.fixed(((percent * unit - 1e-9).ceil() / unit).max(0.001), decimals)
}

/// The same of the lower end of what is nearly certain, rounded down.
fn beyond(low: f64, numerals: Numerals) -> String {
    let rest = (1.0 - low) * 100.0;
    if rest > 1.0 {
        numerals.fixed((low * 100.0).floor(), 0)
    } else {
        numerals.fixed(99.0 + ((1.0 - rest) * 10.0).floor().max(0.0) / 10.0, 1)
    }
}

/// A probability or a mean between bounds that hold for certain if it was computed, else at the run's confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best value there is.
    pub value: f64,
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// Whether it was computed.
    pub is_exact: bool,
}

impl Estimate {
    /// A computed probability of which `unresolved` may be missing, if that is enough to be told.
    pub fn exact(value: f64, unresolved: f64) -> Estimate {
        let missing = if unresolved > UNSEEN { unresolved } else { 0.0 };
        Estimate { value, low: value, high: (value + missing).min(1.0), is_exact: true }
    }

    /// A computed number, known to the last digit.
    pub fn known(value: f64) -> Estimate {
        Estimate { value, low: value, high: value, is_exact: true }
    }

    /// The share of `count` in `trials`.
    pub fn sampled(count: u64, trials: u64, confidence: Confidence) -> Estimate {
        let interval = confidence.wilson(count, trials);
        let value = if trials > 0 { count as f64 / trials as f64 } else { 0.0 };
        Estimate { value, low: interval.low, high: interval.high, is_exact: false }
    }

    /// The number that a reading tells.
    pub fn read(reading: &Reading) -> Estimate {
        let unresolved = reading.unresolved;
        match reading.exact {
            Some(value) if reading.is_probability => Estimate::exact(value, unresolved),
            Some(value) => {
                let spread = unresolved * TAIL * (1.0 + value.abs());
                Estimate { value, low: value - spread, high: value + spread, is_exact: true }
            }
            None => {
                let (low, high) = (reading.interval.low, reading.interval.high);
                // Of no trials at all nothing is known but that it is a chance.
                let is_nothing = reading.is_probability && reading.estimate.is_nan();
                Estimate { value: if is_nothing { 0.0 } else { reading.estimate }, low, high, is_exact: false }
            }
        }
    }

    /// Whether it is more than another, beyond doubt.
    pub fn exceeds(&self, other: &Estimate) -> bool {
        self.low > other.high + MARGIN
    }

    /// Which of several, by its place among them, is more than every other, beyond doubt.
    pub fn highest<'e>(all: impl IntoIterator<Item = &'e Estimate> + Clone) -> Option<usize> {
        let every = || all.clone().into_iter().enumerate();
        // No other could exceed the one whose lower end is the highest.
        let (at, top) = every().max_by(|(_, a), (_, b)| a.low.total_cmp(&b.low))?;
        every().all(|(other, own)| other == at || top.exceeds(own)).then_some(at)
    }

    /// Whether it is no less than another: equal counts only where both were computed.
    pub fn reaches(&self, other: &Estimate) -> bool {
        self.exceeds(other) || self.is_exact && other.is_exact && self.low >= other.high - ROUNDING
    }

    /// Whether it is more than a number, beyond doubt.
    pub fn is_over(&self, bound: f64) -> bool {
        self.low > bound + MARGIN
    }

    /// Whether it is at most a number, beyond doubt.
    pub fn is_within(&self, bound: f64) -> bool {
        self.high <= bound + if self.is_exact { ROUNDING } else { 0.0 }
    }

    /// Whether it is a chance that is known to be nothing.
    pub fn is_impossible(&self) -> bool {
        self.high <= 0.0
    }

    /// Whether it is a chance that is known to be all.
    pub fn is_certain(&self) -> bool {
        self.low >= 1.0
    }

    /// A probability in percent without the sign, never 0 or 100 for what is possible or not certain, and no finer
    /// than its interval.
    fn hundredths(&self, company: Company) -> String {
        if let Some([low, high]) = self.ends() {
            let [low, high] = [low, high].map(|end| Estimate::exact(end, 0.0).hundredths(company));
            return if low == high || low == "0" && high.starts_with('<') {
                high
            } else {
                company.numerals().range(&low, &high)
            };
        }
        // What was cut may belong to it.
        let value = if self.value <= 0.0 && self.high > 0.0 { f64::MIN_POSITIVE } else { self.value };
        let width = (self.high - self.low) / 2.0;
        // Nearly nothing or nearly all of a sample: the end of the interval is told, not the share that happened to be seen,
        // unless that is known to a tenth.
        let is_near = |rest: f64| (rest * 100.0).round() < 1.0 && width > rest / 10.0;
        if self.is_impossible() {
            "0".to_owned()
        } else if self.is_certain() {
            "100".to_owned()
        } else if self.is_exact {
            company.hundredths(value)
        } else if is_near(self.value) {
            format!("<{}", bound(self.high, company.numerals()))
        } else if is_near(1.0 - self.value) {
            format!(">{}", beyond(self.low, company.numerals()))
        } else if width > COARSE {
            format!("≈{}", (self.value * 10.0).round().clamp(1.0, 9.0) * 10.0)
        } else if (0.01..=0.99).contains(&self.value) {
            company.estimated(self.value, width)
        } else {
            company.hundredths(self.value)
        }
    }

    /// The ends of a computed probability of which so much was cut that it shows.
    fn ends(&self) -> Option<[f64; 2]> {
        (self.is_exact && self.high - self.low > SETTLED).then_some([self.low, self.high])
    }

    /// A probability in percent.
    pub fn percent(&self, company: Company) -> String {
        company.numerals().percent(&self.hundredths(company))
    }

    /// A number of a case as it is told: from the least to the most, where it hangs on which of several plays that are as good
    /// is played.
    pub fn told(reading: &Reading, tied: Option<SpreadRange>, company: Company) -> String {
        let is_chance = reading.is_probability;
        let Some(range) = tied else { return Estimate::read(reading).text(is_chance, company) };
        let text = |own: Estimate| if is_chance { own.hundredths(company) } else { own.mean(company) };
        let [least, most] = [range.least, range.most].map(|end| text(Estimate::known(end)));
        let both = if least == most { most } else { company.numerals().range(&least, &most) };
        if is_chance { company.numerals().percent(&both) } else { both }
    }

    /// The same in a chart or a table: a dash for the impossible.
    pub fn percent_or_dash(&self, company: Company) -> String {
        if self.is_impossible() { NEVER.to_owned() } else { self.percent(company) }
    }

    /// The same without the sign.
    pub fn digits(&self, company: Company) -> String {
        if self.is_impossible() { NEVER.to_owned() } else { self.hundredths(company) }
    }

    /// The same within a sentence: what is rare is told as one of so many.
    pub fn spoken(&self, company: Company) -> String {
        let is_known = self.is_exact && self.ends().is_none();
        is_known.then(|| one_in(self.value, company.numerals())).flatten().unwrap_or_else(|| self.percent(company))
    }

    /// Whether nothing is known of how far off it may be: a sample that was all alike.
    pub fn is_vague(&self) -> bool {
        !self.is_exact && (self.low.is_nan() || self.high.is_nan())
    }

    /// A mean: with no more decimals than its interval holds; "≈" stands before one whose interval is not known.
    pub fn mean(&self, company: Company) -> String {
        let width = self.high - self.low;
        let held = (!self.is_exact && width > 0.0).then(|| (-width.log10()).floor().max(0.0) as usize);
        let decimals = company.decimals(self.value);
        let about = if self.is_vague() { "≈" } else { "" };
        // An interval of hundreds leaves no tens.
        let unit = if !self.is_exact && width >= 10.0 { 10f64.powf(width.log10().floor()) } else { 1.0 };
        let value = if unit > 1.0 { (self.value / unit).round() * unit } else { self.value };
        format!("{about}{}", company.numerals().mean_to(value, held.map_or(decimals, |held| held.min(decimals))))
    }

    /// The means of a column under each other: what was computed has as many decimals everywhere.
    pub fn means(column: &[Option<Estimate>], company: Company) -> Vec<String> {
        let exact = column.iter().flatten().filter(|own| own.is_exact && own.value.is_finite());
        let decimals = exact.map(|own| company.decimals(own.value)).max().unwrap_or(0).min(MOST_DECIMALS);
        let text = |own: &Option<Estimate>| match own {
            Some(own) if own.value.is_finite() && own.is_exact && !own.is_vague() => {
                company.numerals().mean_to(own.value, decimals)
            }
            Some(own) if own.value.is_finite() => own.mean(company),
            _ => String::new(),
        };
        column.iter().map(text).collect()
    }

    /// A chance or a mean, as tables and pictures tell it.
    pub fn text(&self, is_chance: bool, company: Company) -> String {
        if is_chance { self.percent(company) } else { self.mean(company) }
    }
}
