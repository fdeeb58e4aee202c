// Requests to the server over HTTP.
import type { Fault, Problem } from "../wire";

/** A request that was refused, with a message for the user. */
export class RequestRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly faults: Fault[] = [],
  ) {
    super(message);
  }
}

export function get<T>(path: string): Promise<T> {
  return request<T>("GET", path);
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return request<T>("POST", path, body);
}

/** With `keepalive` the request outlives the page, when somebody leaves it at once. */
export function put<T>(path: string, body: unknown, options: { keepalive?: boolean } = {}): Promise<T> {
  return request<T>("PUT", path, body, options);
}

export function remove<T>(path: string): Promise<T> {
  return request<T>("DELETE", path);
}

async function request<T>(method: string, path: string, body?: unknown, options: RequestInit = {}): Promise<T> {
  const init: RequestInit = { ...options, method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new RequestRefused("web/offline", "The server cannot be reached. Check your connection and try again.");
  }
  if (answer.status === 204) return undefined as T;
  const isJson = answer.headers.get("content-type")?.includes("json");
  const data: unknown = isJson ? await answer.json() : null;
  if (answer.ok && isJson) return data as T;
  const problem = data as Problem | null;
  throw new RequestRefused(
    problem?.code ?? "web/failure",
    problem?.message ?? "Something went wrong. Try again in a moment.",
    problem?.faults,
  );
}
