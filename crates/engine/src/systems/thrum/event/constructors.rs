//! Constructors of events whose facts are gathered from the scenario, the state and the dice.

use super::super::Thrum;
use super::super::ability::{Targets, Use};
use super::super::attack::Aimed;
use super::super::condition::Conditions;
use super::super::effect::{Effect, STATUSES, Status};
use super::super::grid::{Placing, Square};
use super::super::means::{Source, Tool};
use super::super::policy::Recovery;
use super::super::resolve::ENDS_WITH_TURN;
use super::super::roll::{Outcome, Roll};
use super::super::state::{Body, State};
use super::super::telling::Trodden;
use super::super::words::Defence;
use super::Event;
use super::facts::{Defeat, Loads, Loss, Rolled, Shape, Spot, Stacks, Term};
use crate::event::Named;
use crate::outcome::Side;
use crate::skirmish::Group;
use crate::who::Who;

impl Thrum {
    pub(in super::super) fn named(&self, who: Who) -> Named<'_> {
        Named::of(&self.outline, who)
    }

    fn all_named(&self, group: Group) -> Vec<Named<'_>> {
        group.iter().map(|who| self.named(who)).collect()
    }

    pub(in super::super) fn stance_name(&self, who: Who, stance: u8) -> &str {
        &self.names[who].stances[usize::from(stance)]
    }

    pub(in super::super) fn action_name(&self, who: Who, action: usize) -> &str {
        &self.names[who].actions[action]
    }

    pub(in super::super) fn spot(&self, square: Square) -> Spot {
        Spot(self.map().coordinates(square).into())
    }

    fn shape(&self, placing: Placing) -> Shape {
        match placing {
            Placing::Area { y, x, size } => Shape::Area { size, from: Spot([x, y]) },
            Placing::Line { first, direction, length } => {
                let direction = direction.direction().offset().into();
                Shape::Line { size: length, from: self.spot(first), direction }
            }
            Placing::Aura { centre, radius } => Shape::Aura { size: radius, centre: self.spot(centre) },
        }
    }

    pub(in super::super) fn order_of_turns(&self, state: &State) -> Event<'_> {
        let order = state.order.iter().map(|who| self.named(who)).collect();
        Event::Order { order, to_come: self.all_named(state.absent) }
    }

    pub(in super::super) fn turn_begins(&self, who: Who, state: &State) -> Event<'_> {
        let body = &state.bodies[who];
        Event::Turn {
            who: self.named(who),
            square: self.spot(body.square),
            incapacitated: !state.active.contains(who),
            loads: Loads::of(body),
        }
    }

    /// The end of a turn; `body` is the combatant before statuses lose a stack and conditions end.
    pub(in super::super) fn turn_ends(&self, who: Who, body: &Body) -> Event<'_> {
        let left = body.stacks.map(|stacks| stacks.saturating_sub(1));
        let conditions = body.conditions.without(ENDS_WITH_TURN);
        let after = Body { stacks: left, conditions, ..*body };
        Event::EndOfTurn { who: self.named(who), ended: ended(body, &after), left: by_status(left) }
    }

    /// Steps of one combatant, at least one.
    pub(in super::super) fn walked(&self, steps: &[Trodden]) -> Event<'_> {
        let mut by_way_of: Vec<Spot> = steps.iter().map(|step| self.spot(step.to)).collect();
        let to = by_way_of.pop().expect("a walk has a step");
        Event::Walk { who: self.named(steps[0].who), by_way_of, to }
    }

    pub(in super::super) fn dropped(&self, who: Who, faces: &[u32], roll: Roll, levels: i32, lands: bool) -> Event<'_> {
        let (own, environment) = faces.split_at(faces.len().min(2));
        let environment = Rolled::new(environment, Roll { modifier: levels, net: 0 });
        let environment = self.knobs.environment_rolls.then_some(environment);
        let against = environment.as_ref().map_or(7 + levels, |environment| environment.total);
        Event::Drop { who: self.named(who), levels, roll: Rolled::new(own, roll), against, environment, lands }
    }

    pub(in super::super) fn recovered(&self, who: Who, recovery: Recovery, before: &Body, after: &Body) -> Event<'_> {
        let load = match recovery {
            Recovery::Fatigue => Some(Term("Fatigue")),
            Recovery::Stress => Some(Term("Stress")),
            Recovery::Status(_) => None,
        };
        let from = load.into_iter().chain(ended(before, after)).collect();
        let source = Source::new(who, Tool::Recover);
        Event::Recover {
            who: self.named(who),
            from,
            loads: Loads::of(after),
            deed: self.deed_of(source),
            gains: self.loads_ended(source, who, before, after),
        }
    }

    pub(in super::super) fn used(&self, used: Use<'_>, targets: &Targets) -> Event<'_> {
        let names = &self.names[used.by];
        Event::Use {
            who: self.named(used.by),
            ability: if used.is_reaction { &names.reactions[used.index] } else { &names.actions[used.index] },
            targets: self.all_named(targets.group()),
            shape: match targets {
                Targets::Of(_) | Targets::Chosen(_) => None,
                Targets::Affected(_, placing) | Targets::Ground(placing) => Some(self.shape(*placing)),
            },
            overexerted: used.is_overexerted,
            deed: self.deed_of(used.source()),
            is_attack: used.ability.attack.is_some(),
        }
    }

    /// An attack and its defence; the dice of the attack come first.
    pub(in super::super) fn contested(
        &self,
        Aimed { by, source, target, .. }: Aimed<'_>,
        defence: Defence,
        outcome: Outcome,
        faces: &[u32],
        rolls: [Roll; 2],
    ) -> Event<'_> {
        let (attack, defended) = faces.split_at(faces.len().min(2 + rolls[0].net.unsigned_abs() as usize));
        Event::Attack {
            who: self.named(by),
            target: self.named(target),
            roll: Rolled::new(attack, rolls[0]),
            defence: Term(match defence {
                Defence::Resilience => "Resilience",
                Defence::Evasion => "Evasion",
                Defence::Resolve => "Resolve",
            }),
            defence_roll: Rolled::new(defended, rolls[1]),
            outcome,
            hits: outcome.is_success(),
            deed: self.deed_of(source),
        }
    }

    pub(in super::super) fn afflicted(&self, by: Source, who: Who, effect: &Effect) -> Event<'_> {
        let (stacks, conditions) = (by_status(effect.stacks), terms(effect.conditions));
        let lasting = (effect.stacks[Status::Burning as usize] > 0).then(|| self.set_on_fire(by, who));
        Event::Affliction { who: self.named(who), stacks, marks: effect.mark, conditions, lasting }
    }

    pub(in super::super) fn relieved(&self, by: Source, who: Who, before: &Body, after: &Body) -> Event<'_> {
        let gains = self.loads_ended(by, who, before, after);
        Event::Relief { who: self.named(who), ended: ended(before, after), loads: Loads::of(after), gains }
    }

    /// The end of the first of some conditions.
    pub(in super::super) fn condition_ends(&self, who: Who, condition: Conditions) -> Event<'_> {
        let name = condition.names().next().unwrap_or_default();
        Event::EndOfCondition { who: self.named(who), condition: Term(name) }
    }

    pub(in super::super) fn decided(&self, state: &State, lost: [bool; 2]) -> Event<'_> {
        let beaten = |side: Side| !state.left().meets(self.sides.members(side));
        let losers = Side::ALL.into_iter().filter(|side| lost[side.index()]);
        Event::End { defeats: losers.map(|side| Defeat { side, beaten: beaten(side) }).collect() }
    }

    pub(in super::super) fn aftermath(&self, state: &State) -> Event<'_> {
        let loss = |who: Who| {
            let ([fatigue, stress], body) = (self.tolerances_at_start(state, who), &state.bodies[who]);
            Loss {
                who: self.named(who),
                fatigue_tolerance: fatigue - body.fatigue_tolerance,
                stress_tolerance: stress - body.stress_tolerance,
                collapsed: state.has_collapsed(who),
            }
        };
        let losses = Who::first(self.sides.len()).map(loss).filter(|loss| !loss.is_none()).collect();
        Event::Aftermath { timeout: state.lost == [false; 2], losses }
    }
}

/// The stacks of the statuses that have any.
fn by_status(stacks: [u32; STATUSES]) -> Stacks {
    Status::NAMES.map(Term).into_iter().zip(stacks).filter(|&(_, stacks)| stacks > 0).collect()
}

fn terms(conditions: Conditions) -> Vec<Term> {
    conditions.names().map(Term).collect()
}

/// The statuses and conditions that a combatant had before and has no longer.
fn ended(before: &Body, after: &Body) -> Vec<Term> {
    let after_of = by_status(after.stacks);
    let statuses = by_status(before.stacks).into_keys().filter(|status| !after_of.contains_key(status));
    statuses.chain(terms(before.conditions.without(after.conditions))).collect()
}
