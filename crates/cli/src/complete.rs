//! Completion of command lines, as shells ask for it.
//!
//! `equipoise completions SHELL` prints a short script that registers the program itself for completion. While somebody
//! types, the shell calls it with the words so far and [`SHELL`] set, and it answers with candidates: scenarios, the
//! paths of the scenario on the line, the numbers of its encounters. Nothing is compiled or played for that. Whatever
//! is wrong with the line, there are no candidates then, and nothing is said.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{EnvCompleter, Shells};
use equipoise_engine::scenario::{Kind, PathEntry};
use equipoise_sim::studies::load::{Outline, outline};
use equipoise_sim::studies::names::{paths, quantities};
use equipoise_sim::studies::replay::Criterion;
use equipoise_sim::studies::study::Fight;

use crate::exit;
use crate::load::{loader, registry};

/// The variable by which a shell asks for candidates: its name.
const SHELL: &str = "EQUIPOISE_COMPLETE";
/// The name of the program.
const PROGRAM: &str = "equipoise";

/// The separator of a path, or the name of a number, and its value.
const EQUALS: char = '=';
/// The separator of the segments of a path.
const DOT: char = '.';

/// Answers a shell that asks for candidates; `None` where none does.
pub(crate) fn answer(command: impl FnOnce() -> Command) -> Option<u8> {
    let shell = env::var_os(SHELL).filter(|name| !name.is_empty())?;
    let shells = Shells::builtins();
    let shell = shells.completer(&shell.to_string_lossy());
    if let Some(candidates) = shell.and_then(|shell| candidates(shell, command)) {
        // If stdout is gone, nobody waits for candidates.
        let _ = io::stdout().lock().write_all(&candidates);
    }
    Some(exit::FINE)
}

/// The script that registers the program with a shell, by its name.
pub(crate) fn script(shell: &str) -> Option<Vec<u8>> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    shells.completer(shell)?.write_registration(SHELL, PROGRAM, PROGRAM, PROGRAM, &mut script).ok()?;
    Some(script)
}

/// The candidates for the word that is typed, as the shell reads them.
fn candidates(shell: &dyn EnvCompleter, command: impl FnOnce() -> Command) -> Option<Vec<u8>> {
    let mut answer = Vec::new();
    let (words, folder) = (words(), env::current_dir().ok());
    let mut command = completed(command());
    if shell.name() == "bash" {
        in_bash(&mut command, words, folder.as_deref(), &mut answer)?;
    } else {
        shell.write_complete(&mut command, words, folder.as_deref(), &mut answer).ok()?;
    }
    Some(answer)
}

/// The words of the line, which stand behind `--`.
fn words() -> Vec<OsString> {
    env::args_os().skip_while(|word| word != "--").skip(1).collect()
}

/// Bash takes a word apart at `=` and `:`, and replaces what stands behind the last one alone. Options are offered
/// where they are asked for, or where there is nothing else: it shows all candidates at once.
fn in_bash(command: &mut Command, words: Vec<OsString>, folder: Option<&Path>, answer: &mut Vec<u8>) -> Option<()> {
    let index: usize = env::var("_CLAP_COMPLETE_INDEX").ok()?.parse().ok()?;
    let (mut joined, mut cut): (Vec<OsString>, usize) = (Vec::new(), 0);
    let mut is_open = false;
    for word in words.into_iter().take(index + 1) {
        let is_separator = word == "=" || word == ":";
        match joined.last_mut() {
            Some(last) if is_separator || is_open => {
                cut = if is_separator { last.len() + word.len() } else { last.len() };
                last.push(&word);
            }
            _ => {
                joined.push(word);
                cut = 0;
            }
        }
        is_open = is_separator;
    }
    let last = joined.len().checked_sub(1)?;
    let is_option = joined[last].to_string_lossy().starts_with('-');
    let mut found = clap_complete::engine::complete(command, joined, last, folder).ok()?;
    let is_value = |found: &CompletionCandidate| !found.get_value().to_string_lossy().starts_with('-');
    if !is_option && found.iter().any(is_value) {
        found.retain(is_value);
    }
    let separator = env::var("_CLAP_IFS").unwrap_or_else(|_| "\n".to_owned());
    let found = found.iter().map(|found| found.get_value().to_string_lossy().into_owned());
    let found: Vec<String> = found.filter_map(|found| Some(found.get(cut..)?.to_owned())).collect();
    answer.extend_from_slice(found.join(&separator).as_bytes());
    Some(())
}

/// The command line with what completes its values.
fn completed(command: Command) -> Command {
    command.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_args(|arg| completed_value(&name, arg))
    })
}

fn completed_value(command: &str, arg: Arg) -> Arg {
    let completer = match arg.get_id().as_str() {
        "scenario" | "scenarios" | "first" | "second" => ArgValueCompleter::new(scenarios()),
        "file" if command == "balance" => ArgValueCompleter::new(scenarios()),
        "set" | "with" | "vary" => ArgValueCompleter::new(settings),
        "roster" | "party_roster" | "games" => ArgValueCompleter::new(rosters()),
        "only" if command == "sensitivity" => ArgValueCompleter::new(patterns),
        "find" => ArgValueCompleter::new(criteria),
        "target" | "cross" => ArgValueCompleter::new(targets),
        "metric" | "only" => ArgValueCompleter::new(metrics),
        "word" => ArgValueCompleter::new(rules),
        _ => return arg,
    };
    arg.add(completer)
}

/// TOML files, and the directories on the way to them.
fn scenarios() -> impl ValueCompleter {
    files_of("toml")
}

/// CSV files, and the directories on the way to them.
fn rosters() -> impl ValueCompleter {
    files_of("csv")
}

