// One instance of the module in a worker: a request comes in, its answer goes out. What traps is told and then never asked again.

const TRAP = "the simulator has trapped";
const texts = { encode: new TextEncoder(), decode: new TextDecoder() };
let module = null;

/** The text that the module has returned as the place and the length of its bytes, which are given back. */
function taken(packed) {
  const place = Number(packed >> 32n);
  const length = Number(packed & 0xffffffffn);
  const text = texts.decode.decode(new Uint8Array(module.memory.buffer, place, length));
  module.release(place, length);
  return text;
}

function ask(request) {
  const bytes = texts.encode.encode(JSON.stringify(request));
  const place = module.allocate(bytes.length);
  new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
  return taken(BigInt.asUintN(64, module.ask(place, bytes.length)));
}

/** What is known of a trap: the answer that the module noted, or what the engine of WebAssembly says. */
function lastWords(error) {
  try {
    const noted = taken(BigInt.asUintN(64, module.trapped()));
    const answer = noted ? JSON.parse(noted) : {};
    if (answer.mistakes) return { mistakes: answer.mistakes };
    if (answer.trap) return { trap: answer.place ? `${answer.trap} (${answer.place})` : answer.trap };
  } catch {
    // A module without memory cannot say anything.
  }
  return { trap: `${TRAP}: ${error.message}` };
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    module = (await WebAssembly.instantiate(data.module, {})).exports;
    return;
  }
  const began = performance.now();
  let answer;
  let over = false;
  try {
    answer = JSON.parse(ask(data.request));
  } catch (error) {
    over = true;
    answer = lastWords(error);
  }
  self.postMessage({ id: data.id, answer, over, took: performance.now() - began, memory: module?.memory.buffer.byteLength ?? 0 });
};
