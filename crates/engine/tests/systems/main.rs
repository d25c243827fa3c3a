//! Promises of the systems: the worked checks of their ledgers, and what holds for every key, line and file. One binary, since each
//! binary compiles the exact solver once more for every system that it solves.

mod duel_worked_checks;
mod ends_of_percent_keys;
mod fuzz_corpus;
mod ledgers;
mod orders_of_the_file;
mod overrides;
mod seed_contract;
mod thrum_worked_checks;
mod tiny_worked_checks;
mod told_lines;
mod wounds_events;
mod wounds_worked_checks;
mod zones_told;
mod zones_worked_checks;
