//! What a metric does, as a clause of a sentence: "all dice succeed", "two Acts are left", "the pool is 4 to 7". Grammar is
//! never guessed: where nobody has said how a metric is told, a clause is the bare number or outcome, and the label stands
//! before the sentence ([`heading`]).

use super::words::{bare, in_digits, in_words, outcome_within};
use crate::rule::metric::{Kind, ShownMetric, Tone, Wording};
use crate::rule::presentation::Measure;

/// How many, or how much.
pub(super) enum Number {
    /// Just this.
    Just(i64),
    /// This or more.
    AtLeast(i64),
    /// This or less.
    AtMost(i64),
    /// From one to another.
    Between(i64, i64),
    /// A number that is written already, as means are: "2.9".
    Written(String),
}

/// How a count is told.
enum Form<'m> {
    /// "two Acts are left": what follows the number, of one and of many.
    Counted { one: &'m str, many: &'m str },
    /// "the pool is 7": what has the number.
    Amount(&'m str),
    /// "Men standing: 7": nobody has said it.
    Bare,
}

/// The label that stands before sentences of a metric of which nobody has said how it is told.
pub fn heading(metric: &ShownMetric) -> Option<&str> {
    let is_told = match &metric.kind {
        Kind::Category(outcomes) => outcomes.iter().all(|own| !own.clause.is_empty()),
        _ => !metric.wording.is_of_label(),
    };
    (!is_told).then(|| bare(&metric.label))
}

/// A sentence under its heading: "Men standing: most often 3, 49% of the time"; with where it holds, before it.
pub(super) fn headed(metric: &ShownMetric, place: Option<&str>, sentence: &str) -> String {
    match (heading(metric), place) {
        (None, None) => sentence.to_owned(),
        (None, Some(place)) => format!("{place}: {sentence}"),
        (Some(label), place) => {
            let place = place.map_or_else(String::new, |place| format!(", {place}"));
            format!("{label}{place}: {}", sentence.trim_start().replacen(": ", ", ", 1).replace("  ", " "))
        }
    }
}

/// What happens where a chance is read from a metric: "all dice succeed"; `None` where there are no words for it.
pub fn event(metric: &ShownMetric, measure: Measure) -> Option<String> {
    match (&metric.kind, measure) {
        (Kind::Category(outcomes), Measure::Is(code)) => {
            let outcome = usize::try_from(code).ok().and_then(|code| outcomes.get(code))?;
            Some(if heading(metric).is_some() { outcome_within(outcome) } else { outcome.clause.clone() })
        }
        (Kind::When, Measure::AtLeast(1)) if heading(metric).is_some() => Some("at some time".to_owned()),
        (Kind::Flag, Measure::Is(1)) | (Kind::When, Measure::AtLeast(1)) => Some(happening(metric)),
        (Kind::Flag, Measure::Is(0)) => otherwise(metric).map(str::to_owned),
        (Kind::Count, Measure::AtLeast(least)) => count(metric, Number::AtLeast(least)),
        (Kind::Count, Measure::AtMost(most)) => count(metric, Number::AtMost(most)),
        (Kind::Count, Measure::Is(just)) => count(metric, Number::Just(just)),
        _ => None,
    }
}

/// How often something happens: "all dice succeed 12% of the time". Two numbers never stand beside each other: "the pool is
/// at least 2 in 12% of plays".
pub(super) fn often(event: &str, shares: &str) -> String {
    let [before, after] = around_share(event, shares);
    format!("{event}{before}{shares}{after}")
}

/// "12% of the time"; of what is rare, "1 in 2,160".
pub(super) fn of_the_time(share: &str) -> String {
    format!("{share}{}", if is_one_of_many(share) { "" } else { " of the time" })
}

/// Whether a share is told as "1 in 2,160".
pub(super) fn is_one_of_many(share: &str) -> bool {
    share.contains("1 in ")
}

