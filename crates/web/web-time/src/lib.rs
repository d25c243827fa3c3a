//! Stands in for the crate `web-time`, through which dependencies measure time: here by the clock of the standard library, and in
//! WebAssembly by none.
//!
//! The crate that it stands for asks JavaScript for the time, by bindings that have to be generated and loaded together with the module. Dependencies measure
//! how long a linear program may take, where somebody limits that; nothing here does, since results must not depend on a clock. So in
//! WebAssembly no time passes, no limit is reached, and the module needs nothing of its page.

#![forbid(unsafe_code)]

pub use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::{Instant, SystemTime, UNIX_EPOCH};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod still;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use still::Instant;
