//! The order in which states are eliminated, as a tree of fronts. It depends only on which states
//! lead to which, and is found before any number is computed.

use std::cmp::Reverse;

use super::super::cycle_transitions::Pattern;

/// A step of elimination costs this many multiplications, however small its front is.
const FRONT_COST: u64 = 400;
/// Copying a number from one front to the next costs this many multiplications.
const COPY_COST: u64 = 3;
/// A list without an end marker ends here.
const NONE: u32 = u32::MAX;

/// States that are eliminated together, as one dense matrix.
#[derive(Debug)]
pub(super) struct Front {
    /// The states, first those that are eliminated here and then the others.
    pub(super) states: Vec<u32>,
    /// The number of states that are eliminated here.
    pub(super) pivots: usize,
    /// The front that gets the remaining states; `None` if there are none.
    pub(super) parent: Option<u32>,
    /// The index of each remaining state in the parent.
    pub(super) parent_indices: Vec<u32>,
    /// The fronts whose remaining states this front gets.
    pub(super) children: Vec<u32>,
    /// The transitions that are added here: the index of each, and its index in the matrix.
    pub(super) entries: Vec<(u32, u32)>,
}

impl Front {
    /// Returns the number of columns: one for each state, and one for the exits.
    pub(super) fn width(&self) -> usize {
        self.states.len() + 1
    }

    /// Returns the number of states that remain.
    pub(super) fn rest(&self) -> usize {
        self.states.len() - self.pivots
    }

    /// Returns the number of multiplications.
    pub(super) fn operations(&self) -> u64 {
        operations(self.pivots, self.rest())
    }

    /// Returns the number of numbers that are kept for solving.
    pub(super) fn kept(&self) -> u64 {
        (self.pivots * (self.width() + self.rest())) as u64
    }

    fn passed_on(&self) -> u64 {
        (self.rest() * (self.rest() + 1)) as u64
    }
}

/// Returns the number of multiplications for the elimination of `pivots` of `pivots + rest` states.
fn operations(pivots: usize, rest: usize) -> u64 {
    let sum_of_squares = |n: u64| n * (n + 1) * (2 * n + 1) / 6;
    sum_of_squares((pivots + rest) as u64) - sum_of_squares(rest as u64)
}

/// Fronts in an order in which each comes after its children.
#[derive(Debug)]
pub(super) struct EliminationTree {
    pub(super) fronts: Vec<Front>,
}

impl EliminationTree {
    /// Returns the tree for an order of elimination.
    pub(super) fn new(pattern: &Pattern, order: &[u32]) -> EliminationTree {
        Groups::new(pattern, order).merged().into_tree(order)
    }

    /// Returns the number of multiplications of the whole elimination.
    pub(super) fn operations(&self) -> u64 {
        self.fronts.iter().map(Front::operations).sum()
    }

    /// Returns the maximal number of numbers that the elimination holds at a time.
    pub(super) fn peak(&self) -> u64 {
        let (mut kept, mut waiting, mut peak) = (0, 0, 0);
        for front in &self.fronts {
            peak = peak.max(kept + waiting + (front.states.len() * front.width()) as u64);
            let children = front.children.iter();
            waiting -= children
                .map(|&child| self.fronts[child as usize].passed_on())
                .sum::<u64>();
            waiting += front.passed_on();
            kept += front.kept();
        }
        peak.max(kept)
    }

    /// Finds the front and the index of each transition, and those of the states that are passed
    /// on.
    pub(super) fn locate_entries(&mut self, pattern: &Pattern) {
        let n = pattern.state_count();
        let mut front_of = vec![0u32; n];
        for (number, front) in (0..).zip(&self.fronts) {
            front.states[..front.pivots]
                .iter()
                .for_each(|&state| front_of[state as usize] = number);
        }
        let sources = pattern.sources();
        let mut index_in_front = vec![NONE; n];
        for number in 0..self.fronts.len() {
            let front = &self.fronts[number];
            (0..)
                .zip(&front.states)
                .for_each(|(index, &state)| index_in_front[state as usize] = index);
            let width = front.width() as u32;
            let mut entries = Vec::new();
            for (row, &state) in (0..).zip(&front.states[..front.pivots]) {
                let (start, to) = (
                    pattern.starts[state as usize],
                    pattern.targets_of(state as usize),
                );
                for (entry, &target) in (start..).zip(to) {
                    if front_of[target as usize] >= number as u32 {
                        entries.push((entry, row * width + index_in_front[target as usize]));
                    }
                }
                for &(source, entry) in sources.of(state as usize) {
                    if front_of[source as usize] > number as u32 {
                        entries.push((entry, index_in_front[source as usize] * width + row));
                    }
                }
            }
            let children = front.children.clone();
            self.fronts[number].entries = entries;
            for child in children {
                let child = &mut self.fronts[child as usize];
                child.parent_indices = child.states[child.pivots..]
                    .iter()
                    .map(|&state| index_in_front[state as usize])
                    .collect();
            }
        }
    }
}

