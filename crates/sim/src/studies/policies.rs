//! All policies that a scenario allows: every word for how a combatant decides, for each side.

use std::path::Path;

use equipoise_engine::Side;
use equipoise_engine::scenario::common::COMBATANTS;
use equipoise_engine::scenario::{Override, PathEntry};

use crate::studies::load::{LoadError, Loaded, Loader, load, load_variants};
use crate::studies::sweep::Cell;
use crate::studies::versus::sides_of_entries;

/// The key of a combatant that says how it decides.
const POLICY: &str = "policy";

/// The words for the policy of a scenario's combatants, as their system declares them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policies {
    /// Every word, in the order of the declaration.
    pub words: Vec<&'static str>,
    /// By side: the paths of the policies of its combatants.
    pub paths: [Vec<String>; 2],
}

/// All paths of the combatants of a side, in listed order. A table that stands for nobody is on no side.
pub(crate) fn paths_of_side(loaded: &Loaded, side: Side) -> Vec<PathEntry> {
    let (sides, mut ids) = (sides_of_entries(loaded), Vec::<String>::new());
    let is_of_side = |entry: &PathEntry| {
        let Some((COMBATANTS, rest)) = entry.path.split_once('.') else { return false };
        let id = rest.split('.').next().unwrap_or(rest);
        if ids.last().is_none_or(|last| last != id) {
            ids.push(id.to_owned());
        }
        sides.get(ids.len() - 1) == Some(&Some(side))
    };
    loaded.scenario.paths(loaded.system.schema()).into_iter().filter(is_of_side).collect()
}

/// Whether a path is that of a key of a combatant itself, and of none of its attacks and the like.
pub(crate) fn is_of_key(entry: &PathEntry, key: &str) -> bool {
    entry.key.name == key && entry.path.split('.').count() == 3
}

impl Policies {
    /// The policies of a scenario; `None` if its system has no such key.
    pub fn of(loaded: &Loaded) -> Option<Self> {
        let of_side = |side: Side| {
            let paths = paths_of_side(loaded, side).into_iter();
            paths.filter(|path| path.key.is_way && is_of_key(path, POLICY)).collect::<Vec<_>>()
        };
        let [party, enemies] = Side::ALL.map(of_side);
        let words = party.iter().chain(&enemies).next()?.kind.choices().iter().map(|choice| choice.name).collect();
        let paths = [party, enemies].map(|paths| paths.into_iter().map(|path| path.path).collect());
        Some(Self { words, paths })
    }

    /// The changes that make everybody of a side play a word.
    pub fn changes(&self, side: Side, word: &str) -> Vec<Override> {
        let change = |path: &String| Override { path: path.clone(), value: word.to_owned() };
        self.paths[side.index()].iter().map(change).collect()
    }

    /// Loads the scenario with every word of the party against every word of the enemies. The rules may refuse some: words are left
    /// out, those that are refused most often first, until none of the others is refused.
    ///
    /// # Errors
    /// The mistakes of the first refused pair if nothing is allowed.
    pub fn crossed(&self, loader: Loader, path: &Path, changes: &[Override]) -> Result<Crossed, LoadError> {
        let mut kept = [self.words.clone(), self.words.clone()];
        let numbers = || 0..self.words.len();
        let pairs: Vec<[usize; 2]> = numbers().flat_map(|row| numbers().map(move |column| [row, column])).collect();
        let changed = |pair: &[usize; 2]| {
            let of_side = |side: Side| self.changes(side, self.words[pair[side.index()]]);
            Side::ALL.into_iter().flat_map(of_side).collect::<Vec<Override>>()
        };
        let cell = |pair: &[usize; 2]| changed(pair).into_iter().map(|change| (change.path, change.value)).collect();
        let cells: Vec<Cell> = pairs.iter().map(cell).collect();
        let loaded = load_variants(loader, path, changes, &cells)?;
        let first_refused = pairs.iter().zip(&loaded).find(|(_, loaded)| loaded.is_none()).map(|(pair, _)| *pair);
        let mut list: Vec<([usize; 2], Option<Loaded>)> = pairs.into_iter().zip(loaded).collect();
        loop {
            let worst = self.refused_most(&list);
            if worst.is_empty() {
                break;
            }
            for &(side, number) in &worst {
                kept[side].retain(|word| *word != self.words[number]);
            }
            list.retain(|(words, _)| !worst.iter().any(|&(side, number)| words[side] == number));
        }
        if list.is_empty()
            && let Some(pair) = first_refused
        {
            load(loader, path, &[changes, &changed(&pair)].concat())?;
        }
        let left_out = kept
            .each_ref()
            .map(|kept| self.words.iter().copied().filter(|word| !kept.contains(word)).collect::<Vec<_>>());
        let place = |side: usize, number: usize| kept[side].iter().position(|word| *word == self.words[number]);
        let fights =
            list.into_iter().filter_map(|([row, column], loaded)| Some(([place(0, row)?, place(1, column)?], loaded?)));
        Ok(Crossed { fights: fights.collect(), words: kept, left_out })
    }

