//! Lists of numbers as text.

/// Joins numbers with commas. Long lists are cut.
pub(crate) fn join<T: ToString>(values: impl Iterator<Item = T>) -> String {
    let mut texts: Vec<String> = Vec::new();
    for value in values {
        if texts.len() == 20 {
            texts.push("...".to_owned());
            break;
        }
        texts.push(value.to_string());
    }
    texts.join(", ")
}
