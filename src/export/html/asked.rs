//! What was asked of the run, and how it is made again.

use crate::estimate::grouped;
use crate::export::provenance;
use crate::report::{Case, Origin, Report};

use super::tables::table;
use super::words::{counted, escaped, plain};

/// One line under the title.
pub fn in_short(report: &Report) -> String {
    format!(
        "<p class=\"facts\">{} of <code>{}</code> · {} · seed {}</p>\n",
        counted(report.cases.len(), "case", "cases"),
        escaped(&report.rule),
        trials(report),
        report.run.seed,
    )
}

/// The trials of each case: how many, and where they come from.
pub fn trials(report: &Report) -> String {
    let cases: Vec<&Case> = report.cases.iter().collect();
    let per = if cases.len() > 1 { " for each" } else { "" };
    provenance::trials(&cases, per).unwrap_or_else(|| "no trials".to_owned())
}

/// The section: parameters, variants, the run.
pub fn section(report: &Report) -> String {
    let mut html = "<section aria-labelledby=\"asked\">\n<h2 id=\"asked\">What was asked</h2>\n".to_owned();
    let run = [
        ("Rule", escaped(&report.rule)),
        ("Cases", grouped(report.cases.len() as u64)),
        ("Trials", trials(report)),
        ("Seed", report.run.seed.to_string() + if report.run.seed_drawn { " (drawn)" } else { "" }),
        ("Confidence", plain(report.run.confidence.level() * 100.0) + "%"),
        (
            "Precision",
            report.run.precision.map_or_else(String::new, |half| {
                let short = provenance::imprecise(report).map_or_else(String::new, |short| format!(": {short}"));
                format!("±{} of every chance{short}", plain(half))
            }),
        ),
        ("Changed on the command line", escaped(&report.overrides.join(" "))),
        ("Program", format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))),
    ];
    html.push_str("<dl class=\"facts\">\n");
    for (name, value) in run.iter().filter(|(_, value)| !value.is_empty()) {
        html.push_str(&format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"));
    }
    html.push_str("</dl>\n");
    html.push_str(&parameters(report));
    html.push_str(&variants(report));
    html + "</section>\n"
}

fn parameters(report: &Report) -> String {
    if report.parameters.is_empty() {
        return String::new();
    }
    let row = |told: &crate::report::Told| {
        let (class, origin) = match told.origin {
            Origin::Default => (" class=\"default\"", "as published"),
            Origin::Given => ("", "given"),
            Origin::Swept => ("", "swept"),
        };
        format!(
            "<tr{class}><th scope=\"row\"><code>{}</code></th><td class=\"text\">{} <small>{origin}</small>\
             <span class=\"meaning\">{}</span></td></tr>\n",
            escaped(&told.key),
            escaped(&told.value),
            escaped(&told.meaning)
        )
    };
    let head: String = ["Parameter", "Value and meaning"].map(head).concat();
    let rows: String = report.parameters.iter().map(row).collect();
    table("Parameters", "Every parameter of the rule and the value it had.", &head, &rows)
}

fn variants(report: &Report) -> String {
    if report.variants.is_empty() {
        return String::new();
    }
    let row = |(name, changes): (&String, &Vec<(String, String)>)| {
        let set = |(key, value): &(String, String)| format!("<code>{} = {}</code>", escaped(key), escaped(value));
        let sets = if changes.is_empty() {
            "nothing".to_owned()
        } else {
            changes.iter().map(set).collect::<Vec<_>>().join("<br>")
        };
        format!("<tr><th scope=\"row\">{}</th><td class=\"text\">{sets}</td></tr>\n", escaped(name))
    };
    let rows: String = report.variants.iter().zip(&report.changes).map(row).collect();
    table("Variants", "What each variant changes.", &["Variant", "Sets"].map(head).concat(), &rows)
}

fn head(name: &str) -> String {
    format!("<th scope=\"col\" class=\"text\">{name}</th>")
}

/// The section: the command, and the scenario and the rule file that it takes.
pub fn rerun(report: &Report) -> String {
    let name = escaped(&report.name);
    let scenario = details(&format!("The scenario, {name}.toml"), &report.source);
    let (and_rule, rule) = match &report.rule_text {
        None => (String::new(), String::new()),
        Some(text) => {
            let file = escaped(&report.rule);
            let and_rule = format!(", and the rule beside it as <code>{file}</code>");
            (and_rule, details(&format!("The rule, {file}"), text))
        }
    };
    format!(
        "<section aria-labelledby=\"rerun\">\n<h2 id=\"rerun\">Make it again</h2>\n\
         <p>With the scenario below saved as <code>{name}.toml</code>{and_rule}, this command gives the same numbers:</p>\n\
         <pre tabindex=\"0\"><code>{}</code></pre>\n{scenario}{rule}</section>\n",
        escaped(&report.rerun),
    )
}

/// A text that is seen when its summary is opened.
fn details(summary: &str, text: &str) -> String {
    let text = escaped(text);
    format!("<details>\n<summary>{summary}</summary>\n<pre tabindex=\"0\"><code>{text}</code></pre>\n</details>\n")
}
