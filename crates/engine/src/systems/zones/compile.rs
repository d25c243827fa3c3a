//! From a validated scenario to a compiled fight.

use super::ailment::{Ailment, Source, SourceId};
use super::blow::Blows;
use super::field::{Field, Group, Hazard, ZoneId};
use super::file::{ALWAYS, Block, DEX, File, STR, UNARMED};
use super::metrics::metrics;
use super::scenario::{
    Affects, AtZeroHp, AttackKind, COMBATANTS_MAX, CreatureStunts, CritConstant, HazardWhen, Hinderance, Initiative,
    ItemUse, MoraleTrigger, OngoingDamage, ParalysedAvoid, Policy, Reaction, RecoverAt, Surprised, Target, ZONES_MAX,
};
use super::state::{Fighter, NOBODY, State};
use super::{Attack, Damage, Item, Knobs, Morale, Names, Sheet, Tester, Zones};
use crate::dice::{DiceExpr, Slot};
use crate::outcome::{Combatant, EndState, Side};
use crate::ruleset::Outline;
use crate::scenario::{Problem, Scenario, Section, combatants_of};

/// Compiles a validated scenario. What is wrong in combination is told even where single values are wrong as well.
pub(super) fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Zones> {
    let file = File::new(scenario);
    if file.zones.len() > ZONES_MAX {
        // Told already, and more than sets of zones can hold.
        return None;
    }
    file.refuse(problems);
    if problems.is_empty() { file.compile() } else { None }
}

impl File<'_> {
    fn compile(&self) -> Option<Zones> {
        let mut compiler = Compiler::new(self)?;
        let knobs = self.knobs()?;
        let field = compiler.field()?;
        for block in &self.blocks {
            compiler.add(block)?;
        }
        let Compiler { sheets, sources, names, opening, combatants, mut fearless, leaders, .. } = compiler;
        let mut members = [0; 2];
        for (who, sheet) in sheets.iter().enumerate() {
            members[sheet.side.index()] |= 1 << who;
        }
        fearless &= members[Side::Enemies.index()];
        let tracks_focus =
            Side::ALL.map(|side| sheets.iter().any(|sheet| sheet.side == side && sheet.target == Target::Focus));
        let sheets: Vec<Sheet> = (0..COMBATANTS_MAX).map(|who| sheets.get(who).unwrap_or(&sheets[0]).clone()).collect();
        let blows = Blows::new(&sheets, &field, &knobs);
        let sheets = sheets.into_boxed_slice().try_into().ok()?;
        let mut opening = opening;
        opening.is_first_round = knobs.surprised.is_some() || knobs.rolls_each_round;
        Some(Zones {
            knobs,
            field,
            sheets,
            blows,
            sources,
            members,
            fearless,
            leaders,
            tracks_focus,
            opening,
            outline: Outline { combatants, metrics: metrics(), rounds_max: self.rules.int("max_rounds")? as u32 },
            names,
        })
    }

    fn knobs(&self) -> Option<Knobs> {
        let rules = &self.rules;
        let int = |key: &str| rules.int(key);
        let at_zero = |key: &str| {
            Some(match rules.word::<AtZeroHp>(key)? {
                AtZeroHp::Dead => EndState::Dead,
                AtZeroHp::Down => EndState::Down,
            })
        };
        let fights_up_to = int("reaction_fights_up_to")? as u32;
        Some(Knobs {
            surprised: match rules.word("surprised")? {
                Surprised::None => None,
                Surprised::Party => Some(Side::Party),
                Surprised::Enemies => Some(Side::Enemies),
            },
            enemies_begin_max: int("enemies_begin_max")? as u32,
            rolls_each_round: rules.word::<Initiative>("initiative")? == Initiative::EachRound,
            ties: rules.word("initiative_ties")?,
            capacity_counts: rules.word("capacity_counts")?,
            close_shot_disadvantage: rules.bool("close_shot_disadvantage")?,
            mirror_disadvantage: rules.bool("mirror_disadvantage")?,
            crit_multiplier: int("crit_multiplier")? as i32,
            avoid_fumble_multiplier: int("avoid_fumble_multiplier")? as i32,
            constant_once: rules.word::<CritConstant>("crit_constant")? == CritConstant::Once,
            natural_one_misses: rules.bool("natural_one_misses")?,
            free_attacks: rules.word("free_attacks")?,
            creatures_provoke: rules.bool("creatures_provoke")?,
            recovers_at_start: rules.word::<RecoverAt>("recover_at")? == RecoverAt::TurnStart,
            paralysed_fails: rules.word::<ParalysedAvoid>("paralysed_avoid")? == ParalysedAvoid::Fail,
            at_zero_hp: [at_zero("party_at_zero_hp")?, at_zero("enemies_at_zero_hp")?],
            reaction: (rules.word::<Reaction>("reaction")? == Reaction::Roll).then_some(fights_up_to),
            morale: self.morale()?,
        })
    }

    fn morale(&self) -> Option<Morale> {
        let triggers: Vec<MoraleTrigger> = self.rules.words("morale_triggers")?;
        let of_side = triggers.iter().filter(|trigger| **trigger != MoraleTrigger::OwnHalf);
        Some(Morale {
            difficulty: self.rules.int("morale_dr")? as i16,
            side_triggers: of_side.fold(0, |set, &trigger| set | 1 << trigger as u8),
            on_own_half: triggers.contains(&MoraleTrigger::OwnHalf),
            scope: self.rules.word("morale_scope")?,
            failure: self.rules.word("morale_failure")?,
        })
    }
}

