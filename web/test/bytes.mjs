// Whether jobs that are driven in pieces come to the bytes of the command line: `node web/test/bytes.mjs [MODULE]`, with the program in the
// variable EQUIPOISE. Commits and versions may differ; nothing else may.
import { spawnSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiled, Module } from "../module.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const modulePath = process.argv[2] ?? join(root, "target/dist/equipoise.wasm");
const program = process.env.EQUIPOISE ?? join(root, "target/debug/equipoise");

/** Scenarios of all systems, days among them, each with how many encounters are played. */
const SCENARIOS = {
  "duel/first-challenge.toml": 20000,
  "duel/rooftop.toml": 6000,
  "duel/days/the-challenge-ladder.toml": 3000,
  "zones/toll-bridge.toml": 3000,
  "zones/ford-ambush.toml": 1500,
  "tiny/champion.toml": 3000,
  "tiny/days/down-to-the-crypt.toml": 500,
  "wounds/heath.toml": 1000,
  "wounds/price-of-a-spell.toml": 1000,
  "thrum/storm.toml": 300,
  "thrum/field-mender.toml": 300,
  "thrum/days/ground-down.toml": 100,
  "script/ford.toml": 300,
  "script/nerves.toml": 1000,
};

const CHALLENGE = "scenarios/duel/first-challenge.toml";
/** Other commands that jobs answer. */
const COMMANDS = [
  ["run", CHALLENGE, "--precision", "0.01", "--max-encounters", "60000"],
  ["run", "scenarios/tiny/champion.toml", "--range", "500..900", "--range", "2000..2500", "--set", "rules.max_rounds=12"],
  ["compare", CHALLENGE, "--with", "rules.meter_ticks=9", "-n", "20000"],
  ["compare", "scenarios/duel/rooftop.toml", "scenarios/duel/tavern-wager.toml", "-n", "5000", "--margin", "0.01"],
  ["compare", CHALLENGE, "--with", "combatants.fencer.initiative=2", "--until-decided", "--max-encounters", "200000"],
  ["sweep", CHALLENGE, "--vary", "rules.meter_ticks=5,9,13", "-n", "5000"],
  ["sweep", "scenarios/script/nerves.toml", "--vary", "combatants.bold.stop_at=10,12", "-n", "300"],
];
/** What is varied in sweeps, whose results have the studies of their cells, and the encounters of a cell. */
const SWEEPS = new Map([
  [COMMANDS[5], ["rules.meter_ticks=5,9,13", 5000]],
  [COMMANDS[6], ["combatants.bold.stop_at=10,12", 300]],
]);

/** Studies that no job plays. */
const WHOLE = [
  ["exact", CHALLENGE],
  ["replay", "scenarios/zones/toll-bridge.toml", "--index", "3"],
  ["replay", CHALLENGE, "--find", "upset", "--encounters", "2000", "--odds", "--method", "sample", "--continuations", "50"],
  ["luck", CHALLENGE, "-n", "2000"],
  ["odds", "scenarios/zones/toll-bridge.toml"],
  ["coverage", "scenarios/thrum/high-ground.toml", "-n", "50"],
];

async function texts(folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (path) => [path.slice(root.length), await readFile(path, "utf8")])));
}

/** What the program prints, without what may differ. */
function printed(words) {
  const quiet = words[0] === "odds" ? [] : ["--quiet"];
  const { stdout, status, stderr, error } = spawnSync(program, [...words, "--format", "json", ...quiet], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  // 1 is an answer that is undecided.
  if (error || (status !== 0 && status !== 1)) throw new Error(`${words.join(" ")}: ${error ?? stderr}`);
  return stdout.split("\n").filter((line) => line);
}
const comparable = (line) => line.replace(/"commit":"[^"]*",/, "").replace(/"equipoise":"[^"]*"/, '"equipoise":""');

let seed = 20260;
/** A whole number below another; the same in every run of this script. */
function below(most) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * most);
}

/** Drives a job with two other instances, in pieces of random sizes that arrive in a random order. */
function driven([driver, ...players], study, files, most) {
  const begin = { do: "begin", job: 1, study, files };
  for (const instance of [driver, ...players]) instance.ask(begin);
  let pieces = 0;
  for (;;) {
    const { pieces: wanted } = driver.ask({ do: "wanted", job: 1, most: 1 + below(most), count: 30 });
    if (wanted.length === 0) break;
    while (wanted.length > 0 && below(20) > 0) {
      const [piece] = wanted.splice(below(wanted.length), 1);
      const counts = players[below(players.length)].ask({ do: "play", job: 1, piece });
      driver.ask({ do: "take", job: 1, piece, counts });
      pieces += 1;
    }
  }
  const { lines } = driver.ask({ do: "result", job: 1 });
  for (const instance of [driver, ...players]) instance.ask({ do: "end", job: 1 });
  return { lines, pieces };
}

