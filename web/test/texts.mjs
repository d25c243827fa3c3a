// Texts without a browser: where values go in a scenario, what the editor proposes, what stands in a link.
import assert from "node:assert/strict";
import { completeFrom, docOfPath } from "../src/complete.js";
import { fragmentOf, stateOf } from "../src/link.js";
import { proposedPins } from "../src/state.js";
import { contextAt, keyAt, spelled, withValue } from "../src/toml.js";

const text = `# Try: --vary rules.meter_ticks=5..=21:2 and --set 'combatants.cat.hp=3'
system = "duel"

[rules]
stakes = "spar" # a note

[[combatants]]
id = "cat"
attributes = { attack = 10 }

[[combatants]]
id = "rat"
`;
const at = (word, from = 0, file = "a.toml") => ({ file, start: text.indexOf(word, from), end: text.indexOf(word, from) + word.length });
const keys = [
  { path: "rules.stakes", type: "word", at: at('"spar"') },
  { path: "rules.meter_ticks", type: "whole number" },
  { path: "combatants.cat.id", type: "id", at: at('"cat"') },
  { path: "combatants.cat.initiative", type: "whole number" },
  { path: "combatants.cat.attributes.attack", type: "whole number", at: at("10") },
  { path: "combatants.cat.attributes.reflex", type: "whole number" },
  { path: "combatants.rat.id", type: "id", at: at('"rat"') },
  { path: "combatants.rat.policy", type: "word" },
  { path: "combatants.rat.attributes.attack", type: "whole number" },
  { path: "zones.pit.capacity", type: "whole number", fixed: true },
];
const written = (path, value) => withValue({ "a.toml": text }, "a.toml", keys, path, value)?.files["a.toml"];

// A value that stands there is replaced, and nothing else is touched.
assert.equal(written("rules.stakes", "death"), text.replace('"spar"', '"death"'));
assert.equal(written("combatants.cat.attributes.attack", "7"), text.replace("attack = 10", "attack = 7"));
// A new one goes behind its siblings.
assert.equal(written("rules.meter_ticks", "13"), text.replace("# a note\n", "# a note\nmeter_ticks = 13\n"));
assert.equal(written("combatants.rat.policy", "wary"), text.replace('id = "rat"\n', 'id = "rat"\npolicy = "wary"\n'));
assert.equal(written("combatants.cat.initiative", "3"), text.replace('id = "cat"\n', 'id = "cat"\ninitiative = 3\n'));
assert.equal(written("combatants.cat.attributes.reflex", "3"), text.replace("attack = 10 }", "attack = 10, reflex = 3 }"));
assert.equal(written("combatants.rat.attributes.attack", "3"), text.replace('id = "rat"\n', 'id = "rat"\nattributes.attack = 3\n'));
assert.equal(written("zones.pit.capacity", "3"), undefined);
// Places behind a change move with it, so that the next one is right.
const twice = withValue({ "a.toml": text }, "a.toml", keys, "rules.meter_ticks", "13");
const again = withValue(twice.files, "a.toml", twice.keys, "rules.meter_ticks", "5");
const last = withValue(again.files, "a.toml", again.keys, "combatants.cat.attributes.attack", "1").files["a.toml"];
assert.equal(last, text.replace("# a note\n", "# a note\nmeter_ticks = 5\n").replace("attack = 10", "attack = 1"));
// A table that is not there is begun before the first one.
const bare = 'system = "duel"\n[[combatants]]\nid = "a"\n';
assert.equal(withValue({ "a.toml": bare }, "a.toml", [{ path: "rules.x", type: "whole number" }], "rules.x", "1").files["a.toml"], 'system = "duel"\n[rules]\nx = 1\n\n[[combatants]]\nid = "a"\n');
// Cells of a roster.
const roster = { "a.toml": text, "r.csv": "id,traits\ncat,quick\n" };
const trait = [{ path: "t", type: "text", at: { file: "r.csv", start: 14, end: 19 } }];
assert.equal(withValue(roster, "a.toml", trait, "t", "big, bad").files["r.csv"], 'id,traits\ncat,"big, bad"\n');

assert.equal(spelled("1d6", "whole number or dice"), '"1d6"');
assert.equal(spelled("6", "whole number or dice"), "6");
assert.equal(spelled('a "b"\n', "text"), '"a \\"b\\"\\n"');
assert.equal(spelled("true", "boolean"), "true");
assert.deepEqual(proposedPins(text), ["rules.meter_ticks", "combatants.cat.hp"]);

// What the cursor is in.
const context = (before) => contextAt(before, before.length);
assert.deepEqual(context("[rules]\nme").table, ["rules"]);
assert.equal(context("[rules]\nme").word, "me");
assert.deepEqual(context('[[combatants]]\nattributes = { attack = 1, re').table, ["combatants", "attributes"]);
assert.deepEqual(context('[[combatants]]\npolicy = "be').key, ["policy"]);
assert.equal(context('[[combatants]]\npolicy = "be').word, "be");
assert.equal(context("# a comment me"), null);
assert.equal(context("[[comb").kind, "table");
assert.deepEqual(keyAt("[rules]\nmeter_ticks = 9\n", 12), ["rules", "meter_ticks"]);

// What the editor proposes.
const schema = {
  properties: {
    rules: { type: "object", properties: { meter_ticks: { type: "integer", description: "length of the meter" }, tie: { enum: ["reroll", "draw"] } } },
    combatants: { anyOf: [{ type: "array", items: { $ref: "#/$defs/combatant" } }] },
  },
  $defs: { combatant: { type: "object", properties: { policy: { oneOf: [{ const: "wary", description: "keeps away" }] } } } },
};
const proposed = (before) => completeFrom(() => schema)({ state: { doc: { toString: () => before } }, pos: before.length, explicit: true })?.options.map(({ label }) => label) ?? [];
assert.deepEqual(proposed("[rules]\nme"), ["meter_ticks", "tie"]);
assert.deepEqual(proposed("[rules]\ntie = "), ["reroll", "draw"]);
assert.deepEqual(proposed("[[combatants]]\npolicy = "), ["wary"]);
assert.deepEqual(proposed("[["), ["rules", "combatants"]);
assert.equal(docOfPath(schema, ["rules", "meter_ticks"]), "length of the meter");

// Links.
const state = { files: { "a.toml": text, "r.csv": "id\n" }, main: "a.toml", pins: ["rules.x"], seed: 7, encounters: 5000, reference: { main: "a.toml", files: { "a.toml": `${text}# before\n` } } };
assert.deepEqual(await stateOf(await fragmentOf(state)), state);
assert.deepEqual((await stateOf(await fragmentOf({ ...state, reference: null }))).reference, null);
await assert.rejects(stateOf("#1.AAAA"));
await assert.rejects(stateOf("#2.AAAA"));
console.log("fine  texts");
