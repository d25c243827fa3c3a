//! The functions that a script may call while a fight is played.
#![allow(clippy::needless_pass_by_value, reason = "the language hands over all arguments by value")]

use std::cmp::Reverse;

use equipoise_engine::dice::{Dice, DiceExpr, Meaning, Pool, Which};
use equipoise_engine::{EndState, Side, Who, Winner};
use rhai::{Array, Dynamic, Engine, EvalAltResult, EvalContext, Expression, INT, ImmutableString, Position};

use crate::cells::Cells;
use crate::declare::{Draft, small};
use crate::table::{Borrowed, Failed, Happening, Place, Table, at_table, drawn};

/// A combatant in a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fighter(pub(crate) Who);

/// The fight in a script.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Game;

/// Dice of a sheet in a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Roll(pub(crate) DiceExpr);

/// The most dice of a pool.
const DICE_MAX: INT = 100;

/// The properties of combatants that no script declares.
pub(crate) const BUILT_IN: [&str; 4] = ["id", "name", "side", "standing"];

type Text = ImmutableString;

/// Registers all functions, and the properties that a script declares.
pub(crate) fn register(engine: &mut Engine, draft: &Draft) {
    engine
        .register_type_with_name::<Fighter>("combatant")
        .register_type_with_name::<Game>("fight")
        .register_type_with_name::<Roll>("dice");
    statements(engine);
    built_in(engine);
    declared(engine, draft);
    rolls(engine);
    lists(engine);
    effects(engine, draft);
}

/// The statements that are no functions: what stands in them is evaluated as often as it is needed, in its place.
pub(crate) fn statements(engine: &mut Engine) {
    let known = "the words and marks are some of the language's own";
    engine.register_custom_syntax([CHANCE, "$block$"], false, chance).expect(known);
    engine.register_custom_syntax([SAY, "(", "$expr$", ")"], false, say).expect(known);
}

/// A draw of everything that is rolled in a block.
pub(crate) const CHANCE: &str = "chance";
/// A line of the narration, whose text is made only if somebody hears it.
pub(crate) const SAY: &str = "say";

fn built_in(engine: &mut Engine) {
    engine
        .register_fn("==", |one: Fighter, other: Fighter| one == other)
        .register_fn("!=", |one: Fighter, other: Fighter| one != other)
        .register_fn("to_string", |who: &mut Fighter| name_of(*who))
        .register_fn("to_string", |roll: &mut Roll| roll.0.to_string())
        .register_get("name", |who: &mut Fighter| name_of(*who))
        .register_get("id", |who: &mut Fighter| {
            at_table(|table| Ok(Text::from(&table.script().outline.combatants[who.0.index()].id)))
        })
        .register_get("side", |who: &mut Fighter| {
            at_table(|table| Ok(Text::from(table.script().sides.side(who.0).name())))
        })
        .register_get("standing", |who: &mut Fighter| at_table(|table| Ok(table.cells().stands(who.0))));
}

fn name_of(who: Fighter) -> Result<Text, Failed> {
    at_table(|table| Ok(Text::from(&table.script().outline.combatants[who.0.index()].name)))
}

/// The properties of the fight and of combatants that the script declares.
fn declared(engine: &mut Engine, draft: &Draft) {
    for (index, key) in draft.knobs.iter().enumerate() {
        engine.register_get(&key.name, move |_: &mut Game| at_table(|table| Ok(table.script().knobs[index].clone())));
    }
    for (index, (name, _)) in draft.shared.iter().enumerate() {
        engine.register_get(name, move |_: &mut Game| at_table(|table| Ok(INT::from(table.cells().shared(index)))));
        engine.register_set(name, move |_: &mut Game, to: INT| {
            at_table(|table| {
                table.changed()?.set_shared(index, small(to)?);
                Ok(())
            })
        });
    }
    for (index, key) in draft.sheet.iter().enumerate() {
        if draft.own.iter().all(|(name, _)| *name != key.name) {
            engine.register_get(&key.name, move |who: &mut Fighter| {
                at_table(|table| Ok(table.script().sheets[who.0.index()][index].clone()))
            });
        }
    }
    let life = draft.own.iter().position(|(_, begins)| begins.is_none());
    for (index, (name, _)) in draft.own.iter().enumerate() {
        engine.register_get(name, move |who: &mut Fighter| {
            at_table(|table| Ok(INT::from(table.cells().own(who.0, index))))
        });
        let refusal = (life == Some(index))
            .then(|| format!("`{name}` puts out of the fight: it changes by `{HURT}` and `{HEAL}`, which tell of it"));
        engine.register_set(name, move |who: &mut Fighter, to: INT| {
            at_table(|table| {
                if let Some(refusal) = &refusal {
                    return Err(refusal.clone().into());
                }
                table.changed()?.set_own(who.0, index, small(to)?);
                Ok(())
            })
        });
    }
}

