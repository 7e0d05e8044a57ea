//! State graphs: the states in boxes from the start down to the ends, and arrows with the
//! probability of each transition.

mod boxes;
mod labels;
mod layers;
mod places;
#[cfg(test)]
mod tests;

use super::canvas::{Align, Canvas};
use super::die::draw_rounded_box;
use super::error::ChartError;
use super::geometry::{Area, Point};
use super::note::Note;
use super::page::{Page, Sheet};
use super::palette::Ink;
use super::text::{LABEL, SMALL, SMALL_STRONG};
use boxes::{LOOP, StateBox, lay_out_boxes};
use labels::Route;
use layers::{LayerItem, Layers};
use oddsmith_model::estimate::Estimate;
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::state_graph::StateGraph;
use oddsmith_model::report::{Chart, Report};
use places::Places;

/// The gap between two rows, its increase for each probability in it, and the maximum gap.
const ROW_GAP: (f64, f64, f64) = (7.0, 0.9, 24.0);
/// The minimum gap between two rows.
const MIN_ROW_GAP: f64 = 4.0;
/// The maximum height of a picture. If the rows would need more, the gaps between them shrink.
const TALLEST_PICTURE: f64 = 230.0;
/// The length and half the width of an arrow head.
const HEAD: (f64, f64) = (1.5, 0.6);

/// Draws the state graph of a rule.
pub(super) fn draw(report: &Report, chart: &Chart, taller: f64) -> Result<Sheet, ChartError> {
    let graph = StateGraph::read(report, chart).map_err(ChartError::Unsuitable)?;
    let mut page = Page::new(chart);
    let room = page.right() - page.left();
    let (boxes, texts) = lay_out_boxes(graph, &report.messages, room);
    let width = boxes.0;
    let (layers, widths) = fit_layers(graph, &boxes, room)?;
    let places = Places::of(&layers, widths, room);
    let (tops, heights) = row_tops_and_heights(&layers, &boxes.1, &texts, page.top, taller);
    let area = |item: usize, state: usize| {
        let row = layers
            .rows
            .iter()
            .position(|row| row.contains(&item))
            .unwrap_or(0);
        let left = page.left() + places.middles[item] - places.widths[item] / 2.0;
        let height = boxes.1[state].height();
        let top = tops[row] + (heights[row] - height) / 2.0;
        Area::new(left, top, left + width, top + height)
    };
    let areas: Vec<Area> = (0..graph.states.len())
        .map(|state_index| area(state_index, state_index))
        .collect();
    let layout = GraphLayout {
        graph,
        layers: &layers,
        areas: &areas,
        tops: &tops,
        heights: &heights,
    };
    let left = page.left();
    let routes = layout.routes(|item| left + places.middles[item]);
    layout.draw_arrows(&mut page.canvas, &routes);
    layout.draw_boxes(&mut page.canvas, &boxes.1);
    // Labels avoid boxes and arrow heads.
    let heads = routes.iter().zip(&layers.links).map(|(route, link)| {
        let end = if link.is_back {
            route.points[0]
        } else {
            route.points[route.points.len() - 1]
        };
        Area::around(end, HEAD.0)
    });
    let taken: Vec<Area> = areas.iter().copied().chain(heads).collect();
    let without = labels::write_chances(&mut page.canvas, &routes, &texts, &taken);
    let bottom = tops
        .last()
        .zip(heights.last())
        .map_or(page.top, |(top, height)| top + height);
    Ok(page.finish(bottom, note(graph, &report.messages, &boxes.1, &without)))
}

/// Returns the rows with as many states as fit, and the width of each item.
fn fit_layers(
    graph: &StateGraph,
    (width, boxes): &(f64, Vec<StateBox>),
    room: f64,
) -> Result<(Layers, Vec<f64>), ChartError> {
    let most = ((room + places::GAP) / (width + places::GAP)) as usize;
    for most in (1..=most.max(1)).rev() {
        let layers = Layers::of(graph, most);
        let width_of = |item: &LayerItem| match item {
            LayerItem::State(state_index) => width + boxes[*state_index].loop_width(),
            LayerItem::Pass => 0.4,
        };
        let widths: Vec<f64> = layers.items.iter().map(width_of).collect();
        if places::fits(&layers, &widths, room) {
            return Ok((layers, widths));
        }
    }
    let help = "it has too many transitions for this width: ask for width = \"double\", or set the rule's numbers smaller";
    Err(ChartError::Unsuitable(help.to_owned()))
}

