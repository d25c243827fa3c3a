//! Compiles the attacks and items of a scenario file.

use super::compile::Compiler;
use super::file::{ALWAYS, DEX, STR};
use super::scenario::{AttackEffectKeys, AttackKeys, ItemKeys, Rules, SheetKeys, ZONES_MAX};
use super::verdict::Row;
use super::words::{AttackKind, Constant, CreatureStunts, DualMark, ItemUse};
use super::{Attack, Damage, Item, Roll, Tester};
use crate::dice::DiceExpr;
use crate::outcome::Side;
use crate::scenario::{Key, Section};
use crate::skirmish::Roster;

impl Compiler<'_, '_> {
    /// Compiles an attack. `bonuses` are the bonuses of its combatant, by attribute.
    pub(super) fn attack(
        &mut self,
        section: &Section<'_>,
        combatant: &Section<'_>,
        side: Side,
        level: u16,
        bonuses: &[i16],
    ) -> Attack {
        let kind = section.get(AttackKeys::KIND);
        let rules = self.file.rules;
        let stunts_are_avoided = rules.get(Rules::CREATURE_STUNTS) == CreatureStunts::Avoid;
        let is_avoided = side == Side::Enemies && (kind != AttackKind::Stunt || stunts_are_avoided);
        let mut difficulty = section.get(AttackKeys::DR).unwrap_or_else(|| rules.get(usual_difficulty(kind, side)));
        if is_avoided {
            difficulty += combatant.get(SheetKeys::AVOID_DR_MOD);
        }
        let usual_test = if side == Side::Party && kind == AttackKind::Melee { STR } else { DEX };
        let attribute = self.attribute(section.get(AttackKeys::TEST).unwrap_or(ALWAYS[usual_test]));
        let tester = if is_avoided {
            Tester::Target { attribute }
        } else {
            Tester::Attacker { bonus: bonuses[usize::from(attribute)] }
        };
        let usual_range = if matches!(kind, AttackKind::Ranged | AttackKind::Spell) { 2 } else { 0 };
        let is_weapon = matches!(kind, AttackKind::Melee | AttackKind::Ranged);
        let is_strike = is_weapon || kind == AttackKind::Spell && rules.get(Rules::SPELLS_CRIT);
        let off_hand = section.get(AttackKeys::OFF_HAND_DAMAGE);
        let damage = section.get(AttackKeys::DAMAGE).map(|main| self.damage(main, off_hand, is_strike, side));
        let mut attack = Attack {
            kind,
            range: section.get(AttackKeys::RANGE).unwrap_or(usual_range),
            tester,
            difficulty,
            rows: no_rows(),
            reach: [0; ZONES_MAX],
            harms: damage.as_ref().is_some_and(|damage| damage.greatest() > 0),
            is_penalised_close: kind == AttackKind::Ranged && rules.get(Rules::CLOSE_SHOT_DISADVANTAGE),
            damage,
            is_strike,
            is_marked: is_weapon && side == Side::Party,
            is_unarmed: false,
            uses: section.get(AttackKeys::USES).map(|uses| self.counter(uses)),
            marks: section.get(AttackKeys::USAGE).map(|marks| self.counter(marks)),
            at_hand: section.get(AttackKeys::STOWED).then(|| self.counter(0)),
            off_hand_alone: None,
            hinder: self.hinder(section),
            ongoing: self.ongoing(section, Some(level)),
            push: section.get(AttackEffectKeys::PUSH),
            demand: section.get(AttackEffectKeys::DEMAND),
        };
        attack.off_hand_alone = self.off_hand_alone(&attack).map(Box::new);
        attack
    }

    /// The attack with the second weapon alone, once the main one is broken; `None` if there is no second weapon or
    /// both break together (ZONES-28).
    fn off_hand_alone(&self, attack: &Attack) -> Option<Attack> {
        let main = attack.off_hand().filter(|_| attack.marks.is_some())?.clone();
        let breaks_apart = self.file.rules.get(Rules::DUAL_MARK) == DualMark::Main;
        breaks_apart.then(|| Attack {
            harms: main.greatest() > 0,
            damage: Some(Damage::new(main, None)),
            is_marked: false,
            marks: None,
            ..attack.clone()
        })
    }

    /// The damage of a hit, with a multiplier if the attack is a strike (ZONES-24 to ZONES-27).
    fn damage(&self, main: DiceExpr, off_hand: Option<DiceExpr>, is_strike: bool, side: Side) -> Damage {
        let rules = self.file.rules;
        let (multiplier, constant) = match side {
            Side::Party => (Rules::CRIT_MULTIPLIER, Rules::CRIT_CONSTANT),
            Side::Enemies => (Rules::AVOID_FUMBLE_MULTIPLIER, Rules::FUMBLE_CONSTANT),
        };
        let multiplier = if is_strike { rules.get(multiplier) } else { 1 };
        let once = rules.get(constant) == Constant::Once;
        let roll = |dice: DiceExpr| Roll::new(dice, multiplier, once);
        Damage::new(roll(main), off_hand.map(roll))
    }

    /// The attack with bare hands: melee with `str`, and never marked for breaking (ZONES-30).
    pub(super) fn bare_hands(&self, strength: i16) -> Attack {
        let rules = self.file.rules;
        let damage = self.damage(rules.get(Rules::UNARMED_DAMAGE), None, true, Side::Party);
        Attack {
            kind: AttackKind::Melee,
            range: 0,
            tester: Tester::Attacker { bonus: strength },
            difficulty: rules.get(Rules::MELEE_DR),
            rows: no_rows(),
            reach: [0; ZONES_MAX],
            harms: damage.greatest() > 0,
            is_penalised_close: false,
            damage: Some(damage),
            is_strike: true,
            is_marked: false,
            is_unarmed: true,
            uses: None,
            marks: None,
            at_hand: None,
            off_hand_alone: None,
            hinder: None,
            ongoing: None,
            push: false,
            demand: false,
        }
    }

    pub(super) fn item(&mut self, section: &Section<'_>) -> Item {
        let pieces = self.counter(section.get(ItemKeys::COUNT));
        let is_apart = self.file.rules.get(Rules::ITEM_USE) == ItemUse::SeparateAction;
        let at_hand = (is_apart && section.get(ItemKeys::STOWED)).then(|| self.counter(0));
        Item { heal: section.get(ItemKeys::HEAL), pieces, at_hand }
    }
}

/// The knob with the DR of attacks of a kind and side that have no DR of their own (ZONES-19, ZONES-20, ZONES-22,
/// ZONES-29, ZONES-39).
fn usual_difficulty(kind: AttackKind, side: Side) -> Key<i16> {
    match (kind, side) {
        (AttackKind::Stunt, _) => Rules::STUNT_DR,
        (_, Side::Enemies) => Rules::AVOID_DR,
        (AttackKind::Melee, Side::Party) => Rules::MELEE_DR,
        (AttackKind::Ranged, Side::Party) => Rules::RANGED_DR,
        (AttackKind::Spell, Side::Party) => Rules::SPELL_DR,
    }
}

/// The rows of an attack until all targets are known: a placeholder.
fn no_rows() -> Roster<Row> {
    Roster::new(vec![Row::default()])
}

impl Attack {
    /// The damage dice of its second weapon; `None` if it has none (ZONES-25).
    fn off_hand(&self) -> Option<&Roll> {
        self.damage.as_ref()?.off_hand.as_ref()
    }
}