/// Dice.
fn rolls(engine: &mut Engine) {
    engine
        .register_fn("d", |sides: INT| -> Result<INT, Failed> {
            let sides = sides_of(sides)?;
            drawn(None, |dice| Some(dice.die(sides))).map(INT::from)
        })
        .register_fn("roll", |dice: Text| sum(dice_of(&dice)?))
        .register_fn("roll", |dice: Roll| sum(dice.0))
        .register_fn("roll", |number: INT| number)
        .register_fn("keep", |dice: Text, kept: INT, which: Text| keep(dice_of(&dice)?, kept, &which))
        .register_fn("keep", |dice: Roll, kept: INT, which: Text| keep(dice.0, kept, &which))
        .register_fn("hits", |dice: INT, sides: INT, least: INT| -> Result<INT, Failed> {
            if !(0..=DICE_MAX).contains(&dice) {
                return Err(format!("{dice} dice, 0 to {DICE_MAX} are allowed").into());
            }
            let sides = sides_of(sides)?;
            drawn(None, |rolled| Some((0..dice).filter(|_| INT::from(rolled.die(sides)) >= least).count() as INT))
        })
        .register_fn("test", |bonus: INT, difficulty: INT| -> Result<bool, Failed> {
            let needed = small(difficulty.saturating_sub(bonus))?;
            drawn(Some(Meaning::new("test", [needed])), |dice| Some(i64::from(dice.die(20)) >= i64::from(needed)))
        })
        .register_fn("contest", |one: INT, other: INT| -> Result<INT, Failed> {
            let ahead = small(one.saturating_sub(other))?;
            let rolled = drawn(Some(Meaning::new("contest", [ahead])), |dice| {
                let (one, other) = (i64::from(dice.die(20)), i64::from(dice.die(20)));
                Some((one + i64::from(ahead)).cmp(&other))
            })?;
            Ok(rolled as INT)
        });
}

/// A result of a draw that a script makes.
#[derive(PartialEq, Eq)]
enum Rolled {
    Number(INT),
    Flag(bool),
    Text(Text),
    Failed,
}

