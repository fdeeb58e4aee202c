// Where the arrow keys lead, by the places of the elements on the screen.

/** The nearest of some elements in a direction, or none. Straight ahead comes before aside. */
export function nearest(
  from: HTMLElement,
  elements: HTMLElement[],
  [dx, dy]: [number, number],
): HTMLElement | undefined {
  const start = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const element of elements) {
    if (element === from) continue;
    const end = centre(element);
    const ahead = (end.x - start.x) * dx + (end.y - start.y) * dy;
    const aside = Math.abs((end.x - start.x) * dy) + Math.abs((end.y - start.y) * dx);
    const cost = ahead + 3 * aside;
    if (ahead > 1 && cost < least) [best, least] = [element, cost];
  }
  return best;
}

/** The elements of the next row up or down, for grids with staggered rows. */
export function nextRow(from: HTMLElement, elements: HTMLElement[], dy: number): HTMLElement[] {
  const { y } = centre(from);
  const distances = elements.map((each) => (centre(each).y - y) * dy);
  const least = Math.min(...distances.filter((distance) => distance > 1));
  return elements.filter((_, index) => Math.abs(distances[index]! - least) <= 1);
}

/** The elements that lie in the same row, from left to right. */
export function rowOf(of: HTMLElement, elements: HTMLElement[]): HTMLElement[] {
  const box = of.getBoundingClientRect();
  const row = elements.filter((each) => {
    const { y } = centre(each);
    return y > box.top && y < box.bottom;
  });
  return row.sort((one, two) => centre(one).x - centre(two).x);
}

function centre(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
