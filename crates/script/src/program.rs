//! Programs: scripts that were read, with what they declare.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use equipoise_engine::accounts::Means;
use equipoise_engine::prelude::*;
use equipoise_engine::scenario::kinds::{self, Kind, TextFile};
use equipoise_engine::scenario::{DefaultValue, Follows, Node};
use equipoise_engine::{MetricUnit, Rule, Who};
use rhai::packages::{Package, StandardPackage};
use rhai::{
    AST, ASTNode, Caches, Dynamic, Engine, EvalContext, Expr, Expression, GlobalRuntimeState, OptimizationLevel,
    Position, Scope, ScriptFnMetadata, Stmt,
};

use crate::SCRIPT;
use crate::declare::{Draft, DraftDefault, DraftKey, DraftKind, MAX_ROUNDS, declaring};
use crate::host::{self, Fighter, Game};
use crate::misplaced;
use crate::mistakes::{self, Mistake, in_fight, of_syntax};
use crate::names::Names;
use crate::table::Failed;

/// The most steps of a call: some milliseconds.
pub(crate) const STEPS_MAX: u64 = 200_000;
/// The most bytes of a script.
const BYTES_MAX: usize = 100_000;
/// The number of programs that are kept, so that a scenario with many variants reads its script once.
const KEPT: usize = 16;

/// A script that was read.
pub(crate) struct Program {
    pub(crate) text: String,
    engine: Engine,
    ast: AST,
    pub(crate) book: &'static Book,
    /// The call of each [`Function`] that the script has.
    calls: [Option<Expr>; CALLED.len()],
    /// The keys of `[rules]` that the script declares.
    pub(crate) knobs: Vec<DeclaredKey>,
    /// The keys of a combatant.
    pub(crate) sheet: Vec<DeclaredKey>,
    /// The numbers of the fight at its beginning.
    pub(crate) shared: Vec<i32>,
    /// The numbers of a combatant that change.
    pub(crate) own: Vec<Number>,
    /// The words for that with which the script hurts and heals, and one for all others.
    means: Vec<String>,
    /// The properties of a combatant by their names.
    pub(crate) names: BTreeMap<String, host::Named>,
}

/// Declarations as the engine has them: they stay to the end of the program, each once.
pub(crate) struct Book {
    pub(crate) schema: &'static [KeyDecl],
    pub(crate) ledger: &'static str,
    pub(crate) metrics: &'static [Declared],
    /// The points of a combatant, by name.
    pub(crate) points: &'static [&'static str],
    pub(crate) rules: Vec<&'static str>,
}

/// The functions of a script that a fight calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Enter,
    SetUp,
    Round,
    Turn,
}

/// A function that a fight calls: how a script writes it, and how it is called.
struct Called {
    name: &'static str,
    parameters: usize,
    written: &'static str,
    call: &'static str,
}

/// The state of the interpreter between calls: the functions that it has found so far.
#[derive(Clone, Default)]
pub struct Running(Option<Box<(GlobalRuntimeState, Caches)>>);

/// A key that a script declares.
pub(crate) struct DeclaredKey(KeyDecl);

/// A number of a combatant that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// It begins as this key of the sheet says.
    Points { key: usize },
    /// It begins with this number.
    State { begins: i32 },
}

/// The message for a script that cannot play.
const NOBODY_ACTS: &str = "the script has no function `turn(f, me)` and none `round(f)`: nobody ever acts";

/// The functions that a fight calls, in the order of [`Function`].
const CALLED: [Called; 4] = [
    Called { name: "enter", parameters: 2, written: "fn enter(f, me)", call: "enter(f, me)" },
    Called { name: "set_up", parameters: 1, written: "fn set_up(f)", call: "set_up(f)" },
    Called { name: "round", parameters: 1, written: "fn round(f)", call: "round(f)" },
    Called { name: "turn", parameters: 2, written: "fn turn(f, me)", call: "turn(f, me)" },
];

keys! {
    /// The keys of `[rules]` that every script has.
    enum Rules {
        MAX_ROUNDS: u32 = Key::int(MAX_ROUNDS, 1, 10_000).default_int(100).unit("rounds").doc("the round limit"),
    }
}

keys! {
    /// The keys of a combatant that every script has.
    enum Sheet {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(64),
        ERROR: Option<u8> = common::ERROR,
    }
}

keys! {
    /// The keys at the root of a scenario.
    enum File {
        SCRIPT: TextFile = SCRIPT,
    }
}

