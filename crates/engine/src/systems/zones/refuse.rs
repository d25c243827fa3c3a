//! What is wrong in combination only (the ledger's "Bad input").

use super::field::ZoneId;
use super::file::{ALWAYS, Block, File, STR, UNARMED};
use super::scenario::{Affects, AttackKind, CapacityCounts, Hinderance, MoraleFailure, Policy};
use crate::outcome::Side;
use crate::scenario::{Problem, Section};
use crate::skirmish::{count_of, refuse_muster};

impl<'a> File<'a> {
    /// Refuses what is wrong in combination only.
    pub(super) fn refuse(&self, problems: &mut Vec<Problem>) {
        self.refuse_zones(problems);
        let tables: Vec<&Section<'_>> = self.blocks.iter().map(|block| &block.section).collect();
        refuse_muster(&self.root, &tables, problems);
        for block in &self.blocks {
            self.refuse_block(block, problems);
        }
        self.refuse_crowds(problems);
        if self.rules.word("morale_failure") == Some(MoraleFailure::Retreat) && !self.has_exit(Side::Enemies) {
            let reason = "no zone is an exit of the enemies, so that they could retreat nowhere";
            problems.push(self.rules.refused("morale_failure", reason));
        }
    }

    // The battlefield.

    fn refuse_zones(&self, problems: &mut Vec<Problem>) {
        if self.root.given("zones") && self.zones.is_empty() {
            let reason = "there must be at least one zone; leave the key out for three in a line";
            problems.push(self.root.refused("zones", reason));
        }
        let before = problems.len();
        for zone in &self.zones {
            for (neighbour, span) in zone.ids("adjacent").unwrap_or_default() {
                let path = zone.path_of("adjacent");
                if zone.text("id") == Some(neighbour) {
                    problems.push(Problem::refused(span, path, "a zone cannot border on itself"));
                } else if self.zone_id(neighbour).is_none() {
                    problems.push(Problem::refused(span, path, self.unknown_zone(neighbour)));
                }
            }
            let hazard = zone.section("hazard");
            if hazard.exists() {
                refuse_hazard(&hazard, problems);
            }
        }
        if problems.len() == before && !self.zones.is_empty() && self.field().is_none() {
            let reason = "not every zone can be reached from the first: `adjacent` leaves a gap";
            problems.push(self.root.refused("zones", reason));
        }
    }

    fn unknown_zone(&self, zone: &str) -> String {
        let known: Vec<&str> = self.zone_names();
        format!(
            "there is no zone `{zone}`, only {}",
            known.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
        )
    }

    // Who fights.

