//! Finds where a scenario uses names of its rule: keys, axes of charts, words of questions.

use std::ops::Range;
use std::sync::Arc;

use oddsmith_language::NameRole;

use crate::input::diagnostic::{Place, Source};
use crate::input::tree::{Key, Node, Tree};

/// The possible meaning of a name in a scenario.
#[derive(Clone, Copy, PartialEq)]
enum NameUse {
    Parameter,
    Metric,
    Player,
    Field,
    /// A key of `[labels]`: a parameter, a metric or a player.
    Label,
}

/// A name in a scenario.
pub(super) struct ScenarioName {
    pub(super) name: String,
    pub(super) span: Range<usize>,
    name_use: NameUse,
}

impl ScenarioName {
    /// Returns whether the name can refer to a name with this role in the rule file.
    pub(super) fn may_be(&self, role: NameRole) -> bool {
        match role {
            NameRole::Parameter => matches!(self.name_use, NameUse::Parameter | NameUse::Label),
            NameRole::Metric => matches!(self.name_use, NameUse::Metric | NameUse::Label),
            NameRole::Player => matches!(self.name_use, NameUse::Player | NameUse::Label),
            NameRole::Field => self.name_use == NameUse::Field,
            NameRole::Constant | NameRole::Function | NameRole::Local => false,
        }
    }
}

/// Returns every name of the rule in a scenario; `None` if the scenario is not valid TOML.
pub(super) fn scenario_names(source: &Source) -> Option<Vec<ScenarioName>> {
    let source = Arc::new(Source {
        name: source.name.clone(),
        text: source.text.clone(),
    });
    let document = Node::document(&source).ok()?;
    let mut names = NameCollector {
        text: &source.text,
        found: Vec::new(),
    };
    for (key, node) in document.pairs()? {
        names.section(&key.text, node);
    }
    Some(names.found)
}

struct NameCollector<'t> {
    text: &'t str,
    found: Vec<ScenarioName>,
}

impl NameCollector<'_> {
    fn section(&mut self, section: &str, node: &Node) {
        for (key, value) in tables(node) {
            match (section, key.text.as_str()) {
                ("balance", "keep") => self.words(value, NameUse::Parameter),
                ("parameters" | "sweep" | "balance", _) => {
                    self.path(key, value, NameUse::Parameter)
                }
                ("labels", _) => self.path(key, value, NameUse::Label),
                ("variants", "set") | ("charts", "where") => self.paths(value),
                ("ask" | "metrics", "value") | ("joint", "of") => {
                    self.words(value, NameUse::Metric)
                }
                ("play", "aim" | "then" | "their_aim") | ("charts", "metric" | "value") => {
                    self.words(value, NameUse::Metric)
                }
                ("play", "minimise") => (),
                ("play", _) => {
                    self.segments(&key.text, &key.place, [NameUse::Player, NameUse::Field])
                }
                ("charts", "x" | "series") => self.axis(value),
                ("charts", "choice") => self.words(value, NameUse::Player),
                _ => (),
            }
        }
    }

    fn paths(&mut self, node: &Node) {
        tables(node).for_each(|(key, value)| self.path(key, value, NameUse::Parameter));
    }

    /// Adds the names of a key that is a path, and of the keys in the table under it, which
    /// continue the path.
    fn path(&mut self, key: &Key, value: &Node, first: NameUse) {
        if key.text == "play" {
            tables(value).for_each(|(key, _)| {
                self.segments(&key.text, &key.place, [NameUse::Player, NameUse::Field])
            });
            return;
        }
        self.segments(&key.text, &key.place, [first, NameUse::Field]);
        self.fields(value);
    }

    fn fields(&mut self, node: &Node) {
        for (key, value) in tables(node) {
            self.segments(&key.text, &key.place, [NameUse::Field, NameUse::Field]);
            self.fields(value);
        }
    }

    fn axis(&mut self, node: &Node) {
        if let Some(path) = node.text() {
            self.segments(path, &node.place, [NameUse::Parameter, NameUse::Field]);
        }
    }

    /// Adds the parts of a path: `wings.Vanguard.quality`. In a path into `[play]`, the first part
    /// is `play` and the second one is a player.
    fn segments(&mut self, path: &str, place: &Place, [first, later_use]: [NameUse; 2]) {
        let written = &self.text[place.span.clone()];
        // A path that contains escapes cannot be edited.
        let Some(offset) = written.find(path) else {
            return;
        };
        let (mut start, mut name_use) = (place.span.start + offset, first);
        for part in path.split('.') {
            let span = start..start + part.len();
            start = span.end + 1;
            if first == NameUse::Parameter && part == "play" {
                name_use = NameUse::Player;
                continue;
            }
            self.found.push(ScenarioName {
                name: part.to_owned(),
                span,
                name_use,
            });
            name_use = later_use;
        }
    }

    /// Adds the words of a text, or of each text in a list.
    fn words(&mut self, node: &Node, name_use: NameUse) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let text = &self.text[node.place.span.clone()];
        let mut start = 0;
        while let Some(offset) = text[start..].find(is_part) {
            let from = start + offset;
            let end = text[from..]
                .find(|c| !is_part(c))
                .map_or(text.len(), |more| from + more);
            let span = node.place.span.start + from..node.place.span.start + end;
            self.found.push(ScenarioName {
                name: text[from..end].to_owned(),
                span,
                name_use,
            });
            start = end;
        }
    }
}

/// Returns the pairs of a table, or of each table of a list.
fn tables(node: &Node) -> impl Iterator<Item = &(Key, Node)> {
    let entries = if let Tree::List(nodes) = &node.tree {
        &nodes[..]
    } else {
        &[]
    };
    let pairs = node.pairs().unwrap_or_default().iter();
    pairs.chain(
        entries
            .iter()
            .flat_map(|entry| entry.pairs().unwrap_or_default()),
    )
}
