// The proof of a match file, checked in the browser: the chain of its hashes, and the seed that the match was bound to
// before its first action.

/** Return in a sentence whether every line is as it was written, and the seed the one that was promised. */
export async function verifyFile(text: string): Promise<string> {
  if (!globalThis.crypto?.subtle) return "This browser can only check it over a secure connection (https).";
  const lines = text.trimEnd().split("\n");
  let previous = "0".repeat(64);
  for (const [index, line] of lines.entries()) {
    const end = line.lastIndexOf(',"hash":"');
    const hash = await sha256(`${previous}${line.slice(0, end)}}`);
    if (end < 0 || line.slice(end) !== `,"hash":"${hash}"}`) return `Line ${index + 1} was changed after the match.`;
    previous = hash;
  }
  const events = lines.map((line) => (JSON.parse(line) as { event: Record<string, string> }).event);
  const [promised, revealed] = [events[0]?.["seed_hash"], events.at(-1)?.["seed"]];
  if (revealed === undefined || promised !== (await sha256(revealed)))
    return "The seed is not the one that was promised.";
  return `Verified: ${lines.length} lines unchanged, and the shuffle is the one that was fixed before the first move.`;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
