//! Declarations: what the statements of a script outside of its functions say.

use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, Mutex, PoisonError};

use equipoise_engine::scenario::nearest;
use rhai::{Array, Dynamic, Engine, INT, ImmutableString, Map};

use crate::table::Failed;

/// The declarations so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    pub(crate) about: String,
    /// Ids and titles.
    pub(crate) rules: Vec<(String, String)>,
    pub(crate) knobs: Vec<DraftKey>,
    /// The keys of a combatant.
    pub(crate) sheet: Vec<DraftKey>,
    /// The numbers of the fight that change, with what they begin with.
    pub(crate) shared: Vec<(String, i32)>,
    /// The numbers of a combatant that change, with what they begin with: `None` if its sheet says it.
    pub(crate) own: Vec<(String, Option<i32>)>,
    /// Names and docs.
    pub(crate) metrics: Vec<(String, String)>,
}

/// A key, as a script declares it.
#[derive(Debug, Clone)]
pub(crate) struct DraftKey {
    pub(crate) name: String,
    pub(crate) kind: DraftKind,
    pub(crate) default: Option<DraftDefault>,
    pub(crate) doc: String,
    pub(crate) unit: String,
    /// Whether it says how a combatant plays.
    pub(crate) is_way: bool,
}

/// The values of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DraftKind {
    Number(i64, i64),
    Flag,
    Dice,
    Words(Vec<String>),
}

/// The default of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DraftDefault {
    Number(i64),
    Flag(bool),
    Text(String),
}

/// The largest number that a script may declare or set.
const NUMBER_MAX: i64 = i32::MAX as i64;
/// The most declarations of each kind.
const EACH_MAX: usize = 64;
/// Names that combatants have already, and keys that every sheet has.
const OF_COMBATANTS: [&str; 7] = ["id", "name", "side", "count", "error", "standing", "errors"];
/// The same of `[rules]`.
const OF_RULES: [&str; 1] = [MAX_ROUNDS];

/// The key of `[rules]` that every script has.
pub(crate) const MAX_ROUNDS: &str = "max_rounds";

impl Draft {
    fn knob(&mut self, key: DraftKey) -> Result<(), Failed> {
        self.is_free(&key.name, true)?;
        self.knobs.push(key);
        Ok(())
    }

    fn stat(&mut self, key: DraftKey) -> Result<(), Failed> {
        self.is_free(&key.name, false)?;
        self.sheet.push(key);
        Ok(())
    }

    fn points(&mut self, key: DraftKey) -> Result<(), Failed> {
        let name = key.name.clone();
        self.stat(key)?;
        let is_number = self.sheet.last().is_some_and(|key| matches!(key.kind, DraftKind::Number(..)));
        if !is_number {
            return Err(format!("points are numbers: give `{name}` a range, such as 1..=100").into());
        }
        self.own.push((name, None));
        Ok(())
    }

    fn state(&mut self, name: &str, begins: INT) -> Result<(), Failed> {
        self.is_free(name, false)?;
        self.own.push((name.to_owned(), Some(small(begins)?)));
        Ok(())
    }

    fn shared(&mut self, name: &str, begins: INT) -> Result<(), Failed> {
        self.is_free(name, true)?;
        self.shared.push((name.to_owned(), small(begins)?));
        Ok(())
    }

    fn metric(&mut self, name: &str, doc: &str) -> Result<(), Failed> {
        is_name(name)?;
        if self.metrics.iter().any(|(known, _)| known == name) {
            return Err(format!("`{name}` is declared twice").into());
        }
        is_room(self.metrics.len())?;
        self.metrics.push((name.to_owned(), doc.to_owned()));
        Ok(())
    }

    fn rule(&mut self, id: &str, title: &str) -> Result<(), Failed> {
        let is_id = id.split_once('-').is_some_and(|(name, number)| {
            let is_capital = |c: char| c.is_ascii_uppercase();
            !name.is_empty()
                && name.chars().all(is_capital)
                && !number.is_empty()
                && number.chars().all(|c| c.is_ascii_digit())
        });
        if !is_id {
            return Err(format!("`{id}` is no id of a rule, which is capitals, a hyphen and a number: `MY-01`").into());
        }
        if self.rules.iter().any(|(known, _)| known == id) {
            return Err(format!("`{id}` is declared twice").into());
        }
        is_room(self.rules.len())?;
        self.rules.push((id.to_owned(), title.split_whitespace().collect::<Vec<_>>().join(" ")));
        Ok(())
    }

