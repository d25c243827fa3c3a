// The page: its head, the gallery or the open scenario, its foot.
import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { count } from "./format.js";
import { Controls } from "./views/controls.js";
import { Fight } from "./views/fight.js";
import { Gallery, OpenFile } from "./views/gallery.js";
import { useStore } from "./views/parts.js";
import { Result } from "./views/result.js";
import { CopyLink, Download } from "./views/share.js";
import { Sweep } from "./views/sweep.js";
import { Text } from "./views/text.js";

const ENCOUNTERS = [10_000, 100_000, 1_000_000];
const VIEWS = [["result", "Result"], ["sweep", "Sweep"], ["fight", "One fight"]];

export function App({ bench }) {
  const state = useStore(bench.history);
  const live = useStore(bench.live);
  const isBench = live.page === "bench" && state.main !== null;
  useDrop(bench);
  const isFirst = useRef(true);
  useEffect(() => {
    // What was chosen is gone with its view: keyboard and reader go on at the beginning of the next one.
    if (!isFirst.current) {
      scrollTo(0, 0);
      document.getElementById("main").focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [isBench]);
  useEffect(() => {
    document.title = isBench ? `${live.look?.understood?.scenario ?? state.main} – equipoise workbench` : "equipoise workbench";
  }, [isBench, live.look, state.main]);
  return html`
    <a class="skip" href="#main" onClick=${(event) => {
      // The fragment of the address has the scenario.
      event.preventDefault();
      document.getElementById("main").focus();
    }}>To the content</a>
    <${Head} bench=${bench} state=${state} live=${live} isBench=${isBench} />
    <main id="main" tabindex="-1">
      ${live.notices.map((notice) => html`<${Notice} key=${notice.id} notice=${notice} bench=${bench} />`)}
      ${live.module === "loading" && html`<p class="faint loading" role="status">The simulator is starting…</p>`}
      ${isBench ? html`<${Scenario} bench=${bench} state=${state} live=${live} />` : html`<${Gallery} bench=${bench} live=${live} isOpen=${state.main !== null} />`}
    </main>
    <footer><p><b>Nothing is uploaded.</b> This page asks nobody for anything: scenarios, rosters and results stay on this machine, and a link holds all it needs.</p>
      <p class="faint">equipoise ${live.hello?.version ?? ""}. The numbers are those of the command line with the same seed.</p></footer>
    <div class="sr" role="status" aria-live="polite">${live.said}</div>`;
}

function Head({ bench, state, live, isBench }) {
  useEffect(() => {
    const key = (event) => {
      // The editor and fields have their own.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest?.("input[type=text], input[type=search], .cm-editor")) return;
      const letter = event.key.toLowerCase();
      if (letter === "z" && !event.shiftKey) bench.history.undo();
      else if (letter === "y" || (letter === "z" && event.shiftKey)) bench.history.redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  const isPlaying = [live.run, live.compare, live.sweep].some(({ status }) => status === "playing") || live.fight.status === "asking";
  return html`<header class="bar">
    <h1>equipoise <span>workbench</span></h1>
    ${isBench && html`<div class="tools">
      <button type="button" onClick=${() => bench.live.set({ page: "gallery" })}>Gallery</button>
      <${OpenFile} bench=${bench} label="Open…" />
      <button type="button" disabled=${bench.history.past.length === 0} onClick=${() => bench.history.undo()}>Undo</button>
      <button type="button" disabled=${bench.history.future.length === 0} onClick=${() => bench.history.redo()}>Redo</button>
      <${CopyLink} bench=${bench} />
      <${Download} bench=${bench} state=${state} live=${live} />
      <button type="button" class="stop" disabled=${!isPlaying} onClick=${() => bench.stop()}>Stop</button>
    </div>`}
  </header>`;
}

function Notice({ notice, bench }) {
  return html`<div class=${`notice ${notice.kind}`} role="alert">
    <p><b>${notice.text}</b> ${notice.detail}</p>
    ${notice.report && html`<details><summary>What to report</summary><textarea readonly rows="8" aria-label="What to report">${notice.report}</textarea></details>`}
    <button type="button" onClick=${() => bench.dismiss(notice.id)}>Close</button>
  </div>`;
}

function Scenario({ bench, state, live }) {
  const editor = useRef(null);
  const go = ({ file, start, end }) => {
    bench.live.set({ tab: file });
    requestAnimationFrame(() => editor.current?.go(start, end));
  };
  const { understood } = live.look ?? {};
  return html`<div class="title"><h2>${understood?.scenario ?? state.main}</h2>
      <p>${understood?.keys?.find(({ path }) => path === "description")?.value ?? ""}</p></div>
    <div class="bench">
      <${Controls} bench=${bench} state=${state} live=${live} />
      <section class="results card" aria-labelledby="results-title">
        <div class="head"><h2 id="results-title" class="sr">Results</h2><${Views} bench=${bench} live=${live} /></div>
        <div id="view" role="tabpanel" aria-labelledby=${`view-${live.view}`}>
          ${live.view === "result" && html`<${Result} bench=${bench} state=${state} live=${live} go=${go} />`}
          ${live.view === "sweep" && html`<${Sweep} bench=${bench} state=${state} live=${live} />`}
          ${live.view === "fight" && html`<${Fight} bench=${bench} live=${live} />`}
        </div>
        <${Dice} bench=${bench} state=${state} />
      </section>
      <${Text} bench=${bench} state=${state} live=${live} editor=${editor} />
    </div>`;
}

function Views({ bench, live }) {
  const ids = VIEWS.map(([id]) => id);
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = ids[(ids.indexOf(live.view) + by + ids.length) % ids.length];
    bench.live.set({ view: next });
    requestAnimationFrame(() => document.getElementById(`view-${next}`).focus());
  };
  return html`<div class="tabs" role="tablist" aria-label="Views" onKeyDown=${move}>
    ${VIEWS.map(([id, name]) => html`<button key=${id} type="button" role="tab" id=${`view-${id}`} aria-selected=${live.view === id} aria-controls="view" tabindex=${live.view === id ? 0 : -1}
      onClick=${() => bench.live.set({ view: id })}>${name}</button>`)}</div>`;
}

/** How many fights, and with which dice. */
function Dice({ bench, state }) {
  const choices = ENCOUNTERS.includes(state.encounters) ? ENCOUNTERS : [...ENCOUNTERS, state.encounters].sort((one, other) => one - other);
  const seed = (event) => {
    const number = Number(event.target.value);
    if (event.target.value !== "" && Number.isSafeInteger(number) && number >= 0) bench.history.change({ seed: number });
    else event.target.value = state.seed;
  };
  return html`<div class="dice row">
    <label class="field">fights<select value=${state.encounters} onChange=${(event) => bench.history.change({ encounters: Number(event.target.value) })}>
      ${choices.map((many) => html`<option key=${many} value=${many}>${count(many)}</option>`)}</select></label>
    <label class="field">seed of the dice<input type="number" min="0" value=${state.seed} onChange=${seed} /></label>
    <code>equipoise run ${state.main} --seed ${state.seed} -n ${state.encounters}</code>
  </div>`;
}

/** Files that are dropped anywhere on the page. */
function useDrop(bench) {
  useEffect(() => {
    const over = (event) => {
      if (event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
        document.body.classList.add("dropping");
      }
    };
    const leave = (event) => (!event.relatedTarget || event.type === "drop") && document.body.classList.remove("dropping");
    const drop = (event) => {
      leave(event);
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      bench.openFiles([...event.dataTransfer.files]);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
}
