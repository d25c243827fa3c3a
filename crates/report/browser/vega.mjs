// Holds specifications against the schema that Vega-Lite publishes: node vega.mjs SPEC.json…
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import Ajv from "ajv";

const require = createRequire(import.meta.url);
const schema = JSON.parse(readFileSync(require.resolve("vega-lite/build/vega-lite-schema.json"), "utf8"));
const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false, logger: false });
const validate = ajv.compile(schema);
let failures = 0;
for (const path of process.argv.slice(2)) {
  const spec = JSON.parse(readFileSync(path, "utf8"));
  const isFine = validate(spec);
  failures += isFine ? 0 : 1;
  console.log(`${isFine ? "fine" : "WRONG"}  ${basename(path)}: ${spec.title}`);
  if (!isFine) console.log(validate.errors.slice(0, 5));
}
process.exit(failures === 0 ? 0 : 1);
