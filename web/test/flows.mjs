// What people do with the workbench, in Chromium, with the built page over file:// and without a network: node flows.mjs PAGE
//
// Every flow is a function; the first one that fails ends the test with exit status 1. With SHOTS=DIR pictures are kept there, and FLOW=WORD
// plays only the flows whose names have that word.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const page = resolve(process.argv[2]);
const url = pathToFileURL(page).href;
const shots = process.env.SHOTS;
const PAGE_BYTES_MAX = Number(process.env.PAGE_BYTES_MAX ?? 2_500_000);
const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.EQUIPOISE ?? join(root, "target/debug/equipoise");
/** Scenarios of all systems, days among them, each with how many encounters are played. */
const COMPARED = {
  "duel/first-challenge.toml": 20_000, "duel/masters-of-the-yard.toml": 5000, "duel/days/the-challenge-ladder.toml": 3000, "zones/toll-bridge.toml": 3000,
  "zones/spore-hollow.toml": 2000, "tiny/champion.toml": 3000, "tiny/days/down-to-the-crypt.toml": 500, "wounds/heath.toml": 1000,
  "wounds/bone-breaker.toml": 1000, "thrum/storm.toml": 300, "thrum/days/ground-down.toml": 100, "script/ford.toml": 500, "script/nerves.toml": 1000,
};
/** How much slower than on a quiet machine things may be: the variable LOADED says that this one is busy. */
const patience = process.env.LOADED ? 20 : 1;
/** Changes that stand for an hour of work. */
const CHANGES = 300;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
});

/** A page that tells of everything that goes wrong on it. */
async function opened({ fragment = "", at = url, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: "light", offline: true, acceptDownloads: true, ...options });
  const tab = await context.newPage();
  // Machines of CI are slow, and busy with other things.
  tab.setDefaultTimeout(120_000);
  const wrong = [];
  tab.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(`console: ${message.text()}`));
  tab.on("pageerror", (error) => wrong.push(`error: ${error.stack ?? error.message}`));
  tab.on("dialog", (dialog) => {
    wrong.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const asked = [];
  tab.on("request", (request) => {
    const [address] = request.url().split("#");
    if (/^(blob|data):/.test(address)) return;
    asked.push(address);
    // A page from disk asks for nothing else; one from a server for its module.
    if (address !== at && !(at !== url && address === `${at}equipoise.wasm`)) wrong.push(`asks for ${address}`);
  });
  await tab.goto(at + fragment, { waitUntil: "load", timeout: 120_000 });
  await tab.waitForFunction(() => workbench.live.value.module !== "loading");
  assert.equal(await tab.evaluate(() => workbench.live.value.module), "ready", wrong.join("\n"));
  return {
    tab,
    wrong,
    asked,
    async close() {
      assert.deepEqual(wrong, []);
      await context.close();
    },
  };
}

/** Opens a scenario of the gallery by its name. */
async function openShipped(tab, name, encounters = 100_000) {
  await tab.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  if (encounters !== 100_000) await tab.evaluate((number) => workbench.history.change({ encounters: number }), encounters);
  await finished(tab);
}

const status = (tab, part) => tab.evaluate((name) => workbench.live.value[name].status, part);

async function finished(tab, part = "run") {
  await tab.waitForFunction((name) => {
    const { played, history, live } = workbench;
    const { files, main, seed, encounters, reference } = history.value;
    const isPlayed = played.files === files && played.main === main && played.seed === seed && played.encounters === encounters && played.reference === reference;
    return isPlayed && !["playing", "asking"].includes(live.value[name].status);
  }, part, { timeout: 120_000 });
}

async function text(tab, role = "main") {
  return (await tab.locator(role).innerText()).replaceAll(/\s+/g, " ");
}

const partyShare = (tab) => tab.evaluate(() => workbench.live.value.run.report.winners.party.share);
const mainText = (tab) => tab.evaluate(() => workbench.history.value.files[workbench.history.value.main]);
const said = (tab) => tab.evaluate(() => workbench.live.value.said);

/** Puts a text in the place of that of the open file, as pasting does. */
async function write(tab, whole) {
  await tab.locator(".cm-content").click();
  await tab.keyboard.press("Control+a");
  await tab.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, whole);
}

async function shot(tab, name, options = {}) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await tab.screenshot({ path: join(shots, `${name}.png`), ...options });
}

