//! Whether output is styled: by `--color` for the whole program, otherwise by the environment and the terminal.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::ValueEnum;

use crate::args::Colors;

/// Makes a choice hold for all output: results, mistakes and help.
pub(crate) fn choose(colors: Colors) {
    let choice = match colors {
        Colors::Auto => ColorChoice::Auto,
        Colors::Always => ColorChoice::Always,
        Colors::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// The value of the last `--color` among arguments that nobody has read yet. A word that the option does not know is left to
/// the parser to refuse.
pub(crate) fn given(arguments: impl Iterator<Item = OsString>) -> Colors {
    let (mut found, mut is_next) = (Colors::Auto, false);
    for argument in arguments {
        let Some(text) = argument.to_str() else { continue };
        let value = if is_next { Some(text) } else { text.strip_prefix("--color=") };
        found = value.and_then(|value| Colors::from_str(value, false).ok()).unwrap_or(found);
        if !is_next && text == "--" {
            break;
        }
        is_next = !is_next && text == "--color";
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_found_wherever_it_stands() {
        for (arguments, expected) in [
            ("run a.toml --color always", Colors::Always),
            ("--color=never run a.toml", Colors::Never),
            ("--color never run --color=auto", Colors::Auto),
            ("run a.toml --color", Colors::Auto),
            ("run a.toml --color blue", Colors::Auto),
            ("run -- --color=never", Colors::Auto),
            ("run --colors=never", Colors::Auto),
        ] {
            assert_eq!(given(arguments.split(' ').map(OsString::from)), expected, "{arguments}");
        }
    }
}
