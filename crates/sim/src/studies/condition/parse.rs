//! Conditions as they are written.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::ops::Range;

use equipoise_engine::scenario::nearest;
use equipoise_engine::{EndState, Side};
use thiserror::Error;

use super::{Condition, Node};
use crate::kernel::quantity::{Cast, EXTRAS, Kind, Quantity};
use crate::studies::only::known_names;
use crate::studies::path_pattern::is_numbered;
use crate::studies::replay::Criterion;
use crate::studies::study::Refusal;

/// No parentheses lie deeper in each other.
const DEPTH_MAX: usize = 64;

/// The comparisons, by what a number may be to the one behind them.
const OPERATORS: [(&str, &[Ordering]); 5] =
    [("<", &[Less]), ("<=", &[Less, Equal]), ("=", &[Equal]), (">=", &[Greater, Equal]), (">", &[Greater])];

/// A mistake in a condition, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ConditionError {
    /// The condition.
    pub text: String,
    /// The bytes that are wrong.
    pub range: Range<usize>,
    /// The mistake, in words.
    pub message: String,
    /// Advice that may help; `None` if there is none.
    pub help: Option<String>,
}

impl Refusal for ConditionError {
    fn help(&self) -> Option<String> {
        self.help.clone()
    }
}

/// A word, a comparison or a parenthesis.
#[derive(Debug, Clone)]
struct Token<'a> {
    text: &'a str,
    start: usize,
}

impl Token<'_> {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn is_word(&self) -> bool {
        !self.text.starts_with(['(', ')', '<', '=', '>'])
    }

    fn is_comparison(&self) -> bool {
        self.text.starts_with(['<', '=', '>'])
    }
}

/// Cuts a text at spaces, around parentheses and around comparisons.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let kind = |c: char| match c {
        '(' | ')' => 0,
        '<' | '=' | '>' => 1,
        _ if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut tokens: Vec<Token> = Vec::new();
    let mut before = None;
    for (at, c) in text.char_indices() {
        let now = kind(c);
        match tokens.last_mut() {
            Some(last) if before == Some(now) && now % 2 == 1 => last.text = &text[last.start..at + c.len_utf8()],
            _ if now == 2 => {}
            _ => tokens.push(Token { text: &text[at..at + c.len_utf8()], start: at }),
        }
        before = Some(now);
    }
    tokens
}

