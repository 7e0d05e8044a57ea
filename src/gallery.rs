//! The gallery in `gallery/`: well-known games, each with a question that its players ask.

use std::fmt::Write;
use std::path::Path;

use crate::labels::capitalize_initial;

/// The prefix of the names of games on the command line.
const FOLDER_PREFIX: &str = "gallery/";

/// All games, by name.
pub const GAMES: &[Game] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The answer of each game, which the program has computed.
const ANSWERS_TOML: &str = include_str!("../gallery/answers.toml");

/// The mechanics of games, in reading order.
pub const MECHANICS: &[Mechanic] = &[
    Mechanic {
        name: "Rolls against a target",
        games: &[
            "advantage-d20",
            "death-saves",
            "fate",
            "pbta-move",
            "savage-worlds",
            "blood-bowl",
        ],
    },
    Mechanic {
        name: "Dice pools",
        games: &[
            "botch",
            "hunger-dice",
            "push-your-roll",
            "genesys",
            "blades-clock",
        ],
    },
    Mechanic {
        name: "Kept dice and rerolls",
        games: &["ability-scores", "yahtzee", "yahtzee-keep", "tenzi"],
    },
    Mechanic {
        name: "Push your luck",
        games: &[
            "pig-hold",
            "hog",
            "farkle",
            "zombie-dice",
            "cant-stop",
            "shut-the-box",
        ],
    },
    Mechanic {
        name: "Battles",
        games: &[
            "risk-battle",
            "risk-army",
            "hit-wound-save",
            "even-duel",
            "auto-battler",
            "tactical-shooter",
            "tower-defence",
        ],
    },
    Mechanic {
        name: "Cards and decks",
        games: &[
            "blackjack",
            "poker-hands",
            "texas-outs",
            "land-mulligan",
            "deck-builder",
        ],
    },
    Mechanic {
        name: "Boards and races",
        games: &[
            "monopoly",
            "snakes-and-ladders",
            "ludo",
            "catan-corner",
            "catan-robber",
            "backgammon-bear-off",
            "backgammon-cube",
        ],
    },
    Mechanic {
        name: "Bets and bluffs",
        games: &["craps", "monty-hall", "liars-dice", "penney"],
    },
    Mechanic {
        name: "Random rewards",
        games: &["gacha", "blind-boxes"],
    },
];

/// A group of games with the same mechanic.
#[derive(Clone, Copy, Debug)]
pub struct Mechanic {
    /// The name of the mechanic.
    pub name: &'static str,
    /// The names of its games.
    pub games: &'static [&'static str],
}

/// A game of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The name of its folder and of its scenario.
    pub name: &'static str,
    /// The text of its scenario.
    pub scenario: &'static str,
    /// The names and texts of its rule files.
    pub rules: &'static [(&'static str, &'static str)],
}

impl Game {
    /// Returns its name on the command line.
    pub fn path(&self) -> String {
        format!("{FOLDER_PREFIX}{}", self.name)
    }

    /// Returns the text of a key of its scenario. It is empty if there is no such key.
    fn scenario_text(&self, key: &str) -> String {
        let table: toml::Table = toml::from_str(self.scenario).unwrap_or_default();
        table
            .get(key)
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
            .trim()
            .to_owned()
    }

    /// Returns the name of its mechanic.
    pub fn mechanic(&self) -> &'static str {
        MECHANICS
            .iter()
            .find(|mechanic| mechanic.games.contains(&self.name))
            .map_or("", |mechanic| mechanic.name)
    }

    /// Returns its name and its question: "Craps: how bad a bet is the pass line?"
    pub fn title(&self) -> String {
        self.scenario_text("title")
    }

    /// Returns the name of the game.
    pub fn display_name(&self) -> String {
        self.title()
            .split_once(": ")
            .map_or(self.name, |(game, _)| game)
            .to_owned()
    }

    /// Returns its question as a sentence.
    pub fn question(&self) -> String {
        let title = self.title();
        let question = title
            .split_once(": ")
            .map_or(title.as_str(), |(_, question)| question);
        capitalize_initial(question)
    }

    /// Returns its description: how it is played, what was published about it, and where.
    pub fn description(&self) -> String {
        self.scenario_text("description")
    }

    /// Returns the rule of its scenario.
    pub fn rule(&self) -> String {
        self.scenario_text("rule")
    }

    /// Returns its answer in a sentence.
    pub fn answer(&self) -> String {
        let answers: toml::Table = toml::from_str(ANSWERS_TOML).unwrap_or_default();
        answers
            .get(self.name)
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
            .to_owned()
    }
}

/// Returns the game for `gallery/NAME`.
pub fn game(wanted: &str) -> Option<&'static Game> {
    let wanted = Path::new(wanted);
    GAMES.iter().find(|game| {
        wanted == Path::new(FOLDER_PREFIX).join(game.name)
            || wanted == Path::new(FOLDER_PREFIX).join(format!("{}.toml", game.name))
    })
}

/// Returns the names and texts of all rule files of the gallery.
pub fn rules() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    GAMES.iter().flat_map(|game| game.rules)
}

/// Returns the file `answers.toml` with these answers, by the names of the games.
pub fn answers_toml<'a>(answers: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::from(
        "# What each game comes to: made by `web/build --gallery`, as its picture is.\n",
    );
    for (name, answer) in answers {
        let _ = writeln!(text, "{name} = {}", toml::Value::from(answer));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_one_mechanic() {
        let mut sorted: Vec<&str> = MECHANICS
            .iter()
            .flat_map(|mechanic| mechanic.games)
            .copied()
            .collect();
        sorted.sort_unstable();
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        assert_eq!(sorted, names);
        assert!(GAMES.iter().all(|game| !game.mechanic().is_empty()));
    }
}
