//! The nodes of a graph by number. In the long run only the print of a node is stored: its state takes many times as
//! much memory, and is needed only until the node is followed, or to the end if the round limit may end fights there.

use std::hash::Hash;

use super::index::Index;
pub(super) use crate::hashing::Print;
use crate::hashing::print_of;

/// A state between two turns or two steps of the set-up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Node<S> {
    /// The number of the round as far as rules may know it: 0 in the set-up; all rounds after
    /// [`Ruleset::rounds_known`](crate::Ruleset::rounds_known) have the number `rounds_known + 1`.
    pub(super) round: u32,
    pub(super) state: S,
}

impl<S: Eq + Hash> Node<S> {
    /// The print of a node, computed without moving its state.
    pub(super) fn print_of(round: u32, state: &S) -> Print {
        print_of(&(round, state))
    }

    /// Panics unless a node with the same print is equal to this one.
    pub(super) fn compare(&self, round: u32, state: &S) {
        let is_it = self.round == round && self.state == *state;
        assert!(is_it, "a state feeds all that tells it apart to its hash");
    }
}

/// Nodes by number: equal nodes share a number; numbers follow the order in which they were first met.
///
/// Nodes are compared by their prints only. The chance that any two of ten million different nodes collide is 1 in
/// 10<sup>24</sup>. If debug assertions are on, all states are stored as well and compared with those of the same
/// print.
#[derive(Debug)]
pub(super) struct Nodes<S> {
    len: usize,
    prints: Vec<Print>,
    index: Index,
    /// For each number: the node, as long as it is held.
    held: Vec<Option<Box<Node<S>>>>,
    held_now: usize,
    /// The nodes that are still held after [`close`](Self::close), by ascending number.
    last_held: Vec<(u32, Box<Node<S>>)>,
    /// Number of nodes between turns, outside the set-up.
    states: usize,
    /// For each number: the first node that had it; empty if debug assertions are off.
    witnesses: Vec<Node<S>>,
}

impl<S> Nodes<S> {
    /// Bytes of a node without its state.
    pub(super) const BYTES: usize = size_of::<Print>() + Index::BYTES_OF_ENTRY + size_of::<Option<Box<Node<S>>>>();

    /// Bytes of a held node after [`close`](Self::close), besides its state. Other nodes take none then.
    pub(super) const BYTES_CLOSED: usize = size_of::<(u32, Box<Node<S>>)>();

    /// Bytes of a held node besides its state; the overhead of the allocator counts as two words.
    pub(super) const BYTES_HELD: usize = size_of::<Node<S>>() - size_of::<S>() + 2 * size_of::<usize>();

    pub(super) fn new() -> Self {
        Self {
            len: 0,
            prints: Vec::new(),
            index: Index::default(),
            held: Vec::new(),
            held_now: 0,
            last_held: Vec::new(),
            states: 0,
            witnesses: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Number of nodes that are held.
    pub(super) fn held(&self) -> usize {
        self.held_now
    }

    /// Number of nodes between turns, outside the set-up.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// A node that is held.
    pub(super) fn get(&self, number: u32) -> &Node<S> {
        let held = match self.held.get(number as usize) {
            Some(held) => held.as_ref(),
            None => self.last_held.binary_search_by_key(&number, |held| held.0).ok().map(|at| &self.last_held[at].1),
        };
        held.expect("a node is held until nobody asks for it any more")
    }

    /// Frees the state of a node.
    pub(super) fn let_go(&mut self, number: u32) {
        self.held_now -= usize::from(self.held[number as usize].take().is_some());
    }

    /// The number of the node with this print; `None` if it was never met. All numbers are gone after [`close`](Self::close).
    pub(super) fn find(&self, print: Print) -> Option<u32> {
        self.index.find(print.short(), |number| self.prints[number as usize] == print)
    }

    /// Frees the states of all nodes; their prints stay.
    pub(super) fn let_all_go(&mut self) {
        (self.held, self.held_now) = (Vec::new(), 0);
    }

    /// Frees the index and all that is no longer needed: no more nodes will be added. Nodes that are held stay so.
    pub(super) fn close(&mut self) {
        (self.prints, self.index) = (Vec::new(), Index::default());
        let held = (0..).zip(std::mem::take(&mut self.held));
        self.last_held = held.filter_map(|(number, node)| Some((number, node?))).collect();
    }
}

impl<S: Eq + Hash> Nodes<S> {
    /// Whether the state of a node is needed together with its print, because the node is new or is wanted. It is
    /// needed even if the node is held now: it may have been freed by the time it is numbered.
    pub(super) fn asks_for(&self, print: Print, is_wanted: impl Fn(u32) -> bool) -> bool {
        self.index.find(print.short(), |number| self.prints[number as usize] == print).is_none_or(is_wanted)
    }

    /// The number of the node with this print. `node` is `Some` if it [is asked for](Self::asks_for). The node is held
    /// from now on if it is new or wanted.
    pub(super) fn number(&mut self, print: Print, node: Option<Box<Node<S>>>, is_wanted: bool) -> u32 {
        let (new, prints) = (self.len() as u32, &self.prints);
        let number = self.index.find_or_enter(print.short(), new, |number| prints[number as usize] == print);
        if number == new {
            self.len += 1;
            self.prints.push(print);
            self.states += usize::from(node.as_ref().is_some_and(|node| node.round > 0));
            self.held.push(None);
        }
        if number == new || is_wanted && self.held[number as usize].is_none() {
            self.held[number as usize] = Some(node.expect("a node that is asked for is given"));
            self.held_now += 1;
        }
        number
    }

    /// Panics unless a node is equal to the first one of the same number.
    pub(super) fn compare(&mut self, number: u32, node: Node<S>) {
        match self.witnesses.get(number as usize) {
            Some(witness) => witness.compare(node.round, &node.state),
            None => self.witnesses.push(node),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(nodes: &mut Nodes<u32>, state: u32, is_wanted: bool) -> u32 {
        let node = Node { round: state % 3, state };
        let print = Node::print_of(node.round, &state);
        let node = nodes.asks_for(print, |_| is_wanted).then(|| Box::new(node));
        nodes.number(print, node, is_wanted)
    }

    #[test]
    fn equal_nodes_have_one_number_in_order_of_sight() {
        let mut nodes = Nodes::new();
        for _ in 0..2 {
            for state in 0..10_000 {
                assert_eq!(number(&mut nodes, state, false), state);
            }
        }
        assert_eq!((nodes.len(), nodes.held(), nodes.states()), (10_000, 10_000, 6_666));
        assert_eq!(nodes.get(5_000), &Node { round: 2, state: 5_000 });
    }

    #[test]
    fn what_was_let_go_keeps_its_number_and_is_held_again_where_it_is_wanted() {
        let mut nodes = Nodes::new();
        assert_eq!([7, 8].map(|state| number(&mut nodes, state, false)), [0, 1]);
        nodes.let_go(0);
        nodes.let_go(0);
        assert_eq!((number(&mut nodes, 7, false), nodes.held()), (0, 1));
        assert_eq!((number(&mut nodes, 7, true), nodes.held()), (0, 2));
        assert_eq!((nodes.get(0).state, nodes.states()), (7, 2));
        nodes.let_go(0);
        nodes.close();
        assert_eq!((nodes.get(1).state, nodes.len(), nodes.held(), nodes.states()), (8, 2, 1, 2));
    }
}
