//! Results as one self-contained page of HTML: for whoever has never seen the program.
//!
//! Each study has a module with its charts and its page: [`run`], [`sweep`], [`compare`], [`sensitivity`], [`versus`],
//! [`tune`], [`luck`], [`drama`], [`rare`], [`gauntlet`], [`balance`],
//! [`observe`], [`skill`] and [`mod@test`]. A [`fragment`] is a part of a page.
//! A page needs nothing but a browser: its only style stands in it, it runs no script, and a policy in its head forbids
//! everything else. Every chart has a table with its numbers, and every page says how sure its numbers are, which
//! scenario they are of and which command makes them again.
//!
//! All texts of scenarios are escaped, and characters that show nothing become visible. The crate builds for the browser.

#![forbid(unsafe_code)]

mod accounts;
pub mod balance;
mod cast;
pub mod compare;
mod conclusion;
mod curve;
mod day;
pub mod drama;
mod figure;
pub mod fragment;
pub mod gauntlet;
pub mod luck;
pub mod observe;
mod outcome;
mod page;
pub mod rare;
mod replays;
pub mod run;
pub mod sensitivity;
mod show;
pub mod skill;
mod source;
mod style;
pub mod sweep;
pub mod test;
pub mod tune;
pub mod versus;

pub use figure::single;
