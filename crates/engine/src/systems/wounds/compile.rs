//! Compiles a validated scenario into a fight.

use super::file::{Block, File, Injuries};
use super::forget::InitiativeClasses;
use super::injury::{Conditions, InjuryTable};
use super::legs::Rest;
use super::metrics::METRICS;
use super::possessions::{Possessions, Stock};
use super::refuse::damage_types;
use super::scenario::{CombatantKeys, FileKeys, RestKeys, Rules};
use super::sheet::{Attack, Knobs, SCORES, Sheet, actions_with};
use super::state::{Action, Body, Phase, State, ThisRound, Turn};
use super::strike::SheetOdds;
use super::wary::MeanDamage;
use super::words::{
    All, ArmourOnCritical, DamageType, DeclaredTargets, EntryReposteBy, FullDefenseStarts, InjuryChanceFrom, ReposteOn,
    Score, StrengthDamage, Tending,
};
use super::{Names, Wounds, counted};
use crate::outcome::Side;
use crate::ruleset::Outline;
use crate::scenario::kinds::Either;
use crate::scenario::{Key, Problem, Scenario};
use crate::skirmish::{ByCombatant, Declared, Group, Lots, Muster, Roster};
use crate::who::Who;

/// Compiles a validated scenario. Combinations are checked even if single values are wrong, so that one run reports
/// every mistake.
pub(super) fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Wounds> {
    let file = File::new(scenario);
    file.refuse(problems);
    if problems.is_empty() { file.compile() } else { None }
}

/// The injury tables of the scenario, each with its damage type.
pub(super) type Tables = Vec<(DamageType, InjuryTable)>;

