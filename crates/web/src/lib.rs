//! The simulator behind a page in a browser: one WebAssembly module without imports, which is asked in JSON and answers in JSON.
//!
//! # The module
//!
//! Four functions are exported (`exports`, for `wasm32` alone). [`Workbench::answer`] is all that they do, and is what tests call.
//!
//! ```js
//! const { instance } = await WebAssembly.instantiate(bytes, {});
//! const { memory, allocate, release, ask, trapped } = instance.exports;
//! const read = signed => {
//!   const packed = BigInt.asUintN(64, signed);
//!   const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
//!   const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
//!   release(at, length);
//!   return JSON.parse(text);
//! };
//! const request = value => {
//!   const bytes = new TextEncoder().encode(JSON.stringify(value));
//!   const at = allocate(bytes.length);
//!   new Uint8Array(memory.buffer, at, bytes.length).set(bytes);   // after `allocate`, which may move the buffer
//!   return read(ask(at, bytes.length));
//! };
//! ```
//!
//! An instance is asked one thing at a time and answers before it returns. It has no clock, no random numbers and no way out: the
//! answer is a function of the request and of the jobs that were begun.
//!
//! An answer is `{"ok": …}`, or `{"mistakes": […]}` where the request is refused; whatever the request is, there is one. Each mistake
//! has what `equipoise check --format json` says of it (`message, code, path, file, line, column, cell, help, also`), and where it is in
//! a text, `label`, a few words for what is underlined, and `at`: `{file, start, end, bytes}`. `start` and `end` count units of UTF-16, as
//! JavaScript does; `bytes` are the same ends in bytes.
//!
//! ## Traps
//!
//! Panics abort in WebAssembly as the stable compiler builds it, so a rule of a script that fails in a fight ends the instance, as a
//! mistake of the program does: `ask` throws a `WebAssembly.RuntimeError`. The page then reads `trapped()` like an answer, and makes a
//! new instance of the same `WebAssembly.Module`, in which nothing is begun. It is `{"mistakes": […]}` for a script, as if the request
//! had been refused, with the encounter in `help`; `{"trap": message, "place": "file:line:column"}` for a mistake of the program, which is
//! worth a report; and empty, no JSON at all, if memory or the stack was spent.
//!
//! # Requests
//!
//! `do` names the request; keys that are not known are refused. `files` are texts by their paths, `{"duel/yard.toml": "system = …"}`:
//! a scenario names other files beneath its own folder, as for the command line. A scenario has at most 1 MiB, a CSV file 16 MiB. `study`
//! is a [`Study`](equipoise_sim::studies::study::Study) as the provenance of every result has it: with `kind`, without defaults, with
//! `scenario` among the paths of `files`. `overrides` and `changes` are texts as `--set` takes them: `"rules.meter_ticks=9"`.
//!
//! | `do` | keys | `ok` is |
//! |---|---|---|
//! | `hello` | | `{version, commit, seed_contract, schema, systems: [{name, about}], style}`; `style` is the CSS of charts and figures |
//! | `look` | `files, path, changes?, list?` | `{understood, keys, mistakes, doubts}`, see below; `list` is `all`, `said` or `nothing` |
//! | `schema` | `path, files?` | the JSON Schema of a scenario's system, with what its script declares; `path` may be the name of a system |
//! | `starter` | `system` | a text: a scenario with every key of the system as a comment |
//! | `explain` | `word, path?, files?` | `{meanings, nearest}`, the objects of `equipoise explain --format json` |
//! | `begin` | `job, study, files` | `{encounters}`: begins a job under a number of the page's choice, in the place of one that has it |
//! | `end` | `job` | `true` |
//! | `wanted` | `job, most, count?` | `{pieces: [{cells, range: {start, end}}], finished}`: pieces of at most `most` encounters, at most `count` (256) of them; none once there is a result |
//! | `play` | `job, piece` | a text: the counts of a piece, of at most 1,048,576 encounters |
//! | `take` | `job, piece, counts` | `{finished}`; refused if they are not wanted, were taken before or are forged: the job is as it was then |
//! | `interim` | `job` | `{partial, finished, encounters, lines}`: the results so far, without provenance; no lines before anything is known |
//! | `result` | `job` | `{lines}`: the very lines that `equipoise run`, `compare` or `sweep` prints with `--format json`; refused while encounters are wanted |
//! | `charts` | `job` | the results so far as elements of a page, see below |
//! | `page` | `job` | `{html}`: a page of its own, as `equipoise report` or `--report` writes it, but for accounts and other ways to play |
//! | `ask` | `study, files` | `{lines, html?, shown?}`: what any study comes to, exact solutions too; `html` is the told fight of a `replay`, `shown` the charts of a `run` |
//!
//! ## Looking at a scenario
//!
//! `understood` is the object that `equipoise check --format json` prints. `keys` has an entry for each of its `keys`, in the same order:
//! `path`, `type` in words, `doc`, `unit?`, `allowed?` in words, `steps: {min, max, by}?` for whole numbers, `words: [{name, doc?}]?` for
//! choices, `default` in words, `given` (by a file or a change), `text?` (the value as an override takes it), `fixed?` (only the
//! file may set it), `way?` (it says how a combatant plays), and `at?`, the part of a file in which the value stands, to be replaced. `mistakes`
//! and `doubts` are lists as above; with mistakes nothing else is listed. To list all keys takes longest, since it is tried which of them
//! the rules have a use for; for what an editor underlines, `list: "nothing"` is enough.
//!
//! ## Jobs
//!
//! A job is one of these studies, sampled: `run` (without `check` and `ways`), `compare`, `sweep` (without `check` and `cross`). For one
//! that is solved, or asks for more, `ask` has the answer, in a worker that the page can end. The shapes, as examples:
//!
//! ```json
//! {"kind": "run", "scenario": "a.toml", "overrides": [],
//!  "method": {"sample": {"seed": 1, "encounters": {"ranges": [[0, 100000]]}, "confidence": 0.95, "check": null}}}
//! {"kind": "compare", "first": "a.toml", "second": {"with": ["rules.meter_ticks=9"]}, "overrides": [],
//!  "until": {"fixed": {"encounters": 100000}}, "seed": 1, "confidence": 0.95, "margin": null}
//! {"kind": "sweep", "scenario": "a.toml", "overrides": [], "vary": {"grid": ["rules.meter_ticks=5,9,13"]}, "cells": null,
//!  "method": {"sample": {"seed": 1, "range": [0, 20000], "confidence": 0.95}}, "check": null, "cross": null}
//! {"kind": "replay", "scenario": "a.toml", "overrides": [], "seed": 1, "fight": {"index": 0},
//!  "odds": {"sample": {"continuations": 400, "confidence": 0.95}}}
//! {"kind": "run", "scenario": "a.toml", "overrides": [], "method": {"exact": {"limits": {"max_memory": 200000000, "max_states": null}}}}
//! ```
//!
//! `second` of `compare` may be `{"scenario": "b.toml"}`, and `until` `{"decided": {"max_encounters": 1000000, "fresh": null}}`, which
//! stops as soon as the difference is sure. `encounters` of `run` may be `{"precision": {"half_width": 0.005, "max_encounters": 1000000}}`. `fight`
//! of `replay` may be `{"find": {"criterion": "upset", "encounters": 10000}}`.
//!
//! One instance holds the job and takes counts; others, a worker each, `begin` the same study under the same files and `play` what the
//! first one wants. Pieces may be split further and arrive in any order; a piece whose worker was ended is wanted again. When all
//! pieces of a list are taken, `wanted` is asked for the next one: some jobs only then know what they want. The result does not depend on any
//! of this. `finished` tells progress: of a job that looks at its counts now and then (`precision`, `decided`) it counts the first encounters
//! without a gap, and begins anew with the fresh ones after a decision.
//!
//! ## Elements of a page
//!
//! `{headline, method, charts, figures, counted, never}`: sentences; how the numbers came about; `[{name, title, description, svg, columns,
//! rows}]`; all charts as HTML with captions and, folded away, their numbers; a table of everything else that was counted as HTML; and the
//! names of what was 0 in every encounter. Everything from a scenario is escaped in HTML and in SVG; other texts are plain. A `run`
//! has charts `winners`, `rounds`, `fates` and `odds`; a `sweep` one for each number; a `compare` `differences` and `means`, and both have no
//! other texts.

#![deny(unsafe_code)]

#[cfg(target_family = "wasm")]
pub mod exports;
pub mod fault;
mod jobs;
mod look;
mod mistakes;
pub mod request;
mod texts;
mod utf16;
mod workbench;

pub use workbench::{JOBS_MAX, PIECE_MAX, Workbench};
