//! The cast and the battlefield of a page: a card for each entry of the scenario with the values that it gives, and the areas in which fights take place.

use equipoise_engine::scenario::Kind;
use equipoise_engine::{Area, Combatant, Side};
use equipoise_sim::studies::check::{Key, Origin, said};
use equipoise_sim::studies::load::Loaded;
use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use crate::show;

/// Keys that a card shows in its head, or not at all.
const IN_HEAD: [&str; 4] = ["id", "name", "side", "count"];

/// A card for each entry of the scenario that has values, the party's first, under their heading.
pub(crate) fn cards(loaded: &Loaded) -> Markup {
    let keys = said(loaded).keys;
    let cast = loaded.fights.combatants();
    let mut entries: Vec<(&str, &Combatant, usize)> = Vec::new();
    for combatant in cast {
        let id = combatant.group.as_deref().unwrap_or(&combatant.id);
        match entries.iter_mut().find(|(known, ..)| *known == id) {
            Some((.., count)) => *count += 1,
            None => entries.push((id, combatant, 1)),
        }
    }
    entries.sort_by_key(|(_, combatant, _)| combatant.side != Side::Party);
    // Of a leg's own combatants the keys stand elsewhere: a card without values tells nothing.
    entries.retain(|(id, ..)| {
        let prefix = format!("combatants.{id}.");
        let says = |key: &Key| key.path.strip_prefix(&prefix).is_some_and(|rest| !IN_HEAD.contains(&rest));
        keys.iter().any(|key| key.from != Origin::Default && says(key))
    });
    html! {
        @if !entries.is_empty() {
            h3 { "Who fights" }
            ul.cards {
                @for (id, combatant, count) in entries {
                    li class={ "card " (combatant.side) } {
                        (head(&name(id, &keys), combatant.side, count))
                        (facts(&format!("combatants.{id}."), &keys))
                    }
                }
            }
        }
    }
}

/// The name that an entry gives, else its id.
fn name(id: &str, keys: &[Key]) -> String {
    let path = format!("combatants.{id}.name");
    let given = keys.iter().find(|key| key.path == path).and_then(|key| key.value.as_str());
    show::shown(given.unwrap_or(id))
}

fn head(name: &str, side: Side, count: usize) -> Markup {
    html! { p { b { bdi { (name) } } @if count > 1 { " × " (count) } " " span.faint { (side.to_string()) } } }
}

/// The values of an entry: those of its own on a line, and a line for each attack, item and the like.
fn facts(prefix: &str, keys: &[Key]) -> Markup {
    let mut own: Vec<String> = Vec::new();
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for key in keys.iter().filter(|key| key.from != Origin::Default) {
        let Some(rest) = key.path.strip_prefix(prefix) else { continue };
        let segments: Vec<&str> = rest.split('.').collect();
        match segments[..] {
            [name] if IN_HEAD.contains(&name) => {}
            [name] | [_, name] => own.extend(fact(name, &key.value)),
            [_, part, ref names @ ..] => {
                let known = parts.iter().position(|(known, _)| known == part);
                let index = known.unwrap_or_else(|| {
                    parts.push((part.to_owned(), Vec::new()));
                    parts.len() - 1
                });
                if names != ["id"] {
                    parts[index].1.extend(fact(&names.join(" "), &key.value));
                }
            }
            [] => {}
        }
    }
    html! {
        @if !own.is_empty() { p { (own.join(", ")) } }
        @for (part, facts) in parts { p.part { b { bdi { (show::shown(&part)) } } " " (facts.join(", ")) } }
    }
}

