//! Compiles the tables of abilities of a validated scenario into the form that the rules use.

use super::ability_file::AbilityTable;
use super::ability_keys::{AbilityKeys, Effect as EffectKeys, GrantKeys, OverexertKeys, SelfEffect, TerrainKeys};
use super::condition::Conditions;
use super::effect::Effect;
use super::sheet::{Ability, Answer, Attack, Buff, BuffEnds, Grants, Kind, Shape, Stance, Terrain, Usage};
use super::words::{BuffEndsWord, Category, Defence, ShapeWord, Tag, Trigger, When};
use crate::scenario::kinds::{Either, Table};
use crate::scenario::{Key, Section};

/// The properties of an ability that its owner decides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    /// The modifier of attacks whose table gives none (THRUM-34).
    pub(super) attack: i32,
    /// The index of the owner's Terrain Effect.
    pub(super) terrain: u8,
}

impl AbilityTable<'_> {
    /// Compiles an action or a reaction.
    pub(super) fn ability(&self, owner: Owner) -> Option<Ability> {
        let section = &self.section;
        let shape = shape_of(self.shape()?);
        let self_effect = section.get(AbilityKeys::SELF_EFFECT);
        let plain = self.usage(None);
        Some(Ability {
            kind: self.kind()?,
            attack: if self.is_attack()? { Some(self.attack(owner.attack)?) } else { None },
            range: if shape == Shape::Aura { 0 } else { section.get(AbilityKeys::RANGE) },
            target: self.target()?,
            shape,
            targets: section.get(AbilityKeys::TARGETS),
            targets_min: section.get(AbilityKeys::MIN_TARGETS),
            when: section.get(AbilityKeys::WHEN),
            weighs_stress: weighs_stress(&plain),
            plain,
            overexerted: self.overexert().map(|overexert| self.usage(Some(overexert))),
            self_effect: effect_of(&self_effect),
            self_teleport: self_effect.get(SelfEffect::TELEPORT),
            self_move: self_effect.get(SelfEffect::MOVE),
            terrain: self.terrain().map(|terrain| terrain_of(&terrain, owner.terrain)),
            buff: self.has(Tag::Buff)?.then(|| self.buff()),
        })
    }

    fn attack(&self, usual_modifier: i32) -> Option<Attack> {
        let section = &self.section;
        let is_physical = self.has(Tag::PhysicalAttack)?;
        let usual = if is_physical { Defence::Resilience } else { Defence::Resolve };
        let defences = section.get(AbilityKeys::DEFENCES).unwrap_or_else(|| vec![usual, Defence::Evasion]);
        Some(Attack {
            is_physical,
            is_ranged: self.has(Tag::Ranged)?,
            is_finisher: self.has(Tag::Finisher)?,
            modifier: section.get(AbilityKeys::MODIFIER).unwrap_or(usual_modifier),
            defences: bits(&defences),
            marked_boons: section.get(AbilityKeys::MARKED_BOONS),
            uses_marks: section.get(AbilityKeys::MARK_FATIGUE),
        })
    }

    /// The usage of the ability; with the additions of Overexert if `overexert` is given (THRUM-40, THRUM-45).
    fn usage(&self, overexert: Option<Section<'_>>) -> Usage {
        let section = &self.section;
        let added = |key: Key<i32>| overexert.map_or(0, |overexert| overexert.get(key));
        let block = |plain: Key<Table>, more: Key<Table>| {
            let more = overexert.map_or_else(Effect::default, |overexert| effect_of(&overexert.get(more)));
            effect_of(&section.get(plain)).and(more)
        };
        let success = block(AbilityKeys::SUCCESS, OverexertKeys::SUCCESS);
        let critical = block(AbilityKeys::CRITICAL, OverexertKeys::CRITICAL);
        let critical = if section.get(AbilityKeys::CRITICAL_REPLACES) { critical } else { success.and(critical) };
        let is_critical = overexert.is_some_and(|overexert| overexert.get(OverexertKeys::CRITICAL_ON_SUCCESS));
        Usage {
            cost: added(OverexertKeys::COST),
            boons: section.get(AbilityKeys::BOONS) + added(OverexertKeys::BOONS),
            size: section.get(AbilityKeys::SIZE).map_or(0, |size| size + added(OverexertKeys::SIZE)),
            success: if is_critical { critical } else { success },
            critical,
            effect: block(AbilityKeys::EFFECT, OverexertKeys::EFFECT),
        }
    }

    fn buff(&self) -> Buff {
        let ends = match self.section.get(AbilityKeys::BUFF_ENDS) {
            Either::Word(BuffEndsWord::Never) => BuffEnds::Never,
            Either::Word(BuffEndsWord::Attacked) => BuffEnds::Attacked,
            Either::Word(BuffEndsWord::Attacks) => BuffEnds::Attacks,
            Either::Word(BuffEndsWord::Harmed) => BuffEnds::Harmed,
            Either::Value(turns) => BuffEnds::Turns(turns),
        };
        Buff { ends, grants: self.grants() }
    }

    /// Compiles a Stance. `reaction` returns the index of the named reaction, which is the attack of the Stance's trigger.
    pub(super) fn as_stance(&self, reaction: impl Fn(&str) -> Option<u8>) -> Stance {
        let section = &self.section;
        let answer = section.get(AbilityKeys::TRIGGER).map(|trigger| Answer {
            trigger,
            range: section.get(AbilityKeys::RANGE),
            boons: section.get(AbilityKeys::BOONS),
            effect: effect_of(&section.get(AbilityKeys::EFFECT)),
            reaction: section.get(AbilityKeys::ATTACK).and_then(reaction),
            ends: section.get(AbilityKeys::ENDS),
            critical_only: section.get(AbilityKeys::CRITICAL_ONLY),
        });
        Stance { grants: self.grants(), take: effect_of(&section.get(AbilityKeys::TAKE)), answer }
    }

    /// The grants of the table: in force while its Buff or Stance lasts, or always if it is a passive.
    pub(super) fn grants(&self) -> Grants {
        let grants = self.section.get(AbilityKeys::GRANTS);
        Grants {
            attack: grants.get(GrantKeys::ATTACK),
            defences: [GrantKeys::RESILIENCE, GrantKeys::EVASION, GrantKeys::RESOLVE].map(|key| grants.get(key)),
            defence_boons: [GrantKeys::RESILIENCE_BOONS, GrantKeys::EVASION_BOONS, GrantKeys::RESOLVE_BOONS]
                .map(|key| grants.get(key)),
            speed: grants.get(GrantKeys::SPEED),
            attack_boons: grants.get(GrantKeys::ATTACK_BOONS),
            panic_boons: grants.get(GrantKeys::PANIC_BOONS),
            incapacity_boons: grants.get(GrantKeys::INCAPACITY_BOONS),
            reduce_fatigue: grants.get(GrantKeys::REDUCE_FATIGUE),
            reduce_stress: grants.get(GrantKeys::REDUCE_STRESS),
        }
    }
}

