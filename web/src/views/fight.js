// One fight, told round by round.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { Fragment, Mistakes } from "./parts.js";

const FOUND = [
  ["median", "a usual one"], ["longest", "the longest"], ["shortest", "the shortest"], ["closest", "the closest"], ["upset", "an upset: the underdog wins"],
  ["turning-point", "the one with the sharpest turn"],
];

export function Fight({ bench, live }) {
  const { fight } = live;
  const [word, setWord] = useState("median");
  const [index, setIndex] = useState(0);
  const [withOdds, setWithOdds] = useState(false);
  const { told } = fight;
  const tell = (event) => {
    event.preventDefault();
    if (word === "index") bench.tell({ index }, withOdds);
    else bench.tellFound(word, withOdds);
  };
  const step = (by) => {
    const next = Math.max(0, told.index + by);
    setIndex(next);
    setWord("index");
    bench.tell({ index: next }, withOdds);
  };
  const isAsking = fight.status === "asking";
  return html`<div class="fight">
    <form class="row" onSubmit=${tell}>
      <label class="field grow">Which fight<select value=${word} onChange=${(event) => setWord(event.target.value)}>
        ${FOUND.map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}<option value="index">by its number</option></select></label>
      ${word === "index" && html`<label class="field">number<input type="number" min="0" max="9007199254740991" value=${index} onInput=${(event) => setIndex(Math.max(0, Math.trunc(Number(event.target.value) || 0)))} /></label>`}
      <label class="check"><input type="checkbox" checked=${withOdds} onChange=${(event) => setWithOdds(event.target.checked)} /> with the odds after each step</label>
      <button type="submit" class="first" disabled=${isAsking || live.run.status === "mistakes"}>Tell it</button>
      ${isAsking && html`<button type="button" onClick=${() => bench.stop()}>Stop</button>`}
    </form>
    ${isAsking && html`<p class="faint">Looking for the fight…</p>`}
    ${fight.mistakes?.length > 0 && html`<${Mistakes} list=${fight.mistakes} />`}
    ${told && !isAsking && html`<div class="row told"><b>Fight ${told.index}</b>
      <span class="faint">${fight.status === "old" ? "of the scenario before your last change" : ""}</span>
      <button type="button" onClick=${() => step(-1)} disabled=${told.index === 0}>The one before</button><button type="button" onClick=${() => step(1)}>The next one</button></div>
      <${Fragment} markup=${fight.html} style=${live.hello.style} label=${`Fight ${told.index}`} />`}
  </div>`;
}
