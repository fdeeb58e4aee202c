import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type HttpProxy } from "vite";
// Only its types, of the key `test`: the client is built where Vitest is not installed.
import type {} from "vitest/config";

import { offlinePages } from "./offlinePages.ts";
import { rulesPages } from "./rulesPages.ts";

const server = process.env.PARLOUR_URL ?? "http://127.0.0.1:8000";

/** The server accepts its own origin only; in development the pages come from Vite. */
function asOwnPage(proxy: HttpProxy.ProxyServer): void {
  proxy.on("proxyReq", (request) => request.setHeader("origin", server));
  proxy.on("proxyReqWs", (request) => request.setHeader("origin", server));
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), rulesPages(), offlinePages()],
  ...(mode === "pieces" && { base: "./", publicDir: false }),
  build: {
    rolldownOptions: { input: mode === "pieces" ? "gallery/pieces.html" : ["index.html", "embed.html"] },
    outDir: mode === "pieces" ? "../.cache/pieces" : "../src/parlour/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy refuses inlined assets
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".", "../src/parlour/games"] }, // the games' READMEs and decks
    proxy: { "/api": { target: server, ws: true, changeOrigin: true, configure: asOwnPage } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], setupFiles: ["vitest.setup.ts"] },
}));