// The basic abilities (THRUM-12).

/// `basic-attack`.
pub(super) fn basic_attack(modifier: i32, range: i32, fatigue: i32) -> Ability {
    let harm = Effect { fatigue, ..Effect::default() }.noted();
    Ability {
        attack: Some(Attack {
            is_physical: true,
            is_ranged: true,
            is_finisher: false,
            modifier,
            defences: bits(&[Defence::Resilience, Defence::Evasion]),
            marked_boons: 0,
            uses_marks: false,
        }),
        range,
        ..simple(Kind::Harm, Category::Enemy, harm, Effect::default())
    }
}

/// `resuscitate`.
pub(super) fn resuscitate() -> Ability {
    let effect = Effect { revive: true, halve_loads: true, clear: true, ..Effect::default() }.noted();
    simple(Kind::Revive, Category::Ally, Effect::default(), effect)
}

/// The basic Stances, in the order of [`BASIC_STANCES`](super::sheet::BASIC_STANCES).
pub(super) fn basic_stances() -> [Stance; 5] {
    let boon = |defence: Defence| {
        let mut grants = Grants::default();
        grants.defence_boons[defence as usize] = 1;
        Stance { grants, take: Effect::default(), answer: None }
    };
    let answer = |trigger: Trigger| Stance {
        grants: Grants::default(),
        take: Effect::default(),
        answer: Some(Answer {
            trigger,
            range: 1,
            boons: 1,
            effect: Effect::default(),
            reaction: None,
            ends: true,
            critical_only: false,
        }),
    };
    let [brace, dodge, concentrate] = [Defence::Resilience, Defence::Evasion, Defence::Resolve].map(boon);
    [brace, dodge, concentrate, answer(Trigger::AllyTargets), answer(Trigger::AllyTargeted)]
}

