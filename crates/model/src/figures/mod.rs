//! How numbers are told: on one page, or one screen of the terminal, one value has one text.
//!
//! A chance is told in whole percent, and with one decimal where whole percent would mislead; a mean with three digits that
//! count. Which of these it is depends on the company that a number is in: [`Company`].

mod numerals;
#[cfg(test)]
mod tests;

pub use numerals::Numerals;

/// What stands for the impossible.
pub const NEVER: &str = "–";
/// A chance below this is told as "<0.001%".
const LEAST: f64 = 1e-5;
/// Below this, and as far from 1, whole percent would tell too little.
const RARE: f64 = 0.01;
/// Below this a sentence says how many plays there are to one of its kind.
const RARER: f64 = 0.001;
/// Decimals beside a half at most.
const NEAREST: usize = 4;
/// Digits of a mean that count.
const DIGITS: usize = 3;
/// Decimals of a mean at most.
const FINEST: usize = 6;
/// What is nearer than this is the same.
const SAME: f64 = 1e-9;

/// What all numbers of a page or a screen are told with, so that those that differ look different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// Decimals of a percentage.
    percents: usize,
    /// Digits of a mean beyond three.
    means: usize,
    /// How its numbers are written.
    numerals: Numerals,
}

impl Company {
    /// The plainest: whole percent, three digits.
    pub const WHOLE: Company = Company { percents: 0, means: 0, numerals: Numerals::ENGLISH };
    /// That of a search, which looks closely: two decimals more.
    pub const CLOSE: Company = Company { percents: 2, means: 2, numerals: Numerals::ENGLISH };

    /// The company of some columns of chances and some of means: what stands in one column is told apart, if a decimal more
    /// for chances and up to two digits more for means can do that. An odd half of a percent is no whole one.
    pub fn of(chances: &[Vec<f64>], means: &[Vec<f64>]) -> Company {
        let whole = Company::default();
        let is_plain = |value: f64| (RARE..=1.0 - RARE).contains(&value);
        let misleads = |own: &f64| {
            let tenths = own * 1000.0;
            let is_half = (tenths - tenths.round()).abs() < SAME && tenths.round() % 10.0 == 5.0;
            is_plain(*own) && (is_half || whole.hundredths(*own).contains('.'))
        };
        let plain = |column: &Vec<f64>| column.iter().copied().filter(|own| is_plain(*own)).collect();
        let needs_decimal = chances.iter().flatten().any(misleads)
            || chances.iter().any(|column| are_alike(plain(column), |own| whole.hundredths(own)));
        let told_apart = |means_more: &usize| {
            let own = Company { means: *means_more, ..whole };
            !means.iter().any(|column| are_alike(column.clone(), |value| own.mean(value)))
        };
        let finest = 2;
        Company {
            percents: usize::from(needs_decimal),
            // More digits that tell nothing apart are left out.
            means: (0..=finest).find(told_apart).unwrap_or(1),
            ..whole
        }
    }

    /// The same with a decimal of a percentage, where differences of less than a point are told.
    pub fn with_decimal(self) -> Company {
        Company { percents: self.percents.max(1), ..self }
    }

    /// The same with a digit more of a mean, for one that would look like another beside it.
    pub fn with_digit(self) -> Company {
        Company { means: self.means + 1, ..self }
    }

    /// The same with a digit more of every number.
    pub fn closer(self) -> Company {
        Company { percents: self.percents + 1, means: self.means + 1, ..self }
    }

    /// The same, written as a language has numbers.
    pub fn written_in(self, numerals: Numerals) -> Company {
        Company { numerals, ..self }
    }

    /// How its numbers are written.
    pub fn numerals(self) -> Numerals {
        self.numerals
    }

    /// Decimals of a percentage, for who words numbers that only he can know.
    pub fn percents(self) -> usize {
        self.percents
    }

    /// Digits of a mean beyond three.
    pub fn means(self) -> usize {
        self.means
    }

    /// A chance in percent without the sign: never nothing of what is possible, nor all of what is not certain, nor a half of
    /// what is more or less.
    pub fn hundredths(self, chance: f64) -> String {
        self.numerals.put(&self.in_english(chance))
    }

    fn in_english(self, chance: f64) -> String {
        let percent = chance * 100.0;
        // Next to 100 there is always a decimal.
        let finer = self.percents.max(1);
        let near = 0.1f64.powi(finer as i32);
        match chance {
            _ if chance <= 0.0 => "0".to_owned(),
            _ if chance >= 1.0 => "100".to_owned(),
            _ if chance < LEAST => "<0.001".to_owned(),
            _ if chance > 1.0 - near / 100.0 => format!(">{}", fixed(100.0 - near, finer)),
            _ if chance < RARE => {
                let decimals = (1.0 - percent.log10().floor()) as usize;
                let text = fixed(percent, decimals);
                // 0.996% is one percent, as any other is told.
                if text.starts_with('1') { fixed(1.0, self.percents) } else { text }
            }
            _ if chance > 1.0 - RARE => fixed(percent, finer),
            _ => {
                // Beside a half there are as many decimals as tell it from one.
                let is_half = (percent - 50.0).abs() <= 1e-7;
                let is_told = |decimals: &usize| is_half || fixed(percent, *decimals) != fixed(50.0, *decimals);
                match (self.percents..=NEAREST.max(self.percents)).find(is_told) {
                    Some(decimals) => fixed(percent, decimals),
                    None if chance < 0.5 => "<50".to_owned(),
                    None => ">50".to_owned(),
                }
            }
        }
    }

