//! `equipoise` with the systems that ship.

use std::process::ExitCode;

use equipoise_script::Script;
use equipoise_sim::Registry;

fn main() -> ExitCode {
    equipoise::main_with(Registry::SHIPPED.with::<Script>())
}
