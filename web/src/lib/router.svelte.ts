// The router: the path and query of the address.

class Router {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));
  /** The page before this one, within this site. */
  from = "";

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#onClick(event));
  }

  /** The parts of the path: "/match/abc" gives ["match", "abc"]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  /** Go to a page of this site. */
  go(path: string, { replace = false } = {}): void {
    if (!replace) this.from = location.pathname + location.search;
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  /** Follow plain clicks on links within this site without a reload. */
  #onClick(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isInternal = link && link.origin === location.origin && !link.target && !link.hasAttribute("download");
    if (!isInternal || link.getAttribute("href")!.startsWith("#") || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
