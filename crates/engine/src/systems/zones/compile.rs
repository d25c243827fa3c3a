//! Compiles a validated scenario into a fight.

use super::ailment::{Ailment, Source, SourceId};
use super::field::{Field, Hazard, ZoneId, ZoneSet};
use super::file::{ALWAYS, Block, File, STR, UNARMED};
use super::legs::Rest;
use super::metrics::METRICS;
use super::policy::Approach;
use super::scenario::{
    AttackKeys, EffectKeys, FileKeys, HazardKeys, ItemKeys, RestKeys, Rules, SheetKeys, ZONES_MAX, ZoneKeys,
};
use super::state::{Fighter, Stage, State};
use super::verdict::{Naturals, Row, Verdicts};
use super::words::{
    Affects, AtZeroHp, AttackKind, Attitude, HazardWhen, Initiative, Mend, MoraleTrigger, OngoingDamage,
    ParalysedAvoid, Policy, Reaction, RecoverAt, Surprised, Target, WeakenedAttacks,
};
use super::{Attack, Knobs, Limit, Morale, Names, Sheet, Zones};
use crate::outcome::{EndState, Side};
use crate::ruleset::Outline;
use crate::scenario::kinds::{Either, Id, Name};
use crate::scenario::{Key, Problem, Scenario, Section};
use crate::skirmish::{ByCombatant, Declared, Group, Lots, Muster, Roster, Sides, TurnOrder};
use crate::who::Who;

/// The HP with which combatants that went down carry on in a leg of a day, if the file gives none.
const DOWN_HP: i32 = 1;

/// Compiles a validated scenario. Combinations are checked even if single values are wrong, so that one run reports
/// every mistake.
pub(super) fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Zones> {
    let file = File::new(scenario);
    if file.zones.len() > ZONES_MAX {
        // Validation has reported this mistake, and a set of Zones has no bits for more.
        return None;
    }
    file.refuse(problems);
    if problems.is_empty() { file.compile() } else { None }
}

