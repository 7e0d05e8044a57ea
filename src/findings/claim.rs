//! What a title says, as a fact about a chart's laws that can be held against them.

/// One of the two axes of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// That of the places.
    X,
    /// That of the lines, or of a heat map's rows.
    Lines,
}

/// A fact about the laws of a chart. Places and lines are numbered in their order along the chart's axes; "likely" is a
/// chance of more than one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// `winner` is likelier than `loser` at every place past `last`, and at none up to it.
    Overtakes {
        /// The value that comes to lead.
        winner: i64,
        /// The value that led.
        loser: i64,
        /// The last place before.
        last: usize,
    },
    /// A value is likelier than any other, at every place.
    Likeliest {
        /// The value.
        value: i64,
    },
    /// `first` is likelier than any other value up to `last`, and `then` past it.
    LikeliestUntil {
        /// The value that leads at first.
        first: i64,
        /// The value that leads then.
        then: i64,
        /// The last place at which `first` leads.
        last: usize,
    },
    /// The chart's chance is likely everywhere, or nowhere.
    Throughout {
        /// Everywhere.
        likely: bool,
    },
    /// Along an axis, the chart's chance is likely up to `last` and not past it; or the other way round.
    LikelyUntil {
        /// The axis.
        along: Along,
        /// The one place of the other axis that is meant. Without it "likely" means: at all of them.
        across: Option<usize>,
        /// The last place up to which it holds.
        last: usize,
        /// Whether it is likely up to `last`, and not past it.
        likely: bool,
    },
    /// A line is nowhere lower, or nowhere higher, than any other, and somewhere it differs from each. Of charts of "at
    /// least k" the lines are the chances of at least k.
    Nowhere {
        /// The line.
        line: usize,
        /// Nowhere lower.
        lower: bool,
    },
    /// The medians rise or fall along an axis, from the first to the last, and never turn.
    Medians {
        /// The axis.
        along: Along,
        /// The first median.
        from: i64,
        /// The last.
        to: i64,
    },
    /// The chart's reading, or the chance of a value, rises or falls from the first place to the last, and never turns.
    Runs {
        /// The value, of a stacked chart.
        value: Option<i64>,
        /// The first reading.
        from: f64,
        /// The last.
        to: f64,
    },
    /// The chart's reading is the same from a place on, and was not the same before.
    Stays {
        /// The place.
        from: usize,
        /// The reading.
        at: f64,
    },
    /// The chart's reading is higher at one line and place than anywhere else.
    Highest {
        /// The line.
        line: usize,
        /// The place.
        x: usize,
        /// The reading.
        at: f64,
    },
    /// At least k is likely, at least k + 1 is not.
    AtLeast {
        /// The number.
        k: i64,
    },
    /// At least k is likely on the lines up to `last` and not on those past it; or the other way round.
    AtLeastUntil {
        /// The number.
        k: i64,
        /// The last line up to which it holds.
        last: usize,
        /// Whether it is likely up to `last`, and not past it.
        likely: bool,
    },
    /// The chance of at least k differs between the first two lines by so much, second less first; nowhere by more.
    Differs {
        /// The number.
        k: i64,
        /// The difference.
        by: f64,
        /// Everywhere else it is less.
        only_there: bool,
    },
    /// The first two lines have the same odds.
    Alike,
    /// The chance of the values from `low` to `high`.
    Share {
        /// The least.
        low: i64,
        /// The most.
        high: i64,
        /// The chance.
        of: f64,
    },
    /// A value is likelier than any other, with this chance.
    Mode {
        /// The value.
        value: i64,
        /// Its chance.
        of: f64,
    },
    /// Half of the first place's certain value, or less, is likely at a place and was not before.
    Halved {
        /// The place.
        at: usize,
    },
    /// The median is the same from a place on, and was another just before.
    MedianStays {
        /// The place.
        from: usize,
        /// The median.
        at: i64,
    },
}

/// A claim in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What is claimed.
    pub claim: Claim,
    /// The sentence.
    pub sentence: String,
}
