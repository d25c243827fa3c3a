// Puts the page together: `node assemble.mjs MODULE BUNDLED SCENARIOS OUT` writes OUT/workbench.html and OUT/workbench/.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { compiled, Module } from "./module.mjs";

const [modulePath, bundled, scenarios, out] = process.argv.slice(2);
const source = new URL(".", import.meta.url).pathname;

/** All files of a folder that a scenario may be made of, by their paths beneath it. */
async function textsOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(toml|csv|rhai)$/.test(entry.name));
  const paths = files.map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join("/"));
  return Object.fromEntries(await Promise.all(paths.sort().map(async (path) => [path, await readFile(join(folder, path), "utf8")])));
}

/** The scenarios among some texts, each with the files that it is made of: what a fight of it has read. */
function galleryOf(module, texts) {
  const found = [];
  for (const path of Object.keys(texts).filter((path) => path.endsWith(".toml") && /^[ \t]*system[ \t]*=/m.test(texts[path]))) {
    const sample = { seed: 1, encounters: { ranges: [[0, 1]] }, confidence: 0.95, check: null };
    const study = { kind: "run", scenario: path, overrides: [], method: { sample } };
    const { lines } = module.ask({ do: "ask", study, files: texts });
    const { scenario, system, provenance } = JSON.parse(lines[0]);
    const { understood } = module.ask({ do: "look", files: texts, path, list: "said" });
    const description = understood.keys.find((key) => key.path === "description")?.value ?? "";
    found.push({ path, system, name: scenario, description, files: Object.keys(provenance.files) });
  }
  const used = new Set(found.flatMap(({ files }) => files));
  return { scenarios: found, texts: Object.fromEntries(Object.entries(texts).filter(([path]) => used.has(path))) };
}

const read = (path) => readFile(path, "utf8");
const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
const element = (type, id, text, attributes = "") => `<script type="${type}" id="equipoise-${id}"${attributes}>${text}</script>`;

/** The text with a part replaced that it has exactly once; the new part is taken as it is. */
function replaced(text, part, by) {
  const pieces = text.split(part);
  if (pieces.length !== 2) throw new Error(`index.html has ${pieces.length - 1} times ${part}`);
  return pieces.join(by);
}

const bytes = await readFile(modulePath);
const module = await Module.of(await compiled(modulePath));
const gallery = galleryOf(module, await textsOf(scenarios));
const [frame, style, script, worker, compressed] = await Promise.all([
  read(join(source, "index.html")), read(join(bundled, "style.css")), read(join(bundled, "main.js")), readFile(join(bundled, "worker.js")),
  readFile(join(bundled, "equipoise.wasm.gz")),
]);
if (/<\/(script|style)|<!--/i.test(script) || /<\//.test(style)) throw new Error("the script or the style would end its element");

const hash = createHash("sha256").update(script).digest("base64");
const json = JSON.stringify(gallery).replaceAll("<", "\\u003c");
let page = replaced(frame, "SCRIPTS", `'sha256-${hash}'`);
page = replaced(page, '<link rel="stylesheet" href="style.css">', `<style>${style}</style>`);
page = replaced(page, '<script type="module" src="src/main.js"></script>', `<script>${script}</script>`);

/** The page with its data: the module in the page, or in a file beside it. */
const withData = (wasm) =>
  replaced(page, "<!-- DATA -->", [wasm, element("text/plain", "worker", packed(worker)), element("application/json", "gallery", json)].join("\n"));

await mkdir(join(out, "workbench"), { recursive: true });
await writeFile(join(out, "workbench.html"), withData(element("text/plain", "wasm", compressed.toString("base64"))));
const served = withData(element("text/plain", "wasm", "", ' data-src="equipoise.wasm"'));
await writeFile(join(out, "workbench", "index.html"), replaced(served, "connect-src 'none'", "connect-src 'self'"));
await writeFile(join(out, "workbench", "equipoise.wasm"), bytes);
console.log(`${gallery.scenarios.length} scenarios of ${Object.keys(gallery.texts).length} files in the gallery`);
