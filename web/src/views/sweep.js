// A key over a range: how the fights go with every value of it.
import { useEffect, useState } from "preact/hooks";
import { Line } from "../charts.js";
import { count, keyName, nameOf, plain, shareText } from "../format.js";
import { html } from "../html.js";
import { span } from "./controls.js";
import { Mistakes } from "./parts.js";

const VALUES_MAX = 41;
const ENCOUNTERS = [2000, 10_000, 50_000];

/** The step that makes some dozen values of a range. */
const stepOf = (from, to, by) => by * Math.max(1, Math.ceil((to - from) / by / 12));

/** The range as `--vary` takes it. */
const rangeText = ({ from, to, step }) => (step === 1 ? `${from}..=${to}` : `${from}..=${to}:${step}`);

/** A range of values to begin with: around the value of today. */
function proposal(key, text) {
  const { min, max, by } = key.steps;
  const value = text !== "" && Number.isFinite(Number(text)) ? Number(text) : min;
  const reach = Math.max(5 * by, Math.ceil(Math.abs(value) / 2 / by) * by);
  let from = Math.max(min, value - reach);
  if (value >= 0 && from < 0) from = Math.max(min, from, 0);
  from = min + Math.round((from - min) / by) * by;
  const to = Math.min(max, from + Math.ceil((value + reach - from) / by) * by);
  return { from, to, step: stepOf(from, to, by) };
}

/** A range that is drawn with the pointer, and taken when it is let go. The fields beside it say the same, for the keyboard. */
function Track({ steps, value, from, to, take }) {
  const [drawn, setDrawn] = useState(null);
  const { by } = steps;
  const [min, max] = span(steps, value);
  if (max <= min) return null;
  const under = ({ clientX, currentTarget }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return min + Math.round((Math.min(1, Math.max(0, (clientX - left) / width)) * (max - min)) / by) * by;
  };
  const [lo, hi] = drawn ? [Math.min(...drawn), Math.max(...drawn)] : [from, to];
  const place = (number) => (Math.min(1, Math.max(0, (number - min) / (max - min))) * 100).toFixed(2);
  const begin = (event) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn([under(event), under(event)]);
  };
  const end = () => {
    if (drawn && hi > lo) take({ from: lo, to: hi, step: stepOf(lo, hi, by) });
    setDrawn(null);
  };
  return html`<div class="track" aria-hidden="true">
    <span class="faint">${min}</span>
    <svg onPointerDown=${begin} onPointerMove=${(event) => drawn && setDrawn([drawn[0], under(event)])} onPointerUp=${end} onPointerCancel=${() => setDrawn(null)}>
      <rect class="all" x="0" y="11" width="100%" height="6" rx="3" />
      <rect class="drawn" x=${`${place(lo)}%`} y="8" width=${`${place(hi) - place(lo)}%`} height="12" rx="3" />
      <line x1=${`${place(value)}%`} x2=${`${place(value)}%`} y1="3" y2="25" />
    </svg>
    <span class="faint">${max}</span>
    <span class="faint said">${drawn ? `${lo} to ${hi}` : "drag over the values to play them"}</span>
  </div>`;
}

