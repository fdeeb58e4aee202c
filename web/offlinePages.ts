// Writes pages.json, the list of files that the service worker caches at once: every page of the client, without boards.
import type { Plugin } from "vite";

export function offlinePages(): Plugin {
  return {
    name: "offline-pages",
    apply: "build",
    generateBundle(_, bundle) {
      const needed = new Set<string>();
      const add = (name: string) => {
        const chunk = bundle[name];
        if (!chunk || needed.has(name)) return;
        needed.add(name);
        if (chunk.type === "chunk") for (const other of [...chunk.imports, ...cssOf(chunk)]) add(other);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        const isPage = chunk.type === "chunk" && /\/src\/routes\/[^/]+\.svelte$/.test(chunk.facadeModuleId ?? "");
        if (isPage || (chunk.type === "chunk" && chunk.isEntry) || name.endsWith(".woff2")) add(name);
      }
      const files = JSON.stringify([...needed].map((name) => `/${name}`));
      this.emitFile({ type: "asset", fileName: "pages.json", source: files });
    },
  };
}

function cssOf(chunk: object): string[] {
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss: Set<string> } };
  return [...(viteMetadata?.importedCss ?? [])];
}
