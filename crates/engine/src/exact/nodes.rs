//! The nodes of a graph by number. All that is held of one in the end is its print: a state takes many times as much
//! memory, and is needed until it has been followed, and where the round limit may end its fights.

use std::hash::Hash;

use super::index::Index;
pub(super) use crate::hashing::Print;
use crate::hashing::print_of;

/// A state between two turns or two steps of the set-up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Node<S> {
    /// The number of the round as far as rules may know it: 0 in the set-up, one more than
    /// [`Ruleset::rounds_known`](crate::Ruleset::rounds_known) from that round on.
    pub(super) round: u32,
    pub(super) state: S,
}

impl<S: Eq + Hash> Node<S> {
    /// The print of a node, of which the state need not be moved.
    pub(super) fn print_of(round: u32, state: &S) -> Print {
        print_of(&(round, state))
    }

    /// Checks that a node of the same print is this one.
    pub(super) fn compare(&self, round: u32, state: &S) {
        let is_it = self.round == round && self.state == *state;
        assert!(is_it, "a state feeds all that tells it apart to its hash");
    }
}

/// Nodes by number: equal nodes have the same number, in order of first sight.
///
/// They are told apart by their prints. Two of ten million different nodes have the same print with a chance of 1 in
/// 10<sup>24</sup>. Where debug assertions are on, all nodes are held, and compared with those of the same print.
#[derive(Debug)]
pub(super) struct Nodes<S> {
    len: usize,
    prints: Vec<Print>,
    index: Index,
    /// By number, the node, as long as it is held.
    held: Vec<Option<Box<Node<S>>>>,
    held_now: usize,
    /// Those that are still held when no more will be added, by number.
    last_held: Vec<(u32, Box<Node<S>>)>,
    /// How many lie between turns and not within the set-up.
    states: usize,
    /// By number, the node that had it first: none where debug assertions are off.
    witnesses: Vec<Node<S>>,
}

impl<S> Nodes<S> {
    /// Bytes of a node that is not held.
    pub(super) const BYTES: usize = size_of::<Print>() + Index::BYTES_OF_ENTRY + size_of::<Option<Box<Node<S>>>>();

    /// Bytes that a node takes beside what it takes as long as it is held, when no more will be added. Others take none.
    pub(super) const BYTES_CLOSED: usize = size_of::<(u32, Box<Node<S>>)>();

    /// Bytes that a node takes beside its state, as long as it is held: what the allocator adds counts as two words.
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

    /// How many of them are held.
    pub(super) fn held(&self) -> usize {
        self.held_now
    }

    /// How many lie between turns and not within the set-up.
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

    /// A node need not be held any more.
    pub(super) fn let_go(&mut self, number: u32) {
        self.held_now -= usize::from(self.held[number as usize].take().is_some());
    }

    /// Lets go of all but the nodes that are still held: no more will be added.
    pub(super) fn close(&mut self) {
        (self.prints, self.index) = (Vec::new(), Index::default());
        let held = (0..).zip(std::mem::take(&mut self.held));
        self.last_held = held.filter_map(|(number, node)| Some((number, node?))).collect();
    }
}

impl<S: Eq + Hash> Nodes<S> {
    /// Whether a node is to be given with its print: since it is not known, or since it is wanted. That it is held says nothing:
    /// it may have been let go by the time at which it is numbered.
    pub(super) fn asks_for(&self, print: Print, is_wanted: impl Fn(u32) -> bool) -> bool {
        self.index.find(print.short(), |number| self.prints[number as usize] == print).is_none_or(is_wanted)
    }

    /// The number of a node with this print, given where it [is asked for](Self::asks_for). It is held from now on if it is new,
    /// or if it is wanted.
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

    /// Checks that a node is the one that had its number first.
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
