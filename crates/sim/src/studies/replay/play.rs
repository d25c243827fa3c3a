//! One fight of a run, narrated line by line, with a drawing of each round where the system makes one.

use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::trace::Line;
use equipoise_engine::{
    Combatant, Counting, EncounterIndex, EndState, Fault, LeadHistory, Narrated, Outcome, Ruleset, Seed, Side,
    Workspace, fight_watched,
};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;

use crate::json::as_text;
use crate::kernel::quantity::{Cast, Quantity};
use crate::kernel::records::{Column, Records};
use crate::studies::replay::OddsByStep;

/// A drawing of the state at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// The round; 0 is the set-up.
    pub round: u32,
    /// Lines of at most 80 columns.
    pub text: String,
}

/// The end of a combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fate {
    /// The combatant's id.
    pub id: String,
    /// Its side.
    #[serde(serialize_with = "as_text")]
    pub side: Side,
    /// Its end state.
    #[serde(serialize_with = "as_text")]
    pub end: EndState,
}

/// Everything there is to say about one encounter. As JSON: `system, seed, index, winner, rounds, combatants, metrics,
/// lines`, `pictures` where there are some, and `quantities`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The system's name.
    pub system: &'static str,
    /// The master seed.
    pub seed: Seed,
    /// Its index in the run.
    pub index: EncounterIndex,
    /// The winner, and the number of rounds.
    pub outcome: Outcome,
    /// The combatants, in listed order.
    pub combatants: Vec<Fate>,
    /// The metrics by name, in report order.
    pub metrics: Vec<(String, u32)>,
    /// The numbers that every system has and those of groups, by their full names; none where the encounter does not have
    /// the number.
    pub quantities: Vec<(String, Option<u32>)>,
    /// The narration.
    pub lines: Vec<Line>,
    /// After the set-up and after each round, where the system [draws](Ruleset::picture); otherwise none.
    pub pictures: Vec<Picture>,
}

/// A replay under the name of its scenario.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// The scenario's name.
    pub scenario: String,
    /// The encounter.
    #[serde(flatten)]
    pub replay: Replay,
    /// The odds beside each step, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<OddsByStep>,
}

impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines: Vec<NumberedLine> = self.lines.iter().map(NumberedLine::new).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("system", self.system)?;
        map.serialize_entry("seed", &self.seed.0)?;
        map.serialize_entry("index", &self.index.0)?;
        map.serialize_entry("winner", self.outcome.winner.name())?;
        map.serialize_entry("rounds", &self.outcome.rounds)?;
        map.serialize_entry("combatants", &self.combatants)?;
        map.serialize_entry("metrics", &Counts(&self.metrics))?;
        map.serialize_entry("lines", &lines)?;
        if !self.pictures.is_empty() {
            map.serialize_entry("pictures", &self.pictures)?;
        }
        map.serialize_entry("quantities", &Numbers(&self.quantities))?;
        map.end()
    }
}

/// Metrics as one object.
struct Counts<'a>(&'a [(String, u32)]);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, count)| (name, count)))
    }
}

/// Quantities as one object.
struct Numbers<'a>(&'a [(String, Option<u32>)]);

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, number)| (name, number)))
    }
}

/// A [`Line`] as JSON.
#[derive(Serialize)]
struct NumberedLine<'a> {
    round: u32,
    text: &'a str,
    rules: &'a [&'static str],
    /// `None` if the system tells its events as strings.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a RawValue>,
}

impl<'a> NumberedLine<'a> {
    fn new(line: &'a Line) -> Self {
        let event = line.event.starts_with('{').then(|| serde_json::from_str(&line.event).expect("an event is JSON"));
        Self { round: line.round, text: &line.text, rules: &line.rules, event }
    }
}

/// Plays one encounter as a run would, and listens to it.
pub fn replay<R: Ruleset>(rules: &R, seed: Seed, index: EncounterIndex) -> Replay {
    let mut dice = Seeded::new(seed);
    dice.start(index);
    let mut dice = Recorded::new(dice);
    let mut workspace = Workspace::new(rules);
    let mut trace = (Narrated::default(), Counting::new(rules.metrics().len()));
    let mut rounds = 0..;
    let (mut pictures, mut lead) = (Vec::new(), LeadHistory::default());
    let played = Fault::caught(|| {
        fight_watched(rules, &mut workspace, &mut dice, &mut trace, |state| {
            lead.watch(rules.balance(state));
            let round = rounds.next().expect("rounds have a limit");
            pictures.extend(rules.picture(state).map(|text| Picture { round, text }));
        })
    });
    let outcome = match played {
        Ok(outcome) => outcome,
        Err(fault) => Fault { told: trace.0.into_lines(), ..*fault }.raise(),
    };
    let fate = |(Combatant { id, side, .. }, end): (&Combatant, EndState)| Fate { id: id.clone(), side: *side, end };
    let counted = rules.metrics().iter().zip(trace.1.counts());
    let ends = rules.end_states(&workspace.state);
    let mut records = Records::default();
    records.restart(rules.combatants(), rules.metrics());
    records.add(outcome, ends, trace.1.counts(), &lead);
    Replay {
        system: rules.system(),
        seed,
        index,
        outcome,
        combatants: rules.combatants().iter().zip(rules.end_states(&workspace.state)).map(fate).collect(),
        metrics: counted.map(|(metric, &count)| (metric.name.clone(), count)).collect(),
        quantities: quantities(&Cast::of(rules), &records),
        lines: trace.0.into_lines(),
        pictures,
    }
}

