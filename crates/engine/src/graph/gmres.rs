//! The generalised minimal residual method (GMRES; Saad and Schultz 1986).

/// Returns the Euclidean norm of a vector.
pub(super) fn euclidean_norm(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Returns the combination of `sought`, `next(sought)`, `next(next(sought))` and so on that `next`
/// maps closest to `sought`. It uses at most `most` directions. It stops earlier if the residual
/// norm is at most `aim`, or if `next` returns `None`. `next` also receives the number of
/// directions so far.
pub(super) fn best_combination<E>(
    sought: &[f64],
    most: usize,
    aim: f64,
    mut next: impl FnMut(&[f64], usize) -> Result<Option<Vec<f64>>, E>,
) -> Result<Vec<f64>, E> {
    let size = euclidean_norm(sought);
    let mut bases = vec![sought.iter().map(|x| x / size).collect::<Vec<f64>>()];
    let mut columns: Vec<Vec<f64>> = Vec::new();
    let mut turns: Vec<(f64, f64)> = Vec::new();
    let mut off = vec![size];
    while columns.len() < most && off[columns.len()].abs() > aim {
        let Some(mut next) = next(&bases[columns.len()], bases.len())? else {
            break;
        };
        let mut column = Vec::with_capacity(columns.len() + 2);
        for basis in &bases {
            let along: f64 = basis.iter().zip(&next).map(|(a, b)| a * b).sum();
            next.iter_mut()
                .zip(basis)
                .for_each(|(next, basis)| *next -= along * basis);
            column.push(along);
        }
        let rest = euclidean_norm(&next);
        column.push(rest);
        for (i, &(c, s)) in turns.iter().enumerate() {
            (column[i], column[i + 1]) = (
                c * column[i] + s * column[i + 1],
                c * column[i + 1] - s * column[i],
            );
        }
        let last = columns.len();
        let radius = column[last].hypot(column[last + 1]);
        let (c, s) = if radius > 0.0 {
            (column[last] / radius, column[last + 1] / radius)
        } else {
            (1.0, 0.0)
        };
        turns.push((c, s));
        column[last] = radius;
        off.push(-s * off[last]);
        off[last] *= c;
        columns.push(column);
        if rest <= f64::EPSILON * radius {
            break;
        }
        bases.push(next.into_iter().map(|x| x / rest).collect());
    }
    let mut weights = vec![0.0; columns.len()];
    for i in (0..columns.len()).rev() {
        let known: f64 = (i + 1..columns.len())
            .map(|j| columns[j][i] * weights[j])
            .sum();
        weights[i] = if columns[i][i] == 0.0 {
            0.0
        } else {
            (off[i] - known) / columns[i][i]
        };
    }
    let mut sum = vec![0.0; sought.len()];
    for (weight, basis) in weights.iter().zip(&bases) {
        sum.iter_mut()
            .zip(basis)
            .for_each(|(sum, basis)| *sum += weight * basis);
    }
    Ok(sum)
}
