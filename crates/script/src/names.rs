//! Names in a script that nothing declares: of functions, properties, rules and metrics, of numbers that are named in a text, and words
//! that a key does not have. All of them are known before a fight.

use std::collections::{BTreeMap, BTreeSet};

use equipoise_engine::Side;
use equipoise_engine::dice::DiceExpr;
use equipoise_engine::scenario::nearest;
use rhai::{AST, ASTNode, Array, Dynamic, Engine, Expr, FnCallExpr, Map, Position, Stmt};

use crate::declare::{Draft, DraftKind};
use crate::host::{BUILT_IN, HEAL, HURT};
use crate::mistakes::Mistake;

/// The functions of declarations.
const DECLARES: [&str; 8] = ["game", "rule", "knob", "stat", "points", "state", "common", "metric"];

/// Functions that are part of the language itself.
const KEYWORDS: [&str; 6] = ["Fn", "call", "curry", "type_of", "print", "debug"];

/// The most names that a hint lists where none is near.
const LISTED: usize = 8;

/// The names that a script may use in its functions.
pub(crate) struct Names {
    functions: BTreeSet<String>,
    /// The functions that the script itself has.
    own: BTreeSet<String>,
    properties: BTreeSet<String>,
    rules: Vec<String>,
    metrics: Vec<String>,
    /// The numbers of a combatant.
    numbers: Vec<String>,
    /// Numbers of a combatant that change in a fight.
    changing: Vec<String>,
    /// The number that puts a combatant out at 0.
    life: Option<String>,
    /// The words of the keys that have words.
    words: BTreeMap<String, Vec<String>>,
    /// The parts of maps that the script makes.
    parts: BTreeSet<String>,
}

/// A text among the arguments of a function, which names something.
struct Named<'a> {
    text: &'a str,
    at: Position,
    /// The names that it may be.
    known: &'a [String],
    message: String,
}

/// A name that nothing declares.
struct Unknown {
    name: String,
    at: Position,
    message: String,
    hint: Option<String>,
}

impl Names {
    /// The names of a script: those of the host and of the language, which `engine` has, and those that the script declares.
    pub(crate) fn of(engine: &Engine, ast: &AST, draft: &Draft) -> Self {
        let known = engine.collect_fn_metadata(None, |function| Some(function.metadata.name.to_string()), true);
        let known: BTreeSet<String> = known.into_iter().collect();
        let own: BTreeSet<String> = ast.iter_functions().map(|function| function.name.to_owned()).collect();
        let language = DECLARES.iter().chain(&KEYWORDS).map(ToString::to_string);
        let keys = || draft.knobs.iter().chain(&draft.sheet);
        let shared = draft.shared.iter().map(|(name, _)| name.clone());
        let changing: Vec<String> = draft.own.iter().map(|(name, _)| name.clone()).collect();
        let numeric = draft.sheet.iter().filter(|key| matches!(key.kind, DraftKind::Number(..)));
        let numbers = numeric.map(|key| key.name.clone()).chain(changing.iter().cloned()).collect();
        let mut words = BTreeMap::from([("side".to_owned(), Side::ALL.map(|side| side.name().to_owned()).to_vec())]);
        for key in keys() {
            if let DraftKind::Words(all) = &key.kind {
                words.entry(key.name.clone()).or_insert_with(Vec::new).extend(all.iter().cloned());
            }
        }
        let mut properties: BTreeSet<String> = keys().map(|key| key.name.clone()).chain(shared).collect();
        properties.extend(changing.iter().cloned().chain(BUILT_IN.map(str::to_owned)));
        properties.extend(known.iter().filter_map(|name| name.strip_prefix("get$")).map(str::to_owned));
        Self {
            functions: known.into_iter().chain(own.iter().cloned()).chain(language).collect(),
            own,
            properties,
            rules: draft.rules.iter().map(|(id, _)| id.clone()).collect(),
            metrics: draft.metrics.iter().map(|(name, _)| name.clone()).collect(),
            numbers,
            life: draft.own.iter().find(|(_, begins)| begins.is_none()).map(|(name, _)| name.clone()),
            changing,
            words,
            parts: parts_of_maps(ast),
        }
    }

