// Lets the client open offline: all pages, and the rules and lessons that were opened before. The server is asked first
// where something can have changed. Of the API only what is the same for everyone is cached: games, pictures and lessons.
const CACHE = "parlour-1";
const SHELL = "/index.html";
const PAGES = "/pages.json"; // written by the build: the files of all pages, without boards
const TEACHING = /^\/api\/games(\/[^/]+(\/(lessons|pictures))?)?$/;
const LESSON = /^\/api\/games\/[^/]+\/lessons\/\d+$/;
const MAX_ASSETS = 200; // of this and earlier versions; the oldest go first

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(Promise.all([page(new Request("/")), cachePages()]));
});

addEventListener("activate", (event) => {
  event.waitUntil(forgetOldCaches().then(() => clients.claim()));
});

/** The page sends what it has loaded: part of it came before this worker was active. */
addEventListener("message", (event) => {
  const assets = event.data.filter((url) => new URL(url).pathname.startsWith("/assets/"));
  event.waitUntil(Promise.allSettled(assets.map((url) => asset(new Request(url)))));
});

/** A notification leads to its page: in a tab of Parlour if there is one. */
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && LESSON.test(url.pathname)) event.respondWith(lesson(request));
  if (request.method !== "GET") return;
  if (TEACHING.test(url.pathname)) event.respondWith(fresh(request));
  if (url.pathname.startsWith("/api")) return;
  if (url.pathname.startsWith("/embed/")) return; // a page of its own, for frames of other sites
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (isShellFile(url.pathname)) event.respondWith(fresh(request));
});

async function open(path) {
  const [tab] = await clients.matchAll({ type: "window" });
  if (!tab) return clients.openWindow(path);
  await tab.focus();
  return tab.navigate(path);
}

function isShellFile(path) {
  return path === "/manifest.webmanifest" || /^\/[a-z0-9-]*icon[a-z0-9-]*\.(svg|png)$/.test(path);
}

/** A page: from the server, or offline the one document that shows every page. */
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html"))
      await cache.put(SHELL, answer.clone());
    const isDown = answer.status >= 502 && answer.status <= 504; // as the proxy in front of the server says
    return (isDown && (await cache.match(SHELL))) || answer;
  } catch (failure) {
    const cached = await cache.match(SHELL);
    if (cached) return cached;
    throw failure;
  }
}

/** A file whose name changes with its content: once cached, it never changes. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await trim(cache);
  }
  return answer;
}

/** A file that may change: from the server, or offline as it was cached. */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (failure) {
    const cached = await cache.match(request);
    if (cached) return cached;
    throw failure;
  }
}

/** A step of a lesson: the same actions always lead to the same scene. */
async function lesson(request) {
  const cache = await caches.open(CACHE);
  const key = `${request.url}?${encodeURIComponent(await request.clone().text())}`;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (failure) {
    const cached = await cache.match(key);
    if (cached) return cached;
    throw failure;
  }
}

/** Cache the files of all pages, so that each can say what it knows without a server. */
async function cachePages() {
  const answer = await fetch(PAGES).catch(() => null);
  const files = answer?.ok ? await answer.json() : [];
  await Promise.allSettled(files.map((file) => asset(new Request(file))));
}

async function trim(cache) {
  const assets = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  for (const old of assets.slice(0, Math.max(0, assets.length - MAX_ASSETS))) await cache.delete(old);
}

async function forgetOldCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("parlour-") && name !== CACHE).map((name) => caches.delete(name)),
  );
}
