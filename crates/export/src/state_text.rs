//! State graphs as text: DOT for Graphviz, and Mermaid for Markdown pages.

use std::fmt::Write;

use maud::Render;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::printable::printable_html;
use oddsmith_model::report::state_graph::{DrawnState, StateGraph};
use oddsmith_model::rule::metric::Tone;

/// Returns the graph in DOT, from left to right.
pub(super) fn dot(graph: &StateGraph, title: &str) -> String {
    let mut text = format!(
        "digraph {{\n  label=\"{}\";\n  labelloc=t;\n  rankdir=LR;\n  node [shape=box, \
         style=\"rounded,filled\", fillcolor=white];\n",
        escape_dot(title)
    );
    for (index, state) in graph.states.iter().enumerate() {
        let colour = state.end.map_or("#ffffff", end_colour);
        let _ = writeln!(
            text,
            "  s{index} [label=\"{}\", fillcolor=\"{colour}\"];",
            escape_dot(&state.description)
        );
    }
    for transition in &graph.transitions {
        let _ = writeln!(
            text,
            "  s{} -> s{} [label=\"{}\"];",
            transition.from,
            transition.to,
            chance(transition.chance)
        );
    }
    text + "}\n"
}

/// Returns the graph as a Mermaid flowchart.
pub(super) fn mermaid(graph: &StateGraph, title: &str) -> String {
    // A title is YAML.
    let title = serde_json::to_string(title).expect("a text");
    let mut text = format!("---\ntitle: {title}\n---\nflowchart LR\n");
    for (index, state) in graph.states.iter().enumerate() {
        let label = escape_mermaid(&state.description);
        let _ = match state.end {
            Some(_) => writeln!(text, "  s{index}([\"{label}\"])"),
            None => writeln!(text, "  s{index}[\"{label}\"]"),
        };
    }
    for transition in &graph.transitions {
        let _ = writeln!(
            text,
            "  s{} -->|\"{}\"| s{}",
            transition.from,
            escape_mermaid(&chance(transition.chance)),
            transition.to
        );
    }
    let is_end = |(_, state): &(usize, &DrawnState)| state.end.is_some();
    for (index, state) in graph.states.iter().enumerate().filter(is_end) {
        let colour = state.end.map_or("#ffffff", end_colour);
        let _ = writeln!(text, "  style s{index} fill:{colour},color:#000000");
    }
    text
}

fn chance(chance: f64) -> String {
    Estimate::known(chance).percent(Numerals::ENGLISH)
}

/// Returns the colour of an end, light enough for black letters.
fn end_colour(tone: Tone) -> &'static str {
    match tone {
        Tone::Success => "#a5cfc2",
        Tone::Mixed => "#fbe9b0",
        Tone::Failure => "#f0a98f",
        Tone::Neutral => "#e4e4e4",
    }
}

/// Escapes a text for a quoted string of DOT.
fn escape_dot(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    text.chars()
        .map(clean)
        .collect::<String>()
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
}

/// Escapes a text for a quoted label of Mermaid, which reads HTML entities.
fn escape_mermaid(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let clean: String = text.chars().map(clean).collect();
    // Mermaid writes entities with # in place of &.
    let html = printable_html(&clean.render().0);
    html.replace('#', "#35;").replace('&', "#")
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_model::report::state_graph::StateTransition;

    fn graph() -> StateGraph {
        let state = |description: &str, end| DrawnState {
            description: description.to_owned(),
            end,
            value: None,
            state_count: 1,
        };
        let transition = |from, to, chance| StateTransition { from, to, chance };
        StateGraph {
            states: vec![
                state("2 \"left\" #1", None),
                state("won", Some(Tone::Success)),
            ],
            transitions: vec![transition(0, 0, 0.25), transition(0, 1, 0.75)],
        }
    }

    #[test]
    fn dot_has_every_state_and_transition() {
        let text = dot(&graph(), "A \"duel\"");
        assert!(
            text.starts_with("digraph {\n  label=\"A \\\"duel\\\"\";\n"),
            "{text}"
        );
        for line in [
            "  s0 [label=\"2 \\\"left\\\" #1\", fillcolor=\"#ffffff\"];",
            "  s1 [label=\"won\", fillcolor=\"#a5cfc2\"];",
            "  s0 -> s0 [label=\"25.0%\"];",
            "  s0 -> s1 [label=\"75.0%\"];",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }

    #[test]
    fn mermaid_has_every_state_and_transition() {
        let wanted = "---\ntitle: \"A duel\"\n---\nflowchart LR\n  \
                      s0[\"2 #quot;left#quot; #35;1\"]\n  s1([\"won\"])\n  \
                      s0 -->|\"25.0%\"| s0\n  s0 -->|\"75.0%\"| s1\n  \
                      style s1 fill:#a5cfc2,color:#000000\n";
        assert_eq!(mermaid(&graph(), "A duel"), wanted);
    }
}
