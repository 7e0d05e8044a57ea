//! The player's choices: the next Wing, the number of dice, and the failures to raise.

use oddsmith_engine::{Ask, Choice};

use super::cubes::{Roll, Spend};
use super::shown::MAX_DICE;
use super::turn::{AskedChoices, TurnState, Wing, WingActivation};
use oddsmith_model::rule::choice::{ChoiceInfo, ChoiceWords, NumberWords, Part, ShownChoice};

/// The names of the choices in scenarios.
pub(super) const CHOICES: &[ChoiceInfo] = &[
    ChoiceInfo {
        key: "order",
        meaning: "Which Wing activates next, by its name. By default the Wings activate in the order listed.",
    },
    ChoiceInfo {
        key: "dice",
        meaning: "How many dice a Wing rolls when it activates, from 1 to as many as the penalty leaves. By default as many as its `dice`.",
    },
    ChoiceInfo {
        key: "spend",
        meaning: "How many failures are turned into successes after the roll, the cheapest first. By default the parameter `spend` decides.",
    },
];

/// Returns the texts of a choice and of the numbers that it depends on, without those of Wings.
fn general_words(choice: &str) -> ChoiceWords {
    let lost = || ("penalty".to_owned(), "dice lost to the penalty".to_owned());
    match choice {
        "order" => ChoiceWords {
            parts: vec![lost()],
            ..ChoiceWords::question("Which Wing activates next?")
        },
        "dice" => ChoiceWords {
            label: Some("How many dice to roll?".to_owned()),
            parts: vec![("next".to_owned(), "next Wing".to_owned()), lost()],
            ..ChoiceWords::for_numbers(&["", "roll one die", "roll two dice", "roll three dice"])
        },
        "spend" => {
            let needs = ["first", "second", "third"];
            let needs = needs.map(|ordinal| {
                (
                    format!("{ordinal}_needs"),
                    format!("pips for the {ordinal} failure"),
                )
            });
            let words = [
                "raise no failed die",
                "raise one failed die",
                "raise two failed dice",
                "raise three failed dice",
            ];
            let label = Some("How many failed dice to raise?".to_owned());
            ChoiceWords {
                label,
                parts: needs.into(),
                ..ChoiceWords::for_numbers(&words)
            }
        }
        _ => ChoiceWords::default(),
    }
}

fn activated_label(wing: &Wing) -> String {
    format!("{} activated", wing.name)
}

impl WingActivation {
    /// Returns the texts of a choice, with the names of the Wings.
    fn choice_words(&self, choice: &str) -> ChoiceWords {
        let mut words = general_words(choice);
        words.parts.extend(
            self.wings
                .iter()
                .map(|wing| (wing.name.clone(), activated_label(wing))),
        );
        words
    }

    /// Returns the selected choices with their texts.
    pub(super) fn shown_choices(&self) -> Vec<ShownChoice> {
        let names = || {
            self.wings
                .iter()
                .map(|wing| wing.name.clone())
                .collect::<Vec<_>>()
        };
        let choice = |name: &str, options, parts| ShownChoice {
            name: name.into(),
            options,
            parts,
            words: self.choice_words(name),
            side: Default::default(),
        };
        let penalty = || Part::number("penalty", "penalty {}").hiding_zero();
        let next = || Part::named("next", "{} next", 1, names());
        let mut choices = Vec::new();
        if self.asked().order.is_some() {
            choices.push(choice(
                "order",
                NumberWords::Listed(1, names()),
                self.parts([penalty()]),
            ));
        }
        if self.asked().dice.is_some() {
            choices.push(choice(
                "dice",
                NumberWords::Numbers(1, MAX_DICE.into()),
                self.parts([next(), penalty()]),
            ));
        }
        if self.asked().spend.is_some() {
            let need = |ordinal: &str| {
                Part::number(
                    &format!("{ordinal}_needs"),
                    &format!("the {ordinal} failure needs {{}}"),
                )
                .hiding_zero()
            };
            let seen = [
                next(),
                Part::number("dice", "{} dice rolled"),
                Part::number("succeeded", "{} succeeded"),
                need("first"),
                need("second"),
                need("third"),
            ];
            choices.push(choice(
                "spend",
                NumberWords::Numbers(0, MAX_DICE.into()),
                self.parts(seen),
            ));
        }
        choices
    }

    /// Returns the parts of every choice, followed by those of this choice.
    fn parts(&self, choice_parts: impl IntoIterator<Item = Part>) -> Vec<Part> {
        let mut parts = Vec::new();
        if self.asked().order.is_some() {
            let values = || ["false", "true"].map(str::to_owned).into();
            let done = |wing: &Wing| {
                Part::named(&wing.name, &activated_label(wing), 0, values()).hiding_zero()
            };
            parts.extend(self.wings.iter().map(done));
        }
        parts.extend(choice_parts);
        if self.rare_settings().shared_cubes.is_some() {
            parts.push(Part::number("cubes", "{} cubes left"));
        }
        parts
    }

