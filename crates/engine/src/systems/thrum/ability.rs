//! Using an ability from the declaration to the last consequence (THRUM-40 to THRUM-45).

use super::Thrum;
use super::attack::Aimed;
use super::condition::Conditions;
use super::effect::Status;
use super::event::Event;
use super::grid::{Placing, Sight, Square};
use super::harm::Load;
use super::means::{Source, Tool};
use super::metrics::OVEREXERTS;
use super::movement::Granted;
use super::policy::Purpose;
use super::resolve::Fight;
use super::sheet::{Ability, BuffEnds, Usage};
use super::state::{Placed, State, Worn};
use super::words::Affects;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// One use of an ability.
#[derive(Clone, Copy)]
pub(super) struct Use<'a> {
    pub(super) by: Who,
    pub(super) ability: &'a Ability,
    pub(super) usage: &'a Usage,
    /// The ability's index among the user's actions, or among its reactions if it is a reaction.
    pub(super) index: usize,
    pub(super) is_overexerted: bool,
    pub(super) is_reaction: bool,
}

impl Use<'_> {
    /// The source of what the use does.
    pub(super) const fn source(&self) -> Source {
        let index = self.index as u8;
        Source::new(self.by, if self.is_reaction { Tool::Reaction(index) } else { Tool::Action(index) })
    }
}

/// The targets of an ability, in order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Targets {
    /// A single target.
    Of(Who),
    /// Several single targets.
    Chosen(Chosen),
    /// Everybody whom a shape affects, in listed order or by lot, the user last.
    Affected(Group, Placing),
    /// No character: a Terrain Effect is laid on the squares of this placing.
    Ground(Placing),
}

/// Several targets of a single attack, in the order in which they were chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chosen {
    who: [Who; 20],
    count: u8,
}

impl Chosen {
    pub(super) const fn of(first: Who) -> Self {
        Self { who: [first; 20], count: 1 }
    }

    pub(super) fn push(&mut self, who: Who) {
        self.who[usize::from(self.count)] = who;
        self.count += 1;
    }

