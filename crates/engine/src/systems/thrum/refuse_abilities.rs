//! Refuses single abilities with keys that do not fit their type or each other (the ledger's "Bad input").

use super::ability_file::{AbilityTable, BASIC_ABILITIES, changes_anything, is_attack_tag, is_other_tag};
use super::ability_keys::{AbilityKeys, Effect, OverexertKeys};
use super::sheet::Kind;
use super::words::{AbilityType, Category, ShapeWord, Tag, Trigger};
use crate::scenario::{Named, PROBLEMS_MAX, Problem, Section, Word};

/// The abilities that a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    ActionsAndReactions,
    Actions,
    Attacks,
    SingleAttacks,
    SingleHarm,
    Shapes,
    /// Abilities that reach for others within a distance.
    Distances,
    /// Abilities with an effect on others.
    Effects,
    Boons,
    TerrainEffects,
    Buffs,
    Grants,
    Stances,
    StancesWithTrigger,
    Defended,
}

/// All keys but `id` and `type`, which all abilities have.
const FITS: [(&dyn Named, For); 27] = [
    (&AbilityKeys::TAGS, For::ActionsAndReactions),
    (&AbilityKeys::MODIFIER, For::Attacks),
    (&AbilityKeys::RANGE, For::Distances),
    (&AbilityKeys::TARGET, For::Actions),
    (&AbilityKeys::SHAPE, For::Actions),
    (&AbilityKeys::SIZE, For::Shapes),
    (&AbilityKeys::TARGETS, For::SingleAttacks),
    (&AbilityKeys::MIN_TARGETS, For::Shapes),
    (&AbilityKeys::WHEN, For::SingleHarm),
    (&AbilityKeys::DEFENCES, For::Attacks),
    (&AbilityKeys::BOONS, For::Boons),
    (&AbilityKeys::MARKED_BOONS, For::Attacks),
    (&AbilityKeys::MARK_FATIGUE, For::Attacks),
    (&AbilityKeys::SUCCESS, For::Attacks),
    (&AbilityKeys::CRITICAL, For::Attacks),
    (&AbilityKeys::CRITICAL_REPLACES, For::Attacks),
    (&AbilityKeys::EFFECT, For::Effects),
    (&AbilityKeys::SELF_EFFECT, For::ActionsAndReactions),
    (&AbilityKeys::OVEREXERT, For::Actions),
    (&AbilityKeys::TERRAIN, For::TerrainEffects),
    (&AbilityKeys::BUFF_ENDS, For::Buffs),
    (&AbilityKeys::GRANTS, For::Grants),
    (&AbilityKeys::TAKE, For::Stances),
    (&AbilityKeys::TRIGGER, For::Stances),
    (&AbilityKeys::ATTACK, For::StancesWithTrigger),
    (&AbilityKeys::ENDS, For::StancesWithTrigger),
    (&AbilityKeys::CRITICAL_ONLY, For::Defended),
];

impl For {
    /// Whether the set contains an ability; `None` if a mistake in the file leaves that open.
    fn has(self, ability: &AbilityTable<'_>) -> Option<bool> {
        use AbilityType::{Action, Passive, Stance};
        let is_action = ability.is_of(Action)?;
        Some(match self {
            Self::ActionsAndReactions => ability.is_used()?,
            Self::Actions => is_action,
            Self::Attacks => ability.is_attack()?,
            Self::SingleAttacks => is_action && ability.is_attack()? && ability.is_single()?,
            Self::SingleHarm => is_action && ability.is_single()? && ability.kind()? == Kind::Harm,
            Self::Shapes => is_action && !ability.is_single()?,
            Self::Distances => ability.has_trigger()? || (ability.is_used()? && ability.shape()? != ShapeWord::Aura),
            Self::Effects => ability.has_trigger()? || (ability.is_used()? && !ability.has(Tag::TerrainEffect)?),
            Self::Boons => ability.answers(helps)? || ability.is_attack()?,
            Self::TerrainEffects => ability.has(Tag::TerrainEffect)?,
            Self::Buffs => ability.has(Tag::Buff)?,
            Self::Grants => ability.is_of(Stance)? || ability.is_of(Passive)? || ability.has(Tag::Buff)?,
            Self::Stances => ability.is_of(Stance)?,
            Self::StancesWithTrigger => ability.has_trigger()?,
            Self::Defended => ability.answers(|trigger| trigger == Trigger::Defended)?,
        })
    }

