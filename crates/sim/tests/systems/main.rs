//! All systems, over the scenarios that ship and over random ones. One binary, since each binary compiles the loops and the exact
//! solver once more for every system that it fights.

mod conformance;
mod fuzz_corpus;
mod random;
#[path = "../shipped/mod.rs"]
mod shipped;
