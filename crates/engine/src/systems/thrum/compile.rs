//! Compiles a validated scenario into a fight.

use super::condition::Conditions;
use super::effect::STATUSES;
use super::file::{Block, File};
use super::grid::{AnyGround, Map, Square, Teleport, Tile};
use super::legs::Rest;
use super::map_file::MapFile;
use super::metrics::CountsOfEach;
use super::possessions::Possessions;
use super::scenario::{CombatantKeys, FileKeys, MapKeys, RestKeys, Rules};
use super::sheet::{Grants, Knobs, Rectangles, Sheet};
use super::state::{Body, State};
use super::words::{
    AllWord, EndLook, Environment, FinisherOn, FinisherTarget, Rebuff, RemovedState, StanceRenewal, Ties, TriggerLimit,
    WoundCheck,
};
use super::{Names, Thrum, spare};
use crate::outcome::Side;
use crate::ruleset::Outline;
use crate::scenario::kinds::Either;
use crate::scenario::{Key, Problem, Scenario, Section, kinds};
use crate::skirmish::{ByCombatant, Group, Lots, Muster, Roster, TurnOrder};
use crate::who::Who;

/// Compiles a validated scenario. Combinations are checked even if single values are wrong, so that one run reports
/// every mistake.
pub(super) fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Thrum> {
    let file = File::new(scenario);
    file.refuse(problems);
    if problems.is_empty() { file.compile() } else { None }
}

impl<'a> File<'a> {
    fn compile(&self) -> Option<Thrum> {
        let muster = Muster::new(self.blocks.iter().map(|block| &block.section))?;
        let blocks: ByCombatant<&Block<'a>> = muster.tables.iter().map(|&table| &self.blocks[table]).collect();
        let map = self.compile_map()?;
        let makers = self.terrain_makers(&blocks)?;
        let possessions = Who::first(blocks.len()).map(|who| self.possessions(who, blocks[who], &makers));
        let possessions: Vec<Possessions> = possessions.collect::<Option<_>>()?;
        let names: ByCombatant<Names> = possessions.iter().map(|possessions| possessions.names.clone()).collect();
        let sheets = Who::first(blocks.len()).zip(possessions).map(|(who, own)| sheet(who, &blocks, own, &map));
        let sheets: Roster<Sheet> = Roster::new(sheets.collect::<Option<Vec<Sheet>>>()?);
        let everybody = muster.sides.everybody();
        let (metrics, counts_of_each) = CountsOfEach::declare(&muster.combatants);
        let mut ground = AnyGround::new(&map);
        ground.find_routes([false, true].map(|drops| most_movement(&sheets, drops)));
        let words = ground.words();
        let knobs = self.knobs(&blocks, &map, words);
        ground.find_walks(&knobs.goals);
        let opening = opening(&blocks, &sheets, makers.len(), knobs.lots(blocks.len()));
        Some(Thrum {
            spare_at_start: muster.sides.sums(everybody, |who| spare(&opening.bodies[who])),
            last_round_known: last_round_known(&knobs, &sheets),
            rest: self.rest(),
            ground,
            map,
            opening,
            terrain_makers: makers,
            sheets,
            knobs,
            sides: muster.sides,
            outline: Outline::new(muster.combatants, metrics, self.rules.get(Rules::MAX_ROUNDS)),
            counts_of_each,
            names,
        })
    }

    fn compile_map(&self) -> Option<Map> {
        let (width, height) = self.map.size()?;
        let listed = self.map.section.get(MapKeys::DIFFICULT).unwrap_or_default();
        let is_listed = |square| listed.iter().any(|&(difficult, _)| difficult == square);
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
        let tiles = squares.map(|square| Some(tile(self.map.character(square)?, is_listed(square))));
        Some(Map::new(usize::from(width), &tiles.collect::<Option<Vec<Tile>>>()?))
    }