    /// A chance in percent.
    pub fn percent(self, chance: f64) -> String {
        self.numerals.percent(&self.hundredths(chance))
    }

    /// The same of an estimate that is off by a width: with no more decimals than that leaves.
    pub fn estimated(self, chance: f64, width: f64) -> String {
        let decimals = if width < 0.005 { self.percents } else { 0 };
        self.numerals.fixed(chance * 100.0, decimals)
    }

    /// Decimals of a mean of this size: as many as give it three digits that count, or the more that the company needs.
    pub fn decimals(self, mean: f64) -> usize {
        let digits = DIGITS + self.means;
        let size = mean.abs();
        if size < SAME || !size.is_finite() {
            return digits - 1;
        }
        // 9.996 is 10.0: what rounding makes of it counts.
        let decimals = |size: f64| ((digits as f64 - 1.0 - size.log10().floor()).max(0.0) as usize).min(FINEST);
        let unit = 10f64.powi(decimals(size) as i32);
        decimals(((size * unit).round() / unit).max(size))
    }

    /// A mean.
    pub fn mean(self, mean: f64) -> String {
        self.numerals.mean_to(mean, self.decimals(mean))
    }

    /// How far two chances are apart, in points of a hundred, or two means: without a sign, and nothing only of what is
    /// nothing.
    pub fn difference(self, by: f64, is_chance: bool) -> String {
        let size = by.abs() * if is_chance { 100.0 } else { 1.0 };
        let decimals = if is_chance { self.percents } else { 2 + self.means };
        let least = fixed(0.1f64.powi(decimals as i32), decimals);
        self.numerals.put(&match size {
            _ if size < SAME => "0".to_owned(),
            _ if !is_chance && size >= 1.0 => mean_to(size, self.decimals(size)),
            _ if fixed(size, decimals) == fixed(0.0, decimals) => format!("<{least}"),
            _ => fixed(size, decimals),
        })
    }

    /// The same with its sign: "+1.7", "−20", and "<+1" of what is a little more.
    pub fn signed(self, by: f64, is_chance: bool) -> String {
        let size = self.difference(by, is_chance);
        match (size.strip_prefix('<'), by > 0.0) {
            _ if size == "0" => size,
            (Some(least), true) => format!("<+{least}"),
            (Some(least), false) => format!(">−{least}"),
            (None, true) => format!("+{size}"),
            (None, false) => format!("−{size}"),
        }
    }
}

/// A mean with so many decimals; what is not nothing does not look so.
pub fn mean_to(mean: f64, decimals: usize) -> String {
    let text = fixed(mean, decimals);
    let is_nothing = text.chars().all(|c| matches!(c, '0' | '.'));
    match mean {
        _ if mean.abs() < SAME => "0".to_owned(),
        _ if is_nothing && mean > 0.0 => format!("<{}", fixed(0.1f64.powi(decimals as i32), decimals)),
        _ if is_nothing => format!(">−{}", fixed(0.1f64.powi(decimals as i32), decimals)),
        _ => text,
    }
}

/// A chance that is small enough to be told as one of so many plays: "1 in 2,160".
pub fn one_in(chance: f64, numerals: Numerals) -> Option<String> {
    let many = 1.0 / chance;
    let unit = 10f64.powf((many.log10().floor() - 2.0).max(0.0));
    match chance {
        _ if !(chance > 0.0 && chance < RARER) => None,
        _ if many < 1e6 => Some(format!("1 in {}", numerals.grouped(many.round() as u64))),
        _ if many < 1e12 => Some(format!("1 in {}", numerals.grouped(((many / unit).round() * unit) as u64))),
        _ => Some("less than 1 in a trillion".to_owned()),
    }
}

/// Whether two different values of a column have the same text.
fn are_alike(mut column: Vec<f64>, text: impl Fn(f64) -> String) -> bool {
    column.retain(|own| own.is_finite());
    column.sort_by(f64::total_cmp);
    column.windows(2).any(|pair| pair[1] - pair[0] > SAME * pair[1].abs().max(1.0) && text(pair[0]) == text(pair[1]))
}

/// A number with this many decimals, a true minus sign and, from 10,000 on, commas.
pub fn fixed(value: f64, decimals: usize) -> String {
    // Halves are rounded away from nothing, as people do; also one that was worked out in two ways, of which one came to a
    // hair less.
    let unit = 10f64.powi(decimals as i32);
    let near = value.abs() * unit;
    let is_half = near < 1e12 && (near - near.floor() - 0.5).abs() < near * 1e-13;
    let size = match near {
        _ if is_half => near.ceil() / unit,
        ..1e15 => near.round() / unit,
        _ => value.abs(),
    };
    let text = format!("{size:.decimals$}");
    let is_zero = text.chars().all(|c| c == '0' || c == '.');
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    let (whole, part) = text.find('.').map_or((text.as_str(), ""), |point| text.split_at(point));
    let whole = if whole.len() > 4 { with_commas(whole) } else { whole.to_owned() };
    format!("{sign}{whole}{part}")
}

/// A whole number with commas between thousands: 1,000,000.
pub fn grouped(value: u64) -> String {
    with_commas(&value.to_string())
}

fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}