    /// Refuses a name that the fight, or a combatant, has already.
    fn is_free(&self, name: &str, is_of_fight: bool) -> Result<(), Failed> {
        is_name(name)?;
        let (mut taken, reserved): (Vec<&str>, &[&str]) = if is_of_fight {
            let knobs = self.knobs.iter().map(|key| key.name.as_str());
            (knobs.chain(self.shared.iter().map(|(name, _)| name.as_str())).collect(), &OF_RULES)
        } else {
            let sheet = self.sheet.iter().map(|key| key.name.as_str());
            (sheet.chain(self.own.iter().map(|(name, _)| name.as_str())).collect(), &OF_COMBATANTS)
        };
        is_room(taken.len())?;
        taken.extend(reserved);
        if taken.contains(&name) { Err(format!("`{name}` is declared twice").into()) } else { Ok(()) }
    }
}

fn is_room(declared: usize) -> Result<(), Failed> {
    if declared < EACH_MAX { Ok(()) } else { Err(format!("more than {EACH_MAX} declarations of a kind").into()) }
}

fn is_name(name: &str) -> Result<(), Failed> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits) && name.len() <= 40;
    if is_name { Ok(()) } else { Err(format!("`{name}` is no name: small letters, digits and `_`").into()) }
}

/// A number that fits a state.
pub(crate) fn small(number: INT) -> Result<i32, Failed> {
    i32::try_from(number).map_err(|_| format!("{number} is too large, at most {NUMBER_MAX} either way").into())
}

/// The key that these arguments of a declaration describe.
fn key(name: &str, kind: Dynamic, default: Option<Dynamic>, options: Map) -> Result<DraftKey, Failed> {
    let kind = kind_of(name, kind)?;
    let default = default.map(|default| default_of(name, &kind, &default)).transpose()?;
    let (doc, unit) = (name.replace('_', " "), String::new());
    let mut key = DraftKey { name: name.to_owned(), kind, default, doc, unit, is_way: false };
    for (option, value) in options {
        let text =
            || value.clone().into_string().map_err(|_| Failed::from(format!("`{option}` of `{name}` is no text")));
        match option.as_str() {
            "doc" => key.doc = text()?,
            "unit" => key.unit = text()?,
            "way" => key.is_way = value.as_bool().map_err(|_| format!("`way` of `{name}` is `true` or `false`"))?,
            other => {
                let known = ["doc", "unit", "way"];
                let nearest =
                    nearest(other, known).map_or_else(String::new, |name| format!(": did you mean `{name}`?"));
                return Err(format!("there is no option `{other}`{nearest}").into());
            }
        }
    }
    Ok(key)
}

fn kind_of(name: &str, kind: Dynamic) -> Result<DraftKind, Failed> {
    let number = |min: i64, max: i64| {
        let is_small = min >= -NUMBER_MAX && max <= NUMBER_MAX;
        if min <= max && is_small {
            Ok(DraftKind::Number(min, max))
        } else {
            Err(format!("the range of `{name}` is empty, or its numbers are too large").into())
        }
    };
    if let Some(range) = kind.clone().try_cast::<RangeInclusive<INT>>() {
        return number(*range.start(), *range.end());
    }
    if let Some(range) = kind.clone().try_cast::<Range<INT>>() {
        return number(range.start, range.end.saturating_sub(1));
    }
    if let Ok(word) = kind.clone().into_immutable_string() {
        return match word.as_str() {
            "flag" => Ok(DraftKind::Flag),
            "dice" => Ok(DraftKind::Dice),
            _ => Err(kinds(name).into()),
        };
    }
    let words: Option<Vec<String>> =
        kind.try_cast::<Array>().and_then(|words| words.into_iter().map(|word| word.into_string().ok()).collect());
    let Some(words) = words else { return Err(kinds(name).into()) };
    if words.is_empty() || words.len() > EACH_MAX {
        return Err(format!("`{name}` needs 1 to {EACH_MAX} words").into());
    }
    for (index, word) in words.iter().enumerate() {
        if is_name(&word.replace('-', "_")).is_err() {
            return Err(format!("`{word}` of `{name}` is no word: small letters, digits, `-` and `_`").into());
        }
        if words[..index].contains(word) {
            return Err(format!("`{word}` is declared twice").into());
        }
    }
    Ok(DraftKind::Words(words))
}

