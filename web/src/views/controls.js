// The pinned keys: a slider, a choice or a field each, and the list of all keys to pin more of them.
import { useMemo, useState } from "preact/hooks";
import { html } from "../html.js";
import { keyName } from "../format.js";
import { Menu } from "./parts.js";

const LISTED_MAX = 60;
/** Types of keys that change nothing in a fight by themselves. */
const NAMES = ["name", "id"];
/** Positions of a slider at the most, so that one step can still be hit. */
const POSITIONS_MAX = 60;

/** The part of the allowed numbers that a slider or a track has: all if they are few, else those around a value. */
export function span({ min, max, by }, value) {
  if ((max - min) / by <= POSITIONS_MAX) return [min, max];
  const reach = Math.max(Math.abs(value), 10 * by);
  const lo = Math.max(min, min + Math.floor((Math.min(value - reach, value >= 0 && min < 0 ? value - 10 * by : value - reach) - min) / by) * by);
  return [lo, Math.min(max, min + Math.ceil((value + reach - min) / by) * by)];
}

const isNumber = (text) => text !== undefined && text !== null && /^[+-]?\d+(\.\d+)?$/.test(text);

export function Controls({ bench, state, live }) {
  const keys = live.look?.keys ?? [];
  const byPath = useMemo(() => new Map(keys.map((key) => [key.path, key])), [keys]);
  const values = useMemo(() => new Map((live.look?.understood?.keys ?? []).map((key) => [key.path, key])), [live.look?.understood]);
  return html`<section class="controls card" aria-labelledby="controls-title">
    <div class="head"><h2 id="controls-title">Controls</h2><${AddPin} bench=${bench} state=${state} live=${live} keys=${keys} /></div>
    ${state.pins.length === 0 && html`<p class="faint">Pin a number or a word of the scenario, and change it here.</p>`}
    <ul class="pins">
      ${state.pins.map((path) => html`<${Pin} key=${path} path=${path} known=${byPath.get(path)} value=${values.get(path)} bench=${bench} live=${live} />`)}
    </ul>
  </section>`;
}

/** The value of a key as a text: what stands in the file, or the default that the simulator names. */
function valueOf(known, value) {
  if (known.text !== undefined && known.text !== null) return known.text;
  return value?.value === null || value?.value === undefined ? "" : String(value.value);
}

function Pin({ path, known, value, bench, live }) {
  const name = keyName(path, live.look);
  const label = html`<span class="of">${name.of}</span> ${name.what}`;
  const unpin = html`<button type="button" class="icon" aria-label=${`Unpin ${path}`} title="Unpin" onClick=${() => bench.unpin(path)}>×</button>`;
  if (!known) {
    return html`<li class="pin"><div class="name"><span>${label}</span>${unpin}</div>
      <p class="faint">${live.look ? "This scenario has no such key now." : "…"}</p></li>`;
  }
  const text = valueOf(known, value);
  const id = `pin-${path}`;
  const help = `${id}-help`;
  const set = (next) => next !== text && bench.setValue(path, next);
  const isNumeric = known.steps && (text === "" || isNumber(text));
  return html`<li class="pin">
    <div class="name"><label for=${id}>${label}</label>
      ${(known.steps || known.words?.length > 0) && html`<button type="button" class="plain vary" onClick=${() => bench.varyKey(path)}>vary<span class="sr"> ${path}</span></button>`}${unpin}</div>
    ${known.fixed
      ? html`<p class="faint">Only the text can change this.</p>`
      : isNumeric
        ? html`<${Slider} id=${id} help=${help} known=${known} text=${text} set=${set} path=${path} />`
        : known.words?.length > 0 && (known.type === "word" || known.words.some((word) => word.name === text))
          ? html`<select id=${id} aria-describedby=${help} value=${text} onChange=${(event) => set(event.target.value)}>
              ${!known.words.some((word) => word.name === text) && html`<option value=${text}>${text || "(none)"}</option>`}
              ${known.words.map((word) => html`<option key=${word.name} value=${word.name}>${word.name}</option>`)}</select>`
          : known.type === "boolean"
            ? html`<select id=${id} aria-describedby=${help} value=${text || known.default} onChange=${(event) => set(event.target.value)}><option value="true">yes</option><option value="false">no</option></select>`
            : html`<input id=${id} type="text" aria-describedby=${help} value=${text} spellcheck="false" onChange=${(event) => set(event.target.value)} />`}
    <p id=${help} class="help">${helpOf(known, text)}</p>
  </li>`;
}

function helpOf(known, text) {
  const word = known.words?.find(({ name }) => name === text)?.doc;
  const allowed = known.allowed?.replaceAll(/(-?\d+)\.\.=(-?\d+)/g, "$1 to $2");
  return [known.doc, allowed && !known.words?.length && allowed, known.unit].filter(Boolean).join("; ") + (word ? ` — ${text}: ${word}` : "");
}

function Slider({ id, help, known, text, set, path }) {
  const value = text === "" ? known.steps.min : Number(text);
  // The span stays where it is while the slider is inside of it.
  const [around, setAround] = useState(value);
  let [min, max] = span(known.steps, around);
  if (value < min || value > max) {
    [min, max] = span(known.steps, value);
    setAround(value);
  }
  const { by } = known.steps;
  const typed = (event) => {
    const number = Number(event.target.value);
    if (event.target.value !== "" && Number.isInteger(number)) set(String(Math.min(known.steps.max, Math.max(known.steps.min, number))));
  };
  return html`<div class="slider">
    <input type="range" id=${id} aria-describedby=${help} min=${min} max=${max} step=${by} value=${value} onInput=${(event) => set(event.target.value)} />
    <input type="number" aria-label=${`${path} as a number`} min=${known.steps.min} max=${known.steps.max} step=${by} value=${text} placeholder=${known.default} onChange=${typed} />
  </div>`;
}

function AddPin({ bench, state, live, keys }) {
  const [wanted, setWanted] = useState("");
  const free = keys.filter((key) => !key.fixed && !NAMES.includes(key.type) && !state.pins.includes(key.path));
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (key) => `${key.path} ${key.doc} ${keyName(key.path, live.look).of}`.toLowerCase();
  const found = free.filter((key) => words.every((word) => textOf(key).includes(word)));
  // What the scenario itself gives is what it is about.
  found.sort((one, other) => Number(other.given) - Number(one.given));
  return html`<${Menu} label="Pin a key…" disabled=${keys.length === 0}>
    <div class="picker">
      <label for="pick">Find a key</label>
      <input id="pick" type="search" value=${wanted} placeholder="hp, initiative, policy…" autocomplete="off" spellcheck="false" onInput=${(event) => setWanted(event.target.value)} />
      <ul class="keys">
        ${found.slice(0, LISTED_MAX).map((key) => html`<li key=${key.path}><button type="button" class="tile" onClick=${() => bench.pin(key.path)}>
          <b>${key.path}</b>${key.given && html`<span class="tag">${key.text}</span>`}<span class="about">${key.doc}</span></button></li>`)}
      </ul>
      <p class="faint" role="status">${found.length === 0 ? "No such key." : found.length > LISTED_MAX ? `${found.length - LISTED_MAX} more: write more of the word.` : ""}</p>
    </div></${Menu}>`;
}
