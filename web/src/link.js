// The state in the fragment of an address: "#1." and JSON, compressed by deflate, in base64url.

const VERSION = "1.";
/** Bytes that a fragment may unpack to: a small one could otherwise fill the memory. */
const BYTES_MAX = 8 << 20;

const toBase64Url = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const fromBase64Url = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function unpacked(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > BYTES_MAX) {
      await reader.cancel();
      throw new Error("it unpacks to too much");
    }
    parts.push(value);
  }
  return new Blob(parts).text();
}

const isText = (value) => typeof value === "string";
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

function filesOf(value, what) {
  if (!isRecord(value) || !Object.values(value).every(isText)) throw new Error(`${what} are not texts`);
  return { ...value };
}

/** What of a state goes into a link. Files of the reference are left out where they are the same. */
function shared({ files, main, pins, reference, seed, encounters }) {
  const differing = reference && Object.fromEntries(Object.entries(reference.files).filter(([path, text]) => files[path] !== text));
  const lost = reference ? Object.keys(files).filter((path) => !(path in reference.files)) : [];
  return { files, main, pins, seed, encounters, reference: reference && { main: reference.main, files: differing, without: lost } };
}

/** The fragment for a state. */
export async function fragmentOf(state) {
  const bytes = new Blob([JSON.stringify(shared(state))]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#${VERSION}${toBase64Url(new Uint8Array(await new Response(bytes).arrayBuffer()))}`;
}

/** The state of a fragment. Throws if it is none: whatever stands there may be from a stranger, and every part of it is checked. */
export async function stateOf(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text.startsWith(VERSION)) throw new Error("it is of another version, or no link of this page");
  const value = JSON.parse(await unpacked(fromBase64Url(text.slice(VERSION.length))));
  if (!isRecord(value)) throw new Error("it holds no state");
  const files = filesOf(value.files, "its files");
  if (!isText(value.main) || !Object.hasOwn(files, value.main)) throw new Error("its scenario is missing");
  const pins = Array.isArray(value.pins) ? value.pins.filter(isText).slice(0, 100) : [];
  const seed = isWhole(value.seed, 0, Number.MAX_SAFE_INTEGER) ? value.seed : 1;
  const encounters = isWhole(value.encounters, 1, 100_000_000) ? value.encounters : 100_000;
  let reference = null;
  if (isRecord(value.reference)) {
    const without = Array.isArray(value.reference.without) ? value.reference.without : [];
    const same = Object.fromEntries(Object.entries(files).filter(([path]) => !without.includes(path)));
    const texts = { ...same, ...filesOf(value.reference.files ?? {}, "the files of its reference") };
    const main = value.reference.main;
    if (isText(main) && Object.hasOwn(texts, main)) reference = { files: texts, main };
  }
  return { files, main: value.main, pins, seed, encounters, reference };
}