impl File<'_> {
    fn compile(&self) -> Option<Zones> {
        let mut compiler = Compiler::new(self);
        let knobs = self.knobs();
        let field = compiler.field()?;
        let muster = Muster::new(self.blocks.iter().map(|block| &block.section))?;
        let blocks = || muster.tables.iter().map(|&table| &self.blocks[table]);
        let sides = muster.combatants.iter().map(|combatant| combatant.side);
        let sheets = blocks().zip(sides).map(|(block, side)| compiler.sheet(block, side)).collect();
        let starts = blocks().map(|block| self.start(block)).collect::<Option<Vec<_>>>()?;
        let Compiler { sources, attributes, counters, .. } = compiler;
        let sheets = with_others(sheets, &field);
        let opening = self.opening(&muster.sides, &starts, &knobs, &sheets, counters);
        let group_of = |is_member: &dyn Fn(&Section<'_>) -> bool| {
            let members = Who::first(sheets.len()).zip(blocks()).filter(|(_, block)| is_member(&block.section));
            members.map(|(who, _)| who).collect::<Group>()
        };
        let creatures = muster.sides.members(Side::Enemies);
        let names = Names {
            attributes,
            attacks: blocks().map(|block| names_of(&block.attacks, AttackKeys::ID, Some(UNARMED))).collect(),
            items: blocks().map(|block| names_of(&block.items, ItemKeys::ID, None)).collect(),
        };
        let tracks_focus =
            Side::ALL.map(|side| muster.sides.members(side).iter().any(|who| sheets[who].target == Target::Focus));
        let hp_at_start = muster.sides.sums(muster.sides.everybody(), |who| i64::from(sheets[who].hp));
        let rolls_hp = muster.sides.everybody().filter(|who| sheets[who].hp_dice.is_some());
        let mut zones = Zones {
            verdicts: Verdicts::new(Naturals {
                decide: self.rules.get(Rules::NATURALS_DECIDE),
                one_misses: self.rules.get(Rules::NATURAL_ONE_MISSES),
            }),
            fearless: group_of(&|section| section.get(SheetKeys::FEARLESS)) & creatures,
            leaders: group_of(&|section| section.get(SheetKeys::LEADER)),
            undecided: group_of(&|section| self.is_undecided(section)) & creatures,
            knobs,
            field,
            sheets,
            sources,
            tracks_focus,
            rolls_hp,
            rest: self.rest(),
            hp_at_start,
            opening,
            sides: muster.sides,
            outline: Outline::new(muster.combatants, Declared::metrics(METRICS), self.rules.get(Rules::MAX_ROUNDS)),
            names,
        };
        zones.bound_metrics();
        Some(zones)
    }

    /// The state at the start of every fight; `starts` holds the Zone of each combatant (ZONES-07).
    fn opening(
        &self,
        sides: &Sides,
        starts: &[ZoneId],
        knobs: &Knobs,
        sheets: &Roster<Sheet>,
        counters: Vec<u16>,
    ) -> State {
        let fighters: ByCombatant<Fighter> =
            starts.iter().zip(sheets).map(|(&zone, sheet)| Fighter::new(sheet.hp, zone)).collect();
        let mut occupants = vec![Group::NOBODY; self.zone_names().len()];
        let standing = sides.everybody();
        for who in standing {
            occupants[usize::from(fighters[who].zone)].insert(who);
        }
        let is_rolled = sheets.iter().any(|sheet| sheet.hp_dice.is_some());
        let full_hp: Vec<i16> = sheets.iter().filter(|_| is_rolled).map(|sheet| sheet.hp).collect();
        let mut order = TurnOrder::unresolved(sides.members(Side::Party));
        order.resolve_as_it_stands();
        State {
            full_hp: full_hp.into_boxed_slice(),
            fighters,
            counters: counters.into_boxed_slice(),
            occupants: occupants.into_boxed_slice(),
            order,
            lots: if knobs.need_lots() { Lots::undrawn(sheets.len()) } else { Lots::default() },
            standing,
            waiting: Group::NOBODY,
            // Combatants that carry on in a leg of a day roll no HP (ZONES-56).
            rolling: standing.filter(|who| sheets[who].hp_dice.is_some()),
            retreating: standing.filter(|who| sheets[who].policy == Policy::Retreat),
            half_fired: Group::NOBODY,
            stage: Stage::Positions,
            fired: 0,
            begins: Side::Party,
            is_first_round: knobs.surprised.is_some() || knobs.rolls_each_round,
            focus: [None; 2],
        }
    }

    /// The rest before the fight as a leg of a day (ZONES-58, ZONES-59), and who comes to it (ZONES-57, ZONES-60).
    fn rest(&self) -> Rest {
        let rest = self.root.get(FileKeys::REST);
        let rest = rest.as_ref();
        Rest {
            heal: rest.map_or(0, |rest| rest.get(RestKeys::HEAL)),
            heal_percent: rest.map_or(0, |rest| rest.get(RestKeys::HEAL_PERCENT)),
            refills: rest.is_some_and(|rest| rest.get(RestKeys::REFILL)),
            mend: match rest.and_then(|rest| rest.get(RestKeys::MEND)) {
                None => 0,
                Some(Either::Word(Mend::All)) => u16::MAX,
                Some(Either::Value(marks)) => marks,
            },
            down_hp: self.rules.get(Rules::DOWN_HP).unwrap_or(DOWN_HP),
            fled_return: self.rules.get(Rules::FLED_RETURN).unwrap_or_default(),
        }
    }

    fn knobs(&self) -> Knobs {
        let rules = &self.rules;
        Knobs {
            surprised: match rules.get(Rules::SURPRISED) {
                Surprised::None => None,
                Surprised::Party => Some(Side::Party),
                Surprised::Enemies => Some(Side::Enemies),
            },
            enemies_begin_max: rules.get(Rules::ENEMIES_BEGIN_MAX),
            rolls_each_round: rules.get(Rules::INITIATIVE) == Initiative::EachRound,
            ties: rules.get(Rules::INITIATIVE_TIES),
            order_is_by_lot: rules.get(Rules::ORDER_TIES).are_by_lot(),
            targets_are_by_lot: rules.get(Rules::TARGET_TIES).are_by_lot(),
            capacity_counts: rules.get(Rules::CAPACITY_COUNTS),
            close_shots_are_mirrored: rules.get(Rules::MIRROR_DISADVANTAGE),
            disadvantage_is_mirrored: rules.get(Rules::WEAKENED_CREATURE_ATTACKS) == WeakenedAttacks::Mirrored,
            free_attacks: rules.get(Rules::FREE_ATTACKS),
            creatures_provoke: rules.get(Rules::CREATURES_PROVOKE),
            recovers_at_start: rules.get(Rules::RECOVER_AT) == RecoverAt::TurnStart,
            paralysed_fails: rules.get(Rules::PARALYSED_AVOID) == ParalysedAvoid::Fail,
            at_zero_hp: [Rules::PARTY_AT_ZERO_HP, Rules::ENEMIES_AT_ZERO_HP].map(|key| match rules.get(key) {
                AtZeroHp::Dead => EndState::Dead,
                AtZeroHp::Down => EndState::Down,
            }),
            reaction_scope: rules.get(Rules::REACTION_SCOPE),
            reaction_fights_up_to: rules.get(Rules::REACTION_FIGHTS_UP_TO),
            morale: self.morale(),
        }
    }

    /// Whether a Creature's reaction is rolled (ZONES-49).
    fn is_undecided(&self, section: &Section<'_>) -> bool {
        match section.get(SheetKeys::ATTITUDE) {
            Attitude::Rules => self.rules.get(Rules::REACTION) == Reaction::Roll,
            Attitude::Hostile => false,
            Attitude::Roll => true,
        }
    }

    fn morale(&self) -> Morale {
        let triggers = self.rules.get(Rules::MORALE_TRIGGERS);
        let side_triggers = triggers.iter().filter(|trigger| **trigger != MoraleTrigger::OwnHalf);
        Morale {
            difficulty: self.rules.get(Rules::MORALE_DR),
            side_triggers: side_triggers.fold(0, |set, &trigger| set | 1 << trigger as u8),
            tests_own_half: triggers.contains(&MoraleTrigger::OwnHalf),
            scope: self.rules.get(Rules::MORALE_SCOPE),
            failure: self.rules.get(Rules::MORALE_FAILURE),
        }
    }
}