/// The round limit of a scenario.
pub(crate) fn max_rounds(rules: &Section<'_>) -> u32 {
    rules.get(Rules::MAX_ROUNDS)
}

impl DeclaredKey {
    /// The value of the key in a validated scenario, as scripts read it.
    pub(crate) fn value(&self, section: &Section<'_>) -> Dynamic {
        let Self(key) = self;
        let node = section.node(key.name);
        match key.kind {
            Kind::Int(_) => node.and_then(Node::as_int).or_else(|| number(key.default)).unwrap_or_default().into(),
            Kind::Bool(_) => node.and_then(Node::as_bool).unwrap_or(key.default == DefaultValue::Bool(true)).into(),
            Kind::Dice(_) => {
                let dice = section.find(Key::<Option<DiceExpr>>::dice(key.name)).flatten();
                dice.map_or(Dynamic::UNIT, |dice| Dynamic::from(host::Roll(dice)))
            }
            _ => node.and_then(Node::as_text).or_else(|| text(key.default)).unwrap_or_default().into(),
        }
    }
}

const fn number(default: DefaultValue) -> Option<i64> {
    if let DefaultValue::Int(number) = default { Some(number) } else { None }
}

const fn text(default: DefaultValue) -> Option<&'static str> {
    if let DefaultValue::Text(text) = default { Some(text) } else { None }
}

impl Program {
    /// The program of a text, which may have been read before.
    ///
    /// # Errors
    /// The mistakes of the script.
    pub(crate) fn of(text: &str) -> Result<Arc<Self>, Vec<Mistake>> {
        static READ: Mutex<VecDeque<Arc<Program>>> = Mutex::new(VecDeque::new());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.iter().find(|known| known.text == text) {
            return Ok(Arc::clone(known));
        }
        let program = Arc::new(Self::read(text)?);
        read.push_front(Arc::clone(&program));
        read.truncate(KEPT);
        Ok(program)
    }

    fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        let alone = |mistake| vec![mistake];
        if text.len() > BYTES_MAX {
            let message = format!("a script of {} bytes, at most {BYTES_MAX}", text.len());
            return Err(alone(Mistake::new(text, Position::NONE, message)));
        }
        // Of a file that is no script nothing is told: a scenario may have named what its author must not read.
        if !mistakes::is_script(text) {
            return Err(alone(Mistake::new(text, Position::NONE, NOBODY_ACTS)));
        }
        let mut declares = bare();
        let draft = declaring(&mut declares);
        host::statements(&mut declares);
        let ast = declares.compile(text.strip_prefix('\u{feff}').unwrap_or(text));
        let mut ast = ast.map_err(|error| alone(of_syntax(text, &error)))?;
        declares.run_ast(&ast).map_err(|error| alone(in_fight(text, &error)))?;
        let draft = std::mem::take(&mut *draft.lock().unwrap_or_else(PoisonError::into_inner));
        let mut engine = bare();
        host::register(&mut engine, &draft);
        let calls = CALLED.each_ref().map(|called| called.of(&engine, &ast));
        let mut mistakes = misfits(text, &ast);
        mistakes.extend(Names::of(&engine, &ast, &draft).unknown(text, &ast));
        mistakes.extend(misplaced::find(text, &ast, &bare()));
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        ast.clear_statements();
        let book = kept(&draft);
        let key = |draft: &DraftKey| DeclaredKey(declared(draft));
        let means = means(&ast, &draft);
        let number = |(name, begins): &(String, Option<i32>)| {
            let key = || draft.sheet.iter().position(|key| key.name == *name).expect("points are on the sheet");
            begins.map_or_else(|| Number::Points { key: key() }, |begins| Number::State { begins })
        };
        Ok(Self {
            text: text.to_owned(),
            engine,
            ast,
            book,
            calls,
            knobs: draft.knobs.iter().map(key).collect(),
            sheet: draft.sheet.iter().map(key).collect(),
            shared: draft.shared.iter().map(|(_, begins)| *begins).collect(),
            own: draft.own.iter().map(number).collect(),
            means,
            names: host::names(&draft),
        })
    }

    /// Whether the script has a function.
    pub(crate) fn has(&self, function: Function) -> bool {
        self.calls[function as usize].is_some()
    }

    /// Calls a function of the script, if it has it, in a fight that lies on the table.
    ///
    /// # Errors
    /// If it fails.
    pub(crate) fn call(&self, function: Function, who: Option<Who>, running: &mut Running) -> Result<(), Failed> {
        let Some(call) = &self.calls[function as usize] else { return Ok(()) };
        let Running(running) = running;
        let (global, caches) = &mut **running.get_or_insert_with(|| {
            let mut global = self.engine.new_global_runtime_state();
            global.lib.push(self.ast.shared_lib().clone());
            Box::new((global, Caches::new()))
        });
        global.num_operations = 0;
        let mut scope = Scope::new();
        scope.push("f", Game);
        if let Some(who) = who {
            scope.push("me", Fighter(who));
        }
        let mut context = EvalContext::new(&self.engine, global, caches, &mut scope, None);
        context.eval_expression_tree(&Expression::from(call)).map(drop)
    }

    /// The numbers with which a combatant of a sheet begins.
    pub(crate) fn begins(&self, sheet: &[Dynamic]) -> Vec<i32> {
        let number = |number: &Number| match *number {
            Number::Points { key } => {
                sheet[key].as_int().ok().and_then(|points| i32::try_from(points).ok()).unwrap_or(0)
            }
            Number::State { begins } => begins,
        };
        self.own.iter().map(number).collect()
    }

    /// The means of every combatant.
    pub(crate) fn means(&self) -> Vec<Means> {
        self.means.iter().map(|word| Means::new("deed", word).for_everybody()).collect()
    }

    /// The index of the means of a word.
    pub(crate) fn means_at(&self, word: &str) -> usize {
        self.means.iter().position(|known| known == word).unwrap_or(self.means.len() - 1)
    }

    /// Number of steps of a round, at least 1.
    pub(crate) fn steps(&self, combatants: usize) -> usize {
        usize::from(self.has(Function::Round)) + if self.has(Function::Turn) { combatants } else { 0 }
    }
}