fn kinds(name: &str) -> String {
    format!("the values of `{name}` are a range such as 1..=20, \"flag\", \"dice\", or a list of words")
}

fn default_of(name: &str, kind: &DraftKind, value: &Dynamic) -> Result<DraftDefault, Failed> {
    let text = value.clone().into_string().ok();
    let default = match kind {
        DraftKind::Number(min, max) => {
            value.as_int().ok().filter(|number| (min..=max).contains(&number)).map(DraftDefault::Number)
        }
        DraftKind::Flag => value.as_bool().ok().map(DraftDefault::Flag),
        DraftKind::Dice => {
            let text = text.or_else(|| value.as_int().ok().map(|number| number.to_string()));
            text.filter(|text| text.parse::<equipoise_engine::dice::DiceExpr>().is_ok()).map(DraftDefault::Text)
        }
        DraftKind::Words(words) => text.filter(|text| words.contains(text)).map(DraftDefault::Text),
    };
    default.ok_or_else(|| format!("`{name}` has a default that it does not allow: {value}").into())
}

/// An engine that knows the functions of declarations, and the draft into which they write.
pub(crate) fn declaring(engine: &mut Engine) -> Arc<Mutex<Draft>> {
    type Text = ImmutableString;
    let draft = Arc::new(Mutex::new(Draft::default()));
    /// Registers a function that writes into the draft.
    macro_rules! declares {
        ($name:literal, |$draft:ident $(, $argument:ident: $type:ty)*| $body:expr) => {{
            let shared = Arc::clone(&draft);
            engine.register_fn($name, move |$($argument: $type),*| -> Result<(), Failed> {
                #[allow(unused_mut, reason = "some only read")]
                let mut $draft = shared.lock().unwrap_or_else(PoisonError::into_inner);
                $body
            });
        }};
    }
    declares!("game", |draft, about: Text| {
        draft.about = about.to_string();
        Ok(())
    });
    declares!("rule", |draft, id: Text, title: Text| draft.rule(&id, &title));
    declares!("knob", |draft, name: Text, kind: Dynamic, default: Dynamic| {
        draft.knob(key(&name, kind, Some(default), Map::new())?)
    });
    declares!("knob", |draft, name: Text, kind: Dynamic, default: Dynamic, options: Map| {
        draft.knob(key(&name, kind, Some(default), options)?)
    });
    declares!("stat", |draft, name: Text, kind: Dynamic| draft.stat(key(&name, kind, None, Map::new())?));
    declares!("stat", |draft, name: Text, kind: Dynamic, options: Map| draft.stat(key(&name, kind, None, options)?));
    declares!("stat", |draft, name: Text, kind: Dynamic, default: Dynamic| {
        draft.stat(key(&name, kind, Some(default), Map::new())?)
    });
    declares!("stat", |draft, name: Text, kind: Dynamic, default: Dynamic, options: Map| {
        draft.stat(key(&name, kind, Some(default), options)?)
    });
    declares!("points", |draft, name: Text, kind: Dynamic| draft.points(key(&name, kind, None, Map::new())?));
    declares!("points", |draft, name: Text, kind: Dynamic, options: Map| draft
        .points(key(&name, kind, None, options)?));
    declares!("points", |draft, name: Text, kind: Dynamic, default: Dynamic| {
        draft.points(key(&name, kind, Some(default), Map::new())?)
    });
    declares!("points", |draft, name: Text, kind: Dynamic, default: Dynamic, options: Map| {
        draft.points(key(&name, kind, Some(default), options)?)
    });
    declares!("state", |draft, name: Text| draft.state(&name, 0));
    declares!("state", |draft, name: Text, begins: INT| draft.state(&name, begins));
    declares!("common", |draft, name: Text| draft.shared(&name, 0));
    declares!("common", |draft, name: Text, begins: INT| draft.shared(&name, begins));
    declares!("metric", |draft, name: Text, doc: Text| draft.metric(&name, &doc));
    draft
}