/// Compiles combatants and hazards, and collects sources and counters on the way.
pub(super) struct Compiler<'a, 'b> {
    pub(super) file: &'b File<'a>,
    /// All attributes that the file lists for combatants, after `str` and `dex`.
    attributes: Vec<String>,
    sources: Vec<Source>,
    /// The initial values of the counters of the fight: see [`Sheet::counters`].
    counters: Vec<u16>,
}

impl<'a, 'b> Compiler<'a, 'b> {
    fn new(file: &'b File<'a>) -> Self {
        let mut attributes: Vec<String> = ALWAYS.map(str::to_owned).to_vec();
        let listed = file.blocks.iter().filter_map(|block| block.section.get(SheetKeys::ATTRIBUTES));
        for (name, _, _) in listed.flatten() {
            if attributes.iter().all(|known| known != name) {
                attributes.push(name.to_owned());
            }
        }
        Self { file, attributes, sources: Vec::new(), counters: Vec::new() }
    }

    /// The index of an attribute. An attribute that no Character has gets the index of `str`: only Creatures can test
    /// it, by their Skill.
    pub(super) fn attribute(&self, name: &str) -> u8 {
        self.attributes.iter().position(|known| known == name).unwrap_or(STR) as u8
    }

    /// The attribute that a key names; `str` if the file does not give the key.
    fn attribute_or_str(&self, section: &Section<'_>, key: Key<Option<Name>>) -> u8 {
        self.attribute(section.get(key).unwrap_or(ALWAYS[STR]))
    }

    /// The DR of a Test that ends an ailment: the value of the key, or else that of the rules.
    fn recover_difficulty(&self, section: &Section<'_>, key: Key<Option<i16>>) -> i16 {
        section.get(key).unwrap_or_else(|| self.file.rules.get(Rules::RECOVER_DR))
    }

