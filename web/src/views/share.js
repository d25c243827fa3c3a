// What leaves the page: a link, texts, tables, a report.
import { useState } from "preact/hooks";
import { count } from "../format.js";
import { html } from "../html.js";
import { Menu, save } from "./parts.js";
import { csvOfSweep } from "./sweep.js";

/** Letters of a link that every program takes. */
const LONG = 8000;

export function CopyLink({ bench }) {
  const [shown, setShown] = useState(null);
  const copy = async () => {
    const link = await bench.link();
    try {
      await navigator.clipboard.writeText(link);
      setShown({ link, isCopied: true });
      bench.say("The link is copied");
    } catch {
      setShown({ link, isCopied: false });
    }
  };
  const isLocal = location.protocol === "file:";
  return html`<div class="menu"><button type="button" onClick=${copy}>Copy link</button>
    ${shown && html`<div class="panel link" role="group" aria-label="The link">
      <p><b>${shown.isCopied ? "The link is copied." : "Copy this link."}</b> The whole scenario stands in it, behind the #, and nowhere else.
        ${isLocal && " It names the file on this machine: somebody else opens their own copy of the workbench and pastes it there."}</p>
      ${shown.link.length > LONG && html`<p class="faint">It has ${count(shown.link.length)} letters, and some programs cut such links: files can be downloaded and sent as well.</p>`}
      <input type="text" readonly value=${shown.link} aria-label="Link" onFocus=${(event) => event.target.select()} />
      <button type="button" onClick=${() => setShown(null)}>Close</button></div>`}
  </div>`;
}

const csvCell = (value) => (value === null || value === undefined ? "" : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

/** The numbers of a run as CSV. */
function csvOfRun(report) {
  const rows = [["quantity", "value", "lo", "hi", "count"]];
  const add = (name, { share, mean, lo, hi, count }) => rows.push([name, mean ?? share, lo, hi, count]);
  for (const [name, winner] of Object.entries(report.winners)) add(`winners.${name}`, winner);
  add("rounds.mean", report.rounds);
  for (const who of report.combatants) for (const end of ["standing", "fled", "down", "dead"]) add(`combatants.${who.id}.${end}`, who[end]);
  for (const quantity of report.quantities) add(quantity.name, quantity);
  for (const metric of report.metrics) add(`metrics.${metric.name}`, metric);
  return rows.map((row) => row.map(csvCell).join(",")).join("\n").concat("\n");
}

export function Download({ bench, state, live }) {
  const stem = state.main.replace(/\.toml$/, "");
  const { run, compare, sweep } = live;
  const page = async (part, name) => {
    try {
      save(name, await bench.page(part), "text/html");
    } catch (error) {
      bench.notice("bad", "The report could not be made.", error.message);
    }
  };
  const item = (label, action, isThere = true) => isThere && html`<li><button type="button" data-closes class="tile" onClick=${action}>${label}</button></li>`;
  const isDone = run.status === "done";
  return html`<${Menu} label="Download">
    <ul class="list">
      ${Object.entries(state.files).map(([path, text]) => item(html`<b>${path}</b>`, () => save(path.replaceAll("/", "-"), text)))}
      ${item(html`<b>Report page</b><span class="about">one file with charts, to send around</span>`, () => page("run", `${stem}.html`), isDone)}
      ${item(html`<b>Report of the comparison</b>`, () => page("compare", `${stem}-compared.html`), compare.status === "done")}
      ${item(html`<b>Report of the sweep</b>`, () => page("sweep", `${stem}-sweep.html`), sweep.status === "done")}
      ${item(html`<b>Result as CSV</b>`, () => save(`${stem}.csv`, csvOfRun(run.report), "text/csv"), isDone)}
      ${item(html`<b>Sweep as CSV</b>`, () => save(`${stem}-sweep.csv`, csvOfSweep(sweep), "text/csv"), sweep.cells.length > 0)}
      ${item(html`<b>Result as JSON</b><span class="about">the bytes of the command line</span>`, () => save(`${stem}.json`, `${run.lines.join("\n")}\n`, "application/json"), isDone)}
    </ul></${Menu}>`;
}