    fn refuse_block(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let section = &block.section;
        if let Some(zone) = section.text("zone").filter(|zone| self.zone_id(zone).is_none()) {
            problems.push(section.refused("zone", self.unknown_zone(zone)));
        }
        let Some(side) = block.side else { return };
        if !self.has_exit(side) {
            let reason = format!("no zone is an exit of the {side}");
            if section.word("policy") == Some(Policy::Retreat) {
                problems.push(section.refused("policy", reason.as_str()));
            }
            if section.int("retreat_below").is_some_and(|percent| percent > 0) {
                problems.push(section.refused("retreat_below", reason));
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
        for key in ["skill", "hit_dr_mod", "avoid_dr_mod", "fearless", "leader"] {
            if section.given(key) {
                problems.push(section.refused(key, "is a Creature's; this combatant is of the party"));
            }
        }
        if !section.given("attributes") {
            problems
                .push(section.refused("attributes", "a Character needs its attributes, `str` and `dex` among them"));
            return;
        }
        let attributes = section.int_map("attributes");
        let mut told: Vec<&str> = Vec::new();
        for (name, what) in self.attributes_needed(block) {
            let has = attributes.iter().any(|(known, _, _)| *known == name)
                || section.node("attributes").is_some_and(|map| map.get(name).is_some());
            if !has && !told.contains(&name) {
                told.push(name);
                problems.push(section.refused("attributes", format!("lacks `{name}`, which {what} asks for")));
            }
        }
    }

    /// Every attribute that this Character may have to test, and what asks for it.
    fn attributes_needed(&self, block: &Block<'a>) -> Vec<(&'a str, String)> {
        let mut needed: Vec<(&str, String)> = ALWAYS.map(|name| (name, "every Character".to_owned())).to_vec();
        for attack in &block.attacks {
            needed.extend(attack.text("test").map(|test| (test, format!("`{}`", attack.path_of("test")))));
        }
        for creature in self.blocks.iter().filter(|block| block.side == Some(Side::Enemies)) {
            for attack in &creature.attacks {
                needed.extend(attack.text("test").map(|test| (test, format!("`{}`", attack.path_of("test")))));
                needed.extend(tests_of_effects(attack));
            }
        }
        for hazard in self.zones.iter().map(|zone| zone.section("hazard")).filter(Section::exists) {
            if hazard.word("affects") != Some(Affects::Enemies) {
                needed.extend(hazard.text("test").map(|test| (test, format!("`{}`", hazard.path_of("test")))));
                needed.extend(tests_of_effects(&hazard));
            }
        }
        needed
    }

    /// More combatants than fit into the Zone in which they start (ZONES-10).
    fn refuse_crowds(&self, problems: &mut Vec<Problem>) {
        let by_side = self.rules.word("capacity_counts") == Some(CapacityCounts::Side);
        for (index, zone) in self.zones.iter().enumerate() {
            let Some(capacity) = zone.int("capacity") else { continue };
            let starting = |side: Side| -> usize {
                let here = self
                    .blocks
                    .iter()
                    .filter(|block| block.side == Some(side) && self.start(block) == Some(index as ZoneId));
                here.map(|block| count_of(&block.section)).sum()
            };
            let [party, enemies] = Side::ALL.map(starting);
            let most = if by_side { party.max(enemies) } else { party + enemies };
            if most as i64 > capacity {
                let reason = format!("{most} combatants start in this zone, which holds {capacity}");
                problems.push(zone.refused("capacity", reason));
            }
        }
    }
}

/// What an attack or a hazard may bring beside damage.
struct Effects<'a, 'b> {
    section: &'b Section<'a>,
}

impl Effects<'_, '_> {
    fn hinders(&self) -> bool {
        self.section.given("hinder")
    }

    fn is_ongoing(&self) -> bool {
        self.section.bool("ongoing") == Some(true)
    }

    fn refuse(&self, problems: &mut Vec<Problem>) {
        let mut refuse = |keys: &[&str], reason: &str| {
            for key in keys.iter().filter(|key| self.section.given(key)) {
                problems.push(self.section.refused(key, reason));
            }
        };
        if !self.hinders() {
            refuse(&["hinder_test", "hinder_dr", "hinder_needs_action"], "has no meaning without `hinder`");
        }
        if !self.is_ongoing() {
            let keys = ["ongoing_amount", "ongoing_test", "ongoing_dr"];
            refuse(&keys, "has no meaning without `ongoing = true`");
        }
        let hinderance = self.section.word::<Hinderance>("hinder");
        if matches!(hinderance, Some(Hinderance::Distracted | Hinderance::Paralysed))
            && self.section.bool("hinder_needs_action") == Some(true)
        {
            let reason = "such a hinderance takes all Actions away, so that it could never end";
            problems.push(self.section.refused("hinder_needs_action", reason));
        }
    }
}

/// Attributes that its sufferers test, where they are Characters, and what asks for them.
fn tests_of_effects<'a>(section: &Section<'a>) -> Vec<(&'a str, String)> {
    let effects = Effects { section };
    let of = |there: bool, key: &str| {
        there.then(|| (section.text(key).unwrap_or(ALWAYS[STR]), format!("`{}`", section.path_of(key))))
    };
    of(effects.hinders(), "hinder_test").into_iter().chain(of(effects.is_ongoing(), "ongoing_test")).collect()
}

fn refuse_creature(block: &Block<'_>, problems: &mut Vec<Problem>) {
    let section = &block.section;
    if section.given("attributes") {
        let reason = "are a Character's; this combatant is of the enemies and tests its `skill`";
        problems.push(section.refused("attributes", reason));
    }
    if !section.given("skill") {
        problems.push(section.refused("skill", "a Creature needs its `skill`"));
    }
    if block.attacks.is_empty() {
        problems.push(section.refused("attacks", "a Creature without attacks could only stand there"));
    }
}

fn refuse_hazard(hazard: &Section<'_>, problems: &mut Vec<Problem>) {
    let effects = Effects { section: hazard };
    effects.refuse(problems);
    if !hazard.given("test") && hazard.word("affects") != Some(Affects::Enemies) {
        problems.push(hazard.refused("test", "a hazard that affects Characters needs the attribute that they test"));
    }
    if !hazard.given("damage") && !effects.hinders() && !effects.is_ongoing() {
        let reason = "does nothing: it needs `damage`, `hinder` or `ongoing`";
        problems.push(Problem::refused(hazard.whole(), hazard.path(), reason));
    }
}

fn refuse_attack(attack: &Section<'_>, side: Side, problems: &mut Vec<Problem>) {
    let effects = Effects { section: attack };
    effects.refuse(problems);
    let Some(kind) = attack.word::<AttackKind>("kind") else { return };
    let is_character = side == Side::Party;
    let mut refuse = |key: &str, reason: &str| problems.push(attack.refused(key, reason));
    if attack.text("id") == Some(UNARMED) {
        refuse("id", "is the name of bare hands, which need no entry");
    }
    match (kind, attack.int("range")) {
        (AttackKind::Melee, Some(1..)) => refuse("range", "a melee attack reaches its own zone alone"),
        (AttackKind::Ranged, Some(..=0)) => refuse("range", "a ranged attack reaches at least 1 zone"),
        _ => {}
    }
    let has_effect = effects.hinders()
        || effects.is_ongoing()
        || attack.bool("push") == Some(true)
        || attack.bool("demand") == Some(true);
    let has_damage = attack.given("damage");
    match kind {
        AttackKind::Melee | AttackKind::Ranged if !has_damage => refuse("damage", "is required for melee and ranged"),
        AttackKind::Stunt if has_damage => refuse("damage", "a stunt is no attack and deals no damage"),
        AttackKind::Stunt if !has_effect => {
            refuse("kind", "a stunt needs an effect: `hinder`, `ongoing`, `push` or `demand`");
        }
        AttackKind::Spell if !has_damage && !has_effect => refuse("kind", "a spell needs `damage` or an effect"),
        _ => {}
    }
    if attack.given("off_hand_damage") && kind != AttackKind::Melee {
        refuse("off_hand_damage", "is for melee alone");
    }
    let is_weapon = is_character && matches!(kind, AttackKind::Melee | AttackKind::Ranged);
    if attack.given("usage") && !is_weapon {
        refuse("usage", "is for a Character's melee and ranged attacks alone");
    }
    if is_character {
        for key in ["hinder_test", "ongoing_test"].into_iter().filter(|key| attack.given(key)) {
            refuse(key, "Creatures test their skill, whatever ails them");
        }
        if matches!(kind, AttackKind::Spell | AttackKind::Stunt) && !attack.given("test") {
            refuse("test", "a Character's spell or stunt needs the attribute that it tests");
        }
    } else if attack.bool("demand") == Some(true) {
        refuse("demand", "is for Characters alone: they test no morale");
    }
}
