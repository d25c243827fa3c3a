//! From a validated scenario to a compiled fight.

use super::ailment::{Ailment, Source, SourceId};
use super::field::{Field, Hazard};
use super::file::{ALWAYS, Block, DEX, File, STR, UNARMED};
use super::metrics::METRICS;
use super::scenario::{
    Affects, AtZeroHp, AttackKind, CreatureStunts, CritConstant, HazardWhen, Hinderance, Initiative, ItemUse,
    MoraleTrigger, OngoingDamage, ParalysedAvoid, Policy, Reaction, RecoverAt, Surprised, Target, ZONES_MAX,
};
use super::state::{Fighter, NOBODY, Stage, State};
use super::verdict::Verdicts;
use super::{Attack, Damage, Item, Knobs, Morale, Names, Roll, Sheet, Tester, Zones};
use crate::dice::DiceExpr;
use crate::outcome::{EndState, Side};
use crate::ruleset::Outline;
use crate::scenario::{Problem, Scenario, Section};
use crate::skirmish::{ByCombatant, Declared, Group, Muster, TurnOrder};

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
        let muster = Muster::new(self.blocks.iter().map(|block| &block.section))?;
        for &table in &muster.tables {
            compiler.add(&self.blocks[table])?;
        }
        let opening = self.opening(&muster, &knobs, &compiler)?;
        let Compiler { sheets, sources, names, .. } = compiler;
        let sheets = with_rows(sheets);
        let has = |key: &str| {
            let has_it = |table: &usize| self.blocks[*table].section.bool(key) == Some(true);
            muster.tables.iter().enumerate().filter(|(_, table)| has_it(table)).map(|(who, _)| who).collect::<Group>()
        };
        let tracks_focus =
            Side::ALL.map(|side| muster.sides.members(side).iter().any(|who| sheets[who].target == Target::Focus));
        Some(Zones {
            verdicts: Verdicts::new(self.rules.bool("natural_one_misses")?),
            plain: muster.sides.everybody().filter(|who| !field.has_hazards() && sheets[who].is_plain()),
            fearless: has("fearless") & muster.sides.members(Side::Enemies),
            leaders: has("leader"),
            knobs,
            field,
            sheets,
            sources,
            tracks_focus,
            opening,
            sides: muster.sides,
            outline: Outline {
                combatants: muster.combatants,
                metrics: Declared::metrics(METRICS),
                rounds_max: self.rules.int("max_rounds")? as u32,
            },
            names,
        })
    }

    /// How every fight begins (ZONES-07).
    fn opening(&self, muster: &Muster, knobs: &Knobs, compiler: &Compiler<'_, '_>) -> Option<State> {
        let Compiler { sheets, counters, .. } = compiler;
        let mut at = vec![Group::NOBODY; self.zone_names().len()];
        let mut fighters = Vec::new();
        for (who, (&table, sheet)) in muster.tables.iter().zip(sheets).enumerate() {
            let zone = self.start(&self.blocks[table])?;
            at[usize::from(zone)].insert(who);
            fighters.push(Fighter::new(sheet.hp, zone));
        }
        let standing = muster.sides.everybody();
        let mut order = TurnOrder::unresolved(muster.sides.members(Side::Party));
        order.resolve_as_it_stands();
        Some(State {
            fighters: fighters.into(),
            counters: counters.as_slice().into(),
            at: at.into_boxed_slice(),
            order,
            standing,
            ailing: Group::NOBODY,
            fallen: Group::NOBODY,
            waiting: Group::NOBODY,
            rolling: Group::NOBODY,
            retreating: standing.filter(|who| sheets[who].policy == Policy::Retreat),
            half_fired: Group::NOBODY,
            stage: Stage::Reaction,
            fired: 0,
            begins: Side::Party,
            is_first_round: knobs.surprised.is_some() || knobs.rolls_each_round,
            focus: [NOBODY; 2],
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
    /// What the counters of the fight start at: see [`Sheet::counters`].
    counters: Vec<u16>,
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
        // With nobody to test an attribute, its index does not matter.
        u8::try_from(attributes.len()).ok()?;
        Some(Self { file, attributes, sheets: Vec::new(), sources: Vec::new(), names, counters: Vec::new() })
    }

    /// The index of an attribute; `str` where no Character has it, so that only Creatures can meet it.
    fn attribute(&self, name: &str) -> u8 {
        self.attributes.iter().position(|known| known == name).unwrap_or(STR) as u8
    }

    fn recover_difficulty(&self, section: &Section<'_>, key: &str) -> Option<i16> {
        let difficulty = if section.given(key) { section.int(key)? } else { self.file.rules.int("recover_dr")? };
        Some(difficulty as i16)
    }

    /// Gives equal sources the same index.
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

    /// Adds one of a block's combatants.
    fn add(&mut self, block: &Block<'_>) -> Option<()> {
        let side = block.side?;
        let sheet = self.sheet(block, side)?;
        self.names.attacks.push(names_of(&block.attacks, (side == Side::Party).then_some(UNARMED)));
        self.names.items.push(names_of(&block.items, None));
        self.sheets.push(sheet);
        Some(())
    }

    fn sheet(&mut self, block: &Block<'_>, side: Side) -> Option<Sheet> {
        let section = &block.section;
        let level = section.int("level")? as u16;
        let skill = section.int("skill").unwrap_or(0) as i16;
        let bonuses = self.bonuses(section, side, skill);
        let first_counter = self.counters.len() as u16;
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
        Some(Sheet {
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
            counters: (first_counter, self.counters.len() as u16),
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
        self.counters.push(value as u16);
        self.counters.len() as u16 - 1
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
        let damage = match section.dice("damage") {
            Some(main) => Some(self.damage(main, section.dice("off_hand_damage"), is_strike, side)?),
            None => None,
        };
        let mut attack = Attack {
            kind,
            range: section.int("range").unwrap_or(usual_range) as u8,
            tester,
            difficulty: difficulty as i16,
            rows: ByCombatant::default(),
            harms: damage.as_ref().is_some_and(|damage| damage.greatest() > 0),
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

    /// The damage of a hit, with a multiplier where naturals give one (ZONES-24 to ZONES-27).
    fn damage(&self, main: DiceExpr, off_hand: Option<DiceExpr>, is_strike: bool, side: Side) -> Option<Damage> {
        let rules = self.file.rules;
        let key = if side == Side::Party { "crit_multiplier" } else { "avoid_fumble_multiplier" };
        let multiplier = if is_strike { rules.int(key)? as i32 } else { 1 };
        let once = rules.word::<CritConstant>("crit_constant")? == CritConstant::Once;
        let roll = |dice: DiceExpr| Roll::new(dice, multiplier, once);
        Some(Damage { main: roll(main), off_hand: off_hand.map(roll) })
    }

    /// Rule 30: melee with `str` that marks nothing.
    fn bare_hands(&self, strength: i16) -> Option<Attack> {
        let rules = self.file.rules;
        let damage = self.damage(rules.dice("unarmed_damage")?, None, true, Side::Party)?;
        Some(Attack {
            kind: AttackKind::Melee,
            range: 0,
            tester: Tester::Attacker { bonus: strength },
            difficulty: rules.int("melee_dr")? as i16,
            rows: ByCombatant::default(),
            harms: damage.greatest() > 0,
            damage: Some(damage),
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

/// The sheets with the rows of their attacks' verdicts.
fn with_rows(mut sheets: Vec<Sheet>) -> ByCombatant<Sheet> {
    let targets = sheets.clone();
    for attack in sheets.iter_mut().flat_map(|sheet| &mut sheet.attacks) {
        let needed = |target: &Sheet| {
            let (bonus, difficulty) = attack.odds(target);
            difficulty - bonus
        };
        attack.rows = targets.iter().map(|target| Verdicts::row(attack, needed(target))).collect();
    }
    sheets.into()
}

impl Sheet {
    /// Whether its Turn is nothing but its first attack, when that has a target: see [`Zones::plain`].
    fn is_plain(&self) -> bool {
        let is_a_blow = |attack: &Attack| {
            let is_a_die = attack.damage.as_ref().is_some_and(Damage::is_a_die);
            attack.kind == AttackKind::Melee && attack.is_plain && attack.harms && is_a_die
        };
        let strikes_first = matches!(self.policy, Policy::Default | Policy::Hold);
        let has_nothing_else = self.items.is_empty() && self.retreat_below == 0;
        strikes_first && has_nothing_else && self.attacks.first().is_some_and(is_a_blow)
    }
}

/// The ids of some tables, and what comes behind them.
fn names_of(sections: &[Section<'_>], last: Option<&str>) -> Vec<String> {
    let ids = sections.iter().filter_map(|section| section.text("id"));
    ids.chain(last).map(str::to_owned).collect()
}
