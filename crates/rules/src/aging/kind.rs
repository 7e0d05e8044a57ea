//! The kinds of resources, with their names and keys.

/// The kinds of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResourceKind {
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

/// The kinds in the order of [`ResourceKind`].
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

impl ResourceKind {
    pub(super) const ALL: [ResourceKind; 9] = [
        ResourceKind::Acts,
        ResourceKind::Scenes,
        ResourceKind::ResourcePoints,
        ResourceKind::Aspects,
        ResourceKind::Proficiencies,
        ResourceKind::Faculties,
        ResourceKind::Missions,
        ResourceKind::CounterMissions,
        ResourceKind::Custom,
    ];

    /// Returns the kind with this name. The type of the parameter guarantees that there is one.
    pub(super) fn from_name(name: &str) -> ResourceKind {
        let index = KINDS
            .iter()
            .position(|kind| *kind == name)
            .expect("a kind that is allowed");
        Self::ALL[index]
    }

    /// Returns its name in scenarios.
    pub(super) fn id(self) -> &'static str {
        KINDS[self as usize]
    }

    /// Returns the plural noun.
    pub(super) fn plural(self) -> &'static str {
        match self {
            ResourceKind::Acts => "Acts",
            ResourceKind::Scenes => "Scenes",
            ResourceKind::ResourcePoints => "RPs",
            ResourceKind::Aspects => "Aspects",
            ResourceKind::Proficiencies => "Proficiencies",
            ResourceKind::Faculties => "Faculties",
            ResourceKind::Missions => "Missions",
            ResourceKind::CounterMissions => "Counter-Operations Missions",
            ResourceKind::Custom => "Items",
        }
    }

    /// Returns the singular noun.
    pub(super) fn singular(self) -> &'static str {
        match self {
            ResourceKind::Acts => "Act",
            ResourceKind::Scenes => "Scene",
            ResourceKind::ResourcePoints => "RP",
            ResourceKind::Aspects => "Aspect",
            ResourceKind::Proficiencies => "Proficiency",
            ResourceKind::Faculties => "Faculty",
            ResourceKind::Missions => "Mission",
            ResourceKind::CounterMissions => "Counter-Operations Mission",
            ResourceKind::Custom => "Item",
        }
    }

    /// Returns the keys that this kind has but not every kind.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            ResourceKind::Acts => &["loss"],
            ResourceKind::Scenes => &["locations", "location_loss", "spend_from"],
            ResourceKind::ResourcePoints => {
                &["loss", "rounding", "per_disrupted_title", "on_cargo_ships"]
            }
            ResourceKind::Aspects => &["start_dark", "dark_placed", "removed_early"],
            ResourceKind::Proficiencies => {
                &["census_every", "loss_at_census", "loss_at_disruption"]
            }
            ResourceKind::Faculties => &["loss", "rounding", "classes", "spend_from"],
            ResourceKind::Missions => &["loss", "grace", "lodging", "lodging_grace", "other_loss"],
            ResourceKind::CounterMissions => &["loss", "grace"],
            ResourceKind::Custom => &["loss", "share", "rounding", "grace"],
        }
    }

    /// Returns whether its gains arrive before aging. Acts: "before new Acts are placed"; Faculties
    /// retire "immediately prior to Faculty generation".
    pub(super) fn gains_before_aging(self) -> bool {
        !matches!(
            self,
            ResourceKind::Acts
                | ResourceKind::Scenes
                | ResourceKind::Faculties
                | ResourceKind::Custom
        )
    }
}

/// The keys of every kind of resource, apart from its name.
pub(super) const COMMON_KEYS: &[&str] = &["kind", "start", "gain", "spend", "gain_before_aging"];
