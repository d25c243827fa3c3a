// The workbench itself: what is asked of the engine when the state changes, and what has come of it.
import { gallery, loadModule } from "./embedded.js";
import { Engine, Refused, Stopped, Trap } from "./engine.js";
import { fragmentOf, stateOf } from "./link.js";
import { EMPTY, History, Store, isSameVersion, proposedPins } from "./state.js";
import { withValue } from "./toml.js";
import { count, shareText } from "./format.js";

const RUN = 1;
const COMPARE = 2;
const SWEEP = 3;
const CONFIDENCE = 0.95;
/** Milliseconds after a stroke of a key before the text is played. */
const TYPING_MS = 180;
/** Milliseconds after a change before it is found out what is understood of it. */
const LOOK_AFTER_MS = 120;
/** Milliseconds that understanding a scenario may take. */
const LOOK_MS = 4000;
/** What the exact solution may take without being asked for, and when it is. */
const EXACT = { quietly: { ms: 2500, states: 60_000 }, asked: { ms: 120_000, states: null }, memory: 512 << 20 };
/** Milliseconds that telling a fight may take. */
const TELL_MS = 60_000;
/** Fights among which one is looked for. */
const SEARCHED = 2000;
const CONTINUATIONS = 400;
/** Letters of a fragment that is still put into the address by itself. */
const FRAGMENT_MAX = 60_000;
const TEXT_MAX = 1 << 20;
const CSV_MAX = 16 << 20;
const NOTICES_MAX = 3;

const prefixed = (prefix, files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [`${prefix}/${path}`, text]));
const baseName = (path) => path.replace(/^.*[\\/]/, "");

export class Bench {
  constructor() {
    this.history = new History(EMPTY);
    this.live = new Store({
      /** `loading`, `ready` or `failed`. */
      module: "loading",
      hello: null,
      page: "gallery",
      view: "result",
      tab: null,
      /** What is understood of the files `of`: `{ of, understood, keys, mistakes, doubts }`. */
      look: null,
      schema: null,
      starters: {},
      run: { status: "idle", report: null },
      compare: { status: "idle", found: null },
      exact: { status: "idle", report: null },
      sweep: { status: "idle", asked: null, cells: [] },
      fight: { status: "idle", asked: null, told: null },
      notices: [],
      /** What a screen reader is told. */
      said: "",
      /** The key that is chosen to be varied. */
      swept: null,
    });
    this.played = EMPTY;
    this.timer = 0;
    this.noticed = 0;
    /** Scenarios whose exact solution took too long, by path: it is asked for again only by hand. */
    this.tooLarge = new Set();
    this.history.listen(() => this.changed());
  }

  async start() {
    try {
      this.engine = new Engine(await loadModule());
      const { ok: hello } = await this.engine.driver.ask({ do: "hello" });
      this.live.set({ module: "ready", hello });
    } catch (error) {
      this.live.set({ module: "failed" });
      this.notice("bad", "The simulator does not start in this browser.", `${error.message}. A current Firefox, Chrome, Edge or Safari is needed.`);
      return;
    }
    addEventListener("hashchange", () => this.readFragment());
    await this.readFragment();
    for (const { name } of this.live.value.hello.systems) {
      this.engine.askWithin(this.engine.looker, { do: "starter", system: name }, LOOK_MS)
        .then((text) => this.live.set({ starters: { ...this.live.value.starters, [name]: text } }), () => {});
    }
  }

  // Telling

  say(said) {
    // The same words again are told again.
    this.live.set({ said: this.live.value.said === said ? `${said}\u00a0` : said });
  }

  notice(kind, text, detail = "", report = "") {
    const id = (this.noticed += 1);
    const others = this.live.value.notices.filter((notice) => notice.text !== text);
    this.live.set({ notices: [...others, { id, kind, text, detail, report }].slice(-NOTICES_MAX) });
  }

