//! What a metric does, as a clause of a sentence: "all dice succeed", "two Acts are left", "the pool is 4 to 7".

use super::words::{bare, counted, in_digits, in_words, quoted, small};
use crate::rule::metric::{Kind, ShownMetric, Wording};
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
enum Form {
    /// "two Acts are left": what follows the number, of one and of many.
    Counted { one: String, many: String },
    /// "there are two actions": what there is, of one and of many.
    Things { one: String, many: String },
    /// "the pool is 7": what has the number.
    Amount(String),
}

/// What happens where a chance is read from a metric: "all dice succeed"; `None` where there are no words for it.
pub(crate) fn event(metric: &ShownMetric, measure: Measure) -> Option<String> {
    match (&metric.kind, measure) {
        (Kind::Category(outcomes), Measure::Is(code)) => {
            let outcome = usize::try_from(code).ok().and_then(|code| outcomes.get(code))?;
            match outcome.clause.as_str() {
                "" => Some(format!("{} is {}", the(&metric.label)?, quoted(&small(&outcome.label)))),
                clause => Some(clause.to_owned()),
            }
        }
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

/// "12% to 58%"; of what begins next to nothing "up to 58%".
pub(super) fn from_to(low: &str, high: &str) -> String {
    if low.starts_with('<') { format!("up to {high}") } else { format!("{low} to {high}") }
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

/// What a flag or a "when" says that happens.
pub(super) fn happening(metric: &ShownMetric) -> String {
    match &metric.wording {
        Wording::Event { yes, .. } => yes.clone(),
        _ => format!("{} happens", quoted(&small(bare(&metric.label)))),
    }
}

/// What a flag says that happens where it is not so: "the unit holds"; `None` where nobody has said it.
pub(super) fn otherwise(metric: &ShownMetric) -> Option<&str> {
    match &metric.wording {
        Wording::Event { no, .. } => Some(no.as_str()).filter(|no| !no.is_empty()),
        _ => None,
    }
}

/// A count in a clause: "two Acts are left", "there are at least two actions", "the pool is 4 to 7".
pub(super) fn count(metric: &ShownMetric, number: Number) -> Option<String> {
    let is_one = matches!(number, Number::Just(1) | Number::AtLeast(1) | Number::AtMost(1));
    Some(match form(metric)? {
        Form::Counted { one, .. } if matches!(number, Number::Just(0)) => none(&one),
        Form::Counted { one, many } => format!("{} {}", in_sentence(&number), if is_one { one } else { many }),
        Form::Things { one, .. } if matches!(number, Number::Just(0)) => format!("there is {}", none(&one)),
        Form::Things { one, .. } if is_one => format!("there is {} {one}", in_sentence(&number)),
        Form::Things { many, .. } => format!("there are {} {many}", in_sentence(&number)),
        Form::Amount(what) => format!("{what} is {}", in_figures(&number)),
    })
}

/// The number of a second count after a first: "none", "two"; figures of an amount.
pub(super) fn again(metric: &ShownMetric, number: i64) -> String {
    match (form(metric), number) {
        (Some(Form::Amount(_)), _) => in_digits(number),
        (_, 0) => "none".to_owned(),
        _ => in_words(number),
    }
}

/// "more Acts are left", "the pool is lower".
pub(super) fn more(metric: &ShownMetric, is_more: bool) -> Option<String> {
    compared(metric, is_more, "")
}

/// "never fewer Acts are left", "the pool is never higher": where it is only sure that it is not the other way round.
pub(super) fn never(metric: &ShownMetric, is_more: bool) -> Option<String> {
    compared(metric, is_more, "never ")
}

fn compared(metric: &ShownMetric, is_more: bool, how_often: &str) -> Option<String> {
    let word = if is_more { "more" } else { "fewer" };
    Some(match form(metric)? {
        Form::Counted { many, .. } => format!("{how_often}{word} {many}"),
        Form::Things { many, .. } => format!("there are {how_often}{word} {many}"),
        Form::Amount(what) => format!("{what} is {how_often}{}", if is_more { "higher" } else { "lower" }),
    })
}

/// What a change bears on: "how many Acts are left", "the pool".
pub(super) fn matter(metric: &ShownMetric) -> Option<String> {
    Some(match form(metric)? {
        Form::Counted { many, .. } => format!("how many {many}"),
        Form::Things { many, .. } => format!("how many {many} there are"),
        Form::Amount(what) => what,
    })
}

/// What a chart without a finding asks: "how many actions are taken", "how many hits are there".
pub(super) fn asked(metric: &ShownMetric) -> Option<String> {
    Some(match form(metric)? {
        Form::Counted { many, .. } => format!("how many {many}"),
        Form::Things { many, .. } => format!("how many {many} are there"),
        Form::Amount(_) => return None,
    })
}

/// Of what there is a stock that can run down: "Acts" of "Acts are left".
pub(super) fn stock(metric: &ShownMetric) -> Option<String> {
    match form(metric)? {
        Form::Counted { many, .. } => many.strip_suffix(" are left").map(str::to_owned),
        _ => None,
    }
}

fn form(metric: &ShownMetric) -> Option<Form> {
    match &metric.wording {
        Wording::Counted { one, many } => Some(Form::Counted { one: one.clone(), many: many.clone() }),
        Wording::Amount(what) => Some(Form::Amount(what.clone())),
        Wording::Event { .. } => None,
        Wording::ByLabel => match counted(&metric.label) {
            Some(noun) => Some(by_label(&noun.owned_by(), &noun.kind(), &noun.singular_kind(), noun.after)),
            None => the(&metric.label).map(Form::Amount),
        },
    }
}

/// A label's own words as a clause: "Cards drawn" is "cards are drawn", "Our models left" "of our models are left".
fn by_label(owner: &str, many: &str, one: &str, after: &str) -> Form {
    const DONE: [&str; 20] = [
        "left", "lost", "hit", "gone", "spent", "drawn", "fought", "won", "held", "taken", "kept", "made", "dealt",
        "thrown", "found", "paid", "dead", "alive", "down", "up",
    ];
    let first = after.split_whitespace().next().unwrap_or("");
    let is_done = DONE.contains(&first) || first.len() > 3 && first.ends_with("ed");
    let (one, many) = match owner {
        "" => (one.to_owned(), many.to_owned()),
        _ => (format!("of {owner} {many}"), format!("of {owner} {many}")),
    };
    match (is_done, after) {
        (true, _) => Form::Counted { one: format!("{one} is {after}"), many: format!("{many} are {after}") },
        (false, "") => Form::Things { one, many },
        (false, _) => Form::Things { one: format!("{one} {after}"), many: format!("{many} {after}") },
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
            format!("{} {} {}", in_words(*low), if high - low == 1 { "or" } else { "to" }, in_words(*high))
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

/// A label with its article: "the pool", "our Base Damage that passes".
pub(super) fn the(label: &str) -> Option<String> {
    let label = bare(label);
    if label.contains([':', ',']) {
        return None;
    }
    let first = label.split_whitespace().next()?.to_lowercase();
    if ["the", "our", "their", "its", "your", "my", "a", "an"].contains(&first.as_str()) {
        return Some(small(label));
    }
    // "How it ends" takes no article.
    let is_question = ["how", "who", "what", "when", "where", "which", "whose", "why"].contains(&first.as_str());
    Some(if is_question { quoted(&small(label)) } else { format!("the {}", small(label)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(label: &str, number: Number) -> Option<String> {
        count(&ShownMetric::whole("m", Kind::Count, label), number)
    }

    #[test]
    fn labels_become_clauses() {
        let many = |label| of(label, Number::Just(4)).unwrap_or_default();
        assert_eq!(many("White cubes left"), "four white cubes are left");
        assert_eq!(many("Our models left"), "four of our models are left");
        assert_eq!(many("Rounds fought"), "four rounds are fought");
        assert_eq!(many("Actions"), "there are four actions");
        assert_eq!(many("Boxes until the drop"), "there are four boxes until the drop");
        assert_eq!(many("Pool"), "the pool is 4");
        assert_eq!(many("Acts: first turn with none left"), "");
        assert_eq!(of("Our models left", Number::Just(0)).as_deref(), Some("none of our models is left"));
        assert_eq!(of("Actions", Number::AtLeast(1)).as_deref(), Some("there is at least one action"));
        assert_eq!(of("Dice rolled", Number::Just(1)).as_deref(), Some("one die is rolled"));
        assert_eq!(of("Cards", Number::Between(2, 3)).as_deref(), Some("there are two or three cards"));
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
        assert_eq!(more(&acts, false).as_deref(), Some("fewer Acts are left"));
        assert_eq!(matter(&acts).as_deref(), Some("how many Acts are left"));
        assert_eq!(stock(&acts).as_deref(), Some("Acts"));
        let flag = ShownMetric::whole("m", Kind::Flag, "Turn cut short");
        assert_eq!(event(&flag, Measure::Is(1)).as_deref(), Some("“turn cut short” happens"));
        let flag = flag.event("the turn is cut short");
        assert_eq!(event(&flag, Measure::Is(1)).as_deref(), Some("the turn is cut short"));
    }
}