/// Puts the parts together.
struct Compiler<'a, 'b> {
    file: &'b File<'a>,
    /// Every attribute that somebody has or tests, `str` and `dex` first.
    attributes: Vec<String>,
    sheets: Vec<Sheet>,
    sources: Vec<Source>,
    names: Names,
    opening: State,
    combatants: Vec<Combatant>,
    fearless: Group,
    leaders: Group,
}

impl<'a, 'b> Compiler<'a, 'b> {
    fn new(file: &'b File<'a>) -> Option<Self> {
        let mut attributes: Vec<String> = ALWAYS.map(str::to_owned).to_vec();
        let sheets = file.blocks.iter().flat_map(|block| block.section.int_map("attributes"));
        for (name, _, _) in sheets {
            if attributes.iter().all(|known| known != name) {
                attributes.push(name.to_owned());
            }
        }
        let names = Names { attributes: attributes.clone(), attacks: Vec::new(), items: Vec::new() };
        // With nobody to test an attribute, its place does not matter.
        u8::try_from(attributes.len()).ok()?;
        Some(Self {
            file,
            attributes,
            sheets: Vec::new(),
            sources: Vec::new(),
            names,
            opening: State::default(),
            combatants: Vec::new(),
            fearless: 0,
            leaders: 0,
        })
    }

    /// The place of an attribute; `str` where no Character has it, so that only Creatures can meet it.
    fn attribute(&self, name: &str) -> u8 {
        self.attributes.iter().position(|known| known == name).unwrap_or(STR) as u8
    }

    fn recover_difficulty(&self, section: &Section<'_>, key: &str) -> Option<i16> {
        let difficulty = if section.given(key) { section.int(key)? } else { self.file.rules.int("recover_dr")? };
        Some(difficulty as i16)
    }

    /// Gives equal sources the same place.
    fn source(&mut self, source: Source) -> SourceId {
        let known = self.sources.iter().position(|known| *known == source);
        known.unwrap_or_else(|| {
            self.sources.push(source);
            self.sources.len() - 1
        }) as SourceId
    }

    /// The hinderance of an attack or a hazard, if it brings one.
    fn hinder(&mut self, section: &Section<'_>) -> Option<(Ailment, SourceId)> {
        let hinderance: Hinderance = section.word("hinder")?;
        let source = Source {
            test: self.attribute(section.text("hinder_test").unwrap_or(ALWAYS[STR])),
            difficulty: self.recover_difficulty(section, "hinder_dr")?,
            needs_action: section.bool("hinder_needs_action")?,
            amount: None,
        };
        Some((hinderance.into(), self.source(source)))
    }

    /// The Ongoing Damage of an attack or a hazard, if it starts any. `level` is that of the attacker; a hazard has none
    /// (ZONES-31).
    fn ongoing(&mut self, section: &Section<'_>, level: Option<u16>) -> Option<SourceId> {
        if !section.bool("ongoing")? {
            return None;
        }
        let of_rules = match self.file.rules.word("ongoing_damage")? {
            OngoingDamage::VictimLevel => None,
            OngoingDamage::AttackerLevel => level,
        };
        let source = Source {
            test: self.attribute(section.text("ongoing_test").unwrap_or(ALWAYS[STR])),
            difficulty: self.recover_difficulty(section, "ongoing_dr")?,
            needs_action: false,
            amount: section.int("ongoing_amount").map_or(of_rules, |amount| Some(amount as u16)),
        };
        Some(self.source(source))
    }

    /// The battlefield with its hazards.
    fn field(&mut self) -> Option<Field> {
        let mut zones = self.file.bare_zones();
        for (zone, section) in zones.iter_mut().zip(&self.file.zones) {
            let hazard = section.section("hazard");
            if hazard.exists() {
                zone.hazard = Some(self.hazard(&hazard)?);
            }
        }
        Field::new(zones)
    }

