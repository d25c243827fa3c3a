//! Small games whose solutions are known, and games that are too large to solve.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{self, AtomicUsize};

use crate::decision::Errors;
use crate::dice::Dice;
use crate::lead::Balance;
use crate::outcome::{Combatant, EndState, Side, Winner};
use crate::ruleset::{Fight, Metric, Outline, Progress, Ruleset};
use crate::scenario::{KeyDecl, Problem, Scenario};
use crate::trace::Trace;
use crate::who::Who;

/// The metric of turns taken.
pub(super) const TURNS: usize = 0;
/// The metric of rounds that sums the numbers of all rounds played to their end.
pub(super) const ROUNDS_OVER: usize = 1;
/// The metric of rounds that sums, over the dead, the number of the round of each death.
pub(super) const DEATHS: usize = 2;

/// A game for three fighters, or twelve, played turn by turn or in whole rounds.
#[derive(Debug, Clone)]
pub(super) struct Toy {
    pub(super) game: Game,
    pub(super) in_whole_rounds: bool,
    pub(super) forgets: bool,
    /// Additional memory that each state claims to have.
    pub(super) bytes_beside_state: usize,
    pub(super) opening: State,
    pub(super) outline: Outline,
    /// Number of turns played, by any worker.
    pub(super) played: Arc<AtomicUsize>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Game {
    /// Each fighter in turn rolls a d20; a 20 wins for the party, or if the third fighter rolls it, for the enemies.
    Lots,
    /// A fight with wounds. A fighter who rolls a 6 makes the next one lose its turn. The fallen may die at the end.
    Brawl,
    /// One fighter tosses a coin, one toss a turn, until it shows 2, and then a 6 on a d6 wins.
    Dither,
    /// One draw of this many d20, one of which must show its highest face.
    Pool(u32),
    /// Ten dice of a thousand sides, rolled one by one.
    Burst,
    /// A turn with no bound on its length.
    Endless,
    /// A draw with a million different results.
    Wide,
    /// A thousand states with two paths each, all of which lead to states with forty thousand paths.
    Cliff,
    /// Twelve fighters roll a d12 for initiative, each in its own step of the set-up. The side with the highest die
    /// begins and wins with a 3 or more on a d6; otherwise the other side wins. If the highest dice are equal, there is
    /// no fight.
    Initiative,
    /// One d6 a round. A 6 wins for the enemies; if none falls up to the end of round 6, the party wins.
    Siege,
    /// One d6 a round, which wins for the party if it shows at most the number of the round; from round 4 on that
    /// number counts as 4.
    Tide,
    /// One d4 a turn: one of the sides wins, or the round is over, or the fight goes on one step higher, or from the
    /// top step in the next round at the bottom. Any step can be reached within a round and at the beginning of one.
    /// The leader depends on the step.
    Stairs,
    /// One d2 a turn. The first leads to one of two rooms in the same round; in each room one side wins with a 1. After
    /// a 2 in the first room the fight is a draw; after a 2 in the second, the next round begins in the first.
    Rooms,
    /// A walk up a tower of 20 floors, one floor a turn; on each the enemies win with a 1 on a d6. From the top, the
    /// next turn leads with equal chances down to any floor or to the end of the round there, except that for one floor
    /// the party wins.
    Tower,
    /// One d2 a round moves a marker of five positions one to either side, from the middle. A side wins at its end.
    Marker,
    /// Rounds of two turns with a d2 each that nobody wins. One of the faces is stored in the state but not fed to its
    /// hash: the first face, so that two states lead to different states with equal hashes, or the second, so that one
    /// state does.
    Secret { is_first: bool },
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct State {
    next: u8,
    hp: [u8; 3],
    dead: [bool; 3],
    /// A face that no rule reads.
    face: u8,
    score: u64,
    secret: Secret,
}

/// A part of the state that is not fed to its hash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Secret(u32);

impl Hash for Secret {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

pub(super) fn toy(game: Game) -> Toy {
    let combatant = |side: Side| Combatant {
        id: side.name().to_owned(),
        name: side.name().to_owned(),
        side,
        group: None,
        errors: Errors::default(),
    };
    let twelve = [Side::Party, Side::Enemies].map(|side| vec![combatant(side); 6]).concat();
    let three = [Side::Party, Side::Party, Side::Enemies].map(combatant).to_vec();
    Toy {
        game,
        in_whole_rounds: false,
        forgets: true,
        bytes_beside_state: 0,
        opening: State { hp: [1, 1, 2], ..State::default() },
        outline: Outline::new(
            if matches!(game, Game::Initiative) { twelve } else { three },
            vec![
                Metric::of_events("turns", "turns taken"),
                Metric::of_rounds("rounds_over", "rounds played to their end"),
                Metric::of_rounds("deaths", "rounds of deaths"),
            ],
            10_000,
        ),
        played: Arc::default(),
    }
}

pub(super) fn limited(rounds_max: u32, game: Game) -> Toy {
    let toy = toy(game);
    Toy { outline: Outline { rounds_max, ..toy.outline }, ..toy }
}

impl Toy {
    /// Whether the game counts metrics of rounds.
    fn counts_rounds(&self) -> bool {
        !matches!(self.game, Game::Stairs | Game::Rooms | Game::Tower | Game::Marker | Game::Secret { .. })
    }

    fn lots<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        let won = dice.draw(|dice| Some(dice.die(20) == 20));
        let side = if state.next == 2 { Side::Enemies } else { Side::Party };
        state.next = (state.next + 1) % 3;
        match (won, state.next) {
            (true, _) => Progress::Won(side.into()),
            (false, 0) => Progress::RoundOver,
            (false, _) => Progress::NextTurn,
        }
    }

    fn brawl<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        let who = usize::from(state.next);
        let face = dice.draw(|dice| Some(dice.die(6)).filter(|&face| face > 1));
        state.face = face as u8;
        let target = if who < 2 { 2 } else { usize::from(state.hp[0] == 0) };
        if face > 4 || (who == 2 && face > 3) {
            state.hp[target] -= 1;
        }
        match state.hp {
            [_, _, 0] => return Progress::Won(Winner::Party),
            [0, 0, _] => return Progress::Won(Winner::Enemies),
            _ => {}
        }
        let skipped = if face == 6 { 2 } else { 1 };
        let next = (who + skipped..3).find(|&fighter| state.hp[fighter] > 0);
        state.next = next.unwrap_or(usize::from(state.hp[0] == 0)) as u8;
        if next.is_some() { Progress::NextTurn } else { Progress::RoundOver }
    }

    fn dither<D: Dice>(dice: &mut D) -> Progress {
        if dice.die(2) == 1 {
            return Progress::NextTurn;
        }
        if dice.die(6) == 6 { Progress::Won(Winner::Party) } else { Progress::RoundOver }
    }

    fn initiative<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        state.face = dice.die(12) as u8;
        let best = &mut state.hp[usize::from(state.next / 6)];
        *best = (*best).max(state.face);
        state.next += 1;
        if state.next < 12 {
            return Progress::NextTurn;
        }
        let [party, enemies, _] = std::mem::replace(&mut state.hp, [1, 1, 2]);
        match party.cmp(&enemies) {
            Ordering::Equal => return Progress::Won(Winner::Draw),
            Ordering::Greater => state.next = Side::Party as u8,
            Ordering::Less => state.next = Side::Enemies as u8,
        }
        Progress::RoundOver
    }

