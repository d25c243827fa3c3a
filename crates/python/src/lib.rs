//! The native part of the Python package `equipoise`: the command line as a function, single encounters as streams of Arrow, and columns
//! as tables of Arrow.
//!
//! The package itself is Python (`equipoise/`): scenarios, results and errors with types. Words, texts and columns pass this border, and
//! no panic does.

#![expect(clippy::needless_pass_by_value, reason = "arguments that Python hands over are owned")]

mod encounters;
mod session;
mod stream;

use std::sync::OnceLock;

use equipoise_script::Script;
use equipoise_sim::Registry;
use pyo3::prelude::*;

/// The systems that ship, and scripts.
fn registry() -> Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    *REGISTRY.get_or_init(|| Registry::SHIPPED.with::<Script>())
}

/// Every command with its options, as JSON.
#[pyfunction]
fn commands() -> String {
    equipoise::described().to_string()
}

/// The systems, each with what it is about.
#[pyfunction]
fn systems() -> Vec<(&'static str, &'static str)> {
    registry().systems().iter().map(|system| (system.name(), system.about())).collect()
}

/// The program itself, with the words of this process: its exit status.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| equipoise::main_of(registry(), words))
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(commands, module)?)?;
    module.add_function(wrap_pyfunction!(systems, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(session::call, module)?)?;
    module.add_function(wrap_pyfunction!(stream::table, module)?)?;
    module.add_class::<encounters::Encounters>()
}
