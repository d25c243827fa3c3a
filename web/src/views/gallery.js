// What one starts from: the scenarios that ship, files from the disk, a link, empty starters.
import { useRef, useState } from "preact/hooks";
import { gallery } from "../embedded.js";
import { html } from "../html.js";

const TITLES = { duel: "Duel", zones: "Zones", tiny: "Tiny", wounds: "Wounds", thrum: "Thrum", script: "Rules of your own" };

const isDay = ({ path }) => path.includes("/days/");

export function Gallery({ bench, live, isOpen }) {
  const [wanted, setWanted] = useState("");
  const known = live.hello?.systems ?? [];
  const systems = [...new Set([...known.map(({ name }) => name), ...gallery.scenarios.map(({ system }) => system)])];
  const about = Object.fromEntries(known.map(({ name, about: text }) => [name, text]));
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (scenario) => words.every((word) => `${scenario.name} ${scenario.description} ${scenario.system} ${scenario.path}`.toLowerCase().includes(word));
  const found = gallery.scenarios.filter(fits);
  const isReady = live.module === "ready";
  return html`<div class="gallery">
    <section class="intro" aria-labelledby="intro-title">
      <h2 id="intro-title">What does one number do to a fight?</h2>
      <p>Open a scenario, move a slider, and see who wins, with an interval that narrows while you look. Everything is worked out
        in this page, on this machine: <b>nothing is uploaded</b>.</p>
      <div class="ways">
        <${OpenFile} bench=${bench} disabled=${!isReady} />
        <${PasteLink} />
        ${isOpen && html`<button type="button" onClick=${() => bench.live.set({ page: "bench" })}>Back to the open scenario</button>`}
      </div>
    </section>
    <div class="find"><label for="find">Find a scenario</label>
      <input id="find" type="search" value=${wanted} placeholder="a word of its name or description" onInput=${(event) => setWanted(event.target.value)} />
      <span class="faint" role="status">${wanted && `${found.length} found`}</span></div>
    ${systems.map((system) => {
      const own = found.filter((scenario) => scenario.system === system);
      if (own.length === 0 && wanted) return null;
      return html`<section key=${system} aria-labelledby=${`system-${system}`}>
        <h3 id=${`system-${system}`}>${TITLES[system] ?? system} <span class="faint">${about[system] ?? ""}</span></h3>
        <ul class="tiles">
          ${own.map((scenario) => html`<li key=${scenario.path}><button type="button" class="tile" disabled=${!isReady} onClick=${() => bench.openShipped(scenario.path)}>
            <b>${scenario.name}</b>${isDay(scenario) && html` <span class="tag">a day</span>`}<span class="about">${scenario.description}</span></button></li>`)}
          ${live.starters[system] && !wanted && html`<li><button type="button" class="tile starter" onClick=${() => bench.open({ [`my-${system}.toml`]: live.starters[system] }, `my-${system}.toml`, "A new scenario")}>
            <b>A new one</b><span class="about">Every key of the system, with what it means, to change and to leave out.</span></button></li>`}
        </ul>
      </section>`;
    })}
  </div>`;
}

export function OpenFile({ bench, disabled, label = "Open files…" }) {
  const input = useRef(null);
  return html`<button type="button" class="first" disabled=${disabled} onClick=${() => input.current.click()}>${label}</button>
    <input ref=${input} type="file" class="sr" tabindex="-1" aria-label="Files to open: scenarios (.toml), rosters (.csv), scripts (.rhai)" multiple accept=".toml,.csv,.rhai"
      onChange=${async (event) => {
        const files = [...event.target.files];
        event.target.value = "";
        await bench.openFiles(files);
      }} />`;
}

function PasteLink() {
  const open = (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("link").trim();
    const at = text.indexOf("#");
    location.hash = at < 0 ? text : text.slice(at);
  };
  return html`<form class="paste" onSubmit=${open}>
    <label for="paste">or a link that you were sent</label>
    <input id="paste" name="link" type="text" autocomplete="off" spellcheck="false" placeholder="…workbench.html#1.…" required />
    <button type="submit">Open link</button>
  </form>`;
}
