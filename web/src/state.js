// The state of the workbench: what is in the files, what is pinned, what is compared. One history has all of it.

const HISTORY_MAX = 300;
/** Milliseconds within which changes of one kind are one step of the history. */
const COALESCE_MS = 800;

export const EMPTY = {
  files: {},
  main: null,
  pins: [],
  /** The version that is compared with: `{ files, main }`. */
  reference: null,
  seed: 1,
  encounters: 100_000,
};

/** A value that others are told of when it changes. */
export class Store {
  constructor(value) {
    this.value = value;
    this.listeners = new Set();
  }

  set(change) {
    this.value = { ...this.value, ...change };
    this.listeners.forEach((listener) => listener(this.value));
  }

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** A store with undo and redo. */
export class History extends Store {
  constructor(value) {
    super(value);
    this.past = [];
    this.future = [];
    this.last = { kind: null, at: 0 };
  }

  /** Changes the state. Changes of the same kind in quick succession, such as those of one drag, are undone together. */
  change(change, kind = null) {
    const now = performance.now();
    const isSame = kind !== null && kind === this.last.kind && now - this.last.at < COALESCE_MS;
    if (!isSame) {
      this.past.push(this.value);
      if (this.past.length > HISTORY_MAX) this.past.shift();
    }
    this.future = [];
    this.last = { kind, at: now };
    this.set(change);
  }

  /** Begins anew: what was before is forgotten. */
  reset(value) {
    this.past = [];
    this.future = [];
    this.last = { kind: null, at: 0 };
    this.set(value);
  }

  undo() {
    this.move(this.past, this.future);
  }

  redo() {
    this.move(this.future, this.past);
  }

  move(from, to) {
    if (from.length === 0) return;
    to.push(this.value);
    this.last = { kind: null, at: 0 };
    this.set(from.pop());
  }
}

/** Whether two versions have the same texts. */
export function isSameVersion(one, other) {
  const paths = Object.keys(one.files);
  return one.main === other.main && paths.length === Object.keys(other.files).length && paths.every((path) => one.files[path] === other.files[path]);
}

/** Paths that the comments of a scenario propose to change: `--vary PATH=` and `--set PATH=`. */
export function proposedPins(text) {
  return [...new Set([...text.matchAll(/^#.*$/gm)].flatMap(([line]) => [...line.matchAll(/--(?:vary|set)\s+'?([\w.-]+)=/g)].map(([, path]) => path)))];
}
