//! What a search for numbers found, in the report: the best settings, and which goals exclude each other.

use std::fmt::Write;

use super::Readers;
use super::words::escaped;
use crate::figures::Numerals;
use crate::report::Report;
use crate::report::balance::{Balancing, JudgedAnswer, SHOWN, TriedSetting};
use crate::summary::balance as sentences;
use crate::wordbook::Wordbook;

/// The section; nothing where no numbers were looked for, and for playtesters.
pub fn section(report: &Report, readers: Readers) -> String {
    let Some(own) = report.balance.as_ref().filter(|_| readers == Readers::Designers) else { return String::new() };
    let mut html = format!(
        "<section aria-labelledby=\"balance\">\n<h2 id=\"balance\">{}</h2>\n",
        escaped(&sentences::title(own, Wordbook::english()))
    );
    let said: Vec<String> = sentences::best(own, Wordbook::english())
        .into_iter()
        .chain(sentences::left_out(own, Wordbook::english()))
        .collect();
    let _ = writeln!(
        html,
        "<p>{} In brackets: how far an answer is inside or outside its goal.</p>",
        escaped(&(said.join(". ") + "."))
    );
    html.push_str(&table(own));
    if !own.at_odds.is_empty() {
        html.push_str("<ul>\n");
        for odds in &own.at_odds {
            let (group, prices) = sentences::at_odds(own, odds, Wordbook::english());
            let _ = writeln!(html, "<li>{} {}</li>", escaped(&group), escaped(&prices.join(" ")));
        }
        html.push_str("</ul>\n");
    }
    html + "</section>\n"
}

fn table(own: &Balancing) -> String {
    let column = |name: &str, below: &str| {
        let below =
            if below.is_empty() { String::new() } else { format!("<span class=\"meaning\">{}</span>", escaped(below)) };
        format!("<th scope=\"col\">{}{below}</th>", escaped(name))
    };
    let mut head = "<th scope=\"col\" class=\"text\">Setting</th>".to_owned();
    own.parameters.iter().for_each(|parameter| head.push_str(&column(&parameter.path, "")));
    for ask in &own.asks {
        let wanted = ask.want.as_ref().map_or_else(String::new, |(_, want)| format!("goal: {want}"));
        head.push_str(&column(&ask.label, &wanted));
    }
    head.push_str("<th scope=\"col\">Changes</th><th scope=\"col\" class=\"text\">Robust</th>");
    let answers = |answers: &[JudgedAnswer]| {
        let cell = |(ask, answer)| {
            format!("<td>{}</td>", escaped(&sentences::answer(ask, answer, Numerals::ENGLISH, Wordbook::english())))
        };
        own.asks.iter().zip(answers).map(cell).collect::<String>()
    };
    let value = |text: String| format!("<td>{}</td>", escaped(&text));
    let mut rows = String::new();
    if let Some(published) = &own.published {
        let values: String = own
            .parameters
            .iter()
            .map(|own| value(own.published.as_ref().map_or(String::new(), |own| own.in_print())))
            .collect();
        let _ = writeln!(
            rows,
            "<tr><th scope=\"row\">As published</th>{values}{}<td></td><td></td></tr>",
            answers(published)
        );
    }
    let row = |(nth, setting): (usize, &TriedSetting)| {
        let values = own.parameters.iter().zip(&setting.point);
        let values: String = values.map(|(own, &at)| value(own.values[usize::from(at)].in_print())).collect();
        let robust = escaped(&sentences::robust(own, setting));
        let steps = own.distance(&setting.point).1;
        format!(
            "<tr><th scope=\"row\">{nth}</th>{values}{}<td>{steps}</td><td class=\"text\">{robust}</td></tr>\n",
            answers(&setting.answers)
        )
    };
    rows.extend((1..).zip(own.best().take(SHOWN)).map(row));
    super::tables::table(
        "The best settings",
        "Exact odds. A setting is robust if every setting one step away meets all goals too.",
        &head,
        &rows,
    )
}
