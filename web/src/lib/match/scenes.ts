// An update of a match, cut into scenes: each is one thing that happened, with the table as it looks meanwhile.
import type { EventView, Happening, Table } from "../../wire";
import type { GameClient } from "../gameClient";
import { beatOf } from "./beats";

export interface Scene {
  /** The table after the update. */
  table: Table;
  /** What the board shows meanwhile. */
  view: unknown;
  /** The events with what is told of them so far. */
  events: EventView[];
  /** The happenings of this scene. */
  happened: Happening[];
  /** What is said. */
  sentences: string[];
  /** How long it is shown at normal speed. */
  ms: number;
}

type Client = GameClient<unknown>;

/** Cut an update into scenes, in the order in which things happened; none where nothing did. */
export function scenesOf(events: EventView[], table: Table, before: unknown, client: Client): Scene[] {
  const groups = events.flatMap((event) => groupsOf(event, client).map((happened) => ({ event, happened })));
  return groups.map(({ event, happened }, index) => {
    const coming = groups.slice(index + 1).flatMap((group) => group.happened);
    const done = groups.slice(0, index + 1).flatMap((group) => group.happened);
    const isMeanwhile = coming.length > 0 && client.meanwhile && before && table.view;
    const told = event.happenings.indexOf(happened.at(-1)!) + 1;
    return {
      table,
      view: isMeanwhile ? client.meanwhile!(table.view, coming, before, done) : table.view,
      events: [{ ...event, happenings: event.happenings.slice(0, told) }],
      happened,
      sentences: happened.map(({ message }) => message),
      ms: Math.max(...happened.map(({ kind }) => beatOf(kind, client))),
    };
  });
}

/** Group what is shown together: happenings of one kind, and those without a beat of their own. */
function groupsOf({ happenings }: EventView, client: Client): Happening[][] {
  const groups: Happening[][] = [];
  for (const happening of happenings) {
    const group = groups.at(-1);
    const isTogether = group?.at(-1)!.kind === happening.kind || !beatOf(happening.kind, client);
    if (group && isTogether) group.push(happening);
    else groups.push([happening]);
  }
  return groups;
}

/** Join scenes into one that shows the end of them: what happened is that of the last update among them. */
export function joined(scenes: Scene[]): Scene {
  const last = scenes.at(-1)!;
  return {
    ...last,
    events: scenes.flatMap(({ events }) => events),
    sentences: scenes.flatMap(({ sentences }) => sentences),
    happened: scenes.filter(({ table }) => table === last.table).flatMap(({ happened }) => happened),
  };
}

/** Add events to a log; one that is there already, half told, is replaced. */
export function withEvents(log: EventView[], events: EventView[]): EventView[] {
  const all = [...log];
  for (const event of events) {
    if (all.at(-1)?.version === event.version) all.pop();
    all.push(event);
  }
  return all;
}