    /// The words of either side of which the largest part is refused, by side and number; none if nothing is.
    fn refused_most(&self, list: &[([usize; 2], Option<Loaded>)]) -> Vec<(usize, usize)> {
        let part = |&(side, number): &(usize, usize)| {
            let of_word = || list.iter().filter(move |(words, _)| words[side] == number);
            let refused = of_word().filter(|(_, loaded)| loaded.is_none()).count();
            refused as f64 / of_word().count().max(1) as f64
        };
        let all: Vec<(usize, usize)> =
            (0..2).flat_map(|side| (0..self.words.len()).map(move |number| (side, number))).collect();
        let most = all.iter().map(part).fold(0.0, f64::max);
        all.into_iter().filter(|word| most > 0.0 && part(word) >= most).collect()
    }
}

/// A scenario with every word of the party against every word of the enemies.
pub struct Crossed {
    /// The words of each side.
    pub words: [Vec<&'static str>; 2],
    /// The words of each side that the rules refuse against some of the other side.
    pub left_out: [Vec<&'static str>; 2],
    /// The scenario for each word of the party and of the enemies, by their numbers in the lists.
    pub fights: Vec<([usize; 2], Loaded)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Files;
    use crate::registry::Registry;

    const DUEL: &str = "system = \"duel\"\nname = \"A duel\"\n[[combatants]]\nid = \"a\"\nattributes = { attack = 3 }\n\
        [[combatants]]\nid = \"b\"\nattributes = { reflex = 2 }\n";

    fn files(text: &str) -> Files {
        std::iter::once(("duel.toml".into(), text.to_owned())).collect()
    }

    /// Tables are told apart by whole ids, and one that stands for nobody is on no side.
    #[test]
    fn paths_are_of_the_side_of_their_table() {
        let table = |id: &str, side: &str, count: u32| {
            format!(
                "[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\ncount = {count}\nhp = 3\nattacks = [{{ id = \"claw\", kind = \"unarmed\" }}]\n"
            )
        };
        let tables = [("ogre", "enemies", 2), ("ogress", "party", 1), ("rat", "enemies", 0)];
        let tables: String = tables.iter().map(|(id, side, count)| table(id, side, *count)).collect();
        let files = files(&format!("system = \"tiny\"\nname = \"Pit\"\n{tables}"));
        let loaded = load(Loader::new(Registry::SHIPPED, &files), Path::new("duel.toml"), &[]).expect("no mistakes");
        let [party, enemies] = Side::ALL.map(|side| paths_of_side(&loaded, side));
        assert!(party.iter().all(|entry| entry.path.starts_with("combatants.ogress.")) && !party.is_empty());
        assert!(enemies.iter().all(|entry| entry.path.starts_with("combatants.ogre.")) && !enemies.is_empty());
        let names: Vec<&str> =
            enemies.iter().filter(|entry| is_of_key(entry, "id")).map(|entry| entry.path.as_str()).collect();
        assert_eq!(names, ["combatants.ogre.id"]);
    }

    /// The only policy of `duel` that is refused is the best response to a best response: on both sides it is left out.
    #[test]
    fn words_that_the_rules_refuse_are_left_out() {
        let files = files(DUEL);
        let loader = Loader::new(Registry::SHIPPED, &files);
        let loaded = load(loader, Path::new("duel.toml"), &[]).expect("no mistakes");
        let policies = Policies::of(&loaded).expect("duel has policies");
        assert_eq!(
            policies.paths,
            [["combatants.a.policy"], ["combatants.b.policy"]].map(|paths| paths.map(str::to_owned).to_vec())
        );
        assert_eq!(policies.changes(Side::Enemies, "random")[0].to_string(), "combatants.b.policy=random");
        let crossed = policies.crossed(loader, Path::new("duel.toml"), &[]).expect("some are allowed");
        assert_eq!(crossed.left_out, [["best-response"], ["best-response"]]);
        let kept = policies.words.len() - 1;
        assert_eq!((crossed.words[0].len(), crossed.words[1].len(), crossed.fights.len()), (kept, kept, kept * kept));
    }
}
