//! `policy.csv`: what to do in every situation, and what each option is worth.

use crate::report::Report;
use crate::report::columns::POLICY;

use super::csv::Table;
use super::number::{EXACT, significant};

/// A row for each case, situation and option; `None` where nobody seeks the best play.
pub fn policy(report: &Report) -> Option<Vec<u8>> {
    let plays = || report.cases.iter().filter_map(|case| Some((case, case.best_play.as_ref()?)));
    plays().next()?;
    let mut parts: Vec<&str> = Vec::new();
    let names = plays().flat_map(|(_, play)| &play.situations).flat_map(|situation| &situation.parts);
    for (name, _) in names {
        if !parts.contains(&name.as_str()) {
            parts.push(name);
        }
    }
    let (first, rest) = POLICY.split_at(1);
    let columns: Vec<&str> = first.iter().copied().chain(parts.iter().copied()).chain(rest.iter().copied()).collect();
    let mut table = Table::new(report, &columns);
    for (case, play) in plays() {
        for situation in &play.situations {
            let value = |name: &&str| {
                let part = situation.parts.iter().find(|(own, _)| own == name);
                part.map_or_else(String::new, |(_, value)| value.clone())
            };
            let own: Vec<String> = std::iter::once(situation.words.clone()).chain(parts.iter().map(value)).collect();
            for offer in &situation.options {
                let number = |value: f64| significant(value, EXACT);
                let rest = [
                    situation.choice.clone(),
                    situation.best.clone(),
                    number(situation.value),
                    offer.name.clone(),
                    number(offer.value),
                    number(offer.loss),
                    number(situation.reached),
                ];
                table.row(report, case, &own.iter().cloned().chain(rest).collect::<Vec<_>>());
            }
        }
    }
    Some(table.bytes())
}