impl File<'_> {
    fn compile(&self) -> Option<Wounds> {
        let muster = Muster::new(self.blocks.iter().map(|block| &block.section))?;
        let blocks: ByCombatant<&Block<'_>> = muster.tables.iter().map(|&table| &self.blocks[table]).collect();
        let tables = self.injury_tables();
        let (possessions, uses) = self.all_possessions(&blocks, &tables);
        let names = blocks.iter().map(|block| Names::of(block)).collect();
        let knobs = self.knobs();
        let everybody = muster.sides.everybody();
        let sheets = everybody.iter().zip(possessions).map(|(who, possessions)| self.sheet(who, &blocks, possessions));
        let sheets = Roster::new(sheets.collect::<Option<Vec<Sheet>>>()?);
        let bodies = blocks.iter().zip(sheets.iter()).map(|(block, sheet)| self.body(block, sheet));
        let bodies = bodies.collect::<Option<ByCombatant<Body>>>()?;
        let surprised = everybody.filter(|who| blocks[who].section.get(CombatantKeys::SURPRISED));
        let lots = if knobs.need_lots() { Lots::undrawn(bodies.len()) } else { Lots::default() };
        let opening = opening(bodies, &sheets, surprised, uses, lots);
        let unrolled = everybody - opening.stress_due;
        let outline = Outline::new(muster.combatants, Declared::metrics(METRICS), self.rules.get(Rules::MAX_ROUNDS));
        Some(Wounds {
            with_morale: everybody.filter(|who| sheets[who].has_morale),
            rest: self.rest(),
            retreating: everybody.filter(|who| sheets[who].may_retreat()),
            threat_ranges: threat_ranges(&sheets),
            guard_reach: Side::ALL.map(|side| guard_reach(muster.sides.members(side), &sheets)),
            initiative_classes: InitiativeClasses::new(&knobs, &sheets, outline.erring),
            odds: SheetOdds::new(&knobs, &sheets),
            mean_damage: MeanDamage::new(&knobs, &sheets),
            knobs,
            last_arrival: opening.absent.iter().map(|who| sheets[who].enters_round).max().unwrap_or(0),
            unrolled_vigour: muster.sides.sums(unrolled, |who| counted(opening.bodies[who].vigour())),
            opening,
            sheets,
            injury_tables: tables.into_iter().map(|(_, table)| table).collect(),
            sides: muster.sides,
            outline,
            names,
        })
    }

    /// The possessions of all combatants, and the uses at the start of each possession that wears out. Gives every
    /// attack the index of its [odds](SheetOdds).
    fn all_possessions(&self, blocks: &ByCombatant<&Block<'_>>, tables: &Tables) -> (Vec<Possessions>, Vec<u8>) {
        let mut stock = Stock::default();
        let possessions = blocks.iter().map(|block| self.possessions(block, tables, &mut stock));
        let mut possessions: Vec<Possessions> = possessions.collect();
        for (number, attack) in possessions.iter_mut().flat_map(|possessions| &mut possessions.attacks).enumerate() {
            attack.odds = (number * blocks.len()) as u32;
        }
        (possessions, stock.at_start)
    }

    /// The injury tables, by damage type (WOUNDS-50, WOUNDS-51).
    fn injury_tables(&self) -> Tables {
        let table = |damage_type| match self.injuries(damage_type) {
            Injuries::None => None,
            Injuries::BuiltIn => Some((damage_type, InjuryTable::built_in())),
            Injuries::Rows(rows) => Some((damage_type, InjuryTable::new(&rows))),
        };
        damage_types().filter_map(table).collect()
    }

    fn knobs(&self) -> Knobs {
        let rules = &self.rules;
        Knobs {
            initiative_die: rules.get(Rules::INITIATIVE_DIE),
            declaration: rules.get(Rules::DECLARATION),
            targets_are_fixed: rules.get(Rules::DECLARED_TARGETS) == DeclaredTargets::Fixed,
            order_is_by_lot: rules.get(Rules::ORDER_TIES).are_by_lot(),
            targets_are_by_lot: rules.get(Rules::TARGET_TIES).are_by_lot(),
            full_defense_speed: rules.get(Rules::FULL_DEFENSE_SPEED),
            defensive_attack_speed: rules.get(Rules::DEFENSIVE_ATTACK_SPEED),
            heal_speed: rules.get(Rules::HEAL_SPEED),
            intimidate_speed: rules.get(Rules::INTIMIDATE_SPEED),
            late_arrival_shift: rules.get(Rules::LATE_ARRIVAL_SHIFT),
            full_defense_bonus: rules.get(Rules::FULL_DEFENSE_BONUS),
            defends_from_declaration: rules.get(Rules::FULL_DEFENSE_STARTS) == FullDefenseStarts::Declaration,
            repostes_on_miss_only: rules.get(Rules::REPOSTE_ON) == ReposteOn::Missed,
            repostes_on_entry: rules.get(Rules::REPOSTE_ON_ENTRY),
            entry_needs_full_defense: rules.get(Rules::ENTRY_REPOSTE_BY) == EntryReposteBy::FullDefense,
            needed_min: if rules.get(Rules::NATURAL_1_MISSES) { 2 } else { i32::MIN },
            needed_max: if rules.get(Rules::NATURAL_20_HITS) { 20 } else { i32::MAX },
            minimum_damage: rules.get(Rules::MINIMUM_DAMAGE),
            stress_overflow: rules.get(Rules::STRESS_OVERFLOW),
            armour_before_multiplier: rules.get(Rules::ARMOUR_ON_CRITICAL) == ArmourOnCritical::Before,
            injury_chance_before_armour: rules.get(Rules::INJURY_CHANCE_FROM) == InjuryChanceFrom::BeforeArmour,
            strength_damage_loses: rules.get(Rules::STRENGTH_DAMAGE) == StrengthDamage::Lose,
            crawl_speed: rules.get(Rules::CRAWL_SPEED),
            strain_wounds: rules.get(Rules::STRAIN_WOUNDS),
            dying_wounds: rules.get(Rules::DYING_WOUNDS),
            suffocation_wounds: rules.get(Rules::SUFFOCATION_WOUNDS),
            heal_tn_base: rules.get(Rules::HEAL_TN_BASE),
            heals_self: rules.get(Rules::HEAL_SELF),
            prone_attack: rules.get(Rules::PRONE_ATTACK),
            prone_defense: rules.get(Rules::PRONE_DEFENSE),
            one_eye_attack: rules.get(Rules::ONE_EYE_ATTACK),
            concussed_attack: rules.get(Rules::CONCUSSED_ATTACK),
            surprised_defense: rules.get(Rules::SURPRISED_DEFENSE),
            morale_tn_base: rules.get(Rules::MORALE_TN_BASE),
            morale_hit_percent: rules.get(Rules::MORALE_HIT_PERCENT),
            morale_outnumbered: rules.get(Rules::MORALE_OUTNUMBERED),
            obvious_ratio: rules.get(Rules::OBVIOUS_RATIO),
            intimidate_range: rules.get(Rules::INTIMIDATE_RANGE),
            waits_for_reinforcements: rules.get(Rules::WAIT_FOR_REINFORCEMENTS),
        }
    }

    /// The rest before the fight as a leg of a day (WOUNDS-74, WOUNDS-75), and the knobs of days (WOUNDS-72, WOUNDS-76).
    fn rest(&self) -> Rest {
        let section = self.root.get(FileKeys::REST);
        let points = |key: Key<Option<Either<All, i32>>>| match section.as_ref().and_then(|rest| rest.get(key)) {
            None => 0,
            Some(Either::Word(All::All)) => i32::MAX,
            Some(Either::Value(points)) => points,
        };
        let is_set = |key: Key<bool>| section.as_ref().is_some_and(|rest| rest.get(key));
        Rest {
            tending: self.rules.get(Rules::TENDING).unwrap_or(Tending::Checks),
            fled_return: self.rules.get(Rules::FLED_RETURN).unwrap_or_default(),
            stress: points(RestKeys::STRESS),
            wounds: points(RestKeys::WOUNDS),
            mana: points(RestKeys::MANA),
            scores: points(RestKeys::SCORES),
            heals_injuries: is_set(RestKeys::INJURIES),
            refills: is_set(RestKeys::REFILL),
        }
    }

    /// The sheet of a combatant; `blocks` holds the block of each combatant.
    fn sheet(&self, who: Who, blocks: &ByCombatant<&Block<'_>>, possessions: Possessions) -> Option<Sheet> {
        let block = blocks[who];
        let section = &block.section;
        let (stress_max, stress_roll) = self.stress(block)?;
        let (enters_round, enters_at) = block.enters()?;
        let Possessions { attacks, spells, items } = possessions;
        let (heal, intimidation) = (section.get(CombatantKeys::HEAL), section.get(CombatantKeys::INTIMIDATION));
        let skills = heal.map(|_| Action::Heal).into_iter().chain(intimidation.map(|_| Action::Intimidate));
        Some(Sheet {
            scores: by_score(|score| block.score(score))?,
            modifiers: by_score(|score| block.modifier(score))?,
            hd: block.hd()?,
            stress_max,
            stress_roll,
            starting_stress: section.get(CombatantKeys::STARTING_STRESS),
            wound_bonus: section.get(CombatantKeys::WOUND_BONUS),
            defense: self.rules.get(Rules::DEFENSE_BASE)
                + block.modifier(Score::Agility)?
                + section.get(CombatantKeys::DEFENSE_BONUS),
            armour: section.get(CombatantKeys::ARMOUR),
            speed: section.get(CombatantKeys::SPEED),
            initiative_modifier: section.get(CombatantKeys::INITIATIVE_MODIFIER),
            initiative_group: group_of(who, blocks),
            enters_round,
            enters_at: if let Either::Value(count) = enters_at { Some(count) } else { None },
            mana: section.get(CombatantKeys::MANA),
            stress_reserve: section.get(CombatantKeys::STRESS_RESERVE),
            heal,
            intimidation,
            has_morale: block.has_morale()?,
            retreat_below: section.get(CombatantKeys::RETREAT_BELOW),
            retreat_stress_below: section.get(CombatantKeys::RETREAT_STRESS_BELOW),
            fights_on: section.get(CombatantKeys::FIGHTS_ON),
            targeting: section.get(CombatantKeys::TARGETING),
            policy: section.get(CombatantKeys::POLICY),
            defend_below: section.get(CombatantKeys::DEFEND_BELOW),
            guard_weapon: attacks.iter().position(Attack::can_guard).map(|at| at as u8),
            actions: actions_with(&attacks, &spells, &items, skills),
            attacks: attacks.into(),
            spells: spells.into(),
            items: items.into(),
        })
    }

    /// The combatant at the start of a fight, before any die is rolled.
    fn body(&self, block: &Block<'_>, sheet: &Sheet) -> Option<Body> {
        let section = &block.section;
        let wounds_max = block.wounds_max()?;
        let wounds = section.get(CombatantKeys::STARTING_WOUNDS).unwrap_or(wounds_max);
        Some(Body {
            position: self.position(block)?,
            // Rolled Stress is only known after the roll.
            stress: if sheet.stress_roll.is_some() { 0 } else { sheet.starting_stress.unwrap_or(sheet.stress_max) },
            stress_max: sheet.stress_max,
            wounds,
            worst_wound: section.get(CombatantKeys::WORST_WOUND).unwrap_or(wounds_max - wounds),
            mana: sheet.mana,
            score_damage: [0; SCORES],
            conditions: Conditions::NONE,
            injury_attack: 0,
            injury_defense: 0,
            base_initiative: 0,
            arrives_on: 0,
            turn: Turn::NONE,
            carried: Turn::NONE,
            moved: 0,
            intimidated: None,
        })
    }
}

