//! The losses of each kind of resource, from the scenario or the published text.

use oddsmith_engine::chance::Probability;

use oddsmith_model::rule::values::{ParameterError, ParameterValue};

use super::build::WrittenResource;
use super::decay::{Decay, LostShare, Rounding};
use super::kind::ResourceKind;

/// The maximal number of shares in a range of losses.
const MAX_SHARES: u128 = 1001;

impl WrittenResource<'_> {
    /// Returns the aging of the kind, with published values if the scenario has none.
    pub(super) fn decay(&self) -> Result<Decay, ParameterError> {
        Ok(match self.kind {
            ResourceKind::Acts => Decay::Each(self.each_loss("0.15")?),
            ResourceKind::Missions => Decay::Each(self.each_loss("0.30")?),
            ResourceKind::CounterMissions => Decay::Each(self.each_loss("0.50")?),
            ResourceKind::Scenes => Decay::Places(self.chance("location_loss", "0")),
            ResourceKind::Aspects => Decay::Flip,
            ResourceKind::ResourcePoints => {
                let per_title = self.chance("per_disrupted_title", "0.05");
                let base = match self.values.get("loss") {
                    None => uniform_shares(percent(10), percent(30), percent(1)),
                    Some(_) => self.shares("loss")?,
                };
                self.share(base, per_title, Rounding::Nearest, 1)
            }
            ResourceKind::Faculties => {
                let loss = vec![self.each_loss("0.5")?];
                let classes = self
                    .values
                    .list_if("classes")
                    .map_or(1, <[ParameterValue]>::len);
                self.share(loss, Probability::ZERO, Rounding::Up, classes)
            }
            ResourceKind::Proficiencies => Decay::Census {
                every: self.count("census_every", 1),
                loss: self.chance("loss_at_census", "0.30"),
                strike: self.chance("loss_at_disruption", "0.20"),
            },
            ResourceKind::Custom => match (self.values.get("loss"), self.values.get("share")) {
                (Some(_), None) => Decay::Each(self.each_loss("0")?),
                (None, Some(_)) => self.share(
                    self.shares("share")?,
                    Probability::ZERO,
                    Rounding::Nearest,
                    1,
                ),
                (loss, _) => {
                    let (key, how_many) = if loss.is_some() {
                        ("share", "both")
                    } else {
                        ("kind", "neither")
                    };
                    let problem = format!(
                        "a custom resource says how it ages, and this one has {how_many} of loss and share"
                    );
                    let help = "loss = 0.1: each is lost with that chance; share = 0.1: that share of the stock is lost";
                    return Err(self.fault(key, problem, help));
                }
            },
        })
    }

    /// Returns a loss that cannot be a range.
    fn each_loss(&self, published: &str) -> Result<Probability, ParameterError> {
        match self.values.get("loss") {
            Some(ParameterValue::Table(_)) => {
                let problem = format!("{} have one loss, not a range", self.kind.id());
                Err(self.fault(
                    "loss",
                    problem,
                    format!("write a decimal from 0 to 1, as {published}"),
                ))
            }
            _ => Ok(self.chance("loss", published)),
        }
    }

    /// Returns the shares under a key, which are equally likely.
    fn shares(&self, key: &str) -> Result<Vec<Probability>, ParameterError> {
        let range = match self.values.get(key) {
            Some(ParameterValue::Table(range)) => range,
            _ => return Ok(vec![self.chance(key, "0")]),
        };
        let (from, to, step) = (
            range.probability("from"),
            range.probability("to"),
            range.probability("step"),
        );
        if from > to {
            return Err(self.fault(
                key,
                format!("from {from} is past to {to}"),
                "the least share comes first",
            ));
        }
        if step == Probability::ZERO && from != to {
            return Err(self.fault(key, "a step of 0 never reaches `to`", "a step such as 0.01"));
        }
        let shares = share_count(from, to, step);
        if shares > MAX_SHARES {
            return Err(self.fault(
                key,
                format!("{shares} shares are too many"),
                format!("at most {MAX_SHARES}: a longer step"),
            ));
        }
        Ok(uniform_shares(from, to, step))
    }

    /// Returns a loss of one of these shares, plus a share for each disrupted title.
    fn share(
        &self,
        shares: Vec<Probability>,
        per_title: Probability,
        rounding: Rounding,
        classes: usize,
    ) -> Decay {
        let rounding = match self.values.text_if("rounding") {
            None => rounding,
            Some("nearest") => Rounding::Nearest,
            Some("down") => Rounding::Down,
            Some(_) => Rounding::Up,
        };
        Decay::Share(LostShare::new(
            shares,
            per_title,
            rounding,
            classes,
            self.titles,
        ))
    }
}

fn percent(n: u64) -> Probability {
    Probability::ratio(n, 100).expect("a share")
}

/// Returns the number of shares in a range.
fn share_count(from: Probability, to: Probability, step: Probability) -> u128 {
    let parts = |p: Probability| (u128::from(p.fraction().0), u128::from(p.fraction().1));
    let ((a, b), (c, d), (e, f)) = (parts(from), parts(to), parts(step));
    // The number is (c/d - a/b) / (e/f). These are decimals with at most nine places, so that no
    // product overflows.
    if e == 0 {
        1
    } else {
        (c * b - a * d) * f / (b * d * e) + 1
    }
}

/// Returns every share in a range.
fn uniform_shares(from: Probability, to: Probability, step: Probability) -> Vec<Probability> {
    (0..share_count(from, to, step) as u32)
        .map(|k| from + step * k)
        .collect()
}