  dismiss(id) {
    this.live.set({ notices: this.live.value.notices.filter((notice) => notice.id !== id) });
  }

  /** Tells of a trap, with what helps to find it. */
  trapped(error, doing) {
    const { hello } = this.live.value;
    const { files, main, seed } = this.history.value;
    const report = [
      `equipoise ${hello?.version ?? ""}${hello?.commit ? ` (${hello.commit})` : ""}, workbench`, `while: ${doing}`, `message: ${error.message}`,
      `browser: ${navigator.userAgent}`, `scenario: ${main}, seed ${seed}`, "", ...Object.entries(files).map(([path, text]) => `--- ${path}\n${text.slice(0, 20_000)}`),
    ].join("\n");
    this.notice("bad", "The simulator stopped because of a mistake of its own, and was started again.",
      "Your scenario is as it was. Please report this, with the text below: it names what happened and holds the scenario.", report);
  }

  // Opening

  /** Opens a version from the gallery, a file or a starter. */
  open(files, main, kind) {
    const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll("\r\n", "\n").replace(/^\ufeff/, "")]));
    const pins = proposedPins(texts[main]).slice(0, 4);
    this.begin({ ...EMPTY, files: texts, main, pins, reference: { files: texts, main } }, kind);
  }

  begin(state, kind) {
    this.engine.stop();
    this.unsure = null;
    this.postponed = null;
    this.engine.paces.clear();
    this.isFresh = state.pins.length === 0;
    this.live.set({
      page: "bench", view: "result", tab: state.main, look: null, schema: null,
      run: { status: "idle", report: null }, compare: { status: "idle", found: null }, exact: { status: "idle", report: null },
      sweep: { status: "idle", asked: null, cells: [] }, fight: { status: "idle", asked: null, told: null },
    });
    this.opened?.();
    this.history.reset(state);
    this.say(`${kind} opened`);
  }

  openShipped(path) {
    const scenario = gallery.scenarios.find((candidate) => candidate.path === path);
    const folder = path.replace(/[^/]*$/, "");
    const files = Object.fromEntries(scenario.files.map((file) => [file.slice(folder.length), gallery.texts[file]]));
    this.open(files, path.slice(folder.length), scenario.name);
  }

  /** Files from the disk: a scenario with what belongs to it, or something to add to the one that is open. */
  async openFiles(list) {
    const read = {};
    for (const file of list) {
      const name = baseName(file.name);
      const most = name.endsWith(".csv") ? CSV_MAX : TEXT_MAX;
      if (!/\.(toml|csv|rhai)$/.test(name)) {
        this.notice("bad", `${name} is no scenario.`, "Scenarios are .toml, rosters .csv (a spreadsheet saves itself as one), scripts .rhai.");
      } else if (file.size > most) {
        this.notice("bad", `${name} is larger than ${most >> 20} MiB, and was not read.`);
      } else {
        try {
          read[name] = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
        } catch {
          this.notice("bad", `${name} is not UTF-8 text.`, "Save it as CSV with the encoding UTF-8.");
        }
      }
    }
    const names = Object.keys(read);
    if (names.length === 0) return;
    const scenarios = names.filter((name) => name.endsWith(".toml"));
    const { files, main } = this.history.value;
    const system = scenarios.find((name) => /^[ \t]*system[ \t]*=/m.test(read[name])) ?? scenarios[0];
    if (system) {
      this.open(read, system, system);
    } else if (main) {
      this.addFiles(read);
    } else {
      this.notice("bad", "Open a scenario first.", "A roster or a script belongs to one.");
    }
  }

  /** Adds texts beside the scenario. A roster that it does not name yet is named. */
  addFiles(texts) {
    const { files, main } = this.history.value;
    const added = { ...files, ...texts };
    const [roster] = Object.keys(texts).filter((name) => name.endsWith(".csv"));
    if (roster && !added[main].includes(roster) && !/^[ \t]*roster[ \t]*=/m.test(added[main])) {
      added[main] = added[main].replace(/^([ \t]*system[ \t]*=.*)$/m, `$1\nroster = ${JSON.stringify(roster)}`);
    }
    this.history.change({ files: added });
    this.live.set({ tab: Object.keys(texts)[0] });
    this.say(`${Object.keys(texts).join(", ")} added`);
  }

  removeFile(path) {
    const files = Object.fromEntries(Object.entries(this.history.value.files).filter(([other]) => other !== path));
    this.live.set({ tab: this.history.value.main });
    this.history.change({ files });
  }

  async readFragment() {
    const fragment = location.hash;
    if (fragment.length < 2 || fragment === this.ownFragment) return;
    try {
      const state = await stateOf(fragment);
      this.begin({ ...state, reference: state.reference ?? { files: state.files, main: state.main } }, "The scenario of the link");
    } catch (error) {
      this.live.set({ page: this.history.value.main ? this.live.value.page : "gallery" });
      this.notice("bad", "The link is broken.", `What stands behind # in the address was not understood (${error.message}). Copy it once more, whole.`);
    }
  }

  async link() {
    const fragment = await fragmentOf(this.history.value);
    return `${location.href.split("#")[0]}${fragment}`;
  }

  /** Keeps the state in the address, unless it is too long for one. */
  keepFragment() {
    clearTimeout(this.fragmentTimer);
    this.fragmentTimer = setTimeout(async () => {
      const fragment = this.history.value.main ? await fragmentOf(this.history.value) : "";
      this.ownFragment = fragment.length > FRAGMENT_MAX ? "" : fragment;
      try {
        history.replaceState(null, "", this.ownFragment || location.href.split("#")[0]);
      } catch {
        // A browser that protects the address of files leaves it as it is.
      }
    }, 400);
  }

  // Changing

  editText(path, text) {
    this.isTyping = true;
    this.history.change({ files: { ...this.history.value.files, [path]: text } }, `text ${path}`);
  }

  /** Writes a value into the text. */
  setValue(path, value) {
    const { files, main } = this.history.value;
    const { look } = this.live.value;
    if (!look || look.of !== files) {
      // The text has changed, and where its values stand is not known yet.
      this.postponed = { path, value };
      return;
    }
    const written = withValue(files, main, look.keys, path, value);
    if (!written) {
      this.notice("bad", `${path} has no place in the text that the page can write to.`, "Write it into the text.");
      return;
    }
    // Whether a new key may stand where it was put, the next look says.
    if (look.mistakes.length === 0 && !look.keys.find((key) => key.path === path).at) this.unsure = { files, path };
    this.live.set({ look: { ...look, of: written.files, keys: written.keys, isWhole: false } });
    this.history.change({ files: written.files }, `value ${path}`);
  }

  pin(path) {
    const { pins } = this.history.value;
    if (!pins.includes(path)) this.history.change({ pins: [...pins, path] });
  }

  unpin(path) {
    this.history.change({ pins: this.history.value.pins.filter((other) => other !== path) });
  }

  makeReference() {
    const { files, main } = this.history.value;
    this.history.change({ reference: { files, main } });
    this.say("This version is what later ones are compared with");
  }

  backToReference() {
    const { files, main } = this.history.value.reference;
    this.live.set({ tab: main });
    this.history.change({ files, main });
  }

  // Playing

  changed() {
    const { value } = this.history;
    this.keepFragment();
    if (!value.main || !this.engine) return;
    if (!(this.live.value.tab in value.files)) this.live.set({ tab: value.main });
    const same = ["files", "main", "reference", "seed", "encounters"].every((part) => this.played[part] === value[part]);
    if (same) return;
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    if (this.isTyping) this.timer = setTimeout(() => this.play(), TYPING_MS);
    // A slider moves several times a frame.
    else this.frame = requestAnimationFrame(() => this.play());
    this.isTyping = false;
  }

  /** Plays what the state says, in the place of whatever is being played. */
  play() {
    const { files, main, reference, seed, encounters } = this.history.value;
    this.played = this.history.value;
    this.changedAt = performance.now();
    this.engine.end(SWEEP);
    this.engine.solver.stop();
    const { run, compare, exact, sweep, fight } = this.live.value;
    this.live.set({
      run: { ...run, status: "playing", finished: 0, encounters, mistakes: [] },
      compare: { ...compare, status: "idle" },
      exact: { ...exact, status: "idle", report: null },
      sweep: { ...sweep, status: sweep.cells.length ? "old" : "idle" },
      fight: { ...fight, status: fight.told ? "old" : "idle" },
    });
    const sampling = { seed, encounters: { ranges: [[0, encounters]] }, confidence: CONFIDENCE, check: null };
    const study = { kind: "run", scenario: main, overrides: [], method: { sample: sampling } };
    const heard = this.heard("run", (lines) => ({ report: JSON.parse(lines[0]) }));
    this.engine.end(COMPARE);
    if (reference && !isSameVersion(reference, this.history.value)) this.compareAfter(heard);
    else this.live.set({ compare: { status: "idle", found: null } });
    this.engine.begin(RUN, study, files, heard);
    clearTimeout(this.lookTimer);
    // The first interval is not to wait for this.
    if (this.live.value.look?.of !== files || !this.live.value.look.isWhole) this.lookTimer = setTimeout(() => this.look(), this.live.value.look ? LOOK_AFTER_MS : 0);
  }

  /** Compares with the reference as soon as the run has a first interval, which is what one waits for. */
  compareAfter(heard) {
    const { interim, done, failed } = heard;
    let isBegun = false;
    const begin = () => {
      if (!isBegun) this.compare();
      isBegun = true;
    };
    this.live.set({ compare: { ...this.live.value.compare, status: "playing" } });
    heard.interim = (answer, job) => {
      interim(answer, job);
      begin();
    };
    heard.done = (lines, job) => {
      done(lines, job);
      begin();
    };
    heard.failed = (error, job) => {
      this.live.set({ compare: { ...this.live.value.compare, status: "idle" } });
      failed(error, job);
    };
  }

  compare() {
    const { files, main, reference, seed, encounters } = this.history.value;
    const study = {
      kind: "compare", first: `reference/${reference.main}`, second: { scenario: `now/${main}` }, overrides: [], until: { fixed: { encounters } }, seed,
      confidence: CONFIDENCE, margin: null,
    };
    const texts = { ...prefixed("reference", reference.files), ...prefixed("now", files) };
    this.engine.begin(COMPARE, study, texts, this.heard("compare", (lines) => ({ found: lines.length ? JSON.parse(lines[0]) : null })));
  }

  /** What is done with the answers of a job, each part of `live` by its name. */
  heard(part, read) {
    const set = (change) => this.live.set({ [part]: { ...this.live.value[part], ...change } });
    return {
      interim: ({ lines, finished, encounters }, job) => {
        if (lines.length === 0) return;
        set({ ...read(lines), finished, encounters, firstAfter: job.firstLook });
      },
      done: (lines, job) => {
        const answer = read(lines);
        set({ ...answer, lines, status: "done", took: job.took, finished: job.encounters, encounters: job.encounters, firstAfter: job.firstLook ?? job.took });
        if (part === "run") this.finished(answer.report);
      },
      trapped: (error) => this.trapped(error, `playing (${part})`),
      failed: (error) => {
        if (error instanceof Refused) set({ status: "mistakes", mistakes: error.mistakes });
        else if (error instanceof Stopped) set({ status: "stopped" });
        else {
          set({ status: "failed" });
          this.trapped(error, `playing (${part})`);
        }
      },
    };
  }

  finished(report) {
    const { party } = report.winners;
    this.say(`The party wins ${shareText(party).value} of ${count(report.encounters)} fights, interval ${shareText(party).interval}`);
    if (!this.tooLarge.has(this.history.value.main)) this.solve(EXACT.quietly);
  }

  /** Stops whatever is being played. */
  stop() {
    this.engine.stop();
    const stopped = (part) => (part.status === "playing" || part.status === "asking" ? { ...part, status: "stopped" } : part);
    const { run, compare, sweep, exact, fight } = this.live.value;
    this.live.set({ run: stopped(run), compare: stopped(compare), sweep: stopped(sweep), exact: stopped(exact), fight: stopped(fight) });
    this.say("Stopped");
  }

  /** Finds out what is understood of the scenario, again if it has changed meanwhile. */
  async look() {
    if (this.isLooking) return;
    this.isLooking = true;
    const { files, main } = this.history.value;
    const look = await this.looked(files, main);
    this.isLooking = false;
    if (this.history.value.files !== files) this.look();
    else if (look) this.seen(look, files, main);
  }

  async looked(files, main) {
    try {
      return await this.engine.askWithin(this.engine.looker, { do: "look", files, path: main }, LOOK_MS);
    } catch (error) {
      if (error instanceof Stopped && !error.isLate) return null;
      if (error instanceof Trap) this.trapped(error, "looking at the scenario");
      const message = error instanceof Refused ? error.message : "understanding the scenario took too long, and was stopped";
      return { understood: null, keys: [], doubts: [], mistakes: error.mistakes ?? [{ message }] };
    }
  }

  /** Takes note of what is understood of the files. */
  seen(look, files, main) {
    const { unsure, postponed } = this;
    this.unsure = null;
    this.postponed = null;
    if (unsure && look.mistakes.length > 0) {
      this.history.change({ files: unsure.files });
      this.notice("bad", `${unsure.path} could not be set here: ${look.mistakes[0].message}.`, "It may have to stand elsewhere in the text.");
      return;
    }
    const { look: before } = this.live.value;
    // While a text has mistakes its keys are those of the last text without any, so that controls stay where they are.
    const kept = look.keys.length === 0 && before ? { keys: before.keys, understood: look.understood?.system ? look.understood : before.understood } : {};
    this.live.set({ look: { ...look, ...kept, of: look.mistakes.length ? null : files, isWhole: true } });
    if (look.mistakes.length > 0) this.say(`${look.mistakes.length} ${look.mistakes.length === 1 ? "mistake" : "mistakes"} in the scenario: ${look.mistakes[0].message}`);
    else if (this.isFresh) this.pinSome(look);
    this.askSchema(files, main);
    if (postponed && look.mistakes.length === 0) this.setValue(postponed.path, postponed.value);
  }

  /** Pins the first numbers of a scenario that does not say which are worth a look. */
  pinSome({ keys }) {
    this.isFresh = false;
    const numbers = keys.filter((key) => key.given && key.at && key.steps && !key.fixed && !key.path.endsWith(".count"));
    const rules = numbers.filter(({ path }) => path.startsWith("rules."));
    const pins = [...rules, ...numbers.filter((key) => !rules.includes(key))].slice(0, 3).map(({ path }) => path);
    if (this.history.value.pins.length === 0 && pins.length > 0) this.history.set({ pins });
  }

  async askSchema(files, main) {
    const system = files[main].match(/^[ \t]*system[ \t]*=[ \t]*["']([\w-]+)["']/m)?.[1];
    const isKnown = this.live.value.hello.systems.some(({ name }) => name === system);
    const key = system === "script" ? Object.entries(files).filter(([path]) => path.endsWith(".rhai")).flat().join("\0") : system;
    if (!isKnown || this.schemaKey === key) return;
    this.schemaKey = key;
    const request = system === "script" ? { do: "schema", files, path: main } : { do: "schema", path: system };
    const schema = await this.engine.askWithin(this.engine.looker, request, LOOK_MS).catch(() => null);
    if (schema) this.live.set({ schema });
    else this.schemaKey = null;
  }

  // Exact answers, sweeps and single fights

  async solve({ ms, states }) {
    const { files, main } = this.history.value;
    const limits = { max_memory: EXACT.memory, max_states: states };
    const study = { kind: "run", scenario: main, overrides: [], method: { exact: { limits } } };
    this.live.set({ exact: { status: "asking", report: null, isQuiet: states !== null } });
    const isNew = () => this.history.value.files === files;
    try {
      const { lines } = await this.engine.askWithin(this.engine.solver, { do: "ask", study, files }, ms);
      if (isNew()) this.live.set({ exact: { status: "done", report: JSON.parse(lines[0]) } });
    } catch (error) {
      if (error instanceof Stopped && !error.isLate) return;
      if (error instanceof Trap && states === null) this.trapped(error, "solving exactly");
      this.tooLarge.add(main);
      const why = error instanceof Refused ? error.message : `it takes more than ${ms / 1000} seconds`;
      if (isNew()) this.live.set({ exact: { status: "large", report: null, why, isAsked: states === null } });
    }
  }

  /** Shows the sweep of a key. */
  varyKey(path) {
    this.live.set({ view: "sweep", swept: path });
  }

  solveNow() {
    this.solve(EXACT.asked);
  }

  /** Plays a scenario with every value of a key: `vary` as the command line writes it. */
  sweep(path, vary, encounters) {
    const { files, main, seed } = this.history.value;
    const asked = { path, vary, encounters };
    const sampling = { seed, range: [0, encounters], confidence: CONFIDENCE };
    const study = { kind: "sweep", scenario: main, overrides: [], vary: { grid: [`${path}=${vary}`] }, cells: null, method: { sample: sampling }, check: null, cross: null };
    this.live.set({ sweep: { status: "playing", asked, cells: [], mistakes: [] } });
    const heard = this.heard("sweep", (lines) => ({ cells: lines.map((line) => JSON.parse(line)) }));
    const { done } = heard;
    heard.done = (lines, job) => {
      done(lines, job);
      this.say(`${lines.length} values of ${path} played`);
    };
    this.engine.begin(SWEEP, study, files, heard, 3);
  }

  /** Tells a fight: `fight` as a study has it. */
  async tell(fight, withOdds) {
    const { files, main, seed } = this.history.value;
    const odds = withOdds ? { odds: { sample: { continuations: CONTINUATIONS, confidence: CONFIDENCE } } } : {};
    const study = { kind: "replay", scenario: main, overrides: [], seed, fight, ...odds };
    this.engine.teller.stop();
    this.live.set({ fight: { ...this.live.value.fight, status: "asking", mistakes: [] } });
    const set = (change) => {
      if (this.history.value.files === files) this.live.set({ fight: { ...this.live.value.fight, ...change } });
    };
    try {
      const { lines, html } = await this.engine.askWithin(this.engine.teller, { do: "ask", study, files }, TELL_MS);
      const told = JSON.parse(lines[0]);
      set({ status: "done", told, html });
      this.say(`Fight ${told.index} is told: ${told.rounds} rounds`);
    } catch (error) {
      if (error instanceof Stopped) {
        if (error.isLate) set({ status: "failed", mistakes: [{ message: `this took more than ${TELL_MS / 1000} seconds` }] });
      } else if (error instanceof Refused) set({ status: "failed", mistakes: error.mistakes });
      else {
        this.trapped(error, "telling a fight");
        set({ status: "failed", mistakes: [] });
      }
    }
  }

  tellFound(word, withOdds) {
    const fight = word === "turning-point" ? { turn: { encounters: SEARCHED } } : { find: { criterion: word, encounters: SEARCHED } };
    return this.tell(fight, withOdds);
  }

  /** A page about what has come of a job. */
  async page(part) {
    const slot = { run: RUN, compare: COMPARE, sweep: SWEEP }[part];
    const { ok } = await this.engine.driver.ask({ do: "page", job: slot });
    return ok.html;
  }
}