/// Makes a draw of all dice that a block rolls: only its value matters, so that the exact solver tells no more apart. All of them are
/// rolled again where it has none.
fn chance(context: &mut EvalContext<'_, '_, '_, '_, '_, '_>, parts: &[Expression<'_>]) -> Result<Dynamic, Failed> {
    let mut failed = None;
    let begun = context.global_runtime_state().num_operations;
    let rolled = drawn(None, |_| match context.eval_expression_tree(&parts[0]).map_err(|error| within(*error)) {
        Ok(rolled) if rolled.is_unit() => None,
        Ok(rolled) => {
            // The exact solver tries all results of the dice: each as if it were the only one.
            context.global_runtime_state_mut().num_operations = begun;
            Some(result_of(&rolled).unwrap_or_else(|| {
                let message = format!("`chance` has a number, a flag or a text, and no {}", rolled.type_name());
                failed = Some(Failed::from(message));
                Rolled::Failed
            }))
        }
        Err(error) => {
            failed = Some(Box::new(error));
            Some(Rolled::Failed)
        }
    });
    let at = parts[0].position();
    match (failed, placed(rolled, at)?) {
        (Some(failed), _) => placed(Err(failed), at),
        (None, Rolled::Number(number)) => Ok(number.into()),
        (None, Rolled::Flag(flag)) => Ok(flag.into()),
        (None, Rolled::Text(text)) => Ok(text.into()),
        (None, Rolled::Failed) => unreachable!("what fails says why"),
    }
}

/// The error of a block, which cannot be left in its middle.
fn within(error: EvalAltResult) -> EvalAltResult {
    match error {
        EvalAltResult::Return(_, at) | EvalAltResult::LoopBreak(_, _, at) => {
            EvalAltResult::ErrorRuntime("`chance` is left at its end only".into(), at)
        }
        other => other,
    }
}

/// A result whose error has a place.
fn placed<R>(result: Result<R, Failed>, at: Position) -> Result<R, Failed> {
    result.map_err(|mut error| {
        if error.position().is_none() {
            error.set_position(at);
        }
        error
    })
}

/// Tells a line, whose text is made only if somebody hears it.
fn say(context: &mut EvalContext<'_, '_, '_, '_, '_, '_>, parts: &[Expression<'_>]) -> Result<Dynamic, Failed> {
    let told = at_table(|table| {
        table.changed()?;
        Ok(table.hears())
    });
    if placed(told, parts[0].position())? {
        let go = |to: Place| {
            at_table(|table| {
                table.go(to);
                Ok(())
            })
        };
        go(Place::Line)?;
        let text = context.eval_expression_tree(&parts[0]);
        go(Place::Step)?;
        let text = text?.into_string().map_err(|kind| Failed::from(format!("`say` takes a text, and no {kind}")));
        let text = placed(text, parts[0].position())?;
        at_table(|table| {
            table.happens(Happening::Said(text));
            Ok(())
        })?;
    }
    Ok(Dynamic::UNIT)
}

fn result_of(rolled: &Dynamic) -> Option<Rolled> {
    let number = rolled.as_int().ok().map(Rolled::Number);
    let flag = || rolled.as_bool().ok().map(Rolled::Flag);
    number.or_else(flag).or_else(|| rolled.clone().into_immutable_string().ok().map(Rolled::Text))
}

fn sides_of(sides: INT) -> Result<u32, Failed> {
    let most = i64::from(equipoise_engine::dice::SIDES_MAX);
    if (1..=most).contains(&sides) {
        Ok(sides as u32)
    } else {
        Err(format!("a die of {sides} sides, 1 to {most} are allowed").into())
    }
}

fn dice_of(text: &str) -> Result<DiceExpr, Failed> {
    text.parse().map_err(|error| format!("\"{text}\" are no dice: {error}").into())
}

fn sum(dice: DiceExpr) -> Result<INT, Failed> {
    drawn(Some(Meaning::of_sum("roll", dice)), |borrowed: &mut Borrowed| Some(borrowed.sum(dice))).map(INT::from)
}

fn keep(dice: DiceExpr, kept: INT, which: &str) -> Result<INT, Failed> {
    let mut terms = dice.terms();
    let (Some(term), None) = (terms.next(), terms.next()) else {
        return Err(format!("`keep` takes dice of one kind, such as 4d6, and not {dice}").into());
    };
    let which = match which {
        "highest" => Which::Highest,
        "lowest" => Which::Lowest,
        other => return Err(format!("`keep` keeps the \"highest\" or the \"lowest\", and not \"{other}\"").into()),
    };
    if term.sign < 0 {
        return Err(format!("`keep` takes dice that are added, and not {dice}").into());
    }
    let kept = u16::try_from(kept).unwrap_or(0);
    let pool = Pool::new(term.count, term.sides, kept, which).map_err(|error| error.to_string())?;
    let rolled = drawn(None, |borrowed: &mut Borrowed| Some(borrowed.keep(pool)))?;
    Ok(INT::from(rolled) + INT::from(dice.plus()))
}

/// Lists of combatants.
fn lists(engine: &mut Engine) {
    engine
        .register_fn("foes", |me: Fighter| {
            standing(|table, who| table.script().sides.side(who) != table.script().sides.side(me.0))
        })
        .register_fn("allies", |me: Fighter| {
            standing(|table, who| who != me.0 && table.script().sides.side(who) == table.script().sides.side(me.0))
        })
        .register_fn("everybody", || standing(|_, _| true))
        .register_fn("least", |list: Array, number: Text| best(list, &number, Reverse))
        .register_fn("most", |list: Array, number: Text| best(list, &number, |number| number))
        .register_fn("any", |list: Array| -> Result<Dynamic, Failed> {
            let sides = u32::try_from(list.len()).ok().filter(|count| *count > 0).ok_or("`any` of an empty list")?;
            let at = drawn(None, |dice| Some(dice.die(sides)))?;
            Ok(list[at as usize - 1].clone())
        })
        .register_fn("choose", choose);
}

/// The combatants that stand and fit, in listed order.
fn standing(fits: impl Fn(&dyn Table, Who) -> bool) -> Result<Array, Failed> {
    at_table(|table| {
        let table = &*table;
        let all = table.script().sides.everybody().iter();
        let fitting = all.filter(|who| table.cells().stands(*who) && fits(table, *who));
        Ok(fitting.map(|who| Dynamic::from(Fighter(who))).collect())
    })
}

/// The first of a list whose number is the best.
fn best<K: Ord>(list: Array, number: &str, worth: impl Fn(INT) -> K) -> Result<Dynamic, Failed> {
    at_table(|table| {
        let mut best: Option<(K, &Dynamic)> = None;
        for one in &list {
            let who = *one.read_lock::<Fighter>().ok_or("a list of something else than combatants")?;
            let worth = worth(number_of(table, who.0, number)?);
            if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, one));
            }
        }
        best.map(|(_, one)| one.clone()).ok_or_else(|| "of an empty list there is no best".into())
    })
}