/// Returns the top and the height of each row.
fn row_tops_and_heights(
    layers: &Layers,
    boxes: &[StateBox],
    texts: &[Option<String>],
    top: f64,
    taller: f64,
) -> (Vec<f64>, Vec<f64>) {
    let height = |row: &Vec<usize>| {
        let heights = row
            .iter()
            .filter_map(|&item| boxes.get(item))
            .map(StateBox::height);
        heights.fold(0.0, f64::max)
    };
    let heights: Vec<f64> = layers.rows.iter().map(height).collect();
    // Probabilities are written near the start of transitions, and need room there.
    let between = |row: usize| {
        let is_labelled = |link: &&layers::Link| {
            texts[link.transition_index].is_some() && layers.rows[row].contains(&link.path[0])
        };
        let count = layers.links.iter().filter(is_labelled).count();
        (ROW_GAP.0 + ROW_GAP.1 * count as f64).min(ROW_GAP.2)
    };
    let count = heights.len().max(1) - 1;
    let mut gaps: Vec<f64> = (0..count).map(between).collect();
    // If the page is too low, all gaps shrink equally.
    let (total_gap, room) = (
        gaps.iter().sum::<f64>(),
        TALLEST_PICTURE - top - heights.iter().sum::<f64>(),
    );
    let share = if total_gap > room {
        (room / total_gap).max(0.0)
    } else {
        1.0
    };
    let more = taller / count.max(1) as f64;
    gaps.iter_mut()
        .for_each(|gap| *gap = (*gap * share + more).max(MIN_ROW_GAP));
    let mut tops = vec![top + 1.0];
    (0..count).for_each(|row| tops.push(tops[row] + heights[row] + gaps[row]));
    (tops, heights)
}

/// The layout of a graph.
struct GraphLayout<'d> {
    graph: &'d StateGraph,
    layers: &'d Layers,
    areas: &'d [Area],
    tops: &'d [f64],
    heights: &'d [f64],
}

impl GraphLayout<'_> {
    /// Returns the line of every transition except those to the same state, from its upper to its
    /// lower end.
    fn routes(&self, x: impl Fn(usize) -> f64) -> Vec<Route> {
        let row_of = |item: usize| {
            self.layers
                .rows
                .iter()
                .position(|row| row.contains(&item))
                .unwrap_or(0)
        };
        // Transitions leave the edge of a box in the order of their other ends.
        let port = |item: usize, link: usize, side: usize| {
            let mut ends: Vec<(f64, usize)> = Vec::new();
            for (link_index, other_link) in self.layers.links.iter().enumerate() {
                let (end, next) = match side {
                    0 => (other_link.path[0], other_link.path[1]),
                    _ => (
                        other_link.path[other_link.path.len() - 1],
                        other_link.path[other_link.path.len() - 2],
                    ),
                };
                if end == item {
                    ends.push((x(next), link_index));
                }
            }
            ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let place = ends.iter().position(|end| end.1 == link).unwrap_or(0);
            let area = self.areas[item];
            area.left + (area.right - area.left) * (place as f64 + 1.0) / (ends.len() as f64 + 1.0)
        };
        let route = |(link_index, link): (usize, &layers::Link)| {
            let (upper, lower) = (link.path[0], link.path[link.path.len() - 1]);
            let mut points = vec![(port(upper, link_index, 0), self.areas[upper].bottom)];
            for &item in &link.path[1..link.path.len() - 1] {
                let row = row_of(item);
                points.extend([
                    (x(item), self.tops[row]),
                    (x(item), self.tops[row] + self.heights[row]),
                ]);
            }
            points.push((port(lower, link_index, 1), self.areas[lower].top));
            Route {
                transition_index: link.transition_index,
                points,
            }
        };
        self.layers.links.iter().enumerate().map(route).collect()
    }

    /// Draws the arrows; the width shows the probability.
    fn draw_arrows(&self, canvas: &mut Canvas, routes: &[Route]) {
        for (route, link) in routes.iter().zip(&self.layers.links) {
            let width = 0.18 + 0.5 * self.graph.transitions[route.transition_index].chance;
            let mut points = route.points.clone();
            if link.is_back {
                points.reverse();
            }
            draw_arrow(canvas, &points, width);
        }
        for transition in self
            .graph
            .transitions
            .iter()
            .filter(|transition| transition.from == transition.to)
        {
            let area = self.areas[transition.from];
            let (x, y) = (area.right, (area.top + area.bottom) / 2.0);
            let turn = |step: u32| {
                let angle =
                    f64::from(step) / 12.0 * std::f64::consts::PI - std::f64::consts::FRAC_PI_2;
                (x + LOOP.0 * angle.cos(), y + LOOP.1 * angle.sin())
            };
            let points: Vec<Point> = (0..=12).map(turn).collect();
            draw_arrow(canvas, &points, 0.18 + 0.5 * transition.chance);
        }
    }

    fn draw_boxes(&self, canvas: &mut Canvas, boxes: &[StateBox]) {
        for (state_index, (state_box, &area)) in boxes.iter().zip(self.areas).enumerate() {
            match self.graph.states[state_index].end {
                Some(tone) => {
                    canvas.rect(area, Ink::Paper);
                    canvas.rect(area, Ink::Tint(tone));
                }
                None => {
                    canvas.rect(area.grown(-0.1), Ink::Paper);
                    let (ink, width) = if state_index == 0 {
                        (Ink::Accent, 0.6)
                    } else {
                        (Ink::Text, 0.2)
                    };
                    draw_rounded_box(canvas, area, 1.2, ink, width);
                }
            }
            let middle = (area.left + area.right) / 2.0;
            let mut foot = area.top + 0.8 - 0.22 * LABEL.size();
            for line in &state_box.lines {
                foot += LABEL.pitch();
                canvas.text(line, LABEL, Ink::Text, (middle, foot), Align::Centre);
            }
            if let Some(each) = &state_box.shared_chance {
                canvas.text(
                    each,
                    SMALL_STRONG,
                    Ink::Quiet,
                    (middle, foot + SMALL.pitch()),
                    Align::Centre,
                );
            }
            if let Some(Some(text)) = &state_box.stay_chance {
                let position = (
                    area.right + LOOP.0 + 0.5,
                    (area.top + area.bottom) / 2.0 + SMALL_STRONG.half_cap(),
                );
                canvas.text(text, SMALL_STRONG, Ink::Text, position, Align::Left);
            }
        }
    }
}