    fn hazard(&mut self, section: &Section<'_>) -> Option<Hazard> {
        let when: HazardWhen = section.word("when")?;
        Some(Hazard {
            acts_at_turn_start: when != HazardWhen::Enter,
            acts_on_entry: when != HazardWhen::TurnStart,
            affects: match section.word("affects")? {
                Affects::All => [true, true],
                Affects::Party => [true, false],
                Affects::Enemies => [false, true],
            },
            test: self.attribute(section.text("test").unwrap_or(ALWAYS[STR])),
            difficulty: section.int("dr")? as i16,
            damage: section.dice("damage"),
            hinder: self.hinder(section),
            ongoing: self.ongoing(section, None),
        })
    }

    /// Adds the combatants of a block.
    fn add(&mut self, block: &Block<'_>) -> Option<()> {
        let side = block.side?;
        let zone = self.file.start(block)?;
        for combatant in combatants_of(&block.section, side) {
            let who = self.sheets.len();
            let sheet = self.sheet(block, side)?;
            self.combatants.push(combatant);
            self.place(who, zone, &sheet);
            self.fearless |= Group::from(block.section.bool("fearless")?) << who;
            self.leaders |= Group::from(block.section.bool("leader")?) << who;
            self.names.attacks.push(names_of(&block.attacks, (side == Side::Party).then_some(UNARMED)));
            self.names.items.push(names_of(&block.items, None));
            self.sheets.push(sheet);
        }
        Some(())
    }

    /// Puts a combatant into the opening state.
    fn place(&mut self, who: usize, zone: ZoneId, sheet: &Sheet) {
        let opening = &mut self.opening;
        opening.fighters[who] = Fighter { hp: sheet.hp, zone, ..Fighter::default() };
        opening.at[usize::from(zone)] |= 1 << who;
        opening.standing |= 1 << who;
        opening.retreating |= Group::from(sheet.policy == Policy::Retreat) << who;
        debug_assert_eq!(opening.focus, [NOBODY; 2]);
    }

    fn sheet(&mut self, block: &Block<'_>, side: Side) -> Option<Sheet> {
        let section = &block.section;
        let level = section.int("level")? as u16;
        let skill = section.int("skill").unwrap_or(0) as i16;
        let bonuses = self.bonuses(section, side, skill);
        let first_counter = self.opening.counters.len() as u16;
        let mut attacks = Vec::new();
        for attack in &block.attacks {
            attacks.push(self.attack(attack, section, side, level, &bonuses)?);
        }
        let listed_attacks = (1 << attacks.len()) - 1;
        let is_limited = attacks.iter().any(|attack: &Attack| attack.uses.is_some() || attack.marks.is_some());
        let is_led_by_first =
            attacks.first().is_some_and(|first| first.harms && first.uses.is_none() && first.marks.is_none());
        if side == Side::Party {
            attacks.push(self.bare_hands(bonuses[STR])?);
        }
        let items = block.items.iter().map(|item| self.item(item)).collect::<Option<Vec<_>>>()?;
        let place = self.sheets.iter().filter(|sheet| sheet.side == side).count();
        Some(Sheet {
            side,
            hp: section.int("hp")? as i16,
            level,
            policy: section.word("policy")?,
            target: section.word("target")?,
            heal_below: section.int("heal_below")? as i32,
            retreat_below: section.int("retreat_below")? as i32,
            bonuses,
            skill,
            hit_difficulty_mod: section.int("hit_dr_mod")? as i16,
            attacks,
            listed_attacks,
            is_led_by_first,
            is_limited,
            items,
            counters: (first_counter, self.opening.counters.len() as u16),
            slot: Slot::turn(side, place),
        })
    }

    /// What Tests add, by attribute: a Creature's Skill for every one (ZONES-16, ZONES-17). Attributes that a Character
    /// lacks are never asked of it.
    fn bonuses(&self, section: &Section<'_>, side: Side, skill: i16) -> Vec<i16> {
        let map = section.int_map("attributes");
        let of =
            |name: &String| map.iter().find(|(known, _, _)| known == name).map_or(0, |(_, bonus, _)| *bonus as i16);
        match side {
            Side::Party => self.attributes.iter().map(of).collect(),
            Side::Enemies => vec![skill; self.attributes.len()],
        }
    }

    /// A new counter that starts at `value`.
    fn counter(&mut self, value: i64) -> u16 {
        self.opening.counters.push(value as u16);
        self.opening.counters.len() as u16 - 1
    }