    /// The index of a source; equal sources share one.
    fn source(&mut self, source: Source) -> SourceId {
        let known = self.sources.iter().position(|known| *known == source);
        known.unwrap_or_else(|| {
            self.sources.push(source);
            self.sources.len() - 1
        }) as SourceId
    }

    /// The hinderance of an attack or a hazard, if it brings one.
    pub(super) fn hinder(&mut self, section: &Section<'_>) -> Option<(Ailment, SourceId)> {
        let hinderance = section.get(EffectKeys::HINDER)?;
        let source = Source {
            test: self.attribute_or_str(section, EffectKeys::HINDER_TEST),
            difficulty: self.recover_difficulty(section, EffectKeys::HINDER_DR),
            needs_action: section.get(EffectKeys::HINDER_NEEDS_ACTION),
            amount: None,
        };
        Some((hinderance.into(), self.source(source)))
    }

    /// The Ongoing Damage of an attack or a hazard, if it starts any. `level` is the Level of the attacker; `None` for
    /// a hazard (ZONES-31).
    pub(super) fn ongoing(&mut self, section: &Section<'_>, level: Option<u16>) -> Option<SourceId> {
        if !section.get(EffectKeys::ONGOING) {
            return None;
        }
        let amount_by_rules = match self.file.rules.get(Rules::ONGOING_DAMAGE) {
            OngoingDamage::VictimLevel => None,
            OngoingDamage::AttackerLevel => level,
        };
        let source = Source {
            test: self.attribute_or_str(section, EffectKeys::ONGOING_TEST),
            difficulty: self.recover_difficulty(section, EffectKeys::ONGOING_DR),
            needs_action: false,
            amount: section.get(EffectKeys::ONGOING_AMOUNT).or(amount_by_rules),
        };
        Some(self.source(source))
    }

    /// The battlefield with its hazards.
    fn field(&mut self) -> Option<Field> {
        let mut zones = self.file.bare_zones();
        for (zone, section) in zones.iter_mut().zip(&self.file.zones) {
            zone.hazard = section.get(ZoneKeys::HAZARD).map(|hazard| self.hazard(&hazard));
        }
        Field::new(zones)
    }

    fn hazard(&mut self, section: &Section<'_>) -> Hazard {
        let when = section.get(HazardKeys::WHEN);
        Hazard {
            acts_at_turn_start: when != HazardWhen::Enter,
            acts_on_entry: when != HazardWhen::TurnStart,
            affects: match section.get(HazardKeys::AFFECTS) {
                Affects::All => [true, true],
                Affects::Party => [true, false],
                Affects::Enemies => [false, true],
            },
            test: self.attribute_or_str(section, HazardKeys::TEST),
            difficulty: section.get(HazardKeys::DR),
            damage: section.get(HazardKeys::DAMAGE),
            hinder: self.hinder(section),
            ongoing: self.ongoing(section, None),
        }
    }

    /// The sheet of one combatant of a block.
    fn sheet(&mut self, block: &Block<'_>, side: Side) -> Sheet {
        let section = &block.section;
        let level = section.get(SheetKeys::LEVEL);
        let skill = section.get(SheetKeys::SKILL).unwrap_or(0);
        let bonuses = self.bonuses(section, side, skill);
        let first_counter = self.counters.len() as u16;
        let listed = block.attacks.iter().map(|attack| self.attack(attack, section, side, level, &bonuses));
        let mut attacks: Vec<Attack> = listed.collect();
        let listed_attacks = (1 << attacks.len()) - 1;
        let free_attacks = [AttackKind::Melee, AttackKind::Ranged].map(|kind| {
            let of_kind = attacks.iter().enumerate().filter(|(_, attack)| attack.kind == kind);
            of_kind.fold(0, |set, (index, _)| set | 1 << index)
        });
        if side == Side::Party {
            attacks.push(self.bare_hands(bonuses[STR]));
        }
        let items = block.items.iter().map(|item| self.item(item)).collect();
        let hp_dice = section.get(SheetKeys::HP);
        let hp = hp_dice.max() as i16;
        let retreat_below = section.get(SheetKeys::RETREAT_BELOW);
        Sheet {
            hp,
            hp_dice: Some(hp_dice).filter(|dice| !dice.is_constant()),
            level,
            policy: section.get(SheetKeys::POLICY),
            approach: Approach::of(section.get(SheetKeys::POLICY)),
            target: section.get(SheetKeys::TARGET),
            heal_below: section.get(SheetKeys::HEAL_BELOW),
            heals_up_to: Roster::new(vec![0]),
            retreat_below,
            retreats_up_to: hp_at(hp, retreat_below),
            bonuses,
            skill,
            hit_difficulty_mod: section.get(SheetKeys::HIT_DR_MOD),
            listed_attacks,
            free_attacks,
            limits: (0..).zip(&attacks).flat_map(|(index, attack)| attack.limits(index)).collect(),
            attacks,
            items,
            counters: (first_counter, self.counters.len() as u16),
        }
    }