/// An order in which elimination creates few transitions.
pub(super) struct Order {
    pub(super) states: Vec<u32>,
    /// An upper bound of the number of multiplications.
    pub(super) operations: u64,
    /// An upper bound of the number of numbers that are kept.
    pub(super) kept: u64,
}

/// Returns an order by approximate minimum degree (Amestoy, Davis and Duff 1996). It treats
/// transitions as if they went in both directions.
pub(super) fn minimum_degree_order(pattern: &Pattern) -> Order {
    // The library expects entries on the diagonal.
    let n = pattern.state_count();
    let mut starts = vec![0i64];
    let mut targets = Vec::with_capacity(pattern.targets.len() + n);
    for state in 0..n {
        let to = pattern.targets_of(state);
        let (before, after) = to.split_at(to.partition_point(|&to| (to as usize) < state));
        targets.extend(before.iter().map(|&to| i64::from(to)));
        targets.push(state as i64);
        targets.extend(after.iter().map(|&to| i64::from(to)));
        starts.push(targets.len() as i64);
    }
    let (order, _, info) = amd::order(n as i64, &starts, &targets, &amd::Control::default())
        .expect("transitions are in order");
    Order {
        states: order.into_iter().map(|state| state as u32).collect(),
        operations: info.n_mult_subs_lu as u64,
        kept: 2 * info.lnz as u64,
    }
}

/// Fronts while they are found. States are given by their index in the order.
struct Groups {
    /// The states that each front eliminates. It is empty for a front that was merged into another.
    pivots: Vec<Vec<u32>>,
    /// The states that each front passes on.
    rests: Vec<Vec<u32>>,
    children: Vec<Vec<u32>>,
}

impl Groups {
    /// Follows the elimination. When a state is eliminated, its neighbours are the targets and
    /// sources of its transitions, and the remaining states of its front's children. If the
    /// remaining states of a child are exactly these and the state itself, the state joins the
    /// child.
    fn new(pattern: &Pattern, order: &[u32]) -> Groups {
        let n = order.len();
        let mut index_of = vec![0u32; n];
        (0..)
            .zip(order)
            .for_each(|(index, &state)| index_of[state as usize] = index);
        let sources = pattern.sources();
        let mut groups = Groups {
            pivots: Vec::new(),
            rests: Vec::new(),
            children: Vec::new(),
        };
        // The fronts whose first remaining state is this one, as linked lists.
        let (mut first, mut next) = (vec![NONE; n], Vec::new());
        let mut seen_at = vec![NONE; n];
        let (mut rest, mut children) = (Vec::new(), Vec::new());
        for k in 0..n as u32 {
            let state = order[k as usize] as usize;
            rest.clear();
            children.clear();
            let mut add = |index: u32| {
                if index > k && seen_at[index as usize] != k {
                    seen_at[index as usize] = k;
                    rest.push(index);
                }
            };
            let mut child = first[k as usize];
            while child != NONE {
                children.push(child);
                groups.rests[child as usize]
                    .iter()
                    .for_each(|&index| add(index));
                child = next[child as usize];
            }
            let targets = pattern.targets_of(state).iter();
            targets.for_each(|&to| add(index_of[to as usize]));
            let sources = sources.of(state).iter();
            sources.for_each(|&(from, _)| add(index_of[from as usize]));
            let is_same = |&child: &u32| groups.rests[child as usize].len() == rest.len() + 1;
            let front = match children.iter().position(is_same) {
                Some(index) => {
                    let front = children.swap_remove(index) as usize;
                    groups.children[front].extend_from_slice(&children);
                    groups.pivots[front].push(k);
                    groups.rests[front].clear();
                    groups.rests[front].extend_from_slice(&rest);
                    front
                }
                None => {
                    groups.pivots.push(vec![k]);
                    groups.rests.push(rest.clone());
                    groups.children.push(children.clone());
                    next.push(NONE);
                    groups.pivots.len() - 1
                }
            };
            if let Some(&follows) = rest.iter().min() {
                next[front] = std::mem::replace(&mut first[follows as usize], front as u32);
            }
        }
        groups
    }

