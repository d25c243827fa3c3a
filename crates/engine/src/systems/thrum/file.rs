//! The tables of a scenario file before they are compiled. The checks of combinations also run if validation has
//! refused single values, so the functions that they call return `None` for a value that is not valid.

use super::ability_file::AbilityTable;
use super::map_file::MapFile;
use super::scenario::{ABILITIES_MAX, ARTS_MAX, COPIES_MAX, CombatantKeys, FileKeys, Rules};
use super::words::AutoStance;
use crate::outcome::Side;
use crate::scenario::kinds::{Either, Ids, Rectangles, Square};
use crate::scenario::{Key, Scenario, Section, Span};
use crate::skirmish::side_of;

/// The tables of a scenario file.
pub(super) struct File<'a> {
    pub(super) root: Section<'a>,
    pub(super) rules: Section<'a>,
    pub(super) map: MapFile<'a>,
    /// The common list of abilities; `None` if the file has one that cannot be read.
    pub(super) arts: Option<Vec<AbilityTable<'a>>>,
    pub(super) blocks: Vec<Block<'a>>,
}

/// A table of `[[combatants]]`, which stands for `count` combatants.
pub(super) struct Block<'a> {
    pub(super) section: Section<'a>,
    /// `None` if the file gives no valid side.
    pub(super) side: Option<Side>,
    /// The combatant's own abilities, in listed order.
    pub(super) own: Vec<AbilityTable<'a>>,
}

/// An ability of a combatant, and the entry by which it is taken from the common list, if any.
#[derive(Debug, Clone, Copy)]
pub(super) struct Possessed<'a> {
    pub(super) ability: AbilityTable<'a>,
    /// The place in the combatant's `arts` that names the ability; `None` if the ability is one of the combatant's own.
    pub(super) art: Option<Span>,
}

impl<'a> File<'a> {
    /// The tables of a scenario, whether or not validation has refused some of its values.
    pub(super) fn new(scenario: &'a Scenario) -> Self {
        let root = scenario.root(FileKeys::KEYS);
        let combatants = root.find(FileKeys::COMBATANTS).unwrap_or_default();
        let arts =
            if root.given(FileKeys::ABILITIES) { root.find(FileKeys::ABILITIES).flatten() } else { Some(vec![]) };
        Self {
            rules: root.get(FileKeys::RULES),
            map: MapFile::new(root.get(FileKeys::MAP)),
            arts: arts
                .filter(|arts| arts.len() <= ARTS_MAX)
                .map(|arts| arts.into_iter().map(AbilityTable::new).collect()),
            blocks: combatants.into_iter().map(Block::new).collect(),
            root,
        }
    }

    /// The ability of the common list with an id; `None` if there is none.
    pub(super) fn art(&self, id: &str) -> Option<&AbilityTable<'a>> {
        self.arts.as_ref()?.iter().find(|art| art.id() == Some(id))
    }

    /// The abilities of a block's combatants beside the basic ones: the `arts`, then their own. `None` if the common
    /// list lacks one of the `arts`.
    pub(super) fn abilities(&self, block: &Block<'a>) -> Option<Vec<Possessed<'a>>> {
        if block.is_overlong() {
            return None;
        }
        let arts =
            block.arts().into_iter().map(|(id, span)| Some(Possessed { ability: *self.art(id)?, art: Some(span) }));
        let own = block.own.iter().map(|&ability| Some(Possessed { ability, art: None }));
        arts.chain(own).collect()
    }

    /// The key with the rectangles in which a side's members have to stand (THRUM-64).
    pub(super) const fn goal(side: Side) -> Key<Option<Rectangles>> {
        match side {
            Side::Party => Rules::WIN_REACH,
            Side::Enemies => Rules::DEFEAT_REACH,
        }
    }

    /// The key with the combatants whose fall decides the fight: the fall of enemies is a win, that of PCs a defeat
    /// (THRUM-15).
    pub(super) const fn fall_of(side: Side) -> Key<Option<Ids>> {
        match side {
            Side::Party => Rules::DEFEAT_INCAPACITATE,
            Side::Enemies => Rules::WIN_INCAPACITATE,
        }
    }

    /// The block with an id; `None` if there is none.
    pub(super) fn block(&self, id: &str) -> Option<&Block<'a>> {
        self.blocks.iter().find(|block| block.id() == Some(id))
    }

    /// The ids of `[[combatants]]`, as the file gives them.
    pub(super) fn ids(&self) -> impl Iterator<Item = &'a str> {
        self.blocks.iter().filter_map(Block::id)
    }
}

impl<'a> Block<'a> {
    fn new(section: Section<'a>) -> Self {
        let own = section.find(CombatantKeys::ABILITIES).unwrap_or_default();
        Self { side: side_of(&section), own: own.into_iter().map(AbilityTable::new).collect(), section }
    }

    pub(super) fn id(&self) -> Option<&'a str> {
        self.section.find(CombatantKeys::ID)
    }

    /// The ids that the block takes from the common list, each with its location.
    pub(super) fn arts(&self) -> Vec<(&'a str, Span)> {
        self.section.find(CombatantKeys::ARTS).flatten().unwrap_or_default()
    }

    /// Whether the block has more abilities than allowed. Validation reports that; comparing all of them would take
    /// long.
    pub(super) fn is_overlong(&self) -> bool {
        self.own.len().max(self.arts().len()) > ABILITIES_MAX
    }

    /// The squares on which the block's combatants start, each with its location; empty if the file gives none. At most
    /// [`COPIES_MAX`]: validation reports more.
    pub(super) fn at(&self) -> impl Iterator<Item = (Square, Span)> {
        self.section.find(CombatantKeys::AT).flatten().unwrap_or_default().into_iter().take(COPIES_MAX)
    }

    /// Whether the block's combatants are on the map from the set-up on; `None` if their `enters_round` is not valid
    /// (THRUM-65).
    pub(super) fn is_there_at_first(&self) -> Option<bool> {
        Some(self.section.known(CombatantKeys::ENTERS_ROUND)? == 1)
    }

    /// The Stance that the file names; `None` if the policy chooses it.
    pub(super) fn stance(&self) -> Option<&'a str> {
        match self.section.find(CombatantKeys::STANCE)? {
            Either::Word(AutoStance::Auto) => None,
            Either::Value(id) => Some(id),
        }
    }
}
