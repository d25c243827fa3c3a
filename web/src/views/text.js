// The texts of the scenario in the editor, one tab each.
import { useEffect, useRef, useState } from "preact/hooks";
import { completeFrom, docOfPath } from "../complete.js";
import { Editor } from "../editor.js";
import { html } from "../html.js";
import { keyAt } from "../toml.js";
import { OpenFile } from "./gallery.js";
import { Menu, Mistakes } from "./parts.js";

const EMPTY_FILES = { "roster.csv": "id\n", "rules.rhai": "// Rules of the scenario: docs/scripts.md says what a script has.\n" };

export function Text({ bench, state, live, editor }) {
  const place = useRef(null);
  const [doc, setDoc] = useState("");
  const { tab, look } = live;
  useEffect(() => {
    editor.current = new Editor(place.current, {
      changed: (path, text) => bench.editText(path, text),
      undo: () => bench.history.undo(),
      redo: () => bench.history.redo(),
      moved: (offset, text) => {
        const { schema, tab: path } = bench.live.value;
        const key = schema && path?.endsWith(".toml") ? keyAt(text, offset) : null;
        const help = key ? docOfPath(schema, key) : "";
        setDoc(help ? `${key.join(".")}: ${help}` : "");
      },
    }, completeFrom(() => bench.live.value.schema));
    bench.opened = () => editor.current?.forget();
    return () => {
      editor.current.view.destroy();
      editor.current = null;
      bench.opened = null;
    };
  }, []);
  const text = state.files[tab];
  useEffect(() => {
    // The state may be ahead of this drawing, since whoever types does not wait for it.
    const current = bench.history.value.files[tab];
    if (current !== undefined) editor.current.show(tab, current);
  }, [tab, text]);
  const mistakes = look?.mistakes ?? [];
  useEffect(() => {
    const own = (list, severity) => list.filter(({ at }) => at?.file === tab).map(({ at, message, help }) => ({ ...at, severity, message: help ? `${message} (${help})` : message }));
    editor.current.underline([...own(mistakes, "error"), ...own(look?.doubts ?? [], "warning")]);
  }, [look, tab]);
  const go = ({ file, start, end }) => {
    bench.live.set({ tab: file });
    requestAnimationFrame(() => editor.current.go(start, end));
  };
  const paths = Object.keys(state.files);
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = paths[(paths.indexOf(tab) + by + paths.length) % paths.length];
    bench.live.set({ tab: next });
    requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
  };
  const addable = Object.keys(EMPTY_FILES).filter((path) => !(path in state.files));
  return html`<section class="text card" aria-labelledby="text-title">
    <div class="head"><h2 id="text-title">Text</h2>
      <${Menu} label="Files"><ul class="list">
        <li><${OpenFile} bench=${bench} label="Add a roster (.csv) or script (.rhai)…" /></li>
        ${addable.map((path) => html`<li key=${path}><button type="button" data-closes class="tile" onClick=${() => bench.addFiles({ [path]: EMPTY_FILES[path] })}>New, empty ${path}</button></li>`)}
        ${paths.filter((path) => path !== state.main).map((path) => html`<li key=${path}><button type="button" data-closes class="tile" onClick=${() => bench.removeFile(path)}>Remove ${path}</button></li>`)}</ul></${Menu}></div>
    <div class="tabs" role="tablist" aria-label="Files" onKeyDown=${move}>
      ${paths.map((path) => html`<button key=${path} type="button" role="tab" id=${`tab-${path}`} aria-selected=${path === tab} aria-controls="editor" tabindex=${path === tab ? 0 : -1}
        onClick=${() => bench.live.set({ tab: path })}>${path}${mistakes.some(({ at }) => at?.file === path) ? html`<span class="dot"><span class="sr"> has mistakes</span></span>` : ""}</button>`)}
    </div>
    <div id="editor" role="tabpanel" aria-labelledby=${`tab-${tab}`} class="editor" ref=${place}></div>
    <p class="doc">${doc || html`<span class="faint">Ctrl+Space proposes keys and words; what the key on this line means stands here.</span>`}</p>
    ${mistakes.length > 0 && html`<div class="wrong"><${Mistakes} list=${mistakes} go=${go} /></div>`}
  </section>`;
}