/// What stands before and after such a share.
pub(super) fn around_share(event: &str, share: &str) -> [&'static str; 2] {
    if is_one_of_many(share) {
        return [": ", ""];
    }
    let ends_in_number = event.ends_with(|c: char| c.is_ascii_digit())
        || event.rsplit(' ').next().is_some_and(|word| (0..=12).any(|number| word == in_words(number)));
    if ends_in_number { [" in ", " of plays"] } else { [" ", " of the time"] }
}

/// What a flag or a "when" says that happens; of one without words "yes", and nothing, which a time follows.
pub(super) fn happening(metric: &ShownMetric) -> String {
    match &metric.wording {
        Wording::Event { yes, .. } => yes.clone(),
        _ if metric.kind == Kind::Flag => "yes".to_owned(),
        _ => String::new(),
    }
}

/// What a flag says that happens where it is not so: "the unit holds"; of one without words "no"; `None` where nobody has
/// said it.
pub(super) fn otherwise(metric: &ShownMetric) -> Option<&str> {
    match &metric.wording {
        Wording::Event { no, .. } => Some(no.as_str()).filter(|no| !no.is_empty()),
        _ => Some("no"),
    }
}

/// A count in a clause: "two Acts are left", "the pool is 4 to 7"; "4 to 7" of one that nobody has worded.
pub(super) fn count(metric: &ShownMetric, number: Number) -> Option<String> {
    let is_one = matches!(number, Number::Just(1) | Number::AtLeast(1) | Number::AtMost(1));
    Some(match form(metric)? {
        Form::Counted { one, .. } if matches!(number, Number::Just(0)) => none(one),
        Form::Counted { one, many } => format!("{} {}", in_sentence(&number), if is_one { one } else { many }),
        Form::Amount(what) => format!("{what} is {}", in_figures(&number)),
        Form::Bare => in_figures(&number),
    })
}

/// The number of a second count after a first: "none", "two"; figures of an amount.
pub(super) fn again(metric: &ShownMetric, number: i64) -> String {
    match (form(metric), number) {
        (Some(Form::Amount(_) | Form::Bare), _) => in_digits(number),
        (_, 0) => "none".to_owned(),
        _ => in_words(number),
    }
}

/// What a change bears on: "how many Acts are left", "the pool"; nothing where the label says it before the sentence.
pub(super) fn matter(metric: &ShownMetric) -> Option<String> {
    Some(match form(metric)? {
        Form::Counted { many, .. } => format!("how many {many}"),
        Form::Amount(what) => what.to_owned(),
        Form::Bare => return None,
    })
}

/// What a chart without a finding asks: "how many actions are taken".
pub(super) fn asked(metric: &ShownMetric) -> Option<String> {
    match form(metric)? {
        Form::Counted { many, .. } => Some(format!("how many {many}")),
        Form::Amount(_) | Form::Bare => None,
    }
}

/// Of what there is a stock that can run down: "Acts" of "Acts are left".
pub(super) fn stock(metric: &ShownMetric) -> Option<String> {
    match form(metric)? {
        Form::Counted { many, .. } => many.strip_suffix(" are left").map(str::to_owned),
        _ => None,
    }
}

fn form(metric: &ShownMetric) -> Option<Form<'_>> {
    match &metric.wording {
        Wording::Counted { one, many } => Some(Form::Counted { one, many }),
        Wording::Amount(what) => Some(Form::Amount(what)),
        Wording::Event { .. } => None,
        Wording::ByLabel | Wording::Named => Some(Form::Bare),
    }
}

/// "no Act is left", "none of our models is left".
fn none(one: &str) -> String {
    if one.starts_with("of ") { format!("none {one}") } else { format!("no {one}") }
}

fn in_sentence(number: &Number) -> String {
    match number {
        Number::Just(just) => in_words(*just),
        Number::AtLeast(least) => format!("at least {}", in_words(*least)),
        Number::AtMost(0) => "no".to_owned(),
        Number::AtMost(most) => format!("at most {}", in_words(*most)),
        Number::Between(low, high) => {
            // Of two numbers beside each other both are words, or neither is.
            let is_short = [low, high].into_iter().all(|own| in_words(*own) != in_digits(*own));
            let [low_text, high_text] = [low, high].map(|own| if is_short { in_words(*own) } else { in_digits(*own) });
            format!("{low_text} {} {high_text}", if high - low == 1 { "or" } else { "to" })
        }
        Number::Written(text) => text.clone(),
    }
}

