// The module in Node: how to ask it, for the build and for tests. By itself it says how large a module is, and fails if it wants
// anything of its page.
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

/** A new instance: `ask` answers a request, and throws what a refusal says. */
export class Module {
  constructor(exports) {
    this.exports = exports;
  }

  static async of(compiled) {
    return new Module((await WebAssembly.instantiate(compiled, {})).exports);
  }

  taken(packed) {
    const whole = BigInt.asUintN(64, packed);
    const [place, length] = [Number(whole >> 32n), Number(whole & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, place, length));
    this.exports.release(place, length);
    return text;
  }

  /** The answer to a text. */
  text(request) {
    const bytes = new TextEncoder().encode(request);
    const place = this.exports.allocate(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    return this.taken(this.exports.ask(place, bytes.length));
  }

  ask(request) {
    const answer = JSON.parse(this.text(JSON.stringify(request)));
    if (answer.ok === undefined) throw new Error(`${request.do}: ${answer.mistakes.map((mistake) => mistake.message).join("; ")}`);
    return answer.ok;
  }

  /** The last words of an instance that has trapped. */
  lastWords() {
    return this.taken(this.exports.trapped());
  }
}

/** The compiled module of a file. */
export async function compiled(path) {
  const module = await WebAssembly.compile(await readFile(path));
  const imports = WebAssembly.Module.imports(module).map((wanted) => `${wanted.module}.${wanted.name}`);
  if (imports.length > 0) throw new Error(`${path} wants ${imports.join(", ")}`);
  return module;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path] = process.argv.slice(2);
  const bytes = await readFile(path);
  const module = await Module.of(await compiled(path));
  const { version, commit } = module.ask({ do: "hello" });
  const about = `${version}${commit ? `, commit ${commit}` : ""}`;
  console.log(`${path}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed by gzip; ${about}; no imports`);
}
