import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import type { OptionInfo } from "../../wire";
import DeckField from "./DeckField.svelte";
import { fairFor } from "./workshop/deck";

const option = { name: "red_deck", names: ["harbor", "forge"], seat: 0 } as unknown as OptionInfo;

test("a house deck says for which side and against which deck it is fair", () => {
  expect(["meadow", "glacier", "grove", "my own"].map(fairFor)).toEqual([
    "for Red, against Harbor",
    "for Blue, against Forge",
    null,
    null,
  ]);
});

test("a deck that changes values switches the extended game on, others do not", () => {
  const changes: string[] = [];
  const page = document.createElement("div");
  const field = mount(DeckField, {
    target: page,
    props: {
      id: "deck",
      option,
      value: "harbor",
      onChange: (value: string) => changes.push(value),
      onNeed: (name: string, value: string) => changes.push(`${name}=${value}`),
    },
  });
  const select = page.querySelector("select")!;
  for (const deck of ["forge", "harbor"]) {
    select.value = deck;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  flushSync();

  expect(changes).toEqual(["forge", "extended=yes", "harbor"]);
  void unmount(field);
});
