import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import config from "./svelte.config.js";

export default ts.config(
  { ignores: ["src/wire.ts", "node_modules"] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: config } },
  },
  {
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off", // an index that the rules guarantee
      "svelte/no-at-html-tags": "off", // the rules pages, made by our own build from our own text
      "svelte/prefer-svelte-reactivity": "off", // our sets are replaced, never changed
      "svelte/no-navigation-without-resolve": "off", // SvelteKit's
    },
  },
);