    fn knobs(&self, blocks: &ByCombatant<&Block<'a>>, map: &Map, words: usize) -> Knobs {
        let rules = &self.rules;
        let fallen = |side| self.named(Self::fall_of(side), blocks);
        let (targets_of_win, targets_of_defeat) = (fallen(Side::Enemies), fallen(Side::Party));
        let has_conditions = [
            !targets_of_defeat.is_empty() || rules.given(Rules::DEFEAT_REACH),
            !targets_of_win.is_empty() || rules.given(Rules::WIN_REACH),
        ];
        Knobs {
            critical_margin: rules.get(Rules::CRITICAL_MARGIN),
            attacker_wins_ties: rules.get(Rules::TIES) == Ties::Attacker,
            initiative_ties: rules.get(Rules::INITIATIVE_TIES),
            order_is_by_lot: rules.get(Rules::ORDER_TIES).are_by_lot(),
            targets_are_by_lot: rules.get(Rules::TARGET_TIES).are_by_lot(),
            npcs_take_stances: rules.get(Rules::NPC_ROUND_ZERO_STANCE),
            renews_stances: rules.get(Rules::STANCE_RENEWAL) == StanceRenewal::Take,
            ends_with_turn: rules.get(Rules::END_LOOK) == EndLook::Turn,
            recover_amount: rules.get(Rules::RECOVER_AMOUNT),
            evasion_boon: rules.get(Rules::EVASION_BOON),
            evasion_vulnerable: rules.get(Rules::EVASION_VULNERABLE),
            ranged_banes: rules.get(Rules::RANGED_BANES),
            cover_banes: rules.get(Rules::COVER_BANES),
            frayed_banes: rules.get(Rules::FRAYED_BANES),
            exhausted_banes: rules.get(Rules::EXHAUSTED_BANES),
            finisher_needs_success: rules.get(Rules::FINISHER_ON) == FinisherOn::Success,
            finisher_needs_exhausted: rules.get(Rules::FINISHER_TARGET) == FinisherTarget::Before,
            attacks_fallen: rules.get(Rules::ATTACK_FALLEN),
            character_cover_height: rules.get(Rules::CHARACTER_COVER_HEIGHT),
            fallen_give_cover: rules.get(Rules::INCAPACITATED_COVER),
            fallen_hamper: rules.get(Rules::INCAPACITATED_HAMPER),
            fallen_defend: rules.get(Rules::INCAPACITATED_DEFEND),
            fallen_panic: rules.get(Rules::INCAPACITATED_PANIC),
            effect_on_miss: rules.get(Rules::EFFECT_ON_MISS),
            environment_rolls: rules.get(Rules::ENVIRONMENT) == Environment::Rolls,
            buffs_replace: rules.get(Rules::REBUFF) == Rebuff::Replace,
            triggers_once_a_round: rules.get(Rules::TRIGGER_LIMIT) == TriggerLimit::Round,
            stunned: rules.get(Rules::STUNNED),
            stances_aid_saves: rules.get(Rules::STANCES_AID_SAVES),
            panic_tolerance_loss: rules.get(Rules::PANIC_TOLERANCE_LOSS),
            upkeep: rules.get(Rules::UPKEEP),
            same_turn_upkeep: rules.get(Rules::SAME_TURN_UPKEEP),
            wound_before_upkeep: rules.get(Rules::WOUND_CHECK) == WoundCheck::Before,
            wounds_to_remove: rules.get(Rules::WOUNDS_TO_REMOVE),
            removed_are_dead: rules.get(Rules::REMOVED_STATE) == RemovedState::Dead,
            targets_of_win,
            targets_of_defeat,
            win_after_rounds: rules.get(Rules::WIN_AFTER_ROUNDS).unwrap_or(0),
            defeat_after_rounds: rules.get(Rules::DEFEAT_AFTER_ROUNDS).unwrap_or(0),
            has_conditions,
            goals: Side::ALL.map(|side| rectangles(rules, Self::goal(side), map, words)),
            reach_count: rules.get(Rules::REACH_COUNT),
            starts: Side::ALL.map(|side| rectangles(&self.map.section, MapFile::start(side), map, words)),
        }
    }

    /// The Downtime before the fight, as a leg of a day (THRUM-68).
    fn rest(&self) -> Rest {
        let downtimes = self.root.get(FileKeys::REST).map_or(0, |rest| rest.get(RestKeys::DOWNTIME));
        let of_all = |key: Key<Option<Either<AllWord, i32>>>| match self.rules.get(key) {
            None | Some(Either::Word(AllWord::All)) => downtimes.saturating_mul(i32::MAX),
            Some(Either::Value(amount)) => downtimes.saturating_mul(amount),
        };
        Rest {
            downtimes,
            fatigue_tolerance: of_all(Rules::DOWNTIME_FATIGUE_TOLERANCE),
            stress_tolerance: of_all(Rules::DOWNTIME_STRESS_TOLERANCE),
            wounds: of_all(Rules::DOWNTIME_WOUNDS),
        }
    }