    fn stairs<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        match dice.die(4) {
            1 => return Progress::Won(Winner::Party),
            2 => return Progress::Won(Winner::Enemies),
            3 => return Progress::RoundOver,
            _ => state.next = (state.next + 1) % 3,
        }
        if state.next == 0 { Progress::RoundOver } else { Progress::NextTurn }
    }

    fn rooms<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        match (state.next, dice.die(2)) {
            (0, room) => state.next = room as u8,
            (1, 1) => return Progress::Won(Winner::Party),
            (1, _) => return Progress::Won(Winner::Draw),
            (_, 1) => return Progress::Won(Winner::Enemies),
            _ => {
                state.next = 1;
                return Progress::RoundOver;
            }
        }
        Progress::NextTurn
    }

    fn tower<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        if state.next < 19 {
            state.next += 1;
            return if dice.die(6) == 1 { Progress::Won(Winner::Enemies) } else { Progress::NextTurn };
        }
        let face = dice.die(40) as u8;
        state.next = face % 20;
        match face {
            1 => Progress::Won(Winner::Party),
            ..=20 => Progress::NextTurn,
            _ => Progress::RoundOver,
        }
    }

    fn marker<D: Dice>(state: &mut State, dice: &mut D) -> Progress {
        // The score is the position less 2, modulo 5.
        state.score = (state.score + if dice.die(2) == 1 { 1 } else { 4 }) % 5;
        match (state.score + 2) % 5 {
            0 => Progress::Won(Winner::Enemies),
            4 => Progress::Won(Winner::Party),
            _ => Progress::RoundOver,
        }
    }

    fn one_turn<D: Dice>(&self, state: &mut State, dice: &mut D, round: u32) -> Progress {
        match self.game {
            Game::Lots => Self::lots(state, dice),
            Game::Brawl => Self::brawl(state, dice),
            Game::Dither => Self::dither(dice),
            Game::Stairs => Self::stairs(state, dice),
            Game::Rooms => Self::rooms(state, dice),
            Game::Tower => Self::tower(state, dice),
            Game::Marker => Self::marker(state, dice),
            Game::Secret { is_first } => {
                let face = dice.die(2);
                if state.next == 0 {
                    state.next = face as u8;
                    return Progress::NextTurn;
                }
                state.secret.0 = if is_first { u32::from(state.next) } else { face };
                state.next = 0;
                Progress::RoundOver
            }
            Game::Pool(size) => {
                let won = dice.draw(|dice| {
                    let faces = (0..size)
                        .map(|_| dice.die(20))
                        .fold([0, 0], |[top, low], face| [top + u32::from(face == 20), low + u32::from(face == 1)]);
                    Some(faces).filter(|[top, _]| *top > 0)
                });
                if won[1] == 0 { Progress::Won(Winner::Party) } else { Progress::RoundOver }
            }
            Game::Burst => {
                state.score = (0..10).map(|_| u64::from(dice.die(1000))).sum();
                Progress::RoundOver
            }
            Game::Endless => {
                while dice.die(6) < 6 {
                    state.score += 1;
                }
                Progress::RoundOver
            }
            Game::Wide => {
                state.score = dice.draw(|dice| Some(u64::from(dice.die(1000) * 1000 + dice.die(1000))));
                Progress::RoundOver
            }
            Game::Cliff => {
                state.next += 1;
                match state.next {
                    1 => state.score = u64::from(dice.die(1000)),
                    2 => state.face = dice.die(2) as u8,
                    _ => {
                        return Progress::Won(if dice.die(200) < dice.die(200) { Winner::Party } else { Winner::Draw });
                    }
                }
                Progress::NextTurn
            }
            Game::Initiative => {
                let [first, second] = if state.next == 0 { Side::ALL } else { [Side::Enemies, Side::Party] };
                Progress::Won(if dice.die(6) >= 3 { first } else { second }.into())
            }
            Game::Siege => match (dice.die(6), round) {
                (6, _) => Progress::Won(Winner::Enemies),
                (_, 6) => Progress::Won(Winner::Party),
                _ => Progress::RoundOver,
            },
            Game::Tide if dice.die(6) <= round => Progress::Won(Winner::Party),
            Game::Tide => Progress::RoundOver,
        }
    }
}

