//! What came of looking for numbers, in sentences.

use crate::estimate::Estimate;
use crate::figures::{Numerals, fixed, grouped};
use crate::report::balance::{AtOdds, BalancedParameter, Balancing, JudgedAnswer, JudgedAsk, Price, TriedSetting};
use crate::report::{Reading, Value};
use crate::rule::nouns::in_a_row;
use crate::summary::Sentence;
use crate::wordbook::{Word, Wordbook};
use oddsmith_engine::stats::Interval;
use oddsmith_language::question::Bound;

/// How many settings meet all that is wanted, of how many, in a sentence without its point.
pub fn title(own: &Balancing) -> String {
    let (met, tried, settings) = (own.met().count(), own.tried.len() as u64, own.extent.settings);
    let wishes = wishes(own);
    let many = |count: u64| grouped(count);
    let meet = if met == 1 { "meets" } else { "meet" };
    if own.extent.is_stopped {
        let of = if own.extent.is_search { String::new() } else { format!(" of {}", many(settings)) };
        let meet = if met == 0 { "meets" } else { meet };
        return format!("Stopped: {}{of} settings were tried, and {} {meet} {wishes}", many(tried), none(met));
    }
    if own.extent.is_search {
        let found = if met == 0 { "none that meets".to_owned() } else { format!("{} that {meet}", many(met as u64)) };
        return format!("A search that tried {} of {} settings found {found} {wishes}", many(tried), many(settings));
    }
    match met {
        0 => format!("None of {} settings meets {wishes}", many(settings)),
        _ => format!("{} of {} settings {meet} {wishes}", many(met as u64), many(settings)),
    }
}

fn none(count: usize) -> String {
    if count == 0 { "none".to_owned() } else { grouped(count as u64) }
}

/// "all 4 wishes".
pub fn wishes(own: &Balancing) -> String {
    match own.wants().count() {
        1 => "what is wanted".to_owned(),
        2 => "both wishes".to_owned(),
        many => format!("all {many} wishes"),
    }
}

/// The best setting in a sentence; nothing where none was tried.
pub fn best(own: &Balancing) -> Option<String> {
    let best = own.best().next()?;
    let changes = changes(own, best);
    Some(match (best.is_met(own.asks.len()), changes.is_empty()) {
        (true, true) => "As published it is so already.".to_owned(),
        (true, false) => format!("Nearest to the published: {changes}."),
        (false, true) => "Nearest to it are the published numbers.".to_owned(),
        (false, false) => format!("Nearest to it: {changes}."),
    })
}

/// What a report opens with, and a table: how many settings meet all, and the best of them.
pub fn opening(own: &Balancing) -> Sentence {
    let found = format!("{}.", title(own));
    Sentence::default().words([found].into_iter().chain(best(own)).collect::<Vec<_>>().join(" "))
}

/// "fast 4, hard 6": what a setting changes, without what it was.
pub fn changed(own: &Balancing, setting: &TriedSetting) -> String {
    let changes = own.changes(&setting.point).map(|(own, value)| format!("{} {}", own.path, value.in_print()));
    changes.collect::<Vec<_>>().join(", ")
}

/// "fast 4 instead of 2, hard 6 instead of 5".
pub fn changes(own: &Balancing, setting: &TriedSetting) -> String {
    let change = |(own, value): (&BalancedParameter, &Value)| {
        let before =
            own.published.as_ref().map_or_else(String::new, |value| format!(" instead of {}", value.in_print()));
        format!("{} {}{before}", own.path, value.in_print())
    };
    own.changes(&setting.point).map(change).collect::<Vec<_>>().join(", ")
}

/// What was left out, a sentence each.
pub fn left_out(own: &Balancing) -> Vec<String> {
    let mut told = Vec::new();
    let are = |count: u64| if count == 1 { "setting is".to_owned() } else { "settings are".to_owned() };
    if let Some(many) = own.extent.left_out.filter(|&many| many > 0) {
        told.push(format!("{} {} left out by `keep`.", grouped(many), are(many)));
    }
    if own.refused.count > 0 {
        let many = own.refused.count;
        told.push(format!("{} {} refused by the rule: {}.", grouped(many), are(many), own.refused.reasons.join("; ")));
    }
    if own.unjudged.count > 0 {
        let many = own.unjudged.count;
        told.push(format!(
            "{} {} not judged, for want of exact odds: {}.",
            grouped(many),
            are(many),
            own.unjudged.reasons.join("; ")
        ));
    }
    if own.extent.is_search && !own.is_met() {
        told.push("A search does not try all: that it found none does not mean that there is none.".to_owned());
    }
    told
}