fn in_figures(number: &Number) -> String {
    match number {
        Number::Just(just) => in_digits(*just),
        Number::AtLeast(least) => format!("at least {}", in_digits(*least)),
        Number::AtMost(most) => format!("at most {}", in_digits(*most)),
        Number::Between(low, high) => format!("{} to {}", in_digits(*low), in_digits(*high)),
        Number::Written(text) => text.clone(),
    }
}

/// Whether it is good news that this happens.
pub(crate) fn tone(metric: &ShownMetric, measure: Measure) -> Tone {
    match (&metric.kind, measure) {
        (Kind::Category(outcomes), Measure::Is(code)) => {
            usize::try_from(code).ok().and_then(|code| outcomes.get(code)).map_or(Tone::Neutral, |own| own.tone)
        }
        _ => Tone::Neutral,
    }
}

/// That so many are enough for what is hoped for; of anything else only that it takes so many.
pub(super) fn enough_of(things: &str, number: i64, tone: Tone) -> String {
    match (tone, number) {
        (Tone::Success, 1) => format!("{things} is enough"),
        (Tone::Success, _) => format!("{things} are enough"),
        _ => format!("it takes {things}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_worded_is_told_under_its_label() {
        let men = ShownMetric::whole("men", Kind::Count, "Men standing");
        assert_eq!(count(&men, Number::Between(1, 3)).as_deref(), Some("1 to 3"));
        assert_eq!((matter(&men), asked(&men), heading(&men)), (None, None, Some("Men standing")));
        assert_eq!(headed(&men, None, "most often 3: 49% of the time"), "Men standing: most often 3, 49% of the time");
        assert_eq!(
            headed(&men, Some("at QV 4"), "1 to 3 in 90% of plays"),
            "Men standing, at QV 4: 1 to 3 in 90% of plays"
        );
        let lost = ShownMetric::whole("lost", Kind::Flag, "Lost");
        assert_eq!([1, 0].map(|is| event(&lost, Measure::Is(is)).unwrap_or_default()), ["yes", "no"]);
        let winner = [("us", "Us"), ("them", "Them")]
            .map(|(name, label)| crate::rule::metric::Outcome::new(name, label, crate::rule::metric::Tone::Neutral));
        let winner = ShownMetric::whole("winner", Kind::Category(winner.to_vec()), "Winner");
        assert_eq!((event(&winner, Measure::Is(0)).as_deref(), heading(&winner)), (Some("us"), Some("Winner")));
    }

    #[test]
    fn a_share_keeps_its_distance_from_a_number() {
        assert_eq!(often("all dice succeed", "12%"), "all dice succeed 12% of the time");
        assert_eq!(often("all dice succeed", "1 in 2,160"), "all dice succeed: 1 in 2,160");
        assert_eq!(often("the pool is at least 2", "42% to 68%"), "the pool is at least 2 in 42% to 68% of plays");
        assert_eq!(often("there is at least one six", "62%"), "there is at least one six in 62% of plays");
    }

    #[test]
    fn a_wording_is_taken_before_the_label() {
        let acts = ShownMetric::whole("m", Kind::Count, "Stock").counted("Act is left", "Acts are left");
        assert_eq!(count(&acts, Number::AtMost(0)).as_deref(), Some("no Acts are left"));
        assert_eq!(count(&acts, Number::Written("2.9".into())).as_deref(), Some("2.9 Acts are left"));
        assert_eq!(matter(&acts).as_deref(), Some("how many Acts are left"));
        assert_eq!(stock(&acts).as_deref(), Some("Acts"));
        let flag = ShownMetric::whole("m", Kind::Flag, "Turn cut short").event("the turn is cut short");
        assert_eq!(event(&flag, Measure::Is(1)).as_deref(), Some("the turn is cut short"));
    }
}