impl Ruleset for Toy {
    const NAME: &'static str = "toy";
    const ABOUT: &'static str = "games with a known end";
    const SCHEMA: &'static [KeyDecl] = &[];
    type State = State;
    type Scratch = ();

    fn load(_: &Scenario, _: &mut Vec<Problem>) -> Option<Self> {
        None
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn opening(&self) -> &State {
        &self.opening
    }

    fn rounds_known(&self) -> u32 {
        match self.game {
            Game::Siege => 6,
            Game::Tide => 3,
            _ => 0,
        }
    }

    fn state_bytes(&self) -> usize {
        size_of::<State>() + self.bytes_beside_state
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        // The set-up is round 0, so this adds nothing.
        if fight.rules.counts_rounds() {
            fight.trace.count_round(ROUNDS_OVER);
        }
        match fight.rules.game {
            Game::Brawl if fight.dice.die(8) == 8 => Progress::Won(Winner::Draw),
            Game::Initiative => Self::initiative(fight.state, fight.dice),
            _ => Progress::RoundOver,
        }
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        loop {
            fight.rules.played.fetch_add(1, atomic::Ordering::Relaxed);
            fight.trace.count(TURNS, 1);
            let progress = fight.rules.one_turn(fight.state, fight.dice, fight.round);
            if progress == Progress::RoundOver && fight.rules.counts_rounds() {
                fight.trace.count_round(ROUNDS_OVER);
            }
            if progress != Progress::NextTurn || !fight.rules.in_whole_rounds {
                return progress;
            }
        }
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        if let Game::Tide = fight.rules.game {
            // The number of the round is known here too, both after a win and after the last round.
            fight.trace.count(TURNS, 100 * fight.round);
        }
        for who in 0..3 {
            if fight.state.hp[who] == 0 && fight.dice.die(3) == 1 {
                fight.state.dead[who] = true;
                fight.trace.count_round(DEATHS);
            }
        }
    }

    fn forget(&self, state: &mut State) {
        if self.forgets {
            state.face = 0;
        }
    }

    fn end_state(&self, state: &State, combatant: Who) -> EndState {
        let Game::Brawl = self.game else { return EndState::Standing };
        match (state.hp[combatant.index()], state.dead[combatant.index()]) {
            (0, true) => EndState::Dead,
            (0, false) => EndState::Down,
            _ => EndState::Standing,
        }
    }

    fn balance(&self, state: &State) -> Balance {
        match self.game {
            Game::Brawl => {
                let [first, second, third] = state.hp.map(i32::from);
                Balance::of(100 * (first + second) - 150 * third)
            }
            Game::Stairs => Balance::of([-150, 50, 200][usize::from(state.next)]),
            _ => Balance::default(),
        }
    }
}
