//! Every command of `equipoise`, for the systems that ship and for the coin.

use std::process::ExitCode;

fn main() -> ExitCode {
    equipoise::main_with(equipoise_sim::Registry::SHIPPED.with::<coin::Coin>())
}