    /// The bonuses to Tests, by attribute: a Creature's Skill for each of them (ZONES-16, ZONES-17). An attribute that
    /// a Character lacks is never tested by it.
    fn bonuses(&self, section: &Section<'_>, side: Side, skill: i16) -> Vec<i16> {
        let listed = section.get(SheetKeys::ATTRIBUTES).unwrap_or_default();
        let bonus_of =
            |name: &String| listed.iter().find(|(known, _, _)| known == name).map_or(0, |&(_, bonus, _)| bonus);
        match side {
            Side::Party => self.attributes.iter().map(bonus_of).collect(),
            Side::Enemies => vec![skill; self.attributes.len()],
        }
    }

    /// A new counter that starts at `value`.
    pub(super) fn counter(&mut self, value: u16) -> u16 {
        self.counters.push(value);
        self.counters.len() as u16 - 1
    }
}

/// Completes the sheets with values that depend on the battlefield or on other sheets: where their attacks reach, the rows of their
/// attacks' verdicts, and the HP up to which they heal each combatant.
fn with_others(mut sheets: Vec<Sheet>, field: &Field) -> Roster<Sheet> {
    let others = sheets.clone();
    let complete = |attack: &mut Attack| {
        attack.rows = attack.rows_on(&others);
        attack.reach = attack.reach_on(field);
    };
    for sheet in &mut sheets {
        for attack in &mut sheet.attacks {
            complete(attack);
            if let Some(alone) = &mut attack.off_hand_alone {
                complete(alone);
            }
        }
        sheet.heals_up_to = Roster::new(others.iter().map(|patient| hp_at(patient.hp, sheet.heal_below)).collect());
    }
    Roster::new(sheets)
}

impl Attack {
    /// The counters that keep the attack, whose index is `index`, from being made. If the second weapon goes on alone,
    /// the pair never breaks.
    fn limits(&self, index: u8) -> impl Iterator<Item = Limit> + use<> {
        let marks = self.marks.filter(|_| self.off_hand_alone.is_none());
        [self.uses, self.at_hand, marks].into_iter().flatten().map(move |counter| Limit { counter, attack: index })
    }

    /// The Zones that it reaches from each without the Close penalty (ZONES-08, ZONES-21).
    fn reach_on(&self, field: &Field) -> [ZoneSet; ZONES_MAX] {
        let reach = |zone: usize| {
            let penalised = ZoneSet::from(self.is_penalised_close) << zone;
            field.within(zone as ZoneId, self.range) & !penalised
        };
        std::array::from_fn(reach)
    }

    /// The verdict rows of the attack's Test, by target.
    fn rows_on(&self, targets: &[Sheet]) -> Roster<Row> {
        Roster::new(targets.iter().map(|target| Verdicts::row(self, self.odds(target).needed())).collect())
    }
}

/// The most HP, below full HP, that are at or below `percent` of `all`: a combatant at full HP is neither healed nor
/// driven off.
pub(super) fn hp_at(all: i16, percent: i32) -> i16 {
    (percent * i32::from(all) / 100).min(i32::from(all) - 1) as i16
}

/// The ids of tables in listed order, followed by `last`.
fn names_of(tables: &[Section<'_>], id: Key<Id>, last: Option<&str>) -> Vec<String> {
    tables.iter().map(|table| table.get(id)).chain(last).map(str::to_owned).collect()
}