/// The numbers of the only encounter of some records that neither its outcome nor its end states nor its metrics are.
fn quantities(cast: &Cast, records: &Records) -> Vec<(String, Option<u32>)> {
    let mut column = Column::default();
    let all = cast.quantities().into_iter();
    let others = all.filter(|quantity| matches!(quantity, Quantity::Extra(_) | Quantity::Group { .. }));
    let number = |quantity| {
        records.read(quantity, &mut column);
        (cast.name(quantity), column.optional().next().flatten())
    };
    others.map(number).collect()
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Winner, each_system, fight};

    use super::*;
    use crate::json::line;
    use crate::kernel::quantity::EXTRAS;
    use crate::samples::{Sample, samples};
    use crate::toy::Toy;

    fn compare<R: Ruleset>(sample: &Sample) {
        let rules: R = sample.load();
        let (mut workspace, mut dice) = (Workspace::new(&rules), Seeded::new(Seed(5)));
        let mut trace = Counting::new(rules.metrics().len());
        for index in (0..3000).map(EncounterIndex) {
            dice.start(index);
            trace.reset();
            let outcome = fight(&rules, &mut workspace, &mut dice, &mut trace);
            let replay = replay(&rules, Seed(5), index);
            let ends: Vec<EndState> = rules.end_states(&workspace.state).collect();
            let told: Vec<EndState> = replay.combatants.iter().map(|fate| fate.end).collect();
            assert_eq!((replay.outcome, told), (outcome, ends), "{index:?}");
            let counts: Vec<u32> = replay.metrics.iter().map(|&(_, count)| count).collect();
            assert_eq!(counts, trace.counts(), "{index:?}");
            assert!(replay.quantities.len() >= EXTRAS.len(), "{index:?}");
            assert!(!replay.lines.is_empty(), "{index:?}");
            assert!(replay.lines.is_sorted_by_key(|line| line.round), "{index:?}");
            assert!(replay.pictures.iter().all(|picture| is_narrow(&picture.text)), "{index:?}");
        }
    }

    fn is_narrow(text: &str) -> bool {
        text.lines().all(|line| line.chars().count() <= 80)
    }

    /// The state after the set-up, after each round, and none after a fight that nobody began.
    #[test]
    fn each_round_has_its_picture() {
        let rules = Toy::new();
        for index in (0..200).map(EncounterIndex) {
            let Replay { outcome, combatants, pictures, .. } = replay(&rules, Seed(3), index);
            let rounds: Vec<u32> = pictures.iter().map(|picture| picture.round).collect();
            assert_eq!(rounds, (0..=outcome.rounds).collect::<Vec<_>>(), "{index:?}");
            let last = pictures.last().expect("the set-up has one");
            let ends: String = combatants.iter().map(|fate| &fate.end.name()[..1]).collect();
            assert_eq!(last.text, format!("[{ends}]\n"), "{index:?}");
        }
    }

    /// The fight that is narrated is the fight that was counted: listening changes neither dice nor play.
    #[test]
    fn a_replay_is_the_fight_of_the_run() {
        for sample in samples(2) {
            sample.enter(each_system!(compare));
        }
    }

    #[test]
    fn a_replay_has_the_promised_keys_in_order() {
        let fate = Fate { id: "ann".to_owned(), side: Side::Party, end: EndState::Down };
        let line_of = |event: &str| {
            let (text, event) = ("Ann \"waits\".".to_owned(), event.to_owned());
            Line { round: 3, text, event, rules: vec!["TOY-01", "TOY-02"] }
        };
        let drawn = Replay {
            system: "toy",
            seed: Seed(1),
            index: EncounterIndex(2),
            outcome: Outcome { winner: Winner::Timeout, rounds: 3 },
            combatants: vec![fate],
            metrics: vec![("sixes".to_owned(), 4), ("aces".to_owned(), 0)],
            quantities: vec![("lead_changes".to_owned(), Some(2)), ("final_margin".to_owned(), None)],
            lines: vec![line_of(r#""Ann waits.""#), line_of(r#"{"kind":"wait","who":"ann"}"#)],
            pictures: vec![Picture { round: 3, text: "A\n B".to_owned() }],
        };
        let start = r#"{"scenario":"Toys","system":"toy","seed":1,"index":2,"winner":"timeout","rounds":3,"combatants":[{"id":"ann","side":"party","end":"down"}],"metrics":{"sixes":4,"aces":0},"lines":[{"round":3,"text":"Ann \"waits\".","rules":["TOY-01","TOY-02"]},{"round":3,"text":"Ann \"waits\".","rules":["TOY-01","TOY-02"],"event":{"kind":"wait","who":"ann"}}]"#;
        let pictures = r#","pictures":[{"round":3,"text":"A\n B"}]"#;
        let quantities = r#","quantities":{"lead_changes":2,"final_margin":null}"#;
        let undrawn = Replay { pictures: Vec::new(), ..drawn.clone() };
        assert_eq!(
            line(&Told { scenario: "Toys".to_owned(), replay: drawn, odds: None }),
            format!("{start}{pictures}{quantities}}}")
        );
        assert_eq!(
            line(&Told { scenario: "Toys".to_owned(), replay: undrawn, odds: None }),
            format!("{start}{quantities}}}")
        );
    }
}
