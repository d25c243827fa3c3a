// The one door through which texts become markup or the address of a script, where the browser has such doors (Trusted Types).

const plain = { createHTML: (text) => text, createScriptURL: (text) => text };

/** Markup comes from the module alone, which escapes whatever a scenario says; addresses of scripts come from the build. */
export const trusted = globalThis.trustedTypes?.createPolicy("workbench", plain) ?? plain;
