//! The part of a scripted fight that changes: whole numbers, and nothing else.

use equipoise_engine::{EndState, Who, Winner};

/// The numbers of a fight in one list: who has won, whose turn is next, the end state of each combatant, the order of turns, the
/// numbers of the fight, and those of each combatant.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    list: Box<[i32]>,
    combatants: usize,
    /// Number of the numbers of the fight.
    shared: usize,
    /// Number of the numbers of a combatant.
    own: usize,
}

/// The places of the first two.
const VICTOR: usize = 0;
const NEXT: usize = 1;
const FIXED: usize = 2;

impl Clone for Cells {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), ..*self }
    }

    /// Without a new list: all states of a scenario have one length.
    fn clone_from(&mut self, other: &Self) {
        self.list.clone_from(&other.list);
    }
}

impl Cells {
    /// The opening: everybody stands, in listed order, with these numbers of the fight and of each combatant.
    pub(crate) fn opening(shared: &[i32], own: &[Vec<i32>]) -> Self {
        let combatants = own.len();
        let standing = std::iter::repeat_n(EndState::Standing as i32, combatants);
        let order = (0..combatants).map(|who| who as i32);
        let numbers = shared.iter().copied().chain(own.iter().flatten().copied());
        let list = [0, 0].into_iter().chain(standing).chain(order).chain(numbers).collect();
        Self { list, combatants, shared: shared.len(), own: own.first().map_or(0, Vec::len) }
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.list)
    }

    /// The winner that the script has named.
    pub(crate) fn victor(&self) -> Option<Winner> {
        Winner::ALL.into_iter().find(|winner| self.list[VICTOR] == 1 + *winner as i32)
    }

    pub(crate) fn set_victor(&mut self, winner: Winner) {
        self.list[VICTOR] = 1 + winner as i32;
    }

    /// The step of the round that comes next.
    pub(crate) fn next(&self) -> usize {
        self.list[NEXT] as usize
    }

    pub(crate) fn set_next(&mut self, step: usize) {
        self.list[NEXT] = step as i32;
    }

    pub(crate) fn end_state(&self, who: Who) -> EndState {
        EndState::ALL[self.list[FIXED + who.index()] as usize]
    }

    pub(crate) fn set_end_state(&mut self, who: Who, state: EndState) {
        self.list[FIXED + who.index()] = state as i32;
    }

    pub(crate) fn stands(&self, who: Who) -> bool {
        self.end_state(who) == EndState::Standing
    }

    /// The combatant whose turn is the one of this number in a round.
    pub(crate) fn in_order(&self, turn: usize) -> Who {
        Who::new(self.list[FIXED + self.combatants + turn] as usize)
    }

    /// Orders the turns by a number of each combatant, the largest first, ties in listed order.
    pub(crate) fn order_by(&mut self, number: usize) {
        let mut order: Vec<Who> = Who::first(self.combatants).collect();
        order.sort_by_key(|who| std::cmp::Reverse(self.own(*who, number)));
        let first = FIXED + self.combatants;
        for (place, who) in self.list[first..].iter_mut().zip(order) {
            *place = who.index() as i32;
        }
    }

    const fn shared_at(&self) -> usize {
        FIXED + 2 * self.combatants
    }

    /// A number of the fight.
    pub(crate) fn shared(&self, number: usize) -> i32 {
        self.list[self.shared_at() + number]
    }

    pub(crate) fn set_shared(&mut self, number: usize, to: i32) {
        let at = self.shared_at() + number;
        self.list[at] = to;
    }

    const fn own_at(&self, who: Who, number: usize) -> usize {
        self.shared_at() + self.shared + who.index() * self.own + number
    }

    /// A number of a combatant.
    pub(crate) fn own(&self, who: Who, number: usize) -> i32 {
        self.list[self.own_at(who, number)]
    }

    pub(crate) fn set_own(&mut self, who: Who, number: usize, to: i32) {
        let at = self.own_at(who, number);
        self.list[at] = to;
    }
}