/// An engine without functions of this crate, with limits on all that a script may take.
fn bare() -> Engine {
    let mut engine = Engine::new_raw();
    StandardPackage::new().register_into_engine(&mut engine);
    engine
        .set_optimization_level(OptimizationLevel::Simple)
        .set_strict_variables(true)
        .set_max_operations(STEPS_MAX)
        .set_max_call_levels(32)
        .set_max_expr_depths(64, 64)
        .set_max_variables(256)
        .set_max_functions(256)
        .set_max_string_size(10_000)
        .set_max_array_size(1_000)
        .set_max_map_size(1_000)
        .disable_symbol("eval");
    engine
}

impl Called {
    /// The call of the function, if a script has it.
    fn of(&self, engine: &Engine, ast: &AST) -> Option<Expr> {
        let fits =
            |function: ScriptFnMetadata<'_>| function.name == self.name && function.params.len() == self.parameters;
        if !ast.iter_functions().any(fits) {
            return None;
        }
        let mut scope = Scope::new();
        scope.push("f", Game).push("me", Fighter(Who::new(0)));
        let call = engine.compile_expression_with_scope(&scope, self.call).expect("a call");
        match call.statements().first() {
            Some(Stmt::FnCall(call, at)) => Some(Expr::FnCall(call.clone(), *at)),
            Some(Stmt::Expr(call)) => Some(Expr::clone(call)),
            other => unreachable!("a call, and no {other:?}"),
        }
    }
}

/// Functions that a fight would call if they had other parameters, and what every script needs.
fn misfits(text: &str, ast: &AST) -> Vec<Mistake> {
    let has = |called: &Called, fits: &dyn Fn(usize) -> bool| {
        ast.iter_functions().any(|function| function.name == called.name && fits(function.params.len()))
    };
    let mistakes = CALLED.iter().filter(|called| has(called, &|parameters| parameters != called.parameters));
    let mistakes = mistakes.map(|called| {
        let message = format!("a fight calls it as `{}`", called.written);
        Mistake::at_words(text, &format!("fn {}", called.name), message)
    });
    let mut mistakes: Vec<Mistake> = mistakes.collect();
    let [.., round, turn] = &CALLED;
    if mistakes.is_empty() && ![round, turn].into_iter().any(|called| has(called, &|_| true)) {
        mistakes.push(Mistake::new(text, Position::NONE, NOBODY_ACTS));
    }
    mistakes
}

