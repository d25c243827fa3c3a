//! Strikes and spells, and the effects of hits (WOUNDS-29 to WOUNDS-33, WOUNDS-36, WOUNDS-38, WOUNDS-46 to WOUNDS-54,
//! WOUNDS-62).

use serde::Serialize;

use super::Wounds;
use super::body::HINDERED;
use super::event::{Applies, Event, Left};
use super::injury::{Arm, Conditions, Injury};
use super::means::Tool;
use super::metrics::{CRITICALS, INJURIES, STRESS_DAMAGE, STRIKES_AND_HITS, WOUND_DAMAGE};
use super::resolve::Fight;
use super::sheet::{Attack, Harm, Knobs, Sheet};
use super::words::{AttackKind, Score, SpellAgainst};
use crate::dice::{Dice, Meaning};
use crate::skirmish::Roster;
use crate::trace::Trace;
use crate::who::Who;

/// A rolled hit that has not taken effect yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Blow {
    /// The damage in points, after Armour and the multiplier of a critical.
    pub(super) damage: i32,
    /// Whether the damage goes directly to Wound Points (WOUNDS-33, WOUNDS-48).
    pub(super) spares_stress: bool,
    pub(super) injury: Option<RolledInjury>,
}

/// The points that a blow has taken off a combatant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loss {
    pub(super) stress: i32,
    pub(super) wounds: i32,
    /// Whether it is the combatant's worst wound so far (WOUNDS-38).
    pub(super) is_worst: bool,
}

/// The numbers that decide a strike at a target.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Odds {
    /// The bonus that is added to the d20.
    bonus: i32,
    /// The target's Defense.
    defense: i32,
    /// The damage that the target's Armour takes off.
    armour: i32,
    /// The least natural d20 that hits, and the least that is a critical.
    least: i32,
    least_critical: i32,
}

impl Odds {
    /// The odds of a strike with `bonus` at a target with the given Defense and Armour (WOUNDS-31, WOUNDS-46).
    #[inline]
    pub(super) fn new(knobs: &Knobs, attack: &Attack, bonus: i32, defense: i32, armour: i32) -> Self {
        let least = (defense - bonus).min(knobs.needed_max).max(knobs.needed_min);
        let armour = attack.harm.left_of_armour(armour);
        Self { bonus, defense, armour, least, least_critical: least.max(attack.critical_on) }
    }
}

/// The odds of all attacks against all targets while the numbers of the sheets are unchanged, computed once for
/// look-up.
#[derive(Debug, Clone)]
pub(super) struct SheetOdds {
    /// Indexed by [`Attack::odds`] plus the index of the target.
    odds: Box<[Odds]>,
}

impl SheetOdds {
    pub(super) fn new(knobs: &Knobs, sheets: &Roster<Sheet>) -> Self {
        let of =
            |attack: &Attack, target: &Sheet| Odds::new(knobs, attack, attack.bonus, target.defense, target.armour);
        let attacks = sheets.iter().flat_map(|striker| &striker.attacks);
        Self { odds: attacks.flat_map(|attack| sheets.iter().map(move |target| of(attack, target))).collect() }
    }

    #[inline]
    pub(super) fn of(&self, attack: &Attack, target: Who) -> Odds {
        self.odds[attack.odds as usize + target.index()]
    }
}

/// A rolled injury that has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RolledInjury {
    table: u8,
    row: u16,
    arm: Option<Arm>,
    /// The points that are taken off each of the scores that the injury names.
    damage: i32,
}

