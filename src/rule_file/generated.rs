//! Rule files that the program writes from typed dice or an AnyDice program. Messages about them
//! name what the person typed.

use std::ops::Range;

use crate::input::diagnostic::{Place, Source};

/// A rule file that the program wrote.
#[derive(Clone, Debug)]
pub struct GeneratedRule {
    /// Its text.
    pub source: Source,
    /// The outputs between which it chooses.
    pub outputs: Vec<RuleOutput>,
}

/// An output of a generated rule file, and what it comes from.
#[derive(Clone, Debug)]
pub struct RuleOutput {
    /// The value of the parameter that selects this output.
    pub word: String,
    /// Whether its result is always 0 or 1.
    pub is_chance: bool,
    /// The bytes of the rule file that are about this output alone.
    pub span: Range<usize>,
    /// The place of the text that the person wrote for it.
    pub place: Place,
    /// Bytes of the rule file within `span`, and the bytes of what was written that they come from.
    pub parts: Vec<(Range<usize>, Range<usize>)>,
}

impl RuleOutput {
    /// Returns the place that these bytes of the rule file come from; `None` if they are not about
    /// this output alone.
    pub fn origin(&self, span: &Range<usize>) -> Option<Place> {
        if !self.span.contains(&span.start) {
            return None;
        }
        let part_at = |offset: usize| {
            let part = self.parts.iter().find(|(rule, _)| rule.contains(&offset));
            part.map(|(_, written)| written.clone())
        };
        let start = part_at(span.start).map_or(self.place.span.start, |written| written.start);
        let end = part_at(span.end.max(1) - 1).map_or(self.place.span.end, |written| written.end);
        Some(Place {
            source: self.place.source.clone(),
            span: start..end.max(start),
        })
    }
}
