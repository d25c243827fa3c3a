//! Refuses scenarios whose values are valid one by one but not together (the ledger's "Bad input").

use std::collections::BTreeSet;

use super::field::{Zone, ZoneId, ZoneSet};
use super::file::{ALWAYS, Block, File, STR, UNARMED};
use super::scenario::{
    ATTRIBUTE_NAMES_MAX, AttackEffectKeys, AttackKeys, EffectKeys, FileKeys, HazardKeys, Rules, SheetKeys, ZoneKeys,
};
use super::words::{Affects, AttackKind, CapacityCounts, Hinderance, MoraleFailure, Policy};
use crate::outcome::Side;
use crate::scenario::kinds::Name;
use crate::scenario::{Key, Named, Problem, Section, Span, nearest};
use crate::skirmish::{count_of, is_left_out, refuse_muster};

impl<'a> File<'a> {
    /// Reports values that are valid one by one but not together.
    pub(super) fn refuse(&self, problems: &mut Vec<Problem>) {
        self.refuse_zones(problems);
        let tables: Vec<&Section<'_>> = self.blocks.iter().map(|block| &block.section).collect();
        refuse_muster(&self.root, &tables, problems);
        self.refuse_too_many_attributes(problems);
        for block in &self.blocks {
            self.refuse_block(block, problems);
        }
        self.refuse_full_zones(problems);
        if self.rules.find(Rules::MORALE_FAILURE) == Some(MoraleFailure::Retreat) && !self.has_exit(Side::Enemies) {
            let reason = "no zone is an exit of the enemies, so that they could retreat nowhere";
            problems.push(self.rules.refused(Rules::MORALE_FAILURE, reason));
        }
    }

    /// Refuses more attribute names than fit the byte in which sources of ailments and hazards hold an index.
    fn refuse_too_many_attributes(&self, problems: &mut Vec<Problem>) {
        let listed = self.blocks.iter().filter_map(|block| block.section.find(SheetKeys::ATTRIBUTES).flatten());
        let names: BTreeSet<&str> = listed.flatten().map(|(name, _, _)| name).chain(ALWAYS).collect();
        if names.len() > ATTRIBUTE_NAMES_MAX {
            let reason =
                format!("there are {} attributes of different names, at most {ATTRIBUTE_NAMES_MAX}", names.len());
            problems.push(self.root.refused(FileKeys::COMBATANTS, reason));
        }
    }

    // The battlefield.

    fn refuse_zones(&self, problems: &mut Vec<Problem>) {
        if self.root.given(FileKeys::ZONES) && self.zones.is_empty() {
            let reason = "there must be at least one zone; leave the key out for three in a line";
            problems.push(self.root.refused(FileKeys::ZONES, reason));
        }
        let before = problems.len();
        for zone in &self.zones {
            for (neighbour, span) in zone.find(ZoneKeys::ADJACENT).flatten().unwrap_or_default() {
                let path = zone.path_of(ZoneKeys::ADJACENT);
                if zone.find(ZoneKeys::ID) == Some(neighbour) {
                    problems.push(Problem::refused(span, path, "a zone cannot border on itself"));
                } else if self.zone_id(neighbour).is_none() {
                    let problem = Problem::refused(span, path, self.unknown_zone(neighbour));
                    problems.push(problem.with_nearest(neighbour, self.zone_names()));
                }
            }
            if let Some(hazard) = hazard_of(zone) {
                refuse_hazard(&hazard, problems);
            }
        }
        if problems.len() == before && !self.zones.is_empty() {
            problems.extend(self.gap());
        }
    }

    /// The problem of Zones that cannot be reached from the first (ZONES-06), at the first of them. A Zone alone beyond
    /// the gap is the one at fault, be it the first.
    fn gap(&self) -> Option<Problem> {
        let zones = self.bare_zones();
        let set = |is_member: &dyn Fn(usize) -> bool| (0..zones.len()).filter(|&zone| is_member(zone)).collect();
        let near = reached(&zones, 0);
        let beyond: Vec<usize> = set(&|zone| near >> zone & 1 == 0);
        let here: Vec<usize> = set(&|zone| near >> zone & 1 == 1);
        let first = *beyond.first()?;
        let (cut_off, others) = if here.len() == 1 && beyond.len() > 1 { (here, first) } else { (beyond, 0) };
        let names = |zones: &[usize]| zones.iter().map(|&zone| self.name_of(zone)).collect::<Vec<_>>().join(", ");
        let at = cut_off[0];
        let reason = format!("{} cannot be reached from {}", names(&cut_off), self.name_of(others));
        let hint = format!(
            "name a neighbour of {} in `adjacent`; once any zone has `adjacent`, the zones no longer border on each other in \
             listed order",
            self.name_of(at)
        );
        Some(Problem::refused(self.zones[at].whole(), self.zones[at].path(), reason).with_hint(hint))
    }

