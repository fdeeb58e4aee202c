// What a screen reader speaks: each sentence once, in a live region.

class Speech {
  /** For what happened. */
  polite = $state("");
  /** For refusals and low time. */
  urgent = $state("");

  say(words: string): void {
    this.polite = different(words, this.polite);
  }

  warn(words: string): void {
    this.urgent = different(words, this.urgent);
  }
}

/** A screen reader repeats a sentence only if its text changes: add an invisible space. */
function different(words: string, last: string): string {
  return words === last ? `${words}\u00a0` : words;
}

export const speech = new Speech();