/// The occasion of a strike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StrikeOf {
    Turn,
    /// A Reposte against an opponent that enters a threat range (WOUNDS-21).
    Entry,
    /// A Reposte against an opponent that has attacked a combatant in Full-Defense (WOUNDS-19).
    Reposte,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// Makes a strike with the attack of index `at` and rolls all its dice (the ledger's "Strike"); `None` if it
    /// misses.
    #[inline]
    pub(super) fn strike(&mut self, who: Who, at: usize, target: Who, part: StrikeOf) -> Option<Blow> {
        let attack = &self.sheet(who).attacks[at];
        self.apply_rules(|fight| {
            let of_attack =
                [("WOUNDS-25", true), ("WOUNDS-31", true), ("WOUNDS-12", attack.kind == AttackKind::Thrown)];
            let hindering = fight.body(who).conditions.rules(HINDERED);
            of_attack.into_iter().chain(hindering).chain(fight.rules_of_defense(target))
        });
        let Odds { bonus, defense, armour, least, least_critical } = self.odds(who, attack, target);
        let [hits, is_critical] = self.dice.draw_of(Meaning::new("strike", [least, least_critical]), |dice| {
            let natural = dice.die(20) as i32;
            Some([natural >= least, natural >= least_critical])
        });
        self.trace.count_each(STRIKES_AND_HITS, &[1, u32::from(hits)]);
        self.tell(|rules, fight| Event::Strike {
            who: rules.named(who),
            target: rules.named(target),
            occasion: part,
            attack: &rules.names[who].attacks[at],
            attack_kind: attack.kind,
            roll: fight.sum(bonus),
            needed: defense,
            hits,
            critical: is_critical,
            deed: rules.deed_with(who, Tool::Attack(at as u8)),
        });
        match (hits, is_critical) {
            (false, _) => None,
            (true, false) => Some(self.plain_blow(&attack.harm, armour)),
            (true, true) => Some(self.critical_blow(attack, armour, target)),
        }
    }

    /// The rules of a target's Defense (WOUNDS-01, WOUNDS-18, WOUNDS-29, WOUNDS-56).
    fn rules_of_defense(&self, target: Who) -> [Applies; 4] {
        [
            ("WOUNDS-29", true),
            ("WOUNDS-01", self.state.surprised.contains(target)),
            ("WOUNDS-18", self.state.this_round.guarded.contains(target)),
            ("WOUNDS-56", self.body(target).conditions.any_of(Conditions::PRONE)),
        ]
    }

    /// The faces of a d20 that hit a target, criticals included, and those that are criticals (WOUNDS-31, WOUNDS-46).
    pub(super) fn faces_of_strike(&self, who: Who, attack: &Attack, target: Who) -> [i64; 2] {
        let Odds { least, least_critical, .. } = self.odds(who, attack, target);
        [least, least_critical].map(|least| i64::from((21_i32.saturating_sub(least)).clamp(0, 20)))
    }

    #[inline(always)]
    fn odds(&self, who: Who, attack: &Attack, target: Who) -> Odds {
        if self.is_sound(who) && self.has_defense_of_sheet(target) {
            return self.rules.odds.of(attack, target);
        }
        let bonus = attack.bonus + self.attack_change(who, attack.ability);
        Odds::new(&self.rules.knobs, attack, bonus, self.defense(target), self.sheet(target).armour)
    }

    /// Rolls the damage of a hit, at least 0 (WOUNDS-32).
    #[inline(always)]
    fn roll_damage(&mut self, harm: &Harm) -> i32 {
        let damage = harm.damage;
        self.dice.draw_of(Meaning::of_sum("damage", damage), |dice| Some(dice.sum(damage).max(0)))
    }

    /// Rolls a hit that is not critical, or a spell that has succeeded (WOUNDS-30, WOUNDS-33).
    #[inline(always)]
    fn plain_blow(&mut self, harm: &Harm, armour: i32) -> Blow {
        let damage = (self.roll_damage(harm) - armour).max(self.rules.knobs.minimum_damage);
        if !harm.bypasses_stress {
            self.trace.rule("WOUNDS-32");
        }
        self.tell_damage(harm, armour, 1, damage);
        Blow { damage, spares_stress: harm.bypasses_stress, injury: None }
    }

    /// Tells the damage of a hit or a spell (WOUNDS-30, WOUNDS-33).
    #[inline(always)]
    fn tell_damage(&mut self, harm: &Harm, armour: i32, multiplier: i32, damage: i32) {
        self.apply_rules(|fight| {
            let has_minimum = fight.rules.knobs.minimum_damage > 0;
            let of_armour = armour > 0 || harm.ignores_armour || has_minimum;
            [("WOUNDS-30", of_armour), ("WOUNDS-33", harm.bypasses_stress)]
        });
        self.tell(|rules, fight| Event::Damage {
            roll: fight.roll(harm.damage),
            multiplier,
            armour,
            armour_before_multiplier: rules.knobs.armour_before_multiplier && multiplier > 1,
            damage,
        });
    }

    /// Rolls a critical hit (WOUNDS-46 to WOUNDS-49).
    fn critical_blow(&mut self, attack: &Attack, armour: i32, target: Who) -> Blow {
        let (knobs, harm, multiplier) = (&self.rules.knobs, &attack.harm, attack.critical_multiplier);
        self.trace.count(CRITICALS, 1);
        let rolled = self.roll_damage(harm);
        let enlarged = if knobs.armour_before_multiplier {
            (rolled - armour).max(0) * multiplier
        } else {
            rolled * multiplier - armour
        };
        let damage = enlarged.max(knobs.minimum_damage);
        let chance = if knobs.injury_chance_before_armour { rolled * multiplier } else { damage };
        for rule in ["WOUNDS-46", "WOUNDS-47", "WOUNDS-48"] {
            self.trace.rule(rule);
        }
        self.tell_damage(harm, armour, multiplier, damage);
        let injury = if damage > 0 { self.roll_injury(attack, chance, target) } else { None };
        Blow { damage, spares_stress: true, injury }
    }

    /// Rolls whether a critical hit injures the target, and which injury it is (WOUNDS-49 to WOUNDS-52, WOUNDS-54).
    /// `None` if there is no injury with an effect.
    fn roll_injury(&mut self, attack: &Attack, chance: i32, target: Who) -> Option<RolledInjury> {
        let rules = self.rules;
        self.trace.rule("WOUNDS-49");
        let is_injured =
            self.dice.draw_of(Meaning::new("injured", [chance]), |dice| Some(dice.die(100) as i32 <= chance));
        if is_injured && attack.injury_table.is_none() {
            self.trace.rule("WOUNDS-50");
            self.trace.rule("WOUNDS-51");
        }
        self.tell(|rules, fight| Event::InjuryRoll {
            who: rules.named(target),
            chance,
            faces: fight.faces(),
            injured: is_injured,
            has_table: attack.injury_table.is_some(),
        });
        if !is_injured {
            return None;
        }
        self.trace.count(INJURIES, 1);
        let table = usize::from(attack.injury_table?);
        let of_type = &rules.injury_tables[table];
        self.trace.rule("WOUNDS-50");
        self.trace.rule("WOUNDS-51");
        if of_type.is_built_in {
            self.trace.rule("WOUNDS-52");
        }
        let row =
            self.dice.draw_of(Meaning::new("injury", [table as i32]), |dice| Some(of_type.row(dice.die(of_type.die))));
        let injury = &of_type.injuries[row];
        self.tell(|rules, fight| Event::InjuryNumber {
            who: rules.named(target),
            die: of_type.die,
            faces: fight.faces(),
            injury: &injury.name,
        });
        let arm = injury.is_of_arm.then(|| {
            self.trace.rule("WOUNDS-54");
            let arm = self
                .dice
                .draw_of(Meaning::new("arm", []), |dice| Some(if dice.die(4) <= 2 { Arm::Main } else { Arm::Off }));
            self.tell(|rules, fight| Event::ArmRoll { who: rules.named(target), faces: fight.faces(), arm });
            arm
        });
        let damage = self
            .dice
            .draw_of(Meaning::of_sum("injury damage", injury.damage), |dice| Some(dice.sum(injury.damage).max(0)));
        if !injury.scores.is_empty() {
            self.trace.rule("WOUNDS-53");
            self.tell(|_, fight| Event::ScoreDamage { roll: fight.roll(injury.damage), damage });
        }
        Some(RolledInjury { table: table as u8, row: row as u16, arm, damage })
    }

    /// Rolls a spell that has already been paid for, and its damage (WOUNDS-36); `None` if the spell fails.
    pub(super) fn cast_at(&mut self, who: Who, at: usize, target: Who) -> Option<Blow> {
        let spell = &self.sheet(who).spells[at];
        let bonus = spell.bonus + self.attack_change(who, spell.ability);
        let needed = match spell.against {
            SpellAgainst::None => spell.tn,
            SpellAgainst::Defense => spell.tn.max(self.defense(target)),
        };
        self.apply_rules(|fight| {
            let hindering = fight.body(who).conditions.rules(HINDERED);
            let of_defense = (spell.against == SpellAgainst::Defense).then(|| fight.rules_of_defense(target));
            let of_spell = [("WOUNDS-25", true), ("WOUNDS-36", true)];
            of_spell.into_iter().chain(hindering).chain(of_defense.into_iter().flatten())
        });
        let works = self
            .dice
            .draw_of(Meaning::new("spell", [needed - bonus]), |dice| Some(dice.die(20) as i32 + bonus >= needed));
        self.tell(|rules, fight| Event::Spell {
            who: rules.named(who),
            target: rules.named(target),
            spell: &rules.names[who].spells[at],
            roll: fight.sum(bonus),
            needed,
            works,
            deed: rules.deed_with(who, Tool::Spell(at as u8)),
        });
        let armour = spell.harm.left_of_armour(self.sheet(target).armour);
        works.then(|| self.plain_blow(&spell.harm, armour))
    }

    /// Applies a hit or a spell of `by` to `who`: the loss of points, and the injury if there is one (WOUNDS-32,
    /// WOUNDS-33, WOUNDS-44, WOUNDS-48, WOUNDS-62). `with` is known to events alone.
    #[inline(always)]
    pub(super) fn take_harm(&mut self, by: Who, with: Tool, who: Who, blow: Blow) {
        let side = self.side(who);
        let loss = self.state.bodies[who].take(blow, &self.rules.knobs);
        self.trace.count(STRESS_DAMAGE.of(side), loss.stress as u32);
        self.trace.count(WOUND_DAMAGE.of(side), loss.wounds as u32);
        if loss.wounds > 0 {
            self.state.stabilised.remove(who);
            // The injury of this blow may lower the maximum of Wound Points, and has not taken effect yet.
            let bearable = self.bearable_wound(who);
            self.state.this_round.shaken.insert_if(who, loss.wounds > bearable);
        }
        self.trace.rule(if blow.spares_stress { "WOUNDS-38" } else { "WOUNDS-32" });
        if loss.is_worst {
            self.trace.rule("WOUNDS-38");
        }
        self.tell(|rules, fight| {
            let (deed, body) = (rules.deed_with(by, with), fight.body(who));
            let unspent = blow.damage - loss.stress - loss.wounds;
            Event::Harm {
                who: rules.named(who),
                by: rules.named(by),
                stress: loss.stress,
                wounds: loss.wounds,
                left: Left::of(body),
                losses: [
                    Wounds::loss_of_stress(deed, who, loss.stress, unspent),
                    rules.loss_of_wounds(deed, who, loss.wounds, body.wounds),
                ],
            }
        });
        if let Some(injury) = blow.injury {
            self.take_injury(by, with, who, injury);
        }
    }

    /// The most Wound Points that a single hit can take off a combatant without giving it cause to waver (WOUNDS-62).
    #[inline]
    fn bearable_wound(&self, who: Who) -> i32 {
        let sheet = self.sheet(who);
        if !sheet.has_morale {
            return i32::MAX;
        }
        let wounds_max = self.body(who).wounds_max(sheet);
        (i64::from(self.rules.knobs.morale_hit_percent) * i64::from(wounds_max) / 100) as i32
    }

    /// Applies an injury, which lasts for the rest of the fight (WOUNDS-53 to WOUNDS-60). What caused it, `by` and `with`, is known to
    /// events alone.
    fn take_injury(&mut self, by: Who, with: Tool, who: Who, rolled: RolledInjury) {
        let rules = self.rules;
        let injury: &'a Injury = &rules.injury_tables[usize::from(rolled.table)].injuries[usize::from(rolled.row)];
        let body = &mut self.state.bodies[who];
        let wounds_before = body.wounds;
        let arm = rolled.arm.map_or(Conditions::NONE, Arm::condition);
        body.conditions = body.conditions.with(Conditions::INJURED).with(injury.conditions).with(arm);
        body.injury_attack += injury.attack;
        body.injury_defense += injury.defense;
        for &score in &injury.scores {
            self.damage_score(who, score, rolled.damage);
        }
        self.apply_rules(|_| {
            let of_injury = [("WOUNDS-51", true), ("WOUNDS-53", !injury.scores.is_empty())];
            of_injury.into_iter().chain(injury.conditions.rules(injury.conditions))
        });
        self.tell(|rules, fight| {
            let left = fight.body(who).wounds;
            let loss = rules.loss_of_wounds(rules.deed_with(by, with), who, wounds_before - left, left);
            rules.injury(who, injury, rolled.arm, fight.state, loss)
        });
    }

    /// Takes points off an injured score; a loss of Strength also limits Wound Points (WOUNDS-53).
    fn damage_score(&mut self, who: Who, score: Score, damage: i32) {
        let (knobs, sheet) = (&self.rules.knobs, self.sheet(who));
        let body = &mut self.state.bodies[who];
        let lost = damage.min(body.score(sheet, score) - 1);
        // A score is at most 100, so that the points taken off it fit into a byte.
        body.score_damage[score as usize] += lost as u8;
        if score == Score::Strength {
            if knobs.strength_damage_loses {
                body.wounds -= lost;
            }
            body.wounds = body.wounds.min(body.wounds_max(sheet));
        }
    }
}
