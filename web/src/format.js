// Numbers and names as people read them.

/** Digits behind the point that an interval of this width in percent deserves. */
const digitsFor = (width) => (width >= 2 ? 1 : width >= 0.2 ? 1 : 2);

/** A share as percent. */
export const percent = (share, digits = 1) => `${(share * 100).toFixed(digits)}%`;

/** A share with its interval: `{ value, interval }`, as texts. */
export function shareText({ share, lo, hi }) {
  if (lo === undefined || lo === null) return { value: percent(share, share > 0 && share < 0.0005 ? 4 : 2), interval: "exact" };
  const digits = digitsFor((hi - lo) * 100);
  return { value: percent(share, digits), interval: `${percent(lo, digits)} to ${percent(hi, digits)}` };
}

/** A number with as many digits as its size deserves. */
export function plain(value, digits = null) {
  if (value === null || value === undefined) return "";
  if (digits !== null) return value.toFixed(digits);
  const size = Math.abs(value);
  return size >= 1000 ? value.toFixed(0) : size >= 100 ? value.toFixed(1) : size >= 1 ? value.toFixed(2) : value.toFixed(3);
}

export const count = (value) => value.toLocaleString("en-US");

/** A difference of shares in points, with its sign. */
export const points = (difference, digits = 1) => `${signed(difference * 100, digits)} points`;

export function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "\u2212" : "+"}${text}`;
}

/** A duration for people. */
export const seconds = (milliseconds) => (milliseconds < 950 ? `${Math.max(1, Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

const words = (text) => text.replaceAll("_", " ");

/** The name of a combatant, with what the page knows of the scenario. */
export function nameOf(id, look) {
  const known = look?.understood.combatants?.find((combatant) => combatant.id === id)?.name;
  if (known && known !== id) return known;
  const numbered = id.match(/^(.*)-(\d+)$/);
  const base = numbered && look?.understood.combatants?.find((combatant) => combatant.id === numbered[1])?.name;
  return base ? `${base} ${numbered[2]}` : id.replace(/^.*\//, "");
}

/** A key as people call it: `{ of, what }`, such as "The fencer" and "initiative". */
export function keyName(path, look) {
  const parts = path.split(".");
  const what = (list) => list.map(words).join(" \u203a ");
  if (parts[0] === "combatants" && parts.length > 2) return { of: nameOf(parts[1], look), what: what(parts.slice(2)) };
  if (parts[0] === "rules") return { of: "Rules", what: what(parts.slice(1)) };
  return { of: words(parts[0][0].toUpperCase() + parts[0].slice(1)), what: what(parts.slice(1)) || words(parts[0]) };
}

/** The name of a number of a comparison. */
export function quantityName(name, look) {
  const winners = { party: "The party wins", enemies: "The enemies win", draw: "A draw", timeout: "The time limit" };
  const parts = name.split(".");
  if (parts[0] === "winners") return winners[parts[1]] ?? name;
  if (name === "rounds.mean") return "Rounds of a fight";
  if (parts[0] === "combatants") return `${nameOf(parts.slice(1, -1).join("."), look)} ${ends[parts.at(-1)] ?? words(parts.at(-1))}`;
  return words(parts.slice(1).join(": "));
}

const ends = { standing: "stands at the end", fled: "flees", down: "goes down", dead: "dies" };
