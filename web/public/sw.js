// Lets the client open without a network: what was loaded once is kept, and the server is always asked first.
// Nothing of the API is ever kept; what a match looks like, only the server knows.
const CACHE = "parlour-1";
const SHELL = "/index.html";
const MOST_ASSETS = 200; // of this and earlier versions; the oldest go first

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(page(new Request("/")));
});

addEventListener("activate", (event) => {
  event.waitUntil(forgetOldCaches().then(() => clients.claim()));
});

/** The page tells what it has loaded, part of it before this was there. */
addEventListener("message", (event) => {
  const assets = event.data.filter((url) => new URL(url).pathname.startsWith("/assets/"));
  event.waitUntil(Promise.allSettled(assets.map((url) => asset(new Request(url)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (isOfShell(url.pathname)) event.respondWith(fresh(request));
});

function isOfShell(path) {
  return path === "/manifest.webmanifest" || /^\/[a-z0-9-]*icon[a-z0-9-]*\.(svg|png)$/.test(path);
}

/** A page: from the server, or without it the one document that shows every page. */
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html"))
      await cache.put(SHELL, answer.clone());
    const isDown = answer.status >= 502 && answer.status <= 504; // what stands before the server says so
    return (isDown && (await cache.match(SHELL))) || answer;
  } catch (failure) {
    const kept = await cache.match(SHELL);
    if (kept) return kept;
    throw failure;
  }
}

/** A file whose name changes with its content: once kept, it is right for ever. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true }); // whoever asked for it first
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await tidy(cache);
  }
  return answer;
}

/** A file that may change: as the server has it now, or as it was. */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (failure) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw failure;
  }
}

async function tidy(cache) {
  const assets = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  for (const old of assets.slice(0, Math.max(0, assets.length - MOST_ASSETS))) await cache.delete(old);
}

async function forgetOldCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("parlour-") && name !== CACHE).map((name) => caches.delete(name)),
  );
}