fn files_of(kind: &'static str) -> impl ValueCompleter {
    PathCompleter::any()
        .filter(move |path| path.extension().is_some_and(|extension| extension == kind) && path.is_file())
}

/// The first scenario on the line. What is no regular file is left alone, since to read it might never end.
fn scenario() -> Option<Outline> {
    let words = words();
    let mut files = words.iter().skip(1).map(Path::new).filter(|path| path.is_file());
    files.find_map(|path| outline(loader(), path).ok())
}

/// `PATH=`, and behind it the words that the key takes.
fn settings(typed: &OsStr) -> Vec<CompletionCandidate> {
    let (Some(typed), Some(scenario)) = (typed.to_str(), scenario()) else { return Vec::new() };
    let paths = paths(&scenario);
    match typed.split_once(EQUALS) {
        None => by_segment(typed, paths.iter().map(|entry| (entry.path.as_str(), entry.key.doc)), "="),
        Some((path, value)) => {
            let words = paths.iter().find(|entry| entry.path == path).map(words_of).unwrap_or_default();
            let fitting = words.into_iter().filter(|(word, _)| word.starts_with(value));
            fitting.map(|(word, doc)| candidate(format!("{path}={word}"), doc)).collect()
        }
    }
}

/// The words that a key takes, and the value that it has.
fn words_of(entry: &PathEntry) -> Vec<(String, &'static str)> {
    let mut words: Vec<(String, &str)> =
        entry.kind.choices().iter().map(|choice| (choice.name.to_owned(), choice.doc)).collect();
    if matches!(entry.kind, Kind::Bool(_)) {
        words.extend(["true", "false"].map(|word| (word.to_owned(), "")));
    }
    if let Some(value) = &entry.value
        && words.is_empty()
    {
        words.push((value.clone(), "as it is"));
    }
    words
}

/// The paths that a pattern may begin with.
fn patterns(typed: &OsStr) -> Vec<CompletionCandidate> {
    let (Some(typed), Some(scenario)) = (typed.to_str(), scenario()) else { return Vec::new() };
    by_segment(typed, paths(&scenario).iter().map(|entry| (entry.path.as_str(), entry.key.doc)), "")
}

/// `METRIC=`.
fn targets(typed: &OsStr) -> Vec<CompletionCandidate> {
    numbers(typed, "=")
}

fn metrics(typed: &OsStr) -> Vec<CompletionCandidate> {
    numbers(typed, "")
}

fn numbers(typed: &OsStr, end: &str) -> Vec<CompletionCandidate> {
    let (Some(typed), Some(scenario)) = (typed.to_str(), scenario()) else { return Vec::new() };
    let quantities = quantities(&scenario);
    by_segment(typed, quantities.iter().map(|named| (named.name.as_str(), named.doc)), end)
}

/// The criteria by which a fight is worth seeing, and its turning point.
fn criteria(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let names = Criterion::ALL.map(Criterion::name).into_iter().chain([Fight::TURNING_POINT]);
    names.filter(|name| name.starts_with(&*typed)).map(|name| candidate(name.to_owned(), "")).collect()
}

/// The ids of rules, however they are written.
fn rules(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy().to_ascii_uppercase();
    let rules = registry().systems().iter().flat_map(|system| system.rules());
    rules.filter(|rule| rule.id.starts_with(&typed)).map(|rule| candidate(rule.id.to_owned(), rule.title)).collect()
}

fn candidate(name: String, doc: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help((!doc.is_empty()).then(|| doc.to_owned().into()))
}

/// The names that begin with what is typed, up to the next dot: a scenario has hundreds. A single beginning that is not
/// a whole name is followed to where names part. `end` stands behind whole names.
fn by_segment<'a>(typed: &str, names: impl Iterator<Item = (&'a str, &'a str)>, end: &str) -> Vec<CompletionCandidate> {
    let fitting: Vec<(&str, &str)> = names.filter(|(name, _)| name.starts_with(typed)).collect();
    let mut known = typed.len();
    loop {
        let up_to_dot = |name: &'a str| name[known..].find(DOT).map_or(name, |dot| &name[..=known + dot]);
        let mut found: Vec<(&str, &str)> = Vec::new();
        for &(name, doc) in &fitting {
            let beginning = up_to_dot(name);
            if !found.iter().any(|(known, _)| *known == beginning) {
                found.push((beginning, if beginning == name { doc } else { "" }));
            }
        }
        match found[..] {
            [(beginning, _)] if beginning.ends_with(DOT) => known = beginning.len(),
            _ => {
                let whole = |name: &str| if name.ends_with(DOT) { name.to_owned() } else { format!("{name}{end}") };
                return found.into_iter().map(|(name, doc)| candidate(whole(name), doc)).collect();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(typed: &str, names: &[&str], end: &str) -> Vec<String> {
        let found = by_segment(typed, names.iter().map(|name| (*name, "")), end);
        found.iter().map(|found| found.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn names_are_offered_segment_by_segment() {
        let names = ["rules.a", "rules.b", "combatants.x.hp", "combatants.x.attacks.bow.dr", "rules.c.d"];
        assert_eq!(offered("", &names, "="), ["rules.", "combatants."]);
        assert_eq!(offered("ru", &names, "="), ["rules.a=", "rules.b=", "rules.c."]);
        assert_eq!(offered("com", &names, "="), ["combatants.x.hp=", "combatants.x.attacks."]);
        assert_eq!(offered("combatants.x.a", &names, ""), ["combatants.x.attacks.bow.dr"]);
        assert_eq!(offered("rules.c", &names, ""), ["rules.c.d"]);
        assert_eq!(offered("x", &names, ""), [""; 0]);
    }
}
