import { mount } from "svelte";

import "./fonts/fonts.css";
import "./app.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) void workOffline().catch(() => {}); // everything works without it too

/** Let the service worker cache what was loaded, so that Parlour opens offline. */
async function workOffline(): Promise<void> {
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = new PerformanceObserver((list) => active!.postMessage(list.getEntries().map(({ name }) => name)));
  loaded.observe({ type: "resource", buffered: true });
}