/// An ability with one target within 1 square, these effects and no other properties.
fn simple(kind: Kind, target: Category, success: Effect, effect: Effect) -> Ability {
    Ability {
        kind,
        attack: None,
        range: 1,
        target,
        shape: Shape::Single,
        targets: 1,
        targets_min: 1,
        when: When::Always,
        weighs_stress: false,
        plain: Usage { cost: 0, boons: 0, size: 0, success, critical: success, effect },
        overexerted: None,
        self_effect: Effect::default(),
        self_teleport: 0,
        self_move: 0,
        terrain: None,
        buff: None,
    }
}

// Parts of abilities.

/// Compiles an effect block.
fn effect_of(block: &Section<'_>) -> Effect {
    let stacks = [
        EffectKeys::BLEED,
        EffectKeys::BLINDED,
        EffectKeys::BURNING,
        EffectKeys::HAMSTRUNG,
        EffectKeys::SHOCKED,
        EffectKeys::SLOWED,
        EffectKeys::VULNERABLE,
        EffectKeys::WEAKENED,
    ];
    let conditions = [
        (EffectKeys::DAZED, Conditions::DAZED),
        (EffectKeys::DISORIENTED, Conditions::DISORIENTED),
        (EffectKeys::HIDDEN, Conditions::HIDDEN),
        (EffectKeys::IMMOBILIZED, Conditions::IMMOBILIZED),
        (EffectKeys::STUNNED, Conditions::STUNNED),
    ];
    let set = conditions.into_iter().filter(|&(key, _)| block.get(key)).map(|(_, condition)| condition);
    Effect {
        fatigue: block.get(EffectKeys::FATIGUE),
        stress: block.get(EffectKeys::STRESS),
        revive: block.get(EffectKeys::REVIVE),
        halve_loads: block.get(EffectKeys::HALVE_LOADS),
        heal_fatigue: block.get(EffectKeys::HEAL_FATIGUE),
        heal_stress: block.get(EffectKeys::HEAL_STRESS),
        clear: block.get(EffectKeys::CLEAR),
        cure: block.get(EffectKeys::CURE),
        stacks: stacks.map(|key| block.get(key)),
        mark: block.get(EffectKeys::MARK),
        conditions: set.fold(Conditions::NONE, Conditions::with),
        push: block.get(EffectKeys::PUSH),
        pull: block.get(EffectKeys::PULL),
        is_some: false,
    }
    .noted()
}

fn terrain_of(terrain: &Section<'_>, index: u8) -> Terrain {
    Terrain {
        is_difficult: terrain.get(TerrainKeys::DIFFICULT),
        enter: effect_of(&terrain.get(TerrainKeys::ENTER)),
        affects: terrain.get(TerrainKeys::AFFECTS),
        index,
    }
}

/// Whether an ability deals Stress but no Fatigue in its `success` and `effect` blocks, so that policies compare targets by their
/// Stress (P5).
fn weighs_stress(plain: &Usage) -> bool {
    let blocks = [plain.success, plain.effect];
    blocks.iter().all(|block| block.fatigue == 0) && blocks.iter().any(|block| block.stress > 0)
}

const fn shape_of(word: ShapeWord) -> Shape {
    match word {
        ShapeWord::Single => Shape::Single,
        ShapeWord::Area => Shape::Area,
        ShapeWord::Line => Shape::Line,
        ShapeWord::Aura => Shape::Aura,
    }
}

/// A set of defences as bits: bit n stands for the defence with the number n.
fn bits(defences: &[Defence]) -> u8 {
    defences.iter().fold(0, |bits, &defence| bits | 1 << defence as u8)
}

impl Grants {
    /// Adds the grants of both.
    #[must_use]
    pub(super) fn and(self, more: Self) -> Self {
        let sum = |left: [i32; 3], right: [i32; 3]| std::array::from_fn(|defence| left[defence] + right[defence]);
        Self {
            attack: self.attack + more.attack,
            defences: sum(self.defences, more.defences),
            defence_boons: sum(self.defence_boons, more.defence_boons),
            speed: self.speed + more.speed,
            attack_boons: self.attack_boons + more.attack_boons,
            panic_boons: self.panic_boons + more.panic_boons,
            incapacity_boons: self.incapacity_boons + more.incapacity_boons,
            reduce_fatigue: self.reduce_fatigue + more.reduce_fatigue,
            reduce_stress: self.reduce_stress + more.reduce_stress,
        }
    }
}
