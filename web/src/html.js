// Templates: what stands in them as a value becomes a text or an attribute, never markup.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
