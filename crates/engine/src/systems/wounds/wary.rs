//! The policy `wary`: of all attacks and spells from all positions that it can reach, the one with the largest expected harm less its
//! price (the ledger's "Policies").

use super::movement::Goal;
use super::resolve::Fight;
use super::sheet::{Attack, Harm, Knobs, Sheet};
use super::state::Action;
use super::words::{Policy, SpellAgainst};
use crate::dice::{Dice, mean_of};
use crate::skirmish::Roster;
use crate::trace::Trace;
use crate::who::Who;

/// All that somebody has left, or certainty: numbers are thousandths of it.
const WHOLE: i64 = 1000;

/// The faces of a d20.
const FACES: i64 = 20;

/// The mean damage of each attack and spell to each combatant after Armour, in thousandths of a point, without dice in a fight. Empty
/// unless somebody is wary.
#[derive(Debug, Clone, Default)]
pub(super) struct MeanDamage {
    /// Indexed by [`Attack::odds`] plus the index of the target: of a plain hit, and of a critical.
    attacks: Box<[[i64; 2]]>,
    /// By combatant: of its spells, for each all targets.
    spells: Vec<Box<[i64]>>,
}

impl MeanDamage {
    pub(super) fn new(knobs: &Knobs, sheets: &Roster<Sheet>) -> Self {
        if !sheets.iter().any(|sheet| sheet.policy == Policy::Wary) {
            return Self::default();
        }
        let attacks = sheets.iter().flat_map(|striker| &striker.attacks);
        let of_spells = |caster: &Sheet| {
            let spells = caster.spells.iter();
            spells.flat_map(|spell| sheets.iter().map(move |target| plain(knobs, &spell.harm, target))).collect()
        };
        Self {
            attacks: attacks
                .flat_map(|attack| {
                    sheets
                        .iter()
                        .map(move |target| [plain(knobs, &attack.harm, target), critical(knobs, attack, target)])
                })
                .collect(),
            spells: sheets.iter().map(of_spells).collect(),
        }
    }
}

/// The mean damage of a hit that is not critical, or of a spell (WOUNDS-30, WOUNDS-32).
fn plain(knobs: &Knobs, harm: &Harm, target: &Sheet) -> i64 {
    let (armour, least) = (i64::from(harm.left_of_armour(target.armour)), i64::from(knobs.minimum_damage));
    mean_of(harm.damage, |rolled| (rolled.max(0) - armour).max(least))
}

/// The mean damage of a critical (WOUNDS-47).
fn critical(knobs: &Knobs, attack: &Attack, target: &Sheet) -> i64 {
    let armour = i64::from(attack.harm.left_of_armour(target.armour));
    let (multiplier, least) = (i64::from(attack.critical_multiplier), i64::from(knobs.minimum_damage));
    mean_of(attack.harm.damage, |rolled| {
        let rolled = rolled.max(0);
        let enlarged = if knobs.armour_before_multiplier {
            (rolled - armour).max(0) * multiplier
        } else {
            rolled * multiplier - armour
        };
        enlarged.max(least)
    })
}

