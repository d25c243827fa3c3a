//! Commands and their options as data, for front ends in other languages.

use clap::{Arg, ArgAction, Command};
use serde_json::{Value, json};

use crate::args;

/// Every command, in the order of the help, as JSON: `name, about, more, options`, an option with `name, short, value, help, more,
/// positional, required, flag, several, values`. `value` is what its value is called, and `values` are the words that it takes, if these are few; `several` says that it takes more than one value.
pub fn described() -> Value {
    let mut command = args::command();
    command.build();
    command.get_subcommands().filter(|command| command.get_name() != "help").map(of_command).collect()
}

fn of_command(command: &Command) -> Value {
    json!({
        "name": command.get_name(),
        "about": command.get_about().map(ToString::to_string),
        "more": command.get_long_about().map(ToString::to_string),
        "options": command.get_arguments().filter(|arg| arg.get_id() != "help").map(of_option).collect::<Value>(),
    })
}

fn of_option(option: &Arg) -> Value {
    let is_flag = matches!(option.get_action(), ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count);
    let values = if is_flag { Vec::new() } else { option.get_possible_values() };
    json!({
        "name": option.get_long().unwrap_or(option.get_id().as_str()),
        "short": option.get_short(),
        "value": option.get_value_names().and_then(|names| names.first()).map(ToString::to_string),
        "help": option.get_help().map(ToString::to_string),
        "more": option.get_long_help().map(ToString::to_string),
        "positional": option.is_positional(),
        "required": option.is_required_set(),
        "flag": is_flag,
        "several": matches!(option.get_action(), ArgAction::Append)
            || option.get_num_args().is_some_and(|count| count.max_values() > 1),
        "values": values.iter().map(|value| value.get_name().to_owned()).collect::<Vec<String>>(),
    })
}