    pub(super) fn len(&self) -> usize {
        self.count.into()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Who> + use<> {
        let Self { who, count } = *self;
        who.into_iter().take(usize::from(count))
    }
}

impl Targets {
    /// All targets as a group.
    pub(super) fn group(&self) -> Group {
        match self {
            Self::Of(target) => Group::of(*target),
            Self::Chosen(chosen) => chosen.iter().collect(),
            Self::Affected(group, _) => *group,
            Self::Ground(_) => Group::NOBODY,
        }
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Uses an ability on its targets (THRUM-45).
    pub(super) fn use_ability(&mut self, used: Use<'_>, targets: &Targets) {
        let (rules, state) = (self.rules, &*self.state);
        self.trace.rules(|| rules.rules_of_use(state, used, targets));
        self.tell(&[], |rules, _, _| rules.used(used, targets));
        if used.is_overexerted {
            self.trace.count(OVEREXERTS, 1);
            self.deal(Load::Stress, used.usage.cost, used.by, false, Source::new(used.by, Tool::Overexertion));
        }
        let exposed = self.exposed_by(used.by, targets);
        let has_attacked = match targets {
            Targets::Of(target) => self.use_on(&used, *target),
            Targets::Chosen(chosen) => chosen.iter().fold(false, |has, target| has | self.use_on(&used, target)),
            Targets::Affected(group, _) => self.use_on_affected(used, *group),
            Targets::Ground(placing) => {
                self.lay_terrain(used, *placing);
                false
            }
        };
        self.benefit(used);
        self.end_use(used, has_attacked, exposed);
    }

    /// Uses an ability on everybody whom its shape affects; returns whether an attack on one of them was carried out. The user
    /// comes last: if its own Finisher makes it Incapacitated, the others have been attacked already.
    fn use_on_affected(&mut self, used: Use<'_>, affected: Group) -> bool {
        let mut others = affected.without(used.by);
        let mut has_attacked = false;
        while let Some(target) = self.take_first(&mut others) {
            has_attacked |= self.use_on(&used, target);
        }
        has_attacked | (affected.contains(used.by) && self.use_on(&used, used.by))
    }

    /// Uses an ability on one of its targets; returns whether it was an attack that was carried out.
    pub(super) fn use_on(&mut self, used: &Use<'_>, target: Who) -> bool {
        let Use { by, ability, usage, .. } = *used;
        if !self.state.present.contains(target) || !self.stands(by) {
            return false;
        }
        if let Some(attack) = &ability.attack {
            return self.attack(Aimed { by, source: used.source(), target, attack, usage });
        }
        if !self.declines(used, target) {
            self.apply(&usage.effect, used.source(), target);
            self.give_buff(used, target);
        }
        false
    }

    /// Combatants that stop being Hidden once an ability has been used: each targeted enemy that is adjacent to the user, and the
    /// user itself if any target is an enemy (THRUM-62).
    fn exposed_by(&self, who: Who, targets: &Targets) -> Group {
        let enemies = targets.group() & self.rules.sides.opponents(who);
        let user = if enemies.is_empty() { Group::NOBODY } else { Group::of(who) };
        user | enemies.filter(|enemy| self.are_adjacent(who, enemy))
    }

    /// Gives the user the ability's effect on itself, its teleport and its movement (THRUM-45).
    fn benefit(&mut self, used: Use<'_>) {
        let Use { by, ability, .. } = used;
        if !self.stands(by) {
            return;
        }
        self.apply(&ability.self_effect, used.source(), by);
        if ability.self_teleport > 0 && self.stands(by) {
            self.teleport_away(by, ability.self_teleport);
        }
        if ability.self_move > 0 && self.stands(by) {
            let granted = Granted { squares: ability.self_move, is_reaction: used.is_reaction };
            self.walk(by, Purpose::AfterMove, Some(granted));
        }
    }

    /// Applies the consequences of having used an ability: a Hamstrung attacker becomes Dazed, Buffs that end with an attack end,
    /// and Hidden combatants are exposed.
    fn end_use(&mut self, used: Use<'_>, has_attacked: bool, exposed: Group) {
        let by = used.by;
        if has_attacked {
            if self.state.bodies[by].has(Status::Hamstrung) {
                let body = &mut self.state.bodies[by];
                body.conditions = body.conditions.with(Conditions::DAZED);
                self.tell(&["THRUM-57"], |rules, _, _| Event::Dazed { who: rules.named(by) });
            }
            self.end_buff_by(by, BuffEnds::Attacks);
        }
        for who in exposed {
            self.end_condition(who, Conditions::HIDDEN, "THRUM-62");
        }
    }

    /// Whether a target that has a Buff declines a second one, and with it all other effects of the ability (THRUM-42).
    fn declines(&mut self, used: &Use<'_>, target: Who) -> bool {
        let has_one = self.state.bodies[target].buff.is_some();
        let declines = used.ability.buff.is_some() && has_one && !self.rules.knobs.buffs_replace;
        if declines {
            self.tell(&["THRUM-42"], |rules, _, _| Event::BuffDeclined { who: rules.named(target) });
        }
        declines
    }

    /// Gives the target the ability's Buff, if it has one (THRUM-42).
    fn give_buff(&mut self, used: &Use<'_>, target: Who) {
        let Some(buff) = &used.ability.buff else { return };
        let turns = match buff.ends {
            BuffEnds::Turns(turns) => turns,
            _ => 0,
        };
        self.state.bodies[target].buff = Some(Worn { maker: used.by, action: used.index as u8, turns });
        self.tell(&["THRUM-42"], |rules, _, _| Event::Buff {
            who: rules.named(target),
            buff: rules.action_name(used.by, used.index),
        });
    }

    /// Ends a combatant's Buff if it is one that ends with the event `end` (THRUM-42).
    pub(super) fn end_buff_by(&mut self, who: Who, end: BuffEnds) {
        if self.rules.end_of_buff(self.state, who) == Some(end) {
            self.end_buff(who);
        }
    }

    pub(super) fn end_buff(&mut self, who: Who) {
        self.state.bodies[who].buff = None;
        self.tell(&["THRUM-42"], |rules, _, _| Event::EndOfBuff { who: rules.named(who) });
    }

    /// Puts a Terrain Effect on the map; it replaces the one that its maker laid before (THRUM-41).
    fn lay_terrain(&mut self, used: Use<'_>, placing: Placing) {
        let Some(terrain) = &used.ability.terrain else { return };
        let placed = Placed { action: used.index as u8, placing, entered_by: Group::NOBODY };
        self.state.terrains[usize::from(terrain.index)] = Some(placed);
    }

    /// Applies the Terrain Effects on the square of a combatant that starts its turn there or has come there (THRUM-41).
    pub(super) fn enter_terrains(&mut self, who: Who) {
        let square = self.state.bodies[who].square;
        if self.rules.knobs.order_is_by_lot && self.state.terrains.len() > 1 {
            return self.enter_terrains_by_lot(who, square);
        }
        for index in 0..self.state.terrains.len() {
            self.enter_terrain(who, square, index);
        }
    }

    /// Applies the Terrain Effects on `square` in the order of their makers' lots; each maker has one Terrain Effect.
    fn enter_terrains_by_lot(&mut self, who: Who, square: Square) {
        let mut makers = self.rules.terrain_makers.iter().copied().collect();
        while let Some(maker) = self.take_first(&mut makers) {
            let index = self.rules.terrain_makers.iter().position(|&other| other == maker);
            self.enter_terrain(who, square, index.expect("a maker has a Terrain Effect"));
        }
    }

    fn enter_terrain(&mut self, who: Who, square: Square, index: usize) {
        let rules = self.rules;
        let Some(placed) = &mut self.state.terrains[index] else { return };
        let maker = rules.terrain_makers[index];
        let action = &rules.sheets[maker].actions[usize::from(placed.action)];
        let Some(terrain) = &action.terrain else { return };
        let affects = terrain.affects == Affects::All || rules.sides.side(maker) != rules.sides.side(who);
        if !placed.placing.covers(rules.map(), square) || placed.entered_by.contains(who) || !affects {
            return;
        }
        placed.entered_by.insert(who);
        let made_by = placed.action;
        self.tell_trail();
        self.tell(&["THRUM-41"], |rules, _, _| Event::Terrain {
            who: rules.named(who),
            terrain: rules.action_name(maker, made_by.into()),
            maker: rules.named(maker),
        });
        self.apply(&terrain.enter, Source::new(maker, Tool::Action(made_by)), who);
    }
}

impl Thrum {
    fn rules_of_use(&self, state: &State, used: Use<'_>, targets: &Targets) -> Vec<&'static str> {
        let Use { by, index, is_overexerted, is_reaction, .. } = used;
        let is_basic = index + 2 >= self.sheets[by].actions.len() && !is_reaction;
        let is_physical = used.ability.attack.as_ref().is_some_and(|attack| attack.is_physical);
        let is_obstructed = |enemy: Who| self.sight(state, by, enemy) == Sight::Obstructed;
        let mut ids = vec!["THRUM-17", "THRUM-26", "THRUM-45"];
        let more = [
            (is_basic, "THRUM-12"),
            (is_reaction, "THRUM-44"),
            (is_overexerted, "THRUM-40"),
            (state.bodies[by].has(Status::Blinded), "THRUM-57"),
        ];
        ids.extend(more.into_iter().filter(|&(applies, _)| applies).map(|(_, id)| id));
        if let Targets::Affected(_, placing) | Targets::Ground(placing) = targets {
            let of_shape = match placing {
                Placing::Area { .. } => "THRUM-27",
                Placing::Line { .. } => "THRUM-28",
                Placing::Aura { .. } => "THRUM-29",
            };
            ids.extend(["THRUM-30", of_shape]);
        }
        if matches!(targets, Targets::Ground(_)) {
            ids.push("THRUM-41");
        }
        if is_physical && (state.active & self.sides.opponents(by)).iter().any(is_obstructed) {
            ids.push("THRUM-32");
        }
        ids
    }
}
