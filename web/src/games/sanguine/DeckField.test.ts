import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import type { OptionInfo } from "../../wire";
import DeckField from "./DeckField.svelte";

const option = { name: "red_deck", names: ["harbor", "forge"], seat: 0 } as unknown as OptionInfo;

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
