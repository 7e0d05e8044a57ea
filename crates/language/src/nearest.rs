//! The known word that an unknown one was probably meant to be.

/// The nearest of these: one that differs only in capitals first, else by few letters.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.filter(|candidate| *candidate != word).collect();
    let same = known.iter().find(|candidate| candidate.to_lowercase() == word.to_lowercase());
    same.or_else(|| {
        known.iter().filter(|candidate| is_near(word, candidate)).min_by_key(|candidate| distance(word, candidate))
    })
    .copied()
}

fn is_near(word: &str, candidate: &str) -> bool {
    let length = word.chars().count().max(candidate.chars().count());
    length > 1 && distance(word, candidate) <= length.div_ceil(3)
}

/// Letters to change, add, take out or swap with their neighbour (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(40).collect(), b.chars().take(40).collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_come_before_letters() {
        assert_eq!(nearest("Hits", ["hit", "hits"].into_iter()), Some("hits"));
        assert_eq!(nearest("htis", ["hits", "saves"].into_iter()), Some("hits"));
        assert_eq!(nearest("morale", ["hits", "saves"].into_iter()), None);
    }
}