/// A number of a combatant, by its name.
fn number_of(table: &dyn Table, who: Who, name: &str) -> Result<INT, Failed> {
    let script = table.script();
    match script.program.names.get(name) {
        Some(&Named::Own(index)) => Ok(table.cells().own(who, index).into()),
        Some(&Named::Sheet(index)) => {
            script.sheets[who.index()][index].as_int().map_err(|_| format!("`{name}` is no number").into())
        }
        None => Err(format!("combatants have no `{name}`").into()),
    }
}

/// The meaning of a name of a combatant's property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// A number that changes.
    Own(usize),
    /// A value of the sheet.
    Sheet(usize),
}

/// Takes a decision from a list, in which the combatant prefers one option.
fn choose(me: Fighter, options: Array, preferred: Dynamic) -> Result<Dynamic, Failed> {
    let at = options.iter().position(|option| is_same(option, &preferred));
    let at = at.ok_or("`choose` prefers something that is not in its list")?;
    let chosen = at_table(|table| {
        table.changed()?;
        Ok(table.choose(me.0, &options, at))
    })?;
    Ok(options[chosen].clone())
}

fn is_same(one: &Dynamic, other: &Dynamic) -> bool {
    match (one.read_lock::<Fighter>(), other.read_lock::<Fighter>()) {
        (Some(one), Some(other)) => *one == *other,
        (None, None) => result_of(one).is_some() && result_of(one) == result_of(other),
        _ => false,
    }
}

/// Functions that change a fight or tell of it.
fn effects(engine: &mut Engine, draft: &Draft) {
    for (name, state) in
        [("down", EndState::Down), ("dead", EndState::Dead), ("flee", EndState::Fled), ("rise", EndState::Standing)]
    {
        engine.register_fn(name, move |who: Fighter| at_table(|table| ends_up(table, who.0, state)));
    }
    engine
        .register_fn("win", |side: Text| -> Result<(), Failed> {
            let side = Side::ALL.into_iter().find(|known| known.name() == side.as_str());
            ended(side.ok_or_else(|| "the sides are \"party\" and \"enemies\"".to_owned())?.into())
        })
        .register_fn("win", |who: Fighter| {
            let side = at_table(|table| Ok(table.script().sides.side(who.0)))?;
            ended(side.into())
        })
        .register_fn("draw", || ended(Winner::Draw))
        .register_fn(HURT, hurt)
        .register_fn(HEAL, |target: Fighter, amount: INT| heal(target, amount, HEALING.into()))
        .register_fn(HEAL, heal)
        .register_fn("order_by", order_by)
        .register_fn("rule", |id: Text| {
            at_table(|table| {
                table.changed()?;
                let known = table.script().program.book.rules.iter().copied().find(|known| *known == id.as_str());
                table.apply(known.ok_or_else(|| format!("the script declares no rule `{id}`"))?);
                Ok(())
            })
        });
    let metrics: Vec<String> = draft.metrics.iter().map(|(name, _)| name.clone()).collect();
    let count = move |name: &str, amount: INT| -> Result<(), Failed> {
        let metric = metrics.iter().position(|known| known == name);
        let metric = metric.ok_or_else(|| format!("the script declares no metric `{name}`"))?;
        let amount = u32::try_from(amount).map_err(|_| format!("{amount} cannot be counted"))?;
        at_table(|table| {
            table.changed()?;
            table.count(metric, amount);
            Ok(())
        })
    };
    let count_one = count.clone();
    engine
        .register_fn("count", move |name: Text| count_one(&name, 1))
        .register_fn("count", move |name: Text, amount: INT| count(&name, amount));
}