/// A value with its name in words; `None` if it has no value.
fn fact(name: &str, value: &Value) -> Option<String> {
    let name = name.replace('_', " ");
    let told = match value {
        Value::Null => return None,
        Value::Bool(true) => return Some(show::shown(&name)),
        Value::Bool(false) => return Some(show::shown(&format!("not {name}"))),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(word).collect::<Vec<_>>().join(" and "),
        other => other.to_string(),
    };
    Some(show::shown(&format!("{name} {told}")))
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The characters that stand in the maps of a scenario, each with its meaning; empty if it has no maps.
pub(crate) fn legend(loaded: &Loaded) -> String {
    let mut told: Vec<String> = Vec::new();
    for entry in loaded.scenario.paths(loaded.system.schema()) {
        let (Kind::Rows(rows), Some(map)) = (entry.kind, entry.value) else { continue };
        for choice in rows.legend.iter().filter(|choice| choice.name.chars().any(|sign| map.contains(sign))) {
            let mut signs = choice.name.chars();
            let ends: Vec<String> = signs.next().into_iter().chain(signs.next_back()).map(String::from).collect();
            let meaning = format!("{} {}", ends.join("–"), choice.doc);
            if !told.contains(&meaning) {
                told.push(meaning);
            }
        }
    }
    told.join("; ")
}

/// The width of the drawing of areas, in its own units.
const WIDTH: f64 = 360.0;
/// The height of a row of areas, with the room below it.
const ROW: f64 = 70.0;
/// The height of an area.
const HEIGHT: f64 = 44.0;
/// The width of a character of a name, rather too large.
const CHARACTER: f64 = 8.0;

/// The areas of the battlefield as a graph, with the same in words; empty if it has no areas.
pub(crate) fn battlefield(areas: &[Area], cast: &[Combatant]) -> Markup {
    if areas.is_empty() {
        return html! {};
    }
    html! {
        @if areas.len() > 1 { div.battlefield aria-hidden="true" { (PreEscaped(drawing(areas, cast))) } }
        ul.areas {
            @for area in areas {
                li {
                    b { bdi { (show::shown(&area.name)) } }
                    @for note in &area.notes { ", " (note) }
                    @let borders: Vec<String> = area.borders.iter().map(|border| show::shown(&areas[*border].name)).collect();
                    @if !borders.is_empty() { "; borders on " (borders.join(", ")) }
                    @let here: Vec<String> = area.begin_here.iter().map(|who| show::name_of(&cast[who.index()].id, cast)).collect();
                    @if !here.is_empty() { "; beginning here: " (here.join(", ")) }
                    "."
                }
            }
        }
    }
}

/// By area, the least number of borders to cross from the first one. Every area can be reached.
fn distances(areas: &[Area]) -> Vec<usize> {
    let mut distances = vec![usize::MAX; areas.len()];
    distances[0] = 0;
    let mut next = vec![0];
    while let Some(area) = (!next.is_empty()).then(|| next.remove(0)) {
        for border in &areas[area].borders {
            if distances[*border] == usize::MAX {
                distances[*border] = distances[area] + 1;
                next.push(*border);
            }
        }
    }
    distances
}

/// A row for each distance from the first area, with lines between those that border on each other.
fn drawing(areas: &[Area], cast: &[Combatant]) -> String {
    let distances = &distances(areas);
    let in_row = |row: usize| areas.iter().enumerate().filter(move |(index, _)| distances[*index] == row);
    let rows = (0..areas.len()).take_while(|row| in_row(*row).next().is_some()).count();
    let mut middles = vec![[0.0; 2]; areas.len()];
    let mut widths = vec![0.0; areas.len()];
    for row in 0..rows {
        let count = in_row(row).count() as f64;
        for (place, (index, area)) in in_row(row).enumerate() {
            let longest = area.name.chars().count().max(starting(area, cast).chars().count());
            let most = WIDTH / count - 6.0;
            widths[index] = (longest as f64 * CHARACTER + 16.0).clamp(most.min(70.0), most);
            middles[index] = [(place as f64 + 0.5) * WIDTH / count, row as f64 * ROW + HEIGHT / 2.0 + 2.0];
        }
    }
    let height = (rows as f64 - 1.0) * ROW + HEIGHT + 4.0;
    let lines = areas.iter().enumerate().flat_map(|(index, area)| {
        area.borders.iter().filter(move |border| **border > index).map(move |border| [index, *border])
    });
    html! {
        svg.chart viewBox={ "0 0 " (WIDTH) " " (height) } {
            @for [from, to] in lines {
                line.rule x1=(middles[from][0]) y1=(middles[from][1]) x2=(middles[to][0]) y2=(middles[to][1]) {}
            }
            @for (index, area) in areas.iter().enumerate() {
                @let ([x, y], width) = (middles[index], widths[index]);
                rect.area x=(x - width / 2.0) y=(y - HEIGHT / 2.0) width=(width) height=(HEIGHT) rx="4" {}
                text.middle x=(x) y=(y - 3.0) { (cut(&show::shown(&area.name), width)) }
                text.small.faint.middle x=(x) y=(y + 14.0) { (cut(&starting(area, cast), width)) }
            }
        }
    }
    .into_string()
}

/// The number of those of each side that begin in an area.
fn starting(area: &Area, cast: &[Combatant]) -> String {
    let count = |side: Side| area.begin_here.iter().filter(|who| cast[who.index()].side == side).count();
    let told = Side::ALL.map(|side| match count(side) {
        0 => None,
        count => Some(format!("{side} {count}")),
    });
    told.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A text that fits into a width, with an ellipsis if it had to be cut.
fn cut(text: &str, width: f64) -> String {
    let room = (width / CHARACTER) as usize;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}