pub(super) fn read(text: &str, cast: &Cast) -> Result<Condition, ConditionError> {
    let mut parser = Parser { text, tokens: tokens(text), at: 0, cast, quantities: Vec::new() };
    let root = parser.any(0)?;
    match parser.tokens.get(parser.at) {
        None => Ok(Condition { quantities: parser.quantities, root }),
        Some(token) if token.text == ")" => Err(parser.wrong(token.range(), "no parenthesis is open here", None)),
        Some(token) => {
            let meant = nearest(token.text, ["and", "or", "wins"].into_iter().chain(EndState::ALL.map(EndState::name)));
            Err(parser.wrong(token.range(), "expected `and`, `or` or the end", meant.map(did_you_mean)))
        }
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    cast: &'a Cast,
    quantities: Vec<Quantity>,
}

impl Parser<'_> {
    fn wrong(&self, range: Range<usize>, message: impl Into<String>, help: Option<String>) -> ConditionError {
        ConditionError { text: self.text.to_owned(), range, message: message.into(), help }
    }

    /// Takes the next token if it is this word.
    fn takes(&mut self, word: &str) -> bool {
        let is_there = self.tokens.get(self.at).is_some_and(|token| token.text == word);
        self.at += usize::from(is_there);
        is_there
    }

    /// Terms with `or` between them.
    fn any(&mut self, depth: usize) -> Result<Node, ConditionError> {
        let mut nodes = vec![self.all(depth)?];
        while self.takes("or") {
            nodes.push(self.all(depth)?);
        }
        Ok(Node::Any(nodes))
    }

    /// Terms with `and` between them.
    fn all(&mut self, depth: usize) -> Result<Node, ConditionError> {
        let mut nodes = vec![self.negated(depth)?];
        while self.takes("and") {
            nodes.push(self.negated(depth)?);
        }
        Ok(Node::All(nodes))
    }

    fn negated(&mut self, depth: usize) -> Result<Node, ConditionError> {
        let mut is_negated = false;
        while self.takes("not") {
            is_negated = !is_negated;
        }
        let open = self.tokens.get(self.at).cloned();
        let node = match open.filter(|_| self.takes("(")) {
            Some(open) if depth == DEPTH_MAX => {
                return Err(self.wrong(open.range(), format!("more than {DEPTH_MAX} parentheses in each other"), None));
            }
            Some(open) => {
                let node = self.any(depth + 1)?;
                if !self.takes(")") {
                    return Err(self.unclosed(&open));
                }
                node
            }
            None => self.term()?,
        };
        Ok(if is_negated { Node::Not(Box::new(node)) } else { node })
    }

    /// The error for a parenthesis that is not closed: at the token in place of the closing one, or at the open one if nothing follows.
    fn unclosed(&self, open: &Token) -> ConditionError {
        match self.tokens.get(self.at) {
            Some(token) => self.wrong(token.range(), "expected `and`, `or` or `)`", None),
            None => self.wrong(open.range(), "this parenthesis is not closed", None),
        }
    }

    fn term(&mut self) -> Result<Node, ConditionError> {
        let end = self.text.len();
        let Some(word) = self.tokens.get(self.at).cloned() else {
            return Err(self.wrong(end..end, "expected a term, such as `party wins`", Some(self.known())));
        };
        if !word.is_word() || ["and", "or"].contains(&word.text) {
            return Err(self.wrong(word.range(), "expected a term, such as `party wins`", Some(self.known())));
        }
        self.at += 1;
        let Some(next) = self.tokens.get(self.at).cloned() else { return self.event(&word) };
        if next.is_comparison() {
            return self.compared(&word, &next);
        }
        let state = EndState::ALL.into_iter().find(|end| end.name() == next.text);
        if let Some(end) = state {
            return self.fate(&word, end);
        }
        let side = Side::ALL.into_iter().find(|side| side.name() == word.text);
        let wins = next.text == "wins" || next.text == "win" && side == Some(Side::Enemies);
        if wins && side.is_some() {
            self.at += 1;
            return self.event(&word);
        }
        if let Some(side) = side.filter(|_| ["all", "any"].contains(&next.text)) {
            return self.fates(side, &next);
        }
        let is_end = !next.is_word() || ["and", "or"].contains(&next.text);
        let is_combatant = self.cast.combatants.iter().any(|(id, _)| id == word.text);
        if !is_end && is_combatant {
            let meant = nearest(next.text, EndState::ALL.map(EndState::name)).map(did_you_mean);
            return Err(self.wrong(next.range(), "expected `standing`, `fled`, `down` or `dead`", meant));
        }
        self.event(&word)
    }

    /// `ID STATE`.
    fn fate(&mut self, word: &Token, end: EndState) -> Result<Node, ConditionError> {
        let ids: Vec<&str> = self.cast.combatants.iter().map(|(id, _)| id.as_str()).collect();
        let Some(combatant) = ids.iter().position(|id| *id == word.text) else {
            let one_of = ids.iter().copied().find(|id| is_numbered(word.text, id));
            let meant = one_of.or_else(|| nearest(word.text, ids.iter().copied())).map(did_you_mean);
            let help = format!("the combatants are {}", ids.join(", "));
            let help = meant.map_or_else(|| help.clone(), |meant| format!("{meant} {help}"));
            return Err(self.wrong(word.range(), format!("there is no combatant `{}`", word.text), Some(help)));
        };
        self.at += 1;
        Ok(self.is(Quantity::End { combatant, end }, &[Equal], 1))
    }

    /// `party all STATE` or `party any STATE`: behind the side.
    fn fates(&mut self, side: Side, which: &Token) -> Result<Node, ConditionError> {
        self.at += 1;
        let state = self.tokens.get(self.at).cloned();
        let end = EndState::ALL.into_iter().find(|end| state.as_ref().is_some_and(|state| state.text == end.name()));
        let Some(end) = end else {
            let text = state.as_ref().map_or("", |state| state.text);
            let range = state.as_ref().map_or(self.text.len()..self.text.len(), Token::range);
            let meant = nearest(text, EndState::ALL.map(EndState::name)).map(did_you_mean);
            return Err(self.wrong(range, "expected `standing`, `fled`, `down` or `dead`", meant));
        };
        let members = self.cast.combatants.iter().enumerate().filter(|(_, (_, of))| *of == side);
        let members: Vec<usize> = members.map(|(index, _)| index).collect();
        if members.is_empty() {
            return Err(self.wrong(which.range(), format!("there is nobody among the {side}"), None));
        }
        self.at += 1;
        let ends = members.into_iter().map(|combatant| self.is(Quantity::End { combatant, end }, &[Equal], 1));
        let ends = ends.collect();
        Ok(if which.text == "all" { Node::All(ends) } else { Node::Any(ends) })
    }

    /// The name of what happens or does not.
    fn event(&mut self, word: &Token) -> Result<Node, ConditionError> {
        if self.cast.combatants.iter().any(|(id, _)| id == word.text) {
            let help = format!("such as `{} dead`", word.text);
            let message = format!("how does `{}` end: `standing`, `fled`, `down` or `dead`?", word.text);
            return Err(self.wrong(word.range(), message, Some(help)));
        }
        let quantity = self.quantity(word)?;
        if self.cast.kind(quantity) != Kind::Share {
            let help = format!("compare it, such as `{} > 3`", word.text);
            return Err(self.wrong(word.range(), format!("`{}` is a number", word.text), Some(help)));
        }
        Ok(self.is(quantity, &[Equal], 1))
    }

    /// A number, a comparison and a whole number.
    fn compared(&mut self, word: &Token, operator: &Token) -> Result<Node, ConditionError> {
        let quantity = self.quantity(word)?;
        if self.cast.kind(quantity) == Kind::Share {
            let message = format!("`{}` happens or does not, and is no number", word.text);
            return Err(self.wrong(word.range(), message, Some("write it without a comparison".to_owned())));
        }
        let Some((_, orderings)) = OPERATORS.into_iter().find(|(name, _)| *name == operator.text) else {
            let message = "expected `<`, `<=`, `=`, `>=` or `>`";
            let meant =
                [("==", "="), ("=<", "<="), ("=>", ">=")].into_iter().find(|(wrong, _)| *wrong == operator.text);
            return Err(self.wrong(operator.range(), message, meant.map(|(_, right)| did_you_mean(right))));
        };
        let number = self.tokens.get(self.at + 1).map_or(self.text.len()..self.text.len(), Token::range);
        let is_whole = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let Some(value) = Some(&self.text[number.clone()]).filter(is_whole).and_then(|text| text.parse().ok()) else {
            return Err(self.wrong(number, "expected a whole number", None));
        };
        self.at += 2;
        Ok(self.is(quantity, orderings, value))
    }

    fn quantity(&self, word: &Token) -> Result<Quantity, ConditionError> {
        self.cast.find(word.text).ok_or_else(|| {
            let ids = self.cast.combatants.iter().map(|(id, _)| id.as_str());
            let metrics = self.cast.metrics.iter().map(|(name, _)| name.as_str());
            let fixed = ["party", "enemies", "draw", "timeout", "rounds", "not"];
            let words = fixed.into_iter().chain(EXTRAS.iter().map(|extra| extra.name)).chain(ids).chain(metrics);
            let meant = nearest(word.text, words.chain(Criterion::ALL.map(Criterion::name))).map(did_you_mean);
            if Criterion::ALL.iter().any(|criterion| criterion.name() == word.text) {
                let message = format!("`{}` stands by itself, and is no part of a condition", word.text);
                return self.wrong(word.range(), message, Some(self.known()));
            }
            let help = meant.unwrap_or_else(|| self.known());
            self.wrong(word.range(), format!("there is no `{}`", word.text), Some(help))
        })
    }

    /// The names that terms are made of, as advice.
    fn known(&self) -> String {
        format!("terms are made of {}", known_names(self.cast, |_| true))
    }

    fn is(&mut self, quantity: Quantity, orderings: &'static [Ordering], number: u64) -> Node {
        let known = self.quantities.iter().position(|&known| known == quantity);
        let asked = known.unwrap_or_else(|| {
            self.quantities.push(quantity);
            self.quantities.len() - 1
        });
        Node::Is { asked, orderings, number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    fn read(text: &str) -> Result<Condition, ConditionError> {
        super::read(text, &Cast::of(&Toy::new()))
    }

    #[test]
    fn spaces_and_redundant_parentheses_mean_nothing() {
        for (left, right) in [
            ("rounds>=3 and ann dead", "  rounds  >= 3   and\tann   dead "),
            ("party wins", "winners.party"),
            ("enemies win", "winners.enemies"),
            ("ann dead", "combatants.ann.dead"),
            ("sixes > 1", "metrics.sixes>1"),
            ("draw or draw", "draw or winners.draw"),
        ] {
            assert_eq!(read(left), read(right), "{left}");
        }
        let nested = format!("{}draw{}", "(".repeat(DEPTH_MAX), ")".repeat(DEPTH_MAX));
        assert!(read(&nested).is_ok() && read(&format!("({nested})")).is_err());
        assert!(read(&format!("{} draw", "not ".repeat(100_000))).is_ok());
        assert!(read(&"(".repeat(100_000)).is_err());
    }

    #[test]
    fn a_mistake_is_underlined_with_what_may_be_meant() {
        for (text, underlined, message, help) in [
            ("", "", "expected a term", "terms are made of party, enemies"),
            ("ann dead and", "", "expected a term", "for the ids ann, bob, ogre"),
            ("and draw", "and", "expected a term", ""),
            ("anm dead", "anm", "there is no combatant `anm`", "did you mean `ann`? the combatants are ann, bob, ogre"),
            ("xyzzy dead", "xyzzy", "there is no combatant `xyzzy`", "the combatants are ann"),
            ("ann ded", "ded", "expected `standing`, `fled`, `down` or `dead`", "did you mean `dead`?"),
            ("ann", "ann", "how does `ann` end", "such as `ann dead`"),
            ("ann > 3", "ann", "there is no `ann`", ""),
            ("prty wins", "prty", "there is no `prty`", "did you mean `party`?"),
            ("party loses", "loses", "expected `and`, `or` or the end", ""),
            ("party win", "win", "expected `and`, `or` or the end", "did you mean `wins`?"),
            ("party all ded", "ded", "expected `standing`, `fled`, `down` or `dead`", "did you mean `dead`?"),
            ("party any", "", "expected `standing`, `fled`, `down` or `dead`", ""),
            ("longst", "longst", "there is no `longst`", "did you mean `longest`?"),
            ("upset and ann dead", "upset", "`upset` stands by itself", "terms are made of"),
            ("sixes", "sixes", "`sixes` is a number", "such as `sixes > 3`"),
            ("sixs > 3", "sixs", "there is no `sixs`", "did you mean `sixes`?"),
            ("sixes == 3", "==", "expected `<`, `<=`", "did you mean `=`?"),
            ("sixes > -3", "-3", "expected a whole number", ""),
            ("sixes > ", "", "expected a whole number", ""),
            ("sixes > 1.5", "1.5", "expected a whole number", ""),
            ("sixes > 99999999999999999999", "99999999999999999999", "expected a whole number", ""),
            ("draw > 0", "draw", "happens or does not", "without a comparison"),
            ("(draw or timeout", "(", "is not closed", ""),
            ("(draw timeout)", "timeout", "expected `and`, `or` or `)`", ""),
            ("draw)", ")", "no parenthesis is open", ""),
            ("draw andd timeout", "andd", "expected `and`, `or` or the end", "did you mean `and`?"),
            ("🎲 dead", "🎲", "there is no combatant", ""),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(&error.text[error.range.clone()], underlined, "{text}: {error}");
            assert!(error.message.contains(message), "{text}: {error}");
            assert!(error.help.unwrap_or_default().contains(help), "{text}");
        }
    }
}