fn ended(winner: Winner) -> Result<(), Failed> {
    at_table(|table| {
        table.changed()?.set_victor(winner);
        Ok(())
    })
}

/// The number of a combatant that puts it out at 0.
fn life(table: &dyn Table) -> Result<usize, Failed> {
    table.script().life().ok_or_else(|| Box::<EvalAltResult>::from("the script declares no `points` to lose"))
}

/// The functions that take points off, and give them back, the third argument of which says with what.
pub(crate) const HURT: &str = "hurt";
pub(crate) const HEAL: &str = "heal";
/// The word of healing that names no other.
pub(crate) const HEALING: &str = "healing";

/// Takes points off a combatant, which is down once it has none left.
fn hurt(target: Fighter, amount: INT, with: Text) -> Result<(), Failed> {
    at_table(|table| {
        let (life, amount) = (life(table)?, small(amount.max(0))?);
        let cells: &mut Cells = table.changed()?;
        let before = cells.own(target.0, life);
        let left = before.saturating_sub(amount).max(0);
        cells.set_own(target.0, life, left);
        let falls = left == 0 && cells.stands(target.0);
        if falls {
            cells.set_end_state(target.0, EndState::Down);
        }
        if table.hears() {
            let beyond = amount - (before - left);
            table.happens(Happening::Hurt { target: target.0, amount, beyond, falls, with: with.to_string() });
        }
        Ok(())
    })
}

/// Gives points back to a combatant, as many as it began with at the most.
fn heal(target: Fighter, amount: INT, with: Text) -> Result<(), Failed> {
    at_table(|table| {
        let life = life(table)?;
        let most = table.script().opening.own(target.0, life);
        let cells: &mut Cells = table.changed()?;
        let before = cells.own(target.0, life);
        let after = small((i64::from(before) + amount.max(0)).min(i64::from(most.max(before))))?;
        cells.set_own(target.0, life, after);
        if table.hears() {
            table.happens(Happening::Healed { target: target.0, amount: after - before, with: with.to_string() });
        }
        Ok(())
    })
}

/// Sets the end state of a combatant.
fn ends_up(table: &mut dyn Table, who: Who, state: EndState) -> Result<(), Failed> {
    let cells = table.changed()?;
    let before = cells.end_state(who);
    cells.set_end_state(who, state);
    if before != state && table.hears() {
        table.happens(Happening::EndsUp { who, state, falls: before == EndState::Standing });
    }
    Ok(())
}

/// Orders the turns by a number of each combatant that changes in the fight.
fn order_by(name: Text) -> Result<(), Failed> {
    at_table(|table| match table.script().program.names.get(name.as_str()) {
        Some(&Named::Own(index)) => {
            table.changed()?.order_by(index);
            Ok(())
        }
        _ => Err(format!("`order_by` takes the name of a `state` or of `points`, and \"{name}\" is none").into()),
    })
}

/// The properties of a combatant by their names.
pub(crate) fn names(draft: &Draft) -> std::collections::BTreeMap<String, Named> {
    let sheet = draft.sheet.iter().enumerate().map(|(index, key)| (key.name.clone(), Named::Sheet(index)));
    // Numbers that change come last: they take the place of what the sheet says.
    let own = draft.own.iter().enumerate().map(|(index, (name, _))| (name.clone(), Named::Own(index)));
    sheet.chain(own).collect()
}
