//! Messages for operands that several operators refuse.

use super::datum::Refusal;
use crate::grammar::tree::Binary;

pub(crate) fn too_large() -> Refusal {
    let help = "use whole numbers up to nine quintillion, and fractions of up to 18 digits";
    ("this number is too large".to_owned(), help)
}

pub(super) fn division_by_zero(operator: Binary) -> Refusal {
    (
        format!("`{}` divides by 0", operator.symbol()),
        "check the divisor first: if n > 0:",
    )
}