export function Sweep({ bench, state, live }) {
  const { sweep, look } = live;
  const keys = (look?.keys ?? []).filter((key) => !key.fixed && (key.steps || key.words?.length > 0));
  const values = new Map((look?.understood?.keys ?? []).map((key) => [key.path, key.value]));
  const pinned = keys.filter(({ path }) => state.pins.includes(path));
  const path = keys.some((key) => key.path === live.swept) ? live.swept : pinned[0]?.path ?? keys.find((key) => key.given)?.path ?? keys[0]?.path;
  const key = keys.find((candidate) => candidate.path === path);
  const text = key ? key.text ?? String(values.get(path) ?? "") : "";
  const [range, setRange] = useState(null);
  const [encounters, setEncounters] = useState(ENCOUNTERS[1]);
  // Another key has another range.
  useEffect(() => setRange(null), [path]);
  if (!key) return html`<p class="faint">There is nothing to vary${look?.mistakes.length ? " until the mistakes are put right" : ""}.</p>`;
  const { from, to, step } = range ?? (key.steps ? proposal(key, text) : {});
  const number = key.steps ? Math.floor((to - from) / step) + 1 : key.words.length;
  const isPossible = number >= 1 && number <= VALUES_MAX && (!key.steps || step > 0);
  const vary = key.steps ? rangeText({ from, to, step }) : key.words.map((word) => word.name).join(",");
  const start = (event) => {
    event.preventDefault();
    if (isPossible) bench.sweep(path, vary, encounters);
  };
  const take = (drawn) => {
    setRange(drawn);
    if (live.run.status !== "mistakes") bench.sweep(path, rangeText(drawn), encounters);
  };
  const field = (name, label, value, attributes) => html`<label class="field">${label}<input type="number" name=${name} value=${value} ...${attributes}
    onInput=${(event) => event.target.value !== "" && setRange({ from, to, step, [name]: Math.trunc(Number(event.target.value)) })} /></label>`;
  const others = keys.filter((candidate) => !pinned.includes(candidate));
  return html`<div class="sweep">
    <form class="row" onSubmit=${start}>
      <label class="field grow">Vary<select value=${path} onChange=${(event) => bench.live.set({ swept: event.target.value })}>
        ${pinned.length > 0 && html`<optgroup label="pinned">${pinned.map((candidate) => html`<option key=${candidate.path} value=${candidate.path}>${candidate.path}</option>`)}</optgroup>`}
        <optgroup label="all keys">${others.map((candidate) => html`<option key=${candidate.path} value=${candidate.path}>${candidate.path}</option>`)}</optgroup></select></label>
      ${key.steps && html`${field("from", "from", from, { min: key.steps.min, max: key.steps.max, step: key.steps.by })}
        ${field("to", "to", to, { min: key.steps.min, max: key.steps.max, step: key.steps.by })}
        ${field("step", "step", step, { min: key.steps.by, step: key.steps.by })}`}
      <label class="field">fights each<select value=${encounters} onChange=${(event) => setEncounters(Number(event.target.value))}>
        ${ENCOUNTERS.map((many) => html`<option key=${many} value=${many}>${count(many)}</option>`)}</select></label>
      <button type="submit" class="first" disabled=${!isPossible || live.run.status === "mistakes"}>Play ${isPossible ? number : ""} values</button>
      ${sweep.status === "playing" && html`<button type="button" onClick=${() => bench.stop()}>Stop</button>`}
    </form>
    ${key.steps && html`<${Track} key=${path} steps=${key.steps} value=${Number.isFinite(Number(text)) && text !== "" ? Number(text) : key.steps.min} from=${from} to=${to} take=${take} />`}
    ${!isPossible && html`<p class="faint">At most ${VALUES_MAX} values: make the step larger or the range smaller.</p>`}
    ${sweep.mistakes?.length > 0 && html`<${Mistakes} list=${sweep.mistakes} />`}
    ${sweep.cells.length > 0 && html`<${Cells} bench=${bench} live=${live} sweep=${sweep} current=${text} />`}
    ${sweep.cells.length === 0 && !sweep.mistakes?.length && html`<p class="faint">${sweep.status === "playing" ? "Playing…" : "Every value is played as often, on the same dice, and drawn with its interval."}</p>`}
  </div>`;
}