    /// All copies of the combatants whose ids a key lists.
    fn named(&self, key: Key<Option<kinds::Ids>>, blocks: &ByCombatant<&Block<'a>>) -> Group {
        let ids = self.rules.get(key).unwrap_or_default();
        let is_named = |block: &Block<'_>| ids.iter().any(|&(id, _)| block.id() == Some(id));
        Who::first(blocks.len()).filter(|&who| is_named(blocks[who])).collect()
    }
}

/// The sheet of a combatant; `blocks` holds the block of each combatant, in listed order.
fn sheet(who: Who, blocks: &ByCombatant<&Block<'_>>, own: Possessions, map: &Map) -> Option<Sheet> {
    let block = blocks[who];
    let section = &block.section;
    let [endurance, reflex, focus] = block.attributes();
    let fatigue_tolerance = section.get(CombatantKeys::FATIGUE_TOLERANCE).unwrap_or((3 + endurance).max(0));
    let stress_tolerance = section.get(CombatantKeys::STRESS_TOLERANCE).unwrap_or((2 + focus).max(0));
    let stance = block.stance().map(|id| own.names.stances.iter().position(|stance| stance == id));
    Some(Sheet {
        defences: block.defences(),
        drop_modifier: endurance.max(reflex),
        initiative: section.get(CombatantKeys::INITIATIVE).unwrap_or(reflex),
        speed: section.get(CombatantKeys::SPEED),
        fatigue_tolerance,
        stress_tolerance,
        policy: section.get(CombatantKeys::POLICY),
        defence: section.get(CombatantKeys::DEFENCE),
        stance: match stance {
            Some(index) => Some(index? as u8),
            None => None,
        },
        drops: section.get(CombatantKeys::DROPS),
        teleport: teleport(section),
        delay_after: copies_of(section.get(CombatantKeys::DELAY_AFTER), blocks),
        has_goal: section.get(CombatantKeys::GOAL),
        enters_round: section.get(CombatantKeys::ENTERS_ROUND),
        at: start_of(who, blocks, map),
        granted: granted(&own),
        actions: own.actions,
        preferences: own.preferences,
        reactions: own.reactions,
        stances: own.stances,
        own_stances: own.own_stances,
        attacks_minds: own.attacks_minds,
    })
}

/// The grants without a Buff: see [`Sheet::granted`].
fn granted(own: &Possessions) -> Box<[Grants]> {
    let in_stances = own.stances.iter().map(|stance| own.passive.and(stance.grants));
    [own.passive].into_iter().chain(in_stances).collect()
}

impl Block<'_> {
    /// `endurance`, `reflex` and `focus`; the value of the paired defence for each that the file does not give
    /// (THRUM-22).
    fn attributes(&self) -> [i32; 3] {
        PARTNERS.map(|(attribute, defence)| self.either(attribute, defence))
    }

    /// Resilience, Evasion and Resolve; the value of the paired attribute for each that the file does not give
    /// (THRUM-36).
    fn defences(&self) -> [i32; 3] {
        PARTNERS.map(|(attribute, defence)| self.either(defence, attribute))
    }

    fn either(&self, key: Modifier, partner: Modifier) -> i32 {
        self.section.get(key).or(self.section.get(partner)).unwrap_or(0)
    }
}

/// A key of a modifier that is derived from others if the file does not give it.
type Modifier = Key<Option<i32>>;

/// Each attribute with its paired defence, by [`Defence`](super::words::Defence).
const PARTNERS: [(Modifier, Modifier); 3] = [
    (CombatantKeys::ENDURANCE, CombatantKeys::RESILIENCE),
    (CombatantKeys::REFLEX, CombatantKeys::EVASION),
    (CombatantKeys::FOCUS, CombatantKeys::RESOLVE),
];

fn teleport(section: &Section<'_>) -> Option<Teleport> {
    let range = section.get(CombatantKeys::TELEPORT_RANGE) as u16;
    (range > 0).then(|| Teleport { range, cost: section.get(CombatantKeys::TELEPORT_COST) as u16 })
}

/// All copies of the combatant with an id; empty if `id` is `None`.
fn copies_of(id: Option<&str>, blocks: &ByCombatant<&Block<'_>>) -> Group {
    Who::first(blocks.len()).filter(|&who| id.is_some() && blocks[who].id() == id).collect()
}

