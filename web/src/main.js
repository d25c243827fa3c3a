// The start of the page.
import { render } from "preact";
import { App } from "./app.js";
import { Bench } from "./bench.js";
import { html } from "./html.js";

const bench = new Bench();
// For tests, and for whoever looks at the page with the tools of a browser.
globalThis.workbench = bench;
render(html`<${App} bench=${bench} />`, document.getElementById("workbench"));
bench.start();