/** What can be drawn of a cell: its name and how it is read. */
function measures(cell, look) {
  const list = [
    { id: "party", name: "The party wins", asShare: true, read: ({ winners }) => winners.party },
    { id: "enemies", name: "The enemies win", asShare: true, read: ({ winners }) => winners.enemies },
    { id: "draw", name: "Draws", asShare: true, read: ({ winners }) => winners.draw },
    { id: "timeout", name: "Fights at the time limit", asShare: true, read: ({ winners }) => winners.timeout },
    { id: "rounds", name: "Rounds of a fight", asShare: false, read: ({ rounds }) => ({ share: rounds.mean, lo: rounds.lo, hi: rounds.hi }) },
  ];
  for (const { id } of cell.combatants) {
    list.push({ id: `dead ${id}`, name: `${nameOf(id, look)} dies`, asShare: true, read: ({ combatants }) => combatants.find((who) => who.id === id)?.dead });
    list.push({ id: `standing ${id}`, name: `${nameOf(id, look)} stands at the end`, asShare: true, read: ({ combatants }) => combatants.find((who) => who.id === id)?.standing });
  }
  return list;
}

function Cells({ bench, live, sweep, current }) {
  const [wanted, setWanted] = useState("party");
  const { path } = sweep.asked;
  const list = measures(sweep.cells[0], live.look);
  const measure = list.find(({ id }) => id === wanted) ?? list[0];
  const isWords = sweep.cells.some(({ values }) => !Number.isFinite(Number(values[path])) || typeof values[path] === "boolean");
  const marks = sweep.cells.map((cell, index) => {
    const read = measure.read(cell) ?? { share: null };
    const label = String(cell.values[path]);
    return { x: isWords ? index : Number(label), label, value: read.share, lo: read.lo ?? null, hi: read.hi ?? null };
  });
  const axis = keyName(path, live.look);
  const told = ({ value, lo, hi }) => (value === null ? { value: "", interval: "" } : measure.asShare ? shareText({ share: value, lo, hi }) : { value: plain(value), interval: `${plain(lo)} to ${plain(hi)}` });
  const at = isWords ? marks.find(({ label }) => label === current)?.x ?? null : current === "" ? null : Number(current);
  return html`<figure>
    <div class="row"><label class="field">Show<select value=${measure.id} onChange=${(event) => setWanted(event.target.value)}>
      ${list.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}</select></label>
      <span class="faint">${sweep.status === "playing" ? "playing…" : sweep.status === "old" ? "of the scenario before your last change" : `${count(sweep.asked.encounters)} fights each; bars are 95% intervals`}</span></div>
    <${Line} marks=${marks} isWords=${isWords} axis=${`${axis.of}: ${axis.what}`} title=${measure.name} current=${at} asShare=${measure.asShare} take=${(mark) => bench.setValue(path, mark.label)} />
    <div class="scroll" tabindex="0" role="region" aria-label="Values that were played"><table>
      <thead><tr><th scope="col">${path}</th><th scope="col">${measure.name}</th><th scope="col">95% interval</th><th scope="col">fights</th><th scope="col"><span class="sr">take this value</span></th></tr></thead>
      <tbody>${marks.map((mark, index) => html`<tr key=${mark.label} class=${mark.label === current ? "current" : ""}><th scope="row">${mark.label}</th><td>${told(mark).value}</td><td>${told(mark).interval}</td><td>${count(sweep.cells[index].encounters ?? 0)}</td>
        <td>${mark.label === current ? "now" : html`<button type="button" class="plain" onClick=${() => bench.setValue(path, mark.label)}>use ${mark.label}</button>`}</td></tr>`)}</tbody>
    </table></div>
  </figure>`;
}

/** The cells of a sweep as CSV. */
export function csvOfSweep({ cells, asked }) {
  const head = [asked.path, "encounters", "party_win", "party_win_lo", "party_win_hi", "enemies_win", "enemies_win_lo", "enemies_win_hi", "rounds_mean", "rounds_lo", "rounds_hi"];
  const row = ({ values, encounters, winners: { party, enemies }, rounds }) => [values[asked.path], encounters, party.share, party.lo, party.hi, enemies.share, enemies.lo, enemies.hi, rounds.mean, rounds.lo, rounds.hi];
  return [head, ...cells.map(row)].map((line) => line.join(",")).join("\n").concat("\n");
}