/// The square on which the file places a combatant: the copies of a table take its squares in turn. `None` if the file
/// gives no square.
fn start_of(who: Who, blocks: &ByCombatant<&Block<'_>>, map: &Map) -> Option<Square> {
    let copy = blocks.iter().take(who.index()).filter(|block| std::ptr::eq(**block, blocks[who])).count();
    let ([x, y], _) = blocks[who].at().nth(copy)?;
    map.square(x as i16, y as i16)
}

/// The rectangles that a key lists, on a map whose sets of squares have `words` words.
fn rectangles(section: &Section<'_>, key: Key<Option<kinds::Rectangles>>, map: &Map, words: usize) -> Rectangles {
    let listed = section.get(key).unwrap_or_default();
    let contains = |&(kinds::Rectangle { x, y, width, height }, _): &(kinds::Rectangle, _), square| {
        let (at_x, at_y) = map.coordinates(square);
        (x as i16..x as i16 + width as i16).contains(&at_x) && (y as i16..y as i16 + height as i16).contains(&at_y)
    };
    let squares = map.squares().filter(|&square| listed.iter().any(|rectangle| contains(rectangle, square)));
    Rectangles::new(squares, words)
}

/// The tile that a character of the map stands for: see [`LEGEND`](super::words::LEGEND).
fn tile(character: u8, is_listed_difficult: bool) -> Tile {
    let level = match character {
        b'#' => return Tile::Wall,
        b'1'..=b'9' => (character - b'0') as i8,
        b'a'..=b'i' => -((character - b'a') as i8) - 1,
        _ => 0,
    };
    Tile::Floor { level, is_difficult: is_listed_difficult || character == b'~' }
}

/// The last Round whose number a rule reads; 0 if no rule reads any (THRUM-15, THRUM-65).
fn last_round_known(knobs: &Knobs, sheets: &Roster<Sheet>) -> u32 {
    let arrivals = sheets.iter().map(|sheet| sheet.enters_round).filter(|&round| round > 1);
    arrivals.chain([knobs.win_after_rounds, knobs.defeat_after_rounds]).max().unwrap_or(0)
}

/// A fight before its set-up: no combatant stands on the map yet (THRUM-03, THRUM-07).
fn opening(blocks: &ByCombatant<&Block<'_>>, sheets: &Roster<Sheet>, terrains: usize, lots: Lots) -> State {
    let everybody = Group::first_listed(blocks.len());
    let absent = everybody.filter(|who| sheets[who].enters_round > 1);
    let mut order = TurnOrder::unresolved(everybody);
    order.start_over(everybody - absent);
    State {
        bodies: blocks.iter().zip(sheets.iter()).map(|(block, sheet)| body(block, sheet)).collect(),
        starts: Box::default(),
        terrains: vec![None; terrains].into(),
        lots,
        order,
        next: 0,
        is_under_way: false,
        initiative_due: everybody - absent,
        present: Group::NOBODY,
        active: Group::NOBODY,
        absent,
        delayed: Group::NOBODY,
        ready: Group::NOBODY,
        answered: Group::NOBODY,
        lost: [false; 2],
    }
}

/// The greatest Speed of the combatants that plan with drops, or of the others, each with the Stance that adds most to
/// its Speed; 0 if there are none.
fn most_movement(sheets: &Roster<Sheet>, drops: bool) -> u16 {
    let fastest = |sheet: &Sheet| {
        let granted = sheet.granted.iter().map(|grants| grants.speed).max().unwrap_or(0);
        (sheet.speed + granted).max(0) as u16
    };
    sheets.iter().filter(|sheet| sheet.drops == drops).map(fastest).max().unwrap_or(0)
}

/// The combatant at the start of a fight.
fn body(block: &Block<'_>, sheet: &Sheet) -> Body {
    Body {
        fatigue: block.section.get(CombatantKeys::FATIGUE),
        stress: block.section.get(CombatantKeys::STRESS),
        fatigue_tolerance: sheet.fatigue_tolerance,
        stress_tolerance: sheet.stress_tolerance,
        stacks: [0; STATUSES],
        mark: 0,
        square: Square::default(),
        initiative: 0,
        buff: None,
        stance: None,
        conditions: Conditions::NONE,
        wounds: block.section.get(CombatantKeys::WOUNDS),
    }
}
