//! The table of a collision: the effect on both powers, by the difference of the rolls.

use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};

/// The parameters of one band of the table.
pub(super) const BAND: &[Parameter] = &[
    Parameter::new(
        "up_to",
        ParameterType::Whole {
            from: 0,
            to: 1_000_000,
        },
        "",
        "The largest Degree of Difference in this band. The last band has none, because it is open-ended.",
    ),
    Parameter::new(
        "effect",
        ParameterType::Choice(&["cancel", "halved", "whole"]),
        "",
        "What happens to the two powers.",
    ),
];

/// The effect on the powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Neither power passes.
    Cancel,
    /// The winner passes with half of its Base Damage, rounded down.
    Halved,
    /// The winner passes unchanged.
    Whole,
}

/// The bands, each with its largest difference. Together they cover every difference.
#[derive(Clone, Debug)]
pub(super) struct Bands(Vec<(i64, Effect)>);

impl Bands {
    /// Reads the table under `bands`.
    ///
    /// # Errors
    /// Returns an error if there is a gap or an empty band.
    pub(super) fn new(values: &Values) -> Result<Bands, ParameterError> {
        let rows: Vec<&Values> = values
            .list("bands")
            .iter()
            .map(ParameterValue::as_table)
            .collect();
        let (last, rising) = rows.split_last().ok_or_else(|| {
            ParameterError::new(
                "bands",
                "there are no bands",
                "write at least [{ effect = \"cancel\" }], or leave `bands` out",
            )
        })?;
        let mut bands: Vec<(i64, Effect)> = Vec::with_capacity(rows.len());
        for (i, row) in rising.iter().enumerate() {
            let path = format!("bands.{i}.up_to");
            let up_to = row.whole_if("up_to").ok_or_else(|| {
                let help = "give an up_to to every band except the last";
                ParameterError::new(
                    format!("bands.{i}"),
                    "this band has no end, but others come after it",
                    help,
                )
            })?;
            if let Some(&(before, _)) = bands.last()
                && up_to <= before
            {
                let problem =
                    format!("up_to = {up_to} is not above {before}, the up_to of the band before");
                return Err(ParameterError::new(
                    path,
                    problem,
                    "list the bands from small differences to large",
                ));
            }
            bands.push((up_to, effect(row, i)?));
        }
        if let Some(up_to) = last.whole_if("up_to") {
            return Err(ParameterError::new(
                format!("bands.{}.up_to", rising.len()),
                format!("the bands leave a gap: no band covers a difference above {up_to}"),
                "leave up_to out of the last band, or add { effect = ... } after it",
            ));
        }
        bands.push((i64::MAX, effect(last, rising.len())?));
        Ok(Bands(bands))
    }

    /// Returns the effect of a difference. It does not depend on which side has won.
    #[inline]
    pub(super) fn effect(&self, difference: i64) -> Effect {
        let found = self.0.iter().find(|&&(up_to, _)| difference <= up_to);
        found.map_or(Effect::Whole, |&(_, effect)| effect)
    }
}

fn effect(row: &Values, number: usize) -> Result<Effect, ParameterError> {
    match row.text_if("effect") {
        Some("cancel") => Ok(Effect::Cancel),
        Some("halved") => Ok(Effect::Halved),
        Some(_) => Ok(Effect::Whole),
        None => Err(ParameterError::new(
            format!("bands.{number}"),
            "this band has no effect",
            "add effect = \"cancel\", \"halved\" or \"whole\"",
        )),
    }
}
