// Opens pages in Chromium, without a network, and says what is wrong with them: node check.mjs PAGE.html…
//
// On a wide and a narrow screen, in light and dark: no error on the console, no request but for the page itself, every chart
// there with marks, texts of 11 px or more and no two of them above each other, no id twice, no link that leads nowhere, nothing wider than the screen, nothing that axe-core finds. With
// SHOTS=DIR pictures of every page are kept there, in print too.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const BYTES_MAX = 8_000_000;
// From here on a page is a list of many scenarios, which takes minutes on each screen.
const LARGE = 1_000_000;
const SCREENS = [
  { name: "light", viewport: { width: 1200, height: 900 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1200, height: 900 }, colorScheme: "dark" },
  { name: "phone", viewport: { width: 360, height: 740 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
];

/** What is wrong with the charts of a page and with its width. Runs in the page. */
function inspect() {
  const wrong = [];
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  if (twice.length > 0) wrong.push(`ids that stand twice: ${twice.slice(0, 3)}`);
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (!document.getElementById(link.getAttribute("href").slice(1))) wrong.push(`${link.getAttribute("href")} leads nowhere`);
  }
  const width = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth > width) {
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const inside = element.closest(".scroll, pre.map");
      return element.getBoundingClientRect().right > width + 1 && (!inside || inside === element);
    });
    wrong.push(`wider than the screen: ${wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))}`);
  }
  const charts = [...document.querySelectorAll(".figure svg.chart")];
  if (charts.length === 0) wrong.push("no chart");
  for (const chart of charts) {
    const figure = chart.closest(".figure");
    const name = chart.getAttribute("aria-label").slice(0, 60);
    if (!chart.closest("[aria-hidden=true]")) wrong.push(`${name}: a screen reader would hear the drawing as well as its sentence`);
    if (!figure.querySelector(":is(h3, h4) + a + p")) wrong.push(`${name}: no link and sentence under its heading`);
    const box = chart.getBoundingClientRect();
    if (box.width < 100 || box.height < 40) wrong.push(`${name}: ${box.width} x ${box.height}`);
    const marks = [...chart.querySelectorAll("rect, circle, path, line")].filter((mark) => mark.querySelector("title"));
    if (marks.length === 0) wrong.push(`${name}: no marks`);
    const table = figure.querySelector("table tbody");
    if (!table || table.rows.length === 0) wrong.push(`${name}: no table`);
    const scale = box.width / chart.viewBox.baseVal.width;
    const texts = [...chart.querySelectorAll("text")].map((text) => {
      const label = text.firstChild?.data ?? "";
      const { x, y, width, height } = text.getBoundingClientRect();
      const place = { x: (x - box.x) / scale, y: (y - box.y) / scale, width: width / scale, height: height / scale };
      return { label, box: place, isDown: Boolean(text.closest('[transform*="rotate"]')) };
    }).filter(({ label }) => label.trim() !== "");
    const smallest = Math.min(...[...chart.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale));
    if (smallest < 11) wrong.push(`${name}: a text of ${smallest.toFixed(1)} px`);
    const [, , right, bottom] = chart.getAttribute("viewBox").split(" ").map(Number);
    texts.forEach(({ label, box: one, isDown }, index) => {
      if (one.x < -2 || one.x + one.width > right + 2 || one.y < -2 || one.y + one.height > bottom + 2) {
        wrong.push(`${name}: "${label}" lies beyond the drawing`);
      }
      for (const { label: other, box: two, isDown: isOtherDown } of texts.slice(index + 1)) {
        const across = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x);
        const down = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y);
        // The boxes of texts have room above and below their letters; those that are written downwards have it beside them.
        const [least, most] = isDown && isOtherDown ? [5, 0.5] : [0.5, 5];
        if (across > least && down > most) wrong.push(`${name}: "${label}" lies above "${other}"`);
      }
    });
  }
  return wrong;
}

/** Everything that is wrong with a page on one screen. */
async function checked(browser, page, screen) {
  const context = await browser.newContext({ viewport: screen.viewport, colorScheme: screen.colorScheme, offline: true });
  const tab = await context.newPage();
  const url = pathToFileURL(page).href;
  const wrong = [];
  tab.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(`console: ${message.text()}`));
  tab.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  tab.on("request", (request) => request.url().split("#")[0] !== url && wrong.push(`asks for ${request.url()}`));
  const began = Date.now();
  await tab.goto(url, { waitUntil: "load" });
  const seconds = (Date.now() - began) / 1000;
  wrong.push(...(await tab.evaluate(inspect)));
  await tab.keyboard.press("Tab");
  const first = await tab.evaluate(() => document.activeElement.getAttribute("href"));
  if (first !== "#main") wrong.push(`the first stop of the keyboard is ${first}`);
  const shots = process.env.SHOTS;
  if (shots) {
    mkdirSync(shots, { recursive: true });
    await tab.evaluate(() => document.activeElement.blur());
    const path = join(shots, `${basename(page, ".html")}-${screen.name}`);
    await tab.screenshot({ path: `${path}.png`, fullPage: true });
    if (screen.name === "light") {
      await tab.emulateMedia({ media: "print" });
      await tab.setViewportSize({ width: 794, height: 1123 });
      await tab.screenshot({ path: `${path.replace("light", "print")}.png`, fullPage: true });
      await tab.emulateMedia({ media: "screen" });
      await tab.setViewportSize(screen.viewport);
    }
  }
  // What is folded away is looked at unfolded.
  await tab.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  wrong.push(...(await tab.evaluate(inspect)).map((what) => `unfolded: ${what}`));
  await tab.evaluate(axe);
  const found = await tab.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const violation of found.violations) {
    const where = violation.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary?.slice(0, 200)}`);
    wrong.push(`axe: ${violation.id}: ${violation.help}: ${where.join(" | ")}`);
  }
  await context.close();
  return { wrong, seconds };
}

// Playwright gives every browser that it launches a new, empty profile.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
let failures = 0;
for (const page of process.argv.slice(2).map((path) => resolve(path))) {
  const bytes = statSync(page).size;
  // Both widths and both schemes, but not all four of them, where many scenarios say the same.
  for (const screen of bytes > LARGE ? [SCREENS[0], SCREENS[3]] : SCREENS) {
    const { wrong, seconds } = await checked(browser, page, screen);
    if (bytes > BYTES_MAX) wrong.push(`${bytes} bytes`);
    const unique = [...new Set(wrong)];
    failures += unique.length;
    console.log(`${unique.length === 0 ? "fine" : "WRONG"}  ${basename(page)}, ${screen.name}: ${bytes} bytes, ${seconds} s`);
    unique.forEach((what) => console.log(`       ${what}`));
  }
}
await browser.close();
process.exit(failures === 0 ? 0 : 1);