/// Wishes that are at odds, and what each would cost: a sentence for each group, and one for each price below it.
pub fn at_odds(own: &Balancing, odds: &AtOdds) -> (String, Vec<String>) {
    let names: Vec<&str> = odds.asks.iter().map(|&ask| own.asks[ask].label.as_str()).collect();
    let group = match names[..] {
        [only] => format!("No setting meets \u{201c}{only}\u{201d} by itself."),
        _ => {
            let names: Vec<String> = names.iter().map(|name| format!("\u{201c}{name}\u{201d}")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            format!("No setting meets {} together.", in_a_row(&names))
        }
    };
    (group, odds.prices.iter().map(|own_price| price(own, odds, own_price)).collect())
}

fn price(own: &Balancing, odds: &AtOdds, price: &Price) -> String {
    let ask = &own.asks[price.ask];
    let number = |value: f64| match ask.kind.is_chance() {
        true => fixed(value * 100.0, price.decimals) + "%",
        false => fixed(value, price.decimals),
    };
    let settings = if price.settings == 1 {
        "1 setting".to_owned()
    } else {
        format!("{} settings", grouped(price.settings as u64))
    };
    let only = match (price.is_for_all, odds.asks.len()) {
        (true, _) => "",
        (false, 1) => ", which miss other wishes",
        (false, _) => ", for these wishes alone",
    };
    format!("{}: {} instead of {} would let {settings} in{only}.", ask.label, number(price.to), number(price.from))
}

/// What is wanted of a question once it has given way, as it would be written.
pub fn given_way(ask: &JudgedAsk, price: &Price) -> Option<String> {
    let (bound, written) = ask.want.as_ref()?;
    let number = |is_percent: bool| match (is_percent, ask.kind.is_chance()) {
        (true, _) => fixed(price.to * 100.0, price.decimals) + "%",
        (false, true) => fixed(price.to, price.decimals + 2),
        (false, false) => fixed(price.to, price.decimals),
    };
    let written = written.trim();
    Some(match *bound {
        Bound::Between(low, high) => {
            let (first, second) = written.split_once("to").or_else(|| written.split_once(".."))?;
            match price.from == low.value {
                true => format!("{} to {}", number(low.is_percent), second.trim()),
                false => format!("{} to {}", first.trim(), number(high.is_percent)),
            }
        }
        Bound::Is(_, own) => {
            let sign: String = written.chars().take_while(|own| "<>=!".contains(*own)).collect();
            format!("{sign} {}", number(own.is_percent))
        }
    })
}

/// An answer with how far it is from breaking what is wanted, or how far it misses it: "49.8% (4.8 pp)", "57.0% (2.0 pp over)".
pub fn answer(ask: &JudgedAsk, answer: &JudgedAnswer, numerals: Numerals, wordbook: &Wordbook) -> String {
    let Some(value) = answer.value else { return wordbook.say(Word::Never).to_owned() };
    let nowhere = Interval { low: f64::NAN, high: f64::NAN };
    let (kind, unresolved) = (ask.kind, answer.unresolved);
    let reading = Reading { estimate: f64::NAN, interval: nowhere, exact: Some(value), kind, unresolved };
    let told = Estimate::read(&reading).text(kind, numerals);
    let Some((bound, _)) = &ask.want else { return told };
    let unit = if kind.is_chance() { format!(" {}", wordbook.say(Word::Points)) } else { String::new() };
    let size = |by: f64| numerals.difference(by, kind) + &unit;
    match answer.miss {
        0.0 => format!("{told} ({})", size(answer.slack)),
        miss => {
            let word = if bound.is_over(value) { Word::Over } else { Word::Short };
            format!("{told} ({} {})", size(miss), wordbook.say(word))
        }
    }
}

/// Whether no single step breaks a setting that meets all, in words: "yes", "no: fast 3"; empty where that is not known.
pub fn robust(own: &Balancing, setting: &TriedSetting) -> String {
    if !setting.is_met(own.asks.len()) {
        return String::new();
    }
    match own.breaking(setting) {
        None => String::new(),
        Some(breaking) if breaking.is_empty() => "yes".to_owned(),
        Some(breaking) => {
            const MOST: usize = 2;
            let step = |&(at, to): &(usize, u16)| {
                let own = &own.parameters[at];
                format!("{} {}", own.path, own.values[usize::from(to)].in_print())
            };
            let told: Vec<String> = breaking.iter().take(MOST).map(step).collect();
            let more =
                if breaking.len() > MOST { format!(" and {} more", breaking.len() - MOST) } else { String::new() };
            format!("no: {}{more}", told.join(", "))
        }
    }
}