    const fn reason(self) -> &'static str {
        match self {
            Self::ActionsAndReactions => "is for actions and reactions alone",
            Self::Actions => "is for actions alone",
            Self::Attacks => "is for attacks alone: actions and reactions tagged `physical_attack` or `mental_attack`",
            Self::SingleAttacks => "is for actions alone that are attacks without a shape",
            Self::SingleHarm => "is for harmful actions on a single target alone",
            Self::Shapes => "is for actions with the shape `area`, `line` or `aura` alone",
            Self::Distances => "is for actions (not with the shape `aura`), reactions and Stances with a trigger alone",
            Self::Effects => "is for actions (not for Terrain Effects), reactions and Stances with a trigger alone",
            Self::Boons => {
                "is for attacks, and Stances with the trigger `ally_targeted`, `ally_targets` or `self_targeted`, alone"
            }
            Self::TerrainEffects => "is for actions with the tag `terrain_effect` alone",
            Self::Buffs => "is for actions with the tag `buff` alone",
            Self::Grants => "is for Stances, passives and actions with the tag `buff` alone",
            Self::Stances => "is for Stances alone",
            Self::StancesWithTrigger => "is for Stances with a trigger alone",
            Self::Defended => "is for Stances with the trigger `defended` alone",
        }
    }
}

/// Whether the answer to a trigger can help or hinder a defence (THRUM-43).
const fn helps(trigger: Trigger) -> bool {
    match trigger {
        Trigger::AllyTargeted | Trigger::AllyTargets | Trigger::SelfTargeted => true,
        Trigger::Defended | Trigger::EnemyEnters | Trigger::EnemyLeaves => false,
    }
}

