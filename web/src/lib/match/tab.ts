// The tab of a match says whose turn it is, for those who look elsewhere meanwhile.
const ICON = "/icon.svg";
const TURN_ICON = "/icon-turn.svg";

/** Set the title and the icon of the tab; the returned function sets the icon back. */
export function showTurn(isMyTurn: boolean, title: string): () => void {
  document.title = isMyTurn ? `● Your turn – ${title}` : `${title} · Parlour`;
  setIcon(isMyTurn ? TURN_ICON : ICON);
  return () => setIcon(ICON);
}

function setIcon(path: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", path);
}
