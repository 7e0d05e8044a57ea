//! The parts of a case that do not touch: each explored, and then solved.

use std::sync::OnceLock;

use oddsmith_engine::explore::Stop;

/// What is found out about a part, and its graph; nothing of one past the budget.
pub(super) type Part<G, T> = (Option<T>, Option<G>);

/// What a thread finds out, and puts down once.
type Found<T> = OnceLock<Result<T, Stop>>;

/// Explores and solves part by part.
///
/// # Errors
/// Of the first part that fails.
pub(super) fn one_by_one<G, T>(
    parts: u32,
    explore: impl Fn(u32) -> Result<Option<G>, Stop>,
    solve: impl Fn(&G) -> Result<T, Stop>,
) -> Result<Vec<Part<G, T>>, Stop> {
    let one = |part| {
        let graph = explore(part)?;
        Ok((graph.as_ref().map(&solve).transpose()?, graph))
    };
    (0..parts).map(one).collect()
}

/// The same on all threads: no part is solved while another is waiting to be explored, since nobody knows before which of
/// them is large.
///
/// # Errors
/// Of the first part, in order, that fails.
pub(super) fn side_by_side<G: Send + Sync, T: Send + Sync>(
    parts: u32,
    explore: impl Fn(u32) -> Result<Option<G>, Stop> + Sync,
    solve: impl Fn(&G) -> Result<T, Stop> + Sync,
) -> Result<Vec<Part<G, T>>, Stop> {
    let explored: Vec<Found<Option<G>>> = (0..parts).map(|_| OnceLock::new()).collect();
    let solved: Vec<Found<T>> = (0..parts).map(|_| OnceLock::new()).collect();
    let (explore, solve) = (&explore, &solve);
    rayon::scope_fifo(|scope| {
        for ((part, explored), solved) in (0..).zip(&explored).zip(&solved) {
            scope.spawn_fifo(move |scope| {
                if let Ok(Some(graph)) = explored.get_or_init(|| explore(part)) {
                    scope.spawn_fifo(move |_| _ = solved.get_or_init(|| solve(graph)));
                }
            });
        }
    });
    let one = |(graph, solved): (Found<Option<G>>, Found<T>)| {
        let graph = graph.into_inner().unwrap_or(Ok(None))?;
        Ok((solved.into_inner().transpose()?, graph))
    };
    explored.into_iter().zip(solved).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts by what becomes of them: explored and solved, past the budget, at fault when explored or when solved.
    fn find(parts: &str, is_side_by_side: bool) -> Result<Vec<Part<u32, String>>, Stop> {
        let fault = |part: u32| Stop::TooLarge { states: part as usize, edges: 0 };
        let becomes = |part: u32| parts.as_bytes()[part as usize];
        let explore = |part| match becomes(part) {
            b'-' => Ok(None),
            b'e' => Err(fault(part)),
            _ => Ok(Some(part)),
        };
        let solve = |&part: &u32| if becomes(part) == b's' { Err(fault(part)) } else { Ok(part.to_string()) };
        let count = parts.len() as u32;
        if is_side_by_side { side_by_side(count, explore, solve) } else { one_by_one(count, explore, solve) }
    }

    #[test]
    fn side_by_side_comes_out_as_one_by_one() {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        for parts in ["", ".", ".-..-.", "...s.e..", "..e..s..", "-s", "ssssssss", "--------"] {
            let wanted = find(parts, false);
            for _ in 0..50 {
                assert_eq!(threads.install(|| find(parts, true)), wanted, "{parts:?}");
            }
        }
        let told = find(".-s", false);
        assert_eq!(told, Err(Stop::TooLarge { states: 2, edges: 0 }));
        assert_eq!(find(".-", true), Ok(vec![(Some("0".to_owned()), Some(0)), (None, None)]));
    }
}
