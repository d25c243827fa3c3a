// Where a value stands in a text, and where a new one goes. The places of values that are there come from the simulator; what is done
// here keeps every other letter of the file, its comments too.

const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
const isBare = (text) => /^[+-]?\d+(\.\d+)?$/.test(text);
const inQuotes = ["word", "text", "dice", "id", "name"];

/** A value as TOML, for a key of a type; `before` is what stands there now, if anything does. */
export function spelled(value, type, before = null) {
  if (before !== null && /^["']/.test(before)) return quoted(value);
  if (inQuotes.includes(type)) return quoted(value);
  if ((type === "whole number or dice" || type === "word or another value" || type === "one value or a list") && !isBare(value)) {
    return quoted(value);
  }
  return value;
}

const cell = (value) => (/[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const splice = (text, start, end, put) => text.slice(0, start) + put + text.slice(end);

/** The keys directly below a path that stand in a file, in the order of the file. */
const standing = (keys, parent, file) =>
  keys.filter(({ path, at }) => at?.file === file && path.startsWith(`${parent}.`) && !path.slice(parent.length + 1).includes("."))
    .sort((one, other) => one.at.start - other.at.start);

/** A place for a key that does not stand in the text yet: what is put where, and where the value is in it. */
function room(text, keys, main, path, value) {
  const parts = path.split(".");
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const siblings = standing(keys, parts.slice(0, length).join("."), main);
    const last = siblings.findLast(({ at }) => /^[ \t]*[\w."'-]+[ \t]*=[ \t]*$/.test(text.slice(text.lastIndexOf("\n", at.start - 1) + 1, at.start)))
      ?? siblings.at(-1);
    if (!last) continue;
    const key = parts.slice(length).join(".");
    const lineStart = text.lastIndexOf("\n", last.at.start - 1) + 1;
    const before = text.slice(lineStart, last.at.start);
    if (/^[ \t]*[\w."'-]+[ \t]*=[ \t]*$/.test(before)) {
      const lineEnd = text.indexOf("\n", last.at.end);
      const at = lineEnd < 0 ? text.length : lineEnd;
      const indent = before.match(/^[ \t]*/)[0];
      const put = `\n${indent}${key} = `;
      return { at, put: put + value, value: at + put.length };
    }
    const put = `, ${key} = `;
    return { at: last.at.end, put: put + value, value: last.at.end + put.length };
  }
  const key = parts.slice(1).join(".");
  const header = text.match(new RegExp(`^\\[${parts[0]}\\][ \\t]*(#.*)?$`, "m"));
  if (header) {
    const at = header.index + header[0].length;
    const put = `\n${key} = `;
    return { at, put: put + value, value: at + put.length };
  }
  if (parts.length < 2) return null;
  const first = text.match(/^\[/m);
  const at = first ? first.index : text.length;
  const put = `[${parts[0]}]\n${key} = `;
  return { at, put: `${put}${value}\n\n`, value: at + put.length };
}

/**
 * A key gets a value: `{ files, keys }` with the changed text, and the keys with their places in it. `null` if there is no place for it.
 * `keys` are those of a look at the same files.
 */
export function withValue(files, main, keys, path, value) {
  const key = keys.find((candidate) => candidate.path === path);
  if (!key || key.fixed) return null;
  const file = key.at?.file ?? main;
  const text = files[file];
  if (text === undefined) return null;
  const isTable = file.endsWith(".csv");
  const before = key.at ? text.slice(key.at.start, key.at.end) : null;
  const put = isTable ? cell(value) : spelled(value, key.type, before);
  const place = key.at
    ? { at: key.at.start, end: key.at.end, put, value: key.at.start }
    : room(text, keys, main, path, put);
  if (!place) return null;
  const end = place.end ?? place.at;
  const moved = place.put.length - (end - place.at);
  const shifted = (at) => (at.file === file && at.start >= end ? { ...at, start: at.start + moved, end: at.end + moved } : at);
  const after = keys.map((candidate) => {
    if (candidate === key) {
      const at = { file, start: place.value, end: place.value + put.length };
      return { ...candidate, text: value, given: true, at };
    }
    return candidate.at ? { ...candidate, at: shifted(candidate.at) } : candidate;
  });
  return { files: { ...files, [file]: splice(text, place.at, end, place.put) }, keys: after };
}

/** What the cursor is in, line by line from the top: the table, and the key whose value is being written. */
export function contextAt(text, offset) {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.slice(lineStart);
  let table = [];
  for (const [, , name] of before.slice(0, lineStart).matchAll(/^[ \t]*(\[\[?)[ \t]*([\w.-]+)[ \t]*\]/gm)) table = name.split(".");
  const header = line.match(/^[ \t]*(\[\[?)[ \t]*([\w.-]*)$/);
  if (header) return { kind: "table", from: offset - header[2].length, word: header[2], table: [] };
  if (/^[^"']*#/.test(line)) return null;
  // Inside of inline tables the innermost open brace counts.
  const open = innermost(line);
  const part = line.slice(open.start);
  const path = [...table, ...open.path];
  const value = part.match(/^[ \t]*([\w.-]+)[ \t]*=[ \t]*(\[[^\]]*?)?(["']?)([^"'\n,]*)$/);
  if (value) {
    const word = value[4].replace(/^[ \t]+/, "");
    return { kind: "value", from: offset - word.length, word, quote: value[3], table: path, key: value[1].split("."), isList: Boolean(value[2]) };
  }
  const key = part.match(/^[ \t]*([\w.-]*)$/);
  if (key) {
    const parts = key[1].split(".");
    const word = parts.pop();
    return { kind: "key", from: offset - word.length, word, table: [...path, ...parts], used: [] };
  }
  return null;
}

/** Where the innermost open inline table of a line begins, and the keys that lead to it. */
function innermost(line) {
  const path = [];
  const starts = [0];
  let isQuoted = null;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (isQuoted) {
      if (letter === isQuoted) isQuoted = null;
    } else if (letter === '"' || letter === "'") isQuoted = letter;
    else if (letter === "{") {
      const key = line.slice(starts.at(-1), at).match(/([\w.-]+)[ \t]*=[ \t]*\[?[ \t]*$/);
      path.push(key ? key[1].split(".") : []);
      starts.push(at + 1);
    } else if (letter === "}") {
      path.pop();
      if (starts.length > 1) starts.pop();
    } else if (letter === "," && starts.length > 1) starts[starts.length - 1] = at + 1;
  }
  return { start: starts.at(-1), path: path.flat() };
}

/** The path of the key on the line of the cursor, as the list of keys has it: without the names of list entries. */
export function keyAt(text, offset) {
  const end = text.indexOf("\n", offset);
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(start, end < 0 ? text.length : end);
  const key = line.match(/^[ \t]*([\w.-]+)[ \t]*=/);
  if (!key) return null;
  const context = contextAt(text, start);
  return context ? [...context.table, ...key[1].split(".")] : null;
}