/// A value for each ability score.
fn by_score(value: impl Fn(Score) -> Option<i32>) -> Option<[i32; SCORES]> {
    let mut values = [0; SCORES];
    for score in Score::ALL {
        values[score as usize] = value(score)?;
    }
    Some(values)
}

/// The combatants that share the initiative roll of a combatant, itself included (WOUNDS-04).
fn group_of(who: Who, blocks: &ByCombatant<&Block<'_>>) -> Group {
    let group = blocks[who].initiative_group();
    let is_member = |member: Who| member == who || group.is_some() && blocks[member].initiative_group() == group;
    Group::first_listed(blocks.len()).filter(is_member)
}

/// The reach of each combatant's guard weapon while it has no condition and Wound Points above 0 (WOUNDS-23). `None`
/// without a guard weapon.
fn threat_ranges(sheets: &Roster<Sheet>) -> Roster<Option<i32>> {
    let reach = |sheet: &Sheet| sheet.guard_weapon.map(|at| sheet.attacks[usize::from(at)].reach);
    Roster::new(sheets.iter().map(reach).collect())
}

/// The longest reach of the guard weapons of some combatants; 0 if they have none (WOUNDS-23).
fn guard_reach(group: Group, sheets: &Roster<Sheet>) -> i32 {
    let attacks = group.iter().flat_map(|who| &sheets[who].attacks);
    attacks.filter(|attack| attack.can_guard()).map(|attack| attack.reach).max().unwrap_or(0)
}

/// A fight before its set-up. No combatant is stabilised yet, so at 0 Wound Points or below only those that always
/// fight on are fighters (WOUNDS-45).
fn opening(bodies: ByCombatant<Body>, sheets: &Roster<Sheet>, surprised: Group, uses: Vec<u8>, lots: Lots) -> State {
    let everybody = Group::first_listed(bodies.len());
    let absent = everybody.filter(|who| sheets[who].enters_round > 1 || sheets[who].enters_at.is_some());
    let present = everybody - absent;
    State {
        fighters: present.filter(|who| sheets[who].fights_on.fights(bodies[who].wounds, false)),
        bodies,
        uses: uses.into(),
        lots,
        phase: Phase::Between,
        has_fallen: false,
        present,
        absent,
        fled: Group::NOBODY,
        surprised,
        stabilised: Group::NOBODY,
        defended_last: Group::NOBODY,
        outnumbered: Group::NOBODY,
        stress_due: everybody.filter(|who| sheets[who].stress_roll.is_some()),
        initiative_due: present,
        count_due: Group::NOBODY,
        arriving: Group::NOBODY,
        carrying: Group::NOBODY,
        this_round: ThisRound::default(),
    }
}