    fn attack(
        &mut self,
        section: &Section<'_>,
        combatant: &Section<'_>,
        side: Side,
        level: u16,
        bonuses: &[i16],
    ) -> Option<Attack> {
        let kind: AttackKind = section.word("kind")?;
        let rules = self.file.rules;
        let stunts_are_avoided = rules.word::<CreatureStunts>("creature_stunts")? == CreatureStunts::Avoid;
        let is_avoided = side == Side::Enemies && (kind != AttackKind::Stunt || stunts_are_avoided);
        let usual = match (kind, side) {
            (AttackKind::Stunt, _) => "stunt_dr",
            (_, Side::Enemies) => "avoid_dr",
            (AttackKind::Melee, Side::Party) => "melee_dr",
            (AttackKind::Ranged, Side::Party) => "ranged_dr",
            (AttackKind::Spell, Side::Party) => "spell_dr",
        };
        let mut difficulty = if section.given("dr") { section.int("dr")? } else { rules.int(usual)? };
        if is_avoided {
            difficulty += combatant.int("avoid_dr_mod")?;
        }
        let usual_test = if side == Side::Party && kind == AttackKind::Melee { STR } else { DEX };
        let attribute = self.attribute(section.text("test").unwrap_or(ALWAYS[usual_test]));
        let tester = if is_avoided {
            Tester::Target { attribute }
        } else {
            Tester::Attacker { bonus: bonuses[usize::from(attribute)] }
        };
        let usual_range = if matches!(kind, AttackKind::Ranged | AttackKind::Spell) { 2 } else { 0 };
        let is_weapon = matches!(kind, AttackKind::Melee | AttackKind::Ranged);
        let is_strike = is_weapon || kind == AttackKind::Spell && rules.bool("spells_crit")?;
        let damage = section.dice("damage").map(|main| Damage { main, off_hand: section.dice("off_hand_damage") });
        let mut attack = Attack {
            kind,
            range: section.int("range").unwrap_or(usual_range) as u8,
            tester,
            difficulty: difficulty as i16,
            harms: self.harms(damage, is_strike, side)?,
            damage,
            is_strike,
            is_marked: is_weapon && side == Side::Party,
            is_unarmed: false,
            uses: section.int("uses").map(|uses| self.counter(uses)),
            marks: section.int("usage").map(|usage| self.counter(usage)),
            hinder: self.hinder(section),
            ongoing: self.ongoing(section, Some(level)),
            push: section.bool("push")?,
            demand: section.bool("demand")?,
            is_plain: false,
        };
        let has_effects = attack.hinder.is_some() || attack.ongoing.is_some() || attack.push || attack.demand;
        attack.is_plain = !has_effects && attack.uses.is_none() && attack.marks.is_none();
        Some(attack)
    }

    /// Whether a hit can take any HP, with a multiplier where naturals give one.
    fn harms(&self, damage: Option<Damage>, is_strike: bool, side: Side) -> Option<bool> {
        let rules = self.file.rules;
        let key = if side == Side::Party { "crit_multiplier" } else { "avoid_fumble_multiplier" };
        let multiplier = if is_strike { rules.int(key)? } else { 1 };
        let once = rules.word::<CritConstant>("crit_constant")? == CritConstant::Once;
        Some(damage.is_some_and(|damage| damage.greatest(multiplier, once) > 0))
    }

    /// Rule 30: melee with `str` that marks nothing.
    fn bare_hands(&self, strength: i16) -> Option<Attack> {
        let rules = self.file.rules;
        let damage = Some(Damage { main: rules.dice("unarmed_damage")?, off_hand: None });
        Some(Attack {
            kind: AttackKind::Melee,
            range: 0,
            tester: Tester::Attacker { bonus: strength },
            difficulty: rules.int("melee_dr")? as i16,
            harms: self.harms(damage, true, Side::Party)?,
            damage,
            is_strike: true,
            is_marked: false,
            is_unarmed: true,
            uses: None,
            marks: None,
            hinder: None,
            ongoing: None,
            push: false,
            demand: false,
            is_plain: true,
        })
    }

    fn item(&mut self, section: &Section<'_>) -> Option<Item> {
        let pieces = self.counter(section.int("count")?);
        let is_apart = self.file.rules.word::<ItemUse>("item_use")? == ItemUse::SeparateAction;
        let at_hand = (is_apart && section.bool("stowed")?).then(|| self.counter(0));
        let heal: DiceExpr = section.dice("heal")?;
        Some(Item { heal, pieces, at_hand })
    }
}

/// The ids of some tables, and what comes behind them.
fn names_of(sections: &[Section<'_>], last: Option<&str>) -> Vec<String> {
    let ids = sections.iter().filter_map(|section| section.text("id"));
    ids.chain(last).map(str::to_owned).collect()
}
