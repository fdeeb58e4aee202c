// Notifications of the device while Parlour is open in the background. They are asked for in the settings, and are of
// this browser, like the permission that they need.
import type { RunningMatch } from "../wire";

const KEY = "parlour.notify";

/** Whether this browser can show notifications at all. */
export function canNotify(): boolean {
  return "Notification" in globalThis;
}

/** Whether they are wanted and allowed. */
export function isNotifying(): boolean {
  return canNotify() && Notification.permission === "granted" && localStorage.getItem(KEY) === "yes";
}

/** Turn them on or off; returns whether they are on. The browser asks the visitor once. */
export async function setNotifying(isWanted: boolean): Promise<boolean> {
  if (isWanted && canNotify()) await Notification.requestPermission();
  localStorage.setItem(KEY, isWanted ? "yes" : "no");
  return isNotifying();
}

/** Notify that it is the visitor's turn, unless they are looking. */
export function notifyTurn({ match, names, seat }: RunningMatch): void {
  void show("Your turn", `${names[1 - seat]} has moved.`, `/match/${match}`);
}

/** Notify what happened to a challenge, unless the visitor is looking. */
export function notifyChallenge(message: string): void {
  void show("Challenge", message, "/matches");
}

async function show(title: string, body: string, path: string): Promise<void> {
  if (!document.hidden || !isNotifying()) return;
  const options = { body, tag: path, data: path, icon: "/icon-192.png" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options); // phones allow no other way
  const shown = new Notification(title, options);
  shown.onclick = () => {
    focus();
    location.assign(path);
  };
}