/// The words that a script writes as the third argument of `hurt` and `heal`: texts, and those of a key of words. The last one stands for all
/// that are made in a fight.
fn means(ast: &AST, draft: &Draft) -> Vec<String> {
    let mut words = BTreeSet::new();
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        let Some((ASTNode::Expr(part), around)) = path.split_last() else { return true };
        let call = around.iter().rev().find_map(|node| match node {
            ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)) => {
                Some(call.name.as_str())
            }
            ASTNode::Expr(Expr::InterpolatedString(..)) => Some(host::SAY),
            _ => None,
        });
        if call.is_some_and(|name| [host::HURT, host::HEAL].contains(&name)) {
            match part {
                Expr::StringConstant(word, _) => words.extend([word.to_string()]),
                Expr::Property(property, _) => {
                    let key = draft.sheet.iter().find(|key| property.2.as_str() == key.name);
                    if let Some(DraftKind::Words(all)) = key.map(|key| &key.kind) {
                        words.extend(all.iter().cloned());
                    }
                }
                _ => {}
            }
        }
        true
    });
    words.insert(host::HEALING.to_owned());
    words.remove(OTHER);
    words.into_iter().chain([OTHER.to_owned()]).collect()
}

/// The means of a word that is made in a fight.
const OTHER: &str = "other";

/// The declarations of a draft, in memory to the end of the program. Equal drafts share them.
fn kept(draft: &Draft) -> &'static Book {
    static BOOKS: Mutex<BTreeMap<String, &'static Book>> = Mutex::new(BTreeMap::new());
    let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
    books.entry(format!("{draft:?}")).or_insert_with(|| Box::leak(Box::new(book(draft))))
}

fn book(draft: &Draft) -> Book {
    let rules: &'static [KeyDecl] = leaked(Rules::KEYS.iter().copied().chain(draft.knobs.iter().map(declared)));
    // Whoever errs is told last, as in the other systems.
    let (first, last) = Sheet::KEYS.split_at(Sheet::KEYS.len() - 1);
    let sheet = first.iter().copied().chain(draft.sheet.iter().map(declared)).chain(last.iter().copied());
    let sheet: &'static [KeyDecl] = leaked(sheet);
    let own = [common::rules(rules).decl(), common::combatants(sheet, 64).decl()];
    // The script first: it says what the other keys are.
    let schema = leaked(File::KEYS.iter().chain(common::ROOT).copied().chain(own));
    let title = |(id, title): &(String, String)| format!("- **{id} ({title})**\n");
    let heading = if draft.about.is_empty() { "The rules of a script" } else { &draft.about };
    let ledger: &'static str = format!("# {heading}\n\n{}", draft.rules.iter().map(title).collect::<String>()).leak();
    let metric = |(name, doc): &(String, String)| Declared {
        name: name.clone().leak(),
        unit: MetricUnit::Events,
        doc: doc.clone().leak(),
    };
    let metrics = leaked(draft.metrics.iter().map(metric));
    let points = draft.own.iter().filter(|(_, begins)| begins.is_none());
    let points = leaked(points.map(|(name, _)| &*name.clone().leak()));
    Book { schema, ledger, metrics, points, rules: Rule::all_of(ledger).map(|rule| rule.id).collect() }
}

fn leaked<T>(list: impl Iterator<Item = T>) -> &'static [T] {
    list.collect::<Vec<T>>().leak()
}

/// The declaration of a key as the engine has it.
fn declared(draft: &DraftKey) -> KeyDecl {
    let (name, doc, unit): (&str, &str, &str) =
        (draft.name.clone().leak(), draft.doc.clone().leak(), draft.unit.clone().leak());
    let kind = match &draft.kind {
        DraftKind::Number(min, max) => Kind::Int(kinds::Int::between(*min, *max)),
        DraftKind::Flag => Kind::Bool(kinds::Bool),
        DraftKind::Dice => Kind::Dice(kinds::Dice::ANY),
        DraftKind::Words(words) => {
            let choice = |word: &String| Choice { name: word.clone().leak(), doc: "a word of the script" };
            Kind::OneWord(kinds::OneWord { choices: leaked(words.iter().map(choice)) })
        }
    };
    let default = match &draft.default {
        None => DefaultValue::Required,
        Some(DraftDefault::Number(number)) => DefaultValue::Int(*number),
        Some(DraftDefault::Flag(flag)) => DefaultValue::Bool(*flag),
        Some(DraftDefault::Text(text)) => DefaultValue::Text(text.clone().leak()),
    };
    KeyDecl {
        name,
        kind,
        default,
        follows: Follows::Words,
        rules: &[],
        unit,
        doc,
        example: None,
        is_fixed: false,
        is_way: draft.is_way,
    }
}