    fn name_of(&self, zone: usize) -> String {
        format!("`{}`", self.zone_names()[zone])
    }

    fn unknown_zone(&self, zone: &str) -> String {
        let known: Vec<&str> = self.zone_names();
        format!(
            "there is no zone `{zone}`, only {}",
            known.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
        )
    }

    // The combatants.

    fn refuse_block(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let section = &block.section;
        if let Some(zone) = section.find(SheetKeys::ZONE).flatten().filter(|zone| self.zone_id(zone).is_none()) {
            let problem = section.refused(SheetKeys::ZONE, self.unknown_zone(zone));
            problems.push(problem.with_nearest(zone, self.zone_names()));
        }
        let Some(side) = block.side else { return };
        if !self.has_exit(side) {
            let reason = format!("no zone is an exit of the {side}");
            if section.find(SheetKeys::POLICY) == Some(Policy::Retreat) {
                problems.push(section.refused(SheetKeys::POLICY, reason.as_str()));
            }
            if section.find(SheetKeys::RETREAT_BELOW).is_some_and(|percent| percent > 0) {
                problems.push(section.refused(SheetKeys::RETREAT_BELOW, reason));
            }
        }
        match side {
            Side::Party => self.refuse_character(block, problems),
            Side::Enemies => refuse_creature(block, problems),
        }
        for attack in &block.attacks {
            refuse_attack(attack, side, problems);
        }
    }

    fn refuse_character(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let section = &block.section;
        let keys_of_creatures: [&dyn Named; 6] = [
            &SheetKeys::SKILL,
            &SheetKeys::HIT_DR_MOD,
            &SheetKeys::AVOID_DR_MOD,
            &SheetKeys::FEARLESS,
            &SheetKeys::LEADER,
            &SheetKeys::ATTITUDE,
        ];
        for key in keys_of_creatures {
            if section.given(key) {
                problems.push(section.refused(key, "is a Creature's; this combatant is of the party"));
            }
        }
        if !section.given(SheetKeys::ATTRIBUTES) {
            let reason = "a Character needs its attributes, `str` and `dex` among them";
            problems.push(section.refused(SheetKeys::ATTRIBUTES, reason));
            return;
        }
        let attributes = section.find(SheetKeys::ATTRIBUTES).flatten().unwrap_or_default();
        let map = section.node(SheetKeys::ATTRIBUTES.name());
        let mut reported: Vec<&str> = Vec::new();
        for (name, asker) in self.attributes_needed(block) {
            let has =
                attributes.iter().any(|(known, _, _)| *known == name) || map.is_some_and(|map| map.get(name).is_some());
            if !has && !reported.contains(&name) {
                reported.push(name);
                problems.push(lacking(section, &attributes, name, asker));
            }
        }
    }

    /// All attributes that this Character may have to test, each with the key that asks for it; `None` if every
    /// Character tests the attribute.
    fn attributes_needed(&self, block: &Block<'a>) -> Vec<(&'a str, Option<Asker>)> {
        let mut needed: Vec<(&str, Option<Asker>)> = ALWAYS.map(|name| (name, None)).into();
        let mut ask = |(name, asker)| needed.push((name, Some(asker)));
        for attack in &block.attacks {
            test_of(attack, AttackKeys::TEST).into_iter().for_each(&mut ask);
        }
        let creatures = self.blocks.iter().filter(|block| block.side == Some(Side::Enemies));
        for creature in creatures.filter(|block| !is_left_out(&block.section)) {
            for attack in &creature.attacks {
                test_of(attack, AttackKeys::TEST).into_iter().chain(tests_of_effects(attack)).for_each(&mut ask);
            }
        }
        for hazard in self.zones.iter().filter_map(hazard_of) {
            if hazard.find(HazardKeys::AFFECTS) != Some(Affects::Enemies) {
                test_of(&hazard, HazardKeys::TEST).into_iter().chain(tests_of_effects(&hazard)).for_each(&mut ask);
            }
        }
        needed
    }

    /// Refuses more combatants in a Zone at the start than fit into it (ZONES-10).
    fn refuse_full_zones(&self, problems: &mut Vec<Problem>) {
        let by_side = self.rules.find(Rules::CAPACITY_COUNTS) == Some(CapacityCounts::Side);
        for (index, zone) in self.zones.iter().enumerate() {
            let Some(capacity) = zone.find(ZoneKeys::CAPACITY).flatten() else { continue };
            let starting = |side: Side| -> usize {
                let here = self
                    .blocks
                    .iter()
                    .filter(|block| block.side == Some(side) && self.start(block) == Some(index as ZoneId));
                here.map(|block| count_of(&block.section)).sum()
            };
            let [party, enemies] = Side::ALL.map(starting);
            let most = if by_side { party.max(enemies) } else { party + enemies };
            if most > capacity {
                let reason = format!("{most} combatants start in this zone, which holds {capacity}");
                problems.push(zone.refused(ZoneKeys::CAPACITY, reason));
            }
        }
    }
}