/// Draws a line with a head at its end.
fn draw_arrow(canvas: &mut Canvas, points: &[Point], width: f64) {
    let [.., before, end] = points else { return };
    let length = (end.0 - before.0).hypot(end.1 - before.1).max(1e-9);
    let along = ((end.0 - before.0) / length, (end.1 - before.1) / length);
    let half = HEAD.1 + width / 2.0;
    let neck = (end.0 - along.0 * HEAD.0, end.1 - along.1 * HEAD.0);
    let mut line = points.to_vec();
    if let Some(last) = line.last_mut().filter(|_| length > HEAD.0) {
        *last = neck;
    }
    canvas.line(line, Ink::Others, width);
    let side = |sign: f64| {
        (
            neck.0 - along.1 * half * sign,
            neck.1 + along.0 * half * sign,
        )
    };
    canvas.polygon(vec![*end, side(1.0), side(-1.0)], Ink::Others);
}

/// Returns the note: the meaning of the marks, and the probabilities that found no room.
fn note(graph: &StateGraph, messages: &Messages, boxes: &[StateBox], without: &[usize]) -> Note {
    let mut sentences = vec![messages.text(Word::HeavyOutline).to_owned()];
    if boxes
        .iter()
        .any(|state_box| state_box.shared_chance.is_some())
    {
        sentences.push(messages.text(Word::EachTransitionMeans).to_owned());
    }
    if graph.states.iter().any(|state| state.state_count > 1) {
        sentences.push(messages.text(Word::SharedBox).to_owned());
    }
    let transition_text = |&transition_index: &usize| {
        let transition = graph.transitions[transition_index];
        let [from, to] = [transition.from, transition.to]
            .map(|state_index| graph.states[state_index].description.as_str());
        format!(
            "{from} \u{2192} {to} {}",
            Estimate::known(transition.chance).percent(messages.numerals())
        )
    };
    if !without.is_empty() {
        let unplaced_texts: Vec<String> = without.iter().map(transition_text).collect();
        sentences.push(messages.fill(Word::WithoutRoom, &[("ways", &unplaced_texts.join("; "))]));
    }
    let mut note = Note::from_text(messages.text(Word::Exact).to_owned());
    note.legend = sentences;
    note
}
