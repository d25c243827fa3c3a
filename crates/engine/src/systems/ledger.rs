//! The text of single rules, cut out of the ledgers.

use super::System;
use crate::ruleset::Rule;

impl System {
    /// The rules of its ledger, in its order.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + use<> {
        Rule::all_of(self.ledger())
    }

    /// The rule with this id, in upper or lower case; `None` if there is none.
    pub fn rule(&self, id: &str) -> Option<Rule> {
        self.rules().find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// The text of a rule in the ledger: the item that begins with its id in bold, in Markdown, without the dash of the list.
    pub fn rule_text(&self, id: &str) -> Option<&'static str> {
        item(self.ledger(), id)
    }
}

/// The item of a ledger that begins with this id in bold. It ends before the next line that is neither indented nor part of
/// a table.
fn item(ledger: &'static str, id: &str) -> Option<&'static str> {
    let is_id = |line: &&str| {
        let rest = line.strip_prefix("- **").and_then(|rest| rest.strip_prefix(id));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let first = ledger.split_inclusive('\n').find(is_id)?;
    let start = first.as_ptr() as usize - ledger.as_ptr() as usize;
    let is_inside = |line: &&str| line.trim().is_empty() || line.starts_with([' ', '|']);
    let rest = ledger[start + first.len()..].split_inclusive('\n').take_while(is_inside);
    let end = start + first.len() + rest.map(str::len).sum::<usize>();
    Some(ledger[start + "- ".len()..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_text() {
        for system in System::ALL {
            for rule in system.rules() {
                let text = system.rule_text(rule.id).unwrap_or_else(|| panic!("{} is in no ledger", rule.id));
                let begins = text.strip_prefix("**").is_some_and(|rest| rest.starts_with(rule.id));
                assert!(begins && text.lines().skip(1).all(|line| !line.starts_with(['-', '#', '*'])), "{text}");
                assert_eq!(system.rule(&rule.id.to_lowercase()), Some(rule));
            }
        }
    }

    #[test]
    fn an_item_has_its_lines_and_tables_and_ends_there() {
        let ledger = "# A\n- **A-1** one,\n  of two lines.\n\n| a |\n|---|\n\n- **A-12** another\n## B\n  c\n";
        assert_eq!(item(ledger, "A-1"), Some("**A-1** one,\n  of two lines.\n\n| a |\n|---|"));
        assert_eq!(item(ledger, "A-12"), Some("**A-12** another"));
        assert_eq!(item(ledger, "A-2"), None);
    }
}