/// The rank of a position for a wary combatant, the least first: whether it does not do, its price, the yards to the goal that are
/// missing, the yards to go, the position.
pub(super) type PlaceRank = (bool, i64, i32, i32, i32);

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    pub(super) fn is_wary(&self, who: Who) -> bool {
        self.sheet(who).policy == Policy::Wary
    }

    /// The points that a combatant has left: Stress and Wound Points together, and Wound Points alone, at least 1 each. At 0 Wound Points or
    /// below those count that it is away from death.
    fn left(&self, who: Who) -> [i64; 2] {
        let body = self.body(who);
        let wounds = if body.wounds > 0 { body.wounds } else { body.wounds_above_death(self.sheet(who)) };
        let wounds = i64::from(wounds.max(1));
        [i64::from(body.stress) + wounds, wounds]
    }

    /// The expected harm of an attack or a spell to a target: the part of what it has left, at most all. `strikes` of an attack.
    fn expected_harm(&self, by: Who, action: Action, strikes: u32, target: Who) -> i64 {
        let [left, wounds] = self.left(target);
        let share = |faces: i64, damage: i64, of: i64| faces * damage / (FACES * of);
        let harm = match action {
            Action::Attack(at) | Action::DefensiveAttack(at) => {
                let attack = &self.sheet(by).attacks[usize::from(at)];
                let [hits, criticals] = self.faces_of_strike(by, attack, target);
                let [plain, critical] = self.rules.mean_damage.attacks[attack.odds as usize + target.index()];
                let of_plain = if attack.harm.bypasses_stress { wounds } else { left };
                i64::from(strikes) * (share(hits - criticals, plain, of_plain) + share(criticals, critical, wounds))
            }
            Action::Cast(at) => {
                let spell = &self.sheet(by).spells[usize::from(at)];
                let needed = match spell.against {
                    SpellAgainst::None => spell.tn,
                    SpellAgainst::Defense => spell.tn.max(self.defense(target)),
                };
                let bonus = spell.bonus + self.attack_change(by, spell.ability);
                let faces = i64::from((21 - (needed - bonus)).clamp(0, FACES as i32));
                let damage = self.rules.mean_damage.spells[by.index()]
                    [usize::from(at) * self.state.bodies.len() + target.index()];
                share(faces, damage, if spell.harm.bypasses_stress { wounds } else { left })
            }
            _ => 0,
        };
        harm.min(WHOLE)
    }

    /// The expected harm of an action with all its strikes.
    fn harm_of_action(&self, by: Who, action: Action, target: Who) -> i64 {
        let strikes = match action {
            Action::Attack(at) | Action::DefensiveAttack(at) => self.sheet(by).attacks[usize::from(at)].strikes,
            _ => 1,
        };
        self.expected_harm(by, action, strikes, target)
    }

    /// The expected harm of a Reposte of an opponent; 0 if it has no guard weapon.
    fn harm_of_reposte(&self, by: Who, target: Who) -> i64 {
        self.guard_weapon(by).map_or(0, |(at, _)| self.expected_harm(by, Action::Attack(at as u8), 1, target))
    }

    /// The attacks and spells that a combatant can make now, attacks first, with the distance at which each may have its target.
    fn hostile_actions(&self, who: Who) -> impl Iterator<Item = (Action, i32)> {
        let sheet = self.sheet(who);
        let attacks = sheet.attacks.iter().enumerate().filter(move |(_, attack)| self.is_usable(who, attack));
        let attacks = attacks.map(|(at, attack)| (Action::Attack(at as u8), attack.reach));
        let spells = sheet.spells.iter().enumerate().filter(move |(_, spell)| self.is_castable(who, spell));
        attacks.chain(spells.map(|(at, spell)| (Action::Cast(at as u8), spell.range)))
    }

    /// The greatest expected harm that an opponent can do to a combatant at a distance in one turn.
    fn harm_from_afar(&self, opponent: Who, target: Who, distance: i32) -> i64 {
        let yards = self.yards_of_round(opponent);
        let within = self.hostile_actions(opponent).filter(|(_, reach)| distance <= reach.saturating_add(yards));
        within.map(|(action, _)| self.harm_of_action(opponent, action, target)).max().unwrap_or(0)
    }

    /// The price of standing on a position until the next turn: what all opponents can do there.
    fn exposure(&self, who: Who, position: i32) -> i64 {
        let distance = |opponent: Who| (self.scratch.line.position(opponent) - position).abs();
        self.opponents(who).iter().map(|opponent| self.harm_from_afar(opponent, who, distance(opponent))).sum()
    }

    /// The price of an action on a position, with the way there and the answer of its target.
    fn price_of_place(&self, who: Who, action: Action, target: Who, position: i32) -> i64 {
        let (rules, state) = (self.rules, &*self.state);
        let mut price = self.exposure(who, position);
        if rules.knobs.repostes_on_entry && !action.is_covered() {
            let entered = self.would_be_met(who, position - self.scratch.line.position(who));
            price += entered.iter().map(|opponent| self.harm_of_reposte(opponent, who)).sum::<i64>();
        }
        let distance = (self.scratch.line.position(target) - position).abs();
        let is_answered = state.this_round.guarded.contains(target)
            && self.threat_range(target).is_some_and(|reach| distance <= reach)
            && self.ready_weapon(target).is_some();
        price + if is_answered { self.harm_of_reposte(target, who) } else { 0 }
    }

    /// The rank of a position from which to take a hostile action against a target. One that is out of reach does not do, or, if
    /// all are, one that is no nearer than the combatant is now.
    pub(super) fn place_rank(&self, who: Who, action: Action, goal: Goal, position: i32) -> PlaceRank {
        let (here, there) = (self.scratch.line.position(who), self.scratch.line.position(goal.towards));
        let missing = |position: i32| ((there - position).abs() - goal.reach).max(0);
        let can_reach = missing(here) <= self.allowance(who);
        let does = if can_reach { missing(position) == 0 } else { missing(position) < missing(here) };
        let price = if does { self.price_of_place(who, action, goal.towards, position) } else { 0 };
        (!does, price, missing(position), (position - here).abs(), position)
    }

    /// The best rank of the positions to which a wary combatant can move now.
    pub(super) fn best_place(&self, who: Who, action: Action, goal: Goal) -> PlaceRank {
        // Somebody Dying who moves has no action left.
        let yards = if self.is_dying(who) { 0 } else { self.allowance(who) };
        let here = self.scratch.line.position(who);
        let ranks = (here - yards..=here + yards).map(|position| self.place_rank(who, action, goal, position));
        ranks.min().expect("it can always stay")
    }

    /// The worth of an attack or a spell: its expected harm, and what it spares if it comes before the target's turn, less its price.
    /// `None` if it does no harm or no target is in reach.
    pub(super) fn exchange(&self, who: Who, action: Action) -> Option<i64> {
        let (aim, reach) = self.aim_of(who, action)?;
        let target = self.preferred_pick(who, aim, reach)?;
        let gain = self.harm_of_action(who, action, target);
        if gain == 0 {
            return None;
        }
        let (is_unfit, price, missing, ..) = self.best_place(who, action, Goal { towards: target, reach });
        if is_unfit || missing > 0 {
            return None;
        }
        let of_target =
            self.hostile_actions(target).map(|(action, _)| (action, self.harm_of_action(target, action, who)));
        // Of equal ones the first.
        let worst = of_target.reduce(|worst, other| if other.1 > worst.1 { other } else { worst });
        let spared = worst.map_or(0, |(answer, harm)| {
            if self.count_of(who, action) < self.count_of(target, answer) { gain * harm / WHOLE } else { 0 }
        });
        Some(gain + spared - price - self.stress_price(who, action))
    }

    /// The count of an action that a combatant would declare now.
    fn count_of(&self, who: Who, action: Action) -> i32 {
        i32::from(self.body(who).base_initiative) + self.sheet(who).modifier_of(action, &self.rules.knobs)
    }

    /// The part of what a combatant has left that an action costs it in Stress (WOUNDS-34, WOUNDS-35).
    fn stress_price(&self, who: Who, action: Action) -> i64 {
        let (sheet, body) = (self.sheet(who), self.body(who));
        let stress = match action {
            Action::Attack(at) | Action::DefensiveAttack(at) => sheet.attacks[usize::from(at)].stress_cost,
            Action::Cast(at) => (sheet.spells[usize::from(at)].mana - body.mana).max(0),
            _ => 0,
        };
        WHOLE * i64::from(stress) / self.left(who)[0]
    }

    /// Whether a wary combatant that has struck goes back by so many yards: it is less exposed there.
    pub(super) fn gains_by_going_back(&self, who: Who, way: i32) -> bool {
        let here = self.scratch.line.position(who);
        self.exposure(who, here + way) < self.exposure(who, here)
    }
}
