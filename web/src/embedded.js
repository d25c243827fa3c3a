// What the build has put into the page: the module, the script of the workers and the gallery.

/** The text of a data element, or the file that it names. */
async function bytesOf(id) {
  const element = document.getElementById(id);
  if (element.dataset.src) {
    const answer = await fetch(element.dataset.src);
    if (!answer.ok) throw new Error(`${element.dataset.src}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
  const packed = Uint8Array.from(atob(element.textContent.trim()), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  // The text of the element is not needed any more, and is the largest thing on the page.
  element.remove();
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** The compiled module, and the address of the script of the workers. */
export async function loadModule() {
  const [module, worker] = await Promise.all([
    bytesOf("equipoise-wasm").then((bytes) => WebAssembly.compile(bytes)),
    bytesOf("equipoise-worker").then((bytes) => URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }))),
  ]);
  return { module, worker };
}

/** The scenarios that ship: `{ scenarios: [{ path, system, name, description, files }], texts: { path: text } }`. */
export const gallery = (() => {
  const element = document.getElementById("equipoise-gallery");
  return element && element.textContent.trim() ? JSON.parse(element.textContent) : { scenarios: [], texts: {} };
})();
