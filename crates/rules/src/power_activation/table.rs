//! The Power Activations - Constructural Elements Table of appendix PAT4: every row, with its
//! check.

/// The bodies whose Constructural Elements (CEs) an activation is checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// None: the activation never fails.
    None,
    /// The ship.
    Ship,
    /// Each listed colony. One failure is enough.
    Colony,
    /// The ship and each colony. One failure is enough.
    Both,
    /// The ship, and if it fails a supporting colony in the system, if there is one.
    ShipThenColony,
}

impl Check {
    /// The names of the checks in scenarios, in the order of the variants.
    pub const NAMES: &[&str] = &["none", "ship", "colony", "both", "ship-then-colony"];

    /// Returns the check with this name.
    pub fn from_name(name: &str) -> Option<Check> {
        [
            Check::None,
            Check::Ship,
            Check::Colony,
            Check::Both,
            Check::ShipThenColony,
        ]
        .into_iter()
        .find(|check| check.name() == name)
    }

    /// Returns its name in scenarios.
    pub fn name(self) -> &'static str {
        Check::NAMES[self as usize]
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct PowerRow {
    /// Its id in scenarios: the Power and the row in kebab-case, or only the Power if it has one
    /// row.
    pub id: &'static str,
    /// Its printed name.
    pub name: &'static str,
    /// Its check.
    pub check: Check,
    /// The condition of the check, or other text of the table; may be empty.
    pub condition: &'static str,
    /// The pages of the rules that the appendix cites.
    pub page: &'static str,
}

const fn row(
    id: &'static str,
    name: &'static str,
    check: Check,
    condition: &'static str,
    page: &'static str,
) -> PowerRow {
    PowerRow {
        id,
        name,
        check,
        condition,
        page,
    }
}

const SECOND_CHECK: &str = "second check against a supporting colony in the system";

// The rows with special cases in the text.
pub(super) const TAXATION: &str = "taxation";
pub(super) const LANDING: &str = "expansion/landing-population";
pub(super) const INITIATE_COMBAT: &str = "combat/initiate-combat";
pub(super) const TRADE_MISSION: &str = "commerce/trade-mission";
pub(super) const SPECIAL_OPERATIONS: &str = "special-operations/any";

/// The 46 rows in their order, with Conversion and Naturalization as separate rows. Special
/// Operations follow: the appendix leaves them out of its table, because their cost decides whether
/// they are checked.
pub const POWERS: [PowerRow; 47] = [
    row(
        TAXATION,
        "Taxation",
        Check::Colony,
        "a Government Title fails only if all colonies fail",
        "pp. 296-297",
    ),
    row("census", "Census", Check::None, "", "pp. 296-297"),
    row(
        "culture/exposing-aspects",
        "Exposing Aspects",
        Check::None,
        "",
        "p. 357",
    ),
    row(
        "culture/perfecting-proficiencies",
        "Perfecting Proficiencies",
        Check::None,
        "",
        "p. 357",
    ),
    row("culture/cohering", "Cohering", Check::Both, "", "p. 357"),
    row(
        "culture/introduce-writs",
        "Introduce Writs",
        Check::None,
        "",
        "p. 357",
    ),
    row(
        "culture/found-college",
        "Found College",
        Check::Colony,
        "the host colony",
        "p. 465",
    ),
    row(
        "culture/amend-charter",
        "Amend Charter",
        Check::Colony,
        "the host colony",
        "p. 465",
    ),
    row(
        "culture/endow-colleges",
        "Endow Colleges",
        Check::None,
        "",
        "p. 465",
    ),
    row(
        "culture/develop-doctrinal-templates",
        "Develop Doctrinal Templates",
        Check::None,
        "needs a concurrent Combat Power Activation",
        "p. 504",
    ),
    row(
        "order/declare-move-capital-colony",
        "Declare/Move Capital Colony",
        Check::None,
        "",
        "p. 518",
    ),
    row(
        "order/conversion",
        "Conversion",
        Check::None,
        "one row with Naturalization: not applicable",
        "p. 518",
    ),
    row(
        "order/naturalization",
        "Naturalization",
        Check::Colony,
        "one row with Conversion",
        "p. 518",
    ),
    row(
        "order/maintenance",
        "Maintenance",
        Check::None,
        "",
        "p. 518",
    ),
    row(
        "order/government-formation",
        "Government Formation",
        Check::None,
        "",
        "p. 518",
    ),
    row(
        "construction/colony-enhancement",
        "Colony Enhancement",
        Check::Colony,
        "",
        "p. 661",
    ),
    row(
        "construction/colony-defense-era-upgrade",
        "Colony Defense Era Upgrade",
        Check::Colony,
        "",
        "p. 661",
    ),
    row(
        "construction/laying-keel",
        "Laying Keel",
        Check::Colony,
        "",
        "p. 661",
    ),
    row(
        "construction/shipbuilding",
        "Shipbuilding",
        Check::Colony,
        "",
        "p. 661",
    ),
    row(
        "construction/ship-supply",
        "Ship Supply",
        Check::Both,
        "",
        "p. 661",
    ),
    row(
        "construction/scrapping",
        "Scrapping",
        Check::Colony,
        "",
        "p. 661",
    ),
    row(
        "technology",
        "Technology",
        Check::None,
        "all purposes",
        "p. 669",
    ),
    row(
        "movement",
        "Movement",
        Check::ShipThenColony,
        SECOND_CHECK,
        "p. 839",
    ),
    row("expansion/looking", "Looking", Check::None, "", "p. 876"),
    row("expansion/scouting", "Scouting", Check::None, "", "p. 876"),
    row(
        "expansion/loading-population",
        "Loading Population",
        Check::Colony,
        "",
        "pp. 911-912",
    ),
    row(
        "expansion/transporting-population",
        "Transporting Population",
        Check::ShipThenColony,
        "CEs of the population are not counted; second check against a supporting colony in the system",
        "pp. 913-914",
    ),
    row(
        "expansion/unloading-population",
        "Unloading Population",
        Check::Both,
        "marked under ship and under colony: read as both",
        "p. 914",
    ),
    row(
        LANDING,
        "Landing Population",
        Check::ShipThenColony,
        "never fails with expired OSL; second check against a supporting colony in the system",
        "pp. 920-921",
    ),
    row(
        "combat/combat-movement",
        "Combat Movement",
        Check::ShipThenColony,
        SECOND_CHECK,
        "p. 942",
    ),
    row(
        INITIATE_COMBAT,
        "Initiate Combat",
        Check::ShipThenColony,
        "not checked for Pacification; second check against a supporting colony in the system",
        "pp. 944-945",
    ),
    row(
        "combat/combat-alert",
        "Combat Alert",
        Check::None,
        "using it is checked as Initiate Combat",
        "p. 947",
    ),
    row(
        "combat/seize-initiative",
        "Seize Initiative",
        Check::None,
        "",
        "p. 971",
    ),
    row(
        "diplomacy/accept-treaty",
        "Accept Treaty",
        Check::None,
        "",
        "p. 1096",
    ),
    row(
        "diplomacy/articles-of-incorporation",
        "Articles of Incorporation (Diplomacy)",
        Check::Colony,
        "the host colony; MegaCorporations only",
        "p. 1255",
    ),
    row(
        "diplomacy/break-treaty",
        "Break Treaty",
        Check::None,
        "",
        "p. 1096",
    ),
    row(
        "diplomacy/form-meanings",
        "Form Meanings",
        Check::Colony,
        "the capital colony",
        "p. 1096",
    ),
    row(
        "diplomacy/share-meanings",
        "Share Meanings",
        Check::Colony,
        "the capital colony",
        "p. 1096",
    ),
    row(
        TRADE_MISSION,
        "Trade Mission",
        Check::ShipThenColony,
        "second check against a supporting colony only on the way to an alien colony",
        "p. 1189",
    ),
    row(
        "commerce/load-cargo-ship",
        "Load Cargo Ship",
        Check::Both,
        "the ship must have started the turn in the system",
        "p. 1199",
    ),
    row(
        "commerce/unload-cargo-ship",
        "Unload Cargo Ship",
        Check::Both,
        "",
        "p. 1199",
    ),
    row(
        "commerce/marketing",
        "Marketing",
        Check::None,
        "",
        "p. 1193",
    ),
    row(
        "commerce/articles-of-incorporation",
        "Articles of Incorporation (Commerce)",
        Check::Colony,
        "the host colony",
        "no page",
    ),
    row(
        "commerce/revoke-articles-of-incorporation",
        "Revoke Articles of Incorporation",
        Check::Colony,
        "the host colony",
        "no page",
    ),
    row(
        "commerce/trucking",
        "Trucking",
        Check::Colony,
        "each colony involved; may be barred at a besieged colony",
        "p. 1225",
    ),
    row(
        "commerce/carting",
        "Carting",
        Check::Colony,
        "the sending colony only",
        "p. 1230",
    ),
    row(
        SPECIAL_OPERATIONS,
        "Special Operations",
        Check::Colony,
        "with a Scene, the colony's or target unit's CEs; with an Act, no check",
        "p. 1274",
    ),
];

/// The ids of [`POWERS`], which are the values of `power`.
pub const IDS: [&str; POWERS.len()] = {
    let mut ids = [""; POWERS.len()];
    let mut i = 0;
    while i < ids.len() {
        ids[i] = POWERS[i].id;
        i += 1;
    }
    ids
};

/// Returns the table as text with one line per row: id, check and page. Conditions follow in
/// indented lines.
pub fn listing() -> String {
    let width = |text_of: fn(&PowerRow) -> &'static str| {
        POWERS
            .iter()
            .map(|power| text_of(power).len())
            .max()
            .unwrap_or(0)
    };
    let (id, check) = (width(|power| power.id), width(|power| power.check.name()));
    let line = |power: &PowerRow| {
        let PowerRow {
            id: power_id,
            check: checked,
            page,
            condition,
            ..
        } = power;
        let condition = if condition.is_empty() {
            String::new()
        } else {
            format!("      {condition}\n")
        };
        format!(
            "  {power_id:id$}  {:check$}  {page}\n{condition}",
            checked.name()
        )
    };
    POWERS.iter().map(line).collect()
}

/// Returns the row with this id.
pub fn find(id: &str) -> Option<&'static PowerRow> {
    POWERS.iter().find(|power| power.id == id)
}
