//! A table of abilities before it is compiled. A value that a mistake in the file leaves undetermined is `None`, so
//! that no mistake is reported again through its consequences.

use super::ability_keys::{AbilityKeys, Effect, TerrainKeys};
use super::sheet::Kind;
use super::words::{AbilityType, Category, ShapeWord, Tag, Trigger};
use crate::scenario::kinds::Table;
use crate::scenario::{Key, Section};

/// The ids of the basic abilities, which no other ability has (THRUM-12).
pub(super) const BASIC_ABILITIES: [&str; 9] =
    ["basic-attack", "dash", "recover", "resuscitate", "brace", "dodge", "concentrate", "assist", "protect"];

/// One table of `[[abilities]]` or `[[combatants.abilities]]`.
#[derive(Debug, Clone, Copy)]
pub(super) struct AbilityTable<'a> {
    pub(super) section: Section<'a>,
}

impl<'a> AbilityTable<'a> {
    pub(super) const fn new(section: Section<'a>) -> Self {
        Self { section }
    }

    pub(super) fn id(&self) -> Option<&'a str> {
        self.section.find(AbilityKeys::ID)
    }

    pub(super) fn ability_type(&self) -> Option<AbilityType> {
        self.section.known(AbilityKeys::TYPE)
    }

    pub(super) fn is_of(&self, ability_type: AbilityType) -> Option<bool> {
        Some(self.ability_type()? == ability_type)
    }

    /// Whether the ability is used, as an action or a reaction, and not merely in force; `None` if its type is not
    /// valid.
    pub(super) fn is_used(&self) -> Option<bool> {
        Some(matches!(self.ability_type()?, AbilityType::Action | AbilityType::Reaction))
    }

    /// The tags; `None` if one of the words is not valid, or if they contradict each other.
    fn tags(&self) -> Option<Vec<Tag>> {
        let tags = self.listed_tags()?;
        is_consistent(&tags).then_some(tags)
    }

    /// The tags, whether or not they contradict each other; `None` if one of the words is not valid.
    pub(super) fn listed_tags(&self) -> Option<Vec<Tag>> {
        let tags = self.section.known(AbilityKeys::TAGS)?;
        let written = self.section.node(AbilityKeys::TAGS.name()).map(|node| node.as_list().unwrap_or_default().len());
        if written.is_some_and(|written| written != tags.len()) {
            return None;
        }
        // Validation reports a word that is listed twice.
        let mut listed = Vec::new();
        for tag in tags {
            if !listed.contains(&tag) {
                listed.push(tag);
            }
        }
        Some(listed)
    }

    pub(super) fn has(&self, tag: Tag) -> Option<bool> {
        Some(self.is_used()? && self.tags()?.contains(&tag))
    }

    /// Whether the ability is an attack; `None` if its type or tags are not valid (THRUM-34, THRUM-35).
    pub(super) fn is_attack(&self) -> Option<bool> {
        Some(self.is_used()? && self.tags()?.iter().any(|&tag| is_attack_tag(tag)))
    }

    /// Whether the ability is a Stance with a trigger; `None` if its type or trigger is not valid.
    pub(super) fn has_trigger(&self) -> Option<bool> {
        self.answers(|_| true)
    }

    /// Whether the ability is a Stance with a trigger for which `is_of_sort` holds; `None` if its type or trigger is
    /// not valid.
    pub(super) fn answers(&self, is_of_sort: impl Fn(Trigger) -> bool) -> Option<bool> {
        Some(self.is_of(AbilityType::Stance)? && self.section.known(AbilityKeys::TRIGGER)?.is_some_and(is_of_sort))
    }

    pub(super) fn shape(&self) -> Option<ShapeWord> {
        self.section.known(AbilityKeys::SHAPE)
    }

    pub(super) fn is_single(&self) -> Option<bool> {
        Some(self.shape()? == ShapeWord::Single)
    }

    /// The combatants that the ability affects: as the file says, or else by its shape and tags (THRUM-26).
    pub(super) fn target(&self) -> Option<Category> {
        match self.section.known(AbilityKeys::TARGET)? {
            Some(target) => Some(target),
            None if !self.is_single()? => Some(Category::Character),
            None if self.has(Tag::Buff)? => Some(Category::OneSelf),
            None => Some(Category::Enemy),
        }
    }

    /// The kind of an action or a reaction (P1). An attack is always harmful, since no attack revives or heals.
    pub(super) fn kind(&self) -> Option<Kind> {
        if self.is_attack()? {
            return Some(Kind::Harm);
        }
        let effect = self.section.known(AbilityKeys::EFFECT)?;
        Some(if self.has(Tag::TerrainEffect)? {
            Kind::Terrain
        } else if self.has(Tag::Buff)? {
            Kind::Buff
        } else if effect.known(Effect::REVIVE)? {
            Kind::Revive
        } else if heals(&effect)? {
            Kind::Heal
        } else {
            Kind::Harm
        })
    }

    pub(super) fn overexert(&self) -> Option<Section<'a>> {
        self.section.find(AbilityKeys::OVEREXERT).flatten()
    }

    pub(super) fn terrain(&self) -> Option<Section<'a>> {
        self.section.find(AbilityKeys::TERRAIN).flatten()
    }

    /// Whether an effect block of the ability has any key, even one without effect: a missing block and an empty one
    /// mean the same.
    pub(super) fn says(&self, block: Key<Table>) -> bool {
        says_anything(&self.section, block)
    }
}

/// Whether the tags fit one ability: see the ledger's "Bad input".
pub(super) fn is_consistent(tags: &[Tag]) -> bool {
    let attacks = tags.iter().filter(|&&tag| is_attack_tag(tag)).count();
    let others = tags.iter().filter(|&&tag| is_other_tag(tag)).count();
    let is_modified = tags.iter().any(|tag| matches!(tag, Tag::Ranged | Tag::Finisher));
    attacks + others <= 1 && (attacks == 1 || !is_modified)
}

pub(super) const fn is_attack_tag(tag: Tag) -> bool {
    matches!(tag, Tag::PhysicalAttack | Tag::MentalAttack)
}

/// Whether the tag is one of an ability that is no attack.
pub(super) const fn is_other_tag(tag: Tag) -> bool {
    matches!(tag, Tag::Buff | Tag::TerrainEffect)
}

/// Whether an effect heals, clears or cures, which policies treat as healing; `None` if one of these keys is not valid
/// (P1).
fn heals(effect: &Section<'_>) -> Option<bool> {
    Some(
        effect.known(Effect::HEAL_FATIGUE)? > 0
            || effect.known(Effect::HEAL_STRESS)? > 0
            || effect.known(Effect::CLEAR)?
            || effect.known(Effect::CURE)? > 0,
    )
}

/// Whether a terrain table makes squares Difficult or has an effect on combatants that enter it; `None` if its key
/// `difficult` is not valid (THRUM-41).
pub(super) fn changes_anything(terrain: &Section<'_>) -> Option<bool> {
    Some(terrain.known(TerrainKeys::DIFFICULT)? || says_anything(terrain, TerrainKeys::ENTER))
}

fn says_anything(section: &Section<'_>, block: Key<Table>) -> bool {
    section.node(block.name()).is_some_and(|node| node.as_table().is_none_or(|entries| !entries.is_empty()))
}
