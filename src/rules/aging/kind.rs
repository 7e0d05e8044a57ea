//! The kinds of resource: what they are called, and what is said of each.

/// The kinds of resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Acts,
    Scenes,
    ResourcePoints,
    Aspects,
    Proficiencies,
    Faculties,
    Missions,
    CounterMissions,
    Custom,
}

/// The kinds in the order of [`Kind`].
pub(super) const KINDS: &[&str] = &[
    "acts",
    "scenes",
    "resource-points",
    "aspects",
    "proficiencies",
    "faculties",
    "missions",
    "counter-missions",
    "custom",
];

impl Kind {
    pub(super) const ALL: [Kind; 9] = [
        Kind::Acts,
        Kind::Scenes,
        Kind::ResourcePoints,
        Kind::Aspects,
        Kind::Proficiencies,
        Kind::Faculties,
        Kind::Missions,
        Kind::CounterMissions,
        Kind::Custom,
    ];

    /// The kind of this name, which the shape of the parameter allows.
    pub(super) fn of(name: &str) -> Kind {
        let index = KINDS.iter().position(|kind| *kind == name).expect("a kind that is allowed");
        Self::ALL[index]
    }

    /// Its name in scenarios.
    pub(super) fn id(self) -> &'static str {
        KINDS[self as usize]
    }

    /// What several of them are called.
    pub(super) fn plural(self) -> &'static str {
        match self {
            Kind::Acts => "Acts",
            Kind::Scenes => "Scenes",
            Kind::ResourcePoints => "RPs",
            Kind::Aspects => "Aspects",
            Kind::Proficiencies => "Proficiencies",
            Kind::Faculties => "Faculties",
            Kind::Missions => "Missions",
            Kind::CounterMissions => "Counter-Operations Missions",
            Kind::Custom => "Items",
        }
    }

    /// What one of them is called.
    pub(super) fn singular(self) -> &'static str {
        match self {
            Kind::Acts => "Act",
            Kind::Scenes => "Scene",
            Kind::ResourcePoints => "RP",
            Kind::Aspects => "Aspect",
            Kind::Proficiencies => "Proficiency",
            Kind::Faculties => "Faculty",
            Kind::Missions => "Mission",
            Kind::CounterMissions => "Counter-Operations Mission",
            Kind::Custom => "Item",
        }
    }

    /// The keys that not every kind has, and this one does.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Kind::Acts => &["loss"],
            Kind::Scenes => &["locations", "location_loss", "spend_from"],
            Kind::ResourcePoints => &["loss", "rounding", "per_disrupted_title", "on_cargo_ships"],
            Kind::Aspects => &["start_dark", "dark_placed", "removed_early"],
            Kind::Proficiencies => &["census_every", "loss_at_census", "loss_at_disruption"],
            Kind::Faculties => &["loss", "rounding", "classes", "spend_from"],
            Kind::Missions => &["loss", "grace", "lodging", "other_loss"],
            Kind::CounterMissions => &["loss", "grace"],
            Kind::Custom => &["loss", "share", "rounding", "grace"],
        }
    }

    /// Whether its gains arrive before aging. Acts: "before new Acts are placed"; Faculties retire
    /// "immediately prior to Faculty generation".
    pub(super) fn gains_before_aging(self) -> bool {
        !matches!(self, Kind::Acts | Kind::Scenes | Kind::Faculties | Kind::Custom)
    }
}

/// The keys of every kind of resource, beside its name.
pub(super) const COMMON: &[&str] = &["kind", "start", "gain", "spend", "gain_before_aging"];