let failures = 0;
function compare(what, found, expected) {
  const [ours, theirs] = [found, expected].map((lines) => lines.map(comparable).join("\n"));
  if (ours === theirs) {
    console.log(`same bytes: ${what} (${ours.length})`);
    return;
  }
  failures += 1;
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const near = (text) => text.slice(Math.max(0, at - 60), at + 60);
  console.error(`DIFFERENT: ${what}, from ${at} of ${theirs.length}\n  module:  ${near(ours)}\n  program: ${near(theirs)}`);
}

/** The study of a sweep, whose results have those of its cells. */
function sweepStudy([, scenario], [axis, encounters]) {
  const sample = { seed: 1, range: [0, encounters], confidence: 0.95 };
  return { kind: "sweep", scenario, overrides: [], vary: { grid: [axis] }, cells: null, method: { sample }, check: null, cross: null };
}

/** The time since a start, and that of all threads in it: on a busy machine the latter says more. */
const start = () => ({ clock: performance.now(), used: process.cpuUsage() });
function since({ clock, used }) {
  const { user, system } = process.cpuUsage(used);
  return `${(performance.now() - clock).toFixed(0)} ms (processors: ${((user + system) / 1000).toFixed(0)})`;
}
let begun = start();
const module = await compiled(modulePath);
console.log(`compiled: ${since(begun)}`);
begun = start();
const instances = [await Module.of(module)];
console.log(`instantiated: ${since(begun)}`);
instances.push(await Module.of(module), await Module.of(module));
const files = await texts("scenarios");

for (const path of ["scenarios/duel/first-challenge.toml", "scenarios/zones/toll-bridge.toml"]) {
  const [instance] = instances;
  const own = { [path]: files[path] };
  const sample = { seed: 1, encounters: { ranges: [[0, 1000000]] }, confidence: 0.95, check: null };
  begun = start();
  instance.ask({ do: "begin", job: 1, study: { kind: "run", scenario: path, overrides: [], method: { sample } }, files: own });
  const times = [since(begun)];
  let first = 0;
  for (const end of [256, 10000]) {
    const piece = { cells: [0], range: { start: first, end } };
    instance.ask({ do: "take", job: 1, piece, counts: instance.ask({ do: "play", job: 1, piece }) });
    instance.ask({ do: "interim", job: 1 });
    times.push(`first interim after ${end} encounters ${since(begun)}`);
    first = end;
  }
  instance.ask({ do: "end", job: 1 });
  console.log(`${path}: begun ${times.join(", ")}`);
}

for (const [name, encounters] of Object.entries(SCENARIOS)) {
  const words = ["run", `scenarios/${name}`, "-n", `${encounters}`, "--seed", `${1 + below(1000)}`];
  const lines = printed(words);
  const { lines: found, pieces } = driven(instances, JSON.parse(lines[0]).provenance.study, files, encounters / 5);
  compare(`${words.join(" ")} in ${pieces} pieces`, found, lines);
}
for (const words of COMMANDS) {
  const lines = printed(words);
  const of = SWEEPS.get(words);
  const study = of ? sweepStudy(words, of) : JSON.parse(lines[0]).provenance.study;
  const { lines: found, pieces } = driven(instances, study, files, 1000);
  compare(`${words.join(" ")} in ${pieces} pieces`, found, lines);
}
for (const words of WHOLE) {
  const lines = printed(words);
  const { lines: found } = instances[0].ask({ do: "ask", study: JSON.parse(lines[0]).provenance.study, files });
  compare(words.join(" "), found, lines);
}

// Rules that fail in a fight trap, and the last words say where.
const pig = files["scenarios/script/pig.rhai"];
for (const [statement, said] of [
  ["let face = d(f.pot - f.pot);", "a die of 0 sides"],
  ["let face = d(6); round(f);", "too deeply"],
]) {
  const broken = { ...files, "scenarios/script/pig.rhai": pig.replace("let face = d(6);", statement) };
  const sample = { seed: 1, encounters: { ranges: [[0, 10]] }, confidence: 0.95, check: null };
  const study = { kind: "run", scenario: "scenarios/script/nerves.toml", overrides: [], method: { sample } };
  const instance = await Module.of(module);
  let trapped = null;
  try {
    instance.ask({ do: "ask", study, files: broken });
  } catch (error) {
    trapped = error;
  }
  const words = instance.lastWords();
  const answer = words ? JSON.parse(words) : {};
  if (trapped instanceof WebAssembly.RuntimeError && answer.mistakes?.[0].message.includes(said)) console.log(`trapped and told: ${said}`);
  else {
    failures += 1;
    console.error(`NOT TOLD: ${said}: ${trapped}, ${words}`);
  }
}
if (failures > 0) process.exit(1);