    fn situation(
        &self,
        state: TurnState,
        choice_values: impl IntoIterator<Item = i64>,
    ) -> Vec<i64> {
        let mut situation = Vec::new();
        if self.asked().order.is_some() {
            situation
                .extend((0..self.wings.len()).map(|wing| i64::from(state.has_activated(wing))));
        }
        situation.extend(choice_values);
        if self.rare_settings().shared_cubes.is_some() {
            situation.push(state.cubes.into());
        }
        situation
    }

    /// Returns the selected choices for the engine.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let named = |choice: ShownChoice| {
            Choice::new(choice.name, choice.parts.into_iter().map(|part| part.name))
        };
        self.shown_choices().into_iter().map(named).collect()
    }

    /// Returns the next Wing, from 0.
    #[inline]
    pub(super) fn next_wing(
        &self,
        asked: AskedChoices,
        state: TurnState,
        ask: &mut impl Ask,
    ) -> usize {
        match asked.order {
            Some(choice) => self.chosen_wing(choice, state, ask),
            None => state.activated_count as usize,
        }
    }

    fn chosen_wing(&self, choice: usize, state: TurnState, ask: &mut impl Ask) -> usize {
        let left: Vec<i64> = (0..self.wings.len())
            .filter(|&wing| !state.has_activated(wing))
            .map(|wing| wing as i64 + 1)
            .collect();
        let situation = self.situation(state, [state.penalty.into()]);
        ask.choose(choice, &left, &situation) as usize - 1
    }

    /// Returns the number of dice that a Wing rolls.
    #[inline]
    pub(super) fn choose_dice_count(
        &self,
        asked: AskedChoices,
        state: TurnState,
        wing: usize,
        ask: &mut impl Ask,
    ) -> u32 {
        let most = MAX_DICE - state.penalty;
        let usual = self.wings[wing].dice.min(most);
        match asked.dice {
            Some(choice) => self.chosen_dice(choice, state, wing, usual, most, ask),
            None => usual,
        }
    }

    fn chosen_dice(
        &self,
        choice: usize,
        state: TurnState,
        wing: usize,
        usual: u32,
        most: u32,
        ask: &mut impl Ask,
    ) -> u32 {
        let situation = self.situation(state, [wing as i64 + 1, state.penalty.into()]);
        ask.choose(choice, &usual_first(usual, 1..=most), &situation) as u32
    }

    /// Rolls dice and spends cubes on them. The player sees the dice and chooses the number of
    /// failures to raise, of which the cheapest are raised first.
    pub(super) fn roll_and_raise(
        &self,
        choice: usize,
        state: TurnState,
        index: usize,
        dice: u32,
        cubes: u32,
        ask: &mut impl Ask,
    ) -> Roll {
        let wing = &self.wings[index];
        let pool = ask.pool(self.die, dice);
        let succeeded = pool
            .faces()
            .iter()
            .filter(|&&face| wing.pip_table.succeeds(face))
            .count() as u32;
        let mut needs = [0u32; MAX_DICE as usize];
        let needed_pips = pool
            .faces()
            .iter()
            .rev()
            .map(|&face| wing.pip_table.pips(face))
            .filter(|&pips| pips > 0);
        needs
            .iter_mut()
            .zip(needed_pips)
            .for_each(|(need, pips)| *need = pips);
        let paid = |failures: usize| needs[..failures].iter().sum::<u32>();
        let most = (0..=needs.len())
            .rev()
            .find(|&n| (n == 0 || needs[n - 1] > 0) && paid(n) <= cubes)
            .unwrap_or(0) as u32;
        let usual = match wing.spend {
            Spend::Greedy => most,
            Spend::Avert => most.min(u32::from(succeeded == 0)),
            Spend::Never => 0,
        };
        let seen = [
            index as i64 + 1,
            pool.faces().len() as i64,
            succeeded.into(),
        ];
        let situation = self.situation(state, seen.into_iter().chain(needs.map(i64::from)));
        let raised = ask.choose(choice, &usual_first(usual, 0..=most), &situation) as u32;
        Roll {
            successes: succeeded + raised,
            cubes_left: cubes - paid(raised as usize),
        }
    }
}

/// Returns the options, the usual one first.
fn usual_first(usual: u32, options: impl Iterator<Item = u32>) -> Vec<i64> {
    std::iter::once(usual)
        .chain(options.filter(|&other| other != usual))
        .map(i64::from)
        .collect()
}
