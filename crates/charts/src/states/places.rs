//! The horizontal positions of states, and of transitions that pass through a row.

use super::layers::{LayerItem, Layers};

/// The gap between two boxes.
pub(super) const GAP: f64 = 2.4;
/// The gap next to a transition that passes through a row.
const PASS_GAP: f64 = 1.1;
/// The number of passes that move items towards their neighbours.
const ROUNDS: usize = 16;

/// The centres and the widths of all items.
pub(super) struct Places {
    pub(super) middles: Vec<f64>,
    pub(super) widths: Vec<f64>,
}

/// Returns the minimum distance between the centres of two items.
fn least_distance(layers: &Layers, widths: &[f64], a: usize, b: usize) -> f64 {
    let is_pass = |item: usize| layers.items[item] == LayerItem::Pass;
    let gap = if is_pass(a) || is_pass(b) {
        PASS_GAP
    } else {
        GAP
    };
    (widths[a] + widths[b]) / 2.0 + gap
}

/// Returns whether every row fits a width.
pub(super) fn fits(layers: &Layers, widths: &[f64], room: f64) -> bool {
    layers.rows.iter().all(|row| {
        let gaps: f64 = row
            .windows(2)
            .map(|pair| least_distance(layers, widths, pair[0], pair[1]))
            .sum();
        let ends = row.first().map_or(0.0, |&item| widths[item])
            + row.last().map_or(0.0, |&item| widths[item]);
        gaps + ends / 2.0 <= room
    })
}

impl Places {
    /// Places all items in a width, each as close as possible to its neighbours.
    pub(super) fn of(layers: &Layers, widths: Vec<f64>, room: f64) -> Places {
        let neighbours = layers.neighbours();
        let mut x = vec![room / 2.0; layers.items.len()];
        for round in 0..ROUNDS {
            let rows: Vec<&Vec<usize>> = if round % 2 == 0 {
                layers.rows.iter().collect()
            } else {
                layers.rows.iter().rev().collect()
            };
            for row in rows {
                let wanted = |&item: &usize| {
                    let neighbour_xs: Vec<f64> = neighbours[item]
                        .iter()
                        .flatten()
                        .map(|&other| x[other])
                        .collect();
                    if neighbour_xs.is_empty() {
                        room / 2.0
                    } else {
                        neighbour_xs.iter().sum::<f64>() / neighbour_xs.len() as f64
                    }
                };
                let wanted: Vec<f64> = row.iter().map(wanted).collect();
                let placed = nearest_in_order(layers, row, &widths, &wanted, room);
                row.iter()
                    .zip(placed)
                    .for_each(|(&item, middle)| x[item] = middle);
            }
        }
        Places { middles: x, widths }
    }
}

/// Returns the positions closest to the desired ones that keep the order, the distances and the
/// width. Items that would overlap form a group at the mean of their desired positions.
fn nearest_in_order(
    layers: &Layers,
    row: &[usize],
    widths: &[f64],
    wanted: &[f64],
    room: f64,
) -> Vec<f64> {
    let mut offsets = vec![0.0];
    for pair in row.windows(2) {
        offsets.push(offsets[offsets.len() - 1] + least_distance(layers, widths, pair[0], pair[1]));
    }
    // Groups of items that move together: the number of items, and the sum of their desired
    // positions.
    let mut groups: Vec<(usize, f64)> = Vec::new();
    for (want, offset) in wanted.iter().zip(&offsets) {
        groups.push((1, want - offset));
        while let [.., a, b] = groups.as_slice()
            && a.1 / a.0 as f64 >= b.1 / b.0 as f64
        {
            let joined = (a.0 + b.0, a.1 + b.1);
            groups.truncate(groups.len() - 2);
            groups.push(joined);
        }
    }
    let (Some(&first), Some(&last)) = (row.first(), row.last()) else {
        return Vec::new();
    };
    let low = widths[first] / 2.0;
    let high = room - widths[last] / 2.0 - offsets[offsets.len() - 1];
    let starts = groups
        .iter()
        .flat_map(|&(count, sum)| std::iter::repeat_n(sum / count as f64, count));
    starts
        .zip(&offsets)
        .map(|(start, offset)| start.min(high).max(low) + offset)
        .collect()
}
