//! Requests as a page makes them, and what strangers may make of them.

use std::fs;
use std::path::{Path, PathBuf};

use equipoise_sim::record::Files;
use equipoise_sim::studies::load::Loader;
use equipoise_sim::studies::study::Study;
use equipoise_sim::{Registry, Watch};
use equipoise_web::Workbench;
use serde_json::{Value, json};

mod asking;
mod hostile;
mod jobs;

/// A small scenario, with a name that is longer in bytes than in units of UTF-16.
pub(crate) const TEXT: &str = "system = \"tiny\"\nname = \"Café 🐈\"\n[rules]\nmax_rounds = 3\n
[[combatants]]\nid = \"cat\"\nside = \"party\"\nhp = 3\nattacks = [{ id = \"claw\", kind = \"light_melee\" }]
[[combatants]]\nid = \"rat\"\nside = \"enemies\"\ncount = 2\nhp = 1\nattacks = [{ id = \"teeth\", kind = \"light_melee\" }]\n";

pub(crate) fn files() -> Value {
    json!({ "a.toml": TEXT })
}

/// The answer to a request, whatever it is.
pub(crate) fn answer(workbench: &mut Workbench, request: &Value) -> Value {
    serde_json::from_str(&workbench.answer(&request.to_string())).expect("JSON")
}

/// The answer to a request that is not refused.
pub(crate) fn ok(workbench: &mut Workbench, request: &Value) -> Value {
    let mut answer = answer(workbench, request);
    assert!(answer["mistakes"].is_null(), "{request}: {answer}");
    answer["ok"].take()
}

/// Why a request is refused: the message of the first mistake.
pub(crate) fn refusal(workbench: &mut Workbench, request: &Value) -> String {
    let answer = answer(workbench, request);
    let message = answer["mistakes"][0]["message"].as_str();
    message.unwrap_or_else(|| panic!("{request} is not refused: {answer}")).to_owned()
}

/// What a single call makes of a study.
pub(crate) fn whole(study: &Value, files: &Value) -> Vec<String> {
    let study: Study = serde_json::from_value(study.clone()).expect("a study");
    let files: Files = serde_json::from_value(files.clone()).expect("texts");
    let registry = Registry::SHIPPED.at_commit(option_env!("EQUIPOISE_COMMIT").filter(|commit| !commit.is_empty()));
    study.lines(Loader::new(registry, &files), &Watch::none()).expect("a study without mistakes")
}

pub(crate) fn lines(answer: &Value) -> Vec<String> {
    serde_json::from_value(answer["lines"].clone()).expect("lines")
}

/// The texts of a shipped folder.
pub(crate) fn shipped(folder: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let entries = fs::read_dir(root.join(folder)).expect("it ships").map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("beneath it").display().to_string();
        (name, Value::from(fs::read_to_string(&path).expect("a text")))
    };
    entries.filter(|path| path.is_file()).map(read).collect::<serde_json::Map<_, _>>().into()
}

pub(crate) fn run(seed: u64, encounters: &Value) -> Value {
    let sample = json!({ "seed": seed, "encounters": encounters, "confidence": 0.95, "check": null });
    json!({ "kind": "run", "scenario": "a.toml", "overrides": [], "method": { "sample": sample } })
}

pub(crate) fn begin(job: u32, study: &Value) -> Value {
    json!({ "do": "begin", "job": job, "study": study, "files": files() })
}