    /// Every name of the script that is none of these, each at its first place.
    pub(crate) fn unknown(&self, text: &str, ast: &AST) -> Vec<Mistake> {
        let mut found = BTreeMap::new();
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            let unknown = match path.last() {
                Some(
                    ASTNode::Expr(Expr::FnCall(call, at) | Expr::MethodCall(call, at))
                    | ASTNode::Stmt(Stmt::FnCall(call, at)),
                ) => {
                    let is_method = matches!(path.last(), Some(ASTNode::Expr(Expr::MethodCall(..))));
                    self.unknown_call(call, *at).or_else(|| self.unknown_text(call, is_method))
                }
                Some(ASTNode::Expr(Expr::Property(property, at))) => self.unknown_property(&property.2, *at),
                Some(ASTNode::Stmt(Stmt::Assignment(assigned))) => self.life_that_is_set(&assigned.1.lhs),
                _ => None,
            };
            if let Some(Unknown { name, at, message, hint }) = unknown {
                found.entry(name).or_insert_with(|| Mistake::new(text, at, message).with_hint(hint));
            }
            true
        });
        found.into_values().collect()
    }

    fn unknown_call(&self, call: &FnCallExpr, at: Position) -> Option<Unknown> {
        let name = call.name.as_str();
        if !is_written(call) || self.functions.contains(name) {
            return None;
        }
        let message = format!("there is no function `{name}`");
        Some(Unknown::new(name, at, message, &mut self.functions.iter().map(String::as_str)))
    }

    /// A text of a call, or beside `==` and `!=`, that names nothing.
    fn unknown_text(&self, call: &FnCallExpr, is_method: bool) -> Option<Unknown> {
        if self.own.contains(call.name.as_str()) {
            return None;
        }
        // The combatant or list on which a method is called is no argument of the call.
        let text = |index: usize| match call.args.get(index - usize::from(is_method)) {
            Some(Expr::StringConstant(text, at)) => Some((text.as_str(), *at)),
            _ => None,
        };
        if is_written(call) && ["roll", "keep"].contains(&call.name.as_str()) && !is_method {
            let (dice, at) = text(0)?;
            let error = dice.parse::<DiceExpr>().err()?;
            let message = format!("\"{dice}\" are no dice: {error}");
            return Some(Unknown { name: dice.to_owned(), at, message, hint: None });
        }
        let Named { text, at, known, message } = match call.name.as_str() {
            "rule" if !is_method && call.args.len() == 1 => {
                Named::of(text(0)?, &self.rules, "the script declares no rule")
            }
            "count" if !is_method => Named::of(text(0)?, &self.metrics, "the script declares no metric"),
            "least" | "most" => Named::of(text(1)?, &self.numbers, "combatants have no number"),
            "order_by" if !is_method => {
                Named::of(text(0)?, &self.changing, "`order_by` takes the name of a `state` or of `points`, and no")
            }
            "==" | "!=" => self.compared(call)?,
            _ => return None,
        };
        if known.iter().any(|known| known == text) {
            return None;
        }
        let mut unknown = Unknown::new(text, at, message, &mut known.iter().map(String::as_str));
        if unknown.hint.is_none() && (1..=LISTED).contains(&known.len()) {
            unknown.hint = Some(format!("there is `{}`", known.join("`, `")));
        }
        Some(unknown)
    }

    /// The word of a comparison with a key that has words.
    fn compared<'a>(&'a self, call: &'a FnCallExpr) -> Option<Named<'a>> {
        let [one, other] = call.args.as_slice() else { return None };
        let (property, text, at) = match (last_property(one), other, last_property(other), one) {
            (Some((property, _)), Expr::StringConstant(text, at), ..)
            | (_, _, Some((property, _)), Expr::StringConstant(text, at)) => (property, text.as_str(), *at),
            _ => return None,
        };
        if self.parts.contains(property) {
            return None;
        }
        let known = self.words.get(property)?;
        let message = format!("`{property}` is never \"{text}\"");
        Some(Named { text, at, known, message })
    }

    fn unknown_property(&self, name: &str, at: Position) -> Option<Unknown> {
        if self.properties.contains(name) || self.parts.contains(name) {
            return None;
        }
        let known = &mut self.properties.iter().chain(&self.parts).map(String::as_str);
        Some(Unknown::new(name, at, format!("there is no `{name}`: the script declares none"), known))
    }

    /// The number that puts a combatant out, where it is set to something.
    fn life_that_is_set(&self, target: &Expr) -> Option<Unknown> {
        let (name, at) = last_property(target)?;
        let is_life = self.life.as_deref() == Some(name) && !self.parts.contains(name);
        is_life.then(|| Unknown {
            name: format!("{name} ="),
            at,
            message: format!(
                "`{name}` puts out of the fight: `{HURT}` takes it and `{HEAL}` gives it back, and both tell of it"
            ),
            hint: Some(format!("write `{HURT}(who, 3, \"sword\")` or `{HEAL}(who, 3)`")),
        })
    }
}

impl<'a> Named<'a> {
    fn of((text, at): (&'a str, Position), known: &'a [String], lacks: &str) -> Self {
        Self { text, at, known, message: format!("{lacks} `{text}`") }
    }
}

impl Unknown {
    fn new(name: &str, at: Position, message: String, known: &mut dyn Iterator<Item = &str>) -> Self {
        let hint = nearest(name, known).map(|nearest| format!("did you mean `{nearest}`?"));
        Self { name: name.to_owned(), at, message, hint }
    }
}

/// Whether a call is of a function that the script names, and no operator.
fn is_written(call: &FnCallExpr) -> bool {
    call.op_token.is_none() && call.name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The property at the end of a path such as `me.weapon`.
fn last_property(path: &Expr) -> Option<(&str, Position)> {
    match path {
        Expr::Dot(pair, ..) => last_property(&pair.rhs),
        Expr::Property(property, at) => Some((property.2.as_str(), *at)),
        _ => None,
    }
}

/// The names of the parts of all maps that a script makes.
fn parts_of_maps(ast: &AST) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(ASTNode::Expr(Expr::Map(map, _))) => {
                names.extend(map.0.iter().map(|(name, _)| name.as_str().to_owned()));
            }
            Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => parts(value, &mut names),
            _ => {}
        }
        true
    });
    names
}

/// Adds the names of the parts of a constant map, and of those inside of it.
fn parts(value: &Dynamic, names: &mut BTreeSet<String>) {
    if let Some(map) = value.read_lock::<Map>() {
        names.extend(map.keys().map(|name| name.as_str().to_owned()));
        map.values().for_each(|value| parts(value, names));
    } else if let Some(list) = value.read_lock::<Array>() {
        list.iter().for_each(|value| parts(value, names));
    }
}