/** Nothing that axe-core finds, and nothing wider than the screen. */
async function accessible(tab, view) {
  const [all, screen, wide] = await tab.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const isWide = (element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.parentElement.closest(".scroll, .cm-editor");
    return [document.scrollingElement.scrollWidth, clientWidth, [...document.querySelectorAll("body *")].filter(isWide).map((element) => element.outerHTML.slice(0, 120))];
  });
  assert.ok(all <= screen, `${view}: ${all} pixels wide on a screen of ${screen}: ${wide.slice(0, 4).join(" | ")}`);
  await tab.evaluate(axe);
  const found = await tab.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
  const told = found.map((violation) => `${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
  assert.deepEqual(told, [], `${view}: axe-core`);
}

// Flows

const flows = {
  async "the meter of the first challenge is changed, and a link shows the same numbers"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    const before = await partyShare(tab);
    assert.ok(Math.abs(before - 0.6855) < 0.01, `${before}`);
    await finished(tab, "exact");
    assert.match(await text(tab), /exactly 68\.529%/);
    assert.match(await said(tab), /The party wins 68\.\d+% of 100,000 fights/);
    const slider = tab.getByRole("slider", { name: /meter ticks/ });
    await slider.focus();
    await tab.keyboard.press("ArrowRight");
    await tab.keyboard.press("ArrowRight");
    await finished(tab);
    await finished(tab, "compare");
    assert.match(await mainText(tab), /\[rules\]\nstakes = "spar"\nmeter_ticks = 13\n/);
    const after = await partyShare(tab);
    assert.ok(Math.abs(after - 0.7232) < 0.01, `${after}`);
    assert.match(await text(tab), /The party wins \+3\.\d points, sure/);
    await shot(tab, "change");
    await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await tab.getByRole("button", { name: "Copy link" }).click();
    await tab.getByText("The link is copied.").waitFor();
    const link = await tab.evaluate(() => navigator.clipboard.readText());
    await close();
    const colleague = await opened({ fragment: link.slice(link.indexOf("#")) });
    await finished(colleague.tab);
    await finished(colleague.tab, "compare");
    assert.equal(await partyShare(colleague.tab), after);
    assert.match(await text(colleague.tab), /The party wins \+3\.\d points, sure/);
    await colleague.close();
  },

  async "every scenario of the gallery is played without mistakes"() {
    const { tab, close } = await opened();
    const paths = await tab.evaluate(() => JSON.parse(document.getElementById("equipoise-gallery").textContent).scenarios.map((scenario) => scenario.path));
    assert.ok(paths.length > 40);
    for (const path of paths) {
      await tab.evaluate((opening) => workbench.openShipped(opening), path);
      await tab.evaluate(() => workbench.history.change({ encounters: 1000 }));
      await finished(tab);
      assert.equal(await status(tab, "run"), "done", `${path}: ${JSON.stringify(await tab.evaluate(() => workbench.live.value.run.mistakes))}`);
      await tab.waitForFunction(() => workbench.live.value.look?.isWhole);
      assert.deepEqual(await tab.evaluate(() => workbench.live.value.look.mistakes), [], path);
    }
    await close();
  },

  async "mistakes are underlined, explained and put right"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    const right = await mainText(tab);
    await write(tab, right.replace('stakes = "spar"', 'stakes = "spaar"').replace("initiative = 5", "initiative = 500"));
    await tab.getByRole("heading", { name: "2 mistakes in the scenario" }).waitFor();
    assert.match(await text(tab), /did you mean `spar`\?/);
    await tab.waitForSelector(".cm-lintRange-error");
    assert.equal(await tab.locator(".cm-lintRange-error").count(), 2);
    assert.match(await tab.locator(".cm-lintRange-error").first().innerText(), /spaar/);
    assert.match(await said(tab), /2 mistakes/);
    await shot(tab, "mistakes");
    await accessible(tab, "mistakes");
    await tab.locator(".results").getByRole("button", { name: "line 12" }).click();
    await tab.waitForFunction(() => window.getSelection().toString() === '"spaar"');
    await tab.keyboard.type('"spar"');
    await write(tab, right);
    await finished(tab);
    assert.equal(await status(tab, "run"), "done");
    await close();
  },

  async "the editor proposes keys and words, and says what they mean"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    await tab.waitForFunction(() => workbench.live.value.schema);
    const lines = (await mainText(tab)).split("\n");
    const at = lines.findIndex((line) => line.startsWith("stakes"));
    await tab.locator(".cm-line").nth(at).click();
    await tab.keyboard.press("End");
    await tab.keyboard.press("Enter");
    await tab.keyboard.type("met");
    await tab.getByRole("option", { name: "meter_ticks" }).waitFor();
    await shot(tab, "completion");
    await tab.waitForTimeout(100);
    await tab.keyboard.press("Enter");
    await tab.keyboard.type("11");
    await tab.waitForFunction(() => workbench.history.value.files["first-challenge.toml"].includes("meter_ticks = 11"));
    assert.match(await tab.locator(".doc").innerText(), /length of the meter/);
    await tab.keyboard.press("Enter");
    await tab.keyboard.type("contest_tie = ");
    await tab.waitForTimeout(200);
    await tab.keyboard.press("Control+Space");
    await tab.getByRole("option", { name: "reroll" }).waitFor();
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("Shift+Home");
    await tab.keyboard.press("Delete");
    await finished(tab);
    assert.equal(await status(tab, "run"), "done");
    await close();
  },

  async "any key is pinned, and its choices and numbers change the text"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The toll bridge");
    await tab.waitForFunction(() => workbench.live.value.look?.isWhole);
    const pin = async (path, words) => {
      await tab.getByRole("button", { name: "Pin a key…" }).click();
      await tab.getByLabel("Find a key").fill(words);
      await shot(tab, "picker");
      await tab.getByRole("button", { name: new RegExp(`^${path.replaceAll(".", "\\.")}`) }).first().click();
      await tab.keyboard.press("Escape");
    };
    await pin("combatants.warden.hp", "warden hp");
    await tab.getByLabel("combatants.warden.hp as a number").fill("20");
    await tab.keyboard.press("Tab");
    await finished(tab);
    assert.match(await mainText(tab), /\nhp = 20\n/);
    await pin("combatants.goblin.policy", "goblin policy");
    await tab.getByRole("combobox", { name: /policy/ }).selectOption("reckless");
    await tab.waitForFunction(() => workbench.live.value.look?.isWhole && workbench.live.value.look.of);
    assert.match(await mainText(tab), /policy = "reckless"/);
    await finished(tab);
    assert.equal(await status(tab, "run"), "done");
    await pin("rules.surprised", "surprised");
    await tab.getByRole("combobox", { name: /surprised/ }).selectOption("enemies");
    await finished(tab);
    assert.match(await mainText(tab), /surprised = "enemies"/);
    await tab.getByRole("button", { name: "Unpin rules.surprised" }).click();
    assert.equal(await tab.getByRole("combobox", { name: /surprised/ }).count(), 0);
    await close();
  },

  async "undo and redo go through texts, sliders and pins"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    await tab.waitForFunction(() => workbench.live.value.look?.isWhole);
    const first = await mainText(tab);
    const slider = tab.getByRole("slider", { name: /meter ticks/ });
    await slider.focus();
    await tab.keyboard.press("ArrowRight");
    await finished(tab);
    const second = await mainText(tab);
    await tab.locator(".cm-content").click();
    await tab.keyboard.press("Control+Home");
    await tab.keyboard.type("# A note");
    const third = await mainText(tab);
    assert.ok(third.startsWith("# A note"));
    await tab.keyboard.press("Control+z");
    assert.equal(await mainText(tab), second);
    await tab.getByRole("button", { name: "Undo" }).click();
    assert.equal(await mainText(tab), first);
    await tab.getByRole("button", { name: "Redo" }).click();
    await tab.getByRole("button", { name: "Redo" }).click();
    assert.equal(await mainText(tab), third);
    assert.ok((await tab.locator(".cm-content").innerText()).startsWith("# A note"));
    await tab.getByRole("button", { name: "Back to the reference" }).click();
    assert.equal(await mainText(tab), first);
    await finished(tab);
    await close();
  },

  async "a number is varied over a range"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    await tab.getByRole("button", { name: "vary rules.meter_ticks" }).click();
    await tab.getByLabel("from", { exact: true }).fill("5");
    await tab.getByLabel("to", { exact: true }).fill("21");
    await tab.getByLabel("step", { exact: true }).fill("4");
    await tab.getByRole("button", { name: "Play 5 values" }).click();
    await finished(tab, "sweep");
    assert.equal(await status(tab, "sweep"), "done");
    const shares = await tab.evaluate(() => workbench.live.value.sweep.cells.map((cell) => [cell.values["rules.meter_ticks"], cell.encounters, cell.winners.party.share]));
    assert.deepEqual(shares.map(([value]) => value), [5, 9, 13, 17, 21]);
    assert.ok(shares.every(([, encounters]) => encounters === 10_000));
    assert.ok(shares[0][2] < shares[1][2] && shares[1][2] < shares[2][2]);
    assert.equal(await tab.locator(".line .mark").count(), 5);
    await shot(tab, "sweep");
    await accessible(tab, "sweep");
    await tab.getByRole("button", { name: "use 17" }).click();
    await finished(tab);
    assert.match(await mainText(tab), /meter_ticks = 17/);
    const track = await tab.locator(".track svg").boundingBox();
    await tab.mouse.move(track.x + 2, track.y + track.height / 2);
    await tab.mouse.down();
    await tab.mouse.move(track.x + track.width / 3, track.y + track.height / 2, { steps: 5 });
    await tab.mouse.move(track.x + track.width / 2, track.y + track.height / 2, { steps: 5 });
    await shot(tab, "drag");
    await tab.mouse.up();
    await finished(tab, "sweep");
    const dragged = await tab.evaluate(() => workbench.live.value.sweep.cells.map((cell) => Number(cell.values["rules.meter_ticks"])));
    const drawn = await Promise.all(["from", "to"].map((name) => tab.getByLabel(name, { exact: true }).inputValue()));
    assert.ok(dragged.length > 5 && dragged.length <= 13, `${dragged}`);
    assert.equal(dragged[0], Number(drawn[0]));
    assert.ok(dragged.at(-1) <= Number(drawn[1]) && Number(drawn[1]) > Number(drawn[0]), `${drawn}`);
    await tab.getByLabel("Vary").selectOption("combatants.fencer.policy");
    await tab.getByRole("button", { name: /^Play \d+ values/ }).click();
    await finished(tab, "sweep");
    assert.equal(await status(tab, "sweep"), "done", JSON.stringify(await tab.evaluate(() => workbench.live.value.sweep.mistakes)));
    await close();
  },

  async "a fight is told, with its odds"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    await tab.getByRole("tab", { name: "One fight" }).click();
    await tab.getByLabel("Which fight").selectOption("upset");
    await tab.getByRole("button", { name: "Tell it" }).click();
    await finished(tab, "fight");
    assert.equal(await tab.evaluate(() => workbench.live.value.fight.told.index), 644);
    const told = await tab.locator(".fragment").evaluate((element) => element.shadowRoot.textContent);
    assert.match(told, /The wrestler wins with a natural 20/);
    await tab.getByRole("button", { name: "The next one" }).click();
    await finished(tab, "fight");
    assert.equal(await tab.evaluate(() => workbench.live.value.fight.told.index), 645);
    await tab.getByLabel("with the odds after each step").check();
    await tab.getByRole("button", { name: "Tell it" }).click();
    await finished(tab, "fight");
    assert.ok(await tab.evaluate(() => workbench.live.value.fight.told.odds.steps.length > 0));
    await shot(tab, "fight", { fullPage: true });
    await accessible(tab, "fight");
    await close();
  },

  async "files of one's own: rosters and scripts are dropped, edited and downloaded"() {
    const { tab, close } = await opened();
    const scenario = 'system = "zones"\nname = "Mine"\nzones = [{ id = "pit", exit = "both" }]\n[[combatants]]\nid = "hero"\nside = "party"\nhp = 11\n'
      + 'attributes = { str = 2, dex = 1 }\nattacks = [{ id = "sword", kind = "melee", damage = "1d8" }]\n[[combatants]]\nid = "orc"\nside = "enemies"\nskill = 2\nattacks = [{ id = "axe", kind = "melee", damage = "1d6" }]\n';
    const drop = (name, contents) => tab.evaluate(([file, dropped]) => {
      const data = new DataTransfer();
      data.items.add(new File([dropped], file));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, contents]);
    await drop("mine.toml", scenario);
    await tab.waitForFunction(() => workbench.history.value.main === "mine.toml");
    await tab.waitForFunction(() => workbench.live.value.look);
    await drop("orcs.csv", "id,hp\norc,9\n");
    await tab.waitForFunction(() => workbench.history.value.files["orcs.csv"]);
    assert.match(await mainText(tab), /roster = "orcs\.csv"/);
    await finished(tab);
    assert.equal(await status(tab, "run"), "done", JSON.stringify(await tab.evaluate(() => workbench.live.value.run.mistakes)));
    await tab.waitForFunction(() => workbench.live.value.look?.isWhole && workbench.live.value.look.of === workbench.history.value.files);
    await tab.evaluate(() => workbench.setValue("combatants.orc.hp", "12"));
    await finished(tab);
    assert.equal(await tab.evaluate(() => workbench.history.value.files["orcs.csv"]), "id,hp\norc,12\n");
    await tab.getByRole("button", { name: "Download" }).click();
    const [download] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("button", { name: "orcs.csv", exact: true }).click()]);
    assert.equal(readFileSync(await download.path(), "utf8"), "id,hp\norc,12\n");
    for (const [name, pattern] of [["Report page", /<!doctype html>[\s\S]*Mine/i], ["Result as CSV", /^quantity,value,lo,hi,count\nwinners\.party,/], ["Result as JSON", /^\{"scenario":"Mine"/]]) {
      await tab.getByRole("button", { name: "Download" }).click();
      const [saved] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("button", { name: new RegExp(`^${name}`) }).click()]);
      assert.match(readFileSync(await saved.path(), "utf8"), pattern, name);
    }
    await tab.getByRole("button", { name: "Gallery" }).click();
    await openShipped(tab, "The ford", 1000);
    await tab.getByRole("tab", { name: "skirmish.rhai" }).click();
    const before = await partyShare(tab);
    const rules = await tab.evaluate(() => workbench.history.value.files["skirmish.rhai"]);
    assert.match(await tab.locator(".cm-content").innerText(), /^\/\/ A d20 skirmish/);
    await write(tab, rules.replaceAll("d(20)", "d(10)"));
    await finished(tab);
    assert.notEqual(await partyShare(tab), before);
    await write(tab, `${rules}\nfn broken(`);
    await tab.getByRole("heading", { name: /mistakes? in the scenario/ }).waitFor();
    await tab.waitForSelector(".cm-lintRange-error");
    assert.equal(await tab.getByRole("tab", { name: /skirmish\.rhai/ }).innerText().then((label) => label.includes("has mistakes")), true);
    await close();
  },

  async "empty starters are played for every system"() {
    const { tab, close } = await opened();
    const systems = await tab.evaluate(() => workbench.live.value.hello.systems.map(({ name }) => name));
    await tab.waitForFunction((number) => Object.keys(workbench.live.value.starters).length === number, systems.length);
    for (const system of systems) {
      await tab.locator(`section[aria-labelledby=system-${system}]`).getByRole("button", { name: /^A new one/ }).click();
      await finished(tab);
      assert.equal(await status(tab, "run"), "done", `${system}: ${JSON.stringify(await tab.evaluate(() => workbench.live.value.run.mistakes))}`);
      await tab.getByRole("button", { name: "Gallery" }).click();
    }
    await close();
  },

  async "texts of strangers are texts"() {
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'&';
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    const scenario = (await mainText(tab)).replace('name = "The first challenge"', `name = ${JSON.stringify(hostile)}`).replace('name = "The fencer"', `name = ${JSON.stringify(hostile)}`)
      .replace(/description = .*/, `description = ${JSON.stringify(hostile)}`);
    await write(tab, scenario);
    await finished(tab);
    await tab.getByRole("tab", { name: "One fight" }).click();
    await tab.getByRole("button", { name: "Tell it" }).click();
    await finished(tab, "fight");
    assert.match(await tab.locator(".fragment").evaluate((element) => element.shadowRoot.textContent), /<img src=x onerror=alert\(1\)>/);
    assert.equal(await tab.locator(".fragment").evaluate((element) => element.shadowRoot.querySelectorAll("img, script").length), 0);
    assert.equal(await tab.locator("img").count(), 0);
    const link = await tab.evaluate(() => workbench.link());
    await close();
    const other = await opened({ fragment: link.slice(link.indexOf("#")) });
    await finished(other.tab);
    assert.equal(await other.tab.locator("img, main script").count(), 0);
    assert.match(await text(other.tab), /<img src=x onerror=alert\(1\)>/);
    await other.close();
  },

  async "broken links are told, and do no harm"() {
    const { tab, close } = await opened({ fragment: "#1.notdeflate" });
    await tab.getByText("The link is broken.").waitFor();
    const fragments = await tab.evaluate(async () => {
      const packed = async (value) => {
        const bytes = new Blob([typeof value === "string" ? value : JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
        const letters = Array.from(new Uint8Array(await new Response(bytes).arrayBuffer()), (byte) => String.fromCharCode(byte)).join("");
        return `#1.${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
      };
      return Promise.all([packed("{"), packed([]), packed({ files: { "a.toml": 3 }, main: "a.toml" }), packed({ files: {}, main: "a.toml" }), packed({ files: {}, main: "__proto__" }),
        packed(`{"files":{"__proto__":"x"},"main":"toString"}`), packed("0".repeat(30_000_000)), "#2.abc", "#<img src=x onerror=alert(1)>"]);
    });
    for (const fragment of fragments) {
      await tab.evaluate(() => workbench.live.set({ notices: [] }));
      await tab.evaluate((hash) => (location.hash = hash), fragment);
      await tab.getByText("The link is broken.").waitFor({ timeout: 3000 });
    }
    assert.equal(await tab.locator("img").count(), 0);
    await accessible(tab, "broken link");
    await openShipped(tab, "The first challenge");
    assert.equal(await status(tab, "run"), "done");
    await close();
  },

  async "hostile files are answered within a second, or can be stopped"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The first challenge");
    const scenario = await mainText(tab);
    // Texts are made in the page, so that only what the page does is measured.
    const put = async (name, [head, part, times], expected) => {
      await tab.evaluate(([file, first, again, number]) => {
        const contents = new File([first + again.repeat(number)], file);
        globalThis.began = performance.now();
        workbench.openFiles([contents]);
      }, [name, head, part, times]);
      await expected();
      const took = await tab.evaluate(() => performance.now() - globalThis.began);
      console.log(`      ${name}: answered after ${Math.round(took)} ms`);
      assert.ok(took < 1000 * patience, `${name} is answered after ${took} ms`);
    };
    await put("large.toml", ['system = "duel"\n', "# x\n", 1_300_000], () => tab.getByText("is larger than 1 MiB").waitFor());
    const isPlayed = (name) => tab.waitForFunction((main) => workbench.history.value.main === main && workbench.live.value.run.report, name);
    await put("almost.toml", [`${scenario}\n`, "# filling of a file\n", 50_000], () => isPlayed("almost.toml"));
    await finished(tab);
    const isRefused = (name) => tab.waitForFunction((main) => workbench.history.value.main === main && workbench.live.value.run.status === "mistakes" && document.querySelector(".results .mistakes"), name);
    await put("nan.toml", [scenario.replace("initiative = 5", "initiative = nan"), "", 0], () => isRefused("nan.toml"));
    await put("garbage.toml", ["", "x = [[{\n", 20_000], () => isRefused("garbage.toml"));
    // A fight that hardly ends: nobody hits but by a natural 20, and everybody stands a thousand hits.
    const endless = 'system = "zones"\nname = "Endless"\nzones = [{ id = "pit", exit = "both" }]\n[rules]\nmax_rounds = 10000\nmelee_dr = 40\navoid_dr = 1\nmorale_triggers = []\n'
      + '[[combatants]]\nid = "hero"\nside = "party"\ncount = 10\nattributes = { str = 0, dex = 0 }\nhp = 1000\nattacks = [{ id = "sword", kind = "melee", damage = "1" }]\n'
      + '[[combatants]]\nid = "orc"\nside = "enemies"\ncount = 20\nskill = 0\nhp = 1000\nattacks = [{ id = "axe", kind = "melee", damage = "1" }]\n';
    await put("endless.toml", [endless, "", 0], () => tab.waitForFunction(() => workbench.history.value.main === "endless.toml" && workbench.live.value.run.status === "playing"));
    await tab.getByRole("button", { name: "Stop", exact: true }).click();
    await tab.waitForTimeout(400);
    assert.ok(await tab.evaluate(() => workbench.engine.players.every((player) => !player.busy)), "the players have stopped");
    const looping = 'system = "script"\nname = "Loop"\nscript = "loop.rhai"\n[[combatants]]\nid = "a"\nside = "party"\n[[combatants]]\nid = "b"\nside = "enemies"\n';
    await tab.evaluate(([toml, rhai]) => workbench.openFiles([new File([toml], "loop.toml"), new File([rhai], "loop.rhai")]),
      [looping, 'game("a game without an end");\nfn turn(f, me) { loop { } }\n']);
    await tab.waitForFunction(() => workbench.history.value.main === "loop.toml");
    await tab.waitForTimeout(1000 * patience);
    const told = await tab.evaluate(() => [workbench.live.value.run.status, ...(workbench.live.value.run.mistakes ?? []).map((mistake) => mistake.message)]);
    console.log(`      a script that loops: ${told.join(": ")}`);
    await tab.getByRole("button", { name: "Gallery" }).click();
    const began = Date.now();
    await openShipped(tab, "The first challenge");
    console.log(`      after a script that loops: the next scenario was played after ${Date.now() - began} ms`);
    assert.equal(await status(tab, "run"), "done");
    await close();
  },

  async "a long study is stopped, and the page goes on"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The toll bridge");
    await tab.evaluate(() => workbench.history.change({ encounters: 50_000_000 }));
    await tab.waitForFunction(() => workbench.live.value.run.status === "playing" && workbench.live.value.run.finished > 0);
    await tab.getByRole("button", { name: "Stop", exact: true }).click();
    assert.equal(await status(tab, "run"), "stopped");
    await tab.waitForTimeout(500);
    assert.ok(await tab.evaluate(() => workbench.engine.players.every((player) => !player.busy)));
    await tab.evaluate(() => workbench.history.change({ encounters: 10_000 }));
    await finished(tab);
    assert.equal(await status(tab, "run"), "done");
    await close();
  },

  async "a trap restarts its worker, is told, and the page goes on"() {
    const { tab, wrong, close } = await opened();
    await openShipped(tab, "The first challenge");
    for (const worker of tab.workers()) {
      await worker.evaluate(() => {
        const { encode } = TextEncoder.prototype;
        TextEncoder.prototype.encode = function trapOnce(request) {
          if (request.includes('"do":"play"')) throw new WebAssembly.RuntimeError("unreachable");
          return encode.call(this, request);
        };
      });
    }
    await tab.getByRole("slider", { name: /meter ticks/ }).focus();
    await tab.keyboard.press("ArrowRight");
    await tab.getByText("stopped because of a mistake of its own").waitFor();
    await accessible(tab, "after a trap");
    await tab.getByText("What to report").click();
    assert.match(await tab.getByLabel("What to report").inputValue(), /unreachable[\s\S]*The first challenge/);
    await tab.keyboard.press("Escape");
    await tab.evaluate(() => workbench.history.change({ seed: 2 }));
    await finished(tab);
    assert.equal(await status(tab, "run"), "done");
    assert.deepEqual(wrong, []);
    await close();
  },

  async "everything works by the keyboard"() {
    const { tab, close } = await opened();
    await tab.keyboard.press("Tab");
    assert.equal(await tab.evaluate(() => document.activeElement.className), "skip");
    const reach = async (test, most = 60) => {
      for (let step = 0; step < most; step += 1) {
        await tab.keyboard.press("Tab");
        if (await tab.evaluate(test)) return;
      }
      assert.fail(`the keyboard does not reach ${test}`);
    };
    await reach(() => document.activeElement.textContent.startsWith("The first challenge"));
    const outline = await tab.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none");
    await tab.keyboard.press("Enter");
    await finished(tab);
    await reach(() => document.activeElement.type === "range");
    await tab.keyboard.press("ArrowRight");
    await finished(tab);
    await reach(() => document.activeElement.getAttribute("role") === "tab");
    await tab.keyboard.press("ArrowRight");
    assert.equal(await tab.evaluate(() => workbench.live.value.view), "sweep");
    await reach(() => document.activeElement.classList.contains("cm-content"));
    await tab.keyboard.press("Tab");
    assert.ok(await tab.evaluate(() => !document.activeElement.classList.contains("cm-content")), "the editor keeps nobody");
    await close();
  },

  async "narrow and wide, light and dark, large letters, reduced motion: axe-core finds nothing"() {
    const screens = [
      { name: "light", viewport: { width: 1280, height: 900 } }, { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
      { name: "phone", viewport: { width: 360, height: 740 } }, { name: "phone-dark", viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce" },
      // Twice as large letters leave half of the screen.
      { name: "zoomed", viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
    ];
    for (const { name, ...options } of screens) {
      const { tab, close } = await opened(options);
      await accessible(tab, `${name}: gallery`);
      await shot(tab, `${name}-gallery`);
      await openShipped(tab, "The toll bridge");
      await tab.waitForFunction(() => workbench.live.value.look?.isWhole);
      await tab.evaluate(() => workbench.setValue("rules.melee_dr", "13"));
      await finished(tab);
      await finished(tab, "compare");
      await accessible(tab, `${name}: result`);
      await shot(tab, `${name}-result`, { fullPage: true });
      await tab.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      await accessible(tab, `${name}: unfolded`);
      await tab.getByRole("button", { name: "Pin a key…" }).click();
      await accessible(tab, `${name}: picker`);
      await tab.keyboard.press("Escape");
      await tab.getByRole("button", { name: "Download" }).click();
      await accessible(tab, `${name}: downloads`);
      await tab.keyboard.press("Escape");
      await tab.getByRole("tab", { name: "Sweep" }).click();
      await tab.getByRole("button", { name: /^Play \d+ values/ }).click();
      await finished(tab, "sweep");
      await accessible(tab, `${name}: sweep`);
      await shot(tab, `${name}-sweep`, { fullPage: true });
      await tab.getByRole("tab", { name: "One fight" }).click();
      await tab.getByRole("button", { name: "Tell it" }).click();
      await finished(tab, "fight");
      await accessible(tab, `${name}: fight`);
      await shot(tab, `${name}-fight`, { fullPage: true });
      await close();
    }
  },

  async "the numbers are those of the command line, byte by byte"() {
    if (!existsSync(program)) {
      console.log(`      SKIPPED: there is no ${program}`);
      assert.ok(!process.env.CI, "the program has to be built");
      return;
    }
    const { tab, close } = await opened();
    // Commits and versions may differ, since page and program are built apart.
    const comparable = (line) => line.replace(/"commit":"[^"]*",/, "").replace(/"equipoise":"[^"]*"/, '"equipoise":""');
    for (const [path, encounters] of Object.entries(COMPARED)) {
      await tab.evaluate((opening) => workbench.openShipped(opening), path);
      await tab.evaluate((number) => workbench.history.change({ encounters: number }), encounters);
      await finished(tab);
      const lines = await tab.evaluate(() => workbench.live.value.run.lines);
      const words = ["run", basename(path), "-n", String(encounters), "--format", "json", "--quiet"];
      const printed = spawnSync(program, words, { cwd: join(root, "scenarios", dirname(path)), encoding: "utf8", maxBuffer: 1 << 28 });
      assert.equal(printed.status, 0, printed.stderr);
      assert.equal(comparable(lines.join("\n")), comparable(printed.stdout.trim()), path);
    }
    console.log(`      the same bytes in ${Object.keys(COMPARED).length} scenarios`);
    await close();
  },

  async "a first interval is there at once"() {
    const { tab, close } = await opened();
    for (const [name, path, values, most] of [["The first challenge", "rules.meter_ticks", [5, 7, 11, 13, 15, 17, 19, 21], 100], ["The toll bridge", "rules.melee_dr", [10, 11, 13, 14, 15, 16, 9, 8], 300]]) {
      await openShipped(tab, name);
      await tab.waitForFunction(() => workbench.live.value.look?.isWhole);
      const times = [];
      for (const value of values) {
        times.push(await tab.evaluate(([key, number]) => new Promise((resolve) => {
          const began = performance.now();
          const stop = workbench.live.listen(({ run }) => {
            if (run.status !== "playing" && run.status !== "done") return;
            if (run.finished > 0 && workbench.changedAt >= began) {
              stop();
              requestAnimationFrame(() => resolve(performance.now() - began));
            }
          });
          workbench.setValue(key, String(number));
        }), [path, value]));
        await finished(tab);
        await finished(tab, "compare");
        await finished(tab, "exact");
      }
      times.sort((one, other) => one - other);
      const median = times[times.length >> 1];
      console.log(`      ${name}: first interval after ${times.map((time) => Math.round(time)).join(", ")} ms`);
      assert.ok(median < most * patience, `${name}: ${median} ms in the middle`);
      await tab.getByRole("button", { name: "Gallery" }).click();
    }
    await close();
  },

  async "the folder is served, and asks for nothing but itself"() {
    const folder = join(dirname(page), "workbench");
    const types = { ".html": "text/html; charset=utf-8", ".wasm": "application/wasm" };
    const server = createServer((request, response) => {
      const file = request.url === "/" ? "index.html" : request.url.slice(1);
      if (!["index.html", "equipoise.wasm"].includes(file)) return response.writeHead(404).end();
      return response.writeHead(200, { "content-type": types[extname(file)] }).end(readFileSync(join(folder, file)));
    });
    await new Promise((resolved) => server.listen(0, "127.0.0.1", resolved));
    const address = `http://127.0.0.1:${server.address().port}/`;
    const { tab, asked, close } = await opened({ at: address, offline: false });
    await openShipped(tab, "The first challenge");
    assert.ok(Math.abs((await partyShare(tab)) - 0.6855) < 0.01);
    assert.deepEqual(new Set(asked), new Set([address, `${address}equipoise.wasm`]));
    await close();
    server.close();
  },

  async "memory stays flat over an hour's worth of changes"() {
    const { tab, close } = await opened();
    await openShipped(tab, "The toll bridge");
    await tab.waitForFunction(() => workbench.live.value.look?.isWhole);
    await tab.evaluate(() => workbench.history.change({ encounters: 5000 }));
    const measured = () => tab.evaluate(() => {
      gc();
      return { heap: performance.memory.usedJSHeapSize, wasm: workbench.engine.memory(), nodes: document.getElementsByTagName("*").length };
    });
    const change = async (from, number) => {
      for (let step = from; step < from + number; step += 1) {
        await tab.evaluate((value) => workbench.setValue("rules.melee_dr", String(value)), 8 + (step % 9));
        if (step % 10 === 0) await finished(tab);
        else await tab.waitForTimeout(30);
      }
      await finished(tab);
      await finished(tab, "compare");
    };
    await change(0, 60);
    const early = await measured();
    await change(60, CHANGES);
    const late = await measured();
    const grown = (part) => ((late[part] - early[part]) / 1e6).toFixed(1);
    console.log(`      heap ${(late.heap / 1e6).toFixed(1)} MB (${grown("heap")} more), WebAssembly ${(late.wasm / 1e6).toFixed(1)} MB (${grown("wasm")} more)`);
    assert.ok(late.heap - early.heap < 8e6, "the heap grows");
    assert.ok(late.wasm - early.wasm < 8e6, "the modules grow");
    assert.ok(Math.abs(late.nodes - early.nodes) < 200, "elements are left behind");
    await close();
  },
};

const bytes = statSync(page).size;
const html = readFileSync(page, "utf8");
const script = html.slice(html.lastIndexOf("<script>"));
const zipped = gzipSync(html, { level: 9 }).length;
console.log(`${page}: ${bytes} bytes, ${zipped} compressed by gzip; script without the module ${script.length}, ${gzipSync(script, { level: 9 }).length} compressed`);
assert.ok(zipped < PAGE_BYTES_MAX, `${zipped} bytes are more than ${PAGE_BYTES_MAX}`);

let failures = 0;
for (const [name, flow] of Object.entries(flows)) {
  if (process.env.FLOW && !name.includes(process.env.FLOW)) continue;
  const began = Date.now();
  try {
    await flow();
    console.log(`fine  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures += 1;
    console.log(`WRONG ${name}: ${error.stack}`);
    if (!process.env.FLOW && !process.env.ALL) break;
  }
}
await browser.close();
process.exit(failures === 0 ? 0 : 1);