/// The effects of an attack or a hazard beside damage.
struct Effects<'a, 'b> {
    section: &'b Section<'a>,
}

impl Effects<'_, '_> {
    fn hinders(&self) -> bool {
        self.section.given(EffectKeys::HINDER)
    }

    fn is_ongoing(&self) -> bool {
        self.section.find(EffectKeys::ONGOING) == Some(true)
    }

    fn refuse(&self, problems: &mut Vec<Problem>) {
        let mut refuse = |keys: [&dyn Named; 3], reason: &str| {
            for key in keys.into_iter().filter(|key| self.section.given(key)) {
                problems.push(self.section.refused(key, reason));
            }
        };
        if !self.hinders() {
            let keys: [&dyn Named; 3] =
                [&EffectKeys::HINDER_TEST, &EffectKeys::HINDER_DR, &EffectKeys::HINDER_NEEDS_ACTION];
            refuse(keys, "has no meaning without `hinder`");
        }
        if !self.is_ongoing() {
            let keys: [&dyn Named; 3] =
                [&EffectKeys::ONGOING_AMOUNT, &EffectKeys::ONGOING_TEST, &EffectKeys::ONGOING_DR];
            refuse(keys, "has no meaning without `ongoing = true`");
        }
        let hinderance = self.section.find(EffectKeys::HINDER).flatten();
        if matches!(hinderance, Some(Hinderance::Distracted | Hinderance::Paralysed))
            && self.section.find(EffectKeys::HINDER_NEEDS_ACTION) == Some(true)
        {
            let reason = "such a hinderance takes all Actions away, so that it could never end";
            problems.push(self.section.refused(EffectKeys::HINDER_NEEDS_ACTION, reason));
        }
    }
}

/// The Zones that can be reached from a Zone, itself among them.
fn reached(zones: &[Zone], from: usize) -> ZoneSet {
    let mut reached: ZoneSet = 1 << from;
    for _ in zones {
        let borders = zones.iter().enumerate().filter(|(zone, _)| reached >> zone & 1 == 1);
        reached = borders.fold(reached, |set, (_, zone)| set | zone.adjacent);
    }
    reached
}

/// The hazard of a Zone, if it has one.
fn hazard_of<'a>(zone: &Section<'a>) -> Option<Section<'a>> {
    zone.find(ZoneKeys::HAZARD).flatten()
}

/// The attribute that the value of `key` names, and the key itself, at which problems of the Test point; `None` if the
/// key has no value.
fn test_of<'a>(section: &Section<'a>, key: Key<Option<Name>>) -> Option<(&'a str, Asker)> {
    let test = section.find(key).flatten()?;
    Some((test, Asker::new(section, key)))
}

/// A key that asks for an attribute.
struct Asker {
    path: String,
    /// The location of the attribute's name; for a default, the location of the table.
    span: Span,
}

impl Asker {
    fn new(section: &Section<'_>, key: Key<Option<Name>>) -> Self {
        Self { path: section.path_of(key), span: section.span(key) }
    }
}

/// The problem of a Character without an attribute that it has to test. If it has one with a similar name, the key of
/// the test may be misspelt, so the problem points at that key.
fn lacking(section: &Section<'_>, attributes: &[(&str, i16, Span)], name: &str, asker: Option<Asker>) -> Problem {
    let known = || attributes.iter().map(|(known, ..)| *known);
    match asker {
        Some(asker) if nearest(name, known()).is_some() => {
            let problem = Problem::unknown_name(asker.span, asker.path, "attribute", name, known());
            problem.with_also(section.span(SheetKeys::ATTRIBUTES), "these are the attributes")
        }
        Some(asker) => {
            section.refused(SheetKeys::ATTRIBUTES, format!("lacks `{name}`, which `{}` asks for", asker.path))
        }
        None => section.refused(SheetKeys::ATTRIBUTES, format!("lacks `{name}`, which every Character asks for")),
    }
}

/// The attributes that Characters test against the effects of an attack or a hazard, with the keys that ask for them.
fn tests_of_effects<'a>(section: &Section<'a>) -> impl Iterator<Item = (&'a str, Asker)> {
    let effects = Effects { section };
    let tests = [(effects.hinders(), EffectKeys::HINDER_TEST), (effects.is_ongoing(), EffectKeys::ONGOING_TEST)];
    let asked = tests.into_iter().filter(|(is_there, _)| *is_there);
    asked.map(|(_, key)| (section.find(key).flatten().unwrap_or(ALWAYS[STR]), Asker::new(section, key)))
}

