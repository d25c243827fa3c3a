// What the editor proposes: keys and words out of the JSON Schema of the system.
import { contextAt } from "./toml.js";

/** The parts of a schema that may describe a value: alternatives and references are followed. */
function* alternatives(schema, root, depth = 0) {
  if (!schema || typeof schema !== "object" || depth > 12) return;
  yield schema;
  if (schema.$ref?.startsWith("#/")) {
    const named = schema.$ref.slice(2).split("/").reduce((node, name) => node?.[name], root);
    yield* alternatives(named, root, depth + 1);
  }
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf]) {
    for (const part of list ?? []) yield* alternatives(part, root, depth + 1);
  }
  // A list of tables is written table by table.
  if (schema.items) yield* alternatives(schema.items, root, depth + 1);
}

/** The schemas of the keys of what a path leads to, by name. */
function keysBelow(root, path) {
  let nodes = [...alternatives(root, root)];
  for (const name of path) {
    nodes = nodes.flatMap((node) => [...alternatives(node.properties?.[name] ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : null), root)]);
  }
  return { nodes, keys: Object.assign({}, ...nodes.map((node) => node.properties ?? {})) };
}

const isTable = (schema, root) => [...alternatives(schema, root)].some((node) => node.type === "object" || node.properties);
const isListOfTables = (schema, root) => [...alternatives(schema, root)].some((node) => node.type === "array" && isTable(node.items, root));

function docOf(schema, root) {
  return [...alternatives(schema, root)].map((node) => node.description).find(Boolean) ?? "";
}

/** What a key means; empty if the schema does not say. */
export function docOfPath(root, path) {
  const { keys } = keysBelow(root, path.slice(0, -1));
  const schema = keys[path.at(-1)];
  return schema ? docOf(schema, root) : "";
}

/** The words that a value may be. */
function wordsOf(nodes) {
  const words = new Map();
  for (const node of nodes) {
    const list = [...(node.enum ?? []), ...(node.const === undefined ? [] : [node.const])];
    for (const word of list) words.set(word, node.const === undefined ? "" : node.description ?? "");
    if (node.type === "boolean") [true, false].forEach((word) => words.set(word, ""));
    for (const word of node.examples ?? []) words.set(word, "");
  }
  return [...words].filter(([word]) => ["string", "boolean", "number"].includes(typeof word));
}

/** A source of completions for CodeMirror; `schema` returns the schema of the system, or nothing. */
export const completeFrom = (schema) => (context) => {
  const root = schema();
  const text = context.state.doc.toString();
  const found = root && contextAt(text, context.pos);
  if (!found || (!context.explicit && found.word === "" && found.kind !== "value")) return null;
  const options = proposals(root, found);
  return options.length > 0 ? { from: found.from, options, validFor: /^[\w.-]*$/ } : null;
};

function proposals(root, found) {
  if (found.kind === "table") {
    return tables(root).map(({ name, doc }) => ({ label: name, info: doc || undefined, type: "class" }));
  }
  if (found.kind === "key") {
    const { keys } = keysBelow(root, found.table);
    return Object.entries(keys).filter(([, schema]) => !isListOfTables(schema, root)).map(([name, schema]) => ({
      label: name,
      apply: `${name} = `,
      info: docOf(schema, root) || undefined,
      type: "property",
    }));
  }
  const { nodes } = keysBelow(root, [...found.table, ...found.key]);
  return wordsOf(nodes).map(([word, doc]) => ({
    label: String(word),
    apply: typeof word === "string" && !found.quote ? JSON.stringify(word) : String(word),
    info: doc || undefined,
    type: "enum",
  }));
}

/** The tables of a schema, to two levels. */
function tables(root) {
  const found = [];
  const walk = (path, depth) => {
    for (const [name, schema] of Object.entries(keysBelow(root, path).keys)) {
      if (!isTable(schema, root)) continue;
      found.push({ name: [...path, name].join("."), doc: docOf(schema, root) });
      if (depth > 0) walk([...path, name], depth - 1);
    }
  };
  walk([], 1);
  return found;
}
