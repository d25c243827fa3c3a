//! Steps that stand where nothing may change: in a `chance`, whose dice may be thrown several times, and in the text of a `say`, which is
//! made only if somebody hears it.

use std::collections::BTreeSet;

use rhai::{AST, ASTNode, Engine, Expr, Ident, Position, Stmt};

use crate::host::{CHANCE, SAY};
use crate::mistakes::Mistake;

/// The functions of the host that a text may call: they roll nothing and change nothing.
const READS: [&str; 7] = ["foes", "allies", "everybody", "least", "most", "to_string", "Fn"];
/// The functions of the language that change what they are called on.
const CHANGES: [&str; 24] = [
    "append",
    "chop",
    "clear",
    "crop",
    "dedup",
    "drain",
    "extract",
    "fill_with",
    "insert",
    "make_lower",
    "make_upper",
    "mixin",
    "pad",
    "pop",
    "push",
    "remove",
    "replace",
    "retain",
    "reverse",
    "set",
    "shift",
    "sort",
    "splice",
    "trim",
];

/// The mistakes of a script. `language` is an engine that knows the functions of the language and no others.
pub(crate) fn find(text: &str, ast: &AST, language: &Engine) -> Vec<Mistake> {
    let harmless = language.collect_fn_metadata(None, |function| Some(function.metadata.name.to_string()), true);
    let harmless: BTreeSet<String> = harmless.into_iter().chain(READS.map(str::to_owned)).collect();
    let inside = variables_of_draws(ast);
    let mut mistakes = Vec::new();
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        let (Some(node), Some((statement, place))) = (path.last(), statement_around(path)) else { return true };
        let is_own = |name: &str| inside.contains(&(place, name.to_owned()));
        let message = match (statement, step_of(node)) {
            (_, None) | (CHANCE, Some(Step::Calls(..))) => None,
            (CHANCE, Some(Step::Sets(name, at) | Step::Changes(name, at))) => (!is_own(name)).then(|| {
                (at, format!("`{name}` changes inside of `chance`, whose dice may be thrown several times: use its value instead"))
            }),
            (CHANCE, Some(Step::Leaves(at))) => Some((at, "`chance` is left at its end only".to_owned())),
            (_, Some(Step::Calls(name, _))) if harmless.contains(name) => None,
            (_, Some(Step::Calls(name, at))) => {
                Some((at, format!("`say` makes its text only if somebody hears it: call `{name}` before")))
            }
            (_, Some(Step::Sets(_, at) | Step::Changes(_, at) | Step::Leaves(at))) => {
                Some((at, "`say` makes its text only if somebody hears it: nothing may change in it".to_owned()))
            }
        };
        mistakes.extend(message.map(|(at, message)| Mistake::new(text, at, message)));
        true
    });
    mistakes
}

/// A step that matters.
enum Step<'a> {
    Calls(&'a str, Position),
    Sets(&'a str, Position),
    /// A call of a function that changes a variable.
    Changes(&'a str, Position),
    Leaves(Position),
}

fn step_of<'a>(node: &ASTNode<'a>) -> Option<Step<'a>> {
    match node {
        ASTNode::Expr(Expr::FnCall(call, at) | Expr::MethodCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)) => {
            let is_written = call.op_token.is_none() && call.name.chars().all(|c| c.is_alphanumeric() || c == '_');
            is_written.then(|| Step::Calls(call.name.as_str(), *at))
        }
        ASTNode::Stmt(Stmt::Assignment(assigned)) => root(&assigned.1.lhs).map(|(name, at)| Step::Sets(name, at)),
        ASTNode::Expr(Expr::Dot(dotted, ..)) => match &dotted.rhs {
            Expr::MethodCall(call, _) if CHANGES.contains(&call.name.as_str()) => {
                root(&dotted.lhs).map(|(name, at)| Step::Changes(name, at))
            }
            _ => None,
        },
        ASTNode::Stmt(Stmt::Return(_, _, at)) => Some(Step::Leaves(*at)),
        _ => None,
    }
}

/// The variable of which something is a part.
fn root(part: &Expr) -> Option<(&str, Position)> {
    match part {
        Expr::Variable(variable, _, at) => Some((variable.1.as_str(), *at)),
        Expr::Dot(pair, ..) | Expr::Index(pair, ..) => root(&pair.lhs),
        _ => None,
    }
}

/// The outermost `chance`, or the `say`, around a node.
fn statement_around<'a>(path: &[ASTNode<'a>]) -> Option<(&'a str, Position)> {
    path.split_last()?.1.iter().find_map(|node| match node {
        ASTNode::Expr(Expr::Custom(statement, at)) => {
            let name = statement.tokens.first()?.as_str();
            [CHANCE, SAY].contains(&name).then_some((name, *at))
        }
        _ => None,
    })
}

/// The variables that each `chance` declares, with its place.
fn variables_of_draws(ast: &AST) -> BTreeSet<(Position, String)> {
    let mut variables = BTreeSet::new();
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        if let (Some(ASTNode::Stmt(statement)), Some((CHANCE, place))) = (path.last(), statement_around(path)) {
            let names: Vec<&str> = match statement {
                Stmt::Var(variable, ..) => vec![variable.0.as_str()],
                Stmt::For(looping, _) => {
                    [Some(&looping.0), looping.1.as_ref()].into_iter().flatten().map(Ident::as_str).collect()
                }
                _ => Vec::new(),
            };
            variables.extend(names.into_iter().map(|name| (place, name.to_owned())));
        }
        true
    });
    variables
}