fn refuse_creature(block: &Block<'_>, problems: &mut Vec<Problem>) {
    let section = &block.section;
    if section.given(SheetKeys::ATTRIBUTES) {
        let reason = "are a Character's; this combatant is of the enemies and tests its `skill`";
        problems.push(section.refused(SheetKeys::ATTRIBUTES, reason));
    }
    if !section.given(SheetKeys::SKILL) {
        problems.push(section.refused(SheetKeys::SKILL, "a Creature needs its `skill`"));
    }
    if block.attacks.is_empty() {
        problems.push(section.refused(SheetKeys::ATTACKS, "a Creature without attacks could only stand there"));
    }
}

fn refuse_hazard(hazard: &Section<'_>, problems: &mut Vec<Problem>) {
    let effects = Effects { section: hazard };
    effects.refuse(problems);
    if !hazard.given(HazardKeys::TEST) && hazard.find(HazardKeys::AFFECTS) != Some(Affects::Enemies) {
        let reason = "a hazard that affects Characters needs the attribute that they test";
        problems.push(hazard.refused(HazardKeys::TEST, reason));
    }
    if !hazard.given(HazardKeys::DAMAGE) && !effects.hinders() && !effects.is_ongoing() {
        let reason = "does nothing: it needs `damage`, `hinder` or `ongoing`";
        problems.push(Problem::refused(hazard.whole(), hazard.path(), reason));
    }
}

fn refuse_attack(attack: &Section<'_>, side: Side, problems: &mut Vec<Problem>) {
    let effects = Effects { section: attack };
    effects.refuse(problems);
    let Some(kind) = attack.find(AttackKeys::KIND) else { return };
    let is_character = side == Side::Party;
    let mut refuse = |key: &dyn Named, reason: &str| problems.push(attack.refused(key, reason));
    if attack.find(AttackKeys::ID) == Some(UNARMED) {
        refuse(&AttackKeys::ID, "is the name of bare hands, which need no entry");
    }
    match (kind, attack.find(AttackKeys::RANGE).flatten()) {
        (AttackKind::Melee, Some(1..)) => refuse(&AttackKeys::RANGE, "a melee attack reaches its own zone alone"),
        (AttackKind::Ranged, Some(0)) => refuse(&AttackKeys::RANGE, "a ranged attack reaches at least 1 zone"),
        _ => {}
    }
    let has_effect = effects.hinders()
        || effects.is_ongoing()
        || attack.find(AttackEffectKeys::PUSH) == Some(true)
        || attack.find(AttackEffectKeys::DEMAND) == Some(true);
    let has_damage = attack.given(AttackKeys::DAMAGE);
    match kind {
        AttackKind::Melee | AttackKind::Ranged if !has_damage => {
            refuse(&AttackKeys::DAMAGE, "is required for melee and ranged");
        }
        AttackKind::Stunt if has_damage => refuse(&AttackKeys::DAMAGE, "a stunt is no attack and deals no damage"),
        AttackKind::Stunt if !has_effect => {
            refuse(&AttackKeys::KIND, "a stunt needs an effect: `hinder`, `ongoing`, `push` or `demand`");
        }
        AttackKind::Spell if !has_damage && !has_effect => {
            refuse(&AttackKeys::KIND, "a spell needs `damage` or an effect");
        }
        _ => {}
    }
    let is_weapon = matches!(kind, AttackKind::Melee | AttackKind::Ranged);
    if attack.given(AttackKeys::OFF_HAND_DAMAGE) && !is_weapon {
        refuse(&AttackKeys::OFF_HAND_DAMAGE, "is for melee and ranged attacks alone");
    }
    if attack.given(AttackKeys::USAGE) && !(is_character && is_weapon) {
        refuse(&AttackKeys::USAGE, "is for a Character's melee and ranged attacks alone");
    }
    if attack.given(AttackKeys::STOWED) && kind == AttackKind::Stunt {
        refuse(&AttackKeys::STOWED, "a stunt is nothing that lies in a backpack");
    }
    if is_character {
        for key in [EffectKeys::HINDER_TEST, EffectKeys::ONGOING_TEST].into_iter().filter(|&key| attack.given(key)) {
            refuse(&key, "Creatures test their skill, whatever ails them");
        }
        if matches!(kind, AttackKind::Spell | AttackKind::Stunt) && !attack.given(AttackKeys::TEST) {
            refuse(&AttackKeys::TEST, "a Character's spell or stunt needs the attribute that it tests");
        }
    } else if attack.find(AttackEffectKeys::DEMAND) == Some(true) {
        refuse(&AttackEffectKeys::DEMAND, "is for Characters alone: they test no morale");
    }
}