impl AbilityTable<'_> {
    /// Reports mistakes in the ability itself, whichever combatant has it.
    pub(super) fn refuse(&self, problems: &mut Vec<Problem>) {
        // No more problems are listed, and finding the path of each of a thousand others would take long.
        if problems.len() >= PROBLEMS_MAX {
            return;
        }
        if self.id().is_some_and(|id| BASIC_ABILITIES.contains(&id)) {
            problems.push(self.section.refused(AbilityKeys::ID, "is the id of a basic ability"));
        }
        for (key, group) in FITS {
            if self.section.given(key) && group.has(self) == Some(false) {
                problems.push(self.section.refused(key, group.reason()));
            }
        }
        self.refuse_tags(problems);
        // The checks are independent: if a mistake leaves one of them open, the others are still made.
        let checks = [
            self.reaction_without_attack(),
            self.idle_action(),
            self.wrong_shape(),
            self.shape_without_size(),
            self.wrong_target(),
            self.wrong_terrain(),
        ];
        problems.extend(checks.into_iter().flatten());
        self.refuse_healing_attack(problems);
        self.refuse_overexert(problems);
    }

    /// Refuses tags that contradict each other.
    fn refuse_tags(&self, problems: &mut Vec<Problem>) {
        let (Some(true), Some(tags)) = (self.is_used(), self.listed_tags()) else { return };
        let mut refuse = |reason: String| problems.push(self.section.refused(AbilityKeys::TAGS, reason));
        let attack = tags.iter().filter(|&&tag| is_attack_tag(tag)).count();
        if attack == 2 {
            refuse("has `physical_attack` and `mental_attack`: an attack is one of them".to_owned());
        }
        for tag in tags.iter().filter(|tag| matches!(tag, Tag::Ranged | Tag::Finisher)) {
            if attack == 0 {
                refuse(format!("has `{}` without `physical_attack` or `mental_attack`", tag.word()));
            }
        }
        let others: Vec<&str> = tags.iter().filter(|&&tag| is_other_tag(tag)).map(|tag| tag.word()).collect();
        match others[..] {
            [first, second] => refuse(format!("has `{first}` and `{second}`: an action is one of them")),
            [other] if attack > 0 => refuse(format!("has `{other}` and an attack tag: an action is one of them")),
            _ => {}
        }
    }

    /// Refuses a reaction that is no attack (THRUM-44).
    fn reaction_without_attack(&self) -> Option<Problem> {
        let is_wrong = self.is_of(AbilityType::Reaction)? && !self.is_attack()?;
        let reason = "needs `physical_attack` or `mental_attack`: a reaction is a single attack on an enemy";
        is_wrong.then(|| self.section.refused(AbilityKeys::TAGS, reason))
    }

    fn idle_action(&self) -> Option<Problem> {
        let is_wrong = self.is_of(AbilityType::Action)?
            && !self.is_attack()?
            && !self.has(Tag::Buff)?
            && !self.has(Tag::TerrainEffect)?
            && !self.says(AbilityKeys::EFFECT);
        let reason = "is needed: without it an action that is no attack, no Buff and no Terrain Effect does nothing";
        is_wrong.then(|| self.section.refused(AbilityKeys::EFFECT, reason))
    }

    fn wrong_shape(&self) -> Option<Problem> {
        use ShapeWord::{Area, Aura, Line, Single};
        if !self.is_of(AbilityType::Action)? {
            return None;
        }
        let reason = match (self.kind()?, self.shape()?) {
            (Kind::Terrain, Single | Aura) => "has to be `area` or `line`: a Terrain Effect is one of them",
            (Kind::Buff, Area | Line | Aura) => "has to be `single`: a Buff has one target",
            (Kind::Revive | Kind::Heal, Area | Line | Aura) => {
                "has to be `single`: what revives or heals has one target"
            }
            (Kind::Terrain, Area | Line) | (Kind::Buff | Kind::Revive | Kind::Heal, Single) | (Kind::Harm, _) => {
                return None;
            }
        };
        Some(self.section.refused(AbilityKeys::SHAPE, reason))
    }

    fn shape_without_size(&self) -> Option<Problem> {
        let is_wrong = self.is_of(AbilityType::Action)? && !self.is_single()? && !self.section.given(AbilityKeys::SIZE);
        let reason = || format!("is needed with `shape = \"{}\"`: 1..=40 squares", self.shape().map_or("", Word::word));
        is_wrong.then(|| self.section.refused(AbilityKeys::SIZE, reason()))
    }

    /// Refuses a target that the kind of the action cannot have (THRUM-26).
    fn wrong_target(&self) -> Option<Problem> {
        if !self.is_of(AbilityType::Action)? {
            return None;
        }
        let (kind, target) = (self.kind()?, self.target()?);
        let reason = match kind {
            Kind::Terrain if self.section.given(AbilityKeys::TARGET) => {
                "is not for Terrain Effects, which have no targets: `terrain.affects` says whom they befall"
            }
            Kind::Harm if self.is_single()? && target != Category::Enemy => {
                "is for an enemy alone, as a harmful action on a single target: allowed `enemy`"
            }
            _ => return None,
        };
        Some(self.section.refused(AbilityKeys::TARGET, reason))
    }

    /// Refuses a Terrain Effect without a terrain table, or with one that changes nothing (THRUM-41).
    fn wrong_terrain(&self) -> Option<Problem> {
        if !self.has(Tag::TerrainEffect)? {
            return None;
        }
        let reason = if !self.section.given(AbilityKeys::TERRAIN) {
            "is needed with the tag `terrain_effect`"
        } else if changes_anything(&self.terrain()?)? {
            return None;
        } else {
            "changes nothing: it needs `difficult = true` or `enter`"
        };
        Some(self.section.refused(AbilityKeys::TERRAIN, reason))
    }

    /// Refuses attacks that help: an attack may not revive, heal, clear or cure with an effect that happens whatever
    /// the roll.
    fn refuse_healing_attack(&self, problems: &mut Vec<Problem>) {
        if self.is_attack() != Some(true) {
            return;
        }
        let plain = self.section.find(AbilityKeys::EFFECT);
        let overexerted = self.overexert().and_then(|overexert| overexert.find(OverexertKeys::EFFECT));
        for effect in [plain, overexerted].into_iter().flatten() {
            for key in helping_keys(&effect) {
                let reason = "is not for attacks: they neither revive, heal, clear nor cure their target";
                problems.push(effect.refused(key, reason));
            }
        }
    }

    /// Refuses additions of Overexert that do not fit the ability (THRUM-40).
    fn refuse_overexert(&self, problems: &mut Vec<Problem>) {
        let (Some(true), Some(overexert)) = (self.is_of(AbilityType::Action), self.overexert()) else { return };
        let fits: [(&dyn Named, For); 6] = [
            (&OverexertKeys::BOONS, For::Attacks),
            (&OverexertKeys::SIZE, For::Shapes),
            (&OverexertKeys::SUCCESS, For::Attacks),
            (&OverexertKeys::CRITICAL, For::Attacks),
            (&OverexertKeys::CRITICAL_ON_SUCCESS, For::Attacks),
            (&OverexertKeys::EFFECT, For::Effects),
        ];
        for (key, group) in fits {
            if overexert.given(key) && group.has(self) == Some(false) {
                problems.push(overexert.refused(key, group.reason()));
            }
        }
    }
}

/// The keys by which an effect block revives, heals, clears or cures.
fn helping_keys<'a>(effect: &Section<'_>) -> impl Iterator<Item = &'a dyn Named> + use<'a> {
    let amount = |key| effect.find(key).is_some_and(|amount: i32| amount > 0);
    let keys: [(&dyn Named, bool); 5] = [
        (&Effect::REVIVE, effect.find(Effect::REVIVE) == Some(true)),
        (&Effect::HEAL_FATIGUE, amount(Effect::HEAL_FATIGUE)),
        (&Effect::HEAL_STRESS, amount(Effect::HEAL_STRESS)),
        (&Effect::CLEAR, effect.find(Effect::CLEAR) == Some(true)),
        (&Effect::CURE, effect.find(Effect::CURE).is_some_and(|count| count > 0)),
    ];
    keys.into_iter().filter(|(_, helps)| *helps).map(|(key, _)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_says_what_it_is_for() {
        let listed: Vec<&str> = ["id", "type"].into_iter().chain(FITS.map(|(key, _)| key.key_name())).collect();
        assert_eq!(listed, AbilityKeys::KEYS.iter().map(|key| key.name).collect::<Vec<_>>());
    }
}
