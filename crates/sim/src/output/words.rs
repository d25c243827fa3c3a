//! Words for people and for shells: names of numbers and paths as they are shown, without invisible characters.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

pub use equipoise_engine::scenario::visible;

use crate::kernel::quantity::EXTRAS;

/// The shortest end of each path, in whole segments, that no other path has. A stat of somebody is told with whose it is,
/// `knight.hp`; what lies deeper, such as the damage of an attack, would make columns too wide.
pub fn short_names<'a>(paths: &[&'a str]) -> Vec<&'a str> {
    let ends = |path: &'a str| {
        let least = if path.matches('.').count() == 2 { 2 } else { 1 };
        let segments = path.rmatch_indices('.').map(|(dot, _)| &path[dot + 1..]);
        segments.skip(least - 1).chain([path])
    };
    let is_unique = |end: &str| paths.iter().filter(|path| ends(path).any(|candidate| candidate == end)).count() == 1;
    paths.iter().map(|path| ends(path).find(|end| is_unique(end)).unwrap_or(path)).collect()
}

/// That something happened of which a metric has the round: `any first_casualty` for `first_casualty_round`.
fn happened(metric: &str) -> String {
    format!("any {}", metric.strip_suffix("_round").unwrap_or(metric))
}

/// `combatants.warden.dead` as `warden dead`, `groups.bandit.any_dead` as `bandit any dead`, `metrics.moves` as
/// `moves`, `winners.party` as `party wins`, `winners.enemies` as `enemies win`, `legs.gate.won` as it is.
pub fn short_value(name: &str) -> String {
    let short = match name.split_once('.') {
        Some(("winners", "party")) => "party wins".to_owned(),
        Some(("winners", "enemies")) => "enemies win".to_owned(),
        Some(("winners", outcome)) => outcome.to_owned(),
        Some(("rounds", _)) => "rounds".to_owned(),
        // Without `legs` before it nothing would tell whether it is of a leg or of a combatant.
        Some(("legs", _)) => name.to_owned(),
        Some(("combatants", rest)) => rest.replace('.', " "),
        Some(("groups", rest)) => {
            let (group, end) = rest.rsplit_once('.').unwrap_or((rest, ""));
            format!("{group} {}", end.replace('_', " "))
        }
        Some((_, rest)) => rest.strip_suffix(".share").map_or_else(|| rest.to_owned(), happened),
        None => EXTRAS.iter().find(|extra| extra.name == name).map_or(name, |extra| extra.label).to_owned(),
    };
    visible(&short).into_owned()
}

/// A path as a word of a command line, which no program takes for an option.
pub fn shell_path(path: &Path) -> String {
    let path = path.display().to_string();
    let is_like_option = path.starts_with('-') && path != "-";
    shell_word(&if is_like_option { format!("./{path}") } else { path }).into_owned()
}

/// A word of a command line, quoted where a shell would otherwise take it apart.
pub fn shell_word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("'{}'", text.replace('\'', "'\\''")))
    }
}

/// Rule ids with what they begin with said once: `DUEL-07 09 08`.
pub fn short_ids(rules: &[&str]) -> String {
    let prefix = rules.first().and_then(|first| first.rfind('-')).map_or("", |dash| &rules[0][..=dash]);
    let short = rules.iter().enumerate().map(|(index, rule)| match rule.strip_prefix(prefix) {
        Some(number) if index > 0 => number,
        _ => rule,
    });
    short.collect::<Vec<_>>().join(" ")
}

/// The names that stand there more than once.
pub fn shared<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    names.filter(|name| !seen.insert(*name)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_says_whose_stat_it_is() {
        let paths =
            ["rules.melee_dr", "combatants.knight.hp", "combatants.rat.hp", "combatants.rat.attacks.bite.damage"];
        assert_eq!(short_names(&paths), ["melee_dr", "knight.hp", "rat.hp", "damage"]);
        assert_eq!(short_names(&paths[1..2]), ["knight.hp"]);
        let same = ["combatants.rat.attacks.bite.damage", "combatants.cat.attacks.bite.damage"];
        assert_eq!(short_names(&same), ["rat.attacks.bite.damage", "cat.attacks.bite.damage"]);
    }

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(visible("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
        assert_eq!(visible("ä ö"), "ä ö");
        assert_eq!(visible("a\u{202e}b\u{200b}\u{2066}\u{feff}"), "a\\u{202e}b\\u{200b}\\u{2066}\\u{feff}");
    }

    #[test]
    fn no_path_is_an_option() {
        let words = ["a b.toml", "-dash.toml", "-", "x/-y"].map(|path| shell_path(Path::new(path)));
        assert_eq!(words, ["'a b.toml'", "./-dash.toml", "-", "x/-y"]);
    }

    #[test]
    fn words_are_quoted_where_they_must_be() {
        assert_eq!(shell_word("it's"), "'it'\\''s'");
        assert_eq!(shell_word("rules.a=[1]"), "'rules.a=[1]'");
        assert_eq!(shell_word("a/b-c.toml"), "a/b-c.toml");
    }
}
