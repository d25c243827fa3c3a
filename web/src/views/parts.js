// Small parts that several views have.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { trusted } from "../trusted.js";

/** The value of a store, with a new drawing when it changes. */
export function useStore(store) {
  const [value, setValue] = useState(store.value);
  useEffect(() => store.listen(setValue), [store]);
  return value;
}

/** Markup of the module in a tree of its own, so that its style stays there. */
export function Fragment({ markup, style, label }) {
  const element = useRef(null);
  useEffect(() => {
    const root = element.current.shadowRoot ?? element.current.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${style.replaceAll(":root", ":host")}\n:host{display:block;overflow-wrap:anywhere}`);
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = trusted.createHTML(markup);
  }, [markup, style]);
  return html`<div ref=${element} class="fragment" role="group" aria-label=${label}></div>`;
}

/** Mistakes as a list; those that have a place lead there. */
export function Mistakes({ list, go }) {
  return html`<ul class="mistakes">
    ${list.slice(0, 50).map((mistake, index) => html`<li key=${index}>
      ${mistake.at && go ? html`<button type="button" class="plain" onClick=${() => go(mistake.at)}>${placeOf(mistake)}</button> ` : mistake.line ? html`<b>${placeOf(mistake)}</b> ` : ""}
      <span>${mistake.message}</span>
      ${mistake.help && html`<span class="help">${mistake.help}</span>`}
    </li>`)}
    ${list.length > 50 && html`<li>and ${list.length - 50} more</li>`}
  </ul>`;
}

function placeOf({ line, file, at }) {
  const name = file ?? at?.file;
  if (line === undefined || line === null) return name ?? "in the text";
  return `${name && !name.endsWith(".toml") ? `${name}, ` : ""}line ${line}`;
}

/** A file that the browser saves. */
export function save(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A button that shows a panel below itself; Escape and a click elsewhere close it. */
export function Menu({ label, children, disabled }) {
  const [isOpen, setOpen] = useState(false);
  const element = useRef(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const outside = (event) => !element.current.contains(event.target) && setOpen(false);
    const escape = (event) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      element.current.querySelector("button").focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", escape);
    };
  }, [isOpen]);
  return html`<div class="menu" ref=${element}>
    <button type="button" aria-expanded=${isOpen} disabled=${disabled} onClick=${() => setOpen(!isOpen)}>${label}</button>
    ${isOpen && html`<div class="panel" onClick=${(event) => event.target.closest("button[data-closes]") && setOpen(false)}>${children}</div>`}
  </div>`;
}