    /// Merges fronts with their children if one larger matrix costs less than two.
    fn merged(mut self) -> Groups {
        let cost = |pivots: usize, rest: usize| {
            operations(pivots, rest) + COPY_COST * (rest * rest) as u64 + FRONT_COST
        };
        // In this order, children are completed before their parents.
        for front in self.bottom_up() {
            let mut kept = Vec::new();
            let mut waiting = std::mem::take(&mut self.children[front]);
            waiting.sort_by_key(|&child| self.rests[child as usize].len());
            while let Some(child) = waiting.pop() {
                let child = child as usize;
                let (s, rest) = (self.pivots[front].len(), self.rests[front].len());
                let (more, passed) = (self.pivots[child].len(), self.rests[child].len());
                if cost(s + more, rest) <= cost(s, rest) + cost(more, passed) {
                    let mut pivots = std::mem::take(&mut self.pivots[child]);
                    pivots.append(&mut self.pivots[front]);
                    self.pivots[front] = pivots;
                    self.rests[child] = Vec::new();
                    kept.append(&mut self.children[child]);
                } else {
                    kept.push(child as u32);
                }
            }
            self.children[front] = kept;
        }
        self
    }

    /// Returns the fronts in postorder: each comes right after the subtrees of its children, and
    /// the subtree of the first child comes first.
    fn bottom_up(&self) -> Vec<usize> {
        let mut is_child = vec![false; self.pivots.len()];
        self.children
            .iter()
            .flatten()
            .for_each(|&child| is_child[child as usize] = true);
        let roots = (0..self.pivots.len())
            .filter(|&front| !is_child[front] && !self.pivots[front].is_empty());
        let (mut order, mut stack) = (Vec::new(), roots.collect::<Vec<_>>());
        // A front comes before its children here, so that the order is reversed at the end.
        while let Some(front) = stack.pop() {
            order.push(front);
            stack.extend(self.children[front].iter().map(|&child| child as usize));
        }
        order.reverse();
        order
    }

    fn into_tree(mut self, order: &[u32]) -> EliminationTree {
        self.sort_children();
        let bottom_up = self.bottom_up();
        let mut number = vec![NONE; self.pivots.len()];
        (0..)
            .zip(&bottom_up)
            .for_each(|(index, &front)| number[front] = index);
        let mut fronts: Vec<Front> = Vec::with_capacity(bottom_up.len());
        for &front in &bottom_up {
            let pivots = self.pivots[front].len();
            let mut states = std::mem::take(&mut self.pivots[front]);
            states.append(&mut self.rests[front]);
            states
                .iter_mut()
                .for_each(|index| *index = order[*index as usize]);
            let children: Vec<u32> = self.children[front]
                .iter()
                .map(|&child| number[child as usize])
                .collect();
            let parent = Some(fronts.len() as u32);
            children
                .iter()
                .for_each(|&child| fronts[child as usize].parent = parent);
            fronts.push(Front {
                states,
                pivots,
                parent: None,
                parent_indices: Vec::new(),
                children,
                entries: Vec::new(),
            });
        }
        EliminationTree { fronts }
    }

    /// Sorts the children of each front so that the elimination holds few numbers at a time (Liu
    /// 1986). The child with the largest difference between what it needs and what it passes on
    /// comes first.
    fn sort_children(&mut self) {
        let mut peak = vec![0u64; self.pivots.len()];
        for front in self.bottom_up() {
            let passed = |front: usize| (self.rests[front].len() as u64).pow(2);
            let mut children = std::mem::take(&mut self.children[front]);
            children.sort_by_key(|&child| {
                Reverse(peak[child as usize].saturating_sub(passed(child as usize)))
            });
            let (mut most, mut waiting) = (0, 0);
            for &child in &children {
                most = most.max(waiting + peak[child as usize]);
                waiting += passed(child as usize);
            }
            let size = (self.pivots[front].len() + self.rests[front].len()) as u64;
            peak[front] = most.max(waiting + size * size);
            self.children[front] = children;
        }
    }
}
