// What is spoken to those who do not see the screen: each sentence once, in a live region.

class Speech {
  /** For what happened. */
  polite = $state("");
  /** For refusals and time that runs out. */
  urgent = $state("");

  say(words: string): void {
    this.polite = different(words, this.polite);
  }

  warn(words: string): void {
    this.urgent = different(words, this.urgent);
  }
}

/** The same sentence twice is told twice only when the text changes. */
function different(words: string, last: string): string {
  return words === last ? `${words}\u00a0` : words;
}

export const speech = new Speech();
